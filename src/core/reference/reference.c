#include "core/reference/reference-impl.h"

#include "core/base/number.h"
#include "core/reference/integration.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* TIGHT: tolerance of the reference, below which steps get shorter but rounding does not.
 * LOOSE_FACTOR: for the looser integration that estimates its error. */
#define TIGHT 1e-13
#define LOOSE_FACTOR 10.0
/* Maximum number of times at which both are compared. Stopping both at every time would make their
 * steps equal, and so hide the error of the step control. */
#define MAX_CHECKS 200
/* Minimum number of stops of the reference: see integration.c. The looser integration has its
 * own. */
#define MIN_STOPS 1024
/* Shares of the work: the reference and the error estimate; the rest is the second method. */
#define TIGHT_SHARE 0.7
#define LOOSE_SHARE 0.15
/* The second method: CVODE's Adams formulas to check explicit Runge-Kutta methods, Radau5 to check
 * CVODE, and with constraints. Both use matrices of all states, hence MAX_MATRIX. CHECK_STEPS:
 * maximum ratio of its steps to those of the reference. */
#define CHECK_RTOL 1e-11
#define MAX_MATRIX 50u
#define CHECK_STEPS 8u
/* Difference explained by the errors of the second method, in its tolerances: ten times the maximum
 * observed on the example models, relative to range or size and to the error growth that the looser
 * integration shows; plus a multiple of the nominal value, for signals that are zero up to
 * rounding. */
#define EXPLAINED 2000.0
#define EXPLAINED_NOMINAL 100.0

typedef struct
{
  LsReference *self;
  double origin; /* s */
  double *row;
  double *min, *max, *square_sum; /* per signal, over all times */
  /* Error estimate. */
  const gsize *checks; /* indices of times */
  gsize n_checks, n_compared;
  gsize *ends;            /* by index of time: end of its rows in the trace */
  double *difference_sum; /* of squares */
  double *loose;          /* difference to the looser integration */
  double *nominals;
} Making;

static gboolean
sample_tight (gsize index, double t, const double values[], gpointer user_data)
{
  Making *making = user_data;

  making->row[0] = t;
  for (guint i = 0; i < making->self->n_signals; i++)
    {
      making->row[i + 1] = values[i];
      making->min[i] = fmin (making->min[i], values[i]);
      making->max[i] = fmax (making->max[i], values[i]);
      making->square_sum[i] += values[i] * values[i];
    }
  making->ends[index] = ls_trace_get_n_rows (making->self->trace) + 1;
  return ls_trace_append (making->self->trace, making->row);
}

/* At an event there are two values at one time. An integration that locates it slightly earlier or
 * later may find either: compare with the closer one. */
static gboolean
sample_loose (gsize index, double t G_GNUC_UNUSED, const double values[], gpointer user_data)
{
  Making *making = user_data;
  const gsize check = making->checks[index], first = check > 0 ? making->ends[check - 1] : 0;

  for (guint i = 0; i < making->self->n_signals; i++)
    {
      double d = INFINITY;

      for (gsize row = first; row < making->ends[check]; row++)
        d = fmin (d, fabs (values[i] - ls_trace_get (making->self->trace, i + 1, row)));
      making->difference_sum[i] += d * d;
    }
  making->n_compared++;
  return TRUE;
}

/* Error figure of the difference between both integrations. The error of an explicit method is
 * proportional to the tolerance, so a tenth of it remains in the tighter integration. Half the
 * tolerance is added, below which rounding, which affects both alike, may hide the error; and half
 * a unit in the last place per step, accumulated like a random walk. */
static void
set_errors (Making *making, const LsOdeMethod *method, guint64 n_steps)
{
  LsReference *self = making->self;
  const double n_rows = (double)ls_trace_get_n_rows (self->trace);

  for (guint i = 0; i < self->n_signals; i++)
    {
      const double range = making->max[i] - making->min[i];
      const double size = sqrt (making->square_sum[i] / n_rows);
      const double rounding = 0.5 * DBL_EPSILON * sqrt ((double)n_steps) * size;
      double left = sqrt (making->difference_sum[i] / (double)making->n_compared);

      making->loose[i] = left;
      if (!ls_ode_method_is_implicit (method))
        left = fmin (left, 0.5 * TIGHT * size + left / LOOSE_FACTOR);
      self->errors[i] = 100 * (left + rounding) / (range > 0 ? range : 1);
    }
}

