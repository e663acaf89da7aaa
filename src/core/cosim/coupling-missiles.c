/* MISSILES: the coupling of the whole macro step is solved on linearised
 * systems, then every system is integrated once, with the inputs found.
 * Equation numbers are those of the paper. */
#include "core/cosim/coupling-impl.h"
#include "core/cosim/estimator.h"
#include "core/num/linear.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define DEGREE 3u
#define N_COEFF (DEGREE + 1u)

typedef struct
{
  LsEstimator *estimator; /* %NULL: extrapolated */
  LsLinearisation *point;
  guint64 count; /* of the gains that are in the matrix */
} Part;

typedef struct
{
  Part *parts; /* one per system */
  guint n_systems;
  gboolean wants_slopes;
  gboolean has_slopes; /* du is the slope of the last polynomials at their end */
  double *du;          /* n_in */
  /* The outputs that feed something are the unknowns: values, then slopes. */
  guint n_active;
  guint *active;   /* n_active, global outputs */
  int *unknown;    /* n_out: position among the active, or -1 */
  double *scale;   /* 2 n_active: sizes of the unknowns */
  double matrix_h; /* of the matrix */
  gboolean matrix_first, matrix_valid;
  LsLinear *linear;   /* 2 n_active unknowns */
  double *solution;   /* scaled; 2 n_active */
  double *known;      /* n_in x N_COEFF: part of the polynomials that is known */
  double *polynomial; /* n_in x N_COEFF */
  double *y, *dy, *constant, *slope_constant; /* n_out */
} State;

/* What a coefficient takes from value and slope at the end, (51) and (52). */
typedef struct
{
  double value[N_COEFF], slope[N_COEFF];
} Shape;

static void
get_shape (gboolean first, double h, Shape *shape)
{
  if (first)
    *shape = (Shape){ { 0.0, 2.0 / h, -1.0 / (h * h), 0.0 }, { 0.0, -1.0, 1.0 / h, 0.0 } };
  else
    *shape = (Shape){ { 0.0, 0.0, 3.0 / (h * h), -2.0 / (h * h * h) },
                      { 0.0, 0.0, -1.0 / h, 1.0 / (h * h) } };
}

/* The vector b of (51) and (52): from value @v and slope @w at the beginning. */
static void
get_known (gboolean first, double h, double v, double w, double b[N_COEFF])
{
  b[0] = v;
  b[1] = first ? -2.0 * v / h : w;
  b[2] = first ? v / (h * h) : -3.0 * v / (h * h) - 2.0 * w / h;
  b[3] = first ? 0.0 : 2.0 * v / (h * h * h) + w / (h * h);
}

static void
find_active (State *self, const LsNetwork *network)
{
  for (guint i = 0; i < network->n_out; i++)
    self->unknown[i] = -1;
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0 && self->unknown[network->source[j]] < 0)
      {
        self->unknown[network->source[j]] = (int)self->n_active;
        self->active[self->n_active++] = (guint)network->source[j];
      }
}

static void
find_nominals (State *self, const LsNetwork *network)
{
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

static void
prepare_parts (State *self, const LsNetwork *network, gboolean affine_term)
{
  self->n_systems = network->n_systems;
  self->parts = g_new0 (Part, network->n_systems + 1);
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      if (info->has[LS_CAPABILITY_LINEARISATION])
        {
          self->parts[k].estimator = ls_estimator_new (info, DEGREE, affine_term);
          self->parts[k].point = ls_linearisation_new (info);
        }
      else if (info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES])
        self->wants_slopes = TRUE;
    }
}

static gpointer
prepare (LsNetwork *network, const LsOptions *options, GError **error G_GNUC_UNUSED)
{
  State *self = g_new0 (State, 1);
  guint n_in = network->n_in, n_out = network->n_out;

  prepare_parts (self, network, ls_options_get_switch (options, "affine-term"));
  self->du = g_new0 (double, n_in + 1);
  self->active = g_new0 (guint, n_out + 1);
  self->unknown = g_new0 (int, n_out + 1);
  find_active (self, network);
  self->scale = g_new0 (double, 2 * self->n_active + 1);
  find_nominals (self, network);
  self->known = g_new0 (double, (gsize)n_in *N_COEFF + 1);
  self->polynomial = g_new0 (double, (gsize)n_in *N_COEFF + 1);
  self->y = g_new0 (double, n_out + 1);
  self->dy = g_new0 (double, n_out + 1);
  self->constant = g_new0 (double, n_out + 1);
  self->slope_constant = g_new0 (double, n_out + 1);
  self->linear = ls_linear_new (2 * self->n_active);
  self->solution = g_new0 (double, 2 * self->n_active + 1);
  return self;
}

