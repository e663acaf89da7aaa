#include "core/vary/calibration.h"

#include "core/base/number.h"
#include "core/foreign/import.h"
#include "core/vary/sample.h"
#include "core/vary/trace-value.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A parameter whose derivative by its angle is below this fraction of the range is at an end. */
#define AT_END 1e-4
/* Signals that fit better than this fraction of their deviation are not weighted again. */
#define EXACT 1e-9
#define N_WEIGHTINGS 3u

void
ls_calibration_free (LsCalibration *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->parameters, g_ptr_array_unref);
  g_clear_pointer (&self->data, ls_trace_unref);
  g_strfreev (self->signals);
  g_strfreev (self->settings.signals);
  g_free (self->scales);
  g_free (self->values);
  g_free (self->errors);
  g_free (self->correlation);
  g_free (self->rms);
  g_free (self->is_at_end);
  g_free (self);
}

void
ls_calibration_clear_results (LsCalibration *self)
{
  g_return_if_fail (self != NULL);

  const guint p = self->parameters->len, n = g_strv_length (self->signals);

  if (self->values == NULL)
    {
      self->values = g_new (double, p);
      self->errors = g_new (double, p);
      self->is_at_end = g_new (gboolean, p);
      self->correlation = g_new (double, (gsize)p *p);
      self->rms = g_new (double, n);
    }
  self->sum = INFINITY;
  self->n_runs = 0;
  self->converged = self->is_done = FALSE;
  for (guint i = 0; i < p; i++)
    {
      self->values[i] = self->errors[i] = NAN;
      self->is_at_end[i] = FALSE;
    }
  for (guint i = 0; i < p * p; i++)
    self->correlation[i] = NAN;
  for (guint i = 0; i < n; i++)
    self->rms[i] = NAN;
}

void
ls_calibration_cancel (LsCalibration *self)
{
  g_return_if_fail (self != NULL);
  g_atomic_int_set (&self->cancelled, 1);
}

/* ---- Angles: x = low + (high - low) (1 + sin a) / 2 stays in the range -------------------- */

static double
get_fraction (double angle)
{
  return (1 + sin (angle)) / 2;
}

static double
get_angle (double fraction)
{
  return asin (2 * CLAMP (fraction, 0, 1) - 1);
}

/* dx/da */
static double
get_slope (const LsVaried *varied, double angle)
{
  const double x = ls_varied_get_value (varied, get_fraction (angle));
  const double by_fraction
      = varied->logarithmic ? x * log (varied->high / varied->low) : varied->high - varied->low;

  return by_fraction * cos (angle) / 2;
}

/* ---- Residuals ---------------------------------------------------------------------------- */

static guint
get_n_signals (const LsCalibration *self)
{
  return g_strv_length (self->signals);
}

static gboolean
is_used (const LsCalibration *self, guint signal, gsize row)
{
  const double time = ls_trace_get (self->data, 0, row);

  return time >= self->settings.start_time && time <= self->settings.stop_time
         && isfinite (ls_trace_get (self->data, 1 + signal, row));
}

typedef struct
{
  LsCalibration *self;
  const double *points; /* angles */
  double *values;       /* parameters of the points */
  double *residuals;
} Evaluation;

static const double *
get_values (guint point, gpointer user_data)
{
  const Evaluation *evaluation = user_data;

  return evaluation->values + (gsize)point * evaluation->self->parameters->len;
}

/* In the process of the run. */
static gboolean
compare (G_GNUC_UNUSED guint point,
         LsTrace *trace,
         double numbers[],
         gpointer user_data,
         G_GNUC_UNUSED GError **error)
{
  const LsCalibration *self = ((const Evaluation *)user_data)->self;
  guint n = 0;

  for (guint k = 0; k < get_n_signals (self); k++)
    {
      const guint column = (guint)ls_trace_find (trace, self->signals[k]);

      for (gsize row = 0; row < ls_trace_get_n_rows (self->data); row++)
        if (is_used (self, k, row))
          numbers[n++] = (ls_trace_interpolate (trace, column, ls_trace_get (self->data, 0, row))
                          - ls_trace_get (self->data, 1 + k, row))
                         / self->scales[k];
    }
  return TRUE;
}

