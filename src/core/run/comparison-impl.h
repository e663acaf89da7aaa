/* Internals of a comparison, shared by its execution (comparison.c), its reference
 * (comparison-reference.c) and the reports (report-*.c). */
#pragma once

#include "core/run/comparison.h"

typedef enum
{
  LS_REFERENCE_CHOICE_AUTOMATIC, /* monolithic, else extrapolated */
  LS_REFERENCE_CHOICE_MONOLITHIC,
  LS_REFERENCE_CHOICE_EXTRAPOLATED,
  LS_REFERENCE_CHOICE_FINEST,
  LS_REFERENCE_CHOICE_FILE
} LsReferenceChoice;

struct LsComparison
{
  gatomicrefcount references;
  LsModel *model;
  char *model_name;
  double start_time, stop_time; /* s */
  GPtrArray *runs;              /* LsRun; step sizes innermost */
  guint n_methods, n_step_sizes;
  char **signals;
  guint n_signals;
  LsReferenceChoice wanted;
  char *reference_file;
  double estimate; /* runs of at most so much CPU time estimate their errors, s; 0: none do */
  guint n_jobs;   /* maximum number of simultaneous processes; 0: all runs in this process */
  gint cancelled; /* atomic */
  gint ended;     /* atomic: finished; the members below no longer change */
  LsReference *reference;
  char *reference_problem, *reference_note;
  double *errors; /* runs x signals, row-major, %; NaN if unknown */
  char **divergences; /* per run: (nullable): message that it has diverged */
};

/* Whether the run completed. */
gboolean ls_comparison_is_done (const LsComparison *self, guint run);
/* Computes the selected reference at the times of the completed runs, or sets reference_problem to
 * the reason of failure. */
void ls_comparison_make_reference (LsComparison *self, LsLog *log, LsProgressFunc progress,
                                   gpointer user_data);

/* Progress of run @run, which executes in a separate process. */
typedef void (*LsJobProgressFunc) (guint run, gpointer user_data);
/* Executes all runs in separate processes, at most n_jobs simultaneously.
 * Returns: the number of completed runs */
guint ls_comparison_execute_jobs (LsComparison *self,
                                  LsLog *log,
                                  LsJobProgressFunc progress,
                                  gpointer user_data);
/* As ls_comparison_make_reference(), in a separate process. */
void ls_comparison_make_reference_apart (LsComparison *self,
                                         LsLog *log,
                                         LsProgressFunc progress,
                                         gpointer user_data);
