/* Requests to a system that is somewhere else, and its answers. */
#include "core/remote/system-remote-impl.h"

#include "core/system/me-solver.h"

#include <glib/gi18n-lib.h>

/* A fault says where it happened, too. */
static void
take_log (LsSystemRemote *self, LsMessageReader *answer, gboolean faulty)
{
  const guint64 n = ls_message_get_count (answer);

  for (guint64 i = 0; i < n && !answer->bad; i++)
    {
      const LsLogLevel level = (LsLogLevel)ls_message_get_count (answer);
      const double time = ls_message_get_real (answer);
      const char *component = ls_message_take_text (answer);
      const char *call = ls_message_take_text (answer);
      const char *message = ls_message_take_text (answer);
      g_autofree char *who = NULL;

      if (!faulty || level != LS_LOG_ERROR)
        {
          ls_log_write (self->log, level, component, call, time, "%s",
                        message != NULL ? message : "");
          continue;
        }
      who = ls_pool_describe (self->pool, self->worker);
      /* Translators: a message, and where it comes from: "rank 2 on node7". */
      ls_log_write (self->log, level, component, call, time, _ ("%s (%s)"),
                    message != NULL ? message : "", who);
    }
}

static void
take_fault (LsSystemRemote *self, LsMessageReader *answer)
{
  const int code = (int)ls_message_get_count (answer);
  const char *culprit = ls_message_take_text (answer);

  ls_log_set_fault (self->log, code, culprit);
  if (ls_message_get_count (answer) != 0)
    ls_log_doubt_culprit (self->log);
}

void
ls_system_remote_take_info (LsSystem *system, LsMessageReader *answer)
{
  LsSystemInfo *info = system->info;
  guint64 degrees;

  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    {
      info->has[i] = ls_message_get_count (answer) != 0;
      g_free (info->reasons[i]);
      info->reasons[i] = g_strdup (ls_message_take_text (answer));
    }
  degrees = ls_message_get_count (answer);
  info->input_degree = MIN ((guint)degrees, LS_SYSTEM_MAX_DEGREE);
  info->step_degree = MIN ((guint)(degrees >> 32), LS_SYSTEM_MAX_DEGREE);
  system->n_quantised = (guint)ls_message_get_count (answer);
}

static void
take_clock (LsSystemRemote *self, LsMessageReader *answer)
{
  const guint64 n_calls = ls_message_get_count (answer);
  const double time = ls_message_get_real (answer);

  if (self->clock == NULL)
    return;
  self->clock->n_calls += n_calls;
  self->clock->time += time;
}

/* Inputs come in units of the component. */
static void
take_events (LsSystem *system, LsMessageReader *answer)
{
  const guint64 n = ls_message_get_count (answer);
  const guint size = ls_system_get_event_size (system);
  const double *times = ls_message_take_reals (answer, n);
  const double *values = times != NULL ? ls_message_take_reals (answer, 2 * n * size) : NULL;

  if (system->event_times == NULL || values == NULL)
    return;
  g_array_set_size (system->event_times, 0);
  g_array_set_size (system->event_values, 0);
  g_array_append_vals (system->event_times, times, (guint)n);
  g_array_append_vals (system->event_values, values, (guint)(2 * n * size));
  for (guint64 side = 0; side < 2 * n; side++)
    ls_system_unmap_inputs (
        system, &g_array_index (system->event_values, double, side *size + system->info->n_out));
}

static void
take_fired (LsSystemRemote *self, LsMessageReader *answer)
{
  const guint64 n = ls_message_get_count (answer);
  const gconstpointer fired = n < G_MAXINT ? ls_message_take (answer, n * sizeof (LsFired)) : NULL;

  if (fired != NULL && self->own_fired != NULL)
    g_array_append_vals (self->own_fired, fired, (guint)n);
}

/* Those of a list that the worker has, but whose first values did not arrive, are passed over. */
static void
take_values (LsSystemRemote *self, LsMessageReader *answer)
{
  const guint64 n = ls_message_get_count (answer);
  const double *values = ls_message_take_reals (answer, n);

  self->knows_values = values != NULL && n == self->n_read;
  if (self->knows_values)
    memcpy (self->values, values, n * sizeof (double));
}

