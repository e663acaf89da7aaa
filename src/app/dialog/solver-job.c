#include "app/dialog/solver-job.h"

#include <math.h>

/* Rows that errors are measured at. */
#define N_ROWS 500

static void
clear_entry (gpointer data)
{
  LsSolverEntry *entry = data;

  ls_solver_run_clear (&entry->run);
  g_free (entry->text);
}

LsSolverJob *
ls_solver_job_new (LsFmu *fmu, const char *name)
{
  LsSolverJob *self = g_new0 (LsSolverJob, 1);

  self->fmu = ls_fmu_ref (fmu);
  self->name = g_strdup (name);
  self->entries = g_array_new (FALSE, TRUE, sizeof (LsSolverEntry));
  g_array_set_clear_func (self->entries, clear_entry);
  self->cancellable = g_cancellable_new ();
  return self;
}

void
ls_solver_job_free (LsSolverJob *self)
{
  if (self == NULL)
    return;
  ls_fmu_unref (self->fmu);
  g_free (self->name);
  g_strfreev (self->start_values);
  g_array_unref (self->entries);
  if (self->reference.trace != NULL)
    ls_solver_reference_clear (&self->reference);
  g_free (self->reference_problem);
  g_object_unref (self->cancellable);
  g_free (self);
}

static gboolean
go_on (double time G_GNUC_UNUSED, gpointer user_data)
{
  return !g_cancellable_is_cancelled (user_data);
}

static void
work (GTask *task,
      gpointer source G_GNUC_UNUSED,
      gpointer data,
      GCancellable *cancellable G_GNUC_UNUSED)
{
  LsSolverJob *self = data;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) problem = NULL;
  LsSimulationSettings settings
      = { .fmu = self->fmu,
          .name = self->name,
          .start_time = self->start_time,
          .stop_time = self->stop_time,
          .output_interval = (self->stop_time - self->start_time) / N_ROWS,
          .tolerance = NAN,
          .start_values = (const char *const *)self->start_values,
          .progress = go_on,
          .progress_data = self->cancellable };

  if (!ls_solver_reference_make (&settings, log, &self->reference, &problem))
    self->reference_problem = g_strdup (problem->message);
  for (guint i = 0; i < self->entries->len; i++)
    {
      LsSolverEntry *entry = &g_array_index (self->entries, LsSolverEntry, i);
      GError *error = NULL;

      settings.solver = &entry->solver;
      if (ls_solver_run_execute (&settings, self->reference.trace, log, &entry->run, &error))
        continue;
      g_task_return_error (task, error);
      return;
    }
  g_task_return_boolean (task, TRUE);
}

void
ls_solver_job_start (LsSolverJob *self, GAsyncReadyCallback done, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, done, user_data);

  g_task_set_task_data (task, self, (GDestroyNotify)ls_solver_job_free);
  g_task_run_in_thread (task, work);
}

LsSolverJob *
ls_solver_job_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error) ? g_task_get_task_data (G_TASK (result))
                                                           : NULL;
}
