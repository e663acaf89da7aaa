/* Detection of runs that completed but diverged. */
#pragma once

#include "core/fmi/description.h"
#include "core/record/trace.h"

/* Magnitudes of a diverged signal, for the message. */
typedef struct
{
  double size;     /* expected magnitude: of the reference, or of the first tenth of the run */
  double greatest; /* largest magnitude reached */
  double time;     /* time of that magnitude, s */
} LsDivergence;

/**
 * ls_divergence_find:
 * @nominal: of the signal, positive
 *
 * Without reference: whether a signal exceeds 1e6 times the largest magnitude of its first tenth
 * (or @nominal, if that is greater) and is still at least doubling in the last tenth, or beyond
 * 1e12 times that. A signal that rises to a constant level, from 0 bar to 2e7 Pa, does not diverge.
 */
gboolean ls_divergence_find (const LsTrace *trace, guint column, double nominal, LsDivergence *found);

/**
 * ls_divergence_find_beside:
 * @error_percent: finite: from ls_measure_error()
 *
 * Whether the RMS difference from the reference exceeds both the range and the largest magnitude of
 * the reference; for a zero reference, @nominal.
 */
gboolean ls_divergence_find_beside (const LsTrace *trace, guint column, const LsTrace *reference,
                                    guint reference_column, double error_percent, double nominal,
                                    LsDivergence *found);

/**
 * ls_divergence_can_be:
 * @variable: (nullable): of the signal
 * @reference, @error_percent: as for ls_divergence_describe()
 *
 * Without a reference only a Real can be said to diverge: an integer that leaps from 1 to 1e19 may
 * be a code or a counter.
 */
gboolean ls_divergence_can_be (const LsVariable *variable, const LsTrace *reference,
                               double error_percent);

/**
 * ls_divergence_describe:
 * @reference: (nullable): with @error_percent; ignored if that is not finite
 *
 * Returns: (transfer full) (nullable): message that the signal has diverged, by one of the two
 * criteria above.
 */
char *ls_divergence_describe (const LsTrace *trace, guint column, double nominal, const LsTrace *reference,
                              guint reference_column, double error_percent);
