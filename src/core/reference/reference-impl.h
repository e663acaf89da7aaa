/* Inside of a reference, shared by the ways of getting one. */
#pragma once

#include "core/reference/reference.h"

/* @errors: own error per signal, %, and behind them @differences to the second method; NaN: not known
 * @check: (nullable): the second method */
struct LsReference
{
  const char *kind; /* "monolithic" */
  LsTrace *trace;
  char *description;
  guint n_signals;
  double *errors, *differences;
  char *check;
};

/* An empty one, errors NaN. */
LsReference *ls_reference_alloc (const char *kind, guint n_signals);
/* Times have to be finite and increase, and be two at least. */
gboolean ls_reference_check_times (double origin, const double times[], gsize n_times, GError **error);
/* An empty trace for the signals, with units from the model. */
LsTrace *ls_reference_make_trace (const LsModel *model, const char *const *signals);

/* Fills the trace of @self with the values of @fine, whose columns are those of @self and whose
 * times enclose @times, which are since @origin, s. @any: (out): whether something had to be interpolated. */
gboolean ls_reference_sample (LsReference *self,
                              const LsTrace *fine,
                              double origin,
                              const double times[],
                              gsize n_times,
                              gboolean *any,
                              GError **error);
/* Own errors: what interpolation between the rows of @fine misses at most, where it is smooth. */
void     ls_reference_estimate_between (LsReference *self, const LsTrace *fine);
