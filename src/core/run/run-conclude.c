#include "core/run/run-conclude.h"

void
ls_run_set_state (LsRun *self, LsRunState state, const char *message)
{
  g_mutex_lock (&self->lock);
  self->result.state = state;
  g_free (self->result.message);
  self->result.message = g_strdup (message);
  g_mutex_unlock (&self->lock);
}

void
ls_run_set_peak_memory (LsRun *self, guint64 size)
{
  g_mutex_lock (&self->lock);
  self->result.peak_memory = size;
  g_mutex_unlock (&self->lock);
}

static int
find_culprit (const LsRun *self, LsLog *log)
{
  g_autofree char *name = ls_log_get_culprit (log);
  const guint n = ls_model_get_n_components (self->model);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (ls_model_get_component (self->model, i)->name, name) == 0)
      return (int)i;
  return -1;
}

void
ls_run_note_fault (LsRun *self, LsLog *log, GError *problem)
{
  const int fault = ls_log_get_fault (log);

  if (problem == NULL || g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
    return;
  if (fault >= 0)
    problem->code = fault;
  g_mutex_lock (&self->lock);
  self->result.fault = ls_error_get_fault_id (problem->code) != NULL ? problem->code : -1;
  if (fault >= 0)
    self->result.culprit = find_culprit (self, log);
  g_mutex_unlock (&self->lock);
}

void
ls_run_conclude (LsRun *self, const GError *problem)
{
  if (problem == NULL)
    ls_run_set_state (self, LS_RUN_DONE, NULL);
  else if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
    ls_run_set_state (self, LS_RUN_CANCELLED, problem->message);
  else
    ls_run_set_state (self, LS_RUN_FAILED, problem->message);
}
