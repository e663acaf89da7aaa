#include "core/ode/event.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define TOLERANCE 1e-13
/* Minimum bracket length as a fraction of the step; effective only where t is near 0. */
#define LEAST 1e-16
/* Beyond this many secants the locator falls back to bisection. */
#define MAX_SECANTS 200u

struct LsEventLocator
{
  guint n;
  double *z; /* n: at the start of the next step */
  double *low, *middle, *high;
  gint8 *fired;
  int broken;
  guint64 evaluations;
};

LsEventLocator *
ls_event_locator_new (guint n)
{
  LsEventLocator *self = g_new0 (LsEventLocator, 1);

  self->n = n;
  self->z = g_new0 (double, 4 * (gsize)n + 1);
  self->low = self->z + n;
  self->middle = self->low + n;
  self->high = self->middle + n;
  self->fired = g_new0 (gint8, n + 1);
  self->broken = -1;
  return self;
}

void
ls_event_locator_free (LsEventLocator *self)
{
  if (self == NULL)
    return;
  g_free (self->z);
  g_free (self->fired);
  g_free (self);
}

void
ls_event_locator_start (LsEventLocator *self, const double z[])
{
  if (self->n > 0)
    memcpy (self->z, z, self->n * sizeof (double));
}

void
ls_event_locator_save (const LsEventLocator *self, double z[])
{
  if (self->n > 0)
    memcpy (z, self->z, self->n * sizeof (double));
}

void
ls_event_locator_visit_state (LsEventLocator *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (self->z, self->n * sizeof (double), user_data);
}

static gboolean
changes (double a, double b)
{
  return (a > 0.0) != (b > 0.0);
}

static gboolean
any_changes (const LsEventLocator *self, const double a[], const double b[])
{
  for (guint i = 0; i < self->n; i++)
    if (changes (a[i], b[i]))
      return TRUE;
  return FALSE;
}

static LsStatus
evaluate (LsEventLocator *self, double t, LsIndicatorsFunc func, gpointer user_data, double z[])
{
  LsStatus status = func (t, z, user_data);

  self->evaluations++;
  for (guint i = 0; i < self->n && status == LS_OK; i++)
    if (isnan (z[i]))
      {
        self->broken = (int)i;
        return LS_RETRY;
      }
  return status;
}

/* Of the indicators that change domain, the one whose secant crosses zero first. */
static guint
pick (const LsEventLocator *self)
{
  guint best = 0;
  double greatest = -1.0;

  for (guint i = 0; i < self->n; i++)
    {
      double share;

      if (!changes (self->low[i], self->high[i]))
        continue;
      share = fabs (self->high[i] / (self->high[i] - self->low[i]));
      if (share > greatest)
        {
          greatest = share;
          best = i;
        }
    }
  return best;
}

/* The next trial: zero of the secant with the weight @alpha on the left value. */
static double
propose (const LsEventLocator *self, double low, double high, double alpha, double tolerance)
{
  guint i = pick (self);
  double length = high - low, middle = low + 0.5 * length;
  double z_low = self->low[i], z_high = self->high[i];
  double least = 0.5 / fmin (5.0, length / tolerance);

  if (z_low != 0.0 && z_high != 0.0 && isfinite (z_low) && isfinite (z_high))
    middle = high - length * z_high / (z_high - alpha * z_low);
  /* A trial closer than this to an end gains nothing: move it a tenth of the bracket inwards, more
   * when the bracket is short. */
  if (!(fabs (middle - low) >= 0.5 * tolerance))
    middle = low + length * least;
  else if (!(fabs (high - middle) >= 0.5 * tolerance))
    middle = high - length * least;
  return middle;
}

static double
get_tolerance (double low, double high)
{
  double size = fmax (fabs (low), fabs (high));

  return fmax (fmax (TOLERANCE, 4.0 * DBL_EPSILON) * size, LEAST * (high - low));
}

