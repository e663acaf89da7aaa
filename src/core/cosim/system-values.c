/* Values of any type: for recording, and over connections that are not real. */
#include "core/cosim/system-exchange-impl.h"

#include <math.h>

static gboolean
is_integer (LsType type)
{
  return type == LS_TYPE_INTEGER || type == LS_TYPE_ENUMERATION;
}

static LsStatus
read_reals (LsSystem *self, guint n, double values[])
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

static LsStatus
read_other (LsSystem *self, const LsVariable *variable, double *value)
{
  int number = 0;
  LsStatus status;

  if (variable->type == LS_TYPE_BOOLEAN)
    status = ls_instance_get_boolean (self->instance, &variable->value_reference, 1, &number);
  else if (is_integer (variable->type))
    status = ls_instance_get_integer (self->instance, &variable->value_reference, 1, &number);
  else
    {
      *value = NAN;
      return LS_OK;
    }
  *value = number;
  return status;
}

LsStatus
ls_system_read (LsSystem *self, const guint variables[], guint n, double values[])
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  guint n_reals = 0;

  for (guint i = 0; i < n; i++)
    {
      const LsVariable *variable = &description->variables[variables[i]];
      LsStatus status = LS_OK;

      if (variable->type != LS_TYPE_REAL)
        status = read_other (self, variable, &values[i]);
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

static LsStatus
set_number (LsInstance *instance, const LsVariable *variable, double value)
{
  const int number = (int)lround (fmin (fmax (value, G_MININT), G_MAXINT));
  const int truth = number != 0;

  if (variable->type == LS_TYPE_REAL)
    return ls_instance_set_real (instance, &variable->value_reference, 1, &value);
  if (variable->type == LS_TYPE_BOOLEAN)
    return ls_instance_set_boolean (instance, &variable->value_reference, 1, &truth);
  return ls_instance_set_integer (instance, &variable->value_reference, 1, &number);
}

/* The twins that derivatives are taken from have to know it too. */
LsStatus
ls_system_set_value (LsSystem *self, const LsVariable *variable, double value)
{
  LsStatus status;

  if (self->me != NULL)
    status = ls_system_exchange_set_value (self, variable, value, (int)lround (value), NULL);
  else
    status = set_number (self->instance, variable, value);
  if (status == LS_OK && self->twin != NULL && self->twin != self->instance)
    status = set_number (self->twin, variable, value);
  if (status == LS_OK && self->clock != NULL && self->clock != self->instance
      && self->clock != self->twin)
    status = set_number (self->clock, variable, value);
  return status;
}

static LsStatus
copy_integer (LsSystem *from, const LsVariable *output, LsSystem *to, const LsVariable *input)
{
  gboolean boolean = output->type == LS_TYPE_BOOLEAN;
  int value;
  LsStatus status;

  status = boolean ? ls_instance_get_boolean (from->instance, &output->value_reference, 1, &value)
                   : ls_instance_get_integer (from->instance, &output->value_reference, 1, &value);
  if (status != LS_OK)
    return status;
  value = ls_system_map_integer (to, input->index, value);
  if (to->me != NULL)
    return ls_system_exchange_set_value (to, input, 0.0, value, NULL);
  return boolean ? ls_instance_set_boolean (to->instance, &input->value_reference, 1, &value)
                 : ls_instance_set_integer (to->instance, &input->value_reference, 1, &value);
}

LsStatus
ls_system_copy_value (LsSystem *from, guint output, LsSystem *to, guint input)
{
  const LsVariable *source = &ls_fmu_get_description (from->fmu)->variables[output];
  const LsVariable *target = &ls_fmu_get_description (to->fmu)->variables[input];
  LsStatus status;

  if (source->type == LS_TYPE_REAL)
    {
      double value;

      status = ls_instance_get_real (from->instance, &source->value_reference, 1, &value);
      for (guint j = 0; to->in_factors != NULL && j < to->info->n_in; j++)
        if (to->info->inputs[j] == input)
          value = to->in_factors[j] * value + to->in_offsets[j];
      if (status == LS_OK && to->me != NULL)
        status = ls_system_exchange_set_value (to, target, value, 0, NULL);
      else if (status == LS_OK)
        status = ls_instance_set_real (to->instance, &target->value_reference, 1, &value);
      return status;
    }
  if (source->type == LS_TYPE_STRING)
    {
      const char *text = NULL;

      status = ls_instance_get_string (from->instance, &source->value_reference, 1, &text);
      if (status == LS_OK && to->me != NULL)
        status = ls_system_exchange_set_value (to, target, 0.0, 0, text);
      else if (status == LS_OK)
        status = ls_instance_set_string (to->instance, &target->value_reference, 1, &text);
      return status;
    }
  return copy_integer (from, source, to, target);
}

gboolean
ls_system_is_kept (const LsSystem *self)
{
  LsProjectionCounts counts;

  return self->me != NULL && self->me->exchange != NULL
         && ls_exchange_get_projections (self->me->exchange, &counts);
}

LsStatus
ls_system_keep (LsSystem *self, const double u[], double y[], gboolean *moved)
{
  *moved = FALSE;
  return ls_system_is_kept (self) ? ls_system_exchange_keep (self, u, y, moved) : LS_OK;
}
