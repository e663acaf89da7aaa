/* Model Exchange FMUs with a solver as systems. */
#include "core/system/system-me-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A jump of an input below this part of its size is rounding. */
#define JUMP 1e-14

static void
clear_pending (gpointer data)
{
  g_free (((LsPendingValue *)data)->text);
}

static void
sort_inputs (LsSystem *self, LsSystemExchange *me)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);

  for (guint j = 0; j < self->info->n_in; j++)
    {
      const LsVariable *variable = &description->variables[self->info->inputs[j]];

      if (variable->variability == LS_VARIABILITY_CONTINUOUS)
        {
          me->continuous[me->n_continuous] = j;
          me->continuous_refs[me->n_continuous++] = variable->value_reference;
        }
      else
        {
          me->discrete[me->n_discrete] = j;
          me->discrete_refs[me->n_discrete++] = variable->value_reference;
        }
    }
}

/* An output of the same value reference as a state is that state. */
static int
find_state (const LsSystem *self, guint output)
{
  for (guint k = 0; k < self->info->n_state; k++)
    if (self->point_refs[k] == self->out_refs[output])
      return (int)k;
  return -1;
}

static void
sort_outputs (LsSystem *self, LsSystemExchange *me)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  guint n_x = self->info->n_state;

  for (guint i = 0; i < self->info->n_out; i++)
    {
      const LsVariable *variable = &description->variables[self->info->outputs[i]];

      me->output_states[i] = find_state (self, i);
      if (me->output_states[i] >= 0 || variable->variability != LS_VARIABILITY_CONTINUOUS)
        continue;
      me->slope_rows[me->n_slope] = i;
      me->slope_refs[me->n_slope++] = variable->value_reference;
    }
  memcpy (me->known_refs, self->point_refs, n_x * sizeof (guint32));
  memcpy (me->known_refs + n_x, me->continuous_refs, me->n_continuous * sizeof (guint32));
}

gboolean
ls_system_exchange_prepare (LsSystem *self, GError **error)
{
  gsize n_in = self->info->n_in, n_out = self->info->n_out, n_x = self->info->n_state;
  LsSystemExchange *me = g_new0 (LsSystemExchange, 1);

  self->me = me;
  if (!ls_solver_parse (self->component->solver, &me->solver, error))
    {
      g_prefix_error (error, "%s: ", self->component->name);
      return FALSE;
    }
  me->continuous_refs = g_new0 (guint32, n_in + 1);
  me->discrete_refs = g_new0 (guint32, n_in + 1);
  me->continuous = g_new0 (guint, n_in + 1);
  me->discrete = g_new0 (guint, n_in + 1);
  me->coefficients = g_new0 (double, n_in *(LS_SYSTEM_MAX_DEGREE + 1) + 1);
  me->reached = g_new0 (double, 6 * n_in + 1);
  me->held = me->reached + n_in;
  me->waiting = me->held + n_in;
  me->saved = me->waiting + n_in;
  me->u = me->saved + 2 * n_in;
  me->aside = g_new0 (double, n_in *(LS_SYSTEM_MAX_DEGREE + 2) + 1);
  me->pending = g_array_new (FALSE, TRUE, sizeof (LsPendingValue));
  g_array_set_clear_func (me->pending, clear_pending);
  me->output_states = g_new0 (int, n_out + 1);
  me->slope_refs = g_new0 (guint32, n_out + 1);
  me->slope_rows = g_new0 (guint, n_out + 1);
  me->known_refs = g_new0 (guint32, n_x + n_in + 1);
  me->seed = g_new0 (double, 3 * n_x + n_in + 1);
  me->f = me->seed + n_x + n_in;
  me->x = me->f + n_x;
  me->near = g_new0 (double, 3 * n_out + 1);
  me->far = me->near + n_out;
  me->here = me->far + n_out;
  me->event_times = g_array_new (FALSE, FALSE, sizeof (double));
  me->event_values = g_array_new (FALSE, FALSE, sizeof (double));
  sort_inputs (self, me);
  sort_outputs (self, me);
  return TRUE;
}

void
ls_system_exchange_free (LsSystem *self)
{
  LsSystemExchange *me = self->me;

  if (me == NULL)
    return;
  ls_me_solver_free (me->exchange);
  g_free (me->continuous_refs);
  g_free (me->discrete_refs);
  g_free (me->continuous);
  g_free (me->discrete);
  g_free (me->coefficients);
  g_free (me->reached);
  g_free (me->aside);
  g_clear_pointer (&me->pending, g_array_unref);
  g_free (me->output_states);
  g_free (me->slope_refs);
  g_free (me->slope_rows);
  g_free (me->known_refs);
  g_free (me->seed);
  g_free (me->near);
  g_clear_pointer (&me->event_times, g_array_unref);
  g_clear_pointer (&me->event_values, g_array_unref);
  g_clear_pointer (&self->me, g_free);
}

