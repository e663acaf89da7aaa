/* Writes models as SSP archives: document, FMUs, and the other files of the original archive. */
#include "core/base/xml-keep.h"
#include "core/base/zip.h"
#include "core/ssp/ssp-write-impl.h"
#include "core/ssp/ssp.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DOCUMENT "SystemStructure.ssd"

/* An FMU in the archive; @file: the file to copy. */
typedef struct
{
  char *name;
  char *file;
} Entry;

/**
 * Plan: contents of the archive.
 * @by_path: path of an FMU -> Entry
 * @by_fmu: FMU whose file has changed or no longer exists -> Entry
 * @taken: lower-case names in use -> Entry or %NULL, for case-insensitive file systems
 * @sources: component id -> URI
 * @parts: source of another file of a document outside of an archive -> its URI in this archive
 * @folders: element-type LsTempdir, of FMUs zipped for this archive
 * @extras: element-type char *, sorted names below the folder of the origin
 */
typedef struct
{
  LsModel *model;
  GPtrArray *entries;
  GHashTable *by_path, *by_fmu;
  GHashTable *taken;
  GHashTable *sources, *parts;
  GPtrArray *folders;
  GPtrArray *extras;
} Plan;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->name);
  g_free (entry->file);
  g_free (entry);
}

static void
plan_init (Plan *self, LsModel *model)
{
  self->model = model;
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  self->by_fmu = g_hash_table_new (NULL, NULL);
  self->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->sources = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->folders = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_tempdir_unref);
  self->extras = g_ptr_array_new_with_free_func (g_free);
}

static void
plan_clear (Plan *self)
{
  g_hash_table_unref (self->by_path);
  g_hash_table_unref (self->by_fmu);
  g_hash_table_unref (self->taken);
  g_hash_table_unref (self->sources);
  g_hash_table_unref (self->parts);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->folders);
  g_ptr_array_unref (self->extras);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Lists the files below @directory/@prefix ("" for the top) by names relative to @directory. */
