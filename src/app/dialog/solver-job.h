/* Simulates one component with several solvers on a worker thread. */
#pragma once

#include <gio/gio.h>
#include "core/report/solver-table.h"

/**
 * LsSolverJob:
 * @fmu: owned; @name: of the component
 * @start_values: name, value, name, value, …, %NULL
 * @input_file: (nullable): inputs over time
 * @start_time, @stop_time: s
 * @table: with its entries; filled by the job
 * @problem: (nullable): why the job is incomplete; completed runs are in @table
 *
 * Used only by the job until it has ended.
 */
typedef struct
{
  LsFmu *fmu;
  char *name;
  char **start_values;
  char *input_file;
  double start_time, stop_time;
  LsSolverTable table;
  char *problem;
  GCancellable *cancellable;
  gpointer progress; /* internal */
} LsSolverJob;

/* Main thread. @what: translated description of the current run; @fraction: of all work */
typedef void (*LsSolverJobProgressFunc) (const char *what, double fraction, gpointer user_data);

/* @fmu: the job takes its own reference */
LsSolverJob *ls_solver_job_new (LsFmu *fmu, const char *name);
void ls_solver_job_free (LsSolverJob *self);
/* Takes ownership of @self; @done is called on the main thread after the last @progress, with a
 * task for ls_solver_job_finish(). */
void ls_solver_job_start (LsSolverJob *self,
                          LsSolverJobProgressFunc progress,
                          GAsyncReadyCallback done,
                          gpointer user_data);
/* Returns: (transfer none): borrowed from @result */
LsSolverJob *ls_solver_job_finish (GAsyncResult *result);
