/* Reads the head of a file: names, units and comment lines, in the formats of several programs.
 *
 * "name [unit]", after a space: MasterSim, measuring devices; a line of units below the names:
 * LabVIEW, spreadsheets; names after “#”: NumPy, gnuplot; “sep=;” in the first line: spreadsheets;
 * "#1" and "double name(rows,columns)": tables of Modelica. */
#include "core/foreign/foreign-impl.h"

#include "core/base/status.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
find_factor (const char *unit, double *factor)
{
  static const struct
  {
    const char *unit;
    double factor;
  } units[] = { { "", 1.0 },     { "s", 1.0 },     { "sec", 1.0 },     { "ms", 1e-3 },
                { "us", 1e-6 },  { "µs", 1e-6 },   { "ns", 1e-9 },     { "min", 60.0 },
                { "h", 3600.0 }, { "d", 86400.0 }, { "a", 31536000.0 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strcasecmp (unit, units[i].unit) == 0)
      {
        *factor = units[i].factor;
        return TRUE;
      }
  return FALSE;
}

/* "[kN]", "(kN)" and "kN" give "kN"; MasterSim writes "-" for no unit. (transfer full) */
static char *
strip_unit (const char *text)
{
  gsize length = strlen (text);
  const gboolean bracketed
      = length > 1
        && ((*text == '[' && text[length - 1] == ']') || (*text == '(' && text[length - 1] == ')'));
  g_autofree char *unit = g_strndup (text + bracketed, length - (bracketed ? 2 : 0));

  g_strstrip (unit);
  return strcmp (unit, "-") == 0 ? g_strdup ("") : g_steal_pointer (&unit);
}

static gboolean
is_time (const char *name, gsize length)
{
  static const char *const words[] = { "time", "t", "zeit", "temps" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && g_ascii_strncasecmp (name, words[i], length) == 0)
      return TRUE;
  return FALSE;
}

/* "time[ms]", "t/ms", "Time (ms)", "time, ms": the unit is a unit of time, or in brackets. */
static gboolean
split_time (const char *text, LsForeignColumn *column)
{
  const gsize length = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const char *rest = text + length;
  g_autofree char *unit = NULL;
  double factor;

  rest += strspn (rest, " ");
  if (!is_time (text, length) || *rest == '\0' || strchr ("[(/,", *rest) == NULL)
    return FALSE;
  if (*rest == '/' || *rest == ',')
    rest += 1 + strspn (rest + 1, " ");
  unit = strip_unit (rest);
  if (*rest != '[' && *rest != '(' && !find_factor (unit, &factor))
    return FALSE;
  column->name = g_strndup (text, length);
  column->unit = g_steal_pointer (&unit);
  return TRUE;
}

/* "prey.population [kg]": name and unit; without a space before the bracket, as in "x[1]", it is an
 * array element. In tables round brackets are units, too. */
static LsForeignColumn
split_name (const LsForeignText *self, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *bracket = g_str_has_suffix (valid, "]")                     ? strrchr (valid, '[')
                        : self->is_table && g_str_has_suffix (valid, ")") ? strrchr (valid, '(')
                                                                          : NULL;
  LsForeignColumn column = { .n_values = 1 };

  if (split_time (valid, &column))
    return column;
  if (bracket == NULL || bracket == valid || !g_ascii_isspace (bracket[-1]))
    {
      column.name = g_steal_pointer (&valid);
      column.unit = g_strdup ("");
      return column;
    }
  column.name = g_strchomp (g_strndup (valid, (gsize)(bracket - valid)));
  column.unit = strip_unit (bracket);
  return column;
}

static gboolean
is_number (const LsForeignText *self, const char *text)
{
  double value;

  return *text != '\0' && ls_scanner_parse (text, ls_scanner_takes_comma (&self->scanner), &value);
}

/* Old versions of OpenModelica end their lines with a comma; spreadsheets with several. */
static void
drop_empty (GPtrArray *fields)
{
  while (fields->len > 1 && *(char *)g_ptr_array_index (fields, fields->len - 1) == '\0')
    g_ptr_array_set_size (fields, (int)fields->len - 1);
}

/* The fields of the line at the scanner. @numbers: (out) (nullable): count of fields that are
 * numbers. (transfer full) (nullable) */
static GPtrArray *
read_fields (LsForeignText *self, guint *numbers, GError **error)
{
  LsScanner *scanner = &self->scanner;
  GPtrArray *fields = g_ptr_array_new_with_free_func (g_free);
  gboolean more = TRUE;

  if (numbers != NULL)
    *numbers = 0;
  while (more)
    {
      if (!ls_scanner_next (scanner, &more, error))
        break;
      if (fields->len >= LS_FOREIGN_MAX_COLUMNS)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: more than %u columns"),
                       scanner->path, LS_FOREIGN_MAX_COLUMNS);
          break;
        }
      if (numbers != NULL)
        *numbers += is_number (self, scanner->field->str);
      g_ptr_array_add (fields, g_strdup (scanner->field->str));
      if (!more)
        {
          drop_empty (fields);
          return fields;
        }
    }
  g_ptr_array_unref (fields);
  return NULL;
}

