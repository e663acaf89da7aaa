/* A rotary pendulum (Furuta) with dry friction in both joints: each slides one way or the other, or
 * sticks. */
#include "note.h"

#include <math.h>
#include <string.h>

/* Arm: length, moment of inertia; pendulum: mass, distance of its centre of mass, moments. */
#define R 0.245
#define I_ARM 0.001
#define M 0.035
#define L (0.421 / 2)
#define I_XX 0.00384
#define I_YY 0.001
#define I_ZZ 0.001
#define GRAVITY 9.81
#define K (M * L * L + I_ZZ - I_YY)
/* A joint that breaks away moves by the least there is: its direction is known. */
#define LEAST 1e-300

enum
{
  ARM,
  PENDULUM,
  N_JOINTS
};
enum
{
  THETA,
  PHI,
  W, /* of both */
  N_X = W + N_JOINTS
};
enum
{
  MODE,
  CHANGES = MODE + N_JOINTS,
  T_CHANGE,
  N_Q
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = THETA, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = PHI, .start = 0.5235987755982989, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = W + ARM, .start = 0, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = W + PENDULUM, .start = 0, .nominal = 1 },
  { .reference = 5, .role = FMU_DERIVATIVE, .index = THETA },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = PHI },
  { .reference = 7, .role = FMU_DERIVATIVE, .index = W + ARM },
  { .reference = 8, .role = FMU_DERIVATIVE, .index = W + PENDULUM },
  { .reference = 9, .role = FMU_TUNABLE, .index = ARM, .start = 0.012 },
  { .reference = 10, .role = FMU_TUNABLE, .index = PENDULUM, .start = 0.002 },
  { .reference = 11, .role = FMU_DISCRETE, .index = MODE + ARM, .start = 0 },
  { .reference = 12, .role = FMU_DISCRETE, .index = MODE + PENDULUM, .start = 0 },
  { .reference = 13, .role = FMU_DISCRETE, .index = CHANGES, .start = 0 },
  { .reference = 14, .role = FMU_DISCRETE, .index = T_CHANGE, .start = 0 },
  { .reference = 15, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

/* Mass matrix, and the right-hand side without friction. */
typedef struct
{
  double m11, m12, m22;
  double right[N_JOINTS];
} System;

static System
get_system (const double x[])
{
  const double s = sin (x[PHI]), c = cos (x[PHI]), w_a = x[W + ARM], w_p = x[W + PENDULUM];

  return (System){
    .m11 = I_ARM + M * R * R + M * L * L * s * s + I_YY * c * c + I_ZZ * s * s,
    .m12 = -M * R * L * c,
    .m22 = I_XX + M * L * L,
    .right = { -2 * K * s * c * w_p * w_a - M * R * L * s * w_p * w_p,
               K * s * c * w_a * w_a + M * GRAVITY * L * s },
  };
}

/* Accelerations @a for the torques @right; joints that stick (mode 0) have none. */
static void
solve (const System *self, const double modes[], const double right[], double a[])
{
  const double determinant = self->m11 * self->m22 - self->m12 * self->m12;

  a[ARM] = a[PENDULUM] = 0;
  if (modes[ARM] != 0 && modes[PENDULUM] != 0)
    {
      a[ARM] = (self->m22 * right[ARM] - self->m12 * right[PENDULUM]) / determinant;
      a[PENDULUM] = (self->m11 * right[PENDULUM] - self->m12 * right[ARM]) / determinant;
    }
  else if (modes[ARM] != 0)
    a[ARM] = right[ARM] / self->m11;
  else if (modes[PENDULUM] != 0)
    a[PENDULUM] = right[PENDULUM] / self->m22;
}

static void
accelerate (const double x[], const double modes[], const double friction[], double a[])
{
  const System system = get_system (x);
  double right[N_JOINTS];

  for (int i = 0; i < N_JOINTS; i++)
    right[i] = system.right[i] - friction[i] * modes[i];
  solve (&system, modes, right, a);
}

/* Torques of friction that keep the joints that stick at rest. */
static void
hold (const double x[], const double modes[], const double friction[], double torques[])
{
  const System system = get_system (x);
  double a[N_JOINTS];

  accelerate (x, modes, friction, a);
  torques[ARM] = system.m11 * a[ARM] + system.m12 * a[PENDULUM] - system.right[ARM];
  torques[PENDULUM] = system.m12 * a[ARM] + system.m22 * a[PENDULUM] - system.right[PENDULUM];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[THETA] = at->x[W + ARM];
  dx[PHI] = at->x[W + PENDULUM];
  accelerate (at->x, at->q + MODE, at->p, dx + W);
}

/* One column each of d a / d x, from M da = d right - dM a. */
static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double *x = at->x, *modes = at->q + MODE;
  const double s = sin (x[PHI]), c = cos (x[PHI]), w_a = x[W + ARM], w_p = x[W + PENDULUM];
  const double cosine = c * c - s * s, mrl = M * R * L;
  const System system = get_system (x);
  double a[N_JOINTS], column[N_JOINTS];

  accelerate (x, modes, at->p, a);
  j->fx[N_X * THETA + W + ARM] = j->fx[N_X * PHI + W + PENDULUM] = 1;
  const double of_x[][N_JOINTS] = {
    { 0, 0 },
    { -2 * K * cosine * w_p * w_a - mrl * c * w_p * w_p - 2 * K * s * c * a[ARM]
          - mrl * s * a[PENDULUM],
      K * cosine * w_a * w_a + M * GRAVITY * L * c - mrl * s * a[ARM] },
    { -2 * K * s * c * w_p, 2 * K * s * c * w_a },
    { -2 * K * s * c * w_a - 2 * mrl * s * w_p, 0 },
  };
  for (int k = 0; k < N_X; k++)
    {
      solve (&system, modes, of_x[k], column);
      for (int i = 0; i < N_JOINTS; i++)
        j->fx[N_X * (W + i) + k] = column[i];
    }
  for (int k = 0; k < N_JOINTS; k++)
    {
      double right[N_JOINTS] = { 0, 0 };

      right[k] = -modes[k];
      solve (&system, modes, right, column);
      for (int i = 0; i < N_JOINTS; i++)
        j->fp[N_JOINTS * (W + i) + k] = column[i];
    }
}

