/* Values of any type: for recording, and over connections that are not real. */
#include "core/base/number.h"
#include "core/system/system-me-impl.h"

#include <glib/gi18n-lib.h>
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

double
ls_system_get_nominal (const LsSystem *self, guint variable)
{
  double nominal = fabs (ls_fmu_get_description (self->fmu)->variables[variable].nominal);

  return nominal > 0.0 && isfinite (nominal) ? nominal : 1.0;
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
                   _ ("%s.%s, which feeds it, is not a finite number"), from->component->name,
                   source->name);
      return NULL;
    }
  if (source->type == LS_TYPE_REAL)
    return g_strdup (ls_number_format (ls_system_map_real (to, input, value), number));
  value = ls_system_map_integer (to, input, (int)value);
  if (source->type == LS_TYPE_BOOLEAN)
    return g_strdup (value != 0.0 ? "true" : "false");
  return g_strdup (ls_number_format (value, number));
}

LsStatus
ls_system_copy_parameter (LsSystem *from, guint output, LsSystem *to, guint input)
{
  const LsVariable *source = &ls_fmu_get_description (from->fmu)->variables[output];
  const LsVariable *target = &ls_fmu_get_description (to->fmu)->variables[input];
  g_autoptr (GError) error = NULL;
  g_autofree char *text = get_mapped (from, source, to, input, &error);
  gboolean well = text != NULL && ls_instance_set_text (to->instance, target, text, &error);

  if (well && to->twin != NULL && to->twin != to->instance)
    well = ls_instance_set_text (to->twin, target, text, &error);
  if (error != NULL)
    ls_log_write (to->log, LS_LOG_ERROR, to->component->name, NULL, 0.0, "%s: %s", target->name,
                  error->message);
  if (!well)
    return LS_STOP;
  if (to->component->values == NULL)
    to->component->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (to->component->values, g_strdup (target->name), g_steal_pointer (&text));
  return LS_OK;
}

gboolean
ls_system_is_kept (const LsSystem *self)
{
  LsProjectionCounts counts;

  return self->me != NULL && self->me->exchange != NULL
         && ls_me_solver_get_projections (self->me->exchange, &counts);
}

LsStatus
ls_system_keep (LsSystem *self, const double u[], double y[], gboolean *moved)
{
  *moved = FALSE;
  return ls_system_is_kept (self) ? ls_system_exchange_keep (self, u, y, moved) : LS_OK;
}

guint
ls_system_get_n_quantised (const LsSystem *self)
{
  return self->me != NULL && self->me->solver.schedule != NULL ? self->info->n_state : 0;
}

void
ls_system_note_fired (LsSystem *self)
{
  if (self->me != NULL && self->me->exchange != NULL)
    self->me->fired = ls_me_solver_note_fired (self->me->exchange);
}

const GArray *
ls_system_get_fired (const LsSystem *self)
{
  return self->me != NULL ? self->me->fired : NULL;
}
