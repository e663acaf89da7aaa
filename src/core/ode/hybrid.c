#include "core/ode/hybrid-impl.h"

#include "core/base/interrupt.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of rejected steps in a row because of failing indicators, each a quarter of the
 * one before. */
#define MAX_SHORTENED 10u
/* MAX_REFINEMENTS: repetitions of a step so that it ends at its event; LEAST_REFINEMENT: change of
 * its length, relative to it, at which they end; SHORT: length of the following step, relative to
 * this one, if the event was not found again. */
#define MAX_REFINEMENTS 8u
#define LEAST_REFINEMENT 1e-14
#define SHORT 1e-3
/* Minimum length of that short step, as a fraction of the simulated time span. */
#define LEAST_SHORT 1e-9
/* Number of events not found again after which an event is accepted as first located. For states
 * that hardly change within a step, rounding blurs the event, and refinement would never end. */
#define MAX_MISSED 4u
/* Length of a step past events without effect, as a fraction of the simulated time span. */
#define NUDGE 1e-10
/* Minimum number of steps per simulation when no maximum step is given. */
#define LEAST_STEPS 50.0

double
ls_hybrid_get_longest_step (const LsOdeMethod *method, double span)
{
  return ls_ode_method_has_fixed_step (method) ? 0.0 : span / LEAST_STEPS;
}

static gboolean
make_solver (LsHybrid *self, const LsOdeMethod *method, GError **error)
{
  const LsHybridSettings *settings = &self->settings;
  LsOdeDetails details = { 0 };

  if (settings->solver_locates && !ls_ode_method_finds_roots (method))
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("The solver %s has no root finding of its own."),
                    ls_ode_method_get_id (method));
  if (self->problem.details != NULL)
    details = *self->problem.details;
  self->solver_locates
      = settings->solver_locates && self->problem.n_indicators > 0 && self->problem.ode.n > 0;
  if (self->solver_locates)
    {
      details.n_roots = self->problem.n_indicators;
      details.roots = self->problem.indicators;
    }
  self->ode
      = ls_ode_new_full (method, &self->problem.ode, &details, settings->rtol, self->atol, error);
  if (self->ode == NULL)
    return FALSE;
  if (settings->max_step > 0.0)
    ls_ode_set_max_step (self->ode, settings->max_step);
  if (settings->fixed_step > 0.0)
    ls_ode_set_fixed_step (self->ode, settings->fixed_step);
  self->saved_ode = g_malloc0 (ls_ode_get_saved_size (self->ode) + 1);
  self->step_start = g_malloc0 (ls_ode_get_saved_size (self->ode) + 1);
  self->refines = self->problem.n_indicators > 0
                  && ls_ode_method_get_dense_order (method) + 2 < ls_ode_method_get_order (method);
  return TRUE;
}

LsHybrid *
ls_hybrid_new (const LsOdeMethod *method,
               const LsHybridProblem *problem,
               const LsHybridSettings *settings,
               const double nominals[],
               LsLog *log,
               const char *name,
               GError **error)
{
  g_return_val_if_fail (method != NULL && problem != NULL && settings != NULL, NULL);

  LsHybrid *self = g_new0 (LsHybrid, 1);
  guint n = problem->ode.n, n_z = problem->n_indicators;

  self->problem = *problem;
  if (problem->details != NULL)
    self->project = problem->details->project;
  self->settings = *settings;
  self->log = log != NULL ? ls_log_ref (log) : NULL;
  self->name = g_strdup (name);
  self->x = g_new0 (double, 5 * (gsize)n + 1);
  self->before = self->x + n;
  self->dx = self->before + n;
  self->atol = self->dx + 2 * n;
  self->z = g_new0 (double, 5 * (gsize)n_z + 1);
  self->saved_z = self->z + 2 * n_z;
  self->z_start = self->saved_z + n_z;
  self->z_end = self->z_start + n_z;
  self->fired = g_new0 (gint8, n_z + 1);
  self->locator = ls_event_locator_new (n_z);
  self->chatter = ls_chatter_detector_new (n_z, settings->span);
  self->saved_chatter = ls_chatter_detector_new (n_z, settings->span);
  ls_hybrid_set_atol (self, nominals);
  if (make_solver (self, method, error))
    return self;
  ls_hybrid_free (self);
  return NULL;
}