/* Of each joint: that it goes on sliding, that the torque it sticks by is within both bounds. */
static void
indicators (const FmuPoint *at, double z[])
{
  double torques[N_JOINTS];

  hold (at->x, at->q + MODE, at->p, torques);
  for (int i = 0; i < N_JOINTS; i++)
    {
      const double mode = at->q[MODE + i];

      z[3 * i] = mode != 0 ? mode * at->x[W + i] : 1;
      z[3 * i + 1] = mode != 0 ? 1 : at->p[i] - torques[i];
      z[3 * i + 2] = mode != 0 ? 1 : at->p[i] + torques[i];
    }
}

/* Whoever has come to rest sticks, unless that takes more than the friction: then it goes on, or
 * back, the way it is driven. */
static void
event (const FmuPoint *at, FmuEvent *event)
{
  double modes[N_JOINTS], torques[N_JOINTS];
  bool changed = false;

  for (int i = 0; i < N_JOINTS; i++)
    modes[i] = at->q[MODE + i] * at->x[W + i] > 0 ? at->q[MODE + i]
               : at->q[MODE + i] != 0             ? 0
               : at->x[W + i] > 0                 ? 1
               : at->x[W + i] < 0                 ? -1
                                                  : 0;
  for (int i = 0; i < N_JOINTS; i++)
    if (modes[i] == 0)
      event->x[W + i] = 0;
  /* One that breaks away may take the other along. */
  for (int round = 0; round < N_JOINTS; round++)
    {
      hold (event->x, modes, at->p, torques);
      for (int i = 0; i < N_JOINTS; i++)
        if (modes[i] == 0 && fabs (torques[i]) >= at->p[i])
          {
            modes[i] = torques[i] > 0 ? -1 : 1;
            event->x[W + i] = modes[i] * LEAST;
            break;
          }
    }
  for (int i = 0; i < N_JOINTS; i++)
    changed = changed || modes[i] != at->q[MODE + i];
  event->states_changed = true;
  memcpy (event->q + MODE, modes, sizeof modes);
  if (changed && at->t > 0)
    fmu_note (at, event, CHANGES, T_CHANGE);
}

const FmuModel fmu_model = {
  .name = "furuta_pendulum",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b10}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_JOINTS,
  .n_q = N_Q,
  .n_z = 3 * N_JOINTS,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
