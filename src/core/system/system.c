/* Common part of all systems, and dispatch to the implementations. */
#include "core/system/system.h"

#include "core/base/interrupt.h"
#include "core/base/number.h"
#include "core/system/system-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
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

/* @what: the interface, for developers: callers check for it beforehand. */
static LsStatus
refuse (LsSystem *self, const char *what)
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
    return refuse (self, "set_typed");
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

/* ---- Connections that are not Real, or pass on parameters ------------------------------ */

/* Integers that no connection changes are passed on exactly: a number holds 53 bits of 64. */
static gboolean
convert_value (LsSystem *to, guint input, LsFormat format, LsSystemValue *value)
{
  const LsVariable *target = &to->variables[input];
  const double number
      = value->type == LS_TYPE_REAL ? value->real : ls_long_to_number (format, value->integer);
  gint64 minimum, maximum;

  value->real = ls_system_map_value (to, input, number);
  if (value->type == LS_TYPE_REAL || value->real != number)
    value->integer = ls_number_to_long (target->format, round (value->real));
  value->type = target->type;
  ls_format_get_range (target->format, &minimum, &maximum);
  if (target->type != LS_TYPE_INTEGER || format == target->format
      || (value->real >= (double)minimum && value->real <= (double)maximum))
    return TRUE;
  ls_log_write (to->log, LS_LOG_ERROR, to->info->name, NULL, ls_system_get_time (to),
                _ ("%s: %.17g does not fit into the type %s"), target->name, value->real,
                ls_variable_type_name (target));
  return FALSE;
}

LsStatus
ls_system_copy_value (LsSystem *from, guint output, LsSystem *to, guint input)
{
  LsSystemValue value = { .type = from->variables[output].type };
  LsStatus status;

  if (from->klass->get_typed == NULL)
    return refuse (from, "get_typed");
  if (to->klass->set_typed == NULL)
    return refuse (to, "set_typed");
  status = from->klass->get_typed (from, &from->variables[output], &value);
  if (status != LS_OK)
    return status;
  if (value.type != LS_TYPE_STRING
      && !convert_value (to, input, from->variables[output].format, &value))
    return LS_STOP;
  return to->klass->set_typed (to, &to->variables[input], &value);
}

static char *
get_mapped (LsSystem *from, const LsVariable *source, LsSystem *to, guint input, GError **error)
{
  char number[LS_NUMBER_SIZE];
  double value;

  if (source->type == LS_TYPE_STRING)
    return ls_system_get_text (from, source->index, error);
  if (ls_system_read (from, &source->index, 1, &value) != LS_OK)
    return NULL;
  if (source->type == LS_TYPE_REAL && !isfinite (value))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("%s.%s, which feeds it, is not a finite number"), from->info->name,
                   source->name);
      return NULL;
    }
  value = ls_system_map_value (to, input, value);
  if (to->variables[input].type == LS_TYPE_BOOLEAN)
    return g_strdup (value != 0.0 ? "true" : "false");
  return g_strdup (ls_number_format (value, number));
}

