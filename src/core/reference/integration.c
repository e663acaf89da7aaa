#include "core/reference/integration.h"

#include "core/base/interrupt.h"
#include "core/ode/stiffness.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* An explicit step of length h is stable for rates up to about 4 / h (real stability interval of
 * the methods of order 8, 4.9 and 6.1). If stability alone requires more than this many steps, BDF
 * is faster in spite of its low order. */
#define EXPLICIT_REACH 4.0
#define STIFF_STEPS 5e5
/* Detects temporary stiffness, as of oscillating reactions: steps within this factor of the
 * stability limit, tested after FIRST_LOOK steps, then after twice as many each time. */
#define NEAR_BOUND 2.0
#define FIRST_LOOK 20000u
/* Maximum number of steps of a method: a constant plus a number per time. */
#define STEP_BUDGET G_GUINT64_CONSTANT (5000000)
#define STEPS_PER_TIME 64
#define MAX_SPLIT 24
/* Interval between attempts to use a coarser division, in times. */
#define COARSEN_EVERY 16
#define POLL_INTERVAL 20000 /* µs */
/* Tolerance within which an event is at a sampled time, relative to the distance of the times. */
#define SAME 1e-9

typedef struct
{
  const LsIntegrationSettings *settings;
  LsMonolith *monolith;
  LsLog *log;
  LsOde *ode;        /* of a model without events, otherwise %NULL */
  LsHybrid *hybrid;  /* of a model with events, otherwise %NULL */
  guint64 budget;    /* steps */
  guint64 n_steps;   /* completed steps, of a model with events */
  guint64 next_look; /* steps */
  LsOdeProblem problem;
  double *x, *values;
  gsize index;    /* of the next time to sample */
  gsize doubled;  /* index of the last time with both limits, plus one */
  guint split;    /* every interval between two times is divided into 2^split parts */
  double reached; /* time of the last evaluation, s */
  LsInterrupt interrupt;
  gboolean projects; /* states are projected onto constraints */
  gboolean implicit;
} Work;

static gboolean
is_cancelled (gpointer user_data)
{
  const Work *self = user_data;
  const LsIntegrationSettings *settings = self->settings;
  const double t_0 = settings->times[0], t_1 = settings->times[settings->n_times - 1];

  return settings->progress != NULL
         && !settings->progress (
             settings->first + settings->share * CLAMP ((self->reached - t_0) / (t_1 - t_0), 0, 1),
             settings->progress_data);
}

static LsStatus
derivatives (double t, const double x[], double dx[], gpointer user_data)
{
  Work *self = user_data;

  self->reached = t;
  return ls_monolith_get_derivatives (self->monolith, t, x, dx);
}

static LsStatus
indicators (double t, const double x[], double z[], gpointer user_data)
{
  Work *self = user_data;

  return ls_monolith_get_indicators (self->monolith, t, x, z);
}

static LsStatus
completed (double t, const double x[], gboolean *event, gboolean *terminate, gpointer user_data)
{
  Work *self = user_data;

  if (++self->n_steps > self->budget)
    return LS_STOP;
  return ls_monolith_complete_step (self->monolith, t, x, event, terminate);
}

static LsStatus
sample_limit (Work *self, gsize index, double t, const double x[])
{
  const LsIntegrationSettings *settings = self->settings;
  LsStatus status = ls_monolith_read (self->monolith, t, x, self->values);

  self->doubled = index + 1;
  if (status != LS_OK)
    return status;
  return settings->sample (index, settings->times[index], self->values, settings->sample_data)
             ? LS_OK
             : LS_STOP;
}

/* Whether @t is the time of @index up to rounding and the tolerance of event location. */
static gboolean
is_at (const Work *self, gsize index, double t)
{
  const double *times = self->settings->times;
  const gsize other = index > 0 ? index - 1 : 1;

  return index < self->settings->n_times
         && fabs (t - times[index]) <= SAME * fabs (times[index] - times[other]);
}

/* At a sampled time both limits are stored: the left one before the first of several events, and
 * the right one after the last. An event later than the time by rounding only is at the time. */
