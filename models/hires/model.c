/* High irradiance response of a plant, eight substances (Schaefer 1975). */
#include "model.h"

enum
{
  N_X = 8
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1, .nominal = 1e-2 },
  { .reference = 2, .role = FMU_STATE, .index = 1, .start = 0, .nominal = 1e-2 },
  { .reference = 3, .role = FMU_STATE, .index = 2, .start = 0, .nominal = 1e-2 },
  { .reference = 4, .role = FMU_STATE, .index = 3, .start = 0, .nominal = 1e-2 },
  { .reference = 5, .role = FMU_STATE, .index = 4, .start = 0, .nominal = 1e-2 },
  { .reference = 6, .role = FMU_STATE, .index = 5, .start = 0, .nominal = 1e-2 },
  { .reference = 7, .role = FMU_STATE, .index = 6, .start = 0, .nominal = 1e-2 },
  { .reference = 8, .role = FMU_STATE, .index = 7, .start = 0.0057, .nominal = 1e-2 },
  { .reference = 9, .role = FMU_DERIVATIVE },
  { .reference = 10, .role = FMU_DERIVATIVE, .index = 1 },
  { .reference = 11, .role = FMU_DERIVATIVE, .index = 2 },
  { .reference = 12, .role = FMU_DERIVATIVE, .index = 3 },
  { .reference = 13, .role = FMU_DERIVATIVE, .index = 4 },
  { .reference = 14, .role = FMU_DERIVATIVE, .index = 5 },
  { .reference = 15, .role = FMU_DERIVATIVE, .index = 6 },
  { .reference = 16, .role = FMU_DERIVATIVE, .index = 7 },
  { .reference = 17, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

/* All but the product of y6 and y8. */
static const double linear[N_X][N_X] = {
  { -1.71, 0.43, 8.32, 0, 0, 0, 0, 0 },   { 1.71, -8.75, 0, 0, 0, 0, 0, 0 },
  { 0, 0, -10.03, 0.43, 0.035, 0, 0, 0 }, { 0, 8.32, 1.71, -1.12, 0, 0, 0, 0 },
  { 0, 0, 0, 0, -1.745, 0.43, 0.43, 0 },  { 0, 0, 0, 0.69, 1.71, -0.43, 0.69, 0 },
  { 0, 0, 0, 0, 0, 0, -1.81, 0 },         { 0, 0, 0, 0, 0, 0, 1.81, 0 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double r = 280 * at->x[5] * at->x[7];

  for (int i = 0; i < N_X; i++)
    {
      dx[i] = 0;
      for (int k = 0; k < N_X; k++)
        dx[i] += linear[i][k] * at->x[k];
    }
  dx[0] += 0.0007;
  dx[5] -= r;
  dx[6] += r;
  dx[7] -= r;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double r_6 = 280 * at->x[7], r_8 = 280 * at->x[5];

  for (int i = 0; i < N_X; i++)
    for (int k = 0; k < N_X; k++)
      j->fx[N_X * i + k] = linear[i][k];
  for (int i = 5; i < N_X; i++)
    {
      j->fx[N_X * i + 5] += i == 6 ? r_6 : -r_6;
      j->fx[N_X * i + 7] += i == 6 ? r_8 : -r_8;
    }
}

const FmuModel fmu_model = {
  .name = "hires",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b03}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
