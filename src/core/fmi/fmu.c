/* An FMU file: unpacking, description, search for its binary. */
#include "core/fmi/fmu.h"

#include "core/base/tempdir.h"
#include "core/base/zip.h"
#include "core/fmi/compiled.h"
#include "core/fmi/description-terminals.h"
#include "core/fmi/fmu-digest.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

struct LsFmu
{
  gatomicrefcount references;
  LsFmu *opened;   /* (nullable): of a resized FMU, or a copy */
  LsFmu *original; /* (nullable): of a copy: has what was found out */
  char *path;
  struct stat stamp;  /* of the file before it was read */
  LsTempdir *tempdir; /* NULL for an unpacked FMU */
  char *directory;    /* absolute */
  LsDescription *description;
  LsIcon *icon;                                        /* (nullable) */
  GOnce verdict;                                       /* char *, owned */
  GOnce digest;                                        /* char *, owned */
  gint input_order, output_slopes, reading, tentative; /* atomic; -1: unknown */
  LsKnownUnknowns *known;                              /* (nullable) */
};

/* A description is read into memory, so that messages name the FMU instead of a temporary file. */
#define MAX_DESCRIPTION_SIZE ((gsize)1 << 30)

static gboolean
read_description (LsFmu *self, GHashTable *sizes, GError **error)
{
  g_autofree char *file = g_build_filename (self->directory, "modelDescription.xml", NULL);
  g_autofree char *name = g_build_filename (self->path, "modelDescription.xml", NULL);
  g_autofree char *terminals = g_build_filename (self->directory, LS_TERMINALS_FILE, NULL);
  g_autoptr (GMappedFile) map = NULL;
  g_autoptr (GError) file_error = NULL;

  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return ls_fail (error, LS_ERROR_FORMAT,
                    _ ("%s: this is not an FMU: there is no modelDescription.xml in it"),
                    self->path);
  if ((map = g_mapped_file_new (file, FALSE, &file_error)) == NULL)
    return ls_fail (error, LS_ERROR_FILE, "%s: %s", name, file_error->message);
  if (g_mapped_file_get_length (map) == 0 || g_mapped_file_get_length (map) > MAX_DESCRIPTION_SIZE)
    return ls_fail (error, LS_ERROR_LIMIT,
                    _ ("%s: a size of %zu bytes is not that of a description"), name,
                    g_mapped_file_get_length (map));
  self->description = ls_description_read_sized (
      g_mapped_file_get_contents (map), g_mapped_file_get_length (map), name, sizes, error);
  if (self->description != NULL)
    ls_description_read_terminals (self->description, terminals);
  return self->description != NULL;
}

static gint reads_icons; /* atomic */

void
ls_fmu_set_with_icons (gboolean with_icons)
{
  g_atomic_int_set (&reads_icons, with_icons);
}

const LsIcon *
ls_fmu_get_icon (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->opened != NULL ? self->opened->icon : self->icon;
}