static void
release (gpointer state)
{
  State *self = state;

  for (guint k = 0; k < self->n_systems; k++)
    {
      ls_estimator_free (self->parts[k].estimator);
      ls_linearisation_free (self->parts[k].point);
    }
  g_free (self->parts);
  g_free (self->du);
  g_free (self->active);
  g_free (self->unknown);
  g_free (self->scale);
  g_free (self->known);
  g_free (self->polynomial);
  g_free (self->y);
  g_free (self->dy);
  g_free (self->constant);
  g_free (self->slope_constant);
  ls_linear_free (self->linear);
  g_free (self->solution);
  g_free (self);
}

static void
restart (gpointer state)
{
  State *self = state;

  self->has_slopes = FALSE;
}

/* A system that cannot be linearised goes on in a straight line. */
static void
extrapolate (State *self, const LsNetwork *network, guint system, double h)
{
  for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
    {
      double slope = isfinite (network->dy[i]) ? network->dy[i] : 0.0;

      self->constant[i] = network->y[i] + h * slope;
      self->slope_constant[i] = slope;
    }
}

static LsStatus
linearise (State *self, LsNetwork *network, guint system, double h)
{
  Part *part = &self->parts[system];
  const double *u = network->u + network->in_offset[system];
  guint first = network->out_offset[system];
  gsize size = (network->out_offset[system + 1] - first) * sizeof (double);
  LsStatus status = ls_system_linearise (network->systems[system], u, part->point);

  if (status != LS_OK)
    return status;
  network->counts.linearisations++;
  if (ls_estimator_prepare (part->estimator, part->point, u, h) != LS_OK)
    {
      ls_log_write (network->log, LS_LOG_ERROR, ls_system_get_info (network->systems[system])->name,
                    "MISSILES", network->time,
                    _ ("the linearised component cannot be followed over a step of %g s: its "
                       "derivatives are not finite or it grows beyond all bounds"),
                    h);
      return LS_STOP;
    }
  memcpy (self->constant + first, ls_estimator_get_constant (part->estimator), size);
  memcpy (self->slope_constant + first, ls_estimator_get_slope_constant (part->estimator), size);
  return LS_OK;
}

/* Whether the gains in the matrix are no longer those of the estimators. */
static gboolean
update_counts (State *self)
{
  gboolean changed = FALSE;

  for (guint k = 0; k < self->n_systems; k++)
    if (self->parts[k].estimator != NULL)
      {
        guint64 count = ls_estimator_get_count (self->parts[k].estimator);

        changed = changed || count != self->parts[k].count;
        self->parts[k].count = count;
      }
  return changed;
}

/* Gain of one output from one input's polynomial: the sum over its coefficients. */
static double
contract (const double gain[N_COEFF], const double coefficients[N_COEFF])
{
  double sum = 0.0;

  for (guint p = 0; p < N_COEFF; p++)
    sum += gain[p] * coefficients[p];
  return sum;
}

/* Subtracts what input @j of the system contributes to the rows of output @i, (50). */
static void
fill_entries (State *self,
              guint row,
              guint column,
              const double *gain,
              const double *slope_gain,
              const Shape *shape)
{
  guint n = self->n_active;
  double *upper = ls_linear_get_matrix (self->linear) + (gsize)row * 2 * n + column;
  double *lower = upper + (gsize)n * 2 * n;

  upper[0] -= contract (gain, shape->value);
  upper[n] -= contract (gain, shape->slope);
  lower[0] -= contract (slope_gain, shape->value);
  lower[n] -= contract (slope_gain, shape->slope);
}

