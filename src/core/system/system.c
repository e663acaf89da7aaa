/* Systems over FMI instances for Co-Simulation. */
#include "core/system/system.h"

#include "core/system/system-me-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static guint32
get_reference (const LsSystem *self, guint variable)
{
  return ls_fmu_get_description (self->fmu)->variables[variable].value_reference;
}

static gboolean
is_continuous (const LsSystem *self, guint variable)
{
  return ls_fmu_get_description (self->fmu)->variables[variable].variability
         == LS_VARIABILITY_CONTINUOUS;
}

static void
add_unknown (LsSystem *self, guint row, guint32 reference)
{
  self->unknown_rows[self->n_unknown] = row;
  self->unknown_refs[self->n_unknown++] = reference;
}

static void
fill_references (LsSystem *self)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  const LsSystemInfo *info = self->info;
  guint n_x = info->n_state, n_u = info->n_in, n_y = info->n_out;

  for (guint j = 0; j < n_u; j++)
    {
      self->in_refs[j] = self->known_refs[n_x + j] = get_reference (self, info->inputs[j]);
      self->known_fixed[n_x + j] = !is_continuous (self, info->inputs[j]);
    }
  for (guint k = 0; k < n_x; k++)
    {
      guint derivative = description->derivatives.items[k].variable;
      guint state = (guint)description->variables[derivative].derivative_of;

      self->point_refs[k] = self->known_refs[k] = get_reference (self, state);
      self->point_refs[n_x + k] = get_reference (self, derivative);
      add_unknown (self, k, self->point_refs[n_x + k]);
    }
  for (guint i = 0; i < n_y; i++)
    {
      self->out_refs[i] = get_reference (self, info->outputs[i]);
      self->point_refs[2 * n_x + i] = self->out_refs[i];
      if (is_continuous (self, info->outputs[i]))
        {
          add_unknown (self, n_x + i, self->out_refs[i]);
          self->slope_rows[self->n_slope] = i;
          self->slope_refs[self->n_slope++] = self->out_refs[i];
        }
      self->ones[i] = 1;
    }
  for (guint p = 0; p < LS_SYSTEM_MAX_DEGREE; p++)
    for (guint j = 0; j < n_u; j++)
      {
        self->poly_refs[p * n_u + j] = self->in_refs[j];
        self->poly_orders[p * n_u + j] = (int)p + 1;
      }
}

static void
allocate (LsSystem *self)
{
  const LsSystemInfo *info = self->info;
  guint n_x = info->n_state, n_u = info->n_in, n_y = info->n_out;
  guint n_variables = ls_fmu_get_description (self->fmu)->n_variables;

  self->in_refs = g_new0 (guint32, n_u + 1);
  self->out_refs = g_new0 (guint32, n_y + 1);
  self->point_refs = g_new0 (guint32, 2 * n_x + n_y + 1);
  self->unknown_refs = g_new0 (guint32, n_x + n_y + 1);
  self->unknown_rows = g_new0 (guint, n_x + n_y + 1);
  self->known_refs = g_new0 (guint32, n_x + n_u + 1);
  self->known_fixed = g_new0 (guint8, n_x + n_u + 1);
  self->poly_refs = g_new0 (guint32, LS_SYSTEM_MAX_DEGREE * n_u + 1);
  self->poly_orders = g_new0 (int, LS_SYSTEM_MAX_DEGREE *n_u + 1);
  self->slope_refs = g_new0 (guint32, n_y + 1);
  self->slope_rows = g_new0 (guint, n_y + 1);
  self->ones = g_new0 (int, n_y + 1);
  self->in_values = g_new0 (double, n_u + 1);
  self->poly_values = g_new0 (double, LS_SYSTEM_MAX_DEGREE *n_u + 1);
  self->low_inputs = g_new0 (double, LS_SYSTEM_MAX_DEGREE *n_u + 1);
  self->point = g_new0 (double, 2 * n_x + n_y + 1);
  self->column = g_new0 (double, n_x + n_y + 1);
  self->column_low = g_new0 (double, n_x + n_y + 1);
  self->known = g_new0 (double, n_x + n_u + 1);
  self->read_refs = g_new0 (guint32, n_variables + 1);
  self->read_index = g_new0 (guint, n_variables + 1);
  self->read_reals = g_new0 (double, n_variables + 1);
}

