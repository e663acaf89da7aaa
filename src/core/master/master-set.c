/* Values changed by the user during a run. */
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static LsSystem *
find_system (const LsMaster *self, const char *signal, guint *index, const LsVariable **variable)
{
  for (guint k = 0; k < self->network.n_systems; k++)
    {
      LsSystem *system = self->network.systems[k];
      const char *name = ls_system_get_info (system)->name;
      gsize length = strlen (name);

      if (strncmp (signal, name, length) != 0 || signal[length] != '.')
        continue;
      *variable = ls_system_find_variable (system, signal + length + 1);
      *index = k;
      if (*variable != NULL)
        return system;
    }
  return NULL;
}

static gboolean
is_fed (const LsMaster *self, guint system, const LsVariable *variable)
{
  for (guint i = 0; i < self->network.assembly->n_wires; i++)
    if (self->network.assembly->wires[i].to == system
        && self->network.assembly->wires[i].input->index == variable->index)
      return TRUE;
  return FALSE;
}

static gboolean
check (const LsMaster *self,
       guint system,
       const LsVariable *variable,
       const char *signal,
       GError **error)
{
  const char *reason = NULL;

  if (variable->type == LS_TYPE_STRING)
    reason = _ ("it is a text");
  else if (is_fed (self, system, variable))
    reason = variable->causality == LS_CAUSALITY_INPUT ? _ ("it is a connected input")
                                                       : _ ("it is a connected parameter");
  else if (variable->causality == LS_CAUSALITY_INPUT)
    return TRUE;
  else if (variable->causality != LS_CAUSALITY_PARAMETER)
    reason = _ ("it is neither an input nor a parameter");
  else if (variable->variability != LS_VARIABILITY_TUNABLE)
    reason = _ ("it is a parameter that is fixed once the run has begun");
  if (reason == NULL)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s” cannot be changed in a run: %s"), signal,
                  reason);
}

