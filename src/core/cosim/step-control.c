#include "core/cosim/step-control.h"

#include <math.h>
#include <string.h>

#define SAFETY 0.95
/* Exponents of the present and the last error, over the order (Gustafsson 1991). */
#define INTEGRAL 0.7
#define PROPORTIONAL 0.4
#define LEAST_FACTOR 0.2
#define GREATEST_FACTOR 2.0
/* Growth by less than this is not worth new matrices. */
#define WORTHWHILE 1.1
/* A step this far beyond what is allowed is taken again. */
#define REJECT 2.0
/* So often in a row: what does not get better is no matter of the step. */
#define MAX_REJECTIONS 8u

struct LsStepControl
{
  guint n;
  double tolerance, first, greatest, memory;
  double step, last_error;
  double passed, n_passed; /* accepted steps: time, s, and number; what is long ago counts less */
  guint rejections;
  gboolean started;
  double *nominals, *low, *high; /* n */
};

LsStepControl *
ls_step_control_new (guint n,
                     const double nominals[],
                     double tolerance,
                     double first,
                     double greatest,
                     double memory)
{
  LsStepControl *self = g_new0 (LsStepControl, 1);

  self->n = n;
  self->tolerance = tolerance;
  self->first = self->step = fmin (first, greatest);
  self->greatest = greatest;
  self->memory = memory;
  self->last_error = 1.0;
  self->nominals = g_new0 (double, 3 * (gsize)n + 1);
  self->low = self->nominals + n;
  self->high = self->low + n;
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
        middle = self->low[i] = self->high[i] = y[i];
      self->low[i] = fmin (y[i], middle + kept * (self->low[i] - middle));
      self->high[i] = fmax (y[i], middle + kept * (self->high[i] - middle));
    }
  self->started = TRUE;
}

double
ls_step_control_measure (const LsStepControl *self, const double errors[])
{
  double greatest = 0.0;

  for (guint i = 0; i < self->n; i++)
    {
      double size = fmax (self->high[i] - self->low[i], self->nominals[i]);
      double error = fabs (errors[i]) / (self->tolerance * size);

      if (!(error <= greatest))
        greatest = isfinite (error) ? error : INFINITY;
    }
  return greatest;
}

static double
get_factor (const LsStepControl *self, double error, guint order)
{
  double factor;

  error = fmax (error, 1e-10);
  factor = SAFETY * pow (error, -INTEGRAL / order) * pow (self->last_error, PROPORTIONAL / order);
  return fmin (fmax (factor, LEAST_FACTOR), GREATEST_FACTOR);
}

gboolean
ls_step_control_judge (
    LsStepControl *self, double error, guint order, double h, gboolean can_reject)
{
  double factor;

  /* Inputs are wrong for as long as a step takes: what counts is error times length. */
  if (self->n_passed > 0.0)
    error *= h * self->n_passed / self->passed;
  order++;
  if (can_reject && error > REJECT && self->rejections < MAX_REJECTIONS)
    {
      self->rejections++;
      factor = SAFETY * pow (error, -1.0 / order);
      self->step = h * fmin (fmax (factor, LEAST_FACTOR), 0.7);
      self->last_error = 1.0;
      return FALSE;
    }
  factor = get_factor (self, error, order);
  /* Right after a rejection it does not grow at once. */
  if (self->rejections > 0)
    factor = fmin (factor, 1.0);
  self->passed += h;
  self->n_passed += 1.0;
  self->rejections = 0;
  self->last_error = fmin (fmax (error, 1e-4), 1e4);
  if (factor > 0.98 && factor < WORTHWHILE)
    factor = 1.0;
  self->step = fmin (h * factor, self->greatest);
  return TRUE;
}

double
ls_step_control_get_step (const LsStepControl *self)
{
  return self->step;
}

void
ls_step_control_restart (LsStepControl *self)
{
  self->step = fmin (self->step, self->first);
  self->last_error = 1.0;
  self->rejections = 0;
}

void
ls_step_control_shorten (LsStepControl *self, double h)
{
  self->step = 0.5 * h;
}
