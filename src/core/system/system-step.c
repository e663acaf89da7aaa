/* Steps of systems for Co-Simulation: inputs to instances, outputs back. */
#include "core/base/interrupt.h"
#include "core/system/system-me-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
ls_system_aim (LsSystem *self, double end_time)
{
  self->end_time = end_time;
}

static LsStatus
set_derivatives (LsSystem *self, guint degree, const double u[])
{
  guint n = self->info->n_in;
  /* Those of the last step would stay where they are not replaced. */
  guint orders = MAX (degree, self->last_degree);
  double factorial = 1.0;

  self->last_degree = degree;
  for (guint p = 1; p <= orders; p++)
    {
      factorial *= p;
      for (guint j = 0; j < n; j++)
        self->poly_values[(p - 1) * n + j]
            = p <= degree ? factorial * u[j * (degree + 1) + p] : 0.0;
      for (guint j = 0; self->in_factors != NULL && j < n; j++)
        self->poly_values[(p - 1) * n + j] *= self->in_factors[j];
    }
  return ls_instance_set_input_derivatives (self->instance, self->poly_refs, (gsize)n * orders,
                                            self->poly_orders, self->poly_values);
}

static void
average_inputs (LsSystem *self, double h, guint degree, const double u[])
{
  for (guint j = 0; j < self->info->n_in; j++)
    {
      double sum = 0.0;

      for (guint p = degree + 1; p-- > 0;)
        sum = sum * h + u[j * (degree + 1) + p] / (p + 1.0);
      self->in_values[j] = sum;
    }
}

/* The polynomials of degree @to that are nearest to those of @from over the step, in the mean of
 * squares: they keep its moments up to that order, so that what is integrated from inputs is wrong
 * by little. Term by term: s^p on [0, 1] but for Legendre's polynomial of degree p is of lower
 * degree. */
static const double *
lower_degree (LsSystem *self, double h, guint from, guint to, const double u[])
{
  static const double lower[][LS_SYSTEM_MAX_DEGREE]
      = { { 0.0 }, { 1.0 / 2.0 }, { -1.0 / 6.0, 1.0 }, { 1.0 / 20.0, -3.0 / 5.0, 3.0 / 2.0 } };

  for (guint j = 0; j < self->info->n_in; j++)
    {
      double c[LS_SYSTEM_MAX_DEGREE + 1];
      double *low = self->low_inputs + (gsize)j * (to + 1);

      memcpy (c, u + (gsize)j * (from + 1), (from + 1) * sizeof (double));
      for (guint p = from; p > to; p--)
        for (guint q = 0; q < p; q++)
          c[q] += lower[p][q] * c[p] * pow (h, (double)p - q);
      memcpy (low, c, (to + 1) * sizeof (double));
    }
  return self->low_inputs;
}

static LsStatus
set_values (LsSystem *self, double h, guint degree, const double u[])
{
  guint n = self->info->n_in;
  const double *values = self->in_values;

  if (degree == 0)
    values = u;
  else if (!self->info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS])
    average_inputs (self, h, degree, u);
  else
    for (guint j = 0; j < n; j++)
      self->in_values[j] = u[j * (degree + 1)];
  return ls_instance_set_real (self->instance, self->in_refs, n,
                               ls_system_map_inputs (self, values, self->in_values));
}

/* An FMU that has taken derivatives at its start may stop to do so. What it has taken of them all
 * the same is to have no effect. */
static LsStatus
give_up_derivatives (LsSystem *self, double h, guint degree, const double u[])
{
  const guint n = self->info->n_in;

  memset (self->poly_values, 0, n * sizeof (double));
  if (ls_instance_set_input_derivatives (self->instance, self->poly_refs, n, self->poly_orders,
                                         self->poly_values)
      == LS_STOP)
    return LS_STOP;
  self->last_degree = 0;
  ls_system_info_deny (self->info, LS_CAPABILITY_POLYNOMIAL_INPUTS,
                       _ ("the FMU has refused derivatives of inputs during the run"));
  ls_log_write (self->log, LS_LOG_WARNING, self->info->name, "fmi2SetRealInputDerivatives",
                ls_system_get_time (self), "%s",
                _ ("not taken: from here on inputs are held at the mean of each polynomial"));
  return set_values (self, h, degree, u);
}

static LsStatus
set_inputs (LsSystem *self, double h, guint degree, const double u[])
{
  const guint limit = self->info->input_degree;
  LsStatus status;

  if (self->info->n_in == 0)
    return LS_OK;
  if (G_UNLIKELY (degree > limit && limit > 0))
    {
      u = lower_degree (self, h, degree, limit, u);
      degree = limit;
    }
  status = set_values (self, h, degree, u);
  if (status != LS_OK || limit == 0 || (degree == 0 && self->last_degree == 0))
    return status;
  status = set_derivatives (self, degree, u);
  return G_UNLIKELY (status == LS_RETRY) ? give_up_derivatives (self, h, degree, u) : status;
}