LsStatus
ls_system_copy_parameter (LsSystem *from, guint output, LsSystem *to, guint input)
{
  const LsVariable *target = &to->variables[input];
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean well;

  if (to->klass->set_text == NULL)
    return refuse (to, "set_text");
  text = get_mapped (from, &from->variables[output], to, input, &error);
  well = text != NULL && to->klass->set_text (to, target, text, &error);
  if (error != NULL)
    ls_log_write (to->log, LS_LOG_ERROR, to->info->name, NULL, 0.0, "%s: %s", target->name,
                  error->message);
  return well ? LS_OK : LS_STOP;
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

double
ls_system_get_mean (const double c[], guint degree, double h)
{
  static const double parts[LS_SYSTEM_MAX_DEGREE + 1] = { 1.0, 2.0, 3.0, 4.0 };
  double sum = 0.0;

  for (guint p = degree; p > 0; p--)
    sum = (sum + c[p] / parts[p]) * h;
  return sum + c[0];
}

/* Least-squares approximation over the step of polynomials of degree @from by degree @to: it
 * preserves the moments up to that order, so integrals over inputs have a small error. Term by
 * term: s^p on [0, 1] minus Legendre's polynomial of degree p is of lower degree. */
static void
lower_polynomial (double c[], double h, guint from, guint to)
{
  static const double lower[][LS_SYSTEM_MAX_DEGREE]
      = { { 0.0 }, { 1.0 / 2.0 }, { -1.0 / 6.0, 1.0 }, { 1.0 / 20.0, -3.0 / 5.0, 3.0 / 2.0 } };

  for (guint p = from; p > to; p--)
    for (guint q = 0; q < p; q++)
      c[q] += lower[p][q] * c[p] * pow (h, (double)p - q);
}

static const double *
lower_degree (LsSystem *self, double h, guint from, guint to, const double u[])
{
  for (guint j = 0; j < self->info->n_in; j++)
    {
      const double *high = u + (gsize)j * (from + 1);
      double *low = self->lowered + (gsize)j * (to + 1);
      double c[LS_SYSTEM_MAX_DEGREE + 1];

      if (to == 0)
        {
          low[0] = ls_system_get_mean (high, from, h);
          continue;
        }
      memcpy (c, high, (from + 1) * sizeof (double));
      lower_polynomial (c, h, from, to);
      memcpy (low, c, (to + 1) * sizeof (double));
    }
  return self->lowered;
}

/* Length of a step of @h from @time: up to the exact grid point where that equals @h up to rounding
 * (false for NaN). */
static double
get_length (const LsSystem *self, double time, double h)
{
  const double length = self->end_time - time;

  return fabs (length - h) <= 1e-9 * h ? length : h;
}

static LsStatus
step (LsSystem *self,
      double h,
      guint degree,
      const double u[],
      double y[],
      double dy[],
      gboolean *event)
{
  const double time = ls_system_get_time (self), length = get_length (self, time, h);
  const guint limit = self->info->input_degree;

  *event = FALSE;
  if (degree > limit)
    {
      u = lower_degree (self, h, degree, limit, u);
      degree = limit;
    }
  return self->klass->step (self, length, length == h ? time + h : self->end_time, degree,
                            ls_system_map_polynomials (self, degree, u), y, dy, event);
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

/* A tick is passed on in its instant, so the step has to end there. Earlier ticks than the last of
 * a Clock are found when the step is repeated up to that one. */
static G_GNUC_NO_INLINE LsStatus
look_for_ticks (LsSystem *self, double begin)
{
  const double end = ls_system_get_time (self);

  self->tick = INFINITY;
  for (guint i = 0; i < self->ends_at->len; i++)
    {
      double time;

      if (ls_system_get_n_ticks (self, self->ends_at->pdata[i], &time) > 0 && time > begin
          && time < end - 1e-12 * fmax (fabs (end), end - begin))
        self->tick = fmin (self->tick, time);
    }
  return isfinite (self->tick) ? LS_RETRY : LS_OK;
}

LsStatus
ls_system_step (LsSystem *self,
                double h,
                guint degree,
                const double u[],
                double y[],
                double dy[],
                gboolean *event)
{
  const double begin = G_UNLIKELY (self->ends_at != NULL) ? ls_system_get_time (self) : 0.0;
  LsStatus status;

  g_return_val_if_fail (degree <= LS_SYSTEM_MAX_DEGREE, LS_STOP);

  if (G_UNLIKELY (ls_interrupt_is_wanted ()))
    return LS_STOP;
  status = step (self, h, degree, u, y, dy, event);
  if (G_UNLIKELY (self->ends_at != NULL) && status == LS_OK)
    status = look_for_ticks (self, begin);
  if (G_UNLIKELY (self->step_observer != NULL) && status == LS_OK)
    self->step_observer->integrated (self->index, h, degree, u, y, self->step_observer->user_data);
  return status;
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

/* ---- States, saved points, derivatives -------------------------------------------------- */

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

LsStatus
ls_system_save (LsSystem *self, gboolean expected)
{
  if (!self->info->has[LS_CAPABILITY_ROLLBACK])
    return LS_STOP;
  self->may_return = expected;
  self->saved_time = ls_system_get_time (self);
  return self->klass->save (self, expected);
}

LsStatus
ls_system_restore (LsSystem *self)
{
  return self->klass->restore != NULL ? self->klass->restore (self) : LS_STOP;
}

void
ls_system_forget_saved (LsSystem *self)
{
  self->may_return = FALSE;
  if (self->klass->forget_saved != NULL)
    self->klass->forget_saved (self);
}

char *
ls_system_explain_state (const LsSystem *self)
{
  if (!self->info->has[LS_CAPABILITY_ROLLBACK])
    return g_strdup_printf (_ ("%s cannot save its state"), self->info->name);
  if (self->klass->save_state != NULL)
    return NULL;
  return g_strdup_printf (_ ("%s is integrated by a solver, which saves one state only"),
                          self->info->name);
}

gboolean
ls_system_loses_steps (const LsSystem *self)
{
  return self->klass->loses_steps != NULL && self->klass->loses_steps (self);
}

LsStatus
ls_system_save_state (LsSystem *self, LsSavedState **state)
{
  LsStatus status;

  *state = NULL;
  status = self->klass->save_state (self, state);
  if (status == LS_OK)
    self->n_saved_states++;
  return status;
}

LsStatus
ls_system_restore_state (LsSystem *self, LsSavedState *state)
{
  return self->klass->restore_state (self, state);
}

void
ls_system_free_state (LsSystem *self, LsSavedState *state)
{
  self->n_saved_states--;
  self->klass->free_state (self, state);
}

void
ls_system_visit_state (LsSystem *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (&self->n_constant, sizeof self->n_constant, user_data);
  func (&self->pause, sizeof self->pause, user_data);
  if (self->klass->visit_state != NULL)
    self->klass->visit_state (self, func, user_data);
}

char *
ls_system_explain_serialization (const LsSystem *self)
{
  const LsSystemClass *klass = self->klass;
  char *reason = ls_system_explain_state (self);

  if (reason != NULL
      || (klass->serialize_state != NULL
          && (klass->can_serialize == NULL || klass->can_serialize (self))))
    return reason;
  return g_strdup_printf (_ ("%s cannot serialize its state"), self->info->name);
}

/* Without an error of its own, the log has the reason. */
static gboolean
fail_state (LsSystem *self, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->log);

  if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("%s cannot save its state"), self->info->name);
  return FALSE;
}

GBytes *
ls_system_serialize (LsSystem *self, GError **error)
{
  LsSavedState *state = NULL;
  GBytes *bytes;

  if (ls_system_save_state (self, &state) != LS_OK)
    {
      fail_state (self, error);
      return NULL;
    }
  bytes = self->klass->serialize_state (self, state, error);
  ls_system_free_state (self, state);
  return bytes;
}

gboolean
ls_system_deserialize (LsSystem *self, GBytes *bytes, GError **error)
{
  LsSavedState *state = self->klass->deserialize_state (self, bytes, error);
  LsStatus status;

  if (state == NULL)
    return FALSE;
  status = self->klass->restore_state (self, state);
  self->klass->free_state (self, state);
  return status == LS_OK || fail_state (self, error);
}

/* @u is already converted. */
static LsStatus
read_point (LsSystem *self, const double u[], LsLinearisation *result)
{
  if (self->info->has[LS_CAPABILITY_LINEARISATION])
    return self->klass->read_point (self, u, result);
  ls_log_write (self->log, LS_LOG_ERROR, self->info->name, "linearisation",
                ls_system_get_time (self), "%s", self->info->reasons[LS_CAPABILITY_LINEARISATION]);
  return LS_STOP;
}

LsStatus
ls_system_read_point (LsSystem *self, const double u[], LsLinearisation *result)
{
  return read_point (self, ls_system_map_inputs (self, u, self->mapped), result);
}

LsStatus
ls_system_linearise (LsSystem *self, const double u[], LsLinearisation *result)
{
  const double *mapped = ls_system_map_inputs (self, u, self->mapped);
  LsStatus status = read_point (self, mapped, result);

  if (status == LS_OK)
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
