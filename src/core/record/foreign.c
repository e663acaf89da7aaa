/* Text in columns as FMPy, OMSimulator, OpenModelica, libcosim and MasterSim write it.
 *
 * FMPy and OpenModelica: "time","x" and values; FMPy parts the values of an array by blanks.
 * OMSimulator: a first line "sep=,", names with the path of the system ("model.root.prey.x").
 * libcosim: a file per component, Time,StepCount,x; texts may stand in columns too.
 * MasterSim: tabulators, a unit behind every name, the time in any unit. */
#include "core/record/foreign-impl.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_SIZE (G_GUINT64_CONSTANT (1) << 30) /* bytes */

/* What stands in one field of every line. */
typedef struct
{
  char *name, *unit;
  guint n_values; /* of an array; 1 for a number, 0 when it is no number */
} Column;

typedef struct
{
  LsScanner scanner;
  GArray *columns; /* Column */
  guint time;
  double time_factor; /* s */
  gboolean steps;     /* the second column counts steps */
  gboolean comma;     /* decimal */
  GArray *row;        /* double, time first */
  char *words;        /* (nullable): what stands in the first column without numbers */
  LsTrace *trace;
} Reader;

static void
column_clear (gpointer data)
{
  Column *self = data;

  g_free (self->name);
  g_free (self->unit);
}

void
ls_foreign_clear (LsForeign *self)
{
  g_clear_pointer (&self->component, g_free);
  g_clear_pointer (&self->time_name, g_free);
  g_clear_pointer (&self->time_unit, g_free);
  g_clear_pointer (&self->left_out, g_ptr_array_unref);
}

/* "prey.population [kg]": the name, and the unit where there is one behind a blank: "x[1]" is an
 * element of an array. MasterSim writes "-" where there is no unit. */
static Column
split_name (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *bracket = g_str_has_suffix (valid, "]") ? strrchr (valid, '[') : NULL;
  Column column = { .n_values = 1 };

  if (bracket == NULL || bracket == valid || !g_ascii_isspace (bracket[-1]))
    {
      column.name = g_steal_pointer (&valid);
      column.unit = g_strdup ("");
      return column;
    }
  column.name = g_strchomp (g_strndup (valid, (gsize)(bracket - valid)));
  column.unit = g_strndup (bracket + 1, strlen (bracket) - 2);
  if (strcmp (column.unit, "-") == 0)
    *column.unit = '\0';
  return column;
}

static gboolean
read_names (Reader *self, GError **error)
{
  LsScanner *scanner = &self->scanner;
  gboolean more = TRUE, numbers = TRUE;
  double number;

  while (scanner->at < scanner->end && ls_scanner_skip_empty (scanner))
    ;
  scanner->separator = ls_scanner_guess (scanner);
  for (guint i = 0; more; i++)
    {
      Column column;

      if (!ls_scanner_next (scanner, &more, error))
        return FALSE;
      if (self->columns->len >= LS_FOREIGN_MAX_COLUMNS)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: more than %u columns"),
                       scanner->path, LS_FOREIGN_MAX_COLUMNS);
          return FALSE;
        }
      /* OpenModelica once ended its lines with a comma. */
      if (!more && *scanner->field->str == '\0' && i > 0)
        break;
      numbers = numbers && *scanner->field->str != '\0'
                && ls_scanner_parse (scanner->field->str, TRUE, &number);
      column = split_name (scanner->field->str);
      g_array_append_val (self->columns, column);
    }
  if (!numbers)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
               _ ("%s: the first line holds numbers, but has to name the columns"), scanner->path);
  return FALSE;
}

/* A line “sep=;” in front of all, which spreadsheets understand. */
static void
skip_separator_line (Reader *self, LsForeign *info)
{
  LsScanner *scanner = &self->scanner;
  const char *c = scanner->at + (*scanner->at == '"');

  if (!g_str_has_prefix (c, "sep="))
    return;
  info->tool = "OMSimulator";
  while (scanner->at < scanner->end && *scanner->at != '\n')
    scanner->at++;
  ls_scanner_skip_empty (scanner);
}

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

