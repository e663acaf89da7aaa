/* Values that somebody changes while a model runs. */
#include "core/cosim/master-impl.h"

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
check (const LsMaster *self,
       guint system,
       const LsVariable *variable,
       const char *signal,
       GError **error)
{
  const char *reason = NULL;

  if (variable->type == LS_TYPE_STRING)
    reason = _ ("it is a text");
  else if (variable->causality == LS_CAUSALITY_INPUT)
    for (guint i = 0; i < self->n_links; i++)
      {
        if (self->links[i].to == system && self->links[i].input == variable->index)
          reason = _ ("it is an input that a connection feeds");
      }
  else if (variable->causality != LS_CAUSALITY_PARAMETER)
    reason = _ ("it is neither an input nor a parameter");
  else if (variable->variability != LS_VARIABILITY_TUNABLE)
    reason = _ ("it is a parameter that is fixed once the run has begun");
  if (reason == NULL)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("“%s” cannot be changed in a run: %s"),
               signal, reason);
  return FALSE;
}

/* Real inputs are the network's own; the outputs that follow from them at once are read again. */
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

gboolean
ls_master_set_value (LsMaster *self, const char *signal, double value, GError **error)
{
  LsNetwork *network = &self->network;
  const LsVariable *variable = NULL;
  guint index = 0;
  LsSystem *system = find_system (self, signal, &index, &variable);
  LsStatus status = LS_OK;

  if (system == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("There is no “%s” in the model."),
                   signal);
      return FALSE;
    }
  if (!isfinite (value))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("“%s”: the value is not a number."),
                   signal);
      return FALSE;
    }
  if (!check (self, index, variable, signal, error))
    return FALSE;
  if (!set_input (self, index, variable->index, value))
    status = ls_system_set_value (system, variable, value);
  if (status == LS_OK)
    status = ls_system_evaluate (system, network->u + network->in_offset[index],
                                 network->y + network->out_offset[index]);
  if (status != LS_OK)
    {
      ls_master_set_error (self, _ ("setting a value"), error);
      return FALSE;
    }
  /* What came before says nothing of what comes. */
  network->restarted = TRUE;
  if (network->watch != NULL)
    ls_watch_restart (network->watch);
  return TRUE;
}

void
ls_master_set_onlooker (LsMaster *self, const LsOnlooker *onlooker)
{
  self->network.onlooker = onlooker;
  /* The short way of steps with inputs held looks for nobody. */
  g_clear_pointer (&self->network.lanes, g_free);
  for (guint k = 0; k < self->network.n_systems; k++)
    ls_system_set_onlooker (self->network.systems[k], onlooker, k);
}