/* An FMU works without its icon, so failures to read it are not reported. */
static void
read_icon (LsFmu *self)
{
  static const char *const places[] = { "terminalsAndIcons/icon.png", "model.png" };

  for (guint i = 0; i < G_N_ELEMENTS (places) && self->icon == NULL; i++)
    {
      g_autofree char *path = g_build_filename (self->directory, places[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        self->icon = ls_icon_read (path, NULL);
    }
}

static LsFmu *
fmu_alloc (const char *path)
{
  LsFmu *self = g_new0 (LsFmu, 1);

  g_atomic_ref_count_init (&self->references);
  self->verdict = (GOnce)G_ONCE_INIT;
  self->digest = (GOnce)G_ONCE_INIT;
  self->input_order = -1;
  self->output_slopes = -1;
  self->reading = -1;
  self->tentative = -1;
  self->path = g_strdup (path);
  return self;
}

LsFmu *
ls_fmu_open (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (LsFmu) self = fmu_alloc (path);

  if (stat (path, &self->stamp) != 0)
    memset (&self->stamp, 0, sizeof self->stamp);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    self->directory = g_canonicalize_filename (path, NULL);
  else
    {
      if ((self->tempdir = ls_tempdir_new (error)) == NULL)
        return NULL;
      self->directory = g_canonicalize_filename (ls_tempdir_get_path (self->tempdir), NULL);
      if (!ls_zip_extract (path, self->directory, error))
        {
          g_clear_pointer (&self->directory, g_free);
          return NULL;
        }
    }
  ls_isolation_add_folder (self->directory);
  if (!read_description (self, NULL, error))
    return NULL;
  if (g_atomic_int_get (&reads_icons))
    read_icon (self);
  return g_steal_pointer (&self);
}

LsFmu *
ls_fmu_open_unpacked (const char *folder, const char *path, GError **error)
{
  g_return_val_if_fail (folder != NULL && path != NULL, NULL);

  g_autoptr (LsFmu) self = fmu_alloc (path);

  self->directory = g_canonicalize_filename (folder, NULL);
  ls_isolation_add_folder (self->directory);
  return read_description (self, NULL, error) ? g_steal_pointer (&self) : NULL;
}

LsFmu *
ls_fmu_get_opened (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->opened != NULL ? self->opened : self;
}

LsFmu *
ls_fmu_resize (LsFmu *self, GHashTable *sizes, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsFmu *opened = ls_fmu_get_opened (self);

  if (sizes == NULL || g_hash_table_size (sizes) == 0)
    return ls_fmu_ref (opened);

  g_autoptr (LsFmu) resized = fmu_alloc (opened->path);

  resized->opened = ls_fmu_ref (opened);
  resized->directory = g_strdup (opened->directory);
  return read_description (resized, sizes, error) ? g_steal_pointer (&resized) : NULL;
}

LsFmu *
ls_fmu_copy (LsFmu *self, const LsKnownUnknowns *known, GError **error)
{
  g_return_val_if_fail (self != NULL && known != NULL, NULL);

  g_autoptr (GHashTable) sizes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (LsFmu) copy = fmu_alloc (self->path);

  for (guint i = 0; i < self->description->n_variables; i++)
    {
      const LsVariable *variable = &self->description->variables[i];

      if (variable->is_structural && variable->sizes_arrays)
        g_hash_table_insert (sizes, variable->name,
                             g_strdup_printf ("%" G_GUINT64_FORMAT, variable->size));
    }
  copy->opened = ls_fmu_ref (ls_fmu_get_opened (self));
  copy->original = ls_fmu_ref (self);
  copy->directory = g_strdup (self->directory);
  if (!read_description (copy, sizes, error))
    return NULL;
  for (guint i = 0; i < self->description->n_arrays; i++)
    copy->description->arrays[i].is_resized = self->description->arrays[i].is_resized;
  ls_unknowns_clear (&copy->description->outputs);
  ls_unknowns_copy (&copy->description->outputs, &known->outputs);
  ls_unknowns_clear (&copy->description->initial_unknowns);
  ls_unknowns_copy (&copy->description->initial_unknowns, &known->initial_unknowns);
  return g_steal_pointer (&copy);
}

LsFmu *
ls_fmu_ref (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
ls_fmu_unref (LsFmu *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  g_free (self->verdict.retval);
  g_free (self->digest.retval);
  ls_description_free (self->description);
  if (self->known != NULL)
    {
      ls_unknowns_clear (&self->known->outputs);
      ls_unknowns_clear (&self->known->initial_unknowns);
    }
  g_free (self->known);
  ls_fmu_unref (self->original);
  ls_icon_free (self->icon);
  if (self->opened != NULL)
    ls_fmu_unref (self->opened);
  else if (self->directory != NULL)
    ls_isolation_remove_folder (self->directory);
  g_free (self->directory);
  g_clear_pointer (&self->tempdir, ls_tempdir_unref);
  g_free (self->path);
  g_free (self);
}

/* Where what was found out about @self is kept. */
static inline LsFmu *
find_memory (LsFmu *self)
{
  return self->original != NULL ? self->original : self;
}

const LsKnownUnknowns *
ls_fmu_get_known (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return find_memory (self)->known;
}

void
ls_fmu_set_known (LsFmu *self, LsKnownUnknowns *known)
{
  g_return_if_fail (self != NULL && self->known == NULL);

  self->known = known;
}

int
ls_fmu_get_input_order (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_atomic_int_get (&find_memory (self)->input_order);
}

void
ls_fmu_set_input_order (LsFmu *self, int order)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&find_memory (self)->input_order, order);
}

int
ls_fmu_get_output_derivatives (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_atomic_int_get (&find_memory (self)->output_slopes);
}

void
ls_fmu_set_output_derivatives (LsFmu *self, gboolean gives)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&find_memory (self)->output_slopes, gives ? 1 : 0);
}

