/* df/dx for the solvers that need it, by the best means that the problem provides. */
#pragma once

#include "core/ode/ode-impl.h"

/**
 * LsOdeJacobian:
 * @n_values: numbers in one Jacobian
 * @starts: (nullable): @n + 1; start of each column in @rows. %NULL: dense, row-major
 * @rows: (nullable): @n_values, ascending in each column; always includes the diagonal
 *
 * Storage of a Jacobian, and work arrays to evaluate it.
 */
typedef struct
{
  LsOde *ode;
  guint n;
  gsize n_values;
  guint *starts, *rows;
  /* Private. */
  guint *columns; /* (nullable): n, grouped by colour */
  guint *colours; /* (nullable): n_colours + 1, start of each colour in columns */
  guint n_colours;
  guint *places; /* (nullable): as starts and rows, of the pattern, when stored dense */
  guint *place_rows;
  double *x, *f; /* n each: perturbed states or seed; derivatives there or product */
  double *zeros; /* n */
  double *dense; /* (nullable): result of problem.jacobian() when stored sparse */
} LsOdeJacobian;

/* Reads the pattern in ode->details, so only valid during LsOdeMethod.create. Uses sparse storage
 * where the pattern makes it faster. */
LsOdeJacobian *ls_ode_jacobian_new (LsOde *ode);
void ls_ode_jacobian_free (LsOdeJacobian *self);

/* Whether the problem provides more than its derivatives: a Jacobian function, directional
 * derivatives or a pattern. */
gboolean ls_ode_jacobian_is_informed (const LsOde *ode);

/**
 * ls_ode_jacobian_evaluate:
 * @f: derivatives at @t, @x
 * @values: (out): self->n_values
 *
 * Counted. Where an evaluation fails at perturbed states, the perturbation changes its sign.
 */
LsStatus ls_ode_jacobian_evaluate (
    LsOdeJacobian *self, double t, const double x[], const double f[], double values[]);

/* Partial derivative df/dt at @t, @x; counted, with the same retry. @work: n */
LsStatus ls_ode_get_time_derivative (
    LsOde *ode, double t, const double x[], const double f[], double work[], double dfdt[]);