static gsize *
choose_checks (gsize n_times, gsize *n_checks)
{
  gsize *checks;

  *n_checks = MIN (n_times, MAX_CHECKS + 1);
  checks = g_new (gsize, *n_checks);
  for (gsize i = 0; i < *n_checks; i++)
    checks[i] = *n_checks < 2
                    ? 0
                    : (gsize)((double)i * (double)(n_times - 1) / (double)(*n_checks - 1) + 0.5);
  return checks;
}

LsTrace *
ls_reference_make_trace (const LsModel *model, const char *const *signals)
{
  const guint n = g_strv_length ((char **)signals);
  g_autofree const char **units = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const LsVariable *variable = NULL;
      if (ls_model_find_signal (model, signals[i], NULL, &variable, NULL))
        units[i] = variable->unit_name;
      if (units[i] == NULL)
        units[i] = "";
    }
  return ls_trace_new (n, signals, units);
}

static void
begin (Making *making, const LsModel *model, const char *const *signals)
{
  LsReference *self = making->self;

  g_clear_pointer (&self->trace, ls_trace_unref);
  self->trace = ls_reference_make_trace (model, signals);
  ls_trace_set_origin (self->trace, making->origin);
  for (guint i = 0; i < self->n_signals; i++)
    {
      const LsVariable *variable = NULL;

      ls_model_find_signal (model, signals[i], NULL, &variable, NULL);
      making->nominals[i]
          = variable != NULL && variable->has_nominal ? fabs (variable->nominal) : 1;
      making->min[i] = INFINITY;
      making->max[i] = -INFINITY;
      making->square_sum[i] = making->difference_sum[i] = 0;
    }
}

static gboolean
integrate_tight (Making *making, LsIntegrationSettings *settings, guint64 *n_steps, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const LsOdeMethod *method = NULL;
  LsOdeCounts counts = { 0 };
  gboolean retry = FALSE;

  settings->sample = sample_tight;
  settings->sample_data = making;
  begin (making, settings->model, settings->signals);
  if (!ls_integration_run (settings, &method, &counts, &retry, &problem))
    {
      if (!retry || ls_ode_method_is_implicit (method))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      ls_log_write (settings->log, LS_LOG_INFO, NULL, NULL, NAN,
                    _ ("the explicit method gives up (%s); the reference is integrated by CVODE"),
                    problem->message);
      begin (making, settings->model, settings->signals);
      settings->method = ls_ode_method_find ("cvode-bdf");
      if (!ls_integration_run (settings, &method, &counts, &retry, error))
        return FALSE;
    }
  settings->method = method;
  *n_steps = counts.steps;
  return TRUE;
}

static gboolean
integrate_loose (Making *making, LsIntegrationSettings *settings, GError **error)
{
  g_autofree gsize *checks = choose_checks (settings->n_times, &making->n_checks);
  g_autofree double *times = g_new (double, making->n_checks);
  gboolean retry;

  for (gsize i = 0; i < making->n_checks; i++)
    times[i] = settings->times[checks[i]];
  making->checks = checks;
  settings->sample = sample_loose;
  settings->times = times;
  settings->n_times = making->n_checks;
  settings->rtol *= LOOSE_FACTOR;
  settings->min_stops = 0;
  settings->first = TIGHT_SHARE;
  settings->share = LOOSE_SHARE;
  return ls_integration_run (settings, NULL, NULL, &retry, error);
}

static void
tell_difference (const LsReference *self, LsLog *log, double worst)
{
  char text[LS_NUMBER_SIZE];

  ls_log_write (log, LS_LOG_WARNING, NULL, NULL, NAN,
                /* Translators: %s are a solver with its tolerance and a number. */
                _ ("a second method, %s, differs from the reference by up to %s %%: the error of "
                   "the reference may be as large"),
                self->check, ls_number_format_short (worst, 2, text));
}

