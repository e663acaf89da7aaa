#include "core/assembly/step-control.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Target error relative to the tolerance. */
#define SAFETY 0.6
/* Maximum effective tolerance: methods of first order become unstable before a step has a greater
 * error. */
#define LOOSEST 1e-2
/* Exponents of the current and the last error, divided by the order (Gustafsson 1991). */
#define INTEGRAL 0.9
#define PROPORTIONAL 0.1
#define LEAST_FACTOR 0.2
#define GREATEST_FACTOR 2.0
/* Before an error has limited the step for the first time. */
#define GREATEST_FACTOR_AT_START 10.0
/* First step relative to the maximum step and the cube root of the tolerance: costs a few steps
 * more, but skips no oscillation. */
#define FIRST 2e-3
/* Maximum prediction error relative to the range. With cubics on equal steps the error is a 120th
 * of the prediction error, so this limit is effective for tolerances above 1e-3. Beyond it the
 * estimate is meaningless, since the step may skip an oscillation. */
#define GREATEST_SURPRISE 0.125
/* Smaller changes of the step do not justify new matrices. */
#define WORTHWHILE 1.05
/* A step with an error of this multiple of the target is rejected. */
#define REJECT 2.0
/* Power of the step length by which errors are weighted. */
#define WEIGHT 2u
/* Maximum number of rejections in a row: beyond it the error does not depend on the step. */
#define MAX_REJECTIONS 8u
/* Error of a whole run, relative to the tolerance of its steps, up to which no warning is given. */
#define EXPECTED 10.0
/* Arrays of n numbers. */
#define N_ARRAYS 7u

struct LsStepControl
{
  guint n;
  double tolerance, first, greatest, memory;
  double step, error, last_error;
  double passed, n_passed; /* accepted steps after the start: time, s, and number */
  guint rejections;
  gboolean started, starting, stuck;
  double *nominals, *low, *high; /* n */
  /* Of the whole run, never forgotten: n each. */
  double *lowest, *highest, *last, *path;
  double missed, time; /* errors of steps times their lengths, s; sum of lengths, s */
};

LsStepControl *
ls_step_control_new (
    guint n, const double nominals[], double tolerance, double greatest, double memory)
{
  LsStepControl *self = g_new0 (LsStepControl, 1);

  self->n = n;
  self->tolerance = fmin (tolerance, LOOSEST);
  self->first = self->step = FIRST * cbrt (self->tolerance) * greatest;
  self->greatest = greatest;
  self->memory = memory;
  self->last_error = 1.0;
  self->starting = TRUE;
  self->nominals = g_new0 (double, N_ARRAYS *(gsize)n + 1);
  self->low = self->nominals + n;
  self->high = self->low + n;
  self->lowest = self->high + n;
  self->highest = self->lowest + n;
  self->last = self->highest + n;
  self->path = self->last + n;
  memcpy (self->nominals, nominals, n * sizeof (double));
  return self;
}

void
ls_step_control_free (LsStepControl *self)
{
  if (self == NULL)
    return;
  g_free (self->nominals);
  g_free (self);
}

void
ls_step_control_observe (LsStepControl *self, const double y[], double h)
{
  double kept = exp (-h / self->memory);

  for (guint i = 0; i < self->n; i++)
    {
      double middle = 0.5 * (self->low[i] + self->high[i]);

      if (!self->started)
        middle = self->low[i] = self->high[i] = self->lowest[i] = self->highest[i] = self->last[i]
            = y[i];
      self->lowest[i] = fmin (self->lowest[i], y[i]);
      self->highest[i] = fmax (self->highest[i], y[i]);
      self->path[i] += fabs (y[i] - self->last[i]);
      self->last[i] = y[i];
      self->low[i] = fmin (y[i], middle + kept * (self->low[i] - middle));
      self->high[i] = fmax (y[i], middle + kept * (self->high[i] - middle));
    }
  self->started = TRUE;
}

void
ls_step_control_get_ranges (const LsStepControl *self, const double y[], double ranges[])
{
  for (guint i = 0; i < self->n; i++)
    ranges[i] = fmax (fmax (self->high[i], y[i]) - fmin (self->low[i], y[i]), self->nominals[i]);
}

double
ls_step_control_measure (const LsStepControl *self, const double ranges[], const double values[])
{
  double greatest = 0.0;

  for (guint i = 0; i < self->n; i++)
    {
      double size = fabs (values[i]) / ranges[i];

      if (!(size <= greatest))
        greatest = isfinite (size) ? size : INFINITY;
    }
  return greatest;
}

/* Factor without regard to the last error. */
static double
get_plain_factor (double error, guint order)
{
  return pow (fmax (error, 1e-10), -1.0 / order);
}