/* The description may promise what the binary does not keep. */
static void
check_capabilities (LsSystem *self)
{
  static const struct
  {
    LsCan can;
    LsCapability capability;
  } pairs[] = {
    { LS_CAN_SAVE_STATE, LS_CAPABILITY_ROLLBACK },
    { LS_CAN_INPUT_DERIVATIVES, LS_CAPABILITY_POLYNOMIAL_INPUTS },
    { LS_CAN_OUTPUT_DERIVATIVES, LS_CAPABILITY_OUTPUT_DERIVATIVES },
  };
  guint can = ls_instance_get_capabilities (self->instance);

  if (self->me != NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if ((can & pairs[i].can) == 0 && self->info->has[pairs[i].capability])
      ls_system_info_deny (self->info, pairs[i].capability,
                           _ ("the binary of the FMU lacks the functions for it"));
}

static void
set_error (LsSystem *self, const char *stage, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->log);

  if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_FMU, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("%s: %s failed"), self->component->name, stage);
}

static gboolean
set_values (LsSystem *self, LsInstance *instance, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  const LsComponent *component = self->component;

  if (component->values == NULL)
    return TRUE;
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];
      const char *value = g_hash_table_lookup (component->values, variable->name);

      if (value == NULL)
        continue;
      if (!ls_instance_set_text (instance, variable, value, error))
        {
          g_prefix_error (error, "%s: %s: ", component->name, variable->name);
          return FALSE;
        }
    }
  return TRUE;
}

LsInstance *
ls_system_instantiate (LsSystem *self, LsKind kind, GError **error)
{
  g_autoptr (LsInstance) instance
      = ls_instance_new (self->fmu, kind, self->component->name, self->log, FALSE, error);

  if (instance == NULL)
    {
      g_prefix_error (error, "%s: ", self->component->name);
      return NULL;
    }
  ls_instance_keep_inputs (instance);
  if (!set_values (self, instance, error))
    return NULL;
  ls_instance_set_origin (instance, self->origin);
  if (ls_instance_setup (instance, self->tolerance, 0.0, self->stop_time) != LS_OK
      || ls_instance_enter_initialization (instance) != LS_OK)
    {
      set_error (self, _ ("initialization"), error);
      return NULL;
    }
  return g_steal_pointer (&instance);
}

LsSystem *
ls_system_new (const LsComponent *component,
               double start_time,
               double stop_time,
               double tolerance,
               LsLog *log,
               GError **error)
{
  g_autoptr (LsSystem) self = g_new0 (LsSystem, 1);

  self->origin = start_time;
  self->stop_time = stop_time - start_time;
  self->tolerance = tolerance;
  self->end_time = NAN;
  self->log = log != NULL ? ls_log_new_from (log, start_time) : ls_log_new (NULL, NULL);
  if ((self->info = ls_system_info_probe (component, error)) == NULL)
    return NULL;
  self->component = ls_component_copy (component);
  self->fmu = ls_fmu_ref (component->fmu);
  allocate (self);
  fill_references (self);
  if (ls_component_is_exchange (component) && !ls_system_exchange_prepare (self, error))
    return NULL;
  self->instance = ls_system_instantiate (
      self, self->me != NULL ? LS_KIND_MODEL_EXCHANGE : LS_KIND_CO_SIMULATION, error);
  if (self->instance == NULL)
    return NULL;
  ls_instance_allow_end (self->instance);
  check_capabilities (self);
  ls_system_add_twin (self);
  return g_steal_pointer (&self);
}

