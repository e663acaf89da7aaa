#include "core/run/input-table.h"

#include "core/base/csv.h"
#include "core/base/number.h"
#include "core/fmi/instance.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct LsInputTable
{
  LsCsvTable *table;
  char *path;
  guint n; /* columns without time */
  const LsVariable **variables;
  gboolean *continuous;
  GArray *jumps, *corners, *ticks; /* double, s, increasing; jumps include ticks */
};

static gboolean
is_clock (const LsVariable *variable)
{
  return variable->format == LS_FORMAT_CLOCK;
}

static gboolean
refuse (const char *path, const char *format, const char *name, GError **error)
{
  g_autofree char *message = g_strdup_printf (format, name);

  return ls_fail (error, LS_ERROR_ARGUMENT, "%s: %s", path, message);
}

static gboolean
take_columns (LsInputTable *self,
              const LsDescription *description,
              const char *path,
              GError **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      const char *name = self->table->names[i + 1];
      const LsVariable *variable = ls_description_find (description, name);

      if (variable != NULL && is_clock (variable)
          && variable->clock->variability != LS_INTERVAL_TRIGGERED)
        return refuse (path, _ ("the Clock “%s” has a time of its own, a file cannot tick it"),
                       name, error);
      if (variable == NULL || variable->causality != LS_CAUSALITY_INPUT)
        return refuse (path, _ ("the FMU has no input “%s”"), name, error);
      if (variable->type == LS_TYPE_STRING)
        return refuse (path, _ ("the input “%s” is text, which cannot be in the file"), name,
                       error);
      self->variables[i] = variable;
      self->continuous[i]
          = variable->type == LS_TYPE_REAL && variable->variability == LS_VARIABILITY_CONTINUOUS;
    }
  return TRUE;
}

static gboolean
is_boolean (const LsVariable *variable)
{
  return variable->type == LS_TYPE_BOOLEAN;
}

/* Returns: %FALSE if it is no integer of the type. */
static gboolean
get_integer (const LsInputTable *self, guint column, gsize row, gint64 *value)
{
  const LsVariable *variable = self->variables[column];
  LsInteger integer;

  return ls_csv_table_get_integer (self->table, column + 1, row, &integer)
         && ls_integer_to_long (variable->format, integer, value)
         && (!is_boolean (variable) || (*value >= 0 && *value <= 1));
}

static gboolean
refuse_integer (const LsInputTable *self, guint column, gsize row, const char *path, GError **error)
{
  const double value = self->table->columns[column + 1][row];
  char low[LS_NUMBER_SIZE] = "0", high[LS_NUMBER_SIZE] = "1";
  LsInteger minimum, maximum;

  ls_format_get_limits (self->variables[column]->format, &minimum, &maximum);
  if (!is_boolean (self->variables[column]))
    {
      ls_integer_format (minimum, low);
      ls_integer_format (maximum, high);
    }
  return ls_fail (
      error, LS_ERROR_FORMAT,
      fabs (value) < LS_INTEGER_LIMIT
          ? _ ("%s: %.17g in row %zu of column “%s” is no integer from %s to %s")
          : _ ("%s: %.17g in row %zu of column “%s” is no integer from %s to %s, or not written "
               "with all its digits"),
      path, value, row + 1, self->table->names[column + 1], low, high);
}

static gboolean
check_numbers (const LsInputTable *self, const char *path, GError **error)
{
  const double *times = self->table->columns[0];
  gint64 integer;

  for (gsize row = 0; row < self->table->n_rows; row++)
    {
      if (!isfinite (times[row]) || (row > 0 && times[row] < times[row - 1]))
        return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: the time in row %zu is none or goes back"),
                        path, row + 1);
      for (guint i = 0; i < self->n; i++)
        if (!isfinite (self->table->columns[i + 1][row]))
          return ls_fail (error, LS_ERROR_FORMAT,
                          _ ("%s: there is no finite number in row %zu of column “%s”"), path,
                          row + 1, self->table->names[i + 1]);
        else if (self->variables[i]->type != LS_TYPE_REAL && !get_integer (self, i, row, &integer))
          return refuse_integer (self, i, row, path, error);
    }
  return TRUE;
}

