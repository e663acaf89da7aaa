/* Recorded signals: selection, storage, values. */
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
ls_master_clear_signals (LsMaster *self)
{
  g_clear_pointer (&self->signals, g_free);
  g_clear_pointer (&self->longs, g_free);
  g_clear_pointer (&self->other_variables, g_free);
  g_clear_pointer (&self->other_offset, g_free);
  g_clear_pointer (&self->other_values, g_free);
  self->n_signals = self->n_others = self->n_longs = 0;
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
  signal->variable = variable;
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

static void
list_longs (LsMaster *self)
{
  self->longs = g_new0 (guint, self->n_signals + 1);
  for (guint i = 0; i < self->n_signals; i++)
    {
      const LsFormat format = self->signals[i].variable->format;

      if (format == LS_FORMAT_INT64 || format == LS_FORMAT_UINT64
          || format == LS_FORMAT_ENUMERATION)
        self->longs[self->n_longs++] = i;
    }
}

/* Groups the signals that must be read from the systems, for one call per system. */
static void
group_others (LsMaster *self)
{
  const guint n = self->network.n_systems;
  g_autofree guint *filled = NULL;

  self->other_variables = g_new0 (guint, self->n_signals + 1);
  self->other_values = g_new0 (double, self->n_signals + 1);
  self->other_offset = g_new0 (guint, n + 1);
  for (guint i = 0; i < self->n_signals; i++)
    if (self->signals[i].kind == LS_SIGNAL_OTHER)
      self->other_offset[self->signals[i].system + 1]++;
  for (guint k = 0; k < n; k++)
    self->other_offset[k + 1] += self->other_offset[k];
  filled = g_memdup2 (self->other_offset, (n + 1) * sizeof *filled);
  for (guint i = 0; i < self->n_signals; i++)
    {
      LsSignal *signal = &self->signals[i];
      const LsSystemInfo *info = ls_system_get_info (self->network.systems[signal->system]);
      const guint at = filled[signal->system];

      if (signal->kind != LS_SIGNAL_OTHER)
        continue;
      filled[signal->system]++;
      signal->place = info->n_out + info->n_in + at - self->other_offset[signal->system];
      self->other_variables[at] = signal->index;
      signal->index = at;
    }
  for (guint k = 0; k < n; k++)
    ls_system_note_at_events (self->network.systems[k],
                              self->other_variables + self->other_offset[k],
                              self->other_offset[k + 1] - self->other_offset[k]);
  self->n_others = self->other_offset[n];
}

/* Both components and variables may have points in their names: of those that fit, the first one of
 * the model. */
static const LsVariable *
find_signal (LsMaster *self, GHashTable *systems, const char *name, guint *system)
{
  const LsVariable *found = NULL;

  for (const char *point = strchr (name, '.'); point != NULL; point = strchr (point + 1, '.'))
    {
      g_autofree char *component = g_strndup (name, (gsize)(point - name));
      const guint index = GPOINTER_TO_UINT (g_hash_table_lookup (systems, component));
      const LsVariable *variable;

      if (index == 0 || (found != NULL && index - 1 > *system))
        continue;
      variable = ls_system_find_variable (self->network.systems[index - 1], point + 1);
      if (variable == NULL)
        continue;
      found = variable;
      *system = index - 1;
    }
  return found;
}

static gboolean
add_signal (LsMaster *self, GHashTable *systems, const char *name, GError **error)
{
  guint system = 0;
  const LsVariable *variable = find_signal (self, systems, name, &system);

  if (variable == NULL)
    return ls_fail (error, LS_ERROR_MODEL, _ ("There is no signal “%s” in the model."), name);
  if (variable->type == LS_TYPE_STRING)
    return ls_fail (error, LS_ERROR_MODEL, _ ("The signal “%s” is a text and cannot be recorded."),
                    name);
  locate_signal (self, system, variable, &self->signals[self->n_signals++]);
  return TRUE;
}

gboolean
ls_master_set_signals (LsMaster *self, const char *const *signals, GError **error)
{
  g_return_val_if_fail (self != NULL && signals != NULL, FALSE);

  g_autoptr (GHashTable) systems = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint k = 0; k < self->network.n_systems; k++)
    g_hash_table_insert (systems, (gpointer)ls_system_get_info (self->network.systems[k])->name,
                         GUINT_TO_POINTER (k + 1));
  ls_master_clear_signals (self);
  self->signals = g_new0 (LsSignal, g_strv_length ((char **)signals) + 1);
  for (guint i = 0; signals[i] != NULL; i++)
    if (!add_signal (self, systems, signals[i], error))
      {
        ls_master_clear_signals (self);
        return FALSE;
      }
  group_others (self);
  list_longs (self);
  return TRUE;
}

