/* Checkpoints of a run: while it executes, and for one that goes on from the last of them. */
#pragma once

#include "core/run/run-impl.h"

/* Of a resumed run, once, before its first step: takes over what was recorded up to the checkpoint. */
gboolean ls_run_copy_before (LsRun *self, GError **error);

/* When to take them, at most at a hundredth of the time of the run. Times are in µs. */
typedef struct
{
  gboolean active;
  gint64 due;
} LsCheckpointClock;

/* Before the first step. ls_run_get_checkpoint() gives the reason if none can be made. */
void ls_checkpoint_clock_start (LsCheckpointClock *self, LsRun *run, const LsMaster *master,
                                gint64 now);
/* Between macro steps, after the sample is recorded: takes one if it is due.
 * Returns: %FALSE with an error if a component died of it */
gboolean ls_checkpoint_clock_tick (LsCheckpointClock *self, LsRun *run, LsMaster *master,
                                   const LsStepMemory *memory, LsLog *log, GError **error);
