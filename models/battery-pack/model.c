/* Lithium cells in series that have to give a demanded power. The current is a state, its equation
 * the derivative of the power balance: an ODE with one constraint. */
#include "model.h"

#include <complex.h>
#include <math.h>

enum
{
  CHARGE,
  VOLTAGE,
  TEMPERATURE,
  CURRENT,
  N_X
};
enum
{
  POWER,
  PACK_VOLTAGE,
  IMBALANCE,
  N_Y
};
enum
{
  CELLS,
  POWER_MAX,
  POWER_TOLERANCE,
  N_P
};
enum
{
  CYCLE
};
enum
{
  STEP_EVENTS
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = CHARGE, .start = 0.9, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = VOLTAGE, .start = 0, .nominal = 0.1 },
  { .reference = 3, .role = FMU_STATE, .index = TEMPERATURE, .start = 298.15, .nominal = 300 },
  { .reference = 4, .role = FMU_STATE, .index = CURRENT, .start = 9.303008542192, .nominal = 10 },
  { .reference = 5, .role = FMU_DERIVATIVE, .index = CHARGE },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = VOLTAGE },
  { .reference = 7, .role = FMU_DERIVATIVE, .index = TEMPERATURE },
  { .reference = 8, .role = FMU_DERIVATIVE, .index = CURRENT },
  { .reference = 9, .role = FMU_OUTPUT, .index = POWER },
  { .reference = 10, .role = FMU_OUTPUT, .index = PACK_VOLTAGE },
  { .reference = 11, .role = FMU_OUTPUT, .index = IMBALANCE },
  { .reference = 12, .role = FMU_PARAMETER, .index = CELLS, .start = 99 },
  { .reference = 13, .role = FMU_PARAMETER, .index = POWER_MAX, .start = 6000 },
  { .reference = 14, .role = FMU_PARAMETER, .index = POWER_TOLERANCE, .start = 1e-3 },
  { .reference = 15, .role = FMU_DISCRETE, .start = 0 },
  { .reference = 16, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static const FmuInteger integers[] = {
  { .reference = 1, .role = FMU_PARAMETER, .start = 2 },
};

static const FmuInteger booleans[] = {
  { .reference = 1, .role = FMU_PARAMETER, .start = 0 },
};

/* Of a cell: ampere hours, ohms, farads, joules per kelvin, watts per kelvin, kelvins. */
#define CAPACITY 2.3
#define R1 0.015
#define C1 2000.0
#define HEAT 70.0
#define COOLING 0.2
#define AMBIENT 298.15
#define PI 3.14159265358979323846

/* A drive on a road, made up: power as a part of the greatest one every 20 s, and straight lines in
 * between. Negative parts charge the battery. */
static const double cycle[] = { 0.5,  0.72, 0.95, 0.4,  0.45, 0.48, 0.3,  -0.15, -0.35, 0.1, 0.62,
                                0.88, 0.55, 0.5,  0.52, 0.46, 0.2,  -0.2, 0.15,  0.7,   1.0, 0.64,
                                0.5,  0.42, 0.48, 0.58, 0.3,  -0.1, -0.4, -0.25, 0 };
#define CYCLE_STEP 20.0
#define N_CYCLE ((int)(sizeof cycle / sizeof cycle[0]))

/* Demanded of one cell, W, and its slope, W/s. The segment of the cycle changes at events. */
static double
get_demand (const FmuPoint *at, double *slope)
{
  const double scale = at->p[POWER_MAX] / at->p[CELLS];
  const int k = (int)at->q[0];

  if (at->integers[CYCLE] == 1)
    {
      *slope = scale * PI / 60 * cos (2 * PI * at->t / 60);
      return scale * (0.5 + 0.5 * sin (2 * PI * at->t / 60));
    }
  *slope = 0;
  if (k + 1 >= N_CYCLE)
    return scale * cycle[N_CYCLE - 1];
  *slope = scale * (cycle[k + 1] - cycle[k]) / CYCLE_STEP;
  return scale * cycle[k] + *slope * (at->t - CYCLE_STEP * k);
}

static double complex
get_open_voltage (double complex s)
{
  return 3.30 + 0.06 * (s - 0.5) + 0.012 * clog (s / (1 - s));
}

static double complex
get_resistance (double complex t)
{
  return 0.010 * cexp (1800 * (1 / t - 1 / AMBIENT));
}

/* Complex, so that an imaginary step of 1e-100 gives partial derivatives to the last digit. */
static void
rates (const double complex x[], double complex slope, double complex dx[])
{
  const double complex s = x[CHARGE], v = x[VOLTAGE], t = x[TEMPERATURE], i = x[CURRENT];
  const double complex r = get_resistance (t), r_t = -1800 * r / (t * t);
  const double complex u = get_open_voltage (s), u_s = 0.06 + 0.012 / (s * (1 - s));

  dx[CHARGE] = -i / (3600 * CAPACITY);
  dx[VOLTAGE] = (i - v / R1) / C1;
  dx[TEMPERATURE] = (r * i * i + v * v / R1 - COOLING * (t - AMBIENT)) / HEAT;
  dx[CURRENT] = (slope - i * (u_s * dx[CHARGE] - dx[VOLTAGE] - r_t * dx[TEMPERATURE] * i))
                / (u - v - 2 * r * i);
}

static double complex
get_cell_voltage (const double complex x[])
{
  return get_open_voltage (x[CHARGE]) - x[VOLTAGE] - get_resistance (x[TEMPERATURE]) * x[CURRENT];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  double complex x[N_X], result[N_X];
  double slope;

  for (int k = 0; k < N_X; k++)
    x[k] = at->x[k];
  get_demand (at, &slope);
  rates (x, slope, result);
  for (int k = 0; k < N_X; k++)
    dx[k] = creal (result[k]);
}

static double
get_imbalance (const FmuPoint *at, const double state[])
{
  double complex x[N_X];
  double slope;

  for (int k = 0; k < N_X; k++)
    x[k] = state[k];
  return state[CURRENT] * creal (get_cell_voltage (x)) - get_demand (at, &slope);
}

static void
outputs (const FmuPoint *at, double y[])
{
  double complex x[N_X];
  double slope;

  for (int k = 0; k < N_X; k++)
    x[k] = at->x[k];
  y[POWER] = at->p[CELLS] * get_demand (at, &slope);
  y[PACK_VOLTAGE] = at->p[CELLS] * creal (get_cell_voltage (x));
  y[IMBALANCE] = get_imbalance (at, at->x);
}

static void
constraint_jacobian (const FmuPoint *at, double d[])
{
  const double step = 1e-100;
  double complex x[N_X];

  for (int k = 0; k < N_X; k++)
    x[k] = at->x[k];
  for (int k = 0; k < N_X; k++)
    {
      x[k] += step * I;
      d[k] = cimag (x[CURRENT] * get_cell_voltage (x)) / step;
      x[k] = at->x[k];
    }
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double step = 1e-100;
  double complex x[N_X], result[N_X];
  double slope, demand = get_demand (at, &slope);

  for (int k = 0; k < N_X; k++)
    x[k] = at->x[k];
  for (int k = 0; k < N_X; k++)
    {
      x[k] += step * I;
      rates (x, slope, result);
      for (int i = 0; i < N_X; i++)
        j->fx[N_X * i + k] = cimag (result[i]) / step;
      j->gx[N_X * PACK_VOLTAGE + k] = at->p[CELLS] * cimag (get_cell_voltage (x)) / step;
      x[k] = at->x[k];
    }
  constraint_jacobian (at, j->gx + N_X * IMBALANCE);
  /* The slope of the demand goes in linearly, and is that of one cell. */
  rates (x, slope + step * I, result);
  const double of_slope = cimag (result[CURRENT]) / step;

  j->fp[N_P * CURRENT + CELLS] = -of_slope * slope / at->p[CELLS];
  j->gp[N_P * PACK_VOLTAGE + CELLS] = creal (get_cell_voltage (x));
  j->gp[N_P * IMBALANCE + CELLS] = demand / at->p[CELLS];
  if (at->p[POWER_MAX] != 0)
    {
      j->fp[N_P * CURRENT + POWER_MAX] = of_slope * slope / at->p[POWER_MAX];
      j->gp[N_P * POWER + POWER_MAX] = at->p[CELLS] * demand / at->p[POWER_MAX];
      j->gp[N_P * IMBALANCE + POWER_MAX] = -demand / at->p[POWER_MAX];
    }
  j->gt[POWER] = at->p[CELLS] * slope;
  j->gt[IMBALANCE] = -slope;
  if (at->integers[CYCLE] == 1)
    j->ft[CURRENT]
        = -of_slope * at->p[POWER_MAX] / at->p[CELLS] * PI * PI / 1800 * sin (2 * PI * at->t / 60);
}

static void
constraints (const FmuPoint *at, double c[])
{
  c[0] = get_imbalance (at, at->x);
}

/* The current alone is moved, to the root of the quadratic equation that is the nearer one as long
 * as the battery is able to give the power. */
static bool
project (const FmuPoint *at, double x[])
{
  const double r = creal (get_resistance (x[TEMPERATURE]));
  const double u = creal (get_open_voltage (x[CHARGE])) - x[VOLTAGE];
  double slope, demand = get_demand (at, &slope);
  const double discriminant = u * u - 4 * r * demand;

  if (!(discriminant > 0))
    return false;
  x[CURRENT] = 2 * demand / (u + sqrt (discriminant));
  return true;
}

/* How it is done without the extension: the FMU corrects itself at step events. */
static bool
completed (const FmuPoint *at)
{
  return at->booleans[STEP_EVENTS] && fabs (get_imbalance (at, at->x)) > at->p[POWER_TOLERANCE];
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  int k = (int)at->q[0];

  if (completed (at))
    event->states_changed = project (at, event->x);
  if (at->integers[CYCLE] == 1)
    return;
  while (k + 1 < N_CYCLE && at->t >= CYCLE_STEP * (k + 1))
    k++;
  event->q[0] = k;
  if (k + 1 < N_CYCLE)
    event->next_event_time = CYCLE_STEP * (k + 1);
}

const FmuModel fmu_model = {
  .name = "battery_pack",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a43}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  FMU_TABLE (booleans),
  .n_x = N_X,
  .n_p = N_P,
  .n_y = N_Y,
  .n_q = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
  .completed = completed,
  .n_c = 1,
  .constraints = constraints,
  .constraint_jacobian = constraint_jacobian,
  .project = project,
};
