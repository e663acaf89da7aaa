/* Runs that a reference is made from. */
#pragma once

#include "core/coupling/coupling.h"
#include "core/reference/reference.h"

/**
 * LsReferenceRuns:
 * @origin, @times, @n_times, @signals, @log, @progress, @user_data: as ls_reference_new()
 * @first, @share: part of the whole work that the next run begins with and takes, 0 to 1
 * @n_runs, @wall_time: number of completed runs, and time of their steps, s
 */
typedef struct
{
  const LsModel *model;
  double origin;
  const double *times;
  gsize n_times;
  const char *const *signals;
  LsLog *log;
  LsProgressFunc progress;
  gpointer user_data;
  double first, share;
  guint n_runs;
  double wall_time;
} LsReferenceRuns;

/* Executes a run of @choice with @step_size, s, from the first to the last time.
 * Returns: (transfer full): its samples, or %NULL with the error of the run, also if it diverged */
LsTrace *ls_reference_runs_compute (LsReferenceRuns *self, const LsMethodChoice *choice, double step_size,
                                    GError **error);
