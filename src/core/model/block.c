/* Built-in blocks: list, and table blocks created from CSV files. */
#include "core/model/block.h"

#include "core/base/csv.h"
#include "core/base/number.h"
#include "core/base/zip.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define TABLE_ENTRY "resources/table.csv"

/* The GUID is that of models/blocks/ID/modelDescription.xml. */
static const struct
{
  LsBlock block;
  const char *guid;
} blocks[] = {
  { { "constant", N_ ("Constant"), N_ ("A value that stays") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b01}" },
  { { "step", N_ ("Step"), N_ ("A value that becomes another one at a time") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b02}" },
  { { "ramp", N_ ("Ramp"), N_ ("A value that goes from one to another at a constant rate") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b03}" },
  { { "sine", N_ ("Sine"), N_ ("A harmonic oscillation") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b04}" },
  { { "table", N_ ("Table"), N_ ("Values over time from a CSV file") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b08}" },
  { { "gain", N_ ("Gain"), N_ ("A value times a factor") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b05}" },
  { { "sum", N_ ("Sum"), N_ ("Two values, each times a factor, added") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b06}" },
  { { "limiter", N_ ("Limiter"), N_ ("A value kept between two limits") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b07}" },
  { { "scope", N_ ("Scope"), N_ ("A mark on a signal: what feeds it is what plots show") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b09}" },
};

/* Initialised on first use. */
static LsBlock translated[G_N_ELEMENTS (blocks)];

guint
ls_block_get_n (void)
{
  return G_N_ELEMENTS (blocks);
}

const LsBlock *
ls_block_get (guint index)
{
  static gsize done = 0;

  g_return_val_if_fail (index < G_N_ELEMENTS (blocks), NULL);
  if (g_once_init_enter (&done))
    {
      for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
        translated[i] = (LsBlock){ blocks[i].block.id, _ (blocks[i].block.name),
                                   _ (blocks[i].block.summary) };
      g_once_init_leave (&done, 1);
    }
  return &translated[index];
}

const LsBlock *
ls_block_find (const LsFmu *fmu)
{
  g_return_val_if_fail (fmu != NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    if (g_strcmp0 (ls_fmu_get_description (fmu)->guid, blocks[i].guid) == 0)
      return ls_block_get (i);
  return NULL;
}

static char *
make_path (const char *folder, const char *id)
{
  g_autofree char *name = g_strconcat (id, ".fmu", NULL);

  return g_build_filename (folder, name, NULL);
}

LsFmu *
ls_block_open (const char *folder, const char *id, GError **error)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (folder != NULL && id != NULL, NULL);
  path = make_path (folder, id);
  return ls_fmu_open (path, error);
}

/* Text in the format of the block: numbers with all digits, one row per line. */
static char *
format_table (const LsCsvTable *table, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char number[LS_NUMBER_SIZE];

  if (table->n_columns < 2 || table->n_rows == 0)
    return ls_fail_null (error, LS_ERROR_FORMAT,
                         _ ("%s: a table has the time and at least one more column, and rows"),
                         path);
  for (guint k = 0; k < table->n_columns; k++)
    {
      if (k > 0)
        g_string_append_c (text, ',');
      ls_csv_append_field (text, table->names[k]);
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

/* Copies everything below @directory except the table. */
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
              : strcmp (entry, TABLE_ENTRY) != 0
                    && !ls_zip_writer_add_file (zip, entry, file, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
ls_block_write_table (const char *folder,
                      const LsCsvTable *table,
                      const char *name,
                      const char *target,
                      GError **error)
{
  g_autoptr (LsFmu) fmu = NULL;
  g_autoptr (LsZipWriter) zip = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (folder != NULL && table != NULL && name != NULL && target != NULL, FALSE);
  if ((text = format_table (table, name, error)) == NULL
      || (fmu = ls_block_open (folder, "table", error)) == NULL
      || (zip = ls_zip_writer_new (target, error)) == NULL)
    return FALSE;
  return ls_zip_writer_add_data (zip, TABLE_ENTRY, text, strlen (text), error)
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

static gboolean
is_scope (const LsComponent *component)
{
  const LsBlock *block = component->fmu != NULL ? ls_block_find (component->fmu) : NULL;

  return block != NULL && strcmp (block->id, "scope") == 0;
}

char **
ls_block_list_scoped (const LsModel *model)
{
  GPtrArray *signals;

  g_return_val_if_fail (model != NULL, NULL);
  signals = g_ptr_array_new ();
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);
      g_autofree char *signal = NULL;

      if (!is_scope (ls_model_find_component (model, wire->to)))
        continue;
      signal = g_strdup_printf ("%s.%s", ls_model_find_component (model, wire->from)->name,
                                wire->output);
      if (!g_ptr_array_find_with_equal_func (signals, signal, g_str_equal, NULL))
        g_ptr_array_add (signals, g_steal_pointer (&signal));
    }
  g_ptr_array_add (signals, NULL);
  return (char **)g_ptr_array_free (signals, FALSE);
}
