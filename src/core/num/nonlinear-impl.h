/* For implementers of nonlinear solvers: one const record per method. */
#pragma once

#include "core/num/nonlinear.h"

/* What an evaluation or a whole solution came to. */
typedef enum
{
  LS_NONLINEAR_GOING_ON,
  LS_NONLINEAR_CONVERGED, /* at the point just evaluated: nothing may be evaluated after it */
  LS_NONLINEAR_REFUSED,   /* the map has no value there; another point may have one */
  LS_NONLINEAR_BROKEN,    /* point or value not finite */
  LS_NONLINEAR_EXHAUSTED, /* too many evaluations */
  LS_NONLINEAR_DIVERGED,
  LS_NONLINEAR_STOPPED
} LsNonlinearOutcome;

struct LsNonlinearMethod
{
  const char *id;
  gboolean needs_jacobian;
  /* Mandatory, like the next. Called with at least one unknown. Returns: (nullable): the private
   * state; %NULL when memory is out. @self is complete but for it. */
  gpointer (*create) (LsNonlinear *self);
  void (*destroy) (gpointer state);
  /* Mandatory. From self->start on; calls ls_nonlinear_evaluate() and ends with what that said when
   * it is not to go on. */
  LsNonlinearOutcome (*solve) (gpointer state);
  /* Optional. */
  void (*forget) (gpointer state);
};

/* The methods see unknowns divided by their scales. */
struct LsNonlinear
{
  const LsNonlinearMethod *method;
  LsNonlinearProblem problem;
  LsNonlinearSettings settings;
  guint max_evaluations; /* set by the method where an iteration takes several */
  LsNonlinearReport report;
  double first_residual;
  double *start;        /* scaled, n */
  double *z, *image;    /* in their units, n: of the last evaluation */
  double *best;         /* in their units, n */
  double best_residual; /* as reported; infinite at first */
  guint best_worst;
  gpointer state; /* %NULL when n is 0 */
};

/* @f = (Psi (z) - z) / scale at @w = z / scale; counts, tests for convergence. @f is complete
 * unless the outcome is refused, broken, exhausted or stopped. */
LsNonlinearOutcome ls_nonlinear_evaluate (LsNonlinear *self, const double w[], double f[]);
/* The scaled best point so far. */
void ls_nonlinear_get_best (const LsNonlinear *self, double w[]);

extern const LsNonlinearMethod ls_nonlinear_fixed_point;
extern const LsNonlinearMethod ls_nonlinear_anderson;
extern const LsNonlinearMethod ls_nonlinear_newton_gmres;
extern const LsNonlinearMethod ls_nonlinear_interface_newton;
extern const LsNonlinearMethod ls_nonlinear_newton;