static double
get_factor (LsStepControl *self, double error, guint order, gboolean known)
{
  double greatest = self->starting ? GREATEST_FACTOR_AT_START : GREATEST_FACTOR;
  double factor = get_plain_factor (error, order);

  if (!self->starting)
    factor = pow (fmax (error, 1e-10), -INTEGRAL / order)
             * pow (self->last_error, PROPORTIONAL / order);
  if (known && factor < greatest)
    self->starting = FALSE;
  /* No growth right after a rejection. */
  if (!known || self->rejections > 0)
    greatest = 1.0;
  return fmin (fmax (factor, LEAST_FACTOR), greatest);
}

/* Error in units of the target. An error acts for the length of its step: controlling error times
 * length gives the fewest steps for a sum of errors over the run, and lets a short step pass a
 * jump. A second factor of the length discourages changes of the step, since on equal steps
 * oscillating errors cancel (measured on both example models). */
static double
weigh (const LsStepControl *self, const LsStepVerdict *verdict)
{
  double error = verdict->error / (SAFETY * self->tolerance);
  double surprise = verdict->surprise / GREATEST_SURPRISE;
  double length = self->n_passed > 0.0 ? verdict->h * self->n_passed / self->passed : 1.0;

  return fmax (error * length * length, surprise * fmin (length * length, 1.0));
}

static void
reject (LsStepControl *self, double h, guint order)
{
  double factor = get_plain_factor (self->error, order);

  self->rejections++;
  self->step = h * fmin (fmax (factor, LEAST_FACTOR), 0.7);
  self->last_error = 1.0;
  self->starting = FALSE;
}

gboolean
ls_step_control_judge (LsStepControl *self, const LsStepVerdict *verdict)
{
  double h = verdict->h, factor;
  guint order = verdict->order + WEIGHT;
  gboolean bad;

  self->error = weigh (self, verdict);
  bad = verdict->can_reject && self->error > REJECT;
  self->stuck = bad && self->rejections >= MAX_REJECTIONS;
  if (bad && !self->stuck)
    {
      reject (self, h, order);
      return FALSE;
    }
  self->missed += verdict->error * h;
  self->time += h;
  factor = get_factor (self, self->error, order, verdict->known);
  if (!self->starting)
    {
      self->passed += h;
      self->n_passed += 1.0;
    }
  self->rejections = 0;
  self->last_error = fmin (fmax (self->error, 1e-4), 1e4);
  if (factor * WORTHWHILE > 1.0 && factor < WORTHWHILE)
    factor = 1.0;
  self->step = fmin (h * factor, self->greatest);
  return TRUE;
}

double
ls_step_control_get_tolerance (const LsStepControl *self)
{
  return self->tolerance;
}

double
ls_step_control_get_error (const LsStepControl *self)
{
  return self->error;
}

gboolean
ls_step_control_is_stuck (const LsStepControl *self)
{
  return self->stuck;
}

double
ls_step_control_get_step (const LsStepControl *self)
{
  return self->step;
}

double
ls_step_control_get_swings (const LsStepControl *self)
{
  double most = 0.0;

  for (guint i = 0; i < self->n; i++)
    most
        = fmax (most, self->path[i] / fmax (self->highest[i] - self->lowest[i], self->nominals[i]));
  return most;
}

/* Error propagation is invisible in a single step. Near a stable equilibrium errors fade; on an
 * orbit, or between switchings of a thermostat, each error shifts everything after it in time,
 * which causes an error proportional to the movement of the signal: the sum grows with its path
 * length. */
double
ls_step_control_get_drift (const LsStepControl *self)
{
  return self->time > 0.0 ? ls_step_control_get_swings (self) * self->missed / self->time : 0.0;
}

char *
ls_step_control_explain_swings (double tolerance, double swings, double drift)
{
  const double allowed = fmin (tolerance, LOOSEST);
  char percent[LS_NUMBER_SIZE], given[LS_NUMBER_SIZE];

  if (!(drift > EXPECTED * allowed))
    return NULL;
  return g_strdup_printf (
      /* Translators: tolerance, a number, percent of a range. */
      _ ("The tolerance of %s applies to each step. Outputs passed through their ranges %.0f "
         "times, and without damping errors of steps accumulate: the error of the whole run may be "
         "about %s %% of the ranges, and more if periods depend on amplitudes. A run with a tenth "
         "of the tolerance shows how much."),
      ls_number_format (allowed, given), swings,
      ls_number_format_short (100.0 * fmin (drift, 1.0), 2, percent));
}

void
ls_step_control_restart (LsStepControl *self)
{
  self->step = fmin (self->step, self->first);
  self->last_error = 1.0;
  self->rejections = 0;
  self->starting = TRUE;
}

void
ls_step_control_resume (LsStepControl *self, double h)
{
  self->step = fmax (self->step, fmin (h, self->greatest));
}

void
ls_step_control_shorten (LsStepControl *self, double h)
{
  self->step = 0.5 * h;
}

void
ls_step_control_visit_state (LsStepControl *self, LsVisitMemoryFunc func, gpointer user_data)
{
  LS_VISIT_MEMBERS (self, n, stuck, func, user_data);
  LS_VISIT_MEMBERS (self, missed, time, func, user_data);
  func (self->nominals, N_ARRAYS * self->n * sizeof (double), user_data);
}
