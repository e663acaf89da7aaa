/* A force that depends on time alone: x' = a(t), y = x + b(t), COSTARICA equation 81,
 * with an input that nothing depends on, a(t) = a_amplitude cos (2 pi t / a_period) and
 * b(t) = b_amplitude sin (2 pi t / b_period). */
#include "model.h"

#include <math.h>

enum
{
  A_AMPLITUDE,
  A_PERIOD,
  B_AMPLITUDE,
  B_PERIOD
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 0, .nominal = 1000 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_OUTPUT },
  { .reference = 5, .role = FMU_TUNABLE, .index = A_AMPLITUDE, .start = 1e4 },
  { .reference = 6, .role = FMU_TUNABLE, .index = A_PERIOD, .start = 0.8 },
  { .reference = 7, .role = FMU_TUNABLE, .index = B_AMPLITUDE, .start = 500 },
  { .reference = 8, .role = FMU_TUNABLE, .index = B_PERIOD, .start = 0.3 },
  { .reference = 9, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->p[A_AMPLITUDE] * cos (2 * M_PI * at->t / at->p[A_PERIOD]);
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->x[0] + at->p[B_AMPLITUDE] * sin (2 * M_PI * at->t / at->p[B_PERIOD]);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double w_a = 2 * M_PI / at->p[A_PERIOD];
  const double w_b = 2 * M_PI / at->p[B_PERIOD];
  const double a_slope = -at->p[A_AMPLITUDE] * sin (w_a * at->t);
  const double b_slope = at->p[B_AMPLITUDE] * cos (w_b * at->t);

  j->fp[A_AMPLITUDE] = cos (w_a * at->t);
  j->fp[A_PERIOD] = -a_slope * w_a * at->t / at->p[A_PERIOD];
  j->ft[0] = a_slope * w_a;
  j->gx[0] = 1;
  j->gp[B_AMPLITUDE] = sin (w_b * at->t);
  j->gp[B_PERIOD] = -b_slope * w_b * at->t / at->p[B_PERIOD];
  j->gt[0] = b_slope * w_b;
}

const FmuModel fmu_model = {
  .name = "time_only",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a0b}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 4,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