/* A difference not explained by the errors of the second method is an error of the reference. */
static void
take_differences (Making *making, LsLog *log)
{
  LsReference *self = making->self;
  const double n_rows = (double)ls_trace_get_n_rows (self->trace);
  double worst = 0;

  for (guint i = 0; i < self->n_signals; i++)
    {
      const double range = making->max[i] - making->min[i];
      const double size = fmax (range, sqrt (making->square_sum[i] / n_rows));
      const double difference = sqrt (making->difference_sum[i] / (double)making->n_compared);
      const double explained
          = EXPLAINED * (CHECK_RTOL * size + CHECK_RTOL / (LOOSE_FACTOR * TIGHT) * making->loose[i])
            + EXPLAINED_NOMINAL * CHECK_RTOL * making->nominals[i];

      self->differences[i] = 100 * difference / (range > 0 ? range : 1);
      if (difference <= explained)
        continue;
      self->errors[i] = fmax (self->errors[i], self->differences[i]);
      worst = fmax (worst, self->differences[i]);
    }
  if (worst > 0)
    tell_difference (self, log, worst);
}

/* Compares at the times of the looser integration. A failure of the second method is no evidence
 * against the reference. */
static gboolean
check (Making *making, LsIntegrationSettings *settings, guint64 n_steps, GError **error)
{
  const gboolean is_stiff = ls_ode_method_is_implicit (settings->method);
  g_autofree gsize *checks = choose_checks (settings->n_times, &making->n_checks);
  g_autofree double *times = g_new (double, making->n_checks);
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsIntegrationSettings second = *settings;
  g_autoptr (GError) problem = NULL;
  const LsOdeMethod *method;
  gboolean retry;

  for (gsize i = 0; i < making->n_checks; i++)
    times[i] = settings->times[checks[i]];
  for (guint i = 0; i < making->self->n_signals; i++)
    making->difference_sum[i] = 0;
  making->checks = checks;
  making->n_compared = 0;
  second.projecting = ls_ode_method_find ("radau5");
  second.method = is_stiff ? second.projecting : ls_ode_method_find ("cvode-adams");
  second.rtol = CHECK_RTOL;
  second.max_states = MAX_MATRIX;
  second.max_steps = CHECK_STEPS * n_steps;
  second.sample = sample_loose;
  second.times = times;
  second.n_times = making->n_checks;
  second.min_stops = 0;
  second.log = log;
  second.first = TIGHT_SHARE + LOOSE_SHARE;
  second.share = 1 - second.first;
  if (ls_integration_run (&second, &method, NULL, &retry, &problem))
    {
      making->self->check = g_strdup_printf (
          method == second.projecting ? _ ("Radau5 at %g") : _ ("CVODE Adams at %g"), second.rtol);
      take_differences (making, settings->log);
      return TRUE;
    }
  if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  ls_log_write (settings->log, LS_LOG_INFO, NULL, NULL, NAN,
                _ ("the reference was not checked by a second method: %s"), problem->message);
  return TRUE;
}

static void
describe (LsReference *self, const LsOdeMethod *method)
{
  const char *name = ls_ode_method_is_implicit (method) ? "CVODE BDF" : "Dormand-Prince 8(5,3)";

  /* Translators: %s is an integration method, %g its tolerance. */
  self->description = g_strdup_printf (_ ("monolithic, %s at %g"), name, TIGHT);
}

static gboolean
make (Making *making, LsIntegrationSettings *settings, GError **error)
{
  const LsIntegrationSettings all = *settings;
  guint64 n_steps = 0;

  if (!integrate_tight (making, settings, &n_steps, error)
      || !integrate_loose (making, settings, error))
    return FALSE;
  describe (making->self, settings->method);
  set_errors (making, settings->method, n_steps);
  settings->times = all.times;
  settings->n_times = all.n_times;
  return check (making, settings, n_steps, error);
}

