/* A switch, a diode, a coil, a capacitor and a load. */
#include "note.h"

#include <math.h>

#include VARIABLES

enum
{
  I_L,
  U_C
};
enum
{
  U,
  L,
  C,
  R,
  PERIOD,
  DUTY,
  R_ON,
  R_OFF,
  N_P
};
enum
{
  SWITCH,
  DIODE,
  EDGES,
  BLOCKS,
  T_BLOCK,
  N_Q
};

static double
get_resistance (const FmuPoint *at, int which)
{
  return at->q[which] > 0 ? at->p[R_ON] : at->p[R_OFF];
}

/* Of the diode, where the currents of switch and diode make that of the coil. */
static double
get_current (const FmuPoint *at)
{
  const double r_switch = get_resistance (at, SWITCH), r_diode = get_resistance (at, DIODE);

  return (at->x[I_L] * r_switch - at->p[U]) / (r_diode + r_switch);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[I_L] = (-at->x[U_C] - get_current (at) * get_resistance (at, DIODE)) / at->p[L];
  dx[U_C] = (at->x[I_L] - at->x[U_C] / at->p[R]) / at->p[C];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double r_switch = get_resistance (at, SWITCH), r_diode = get_resistance (at, DIODE);
  const double sum = r_diode + r_switch;
  double dx[N_X];

  derivatives (at, dx);
  j->fp[N_P * I_L + (at->q[SWITCH] > 0 ? R_ON : R_OFF)]
      -= r_diode * (at->x[I_L] * r_diode + at->p[U]) / (sum * sum) / at->p[L];
  j->fp[N_P * I_L + (at->q[DIODE] > 0 ? R_ON : R_OFF)]
      -= r_switch * (at->x[I_L] * r_switch - at->p[U]) / (sum * sum) / at->p[L];
  j->fx[N_X * I_L + I_L] = -r_switch * r_diode / sum / at->p[L];
  j->fx[N_X * I_L + U_C] = -1 / at->p[L];
  j->fx[N_X * U_C + I_L] = 1 / at->p[C];
  j->fx[N_X * U_C + U_C] = -1 / at->p[R] / at->p[C];
  j->fp[N_P * I_L + U] = r_diode / sum / at->p[L];
  j->fp[N_P * I_L + L] = -dx[I_L] / at->p[L];
  j->fp[N_P * U_C + C] = -dx[U_C] / at->p[C];
  j->fp[N_P * U_C + R] = at->x[U_C] / (at->p[R] * at->p[R] * at->p[C]);
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->q[DIODE] > 0 ? get_current (at) : -get_current (at);
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  double edge = at->q[EDGES], next;
  bool conducts, closed = at->q[SWITCH] > 0;

  /* Edge 2 k closes the switch at k periods, edge 2 k + 1 opens it. */
  next = (floor ((edge + 1) / 2) + (fmod (edge + 1, 2) > 0 ? at->p[DUTY] : 0)) * at->p[PERIOD];
  if (at->t >= next)
    {
      event->q[EDGES] = ++edge;
      event->q[SWITCH] = closed = fmod (edge, 2) == 0;
      next = (floor ((edge + 1) / 2) + (closed ? at->p[DUTY] : 0)) * at->p[PERIOD];
    }
  event->next_event_time = next;
  /* The sign of the current does not depend on the diode. */
  conducts = at->x[I_L] * (closed ? at->p[R_ON] : at->p[R_OFF]) > at->p[U];
  if (!conducts && at->q[DIODE] > 0 && !closed)
    fmu_note (at, event, BLOCKS, T_BLOCK);
  event->q[DIODE] = conducts;
}

const FmuModel fmu_model = {
  .name = MODEL_NAME,
  .guid = MODEL_GUID,
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_P,
  .n_q = N_Q,
  .n_z = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