static gboolean
is_sized_by (const LsArray *array, const char *name)
{
  for (guint i = 0; i < array->n_dimensions; i++)
    if (g_strcmp0 (array->sized_by[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Parameters that are fixed would lose their values. */
static gboolean
check_fixed (const LsDescription *description, const char *size, const char *signal, GError **error)
{
  for (guint i = 0; i < description->n_arrays; i++)
    {
      const LsArray *array = &description->arrays[i];
      const LsVariable *first = &description->variables[array->first];

      if (array->n > 0 && is_sized_by (array, size) && first->causality == LS_CAUSALITY_PARAMETER
          && first->variability == LS_VARIABILITY_FIXED)
        return ls_fail (error, LS_ERROR_ARGUMENT,
                        _ ("“%s” cannot be changed in a run: “%s”, which is fixed once the run has "
                           "begun, would lose its values"),
                        signal, array->name);
    }
  return TRUE;
}

static gboolean
check_size_wires (LsMaster *self, guint system, const char *signal, GError **error)
{
  const LsAssembly *assembly = self->network.assembly;

  for (guint i = 0; i < assembly->n_wires; i++)
    {
      const LsWire *wire = &assembly->wires[i];

      if ((wire->from == system && !ls_master_has_element (self, system, wire->output))
          || (wire->to == system && !ls_master_has_element (self, system, wire->input)))
        return ls_fail (error, LS_ERROR_ARGUMENT,
                        _ ("“%s” cannot be changed in a run: the connection %s.%s → %s.%s would "
                           "lose its end"),
                        signal, assembly->names[wire->from], wire->output->name,
                        assembly->names[wire->to], wire->input->name);
    }
  return TRUE;
}

/* Arrays may become smaller and as large again, but not larger than at the start of the run. */
static gboolean
check_size (LsMaster *self,
            guint system,
            const LsVariable *variable,
            const char *signal,
            double value,
            GError **error)
{
  LsMasterSize *size = ls_master_find_size (self, system, variable->name);
  const guint64 before = size != NULL ? size->value : 0;
  const double least = variable->has_min ? fmax (variable->min, 0.0) : 0.0;
  gboolean good;

  if (size == NULL)
    return TRUE;
  if (!(round (value) >= least) || round (value) > (double)variable->size)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("“%s” cannot be %g in a run: it is the size of arrays that begin with %g "
                       "elements, and can be from %g to that"),
                    signal, value, (double)variable->size, least);
  size->value = (guint64)round (value);
  good = check_size_wires (self, system, signal, error)
         && check_fixed (self->network.assembly->descriptions[system], variable->name, signal,
                         error);
  size->value = before;
  return good;
}

/* Sets a Real input in the network; the caller then evaluates the direct feed-through. */
static gboolean
set_input (LsMaster *self, guint system, guint variable, double value)
{
  LsNetwork *network = &self->network;
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);

  for (guint i = 0; i < info->n_in; i++)
    if (info->inputs[i] == variable)
      {
        network->u[network->in_offset[system] + i] = value;
        return TRUE;
      }
  return FALSE;
}

static LsStatus
evaluate (LsMaster *self, guint system)
{
  LsNetwork *network = &self->network;

  return ls_system_evaluate (network->systems[system], network->u + network->in_offset[system],
                             network->y + network->out_offset[system]);
}

/* Propagates tunable calculated parameters of @system along parameter connections to targets that
 * are not fixed. @changed: set to %TRUE if a target changed */
static LsStatus
pass_tunable (LsMaster *self, guint system, gboolean *changed)
{
  LsNetwork *network = &self->network;
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->network.assembly->n_wires && status == LS_OK; i++)
    {
      const LsWire *wire = &self->network.assembly->wires[i];
      LsSystem *from = network->systems[wire->from], *to = network->systems[wire->to];
      const LsVariable *target = wire->input;
      double value, had, source;

      if (!wire->parameter || wire->from != system || target->type == LS_TYPE_STRING
          || target->variability == LS_VARIABILITY_FIXED)
        continue;
      status = ls_system_read (from, &wire->output->index, 1, &value);
      if (status == LS_OK)
        status = ls_system_read (to, &target->index, 1, &had);
      source = ls_wire_look_up (wire, value);
      value = ls_system_map_value (to, target->index, value);
      if (status != LS_OK || value == had)
        continue;
      /* Inputs in the network have the value of the source, before conversion. */
      if (!set_input (self, wire->to, target->index, source))
        status = ls_system_set_value (to, target, value);
      if (status == LS_OK)
        status = evaluate (self, wire->to);
      *changed = TRUE;
    }
  return status;
}

/* Propagates along chains, which are at most as long as the number of components. */
static LsStatus
pass_all_tunable (LsMaster *self)
{
  gboolean changed = TRUE;
  LsStatus status = LS_OK;

  for (guint iteration = 0; iteration < self->network.n_systems && changed && status == LS_OK;
       iteration++)
    {
      changed = FALSE;
      for (guint k = 0; k < self->network.n_systems && status == LS_OK; k++)
        status = pass_tunable (self, k, &changed);
    }
  return status;
}

gboolean
ls_master_check_value (LsMaster *self, const char *signal, double value, GError **error)
{
  const LsVariable *variable = NULL;
  guint index = 0;

  if (find_system (self, signal, &index, &variable) == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("There is no “%s” in the model."), signal);
  if (!isfinite (value))
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s”: the value is not a number."), signal);
  return check (self, index, variable, signal, error)
         && check_size (self, index, variable, signal, value, error);
}

gboolean
ls_master_set_value (LsMaster *self, const char *signal, double value, GError **error)
{
  g_return_val_if_fail (self != NULL && signal != NULL, FALSE);

  LsNetwork *network = &self->network;
  const LsVariable *variable = NULL;
  guint index = 0;
  LsSystem *system = find_system (self, signal, &index, &variable);
  LsMasterSize *size;
  LsStatus status = LS_OK;

  if (!ls_master_check_value (self, signal, value, error))
    return FALSE;
  if ((size = ls_master_find_size (self, index, variable->name)) != NULL)
    size->value = (guint64)round (value);
  if (!set_input (self, index, variable->index, value))
    status = ls_system_set_value (system, variable, value);
  if (status == LS_OK)
    status = evaluate (self, index);
  if (status == LS_OK)
    status = pass_all_tunable (self);
  if (status != LS_OK)
    {
      ls_master_set_error (self, _ ("setting a value"), error);
      return FALSE;
    }
  /* The method's history from before the change is invalid. */
  network->restarted = TRUE;
  if (network->jump_detector != NULL)
    ls_jump_detector_restart (network->jump_detector);
  return TRUE;
}

void
ls_master_set_step_observer (LsMaster *self, const LsStepObserver *step_observer)
{
  g_return_if_fail (self != NULL);

  self->network.step_observer = step_observer;
  /* Batched stepping bypasses observers; disable it. */
  g_clear_pointer (&self->network.batch, g_free);
  for (guint k = 0; k < self->network.n_systems; k++)
    ls_system_set_step_observer (self->network.systems[k], step_observer, k);
}
