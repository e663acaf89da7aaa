/* Common part of all systems, and dispatch to the implementations. */
#include "core/system/system.h"

#include "core/base/number.h"
#include "core/base/prefetch.h"
#include "core/system/system-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

void
ls_system_init (LsSystem *self,
                const LsSystemClass *klass,
                LsSystemInfo *info,
                const LsVariable *variables,
                guint n_variables,
                double start_time,
                double stop_time,
                LsLog *log)
{
  self->klass = klass;
  self->info = info;
  self->variables = variables;
  self->n_variables = n_variables;
  self->origin = start_time;
  self->stop_time = stop_time - start_time;
  self->end_time = NAN;
  self->n_steps = 1;
  self->log = log != NULL ? ls_log_new_from (log, start_time) : ls_log_new (NULL, NULL);
  self->mapped = g_new0 (double, (gsize)info->n_in *(LS_SYSTEM_MAX_DEGREE + 1) + 1);
  self->lowered = g_new0 (double, (gsize)info->n_in *LS_SYSTEM_MAX_DEGREE + 1);
}

void
ls_system_clear (LsSystem *self)
{
  ls_system_clear_maps (self);
  ls_linearisation_free (self->first_point);
  g_clear_pointer (&self->event_times, g_array_unref);
  g_clear_pointer (&self->event_values, g_array_unref);
  g_free (self->mapped);
  g_free (self->lowered);
  ls_log_unref (self->log);
  ls_system_info_free (self->info);
}

void
ls_system_free (LsSystem *self)
{
  if (self != NULL)
    self->klass->free (self);
}

const LsSystemInfo *
ls_system_get_info (const LsSystem *self)
{
  return self->info;
}

double
ls_system_get_time (const LsSystem *self)
{
  return self->klass->get_time (self);
}

gboolean
ls_system_lacks_input_derivatives (const LsSystem *self)
{
  return self->klass->falls_short != NULL
         && self->klass->falls_short (self, LS_CAPABILITY_POLYNOMIAL_INPUTS);
}

gboolean
ls_system_lacks_output_derivatives (const LsSystem *self)
{
  return self->klass->falls_short != NULL
         && self->klass->falls_short (self, LS_CAPABILITY_OUTPUT_DERIVATIVES);
}

/* Bytes of a step: at the end of the common part, and of most implementations as many again. */
#define STEP_SIZE (3 * (sizeof (LsSystem) - offsetof (LsSystem, klass)))

void
ls_system_prefetch (const LsSystem *self, guint stage, gboolean steps)
{
  /* Its class is read at stage 1 only, when it is there. */
  if (stage == 0)
    ls_prefetch (&self->klass, STEP_SIZE);
  else if (self->klass->prefetch != NULL)
    self->klass->prefetch (self, stage, steps);
}

guint
ls_system_get_n_steps (const LsSystem *self)
{
  return self->n_steps;
}

void
ls_system_get_last_step (const LsSystem *self, double *time, double *h)
{
  *time = self->last_time;
  *h = self->last_step;
}

/* ---- Variables -------------------------------------------------------------------------- */

const char *
ls_system_get_variable_name (const LsSystem *self, guint variable)
{
  return self->variables[variable].name;
}

const LsVariable *
ls_system_get_variable (const LsSystem *self, guint variable)
{
  return &self->variables[variable];
}

const LsVariable *
ls_system_find_variable (const LsSystem *self, const char *name)
{
  if (self->by_name != NULL)
    return g_hash_table_lookup (self->by_name, name);
  for (guint i = 0; i < self->n_variables; i++)
    if (strcmp (self->variables[i].name, name) == 0)
      return &self->variables[i];
  return NULL;
}

double
ls_system_get_nominal (const LsSystem *self, guint variable)
{
  double nominal = fabs (self->variables[variable].nominal);

  return nominal > 0.0 && isfinite (nominal) ? nominal : 1.0;
}

LsStatus
ls_system_read (LsSystem *self, const guint variables[], guint n, double values[])
{
  return self->klass->read (self, variables, n, values);
}

gboolean
ls_system_get_integer (LsSystem *self, const LsVariable *variable, LsInteger *value)
{
  g_return_val_if_fail (self != NULL && variable != NULL && value != NULL, FALSE);

  LsSystemValue typed = { .type = LS_TYPE_STRING };

  if (self->klass->get_typed == NULL || self->klass->get_typed (self, variable, &typed) != LS_OK
      || typed.type == LS_TYPE_REAL || typed.type == LS_TYPE_STRING)
    return FALSE;
  *value = ls_long_to_integer (variable->format, typed.integer);
  return TRUE;
}