void
ls_system_free (LsSystem *self)
{
  if (self == NULL)
    return;
  ls_system_exchange_free (self);
  if (self->saved != NULL)
    ls_instance_free_state (self->instance, self->saved);
  if (self->owns_clock && self->clock != NULL)
    ls_instance_free (self->clock);
  if (self->twin != self->instance)
    ls_instance_free (self->twin);
  ls_instance_free (self->instance);
  g_clear_pointer (&self->component, ls_component_free);
  g_clear_pointer (&self->fmu, ls_fmu_unref);
  ls_log_unref (self->log);
  ls_system_info_free (self->info);
  g_free (self->in_refs);
  g_free (self->out_refs);
  g_free (self->point_refs);
  g_free (self->unknown_refs);
  g_free (self->unknown_rows);
  g_free (self->known_refs);
  g_free (self->known_fixed);
  g_free (self->poly_refs);
  g_free (self->poly_orders);
  g_free (self->slope_refs);
  g_free (self->slope_rows);
  g_free (self->ones);
  ls_system_clear_maps (self);
  ls_linearisation_free (self->start);
  g_free (self->in_values);
  g_free (self->poly_values);
  g_free (self->low_inputs);
  g_free (self->point);
  g_free (self->column);
  g_free (self->column_low);
  g_free (self->known);
  g_free (self->read_refs);
  g_free (self->read_index);
  g_free (self->read_reals);
  g_free (self);
}

const LsSystemInfo *
ls_system_get_info (const LsSystem *self)
{
  return self->info;
}

gboolean
ls_system_takes_less (const LsSystem *self)
{
  const int order = ls_fmu_get_input_order (self->fmu);

  return self->me == NULL && self->info->n_in > 0 && order >= 0 && order < LS_SYSTEM_MAX_DEGREE;
}

gboolean
ls_system_gives_less (const LsSystem *self)
{
  return self->me == NULL && self->info->n_out > 0 && ls_fmu_get_output_slopes (self->fmu) == 0;
}

double
ls_system_get_time (const LsSystem *self)
{
  if (self->me != NULL && self->me->exchange != NULL)
    return ls_me_solver_get_time (self->me->exchange);
  return ls_instance_get_time (self->instance);
}

const char *
ls_system_get_variable_name (const LsSystem *self, guint variable)
{
  return ls_fmu_get_description (self->fmu)->variables[variable].name;
}

const LsVariable *
ls_system_get_variable (const LsSystem *self, guint variable)
{
  return &ls_fmu_get_description (self->fmu)->variables[variable];
}

const LsVariable *
ls_system_find_variable (const LsSystem *self, const char *name)
{
  return ls_description_find (ls_fmu_get_description (self->fmu), name);
}

LsStatus
ls_system_get_inputs (LsSystem *self, double u[])
{
  LsStatus status;

  if (self->info->n_in == 0)
    return LS_OK;
  status = ls_instance_get_inputs (self->instance, self->in_refs, self->info->n_in, u);
  for (guint j = 0; self->in_factors != NULL && j < self->info->n_in; j++)
    u[j] = (u[j] - self->in_offsets[j]) / self->in_factors[j];
  return status;
}

gboolean
ls_system_has_ended (const LsSystem *self)
{
  return ls_instance_has_ended (self->instance)
         || (self->me != NULL && self->me->exchange != NULL
             && ls_me_solver_is_terminated (self->me->exchange));
}

void
ls_system_forget_inputs (LsSystem *self)
{
  ls_instance_forget_inputs (self->instance);
}

LsStatus
ls_system_evaluate (LsSystem *self, const double u[], double y[])
{
  const LsSystemInfo *info = self->info;
  LsStatus status = LS_OK;

  if (self->me != NULL && self->me->exchange != NULL)
    return ls_system_exchange_evaluate (self, u, y);
  if (info->n_in > 0)
    status = ls_system_set_mapped (self, self->instance, u);
  if (status == LS_OK && info->n_out > 0)
    status = ls_instance_get_real (self->instance, self->out_refs, info->n_out, y);
  return status;
}

LsStatus
ls_system_start (LsSystem *self)
{
  LsStatus status;

  if (self->me != NULL)
    return ls_system_exchange_start (self);
  status = ls_instance_exit_initialization (self->instance);
  if (status == LS_OK && self->twin != NULL)
    ls_system_start_twin (self);
  return status;
}

LsStatus
ls_system_get_states (LsSystem *self, double x[])
{
  if (!self->info->has[LS_CAPABILITY_STATES])
    return LS_STOP;
  if (self->info->n_state == 0)
    return LS_OK;
  return ls_instance_get_real (self->instance, self->point_refs, self->info->n_state, x);
}

