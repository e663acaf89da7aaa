#include "core/assembly/step-estimate.h"

#include "core/num/polynomial.h"

#include <math.h>
#include <string.h>

#define N_COEFF 4u
/* Maximum degree of an extrapolation. */
#define MAX_AHEAD 3u
/* Ratio of the prediction error to that of the steps before, all scaled to one length, that a
 * smooth function does not reach. */
#define ROUGH 20.0
/* Decay per step of the prediction error used for comparison. */
#define FORGOTTEN 0.5

struct LsStepEstimate
{
  guint n_in, n_out;
  const int *source;
  double tolerance;
  LsHeld *held;   /* n_in */
  guint n_past;   /* steps since the last discontinuity */
  double h_past;  /* length of the last step, s */
  double *past;   /* n_in x N_COEFF: polynomials of the last step */
  double *y_past; /* n_out: outputs at the beginning of the last step */
  /* Prediction errors of the inputs, divided by the power of the steps expected for a smooth
   * function. */
  double *usual, *now; /* n_in each: decaying maximum; in the last step judged, NaN if below the
                        * noise level */
  gboolean rough;      /* a jump or a kink was detected in it */
};

LsStepEstimate *
ls_step_estimate_new (
    guint n_in, const int source[], const LsHeld held[], guint n_out, double tolerance)
{
  LsStepEstimate *self = g_new0 (LsStepEstimate, 1);

  self->n_in = n_in;
  self->n_out = n_out;
  self->source = source;
  self->held = g_new0 (LsHeld, n_in + 1);
  memcpy (self->held, held, n_in * sizeof (LsHeld));
  self->past = g_new0 (double, (gsize)n_in *N_COEFF + 1);
  self->y_past = g_new0 (double, n_out + 1);
  self->tolerance = tolerance;
  self->usual = g_new0 (double, 2 * (gsize)n_in + 1);
  self->now = self->usual + n_in;
  return self;
}

void
ls_step_estimate_free (LsStepEstimate *self)
{
  if (self == NULL)
    return;
  g_free (self->held);
  g_free (self->past);
  g_free (self->y_past);
  g_free (self->usual);
  g_free (self);
}

void
ls_step_estimate_restart (LsStepEstimate *self)
{
  self->n_past = 0;
  memset (self->usual, 0, self->n_in * sizeof (double));
}

/* Unlike fmax() it returns NaN if either value is NaN. */
static double
get_larger (double a, double b)
{
  return isnan (a) || a > b ? a : b;
}

/* Mean over the step of a difference that is 1 at the end: tau (tau + h) ... (tau + (q - 1) h)
 * divided by its value at h, on equal steps. The coefficients of Adams and Bashforth. */
static double
get_mean_ahead (guint order)
{
  static const double means[] = { 1.0 / 2.0, 5.0 / 12.0, 3.0 / 8.0, 251.0 / 720.0 };

  return means[CLAMP (order, 1, MAX_AHEAD + 1) - 1];
}

/* Whether there is a jump or a kink within the step: the prediction error is then much greater than
 * expected from the @power of the steps. Below the tolerance it is noise, mostly of iterations. */
static gboolean
is_rough (LsStepEstimate *self, guint input, double surprise, double power, double range)
{
  double usual = self->usual[input];

  self->now[input] = NAN;
  if (!(surprise > self->tolerance * range))
    return FALSE;
  self->now[input] = surprise / power;
  return usual > 0.0 && self->now[input] > ROUGH * usual;
}

/* The output has jumped by @surprise at an unknown time within the step: the mean error of a smooth
 * interpolation, averaged over that time, is half the jump. */
static double
take_rough (LsStepEstimate *self, double surprise)
{
  self->rough = TRUE;
  return 0.5 * surprise;
}

/* With equal end values: y'' tau (h - tau) / 2, mean y'' h^2 / 12; y'' h (h + H) / 2 is the
 * prediction error of the straight line through the last two outputs. */
static double
compare_line (
    LsStepEstimate *self, const LsStepWorth *step, guint input, double range, double *surprise)
{
  const int output = self->source[input];
  const double h = step->h, H = self->h_past, y = step->y_start[output];
  double slope;

  if (self->n_past < 1)
    return 0.0;
  slope = (y - self->y_past[output]) / H;
  *surprise = fabs (step->y[output] - y - h * slope);
  if (is_rough (self, input, *surprise, h * (h + H), range))
    return take_rough (self, *surprise);
  return *surprise * h / (6.0 * (h + H));
}

/* With equal end values and slopes: y'''' tau^2 (h - tau)^2 / 24, mean y'''' h^4 / 720. The
 * extrapolated cubic of the last step has the prediction error y'''' h^2 (h + H)^2 / 24 at the end:
 * predictor and corrector of one order, whose difference estimates the error (Milne 1926). */