void
ls_hybrid_free (LsHybrid *self)
{
  if (self == NULL)
    return;
  ls_ode_free (self->ode);
  ls_event_locator_free (self->locator);
  ls_chatter_detector_free (self->chatter);
  ls_chatter_detector_free (self->saved_chatter);
  if (self->log != NULL)
    ls_log_unref (self->log);
  g_free (self->saved_ode);
  g_free (self->step_start);
  g_free (self->name);
  g_free (self->x);
  g_free (self->z);
  g_free (self->fired);
  g_free (self);
}

static LsStatus
ask_indicators (double t, double z[], gpointer user_data)
{
  LsHybrid *self = user_data;
  LsStatus status;

  if (ls_interrupt_is_wanted ())
    return LS_STOP;
  status = ls_ode_interpolate (self->ode, t, self->x);
  if (status != LS_OK)
    return status;
  return self->problem.indicators (t, self->x, z, self->problem.ode.user_data);
}

static LsStatus
report_missing_indicators (LsHybrid *self)
{
  int broken = ls_event_locator_get_broken (self->locator);

  if (broken >= 0)
    return ls_hybrid_log_error (self, LS_STOP,
                                _ ("event indicator %d is not a number, however short the step"),
                                broken + 1);
  return ls_hybrid_log_error (self, LS_STOP,
                              _ ("the event indicators cannot be evaluated, however short the "
                                 "step"));
}

static LsStatus
report_solver (LsHybrid *self, LsStatus status)
{
  g_autofree char *why
      = ls_ode_describe_trouble (self->ode, ls_log_get_origin (self->log),
                                 self->problem.get_state_name, self->problem.ode.user_data);

  /* The problem has already reported its fatal failures. */
  if (status == LS_STOP && ls_ode_get_trouble (self->ode, NULL, NULL) == LS_ODE_TROUBLE_FATAL)
    return LS_STOP;
  if (self->shortened)
    return report_missing_indicators (self);
  return ls_hybrid_log_error (self, LS_STOP, "%s",
                              why != NULL ? why : _ ("the solver cannot continue"));
}

/* The step ends where the solver has found a zero. Domain changes that the solver missed are
 * handled at that time: late, but the FMU must be notified of them. */
static void
ask_solver (LsHybrid *self, gboolean *found)
{
  ls_ode_get_roots (self->ode, self->z_end);
  ls_event_locator_save (self->locator, self->z_start);
  for (guint i = 0; i < self->problem.n_indicators; i++)
    {
      const gboolean above = self->z_end[i] > 0.0;

      self->fired[i] = above == (self->z_start[i] > 0.0) ? 0 : above ? 1 : -1;
      *found = *found || self->fired[i] != 0;
    }
  if (!*found)
    ls_event_locator_start (self->locator, self->z_end);
}

/* Locates the first domain change in the step just taken, from @from to @t.
 * @t: (inout): end of the step, moved back to the event */
static LsStatus
search (LsHybrid *self, double from, double *t, gboolean *found)
{
  *found = FALSE;
  if (self->nudged)
    return LS_OK;
  if (self->solver_locates)
    {
      ask_solver (self, found);
      return LS_OK;
    }
  return ls_event_locator_locate (self->locator, from, *t, ask_indicators, self, found, t);
}

/* Where the dense output is much less accurate than the steps, it would spoil event time and
 * states: repeat the step with the event as its end until the event no longer moves. */
static LsStatus
refine (LsHybrid *self, double from, double length, double *t, gboolean *found)
{
  for (guint k = 0; k < MAX_REFINEMENTS; k++)
    {
      double limit = *t, end;
      LsStatus status = ls_ode_restore (self->ode, self->step_start);

      if (status == LS_OK)
        status = ls_ode_step (self->ode, limit, &end);
      if (status != LS_OK)
        return status;
      *t = end;
      status = search (self, from, t, found);
      if (status != LS_OK || !*found)
        {
          /* The event lies a little later, in the next, short step. Ever shorter steps would not
           * help: the rounding of slow states blurs the event by more than the resolution of
           * time. */
          self->next_limit = end + fmax (SHORT * length, LEAST_SHORT * self->settings.span);
          self->n_missed++;
          return status;
        }
      if (limit - *t <= 1e-13 * fabs (limit) + LEAST_REFINEMENT * length)
        return LS_OK;
    }
  return LS_OK;
}

/* Repeats a step in which the indicators failed with the length @h. */
static LsStatus
shorten (LsHybrid *self, double from, double h)
{
  LsStatus status;

  self->shortened = TRUE;
  status = ls_ode_interpolate (self->ode, from, self->x);
  if (status == LS_OK)
    status = ls_ode_restart (self->ode, from, self->x, TRUE);
  if (status == LS_OK)
    ls_ode_set_next_step (self->ode, h);
  return status;
}

