/* Four bodies in a row with three clutches that slide, stick, break away and open: the example
 * CoupledClutches of the Modelica Standard Library. The model clutches-input has the normal force
 * of the first clutch as an input. */
#include "note.h"

#include <math.h>
#include <string.h>

#ifndef NORMAL_FORCE_INPUT
#define NORMAL_FORCE_INPUT 0
#endif

#define PI 3.14159265358979323846
/* Torques at the full normal force: of a clutch that slides, and the most that one sticks by. */
#define SLIDING 10.0
#define STICKING 11.0
#define DRIVE 10.0
#define DRIVE_RATE (10 * PI)
#define RATE_1 (0.4 * PI)
/* The second and the third clutch are closed from here on. */
#define CLOSES_2 0.4
#define CLOSES_3 0.9
/* A clutch that breaks away moves by the least there is: its direction is known. */
#define LEAST 1e-300

enum
{
  N_CLUTCHES = 3,
  N_BODIES
};
enum
{
  PHI, /* of the first body and over the clutches */
  W = PHI + N_BODIES,
  N_X = W + N_BODIES
};
enum
{
  MODE,
  CHANGES = MODE + N_CLUTCHES,
  T_CHANGE,
  N_Q
};
enum
{
  STICKS = 0,
  FREE = 2
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = PHI, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = PHI + 1, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = PHI + 2, .start = 0, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = PHI + 3, .start = 0, .nominal = 1 },
  { .reference = 5, .role = FMU_STATE, .index = W, .start = 10, .nominal = 1 },
  { .reference = 6, .role = FMU_STATE, .index = W + 1, .start = -10, .nominal = 1 },
  { .reference = 7, .role = FMU_STATE, .index = W + 2, .start = 0, .nominal = 1 },
  { .reference = 8, .role = FMU_STATE, .index = W + 3, .start = 0, .nominal = 1 },
  { .reference = 9, .role = FMU_DERIVATIVE, .index = PHI },
  { .reference = 10, .role = FMU_DERIVATIVE, .index = PHI + 1 },
  { .reference = 11, .role = FMU_DERIVATIVE, .index = PHI + 2 },
  { .reference = 12, .role = FMU_DERIVATIVE, .index = PHI + 3 },
  { .reference = 13, .role = FMU_DERIVATIVE, .index = W },
  { .reference = 14, .role = FMU_DERIVATIVE, .index = W + 1 },
  { .reference = 15, .role = FMU_DERIVATIVE, .index = W + 2 },
  { .reference = 16, .role = FMU_DERIVATIVE, .index = W + 3 },
#if NORMAL_FORCE_INPUT
  { .reference = 17, .role = FMU_INPUT, .start = 1 },
