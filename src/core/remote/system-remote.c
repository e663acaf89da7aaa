/* Life cycle and steps of a system that is somewhere else, and the table of its operations. */
#include "core/remote/system-remote-impl.h"

#include "core/system/me-solver.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* ---- Life cycle -------------------------------------------------------------------------- */

static void
free_system (LsSystem *system)
{
  LsSystemRemote *self = ls_system_remote (system);

  if (self->handle > 0)
    {
      ls_system_remote_begin (self, LS_ASK_FREE);
      ls_pool_put_off (self->pool);
    }
  if (system->info != NULL)
    ls_system_clear (system);
  ls_log_unref (self->log);
  g_free (self->read);
  g_free (self->values);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  g_clear_pointer (&self->own_fired, g_array_unref);
  if (self->let_go != NULL)
    self->let_go (self->keeps);
  g_free (self);
}

static LsStatus
start (LsSystem *system)
{
  /* Constraints are known to the solver, which begins here. */
  ls_system_remote (system)->has_constraints = -1;
  ls_system_remote_change (ls_system_remote (system), LS_ASK_START);
  return ls_system_remote_ask (ls_system_remote (system));
}

static LsStatus
terminate (LsSystem *system)
{
  ls_system_remote_change (ls_system_remote (system), LS_ASK_TERMINATE);
  return ls_system_remote_ask (ls_system_remote (system));
}

static double
get_time (const LsSystem *system)
{
  return ls_system_remote (system)->time;
}

static double
get_event_time (const LsSystem *system)
{
  return ls_system_remote (system)->event_time;
}

static gboolean
has_ended (const LsSystem *system)
{
  return ls_system_remote (system)->has_ended;
}

static gboolean
falls_short (const LsSystem *system, LsCapability capability)
{
  LsSystemRemote *self = ls_system_remote (system);

  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_FALLS_SHORT), capability);
  return ls_system_remote_hear_truth (self, FALSE);
}

static gboolean
loses_steps (const LsSystem *system)
{
  return ls_system_remote_ask_truth (ls_system_remote (system), LS_ASK_LOSES_STEPS, FALSE);
}

static GArray *
note_fired (LsSystem *system)
{
  LsSystemRemote *self = ls_system_remote (system);

  if (ls_system_remote_ask_truth (self, LS_ASK_NOTE_FIRED, FALSE) && self->own_fired == NULL)
    self->own_fired = g_array_new (FALSE, FALSE, sizeof (LsFired));
  return self->own_fired;
}

/* Calls are timed where they are made. */
static void
set_clock (LsSystem *system, LsCallClock *clock)
{
  LsSystemRemote *self = ls_system_remote (system);

  if (self->clock == clock)
    return;
  self->clock = clock;
  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_SET_CLOCK),
                        clock != NULL ? (guint64)clock->clock + 1 : 0);
  ls_pool_put_off (self->pool);
}

/* ---- Steps ------------------------------------------------------------------------------- */

static void
send_noted (LsSystemRemote *self)
{
  const guint n = self->base.n_noted;
  GByteArray *message;

  if (self->base.noted == self->noted_sent && n == self->n_noted_sent)
    return;
  self->noted_sent = self->base.noted;
  self->n_noted_sent = n;
  message = ls_system_remote_begin (self, LS_ASK_NOTE_AT_EVENTS);
  ls_message_put_count (message, n);
  ls_message_put (message, self->base.noted, n * sizeof (guint));
  ls_pool_put_off (self->pool);
}

static LsStatus
step (LsSystem *system,
      double h,
      double end,
      guint degree,
      const double u[],
      double y[],
      double dy[],
      gboolean *event)
{
  LsSystemRemote *self = ls_system_remote (system);
  GByteArray *message;
  LsStatus status;

  send_noted (self);
  message = ls_system_remote_change (self, LS_ASK_STEP);
  ls_message_put_real (message, h);
  ls_message_put_real (message, end);
  ls_message_put_count (message, (guint64)degree << 1 | (dy != NULL));
  ls_message_put_reals (message, u, (gsize)system->info->n_in * (degree + 1));
  status = ls_system_remote_ask (self);
  if (status != LS_OK)
    return status;
  *event = ls_message_get_count (&self->answer) != 0;
  ls_message_get_reals (&self->answer, y, system->info->n_out);
  if (dy != NULL)
    ls_message_get_reals (&self->answer, dy, system->info->n_out);
  return self->answer.bad ? LS_STOP : LS_OK;
}

/* ---- A new one --------------------------------------------------------------------------- */

static const LsSystemClass remote = {
  .id = "remote",
  .free = free_system,
  .start = start,
  .get_time = get_time,
  .terminate = terminate,
  .has_ended = has_ended,
  .set_clock = set_clock,
  .step = step,
  .evaluate = ls_system_remote_evaluate,
  .get_inputs = ls_system_remote_get_inputs,
  .set_some_inputs = ls_system_remote_set_some,
  .get_some_outputs = ls_system_remote_get_some,
  .read = ls_system_remote_read,
  .forget_inputs = ls_system_remote_forget_inputs,
  .get_typed = ls_system_remote_get_typed,
  .set_typed = ls_system_remote_set_typed,
  .set_text = ls_system_remote_set_text,
  .get_text = ls_system_remote_get_text,
  .save = ls_system_remote_save,
  .restore = ls_system_remote_restore,
  .forget_saved = ls_system_remote_forget_saved,
  .save_state = ls_system_remote_save_state,
  .restore_state = ls_system_remote_restore_state,
  .free_state = ls_system_remote_free_state,
  .visit_state = ls_system_remote_visit_state,
  .can_serialize = ls_system_remote_can_serialize,
  .serialize_state = ls_system_remote_serialize_state,
  .deserialize_state = ls_system_remote_deserialize_state,
  .get_states = ls_system_remote_get_states,
  .get_state_derivatives = ls_system_remote_get_state_derivatives,
  .read_point = ls_system_remote_read_point,
  .linearise_at = ls_system_remote_linearise_at,
  .enable_time_derivative = ls_system_remote_enable_time_derivative,
  .get_time_derivatives = ls_system_remote_get_time_derivatives,
  .get_output_derivatives = ls_system_remote_get_output_derivatives,
  .find_output_derivatives = ls_system_remote_find_output_derivatives,
  .has_feed = ls_system_remote_find_feed,
  .get_feed = ls_system_remote_get_feed,
  .has_constraints = ls_system_remote_has_constraints,
  .project = ls_system_remote_project,
  .note_fired = note_fired,
  .falls_short = falls_short,
  .loses_steps = loses_steps,
  .get_event_time = get_event_time,
  .get_n_ticks = ls_system_remote_get_n_ticks,
};

