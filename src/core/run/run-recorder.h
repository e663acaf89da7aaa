/* What a run records: samples, with both limits at events, step data, power bonds. */
#pragma once

#include "core/run/bond-recorder.h"
#include "core/run/run-checkpoint.h"

typedef struct
{
  LsRun *run;
  LsMaster *master;
  double *row, *kept;    /* n_signals + 1 */
  LsBondRecorder *bonds; /* (nullable) */
  LsStepMemory last;
  LsLog *log;
} LsRunRecorder;

/* Records a sample, and before it left and right limits at each event since the last one. Cold path. */
gboolean ls_run_recorder_add_events (LsRunRecorder *self, GError **error);
gboolean ls_run_recorder_add_step (LsRunRecorder *self, double begin, GError **error);
/* A row of the power bonds at the present time. */
gboolean ls_run_recorder_add_bonds (LsRunRecorder *self, GError **error);
/* Power bonds are recorded from here on, if the model has some. */
gboolean ls_run_recorder_start_bonds (LsRunRecorder *self, GError **error);
/* An observer of the master (@user_data: the recorder): called inside a macro step; errors are logged. */
gboolean ls_run_recorder_observe (LsObservation what, double time, gpointer user_data);
/* After a failed step: if a component requested the end of the simulation, the run is complete, with
 * the state of that component as last sample. Returns: whether it is; @error is cleared then */
gboolean ls_run_recorder_take_end (LsRunRecorder *self, GError **error);

/* The sample at the present time. */
static inline gboolean
ls_run_recorder_add (LsRunRecorder *self, GError **error)
{
  return G_LIKELY (!ls_master_has_events (self->master))
             ? ls_master_record (self->master, self->run->trace, error)
             : ls_run_recorder_add_events (self, error);
}

/* Records the macro step from @begin to the reached time if it differs from the previous one. Equal
 * steps, of which fast methods take millions, cost one comparison only. */
static inline gboolean
ls_run_recorder_note_step (LsRunRecorder *self, double begin, GError **error)
{
  const LsCounts *counts = ls_master_peek_counts (self->master);

  if (G_LIKELY (ls_master_get_last_step (self->master) == self->last.same
                && counts->iterations == self->last.iterations
                && counts->rejected_steps == self->last.rejected_steps))
    return TRUE;
  return ls_run_recorder_add_step (self, begin, error);
}