/* Takes one step of the solver to at most @limit and cuts it at its first event.
 * @t: (out): end; self->x holds the states there; @from: (out): start */
static LsStatus
take_step (LsHybrid *self, double limit, double *from, double *t, gboolean *found)
{
  *found = FALSE;
  limit = fmin (limit, self->next_limit);
  self->next_limit = INFINITY;
  for (guint k = 0; k <= MAX_SHORTENED; k++)
    {
      double end;
      LsStatus status;

      if (self->refines)
        ls_ode_save (self->ode, self->step_start);
      status = ls_ode_step (self->ode, limit, &end);
      if (status != LS_OK)
        return report_solver (self, status);
      *from = ls_ode_get_previous_time (self->ode);
      *t = end;
      status = search (self, *from, t, found);
      if (status == LS_OK && self->refines && *found && *t < end && self->n_missed < MAX_MISSED)
        status = refine (self, *from, end - *from, t, found);
      if (status == LS_OK)
        status = ls_ode_interpolate (self->ode, *t, self->x);
      if (status == LS_OK)
        {
          self->shortened = k > 0;
          if (*found || *t - *from > 2.0 * LEAST_SHORT * self->settings.span)
            self->n_missed = 0;
          return LS_OK;
        }
      if (status == LS_STOP || (status = shorten (self, *from, 0.25 * (end - *from))) != LS_OK)
        return status;
    }
  return report_missing_indicators (self);
}

/* Interpolated states, such as those at an event, violate the constraints that hold at the ends of
 * the step. A failed projection (%LS_RETRY) is not an error here. */
static LsStatus
project_between (LsHybrid *self, double t)
{
  LsStatus status;

  if (self->project == NULL || self->problem.ode.n == 0)
    return LS_OK;
  status = self->project (t, self->x, NULL, self->problem.ode.user_data);
  return status == LS_RETRY ? LS_OK : status;
}

/* Observation, completed-step call and event handling at the end @t of the step, states in
 * self->x. */
static LsStatus
finish_step (LsHybrid *self, double from, double t, gboolean found)
{
  LsHybridCauses causes = { .state = found };
  gpointer user_data = self->problem.ode.user_data;
  LsStatus status = LS_OK;

  if (found)
    causes.fired = self->solver_locates ? self->fired : ls_event_locator_get_fired (self->locator);
  if (found)
    status = project_between (self, t);
  if (status != LS_OK)
    return status;
  if (self->problem.observe != NULL)
    status = self->problem.observe (self, from, t, user_data);
  if (status == LS_OK && self->problem.completed != NULL)
    status = self->problem.completed (t, self->x, &causes.step, &self->terminated, user_data);
  if (status == LS_OK && self->terminated)
    return ls_ode_restart (self->ode, t, self->x, TRUE);
  if (status != LS_OK)
    return status;
  causes.time = t >= self->next_time;
  causes.external = t >= self->external_time;
  if (causes.external)
    self->external_time = INFINITY;
  if (!causes.state && !causes.time && !causes.step && !causes.external)
    {
      ls_chatter_detector_step (self->chatter);
      return LS_OK;
    }
  status = ls_hybrid_pass_event (self, t, &causes);
  return status == LS_OK ? ls_hybrid_judge (self, t, &causes) : status;
}

/* For distances within rounding, for which solvers take no step. */
static LsStatus
skip_to (LsHybrid *self, double limit, double *t, gboolean *found)
{
  *t = limit;
  *found = FALSE;
  memcpy (self->x, ls_ode_get_states (self->ode), self->problem.ode.n * sizeof (double));
  return ls_ode_restart (self->ode, limit, self->x, TRUE);
}

