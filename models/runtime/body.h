/* What the models of a body on springs and dampers share: position and velocity, the first rows of
 * their table, and what the equations make of mass and stiffness. */
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

/* References 1 to 4. */
#define BODY_STATES(x_start, v_start, v_nominal)                                                   \
  { .reference = 1, .role = FMU_STATE, .index = X, .start = x_start, .nominal = 1 },               \
      { .reference = 2, .role = FMU_STATE, .index = V, .start = v_start, .nominal = v_nominal },   \
      { .reference = 3, .role = FMU_DERIVATIVE, .index = X },                                      \
  {                                                                                                \
    .reference = 4, .role = FMU_DERIVATIVE, .index = V                                             \
  }

/* Of v' alone: the row of it in a matrix with @n columns. */
static inline double *
body_row (double matrix[], unsigned n)
{
  return matrix + n * V;
}

/* x' = v, and with m v' = -@stiffness x - ...: how v', now @acceleration, depends on x, m and c.
 * Returns: the parameters' part of that row. */
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
