/* Systems that are served: what describes them, and what their answers begin with. */
#include "core/remote/serve-impl.h"

#include "core/base/status.h"
#include "core/system/me-solver.h"

static void
note_entry (const LsLogEntry *entry, gpointer user_data)
{
  LsServed *self = user_data;

  ls_message_put_count (self->entries, entry->level);
  ls_message_put_real (self->entries, entry->time);
  ls_message_put_text (self->entries, entry->component);
  ls_message_put_text (self->entries, entry->call);
  ls_message_put_text (self->entries, entry->message);
  self->n_entries++;
}

LsServed *
ls_served_new (void)
{
  LsServed *self = g_new0 (LsServed, 1);

  self->log = ls_log_new (note_entry, self);
  self->entries = g_byte_array_new ();
  self->fault = -1;
  self->points = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
ls_served_free (LsServed *self)
{
  if (self->system != NULL)
    {
      GHashTableIter iter;
      gpointer state;

      g_hash_table_iter_init (&iter, self->points);
      while (g_hash_table_iter_next (&iter, NULL, &state))
        ls_system_free_state (self->system, state);
      ls_system_set_clock (self->system, NULL);
    }
  g_hash_table_unref (self->points);
  ls_system_free (self->system);
  ls_linearisation_free (self->point);
  ls_log_unref (self->log);
  g_byte_array_unref (self->entries);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->read);
  g_free (self->noted);
  g_free (self->values);
  g_free (self->y);
  g_free (self->dy);
  g_free (self->work);
  g_free (self);
}

void
ls_served_put_error (GByteArray *result, GError *error)
{
  ls_message_put_count (result, error != NULL && error->domain == LS_ERROR ? (guint64)error->code
                                                                           : LS_ERROR_RUN);
  ls_message_put_text (result, error != NULL ? error->message : "");
  g_clear_error (&error);
}

/* ---- Descriptions ------------------------------------------------------------------------ */

static void
put_operations (const LsSystemClass *klass, GByteArray *result)
{
  const gpointer *operations
      = (const gpointer *)(gconstpointer)((const char *)klass + sizeof (const char *));

  for (gsize i = 0; i < LS_N_OPERATIONS; i++)
    ls_message_put_count (result, operations[i] != NULL);
}

static void
remember_info (LsServed *self)
{
  memcpy (self->has, self->system->info->has, sizeof self->has);
  self->n_quantised = self->system->n_quantised;
}

void
ls_served_describe (LsServed *self, GByteArray *result)
{
  const LsSystem *system = self->system;
  const LsSystemInfo *info = system->info;

  ls_message_put_text (result, info->name);
  ls_message_put_bytes (result, info->inputs, info->n_in * sizeof (guint));
  ls_message_put_bytes (result, info->outputs, info->n_out * sizeof (guint));
  ls_message_put_count (result, info->n_state);
  ls_message_put_reals (result, info->input_nominals, info->n_in);
  ls_message_put_reals (result, info->output_nominals, info->n_out);
  ls_message_put_reals (result, info->state_nominals, info->n_state);
  ls_message_put (result, info->feed_through, (gsize)info->n_in * info->n_out);
  ls_message_put_count (result, info->inner_steps);
  ls_message_put_real (result, info->own_step);
  ls_message_put_count (result, (guint64)(info->has_model_exchange != FALSE));
  ls_message_put_count (result, info->end_way);
  put_operations (system->klass, result);
  ls_answer_put_info (result, system);
  ls_message_put_count (result, ls_system_reports_events (system));
  self->y = g_new0 (double, (gsize)info->n_out + 1);
  self->dy = g_new0 (double, (gsize)info->n_out + 1);
  remember_info (self);
}

/* ---- Heads of answers -------------------------------------------------------------------- */

static guint
put_log (LsServed *self, GByteArray *answer)
{
  if (self->n_entries == 0)
    return 0;
  ls_message_put_count (answer, self->n_entries);
  ls_message_put (answer, self->entries->data, self->entries->len);
  g_byte_array_set_size (self->entries, 0);
  self->n_entries = 0;
  return LS_ANSWER_LOG;
}

static guint
put_fault (LsServed *self, GByteArray *answer)
{
  const int fault = ls_log_get_fault (self->log);
  g_autofree char *culprit = NULL;

  if (fault == self->fault)
    return 0;
  self->fault = fault;
  culprit = ls_log_get_culprit (self->log);
  ls_message_put_count (answer, (guint64)fault);
  ls_message_put_text (answer, culprit);
  ls_message_put_count (answer, (guint64)(ls_log_doubts_culprit (self->log) != FALSE));
  return LS_ANSWER_FAULT;
}

static guint
put_clock (LsServed *self, GByteArray *answer)
{
  if (!self->is_timed || self->clock.n_calls == 0)
    return 0;
  ls_message_put_count (answer, self->clock.n_calls);
  ls_message_put_real (answer, self->clock.time);
  self->clock.n_calls = 0;
  self->clock.time = 0.0;
  return LS_ANSWER_CLOCK;
}

static guint
put_events (LsServed *self, GByteArray *answer)
{
  const GArray *times = self->system->event_times, *values = self->system->event_values;

  if (times == NULL)
    return 0;
  ls_message_put_count (answer, times->len);
  ls_message_put (answer, times->data, times->len * sizeof (double));
  ls_message_put (answer, values->data, values->len * sizeof (double));
  return LS_ANSWER_EVENTS;
}

static guint
put_fired (LsServed *self, GByteArray *answer)
{
  if (self->fired == NULL)
    return 0;
  ls_message_put_count (answer, self->fired->len);
  ls_message_put (answer, self->fired->data, self->fired->len * sizeof (LsFired));
  g_array_set_size (self->fired, 0);
  return LS_ANSWER_FIRED;
}

/* Parts of a step: what the orchestrator will want to know next. */
static guint
put_step (LsServed *self, GByteArray *answer)
{
  guint parts = put_events (self, answer);

  parts |= put_fired (self, answer);
  if (self->n_read == 0 || !self->reads_again)
    return parts;
  ls_message_put_count (answer, self->n_read);
  ls_message_put_reals (answer, self->values, self->n_read);
  return parts | LS_ANSWER_VALUES;
}

void
ls_served_put_head (LsServed *self, LsAsk ask, LsStatus status, GByteArray *answer)
{
  const LsSystem *system = self->system;
  const guint place = answer->len;
  LsAnswerHead head = { .status = status };

  if (system != NULL)
    {
      head.time = ls_system_get_time (system);
      head.event_time = ls_system_get_event_time (system);
      head.last_time = system->last_time;
      head.last_step = system->last_step;
      head.n_steps = system->n_steps;
    }
  ls_message_put (answer, &head, sizeof head);
  head.parts = put_log (self, answer);
  head.parts |= put_fault (self, answer);
  if (system != NULL && ask != LS_ASK_CREATE
      && (memcmp (self->has, system->info->has, sizeof self->has) != 0
          || self->n_quantised != system->n_quantised))
    {
      ls_answer_put_info (answer, system);
      remember_info (self);
      head.parts |= LS_ANSWER_INFO;
    }
  head.parts |= put_clock (self, answer);
  if (system != NULL && status == LS_OK && (ask == LS_ASK_STEP || ask == LS_ASK_START))
    head.parts |= put_step (self, answer);
  if (system != NULL && ls_system_has_ended (system))
    head.parts |= LS_ANSWER_ENDED;
  memcpy (answer->data + place, &head, sizeof head);
}