LsStatus
ls_system_refuse (LsSystem *self, const char *what)
{
  ls_log_write (self->log, LS_LOG_ERROR, self->info->name, what, ls_system_get_time (self), "%s",
                _ ("the component cannot do it"));
  return LS_STOP;
}

LsStatus
ls_system_set_value (LsSystem *self, const LsVariable *variable, double value)
{
  const gint64 integer = ls_number_to_long (variable->format, round (value));
  const LsSystemValue typed
      = { .type = variable->type,
          .real = value,
          .integer = variable->type == LS_TYPE_BOOLEAN ? integer != 0 : integer };

  if (self->klass->set_typed == NULL)
    return ls_system_refuse (self, "set_typed");
  return self->klass->set_typed (self, variable, &typed);
}

char *
ls_system_get_text (LsSystem *self, guint variable, GError **error)
{
  char number[LS_NUMBER_SIZE];
  double value;

  if (self->klass->get_text != NULL)
    return self->klass->get_text (self, variable, error);
  if (ls_system_read (self, &variable, 1, &value) == LS_OK)
    return g_strdup (ls_number_format (value, number));
  g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("%s: %s cannot be read"), self->info->name,
               self->variables[variable].name);
  return NULL;
}

/* ---- Inputs and outputs ----------------------------------------------------------------- */

LsStatus
ls_system_get_inputs (LsSystem *self, double u[])
{
  LsStatus status;

  if (self->info->n_in == 0)
    return LS_OK;
  status = self->klass->get_inputs (self, u);
  ls_system_unmap_inputs (self, u);
  return status;
}

void
ls_system_forget_inputs (LsSystem *self)
{
  if (self->klass->forget_inputs != NULL)
    self->klass->forget_inputs (self);
}

LsStatus
ls_system_evaluate (LsSystem *self, const double u[], double y[])
{
  return self->klass->evaluate (self, ls_system_map_inputs (self, u, self->mapped), y);
}

LsStatus
ls_system_set_some_inputs (LsSystem *self, const guint indices[], guint n, const double values[])
{
  g_return_val_if_fail (n <= self->info->n_in, LS_STOP);

  for (guint i = 0; i < n; i++)
    self->mapped[i] = ls_system_map_input (self, indices[i], values[i]);
  return n == 0 ? LS_OK : self->klass->set_some_inputs (self, indices, n, self->mapped);
}

LsStatus
ls_system_get_some_outputs (LsSystem *self, const guint indices[], guint n, double values[])
{
  g_return_val_if_fail (n <= self->info->n_out, LS_STOP);

  return n == 0 ? LS_OK : self->klass->get_some_outputs (self, indices, n, values);
}

gboolean
ls_system_has_feed (const LsSystem *self)
{
  return self->klass->has_feed != NULL && self->klass->has_feed (self);
}

LsStatus
ls_system_get_feed (LsSystem *self, guint input, const guint outputs[], guint n, double column[])
{
  const double seed = self->in_factors != NULL ? self->in_factors[input] : 1.0;

  return self->klass->get_feed (self, input, seed, outputs, n, column);
}

/* ---- Steps ------------------------------------------------------------------------------ */

LsStatus
ls_system_start (LsSystem *self)
{
  return self->klass->start (self);
}

gboolean
ls_system_has_ended (const LsSystem *self)
{
  return self->klass->has_ended != NULL && self->klass->has_ended (self);
}

LsStatus
ls_system_terminate (LsSystem *self)
{
  return self->klass->terminate != NULL ? self->klass->terminate (self) : LS_OK;
}

void
ls_system_aim (LsSystem *self, double end_time)
{
  self->end_time = end_time;
}

gboolean
ls_system_has_clocks (const LsSystem *self)
{
  return self->klass->get_n_ticks != NULL;
}

double
ls_system_get_event_time (const LsSystem *self)
{
  return self->klass->get_event_time != NULL ? self->klass->get_event_time (self) : INFINITY;
}

guint64
ls_system_get_n_ticks (const LsSystem *self, const LsVariable *clock, double *time)
{
  *time = -INFINITY;
  return self->klass->get_n_ticks != NULL ? self->klass->get_n_ticks (self, clock, time) : 0;
}

void
ls_system_end_at_ticks (LsSystem *self, const GPtrArray *clocks)
{
  self->ends_at = clocks;
  self->tick = INFINITY;
}

double
ls_system_get_tick (const LsSystem *self)
{
  return self->ends_at != NULL ? self->tick : INFINITY;
}

gboolean
ls_system_ticks_at_end (const LsSystem *self)
{
  return self->ends_at != NULL && self->ticks_at_end;
}

