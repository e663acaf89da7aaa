/* FMUs as systems: common parts of both interfaces. */
#include "core/system/system-fmu-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static guint32
get_reference (const LsSystemFmu *self, guint variable)
{
  return ls_fmu_get_description (self->fmu)->variables[variable].value_reference;
}

gboolean
ls_system_fmu_is_continuous (const LsSystemFmu *self, guint variable)
{
  return ls_fmu_get_description (self->fmu)->variables[variable].variability
         == LS_VARIABILITY_CONTINUOUS;
}

static void
add_unknown (LsSystemFmu *self, guint row, guint32 reference)
{
  self->unknown_rows[self->n_unknown] = row;
  self->unknown_refs[self->n_unknown++] = reference;
}

static void
fill_references (LsSystemFmu *self)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  const LsSystemInfo *info = self->base.info;
  guint n_x = info->n_state, n_u = info->n_in, n_y = info->n_out;

  for (guint j = 0; j < n_u; j++)
    {
      self->in_refs[j] = self->known_refs[n_x + j] = get_reference (self, info->inputs[j]);
      self->known_fixed[n_x + j] = !ls_system_fmu_is_continuous (self, info->inputs[j]);
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
      if (ls_system_fmu_is_continuous (self, info->outputs[i]))
        add_unknown (self, n_x + i, self->out_refs[i]);
    }
}

static void
allocate (LsSystemFmu *self)
{
  const LsSystemInfo *info = self->base.info;
  guint n_x = info->n_state, n_u = info->n_in, n_y = info->n_out;
  guint n_variables = ls_fmu_get_description (self->fmu)->n_variables;
  const gsize n_numbers = 2 * ((gsize)n_x + n_y) + n_x + n_u;
  const gsize n_references = 2 * (gsize)n_u + 4 * (gsize)n_y + 5 * (gsize)n_x;
  char *next = self->block
      = g_malloc0 (n_numbers * sizeof (double) + n_references * sizeof (guint32) + n_x + n_u + 1);

  self->column_low = ls_system_fmu_take (&next, n_x + n_y, sizeof (double));
  self->known = ls_system_fmu_take (&next, n_x + n_u, sizeof (double));
  self->column = ls_system_fmu_take (&next, n_x + n_y, sizeof (double));
  self->in_refs = ls_system_fmu_take (&next, n_u, sizeof (guint32));
  self->out_refs = ls_system_fmu_take (&next, n_y, sizeof (guint32));
  self->point_refs = ls_system_fmu_take (&next, 2 * n_x + n_y, sizeof (guint32));
  self->unknown_refs = ls_system_fmu_take (&next, n_x + n_y, sizeof (guint32));
  self->unknown_rows = ls_system_fmu_take (&next, n_x + n_y, sizeof (guint));
  self->known_refs = ls_system_fmu_take (&next, n_x + n_u, sizeof (guint32));
  self->known_fixed = ls_system_fmu_take (&next, n_x + n_u, sizeof (guint8));
  self->block_size = (gsize)(next - (char *)self->column);
  self->read_refs = g_new0 (guint32, n_variables + 1);
  self->read_index = g_new0 (guint, n_variables + 1);
  self->read_reals = g_new0 (double, n_variables + 1);
}

static void
set_error (LsSystemFmu *self, const char *stage, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->base.log);

  if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_FMU, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("%s: %s failed"), self->component->name, stage);
}

static gboolean
set_values (LsSystemFmu *self, LsInstance *instance, GError **error)
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
ls_system_fmu_instantiate (LsSystemFmu *self, LsKind kind, GError **error)
{
  g_autoptr (LsInstance) instance
      = ls_instance_new (self->fmu, kind, self->component->name, self->base.log, FALSE, error);

  if (instance == NULL)
    {
      g_prefix_error (error, "%s: ", self->component->name);
      return NULL;
    }
  ls_instance_keep_inputs (instance);
  if (!set_values (self, instance, error))
    return NULL;
  ls_instance_set_origin (instance, self->base.origin);
  if (ls_instance_setup (instance, self->tolerance, 0.0, self->base.stop_time) != LS_OK
      || ls_instance_enter_initialization (instance) != LS_OK)
    {
      set_error (self, _ ("initialization"), error);
      return NULL;
    }
  return g_steal_pointer (&instance);
}

gboolean
ls_system_fmu_init (LsSystemFmu *self,
                    const LsSystemClass *klass,
                    const LsComponent *component,
                    double start_time,
                    double stop_time,
                    double tolerance,
                    LsLog *log,
                    GError **error)
{
  LsSystemInfo *info = ls_system_info_probe_component (component, error);
  const LsDescription *description;

  if (info == NULL)
    return FALSE;
  description = ls_fmu_get_description (component->fmu);
  ls_system_init (&self->base, klass, info, description->variables, description->n_variables,
                  start_time, stop_time, log);
  self->base.by_name = description->by_name;
  self->tolerance = tolerance;
  self->component = ls_component_copy (component);
  self->fmu = ls_fmu_ref (component->fmu);
  allocate (self);
  fill_references (self);
  return TRUE;
}

