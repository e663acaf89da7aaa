#include "core/reference/reference-impl.h"

#include "core/reference/integration.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The reference, and the looser integration that its own error is estimated
 * from. Tighter than 1e-13 the steps get shorter but rounding no smaller. */
#define TIGHT 1e-13
#define LOOSE_FACTOR 10.0
/* Where the two are compared. Stopping both at every time would make both the
 * same, and so hide what the step control leaves. */
#define MAX_CHECKS 200
/* Stops of the reference at least: see integration.c. The looser one has its own. */
#define MIN_STOPS 1024
/* Part of the work for the reference itself; the rest is the estimate. */
#define TIGHT_SHARE 0.8

typedef struct
{
  LsReference *self;
  double origin; /* s */
  double *row;
  double *min, *max, *square_sum; /* per signal, over all times */
  /* The estimate */
  const gsize *checks; /* indices of times */
  gsize n_checks, n_compared;
  gsize *ends;            /* by index of time: behind its rows in the trace */
  double *difference_sum; /* of squares */
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

/* Where an event is at the time there are two values, and which of them an integration finds that
 * has it a little earlier or later says nothing. */
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

/* The error figure between both integrations, of which an explicit method, whose errors go with the
 * tolerance, leaves a tenth in the tighter one. Below half the tolerance it may be rounding, which
 * is in both alike, and there is not less than half a unit in the last place per step, adding up
 * like a random walk. */
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
  settings->share = 1 - TIGHT_SHARE;
  return ls_integration_run (settings, NULL, NULL, &retry, error);
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
  guint64 n_steps = 0;

  if (!integrate_tight (making, settings, &n_steps, error)
      || !integrate_loose (making, settings, error))
    return FALSE;
  describe (making->self, settings->method);
  set_errors (making, settings->method, n_steps);
  return TRUE;
}

LsReference *
ls_reference_alloc (const char *kind, guint n_signals)
{
  LsReference *self = g_new0 (LsReference, 1);

  self->kind = kind;
  self->n_signals = n_signals;
  self->errors = g_new (double, n_signals + 1);
  for (guint i = 0; i < n_signals; i++)
    self->errors[i] = NAN;
  return self;
}

gboolean
ls_reference_check_times (double origin, const double times[], gsize n_times, GError **error)
{
  for (gsize i = 0; i < n_times; i++)
    if (!isfinite (times[i]) || (i > 0 && times[i] <= times[i - 1]))
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                     _ ("the times of the reference do not increase at t = %g s"),
                     origin + times[i]);
        return FALSE;
      }
  if (n_times >= 2)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("the reference needs at least two times"));
  return FALSE;
}

LsReference *
ls_reference_new (const LsModel *model,
                  double origin,
                  const double times[],
                  gsize n_times,
                  const char *const *signals,
                  LsLog *log,
                  LsReferenceProgressFunc progress,
                  gpointer user_data,
                  GError **error)
{
  const guint n = g_strv_length ((char **)signals);
  g_autoptr (LsReference) self = ls_reference_alloc ("monolithic", n);
  g_autofree double *work = g_new0 (double, 5 * n + 1);
  g_autofree gsize *ends = g_new0 (gsize, n_times + 1);
  g_autoptr (LsLog) own_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  Making making = { .self = self,
                    .origin = origin,
                    .min = work,
                    .max = work + n,
                    .square_sum = work + 2 * n,
                    .difference_sum = work + 3 * n,
                    .row = work + 4 * n,
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
  g_free (self->errors);
  g_free (self);
}

LsTrace *
ls_reference_get_trace (LsReference *self)
{
  return self->trace;
}

const char *
ls_reference_get_kind (const LsReference *self)
{
  return self->kind;
}

const char *
ls_reference_get_description (const LsReference *self)
{
  return self->description;
}

double
ls_reference_get_error (const LsReference *self, guint index)
{
  g_return_val_if_fail (index < self->n_signals, NAN);
  return self->errors[index];
}
