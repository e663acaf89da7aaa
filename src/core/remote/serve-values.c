/* Life cycle, steps and values of a system that is served. */
#include "core/remote/serve-impl.h"

#include "core/base/status.h"

static void
read_again (LsServed *self)
{
  self->reads_again
      = self->n_read > 0
        && self->system->klass->read (self->system, self->read, self->n_read, self->values)
               == LS_OK;
}

static LsStatus
do_step (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  const double h = ls_message_get_real (arguments), end = ls_message_get_real (arguments);
  const guint64 kind = ls_message_get_count (arguments);
  const guint degree = (guint)MIN (kind >> 1, LS_SYSTEM_MAX_DEGREE);
  const double *u = ls_message_take_reals (arguments, (gsize)system->info->n_in * (degree + 1));
  double *dy = (kind & 1) != 0 ? self->dy : NULL;
  gboolean event = FALSE;
  LsStatus status;

  if (u == NULL)
    return LS_STOP;
  status = system->klass->step (system, h, end, degree, u, self->y, dy, &event);
  if (status != LS_OK)
    return status;
  read_again (self);
  ls_message_put_count (result, (guint64)(event != FALSE));
  ls_message_put_reals (result, self->y, system->info->n_out);
  if (dy != NULL)
    ls_message_put_reals (result, dy, system->info->n_out);
  return LS_OK;
}

static LsStatus
do_evaluate (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  const LsSystemInfo *info = self->system->info;
  const double *u = ls_message_take_reals (arguments, info->n_in);
  LsStatus status;

  if (u == NULL)
    return LS_STOP;
  status = self->system->klass->evaluate (self->system, u, self->y);
  ls_message_put_reals (result, self->y, info->n_out);
  return status;
}

static LsStatus
set_some (LsServed *self, LsMessageReader *arguments)
{
  LsSystem *system = self->system;
  guint n;
  const guint *indices = ls_served_take_some (arguments, &n, system->info->n_in);
  const double *values = indices != NULL ? ls_message_take_reals (arguments, n) : NULL;

  return values != NULL ? system->klass->set_some_inputs (system, indices, n, values) : LS_STOP;
}

static LsStatus
get_some (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  guint n;
  const guint *indices = ls_served_take_some (arguments, &n, system->info->n_out);
  double *values;
  LsStatus status;

  if (indices == NULL)
    return LS_STOP;
  values = ls_served_get_work (self, (gsize)n + 1);
  status = system->klass->get_some_outputs (system, indices, n, values);
  ls_message_put_reals (result, values, n);
  return status;
}

static LsStatus
do_read (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  guint n;
  const guint *variables = ls_served_take_some (arguments, &n, self->system->n_variables);
  LsStatus status;

  if (variables == NULL)
    return LS_STOP;
  g_free (self->read);
  g_free (self->values);
  self->read = g_memdup2 (variables, n * sizeof (guint));
  self->values = g_new0 (double, (gsize)n + 1);
  self->n_read = n;
  status = self->system->klass->read (self->system, self->read, n, self->values);
  ls_message_put_reals (result, self->values, n);
  return status;
}

static LsStatus
get_typed (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  const LsVariable *variable = ls_served_take_variable (self, arguments);
  LsSystemValue value = { 0 };
  LsStatus status;

  if (variable == NULL || self->system->klass->get_typed == NULL)
    return LS_STOP;
  value.type = variable->type;
  status = self->system->klass->get_typed (self->system, variable, &value);
  ls_message_put_count (result, value.type);
  ls_message_put_real (result, value.real);
  ls_message_put_count (result, (guint64)value.integer);
  ls_message_put_text (result, value.type == LS_TYPE_STRING ? value.text : NULL);
  return status;
}

