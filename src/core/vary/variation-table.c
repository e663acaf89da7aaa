#include "core/vary/variation-table.h"

#include "core/base/csv.h"
#include "core/base/file.h"
#include "core/base/number.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Columns after those of parameters and measures. */
enum
{
  STATE = 0,
  MESSAGE,
  CHECKSUM,
  N_LAST
};
static const char *const last_names[] = { "state", "message", "checksum", NULL };

struct LsVariationTable
{
  LsVariation *variation;
  char *path;
  FILE *stream;
};

/* ---- Lines -------------------------------------------------------------------------------- */

static char *
make_header (const LsVariation *variation)
{
  GString *line = g_string_new ("row");

  for (guint i = 0; i < variation->parameters->len; i++)
    {
      g_string_append_c (line, ',');
      ls_csv_append_field (line, ((const LsVaried *)variation->parameters->pdata[i])->name);
    }
  for (guint i = 0; i < variation->measures->len; i++)
    {
      g_string_append_c (line, ',');
      ls_csv_append_field (line, ((const LsRunMeasure *)variation->measures->pdata[i])->name);
    }
  for (guint i = 0; i < N_LAST; i++)
    g_string_append_printf (line, ",%s", last_names[i]);
  return g_string_free (line, FALSE);
}

static void
append_number (GString *line, double value)
{
  char text[LS_NUMBER_SIZE];

  g_string_append_c (line, ',');
  if (isfinite (value))
    g_string_append (line, ls_number_format (value, text));
}

static char *
make_line (const LsVariation *variation, guint row)
{
  const double *values = ls_sample_get_row (variation->sample, row);
  const double *results = variation->results + (gsize)row * variation->measures->len;
  const char *message = variation->messages[row];
  g_autofree char *single = g_strdelimit (g_strdup (message != NULL ? message : ""), "\r\n", ' ');
  GString *line = g_string_new (NULL);

  g_string_append_printf (line, "%u", row);
  for (guint i = 0; i < variation->parameters->len; i++)
    append_number (line, values[i]);
  for (guint i = 0; i < variation->measures->len; i++)
    append_number (line, results[i]);
  g_string_append_printf (line, ",%s,", variation->states[row] == LS_ROW_DONE ? "done" : "failed");
  ls_csv_append_field (line, single);
  g_string_append_printf (line, ",%s", variation->checksum);
  return g_string_free (line, FALSE);
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* Complete lines of a file; the last one may have been cut off by a kill. %NULL with an error. */
static char **
read_lines (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;
  char **lines;
  guint n;

  if (!g_file_get_contents (path, &text, NULL, &reason))
    return ls_fail_null (error, LS_ERROR_FILE, "%s", reason->message);
  lines = g_strsplit (text, "\n", -1);
  n = g_strv_length (lines);
  if (n > 0)
    g_clear_pointer (&lines[n - 1], g_free);
  return lines;
}

static gboolean
is_value (const char *text, double value)
{
  double number = NAN;

  return ls_number_parse (text, &number) && number == value;
}

gboolean
ls_variation_table_take_line (LsVariation *variation, const char *line)
{
  g_return_val_if_fail (variation != NULL && line != NULL, FALSE);

  g_autoptr (GPtrArray) fields = ls_csv_split (line);
  const guint n_parameters = variation->parameters->len, n_measures = variation->measures->len;
  const guint last = 1 + n_parameters + n_measures;
  char *const *texts = (char *const *)fields->pdata;
  guint64 row;

  if (fields->len != last + N_LAST
      || !g_ascii_string_to_unsigned (texts[0], 10, 0, variation->sample->n_rows - 1, &row, NULL)
      || strcmp (texts[last + CHECKSUM], variation->checksum) != 0)
    return FALSE;
  for (guint i = 0; i < n_parameters; i++)
    if (!is_value (texts[1 + i], ls_sample_get_row (variation->sample, (guint)row)[i]))
      return FALSE;
  variation->states[row] = strcmp (texts[last + STATE], "done") == 0 ? LS_ROW_DONE : LS_ROW_FAILED;
  g_free (variation->messages[row]);
  variation->messages[row] = g_strdup (texts[last + MESSAGE]);
  for (guint i = 0; i < n_measures; i++)
    if (!ls_number_parse (texts[1 + n_parameters + i],
                          &variation->results[(gsize)row * n_measures + i]))
      variation->results[(gsize)row * n_measures + i] = NAN;
  return TRUE;
}

gboolean
ls_variation_table_read (LsVariation *variation, const char *path, GError **error)
{
  g_return_val_if_fail (variation != NULL && path != NULL, FALSE);

  g_auto (GStrv) lines = read_lines (path, error);
  g_autofree char *header = make_header (variation);

  if (lines == NULL)
    return FALSE;
  for (guint i = 0; lines[i] != NULL; i++)
    if (i == 0 ? strcmp (lines[0], header) != 0
               : !ls_variation_table_take_line (variation, lines[i]))
      return ls_fail (error, LS_ERROR_FORMAT,
                      _ ("%s, line %u: the file is of another model, sample or setting; remove it "
                         "or choose another one"),
                      path, i + 1);
  return TRUE;
}

char *
ls_variation_table_make_key (const LsVariation *variation)
{
  g_return_val_if_fail (variation != NULL, NULL);

  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *header = make_header (variation);
  const LsSample *sample = variation->sample;

  g_checksum_update (sum, (const guchar *)variation->checksum, -1);
  g_checksum_update (sum, (const guchar *)header, -1);
  /* Measures of the same name may be of other signals. */
  for (guint i = 0; i < variation->measures->len; i++)
    {
      const LsRunMeasure *measure = variation->measures->pdata[i];
      g_autofree char *text
          = g_strdup_printf ("\n%s %s %.17g %s", measure->kind->item.id, measure->signal,
                             measure->level, measure->file != NULL ? measure->file : "");

      g_checksum_update (sum, (const guchar *)text, -1);
    }
  g_checksum_update (sum, (const guchar *)sample->values,
                     (gssize)((gsize)sample->n_rows * sample->n_parameters * sizeof (double)));
  return g_strndup (g_checksum_get_string (sum), 20);
}

/* ---- Writing ------------------------------------------------------------------------------ */

static void
set_write_error (const LsVariationTable *self, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s cannot be written: %s"), self->path,
               g_strerror (errno));
}

