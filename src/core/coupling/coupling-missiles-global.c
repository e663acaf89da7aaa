#include "core/coupling/coupling-missiles-global.h"

#include "core/num/linear.h"
#include "core/num/sparse.h"

#include <string.h>

#define N_COEFF LS_HERMITE_N_COEFF

struct LsGlobal
{
  LsEstimator *const *estimators;
  guint64 *counts; /* per system: count of the gains that the matrix contains, or will */
  int changed;     /* atomic: there are newer ones than it contains */
  /* Unknowns: values, then slopes, of the connected outputs. */
  guint n_active;
  int *unknown;  /* n_out: index in the active outputs, or -1 */
  double *scale; /* 2 n_active: scales of the unknowns */
  gboolean valid, first;
  double h; /* macro step of the matrix, s */
  LsLinear *dense;
  LsSparse *sparse;
  gsize *diagonal;  /* 2 n_active: positions of the diagonal in the matrix */
  gsize *places;    /* positions of the four entries per pair of active output and connected input,
                     * in the order of the pairs */
  double *solution; /* scaled; 2 n_active */
};

static void
find_active (LsGlobal *self, const LsNetwork *network)
{
  self->unknown = g_new (int, network->n_out + 1);
  for (guint i = 0; i < network->n_out; i++)
    self->unknown[i] = -1;
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0 && self->unknown[network->source[j]] < 0)
      self->unknown[network->source[j]] = (int)self->n_active++;
}

static void
find_nominals (LsGlobal *self, const LsNetwork *network)
{
  self->scale = g_new0 (double, 2 * self->n_active + 1);
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      for (guint i = 0; i < info->n_out; i++)
        {
          int unknown = self->unknown[network->out_offset[k] + i];

          if (unknown >= 0)
            self->scale[unknown] = info->output_nominals[i];
        }
    }
}

/* Called for every pair of an active output and a connected input of a system. @gain: index of the
 * pair in the gains of its estimator. */
typedef void (*PairFunc) (
    LsGlobal *self, guint row, guint column, guint system, gsize gain, gpointer data);

static void
visit_pairs (LsGlobal *self, const LsNetwork *network, PairFunc visit, gpointer data)
{
  for (guint k = 0; k < network->n_systems; k++)
    {
      guint n_in = network->in_offset[k + 1] - network->in_offset[k];
      guint n_out = network->out_offset[k + 1] - network->out_offset[k];

      for (guint i = 0; self->estimators[k] != NULL && i < n_out; i++)
        {
          int row = self->unknown[network->out_offset[k] + i];

          for (guint j = 0; row >= 0 && j < n_in; j++)
            {
              int source = network->source[network->in_offset[k] + j];

              if (source >= 0)
                visit (self, (guint)row, (guint)self->unknown[source], k,
                       ((gsize)i * n_in + j) * N_COEFF, data);
            }
        }
    }
}

static void
list_pair (LsGlobal *self,
           guint row,
           guint column,
           guint system G_GNUC_UNUSED,
           gsize gain G_GNUC_UNUSED,
           gpointer data)
{
  GArray **lists = data;

  for (guint m = 0; m < 4; m++)
    {
      guint r = row + (m >= 2 ? self->n_active : 0), c = column + (m % 2 == 1 ? self->n_active : 0);

      g_array_append_val (lists[0], r);
      g_array_append_val (lists[1], c);
    }
}

/* Creates the matrix structure: diagonal first, then the pairs. */
static gboolean
make_places (LsGlobal *self, const LsNetwork *network, gboolean sparse)
{
  guint size = 2 * self->n_active;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *lists[] = { rows, columns };

  for (guint i = 0; i < size; i++)
    {
      g_array_append_val (rows, i);
      g_array_append_val (columns, i);
    }
  visit_pairs (self, network, list_pair, lists);
  self->diagonal = g_new0 (gsize, rows->len + 1);
  self->places = self->diagonal + size;
  if (sparse)
    {
      self->sparse = ls_sparse_new (size, (const guint *)rows->data, (const guint *)columns->data,
                                    rows->len, self->diagonal);
      return self->sparse != NULL;
    }
  self->dense = ls_linear_new (size);
  for (guint i = 0; i < rows->len; i++)
    self->diagonal[i]
        = (gsize)g_array_index (rows, guint, i) * size + g_array_index (columns, guint, i);
  return TRUE;
}

LsGlobal *
ls_global_new (const LsNetwork *network, LsEstimator *const estimators[], LsGlobalKind kind)
{
  LsGlobal *self = g_new0 (LsGlobal, 1);
  gboolean sparse;

  g_return_val_if_fail (network != NULL, NULL);
  self->estimators = estimators;
  self->counts = g_new0 (guint64, network->n_systems + 1);
  find_active (self, network);
  find_nominals (self, network);
  self->solution = g_new0 (double, 2 * self->n_active + 1);
  sparse = kind == LS_GLOBAL_AUTO ? 2 * self->n_active >= LS_GLOBAL_SPARSE_SIZE
                                  : kind == LS_GLOBAL_SPARSE;
  if (make_places (self, network, sparse && self->n_active > 0))
    return self;
  ls_global_free (self);
  return NULL;
}

void
ls_global_free (LsGlobal *self)
{
  if (self == NULL)
    return;
  ls_linear_free (self->dense);
  ls_sparse_free (self->sparse);
  g_free (self->counts);
  g_free (self->unknown);
  g_free (self->scale);
  g_free (self->diagonal);
  g_free (self->solution);
  g_free (self);
}