static LsStatus
set_typed (LsServed *self, LsMessageReader *arguments)
{
  const LsVariable *variable = ls_served_take_variable (self, arguments);
  LsSystemValue value = { 0 };

  value.type = (LsType)ls_message_get_count (arguments);
  value.real = ls_message_get_real (arguments);
  value.integer = (gint64)ls_message_get_count (arguments);
  value.text = ls_message_take_text (arguments);
  if (variable == NULL || self->system->klass->set_typed == NULL
      || (value.type == LS_TYPE_STRING && value.text == NULL))
    return LS_STOP;
  return self->system->klass->set_typed (self->system, variable, &value);
}

static LsStatus
set_text (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  const LsVariable *variable = ls_served_take_variable (self, arguments);
  const char *text = ls_message_take_text (arguments);
  GError *error = NULL;

  if (variable == NULL || text == NULL || self->system->klass->set_text == NULL)
    return LS_STOP;
  if (self->system->klass->set_text (self->system, variable, text, &error))
    return LS_OK;
  ls_served_put_error (result, error);
  return LS_STOP;
}

static LsStatus
get_text (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  const LsVariable *variable = ls_served_take_variable (self, arguments);
  GError *error = NULL;
  g_autofree char *text
      = variable != NULL ? ls_system_get_text (self->system, variable->index, &error) : NULL;

  if (text != NULL)
    ls_message_put_text (result, text);
  else
    ls_served_put_error (result, error);
  return text != NULL ? LS_OK : LS_STOP;
}

static LsStatus
note_at_events (LsServed *self, LsMessageReader *arguments)
{
  guint n;
  const guint *variables = ls_served_take_some (arguments, &n, self->system->n_variables);

  if (variables == NULL)
    return LS_STOP;
  g_free (self->noted);
  self->noted = g_memdup2 (variables, n * sizeof (guint));
  ls_system_note_at_events (self->system, self->noted, n);
  return LS_OK;
}

static LsStatus
set_clock (LsServed *self, LsMessageReader *arguments)
{
  const guint64 clock = ls_message_get_count (arguments);

  self->is_timed = clock > 0;
  self->clock = (LsCallClock){ .clock = (int)clock - 1 };
  ls_system_set_clock (self->system, self->is_timed ? &self->clock : NULL);
  return LS_OK;
}

static LsStatus
get_n_ticks (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  const LsVariable *clock = ls_served_take_variable (self, arguments);
  double time;

  if (clock == NULL)
    return LS_STOP;
  ls_message_put_count (result, ls_system_get_n_ticks (self->system, clock, &time));
  ls_message_put_real (result, time);
  return LS_OK;
}

/* Life cycle, steps and values. */
LsStatus
ls_served_do_values (LsServed *self, LsAsk ask, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;

  switch (ask)
    {
    case LS_ASK_STEP:
      return do_step (self, arguments, result);
    case LS_ASK_START:
      return ls_system_start (system);
    case LS_ASK_TERMINATE:
      return ls_system_terminate (system);
    case LS_ASK_SET_CLOCK:
      return set_clock (self, arguments);
    case LS_ASK_EVALUATE:
      return do_evaluate (self, arguments, result);
    case LS_ASK_GET_INPUTS:
      return ls_served_do_vector (self, ls_system_get_inputs, system->info->n_in, result);
    case LS_ASK_SET_SOME:
      return set_some (self, arguments);
    case LS_ASK_GET_SOME:
      return get_some (self, arguments, result);
    case LS_ASK_READ:
      return do_read (self, arguments, result);
    case LS_ASK_FORGET_INPUTS:
      ls_system_forget_inputs (system);
      return LS_OK;
    case LS_ASK_GET_TYPED:
      return get_typed (self, arguments, result);
    case LS_ASK_SET_TYPED:
      return set_typed (self, arguments);
    case LS_ASK_SET_TEXT:
      return set_text (self, arguments, result);
    case LS_ASK_GET_TEXT:
      return get_text (self, arguments, result);
    case LS_ASK_GET_N_TICKS:
      return get_n_ticks (self, arguments, result);
    case LS_ASK_NOTE_AT_EVENTS:
      return note_at_events (self, arguments);
    default:
      return LS_STOP;
    }
}
