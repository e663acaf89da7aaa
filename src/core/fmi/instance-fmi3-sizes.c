/* FMI 3.0: sizes of arrays other than those of the file, set in configuration mode before anything
 * else is, and those that change in a run, in Reconfiguration Mode. */
#include "core/fmi/fmi3-instance.h"

#include <glib/gi18n-lib.h>

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

/* The start value of all elements is set; without one, elements that are not set keep the FMU's own
 * values. */
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

/* ---- In a run ---------------------------------------------------------------------------- */

const LsVariable *
ls_instance_fmi3_find_structural (const LsInstanceFmi3 *self, const guint32 *references, gsize n)
{
  if (self->base.stage < LS_STAGE_EVENT)
    return NULL;
  for (gsize i = 0; i < n; i++)
    {
      const LsVariable *variable = ls_instance_fmi3_find (self, references[i]);

      if (variable != NULL && variable->is_structural)
        return variable;
    }
  return NULL;
}

static LsStatus
refuse_size (LsInstanceFmi3 *self, const LsVariable *size, gint64 value)
{
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, NULL, self->base.time,
                _ ("%s is the size of arrays that begin with %jd elements; in the run it can be "
                   "from %jd to that, not %jd"),
                size->name, (intmax_t)size->size,
                (intmax_t)(size->has_min ? MAX (size->min, 0.0) : 0.0), (intmax_t)value);
  return LS_STOP;
}

/* Texts are not part of saved states. */
static LsStatus
set_again (LsInstanceFmi3 *self, guint size)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  LsStatus status = LS_OK;

  for (guint i = 0; i < description->n_arrays && status == LS_OK; i++)
    {
      const LsArray *array = &description->arrays[i];
      const LsVariable *first = &description->variables[array->first];
      gboolean is_sized = FALSE;

      for (guint k = 0; k < array->n_dimensions; k++)
        is_sized |= self->shapes[i].sized_by[k] == size;
      if (is_sized && array->n > 0
          && (first->causality == LS_CAUSALITY_INPUT
              || (first->causality == LS_CAUSALITY_PARAMETER && !first->is_structural)))
        status = ls_instance_fmi3_set_array (self, array);
    }
  return status;
}

static LsStatus
set_value (LsInstanceFmi3 *self, guint size, guint64 value)
{
  const fmi3UInt64 set = value;

  self->sizes[size] = value;
  LS_FMI3_RETURN_CALL (self, SetUInt64, &self->size_variables[size]->value_reference, 1, &set, 1);
}

/* In Co-Simulation from step mode, else from event mode; inputs that are not continuous are set in
 * event mode. */
static LsStatus
change_size (LsInstanceFmi3 *self, guint size, guint64 value)
{
  const LsStage stage = self->base.stage;
  LsStatus status = ls_instance_fmi3_move (self, "fmi3EnterConfigurationMode",
                                           self->fmi.EnterConfigurationMode, stage);

  if (status == LS_OK)
    status = set_value (self, size, value);
  if (status == LS_OK)
    status = ls_instance_fmi3_move (self, "fmi3ExitConfigurationMode",
                                    self->fmi.ExitConfigurationMode, stage);
  if (status == LS_OK)
    status = ls_instance_fmi3_open_event_mode (&self->base);
  self->has_new_shape = TRUE;
  return status == LS_OK ? set_again (self, size) : status;
}

LsStatus
ls_instance_fmi3_reconfigure (LsInstanceFmi3 *self, const LsVariable *size, gint64 value)
{
  const gint64 least = size->has_min ? (gint64)CLAMP (size->min, 0.0, 1e18) : 0;

  for (guint i = 0; i < self->n_sizes; i++)
    {
      if (self->size_variables[i] != size)
        continue;
      if (value < least || (guint64)value > size->size)
        return refuse_size (self, size, value);
      ls_instance_fmi3_forget_held (self);
      return (guint64)value == self->sizes[i] ? LS_OK : change_size (self, i, (guint64)value);
    }
  return refuse_size (self, size, value);
}

LsStatus
ls_instance_fmi3_change_long (LsInstance *instance,
                              const guint32 *references,
                              gsize n,
                              const gint64 values[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status = LS_OK;

  if (G_LIKELY (ls_instance_fmi3_find_structural (self, references, n) == NULL))
    return ls_instance_fmi3_set_long (instance, references, n, values);
  for (gsize i = 0; i < n && status == LS_OK; i++)
    {
      const LsVariable *size = ls_instance_fmi3_find_structural (self, references + i, 1);

      status = size != NULL && size->sizes_arrays
                   ? ls_instance_fmi3_reconfigure (self, size, values[i])
                   : ls_instance_fmi3_set_long (instance, references + i, 1, values + i);
    }
  return status;
}