void
ls_global_forget (LsGlobal *self)
{
  self->valid = FALSE;
}

typedef struct
{
  LsHermiteShape shape;
  double *values;
  const gsize *places; /* positions of the next pair */
} Filling;

/* Unknowns and equations are relative to nominals, so that units do not matter. */
static void
fill_pair (LsGlobal *self, guint row, guint column, guint system, gsize gain, gpointer data)
{
  Filling *filling = data;
  const LsHermiteShape *shape = &filling->shape;
  const double *value = ls_estimator_get_gain (self->estimators[system]) + gain;
  const double *slope = ls_estimator_get_slope_gain (self->estimators[system]) + gain;
  const gsize *places = filling->places;
  const double *scale = self->scale, *slope_scale = scale + self->n_active;

  filling->values[places[0]]
      -= ls_hermite_contract (value, shape->value) * scale[column] / scale[row];
  filling->values[places[1]]
      -= ls_hermite_contract (value, shape->slope) * slope_scale[column] / scale[row];
  filling->values[places[2]]
      -= ls_hermite_contract (slope, shape->value) * scale[column] / slope_scale[row];
  filling->values[places[3]]
      -= ls_hermite_contract (slope, shape->slope) * slope_scale[column] / slope_scale[row];
  filling->places += 4;
}

static double *
clear (LsGlobal *self)
{
  gsize n = 4 * (gsize)self->n_active * self->n_active;
  double *values = self->sparse != NULL ? ls_sparse_get_values (self->sparse, &n)
                                        : ls_linear_get_matrix (self->dense);

  memset (values, 0, n * sizeof (double));
  for (guint i = 0; i < 2 * self->n_active; i++)
    values[self->diagonal[i]] = 1.0;
  return values;
}

LsStatus
ls_global_factorise (LsGlobal *self, const LsNetwork *network, gboolean first, double h)
{
  const gboolean changed = self->changed;
  Filling filling = { .places = self->places };
  LsStatus status;

  self->changed = FALSE;
  if (self->n_active == 0
      || (!changed && self->valid && self->first == first && self->h == h
          && network->step_observer == NULL))
    return LS_OK;
  for (guint i = 0; i < self->n_active; i++)
    self->scale[self->n_active + i] = self->scale[i] / h;
  ls_hermite_get_shape (first, h, &filling.shape);
  filling.values = clear (self);
  visit_pairs (self, network, fill_pair, &filling);
  if (network->step_observer != NULL && self->sparse == NULL)
    network->step_observer->factorised (2 * self->n_active, filling.values,
                                        network->step_observer->user_data);
  status = self->sparse != NULL ? ls_sparse_factorise (self->sparse)
                                : ls_linear_factorise (self->dense);
  self->valid = status == LS_OK;
  self->first = first;
  self->h = h;
  return status;
}

/* G : b + constant, MISSILES eq. 50 (T10). */
static void
add_known (const LsNetwork *network,
           guint system,
           const LsEstimator *estimator,
           const double known[],
           double constant[],
           double slope_constant[])
{
  const guint first_in = network->in_offset[system];
  const guint n_in = network->in_offset[system + 1] - first_in;
  const double *value = ls_estimator_get_gain (estimator);
  const double *slope = ls_estimator_get_slope_gain (estimator);

  for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
    for (guint j = 0; j < n_in; j++, value += N_COEFF, slope += N_COEFF)
      {
        const double *b = known + (gsize)(first_in + j) * N_COEFF;

        constant[i] += ls_hermite_contract (value, b);
        slope_constant[i] += ls_hermite_contract (slope, b);
      }
}

void
ls_global_take_estimate (LsGlobal *self,
                         const LsNetwork *network,
                         guint system,
                         const double known[],
                         double constant[],
                         double slope_constant[])
{
  const LsEstimator *estimator = self->estimators[system];
  guint64 count;

  if (estimator == NULL)
    return;
  count = ls_estimator_get_count (estimator);
  if (count != self->counts[system])
    {
      self->counts[system] = count;
      g_atomic_int_set (&self->changed, TRUE);
    }
  add_known (network, system, estimator, known, constant, slope_constant);
}

void
ls_global_solve (LsGlobal *self,
                 const LsNetwork *network,
                 const double constant[],
                 const double slope_constant[])
{
  if (self->n_active == 0)
    return;
  for (guint i = 0; i < network->n_out; i++)
    {
      const guint unknown = (guint)self->unknown[i];

      if (self->unknown[i] < 0)
        continue;
      self->solution[unknown] = constant[i] / self->scale[unknown];
      self->solution[unknown + self->n_active]
          = slope_constant[i] / self->scale[unknown + self->n_active];
    }
  if (self->sparse != NULL)
    ls_sparse_solve (self->sparse, self->solution);
  else
    ls_linear_solve (self->dense, self->solution);
}

double
ls_global_get_value (const LsGlobal *self, guint output)
{
  guint unknown = (guint)self->unknown[output];

  return self->solution[unknown] * self->scale[unknown];
}

double
ls_global_get_derivative (const LsGlobal *self, guint output)
{
  guint unknown = (guint)self->unknown[output] + self->n_active;

  return self->solution[unknown] * self->scale[unknown];
}

gboolean
ls_global_is_active (const LsGlobal *self, guint output)
{
  return self->unknown[output] >= 0;
}
