#include "core/run/reference-extrapolated.h"

#include "core/base/number.h"
#include "core/record/error-norms.h"
#include "core/reference/reference-impl.h"
#include "core/run/grid.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Runs that an order is observed from, and maximum number of steps, each half of the one before. */
#define MIN_LEVELS 3u
#define MAX_LEVELS 8u
/* Maximum number of halvings once the order is observed. */
#define MAX_HALVINGS 2u
#define N_METHODS 2u
/* Orders outside this range come from rounding, or from steps that are too long to show one. */
#define MIN_ORDER 0.5
#define MAX_ORDER 4.5
/* Least uncertainty of an order; an order that is no whole number is still changing with the step,
 * so the distance to the next one is another. */
#define ORDER_DELTA 0.1
/* Factor that covers what one observation of an order does not tell. */
#define SAFETY 2.0
/* Without convergence: the uncertainty, in greatest differences between two steps. It continues
 * that of the least order, 1 / (2^0.5 - 1). */
#define WITHOUT_ORDER 2.5
/* Such differences, in %, are no rounding without an order, or far from showing one: then nothing
 * is known of the signal but its size. */
#define NOT_CONVERGING 1.0
#define FAR 5.0
#define UNKNOWN 100.0
/* Accumulated rounding per signal, as a part of its size. */
#define ROUNDING (64 * DBL_EPSILON)

/* Runs of one method.
 * @levels: traces of the step and its halves, from @first to @n_levels - 1; those before diverged
 * @orders, @uncertainties: per signal; %
 * @result: the extrapolated values, at the times of the last run but one */
typedef struct
{
  const LsMethodChoice *choice;
  LsTrace *levels[MAX_LEVELS];
  guint first, n_levels;
  double *orders, *uncertainties;
  LsReference *result;
} Series;

typedef struct
{
  LsReferenceRuns *runs;
  guint n_signals;
  double step_size;
  Series series[N_METHODS];
  guint n_series;
} Making;

static void
series_clear (Series *self)
{
  for (guint i = self->first; i < self->n_levels; i++)
    ls_trace_unref (self->levels[i]);
  g_clear_pointer (&self->result, ls_reference_free);
  g_free (self->orders);
  g_free (self->uncertainties);
  *self = (Series){ 0 };
}

/* The values of @fine at the communication points of @coarse. (transfer full) */
static LsReference *
sample (const Making *making, LsTrace *fine, LsTrace *coarse, GError **error)
{
  gsize n_times;
  g_autofree double *times = ls_grid_merge (&coarse, 1, &n_times);
  g_autoptr (LsReference) at = ls_reference_alloc ("finest", making->n_signals);
  gboolean any;

  if (!ls_reference_check_times (0, times, n_times, error))
    return NULL;
  at->trace = ls_reference_make_trace (making->runs->model, making->runs->signals);
  return ls_reference_sample (at, fine, ls_trace_get_origin (coarse), times, n_times, &any, error)
             ? g_steal_pointer (&at)
             : NULL;
}

/* RMS of @a (x - y) + @b (y - z) over the range of z, in %; as the error figure, absolute if z is
 * constant. */
static double
measure (const LsTrace *x, const LsTrace *y, const LsTrace *z, guint column, double a, double b)
{
  const gsize n = ls_trace_get_n_rows (z);
  double sum = 0, low = INFINITY, high = -INFINITY;

  for (gsize i = 0; i < n; i++)
    {
      const double middle = ls_trace_get (y, column, i), last = ls_trace_get (z, column, i);

      sum += pow (a * (ls_trace_get (x, column, i) - middle) + b * (middle - last), 2);
      low = fmin (low, last);
      high = fmax (high, last);
    }
  return 100 * sqrt (sum / (double)n) / (high > low ? high - low : 1);
}

/* 64 units in the last place of the size of the signal, in %. */
static double
get_rounding (const LsTrace *trace, guint column)
{
  double size = 0, low = INFINITY, high = -INFINITY;

  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    {
      const double value = ls_trace_get (trace, column, i);

      size = fmax (size, fabs (value));
      low = fmin (low, value);
      high = fmax (high, value);
    }
  return 100 * ROUNDING * size / (high > low ? high - low : 1);
}

/* The factor of the last difference that is added, 1 / (2^p - 1). */
static double
get_weight (double order)
{
  return order >= MIN_ORDER ? 1 / (exp2 (order) - 1) : 0;
}

