/* A copy consists of files with one base name, which begins with the time: model (.ssp), origin
 * (.ini) and runs. */
#include "app/document/replaced.h"
#include <glib/gstdio.h>
#include <string.h>
#include "app/document/kept-runs.h"
#include "app/base/preferences.h"
#include "core/ssp/ssp.h"

/* Limits of the list: more or older copies are of no use. */
#define MAX_COPIES 10u
#define MAX_AGE (30 * G_TIME_SPAN_DAY)

typedef struct
{
  LsModel *model;
  LsRunHistory *history;
  char *title, *path;
  GWeakRef object;
  void (*callback) (gpointer object);
} Keep;

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "lockstep", "replaced", NULL);
}

static void
keep_free (gpointer data)
{
  Keep *self = data;

  ls_model_free (self->model);
  ls_run_history_free (self->history);
  g_free (self->title);
  g_free (self->path);
  g_weak_ref_clear (&self->object);
  g_free (self);
}

static char *
get_stem (const char *copy)
{
  return g_strndup (copy, strlen (copy) - strlen (".ssp"));
}

static void
remove_copy (const char *copy)
{
  g_autofree char *stem = get_stem (copy);
  g_autofree char *note = g_strconcat (stem, ".ini", NULL);

  g_unlink (copy);
  g_unlink (note);
  ls_recovery_copy_remove_runs (stem);
}

/* Names begin with the time, so they sort by time. */
static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)b, *(char *const *)a);
}

static GPtrArray *
list_copies (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".ssp") && *name != '.' && !ls_recovery_copy_is_runs (name))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names);
  return paths;
}

static void
remove_old (void)
{
  g_autoptr (GPtrArray) paths = list_copies ();
  const gint64 now = g_get_real_time ();

  for (guint i = 0; i < paths->len; i++)
    {
      GStatBuf info;

      if (g_stat (paths->pdata[i], &info) == 0
          && (i >= MAX_COPIES || now - (gint64)info.st_mtime * G_USEC_PER_SEC > MAX_AGE))
        remove_copy (paths->pdata[i]);
    }
}

/* Write errors (disk full) are ignored: the user was warned that the work would be lost. */
static void
keep_thread (GTask *task,
             G_GNUC_UNUSED gpointer source,
             gpointer data,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  Keep *keep = data;
  g_autofree char *folder = get_folder ();
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y%m%d-%H%M%S-%f");
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *name = g_strdup_printf ("%s-%.8s", time, id);
  g_autofree char *stem = g_build_filename (folder, name, NULL);
  g_autofree char *copy = g_strconcat (stem, ".ssp", NULL);
  g_autofree char *runs = ls_recovery_copy_get_runs_path (stem, 0);

  if (g_mkdir_with_parents (folder, 0700) == 0
      && ls_recovery_copy_write_note (stem, keep->title, keep->path))
    {
      /* Keep the model even if writing the runs fails. */
      if (ls_ssp_write (keep->model, copy, NULL))
        ls_kept_runs_write (keep->history, runs);
      else
        remove_copy (copy);
      remove_old ();
    }
  g_task_return_boolean (task, TRUE);
}

static void
kept_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  Keep *keep = g_task_get_task_data (G_TASK (result));
  g_autoptr (GObject) object = g_weak_ref_get (&keep->object);

  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (object != NULL && keep->callback != NULL)
    keep->callback (object);
}

void
ls_replaced_keep (const LsModel *model,
                  const char *title,
                  const char *path,
                  const LsRunHistory *history,
                  GObject *object,
                  void (*callback) (gpointer object))
{
  g_return_if_fail (model != NULL);

  g_autoptr (GTask) task = NULL;
  Keep *keep;

  if (!ls_preferences_keeps_copies ())
    return;
  keep = g_new0 (Keep, 1);
  keep->model = ls_model_copy (model);
  keep->history = ls_run_history_copy_comparison (history, LS_RUN_HISTORY_ALL);
  keep->title = g_strdup (title);
  keep->path = g_strdup (path);
  g_weak_ref_init (&keep->object, object);
  keep->callback = callback;
  /* The window may be closing: keep the application until the copy is written. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  /* No source object: a task may drop the last reference on its worker thread. */
  task = g_task_new (NULL, NULL, kept_cb, NULL);
  g_task_set_task_data (task, keep, keep_free);
  g_task_run_in_thread (task, keep_thread);
}

LsRecoveryCopy *
ls_replaced_find (const char *copy)
{
  g_autofree char *stem = get_stem (copy);
  LsRecoveryCopy *self;
  GStatBuf info;

  if (g_stat (copy, &info) != 0)
    return NULL;
  self = g_new0 (LsRecoveryCopy, 1);
  self->lock = -1;
  self->copy = g_strdup (copy);
  self->runs = ls_recovery_copy_list_runs (stem);
  self->when = (gint64)info.st_mtime;
  ls_recovery_copy_read_note (self, stem);
  return self;
}

GPtrArray *
ls_replaced_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_recovery_copy_free);
  g_autoptr (GPtrArray) paths = list_copies ();

  for (guint i = 0; i < paths->len && i < MAX_COPIES; i++)
    {
      LsRecoveryCopy *leftover = ls_replaced_find (paths->pdata[i]);

      if (leftover != NULL)
        g_ptr_array_add (list, leftover);
    }
  return list;
}
