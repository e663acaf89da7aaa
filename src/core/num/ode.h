/* Solvers of x' = f (t, x): one kind, several implementations. */
#pragma once

#include "core/base/status.h"

/**
 * LsOdeProblem:
 * @n: number of states, may be 0
 * @derivatives: mandatory; writes f (@t, @x) to @dx. %LS_RETRY when a smaller step may help
 * @jacobian: (nullable): writes df/dx, @n x @n, row-major. Solvers take differences without it
 * @user_data: lives as long as the solver
 */
typedef struct
{
  guint n;
  LsStatus (*derivatives) (double t, const double x[], double dx[], gpointer user_data);
  LsStatus (*jacobian) (
      double t, const double x[], const double dx[], double jacobian[], gpointer user_data);
  gpointer user_data;
} LsOdeProblem;

typedef struct
{
  guint64 steps, rejected, evaluations, jacobians, factorisations;
} LsOdeCounts;

typedef struct LsOdeMethod LsOdeMethod;
typedef struct LsOde LsOde;

/* Methods: "fehlberg78" (explicit, order 8, ARKODE), "cvode-bdf", "cvode-adams". */
guint ls_ode_method_get_n (void);
const LsOdeMethod *ls_ode_method_get (guint index);
/* Returns: (nullable): the method called @id. */
const LsOdeMethod *ls_ode_method_find (const char *id);
const char *ls_ode_method_get_id (const LsOdeMethod *method);
gboolean ls_ode_method_is_implicit (const LsOdeMethod *method);

/**
 * ls_ode_new:
 * @problem: copied; @rtol: relative tolerance; @atol: absolute tolerances, @n, copied
 * Returns: (transfer full): a solver, or %NULL with %LS_ERROR_ARGUMENT.
 */
LsOde *ls_ode_new (const LsOdeMethod *method,
                   const LsOdeProblem *problem,
                   double rtol,
                   const double atol[],
                   GError **error);
void ls_ode_free (LsOde *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsOde, ls_ode_free)

/* Starts, or starts again after a discontinuity, at @t with states @x. */
LsStatus ls_ode_start (LsOde *self, double t, const double x[]);
/* 0 for no bound. Beyond it ls_ode_advance() gives %LS_RETRY. */
void ls_ode_set_max_steps (LsOde *self, guint64 steps_per_call);

/**
 * ls_ode_advance:
 * @t_end: time to reach exactly, s; greater than the present time
 * @x: (out): states there
 *
 * Takes as many steps as needed; the last one ends at @t_end (no interpolation).
 */
LsStatus ls_ode_advance (LsOde *self, double t_end, double x[]);
void ls_ode_get_counts (const LsOde *self, LsOdeCounts *counts);
