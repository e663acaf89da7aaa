#include "app/document/kept-runs.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include "app/document/recovery-copy.h"
#include "core/ssp/ssp.h"
#include "core/run/run-history-file.h"

/* ---- Files ------------------------------------------------------------------------------ */

gboolean
ls_kept_runs_write (const LsRunHistory *history, const char *path)
{
  g_return_val_if_fail (history != NULL, FALSE);

  LsModel *model = ls_model_new ();
  const gboolean written = ls_run_history_get_n (history) > 0
                           && ls_run_history_store (history, model, NULL)
                           && ls_ssp_write (model, path, NULL);

  ls_model_free (model);
  return written;
}

GPtrArray *
ls_kept_runs_read (const char *path, GError **error)
{
  LsModel *model = ls_ssp_read (path, error);
  GError *problem = NULL;
  GPtrArray *runs;

  if (model == NULL)
    return NULL;
  runs = ls_run_history_load (model, &problem);
  ls_model_free (model);
  if (runs == NULL && problem == NULL)
    runs = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_past_run_free);
  if (problem != NULL)
    g_propagate_error (error, problem);
  return runs;
}

/* ---- Following a history ---------------------------------------------------------------- */

struct LsKeptRuns
{
  gatomicrefcount ref_count; /* the owner's and one for each job */
  gboolean closed;
  char *stem;
  GHashTable *states; /* comparison -> content of its file, as a string */
  GQueue jobs;        /* Job: run one at a time, otherwise an older one might write last */
};

typedef struct
{
  LsKeptRuns *owner;
  char *stem, *title, *path;
  GPtrArray *histories; /* LsRunHistory, or %NULL to delete the file; parallel to @numbers */
  GArray *numbers;
  gboolean is_empty; /* no runs are left */
  GDestroyNotify done;
  gpointer data;
} Job;

LsKeptRuns *
ls_kept_runs_new (void)
{
  LsKeptRuns *self = g_new0 (LsKeptRuns, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->states = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_queue_init (&self->jobs);
  return self;
}

static void
unref (LsKeptRuns *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->states);
  g_free (self->stem);
  g_free (self);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_ptr_array_unref (job->histories);
  g_array_unref (job->numbers);
  g_free (job->stem);
  g_free (job->title);
  g_free (job->path);
  unref (job->owner);
  g_free (job);
}

void
ls_kept_runs_free (LsKeptRuns *self)
{
  self->closed = TRUE;
  unref (self);
}

void
ls_kept_runs_set_stem (LsKeptRuns *self, const char *stem)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GPtrArray) paths = ls_recovery_copy_list_runs (stem);

  g_free (self->stem);
  self->stem = g_strdup (stem);
  g_hash_table_remove_all (self->states);
  for (guint i = 0; i < paths->len; i++)
    g_hash_table_insert (self->states,
                         GUINT_TO_POINTER (ls_recovery_copy_get_runs_number (paths->pdata[i])),
                         g_strdup (""));
}

gboolean
ls_kept_runs_has_any (const LsKeptRuns *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return g_hash_table_size (self->states) > 0;
}

static void
write_thread (GTask *task,
              G_GNUC_UNUSED gpointer source,
              gpointer data,
              G_GNUC_UNUSED GCancellable *cancellable)
{
  const Job *job = data;

  if (!job->is_empty)
    ls_recovery_copy_write_note (job->stem, job->title, job->path);
  for (guint i = 0; i < job->numbers->len; i++)
    {
      const LsRunHistory *history = job->histories->pdata[i];
      g_autofree char *path
          = ls_recovery_copy_get_runs_path (job->stem, g_array_index (job->numbers, guint, i));

      if (history == NULL)
        g_unlink (path);
      else
        ls_kept_runs_write (history, path);
    }
  g_task_return_boolean (task, TRUE);
}

static void start_next (LsKeptRuns *self);

static void
written_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  LsKeptRuns *self = job->owner;

  g_queue_pop_head (&self->jobs);
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  /* The owner was freed during the job, so the job deletes the files. */
  if (self->closed)
    ls_recovery_copy_remove_files (job->stem);
  if (job->done != NULL)
    job->done (job->data);
  start_next (self);
}

static void
start_next (LsKeptRuns *self)
{
  Job *job = g_queue_peek_head (&self->jobs);
  g_autoptr (GTask) task = NULL;

  if (job == NULL)
    return;
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  /* No source object: a task may drop the last reference on its worker thread. */
  task = g_task_new (NULL, NULL, written_cb, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, write_thread);
}

/* Properties of runs that the user can change and the list of remaining runs, as text per
 * comparison. */
static GHashTable *
describe (const LsRunHistory *history)
{
  GHashTable *states = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < ls_run_history_get_n (history); i++)
    {
      const LsPastRun *run = ls_run_history_get (history, i);
      const gpointer number = GUINT_TO_POINTER (run->comparison);
      const char *before = g_hash_table_lookup (states, number);

      g_hash_table_insert (states, number,
                           g_strdup_printf ("%s%u\n%s\n%s\n%u\n%d\n", before != NULL ? before : "",
                                            run->id, run->name, run->note != NULL ? run->note : "",
                                            run->color, run->shown));
    }
  return states;
}

static void
add (Job *job, gpointer number, LsRunHistory *history)
{
  const guint n = GPOINTER_TO_UINT (number);

  g_array_append_val (job->numbers, n);
  g_ptr_array_add (job->histories, history);
}

static void
history_free (gpointer data)
{
  g_clear_pointer ((LsRunHistory **)&data, ls_run_history_free);
}

static void
list_differences (const LsKeptRuns *self, GHashTable *states, const LsRunHistory *history, Job *job)
{
  GHashTableIter iter;
  gpointer number, state;

  g_hash_table_iter_init (&iter, states);
  while (g_hash_table_iter_next (&iter, &number, &state))
    if (g_strcmp0 (g_hash_table_lookup (self->states, number), state) != 0)
      add (job, number, ls_run_history_copy_comparison (history, GPOINTER_TO_UINT (number)));
  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, &number, &state))
    if (!g_hash_table_contains (states, number))
      add (job, number, NULL);
}

void
ls_kept_runs_update (LsKeptRuns *self,
                     const LsRunHistory *history,
                     const char *title,
                     const char *path,
                     GDestroyNotify done,
                     gpointer data)
{
  GHashTable *states = describe (history);
  Job *job = g_new0 (Job, 1);

  g_return_if_fail (self != NULL);
  job->owner = self;
  g_atomic_ref_count_inc (&self->ref_count);
  job->histories = g_ptr_array_new_with_free_func (history_free);
  job->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  list_differences (self, states, history, job);
  g_hash_table_unref (self->states);
  self->states = states;
  job->stem = g_strdup (self->stem);
  job->title = g_strdup (title);
  job->path = g_strdup (path);
  job->is_empty = g_hash_table_size (states) == 0;
  job->done = done;
  job->data = data;
  g_queue_push_tail (&self->jobs, job);
  if (self->jobs.length == 1)
    start_next (self);
}