static gboolean
write_all (const LsVariationTable *self, FILE *stream)
{
  g_autofree char *header = make_header (self->variation);

  fprintf (stream, "%s\n", header);
  for (guint i = 0; i < self->variation->sample->n_rows; i++)
    if (self->variation->states[i] != LS_ROW_OPEN)
      {
        g_autofree char *line = make_line (self->variation, i);

        fprintf (stream, "%s\n", line);
      }
  return ferror (stream) == 0;
}

gboolean
ls_variation_table_finish (LsVariationTable *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (LsFileWriter) writer = ls_file_writer_new (self->path, error);

  if (writer == NULL)
    return FALSE;
  /* A failure to write is found by the commit. */
  write_all (self, ls_file_writer_get_stream (writer));
  return ls_file_writer_commit (writer, error);
}

LsVariationTable *
ls_variation_table_open (LsVariation *variation, const char *path, GError **error)
{
  g_autoptr (LsVariationTable) self = g_new0 (LsVariationTable, 1);

  self->variation = variation;
  self->path = g_strdup (path);
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !ls_variation_table_read (variation, path, error))
    return NULL;
  /* Whole lines only, then whatever is appended. */
  if (!ls_variation_table_finish (self, error))
    return NULL;
  self->stream = g_fopen (path, "ae");
  if (self->stream != NULL)
    return g_steal_pointer (&self);
  set_write_error (self, error);
  return NULL;
}

gboolean
ls_variation_table_append (LsVariationTable *self, guint row, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autofree char *line = make_line (self->variation, row);

  if (fprintf (self->stream, "%s\n", line) >= 0 && fflush (self->stream) == 0)
    return TRUE;
  set_write_error (self, error);
  return FALSE;
}

void
ls_variation_table_free (LsVariationTable *self)
{
  if (self == NULL)
    return;
  if (self->stream != NULL)
    fclose (self->stream);
  g_free (self->path);
  g_free (self);
}

/* ---- Merging ------------------------------------------------------------------------------ */

/* Row number -> line. */
static gboolean
merge_line (GHashTable *rows, const char *line, const char *checksum)
{
  g_autoptr (GPtrArray) fields = ls_csv_split (line);
  char *const *texts = (char *const *)fields->pdata;
  guint64 row;
  const gboolean done = fields->len > N_LAST && strcmp (texts[fields->len - N_LAST], "done") == 0;

  if (fields->len <= N_LAST || strcmp (texts[fields->len - 1], checksum) != 0
      || !g_ascii_string_to_unsigned (texts[0], 10, 0, G_MAXINT, &row, NULL))
    return FALSE;
  if (done || !g_hash_table_contains (rows, GUINT_TO_POINTER ((guint)row)))
    g_hash_table_insert (rows, GUINT_TO_POINTER ((guint)row), g_strdup (line));
  return TRUE;
}

static gboolean
merge_file (GHashTable *rows, const char *path, char **header, char **checksum, GError **error)
{
  g_auto (GStrv) lines = read_lines (path, error);

  if (lines == NULL)
    return FALSE;
  if (*header == NULL)
    *header = g_strdup (lines[0] != NULL ? lines[0] : "");
  if (*checksum == NULL && lines[0] != NULL && lines[1] != NULL && strrchr (lines[1], ',') != NULL)
    *checksum = g_strdup (strrchr (lines[1], ',') + 1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (i == 0 ? strcmp (lines[0], *header) != 0
               : !merge_line (rows, lines[i], *checksum != NULL ? *checksum : ""))
      return ls_fail (error, LS_ERROR_FORMAT,
                      _ ("%s, line %u: no part of the same variation as the other tables"), path,
                      i + 1);
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return (GPOINTER_TO_UINT (a) > GPOINTER_TO_UINT (b))
         - (GPOINTER_TO_UINT (a) < GPOINTER_TO_UINT (b));
}

gboolean
ls_variation_table_merge (const char *const paths[], const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, FALSE);

  g_autoptr (GHashTable) rows = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autofree char *header = NULL, *checksum = NULL;
  g_autoptr (LsFileWriter) writer = NULL;
  g_autoptr (GList) numbers = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    if (!merge_file (rows, paths[i], &header, &checksum, error))
      return FALSE;
  writer = ls_file_writer_new (path, error);
  if (writer == NULL)
    return FALSE;
  fprintf (ls_file_writer_get_stream (writer), "%s\n", header);
  numbers = g_list_sort (g_hash_table_get_keys (rows), compare_rows);
  for (GList *i = numbers; i != NULL; i = i->next)
    fprintf (ls_file_writer_get_stream (writer), "%s\n",
             (const char *)g_hash_table_lookup (rows, i->data));
  return ls_file_writer_commit (writer, error);
}