static void
get_inputs (double t, double u[], gpointer user_data)
{
  const LsSystem *self = user_data;
  const LsSystemExchange *me = self->me;
  double tau = t - me->origin;

  for (guint k = 0; k < me->n_continuous; k++)
    {
      const double *c = me->coefficients + (gsize)me->continuous[k] * (LS_SYSTEM_MAX_DEGREE + 1);

      u[k] = c[0] + tau * (c[1] + tau * (c[2] + tau * c[3]));
    }
}

static LsStatus
set_pending (LsSystem *self, const LsPendingValue *value)
{
  guint32 reference = value->variable->value_reference;
  const char *text = value->text;

  switch (value->variable->type)
    {
    case LS_TYPE_REAL:
      return ls_instance_set_real (self->instance, &reference, 1, &value->real);
    case LS_TYPE_STRING:
      return ls_instance_set_string (self->instance, &reference, 1, &text);
    case LS_TYPE_BOOLEAN:
      return ls_instance_set_boolean (self->instance, &reference, 1, &value->integer);
    default:
      return ls_instance_set_integer (self->instance, &reference, 1, &value->integer);
    }
}

/* In event mode. */
static LsStatus
set_discrete (double t G_GNUC_UNUSED, gpointer user_data)
{
  LsSystem *self = user_data;
  LsSystemExchange *me = self->me;
  LsStatus status = LS_OK;

  if (me->n_discrete > 0)
    status = ls_instance_set_real (self->instance, me->discrete_refs, me->n_discrete, me->waiting);
  memcpy (me->held, me->waiting, me->n_discrete * sizeof (double));
  for (guint i = 0; i < me->pending->len && status == LS_OK; i++)
    status = set_pending (self, &g_array_index (me->pending, LsPendingValue, i));
  g_array_set_size (me->pending, 0);
  return status;
}

/* Connections may change values on their way. */
static double
get_factor (const LsSystem *self, guint input)
{
  return self->in_factors != NULL ? self->in_factors[input] : 1.0;
}

static double
get_offset (const LsSystem *self, guint input)
{
  return self->in_factors != NULL ? self->in_offsets[input] : 0.0;
}

/* As their sources give them: what is recorded of inputs is without what connections do to it. */
static void
fill_inputs (const LsSystem *self, double t, double values[])
{
  const LsSystemExchange *me = self->me;

  get_inputs (t, me->u, (gpointer)self);
  for (guint k = 0; k < me->n_continuous; k++)
    values[me->continuous[k]] = me->u[k];
  for (guint k = 0; k < me->n_discrete; k++)
    values[me->discrete[k]] = me->held[k];
  for (guint j = 0; j < self->info->n_in; j++)
    values[j] = (values[j] - get_offset (self, j)) / get_factor (self, j);
}

static LsStatus
at_event (double t, gboolean after, gpointer user_data)
{
  LsSystem *self = user_data;
  LsSystemExchange *me = self->me;
  const guint n = self->info->n_out, n_in = self->info->n_in, first = me->event_values->len;
  LsStatus status = LS_OK;
  double *values;

  if (!after)
    g_array_append_val (me->event_times, t);
  g_array_set_size (me->event_values, first + n + n_in + me->n_noted);
  if (n + n_in + me->n_noted == 0)
    return LS_OK;
  values = &g_array_index (me->event_values, double, first);
  if (n > 0)
    status = ls_instance_get_real (self->instance, self->out_refs, n, values);
  fill_inputs (self, t, values + n);
  if (status == LS_OK && me->n_noted > 0)
    status = ls_system_read (self, me->noted, me->n_noted, values + n + n_in);
  return status;
}

