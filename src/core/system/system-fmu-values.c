/* Values of any type of an FMU: for recording, and for connections that are not Real. */
#include "core/system/system-fmu-impl.h"

static LsStatus
read_reals (LsSystemFmu *self, guint n, double values[])
{
  LsStatus status;

  if (n == 0)
    return LS_OK;
  status = ls_instance_get_real (self->instance, self->read_refs, n, self->read_reals);
  if (status != LS_OK)
    return status;
  for (guint i = 0; i < n; i++)
    values[self->read_index[i]] = self->read_reals[i];
  return LS_OK;
}

LsStatus
ls_system_fmu_read (LsSystem *system, const guint variables[], guint n, double values[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  guint n_reals = 0;

  for (guint i = 0; i < n; i++)
    {
      const LsVariable *variable = &description->variables[variables[i]];
      LsStatus status = LS_OK;

      if (variable->type != LS_TYPE_REAL)
        status = ls_instance_get_number (self->instance, variable, &values[i]);
      else if (n_reals < description->n_variables)
        {
          self->read_refs[n_reals] = variable->value_reference;
          self->read_index[n_reals++] = i;
        }
      else
        status = ls_instance_get_real (self->instance, &variable->value_reference, 1, &values[i]);
      if (status != LS_OK)
        return status;
    }
  return read_reals (self, n_reals, values);
}

LsStatus
ls_system_fmu_set_twins (LsSystemFmu *self, const LsVariable *variable, double value)
{
  LsStatus status = LS_OK;

  if (self->twin != NULL && self->twin != self->instance)
    status = ls_instance_set_number (self->twin, variable, value);
  if (status == LS_OK && self->clock != NULL && self->clock != self->instance
      && self->clock != self->twin)
    status = ls_instance_set_number (self->clock, variable, value);
  return status;
}

LsStatus
ls_system_fmu_get_typed (LsSystem *system, const LsVariable *variable, LsSystemValue *value)
{
  LsInstance *instance = ((LsSystemFmu *)system)->instance;
  const guint32 *reference = &variable->value_reference;

  value->type = variable->type;
  switch (variable->type)
    {
    case LS_TYPE_REAL:
      return ls_instance_get_real (instance, reference, 1, &value->real);
    case LS_TYPE_STRING:
      return ls_instance_get_string (instance, reference, 1, &value->text);
    case LS_TYPE_BOOLEAN:
      return ls_instance_get_boolean (instance, reference, 1, &value->integer);
    default:
      return ls_instance_get_integer (instance, reference, 1, &value->integer);
    }
}

LsStatus
ls_system_fmu_set_typed (LsInstance *instance,
                         const LsVariable *variable,
                         const LsSystemValue *value)
{
  const guint32 *reference = &variable->value_reference;

  switch (value->type)
    {
    case LS_TYPE_REAL:
      return ls_instance_set_real (instance, reference, 1, &value->real);
    case LS_TYPE_STRING:
      return ls_instance_set_string (instance, reference, 1, (const char **)&value->text);
    case LS_TYPE_BOOLEAN:
      return ls_instance_set_boolean (instance, reference, 1, &value->integer);
    default:
      return ls_instance_set_integer (instance, reference, 1, &value->integer);
    }
}

gboolean
ls_system_fmu_set_text (LsSystem *system,
                        const LsVariable *variable,
                        const char *text,
                        GError **error)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  GHashTable *values = self->component->values;

  if (!ls_instance_set_text (self->instance, variable, text, error)
      || (self->twin != NULL && self->twin != self->instance
          && !ls_instance_set_text (self->twin, variable, text, error)))
    return FALSE;
  /* For instances created later. */
  if (values == NULL)
    values = self->component->values
        = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (values, g_strdup (variable->name), g_strdup (text));
  return TRUE;
}

char *
ls_system_fmu_get_text (LsSystem *system, guint variable, GError **error)
{
  return ls_instance_get_text (((LsSystemFmu *)system)->instance, &system->variables[variable],
                               error);
}