void
ls_system_fmu_clear (LsSystemFmu *self)
{
  g_clear_pointer (&self->twin_values, g_array_unref);
  if (self->owns_clock && self->clock != NULL)
    ls_instance_free (self->clock);
  if (self->twin != self->instance)
    ls_instance_free (self->twin);
  ls_instance_free (self->instance);
  g_clear_pointer (&self->component, ls_component_free);
  g_clear_pointer (&self->fmu, ls_fmu_unref);
  g_free (self->block);
  g_free (self->read_refs);
  g_free (self->read_index);
  g_free (self->read_reals);
  ls_system_clear (&self->base);
}

LsStatus
ls_system_fmu_get_inputs (LsSystem *system, double u[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;

  return ls_instance_get_inputs (self->instance, self->in_refs, system->info->n_in, u);
}

void
ls_system_fmu_forget_inputs (LsSystem *system)
{
  ls_instance_forget_inputs (((LsSystemFmu *)system)->instance);
}

LsStatus
ls_system_fmu_get_states (LsSystem *system, double x[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;

  return ls_instance_get_real (self->instance, self->point_refs, system->info->n_state, x);
}

LsStatus
ls_system_fmu_get_state_derivatives (LsSystem *system, double dx[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  const guint n = system->info->n_state;

  return ls_instance_get_real (self->instance, self->point_refs + n, n, dx);
}

void
ls_system_fmu_set_clock (LsSystem *system, LsCallClock *clock)
{
  LsSystemFmu *self = (LsSystemFmu *)system;

  ls_instance_set_clock (self->instance, clock);
  if (self->twin != NULL)
    ls_instance_set_clock (self->twin, clock);
  if (self->owns_clock && self->clock != NULL)
    ls_instance_set_clock (self->clock, clock);
}

double
ls_system_fmu_get_event_time (const LsSystem *system)
{
  return ls_instance_get_event_time (((const LsSystemFmu *)system)->instance);
}

guint64
ls_system_fmu_get_n_ticks (const LsSystem *system, const LsVariable *clock, double *time)
{
  return ls_instance_get_n_ticks (((const LsSystemFmu *)system)->instance, clock, time);
}

LsStatus
ls_system_fmu_terminate (LsSystem *system)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  LsStatus status = ls_instance_terminate (self->instance);

  /* Failures of the twin at its end are ignored: nothing depends on it any more. */
  if (self->twin != NULL && self->twin != self->instance)
    ls_instance_terminate (self->twin);
  if (self->owns_clock && self->clock != NULL)
    ls_instance_terminate (self->clock);
  return status;
}

guint
ls_system_fmu_list_channels (const LsSystem *system, gconstpointer channels[LS_SYSTEM_MAX_CHANNELS])
{
  const LsSystemFmu *self = (const LsSystemFmu *)system;
  const LsInstance *instances[] = { self->instance, self->twin, self->clock };
  guint n = 0;

  G_STATIC_ASSERT (G_N_ELEMENTS (instances) <= LS_SYSTEM_MAX_CHANNELS);
  for (guint i = 0; i < G_N_ELEMENTS (instances); i++)
    if (instances[i] != NULL && (channels[n] = ls_instance_get_channel (instances[i])) != NULL)
      n++;
  return n;
}

/* ---- Single inputs and outputs: for the order and solution of the coupling equations ---- */

LsStatus
ls_system_fmu_set_some_inputs (LsSystem *system,
                               const guint indices[],
                               guint n,
                               const double values[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;

  for (guint i = 0; i < n; i++)
    self->read_refs[i] = self->in_refs[indices[i]];
  return ls_instance_set_real (self->instance, self->read_refs, n, values);
}

LsStatus
ls_system_fmu_get_some_outputs (LsSystem *system, const guint indices[], guint n, double values[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;

  for (guint i = 0; i < n; i++)
    self->read_refs[i] = self->out_refs[indices[i]];
  return ls_instance_get_real (self->instance, self->read_refs, n, values);
}

gboolean
ls_system_fmu_has_feed (const LsSystem *system)
{
  const LsSystemFmu *self = (const LsSystemFmu *)system;
  const char *const *without = (const char *const *)self->component->without;

  return (ls_instance_get_capabilities (self->instance) & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0
         && !(without != NULL
              && g_strv_contains (without, ls_capability_id (LS_CAPABILITY_LINEARISATION)));
}

LsStatus
ls_system_fmu_get_feed (
    LsSystem *system, guint input, double seed, const guint outputs[], guint n, double column[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  const LsSystemInfo *info = system->info;
  guint n_asked = 0;
  LsStatus status = LS_OK;

  if (ls_system_fmu_is_continuous (self, info->inputs[input]))
    for (guint i = 0; i < n; i++)
      if (ls_system_fmu_is_continuous (self, info->outputs[outputs[i]]))
        {
          self->read_refs[n_asked] = self->out_refs[outputs[i]];
          self->read_index[n_asked++] = i;
        }
  for (guint i = 0; i < n; i++)
    column[i] = 0.0;
  if (n_asked > 0)
    status = ls_instance_get_directional_derivative (self->instance, self->read_refs, n_asked,
                                                     &self->in_refs[input], 1, &seed,
                                                     self->read_reals);
  for (guint i = 0; i < n_asked && status == LS_OK; i++)
    column[self->read_index[i]] = self->read_reals[i];
  return status;
}
