#include "core/base/zip.h"
#include "core/base/reader.h"
#include "core/base/zip-read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  const char *directory;
  int file; /* that the reader writes; -1: none */
  guint n;
  guint64 size; /* of those written before */
} Unpacking;

static int
open_archive (const char *path, LsReaderTask *task, GError **error)
{
  task->name = path;
  return task->file = ls_reader_open (path, G_MAXUINT64, &task->size, error);
}

static int
open_target (gpointer user, const char *name, LsZipKind kind)
{
  const Unpacking *self = user;
  g_autofree char *path = g_build_filename (self->directory, name, NULL);
  g_autofree char *folder = kind == LS_ZIP_FOLDER ? g_strdup (path) : g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0755) != 0)
    return -1;
  errno = 0;
  return kind == LS_ZIP_FOLDER ? -1
                               : open (path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                       kind == LS_ZIP_PROGRAM ? 0755 : 0644);
}

static void
close_target (Unpacking *self)
{
  struct stat info;

  if (self->file < 0)
    return;
  self->size += fstat (self->file, &info) == 0 ? (guint64)info.st_size : 0;
  close (self->file);
  self->file = -1;
}

/* For the reader, which has checked all this, but may say anything. */
static int
open_asked (gpointer user, const LsReaderMessage *message)
{
  Unpacking *self = user;
  const gboolean is_folder = message->kind == LS_READER_FOLDER;

  close_target (self);
  if (++self->n > LS_ZIP_MAX_ENTRIES || self->size > LS_ZIP_MAX_SIZE
      || ls_zip_name_problem (message->texts) != NULL)
    {
      errno = EPERM;
      return -1;
    }
  self->file = open_target (self, message->texts,
                            is_folder            ? LS_ZIP_FOLDER
                            : message->code != 0 ? LS_ZIP_PROGRAM
                                                 : LS_ZIP_FILE);
  return self->file;
}

gboolean
ls_zip_extract (const char *path, const char *directory, GError **error)
{
  Unpacking self = { .directory = directory, .file = -1 };
  const LsZipTarget target = { open_target, &self };
  LsReaderTask task = { .kind = LS_READER_ZIP_EXTRACT, .open = open_asked, .user = &self };
  GBytes *answer = NULL;
  gboolean done;

  g_return_val_if_fail (path != NULL && directory != NULL, FALSE);
  if (open_archive (path, &task, error) < 0)
    return FALSE;
  if (ls_reader_is_contained ())
    done = (answer = ls_reader_ask (&task, error)) != NULL;
  else
    done = ls_zip_unpack (task.file, path, &target, error);
  close_target (&self);
  close (task.file);
  g_bytes_unref (answer);
  return done;
}

char *
ls_zip_read_entry (const char *path, const char *entry, gsize max_size, gsize *size, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_ZIP_ENTRY, .detail = entry, .number = max_size };
  g_autoptr (GBytes) answer = NULL;
  char *content = NULL;

  g_return_val_if_fail (path != NULL && entry != NULL, NULL);
  if (open_archive (path, &task, error) < 0)
    return NULL;
  if (!ls_reader_is_contained ())
    content = ls_zip_get_entry (task.file, path, entry, max_size, size, error);
  else if ((answer = ls_reader_ask (&task, error)) != NULL)
    {
      const gsize n = g_bytes_get_size (answer);

      content = n <= max_size ? g_malloc (n + 1) : ls_reader_refuse (path, error);
      if (content != NULL)
        {
          if (n > 0)
            memcpy (content, g_bytes_get_data (answer, NULL), n);
          content[n] = '\0';
          if (size != NULL)
            *size = n;
        }
    }
  close (task.file);
  return content;
}

/* Texts, each with its null. Returns: (transfer full) (nullable) */
static char **
split_names (GBytes *bytes)
{
  gsize left;
  const char *at = g_bytes_get_data (bytes, &left);
  GPtrArray *names = g_ptr_array_new ();

  for (const char *end; left > 0 && (end = memchr (at, '\0', left)) != NULL; at = end + 1)
    {
      left -= (gsize)(end + 1 - at);
      g_ptr_array_add (names, g_strdup (at));
    }
  g_ptr_array_add (names, NULL);
  if (left == 0)
    return (char **)g_ptr_array_free (names, FALSE);
  g_strfreev ((char **)g_ptr_array_free (names, FALSE));
  return NULL;
}

char **
ls_zip_list_folder (const char *path, const char *folder, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_ZIP_LIST, .detail = folder };
  g_autoptr (GBytes) answer = NULL;
  char **names = NULL;

  g_return_val_if_fail (path != NULL && folder != NULL, NULL);
  if (open_archive (path, &task, error) < 0)
    return NULL;
  if (!ls_reader_is_contained ())
    names = ls_zip_get_names (task.file, path, folder, error);
  else if ((answer = ls_reader_ask (&task, error)) != NULL
           && (names = split_names (answer)) == NULL)
    names = ls_reader_refuse (path, error);
  close (task.file);
  return names;
}