LsStatus
ls_system_get_state_derivatives (LsSystem *self, double dx[])
{
  guint n = self->info->n_state;

  if (!self->info->has[LS_CAPABILITY_STATE_DERIVATIVES])
    return LS_STOP;
  if (n == 0)
    return LS_OK;
  return ls_instance_get_real (self->instance, self->point_refs + n, n, dx);
}

LsStatus
ls_system_save (LsSystem *self, gboolean expected)
{
  if (!self->info->has[LS_CAPABILITY_ROLLBACK])
    return LS_STOP;
  self->may_return = expected;
  self->saved_time = ls_system_get_time (self);
  if (self->me != NULL)
    return ls_system_exchange_save (self, expected);
  return ls_instance_save (self->instance, &self->saved);
}

LsStatus
ls_system_restore (LsSystem *self)
{
  if (self->me != NULL)
    return ls_system_exchange_restore (self);
  if (self->saved == NULL)
    return LS_STOP;
  return ls_instance_restore (self->instance, self->saved);
}

void
ls_system_forget_saved (LsSystem *self)
{
  self->may_return = FALSE;
  if (self->me != NULL && self->me->exchange != NULL)
    ls_me_solver_forget_saved (self->me->exchange);
}

char *
ls_system_explain_state (const LsSystem *self)
{
  if (!self->info->has[LS_CAPABILITY_ROLLBACK])
    return g_strdup_printf (_ ("%s cannot save its state"), self->info->name);
  return self->me == NULL
             ? NULL
             : g_strdup_printf (_ ("%s is integrated by a solver, which saves one state only"),
                                self->info->name);
}

LsStatus
ls_system_take_state (LsSystem *self, LsSavedState **state)
{
  LsStatus status;

  *state = NULL;
  status = ls_instance_save (self->instance, state);
  if (status == LS_OK)
    self->n_taken++;
  return status;
}

LsStatus
ls_system_go_to_state (LsSystem *self, LsSavedState *state)
{
  return ls_instance_restore (self->instance, state);
}

void
ls_system_free_state (LsSystem *self, LsSavedState *state)
{
  self->n_taken--;
  ls_instance_free_state (self->instance, state);
}

void
ls_system_visit_state (LsSystem *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (&self->quiet, sizeof self->quiet, user_data);
  func (&self->pause, sizeof self->pause, user_data);
  func (&self->last_degree, sizeof self->last_degree, user_data);
}

void
ls_system_set_clock (LsSystem *self, LsCallClock *clock)
{
  ls_instance_set_clock (self->instance, clock);
  if (self->twin != NULL)
    ls_instance_set_clock (self->twin, clock);
  if (self->owns_clock && self->clock != NULL)
    ls_instance_set_clock (self->clock, clock);
}

LsStatus
ls_system_terminate (LsSystem *self)
{
  LsStatus status = ls_instance_terminate (self->instance);

  /* The twin ends quietly: nothing depends on it any more. */
  if (self->twin != NULL && self->twin != self->instance)
    ls_instance_terminate (self->twin);
  if (self->owns_clock && self->clock != NULL)
    ls_instance_terminate (self->clock);
  return status;
}

gboolean
ls_system_tells_events (const LsSystem *self)
{
  return self->me != NULL;
}

void
ls_system_note_at_events (LsSystem *self, const guint variables[], guint n)
{
  if (self->me == NULL)
    return;
  self->me->noted = variables;
  self->me->n_noted = n;
}

guint
ls_system_get_event_size (const LsSystem *self)
{
  return self->me != NULL ? self->info->n_out + self->info->n_in + self->me->n_noted : 0;
}

guint
ls_system_get_n_events (const LsSystem *self)
{
  return self->me != NULL ? self->me->event_times->len : 0;
}

double
ls_system_get_event (const LsSystem *self, guint index, const double **before, const double **after)
{
  const LsSystemExchange *me = self->me;
  const guint n = ls_system_get_event_size (self);
  const double *values = (const double *)(gpointer)me->event_values->data + (gsize)2 * index * n;

  *before = values;
  *after = values + n;
  return g_array_index (me->event_times, double, index);
}
