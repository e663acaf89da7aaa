/* Internals of a reference, shared by its constructors. */
#pragma once

#include "core/reference/reference.h"

/* @n_numbers: length of @errors with all that follows it
 * @errors: own error per signal, %, followed by the @differences to the second method and by the
 * observed @orders of convergence; NaN: unknown
 * @check: (nullable): the second method
 * @cost: number of the runs that it was made from, and time of their steps, s; 0: none; after
 * @orders */
struct LsReference
{
  const char *kind; /* "monolithic" */
  LsTrace *trace;
  char *description;
  guint n_signals, n_numbers;
  double *errors, *differences, *orders, *cost;
  char *check;
};

/* A new reference without a trace, errors NaN. */
LsReference *ls_reference_alloc (const char *kind, guint n_signals);
/* Times must be finite and increasing, and at least two. */
gboolean ls_reference_check_times (double origin, const double times[], gsize n_times, GError **error);
/* An empty trace for the signals, with units from the model. */
LsTrace *ls_reference_make_trace (const LsModel *model, const char *const *signals);

/* Fills the trace of @self with values of @fine, which has the same columns. Its times must enclose
 * @times, which are relative to @origin, s. @any: (out): whether values were interpolated. */
gboolean ls_reference_sample (LsReference *self,
                              const LsTrace *fine,
                              double origin,
                              const double times[],
                              gsize n_times,
                              gboolean *any,
                              GError **error);
/* Sets the own errors to the estimated maximum error of interpolation between the rows of @fine,
 * where it is smooth. */
void     ls_reference_estimate_between (LsReference *self, const LsTrace *fine);
