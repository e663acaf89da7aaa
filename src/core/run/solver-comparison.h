/* Comparison of solvers on one FMU: cost of each, and its error relative to a tight reference. */
#pragma once

#include "core/base/log-book.h"
#include "core/run/simulation.h"

/**
 * LsSolverReference:
 * @trace: a row at every output time; at events the right limits
 * @description: how it was computed, for display
 * @error_percent: its own error, estimated, largest of all signals; NaN if unknown
 */
typedef struct
{
  LsTrace *trace;
  char *description;
  double error_percent;
} LsSolverReference;

void ls_solver_reference_clear (LsSolverReference *self);

/**
 * ls_solver_reference_make:
 * @settings: as for the runs; its solver is ignored
 *
 * Without an input table computed by ls_reference_new() for the single FMU, else by Radau5 at
 * 1e-13, with the difference from 1e-12 as its error.
 *
 * Returns: %FALSE with an error; @self then needs no clearing.
 */
gboolean ls_solver_reference_make (const LsSimulationSettings *settings,
                                   LsLog *log,
                                   LsSolverReference *reference,
                                   GError **error);
/* Reads a file with a row at every output time and a column for every signal. */
gboolean ls_solver_reference_read (const LsSimulationSettings *settings,
                                   const char *path,
                                   LsSolverReference *reference,
                                   GError **error);

/**
 * LsSolverRun:
 * @result: counts of the run
 * @signals, @errors_percent: (nullable): of each signal, 100 RMS / (max - min of the reference)
 * over the output times; not divided if the reference is constant
 * @worst: index of the signal with the largest error
 * @end_error: Euclidean norm of the difference of all signals at the end, over that of the
 * reference
 * @cpu_time, @wall_time: s, of the whole run
 * @message: (nullable): why it failed
 * @divergence: (nullable): message that it diverged
 */
typedef struct
{
  LsSimulationResult result;
  char **signals;
  double *errors_percent;
  guint worst;
  double end_error;
  double cpu_time, wall_time;
  char *message, *divergence;
  LsLogBook *book; /* messages of the run */
} LsSolverRun;

void ls_solver_run_clear (LsSolverRun *self);
/**
 * ls_solver_run_execute:
 * @settings: including the solver
 * @reference: (nullable): without it no errors are computed
 *
 * Returns: %FALSE only if cancelled; a failure is in the message of the run.
 */
gboolean ls_solver_run_execute (const LsSimulationSettings *settings,
                                LsTrace *reference,
                                LsLog *log,
                                LsSolverRun *run,
                                GError **error);
