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
  gint cancelled; /* atomic */
  gint ended;     /* atomic: what follows is there and changes no more */
  LsReference *reference;
  char *reference_problem, *reference_note;
  double *errors; /* runs x signals, row-major, %; NaN when unknown */
};

/* An error below this many times the reference's own says little. */
#define LS_LIMIT_FACTOR 3.0

/* Whether the run came to its end. */
gboolean ls_comparison_is_done (const LsComparison *self, guint run);
/* Makes the reference that is wanted at the times of the runs that are done, or says in
 * reference_problem why there is none. */
void ls_comparison_make_reference (LsComparison *self, LsLog *log, LsReferenceProgressFunc progress,
                                   gpointer user_data);