/* Inputs stay as they are until the first step says how they go on. */
LsStatus
ls_system_exchange_start (LsSystem *self)
{
  LsSystemExchange *me = self->me;
  const LsMeSolverUser user = { .n_inputs = me->n_continuous,
                                .input_refs = me->continuous_refs,
                                .get_inputs = get_inputs,
                                .set_discrete = set_discrete,
                                .at_event = at_event,
                                .user_data = self };
  g_autoptr (GError) error = NULL;
  LsStatus status = LS_OK;

  if (self->info->n_in > 0)
    status = ls_instance_get_inputs (self->instance, self->in_refs, self->info->n_in, me->reached);
  if (status == LS_OK)
    status = ls_instance_exit_initialization (self->instance);
  if (status != LS_OK)
    return status;
  me->origin = ls_instance_get_time (self->instance);
  for (guint j = 0; j < self->info->n_in; j++)
    me->coefficients[j * (LS_SYSTEM_MAX_DEGREE + 1)] = me->reached[j];
  for (guint k = 0; k < me->n_discrete; k++)
    me->held[k] = me->waiting[k] = me->reached[me->discrete[k]];
  me->fresh = TRUE;
  me->exchange
      = ls_me_solver_new (self->instance, &me->solver, &user, self->stop_time, self->log, &error);
  if (me->exchange != NULL)
    return LS_OK;
  ls_log_write (self->log, LS_LOG_ERROR, NULL, NULL, NAN, "%s", error->message);
  return LS_STOP;
}

static gboolean
discrete_differ (const LsSystemExchange *me)
{
  return me->pending->len > 0
         || memcmp (me->held, me->waiting, me->n_discrete * sizeof (double)) != 0;
}

gboolean
ls_system_exchange_is_waiting (const LsSystem *self)
{
  return discrete_differ (self->me);
}

LsStatus
ls_system_exchange_set_waiting (LsSystem *self)
{
  return set_discrete (NAN, self);
}

/* The inputs of the coming step. Returns: whether a continuous one jumps. */
static gboolean
take_inputs (LsSystem *self, guint degree, const double u[])
{
  LsSystemExchange *me = self->me;
  gboolean jumps = !me->fresh;

  me->origin = ls_me_solver_get_time (me->exchange);
  for (guint k = 0; k < me->n_continuous; k++)
    {
      guint j = me->continuous[k];
      double *c = me->coefficients + (gsize)j * (LS_SYSTEM_MAX_DEGREE + 1);

      for (guint p = 0; p <= LS_SYSTEM_MAX_DEGREE; p++)
        c[p] = p <= degree ? get_factor (self, j) * u[(gsize)j * (degree + 1) + p] : 0.0;
      c[0] += get_offset (self, j);
      jumps = jumps
              || !(fabs (c[0] - me->reached[j])
                   <= JUMP * fmax (fabs (c[0]), self->info->input_nominals[j]));
    }
  for (guint k = 0; k < me->n_discrete; k++)
    me->waiting[k] = get_factor (self, me->discrete[k]) * u[(gsize)me->discrete[k] * (degree + 1)]
                     + get_offset (self, me->discrete[k]);
  return jumps;
}

static void
note_end (LsSystem *self)
{
  LsSystemExchange *me = self->me;

  get_inputs (ls_me_solver_get_time (me->exchange), me->u, self);
  for (guint k = 0; k < me->n_continuous; k++)
    me->reached[me->continuous[k]] = me->u[k];
  me->fresh = TRUE;
}

static LsStatus
report_end (LsSystem *self)
{
  ls_log_write (self->log, LS_LOG_INFO, self->info->name, NULL,
                ls_me_solver_get_time (self->me->exchange), "%s",
                _ ("the FMU has ended the simulation"));
  return LS_STOP;
}

LsStatus
ls_system_exchange_step (LsSystem *self,
                         double end,
                         guint degree,
                         const double u[],
                         double y[],
                         double dy[],
                         gboolean *event)
{
  LsSystemExchange *me = self->me;
  guint64 n_events = ls_me_solver_get_n_events (me->exchange);
  double h = end - ls_me_solver_get_time (me->exchange);
  gboolean jumps = take_inputs (self, degree, u), discrete = discrete_differ (me);
  LsStatus status = LS_OK;

  g_array_set_size (me->event_times, 0);
  g_array_set_size (me->event_values, 0);
  if (me->fired != NULL)
    g_array_set_size (me->fired, 0);
  if (jumps || discrete)
    status = ls_me_solver_interrupt (me->exchange, discrete);
  if (status == LS_OK)
    status = ls_me_solver_advance (me->exchange, end);
  if (status != LS_OK)
    return status;
  if (ls_me_solver_is_terminated (me->exchange))
    return report_end (self);
  note_end (self);
  *event = ls_me_solver_get_n_events (me->exchange) != n_events;
  if (self->info->n_out == 0)
    return LS_OK;
  status = ls_instance_get_real (self->instance, self->out_refs, self->info->n_out, y);
  return status == LS_OK && dy != NULL ? ls_system_exchange_get_slopes (self, h, dy) : status;
}

