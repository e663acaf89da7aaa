/* Reads numbers from text in columns, as FMPy, OMSimulator, OpenModelica, libcosim and MasterSim
 * write it.
 *
 * FMPy and OpenModelica: "time","x" and values; FMPy separates the values of an array by spaces.
 * OMSimulator: a first line "sep=,", names with the path of the system ("model.root.prey.x").
 * libcosim: a file per component, Time,StepCount,x; columns may contain text, too.
 * MasterSim: tabs, a unit after every name, the time in any unit. */
#include "core/foreign/foreign-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
column_clear (gpointer data)
{
  LsForeignColumn *self = data;

  g_free (self->name);
  g_free (self->unit);
}

/* Number of space-separated numbers in a field; 0 if it is not numeric. */
static guint
count_values (const LsScanner *scanner)
{
  const char *text = scanner->field->str;
  g_auto (GStrv) parts = g_strsplit_set (text, " ", -1);
  guint n = 0;
  double value;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] == '\0' && parts[1] != NULL)
        continue;
      if (!ls_scanner_parse (parts[i], ls_scanner_takes_comma (scanner), &value))
        return 0;
      n++;
    }
  return MAX (n, 1);
}

/* Start of the text, for messages. (transfer full) */
static char *
shorten (const char *text)
{
  g_autofree char *start = g_strndup (text, 40);

  return g_utf8_make_valid (start, -1);
}

/* Determines the content of the columns from the first line of values. */
static gboolean
look_at_values (LsForeignText *self, LsForeign *info, GError **error)
{
  LsScanner look = self->scanner;
  gboolean more = look.at < look.end;

  for (guint i = 0; more && i < self->columns->len; i++)
    {
      LsForeignColumn *column = &g_array_index (self->columns, LsForeignColumn, i);

      if (!ls_scanner_next (&look, &more, error))
        return FALSE;
      column->n_values = count_values (&look);
      if (i == self->time)
        column->n_values = 1;
      if (self->steps && i == 1)
        column->n_values = 0;
      else if (column->n_values == 0)
        {
          g_ptr_array_add (info->left_out, g_strdup (column->name));
          if (self->words == NULL)
            self->words = shorten (look.field->str);
        }
    }
  return TRUE;
}

static gboolean
make_trace (LsForeignText *self, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) units = g_ptr_array_new ();

  for (guint i = 0; i < self->columns->len; i++)
    {
      const LsForeignColumn *column = &g_array_index (self->columns, LsForeignColumn, i);

      for (guint k = 0; i != self->time && k < column->n_values; k++)
        {
          g_ptr_array_add (names, column->n_values == 1
                                      ? g_strdup (column->name)
                                      : g_strdup_printf ("%s[%u]", column->name, k + 1));
          g_ptr_array_add (units, column->unit);
        }
    }
  if (names->len == 0 && self->words != NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
                 _ ("%s:%lu: there is no column with numbers beside the time, but “%s”"),
                 self->scanner.path, self->scanner.line, self->words);
  else if (names->len == 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
                 _ ("%s: there is no column with numbers beside the time"), self->scanner.path);
  else if (names->len > LS_FOREIGN_MAX_COLUMNS)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: more than %u columns"),
                 self->scanner.path, LS_FOREIGN_MAX_COLUMNS);
  if (names->len == 0 || names->len > LS_FOREIGN_MAX_COLUMNS)
    return FALSE;
  self->trace = ls_trace_new (names->len, (const char *const *)names->pdata,
                              (const char *const *)units->pdata);
  self->row = g_array_sized_new (FALSE, TRUE, sizeof (double), names->len + 1);
  return TRUE;
}

static gboolean
refuse_value (const LsForeignText *self, gulong line, guint column, GError **error)
{
  g_autofree char *text = shorten (self->scanner.field->str);

  return ls_fail (error, LS_ERROR_FORMAT, _ ("%s:%lu: column %u (%s): “%s” is not a number"),
                  self->scanner.path, line, column + 1,
                  g_array_index (self->columns, LsForeignColumn, column).name, text);
}

/* A file has either decimal points or decimal commas: with both, 1.234 is ambiguous. */
static gboolean
note_sign (LsForeignText *self, const char *text, gulong line, GError **error)
{
  const char *comma = strrchr (text, ','), *point = strrchr (text, '.');
  LsForeignSign *seen = comma > point ? &self->comma : &self->point;

  if (comma == point || seen->text != NULL)
    return TRUE;
  *seen = (LsForeignSign){ shorten (text), line };
  if (self->comma.text == NULL || self->point.text == NULL)
    return TRUE;
  return ls_fail (
      error, LS_ERROR_FORMAT,
      _ ("%s:%lu: “%s” has a decimal comma, but “%s” in line %lu a decimal point; use one of them"),
      self->scanner.path, self->comma.line, self->comma.text, self->point.text, self->point.line);
}

static gboolean
take_value (
    LsForeignText *self, guint index, const char *text, gulong line, double *value, GError **error)
{
  const gboolean comma = ls_scanner_takes_comma (&self->scanner);

  if (!ls_scanner_parse (text, comma, value))
    return refuse_value (self, line, index, error);
  if (self->is_table && !isfinite (*value))
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s:%lu: column %u (%s): there is no number"),
                    self->scanner.path, line, index + 1,
                    g_array_index (self->columns, LsForeignColumn, index).name);
  return !comma || note_sign (self, text, line, error);
}

