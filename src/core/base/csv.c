/* Comma-separated values. */
#include "core/base/csv.h"
#include "core/base/number.h"
#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/base/table-pack.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_SIZE (G_GUINT64_CONSTANT (1) << 30) /* bytes */

/* What is read of a column. */
typedef struct
{
  GArray *numbers;
  GArray *rests; /* (nullable) */
} Column;

typedef struct
{
  const char *path;
  const char *at; /* next character; the text ends with a NUL */
  const char *end;
  gulong line;    /* of @at, from 1 */
  GString *field; /* the last one read, without quotes */
} Scanner;

static gboolean
at_line_end (const Scanner *self)
{
  return self->at >= self->end || *self->at == '\n'
         || (*self->at == '\r' && self->at + 1 < self->end && self->at[1] == '\n');
}

static void
skip_line_end (Scanner *self)
{
  while (self->at < self->end && at_line_end (self))
    {
      self->line += *self->at == '\n';
      self->at++;
    }
}

static gboolean
scan_quoted (Scanner *self, GError **error)
{
  gulong first_line = self->line;

  for (self->at++; self->at < self->end; self->at++)
    {
      if (*self->at == '"' && self->at + 1 < self->end && self->at[1] == '"')
        self->at++;
      else if (*self->at == '"')
        {
          self->at++;
          if (at_line_end (self) || *self->at == ',')
            return TRUE;
          return ls_fail (error, LS_ERROR_FORMAT, _ ("%s:%lu: text after a closing quote"),
                          self->path, self->line);
        }
      self->line += *self->at == '\n';
      g_string_append_c (self->field, *self->at);
    }
  return ls_fail (error, LS_ERROR_FORMAT, _ ("%s:%lu: a quote is not closed"), self->path,
                  first_line);
}

/* Reads one field and the comma after it; @more is whether there was a comma. */
static gboolean
scan_field (Scanner *self, gboolean *more, GError **error)
{
  g_string_truncate (self->field, 0);
  if (self->at < self->end && *self->at == '"')
    {
      if (!scan_quoted (self, error))
        return FALSE;
    }
  else
    {
      const char *start = self->at;

      while (!at_line_end (self) && *self->at != ',')
        self->at++;
      g_string_append_len (self->field, start, self->at - start);
    }
  *more = self->at < self->end && *self->at == ',';
  self->at += *more;
  return TRUE;
}

static gboolean
scan_header (Scanner *self, LsCsvTable *table, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean more = TRUE;

  if (self->at >= self->end)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: the file is empty"), self->path);
  while (more)
    {
      if (!scan_field (self, &more, error))
        return FALSE;
      g_ptr_array_add (names, g_utf8_make_valid (self->field->str, self->field->len));
    }
  table->n_columns = names->len;
  g_ptr_array_add (names, NULL);
  table->names = (char **)g_ptr_array_free (g_steal_pointer (&names), FALSE);
  return TRUE;
}

/* Results may contain NaN and infinities; they survive writing and reading back. */
static gboolean
parse_value (const char *text, double *value)
{
  if (*text == '\0' || g_ascii_strcasecmp (text, "nan") == 0)
    *value = NAN;
  else if (g_ascii_strcasecmp (text, "inf") == 0)
    *value = INFINITY;
  else if (g_ascii_strcasecmp (text, "-inf") == 0)
    *value = -INFINITY;
  else
    return ls_number_parse (text, value);
  return TRUE;
}

/* The last number is the one of @text. */
static G_GNUC_NO_INLINE void
add_rest (Column *self, const char *text)
{
  const double none = NAN;
  LsInteger integer;
  double rest;

  if (!ls_integer_parse (text, &integer))
    return;
  if (self->rests == NULL)
    self->rests = g_array_new (FALSE, FALSE, sizeof (double));
  while (self->rests->len + 1 < self->numbers->len)
    g_array_append_val (self->rests, none);
  rest = ls_integer_get_rest (integer);
  g_array_append_val (self->rests, rest);
}

