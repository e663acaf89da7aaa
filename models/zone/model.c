/* One zone of a building: a radiator that a thermostat switches, air, a wall. */
#include "note.h"

#include VARIABLES

enum
{
  AIR,
  WALL,
  RADIATOR
};
enum
{
  LEFT,
  RIGHT,
  OUTSIDE,
  N_U
};
enum
{
  C_AIR,
  C_WALL,
  C_RADIATOR,
  G_WALL,
  G_OUT,
  G_RADIATOR,
  G_LEFT,
  G_RIGHT,
  P,
  T_LOW,
  T_HIGH,
  N_P
};
enum
{
  ON,
  SWITCHES,
  T_SWITCH,
  N_Q
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double *x = at->x, *u = at->u, *p = at->p;

  dx[AIR] = (p[G_WALL] * (x[WALL] - x[AIR]) + p[G_RADIATOR] * (x[RADIATOR] - x[AIR])
             + p[G_LEFT] * (u[LEFT] - x[AIR]) + p[G_RIGHT] * (u[RIGHT] - x[AIR]))
            / p[C_AIR];
  dx[WALL] = (p[G_WALL] * (x[AIR] - x[WALL]) + p[G_OUT] * (u[OUTSIDE] - x[WALL])) / p[C_WALL];
  dx[RADIATOR] = (at->q[ON] * p[P] - p[G_RADIATOR] * (x[RADIATOR] - x[AIR])) / p[C_RADIATOR];
}

static void
jacobian_parameters (const FmuPoint *at, FmuJacobian *j)
{
  const double *x = at->x, *u = at->u, *p = at->p;
  double dx[N_X];

  derivatives (at, dx);
  j->fp[N_P * AIR + C_AIR] = -dx[AIR] / p[C_AIR];
  j->fp[N_P * AIR + G_WALL] = (x[WALL] - x[AIR]) / p[C_AIR];
  j->fp[N_P * AIR + G_RADIATOR] = (x[RADIATOR] - x[AIR]) / p[C_AIR];
  j->fp[N_P * AIR + G_LEFT] = (u[LEFT] - x[AIR]) / p[C_AIR];
  j->fp[N_P * AIR + G_RIGHT] = (u[RIGHT] - x[AIR]) / p[C_AIR];
  j->fp[N_P * WALL + C_WALL] = -dx[WALL] / p[C_WALL];
  j->fp[N_P * WALL + G_WALL] = (x[AIR] - x[WALL]) / p[C_WALL];
  j->fp[N_P * WALL + G_OUT] = (u[OUTSIDE] - x[WALL]) / p[C_WALL];
  j->fp[N_P * RADIATOR + C_RADIATOR] = -dx[RADIATOR] / p[C_RADIATOR];
  j->fp[N_P * RADIATOR + G_RADIATOR] = (x[AIR] - x[RADIATOR]) / p[C_RADIATOR];
  j->fp[N_P * RADIATOR + P] = at->q[ON] / p[C_RADIATOR];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double *p = at->p;

  j->fx[N_X * AIR + AIR] = -(p[G_WALL] + p[G_RADIATOR] + p[G_LEFT] + p[G_RIGHT]) / p[C_AIR];
  j->fx[N_X * AIR + WALL] = p[G_WALL] / p[C_AIR];
  j->fx[N_X * AIR + RADIATOR] = p[G_RADIATOR] / p[C_AIR];
  j->fx[N_X * WALL + AIR] = p[G_WALL] / p[C_WALL];
  j->fx[N_X * WALL + WALL] = -(p[G_WALL] + p[G_OUT]) / p[C_WALL];
  j->fx[N_X * RADIATOR + AIR] = p[G_RADIATOR] / p[C_RADIATOR];
  j->fx[N_X * RADIATOR + RADIATOR] = -p[G_RADIATOR] / p[C_RADIATOR];
  j->fu[N_U * AIR + LEFT] = p[G_LEFT] / p[C_AIR];
  j->fu[N_U * AIR + RIGHT] = p[G_RIGHT] / p[C_AIR];
  j->fu[N_U * WALL + OUTSIDE] = p[G_OUT] / p[C_WALL];
  jacobian_parameters (at, j);
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->q[ON] > 0 ? at->p[T_HIGH] - at->x[AIR] : at->x[AIR] - at->p[T_LOW];
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  const bool on = at->q[ON] > 0 ? at->x[AIR] < at->p[T_HIGH] : at->x[AIR] <= at->p[T_LOW];

  fmu_note_relation (at, event, ON, on);
}

const FmuModel fmu_model = {
  .name = MODEL_NAME,
  .guid = MODEL_GUID,
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = N_U,
  .n_p = N_P,
  .n_q = N_Q,
  .n_z = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
