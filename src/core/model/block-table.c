/* FMUs of the table block, made from tables: their description and their numbers. */
#include "core/base/number.h"
#include "core/base/zip.h"
#include "core/model/block.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define TABLE_ENTRY "resources/table.csv"
#define DESCRIPTION_ENTRY "modelDescription.xml"
/* As in models/blocks/table: outputs, and the value reference of the parameter for straight lines;
 * those of FMI 3.0 as in models/runtime/fmi3.c. */
#define MAX_OUTPUTS 1000u
#define LINEAR "linear"
#define LINEAR_DESCRIPTION                                                                         \
  "Straight lines between the rows; else each value is held until the next row"
#define LINEAR_REFERENCE 2000u
#define BOOLEANS_3 0x2000000u
#define TIME_3 0x5000000u
/* Steps over the table by DefaultExperiment, for programs that need a step size. */
#define N_STEPS 1000

/* Name ("force") and unit ("N", or %NULL) of an output. */
typedef struct
{
  char *name, *unit;
} Column;

static void
column_clear (gpointer data)
{
  Column *self = data;

  g_free (self->name);
  g_free (self->unit);
}

static gboolean
has_name (const GArray *columns, const char *name)
{
  for (guint i = 0; i < columns->len; i++)
    if (strcmp (g_array_index (columns, Column, i).name, name) == 0)
      return TRUE;
  return strcmp (name, LINEAR) == 0 || strcmp (name, "time") == 0;
}

/* Removes what XML does not allow; names of variables are unique and not empty. */
static void
clean_column (const GArray *columns, Column *column, guint index)
{
  g_autofree char *wish = g_utf8_make_valid (column->name, -1);

  for (char *p = wish; *p != '\0'; p++)
    if ((guchar)*p < ' ')
      *p = ' ';
  g_strstrip (wish);
  if (*wish == '\0')
    {
      g_free (wish);
      wish = g_strdup_printf ("column_%u", index);
    }
  g_free (column->name);
  column->name = g_strdup (wish);
  for (guint i = 2; has_name (columns, column->name); i++)
    {
      g_free (column->name);
      column->name = g_strdup_printf ("%s_%u", wish, i);
    }
}

/* Returns: (transfer full) (element-type Column): the outputs. */
static GArray *
list_columns (const LsCsvTable *table)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));

  g_array_set_clear_func (columns, column_clear);
  for (guint k = 1; k < table->n_columns; k++)
    {
      Column column = { g_strdup (table->names[k]), NULL };
      char *bracket = strrchr (column.name, '[');
      const gsize length = strlen (column.name);

      if (bracket != NULL && bracket > column.name && column.name[length - 1] == ']'
          && bracket[1] != ']' && g_utf8_validate (bracket, -1, NULL))
        {
          column.unit = g_strndup (bracket + 1, length - (gsize)(bracket - column.name) - 2);
          *bracket = '\0';
        }
      clean_column (columns, &column, k);
      g_array_append_val (columns, column);
    }
  return columns;
}

/* ---- Description ------------------------------------------------------------------------ */

static void append (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Texts are escaped. */
static void
append (GString *text, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  line = g_markup_vprintf_escaped (format, arguments);
  va_end (arguments);
  g_string_append (text, line);
}

static void
append_units (GString *text, const GArray *columns)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < columns->len; i++)
    {
      char *unit = g_array_index (columns, Column, i).unit;

      if (unit == NULL || !g_hash_table_add (seen, unit))
        continue;
      g_string_append (text, g_hash_table_size (seen) == 1 ? "  <UnitDefinitions>\n" : "");
      append (text, "    <Unit name=\"%s\"/>\n", unit);
    }
  if (g_hash_table_size (seen) > 0)
    g_string_append (text, "  </UnitDefinitions>\n");
}

static void
append_experiment (GString *text, const LsCsvTable *table)
{
  const double *times = table->columns[0];
  const double span = times[table->n_rows - 1] - times[0];
  char start[LS_NUMBER_SIZE], stop[LS_NUMBER_SIZE], step[LS_NUMBER_SIZE];

  if (span > 0)
    append (text, "  <DefaultExperiment startTime=\"%s\" stopTime=\"%s\" stepSize=\"%s\"/>\n",
            ls_number_format (times[0], start), ls_number_format (times[table->n_rows - 1], stop),
            ls_number_format (span / N_STEPS, step));
}

static void
append_unit (GString *text, const Column *column)
{
  if (column->unit != NULL)
    append (text, " unit=\"%s\"", column->unit);
}

