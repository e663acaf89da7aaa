/* An elevator: acceleration a until t_run, none until t_brake, -a until it stands still. */
#include "model.h"

#include <math.h>

enum
{
  Z,
  W,
  N_X
};
enum
{
  A,
  T_RUN,
  T_BRAKE,
  N_P
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = Z, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = W, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = Z },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = W },
  { .reference = 5, .role = FMU_PARAMETER, .index = A, .start = 1 },
  { .reference = 6, .role = FMU_PARAMETER, .index = T_RUN, .start = 1 },
  { .reference = 7, .role = FMU_PARAMETER, .index = T_BRAKE, .start = 2 },
  { .reference = 8, .role = FMU_DISCRETE, .start = 0 },
  { .reference = 9, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[Z] = at->x[W];
  dx[W] = at->q[0];
}

static void
jacobian (const FmuPoint *at __attribute__ ((unused)), FmuJacobian *j)
{
  j->fx[N_X * Z + W] = 1;
}

/* It brakes as long as it has started. */
static void
event (const FmuPoint *at, FmuEvent *event)
{
  const double t_stop = at->p[T_BRAKE] + at->p[T_RUN];

  if (at->t < at->p[T_RUN])
    event->next_event_time = at->p[T_RUN];
  else if (at->t < at->p[T_BRAKE])
    event->next_event_time = at->p[T_BRAKE];
  else if (at->t < t_stop)
    event->next_event_time = t_stop;
  event->q[0] = at->t < at->p[T_RUN]     ? at->p[A]
                : at->t < at->p[T_BRAKE] ? 0
                : at->t < t_stop         ? -at->p[A]
                                         : 0;
}

const FmuModel fmu_model = {
  .name = "elevator",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a32}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_P,
  .n_q = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .event = event,
};
