#include "cli/output.h"

#include "core/base/file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

/* Identity of a file, independent of links and of the spelling of its path. */
typedef struct
{
  dev_t device;
  ino_t node;
} File;

static GArray *protected_files;

gboolean
ls_output_is_stdout (const char *path)
{
  return strcmp (path, "-") == 0;
}

static gboolean
identify (const char *path, File *file)
{
  struct stat status;

  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode))
    return FALSE;
  file->device = status.st_dev;
  file->node = status.st_ino;
  return TRUE;
}

void
ls_output_protect (const char *path)
{
  File file;

  if (path == NULL || !identify (path, &file))
    return;
  if (protected_files == NULL)
    protected_files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_append_val (protected_files, file);
}

void
ls_output_protect_model (const char *path, const LsModel *model)
{
  ls_output_protect (path);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsFmu *fmu = ls_model_get_component (model, i)->fmu;

      if (fmu != NULL)
        ls_output_protect (ls_fmu_get_path (fmu));
    }
}

static gboolean
is_protected (const char *path)
{
  File file;

  if (protected_files == NULL || !identify (path, &file))
    return FALSE;
  for (guint i = 0; i < protected_files->len; i++)
    {
      const File *other = &g_array_index (protected_files, File, i);

      if (other->device == file.device && other->node == file.node)
        return TRUE;
    }
  return FALSE;
}

gboolean
ls_output_has_ending (const char *path, const char *ending)
{
  const gsize n = strlen (path), m = strlen (ending);

  return n > m && g_ascii_strcasecmp (path + n - m, ending) == 0;
}

gboolean
ls_output_check_ending (const char *option,
                        const char *path,
                        const char *const endings[],
                        GError **error)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *point = strrchr (base, '.');
  g_autofree char *list = NULL;
  struct stat status;

  /* ".5" in "h-0.5" is no extension, and ".name" is a whole name. */
  if (ls_output_is_stdout (path) || point == NULL || point == base || !g_ascii_isalpha (point[1])
      || (stat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode)))
    return TRUE;
  for (guint i = 0; endings[i] != NULL; i++)
    if (ls_output_has_ending (path, endings[i]))
      return TRUE;
  list = g_strjoinv (", ", (char **)endings);
  return ls_fail (error, LS_ERROR_ARGUMENT,
                  _ ("%s: files that end in %s are not supported; “%s” may end in %s"), option,
                  point, path, list);
}

gboolean
ls_output_check (const char *path, GError **error)
{
  LsFileWriter *writer;

  if (*path == '\0')
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("the name of the output file is empty"));
  if (ls_output_is_stdout (path))
    return TRUE;
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return ls_fail (error, LS_ERROR_FILE, _ ("%s: cannot be written, it is a folder"), path);
  if (is_protected (path))
    return ls_fail (
        error, LS_ERROR_FILE,
        _ ("%s: is read by this command, and would be lost; give another file to write"), path);
  writer = ls_file_writer_new (path, error);
  if (writer == NULL)
    return FALSE;
  ls_file_writer_free (writer);
  return TRUE;
}
