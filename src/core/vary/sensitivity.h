/* Sensitivity of measures to parameters: Sobol indices and Morris' elementary effects. */
#pragma once

#include "core/vary/sample.h"

/**
 * LsSensitivity: of one measure to one parameter.
 * @first, @total: Sobol indices: fraction of the variance due to the parameter alone, and with all
 *   its interactions; NaN for a sample of Morris
 * @first_margin, @total_margin: half widths of their 95 % confidence intervals, by bootstrap
 * @mean: mean of the absolute elementary effects, in units of the measure for the whole range; NaN
 *   for other samples
 * @deviation: standard deviation of the elementary effects: interactions and curvature
 */
typedef struct
{
  double first, first_margin, total, total_margin;
  double mean, deviation;
} LsSensitivity;

/* Whether the sample allows it: saltelli and morris. */
gboolean ls_sensitivity_is_possible (const LsSample *sample);

/**
 * ls_sensitivity_compute:
 * @outputs: one per row of @sample; rows that are not finite are left out with all rows that are
 *   compared with them
 * @result: n_parameters records
 *
 * First-order indices by the estimator of Saltelli et al., Comput. Phys. Commun. 181 (2010) table
 * 2 (b), totals by that of Jansen (1999), table 2 (f) there; elementary effects by Morris,
 * Technometrics 33 (1991), with absolute values after Campolongo et al. (2007).
 *
 * Returns: number of base points or trajectories used.
 */
guint ls_sensitivity_compute (const LsSample *sample, const double outputs[], LsSensitivity result[]);
