/* What explicit Runge-Kutta methods of order 8 share: stages, step control, and what is between the
 * steps, which is of order 7. A method is its coefficients and its estimate. */
#pragma once

#include "core/ode/ode-impl.h"

#define LS_ODE_EIGHTH_DENSE 7

typedef struct LsOdeEighth LsOdeEighth;

/**
 * LsOdeEighthFormula:
 * @n_stages: the first one is f at the start of the step
 * @nodes, @weights: @n_stages
 * @matrix: @n_stages rows of @n_stages - 1
 * @is_dop853: whether the stages are those of Dormand and Prince, which the dense output is made of
 * @get_errors: from self->k and the step @h, writes the error to @error and a second measure of
 *   it to @second, both in the units of the states
 * @combine: norms of the two as one, which is at most 1 where the step is good enough
 */
typedef struct
{
  guint n_stages;
  const double *nodes, *matrix, *weights;
  gboolean is_dop853;
  void (*get_errors) (const LsOdeEighth *self, double h, double error[], double second[]);
  double (*combine) (double error, double second);
} LsOdeEighthFormula;

typedef struct
{
  gboolean has_f; /* whether f_end holds at the present time and states */
  gboolean has_steps;
  gboolean has_dense; /* whether dense holds in the last step */
  gboolean after_rejection;
} LsOdeEighthControl;

/* First member of what a method keeps; @k[i * n]: stage i; @k_last: the last of them */
struct LsOdeEighth
{
  LsOdeKept kept;
  LsOde *ode;
  const LsOdeEighthFormula *formula;
  LsOdeEighthControl control;
  double *k;
  double *f_end;      /* at the end of the last step */
  double *difference; /* of the states at its ends, without correction */
  double *dense;      /* LS_ODE_EIGHTH_DENSE times n */
  double *x_stage, *error, *second, *work;
};

/* For the entries of these names. */
gpointer ls_ode_eighth_create (LsOde *ode, const LsOdeEighthFormula *formula);
LsStatus ls_ode_eighth_restart (gpointer state, gboolean soft);
LsStatus ls_ode_eighth_step (gpointer state, double t_limit, double *t, double x[]);
/* Evaluates what is missing: three times, or fourteen where the stages are other ones. */
LsStatus ls_ode_eighth_prepare (gpointer state);
void ls_ode_eighth_interpolate (gpointer state, double t, double x[]);
