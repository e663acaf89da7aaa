#include "app/run/run-journal.h"
#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/record/journal.h"

/* Time between writes, s. */
#define INTERVAL 1

struct _LsRunJournal
{
  GObject parent_instance;
  LsComparison *comparison;
  char *model;
  guint timeout_id;
  gboolean busy; /* a thread is writing */
  gboolean ended;
  GPtrArray *journals; /* LsJournal or NULL, by run; owned by the thread while @busy */
  GPtrArray *paths;
};

G_DEFINE_TYPE (LsRunJournal, ls_run_journal, G_TYPE_OBJECT)

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "lockstep", "runs", NULL);
}

/* "PID~model~number~method.csv": these parts are shown when the file is recovered. */
static char *
make_path (LsRunJournal *self, guint index)
{
  static guint n_made;
  g_autofree char *folder = get_folder ();
  g_autofree char *model = g_strdup (self->model);
  const LsMethodChoice *choice
      = ls_run_get_choice (ls_comparison_get_run (self->comparison, index));
  g_autofree char *name = NULL;

  g_strdelimit (model, "/~", '-');
  name = g_strdup_printf ("%ld~%s~%u~%s.csv", (long)getpid (), model, n_made++, choice->method);
  g_mkdir_with_parents (folder, 0700);
  return g_build_filename (folder, name, NULL);
}

static void
write_thread (GTask *task,
              G_GNUC_UNUSED gpointer source,
              gpointer data,
              G_GNUC_UNUSED GCancellable *cancellable)
{
  LsRunJournal *self = data;

  for (guint i = 0; i < self->journals->len; i++)
    if (g_ptr_array_index (self->journals, i) != NULL)
      ls_journal_update (g_ptr_array_index (self->journals, i));
  g_task_return_boolean (task, TRUE);
}

static void
remove_files (LsRunJournal *self)
{
  for (guint i = 0; i < self->journals->len; i++)
    g_clear_pointer ((LsJournal **)&g_ptr_array_index (self->journals, i), ls_journal_free);
  for (guint i = 0; i < self->paths->len; i++)
    if (g_ptr_array_index (self->paths, i) != NULL)
      g_unlink (g_ptr_array_index (self->paths, i));
  g_ptr_array_set_size (self->paths, 0);
}

static void
remove_thread (GTask *task,
               G_GNUC_UNUSED gpointer source,
               gpointer data,
               G_GNUC_UNUSED GCancellable *cancellable)
{
  remove_files (data);
  g_task_return_boolean (task, TRUE);
}

static void
removed_cb (G_GNUC_UNUSED GObject *source, G_GNUC_UNUSED GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsRunJournal) self = LS_RUN_JOURNAL (user_data);

  self->busy = FALSE;
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
}

static void
remove_on_thread (LsRunJournal *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, removed_cb, g_object_ref (self));

  self->busy = TRUE;
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, remove_thread);
}

static void
written_cb (G_GNUC_UNUSED GObject *source, G_GNUC_UNUSED GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsRunJournal) self = LS_RUN_JOURNAL (user_data);

  self->busy = FALSE;
  if (self->ended)
    remove_on_thread (self);
}

/* Creates the file of a run when it has rows. */
static void
open_journals (LsRunJournal *self)
{
  for (guint i = 0; i < self->journals->len; i++)
    {
      LsTrace *trace = ls_run_get_trace (ls_comparison_get_run (self->comparison, i));
      g_autofree char *path = NULL;

      if (g_ptr_array_index (self->journals, i) != NULL || ls_trace_get_n_rows (trace) == 0)
        continue;
      path = make_path (self, i);
      g_ptr_array_index (self->journals, i) = ls_journal_new (path, trace, NULL);
      if (g_ptr_array_index (self->journals, i) != NULL)
        g_ptr_array_add (self->paths, g_steal_pointer (&path));
    }
}

static gboolean
timeout_cb (gpointer user_data)
{
  LsRunJournal *self = user_data;
  g_autoptr (GTask) task = NULL;

  if (self->busy)
    return G_SOURCE_CONTINUE;
  open_journals (self);
  self->busy = TRUE;
  /* No source object: a task may drop the last reference on its worker thread. */
  task = g_task_new (NULL, NULL, written_cb, g_object_ref (self));
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, write_thread);
  return G_SOURCE_CONTINUE;
}

LsRunJournal *
ls_run_journal_new (LsComparison *comparison, const char *model)
{
  LsRunJournal *self = g_object_new (LS_TYPE_RUN_JOURNAL, NULL);

  g_return_val_if_fail (comparison != NULL, NULL);
  self->comparison = ls_comparison_ref (comparison);
  self->model = g_strdup (model);
  g_ptr_array_set_size (self->journals, (int)ls_comparison_get_n_runs (comparison));
  self->timeout_id = g_timeout_add_seconds (INTERVAL, timeout_cb, self);
  return self;
}

void
ls_run_journal_end (LsRunJournal *self)
{
  g_return_if_fail (LS_IS_RUN_JOURNAL (self));

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  self->ended = TRUE;
  /* A remaining file would be offered as an interrupted run. Writing what is on its way and
   * deleting hundreds of megabytes take time: hold the application until that is done. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  if (!self->busy)
    remove_on_thread (self);
}

/* Whether the process that wrote the file is running. */
static gboolean
is_alive (const char *name)
{
  char *end;
  long pid = strtol (name, &end, 10);

  return *end != '~' || pid <= 0 || kill ((pid_t)pid, 0) == 0 || errno == EPERM;
}

GPtrArray *
ls_run_journal_list_left (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *old = g_build_filename (folder, name, NULL);
      g_autofree char *taken = NULL, *path = NULL;

      if (!g_str_has_suffix (name, ".csv") || is_alive (name))
        continue;
      /* Rename the file to this process: another one must not offer it as well. */
      taken = g_strdup_printf ("%ld%s", (long)getpid (), strchr (name, '~'));
      path = g_build_filename (folder, taken, NULL);
      if (g_rename (old, path) == 0)
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  return paths;
}

char *
ls_run_journal_get_title (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autofree char *name = g_path_get_basename (path);
  g_auto (GStrv) parts = g_strsplit (name, "~", 4);

  if (g_strv_length (parts) < 4)
    return g_steal_pointer (&name);
  parts[3][strlen (parts[3]) - strlen (".csv")] = '\0';
  return g_strdup_printf ("%s, %s", parts[1], parts[3]);
}

static void
ls_run_journal_finalize (GObject *object)
{
  LsRunJournal *self = LS_RUN_JOURNAL (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  remove_files (self);
  g_ptr_array_unref (self->journals);
  g_ptr_array_unref (self->paths);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_free (self->model);
  G_OBJECT_CLASS (ls_run_journal_parent_class)->finalize (object);
}

static void
ls_run_journal_class_init (LsRunJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_run_journal_finalize;
}

static void
ls_run_journal_init (LsRunJournal *self)
{
  self->journals = g_ptr_array_new ();
  self->paths = g_ptr_array_new_with_free_func (g_free);
}
