/* The restricted problem of three bodies (Hairer, Norsett, Wanner, Solving Ordinary Differential
 * Equations I, formula II.0.1). */
#include "model.h"

#include <math.h>

enum
{
  X,
  Y,
  V_X,
  V_Y,
  N_X
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 0.994, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = Y, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = V_X, .start = 0, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = V_Y, .start = -2.00158510637908252, .nominal = 1 },
  { .reference = 5, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = Y },
  { .reference = 7, .role = FMU_DERIVATIVE, .index = V_X },
  { .reference = 8, .role = FMU_DERIVATIVE, .index = V_Y },
  { .reference = 9, .role = FMU_TUNABLE, .start = 0.012277471 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double *x = at->x, mu = at->p[0], rest = 1 - mu;
  const double a_1 = rest / pow (hypot (x[X] + mu, x[Y]), 3);
  const double a_2 = mu / pow (hypot (x[X] - rest, x[Y]), 3);

  dx[X] = x[V_X];
  dx[Y] = x[V_Y];
  dx[V_X] = x[X] + 2 * x[V_Y] - a_1 * (x[X] + mu) - a_2 * (x[X] - rest);
  dx[V_Y] = x[Y] - 2 * x[V_X] - a_1 * x[Y] - a_2 * x[Y];
}

/* What a body of mass @m at distance (@dx, @dy) adds. */
static void
add_body (FmuJacobian *j, double m, double dx, double dy)
{
  const double r = hypot (dx, dy), a = m / (r * r * r), b = 3 * a / (r * r);

  j->fx[N_X * V_X + X] += b * dx * dx - a;
  j->fx[N_X * V_X + Y] += b * dx * dy;
  j->fx[N_X * V_Y + X] += b * dx * dy;
  j->fx[N_X * V_Y + Y] += b * dy * dy - a;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double mu = at->p[0], rest = 1 - mu, y = at->x[Y];
  const double d_1 = at->x[X] + mu, d_2 = at->x[X] - rest;
  const double r_1 = hypot (d_1, y), r_2 = hypot (d_2, y);
  const double c_1 = pow (r_1, -3), c_2 = pow (r_2, -3);

  j->fx[N_X * X + V_X] = j->fx[N_X * Y + V_Y] = 1;
  j->fx[N_X * V_X + X] = j->fx[N_X * V_Y + Y] = 1;
  j->fx[N_X * V_X + V_Y] = 2;
  j->fx[N_X * V_Y + V_X] = -2;
  add_body (j, rest, d_1, y);
  add_body (j, mu, d_2, y);
  /* The masses, and where the bodies are. */
  j->fp[V_X] = c_1 * (d_1 - rest) - c_2 * (d_2 + mu)
               + 3 * (rest * d_1 * d_1 * c_1 / (r_1 * r_1) + mu * d_2 * d_2 * c_2 / (r_2 * r_2));
  j->fp[V_Y]
      = y * (c_1 - c_2) + 3 * y * (rest * d_1 * c_1 / (r_1 * r_1) + mu * d_2 * c_2 / (r_2 * r_2));
}

const FmuModel fmu_model = {
  .name = "arenstorf",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b06}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