static void
take_parts (LsSystemRemote *self, LsMessageReader *answer, guint parts)
{
  if ((parts & LS_ANSWER_LOG) != 0)
    take_log (self, answer, (parts & LS_ANSWER_FAULT) != 0);
  if ((parts & LS_ANSWER_FAULT) != 0)
    take_fault (self, answer);
  if ((parts & LS_ANSWER_INFO) != 0)
    ls_system_remote_take_info (&self->base, answer);
  if ((parts & LS_ANSWER_CLOCK) != 0)
    take_clock (self, answer);
  if ((parts & LS_ANSWER_EVENTS) != 0)
    take_events (&self->base, answer);
  if ((parts & LS_ANSWER_FIRED) != 0)
    take_fired (self, answer);
  self->knows_values = FALSE;
  if ((parts & LS_ANSWER_VALUES) != 0)
    take_values (self, answer);
}

static LsStatus
take_head (LsSystemRemote *self)
{
  LsAnswerHead head;

  ls_message_get (&self->answer, &head, sizeof head);
  self->time = head.time;
  self->event_time = head.event_time;
  self->has_ended = (head.parts & LS_ANSWER_ENDED) != 0;
  self->base.last_time = head.last_time;
  self->base.last_step = head.last_step;
  self->base.n_steps = (guint)head.n_steps;
  if (G_UNLIKELY ((head.parts & ~(guint)LS_ANSWER_ENDED) != 0))
    take_parts (self, &self->answer, head.parts);
  return self->answer.bad ? LS_STOP : (LsStatus)head.status;
}

/* Said once. */
static void
report_loss (LsSystemRemote *self)
{
  const GError *loss = ls_pool_get_loss (self->pool);

  if (ls_pool_claim_loss (self->pool))
    ls_log_write (self->log, LS_LOG_ERROR, self->base.info != NULL ? self->base.info->name : NULL,
                  NULL, self->base.origin + self->time, "%s", loss->message);
}

GByteArray *
ls_system_remote_begin (LsSystemRemote *self, LsAsk ask)
{
  return ls_pool_begin (self->pool, self->worker, ask, self->handle);
}

GByteArray *
ls_system_remote_change (LsSystemRemote *self, LsAsk ask)
{
  self->knows_values = FALSE;
  return ls_system_remote_begin (self, ask);
}

LsStatus
ls_system_remote_ask (LsSystemRemote *self)
{
  LsStatus owed = self->owed, status;

  self->owed = LS_OK;
  if (G_LIKELY (ls_pool_ask (self->pool, &self->answer)))
    {
      status = take_head (self);
      return status == LS_OK ? owed : status;
    }
  self->answer = (LsMessageReader){ .bad = TRUE };
  report_loss (self);
  return LS_STOP;
}

LsStatus
ls_system_remote_ask_reals (LsSystemRemote *self, LsAsk ask, double values[], gsize n)
{
  LsStatus status;

  ls_system_remote_begin (self, ask);
  status = ls_system_remote_ask (self);
  if (status == LS_OK)
    ls_message_get_reals (&self->answer, values, n);
  return status;
}

gboolean
ls_system_remote_hear_truth (LsSystemRemote *self, gboolean fallback)
{
  self->owed = ls_system_remote_ask (self);
  return self->owed == LS_OK ? ls_message_get_count (&self->answer) != 0 : fallback;
}

gboolean
ls_system_remote_ask_truth (LsSystemRemote *self, LsAsk ask, gboolean fallback)
{
  ls_system_remote_begin (self, ask);
  return ls_system_remote_hear_truth (self, fallback);
}

gboolean
ls_system_remote_fail (LsSystemRemote *self, GError **error)
{
  const GError *loss = ls_pool_get_loss (self->pool);
  g_autofree char *who = NULL;
  int code;
  const char *message;

  if (loss != NULL)
    {
      g_propagate_error (error, g_error_copy (loss));
      return FALSE;
    }
  code = (int)ls_message_get_count (&self->answer);
  message = ls_message_take_text (&self->answer);
  who = ls_pool_describe (self->pool, self->worker);
  return ls_fail (error, code, _ ("%s (%s)"), message != NULL ? message : "", who);
}