/* Whether the column has another value in @row than in the one before. */
static gboolean
changes_at (const LsInputTable *self, guint column, gsize row)
{
  const double *values = self->table->columns[column + 1];
  gint64 before = 0, now = 0;

  if (values[row] != values[row - 1] || self->variables[column]->type == LS_TYPE_REAL)
    return values[row] != values[row - 1];
  return get_integer (self, column, row - 1, &before) && get_integer (self, column, row, &now)
         && before != now;
}

static gboolean
jumps_at (const LsInputTable *self, gsize row)
{
  const double *times = self->table->columns[0];

  for (guint i = 0; i < self->n; i++)
    if (!is_clock (self->variables[i]) && (!self->continuous[i] || times[row] == times[row - 1])
        && changes_at (self, i, row))
      return TRUE;
  return FALSE;
}

/* Slopes that differ by rounding are not a corner. */
static gboolean
has_corner_at (const LsInputTable *self, gsize row)
{
  const double *times = self->table->columns[0];

  if (row + 1 == self->table->n_rows)
    return TRUE;
  for (guint i = 0; i < self->n; i++)
    {
      const double *values = self->table->columns[i + 1];
      double before = (values[row] - values[row - 1]) * (times[row + 1] - times[row]);
      double after = (values[row + 1] - values[row]) * (times[row] - times[row - 1]);

      if (self->continuous[i] && fabs (after - before) > 1e-9 * (fabs (after) + fabs (before)))
        return TRUE;
    }
  return FALSE;
}

/* A Clock ticks in each row that has 1. */
static gboolean
ticks_at (const LsInputTable *self, gsize row)
{
  for (guint i = 0; i < self->n; i++)
    if (is_clock (self->variables[i]) && self->table->columns[i + 1][row] == 1.0)
      return TRUE;
  return FALSE;
}

static void
add_time (GArray *times, double t)
{
  if (times->len == 0 || g_array_index (times, double, times->len - 1) < t)
    g_array_append_val (times, t);
}

static void
find_jumps (LsInputTable *self)
{
  const double *times = self->table->columns[0];

  self->jumps = g_array_new (FALSE, FALSE, sizeof (double));
  self->corners = g_array_new (FALSE, FALSE, sizeof (double));
  self->ticks = g_array_new (FALSE, FALSE, sizeof (double));
  for (gsize row = 0; row < self->table->n_rows; row++)
    {
      const gboolean tick = ticks_at (self, row);
      const gboolean jump = tick || (row > 0 && jumps_at (self, row));

      if (tick)
        add_time (self->ticks, times[row]);
      if (jump)
        add_time (self->jumps, times[row]);
      if (jump || (row > 0 && has_corner_at (self, row)))
        add_time (self->corners, times[row]);
    }
}

LsInputTable *
ls_input_table_new (const LsDescription *description, const char *path, GError **error)
{
  g_return_val_if_fail (description != NULL, NULL);

  g_autoptr (LsInputTable) self = g_new0 (LsInputTable, 1);

  if ((self->table = ls_csv_read (path, error)) == NULL)
    return NULL;
  if (self->table->n_columns < 1 || self->table->n_rows < 1)
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: there are no rows"), path);
  self->path = g_strdup (path);
  self->n = self->table->n_columns - 1;
  self->variables = g_new0 (const LsVariable *, self->n + 1);
  self->continuous = g_new0 (gboolean, self->n + 1);
  if (!take_columns (self, description, path, error) || !check_numbers (self, path, error))
    return NULL;
  find_jumps (self);
  return g_steal_pointer (&self);
}