static gboolean
list_files (const char *directory, const char *prefix, GPtrArray *names, GError **error)
{
  g_autofree char *path = g_build_filename (directory, prefix, NULL);
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &local_error);
  const char *name;

  if (dir == NULL)
    return ls_fail (error, LS_ERROR_FILE, "%s", local_error->message);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *relative
          = *prefix == '\0' ? g_strdup (name) : g_strconcat (prefix, "/", name, NULL);
      g_autofree char *full = g_build_filename (directory, relative, NULL);

      if (g_file_test (full, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        {
          if (!list_files (directory, relative, names, error))
            return FALSE;
        }
      else if (g_file_test (full, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (names, g_steal_pointer (&relative));
    }
  g_ptr_array_sort (names, compare_names);
  return TRUE;
}

static gboolean
take_name (Plan *self, const char *name, Entry *entry)
{
  g_autofree char *key = g_utf8_strdown (name, -1);

  if (g_hash_table_contains (self->taken, key))
    return FALSE;
  g_hash_table_insert (self->taken, g_steal_pointer (&key), entry);
  return TRUE;
}

/* Files that are neither the document nor FMUs of the model are kept. */
static gboolean
plan_extras (Plan *self, GError **error)
{
  const LsOrigin *origin = self->model->origin;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  take_name (self, DOCUMENT, NULL);
  if (origin == NULL || origin->archive == NULL)
    return TRUE;
  if (!list_files (ls_tempdir_get_path (origin->archive), "", names, error))
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    if (!g_hash_table_contains (origin->fmu_entries, names->pdata[i])
        && !(self->model->has_results && g_str_has_prefix (names->pdata[i], LS_MODEL_RESULTS "/"))
        && take_name (self, names->pdata[i], NULL))
      g_ptr_array_add (self->extras, g_strdup (names->pdata[i]));
  return TRUE;
}

static gboolean
write_results (const LsModel *model, LsZipWriter *zip, GError **error)
{
  g_autofree char *folder = model->has_results ? ls_model_get_results (model) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (folder == NULL)
    return TRUE;
  if (!list_files (folder, "", names, error))
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *file = g_build_filename (folder, names->pdata[i], NULL);
      g_autofree char *entry = g_strconcat (LS_MODEL_RESULTS "/", names->pdata[i], NULL);

      if (!ls_zip_writer_add_file (zip, entry, file, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full): path of a zip file of the unpacked FMU in @directory. */
static char *
zip_directory (Plan *self, const char *directory, GError **error)
{
  LsTempdir *folder = ls_tempdir_new (error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LsZipWriter) zip = NULL;
  g_autofree char *path = NULL;

  if (folder == NULL)
    return NULL;
  g_ptr_array_add (self->folders, folder);
  path = g_build_filename (ls_tempdir_get_path (folder), "unpacked.fmu", NULL);
  if (!list_files (directory, "", names, error) || (zip = ls_zip_writer_new (path, error)) == NULL)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *file = g_build_filename (directory, names->pdata[i], NULL);

      if (!ls_zip_writer_add_file (zip, names->pdata[i], file, error))
        return NULL;
    }
  return ls_zip_writer_commit (zip, error) ? g_steal_pointer (&path) : NULL;
}

/* Preferred name in the archive: that in its original archive, otherwise resources/NAME.fmu. */
static char *
wish_name (const LsComponent *component, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *valid = NULL;

  if (component->archive != NULL)
    {
      const char *folder = ls_tempdir_get_path (component->archive);
      gsize length = strlen (folder);

      if (strncmp (path, folder, length) == 0 && path[length] == '/'
          && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_strdup (path + length + 1);
    }
  valid = g_utf8_make_valid (base, -1);
  return g_strconcat ("resources/", valid, g_str_has_suffix (valid, ".fmu") ? "" : ".fmu", NULL);
}

static char *
checksum_file (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);

  if (file == NULL)
    return NULL;
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256,
                                      (const guchar *)g_mapped_file_get_contents (file),
                                      g_mapped_file_get_length (file));
}

static gboolean
is_same_file (const char *a, const char *b)
{
  g_autofree char *x = checksum_file (a);
  g_autofree char *y = checksum_file (b);

  return x != NULL && g_strcmp0 (x, y) == 0;
}

/* Adds @file under a unique name, or returns the entry of that name with the same content. */
static Entry *
add_entry (Plan *self, const char *wish, const char *file)
{
  const char *point = strrchr (wish, '.');
  const gsize length
      = point != NULL && strchr (point, '/') == NULL ? (gsize)(point - wish) : strlen (wish);
  g_autofree char *stem = g_strndup (wish, length);
  Entry *entry = g_new0 (Entry, 1);

  entry->name = g_strdup (wish);
  entry->file = g_strdup (file);
  for (guint i = 2; !take_name (self, entry->name, entry); i++)
    {
      g_autofree char *key = g_utf8_strdown (entry->name, -1);
      Entry *other = g_hash_table_lookup (self->taken, key);

      if (other != NULL && is_same_file (other->file, file))
        {
          entry_free (entry);
          return other;
        }
      g_free (entry->name);
      entry->name = g_strdup_printf ("%s_%u%s", stem, i, wish + length);
    }
  g_ptr_array_add (self->entries, entry);
  return entry;
}

/* For an FMU that is unpacked, or whose file has changed since it was opened: saves the FMU as it
 * was opened. */
static Entry *
plan_directory (Plan *self, const LsComponent *component, GError **error)
{
  LsFmu *opened = ls_fmu_get_opened (component->fmu);
  Entry *entry = g_hash_table_lookup (self->by_fmu, opened);
  g_autofree char *wish = wish_name (component, ls_fmu_get_path (component->fmu));
  g_autofree char *zipped = NULL;

  if (entry != NULL)
    return entry;
  zipped = zip_directory (self, ls_fmu_get_directory (component->fmu), error);
  if (zipped == NULL)
    return NULL;
  entry = add_entry (self, wish, zipped);
  g_hash_table_insert (self->by_fmu, opened, entry);
  return entry;
}

static Entry *
plan_fmu (Plan *self, const LsComponent *component, GError **error)
{
  const char *path = ls_fmu_get_path (component->fmu);
  Entry *entry = g_hash_table_lookup (self->by_path, path);
  g_autofree char *wish = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR)
      || ls_fmu_get_file_state (component->fmu) != LS_FMU_FILE_SAME)
    return plan_directory (self, component, error);
  if (entry != NULL)
    return entry;
  wish = wish_name (component, path);
  entry = add_entry (self, wish, path);
  g_hash_table_insert (self->by_path, (gpointer)path, entry);
  return entry;
}

static gboolean
plan_fmus (Plan *self, GError **error)
{
  for (guint i = 0; i < self->model->components->len; i++)
    {
      const LsComponent *component = self->model->components->pdata[i];
      Entry *entry;

      if (component->fmu == NULL)
        continue;
      if ((entry = plan_fmu (self, component, error)) == NULL)
        {
          g_prefix_error (error, "%s: ", component->name);
          return FALSE;
        }
      g_hash_table_insert (self->sources, GUINT_TO_POINTER (component->id),
                           g_uri_escape_string (entry->name, "/", FALSE));
    }
  return TRUE;
}

/* Adds a parameter set, mapping or dictionary next to the document; a missing file stays a mere
 * reference. */