/* The fields of the line at the scanner, which does not move. (transfer full) (nullable) */
static GPtrArray *
look (LsForeignText *self, guint *numbers)
{
  const LsScanner start = self->scanner;
  GPtrArray *fields = start.at < start.end ? read_fields (self, numbers, NULL) : NULL;

  self->scanner = start;
  return fields;
}

static void
take_names (LsForeignText *self, const GPtrArray *fields)
{
  for (guint i = 0; i < fields->len; i++)
    {
      const char *text = g_ptr_array_index (fields, i);
      LsForeignColumn column,
          *last = self->columns->len > 0
                      ? &g_array_index (self->columns, LsForeignColumn, self->columns->len - 1)
                      : NULL;

      /* With spaces as the separator, name and unit are separate fields. */
      if (self->scanner.separator == ' ' && last != NULL && (*text == '[' || *text == '('))
        {
          g_free (last->unit);
          last->unit = strip_unit (text);
          continue;
        }
      column = split_name (self, text);
      g_array_append_val (self->columns, column);
    }
}

/* Skips a first line “sep=;”, as spreadsheets understand it. Returns: the separator, or 0 */
static char
skip_separator_line (LsForeignText *self, LsForeign *info)
{
  LsScanner *scanner = &self->scanner;
  const char *c = scanner->at + (*scanner->at == '"');
  char separator;

  if (!g_str_has_prefix (c, "sep="))
    return 0;
  separator = c[4];
  if (separator == ',')
    info->tool = "OMSimulator";
  ls_scanner_skip_line (scanner);
  return separator != '\0' && strchr (",;\t", separator) != NULL ? separator : 0;
}

/* Skips comment lines. Returns: start of the last one, or a scanner at %NULL */
static LsScanner
skip_remarks (LsForeignText *self, LsForeign *info)
{
  LsScanner *scanner = &self->scanner, last = { .at = NULL }, at;
  const char *line;

  while (scanner->at < scanner->end)
    {
      at = *scanner;
      if (ls_scanner_skip_empty (scanner))
        continue;
      if (!ls_scanner_skip_comment (scanner))
        break;
      last = at;
      info->n_remarks++;
    }
  line = scanner->at;
  if (last.at != NULL && (g_str_has_prefix (line, "double ") || g_str_has_prefix (line, "float ")))
    {
      ls_scanner_skip_line (scanner);
      info->n_remarks++;
    }
  return last;
}

/* Space-separated numbers with decimal commas look like comma-separated columns at first. */
static void
choose_separator (LsForeignText *self)
{
  g_autoptr (GPtrArray) by_comma = NULL, by_blank = NULL;
  guint n_comma, n_blank;

  self->scanner.separator = ls_scanner_guess (&self->scanner);
  if (self->scanner.separator != ',' || (by_comma = look (self, &n_comma)) == NULL || n_comma == 0
      || n_comma == by_comma->len)
    return;
  self->scanner.separator = ' ';
  by_blank = look (self, &n_blank);
  if (by_blank == NULL || by_blank->len < 2 || n_blank < by_blank->len)
    self->scanner.separator = ',';
}

/* Names in a comment line (“#”), accepted if there is one per column. */
static gboolean
read_commented_names (LsForeignText *self, LsScanner remark, guint n)
{
  const LsScanner start = self->scanner;
  g_autoptr (GPtrArray) names = NULL;

  if (remark.at == NULL)
    return FALSE;
  self->scanner.at = remark.at + strspn (remark.at, " \t#%");
  names = look (self, NULL);
  if (names != NULL)
    take_names (self, names);
  if (self->columns->len != n)
    g_array_set_size (self->columns, 0);
  self->scanner = start;
  return self->columns->len == n;
}

