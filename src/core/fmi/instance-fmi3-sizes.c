/* FMI 3.0: sizes of arrays other than those of the file, set in configuration mode before anything
 * else is. */
#include "core/fmi/fmi3-instance.h"

static gboolean
is_size (const LsVariable *self)
{
  return self->is_structural && self->sizes_arrays;
}

static LsStatus
set_size (LsInstanceFmi3 *self, const LsVariable *variable)
{
  const fmi3UInt64 size = variable->size;

  LS_FMI3_RETURN_CALL (self, SetUInt64, &variable->value_reference, 1, &size, 1);
}

static LsStatus
set_sizes (LsInstanceFmi3 *self, const LsDescription *description)
{
  LsStatus status = ls_instance_fmi3_move (self, "fmi3EnterConfigurationMode",
                                           self->fmi.EnterConfigurationMode, LS_STAGE_INSTANTIATED);

  for (guint i = 0; i < description->n_variables && status == LS_OK; i++)
    if (is_size (&description->variables[i]))
      status = set_size (self, &description->variables[i]);
  return status != LS_OK
             ? status
             : ls_instance_fmi3_move (self, "fmi3ExitConfigurationMode",
                                      self->fmi.ExitConfigurationMode, LS_STAGE_INSTANTIATED);
}

/* What is set before the initialization; other arrays have no values to start with. */
static gboolean
has_start (const LsVariable *self)
{
  return self->variability != LS_VARIABILITY_CONSTANT
         && (self->causality == LS_CAUSALITY_PARAMETER || self->causality == LS_CAUSALITY_INPUT
             || self->initial == LS_INITIAL_EXACT || self->initial == LS_INITIAL_APPROX);
}

/* The start value of all elements is set; without one, elements that nobody sets keep what the FMU
 * has chosen for them. */
static LsStatus
start_array (LsInstanceFmi3 *self, const LsArray *array, const LsVariable *first)
{
  g_autoptr (GError) error = NULL;

  if (!array->is_resized || array->n == 0 || !has_start (first))
    return LS_OK;
  if (first->start == NULL)
    return ls_instance_fmi3_read_array (self, array);
  /* The other elements go with it. */
  return ls_instance_set_text (&self->base, first, first->start, &error) ? LS_OK : LS_STOP;
}

LsStatus
ls_instance_fmi3_resize (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  gboolean is_resized = FALSE;
  LsStatus status;

  for (guint i = 0; i < description->n_arrays; i++)
    is_resized |= description->arrays[i].is_resized;
  if (!is_resized)
    return LS_OK;
  status = set_sizes (self, description);
  for (guint i = 0; i < description->n_arrays && status == LS_OK; i++)
    status = start_array (self, &description->arrays[i],
                          &description->variables[description->arrays[i].first]);
  return status;
}
