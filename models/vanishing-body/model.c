/* A body on a spring and a damper at the wall, tied by another spring and damper
 * to a body whose position and velocity are inputs, COSTARICA equation 92:
 *   m v' = -c_coupling (x - x_left) - d_coupling (v - v_left) - c x - d v
 *   F = c_coupling (x_left - x) + d_coupling (v_left - v) before t_vanish, F_after then. */
#include "body.h"

enum
{
  X_LEFT,
  V_LEFT,
  N_U
};
enum
{
  C_COUPLING = D + 1,
  D_COUPLING,
  F_AFTER,
  T_VANISH,
  N_P
};

static const FmuReal reals[] = {
  BODY_STATES (0, 0, 1),
  { .reference = 5, .role = FMU_INPUT, .index = X_LEFT, .start = 1 },
  { .reference = 6, .role = FMU_INPUT, .index = V_LEFT, .start = 0 },
  { .reference = 7, .role = FMU_OUTPUT },
  { .reference = 8, .role = FMU_TUNABLE, .index = M, .start = 1e4 },
  { .reference = 9, .role = FMU_TUNABLE, .index = C, .start = 1000 },
  { .reference = 10, .role = FMU_TUNABLE, .index = D, .start = 100 },
  { .reference = 11, .role = FMU_TUNABLE, .index = C_COUPLING, .start = 1000 },
  { .reference = 12, .role = FMU_TUNABLE, .index = D_COUPLING, .start = 100 },
  { .reference = 13, .role = FMU_TUNABLE, .index = F_AFTER, .start = -1000 },
  { .reference = 14, .role = FMU_PARAMETER, .index = T_VANISH, .start = 100 },
  { .reference = 15, .role = FMU_DISCRETE, .start = 0 },
  { .reference = 16, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

/* What the spring and the damper between the bodies do, felt or not. */
static double
coupling_force (const FmuPoint *at)
{
  return at->p[C_COUPLING] * (at->u[X_LEFT] - at->x[X])
         + at->p[D_COUPLING] * (at->u[V_LEFT] - at->x[V]);
}

static bool
has_vanished (const FmuPoint *at)
{
  return at->q[0] > 0;
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = has_vanished (at) ? at->p[F_AFTER] : coupling_force (at);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[X] = at->x[V];
  dx[V] = (coupling_force (at) - at->p[C] * at->x[X] - at->p[D] * at->x[V]) / at->p[M];
}

static void
output_jacobian (const FmuPoint *at, FmuJacobian *j)
{
  if (has_vanished (at))
    {
      j->gp[F_AFTER] = 1;
      return;
    }
  j->gx[X] = -at->p[C_COUPLING];
  j->gx[V] = -at->p[D_COUPLING];
  j->gu[X_LEFT] = at->p[C_COUPLING];
  j->gu[V_LEFT] = at->p[D_COUPLING];
  j->gp[C_COUPLING] = at->u[X_LEFT] - at->x[X];
  j->gp[D_COUPLING] = at->u[V_LEFT] - at->x[V];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double m = at->p[M];
  double *dv_du = body_row (j->fu, N_U), *dv_dp;
  double dx[N_X];

  derivatives (at, dx);
  dv_dp = body_jacobian (at, j, at->p[C_COUPLING] + at->p[C], dx[V]);
  body_row (j->fx, N_X)[V] = -(at->p[D_COUPLING] + at->p[D]) / m;
  dv_du[X_LEFT] = at->p[C_COUPLING] / m;
  dv_du[V_LEFT] = at->p[D_COUPLING] / m;
  dv_dp[D] = -at->x[V] / m;
  dv_dp[C_COUPLING] = (at->u[X_LEFT] - at->x[X]) / m;
  dv_dp[D_COUPLING] = (at->u[V_LEFT] - at->x[V]) / m;
  output_jacobian (at, j);
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  if (at->t >= at->p[T_VANISH])
    event->q[0] = 1;
  else
    event->next_event_time = at->p[T_VANISH];
}

const FmuModel fmu_model = {
  .name = "vanishing_body",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a06}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = N_U,
  .n_p = N_P,
  .n_y = 1,
  .n_q = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
};