static void
make_names (LsForeignText *self, LsForeign *info, guint n)
{
  info->nameless = TRUE;
  for (guint i = 0; i < n; i++)
    {
      LsForeignColumn column
          = { i == 0 ? g_strdup ("time") : g_strdup_printf ("y%u", i), g_strdup (""), 1 };

      g_array_append_val (self->columns, column);
    }
}

static gboolean
read_names (LsForeignText *self, LsForeign *info, LsScanner remark, GError **error)
{
  g_autoptr (GPtrArray) fields = NULL;
  const LsScanner start = self->scanner;

  if ((fields = read_fields (self, NULL, error)) == NULL)
    return FALSE;
  /* A quoted field is a name, even if it is a number. */
  self->scanner.quoted = FALSE;
  if (!is_number (self, g_ptr_array_index (fields, 0)))
    {
      take_names (self, fields);
      return TRUE;
    }
  self->scanner = start;
  if (read_commented_names (self, remark, fields->len))
    {
      info->n_remarks--;
      return TRUE;
    }
  if (self->is_table)
    {
      make_names (self, info, fields->len);
      return TRUE;
    }
  return ls_fail (error, LS_ERROR_FORMAT,
                  _ ("%s: the first line holds numbers, but has to name the columns"), start.path);
}

static void
find_time (LsForeignText *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const char *name = g_array_index (self->columns, LsForeignColumn, i).name;

      if (is_time (name, strlen (name)))
        {
          self->time = i;
          return;
        }
    }
}

/* Reads a line of units below the names: no field is a number, and the field of the time is not
 * empty. */
static void
read_units (LsForeignText *self)
{
  g_autoptr (GPtrArray) fields = NULL;
  guint n_numbers;

  fields = look (self, &n_numbers);
  if (fields == NULL || n_numbers > 0 || fields->len > self->columns->len
      || self->time >= fields->len || *(char *)g_ptr_array_index (fields, self->time) == '\0')
    return;
  for (guint i = 0; i < fields->len; i++)
    {
      LsForeignColumn *column = &g_array_index (self->columns, LsForeignColumn, i);
      g_autofree char *unit = strip_unit (g_ptr_array_index (fields, i));

      if (*unit == '\0')
        continue;
      g_free (column->unit);
      column->unit = g_utf8_make_valid (unit, -1);
    }
  ls_scanner_skip_line (&self->scanner);
}

static void
guess_tool (LsForeignText *self, LsForeign *info)
{
  const LsForeignColumn *columns = &g_array_index (self->columns, LsForeignColumn, 0);

  self->steps
      = self->columns->len > 1 && self->time == 0 && strcmp (columns[1].name, "StepCount") == 0;
  if (self->steps)
    {
      info->tool = "libcosim";
      info->component = ls_foreign_get_component (self->scanner.path);
    }
  else if (self->scanner.separator == '\t' && *columns[self->time].unit != '\0')
    info->tool = "MasterSim";
}

static gboolean
take_time (LsForeignText *self, LsForeign *info, GError **error)
{
  const LsForeignColumn *column = &g_array_index (self->columns, LsForeignColumn, self->time);

  info->time_name = g_strdup (column->name);
  info->time_unit = *column->unit != '\0' ? g_strdup (column->unit) : NULL;
  info->time_column = self->time;
  if (find_factor (column->unit, &self->time_factor))
    return TRUE;
  return ls_fail (error, LS_ERROR_FORMAT,
                  _ ("%s: the time is in “%s”, which is no known unit of time"), self->scanner.path,
                  column->unit);
}

gboolean
ls_foreign_read_head (LsForeignText *self, LsForeign *info, GError **error)
{
  LsScanner *scanner = &self->scanner;
  const char separator = skip_separator_line (self, info);
  const LsScanner remark = skip_remarks (self, info);

  if (scanner->at >= scanner->end)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: the file is empty"), scanner->path);
  if (separator != 0)
    scanner->separator = separator;
  else
    choose_separator (self);
  info->separator = scanner->separator;
  if (!read_names (self, info, remark, error))
    return FALSE;
  find_time (self);
  guess_tool (self, info);
  skip_remarks (self, info);
  if (!info->nameless)
    read_units (self);
  skip_remarks (self, info);
  return take_time (self, info, error);
}