/* Appends the values of one field to the row. */
static gboolean
take_values (LsForeignText *self, guint index, gulong line, GError **error)
{
  const LsForeignColumn *column = &g_array_index (self->columns, LsForeignColumn, index);
  const char *text = self->scanner.field->str;
  double value;

  if (column->n_values == 0)
    return TRUE;
  if (column->n_values == 1)
    {
      if (!take_value (self, index, text, line, &value, error))
        return FALSE;
      if (index == self->time)
        g_array_index (self->row, double, 0) = value * self->time_factor;
      else
        g_array_append_val (self->row, value);
      return TRUE;
    }
  g_auto (GStrv) parts = g_strsplit_set (text, " ", -1);
  guint n = 0;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] == '\0')
        continue;
      if (n == column->n_values)
        return refuse_value (self, line, index, error);
      if (!take_value (self, index, parts[i], line, &value, error))
        return FALSE;
      g_array_append_val (self->row, value);
      n++;
    }
  return n == column->n_values || refuse_value (self, line, index, error);
}

/* @scanner: in a line, after reading one field more than there are columns; @more: whether there
 * are others. Returns: whether decimal commas would explain twice the number of fields. */
static gboolean
has_twice_as_many (LsScanner scanner, guint n_columns, gboolean more)
{
  guint n = n_columns + 1;

  while (more && n <= 2 * n_columns && ls_scanner_next (&scanner, &more, NULL))
    n++;
  return scanner.separator == ',' && n == 2 * n_columns;
}

static gboolean
refuse_many (const LsForeignText *self, gulong line, gboolean more, GError **error)
{
  const guint n = self->columns->len;

  if (has_twice_as_many (self->scanner, n, more))
    g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
                 _ ("%s:%lu: %u fields in a table of %u columns: with decimal commas, separate "
                    "columns by semicolons or tabs"),
                 self->scanner.path, line, 2 * n, n);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("%s:%lu: more than %u fields"),
                 self->scanner.path, line, n);
  return FALSE;
}

static gboolean
append_row (LsForeignText *self, gulong line, GError **error)
{
  const gsize n_rows = ls_trace_get_n_rows (self->trace);
  const double time = g_array_index (self->row, double, 0);
  const gboolean back = n_rows > 0 && time < ls_trace_get (self->trace, 0, n_rows - 1);

  if (!isfinite (time) || back)
    return ls_fail (error, LS_ERROR_FORMAT,
                    back ? _ ("%s:%lu: the time goes back") : _ ("%s:%lu: there is no time"),
                    self->scanner.path, line);
  if (ls_trace_append (self->trace, (const double *)(void *)self->row->data))
    return TRUE;
  return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: there is not enough memory for it"),
                  self->scanner.path);
}

static gboolean
read_row (LsForeignText *self, GError **error)
{
  const gulong line = self->scanner.line;
  gboolean more = TRUE;
  guint i;

  g_array_set_size (self->row, 1);
  for (i = 0; more && i < self->columns->len; i++)
    if (!ls_scanner_next (&self->scanner, &more, error) || !take_values (self, i, line, error))
      return FALSE;
  if (i < self->columns->len)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s:%lu: fewer than %u fields"), self->scanner.path,
                    line, self->columns->len);
  /* Empty fields after the last column are ignored. */
  while (more)
    {
      if (!ls_scanner_next (&self->scanner, &more, error))
        return FALSE;
      if (*self->scanner.field->str != '\0')
        return refuse_many (self, line, more, error);
    }
  return append_row (self, line, error);
}

/* Skips a line without values. */
static gboolean
skip (LsScanner *scanner)
{
  return ls_scanner_skip_empty (scanner) || ls_scanner_skip_comment (scanner);
}

static gboolean
read_text (LsForeignText *self, LsForeign *info, GError **error)
{
  LsScanner *scanner = &self->scanner;

  if (!ls_foreign_read_head (self, info, error) || !look_at_values (self, info, error)
      || !make_trace (self, error))
    return FALSE;
  while (scanner->at < scanner->end)
    if (!skip (scanner) && !read_row (self, error))
      return FALSE;
  info->comma = g_strdup (self->comma.text);
  return TRUE;
}

static LsTrace *
read_file (const char *path, gboolean is_table, LsForeign *info, GError **error)
{
  LsForeignText reader
      = { .scanner = { .path = path, .line = 1 }, .is_table = is_table, .time_factor = 1.0 };
  g_autofree char *data = NULL;
  gboolean done;
  gsize size;

  if ((data = ls_foreign_load (path, &size, error)) == NULL)
    return NULL;
  reader.scanner.at = data;
  reader.scanner.end = data + size;
  reader.scanner.field = g_string_new (NULL);
  reader.columns = g_array_new (FALSE, TRUE, sizeof (LsForeignColumn));
  g_array_set_clear_func (reader.columns, column_clear);
  done = read_text (&reader, info, error);
  g_string_free (reader.scanner.field, TRUE);
  g_array_unref (reader.columns);
  g_clear_pointer (&reader.row, g_array_unref);
  g_free (reader.words);
  g_free (reader.comma.text);
  g_free (reader.point.text);
  if (!done && reader.trace != NULL)
    g_clear_pointer (&reader.trace, ls_trace_unref);
  return reader.trace;
}

const LsForeignReader ls_foreign_reader_text = {
  .item = {
    .id = "text",
    .name = "CSV",
    .summary = N_ ("Text in columns, of Lockstep, FMPy, OMSimulator, OpenModelica, libcosim, MasterSim"),
    .endings = (const char *const[]){ ".csv", ".tsv", NULL },
  },
  .table_endings = (const char *const[]){ ".tab", ".txt", ".dat", NULL },
  .read = read_file,
};