static void
add_value (Column *self, double value, const char *text)
{
  g_array_append_val (self->numbers, value);
  if (G_UNLIKELY (fabs (value) >= LS_INTEGER_LIMIT))
    add_rest (self, text);
}

static gboolean
scan_row (Scanner *self, const LsCsvTable *table, Column *columns, GError **error)
{
  gboolean more = TRUE;
  guint i;

  for (i = 0; more && i < table->n_columns; i++)
    {
      gulong line = self->line;
      double value;

      if (!scan_field (self, &more, error))
        return FALSE;
      g_strstrip (self->field->str);
      if (!parse_value (self->field->str, &value))
        {
          g_autofree char *text = g_utf8_make_valid (self->field->str, -1);

          return ls_fail (error, LS_ERROR_FORMAT,
                          _ ("%s:%lu: column %u (%s): “%s” is not a number"), self->path, line,
                          i + 1, table->names[i], text);
        }
      add_value (&columns[i], value, self->field->str);
    }
  if (i == table->n_columns && !more)
    return TRUE;
  return ls_fail (error, LS_ERROR_FORMAT,
                  more ? _ ("%s:%lu: more than %u fields") : _ ("%s:%lu: fewer than %u fields"),
                  self->path, self->line, table->n_columns);
}

static double *
take_rests (Column *self, gsize n_rows)
{
  const double none = NAN;
  GArray *rests = self->rests != NULL ? self->rests : g_array_new (FALSE, FALSE, sizeof (double));

  while (rests->len < n_rows)
    g_array_append_val (rests, none);
  return (double *)g_array_free (rests, FALSE);
}

/* @table takes what was read. */
static void
finish_columns (LsCsvTable *table, Column *columns)
{
  gboolean has_rests = FALSE;

  for (guint i = 0; i < table->n_columns; i++)
    has_rests = has_rests || columns[i].rests != NULL;
  table->columns = g_new0 (double *, table->n_columns);
  table->rests = has_rests ? g_new0 (double *, table->n_columns) : NULL;
  for (guint i = 0; i < table->n_columns; i++)
    {
      table->columns[i] = (double *)g_array_free (columns[i].numbers, FALSE);
      if (has_rests)
        table->rests[i] = take_rests (&columns[i], table->n_rows);
    }
}

static gboolean
scan_rows (Scanner *self, LsCsvTable *table, GError **error)
{
  g_autofree Column *columns = g_new0 (Column, table->n_columns);
  gboolean good = TRUE;

  for (guint i = 0; i < table->n_columns; i++)
    columns[i].numbers = g_array_new (FALSE, FALSE, sizeof (double));
  for (skip_line_end (self); good && self->at < self->end; skip_line_end (self))
    {
      good = scan_row (self, table, columns, error);
      table->n_rows += good;
    }
  finish_columns (table, columns);
  return good;
}

static gboolean
load (const char *path, char **data, gsize *size, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  struct stat info;

  if (stat (ls_reader_get_place (path), &info) != 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
  else if (!S_ISREG (info.st_mode))
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
  else if ((guint64)info.st_size > MAX_SIZE)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: is larger than 1 GiB"), path);
  else if (!g_file_get_contents (ls_reader_get_place (path), data, size, &local_error))
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s", local_error->message);
  else
    return TRUE;
  return FALSE;
}

/* Behind the numbers come the rests, if there are any. */
static const double *
peek (gconstpointer user, guint column, gsize row, gsize *n)
{
  const LsCsvTable *self = user;

  *n = self->n_rows - row;
  return row
         + (column < self->n_columns ? self->columns[column]
                                     : self->rests[column - self->n_columns]);
}

int
ls_csv_table_pack (const LsCsvTable *self)
{
  return ls_table_pack ((const char *const *)self->names, self->n_columns,
                        self->n_columns * (self->rests != NULL ? 2 : 1), self->n_rows, peek, self);
}

static double **
copy_columns (const double *values, guint n, gsize n_rows)
{
  double **columns = g_new0 (double *, n);

  for (guint i = 0; i < n; i++)
    columns[i] = g_memdup2 (values + i * n_rows, n_rows * sizeof *values);
  return columns;
}

/* By the reader. */
static LsCsvTable *
read_contained (const char *path, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_CSV };
  g_autoptr (GBytes) answer = ls_reader_ask_path (&task, path, MAX_SIZE, error);
  g_auto (LsTablePack) pack = { 0 };
  LsCsvTable *self;

  if (answer == NULL)
    return NULL;
  if (!ls_table_unpack (answer, G_MAXUINT, &pack)
      || (pack.n_columns != pack.n_texts && pack.n_columns != 2 * (gsize)pack.n_texts))
    return ls_reader_refuse (path, error);
  self = g_new0 (LsCsvTable, 1);
  self->n_columns = pack.n_texts;
  self->n_rows = pack.n_rows;
  self->names = g_strdupv ((char **)pack.texts);
  self->columns = copy_columns (pack.values, self->n_columns, pack.n_rows);
  if (pack.n_columns > self->n_columns)
    self->rests
        = copy_columns (pack.values + self->n_columns * pack.n_rows, self->n_columns, pack.n_rows);
  return self;
}

