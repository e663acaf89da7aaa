/* A wheel on its tyre, and the suspension over it, whose upper end is an input:
 *   F = c (z - z_chassis) + d (v - v_chassis)
 *   m v' = -F - c_tyre (z - kerb) - d_tyre v. */
#include "model.h"

enum
{
  Z,
  V,
  N_X
};
enum
{
  Z_CHASSIS,
  V_CHASSIS,
  N_U
};
enum
{
  M,
  C,
  D,
  C_TYRE,
  D_TYRE,
  KERB,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = Z, .nominal = 0.1 },
  { .reference = 2, .role = FMU_STATE, .index = V, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = Z },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = V },
  { .reference = 5, .role = FMU_INPUT, .index = Z_CHASSIS },
  { .reference = 6, .role = FMU_INPUT, .index = V_CHASSIS },
  { .reference = 7, .role = FMU_OUTPUT },
  { .reference = 8, .role = FMU_TUNABLE, .index = M, .start = 350 },
  { .reference = 9, .role = FMU_TUNABLE, .index = C, .start = 1.5e5 },
  { .reference = 10, .role = FMU_TUNABLE, .index = D, .start = 1e4 },
  { .reference = 11, .role = FMU_TUNABLE, .index = C_TYRE, .start = 9e5 },
  { .reference = 12, .role = FMU_TUNABLE, .index = D_TYRE, .start = 1e3 },
  { .reference = 13, .role = FMU_TUNABLE, .index = KERB, .start = 0.1 },
  { .reference = 14, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[C] * (at->x[Z] - at->u[Z_CHASSIS]) + at->p[D] * (at->x[V] - at->u[V_CHASSIS]);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  double force;

  outputs (at, &force);
  dx[Z] = at->x[V];
  dx[V] = (-force - at->p[C_TYRE] * (at->x[Z] - at->p[KERB]) - at->p[D_TYRE] * at->x[V]) / at->p[M];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double m = at->p[M];
  double *dv_dx = j->fx + N_X * V, *dv_du = j->fu + N_U * V, *dv_dp = j->fp + N_P * V;
  double dx[N_X];

  derivatives (at, dx);
  j->gx[Z] = at->p[C];
  j->gx[V] = at->p[D];
  j->gu[Z_CHASSIS] = -at->p[C];
  j->gu[V_CHASSIS] = -at->p[D];
  j->gp[C] = at->x[Z] - at->u[Z_CHASSIS];
  j->gp[D] = at->x[V] - at->u[V_CHASSIS];

  j->fx[N_X * Z + V] = 1;
  dv_dx[Z] = -(j->gx[Z] + at->p[C_TYRE]) / m;
  dv_dx[V] = -(j->gx[V] + at->p[D_TYRE]) / m;
  dv_du[Z_CHASSIS] = -j->gu[Z_CHASSIS] / m;
  dv_du[V_CHASSIS] = -j->gu[V_CHASSIS] / m;
  dv_dp[M] = -dx[V] / m;
  dv_dp[C] = -j->gp[C] / m;
  dv_dp[D] = -j->gp[D] / m;
  dv_dp[C_TYRE] = -(at->x[Z] - at->p[KERB]) / m;
  dv_dp[D_TYRE] = -at->x[V] / m;
  dv_dp[KERB] = at->p[C_TYRE] / m;
}

const FmuModel fmu_model = {
  .name = "axle",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7ad2}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = N_U,
  .n_p = N_P,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