/* Shrinks the bracket; @high becomes its right end. */
static LsStatus
shrink (LsEventLocator *self, double low, double *high, LsIndicatorsFunc func, gpointer user_data)
{
  double tolerance = get_tolerance (low, *high), alpha = 1.0;
  int side = 0, last = 0;

  for (guint k = 0; *high - low > tolerance; k++)
    {
      double middle;
      LsStatus status;

      /* Illinois weights: change the weight of an end that stays for a second time. */
      alpha = side == 0 || side != last ? 1.0 : side > 0 ? 2.0 * alpha : 0.5 * alpha;
      last = side;
      middle = k < MAX_SECANTS ? propose (self, low, *high, alpha, tolerance)
                               : low + 0.5 * (*high - low);
      if (!(middle > low && middle < *high))
        break;
      status = evaluate (self, middle, func, user_data, self->middle);
      if (status != LS_OK)
        return status;
      if (any_changes (self, self->low, self->middle))
        {
          *high = middle;
          memcpy (self->high, self->middle, self->n * sizeof (double));
          side = -1;
        }
      else
        {
          low = middle;
          memcpy (self->low, self->middle, self->n * sizeof (double));
          side = 1;
        }
    }
  return LS_OK;
}

/* Whether an indicator is exactly 0 and may be leaving the domain z <= 0. */
static gboolean
lingers (const LsEventLocator *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->high[i] == 0.0 && !(self->z[i] > 0.0))
      return TRUE;
  return FALSE;
}

/* Indicators that cross zero together differ there by rounding: a falling one has changed its
 * domain at 0, a rising one has not. One tolerance further both have. */
static LsStatus
merge (LsEventLocator *self, double t_high, double *t, LsIndicatorsFunc func, gpointer user_data)
{
  double beyond = fmin (t_high, *t + get_tolerance (*t, *t));
  LsStatus status;

  if (!(beyond > *t) || !lingers (self))
    return LS_OK;
  status = evaluate (self, beyond, func, user_data, self->middle);
  if (status != LS_OK)
    return status;
  for (guint i = 0; i < self->n; i++)
    if (changes (self->z[i], self->high[i]) && changes (self->high[i], self->middle[i]))
      return LS_OK;
  if (!any_changes (self, self->high, self->middle))
    return LS_OK;
  *t = beyond;
  memcpy (self->high, self->middle, self->n * sizeof (double));
  return LS_OK;
}

LsStatus
ls_event_locator_locate (LsEventLocator *self,
                         double t_low,
                         double t_high,
                         LsIndicatorsFunc func,
                         gpointer user_data,
                         gboolean *found,
                         double *t_event)
{
  LsStatus status;

  *found = FALSE;
  *t_event = t_high;
  self->broken = -1;
  if (self->n == 0)
    return LS_OK;
  status = evaluate (self, t_high, func, user_data, self->high);
  if (status != LS_OK)
    return status;
  if (!any_changes (self, self->z, self->high))
    {
      memcpy (self->z, self->high, self->n * sizeof (double));
      return LS_OK;
    }
  memcpy (self->low, self->z, self->n * sizeof (double));
  status = shrink (self, t_low, t_event, func, user_data);
  if (status == LS_OK)
    status = merge (self, t_high, t_event, func, user_data);
  if (status != LS_OK)
    return status;
  *found = TRUE;
  for (guint i = 0; i < self->n; i++)
    self->fired[i] = !changes (self->z[i], self->high[i]) ? 0 : self->high[i] > 0.0 ? 1 : -1;
  return LS_OK;
}

const gint8 *
ls_event_locator_get_fired (const LsEventLocator *self)
{
  return self->fired;
}

int
ls_event_locator_get_broken (const LsEventLocator *self)
{
  return self->broken;
}

guint64
ls_event_locator_get_evaluations (const LsEventLocator *self)
{
  return self->evaluations;
}
