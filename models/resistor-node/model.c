/* A node of a network of resistors: the currents into it add up to zero,
 *   v = (G_1 v_1 + G_2 v_2 + G_supply U_supply + i) / (G_1 + G_2 + G_supply + G_ground). */
#include "model.h"

enum
{
  P_G_1,
  P_G_2,
  P_G_SUPPLY,
  P_G_GROUND,
  P_U_SUPPLY,
  P_I
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_INPUT, .start = 0 },
  { .reference = 2, .role = FMU_INPUT, .index = 1, .start = 0 },
  { .reference = 3, .role = FMU_OUTPUT },
  { .reference = 4, .role = FMU_TUNABLE, .start = 0 },
  { .reference = 5, .role = FMU_TUNABLE, .index = 1, .start = 0 },
  { .reference = 6, .role = FMU_TUNABLE, .index = 2, .start = 0 },
  { .reference = 7, .role = FMU_TUNABLE, .index = 3, .start = 1 },
  { .reference = 8, .role = FMU_TUNABLE, .index = 4, .start = 0 },
  { .reference = 9, .role = FMU_TUNABLE, .index = 5, .start = 0 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static double
sum_conductances (const FmuPoint *at)
{
  return at->p[P_G_1] + at->p[P_G_2] + at->p[P_G_SUPPLY] + at->p[P_G_GROUND];
}

static void
outputs (const FmuPoint *at, double y[])
{
  const double *p = at->p;

  y[0] = (p[P_G_1] * at->u[0] + p[P_G_2] * at->u[1] + p[P_G_SUPPLY] * p[P_U_SUPPLY] + p[P_I])
         / sum_conductances (at);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double sum = sum_conductances (at);
  double v;

  outputs (at, &v);
  for (int k = 0; k < 2; k++)
    {
      j->gu[k] = at->p[P_G_1 + k] / sum;
      j->gp[P_G_1 + k] = (at->u[k] - v) / sum;
    }
  j->gp[P_G_SUPPLY] = (at->p[P_U_SUPPLY] - v) / sum;
  j->gp[P_G_GROUND] = -v / sum;
  j->gp[P_U_SUPPLY] = at->p[P_G_SUPPLY] / sum;
  j->gp[P_I] = 1 / sum;
}

const FmuModel fmu_model = {
  .name = "resistor_node",
  .guid = "{95de2988-0175-5ed1-9e62-ce77c7baebf5}",
  FMU_TABLE (reals),
  .n_u = 2,
  .n_p = 6,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