static gboolean
find_time (Reader *self, LsForeign *info, GError **error)
{
  const Column *column;

  for (guint i = 0; i < self->columns->len; i++)
    {
      column = &g_array_index (self->columns, Column, i);
      if (g_ascii_strcasecmp (column->name, "time") != 0
          && g_ascii_strcasecmp (column->name, "t") != 0)
        continue;
      self->time = i;
      break;
    }
  column = &g_array_index (self->columns, Column, self->time);
  info->time_name = g_strdup (column->name);
  info->time_unit = *column->unit != '\0' ? g_strdup (column->unit) : NULL;
  if (find_factor (column->unit, &self->time_factor))
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
               _ ("%s: the time is in “%s”, which is no known unit of time"), self->scanner.path,
               column->unit);
  return FALSE;
}

char *
ls_foreign_get_component (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  gsize length;

  if (g_str_has_suffix (name, ".csv"))
    name[strlen (name) - 4] = '\0';
  length = strlen (name);
  if (length > 23 && name[length - 7] == '_' && name[length - 14] == '_' && name[length - 23] == '_'
      && strspn (name + length - 22, "0123456789_") == 22)
    name[length - 23] = '\0';
  return g_steal_pointer (&name);
}

static void
guess_tool (Reader *self, LsForeign *info)
{
  const Column *second = self->columns->len > 1 ? &g_array_index (self->columns, Column, 1) : NULL;

  self->steps = second != NULL && self->time == 0 && strcmp (second->name, "StepCount") == 0;
  if (self->steps)
    {
      info->tool = "libcosim";
      info->component = ls_foreign_get_component (self->scanner.path);
    }
  else if (self->scanner.separator == '\t' && info->time_unit != NULL)
    info->tool = "MasterSim";
}

/* Whether a field holds several numbers parted by blanks; how many. */
static guint
count_values (const Reader *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text, " ", -1);
  guint n = 0;
  double value;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] == '\0' && parts[1] != NULL)
        continue;
      if (!ls_scanner_parse (parts[i], self->comma, &value))
        return 0;
      n++;
    }
  return MAX (n, 1);
}

/* For messages. (transfer full) */
static char *
shorten (const char *text)
{
  g_autofree char *start = g_strndup (text, 40);

  return g_utf8_make_valid (start, -1);
}

/* The first line of values says what the columns hold. */
static gboolean
look_at_values (Reader *self, LsForeign *info, GError **error)
{
  LsScanner look = self->scanner;
  gboolean more = look.at < look.end;

  self->comma = look.separator != ',';
  for (guint i = 0; more && i < self->columns->len; i++)
    {
      Column *column = &g_array_index (self->columns, Column, i);

      if (!ls_scanner_next (&look, &more, error))
        return FALSE;
      column->n_values = count_values (self, look.field->str);
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
make_trace (Reader *self, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) units = g_ptr_array_new ();

  for (guint i = 0; i < self->columns->len; i++)
    {
      const Column *column = &g_array_index (self->columns, Column, i);

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
refuse_value (const Reader *self, gulong line, guint column, GError **error)
{
  g_autofree char *text = shorten (self->scanner.field->str);

  g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("%s:%lu: column %u (%s): “%s” is not a number"),
               self->scanner.path, line, column + 1,
               g_array_index (self->columns, Column, column).name, text);
  return FALSE;
}

/* The values of one field, behind those that are in the row. */
static gboolean
take_values (Reader *self, guint index, gulong line, GError **error)
{
  const Column *column = &g_array_index (self->columns, Column, index);
  const char *text = self->scanner.field->str;
  double value;

  if (column->n_values == 0)
    return TRUE;
  if (column->n_values == 1)
    {
      if (!ls_scanner_parse (text, self->comma, &value))
        return refuse_value (self, line, index, error);
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
      if (n == column->n_values || !ls_scanner_parse (parts[i], self->comma, &value))
        return refuse_value (self, line, index, error);
      g_array_append_val (self->row, value);
      n++;
    }
  return n == column->n_values || refuse_value (self, line, index, error);
}

static gboolean
refuse_length (const Reader *self, gulong line, gboolean more, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
               more ? _ ("%s:%lu: more than %u fields") : _ ("%s:%lu: fewer than %u fields"),
               self->scanner.path, line, self->columns->len);
  return FALSE;
}

static gboolean
append_row (Reader *self, gulong line, GError **error)
{
  const gsize n_rows = ls_trace_get_n_rows (self->trace);
  const double time = g_array_index (self->row, double, 0);
  const gboolean back = n_rows > 0 && time < ls_trace_get (self->trace, 0, n_rows - 1);

  if (!isfinite (time) || back)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
                   back ? _ ("%s:%lu: the time goes back") : _ ("%s:%lu: there is no time"),
                   self->scanner.path, line);
      return FALSE;
    }
  if (ls_trace_append (self->trace, (const double *)(void *)self->row->data))
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: there is not enough memory for it"),
               self->scanner.path);
  return FALSE;
}

