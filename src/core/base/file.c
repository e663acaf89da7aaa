/* Files written to a temporary next to the target and renamed over it. */
#include "core/base/file.h"
#include "core/base/dylib.h"
#include "core/base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LINKS 40 /* as the kernel's own bound */
#define PREFIX ".lockstep-"
/* Minimum age before files left by a killed process are removed, s. */
#define MIN_AGE 3600

struct LsFileWriter
{
  char *path;      /* as given, for messages */
  char *target;    /* the target of symbolic links */
  char *temporary; /* NULL for a device or pipe, and once renamed */
  FILE *stream;
  gboolean exists;
  struct stat info; /* of the existing target */
};

static gboolean
fail (const LsFileWriter *self, int number, GError **error)
{
  return ls_fail (error, LS_ERROR_FILE, _ ("%s: cannot be written: %s"), self->path,
                  g_strerror (number));
}

/* Follows links, including a dangling last one; NULL with errno set for a cycle of links. */
static char *
resolve (const char *path)
{
  g_autofree char *current = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *folder = NULL;
      g_autofree char *link = g_file_read_link (current, NULL);

      if (link == NULL)
        return g_steal_pointer (&current);
      folder = g_path_get_dirname (current);
      g_free (current);
      current = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    }
  errno = ELOOP;
  return NULL;
}

static gboolean
is_ours_and_old (const char *path)
{
  struct stat info;

  return lstat (path, &info) == 0 && S_ISREG (info.st_mode) && info.st_uid == geteuid ()
         && time (NULL) - info.st_mtime >= MIN_AGE;
}

/* Whether @name is that of a temporary file, or of libzip's own temporary next to one of them. */
static gboolean
is_temporary (const char *name)
{
  const gsize n = strlen (PREFIX "XXXXXX"), size = strlen (name);

  return g_str_has_prefix (name, PREFIX)
         && (size == n
             || (size == n + strlen (".XXXXXX") && name[n] == '.'
                 && strchr (name + n + 1, '.') == NULL));
}

/* Whether the file that libzip's temporary @path will replace is locked by its writer. */
static gboolean
is_for_locked (const char *path)
{
  g_autofree char *base = g_strdup (path);
  int lock;
  gboolean locked;

  *strrchr (base, '.') = '\0';
  lock = open (base, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  locked = lock >= 0 && flock (lock, LOCK_EX | LOCK_NB) != 0;
  if (lock >= 0)
    close (lock);
  return locked;
}

static void
remove_left (const char *path)
{
  const gboolean by_zip = strlen (strrchr (path, '/') + 1) > strlen (PREFIX "XXXXXX");
  int lock;

  if (!is_ours_and_old (path) || (by_zip && is_for_locked (path))
      || (lock = open (path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)) < 0)
    return;
  if (flock (lock, LOCK_EX | LOCK_NB) == 0)
    g_unlink (path);
  close (lock);
}

void
ls_file_sweep (const char *folder)
{
  g_return_if_fail (folder != NULL);

  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (is_temporary (name))
        remove_left (path);
    }
}

static gboolean
open_temporary (LsFileWriter *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);
  g_autofree char *name = g_build_filename (folder, PREFIX "XXXXXX", NULL);
  int fd;

  ls_file_sweep (folder);
  /* A new file has mode 0666 without the bits of the umask, as with fopen(). */
  fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0666);
  if (fd < 0)
    return fail (self, errno, error);
  /* Marks the file as in use; file systems without locks cannot be swept either. */
  flock (fd, LOCK_EX | LOCK_NB);
  self->temporary = g_steal_pointer (&name);
  self->stream = fdopen (fd, "wb");
  if (self->stream == NULL)
    {
      int number = errno;

      close (fd);
      return fail (self, number, error);
    }
  return TRUE;
}

/* Opened by the descriptor, so that the current offset is kept: in a pipe, or at the end of a file
 * that other processes write to as well. */
static gboolean
open_standard_output (LsFileWriter *self, GError **error)
{
  int fd;

  fflush (stdout);
  self->target = g_strdup (self->path);
  fd = fcntl (ls_dylib_get_output (), F_DUPFD_CLOEXEC, 3);
  if (fd < 0 || (self->stream = fdopen (fd, "wb")) == NULL)
    {
      int number = errno;

      if (fd >= 0)
        close (fd);
      return fail (self, number, error);
    }
  return TRUE;
}

