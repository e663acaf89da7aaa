/* One component by several solvers, on a thread of its own. */
#pragma once

#include <gio/gio.h>
#include "core/run/solver-comparison.h"

typedef struct
{
  char *text; /* as ls_solver_parse() reads it */
  LsSolver solver;
  LsSolverRun run;
} LsSolverEntry;

/**
 * LsSolverJob:
 * @fmu: owned; @name: of the component
 * @start_values: name, value, name, value, …, %NULL
 * @start_time, @stop_time: s
 * @entries: element-type LsSolverEntry: filled with runs by the job
 * @reference: by the job; without trace where there is none
 * @reference_problem: (nullable): why not
 *
 * Nobody but the job looks at it until it has ended.
 */
typedef struct
{
  LsFmu *fmu;
  char *name;
  char **start_values;
  double start_time, stop_time;
  GArray *entries;
  LsSolverReference reference;
  char *reference_problem;
  GCancellable *cancellable;
} LsSolverJob;

/* @fmu gets a reference of its own. */
LsSolverJob *ls_solver_job_new (LsFmu *fmu, const char *name);
void ls_solver_job_free (LsSolverJob *self);
/* Takes @self over; @done on the main thread, with a task of which ls_solver_job_finish() gives it.
 */
void ls_solver_job_start (LsSolverJob *self, GAsyncReadyCallback done, gpointer user_data);
/* Returns: (transfer none) (nullable): borrowed from @result; %NULL with an error when it was
 * cancelled */
LsSolverJob *ls_solver_job_finish (GAsyncResult *result, GError **error);
