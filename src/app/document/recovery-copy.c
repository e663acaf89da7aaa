/* A copy consists of files with one base name: .lock, locked while the editing program runs; .ini
 * with the path of the document; .ssp with the model, written atomically; and its finished runs. */
#include "app/document/recovery-copy.h"
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "core/base/file.h"

#define GROUP "model"
/* Around the number of a comparison in the name of the file with its runs. */
#define INFIX ".runs-"
#define ENDING ".ssp"
/* Left on purpose; to show the window. */
#define KEPT ".kept"
#define REQUEST ".show"
/* Of copies left on purpose, s. */
#define MAX_AGE (30 * 24 * 60 * 60)

char *
ls_recovery_get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "lockstep", "recovery", NULL);
}

int
ls_recovery_lock (const char *path, int flags)
{
  int lock = open (path, flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (lock >= 0 && flock (lock, LOCK_EX | LOCK_NB) == 0)
    return lock;
  if (lock >= 0)
    close (lock);
  return -1;
}

void
ls_recovery_copy_remove_file (const char *stem, const char *ending)
{
  g_autofree char *path = g_strconcat (stem, ending, NULL);

  g_unlink (path);
}

char *
ls_recovery_copy_get_runs_path (const char *stem, guint number)
{
  return g_strdup_printf ("%s" INFIX "%u" ENDING, stem, number);
}

gboolean
ls_recovery_copy_is_runs (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return strstr (name, INFIX) != NULL && g_str_has_suffix (name, ENDING);
}

guint
ls_recovery_copy_get_runs_number (const char *path)
{
  return (guint)strtoul (g_strrstr (path, INFIX) + strlen (INFIX), NULL, 10);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint m = ls_recovery_copy_get_runs_number (*(char *const *)a),
              n = ls_recovery_copy_get_runs_number (*(char *const *)b);

  return (n > m) - (n < m);
}

GPtrArray *
ls_recovery_copy_list_runs (const char *stem)
{
  g_return_val_if_fail (stem != NULL, NULL);

  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_path_get_dirname (stem);
  g_autofree char *base = g_path_get_basename (stem);
  g_autofree char *start = g_strconcat (base, INFIX, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, start) && g_str_has_suffix (name, ENDING))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_numbers);
  return paths;
}

void
ls_recovery_copy_remove_runs (const char *stem)
{
  g_autoptr (GPtrArray) paths = ls_recovery_copy_list_runs (stem);

  for (guint i = 0; i < paths->len; i++)
    g_unlink (paths->pdata[i]);
}

void
ls_recovery_copy_free (LsRecoveryCopy *self)
{
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->copy);
  g_free (self->path);
  g_free (self->title);
  g_free (self->stem);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_free (self);
}

void
ls_recovery_copy_remove_files (const char *stem)
{
  ls_recovery_copy_remove_file (stem, ".ssp");
  ls_recovery_copy_remove_runs (stem);
  ls_recovery_copy_remove_file (stem, ".ini");
  ls_recovery_copy_remove_file (stem, KEPT);
  ls_recovery_copy_remove_file (stem, REQUEST);
}

void
ls_recovery_copy_discard (LsRecoveryCopy *self)
{
  g_return_if_fail (self != NULL);

  ls_recovery_copy_remove_files (self->stem);
  ls_recovery_copy_remove_file (self->stem, ".lock");
}