static gboolean
open_stream (LsFileWriter *self, GError **error)
{
  if (strcmp (self->path, "/dev/stdout") == 0)
    return open_standard_output (self, error);
  /* Devices and pipes are opened by the given name: the link target of /proc/self/fd is not a
   * path. */
  if (stat (self->path, &self->info) == 0 && !S_ISREG (self->info.st_mode)
      && !S_ISDIR (self->info.st_mode))
    self->target = g_strdup (self->path);
  else
    self->target = resolve (self->path);
  if (self->target == NULL)
    return fail (self, errno, error);
  self->exists = stat (self->target, &self->info) == 0;
  if (!self->exists && errno != ENOENT)
    return fail (self, errno, error);
  if (self->exists && S_ISDIR (self->info.st_mode))
    return fail (self, EISDIR, error);
  /* Renaming would not check this permission. */
  if (self->exists && access (self->target, W_OK) != 0)
    return fail (self, errno, error);
  if (!self->exists || S_ISREG (self->info.st_mode))
    return open_temporary (self, error);
  self->stream = fopen (self->target, "wbe");
  return self->stream != NULL || fail (self, errno, error);
}

LsFileWriter *
ls_file_writer_new (const char *path, GError **error)
{
  g_autoptr (LsFileWriter) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  self = g_new0 (LsFileWriter, 1);
  self->path = g_strdup (path);
  return open_stream (self, error) ? g_steal_pointer (&self) : NULL;
}

FILE *
ls_file_writer_get_stream (LsFileWriter *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->stream;
}

const char *
ls_file_writer_get_temporary (LsFileWriter *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->temporary != NULL ? self->temporary : self->target;
}

/* Flushes the stream and syncs it to the file; returns 0 or an errno value. */
static int
close_stream (LsFileWriter *self)
{
  FILE *stream = g_steal_pointer (&self->stream);
  gboolean had_failed;
  int number = 0;

  if (stream == NULL)
    return EBADF;
  had_failed = ferror (stream) != 0;
  if (fflush (stream) != 0)
    number = errno;
  if (fclose (stream) != 0 && number == 0)
    number = errno;
  /* An earlier failed write has left no errno. */
  return number == 0 && had_failed ? EIO : number;
}

/* Opened by name: a library may have replaced the stream's file. */
static int
sync_temporary (const LsFileWriter *self)
{
  int fd = open (self->temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  int number = 0;

  if (fd < 0)
    return errno;
  if (self->exists)
    {
      /* Only root may change the owner: for other users the owner changes, as with any editor. */
      if (fchown (fd, self->info.st_uid, self->info.st_gid) != 0 && errno != EPERM)
        number = errno;
      if (fchmod (fd, self->info.st_mode & 07777) != 0)
        number = errno;
    }
  if (number == 0 && fsync (fd) != 0)
    number = errno;
  close (fd);
  return number;
}

/* Syncs the folder so that the rename is durable; not supported by some file systems, which is no
 * failure. */
static int
sync_folder (const LsFileWriter *self)
{
  g_autofree char *folder = g_path_get_dirname (self->target);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int number = 0;

  if (fd < 0)
    return errno == EACCES ? 0 : errno;
  if (fsync (fd) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS)
    number = errno;
  close (fd);
  return number;
}

gboolean
ls_file_writer_commit (LsFileWriter *self, GError **error)
{
  int number;

  g_return_val_if_fail (self != NULL, FALSE);
  number = close_stream (self);
  if (self->temporary == NULL)
    return number == 0 || fail (self, number, error);
  if (number == 0)
    number = sync_temporary (self);
  if (number == 0 && g_rename (self->temporary, self->target) != 0)
    number = errno;
  if (number != 0)
    return fail (self, number, error);
  g_clear_pointer (&self->temporary, g_free);
  number = sync_folder (self);
  return number == 0 || fail (self, number, error);
}

void
ls_file_writer_free (LsFileWriter *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->stream, fclose);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_free (self->temporary);
  g_free (self->target);
  g_free (self->path);
  g_free (self);
}

gboolean
ls_file_write (const char *path, const void *data, gsize size, GError **error)
{
  g_return_val_if_fail (path != NULL, FALSE);

  g_autoptr (LsFileWriter) writer = ls_file_writer_new (path, error);

  if (writer == NULL)
    return FALSE;
  if (size > 0 && fwrite (data, 1, size, writer->stream) != size)
    return fail (writer, errno, error);
  return ls_file_writer_commit (writer, error);
}
