/* Two substances that oscillate (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations
 * I, section I.16). */
#include "model.h"

enum
{
  X,
  Y,
  N_X
};
enum
{
  A,
  B,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 1.5, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = Y, .start = 3, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = Y },
  { .reference = 5, .role = FMU_TUNABLE, .index = A, .start = 1 },
  { .reference = 6, .role = FMU_TUNABLE, .index = B, .start = 3 },
  { .reference = 7, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double x = at->x[X], y = at->x[Y];

  dx[X] = at->p[A] + x * x * y - (at->p[B] + 1) * x;
  dx[Y] = at->p[B] * x - x * x * y;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double x = at->x[X], y = at->x[Y];

  j->fx[N_X * X + X] = 2 * x * y - at->p[B] - 1;
  j->fx[N_X * X + Y] = x * x;
  j->fx[N_X * Y + X] = at->p[B] - 2 * x * y;
  j->fx[N_X * Y + Y] = -x * x;
  j->fp[N_P * X + A] = 1;
  j->fp[N_P * X + B] = -x;
  j->fp[N_P * Y + B] = x;
}

const FmuModel fmu_model = {
  .name = "brusselator",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b05}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_P,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