void
ls_input_table_free (LsInputTable *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->table, ls_csv_table_free);
  g_clear_pointer (&self->jumps, g_array_unref);
  g_clear_pointer (&self->corners, g_array_unref);
  g_clear_pointer (&self->ticks, g_array_unref);
  g_free (self->path);
  g_free (self->variables);
  g_free (self->continuous);
  g_free (self);
}

guint
ls_input_table_get_n (const LsInputTable *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n;
}

const LsVariable *
ls_input_table_get_variable (const LsInputTable *self, guint column)
{
  g_return_val_if_fail (self != NULL && column < self->n, NULL);
  return self->variables[column];
}

const char *
ls_input_table_get_path (const LsInputTable *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->path;
}

gboolean
ls_input_table_is_continuous (const LsInputTable *self, guint column)
{
  g_return_val_if_fail (self != NULL && column < self->n, FALSE);
  return self->continuous[column];
}

/* Number of rows before @t, or, with @after, at or before @t. */
static gsize
count_rows (const LsInputTable *self, double origin, double t, gboolean after)
{
  const double *times = self->table->columns[0];
  gsize low = 0, high = self->table->n_rows;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (times[middle] - origin < t || (after && times[middle] - origin == t))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

double
ls_input_table_get (const LsInputTable *self, guint column, double origin, double t, gboolean after)
{
  const double *times = self->table->columns[0], *values = self->table->columns[column + 1];
  gsize next = count_rows (self, origin, t, after), last = next - 1;

  if (next == 0)
    return values[0];
  if (next == self->table->n_rows || !self->continuous[column])
    return values[last];
  return values[last]
         + (values[next] - values[last])
               * ((t - (times[last] - origin)) / (times[next] - times[last]));
}

gint64
ls_input_table_get_long (
    const LsInputTable *self, guint column, double origin, double t, gboolean after)
{
  g_return_val_if_fail (self != NULL && column < self->n, 0);

  const gsize next = count_rows (self, origin, t, after);
  gint64 value = 0;

  get_integer (self, column, next > 0 ? next - 1 : 0, &value);
  return value;
}

double
ls_input_table_get_derivative (const LsInputTable *self, guint column, double origin, double t)
{
  const double *times = self->table->columns[0], *values = self->table->columns[column + 1];
  gsize next = count_rows (self, origin, t, TRUE);

  if (next == 0 || next == self->table->n_rows || !self->continuous[column])
    return 0.0;
  return (values[next] - values[next - 1]) / (times[next] - times[next - 1]);
}

static double
find_next (const GArray *times, double origin, double t)
{
  guint low = 0, high = times->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (times, double, middle) - origin > t)
        high = middle;
      else
        low = middle + 1;
    }
  return low < times->len ? g_array_index (times, double, low) - origin : INFINITY;
}

double
ls_input_table_get_next_jump (const LsInputTable *self, double origin, double t)
{
  g_return_val_if_fail (self != NULL, NAN);
  return find_next (self->jumps, origin, t);
}

double
ls_input_table_get_next_corner (const LsInputTable *self, double origin, double t)
{
  g_return_val_if_fail (self != NULL, NAN);
  return find_next (self->corners, origin, t);
}

double
ls_input_table_get_next_tick (const LsInputTable *self, double origin, double t)
{
  g_return_val_if_fail (self != NULL, NAN);
  return find_next (self->ticks, origin, t);
}

gboolean
ls_input_table_has_tick (
    const LsInputTable *self, guint column, double origin, double after, double t)
{
  g_return_val_if_fail (self != NULL && column < self->n, FALSE);

  const gsize end = count_rows (self, origin, t, TRUE);

  if (!is_clock (self->variables[column]))
    return FALSE;
  for (gsize row = count_rows (self, origin, after, TRUE); row < end; row++)
    if (self->table->columns[column + 1][row] == 1.0)
      return TRUE;
  return FALSE;
}
