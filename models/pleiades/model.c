/* Seven stars in a plane, star i of mass i (Hairer, Norsett, Wanner, Solving Ordinary Differential
 * Equations I, section II.10). */
#include "model.h"

#include <math.h>

enum
{
  N = 7,
  X = 0,
  Y = N,
  V_X = 2 * N,
  V_Y = 3 * N,
  N_X = 4 * N
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 3, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = 1, .start = 3, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = 2, .start = -1, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = 3, .start = -3, .nominal = 1 },
  { .reference = 5, .role = FMU_STATE, .index = 4, .start = 2, .nominal = 1 },
  { .reference = 6, .role = FMU_STATE, .index = 5, .start = -2, .nominal = 1 },
  { .reference = 7, .role = FMU_STATE, .index = 6, .start = 2, .nominal = 1 },
  { .reference = 8, .role = FMU_STATE, .index = 7, .start = 3, .nominal = 1 },
  { .reference = 9, .role = FMU_STATE, .index = 8, .start = -3, .nominal = 1 },
  { .reference = 10, .role = FMU_STATE, .index = 9, .start = 2, .nominal = 1 },
  { .reference = 11, .role = FMU_STATE, .index = 10, .start = 0, .nominal = 1 },
  { .reference = 12, .role = FMU_STATE, .index = 11, .start = 0, .nominal = 1 },
  { .reference = 13, .role = FMU_STATE, .index = 12, .start = -4, .nominal = 1 },
  { .reference = 14, .role = FMU_STATE, .index = 13, .start = 4, .nominal = 1 },
  { .reference = 15, .role = FMU_STATE, .index = 14, .start = 0, .nominal = 1 },
  { .reference = 16, .role = FMU_STATE, .index = 15, .start = 0, .nominal = 1 },
  { .reference = 17, .role = FMU_STATE, .index = 16, .start = 0, .nominal = 1 },
  { .reference = 18, .role = FMU_STATE, .index = 17, .start = 0, .nominal = 1 },
  { .reference = 19, .role = FMU_STATE, .index = 18, .start = 0, .nominal = 1 },
  { .reference = 20, .role = FMU_STATE, .index = 19, .start = 1.75, .nominal = 1 },
  { .reference = 21, .role = FMU_STATE, .index = 20, .start = -1.5, .nominal = 1 },
  { .reference = 22, .role = FMU_STATE, .index = 21, .start = 0, .nominal = 1 },
  { .reference = 23, .role = FMU_STATE, .index = 22, .start = 0, .nominal = 1 },
  { .reference = 24, .role = FMU_STATE, .index = 23, .start = 0, .nominal = 1 },
  { .reference = 25, .role = FMU_STATE, .index = 24, .start = -1.25, .nominal = 1 },
  { .reference = 26, .role = FMU_STATE, .index = 25, .start = 1, .nominal = 1 },
  { .reference = 27, .role = FMU_STATE, .index = 26, .start = 0, .nominal = 1 },
  { .reference = 28, .role = FMU_STATE, .index = 27, .start = 0, .nominal = 1 },
  { .reference = 29, .role = FMU_DERIVATIVE },
  { .reference = 30, .role = FMU_DERIVATIVE, .index = 1 },
  { .reference = 31, .role = FMU_DERIVATIVE, .index = 2 },
  { .reference = 32, .role = FMU_DERIVATIVE, .index = 3 },
  { .reference = 33, .role = FMU_DERIVATIVE, .index = 4 },
  { .reference = 34, .role = FMU_DERIVATIVE, .index = 5 },
  { .reference = 35, .role = FMU_DERIVATIVE, .index = 6 },
  { .reference = 36, .role = FMU_DERIVATIVE, .index = 7 },
  { .reference = 37, .role = FMU_DERIVATIVE, .index = 8 },
  { .reference = 38, .role = FMU_DERIVATIVE, .index = 9 },
  { .reference = 39, .role = FMU_DERIVATIVE, .index = 10 },
  { .reference = 40, .role = FMU_DERIVATIVE, .index = 11 },
  { .reference = 41, .role = FMU_DERIVATIVE, .index = 12 },
  { .reference = 42, .role = FMU_DERIVATIVE, .index = 13 },
  { .reference = 43, .role = FMU_DERIVATIVE, .index = 14 },
  { .reference = 44, .role = FMU_DERIVATIVE, .index = 15 },
  { .reference = 45, .role = FMU_DERIVATIVE, .index = 16 },
  { .reference = 46, .role = FMU_DERIVATIVE, .index = 17 },
  { .reference = 47, .role = FMU_DERIVATIVE, .index = 18 },
  { .reference = 48, .role = FMU_DERIVATIVE, .index = 19 },
  { .reference = 49, .role = FMU_DERIVATIVE, .index = 20 },
  { .reference = 50, .role = FMU_DERIVATIVE, .index = 21 },
  { .reference = 51, .role = FMU_DERIVATIVE, .index = 22 },
  { .reference = 52, .role = FMU_DERIVATIVE, .index = 23 },
  { .reference = 53, .role = FMU_DERIVATIVE, .index = 24 },
  { .reference = 54, .role = FMU_DERIVATIVE, .index = 25 },
  { .reference = 55, .role = FMU_DERIVATIVE, .index = 26 },
  { .reference = 56, .role = FMU_DERIVATIVE, .index = 27 },
  { .reference = 57, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  for (int i = 0; i < 2 * N; i++)
    {
      dx[i] = at->x[V_X + i];
      dx[V_X + i] = 0;
    }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      {
        const double d_x = at->x[X + k] - at->x[X + i], d_y = at->x[Y + k] - at->x[Y + i];
        const double r = d_x * d_x + d_y * d_y;

        if (i == k)
          continue;
        dx[V_X + i] += (k + 1) * d_x / (r * sqrt (r));
        dx[V_Y + i] += (k + 1) * d_y / (r * sqrt (r));
      }
}

static void
add (FmuJacobian *j, int row, int i, int k, double value)
{
  j->fx[N_X * row + k] += value;
  j->fx[N_X * row + i] -= value;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  for (int i = 0; i < 2 * N; i++)
    j->fx[N_X * i + V_X + i] = 1;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      {
        const double d_x = at->x[X + k] - at->x[X + i], d_y = at->x[Y + k] - at->x[Y + i];
        const double r = d_x * d_x + d_y * d_y, a = (k + 1) / (r * sqrt (r)), b = 3 * a / r;

        if (i == k)
          continue;
        add (j, V_X + i, X + i, X + k, a - b * d_x * d_x);
        add (j, V_X + i, Y + i, Y + k, -b * d_x * d_y);
        add (j, V_Y + i, X + i, X + k, -b * d_x * d_y);
        add (j, V_Y + i, Y + i, Y + k, a - b * d_y * d_y);
      }
}

const FmuModel fmu_model = {
  .name = "pleiades",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b07}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
