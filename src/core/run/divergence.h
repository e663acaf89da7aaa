/* Runs that came to their end with numbers that mean nothing any more. */
#pragma once

#include "core/record/trace.h"

/* What a signal was before and is, for the sentence that says it. */
typedef struct
{
  double size;     /* that it had any right to: of the reference, or of the first tenth of the run */
  double greatest; /* magnitude that it reached */
  double time;     /* s, there */
} LsDivergence;

/**
 * ls_divergence_find:
 * @nominal: of the signal, positive
 *
 * Without anything to compare with: whether a signal goes beyond 1e6 times the greatest magnitude of
 * its first tenth (or @nominal, when that is greater) and is still at least doubling in the last
 * tenth, or beyond 1e12 times that. What grows to its place and stays there, from 0 bar to 2e7 Pa,
 * does not diverge.
 */
gboolean ls_divergence_find (const LsTrace *trace, guint column, double nominal, LsDivergence *found);

/**
 * ls_divergence_find_beside:
 * @error_percent: finite: as ls_measure_error() has it
 *
 * Whether the mean distance (RMS) from the reference is beyond both the range of that and its
 * greatest magnitude; of a reference that is zero, beyond @nominal.
 */
gboolean ls_divergence_find_beside (const LsTrace *trace, guint column, const LsTrace *reference,
                                    guint reference_column, double error_percent, double nominal,
                                    LsDivergence *found);

/**
 * ls_divergence_describe:
 * @reference: (nullable): with @error_percent; a figure that is not finite is not looked at
 *
 * Returns: (transfer full) (nullable): by one of both, that the signal has diverged, a sentence.
 */
char *ls_divergence_describe (const LsTrace *trace, guint column, double nominal, const LsTrace *reference,
                              guint reference_column, double error_percent);