/* Part of the last difference that the extrapolated value may be off by, as the order is not known
 * better. */
static double
get_doubt (double order)
{
  const double delta = fmax (ORDER_DELTA, fabs (order - round (order)));

  return get_weight (fmax (order - delta, MIN_ORDER)) - get_weight (order + delta);
}

/* Order and uncertainty of one signal, from three runs at the times of the coarsest of them. */
static gboolean
judge (Series *self, const LsTrace *x, const LsTrace *y, const LsTrace *z, guint signal)
{
  const guint column = signal + 1;
  const double first = measure (x, y, z, column, 1, 0), second = measure (x, y, z, column, 0, 1);
  const double rounding = get_rounding (z, column);
  double order, weight, doubt;

  if (!isfinite (first) || !isfinite (second))
    return FALSE;
  order = second > rounding ? fmin (log2 (first / second), MAX_ORDER) : 0;
  weight = get_weight (order);
  doubt = weight > 0 ? fmax (weight * measure (x, y, z, column, 1, -exp2 (order)),
                             get_doubt (order) * second)
                     : WITHOUT_ORDER * fmax (first, second);
  self->orders[signal] = weight > 0 ? order : NAN;
  self->uncertainties[signal] = rounding + SAFETY * doubt;
  if (second > (weight > 0 ? FAR : NOT_CONVERGING))
    self->uncertainties[signal] = fmax (self->uncertainties[signal], UNKNOWN);
  return TRUE;
}