static gboolean
read_row (Reader *self, GError **error)
{
  const gulong line = self->scanner.line;
  gboolean more = TRUE;
  guint i;

  g_array_set_size (self->row, 1);
  for (i = 0; more && i < self->columns->len; i++)
    if (!ls_scanner_next (&self->scanner, &more, error) || !take_values (self, i, line, error))
      return FALSE;
  if (i < self->columns->len)
    return refuse_length (self, line, FALSE, error);
  /* An empty field behind the last column is none. */
  if (more)
    {
      if (!ls_scanner_next (&self->scanner, &more, error))
        return FALSE;
      if (more || *self->scanner.field->str != '\0')
        return refuse_length (self, line, TRUE, error);
    }
  return append_row (self, line, error);
}

static gboolean
read_text (Reader *self, LsForeign *info, GError **error)
{
  LsScanner *scanner = &self->scanner;

  skip_separator_line (self, info);
  if (scanner->at >= scanner->end)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("%s: the file is empty"), scanner->path);
      return FALSE;
    }
  if (!read_names (self, error) || !find_time (self, info, error))
    return FALSE;
  guess_tool (self, info);
  while (scanner->at < scanner->end && ls_scanner_skip_empty (scanner))
    ;
  if (!look_at_values (self, info, error) || !make_trace (self, error))
    return FALSE;
  while (scanner->at < scanner->end)
    if (!ls_scanner_skip_empty (scanner) && !read_row (self, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_file (const char *path, GError **error)
{
  struct stat info;

  if (stat (path, &info) != 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
  else if (!S_ISREG (info.st_mode))
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
  else if ((guint64)info.st_size > MAX_SIZE)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: is larger than 1 GiB"), path);
  else
    return TRUE;
  return FALSE;
}

static gboolean
load (const char *path, char **data, gsize *size, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (!g_file_get_contents (path, data, size, &local))
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s", local->message);
  else if (memchr (*data, '\0', *size) != NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("%s: this is not text"), path);
  else
    return TRUE;
  return FALSE;
}

static LsTrace *
read_columns (const char *path, LsForeign *info, GError **error)
{
  static const char mark[] = "\xef\xbb\xbf";
  Reader reader = { .scanner = { .path = path, .line = 1 }, .time_factor = 1.0 };
  g_autofree char *data = NULL;
  gboolean done;
  gsize size;

  if (!load (path, &data, &size, error))
    return NULL;
  reader.scanner.at = data + (g_str_has_prefix (data, mark) ? strlen (mark) : 0);
  reader.scanner.end = data + size;
  reader.scanner.field = g_string_new (NULL);
  reader.columns = g_array_new (FALSE, TRUE, sizeof (Column));
  g_array_set_clear_func (reader.columns, column_clear);
  done = read_text (&reader, info, error);
  g_string_free (reader.scanner.field, TRUE);
  g_array_unref (reader.columns);
  g_clear_pointer (&reader.row, g_array_unref);
  g_free (reader.words);
  if (!done && reader.trace != NULL)
    g_clear_pointer (&reader.trace, ls_trace_unref);
  return reader.trace;
}

LsTrace *
ls_foreign_read (const char *path, LsForeign *info, GError **error)
{
  LsForeign unused = { 0 };
  LsForeign *used = info != NULL ? info : &unused;
  g_autoptr (GError) problem = NULL;
  LsTrace *trace;

  g_return_val_if_fail (path != NULL, NULL);
  *used = (LsForeign){ .left_out = g_ptr_array_new_with_free_func (g_free) };
  if (!check_file (path, &problem))
    trace = NULL;
  else if (ls_trace_is_mat (path))
    {
      used->tool = _ ("OpenModelica or Dymola");
      used->time_name = g_strdup ("time");
      trace = ls_trace_read_mat (path, &problem);
    }
  else
    trace = read_columns (path, used, &problem);
  ls_foreign_clear (&unused);
  if (trace == NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return trace;
}
