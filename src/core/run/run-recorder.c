#include "core/run/run-recorder.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static gboolean
refuse_row (const LsTrace *trace, double elapsed, GError **error)
{
  ls_trace_set_error (trace, ls_trace_get_origin (trace) + elapsed, error);
  return FALSE;
}

static gboolean
append (LsRunRecorder *self, const double row[])
{
  ls_master_note_integers (self->master, self->run->trace, row);
  return ls_trace_append (self->run->trace, row);
}

/* Records a sample, and before it left and right limits at each event since the last one. Cold
 * path: no inlining. */
gboolean
ls_run_recorder_add_events (LsRunRecorder *self, GError **error)
{
  LsTrace *trace = self->run->trace;
  const guint n = ls_trace_get_n_columns (trace);
  const gsize last = ls_trace_get_n_rows (trace) - 1;
  g_autofree double *start = g_new (double, n);
  g_autoptr (GArray) rows = NULL;

  start[0] = ls_trace_get_elapsed (trace, last);
  for (guint i = 1; i < n; i++)
    start[i] = ls_trace_get (trace, i, last);
  self->row[0] = ls_master_get_elapsed (self->master);
  if (!ls_master_read (self->master, self->row + 1, error))
    return FALSE;
  rows = ls_master_list_event_rows (self->master, start, self->row);
  for (guint i = 0; i < rows->len; i += n)
    if (!append (self, &g_array_index (rows, double, i)))
      return refuse_row (trace, g_array_index (rows, double, i), error);
  return append (self, self->row) || refuse_row (trace, self->row[0], error);
}

static gboolean
append_observed (LsRunRecorder *self, const double row[])
{
  g_autoptr (GError) error = NULL;

  if (G_LIKELY (append (self, row)))
    return TRUE;
  refuse_row (self->run->trace, row[0], &error);
  ls_log_write (self->log, LS_LOG_ERROR, NULL, NULL, ls_master_get_time (self->master), "%s",
                error->message);
  return FALSE;
}

/* Called inside a macro step; errors are logged. */
gboolean
ls_run_recorder_observe (LsObservation what, double time, gpointer user_data)
{
  LsRunRecorder *self = user_data;
  double *row = what == LS_OBSERVE_BEFORE ? self->kept : self->row;

  if ((what == LS_OBSERVE_EVENT || what == LS_OBSERVE_LIMIT) && !append_observed (self, self->kept))
    return FALSE;
  if (what == LS_OBSERVE_LIMIT)
    return TRUE;
  row[0] = time;
  return ls_master_read (self->master, row + 1, NULL)
         && (what == LS_OBSERVE_BEFORE || append_observed (self, row));
}

gboolean
ls_run_recorder_add_step (LsRunRecorder *self, double begin, GError **error)
{
  const LsCounts *counts = ls_master_peek_counts (self->master);
  LsStepMemory *last = &self->last;

  last->step[0] = begin;
  last->step[1] = ls_master_get_last_step (self->master);
  last->step[2] = (double)(counts->iterations - last->iterations);
  last->step[3] = ls_master_get_residual (self->master);
  last->step[4] = (double)(counts->rejected_steps - last->rejected_steps);
  last->same = last->step[2] == 0.0 && last->step[4] == 0.0 ? last->step[1] : NAN;
  last->iterations = counts->iterations;
  last->rejected_steps = counts->rejected_steps;
  return ls_trace_append (self->run->steps, last->step)
         || refuse_row (self->run->steps, begin, error);
}

gboolean
ls_run_recorder_add_bonds (LsRunRecorder *self, GError **error)
{
  LsTrace *trace = self->run->bonds;

  return ls_bond_recorder_append (self->bonds, trace)
         || refuse_row (trace, ls_master_get_elapsed (self->master), error);
}

/* Components that are advanced as one have no macro steps to observe. */
gboolean
ls_run_recorder_start_bonds (LsRunRecorder *self, GError **error)
{
  g_autoptr (GArray) bonds = ls_model_list_bonds (self->run->model);

  if (bonds->len == 0 || self->run->method->asynchronous)
    return TRUE;
  self->bonds = ls_bond_recorder_new (self->master, self->run->model, bonds);
  if (ls_bond_recorder_resume (self->bonds, self->run->bonds))
    return TRUE;
  return ls_run_recorder_add_bonds (self, error);
}

/* After a failed step: if a component requested the end of the simulation, the run is complete,
 * with the state of that component as last sample. */
gboolean
ls_run_recorder_take_end (LsRunRecorder *self, GError **error)
{
  const LsTrace *trace = self->run->trace;
  double time = NAN;
  const char *name = ls_master_get_ended (self->master, &time);

  if (name == NULL)
    return FALSE;
  g_clear_error (error);
  if (time > ls_trace_get (trace, 0, ls_trace_get_n_rows (trace) - 1))
    {
      self->row[0] = time;
      if (!ls_master_read (self->master, self->row + 1, error) || !append (self, self->row))
        return FALSE;
    }
  ls_log_write (self->log, LS_LOG_WARNING, name, NULL, time,
                _ ("the component has ended the simulation before its stop time, %g s"),
                ls_run_get_stop_time (self->run));
  return TRUE;
}
