/* Common parts of explicit Runge-Kutta methods of order 8: stages, step control, and dense output
 * of order 7. A method provides its coefficients and its error estimate. */
#pragma once

#include "core/ode/ode-impl.h"

#define LS_ODE_EIGHTH_DENSE 7

typedef struct LsOdeEighth LsOdeEighth;

/**
 * LsOdeEighthFormula:
 * @n_stages: the first one is f at the start of the step
 * @nodes, @weights: @n_stages
 * @matrix: @n_stages rows of @n_stages - 1
 * @is_dop853: whether the stages are those of Dormand and Prince, on which the dense output is
 *   based
 * @get_errors: computes the error (to @error) and a second measure of it (to @second) from self->k
 *   and the step @h, both in the units of the states
 * @combine: combines the norms of both into one, which is at most 1 for an acceptable step
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
  gboolean has_f; /* whether f_end is that of the current time and states */
  gboolean has_steps;
  gboolean has_dense; /* whether dense belongs to the last step */
  gboolean after_rejection;
} LsOdeEighthControl;

/* First member of the private state of a method; @k[i * n]: stage i; @k_last: the last stage */
struct LsOdeEighth
{
  LsOdeMemory memory;
  LsOde *ode;
  const LsOdeEighthFormula *formula;
  LsOdeEighthControl control;
  double *k;
  double *f_end;      /* at the end of the last step */
  double *difference; /* of the states over the step, without correction */
  double *dense;      /* LS_ODE_EIGHTH_DENSE times n */
  double *x_stage, *error, *second, *work;
};

/* Implementations of the entries of the same names. */
gpointer ls_ode_eighth_create (LsOde *ode, const LsOdeEighthFormula *formula);
LsStatus ls_ode_eighth_restart (gpointer state, gboolean soft);
LsStatus ls_ode_eighth_step (gpointer state, double t_limit, double *t, double x[]);
/* Evaluates the stages missing for the dense output: three, or fourteen where @is_dop853 is not
 * set. */
LsStatus ls_ode_eighth_prepare (gpointer state);
void ls_ode_eighth_interpolate (gpointer state, double t, double x[]);

/* Entries that the records of these methods share. */
#define LS_ODE_EIGHTH_ENTRIES               \
  .one_step = TRUE,                         \
  .projects = TRUE,                         \
  .order = 8,                               \
  .dense_order = LS_ODE_EIGHTH_DENSE,       \
  .destroy = ls_ode_memory_free,            \
  .restart = ls_ode_eighth_restart,         \
  .step = ls_ode_eighth_step,               \
  .prepare = ls_ode_eighth_prepare,         \
  .interpolate = ls_ode_eighth_interpolate, \
  LS_ODE_MEMORY_ENTRIES
