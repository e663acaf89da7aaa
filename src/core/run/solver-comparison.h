/* Solvers beside each other on one FMU: what each of them takes, and its error against a tight
 * reference. */
#pragma once

#include "core/base/log-book.h"
#include "core/run/simulation.h"

/**
 * LsSolverReference:
 * @trace: a row at every output time, at events with the values after them
 * @description: for people: how it was made
 * @error_percent: its own error, estimated: the greatest of all signals; NaN where it is not known
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
 * @settings: as for the runs; its solver is not looked at
 *
 * Without an input table that of ls_reference_new() for the FMU alone, else Radau5 at 1e-13, with
 * the difference to 1e-12 as its error.
 *
 * Returns: %FALSE with an error; there is nothing to be cleared then.
 */
gboolean ls_solver_reference_make (const LsSimulationSettings *settings,
                                   LsLog *log,
                                   LsSolverReference *reference,
                                   GError **error);
/* From a file with a row at every output time and a column for every signal. */
gboolean ls_solver_reference_read (const LsSimulationSettings *settings,
                                   const char *path,
                                   LsSolverReference *reference,
                                   GError **error);

/**
 * LsSolverRun:
 * @result: what it took
 * @signals, @errors_percent: (nullable): of each signal, 100 RMS / (max - min of the reference)
 * over the output times; not divided where the reference is constant
 * @worst: index of the signal with the greatest error
 * @end_error: Euclidean norm of the difference of all signals at the end, over that of the
 * reference
 * @cpu_time, @wall_time: s, of the whole run
 * @message: (nullable): why it failed
 * @divergence: (nullable): that it came to its end with numbers beyond any sense, a sentence
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
  LsLogBook *book; /* what was said in it */
} LsSolverRun;

void ls_solver_run_clear (LsSolverRun *self);
/**
 * ls_solver_run_execute:
 * @settings: with the solver
 * @reference: (nullable): without it there are no errors
 *
 * Returns: %FALSE only when it was cancelled; a run that fails says so in its message.
 */
gboolean ls_solver_run_execute (const LsSimulationSettings *settings,
                                LsTrace *reference,
                                LsLog *log,
                                LsSolverRun *run,
                                GError **error);