int
ls_fmu_get_reading (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_atomic_int_get (&find_memory (self)->reading);
}

void
ls_fmu_set_reading (LsFmu *self, gboolean answers)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&find_memory (self)->reading, answers ? 1 : 0);
}

int
ls_fmu_get_tentative_steps (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_atomic_int_get (&find_memory (self)->tentative);
}

void
ls_fmu_set_tentative_steps (LsFmu *self, gboolean follow)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&find_memory (self)->tentative, follow ? 1 : 0);
}

const char *
ls_fmu_get_path (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->path;
}

LsFmuFile
ls_fmu_get_file_state (const LsFmu *self)
{
  const struct stat *then = &self->stamp;
  struct stat now = { 0 };

  if (self->opened != NULL)
    return ls_fmu_get_file_state (self->opened);
  if (stat (self->path, &now) != 0)
    return LS_FMU_FILE_GONE;
  if (self->tempdir == NULL
      || (now.st_size == then->st_size && now.st_mtim.tv_sec == then->st_mtim.tv_sec
          && now.st_mtim.tv_nsec == then->st_mtim.tv_nsec))
    return LS_FMU_FILE_SAME;
  return LS_FMU_FILE_CHANGED;
}

const char *
ls_fmu_get_directory (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->directory;
}

char *
ls_fmu_make_digest (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return ls_fmu_digest_folder (self->directory);
}

const LsDescription *
ls_fmu_get_description (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->description;
}

char *
ls_fmu_get_resource_uri (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *resources = g_build_filename (self->directory, "resources", NULL);

  /* Cannot fail: the path is absolute. */
  return g_filename_to_uri (resources, NULL, NULL);
}

const char *
ls_fmu_judge_once (LsFmu *self, LsFmuJudgeFunc judge)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_once (&self->verdict, (GThreadFunc)judge, self);
}

const char *
ls_fmu_get_platform (void)
{
#if defined(__APPLE__)
  return sizeof (void *) == 8 ? "darwin64" : "darwin32";
#elif defined(__x86_64__)
  return sizeof (void *) == 8 ? "linux64" : "linux32";
#elif defined(__i386__)
  return "linux32";
#elif defined(__aarch64__)
  /* FMI 2.0 defines no name for this platform; the one of FMI 3.0 is in use. */
  return "aarch64-linux";
#else
  return "unknown";
#endif
}

const char *
ls_fmu_get_platform_tuple (void)
{
#if defined(__APPLE__) && defined(__aarch64__)
  return "aarch64-darwin";
#elif defined(__APPLE__)
  return "x86_64-darwin";
#elif defined(__x86_64__)
  return "x86_64-linux";
#elif defined(__i386__)
  return "x86-linux";
#elif defined(__aarch64__)
  return "aarch64-linux";
#elif defined(__riscv) && __riscv_xlen == 64
  return "riscv64-linux";
#else
  return "unknown";
#endif
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* Names in @directory that pass @test, sorted, %NULL-terminated. */
static char **
list_names (const char *directory, GFileTest test)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  GPtrArray *names = g_ptr_array_new ();
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);

      if (g_file_test (path, test))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (names, FALSE);
}

char **
ls_fmu_list_platforms (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *binaries = g_build_filename (self->directory, "binaries", NULL);

  return list_names (binaries, G_FILE_TEST_IS_DIR);
}

static void
set_missing_error (const LsFmu *self, const char *directory, const char *file, GError **error)
{
  const char *platform = self->description->fmi_version[0] == '3' ? ls_fmu_get_platform_tuple ()
                                                                  : ls_fmu_get_platform ();
  g_auto (GStrv) platforms = ls_fmu_list_platforms (self);
  g_autofree char *sources = g_build_filename (self->directory, "sources", NULL);
  g_autofree char *list = g_strjoinv (", ", platforms);

  if (g_strv_contains ((const char *const *)platforms, platform))
    {
      g_auto (GStrv) files = list_names (directory, G_FILE_TEST_IS_REGULAR);
      g_autofree char *names = g_strjoinv (", ", files);

      g_set_error (error, LS_ERROR, LS_ERROR_BINARY,
                   _ ("%s: the binary %s is missing for this platform, %s; there is: %s"),
                   self->path, file, platform, *names != '\0' ? names : _ ("nothing"));
    }
  else if (*list != '\0')
    g_set_error (error, LS_ERROR, LS_ERROR_BINARY,
                 _ ("%s: there is no binary for this platform, %s; there are binaries for: %s"),
                 self->path, platform, list);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_BINARY,
                 _ ("%s: there is no binary for this platform, %s, nor for any other%s"),
                 self->path, platform,
                 g_file_test (sources, G_FILE_TEST_IS_DIR)
                     ? _ ("; the FMU holds sources: “lockstep compile”, or Compile Sources… in the "
                          "window, makes a binary of them")
                     : "");
}