static void
take (guint point, const double numbers[], G_GNUC_UNUSED const char *message, gpointer user_data)
{
  Evaluation *evaluation = user_data;
  const guint n = evaluation->self->n_residuals;
  double *residuals = evaluation->residuals + (gsize)point * n;

  evaluation->self->n_runs++;
  for (guint i = 0; i < n; i++)
    residuals[i] = numbers != NULL ? numbers[i] : NAN;
}

/* RMS of the residuals of each signal. */
static void
measure (LsCalibration *self, const double residuals[])
{
  guint n = 0;

  for (guint k = 0; k < get_n_signals (self); k++)
    {
      double sum = 0;
      guint n_own = 0;

      for (gsize row = 0; row < ls_trace_get_n_rows (self->data); row++)
        if (is_used (self, k, row))
          {
            sum += residuals[n] * residuals[n];
            n++;
            n_own++;
          }
      self->rms[k] = n_own > 0 ? self->scales[k] * sqrt (sum / n_own) : NAN;
    }
}

/* Publishes the values of a point that is better than all before. Points of a Jacobian are no
 * steps of the fit, but may be better all the same. */
static void
take_best (LsCalibration *self, const Evaluation *evaluation, guint n_points)
{
  const guint p = self->parameters->len, n = self->n_residuals;

  for (guint i = 0; i < n_points; i++)
    {
      const double *residuals = evaluation->residuals + (gsize)i * n;
      double sum = 0;

      for (guint k = 0; k < n; k++)
        sum += residuals[k] * residuals[k];
      /* False for NaN. */
      if (!(sum < self->sum))
        continue;
      self->sum = sum;
      memcpy (self->values, evaluation->values + (gsize)i * p, p * sizeof *self->values);
      measure (self, residuals);
    }
  if (self->progress != NULL)
    self->progress (self, self->progress_data);
}

static gboolean
evaluate (
    const double points[], guint n_points, double residuals[], gpointer user_data, GError **error)
{
  static const LsRunPoolFuncs funcs
      = { .get_values = get_values, .evaluate = compare, .done = take };
  LsCalibration *self = user_data;
  const guint p = self->parameters->len;
  g_autofree double *values = g_new (double, (gsize)n_points *p);
  g_autofree guint *indices = g_new (guint, n_points);
  Evaluation evaluation = { self, points, values, residuals };

  for (guint i = 0; i < n_points; i++)
    {
      indices[i] = i;
      for (guint k = 0; k < p; k++)
        values[i * p + k]
            = ls_varied_get_value (self->parameters->pdata[k], get_fraction (points[i * p + k]));
    }
  if (!ls_run_pool_execute (&self->settings, indices, n_points, self->n_residuals, self->n_jobs,
                            &funcs, &self->cancelled, &evaluation, error))
    return FALSE;
  take_best (self, &evaluation, n_points);
  return TRUE;
}

/* ---- Data --------------------------------------------------------------------------------- */

static gboolean
fail_missing (const char *path, const LsImport *import, const char *const *signals, GError **error)
{
  const char *missing = import->missing->pdata[0];

  for (guint i = 0; signals[i] != NULL; i++)
    if (g_str_has_prefix (signals[i], missing) && signals[i][strlen (missing)] == '=')
      return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s has no column “%s”"), path,
                      signals[i] + strlen (missing) + 1);
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s has no column for “%s”"), path, missing);
}

