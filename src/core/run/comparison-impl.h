/* Inside of a comparison, shared by making (comparison.c), its reference
 * (comparison-reference.c) and telling (report-*.c). */
#pragma once

#include "core/run/comparison.h"

typedef enum
{
  LS_WANT_AUTOMATIC, /* monolithic, else finest */
  LS_WANT_MONOLITHIC,
  LS_WANT_FINEST,
  LS_WANT_FILE
} LsWantedReference;

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
  LsWantedReference wanted;
  char *reference_file;
  guint n_jobs;   /* processes at the same time; 0: all in this one */
  gint cancelled; /* atomic */
  gint ended;     /* atomic: what follows is there and changes no more */
  LsReference *reference;
  char *reference_problem, *reference_note;
  double *errors; /* runs x signals, row-major, %; NaN when unknown */
  char **divergences; /* of runs: (nullable): that it has diverged, a sentence */
};

/* An error below this many times the reference's own says little. */
#define LS_LIMIT_FACTOR 3.0

/* Whether the run came to its end. */
gboolean ls_comparison_is_done (const LsComparison *self, guint run);
/* Makes the reference that is wanted at the times of the runs that are done, or says in
 * reference_problem why there is none. */
void ls_comparison_make_reference (LsComparison *self, LsLog *log, LsReferenceProgressFunc progress,
                                   gpointer user_data);

/* News of run @run, in a process of its own. */
typedef void (*LsJobProgressFunc) (guint run, gpointer user_data);
/* Does all runs in processes of their own, n_jobs at the same time. Returns: how many came to their
 * end. */
guint ls_comparison_execute_jobs (LsComparison *self,
                                  LsLog *log,
                                  LsJobProgressFunc progress,
                                  gpointer user_data);
/* As ls_comparison_make_reference(), in a process of its own. */
void ls_comparison_make_reference_apart (LsComparison *self,
                                         LsLog *log,
                                         LsReferenceProgressFunc progress,
                                         gpointer user_data);
