#include "core/vary/sensitivity.h"

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>

#define N_RESAMPLES 1000u

gboolean
ls_sensitivity_is_possible (const LsSample *sample)
{
  g_return_val_if_fail (sample != NULL, FALSE);
  return sample->kind == &ls_sample_saltelli || sample->kind == &ls_sample_morris;
}

/* ---- Sobol indices ------------------------------------------------------------------------ */

/* Outputs of the usable base points, row-major: A, B, and A with parameter j from B. */
typedef struct
{
  guint n, width;
  double *outputs;
} Base;

static void
take_base (const LsSample *sample, const double outputs[], Base *base)
{
  base->width = sample->n_parameters + 2;
  base->n = 0;
  base->outputs = g_new (double, (gsize)sample->n * base->width);
  for (guint i = 0; i < sample->n; i++)
    {
      gboolean usable = TRUE;

      for (guint j = 0; j < base->width; j++)
        {
          const double y = outputs[(gsize)i * base->width + j];

          base->outputs[(gsize)base->n * base->width + j] = y;
          usable &= isfinite (y);
        }
      base->n += usable;
    }
}

/* Indices of parameter @j from the base points @picked. */
static void
estimate (const Base *base, guint j, const guint picked[], double *first, double *total)
{
  double mean = 0, variance = 0, alone = 0, with = 0;

  for (guint i = 0; i < base->n; i++)
    {
      const double *y = base->outputs + (gsize)picked[i] * base->width;

      mean += (y[0] + y[1]) / (2.0 * base->n);
    }
  for (guint i = 0; i < base->n; i++)
    {
      const double *y = base->outputs + (gsize)picked[i] * base->width;
      const double a = y[0] - mean, b = y[1] - mean, mixed = y[2 + j] - mean;

      variance += (a * a + b * b) / (2.0 * base->n);
      alone += b * (mixed - a) / base->n;
      with += (a - mixed) * (a - mixed) / (2.0 * base->n);
    }
  *first = alone / variance;
  *total = with / variance;
}

/* Half width of the interval with 95 % of the values, which are sorted. */
static double
get_margin (double values[])
{
  gsl_sort (values, 1, N_RESAMPLES);
  return 0.5
         * (gsl_stats_quantile_from_sorted_data (values, 1, N_RESAMPLES, 0.975)
            - gsl_stats_quantile_from_sorted_data (values, 1, N_RESAMPLES, 0.025));
}

static void
compute_indices (const Base *base, guint j, LsSensitivity *result)
{
  gsl_rng *generator = gsl_rng_alloc (gsl_rng_mt19937);
  g_autofree guint *picked = g_new (guint, base->n);
  g_autofree double *firsts = g_new (double, N_RESAMPLES), *totals = g_new (double, N_RESAMPLES);

  for (guint i = 0; i < base->n; i++)
    picked[i] = i;
  estimate (base, j, picked, &result->first, &result->total);
  for (guint k = 0; k < N_RESAMPLES; k++)
    {
      for (guint i = 0; i < base->n; i++)
        picked[i] = (guint)gsl_rng_uniform_int (generator, base->n);
      estimate (base, j, picked, &firsts[k], &totals[k]);
    }
  result->first_margin = get_margin (firsts);
  result->total_margin = get_margin (totals);
  gsl_rng_free (generator);
}

/* ---- Elementary effects ------------------------------------------------------------------- */

/* The parameter that changes from a row to the next. */
static guint
find_change (const LsSample *sample, guint row)
{
  const double *before = ls_sample_get_row (sample, row);
  const double *after = ls_sample_get_row (sample, row + 1);
  guint j = 0;

  while (j + 1 < sample->n_parameters && before[j] == after[j])
    j++;
  return j;
}

/* Appends the effect of every change to that of its parameter: for two thirds of the range, up or
 * down, brought to the whole range. */
static guint
collect_effects (const LsSample *sample, const double outputs[], GArray *effects[])
{
  const guint width = sample->n_parameters + 1;
  guint n_used = 0;

  for (guint i = 0; i < sample->n; i++)
    {
      gboolean usable = TRUE;

      for (guint j = 0; j < width; j++)
        usable &= isfinite (outputs[i * width + j]);
      for (guint row = i * width; usable && row + 1 < (i + 1) * width; row++)
        {
          const guint j = find_change (sample, row);
          const double sign
              = ls_sample_get_row (sample, row + 1)[j] > ls_sample_get_row (sample, row)[j] ? 1
                                                                                            : -1;
          const double effect = sign * 1.5 * (outputs[row + 1] - outputs[row]);

          g_array_append_val (effects[j], effect);
        }
      n_used += usable;
    }
  return n_used;
}

static guint
compute_effects (const LsSample *sample, const double outputs[], LsSensitivity result[])
{
  g_autofree GArray **effects = g_new (GArray *, sample->n_parameters);
  guint n_used;

  for (guint j = 0; j < sample->n_parameters; j++)
    effects[j] = g_array_new (FALSE, FALSE, sizeof (double));
  n_used = collect_effects (sample, outputs, effects);
  for (guint j = 0; j < sample->n_parameters; j++)
    {
      const double *values = (const double *)effects[j]->data;

      result[j].mean = 0;
      for (guint i = 0; i < effects[j]->len; i++)
        result[j].mean += fabs (values[i]) / effects[j]->len;
      result[j].deviation = gsl_stats_sd (values, 1, effects[j]->len);
      g_array_unref (effects[j]);
    }
  return n_used;
}

guint
ls_sensitivity_compute (const LsSample *sample, const double outputs[], LsSensitivity result[])
{
  g_return_val_if_fail (sample != NULL, 0);

  Base base;

  for (guint j = 0; j < sample->n_parameters; j++)
    result[j] = (LsSensitivity){ NAN, NAN, NAN, NAN, NAN, NAN };
  if (sample->kind == &ls_sample_morris)
    return compute_effects (sample, outputs, result);
  if (sample->kind != &ls_sample_saltelli)
    return 0;
  take_base (sample, outputs, &base);
  for (guint j = 0; j < sample->n_parameters && base.n > 1; j++)
    compute_indices (&base, j, &result[j]);
  g_free (base.outputs);
  return base.n;
}
