/* Fixed points of a map that is dear to evaluate: the coupling of a macro step. */
#pragma once

#include "core/base/status.h"

typedef struct LsNonlinearMethod LsNonlinearMethod;

guint ls_nonlinear_method_get_n (void);
const LsNonlinearMethod *ls_nonlinear_method_get (guint index);
/* Returns: (nullable): the method called @id: "fixed-point", "anderson", "newton-gmres",
 * "interface-newton", "newton". The last two differ: "interface-newton" keeps its matrix for as long
 * as it serves, "newton" has it made anew at each step and searches along each line, so that it
 * converges quadratically and from further away. */
const LsNonlinearMethod *ls_nonlinear_method_find (const char *id);
const char *ls_nonlinear_method_get_id (const LsNonlinearMethod *method);
/* Whether it asks for a matrix of derivatives. */
gboolean ls_nonlinear_method_needs_jacobian (const LsNonlinearMethod *method);

/**
 * LsNonlinearProblem: find z with Psi (z) = z.
 * @n: number of unknowns, may be 0
 * @map: @image = Psi (@z); %LS_RETRY when it cannot be evaluated at @z
 * @jacobian: (nullable): dPsi/dz at @z, @n x @n, row-major, @image being Psi (@z); may evaluate the
 *   map of its own
 * @n_entries, @rows, @columns: where dPsi/dz may be other than 0, for a sparse matrix; 0 for a dense
 *   one; a place may be named several times; copied
 * @entries: takes the place of @jacobian then: @values (@n_entries) at these places, which add up
 * @scale: sizes of the unknowns, @n, positive; borrowed, read by every solution
 * @measure: (nullable): index of the unknown whose magnitude counts for each unknown, itself when
 *   %NULL: a slope is measured by its value; borrowed
 * @noise: relative error of the map: an integration has more than rounding; at least 0
 *
 * A point z is a solution when for all i
 *   |Psi_i (z) - z_i| / scale_i <= eps (1 + |z_m| / scale_m), m = measure_i.
 */
typedef struct
{
  guint n;
  LsStatus (*map) (const double z[], double image[], gpointer user_data);
  LsStatus (*jacobian) (const double z[], const double image[], double j[], gpointer user_data);
  gsize n_entries;
  const guint *rows, *columns;
  LsStatus (*entries) (const double z[], const double image[], double values[], gpointer user_data);
  gpointer user_data;
  const double *scale;
  const guint *measure;
  double noise;
} LsNonlinearProblem;

/**
 * LsNonlinearSettings:
 * @eps: as above, positive
 * @max_iterations: evaluations of the map; steps of Newton's method with "newton-gmres"
 * @min_iterations: evaluations before a point may be taken for the solution
 * @depth: differences that "anderson" remembers, at least 1
 */
typedef struct
{
  double eps;
  guint max_iterations, depth, min_iterations;
} LsNonlinearSettings;

/**
 * LsNonlinearReport: about the last solution.
 * @evaluations: of the map, without those of the Jacobian
 * @jacobians: how many matrices of derivatives were asked for
 * @residual: greatest |Psi_i (z) - z_i| / (scale_i (1 + |z_m| / scale_m)) of the point returned
 * @first, @last: the same of the first guess and of the point evaluated last
 * @worst: the unknown that @residual belongs to
 * @diverged: residuals grew beyond all bounds or were not finite
 */
typedef struct
{
  guint evaluations, jacobians;
  double residual, first, last;
  guint worst;
  gboolean diverged;
} LsNonlinearReport;

/* Used by one thread at a time. */
typedef struct LsNonlinear LsNonlinear;

/* @problem is copied. Returns: (nullable): %NULL when memory is out. */
LsNonlinear *ls_nonlinear_new (const LsNonlinearMethod *method,
                               const LsNonlinearProblem *problem,
                               const LsNonlinearSettings *settings);
void ls_nonlinear_free (LsNonlinear *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsNonlinear, ls_nonlinear_free)

/**
 * ls_nonlinear_solve:
 * @z: (inout): first guess, then the solution
 *
 * On %LS_OK @z is the last point that the map was evaluated at: what the
 * evaluation left behind belongs to it. %LS_RETRY: not converged, @z is the best
 * point found. %LS_STOP: the map said so. Allocates nothing after the first time.
 */
LsStatus ls_nonlinear_solve (LsNonlinear *self, double z[]);
/* Changes settings->min_iterations for the solutions that follow. */
void ls_nonlinear_set_min_iterations (LsNonlinear *self, guint min_iterations);
/* Derivatives of earlier solutions say nothing about the next one. */
void ls_nonlinear_forget (LsNonlinear *self);
/* Whether a solution depends on those before it, so that there is something to forget. */
gboolean ls_nonlinear_keeps (const LsNonlinear *self);
void ls_nonlinear_get_report (const LsNonlinear *self, LsNonlinearReport *report);
