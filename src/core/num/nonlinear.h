/* Fixed points of a map that is expensive to evaluate: the coupling of a macro step. */
#pragma once

#include "core/base/status.h"

typedef struct LsNonlinearMethod LsNonlinearMethod;

/* Returns: (nullable): the method @id: "fixed-point", "anderson", "newton-gmres",
 * "interface-newton", "newton". The last two differ: "interface-newton" reuses its matrix as long
 * as it converges well, "newton" evaluates it at each step and uses a line search, so that it
 * converges quadratically and from more distant guesses. */
const LsNonlinearMethod *ls_nonlinear_method_find (const char *id);
const char *ls_nonlinear_method_get_id (const LsNonlinearMethod *method);
/* Whether it requires a Jacobian matrix. */
gboolean ls_nonlinear_method_needs_jacobian (const LsNonlinearMethod *method);

/**
 * LsNonlinearProblem: find z with Psi (z) = z.
 * @n: number of unknowns, may be 0
 * @map: @image = Psi (@z); %LS_RETRY when it cannot be evaluated at @z
 * @jacobian: (nullable): dPsi/dz at @z, @n x @n, row-major, with @image = Psi (@z); may itself
 *   evaluate the map
 * @n_entries, @rows, @columns: possible nonzeros of dPsi/dz, for a sparse matrix; 0 for a dense
 *   one; duplicates are allowed; copied
 * @entries: used instead of @jacobian for a sparse matrix: @values (@n_entries) at these places;
 *   duplicates add up
 * @scale: sizes of the unknowns, @n, positive; borrowed, read at every solution
 * @measure: (nullable): for each unknown the index of the one whose magnitude it is relative to,
 *   %NULL: its own; for a time derivative that of the value; borrowed
 * @noise: relative error of the map, at least 0; greater than rounding if the map integrates
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
 * @max_iterations: maximum evaluations of the map; with "newton-gmres" steps of Newton's method
 * @min_iterations: minimum evaluations before a point is accepted as solution
 * @depth: number of differences used by "anderson", at least 1
 */
typedef struct
{
  double eps;
  guint max_iterations, depth, min_iterations;
} LsNonlinearSettings;

/**
 * LsNonlinearReport: about the last solution.
 * @evaluations: of the map, without those of the Jacobian
 * @jacobians: number of Jacobian matrices evaluated
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

/* @problem is copied. Returns: (nullable): %NULL if out of memory. */
LsNonlinear *ls_nonlinear_new (const LsNonlinearMethod *method,
                               const LsNonlinearProblem *problem,
                               const LsNonlinearSettings *settings);
void ls_nonlinear_free (LsNonlinear *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsNonlinear, ls_nonlinear_free)

/**
 * ls_nonlinear_solve:
 * @z: (inout): first guess, then the solution
 *
 * On %LS_OK @z is the last point at which the map was evaluated, so side effects of that evaluation
 * are consistent with it. %LS_RETRY: not converged, @z is the best point found. %LS_STOP: the map
 * returned it. Allocates nothing after the first call.
 */
LsStatus ls_nonlinear_solve (LsNonlinear *self, double z[]);
/* Changes settings->min_iterations for later solutions. */
void ls_nonlinear_set_min_iterations (LsNonlinear *self, guint min_iterations);
/* Drops the derivatives of earlier solutions, for instance after an event. */
void ls_nonlinear_forget (LsNonlinear *self);
/* Whether a solution depends on earlier ones, so that ls_nonlinear_forget() has an effect. */
gboolean ls_nonlinear_has_memory (const LsNonlinear *self);
void ls_nonlinear_get_report (const LsNonlinear *self, LsNonlinearReport *report);
