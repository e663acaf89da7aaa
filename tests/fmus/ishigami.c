/* The function of Ishigami and Homma (1990), whose Sobol indices are known in closed form:
 * y = sin x1 + a sin^2 x2 + b x3^4 sin x1. */
#include "model.h"

#include <math.h>

enum
{
  X1,
  X2,
  X3,
  A,
  B,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_PARAMETER, .index = X1, .start = 0 },
  { .reference = 2, .role = FMU_PARAMETER, .index = X2, .start = 0 },
  { .reference = 3, .role = FMU_PARAMETER, .index = X3, .start = 0 },
  { .reference = 4, .role = FMU_PARAMETER, .index = A, .start = 7 },
  { .reference = 5, .role = FMU_PARAMETER, .index = B, .start = 0.1 },
  { .reference = 6, .role = FMU_OUTPUT, .index = 0 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  const double *p = at->p;

  y[0] = sin (p[X1]) * (1 + p[B] * pow (p[X3], 4)) + p[A] * sin (p[X2]) * sin (p[X2]);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double *p = at->p;

  j->gp[X1] = cos (p[X1]) * (1 + p[B] * pow (p[X3], 4));
  j->gp[X2] = 2 * p[A] * sin (p[X2]) * cos (p[X2]);
  j->gp[X3] = 4 * p[B] * pow (p[X3], 3) * sin (p[X1]);
  j->gp[A] = sin (p[X2]) * sin (p[X2]);
  j->gp[B] = pow (p[X3], 4) * sin (p[X1]);
}

const FmuModel fmu_model = {
  .name = "ishigami",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b91}",
  FMU_TABLE (reals),
  .n_p = N_P,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
