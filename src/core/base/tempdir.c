/* Private directories: created with mode 0700, removed with the last reference or at exit; those of
 * killed processes are removed by a later process. */
#include "core/base/tempdir.h"
#include "core/base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "lockstep-"
/* A folder changed more recently may not be locked yet by the process that created it. */
#define MIN_AGE 60 /* s */

struct LsTempdir
{
  gatomicrefcount ref_count;
  char *path;
  int lock; /* descriptor of the folder, locked as long as its process lives; or -1 */
};

static GMutex live_lock;
static GHashTable *live; /* path to the id of the process that created it */

/* nftw() passes no user data to its callback. */
static _Thread_local unsigned n_denied;

/* FTW_PHYS: a link is removed itself, and never followed. */
static int
remove_one (const char *path,
            const struct stat *info G_GNUC_UNUSED,
            int type,
            struct FTW *place G_GNUC_UNUSED)
{
  gboolean is_directory = type == FTW_DP || type == FTW_D || type == FTW_DNR;

  if (type == FTW_DNR)
    {
      /* Its content was not visited: the next pass can open it. */
      n_denied += g_chmod (path, 0700) == 0;
      (void)rmdir (path);
      return 0;
    }
  if ((is_directory ? rmdir (path) : unlink (path)) != 0 && errno == EACCES)
    {
      g_autofree char *parent = g_path_get_dirname (path);

      if (g_chmod (parent, 0700) == 0)
        (void)(is_directory ? rmdir (path) : unlink (path));
    }
  return 0;
}

static void
remove_tree (const char *path)
{
  unsigned pass = 0;

  /* Each pass makes one more level of folders without permissions accessible. */
  do
    {
      n_denied = 0;
      nftw (path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    }
  while (n_denied > 0 && ++pass < 64);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    g_warning (_ ("The temporary folder %s could not be removed whole"), path);
}

void
ls_tempdir_remove_all (void)
{
  GHashTableIter iter;
  gpointer path, process;

  if (live == NULL)
    return;

  g_mutex_lock (&live_lock);
  g_hash_table_iter_init (&iter, live);
  while (g_hash_table_iter_next (&iter, &path, &process))
    {
      /* A forked child must leave the folders of its parent alone. */
      if (GPOINTER_TO_INT (process) == (int)getpid ())
        remove_tree (path);
    }
  g_hash_table_remove_all (live);
  g_mutex_unlock (&live_lock);
}

static void
register_path (const char *path)
{
  g_mutex_lock (&live_lock);
  if (live == NULL)
    {
      live = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      atexit (ls_tempdir_remove_all);
    }
  g_hash_table_insert (live, g_strdup (path), GINT_TO_POINTER ((int)getpid ()));
  g_mutex_unlock (&live_lock);
}

/* Returns: whether the folder still had to be removed by this process. */
static gboolean
unregister_path (const char *path)
{
  gboolean own;

  g_mutex_lock (&live_lock);
  own = GPOINTER_TO_INT (g_hash_table_lookup (live, path)) == (int)getpid ();
  g_hash_table_remove (live, path);
  g_mutex_unlock (&live_lock);
  return own;
}

/* Opens and locks a folder, without following a link. Returns: -1 if it cannot be opened or
 * locked. */
static int
lock_folder (const char *path)
{
  int lock = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (lock >= 0 && flock (lock, LOCK_EX | LOCK_NB) == 0)
    return lock;
  if (lock >= 0)
    close (lock);
  return -1;
}

static gboolean
is_ours_and_old (const char *path)
{
  struct stat info;

  return lstat (path, &info) == 0 && S_ISDIR (info.st_mode) && info.st_uid == geteuid ()
         && time (NULL) - info.st_mtime >= MIN_AGE;
}

/* Removes the folders of killed processes, whose locks are free. */
static gpointer
sweep (gpointer data G_GNUC_UNUSED)
{
  g_autoptr (GDir) folder = g_dir_open (g_get_tmp_dir (), 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
      int lock = -1;

      if (!g_str_has_prefix (name, PREFIX) || strlen (name) != strlen (PREFIX "XXXXXX")
          || !is_ours_and_old (path) || (lock = lock_folder (path)) < 0)
        continue;
      remove_tree (path);
      close (lock);
    }
  return NULL;
}

LsTempdir *
ls_tempdir_new (GError **error)
{
  g_autoptr (GError) local_error = NULL;
  static GOnce swept = G_ONCE_INIT;
  LsTempdir *self;
  char *path;

  g_once (&swept, sweep, NULL);
  path = g_dir_make_tmp (PREFIX "XXXXXX", &local_error);
  if (path == NULL)
    return ls_fail_null (error, LS_ERROR_FILE, _ ("No temporary folder can be made in %s: %s"),
                         g_get_tmp_dir (), local_error->message);
  self = g_new0 (LsTempdir, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->path = path;
  self->lock = lock_folder (path);
  register_path (path);
  return self;
}

LsTempdir *
ls_tempdir_ref (LsTempdir *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_tempdir_unref (LsTempdir *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (unregister_path (self->path))
    remove_tree (self->path);
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->path);
  g_free (self);
}

const char *
ls_tempdir_get_path (const LsTempdir *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->path;
}