LsStatus
ls_system_exchange_evaluate (LsSystem *self, const double u[], double y[])
{
  LsSystemExchange *me = self->me;
  LsStatus status = LS_OK;

  for (guint k = 0; k < me->n_discrete; k++)
    me->waiting[k] = get_factor (self, me->discrete[k]) * u[me->discrete[k]]
                     + get_offset (self, me->discrete[k]);
  if (discrete_differ (me))
    {
      (void)take_inputs (self, 0, u);
      status = ls_me_solver_interrupt (me->exchange, TRUE);
      if (status == LS_OK)
        note_end (self);
    }
  if (status == LS_OK)
    status = ls_system_exchange_set_inputs (self, u);
  if (status == LS_OK && self->info->n_out > 0)
    status = ls_instance_get_real (self->instance, self->out_refs, self->info->n_out, y);
  return status;
}

LsStatus
ls_system_exchange_keep (LsSystem *self, const double u[], double y[], gboolean *moved)
{
  LsSystemExchange *me = self->me;
  LsStatus status;

  (void)take_inputs (self, 0, u);
  status = ls_me_solver_project (me->exchange, moved);
  note_end (self);
  if (status == LS_OK && self->info->n_out > 0)
    status = ls_instance_get_real (self->instance, self->out_refs, self->info->n_out, y);
  return status;
}

LsStatus
ls_system_exchange_set_inputs (LsSystem *self, const double u[])
{
  LsSystemExchange *me = self->me;

  if (me->n_continuous == 0)
    return LS_OK;
  for (guint k = 0; k < me->n_continuous; k++)
    me->u[k] = get_factor (self, me->continuous[k]) * u[me->continuous[k]]
               + get_offset (self, me->continuous[k]);
  return ls_instance_set_real (self->instance, me->continuous_refs, me->n_continuous, me->u);
}

LsStatus
ls_system_exchange_save (LsSystem *self, gboolean expected)
{
  LsSystemExchange *me = self->me;
  guint n = self->info->n_in;

  memcpy (me->saved, me->reached, n * sizeof (double));
  memcpy (me->saved + n, me->held, n * sizeof (double));
  me->saved_fresh = me->fresh;
  return ls_me_solver_save (me->exchange, expected);
}

LsStatus
ls_system_exchange_restore (LsSystem *self)
{
  LsSystemExchange *me = self->me;
  guint n = self->info->n_in;

  memcpy (me->reached, me->saved, n * sizeof (double));
  memcpy (me->held, me->saved + n, n * sizeof (double));
  memcpy (me->waiting, me->held, n * sizeof (double));
  me->fresh = me->saved_fresh;
  return ls_me_solver_restore (me->exchange);
}

/* Whether the FMU has the value already. */
static LsStatus
compare_value (LsSystem *self, const LsPendingValue *value, gboolean *same)
{
  guint32 reference = value->variable->value_reference;
  LsStatus status;

  *same = FALSE;
  if (value->variable->type == LS_TYPE_REAL)
    {
      double real;

      status = ls_instance_get_real (self->instance, &reference, 1, &real);
      *same = status == LS_OK && real == value->real;
    }
  else if (value->variable->type == LS_TYPE_STRING)
    {
      const char *text = NULL;

      status = ls_instance_get_string (self->instance, &reference, 1, &text);
      *same = status == LS_OK && g_strcmp0 (text, value->text) == 0;
    }
  else
    {
      int integer;

      status = value->variable->type == LS_TYPE_BOOLEAN
                   ? ls_instance_get_boolean (self->instance, &reference, 1, &integer)
                   : ls_instance_get_integer (self->instance, &reference, 1, &integer);
      *same = status == LS_OK && integer == value->integer;
    }
  return status;
}

LsStatus
ls_system_exchange_set_value (
    LsSystem *self, const LsVariable *variable, double real, int integer, const char *text)
{
  LsSystemExchange *me = self->me;
  LsPendingValue value
      = { .variable = variable, .real = real, .integer = integer, .text = (char *)text };
  gboolean same = FALSE;
  LsStatus status;

  if (me->exchange == NULL)
    return set_pending (self, &value);
  status = compare_value (self, &value, &same);
  if (status != LS_OK || same)
    return status;
  value.text = g_strdup (text);
  g_array_append_val (me->pending, value);
  return LS_OK;
}
