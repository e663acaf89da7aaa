/* Runs of varied models in other processes, several at once. Short runs share a process, one after
 * the other: a new one for each would cost more than they do.
 *
 * Where the user has not chosen where FMUs run, the process of runs is the sandbox: its FMUs are in it
 * and can do no more than in a helper process, without the cost of messages to one. A run that fails
 * so is done again with FMUs in helper processes, which find out why, and what is said of it is theirs. */
#pragma once

#include "core/base/log.h"
#include "core/run/run.h"
#include "core/vary/varied.h"

/**
 * LsRunSettings:
 * @parameters: (element-type LsVaried): set in a copy of @model before a run
 * @signals: recorded
 * @tolerance: 0: fixed steps
 * @folder: (nullable): where LsRunPoolFuncs.evaluate writes files, an absolute path
 */
typedef struct
{
  const LsModel *model;
  const LsMethodChoice *choice;
  double start_time, stop_time, step_size, tolerance;
  const GPtrArray *parameters;
  char **signals;
  const char *folder;
} LsRunSettings;

/* %FALSE with an error if no run could have them, whatever its parameters are: the method has no step size
 * control for the tolerance. */
gboolean ls_run_settings_check (const LsRunSettings *self, GError **error);

/**
 * LsRunPoolFuncs:
 * @get_values: parameters of a run, one per LsVaried
 * @evaluate: in the process of the run, after success: @numbers (n_numbers each) from its trace;
 *   %FALSE with an error makes it a failed run
 * @done: in this process, in the order of completion; @message: (nullable): why it failed, then
 *   @numbers is %NULL
 */
typedef struct
{
  const double *(*get_values) (guint index, gpointer user_data);
  gboolean (*evaluate) (guint index, LsTrace *trace, double numbers[], gpointer user_data, GError **error);
  void (*done) (guint index, const double numbers[], const char *message, gpointer user_data);
} LsRunPoolFuncs;

/**
 * ls_run_pool_execute:
 * @indices: the runs to execute, @n_indices; a crash fails only its own run, and those after it in
 *   its process get another one
 * @n_jobs: number of simultaneous processes
 * @cancelled: read between messages; may be set by a signal handler
 *
 * Needs a single-threaded process, which is forked.
 *
 * Returns: %FALSE with %LS_ERROR_CANCELLED, or %LS_ERROR_RUN if no process can be made.
 */
gboolean ls_run_pool_execute (const LsRunSettings *settings,
                              const guint indices[],
                              guint n_indices,
                              guint n_numbers,
                              guint n_jobs,
                              const LsRunPoolFuncs *funcs,
                              const int *cancelled,
                              gpointer user_data,
                              GError **error);