/* The extrapolated values, at the times of the last run but one. */
static gboolean
combine (const Making *making, Series *self, GError **error)
{
  LsTrace *coarse = self->levels[self->n_levels - 2];
  g_autoptr (LsReference) before = sample (making, coarse, coarse, error);
  g_autoptr (LsReference) last = sample (making, self->levels[self->n_levels - 1], coarse, error);
  g_autofree double *row = g_new (double, making->n_signals + 1);

  if (before == NULL || last == NULL)
    return FALSE;
  g_clear_pointer (&self->result, ls_reference_free);
  self->result = ls_reference_alloc ("extrapolated", making->n_signals);
  self->result->trace = ls_reference_make_trace (making->runs->model, making->runs->signals);
  ls_trace_set_origin (self->result->trace, ls_trace_get_origin (coarse));
  for (gsize i = 0; i < ls_trace_get_n_rows (last->trace); i++)
    {
      row[0] = ls_trace_get_elapsed (last->trace, i);
      for (guint k = 1; k <= making->n_signals; k++)
        {
          const double value = ls_trace_get (last->trace, k, i);

          row[k]
              = value
                + get_weight (self->orders[k - 1]) * (value - ls_trace_get (before->trace, k, i));
        }
      if (!ls_trace_append (self->result->trace, row))
        {
          ls_trace_set_error (self->result->trace, row[0], error);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
extrapolate (const Making *making, Series *self, GError **error)
{
  LsTrace *coarse = self->levels[self->n_levels - 3];
  g_autoptr (LsReference) x = sample (making, coarse, coarse, error);
  g_autoptr (LsReference) y
      = x != NULL ? sample (making, self->levels[self->n_levels - 2], coarse, error) : NULL;
  g_autoptr (LsReference) z
      = y != NULL ? sample (making, self->levels[self->n_levels - 1], coarse, error) : NULL;

  if (z == NULL)
    return FALSE;
  for (guint i = 0; i < making->n_signals; i++)
    if (!judge (self, x->trace, y->trace, z->trace, i))
      return ls_fail (error, LS_ERROR_RUN, _ ("%s: values beyond all bounds"),
                      making->runs->signals[i]);
  return combine (making, self, error);
}

/* One more run of a method, with half the step of the last one. */
static gboolean
refine (Making *making, Series *self, GError **error)
{
  LsTrace *trace = ls_reference_runs_compute (
      making->runs, self->choice, making->step_size * exp2 (-(double)self->n_levels), error);

  if (trace == NULL)
    return FALSE;
  self->levels[self->n_levels++] = trace;
  return self->n_levels - self->first < MIN_LEVELS || extrapolate (making, self, error);
}

/* Part of the progress for the next run, of @level, after which there may be others. */
static void
plan (Making *making, guint level, guint n_levels)
{
  LsReferenceRuns *runs = making->runs;
  const double all = N_METHODS * (exp2 (n_levels) - 1);

  runs->first = fmin (runs->first + runs->share, 1);
  runs->share = fmin (exp2 (level) / all, 1 - runs->first);
}

/* Runs that fail because their step is too long are left out, and shorter ones tried. */
static gboolean
try_levels (Making *making, Series *self, double patience, GError **error)
{
  while (self->n_levels - self->first < MIN_LEVELS)
    {
      g_autoptr (GError) problem = NULL;

      plan (making, self->n_levels, MAX (self->n_levels + 1, MIN_LEVELS));
      if (refine (making, self, &problem))
        continue;
      if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED)
          || self->n_levels + MIN_LEVELS >= MAX_LEVELS || making->runs->wall_time > patience)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      for (guint i = self->first; i < self->n_levels; i++)
        ls_trace_unref (self->levels[i]);
      self->first = self->n_levels = self->n_levels + (self->n_levels - self->first < MIN_LEVELS);
    }
  return TRUE;
}

static gboolean
begin_series (Making *making, const LsMethodChoice *choice, double patience, GError **error)
{
  Series *self = &making->series[making->n_series];

  *self = (Series){ .choice = choice,
                    .orders = g_new (double, making->n_signals + 1),
                    .uncertainties = g_new (double, making->n_signals + 1) };
  making->runs->first = (double)making->n_series / N_METHODS;
  making->runs->share = 0;
  if (try_levels (making, self, patience, error))
    {
      making->n_series++;
      return TRUE;
    }
  series_clear (self);
  return FALSE;
}

/* The first error is kept for the case that no method does. */
static gboolean
begin (Making *making, GPtrArray *candidates, double patience, GError **error)
{
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < candidates->len && making->n_series < N_METHODS; i++)
    {
      g_autoptr (GError) problem = NULL;
      const LsMethodChoice *choice = candidates->pdata[i];
      g_autofree char *name = ls_method_choice_to_text (choice);

      if (begin_series (making, choice, patience, &problem))
        continue;
      if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      ls_log_write (making->runs->log, LS_LOG_INFO, NULL, NULL, NAN,
                    /* Translators: a coupling method and why it failed. */
                    _ ("the reference omits %s: %s"), name, problem->message);
      if (first == NULL)
        first = g_steal_pointer (&problem);
    }
  if (making->n_series > 0)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

/* The method with less uncertainty in most of the signals. */
static Series *
find_best (Making *making)
{
  guint n = 0;

  if (making->n_series < N_METHODS)
    return &making->series[0];
  for (guint i = 0; i < making->n_signals; i++)
    n += making->series[1].uncertainties[i] < making->series[0].uncertainties[i];
  return &making->series[2 * n > making->n_signals];
}

/* A difference between both methods that their uncertainties do not explain belongs to the
 * uncertainty of either. A method that does not converge is no check. */
static gboolean
check (const Making *making,
       const Series *best,
       double uncertainties[],
       double differences[],
       GError **error)
{
  const Series *other = best == making->series ? best + 1 : best - 1;
  /* The one with more times has those of the other. */
  const gboolean is_finer = making->n_series == N_METHODS && other->n_levels > best->n_levels;
  LsTrace *fine = is_finer ? other->result->trace : best->result->trace;

  for (guint i = 0; i < making->n_signals; i++)
    {
      uncertainties[i] = best->uncertainties[i];
      differences[i] = NAN;
      if (making->n_series < N_METHODS || other->uncertainties[i] >= UNKNOWN)
        continue;
      if (!ls_measure_error (is_finer ? best->result->trace : other->result->trace, i + 1, fine,
                             i + 1, &differences[i], error))
        return FALSE;
      if (differences[i] > best->uncertainties[i] + other->uncertainties[i])
        uncertainties[i] = differences[i];
    }
  return TRUE;
}

static char *
name_series (const Making *making, const Series *self)
{
  g_autofree char *method = ls_method_choice_to_text (self->choice);
  const double finest = making->step_size * exp2 (1 - (double)self->n_levels);
  char from[LS_NUMBER_SIZE], to[LS_NUMBER_SIZE];

  /* Translators: a coupling method and step sizes in seconds. */
  return g_strdup_printf (
      _ ("%s with h = %s to %s s"), method,
      ls_number_format_short (making->step_size * exp2 (-(double)self->first), 6, from),
      ls_number_format_short (finest, 6, to));
}

static void
describe (const Making *making, const Series *best, LsReference *self)
{
  const Series *other = best == making->series ? best + 1 : best - 1;
  g_autofree char *name = name_series (making, best);

  self->cost[0] = making->runs->n_runs;
  self->cost[1] = making->runs->wall_time;
  /* Translators: method and steps, and a number of runs. */
  self->description
      = g_strdup_printf (making->n_series == N_METHODS
                             ? _ ("extrapolated from %s, %u runs")
                             /* Translators: the second method that would confirm it failed. */
                             : _ ("extrapolated from %s, %u runs, not checked by another method"),
                         name, making->runs->n_runs);
  if (making->n_series == N_METHODS)
    self->check = name_series (making, other);
}

/* The values of the best method at the wanted times, with its uncertainty. */
static LsReference *
make_result (Making *making, GError **error)
{
  const LsReferenceRuns *runs = making->runs;
  Series *best = find_best (making);
  g_autoptr (LsReference) self = ls_reference_alloc ("extrapolated", making->n_signals);
  gboolean any;

  self->trace = ls_reference_make_trace (runs->model, runs->signals);
  if (!ls_reference_sample (self, best->result->trace, runs->origin, runs->times, runs->n_times,
                            &any, error))
    return NULL;
  if (any)
    ls_reference_estimate_between (best->result, best->result->trace);
  if (!check (making, best, self->errors, self->differences, error))
    return NULL;
  for (guint i = 0; i < making->n_signals; i++)
    {
      self->orders[i] = best->orders[i];
      if (any && isfinite (best->result->errors[i]))
        self->errors[i] += best->result->errors[i];
    }
  describe (making, best, self);
  return g_steal_pointer (&self);
}

/* Whether the uncertainty is above a third of an error of @trace. */
static gboolean
is_limiting (const LsReference *reference, LsTrace *trace)
{
  for (guint i = 0; i < reference->n_signals; i++)
    {
      double error;

      if (ls_measure_error (trace, i + 1, reference->trace, i + 1, &error, NULL)
          && ls_reference_is_limiting (reference, i, error))
        return TRUE;
    }
  return FALSE;
}

static gboolean
wants_more (const Making *making,
            const LsReference *reference,
            GPtrArray *measured,
            double patience)
{
  for (guint i = 0; i < making->n_series; i++)
    {
      const Series *series = &making->series[i];

      if (series->n_levels >= MIN (MAX_LEVELS, series->first + MIN_LEVELS + MAX_HALVINGS))
        return FALSE;
    }
  /* The next runs take as long as all before and a little more. */
  if (making->runs->wall_time > patience)
    return FALSE;
  for (guint i = 0; i < measured->len; i++)
    if (is_limiting (reference, measured->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Each method once more, with half its step. Where one fails the coarser result is kept. */
static gboolean
refine_all (Making *making, GError **error)
{
  making->runs->first = 0.5;
  making->runs->share = 0;
  for (guint i = 0; i < making->n_series; i++)
    {
      Series *series = &making->series[i];

      plan (making, series->n_levels, series->n_levels + 1);
      if (!refine (making, series, error))
        return FALSE;
    }
  return TRUE;
}

static LsReference *
make (Making *making, GPtrArray *candidates, GPtrArray *measured, double patience, GError **error)
{
  g_autoptr (LsReference) self = NULL;

  if (!begin (making, candidates, patience, error) || (self = make_result (making, error)) == NULL)
    return NULL;
  while (wants_more (making, self, measured, patience))
    {
      g_autoptr (GError) problem = NULL;
      LsReference *finer = NULL;

      if (refine_all (making, &problem))
        finer = make_result (making, &problem);
      if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (finer == NULL)
        break;
      ls_reference_free (self);
      self = finer;
    }
  return g_steal_pointer (&self);
}

LsReference *
ls_reference_new_extrapolated (LsReferenceRuns *runs,
                               GPtrArray *candidates,
                               double step_size,
                               GPtrArray *measured,
                               double patience,
                               GError **error)
{
  g_return_val_if_fail (candidates != NULL, NULL);
  g_return_val_if_fail (measured != NULL, NULL);

  Making making = { .runs = runs,
                    .n_signals = g_strv_length ((char **)runs->signals),
                    .step_size = step_size };
  LsReference *self;

  if (!ls_reference_check_times (runs->origin, runs->times, runs->n_times, error))
    return NULL;
  self = make (&making, candidates, measured, patience, error);
  for (guint i = 0; i < making.n_series; i++)
    series_clear (&making.series[i]);
  return self;
}
