/* For implementers of nonlinear solvers: one const record per method. */
#pragma once

#include "core/num/nonlinear.h"

/* Result of an evaluation or of a whole solution. */
typedef enum
{
  LS_NONLINEAR_GOING_ON,
  LS_NONLINEAR_CONVERGED,  /* at the point just evaluated, which must stay the last one evaluated */
  LS_NONLINEAR_EVALUATION, /* the map failed there; another point may succeed */
  LS_NONLINEAR_BROKEN,     /* point or value not finite */
  LS_NONLINEAR_EXHAUSTED,  /* too many evaluations */
  LS_NONLINEAR_DIVERGED,
  LS_NONLINEAR_STOPPED
} LsNonlinearOutcome;

struct LsNonlinearMethod
{
  const char *id;
  gboolean needs_jacobian;
  /* Mandatory, like the next. Called with at least one unknown. Returns: (nullable): the private
   * state; %NULL if out of memory. @self is complete except for it. */
  gpointer (*create) (LsNonlinear *self);
  void (*destroy) (gpointer state);
  /* Mandatory. Starts at self->start, calls ls_nonlinear_evaluate() and returns its outcome unless
   * that is LS_NONLINEAR_GOING_ON. */
  LsNonlinearOutcome (*solve) (gpointer state);
  /* Optional. Drops derivatives of earlier solutions. */
  void (*forget) (gpointer state);
};

/* The methods work on unknowns divided by their scales. */
struct LsNonlinear
{
  const LsNonlinearMethod *method;
  LsNonlinearProblem problem;
  LsNonlinearSettings settings;
  guint max_evaluations; /* adapted by methods with several evaluations per iteration */
  LsNonlinearReport report;
  double first_residual;
  double *start;        /* scaled, n */
  double *z, *image;    /* unscaled, n: point and value of the last evaluation */
  double *best;         /* unscaled, n */
  double best_residual; /* as reported; initially infinite */
  guint best_worst;
  gpointer state; /* %NULL when n is 0 */
};

/* @f = (Psi (z) - z) / scale at @w = z / scale; counts and tests for convergence. @f is complete
 * unless the outcome is refused, broken, exhausted or stopped. */
LsNonlinearOutcome ls_nonlinear_evaluate (LsNonlinear *self, const double w[], double f[]);
/* The best point so far, scaled. */
void ls_nonlinear_get_best (const LsNonlinear *self, double w[]);

extern const LsNonlinearMethod ls_nonlinear_fixed_point;
extern const LsNonlinearMethod ls_nonlinear_anderson;
extern const LsNonlinearMethod ls_nonlinear_newton_gmres;
extern const LsNonlinearMethod ls_nonlinear_interface_newton;
extern const LsNonlinearMethod ls_nonlinear_newton;
