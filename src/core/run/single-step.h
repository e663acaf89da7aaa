/* The estimator over one step, COSTARICA section 4 and figures 9 to 11. */
#pragma once

#include <glib.h>

/**
 * ls_single_step_error:
 * @folder: of the example models
 * @with_time: the prey with terms of time (COSTARICA table 5), else the classical one (table 4)
 * @stehfest_terms: 0: exact exponentials; else as %LsEstimatorSettings
 * @h: s
 * @error: (out): prey integrated minus prey estimated after @h
 *
 * The prey alone, started at 0.8, under a predator that is a polynomial of time; the estimator is
 * linearised at the start, with the affine term and without terms of time, as published.
 *
 * Returns: %FALSE with an error.
 */
gboolean ls_single_step_error (const char *folder,
                               gboolean with_time,
                               guint stehfest_terms,
                               double h,
                               double *error,
                               GError **problem);