static void
append_variables_2 (GString *text, const GArray *columns)
{
  const guint linear = columns->len + 1;

  g_string_append (text, "  <ModelVariables>\n");
  for (guint i = 0; i < columns->len; i++)
    {
      const Column *column = &g_array_index (columns, Column, i);

      append (text,
              "    <ScalarVariable name=\"%s\" valueReference=\"%u\" causality=\"output\" "
              "variability=\"continuous\" initial=\"calculated\"><Real",
              column->name, i + 1);
      append_unit (text, column);
      g_string_append (text, "/></ScalarVariable>\n");
    }
  append (text,
          "    <ScalarVariable name=\"" LINEAR "\" valueReference=\"%u\" causality=\"parameter\" "
          "variability=\"fixed\" initial=\"exact\" description=\"%s\"><Boolean start=\"true\"/>"
          "</ScalarVariable>\n  </ModelVariables>\n  <ModelStructure>\n    <Outputs>\n",
          LINEAR_REFERENCE, LINEAR_DESCRIPTION);
  for (guint i = 1; i < linear; i++)
    append (text, "      <Unknown index=\"%u\" dependencies=\"\"/>\n", i);
  g_string_append (text, "    </Outputs>\n    <InitialUnknowns>\n");
  for (guint i = 1; i < linear; i++)
    append (text, "      <Unknown index=\"%u\" dependencies=\"%u\"/>\n", i, linear);
  g_string_append (text, "    </InitialUnknowns>\n  </ModelStructure>\n");
}

static void
append_variables_3 (GString *text, const GArray *columns)
{
  g_string_append (text, "  <ModelVariables>\n");
  for (guint i = 0; i < columns->len; i++)
    {
      const Column *column = &g_array_index (columns, Column, i);

      append (text,
              "    <Float64 name=\"%s\" valueReference=\"%u\" causality=\"output\" "
              "variability=\"continuous\" initial=\"calculated\"",
              column->name, i + 1);
      append_unit (text, column);
      g_string_append (text, "/>\n");
    }
  append (text,
          "    <Boolean name=\"" LINEAR "\" valueReference=\"%u\" causality=\"parameter\" "
          "variability=\"fixed\" initial=\"exact\" description=\"%s\" start=\"true\"/>\n"
          "    <Float64 name=\"time\" valueReference=\"%u\" causality=\"independent\" "
          "variability=\"continuous\"/>\n  </ModelVariables>\n  <ModelStructure>\n",
          BOOLEANS_3 + LINEAR_REFERENCE, LINEAR_DESCRIPTION, TIME_3);
  for (guint i = 1; i <= columns->len; i++)
    append (text, "    <Output valueReference=\"%u\" dependencies=\"\"/>\n", i);
  for (guint i = 1; i <= columns->len; i++)
    append (text, "    <InitialUnknown valueReference=\"%u\" dependencies=\"%u\"/>\n", i,
            BOOLEANS_3 + LINEAR_REFERENCE);
  g_string_append (text, "  </ModelStructure>\n");
}

/* "forces" of "/tmp/forces.fmu" */
static char *
get_stem (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *stem = g_utf8_make_valid (base, -1);

  if (g_str_has_suffix (stem, ".fmu"))
    stem[strlen (stem) - strlen (".fmu")] = '\0';
  return stem;
}

/* The description of @template with the columns of @table and named after @target: its interfaces
 * and log categories stay. Returns: (transfer full): %NULL with an error. */
static char *
describe (const LsFmu *template,
          const LsCsvTable *table,
          gboolean fmi3,
          const char *target,
          GError **error)
{
  g_autofree char *path
      = g_build_filename (ls_fmu_get_directory (template), DESCRIPTION_ENTRY, NULL);
  g_autoptr (GArray) columns = list_columns (table);
  g_autoptr (GString) made = g_string_new (NULL);
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *stem = get_stem (target);
  g_autoptr (GString) name = g_string_new (NULL);
  const char *categories, *experiment;

  append (name, "modelName=\"%s\"", stem);
  if (!g_file_get_contents (path, &text, NULL, &local_error))
    return ls_fail_null (error, LS_ERROR_FILE, "%s", local_error->message);
  categories = strstr (text, "  <LogCategories>");
  experiment = strstr (text, "  <DefaultExperiment");
  if (categories == NULL || experiment == NULL || experiment < categories)
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: is not a table of this program"), path);
  g_string_append_len (made, text, categories - text);
  g_string_replace (made, "modelName=\"table\"", name->str, 1);
  append_units (made, columns);
  g_string_append_len (made, categories, experiment - categories);
  append_experiment (made, table);
  if (fmi3)
    append_variables_3 (made, columns);
  else
    append_variables_2 (made, columns);
  g_string_append (made, "</fmiModelDescription>\n");
  return g_strdup (made->str);
}

