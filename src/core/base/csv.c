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

static gboolean
scan_row (Scanner *self, const LsCsvTable *table, GArray **columns, GError **error)
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
      g_array_append_val (columns[i], value);
    }
  if (i == table->n_columns && !more)
    return TRUE;
  return ls_fail (error, LS_ERROR_FORMAT,
                  more ? _ ("%s:%lu: more than %u fields") : _ ("%s:%lu: fewer than %u fields"),
                  self->path, self->line, table->n_columns);
}

static gboolean
scan_rows (Scanner *self, LsCsvTable *table, GError **error)
{
  GArray **columns = g_new (GArray *, table->n_columns);
  gboolean good = TRUE;

  for (guint i = 0; i < table->n_columns; i++)
    columns[i] = g_array_new (FALSE, FALSE, sizeof (double));
  for (skip_line_end (self); good && self->at < self->end; skip_line_end (self))
    {
      good = scan_row (self, table, columns, error);
      table->n_rows += good;
    }
  table->columns = g_new0 (double *, table->n_columns);
  for (guint i = 0; i < table->n_columns; i++)
    table->columns[i] = (double *)g_array_free (columns[i], FALSE);
  g_free (columns);
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

static const double *
peek (gconstpointer user, guint column, gsize row, gsize *n)
{
  const LsCsvTable *self = user;

  *n = self->n_rows - row;
  return self->columns[column] + row;
}

int
ls_csv_table_pack (const LsCsvTable *self)
{
  return ls_table_pack ((const char *const *)self->names, self->n_columns, self->n_columns,
                        self->n_rows, peek, self);
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
  if (!ls_table_unpack (answer, G_MAXUINT, &pack) || pack.n_texts != pack.n_columns)
    return ls_reader_refuse (path, error);
  self = g_new0 (LsCsvTable, 1);
  self->n_columns = pack.n_columns;
  self->n_rows = pack.n_rows;
  self->names = g_strdupv ((char **)pack.texts);
  self->columns = g_new0 (double *, pack.n_columns);
  for (guint i = 0; i < pack.n_columns; i++)
    self->columns[i] = g_memdup2 (pack.values + i * pack.n_rows, pack.n_rows * sizeof *pack.values);
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
  g_free (self->columns);
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
