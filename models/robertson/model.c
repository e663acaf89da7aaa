/* Three reactions with rates nine powers of ten apart (Robertson 1966). */
#include "model.h"

enum
{
  A,
  B,
  C,
  N_X
};
enum
{
  K1,
  K2,
  K3,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = A, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = B, .start = 0, .nominal = 1e-6 },
  { .reference = 3, .role = FMU_STATE, .index = C, .start = 0, .nominal = 1 },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = A },
  { .reference = 5, .role = FMU_DERIVATIVE, .index = B },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = C },
  { .reference = 7, .role = FMU_TUNABLE, .index = K1, .start = 0.04 },
  { .reference = 8, .role = FMU_TUNABLE, .index = K2, .start = 3e7 },
  { .reference = 9, .role = FMU_TUNABLE, .index = K3, .start = 1e4 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double r1 = at->p[K1] * at->x[A];
  const double r2 = at->p[K2] * at->x[B] * at->x[B];
  const double r3 = at->p[K3] * at->x[B] * at->x[C];

  dx[A] = -r1 + r3;
  dx[B] = r1 - r3 - r2;
  dx[C] = r2;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double a = at->x[A], b = at->x[B], c = at->x[C];

  j->fx[N_X * A + A] = -at->p[K1];
  j->fx[N_X * A + B] = at->p[K3] * c;
  j->fx[N_X * A + C] = at->p[K3] * b;
  j->fx[N_X * C + B] = 2 * at->p[K2] * b;
  j->fp[N_P * A + K1] = -a;
  j->fp[N_P * A + K3] = b * c;
  j->fp[N_P * C + K2] = b * b;
  /* Nothing is lost. */
  for (int i = 0; i < N_X; i++)
    j->fx[N_X * B + i] = -j->fx[N_X * A + i] - j->fx[N_X * C + i];
  for (int i = 0; i < N_P; i++)
    j->fp[N_P * B + i] = -j->fp[N_P * A + i] - j->fp[N_P * C + i];
}

const FmuModel fmu_model = {
  .name = "robertson",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b02}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_P,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
