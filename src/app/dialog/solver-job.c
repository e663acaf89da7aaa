#include "app/dialog/solver-job.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include "core/base/language.h"

/* Progress of the worker thread; at most one notification is pending. */
typedef struct
{
  gatomicrefcount references;
  GMutex lock;
  int entry;
  guint n_entries;
  double time, fraction;
  char *solver;
  guint source; /* 0: no notification is pending */
  gboolean ended;
  LsSolverJobProgressFunc func;
  gpointer user_data;
} Progress;

static void
progress_unref (gpointer data)
{
  Progress *self = data;

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_mutex_clear (&self->lock);
  g_free (self->solver);
  g_free (self);
}

/* Main thread. */
static gboolean
show_cb (gpointer data)
{
  Progress *self = data;
  g_autofree char *what = NULL;
  char time[LS_NUMBER_SIZE];
  double fraction;

  g_mutex_lock (&self->lock);
  self->source = 0;
  fraction = self->fraction;
  if (self->entry < 0)
    what = g_strdup (_ ("reference"));
  else
    /* Translators: number of the run, of how many, its solver, simulated time reached in seconds.
     */
    what = g_strdup_printf (_ ("run %u of %u: %s, t = %s s"), (guint)self->entry + 1,
                            self->n_entries, self->solver, ls_number_display (self->time, 4, time));
  g_mutex_unlock (&self->lock);
  if (!self->ended)
    self->func (what, fraction, self->user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
publish (int entry, double time, double fraction, gpointer user_data)
{
  LsSolverJob *job = user_data;
  Progress *self = job->progress;

  g_mutex_lock (&self->lock);
  if (entry >= 0 && entry != self->entry)
    {
      g_free (self->solver);
      self->solver
          = g_strdup (g_array_index (job->table.entries, LsSolverEntry, (guint)entry).text);
    }
  self->entry = entry;
  self->time = time;
  self->fraction = fraction;
  if (self->source == 0)
    {
      g_atomic_ref_count_inc (&self->references);
      self->source = g_idle_add_full (G_PRIORITY_LOW, show_cb, self, progress_unref);
    }
  g_mutex_unlock (&self->lock);
  return !g_cancellable_is_cancelled (job->cancellable);
}

LsSolverJob *
ls_solver_job_new (LsFmu *fmu, const char *name)
{
  LsSolverJob *self = g_new0 (LsSolverJob, 1);
  Progress *progress = g_new0 (Progress, 1);

  g_return_val_if_fail (fmu != NULL, NULL);
  g_atomic_ref_count_init (&progress->references);
  g_mutex_init (&progress->lock);
  progress->entry = -1;
  self->progress = progress;
  self->fmu = ls_fmu_ref (fmu);
  self->name = g_strdup (name);
  self->table.entries = ls_solver_entries_new ();
  self->cancellable = g_cancellable_new ();
  return self;
}

void
ls_solver_job_free (LsSolverJob *self)
{
  if (self == NULL)
    return;
  progress_unref (self->progress);
  ls_fmu_unref (self->fmu);
  g_free (self->name);
  g_strfreev (self->start_values);
  g_free (self->input_file);
  g_array_unref (self->table.entries);
  ls_solver_table_clear (&self->table);
  g_free (self->problem);
  g_object_unref (self->cancellable);
  g_free (self);
}

static gboolean
execute (LsSolverJob *self, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsInputTable) input = NULL;

  if (self->input_file != NULL
      && (input = ls_input_table_new (description, self->input_file, error)) == NULL)
    return FALSE;
  self->table.settings
      = (LsSimulationSettings){ .fmu = self->fmu,
                                .name = self->name,
                                .start_time = self->start_time,
                                .stop_time = self->stop_time,
                                .output_interval = ls_simulation_get_default_interval (
                                    description, self->start_time, self->stop_time),
                                .tolerance = NAN,
                                .start_values = (const char *const *)self->start_values,
                                .input = input };
  return ls_solver_table_execute (&self->table, log, publish, self, error);
}

static void
work (GTask *task,
      gpointer source G_GNUC_UNUSED,
      gpointer data,
      GCancellable *cancellable G_GNUC_UNUSED)
{
  LsSolverJob *self = data;
  g_autoptr (GError) error = NULL;

  if (!execute (self, &error))
    self->problem = g_strdup (error->message);
  g_task_return_boolean (task, TRUE);
}

void
ls_solver_job_start (LsSolverJob *self,
                     LsSolverJobProgressFunc progress,
                     GAsyncReadyCallback done,
                     gpointer user_data)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GTask) task = g_task_new (NULL, NULL, done, user_data);
  Progress *told = self->progress;

  told->func = progress;
  told->user_data = user_data;
  told->n_entries = self->table.entries->len;
  g_task_set_task_data (task, self, (GDestroyNotify)ls_solver_job_free);
  g_task_run_in_thread (task, work);
}

LsSolverJob *
ls_solver_job_finish (GAsyncResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  LsSolverJob *self = g_task_get_task_data (G_TASK (result));

  ((Progress *)self->progress)->ended = TRUE;
  return self;
}