/* An output that is not continuous has no slope but jumps: it goes on flat. */
LsStatus
ls_system_get_output_slopes (LsSystem *self, double dy[])
{
  guint n = self->n_slope;
  LsStatus status
      = ls_instance_get_output_derivatives (self->instance, self->slope_refs, n, self->ones, dy);

  if (n == self->info->n_out)
    return status;
  /* Backwards, as rows only move up. */
  for (guint i = self->info->n_out; i-- > 0;)
    dy[i] = n > 0 && self->slope_rows[n - 1] == i ? dy[--n] : 0.0;
  return status;
}

/* An FMU that has given slopes when it was asked before may stop to do so: unknown from here on. */
static void
give_up_slopes (LsSystem *self)
{
  ls_system_info_deny (self->info, LS_CAPABILITY_OUTPUT_DERIVATIVES,
                       _ ("the FMU has refused derivatives of outputs during the run"));
  ls_log_write (self->log, LS_LOG_WARNING, self->info->name, "fmi2GetRealOutputDerivatives",
                ls_system_get_time (self), "%s",
                _ ("not given, or not finite: from here on slopes of outputs are taken as "
                   "differences backwards"));
}

static LsStatus
get_slopes (LsSystem *self, double dy[])
{
  LsStatus status = LS_RETRY;
  gboolean known = self->info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES];

  if (known)
    {
      status = ls_system_get_output_slopes (self, dy);
      for (guint i = 0; i < self->info->n_out && known; i++)
        known = status == LS_OK && isfinite (dy[i]);
      if (!known && status != LS_STOP)
        give_up_slopes (self);
    }
  for (guint i = 0; i < self->info->n_out && !known; i++)
    dy[i] = NAN;
  return status == LS_STOP ? LS_STOP : LS_OK;
}

static LsStatus
get_outputs (LsSystem *self, double y[], double dy[])
{
  guint n = self->info->n_out;
  LsStatus status;

  if (n == 0)
    return LS_OK;
  status = ls_instance_get_real (self->instance, self->out_refs, n, y);
  return status != LS_OK || dy == NULL ? status : get_slopes (self, dy);
}

/* Of a step of @h from @time: to the exact end of the grid where that is the same up to rounding
 * (NaN is not). */
static double
get_length (const LsSystem *self, double time, double h)
{
  const double length = self->end_time - time;

  return fabs (length - h) <= 1e-9 * h ? length : h;
}

gboolean
ls_system_get_lane (const LsSystem *self, LsBatchItem *lane)
{
  const LsSystemInfo *info = self->info;

  /* Values go to an instance for Co-Simulation as they are. */
  if (self->me != NULL || self->in_factors != NULL)
    return FALSE;
  *lane = (LsBatchItem){ .instance = self->instance,
                         .inputs = self->in_refs,
                         .outputs = self->out_refs,
                         .n_inputs = info->n_in,
                         .n_outputs = info->n_out,
                         .no_set_state_prior = TRUE };
  return TRUE;
}

void
ls_system_set_step_observer (LsSystem *self, const LsStepObserver *step_observer, guint index)
{
  self->step_observer = step_observer;
  self->looked_at_index = index;
}

/* FMI 2.0, section 4.2.2: whether no state is restored any more that is before the beginning of the
 * step. What was saved there is not before it. */
static gboolean
is_final (const LsSystem *self)
{
  return self->n_taken == 0
         && !(self->may_return && self->saved_time < ls_instance_get_time (self->instance));
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
  const double length = get_length (self, ls_system_get_time (self), h);
  double reached;
  LsStatus status;

  *event = FALSE;
  if (self->me != NULL)
    return ls_system_exchange_step (self,
                                    length == h ? ls_system_get_time (self) + h : self->end_time,
                                    degree, u, y, dy, event);
  status = set_inputs (self, h, degree, u);
  if (status == LS_OK)
    status = ls_instance_do_step (self->instance, length, is_final (self), &reached);
  if (status == LS_OK)
    status = get_outputs (self, y, dy);
  return status;
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
  LsStatus status;

  g_return_val_if_fail (degree <= LS_SYSTEM_MAX_DEGREE, LS_STOP);

  if (G_UNLIKELY (ls_interrupt_is_wanted ()))
    return LS_STOP;
  status = step (self, h, degree, u, y, dy, event);
  if (G_UNLIKELY (self->step_observer != NULL) && status == LS_OK)
    self->step_observer->integrated (self->looked_at_index, h, degree, u, y,
                                     self->step_observer->user_data);
  return status;
}
