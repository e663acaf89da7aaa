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
ls_system_fmu_get_typed (LsSystem *system, const LsVariable *variable, LsSystemValue *value)
{
  LsInstance *instance = ((LsSystemFmu *)system)->instance;
  const guint32 *reference = &variable->value_reference;
  LsStatus status;
  int truth = 0;

  value->type = variable->type;
  switch (variable->type)
    {
    case LS_TYPE_REAL:
      return ls_instance_get_real (instance, reference, 1, &value->real);
    case LS_TYPE_STRING:
      return ls_instance_get_string (instance, reference, 1, &value->text);
    case LS_TYPE_BOOLEAN:
      status = ls_instance_get_boolean (instance, reference, 1, &truth);
      value->integer = truth;
      return status;
    default:
      return ls_instance_get_long (instance, reference, 1, &value->integer);
    }
}

LsStatus
ls_system_fmu_set_typed (LsInstance *instance,
                         const LsVariable *variable,
                         const LsSystemValue *value)
{
  const guint32 *reference = &variable->value_reference;
  const int truth = value->integer != 0;

  switch (value->type)
    {
    case LS_TYPE_REAL:
      return ls_instance_set_real (instance, reference, 1, &value->real);
    case LS_TYPE_STRING:
      return ls_instance_set_string (instance, reference, 1, (const char **)&value->text);
    case LS_TYPE_BOOLEAN:
      return ls_instance_set_boolean (instance, reference, 1, &truth);
    default:
      return ls_instance_set_long (instance, reference, 1, &value->integer);
    }
}

/* A value for the twin; @text: a copy. */
typedef struct
{
  const LsVariable *variable;
  LsSystemValue value;
  char *text;
  gboolean is_set;
} TwinValue;

static void
clear_value (gpointer data)
{
  g_free (((TwinValue *)data)->text);
}

static TwinValue *
find_value (LsSystemFmu *self, const LsVariable *variable)
{
  const TwinValue added = { .variable = variable };

  if (self->twin_values == NULL)
    {
      self->twin_values = g_array_new (FALSE, FALSE, sizeof (TwinValue));
      g_array_set_clear_func (self->twin_values, clear_value);
    }
  for (guint i = 0; i < self->twin_values->len; i++)
    if (g_array_index (self->twin_values, TwinValue, i).variable == variable)
      return &g_array_index (self->twin_values, TwinValue, i);
  g_array_append_val (self->twin_values, added);
  return &g_array_index (self->twin_values, TwinValue, self->twin_values->len - 1);
}

LsStatus
ls_system_fmu_set_twins (LsSystemFmu *self, const LsVariable *variable, const LsSystemValue *value)
{
  TwinValue *entry = find_value (self, variable);

  if (entry->is_set && entry->value.real == value->real && entry->value.integer == value->integer
      && g_strcmp0 (entry->text, value->text) == 0)
    return LS_OK;
  g_free (entry->text);
  entry->text = g_strdup (value->text);
  entry->value = *value;
  entry->value.text = entry->text;
  entry->is_set = FALSE;
  return self->twin != NULL && !self->twin_started ? ls_system_fmu_set_new_values (self, self->twin)
                                                   : LS_OK;
}

static gboolean
has_new_values (const LsSystemFmu *self)
{
  for (guint i = 0; self->twin_values != NULL && i < self->twin_values->len; i++)
    if (!g_array_index (self->twin_values, TwinValue, i).is_set)
      return TRUE;
  return FALSE;
}

LsStatus
ls_system_fmu_set_new_values (LsSystemFmu *self, LsInstance *twin)
{
  LsStatus status = LS_OK;

  for (guint i = 0; self->twin_values != NULL && i < self->twin_values->len && status == LS_OK; i++)
    {
      TwinValue *entry = &g_array_index (self->twin_values, TwinValue, i);

      if (!entry->is_set)
        status = ls_system_fmu_set_typed (twin, entry->variable, &entry->value);
      entry->is_set = TRUE;
    }
  return status;
}

LsStatus
ls_system_fmu_update_twin (LsSystemFmu *self, LsInstance *twin, const double x[], const double u[])
{
  LsEventInfo info;
  LsStatus status;

  if (twin == self->instance || !has_new_values (self))
    return LS_OK;
  status = ls_instance_set_time (twin, ls_instance_get_time (self->instance));
  if (status == LS_OK && self->base.info->n_state > 0)
    status = ls_instance_set_states (twin, x);
  if (status == LS_OK && self->base.info->n_in > 0)
    status = ls_instance_set_real (twin, self->in_refs, self->base.info->n_in, u);
  if (status == LS_OK)
    status = ls_instance_enter_event_mode (twin);
  if (status == LS_OK)
    status = ls_system_fmu_set_new_values (self, twin);
  if (status == LS_OK)
    status = ls_instance_update_discrete_states (twin, &info);
  return status == LS_OK ? ls_instance_enter_continuous_time_mode (twin) : status;
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
