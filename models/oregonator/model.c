/* The oscillating reaction of Belousov and Zhabotinskii (Field and Noyes 1974). */
#include "model.h"

enum
{
  X,
  Y,
  Z,
  N_X
};
enum
{
  S,
  Q,
  W,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = Y, .start = 2, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = Z, .start = 3, .nominal = 1 },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 5, .role = FMU_DERIVATIVE, .index = Y },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = Z },
  { .reference = 7, .role = FMU_TUNABLE, .index = S, .start = 77.27 },
  { .reference = 8, .role = FMU_TUNABLE, .index = Q, .start = 8.375e-6 },
  { .reference = 9, .role = FMU_TUNABLE, .index = W, .start = 0.161 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double x = at->x[X], y = at->x[Y], z = at->x[Z];

  dx[X] = at->p[S] * (y + x * (1 - at->p[Q] * x - y));
  dx[Y] = (z - (1 + x) * y) / at->p[S];
  dx[Z] = at->p[W] * (x - z);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double x = at->x[X], y = at->x[Y], z = at->x[Z], s = at->p[S], q = at->p[Q];

  j->fx[N_X * X + X] = s * (1 - 2 * q * x - y);
  j->fx[N_X * X + Y] = s * (1 - x);
  j->fx[N_X * Y + X] = -y / s;
  j->fx[N_X * Y + Y] = -(1 + x) / s;
  j->fx[N_X * Y + Z] = 1 / s;
  j->fx[N_X * Z + X] = at->p[W];
  j->fx[N_X * Z + Z] = -at->p[W];
  j->fp[N_P * X + S] = y + x * (1 - q * x - y);
  j->fp[N_P * X + Q] = -s * x * x;
  j->fp[N_P * Y + S] = -(z - (1 + x) * y) / (s * s);
  j->fp[N_P * Z + W] = x - z;
}

const FmuModel fmu_model = {
  .name = "oregonator",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b04}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_P,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