#endif
  { .reference = NORMAL_FORCE_INPUT + 17, .role = FMU_OUTPUT },
  { .reference = NORMAL_FORCE_INPUT + 18, .role = FMU_OUTPUT, .index = 1 },
  { .reference = NORMAL_FORCE_INPUT + 19, .role = FMU_OUTPUT, .index = 2 },
  { .reference = NORMAL_FORCE_INPUT + 20, .role = FMU_DISCRETE, .index = MODE, .start = 2 },
  { .reference = NORMAL_FORCE_INPUT + 21, .role = FMU_DISCRETE, .index = MODE + 1, .start = 2 },
  { .reference = NORMAL_FORCE_INPUT + 22, .role = FMU_DISCRETE, .index = MODE + 2, .start = 2 },
  { .reference = NORMAL_FORCE_INPUT + 23, .role = FMU_DISCRETE, .index = CHANGES, .start = 0 },
  { .reference = NORMAL_FORCE_INPUT + 24, .role = FMU_DISCRETE, .index = T_CHANGE, .start = 0 },
  { .reference = NORMAL_FORCE_INPUT + 25, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

/* Normal forces, as parts of the greatest. */
static void
get_forces (const FmuPoint *at, double f[])
{
  f[0] = NORMAL_FORCE_INPUT ? at->u[0] : cos (RATE_1 * at->t);
  /* Closed by an event in time, so that it holds from that very time on. */
  f[1] = at->t >= CLOSES_2;
  f[2] = at->t >= CLOSES_3;
}

/* Torques over the clutches, from left to right: given for those that slide or are free, solved
 * for where they stick, from 2 t_i - t_(i-1) - t_(i+1) = @drive_(i+1) - @drive_i. All moments of
 * inertia are 1. */
static void
find_torques (const double modes[], const double drive[], double torques[])
{
  double diagonal[N_CLUTCHES], right[N_CLUTCHES];

  for (int i = 0; i < N_CLUTCHES; i++)
    {
      const bool linked = i > 0 && modes[i] == STICKS && modes[i - 1] == STICKS;

      diagonal[i] = 2 - (linked ? 1 / diagonal[i - 1] : 0);
      right[i] = drive[i + 1] - drive[i];
      if (i > 0)
        right[i] += linked ? right[i - 1] / diagonal[i - 1] : torques[i - 1];
      if (i + 1 < N_CLUTCHES && modes[i + 1] != STICKS)
        right[i] += torques[i + 1];
    }
  for (int i = N_CLUTCHES - 1; i >= 0; i--)
    if (modes[i] == STICKS)
      {
        const bool linked = i + 1 < N_CLUTCHES && modes[i + 1] == STICKS;

        torques[i] = (right[i] + (linked ? torques[i + 1] : 0)) / diagonal[i];
      }
}

/* Accelerations of the first body and over the clutches; linear in @drive and in @torques of those
 * that slide. */
static void
accelerate (const double modes[], const double drive[], double torques[], double a[])
{
  double absolute[N_BODIES];

  find_torques (modes, drive, torques);
  for (int i = 0; i < N_BODIES; i++)
    {
      absolute[i] = drive[i];
      if (i < N_CLUTCHES)
        absolute[i] += torques[i];
      if (i > 0)
        absolute[i] -= torques[i - 1];
    }
  a[0] = absolute[0];
  for (int i = 0; i < N_CLUTCHES; i++)
    a[i + 1] = modes[i] == STICKS ? 0 : absolute[i + 1] - absolute[i];
}

/* Those of clutches that slide; 0 for the others. */
static void
set_sliding (const double modes[], const double f[], double torques[])
{
  for (int i = 0; i < N_CLUTCHES; i++)
    torques[i] = modes[i] == STICKS || modes[i] == FREE ? 0 : SLIDING * f[i] * modes[i];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double drive[N_BODIES] = { DRIVE * sin (DRIVE_RATE * at->t) };
  double f[N_CLUTCHES], torques[N_CLUTCHES];

  get_forces (at, f);
  set_sliding (at->q + MODE, f, torques);
  memcpy (dx + PHI, at->x + W, N_BODIES * sizeof (double));
  accelerate (at->q + MODE, drive, torques, dx + W);
}

/* Velocities of the other bodies. */
static void
outputs (const FmuPoint *at, double y[])
{
  double w = at->x[W];

  for (int i = 0; i < N_CLUTCHES; i++)
    {
      w += at->x[W + 1 + i];
      y[i] = w;
    }
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double drive[N_BODIES] = { DRIVE * DRIVE_RATE * cos (DRIVE_RATE * at->t) };
  const double still[N_BODIES] = { 0 };
  const double slope = NORMAL_FORCE_INPUT ? 0 : -RATE_1 * sin (RATE_1 * at->t);
  const double f_t[N_CLUTCHES] = { slope }, f_u[N_CLUTCHES] = { 1 };
  double torques[N_CLUTCHES];

  for (int i = 0; i < N_BODIES; i++)
    {
      j->fx[N_X * (PHI + i) + W + i] = 1;
      for (int k = 0; i > 0 && k <= i; k++)
        j->gx[N_X * (i - 1) + W + k] = 1;
    }
  set_sliding (at->q + MODE, f_t, torques);
  accelerate (at->q + MODE, drive, torques, j->ft + W);
  if (!NORMAL_FORCE_INPUT)
    return;
  set_sliding (at->q + MODE, f_u, torques);
  accelerate (at->q + MODE, still, torques, j->fu + W);
}

/* Of each clutch: that it goes on sliding, that the torque it sticks by is within both bounds, and
 * that it is closed. */
static void
indicators (const FmuPoint *at, double z[])
{
  const double drive[N_BODIES] = { DRIVE * sin (DRIVE_RATE * at->t) };
  double f[N_CLUTCHES], torques[N_CLUTCHES];

  get_forces (at, f);
  set_sliding (at->q + MODE, f, torques);
  find_torques (at->q + MODE, drive, torques);
  for (int i = 0; i < N_CLUTCHES; i++)
    {
      const double mode = at->q[MODE + i];
      const bool slides = mode != STICKS && mode != FREE;

      z[4 * i] = slides ? mode * at->x[W + 1 + i] : 1;
      z[4 * i + 1] = mode == STICKS ? STICKING * f[i] - torques[i] : 1;
      z[4 * i + 2] = mode == STICKS ? STICKING * f[i] + torques[i] : 1;
      /* The others are closed and opened by events in time. */
      z[4 * i + 3] = i == 0 ? f[0] : 1;
    }
}

/* What a clutch does by its normal force @f, its velocity @w and the mode it was in. */
static double
choose_mode (double mode, double f, double w)
{
  if (!(f > 0))
    return FREE;
  if (mode == FREE || mode == STICKS)
    return w > 0 ? 1 : w < 0 ? -1 : STICKS;
  return mode * w > 0 ? mode : STICKS;
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  const double drive[N_BODIES] = { DRIVE * sin (DRIVE_RATE * at->t) };
  double f[N_CLUTCHES], modes[N_CLUTCHES], torques[N_CLUTCHES];
  bool changed = false;

  if (at->t < CLOSES_3)
    event->next_event_time = at->t < CLOSES_2 ? CLOSES_2 : CLOSES_3;
  get_forces (at, f);
  for (int i = 0; i < N_CLUTCHES; i++)
    {
      modes[i] = choose_mode (at->q[MODE + i], f[i], at->x[W + 1 + i]);
      if (modes[i] == STICKS)
        event->x[W + 1 + i] = 0;
    }
  /* One that breaks away may take others along. */
  for (int round = 0; round < N_CLUTCHES; round++)
    {
      set_sliding (modes, f, torques);
      find_torques (modes, drive, torques);
      for (int i = 0; i < N_CLUTCHES; i++)
        if (modes[i] == STICKS && fabs (torques[i]) >= STICKING * f[i])
          {
            modes[i] = torques[i] > 0 ? 1 : -1;
            event->x[W + 1 + i] = modes[i] * LEAST;
            break;
          }
    }
  event->states_changed = true;
  for (int i = 0; i < N_CLUTCHES; i++)
    changed = changed || modes[i] != at->q[MODE + i];
  memcpy (event->q + MODE, modes, sizeof modes);
  if (changed && at->t > 0)
    fmu_note (at, event, CHANGES, T_CHANGE);
}

const FmuModel fmu_model = {
#if NORMAL_FORCE_INPUT
  .name = "clutches_input",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b12}",
  .n_u = 1,
#else
  .name = "coupled_clutches",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b11}",
#endif
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_y = N_CLUTCHES,
  .n_q = N_Q,
  .n_z = 4 * N_CLUTCHES,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