LsCsvTable *
ls_csv_read (const char *path, GError **error)
{
  static const char mark[] = "\xef\xbb\xbf";
  g_autoptr (LsCsvTable) table = NULL;
  g_autofree char *data = NULL;
  Scanner scanner = { .path = path, .line = 1 };
  gsize size = 0;
  gboolean good;

  g_return_val_if_fail (path != NULL, NULL);
  if (ls_reader_is_contained ())
    return read_contained (path, error);
  if (!load (path, &data, &size, error))
    return NULL;
  table = g_new0 (LsCsvTable, 1);
  scanner.at = data + (g_str_has_prefix (data, mark) ? strlen (mark) : 0);
  scanner.end = data + size;
  scanner.field = g_string_new (NULL);
  good = scan_header (&scanner, table, error) && scan_rows (&scanner, table, error);
  g_string_free (scanner.field, TRUE);
  return good ? g_steal_pointer (&table) : NULL;
}

void
ls_csv_table_free (LsCsvTable *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->columns != NULL && i < self->n_columns; i++)
    g_free (self->columns[i]);
  for (guint i = 0; self->rests != NULL && i < self->n_columns; i++)
    g_free (self->rests[i]);
  g_free (self->columns);
  g_free (self->rests);
  g_strfreev (self->names);
  g_free (self);
}

int
ls_csv_table_find (const LsCsvTable *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, -1);
  for (guint i = 0; i < self->n_columns; i++)
    {
      if (strcmp (self->names[i], name) == 0)
        return i;
    }
  return -1;
}

gboolean
ls_csv_table_get_integer (const LsCsvTable *self, guint column, gsize row, LsInteger *value)
{
  g_return_val_if_fail (self != NULL && column < self->n_columns && row < self->n_rows, FALSE);

  const double number = self->columns[column][row];

  if (!(fabs (number) >= LS_INTEGER_LIMIT))
    return ls_integer_join (number, 0.0, value);
  return self->rests != NULL && ls_integer_join (number, self->rests[column][row], value);
}

void
ls_csv_append_field (GString *line, const char *field)
{
  g_return_if_fail (line != NULL && field != NULL);
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (line, field);
      return;
    }
  g_string_append_c (line, '"');
  for (const char *c = field; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (line, '"');
      g_string_append_c (line, *c);
    }
  g_string_append_c (line, '"');
}

GPtrArray *
ls_csv_split (const char *line)
{
  g_return_val_if_fail (line != NULL, NULL);

  GPtrArray *fields = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) field = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *c = line; *c != '\0'; c++)
    if (*c == '"' && quoted && c[1] == '"')
      g_string_append_c (field, *c++);
    else if (*c == '"')
      quoted = !quoted;
    else if (*c == ',' && !quoted)
      {
        g_ptr_array_add (fields, g_strdup (field->str));
        g_string_truncate (field, 0);
      }
    else
      g_string_append_c (field, *c);
  g_ptr_array_add (fields, g_strdup (field->str));
  return fields;
}
