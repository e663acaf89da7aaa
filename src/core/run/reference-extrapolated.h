/* Reference extrapolated from runs with finer and finer steps. */
#pragma once

#include "core/run/reference-runs.h"

/**
 * ls_reference_new_extrapolated:
 * @candidates: (element-type LsMethodChoice): methods in order of preference; the first two that
 * complete all runs are used, the second one as a check
 * @step_size: step of the coarsest run, s
 * @measured: (element-type LsTrace): runs with at least two rows whose errors are wanted
 * @patience: time for further halvings, s
 *
 * Each method runs with the step, half and a quarter of it; where a run diverges, from the first step
 * on that does not. By Richardson extrapolation with the observed order p of each signal the result
 * is x(h/4) + (x(h/4) - x(h/2)) / (2^p - 1), of the method with less uncertainty. The steps are
 * halved again, twice at most, while the uncertainty is above a third of an error of @measured and
 * @patience allows.
 *
 * The uncertainty (ls_reference_get_error()) is twice the part of the differences that the order
 * does not explain, RMS of (x(h) - x(h/2)) - 2^p (x(h/2) - x(h/4)) over 2^p - 1, or what another
 * order within the distance to the next whole number would have added, if that is more; where the
 * other method differs by more than both uncertainties explain, that difference. Errors of the
 * components' own solvers, which do not depend on the communication step, are common to all runs and
 * not part of it.
 *
 * Returns: (transfer full): the reference, or %NULL with the error of the runs
 * or %LS_ERROR_CANCELLED.
 */
LsReference *ls_reference_new_extrapolated (LsReferenceRuns *runs, GPtrArray *candidates, double step_size,
                                            GPtrArray *measured, double patience, GError **error);