/* Finds a library whose name differs from the model identifier: with the name of the FMU file, or
 * the only one. Returns: (transfer full) (nullable): its path. */
static char *
find_other_binary (const LsFmu *self, const char *directory)
{
  g_auto (GStrv) files = list_names (directory, G_FILE_TEST_IS_REGULAR);
  g_autofree char *base = g_path_get_basename (self->path);
  char *dot = strrchr (base, '.');
  g_autofree char *own = NULL;
  const char *only = NULL;
  guint n = 0;

  if (dot != NULL)
    *dot = '\0';
  own = g_strconcat (base, ".so", NULL);
  if (g_strv_contains ((const char *const *)files, own))
    return g_build_filename (directory, own, NULL);
  for (char **file = files; *file != NULL; file++)
    if (g_str_has_suffix (*file, ".so"))
      {
        only = *file;
        n++;
      }
  return n == 1 ? g_build_filename (directory, only, NULL) : NULL;
}

/* The folder of binaries for this machine: FMI 3.0 names it otherwise than FMI 2.0, but exporters
 * have used the old name for it, too. Returns: (transfer full): its path */
static char *
find_platform (const LsFmu *self)
{
  char *old = g_build_filename (self->directory, "binaries", ls_fmu_get_platform (), NULL);
  char *path;

  if (self->description->fmi_version[0] != '3')
    return old;
  path = g_build_filename (self->directory, "binaries", ls_fmu_get_platform_tuple (), NULL);
  if (!g_file_test (path, G_FILE_TEST_IS_DIR) && g_file_test (old, G_FILE_TEST_IS_DIR))
    {
      g_free (path);
      return old;
    }
  g_free (old);
  return path;
}

gboolean
ls_fmu_is_source_code (const LsFmu *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autofree char *binaries = find_platform (self);
  g_autofree char *sources = g_build_filename (self->directory, "sources", NULL);

  return !g_file_test (binaries, G_FILE_TEST_IS_DIR) && g_file_test (sources, G_FILE_TEST_IS_DIR);
}

static gpointer
make_digest (gpointer self)
{
  return ls_fmu_make_digest (self);
}

/* Binaries are looked for often: all files are read once. Returns: (transfer full) (nullable): the
 * binary compiled from its sources */
static char *
find_compiled (LsFmu *self, const LsInterface *interface)
{
  LsFmu *opened = ls_fmu_get_opened (self);
  g_autofree char *sources = g_build_filename (self->directory, "sources", NULL);
  const char *digest;

  if (!g_file_test (sources, G_FILE_TEST_IS_DIR))
    return NULL;
  digest = g_once (&opened->digest, make_digest, opened);
  return ls_compiled_find (digest, ls_fmu_get_platform_tuple (), interface->model_identifier);
}

char *
ls_fmu_find_binary (LsFmu *self, const LsInterface *interface, GError **error)
{
  g_return_val_if_fail (self != NULL && interface != NULL, NULL);

  g_autofree char *directory = find_platform (self);
  g_autofree char *file = NULL;
  g_autofree char *path = NULL;

  /* The identifier is part of a path and must not contain a slash. */
  if (interface->model_identifier == NULL || *interface->model_identifier == '\0'
      || strchr (interface->model_identifier, '/') != NULL)
    return ls_fail_null (error, LS_ERROR_BINARY, _ ("%s: “%s” cannot be the name of a binary"),
                         self->path,
                         interface->model_identifier != NULL ? interface->model_identifier : "");
  file = g_strconcat (interface->model_identifier, ".so", NULL);
  path = g_build_filename (directory, file, NULL);
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  g_free (path);
  if ((path = find_other_binary (self, directory)) != NULL
      || (path = find_compiled (self, interface)) != NULL)
    return g_steal_pointer (&path);
  set_missing_error (self, directory, file, error);
  return NULL;
}
