/* IFOSMONDI-JFM: from values and slopes at the end of the step to those that the
 * systems give with them. */
#include "core/cosim/coupling-ifosmondi-impl.h"

#include <math.h>
#include <string.h>

#define N_COEFF LS_HERMITE_N_COEFF

void
ls_ifosmondi_fill_known (LsIfosmondi *self)
{
  const LsNetwork *network = self->network;

  memset (self->known, 0, (gsize)network->n_in * N_COEFF * sizeof (double));
  for (guint j = 0; j < network->n_in; j++)
    {
      double *known = self->known + (gsize)j * N_COEFF;

      /* An input that nothing feeds is constant. */
      known[0] = network->u[j];
      if (network->source[j] >= 0)
        ls_hermite_get_known (self->first, self->h, network->u[j], self->du[j], known);
    }
}

static void
fill_polynomials (LsIfosmondi *self, const double z[])
{
  const LsNetwork *network = self->network;
  LsHermiteShape shape;

  ls_hermite_get_shape (self->first, self->h, &shape);
  memcpy (self->polynomial, self->known, (gsize)network->n_in * N_COEFF * sizeof (double));
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      {
        guint unknown = (guint)self->unknown[network->source[j]];
        double *a = self->polynomial + (gsize)j * N_COEFF;

        for (guint p = 0; p < N_COEFF; p++)
          a[p] += shape.value[p] * z[unknown] + shape.slope[p] * z[self->n_active + unknown];
      }
}

static void
gather (const LsIfosmondi *self, double image[])
{
  for (guint i = 0; i < self->n_active; i++)
    {
      image[i] = self->y[self->active[i]];
      image[self->n_active + i] = self->dy[self->active[i]];
    }
}

LsStatus
ls_ifosmondi_map (const double z[], double image[], gpointer user_data)
{
  LsIfosmondi *self = user_data;
  LsStatus status;

  fill_polynomials (self, z);
  status = ls_costarica_try (self->costarica, self->polynomial, self->y, self->dy);
  if (status == LS_OK)
    gather (self, image);
  return status;
}

static double
contract (const double gain[N_COEFF], const double coefficients[N_COEFF])
{
  double sum = 0.0;

  for (guint p = 0; p < N_COEFF; p++)
    sum += gain[p] * coefficients[p];
  return sum;
}

/* Adds to the derivatives of one output, value and slope, by one unknown. */
static void
add_entries (const LsIfosmondi *self, guint row, guint column, const double entries[4], double j[])
{
  guint n = self->n_active;
  double *upper = j + (gsize)row * 2 * n + column, *lower = upper + (gsize)n * 2 * n;

  upper[0] += entries[0];
  upper[n] += entries[1];
  lower[0] += entries[2];
  lower[n] += entries[3];
}

/* By the gains of a linearised system: exact where it is linear. */
static void
add_gains (const LsIfosmondi *self, guint system, const LsEstimator *estimator, double j[])
{
  const LsNetwork *network = self->network;
  guint first_in = network->in_offset[system], n_in = network->in_offset[system + 1] - first_in;
  const double *gain = ls_estimator_get_gain (estimator);
  const double *slope_gain = ls_estimator_get_slope_gain (estimator);
  LsHermiteShape shape;

  ls_hermite_get_shape (self->first, self->h, &shape);
  for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
    for (guint k = 0; k < n_in; k++, gain += N_COEFF, slope_gain += N_COEFF)
      {
        int source = network->source[first_in + k];
        double entries[4]
            = { contract (gain, shape.value), contract (gain, shape.slope),
                contract (slope_gain, shape.value), contract (slope_gain, shape.slope) };

        if (self->unknown[i] >= 0 && source >= 0)
          add_entries (self, (guint)self->unknown[i], (guint)self->unknown[source], entries, j);
      }
}

/* One more integration with a little more of @shape in @input: derivatives by that. */
static LsStatus
perturb (LsIfosmondi *self, guint system, guint input, const double shape[], double delta)
{
  double *a = self->polynomial + (gsize)input * N_COEFF;
  double kept[N_COEFF];
  LsStatus status;

  memcpy (kept, a, sizeof kept);
  for (guint p = 0; p < N_COEFF; p++)
    a[p] += delta * shape[p];
  status = ls_costarica_try_system (self->costarica, system, self->polynomial, self->y_other,
                                    self->dy_other);
  memcpy (a, kept, sizeof kept);
  return status;
}