/* Cold path: no inlining. */
static G_GNUC_NO_INLINE gboolean
ask_others (LsMaster *self, GError **error)
{
  for (guint k = 0; k < self->network.n_systems; k++)
    {
      guint first = self->other_offset[k], n = self->other_offset[k + 1] - first;

      if (n > 0
          && ls_system_read (self->network.systems[k], self->other_variables + first, n,
                             self->other_values + first)
                 != LS_OK)
        {
          ls_master_set_error (self, _ ("reading"), error);
          return FALSE;
        }
    }
  return TRUE;
}

/* Stores a value at every @stride-th position from @place. */
static inline void
gather (const LsMaster *self, double *place, gsize stride)
{
  const double *y = self->network.y, *u = self->network.u;
  const LsSignal *end = self->signals + self->n_signals;

  for (const LsSignal *signal = self->signals; signal < end; signal++, place += stride)
    if (G_LIKELY (signal->kind == LS_SIGNAL_OUTPUT))
      *place = y[signal->index];
    else
      *place
          = signal->kind == LS_SIGNAL_INPUT ? u[signal->index] : self->other_values[signal->index];
}

/* Elements that arrays do not have any more have no values. */
static void
blank_absent (const LsMaster *self, double *place, gsize stride)
{
  if (G_LIKELY (self->n_sizes == 0) || !ls_master_is_reshaped (self))
    return;
  for (guint i = 0; i < self->n_signals; i++)
    if (!ls_master_has_element (self, self->signals[i].system, self->signals[i].variable))
      place[i * stride] = NAN;
}

gboolean
ls_master_read (LsMaster *self, double values[], GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->n_others > 0 && !ask_others (self, error))
    return FALSE;
  gather (self, values, 1);
  blank_absent (self, values, 1);
  return TRUE;
}

/* Cold path: no inlining. */
static G_GNUC_NO_INLINE gboolean
refuse_row (const LsMaster *self, const LsTrace *trace, GError **error)
{
  ls_trace_set_error (trace, ls_master_get_time (self), error);
  return FALSE;
}

/* Whether the integer of @signal that has the nearest @number is known: the one of the component,
 * or the one of the last row. */
static gboolean
find_integer (
    const LsMaster *self, const LsTrace *trace, guint index, double number, LsInteger *value)
{
  const LsSignal *signal = &self->signals[index];
  const gsize n_rows = ls_trace_get_n_rows (trace);

  if (ls_system_get_integer (self->network.systems[signal->system], signal->variable, value)
      && ls_integer_to_number (*value) == number)
    return TRUE;
  return n_rows > 0 && ls_trace_get_integer (trace, 1 + index, n_rows - 1, value)
         && ls_integer_to_number (*value) == number;
}

static G_GNUC_NO_INLINE void
note_integers (LsMaster *self, LsTrace *trace, const double *row, gsize stride)
{
  LsInteger value;

  for (guint i = 0; i < self->n_longs; i++)
    {
      const guint index = self->longs[i];
      const double number = row[(1 + index) * stride];

      if (fabs (number) >= LS_INTEGER_LIMIT && find_integer (self, trace, index, number, &value))
        ls_trace_note_integer (trace, 1 + index, ls_trace_get_n_rows (trace), value);
    }
}

void
ls_master_note_integers (LsMaster *self, LsTrace *trace, const double row[])
{
  g_return_if_fail (self != NULL && trace != NULL);

  note_integers (self, trace, row, 1);
}

gboolean
ls_master_record (LsMaster *self, LsTrace *trace, GError **error)
{
  gsize stride;
  double *row;

  g_return_val_if_fail (self != NULL, FALSE);
  if (G_UNLIKELY (self->n_others > 0) && !ask_others (self, error))
    return FALSE;
  if (G_UNLIKELY ((row = ls_trace_begin_row (trace, &stride)) == NULL))
    return refuse_row (self, trace, error);
  *row = self->network.time;
  gather (self, row + stride, stride);
  blank_absent (self, row + stride, stride);
  if (G_UNLIKELY (self->n_longs > 0))
    note_integers (self, trace, row, stride);
  ls_trace_publish_row (trace);
  return TRUE;
}