static double
compare_cubic (
    LsStepEstimate *self, const LsStepWorth *step, guint input, double range, double *surprise)
{
  double h = step->h, H = self->h_past;
  const double *a = self->past + (gsize)input * N_COEFF;

  /* After a first step, with a parabola, the predictor is of lower order, which overestimates the
   * error. */
  if (self->n_past < 1)
    return 0.0;
  *surprise = fabs (step->y[self->source[input]] - ls_polynomial_get_value (a, N_COEFF - 1, H + h));
  if (is_rough (self, input, *surprise, h * h * (h + H) * (h + H), range))
    return take_rough (self, *surprise);
  return *surprise * h * h / (30.0 * (h + H) * (h + H));
}

/* Error of a component that holds an input at the mean of its polynomial. An output with direct
 * feed-through is off by half the change at the end. States see the correct mean, but with an error
 * of its first moment, u' h^2 / 12, scaled by the rate of change of the signal, u' over range. */
static double
compare_mean (LsHeld held, const LsStepWorth *step, const double a[], double range)
{
  double change = fabs (ls_polynomial_get_value (a, step->degree, step->h) - a[0]);

  if (held == LS_HELD_NOT || step->degree == 0)
    return 0.0;
  return held == LS_HELD_THROUGH ? 0.5 * change : change * change / (12.0 * range);
}

static double
compare (LsStepEstimate *self, const LsStepWorth *step, guint input, double range, double *surprise)
{
  const double *a = step->u + (gsize)input * (step->degree + 1);
  guint output = (guint)self->source[input];
  double begin = fabs (step->y_start[output] - a[0]);
  double end = fabs (step->y[output] - ls_polynomial_get_value (a, step->degree, step->h));
  double mean = 0.0;

  *surprise = end;
  switch (step->inputs)
    {
    case LS_INPUTS_CONSTANT:
      *surprise = get_larger (begin, end);
      mean = 0.5 * *surprise;
      break;
    case LS_INPUTS_AHEAD:
      mean = get_mean_ahead (step->order) * end;
      break;
    case LS_INPUTS_SMOOTH:
      mean = end;
      break;
    case LS_INPUTS_LINEAR:
      mean = 0.5 * end + compare_line (self, step, input, range, surprise);
      break;
    case LS_INPUTS_CUBIC:
    default:
      mean = end + compare_cubic (self, step, input, range, surprise);
    }
  return mean + compare_mean (self->held[input], step, a, range);
}

/* Whether the polynomials interpolate the outputs at both ends, or lag behind them. */
static gboolean
between (const LsStepWorth *step)
{
  return step->inputs == LS_INPUTS_LINEAR || step->inputs == LS_INPUTS_CUBIC;
}

gboolean
ls_step_estimate_compute (LsStepEstimate *self,
                          const LsStepWorth *step,
                          const double ranges[],
                          double errors[],
                          double surprises[])
{
  self->rough = FALSE;
  memset (errors, 0, self->n_out * sizeof (double));
  memset (surprises, 0, self->n_out * sizeof (double));
  for (guint j = 0; j < self->n_in; j++)
    if (self->source[j] >= 0)
      {
        guint i = (guint)self->source[j];
        double surprise, error = compare (self, step, j, ranges[i], &surprise);

        errors[i] = get_larger (errors[i], error);
        surprises[i] = get_larger (surprises[i], surprise);
      }
  return !between (step) || self->n_past > 0;
}

guint
ls_step_estimate_limit_order (const LsStepEstimate *self, guint order, guint degree)
{
  for (guint j = 0; j < self->n_in && degree > 0; j++)
    if (self->source[j] >= 0 && self->held[j] != LS_HELD_NOT)
      order = MIN (order, self->held[j] == LS_HELD_THROUGH ? 1 : 2);
  return order;
}

guint
ls_step_estimate_get_order (const LsStepEstimate *self, guint order, guint degree)
{
  /* Order of a kink; the error of a jump does not fall with the step. */
  return self->rough ? 1 : ls_step_estimate_limit_order (self, order, degree);
}

void
ls_step_estimate_commit (LsStepEstimate *self, const LsStepWorth *step)
{
  guint n = step->degree + 1;

  for (guint j = 0; j < self->n_in && step->inputs == LS_INPUTS_CUBIC; j++)
    memcpy (self->past + (gsize)j * N_COEFF, step->u + (gsize)j * n, n * sizeof (double));
  for (guint j = 0; between (step) && self->n_past > 0 && j < self->n_in; j++)
    if (self->source[j] >= 0 && !isnan (self->now[j]))
      self->usual[j] = fmax (self->now[j], FORGOTTEN * self->usual[j]);
  memcpy (self->y_past, step->y_start, self->n_out * sizeof (double));
  self->h_past = step->h;
  self->n_past++;
}

void
ls_step_estimate_visit_state (LsStepEstimate *self, LsVisitMemoryFunc func, gpointer user_data)
{
  LS_VISIT_MEMBERS (self, n_past, h_past, func, user_data);
  LS_VISIT_MEMBERS (self, rough, rough, func, user_data);
  func (self->past, self->n_in * N_COEFF * sizeof (double), user_data);
  func (self->usual, self->n_in * sizeof (double), user_data);
  func (self->y_past, self->n_out * sizeof (double), user_data);
}