static LsStatus
handle_event (double t,
              const LsHybridCauses *causes G_GNUC_UNUSED,
              double x[],
              LsHybridOutcome *outcome,
              gpointer user_data)
{
  Work *self = user_data;
  LsStatus status = LS_OK;
  gboolean late;

  if (is_at (self, self->index, t) && self->doubled != self->index + 1)
    status = sample_limit (self, self->index, t, x);
  late = self->index > 0 && is_at (self, self->index - 1, t);
  if (status == LS_OK)
    status = ls_monolith_handle_event (self->monolith, t, x, outcome);
  if (status == LS_OK && late && !outcome->terminate)
    status = sample_limit (self, self->index - 1, t, x);
  return status;
}

static LsStatus
project (double t, double x[], double error[], gpointer user_data)
{
  Work *self = user_data;

  return ls_monolith_project (self->monolith, t, x, error);
}

static void
get_counts (const Work *self, LsOdeCounts *counts)
{
  LsHybridCounts all;

  if (self->hybrid == NULL)
    {
      ls_ode_get_counts (self->ode, counts);
      return;
    }
  ls_hybrid_get_counts (self->hybrid, &all);
  *counts = all.ode;
}

static gboolean
fail (Work *self, const char *what, double t, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->settings->log);
  const char *problem = ls_monolith_get_problem (self->monolith);

  if (self->interrupt.wanted)
    g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("the reference was cancelled at t = %g s"),
                 self->settings->origin + t);
  else if (problem != NULL || said != NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, "%s", problem != NULL ? problem : said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("%s at t = %g s"), what,
                 self->settings->origin + t);
  return FALSE;
}

static gboolean
sample (Work *self, gsize index, GError **error)
{
  const LsIntegrationSettings *settings = self->settings;
  const double t = settings->times[index];

  if (ls_interrupt_is_wanted ()
      || ls_monolith_read (self->monolith, t, self->x, self->values) != LS_OK)
    return fail (self, _ ("outputs could not be read"), t, error);
  if (settings->sample (index, t, self->values, settings->sample_data))
    return TRUE;
  return ls_fail (error, LS_ERROR_RUN, _ ("there is not enough memory for the reference"));
}

/* A component may terminate the simulation earlier. */
static LsStatus
advance (Work *self, double t)
{
  const guint n = ls_monolith_get_n_states (self->monolith);
  LsStatus status;

  if (self->hybrid == NULL)
    return ls_ode_advance (self->ode, t, self->x);
  status = ls_hybrid_advance (self->hybrid, t);
  if (status == LS_OK && n > 0)
    memcpy (self->x, ls_hybrid_get_states (self->hybrid), n * sizeof (double));
  return status;
}

/* Whether an explicit method would need too many steps from here on. @steps: number of steps over
 * the last @length, s, up to @t */
static gboolean
is_hopeless (Work *self, guint64 total, guint64 steps, double length, double t)
{
  const LsIntegrationSettings *settings = self->settings;
  double rate;

  if (self->implicit || total < self->next_look || steps == 0)
    return FALSE;
  self->next_look = 2 * total;
  rate = ls_stiffness_get_rate (&self->problem, t, self->x,
                                ls_monolith_get_nominals (self->monolith));
  return length / (double)steps * rate > NEAR_BOUND
         && (double)total + rate * (settings->times[settings->n_times - 1] - t) / EXPLICIT_REACH
                > STIFF_STEPS;
}

/* Advances from one time to the next in equal parts. A stop is hit exactly, whereas t + h of a free
 * step is rounded, always in the same direction when h repeats: 1e-11 % on the two-body model.
 * Hence the parts are about as long as the steps. */
