/* Single inputs and outputs: what ordering and solving the coupling equations need. */
#include "core/system/system-me-impl.h"

static double
map_value (const LsSystem *self, guint input, double value)
{
  if (self->in_factors == NULL)
    return value;
  return self->in_factors[input] * value + self->in_offsets[input];
}

LsStatus
ls_system_set_some_inputs (LsSystem *self, const guint indices[], guint n, const double values[])
{
  g_return_val_if_fail (n <= self->info->n_in, LS_STOP);

  for (guint i = 0; i < n; i++)
    {
      self->read_refs[i] = self->in_refs[indices[i]];
      self->in_values[i] = map_value (self, indices[i], values[i]);
    }
  if (n == 0)
    return LS_OK;
  return ls_instance_set_real (self->instance, self->read_refs, n, self->in_values);
}

LsStatus
ls_system_get_some_outputs (LsSystem *self, const guint indices[], guint n, double values[])
{
  g_return_val_if_fail (n <= self->info->n_out, LS_STOP);

  for (guint i = 0; i < n; i++)
    self->read_refs[i] = self->out_refs[indices[i]];
  if (n == 0)
    return LS_OK;
  return ls_instance_get_real (self->instance, self->read_refs, n, values);
}

gboolean
ls_system_has_feed (const LsSystem *self)
{
  const char *const *without = (const char *const *)self->component->without;

  return (ls_instance_get_capabilities (self->instance) & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0
         && !(without != NULL
              && g_strv_contains (without, ls_capability_id (LS_CAPABILITY_LINEARISATION)));
}

static gboolean
is_continuous (const LsSystem *self, guint variable)
{
  return ls_fmu_get_description (self->fmu)->variables[variable].variability
         == LS_VARIABILITY_CONTINUOUS;
}

LsStatus
ls_system_get_feed (LsSystem *self, guint input, const guint outputs[], guint n, double column[])
{
  const LsSystemInfo *info = self->info;
  double seed = self->in_factors != NULL ? self->in_factors[input] : 1.0;
  guint n_asked = 0;
  LsStatus status = LS_OK;

  if (is_continuous (self, info->inputs[input]))
    for (guint i = 0; i < n; i++)
      if (is_continuous (self, info->outputs[outputs[i]]))
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

char *
ls_system_get_text (LsSystem *self, guint variable, GError **error)
{
  return ls_instance_get_text (self->instance,
                               &ls_fmu_get_description (self->fmu)->variables[variable], error);
}