LsStatus
ls_hybrid_advance (LsHybrid *self, double t_end)
{
  g_return_val_if_fail (self->started, LS_STOP);

  while (ls_ode_get_time (self->ode) < t_end && !self->terminated)
    {
      double now = ls_ode_get_time (self->ode);
      double limit = fmin (t_end, self->external_time), from = now, t;
      gboolean found, nudged = self->nudged;
      LsStatus status;

      if (ls_interrupt_is_wanted ())
        return LS_STOP;
      /* Times equal up to rounding are one time. */
      if (fabs (self->next_time - limit) <= ls_hybrid_time_tolerance (limit))
        self->next_time = limit;
      limit = fmin (limit, self->next_time);
      if (nudged)
        limit = fmin (limit, now + fmax (NUDGE * self->settings.span, 1e-12 * fabs (now)));
      if (limit - now <= 16.0 * DBL_EPSILON * fabs (limit))
        status = skip_to (self, limit, &t, &found);
      else
        status = take_step (self, limit, &from, &t, &found);
      /* An event this close to the next time event coincides with it. */
      if (status == LS_OK && found && t < self->next_time && self->next_time - t <= 1e-13 * fabs (t)
          && self->next_time <= ls_ode_get_time (self->ode))
        {
          t = self->next_time;
          status = ls_ode_interpolate (self->ode, t, self->x);
        }
      if (status == LS_OK)
        status = finish_step (self, from, t, found);
      if (status == LS_OK && nudged)
        {
          self->nudged = FALSE;
          self->n_void = 0;
          status = ls_hybrid_refresh (self, ls_ode_get_time (self->ode),
                                      ls_ode_get_states (self->ode));
        }
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}

LsStatus
ls_hybrid_start (LsHybrid *self, double t, const double x[], double next_time)
{
  const LsHybridCauses causes = { .time = TRUE };
  gboolean again;
  LsStatus status = ls_ode_start (self->ode, t, x);

  self->terminated = FALSE;
  self->nudged = FALSE;
  self->n_void = 0;
  self->next_limit = self->external_time = INFINITY;
  self->started = TRUE;
  if (status == LS_OK)
    status = ls_hybrid_set_next_time (self, t, next_time, &again);
  if (status == LS_OK)
    status = ls_hybrid_refresh (self, t, ls_ode_get_states (self->ode));
  if (status != LS_OK || !again)
    return status;
  memcpy (self->x, ls_ode_get_states (self->ode), self->problem.ode.n * sizeof (double));
  return ls_hybrid_pass_event (self, t, &causes);
}

/* Whether external changes have moved an indicator to its other domain. */
static LsStatus
find_changed_domains (LsHybrid *self, double t, gboolean *found)
{
  *found = FALSE;
  if (self->problem.n_indicators == 0)
    return LS_OK;
  return ls_event_locator_locate (self->locator, t, t, ask_indicators, self, found, &t);
}

LsStatus
ls_hybrid_interrupt (LsHybrid *self, gboolean event)
{
  double t = ls_ode_get_time (self->ode);
  LsHybridCauses causes = { .external = event };
  gboolean found = FALSE;
  LsStatus status;

  g_return_val_if_fail (self->started, LS_STOP);
  memcpy (self->x, ls_ode_get_states (self->ode), self->problem.ode.n * sizeof (double));
  status = project_between (self, t);
  if (status != LS_OK)
    return status;
  memcpy (self->before, self->x, self->problem.ode.n * sizeof (double));
  status = ls_ode_restart (self->ode, t, self->before, TRUE);
  if (status == LS_OK)
    status = find_changed_domains (self, t, &found);
  memcpy (self->x, self->before, self->problem.ode.n * sizeof (double));
  if (status != LS_OK || (!event && !found))
    return status;
  causes.state = found;
  causes.fired = found ? ls_event_locator_get_fired (self->locator) : NULL;
  status = ls_hybrid_pass_event (self, t, &causes);
  return status == LS_OK && found ? ls_hybrid_judge (self, t, &causes) : status;
}

void
ls_hybrid_announce (LsHybrid *self, double t)
{
  self->external_time = t;
}

LsStatus
ls_hybrid_interpolate (LsHybrid *self, double t, double x[])
{
  return ls_ode_interpolate (self->ode, t, x);
}

double
ls_hybrid_get_time (const LsHybrid *self)
{
  return ls_ode_get_time (self->ode);
}

const double *
ls_hybrid_get_states (const LsHybrid *self)
{
  return ls_ode_get_states (self->ode);
}

double
ls_hybrid_get_next_time (const LsHybrid *self)
{
  return self->next_time;
}

gboolean
ls_hybrid_is_terminated (const LsHybrid *self)
{
  return self->terminated;
}

guint64
ls_hybrid_get_n_events (const LsHybrid *self)
{
  return self->counts.events;
}

void
ls_hybrid_get_counts (const LsHybrid *self, LsHybridCounts *counts)
{
  *counts = self->counts;
  ls_ode_get_counts (self->ode, &counts->ode);
  counts->indicators
      += ls_event_locator_get_evaluations (self->locator) + counts->ode.root_evaluations;
}