static gboolean
go_on (Work *self, gsize index, gboolean *retry, GError **error)
{
  const double t_0 = self->settings->times[index - 1], t_1 = self->settings->times[index];
  const guint n_parts = 1u << self->split;
  LsOdeCounts before, last, after;

  if (index % COARSEN_EVERY == 0 && self->split > 0
      && self->settings->min_stops < (self->settings->n_times << (self->split - 1)))
    self->split--;
  get_counts (self, &before);
  after = before;
  for (guint i = 1; i <= n_parts; i++)
    {
      const double t = i == n_parts ? t_1 : t_0 + (t_1 - t_0) * ((double)i / n_parts);
      const LsStatus status = advance (self, t);

      if (status != LS_OK)
        {
          *retry = status == LS_RETRY || self->n_steps > self->budget;
          return fail (self, _ ("the integration of the reference could not continue"), t, error);
        }
      if (self->hybrid != NULL && ls_hybrid_is_terminated (self->hybrid))
        return fail (self, _ ("a component ends the simulation"), ls_hybrid_get_time (self->hybrid),
                     error);
      last = after;
      get_counts (self, &after);
      if (is_hopeless (self, after.steps, after.steps - last.steps, (t_1 - t_0) / n_parts, t))
        {
          *retry = TRUE;
          return fail (self, _ ("the model is stiff"), t, error);
        }
    }
  if (after.steps - before.steps > n_parts + n_parts / 4 && self->split < MAX_SPLIT)
    self->split++;
  return TRUE;
}

static LsStatus
begin (Work *self)
{
  const double t = self->settings->times[0];

  if (self->hybrid == NULL)
    {
      ls_ode_set_max_steps (self->ode, self->budget);
      return ls_ode_start (self->ode, t, self->x);
    }
  return ls_hybrid_start (self->hybrid, t, self->x, ls_monolith_get_next_time (self->monolith));
}

static gboolean
integrate (Work *self, gboolean *retry, GError **error)
{
  const LsIntegrationSettings *settings = self->settings;

  self->next_look = FIRST_LOOK;
  self->index = 0;
  while (((settings->n_times - 1) << self->split) < settings->min_stops)
    self->split++;
  self->budget = settings->max_steps > 0 ? settings->max_steps
                                         : STEP_BUDGET + STEPS_PER_TIME * settings->n_times;
  if (begin (self) != LS_OK)
    return fail (self, _ ("the integration of the reference could not start"), settings->times[0],
                 error);
  if (!sample (self, 0, error))
    return FALSE;
  for (gsize i = 1; i < settings->n_times; i++)
    {
      LsOdeCounts counts;

      self->index = i;
      if (!go_on (self, i, retry, error) || !sample (self, i, error))
        return FALSE;
      get_counts (self, &counts);
      if (counts.steps > self->budget)
        {
          *retry = TRUE;
          return ls_fail (error, LS_ERROR_RUN,
                          _ ("the reference takes too many steps (%g up to t = %g s)"),
                          (double)counts.steps, settings->origin + settings->times[i]);
        }
    }
  return TRUE;
}

static const LsOdeMethod *
choose_method (Work *self, const LsOdeProblem *problem)
{
  const LsIntegrationSettings *settings = self->settings;
  const double span = settings->times[settings->n_times - 1] - settings->times[0];
  double rate;

  if (settings->projecting != NULL && self->projects)
    return settings->projecting;
  if (settings->method != NULL)
    return settings->method;
  rate = ls_stiffness_get_rate (problem, settings->times[0], self->x,
                                ls_monolith_get_nominals (self->monolith));
  if (rate * span / EXPLICIT_REACH > fmax (STIFF_STEPS, 20.0 * (double)settings->n_times))
    return ls_ode_method_find ("cvode-bdf");
  return ls_ode_method_find ("dop853");
}

/* Returns: (transfer full): absolute tolerances, n. */
static double *
make_tolerances (const Work *self, guint n)
{
  const double *nominals = ls_monolith_get_nominals (self->monolith);
  double *atol = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    atol[i] = self->settings->rtol * nominals[i];
  return atol;
}

/* Prepares the projection onto constraints, and projects the initial states. */
static gboolean
project_start (Work *self, guint n, GError **error)
{
  g_autofree double *atol = make_tolerances (self, n);

  self->projects
      = n > 0 && ls_monolith_enable_projection (self->monolith, self->settings->rtol, atol);
  if (!self->projects
      || ls_monolith_project (self->monolith, self->settings->times[0], self->x, NULL) == LS_OK)
    return TRUE;
  return ls_fail (
      error, LS_ERROR_RUN,
      _ ("the constraints of the components cannot be met at the start of the reference"));
}