gboolean
ls_system_get_batch_item (const LsSystem *self, LsBatchItem *item)
{
  /* Batched stepping bypasses the conversion of inputs. */
  return self->in_factors == NULL && self->klass->get_batch_item != NULL
         && self->klass->get_batch_item (self, item);
}

guint
ls_system_list_channels (const LsSystem *self, gconstpointer channels[LS_SYSTEM_MAX_CHANNELS])
{
  return self->klass->list_channels != NULL ? self->klass->list_channels (self, channels) : 0;
}

void
ls_system_set_step_observer (LsSystem *self, const LsStepObserver *step_observer, guint index)
{
  self->step_observer = step_observer;
  self->index = index;
}

void
ls_system_set_clock (LsSystem *self, LsCallClock *clock)
{
  if (self->klass->set_clock != NULL)
    self->klass->set_clock (self, clock);
}

/* ---- States, derivatives ---------------------------------------------------------------- */

LsStatus
ls_system_get_states (LsSystem *self, double x[])
{
  if (!self->info->has[LS_CAPABILITY_STATES])
    return LS_STOP;
  return self->info->n_state == 0 ? LS_OK : self->klass->get_states (self, x);
}

LsStatus
ls_system_get_state_derivatives (LsSystem *self, double dx[])
{
  if (!self->info->has[LS_CAPABILITY_STATE_DERIVATIVES])
    return LS_STOP;
  return self->info->n_state == 0 ? LS_OK : self->klass->get_state_derivatives (self, dx);
}

gboolean
ls_system_has_constraints (const LsSystem *self)
{
  return self->klass->has_constraints != NULL && self->klass->has_constraints (self);
}

LsStatus
ls_system_project (LsSystem *self, const double u[], double y[], gboolean *moved)
{
  *moved = FALSE;
  if (!ls_system_has_constraints (self))
    return LS_OK;
  return self->klass->project (self, ls_system_map_inputs (self, u, self->mapped), y, moved);
}

static LsStatus
refuse_linearisation (LsSystem *self)
{
  ls_log_write (self->log, LS_LOG_ERROR, self->info->name, "linearisation",
                ls_system_get_time (self), "%s", self->info->reasons[LS_CAPABILITY_LINEARISATION]);
  return LS_STOP;
}

LsStatus
ls_system_read_point (LsSystem *self, const double u[], LsLinearisation *result)
{
  if (!self->info->has[LS_CAPABILITY_LINEARISATION])
    return refuse_linearisation (self);
  return self->klass->read_point (self, ls_system_map_inputs (self, u, self->mapped), result);
}

LsStatus
ls_system_linearise (LsSystem *self, const double u[], LsLinearisation *result)
{
  const double *mapped = ls_system_map_inputs (self, u, self->mapped);
  LsStatus status;

  if (!self->info->has[LS_CAPABILITY_LINEARISATION])
    return refuse_linearisation (self);
  if (self->klass->linearise_at != NULL)
    status = self->klass->linearise_at (self, mapped, result);
  else if ((status = self->klass->read_point (self, mapped, result)) == LS_OK)
    status = self->klass->linearise (self, mapped, result);
  if (status == LS_OK)
    ls_system_map_linearisation (self, result);
  return status;
}

/* ---- Events ----------------------------------------------------------------------------- */

gboolean
ls_system_reports_events (const LsSystem *self)
{
  return self->event_times != NULL;
}

guint
ls_system_get_n_quantised (const LsSystem *self)
{
  return self->n_quantised;
}

void
ls_system_note_fired (LsSystem *self)
{
  if (self->klass->note_fired != NULL)
    self->fired = self->klass->note_fired (self);
}

const GArray *
ls_system_get_fired (const LsSystem *self)
{
  return self->fired;
}

void
ls_system_note_at_events (LsSystem *self, const guint variables[], guint n)
{
  if (!ls_system_reports_events (self))
    return;
  self->noted = variables;
  self->n_noted = n;
}

guint
ls_system_get_event_size (const LsSystem *self)
{
  return ls_system_reports_events (self) ? self->info->n_out + self->info->n_in + self->n_noted : 0;
}

guint
ls_system_get_n_events (const LsSystem *self)
{
  return ls_system_reports_events (self) ? self->event_times->len : 0;
}

double
ls_system_get_event (const LsSystem *self, guint index, const double **before, const double **after)
{
  const guint n = ls_system_get_event_size (self);
  const double *values = (const double *)(gpointer)self->event_values->data + (gsize)2 * index * n;

  *before = values;
  *after = values + n;
  return g_array_index (self->event_times, double, index);
}