static gboolean
read_data (LsCalibration *self, const char *path, const char *const *signals, GError **error)
{
  g_autoptr (LsImport) import = ls_import_read (path, self->settings.model, signals, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (import == NULL)
    return FALSE;
  if (signals != NULL && import->missing->len > 0)
    return fail_missing (path, import, signals, error);
  self->data = ls_trace_ref (import->trace);
  for (guint i = 1; i < ls_trace_get_n_columns (self->data); i++)
    g_ptr_array_add (names, (gpointer)ls_trace_get_name (self->data, i));
  g_ptr_array_add (names, NULL);
  self->signals = g_strdupv ((char **)names->pdata);
  self->settings.signals = g_strdupv (self->signals);
  return TRUE;
}

/* Standard deviation of a signal of the data; counts its values. */
static double
find_deviation (LsCalibration *self, guint signal)
{
  double mean = 0, sum = 0;
  guint n = 0;

  for (gsize row = 0; row < ls_trace_get_n_rows (self->data); row++)
    if (is_used (self, signal, row))
      {
        const double value = ls_trace_get (self->data, 1 + signal, row);
        const double change = value - mean;

        mean += change / ++n;
        sum += change * (value - mean);
      }
  self->n_residuals += n;
  return n > 1 && sum > 0 ? sqrt (sum / (n - 1)) : 1;
}

static gboolean
check_ranges (const LsCalibration *self, GError **error)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      LsVaried *varied = self->parameters->pdata[i];

      if (!ls_varied_resolve (varied, self->settings.model, error))
        return FALSE;
      if (varied->n > 0)
        return ls_fail (error, LS_ERROR_ARGUMENT,
                        _ ("%s: calibration takes a range without a number of points, not :%u"),
                        varied->name, varied->n);
      if (varied->values == NULL && varied->type == LS_TYPE_REAL)
        continue;
      return ls_fail (error, LS_ERROR_ARGUMENT,
                      _ ("%s: calibration needs a range of real numbers, LOW:HIGH"), varied->name);
    }
  if (self->parameters->len > 0)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, "%s", _ ("no parameter is given that may be changed"));
}