/* ---- Files ------------------------------------------------------------------------------ */

/* Text in the format of the block: numbers with all digits, one row per line. */
static char *
format_table (const LsCsvTable *table, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new ("time");
  g_autoptr (GArray) columns = NULL;
  char number[LS_NUMBER_SIZE];

  if (table->n_columns < 2 || table->n_rows == 0)
    return ls_fail_null (error, LS_ERROR_FORMAT,
                         _ ("%s: a table has the time and at least one more column, and rows"),
                         path);
  if (table->n_columns - 1 > MAX_OUTPUTS)
    return ls_fail_null (error, LS_ERROR_LIMIT,
                         _ ("%s: a table has at most %u columns beside the time"), path,
                         MAX_OUTPUTS);
  columns = list_columns (table);
  for (guint k = 0; k < columns->len; k++)
    {
      const Column *column = &g_array_index (columns, Column, k);
      g_autofree char *heading = column->unit != NULL
                                     ? g_strdup_printf ("%s [%s]", column->name, column->unit)
                                     : g_strdup (column->name);

      g_string_append_c (text, ',');
      ls_csv_append_field (text, heading);
    }
  for (gsize i = 0; i < table->n_rows; i++)
    {
      if (i > 0 && table->columns[0][i] < table->columns[0][i - 1])
        return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: row %lu: the time goes back"), path,
                             (gulong)(i + 1));
      for (guint k = 0; k < table->n_columns; k++)
        {
          if (!isfinite (table->columns[k][i]))
            return ls_fail_null (error, LS_ERROR_FORMAT,
                                 _ ("%s: row %lu, column %s: there is no number"), path,
                                 (gulong)(i + 1), table->names[k]);
          g_string_append_printf (text, "%c%s", k > 0 ? ',' : '\n',
                                  ls_number_format (table->columns[k][i], number));
        }
    }
  g_string_append_c (text, '\n');
  return g_strdup (text->str);
}

/* Copies everything below @directory except what is made anew. */
static gboolean
add_files (LsZipWriter *zip, const char *directory, const char *prefix, GError **error)
{
  g_autofree char *path = g_build_filename (directory, prefix, NULL);
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &local_error);
  const char *name;

  if (dir == NULL)
    return ls_fail (error, LS_ERROR_FILE, "%s", local_error->message);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *entry
          = *prefix == '\0' ? g_strdup (name) : g_strconcat (prefix, "/", name, NULL);
      g_autofree char *file = g_build_filename (directory, entry, NULL);

      if (g_file_test (file, G_FILE_TEST_IS_DIR)
              ? !add_files (zip, directory, entry, error)
              : strcmp (entry, TABLE_ENTRY) != 0 && strcmp (entry, DESCRIPTION_ENTRY) != 0
                    && !ls_zip_writer_add_file (zip, entry, file, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
ls_block_write_table (const char *folder,
                      const LsCsvTable *table,
                      gboolean fmi3,
                      const char *name,
                      const char *target,
                      GError **error)
{
  g_autoptr (LsFmu) fmu = NULL;
  g_autoptr (LsZipWriter) zip = NULL;
  g_autofree char *text = NULL;
  g_autofree char *description = NULL;

  g_return_val_if_fail (folder != NULL && table != NULL && name != NULL && target != NULL, FALSE);
  if ((text = format_table (table, name, error)) == NULL
      || (fmu = ls_block_open (folder, fmi3 ? "table-fmi3" : "table", error)) == NULL
      || (description = describe (fmu, table, fmi3, target, error)) == NULL
      || (zip = ls_zip_writer_new (target, error)) == NULL)
    return FALSE;
  return ls_zip_writer_add_data (zip, DESCRIPTION_ENTRY, description, strlen (description), error)
         && ls_zip_writer_add_data (zip, TABLE_ENTRY, text, strlen (text), error)
         && add_files (zip, ls_fmu_get_directory (fmu), "", error)
         && ls_zip_writer_commit (zip, error);
}

LsCsvTable *
ls_block_read_table (const LsFmu *fmu, GError **error)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (fmu != NULL, NULL);
  path = g_build_filename (ls_fmu_get_directory (fmu), TABLE_ENTRY, NULL);
  return ls_csv_read (path, error);
}
