/* What is recorded of a run: which signals, where they are found, and their values. */
#include "core/cosim/master-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
ls_master_clear_signals (LsMaster *self)
{
  g_clear_pointer (&self->signals, g_free);
  g_clear_pointer (&self->other_variables, g_free);
  g_clear_pointer (&self->other_positions, g_free);
  g_clear_pointer (&self->other_offset, g_free);
  g_clear_pointer (&self->other_values, g_free);
  self->n_signals = 0;
}

static int
find_position (const guint *variables, guint n, guint variable)
{
  for (guint i = 0; i < n; i++)
    if (variables[i] == variable)
      return (int)i;
  return -1;
}

static void
locate_signal (LsMaster *self, guint system, const LsVariable *variable, LsSignal *signal)
{
  const LsNetwork *network = &self->network;
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);
  int output = find_position (info->outputs, info->n_out, variable->index);
  int input = find_position (info->inputs, info->n_in, variable->index);

  signal->system = system;
  signal->held
      = variable->type != LS_TYPE_REAL || variable->variability != LS_VARIABILITY_CONTINUOUS;
  if (output >= 0)
    {
      signal->kind = LS_SIGNAL_OUTPUT;
      signal->index = network->out_offset[system] + (guint)output;
      signal->place = (guint)output;
    }
  else if (input >= 0)
    {
      signal->kind = LS_SIGNAL_INPUT;
      signal->index = network->in_offset[system] + (guint)input;
      signal->place = info->n_out + (guint)input;
    }
  else
    {
      signal->kind = LS_SIGNAL_OTHER;
      signal->index = variable->index;
    }
}

/* Those that have to be asked for, system by system, so that each is asked once. */
static void
group_others (LsMaster *self)
{
  guint n = self->network.n_systems, count = 0;

  self->other_variables = g_new0 (guint, self->n_signals + 1);
  self->other_positions = g_new0 (guint, self->n_signals + 1);
  self->other_values = g_new0 (double, self->n_signals + 1);
  self->other_offset = g_new0 (guint, n + 1);
  for (guint k = 0; k < n; k++)
    {
      LsSystem *system = self->network.systems[k];
      const LsSystemInfo *info = ls_system_get_info (system);

      for (guint i = 0; i < self->n_signals; i++)
        if (self->signals[i].kind == LS_SIGNAL_OTHER && self->signals[i].system == k)
          {
            self->signals[i].place = info->n_out + info->n_in + count - self->other_offset[k];
            self->other_variables[count] = self->signals[i].index;
            self->other_positions[count++] = i;
          }
      self->other_offset[k + 1] = count;
      ls_system_note_at_events (system, self->other_variables + self->other_offset[k],
                                count - self->other_offset[k]);
    }
}

static gboolean
add_signal (LsMaster *self, const char *name, GError **error)
{
  const char *point;

  for (guint k = 0; k < self->network.n_systems; k++)
    {
      const LsVariable *variable = NULL;
      const char *component = ls_system_get_info (self->network.systems[k])->name;
      gsize length = strlen (component);

      point = name + length;
      if (strncmp (name, component, length) == 0 && *point == '.')
        variable = ls_system_find_variable (self->network.systems[k], point + 1);
      if (variable == NULL)
        continue;
      if (variable->type == LS_TYPE_STRING)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                       _ ("The signal “%s” is a text and cannot be recorded."), name);
          return FALSE;
        }
      locate_signal (self, k, variable, &self->signals[self->n_signals++]);
      return TRUE;
    }
  g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("There is no signal “%s” in the model."), name);
  return FALSE;
}

gboolean
ls_master_set_signals (LsMaster *self, const char *const *signals, GError **error)
{
  ls_master_clear_signals (self);
  self->signals = g_new0 (LsSignal, g_strv_length ((char **)signals) + 1);
  for (guint i = 0; signals[i] != NULL; i++)
    if (!add_signal (self, signals[i], error))
      {
        ls_master_clear_signals (self);
        return FALSE;
      }
  group_others (self);
  return TRUE;
}

static gboolean
read_others (LsMaster *self, double values[], GError **error)
{
  for (guint k = 0; k < self->network.n_systems; k++)
    {
      guint first = self->other_offset[k], n = self->other_offset[k + 1] - first;

      if (n == 0)
        continue;
      if (ls_system_read (self->network.systems[k], self->other_variables + first, n,
                          self->other_values)
          != LS_OK)
        {
          ls_master_set_error (self, _ ("reading"), error);
          return FALSE;
        }
      for (guint i = 0; i < n; i++)
        values[self->other_positions[first + i]] = self->other_values[i];
    }
  return TRUE;
}

gboolean
ls_master_read (LsMaster *self, double values[], GError **error)
{
  for (guint i = 0; i < self->n_signals; i++)
    if (self->signals[i].kind == LS_SIGNAL_OUTPUT)
      values[i] = self->network.y[self->signals[i].index];
    else if (self->signals[i].kind == LS_SIGNAL_INPUT)
      values[i] = self->network.u[self->signals[i].index];
  if (self->n_signals == 0 || self->other_offset[self->network.n_systems] == 0)
    return TRUE;
  return read_others (self, values, error);
}