LsReference *
ls_reference_alloc (const char *kind, guint n_signals)
{
  LsReference *self = g_new0 (LsReference, 1);

  self->kind = kind;
  self->n_signals = n_signals;
  self->n_numbers = 3 * n_signals + 2;
  self->errors = g_new0 (double, self->n_numbers);
  self->differences = self->errors + n_signals;
  self->orders = self->differences + n_signals;
  self->cost = self->orders + n_signals;
  for (guint i = 0; i < 3 * n_signals; i++)
    self->errors[i] = NAN;
  return self;
}

gboolean
ls_reference_check_times (double origin, const double times[], gsize n_times, GError **error)
{
  for (gsize i = 0; i < n_times; i++)
    if (!isfinite (times[i]) || (i > 0 && times[i] <= times[i - 1]))
      return ls_fail (error, LS_ERROR_ARGUMENT,
                      _ ("the times of the reference do not increase at t = %g s"),
                      origin + times[i]);
  if (n_times >= 2)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("the reference needs at least two times"));
}

LsReference *
ls_reference_new (const LsModel *model,
                  double origin,
                  const double times[],
                  gsize n_times,
                  const char *const *signals,
                  LsLog *log,
                  LsProgressFunc progress,
                  gpointer user_data,
                  GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  const guint n = g_strv_length ((char **)signals);
  g_autoptr (LsReference) self = ls_reference_alloc ("monolithic", n);
  g_autofree double *work = g_new0 (double, 7 * n + 1);
  g_autofree gsize *ends = g_new0 (gsize, n_times + 1);
  g_autoptr (LsLog) own_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  Making making = { .self = self,
                    .origin = origin,
                    .min = work,
                    .max = work + n,
                    .square_sum = work + 2 * n,
                    .difference_sum = work + 3 * n,
                    .loose = work + 4 * n,
                    .nominals = work + 5 * n,
                    .row = work + 6 * n,
                    .ends = ends };
  LsIntegrationSettings settings = { .model = model,
                                     .origin = origin,
                                     .times = times,
                                     .n_times = n_times,
                                     .signals = signals,
                                     .rtol = TIGHT,
                                     .min_stops = MIN_STOPS,
                                     .log = own_log,
                                     .sample_data = &making,
                                     .progress = progress,
                                     .progress_data = user_data,
                                     .share = TIGHT_SHARE };

  if (!ls_reference_check_times (origin, times, n_times, error))
    return NULL;
  return make (&making, &settings, error) ? g_steal_pointer (&self) : NULL;
}

void
ls_reference_free (LsReference *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->trace, ls_trace_unref);
  g_free (self->description);
  g_free (self->check);
  g_free (self->errors);
  g_free (self);
}

LsTrace *
ls_reference_get_trace (LsReference *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->trace;
}

const char *
ls_reference_get_kind (const LsReference *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->kind;
}

const char *
ls_reference_get_description (const LsReference *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->description;
}

const char *
ls_reference_get_check (const LsReference *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->check;
}

double
ls_reference_get_difference (const LsReference *self, guint index)
{
  g_return_val_if_fail (index < self->n_signals, NAN);
  return self->differences[index];
}

double
ls_reference_get_error (const LsReference *self, guint index)
{
  g_return_val_if_fail (index < self->n_signals, NAN);
  return self->errors[index];
}

double
ls_reference_get_order (const LsReference *self, guint index)
{
  g_return_val_if_fail (index < self->n_signals, NAN);
  return self->orders[index];
}

guint
ls_reference_get_n_runs (const LsReference *self, double *wall_time)
{
  g_return_val_if_fail (self != NULL, 0);

  *wall_time = self->cost[1];
  return (guint)self->cost[0];
}

double
ls_reference_get_uncertainty (const LsReference *self, guint index)
{
  g_return_val_if_fail (self != NULL, NAN);
  return self->cost[0] > 0 ? ls_reference_get_error (self, index) : NAN;
}

gboolean
ls_reference_is_limiting (const LsReference *self, guint index, double error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return error < LS_REFERENCE_LIMIT_FACTOR * ls_reference_get_error (self, index);
}
