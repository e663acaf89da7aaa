/* Common part of models of a body on springs and dampers: position and velocity, the first
 * entries of their tables of variables, and the partial derivatives by mass and stiffness. */
#pragma once

#include "model.h"

enum
{
  X,
  V,
  N_X
};
/* The first parameters. */
enum
{
  M,
  C,
  D
};

/* Value references 1 to 4. */
#define BODY_STATES(x_start, v_start, v_nominal)                                                   \
  { .reference = 1, .role = FMU_STATE, .index = X, .start = x_start, .nominal = 1 },               \
      { .reference = 2, .role = FMU_STATE, .index = V, .start = v_start, .nominal = v_nominal },   \
      { .reference = 3, .role = FMU_DERIVATIVE, .index = X },                                      \
  {                                                                                                \
    .reference = 4, .role = FMU_DERIVATIVE, .index = V                                             \
  }

/* Row of v' in a matrix with @n columns. */
static inline double *
body_row (double matrix[], unsigned n)
{
  return matrix + n * V;
}

/* Sets the partial derivatives of x' = v and of v', now @acceleration, by x, m and c, for m v' =
 * -@stiffness x - ... Returns: the row of v' in the derivatives by parameters */
static inline double *
body_jacobian (const FmuPoint *at, FmuJacobian *j, double stiffness, double acceleration)
{
  const double m = at->p[M];
  double *dv_dp = body_row (j->fp, fmu_model.n_p);

  j->fx[V] = 1;
  body_row (j->fx, N_X)[X] = -stiffness / m;
  dv_dp[M] = -acceleration / m;
  dv_dp[C] = -at->x[X] / m;
  return dv_dp;
}