LsCalibration *
ls_calibration_new (const LsRunSettings *settings,
                    GPtrArray *parameters,
                    const char *path,
                    const char *const *signals,
                    guint n_jobs,
                    GError **error)
{
  g_return_val_if_fail (settings != NULL, NULL);
  g_return_val_if_fail (parameters != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (LsCalibration) self = g_new0 (LsCalibration, 1);

  self->settings = *settings;
  self->settings.parameters = self->parameters = parameters;
  self->n_jobs = n_jobs;
  if (!ls_run_settings_check (settings, error) || !check_ranges (self, error)
      || !read_data (self, path, signals, error))
    return NULL;
  self->scales = g_new (double, get_n_signals (self));
  for (guint i = 0; i < get_n_signals (self); i++)
    self->scales[i] = find_deviation (self, i);
  ls_calibration_clear_results (self);
  if (self->n_residuals > parameters->len)
    return g_steal_pointer (&self);
  return ls_fail_null (
      error, LS_ERROR_ARGUMENT,
      _ ("%s has %u values between the start and the stop time, which do not determine %u "
         "parameters and their errors"),
      path, self->n_residuals, parameters->len);
}

/* ---- Fit ---------------------------------------------------------------------------------- */

/* Returns: whether signals have other scales now */
static gboolean
weight_again (LsCalibration *self, const double deviations[])
{
  const guint n = get_n_signals (self);
  gboolean changed = FALSE;

  for (guint k = 0; k < n && n > 1; k++)
    if (self->rms[k] > EXACT * deviations[k])
      {
        changed |= fabs (self->rms[k] / self->scales[k] - 1) > 0.01;
        self->scales[k] = self->rms[k];
      }
  return changed;
}

static double
get_start (const LsCalibration *self, guint i)
{
  const LsVaried *varied = self->parameters->pdata[i];
  const LsComponent *component = NULL;
  const LsVariable *variable = NULL;
  const char *text = NULL;
  double value = NAN;

  if (ls_model_find_signal (self->settings.model, varied->name, &component, &variable, NULL))
    text = ls_model_get_value (self->settings.model, component->id, variable->name);
  if (text == NULL || !ls_number_parse (text, &value) || !(value > varied->low)
      || !(value < varied->high))
    return get_angle (0.5);
  return get_angle (ls_varied_get_fraction (varied, value));
}

/* The best fit from all starts. */
static LsFit *
fit_from_starts (LsCalibration *self, guint n_starts, gulong seed, GError **error)
{
  const guint p = self->parameters->len;
  const LsFitProblem problem = {
    .n_parameters = p, .n_residuals = self->n_residuals, .evaluate = evaluate, .user_data = self
  };
  g_autoptr (GArray) fractions = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree double *start = g_new (double, p);
  LsFit *best = NULL;

  if (n_starts > 1)
    ls_sample_lhs.fill (self->parameters, n_starts - 1, seed, fractions);
  for (guint i = 0; i < n_starts; i++)
    {
      g_autoptr (GError) reason = NULL;
      LsFit *fit;

      for (guint k = 0; k < p; k++)
        start[k] = i == 0 ? get_start (self, k)
                          : get_angle (g_array_index (fractions, double, (i - 1) * p + k));
      fit = ls_fit_new (&problem, start, &reason);
      if (fit == NULL && (i + 1 == n_starts || g_atomic_int_get (&self->cancelled) != 0)
          && best == NULL)
        g_propagate_error (error, g_steal_pointer (&reason));
      if (g_atomic_int_get (&self->cancelled) != 0)
        break;
      if (fit != NULL && (best == NULL || fit->sum < best->sum))
        {
          ls_fit_free (best);
          best = g_steal_pointer (&fit);
        }
      ls_fit_free (fit);
    }
  return best;
}

static void
take_fit (LsCalibration *self, const LsFit *fit)
{
  const guint p = self->parameters->len;

  self->sum = fit->sum;
  self->converged = fit->converged;
  for (guint i = 0; i < p; i++)
    {
      const LsVaried *varied = self->parameters->pdata[i];
      const double fraction = get_fraction (fit->values[i]);
      const double slope = get_slope (varied, fit->values[i]);

      self->values[i] = ls_varied_get_value (varied, fraction);
      self->is_at_end[i] = fabs (cos (fit->values[i])) < AT_END;
      self->errors[i] = self->is_at_end[i] ? NAN : fabs (slope) * ls_fit_get_error (fit, p, i);
      for (guint k = 0; k < p; k++)
        self->correlation[i * p + k]
            = ls_fit_get_correlation (fit, p, i, k) * (slope < 0 ? -1 : 1)
              * (get_slope (self->parameters->pdata[k], fit->values[k]) < 0 ? -1 : 1);
    }
}

gboolean
ls_calibration_execute (LsCalibration *self, guint n_starts, gulong seed, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  const guint p = self->parameters->len;
  g_autofree double *deviations
      = g_memdup2 (self->scales, get_n_signals (self) * sizeof *self->scales);
  g_autofree double *residuals = g_new (double, self->n_residuals);
  g_autoptr (LsFit) fit = NULL;
  const LsFitProblem problem = {
    .n_parameters = p, .n_residuals = self->n_residuals, .evaluate = evaluate, .user_data = self
  };

  ls_calibration_clear_results (self);
  fit = fit_from_starts (self, n_starts, seed, error);
  if (fit == NULL)
    return FALSE;
  for (guint i = 0;; i++)
    {
      g_autofree double *values = g_memdup2 (fit->values, p * sizeof *fit->values);

      if (!evaluate (values, 1, residuals, self, error))
        return FALSE;
      measure (self, residuals);
      if (i == N_WEIGHTINGS || !weight_again (self, deviations))
        break;
      ls_fit_free (fit);
      /* Sums with other weights do not compare. */
      self->sum = INFINITY;
      fit = ls_fit_new (&problem, values, error);
      if (fit == NULL)
        return FALSE;
    }
  take_fit (self, fit);
  self->is_done = TRUE;
  if (self->progress != NULL)
    self->progress (self, self->progress_data);
  return TRUE;
}
