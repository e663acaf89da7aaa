/* Inside of a comparison, shared by making (comparison.c) and telling (report.c). */
#pragma once

#include "core/run/comparison.h"

struct LsComparison
{
  gatomicrefcount references;
  LsModel *model;
  char *model_name;
  double start_time, stop_time; /* s */
  GPtrArray *runs;              /* LsRun */
  char **signals;
  guint n_signals;
  gint cancelled; /* atomic */
  gint ended;     /* atomic: what follows is there and changes no more */
  LsReference *reference;
  char *reference_problem;
  double *errors; /* runs x signals, row-major, %; NaN when unknown */
};