gboolean
ls_recovery_copy_write_note (const char *stem, const char *title, const char *path)
{
  g_autofree char *note = g_strconcat (stem, ".ini", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;
  gsize size;

  g_key_file_set_string (file, GROUP, "title", title);
  if (path != NULL)
    g_key_file_set_string (file, GROUP, "path", path);
  text = g_key_file_to_data (file, &size, NULL);
  return ls_file_write (note, text, size, NULL);
}

void
ls_recovery_copy_read_note (LsRecoveryCopy *self, const char *stem)
{
  g_autofree char *note = g_strconcat (stem, ".ini", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_return_if_fail (self != NULL);
  g_key_file_load_from_file (file, note, G_KEY_FILE_NONE, NULL);
  self->path = g_key_file_get_string (file, GROUP, "path", NULL);
  self->title = g_key_file_get_string (file, GROUP, "title", NULL);
  if (self->title == NULL)
    self->title = g_path_get_basename (stem);
}

/* ---- Programs that go on without a window ------------------------------------------------ */

void
ls_recovery_copy_set_kept (const char *stem, gboolean kept)
{
  g_autofree char *path = g_strconcat (stem, KEPT, NULL);

  if (kept)
    ls_file_write (path, "", 0, NULL);
  else
    g_unlink (path);
}

gboolean
ls_recovery_copy_is_going (const char *stem)
{
  g_autofree char *path = g_strconcat (stem, ".lock", NULL);
  const gboolean exists = g_file_test (path, G_FILE_TEST_EXISTS);
  const int lock = exists ? ls_recovery_lock (path, 0) : -1;

  if (lock >= 0)
    close (lock);
  return exists && lock < 0;
}

GPtrArray *
ls_recovery_copy_list_going (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = ls_recovery_get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, KEPT))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autofree char *stem = g_strndup (path, strlen (path) - strlen (KEPT));

        if (ls_recovery_copy_is_going (stem))
          g_ptr_array_add (list, g_steal_pointer (&stem));
      }
  return list;
}

char *
ls_recovery_copy_get_title (const char *stem)
{
  LsRecoveryCopy copy = { .path = NULL };

  ls_recovery_copy_read_note (&copy, stem);
  g_free (copy.path);
  return copy.title;
}

void
ls_recovery_copy_request_window (const char *stem)
{
  g_autofree char *path = g_strconcat (stem, REQUEST, NULL);

  ls_file_write (path, "", 0, NULL);
}

gboolean
ls_recovery_copy_take_request (const char *stem)
{
  g_autofree char *path = g_strconcat (stem, REQUEST, NULL);

  return g_unlink (path) == 0;
}

/* Whether the copy was left on purpose. @old: (out): too long ago */
static gboolean
read_kept (const char *stem, gboolean *old)
{
  g_autofree char *path = g_strconcat (stem, KEPT, NULL);
  GStatBuf info;

  *old = FALSE;
  if (g_stat (path, &info) != 0)
    return FALSE;
  *old = g_get_real_time () / G_USEC_PER_SEC - (gint64)info.st_mtime > MAX_AGE;
  return TRUE;
}

/* Whether there is anything to restore. */
static gboolean
has_content (LsRecoveryCopy *self)
{
  if (!g_file_test (self->copy, G_FILE_TEST_IS_REGULAR))
    g_clear_pointer (&self->copy, g_free);
  return self->copy != NULL || (self->runs->len > 0 && self->path != NULL);
}

/* Returns: (nullable): the copy beside the lock at @path; %NULL while its program is running. */
static LsRecoveryCopy *
leftover_new (const char *path)
{
  int lock = ls_recovery_lock (path, 0);
  LsRecoveryCopy *self;
  gboolean old;

  if (lock < 0)
    return NULL;
  self = g_new0 (LsRecoveryCopy, 1);
  self->lock = lock;
  self->stem = g_strndup (path, strlen (path) - strlen (".lock"));
  self->copy = g_strconcat (self->stem, ".ssp", NULL);
  self->runs = ls_recovery_copy_list_runs (self->stem);
  self->kept = read_kept (self->stem, &old);
  ls_recovery_copy_read_note (self, self->stem);
  if (has_content (self) && !old)
    return self;
  ls_recovery_copy_discard (self);
  ls_recovery_copy_free (self);
  return NULL;
}

GPtrArray *
ls_recovery_copy_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_recovery_copy_free);
  g_autofree char *folder = ls_recovery_get_folder ();
  g_autoptr (GDir) dir = NULL;
  const char *name;

  ls_file_sweep (folder);
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      LsRecoveryCopy *leftover = g_str_has_suffix (name, ".lock") ? leftover_new (path) : NULL;

      if (leftover != NULL)
        g_ptr_array_add (list, leftover);
    }
  return list;
}
