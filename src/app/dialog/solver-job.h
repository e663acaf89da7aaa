/* One component by several solvers, on a thread of its own. */
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
 * @problem: (nullable): why not all was done; what is done is in @table
 *
 * Nobody but the job looks at it until it has ended.
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
  gpointer progress; /* its own */
} LsSolverJob;

/* On the main thread, with what is being done, for people, and the part of all that is done. */
typedef void (*LsSolverJobProgressFunc) (const char *what, double fraction, gpointer user_data);

/* @fmu gets a reference of its own. */
LsSolverJob *ls_solver_job_new (LsFmu *fmu, const char *name);
void ls_solver_job_free (LsSolverJob *self);
/* Takes @self over; @done on the main thread, with a task of which ls_solver_job_finish() gives it,
 * after the last @progress. */
void ls_solver_job_start (LsSolverJob *self,
                          LsSolverJobProgressFunc progress,
                          GAsyncReadyCallback done,
                          gpointer user_data);
/* Returns: (transfer none): borrowed from @result */
LsSolverJob *ls_solver_job_finish (GAsyncResult *result);
