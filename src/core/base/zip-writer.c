/* Writes zip archives to a temporary next to their target. */
#include "core/base/file.h"
#include "core/base/status.h"
#include "core/base/zip-read.h"
#include "core/base/zip.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <zip.h>

struct LsZipWriter
{
  char *path;
  LsFileWriter *file;
  zip_t *zip; /* NULL once committed */
};

static gboolean
fail (const LsZipWriter *self, LsError code, const char *entry, const char *why, GError **error)
{
  return ls_fail (error, code, _ ("%s: entry “%s”: %s"), self->path, entry, why);
}

LsZipWriter *
ls_zip_writer_new (const char *path, GError **error)
{
  g_autoptr (LsZipWriter) self = NULL;
  struct stat info;
  zip_error_t problem;
  int code = 0;

  g_return_val_if_fail (path != NULL, NULL);
  /* libzip renames its own temporary file, which would replace a device. */
  if (stat (path, &info) == 0 && !S_ISREG (info.st_mode))
    return ls_fail_null (error, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
  self = g_new0 (LsZipWriter, 1);
  self->path = g_strdup (path);
  self->file = ls_file_writer_new (path, error);
  if (self->file == NULL)
    return NULL;
  self->zip
      = zip_open (ls_file_writer_get_temporary (self->file), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (self->zip == NULL)
    {
      zip_error_init_with_code (&problem, code);
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path, zip_error_strerror (&problem));
      zip_error_fini (&problem);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* Consumes @source, also on failure. */
static gboolean
add_source (LsZipWriter *self, const char *entry, zip_source_t *source, GError **error)
{
  if (source == NULL)
    return fail (self, LS_ERROR_FILE, entry, zip_strerror (self->zip), error);
  if (zip_file_add (self->zip, entry, source, ZIP_FL_ENC_UTF_8) < 0)
    {
      zip_source_free (source);
      return fail (self, LS_ERROR_FORMAT, entry, zip_strerror (self->zip), error);
    }
  return TRUE;
}

gboolean
ls_zip_writer_add_data (
    LsZipWriter *self, const char *entry, const void *data, gsize size, GError **error)
{
  const char *problem;
  void *copy;

  g_return_val_if_fail (self != NULL && self->zip != NULL && entry != NULL, FALSE);
  problem = ls_zip_name_problem (entry);
  if (problem != NULL)
    return fail (self, LS_ERROR_FORMAT, entry, problem, error);
  copy = g_memdup2 (data, size);
  /* The source frees its copy with free(), which is equivalent to g_free(). */
  return add_source (self, entry, zip_source_buffer (self->zip, copy, size, 1), error);
}

gboolean
ls_zip_writer_add_file (LsZipWriter *self, const char *entry, const char *file, GError **error)
{
  const char *problem;
  struct stat info;
  FILE *stream;

  g_return_val_if_fail (self != NULL && self->zip != NULL && entry != NULL && file != NULL, FALSE);
  problem = ls_zip_name_problem (entry);
  if (problem != NULL)
    return fail (self, LS_ERROR_FORMAT, entry, problem, error);
  /* Opened now, so that the file may be replaced or removed before the commit and a missing one is
   * reported here. */
  stream = fopen (file, "rbe");
  if (stream == NULL || fstat (fileno (stream), &info) != 0 || !S_ISREG (info.st_mode))
    {
      g_autofree char *why = g_strdup_printf (
          "%s: %s", file, stream == NULL ? g_strerror (errno) : _ ("is not a regular file"));

      g_clear_pointer (&stream, fclose);
      return fail (self, LS_ERROR_FILE, entry, why, error);
    }
  return add_source (self, entry, zip_source_filep (self->zip, stream, 0, -1), error);
}

gboolean
ls_zip_writer_commit (LsZipWriter *self, GError **error)
{
  g_return_val_if_fail (self != NULL && self->zip != NULL, FALSE);
  if (zip_close (self->zip) != 0)
    return ls_fail (error, LS_ERROR_FILE, _ ("%s: the archive cannot be written: %s"), self->path,
                    zip_strerror (self->zip));
  self->zip = NULL;
  return ls_file_writer_commit (self->file, error);
}

void
ls_zip_writer_free (LsZipWriter *self)
{
  if (self == NULL)
    return;
  if (self->zip != NULL)
    zip_discard (self->zip);
  ls_file_writer_free (self->file);
  g_free (self->path);
  g_free (self);
}