static void
fill_system (State *self, const LsNetwork *network, guint system, const Shape *shape)
{
  const LsEstimator *estimator = self->parts[system].estimator;
  guint n_in = network->in_offset[system + 1] - network->in_offset[system];
  guint n_out = network->out_offset[system + 1] - network->out_offset[system];

  for (guint i = 0; i < n_out; i++)
    {
      int row = self->unknown[network->out_offset[system] + i];

      for (guint j = 0; row >= 0 && j < n_in; j++)
        {
          int source = network->source[network->in_offset[system] + j];
          gsize entry = ((gsize)i * n_in + j) * N_COEFF;

          if (source >= 0)
            fill_entries (self, (guint)row, (guint)self->unknown[source],
                          ls_estimator_get_gain (estimator) + entry,
                          ls_estimator_get_slope_gain (estimator) + entry, shape);
        }
    }
}

/* Unknowns and equations in units of nominals, so that newtons and metres weigh alike. */
static void
scale_matrix (State *self)
{
  guint size = 2 * self->n_active;
  double *entry = ls_linear_get_matrix (self->linear);

  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < size; j++, entry++)
      *entry *= self->scale[j] / self->scale[i];
}

static void
set_identity (double *matrix, guint size)
{
  memset (matrix, 0, (gsize)size * size * sizeof (double));
  for (guint i = 0; i < size; i++)
    matrix[(gsize)i * (size + 1)] = 1.0;
}

/* The matrix I - G : A blockdiag (Phi^T, Phi^T) of (50), by QR, which needs no memory of its own.
 */
static LsStatus
factorise (State *self, LsNetwork *network, gboolean first, double h)
{
  gboolean changed = update_counts (self);
  Shape shape;

  if (!changed && self->matrix_valid && self->matrix_first == first && self->matrix_h == h)
    return LS_OK;
  for (guint i = 0; i < self->n_active; i++)
    self->scale[self->n_active + i] = self->scale[i] / h;
  get_shape (first, h, &shape);
  set_identity (ls_linear_get_matrix (self->linear), 2 * self->n_active);
  for (guint k = 0; k < self->n_systems; k++)
    if (self->parts[k].estimator != NULL)
      fill_system (self, network, k, &shape);
  scale_matrix (self);
  self->matrix_valid = ls_linear_factorise (self->linear) == LS_OK;
  self->matrix_first = first;
  self->matrix_h = h;
  if (self->matrix_valid)
    return LS_OK;
  ls_log_write (network->log, LS_LOG_ERROR, NULL, "MISSILES", network->time,
                _ ("the coupling has no unique solution over a step of %g s: the connections form "
                   "a loop that its direct feed-through makes singular"),
                h);
  return LS_STOP;
}

/* G : b + constant, (50), for the active outputs. */
static void
fill_right_side (State *self, const LsNetwork *network)
{
  for (guint k = 0; k < self->n_systems; k++)
    {
      const LsEstimator *estimator = self->parts[k].estimator;
      guint first_in = network->in_offset[k], n_in = network->in_offset[k + 1] - first_in;

      for (guint i = network->out_offset[k]; i < network->out_offset[k + 1]; i++)
        {
          gsize entry = (gsize)(i - network->out_offset[k]) * n_in * N_COEFF;
          double value = self->constant[i], slope = self->slope_constant[i];
          guint unknown;

          if (self->unknown[i] < 0)
            continue;
          for (guint j = 0; estimator != NULL && j < n_in; j++, entry += N_COEFF)
            {
              const double *b = self->known + (gsize)(first_in + j) * N_COEFF;

              value += contract (ls_estimator_get_gain (estimator) + entry, b);
              slope += contract (ls_estimator_get_slope_gain (estimator) + entry, b);
            }
          unknown = (guint)self->unknown[i];
          self->solution[unknown] = value / self->scale[unknown];
          unknown += self->n_active;
          self->solution[unknown] = slope / self->scale[unknown];
        }
    }
}

/* Known parts; an input that nothing feeds is constant. */
static void
fill_known (State *self, const LsNetwork *network, gboolean first, double h)
{
  for (guint j = 0; j < network->n_in; j++)
    {
      double *b = self->known + (gsize)j * N_COEFF;

      if (network->source[j] >= 0)
        get_known (first, h, network->u[j], self->du[j], b);
      else
        {
          b[0] = network->u[j];
          b[1] = b[2] = b[3] = 0.0;
        }
    }
}

