/* A macro step of one component: length, degree of the inputs, ticks in the middle. */
#include "core/system/system-impl.h"

#include "core/base/interrupt.h"
#include "core/num/polynomial.h"

#include <math.h>
#include <string.h>

/* Least-squares approximation over the step of polynomials of degree @from by degree @to: it
 * preserves the moments up to that order, so integrals over inputs have a small error. Term by
 * term: s^p on [0, 1] minus Legendre's polynomial of degree p is of lower degree. */
static void
lower_polynomial (double c[], double h, guint from, guint to)
{
  static const double lower[][LS_SYSTEM_MAX_DEGREE]
      = { { 0.0 }, { 1.0 / 2.0 }, { -1.0 / 6.0, 1.0 }, { 1.0 / 20.0, -3.0 / 5.0, 3.0 / 2.0 } };

  for (guint p = from; p > to; p--)
    for (guint q = 0; q < p; q++)
      c[q] += lower[p][q] * c[p] * pow (h, (double)p - q);
}

static const double *
lower_degree (LsSystem *self, double h, guint from, guint to, const double u[])
{
  for (guint j = 0; j < self->info->n_in; j++)
    {
      const double *high = u + (gsize)j * (from + 1);
      double *low = self->lowered + (gsize)j * (to + 1);
      double c[LS_SYSTEM_MAX_DEGREE + 1];

      if (to == 0)
        {
          low[0] = ls_polynomial_get_mean (high, from, h);
          continue;
        }
      memcpy (c, high, (from + 1) * sizeof (double));
      lower_polynomial (c, h, from, to);
      memcpy (low, c, (to + 1) * sizeof (double));
    }
  return self->lowered;
}

/* Length of a step of @h from @time: up to the exact grid point where that equals @h up to rounding
 * (false for NaN). */
static double
get_length (const LsSystem *self, double time, double h)
{
  const double length = self->end_time - time;

  return fabs (length - h) <= 1e-9 * h ? length : h;
}

static LsStatus
step (LsSystem *self,
      double h,
      guint degree,
      const double u[],
      double y[],
      double dy[],
      gboolean *event)
{
  const double time = ls_system_get_time (self), length = get_length (self, time, h);
  const guint limit = self->info->input_degree;

  *event = FALSE;
  if (degree > limit)
    {
      u = lower_degree (self, h, degree, limit, u);
      degree = limit;
    }
  return self->klass->step (self, length, length == h ? time + h : self->end_time, degree,
                            ls_system_map_polynomials (self, degree, u), y, dy, event);
}

/* A tick is passed on in its instant, so the step has to end there. Earlier ticks than the last of
 * a Clock are found when the step is repeated up to that one. */
static G_GNUC_NO_INLINE LsStatus
look_for_ticks (LsSystem *self, double begin)
{
  const double end = ls_system_get_time (self);

  self->tick = INFINITY;
  self->ticks_at_end = FALSE;
  for (guint i = 0; i < self->ends_at->len; i++)
    {
      double time;

      if (ls_system_get_n_ticks (self, self->ends_at->pdata[i], &time) == 0 || !(time > begin))
        continue;
      if (time < end - 1e-12 * fmax (fabs (end), end - begin))
        self->tick = fmin (self->tick, time);
      else
        self->ticks_at_end = TRUE;
    }
  return isfinite (self->tick) ? LS_RETRY : LS_OK;
}

LsStatus
ls_system_step (LsSystem *self,
                double h,
                guint degree,
                const double u[],
                double y[],
                double dy[],
                gboolean *event)
{
  const double begin = G_UNLIKELY (self->ends_at != NULL) ? ls_system_get_time (self) : 0.0;
  LsStatus status;

  g_return_val_if_fail (degree <= LS_SYSTEM_MAX_DEGREE, LS_STOP);

  if (G_UNLIKELY (ls_interrupt_is_wanted ()))
    return LS_STOP;
  status = step (self, h, degree, u, y, dy, event);
  if (G_UNLIKELY (self->ends_at != NULL) && status == LS_OK)
    status = look_for_ticks (self, begin);
  if (G_UNLIKELY (self->step_observer != NULL) && status == LS_OK)
    self->step_observer->integrated (self->index, h, degree, u, y, self->step_observer->user_data);
  return status;
}