static LsStatus
add_differences (LsIfosmondi *self, guint system, const double z[], double j[])
{
  const LsNetwork *network = self->network;
  LsHermiteShape shape;

  ls_hermite_get_shape (self->first, self->h, &shape);
  for (guint input = network->in_offset[system]; input < network->in_offset[system + 1]; input++)
    for (guint part = 0; part < 2 && network->source[input] >= 0; part++)
      {
        guint value = (guint)self->unknown[network->source[input]];
        guint unknown = value + part * self->n_active;
        double size = 1.0 + fabs (z[value]) / self->scale[value];
        double delta = sqrt (LS_IFOSMONDI_NOISE) * self->scale[unknown] * size;
        LsStatus status
            = perturb (self, system, input, part == 0 ? shape.value : shape.slope, delta);

        if (status != LS_OK)
          return status;
        for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
          {
            double by_value = (self->y_other[i] - self->y[i]) / delta;
            double by_slope = (self->dy_other[i] - self->dy[i]) / delta;
            double entries[4] = { by_value, 0.0, by_slope, 0.0 };

            if (self->unknown[i] >= 0)
              add_entries (self, (guint)self->unknown[i], unknown, entries, j);
          }
      }
  return LS_OK;
}

LsStatus
ls_ifosmondi_jacobian (const double z[],
                       const double image[] G_GNUC_UNUSED,
                       double j[],
                       gpointer user_data)
{
  LsIfosmondi *self = user_data;
  gsize size = 2 * (gsize)self->n_active;
  LsStatus status = LS_OK;

  memset (j, 0, size * size * sizeof (double));
  fill_polynomials (self, z);
  for (guint k = 0; k < self->network->n_systems && status == LS_OK; k++)
    {
      const LsEstimator *estimator;

      /* What is extrapolated does not depend on its inputs. */
      if (ls_costarica_get_kind (self->costarica, k) == LS_COSTARICA_EXTRAPOLATE)
        continue;
      status = ls_costarica_estimate (self->costarica, k, &estimator);
      if (status == LS_OK && estimator != NULL)
        add_gains (self, k, estimator, j);
      else if (status == LS_OK)
        status = add_differences (self, k, z, j);
    }
  return status;
}

/* Along the cubic through values and slopes at the ends of the last step, as far as there are. */
static void
extrapolate (LsIfosmondi *self)
{
  guint n = self->n_active;
  double h = self->h, past = self->h_past;

  for (guint i = 0; i < n; i++)
    {
      double v = self->last[i], w = self->last[n + i], second = 0.0, third = 0.0;

      if (self->first)
        {
          self->z[i] = self->network->y[self->active[i]];
          self->z[n + i] = 0.0;
          continue;
        }
      if (self->has_past)
        {
          double value = (self->past[i] - v + past * w) / (past * past);
          double slope = (self->past[n + i] - w) / past;

          second = 3.0 * value + slope;
          third = (2.0 * value + slope) / past;
        }
      self->z[i] = v + h * (w + h * (second + h * third));
      self->z[n + i] = w + h * (2.0 * second + h * 3.0 * third);
    }
}

/* The solution on linearised systems: (50) of the MISSILES paper. */
static LsStatus
guess_missiles (LsIfosmondi *self)
{
  const LsNetwork *network = self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < network->n_systems && status == LS_OK; k++)
    status = ls_costarica_get_constants (self->costarica, k, self->constant, self->slope_constant);
  if (status != LS_OK)
    return status;
  /* A singular matrix leaves the extrapolation as it is. */
  if (ls_global_factorise (self->global, network, self->first, self->h) != LS_OK)
    return LS_OK;
  ls_global_solve (self->global, network, self->known, self->constant, self->slope_constant);
  for (guint i = 0; i < self->n_active; i++)
    {
      self->z[i] = ls_global_get_value (self->global, self->active[i]);
      self->z[self->n_active + i] = ls_global_get_slope (self->global, self->active[i]);
    }
  return LS_OK;
}

LsStatus
ls_ifosmondi_guess (LsIfosmondi *self)
{
  extrapolate (self);
  return self->global != NULL && self->n_active > 0 ? guess_missiles (self) : LS_OK;
}
