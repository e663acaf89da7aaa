/* Private directories: made with mode 0700, removed with the last reference or at exit. */
#include "core/base/tempdir.h"
#include "core/base/status.h"

#include <errno.h>
#include <ftw.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

struct LsTempdir
{
  gatomicrefcount ref_count;
  char *path;
};

static GMutex live_lock;
static GHashTable *live; /* path to the process that made it */

/* nftw() hands nothing through to its callback. */
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
      /* Its content was not visited: the next pass finds it open. */
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

  /* Each pass opens one more level of folders without permissions. */
  do
    {
      n_denied = 0;
      nftw (path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    }
  while (n_denied > 0 && ++pass < 64);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    g_warning (_ ("The temporary folder %s could not be removed whole"), path);
}

static void
remove_at_exit (void)
{
  GHashTableIter iter;
  gpointer path, process;

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
      atexit (remove_at_exit);
    }
  g_hash_table_insert (live, g_strdup (path), GINT_TO_POINTER ((int)getpid ()));
  g_mutex_unlock (&live_lock);
}

/* Returns: whether it was still to be removed by this process. */
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

LsTempdir *
ls_tempdir_new (GError **error)
{
  g_autoptr (GError) local_error = NULL;
  LsTempdir *self;
  char *path = g_dir_make_tmp ("lockstep-XXXXXX", &local_error);

  if (path == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("No temporary folder can be made in %s: %s"),
                   g_get_tmp_dir (), local_error->message);
      return NULL;
    }
  self = g_new0 (LsTempdir, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->path = path;
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
  g_free (self->path);
  g_free (self);
}

const char *
ls_tempdir_get_path (const LsTempdir *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->path;
}