static gboolean
make_solver (Work *self, const LsOdeMethod *method, const LsOdeProblem *problem, GError **error)
{
  const LsIntegrationSettings *settings = self->settings;
  const double *nominals = ls_monolith_get_nominals (self->monolith);
  const LsOdeDetails details = { .project = self->projects ? project : NULL };
  const LsHybridProblem whole = { .ode = *problem,
                                  .details = &details,
                                  .n_indicators = ls_monolith_get_n_indicators (self->monolith),
                                  .indicators = indicators,
                                  .completed = completed,
                                  .event = handle_event };
  const double span = settings->times[settings->n_times - 1] - settings->times[0];
  const LsHybridSettings hybrid = { .rtol = settings->rtol,
                                    .atol = settings->rtol,
                                    .max_step = ls_hybrid_get_longest_step (method, span),
                                    .span = span };
  g_autofree double *atol = make_tolerances (self, problem->n);

  if (ls_monolith_has_events (self->monolith))
    {
      self->hybrid = ls_hybrid_new (method, &whole, &hybrid, nominals, self->log, NULL, error);
      return self->hybrid != NULL;
    }
  self->ode = ls_ode_new_full (method, problem, &details, settings->rtol, atol, error);
  if (self->ode != NULL)
    ls_ode_set_max_step (self->ode, hybrid.max_step);
  return self->ode != NULL;
}

static gboolean
set_up (Work *self, const LsOdeMethod **method, GError **error)
{
  const LsIntegrationSettings *settings = self->settings;
  LsOdeProblem problem = { .derivatives = derivatives, .user_data = self };

  self->monolith = ls_monolith_new (settings->model, settings->origin,
                                    settings->origin + settings->times[settings->n_times - 1],
                                    settings->signals, settings->log, error);
  if (self->monolith == NULL)
    return FALSE;
  problem.n = ls_monolith_get_n_states (self->monolith);
  if (settings->max_states > 0 && problem.n > settings->max_states)
    return ls_fail (error, LS_ERROR_RUN, _ ("%u states are more than %u"), problem.n,
                    settings->max_states);
  self->x = g_memdup2 (ls_monolith_get_start (self->monolith), problem.n * sizeof (double));
  self->values = g_new0 (double, g_strv_length ((char **)settings->signals));
  if (!project_start (self, problem.n, error))
    return FALSE;
  *method = choose_method (self, &problem);
  self->problem = problem;
  self->implicit = ls_ode_method_is_implicit (*method);
  return make_solver (self, *method, &problem, error);
}

gboolean
ls_integration_run (const LsIntegrationSettings *settings,
                    const LsOdeMethod **method,
                    LsOdeCounts *counts,
                    gboolean *retry,
                    GError **error)
{
  g_return_val_if_fail (settings != NULL && retry != NULL, FALSE);

  Work work = { .settings = settings,
                .log = ls_log_new_from (settings->log, settings->origin),
                .interrupt = { is_cancelled, &work, .interval = POLL_INTERVAL } };
  const LsOdeMethod *used = NULL;
  gboolean done;

  *retry = FALSE;
  ls_interrupt_enter (&work.interrupt);
  done = set_up (&work, &used, error) && integrate (&work, retry, error);
  ls_interrupt_leave (&work.interrupt);
  if (!done && work.interrupt.wanted)
    {
      g_clear_error (error);
      fail (&work, NULL, work.reached, error);
    }
  if (counts != NULL && (work.ode != NULL || work.hybrid != NULL))
    get_counts (&work, counts);
  if (method != NULL)
    *method = used;
  g_clear_pointer (&work.ode, ls_ode_free);
  g_clear_pointer (&work.hybrid, ls_hybrid_free);
  g_clear_pointer (&work.monolith, ls_monolith_free);
  ls_log_unref (work.log);
  g_free (work.x);
  g_free (work.values);
  return done;
}
