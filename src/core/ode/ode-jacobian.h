/* df/dx for the solvers that need it, by whatever means the problem offers. */
#pragma once

#include "core/ode/ode-impl.h"

/**
 * LsOdeJacobian:
 * @n_values: numbers in one Jacobian
 * @starts: (nullable): @n + 1; where each column begins in @rows. %NULL: dense, row-major
 * @rows: (nullable): @n_values, ascending in each column; the diagonal is always there
 *
 * How a Jacobian is stored, and what it takes to fill it.
 */
typedef struct
{
  LsOde *ode;
  guint n;
  gsize n_values;
  guint *starts, *rows;
  /* The rest is private. */
  guint *columns; /* (nullable): n, grouped by colour */
  guint *colours; /* (nullable): n_colours + 1, where each begins in columns */
  guint n_colours;
  guint *places; /* (nullable): as starts and rows, of the pattern, when stored dense */
  guint *place_rows;
  double *x, *f; /* n: moved states or seed, derivatives there or product */
  double *zeros; /* n */
  double *dense; /* (nullable): what the problem's own function fills when stored sparse */
} LsOdeJacobian;

/* Reads the pattern in ode->details: for the time of LsOdeMethod.create. Stored sparse when the
 * pattern makes that worth while. */
LsOdeJacobian *ls_ode_jacobian_new (LsOde *ode);
void ls_ode_jacobian_free (LsOdeJacobian *self);

/* Whether the problem offers more than its derivatives: a function or a pattern. */
gboolean ls_ode_jacobian_is_informed (const LsOde *ode);

/**
 * ls_ode_jacobian_evaluate:
 * @f: derivatives at @t, @x
 * @values: (out): self->n_values
 *
 * Counted. Where moved states are refused they are moved to the other side.
 */
LsStatus ls_ode_jacobian_evaluate (
    LsOdeJacobian *self, double t, const double x[], const double f[], double values[]);

/* Partial df/dt at @t, @x, likewise. @work: n */
LsStatus ls_ode_get_time_derivative (
    LsOde *ode, double t, const double x[], const double f[], double work[], double dfdt[]);