LsPool *
ls_system_remote_get_pool (const LsSystem *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_strcmp0 (self->klass->id, remote.id) == 0 ? ls_system_remote (self)->pool : NULL;
}

static guint *
take_indices (LsMessageReader *answer, guint *n, const LsRemoteOrder *order)
{
  gsize size;
  const guint *from = ls_message_take_bytes (answer, &size);
  guint *indices;

  *n = (guint)(size / sizeof (guint));
  indices = g_new0 (guint, *n + 1);
  for (guint i = 0; i < *n; i++)
    if ((indices[i] = from[i]) >= order->n_variables)
      {
        answer->bad = TRUE;
        indices[i] = 0;
      }
  return indices;
}

static double *
take_nominals (LsMessageReader *answer, guint n)
{
  double *nominals = g_new0 (double, (gsize)n + 1);

  ls_message_get_reals (answer, nominals, n);
  return nominals;
}

static LsSystemInfo *
take_whole_info (LsMessageReader *answer, const LsRemoteOrder *order)
{
  LsSystemInfo *info = g_new0 (LsSystemInfo, 1);
  guint64 n_state;

  info->name = g_strdup (ls_message_take_text (answer));
  info->inputs = take_indices (answer, &info->n_in, order);
  info->outputs = take_indices (answer, &info->n_out, order);
  n_state = ls_message_get_count (answer);
  info->n_state = (guint)MIN (n_state, (gsize)(answer->end - answer->at) / sizeof (double));
  info->input_nominals = take_nominals (answer, info->n_in);
  info->output_nominals = take_nominals (answer, info->n_out);
  info->state_nominals = take_nominals (answer, info->n_state);
  info->feed_through = g_new0 (guint8, (gsize)info->n_in * info->n_out + 1);
  ls_message_get (answer, info->feed_through, (gsize)info->n_in * info->n_out);
  info->inner_steps = (guint)ls_message_get_count (answer);
  info->own_step = ls_message_get_real (answer);
  info->has_model_exchange = ls_message_get_count (answer) != 0;
  info->end_way = (LsEndWay)ls_message_get_count (answer);
  return info;
}

/* Operations that the other system lacks are not there. */
static void
take_operations (LsSystemClass *klass, LsMessageReader *answer)
{
  gpointer *operations = (gpointer *)(gpointer)((char *)klass + sizeof (const char *));

  for (gsize i = 0; i < LS_N_OPERATIONS; i++)
    if (ls_message_get_count (answer) == 0)
      operations[i] = NULL;
}

static void
fill (LsSystemRemote *self, const LsRemoteOrder *order, double start_time, double stop_time)
{
  LsSystemInfo *info = take_whole_info (&self->answer, order);

  self->klass = remote;
  take_operations (&self->klass, &self->answer);
  self->klass.linearise_at = self->klass.read_point != NULL ? remote.linearise_at : NULL;
  ls_system_init (&self->base, &self->klass, info, order->variables, order->n_variables, start_time,
                  stop_time, self->log);
  self->base.by_name = order->by_name;
  ls_system_remote_take_info (&self->base, &self->answer);
  if (ls_message_get_count (&self->answer) == 0)
    return;
  self->base.event_times = g_array_new (FALSE, FALSE, sizeof (double));
  self->base.event_values = g_array_new (FALSE, FALSE, sizeof (double));
}

LsSystem *
ls_system_remote_new (const LsRemoteOrder *order,
                      double start_time,
                      double stop_time,
                      double tolerance,
                      LsLog *log,
                      GError **error)
{
  g_return_val_if_fail (order != NULL && order->pool != NULL && order->parcel != NULL, NULL);

  static guint last_handle;
  LsSystemRemote *self = g_new0 (LsSystemRemote, 1);
  GByteArray *message;

  *self = (LsSystemRemote){ .pool = order->pool,
                            .worker = order->worker,
                            .handle = ++last_handle,
                            .log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL),
                            .keeps = order->keeps,
                            .let_go = order->let_go,
                            .event_time = INFINITY,
                            .has_feed = -1,
                            .has_constraints = -1 };
  self->base.origin = start_time;
  message = ls_system_remote_begin (self, LS_ASK_CREATE);
  ls_message_put_real (message, start_time);
  ls_message_put_real (message, stop_time);
  ls_message_put_real (message, tolerance);
  ls_message_put_bytes (message, order->parcel->data, order->parcel->len);
  if (ls_system_remote_ask (self) == LS_OK)
    {
      fill (self, order, start_time, stop_time);
      if (!self->answer.bad)
        return &self->base;
      g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("%s cannot be read"), self->base.info->name);
    }
  else
    {
      ls_system_remote_fail (self, error);
      self->handle = 0;
    }
  free_system (&self->base);
  return NULL;
}