static void
plan_part (Plan *self, const char *source)
{
  const char *directory = self->model->origin->directory;
  g_autofree char *scheme = g_uri_parse_scheme (source);
  g_autofree char *unescaped = g_uri_unescape_string (source, NULL);
  g_autofree char *path = NULL;
  g_autofree char *base = NULL;
  g_autofree char *wish = NULL;
  const Entry *entry;

  if (scheme != NULL || g_hash_table_contains (self->parts, source))
    return;
  path = g_canonicalize_filename (unescaped != NULL ? unescaped : source, directory);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return;
  base = g_path_get_basename (path);
  if (g_str_has_prefix (path, directory) && path[strlen (directory)] == '/')
    wish = g_strdup (path + strlen (directory) + 1);
  else
    wish = g_strconcat ("resources/", base, NULL);
  entry = add_entry (self, wish, path);
  g_hash_table_insert (self->parts, g_strdup (source),
                       g_str_equal (entry->name, unescaped != NULL ? unescaped : source)
                           ? g_strdup (source)
                           : g_uri_escape_string (entry->name, "/", FALSE));
}

/* The recursion depth is that of the document, which is limited. */
static void
plan_parts (Plan *self, const xmlNode *node)
{
  g_autofree char *source = ls_xml_is (node, "ParameterBinding")
                                    || ls_xml_is (node, "ParameterMapping")
                                    || ls_xml_is (node, "SignalDictionary")
                                    || ls_xml_is (node, "MetaData") || ls_xml_is (node, "Signature")
                                ? ls_xml_get (node, "source")
                                : NULL;

  if (source != NULL && *source != '\0'
      && (ls_ssp_xml_has (node, "sourceBase", NULL) || ls_ssp_xml_has (node, "sourceBase", "SSD")
          || ls_ssp_xml_has (node, "sourceBase", "file")))
    plan_part (self, source);
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    plan_parts (self, node);
}

static gboolean
plan_all_parts (Plan *self)
{
  const LsOrigin *origin = self->model->origin;
  g_autoptr (xmlDoc) document = NULL;

  if (origin == NULL || origin->directory == NULL || origin->document == NULL)
    return TRUE;
  document = ls_xml_take_out (origin->document);
  plan_parts (self, xmlDocGetRootElement (document));
  return TRUE;
}

static gboolean
write_archive (const Plan *self, const char *document, const char *path, GError **error)
{
  g_autoptr (LsZipWriter) zip = ls_zip_writer_new (path, error);

  if (zip == NULL || !ls_zip_writer_add_data (zip, DOCUMENT, document, strlen (document), error))
    return FALSE;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = self->entries->pdata[i];

      if (!ls_zip_writer_add_file (zip, entry->name, entry->file, error))
        return FALSE;
    }
  for (guint i = 0; i < self->extras->len; i++)
    {
      g_autofree char *file = g_build_filename (ls_tempdir_get_path (self->model->origin->archive),
                                                self->extras->pdata[i], NULL);

      if (!ls_zip_writer_add_file (zip, self->extras->pdata[i], file, error))
        return FALSE;
    }
  return write_results (self->model, zip, error) && ls_zip_writer_commit (zip, error);
}

static void
set_sources (const Plan *self)
{
  for (guint i = 0; i < self->model->components->len; i++)
    {
      LsComponent *component = self->model->components->pdata[i];
      const char *source = g_hash_table_lookup (self->sources, GUINT_TO_POINTER (component->id));

      if (source == NULL)
        continue;
      g_free (component->source);
      component->source = g_strdup (source);
    }
}

gboolean
ls_ssp_write (LsModel *model, const char *path, GError **error)
{
  g_autofree char *document = NULL;
  gboolean written = FALSE;
  Plan plan;

  g_return_val_if_fail (model != NULL && path != NULL, FALSE);
  plan_init (&plan, model);
  if (plan_extras (&plan, error) && plan_all_parts (&plan) && plan_fmus (&plan, error)
      && (document = ls_ssp_write_document (model, plan.sources, plan.parts, error)) != NULL
      && write_archive (&plan, document, path, error))
    {
      set_sources (&plan);
      written = TRUE;
    }
  plan_clear (&plan);
  return written;
}

void
ls_ssp_adopt (LsModel *model, const LsModel *written)
{
  g_return_if_fail (model != NULL && written != NULL);

  LsTempdir *results = written->results != NULL ? ls_tempdir_ref (written->results) : NULL;

  for (guint i = 0; i < written->components->len; i++)
    {
      const LsComponent *other = written->components->pdata[i];
      LsComponent *component = (LsComponent *)ls_model_find_component (model, other->id);

      if (component == NULL || component->fmu != other->fmu)
        continue;
      g_free (component->source);
      component->source = g_strdup (other->source);
    }
  g_clear_pointer (&model->results, ls_tempdir_unref);
  model->results = results;
  model->has_results = written->has_results;
}
