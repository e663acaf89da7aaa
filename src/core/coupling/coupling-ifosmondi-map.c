/* IFOSMONDI-JFM: map from assumed values and slopes at the end of the step to those computed by the
 * systems. */
#include "core/coupling/coupling-ifosmondi-impl.h"

#include "core/assembly/crew.h"

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

      /* An unconnected input is constant. */
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

/* Index of the first of four entries (values and slopes by value and slope) of an active output and
 * a connected input of its system, in the order of ls_ifosmondi_list_entries(). */
static gsize
find_entry (const LsIfosmondi *self, guint output, guint input)
{
  return self->entry[output] + 4 * (gsize)self->fed[input];
}

gsize
ls_ifosmondi_list_entries (LsIfosmondi *self)
{
  const LsNetwork *network = self->network;
  gsize count = 0, most = 0;

  self->entry = g_new0 (gsize, network->n_out + 1);
  self->fed = g_new0 (guint, network->n_in + 1);
  for (guint k = 0; k < network->n_systems; k++)
    {
      guint n_fed = 0;

      for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
        self->fed[j] = network->source[j] >= 0 ? n_fed++ : 0;
      for (guint i = network->out_offset[k]; i < network->out_offset[k + 1]; i++)
        if (self->unknown[i] >= 0)
          {
            self->entry[i] = most;
            most += 4 * (gsize)n_fed;
          }
    }
  self->rows = g_new (guint, 2 * most + 1);
  self->columns = self->rows + most;
  self->entries = g_new0 (double, most + 1);
  for (guint k = 0; k < network->n_systems; k++)
    for (guint i = network->out_offset[k]; i < network->out_offset[k + 1]; i++)
      for (guint j = network->in_offset[k]; j < network->in_offset[k + 1]; j++)
        for (guint m = 0; m < 4 && self->unknown[i] >= 0 && network->source[j] >= 0; m++, count++)
          {
            self->rows[count] = (guint)self->unknown[i] + (m >= 2 ? self->n_active : 0);
            self->columns[count]
                = (guint)self->unknown[network->source[j]] + (m % 2 == 1 ? self->n_active : 0);
          }
  return count;
}

/* Gains of the linearised system; exact for linear systems. */
static void
take_gains (const LsIfosmondi *self, guint system, const LsEstimator *estimator, double entries[])
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
        double *to = entries + find_entry (self, i, first_in + k);

        if (self->unknown[i] < 0 || network->source[first_in + k] < 0)
          continue;
        to[0] = ls_hermite_contract (gain, shape.value);
        to[1] = ls_hermite_contract (gain, shape.slope);
        to[2] = ls_hermite_contract (slope_gain, shape.value);
        to[3] = ls_hermite_contract (slope_gain, shape.slope);
      }
}

/* One integration with @delta times @shape added to @input, for finite differences. */
static LsStatus
perturb (LsIfosmondi *self,
         LsNetwork *network,
         guint system,
         guint input,
         const double shape[],
         double delta)
{
  double *a = self->polynomial + (gsize)input * N_COEFF;
  double kept[N_COEFF];
  LsStatus status;

  memcpy (kept, a, sizeof kept);
  for (guint p = 0; p < N_COEFF; p++)
    a[p] += delta * shape[p];
  status = ls_costarica_try_system (self->costarica, network, system, self->polynomial,
                                    self->y_other, self->dy_other);
  memcpy (a, kept, sizeof kept);
  return status;
}

static LsStatus
take_differences (
    LsIfosmondi *self, LsNetwork *network, guint system, const double z[], double entries[])
{
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
            = perturb (self, network, system, input, part == 0 ? shape.value : shape.slope, delta);

        if (status != LS_OK)
          return status;
        for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
          {
            double *to = entries + find_entry (self, i, input) + part;

            if (self->unknown[i] < 0)
              continue;
            to[0] = (self->y_other[i] - self->y[i]) / delta;
            to[2] = (self->dy_other[i] - self->dy[i]) / delta;
          }
      }
  return LS_OK;
}

typedef struct
{
  LsIfosmondi *self;
  const double *z;
  double *entries;
} Entries;

static LsStatus
take_entries (LsNetwork *network, guint system, gpointer data)
{
  const Entries *wanted = data;
  LsIfosmondi *self = wanted->self;
  const LsEstimator *estimator;
  LsStatus status;

  if (ls_costarica_get_kind (self->costarica, system) == LS_COSTARICA_EXTRAPOLATE)
    return LS_OK;
  status = ls_costarica_estimate (self->costarica, network, system, &estimator);
  if (status != LS_OK)
    return status;
  if (estimator == NULL)
    return take_differences (self, network, system, wanted->z, wanted->entries);
  take_gains (self, system, estimator, wanted->entries);
  return LS_OK;
}

LsStatus
ls_ifosmondi_entries (const double z[],
                      const double image[] G_GNUC_UNUSED,
                      double entries[],
                      gpointer user_data)
{
  LsIfosmondi *self = user_data;
  Entries wanted = { self, z, entries };

  /* Extrapolated outputs do not depend on inputs. */
  memset (entries, 0, self->n_entries * sizeof (double));
  fill_polynomials (self, z);
  return ls_crew_each (self->network, LS_WORK_DIFFERENCE, take_entries, &wanted);
}

LsStatus
ls_ifosmondi_jacobian (const double z[], const double image[], double j[], gpointer user_data)
{
  LsIfosmondi *self = user_data;
  gsize size = 2 * (gsize)self->n_active;
  LsStatus status = ls_ifosmondi_entries (z, image, self->entries, user_data);

  memset (j, 0, size * size * sizeof (double));
  for (gsize e = 0; e < self->n_entries; e++)
    j[self->rows[e] * size + self->columns[e]] += self->entries[e];
  return status;
}

/* Extrapolates the cubic through values and slopes at the ends of the last step, or the known part
 * of it. */
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

/* Solution for the linearised systems: MISSILES eq. 50 (T10). */
static LsStatus
guess_missiles (LsIfosmondi *self)
{
  const LsNetwork *network = self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < network->n_systems && status == LS_OK; k++)
    {
      status
          = ls_costarica_get_constants (self->costarica, k, self->constant, self->slope_constant);
      if (status == LS_OK)
        ls_global_take_estimate (self->global, network, k, self->known, self->constant,
                                 self->slope_constant);
    }
  if (status != LS_OK)
    return status;
  /* If the matrix is singular, the extrapolation remains. */
  if (ls_global_factorise (self->global, network, self->first, self->h) != LS_OK)
    return LS_OK;
  ls_global_solve (self->global, network, self->constant, self->slope_constant);
  for (guint i = 0; i < self->n_active; i++)
    {
      self->z[i] = ls_global_get_value (self->global, self->active[i]);
      self->z[self->n_active + i] = ls_global_get_derivative (self->global, self->active[i]);
    }
  return LS_OK;
}

LsStatus
ls_ifosmondi_guess (LsIfosmondi *self)
{
  extrapolate (self);
  return self->global != NULL && self->n_active > 0 ? guess_missiles (self) : LS_OK;
}