static double
get_value (const State *self, guint unknown)
{
  return self->solution[unknown] * self->scale[unknown];
}

static void
fill_polynomials (State *self, const LsNetwork *network, gboolean first, double h)
{
  Shape shape;

  get_shape (first, h, &shape);
  memcpy (self->polynomial, self->known, (gsize)network->n_in * N_COEFF * sizeof (double));
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      {
        guint unknown = (guint)self->unknown[network->source[j]];
        double value = get_value (self, unknown),
               slope = get_value (self, self->n_active + unknown);
        double *a = self->polynomial + (gsize)j * N_COEFF;

        for (guint p = 0; p < N_COEFF; p++)
          a[p] += shape.value[p] * value + shape.slope[p] * slope;
      }
}

static LsStatus
solve (State *self, LsNetwork *network, gboolean first, double h)
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->n_systems && status == LS_OK; k++)
    if (self->parts[k].estimator != NULL)
      status = linearise (self, network, k, h);
    else
      extrapolate (self, network, k, h);
  if (status != LS_OK)
    return status;
  fill_known (self, network, first, h);
  if (self->n_active > 0)
    {
      if ((status = factorise (self, network, first, h)) != LS_OK)
        return status;
      fill_right_side (self, network);
      ls_linear_solve (self->linear, self->solution);
    }
  fill_polynomials (self, network, first, h);
  return LS_OK;
}

/* The inputs go on from where the polynomials end, value and slope: C1 over the run. */
static void
accept (State *self, LsNetwork *network)
{
  memcpy (network->y, self->y, network->n_out * sizeof (double));
  for (guint i = 0; i < network->n_out; i++)
    network->dy[i] = self->wants_slopes ? self->dy[i] : NAN;
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      {
        guint unknown = (guint)self->unknown[network->source[j]];

        network->u[j] = get_value (self, unknown);
        self->du[j] = get_value (self, self->n_active + unknown);
      }
  self->has_slopes = TRUE;
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  State *self = state;
  gboolean first = network->restarted || !self->has_slopes;
  gboolean event;
  LsStatus status = solve (self, network, first, h);

  if (status == LS_OK)
    status = ls_network_step (network, h, DEGREE, self->polynomial, self->y,
                              self->wants_slopes ? self->dy : NULL, &event);
  if (status != LS_OK)
    return status;
  accept (self, network);
  return LS_OK;
}

static char *
explain (const LsSystemInfo *info, gboolean *possible)
{
  const char *reason;

  *possible = TRUE;
  if (!info->has[LS_CAPABILITY_LINEARISATION])
    {
      reason = info->reasons[LS_CAPABILITY_LINEARISATION];
      return info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]
                 ? g_strdup_printf (_ ("Its outputs are extrapolated along their slopes, as it "
                                       "cannot be linearised: %s."),
                                    reason)
                 : g_strdup_printf (_ ("Its outputs are held in the estimate, as it cannot be "
                                       "linearised: %s."),
                                    reason);
    }
  if (!info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS] && info->n_in > 0)
    return g_strdup_printf (_ ("Its inputs are held at the mean of each polynomial: %s."),
                            info->reasons[LS_CAPABILITY_POLYNOMIAL_INPUTS]);
  return NULL;
}

static const LsOption options[] = {
  { .name = "affine-term",
    .type = LS_OPTION_SWITCH,
    .initial = "on",
    .summary = N_ ("Estimate with the term R f_C, by which a nonlinear component differs from its "
                   "linear part; off: as published, first order on nonlinear components.") },
};

const LsCouplingMethod ls_coupling_missiles = {
  .id = "missiles",
  .name = N_ ("MISSILES"),
  .summary = N_ ("Solves the coupling of a macro step on linearised components, then integrates "
                 "each once with the smooth inputs found: no rollback, third order or better."),
  .source = N_ ("Eguillon, Lacabanne, Tromeur-Dervout: MISSILES, sections 2 and 3"),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .explain = explain,
  .prepare = prepare,
  .step = step,
  .restart = restart,
  .free = release,
};
