/* Event handling of a hybrid system. */
#include "core/ode/hybrid-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of events in a row at one time. */
#define MAX_REPEATS 100u
/* Number of state events in a row without effect after which a small step passes the zero without
 * event location. */
#define MAX_VOID 3u

static LsStatus
judge_pattern (LsHybrid *self, double t, const gint8 fired[])
{
  LsEventPattern pattern = ls_chatter_detector_event (self->chatter, t, fired);
  int culprit = ls_chatter_detector_get_culprit (self->chatter);

  switch (pattern)
    {
    case LS_EVENTS_CHATTERING:
      return ls_hybrid_log_error (
          self, LS_OK, _ ("event indicator %d changes sign repeatedly (chattering)"), culprit + 1);
    case LS_EVENTS_STUCK:
      return ls_hybrid_log_error (
          self, LS_STOP, _ ("more than 10000 events at t = %.12g s without progress of time"),
          ls_log_get_origin (self->log) + t);
    case LS_EVENTS_ZENO:
      if (culprit < 0)
        return ls_hybrid_log_error (
            self, LS_STOP, _ ("the times between events shrink to nothing (Zeno behaviour)"));
      return ls_hybrid_log_error (self, LS_STOP,
                                  _ ("the times between events of indicator %d shrink to nothing "
                                     "(Zeno behaviour)"),
                                  culprit + 1);
    default:
      return LS_OK;
    }
}

/* Sets the time of the next event, which must not lie before @t. @again: (out): whether it is @t
 * itself */
LsStatus
ls_hybrid_set_next_time (LsHybrid *self, double t, double next, gboolean *again)
{
  *again = FALSE;
  if (isnan (next))
    return ls_hybrid_log_error (self, LS_STOP, _ ("the time of the next event is not a number"));
  if (next < t - ls_hybrid_time_tolerance (t))
    return ls_hybrid_log_error (
        self, LS_STOP,
        _ ("the next event is reported at t = %.12g s, before the present time of %.12g s"),
        ls_log_get_origin (self->log) + next, ls_log_get_origin (self->log) + t);
  *again = next <= t + ls_hybrid_time_tolerance (t);
  self->next_time = next;
  return LS_OK;
}

/* Handles the event, repeatedly while the problem requests another one at the same time. */
static LsStatus
handle (LsHybrid *self, double t, LsHybridCauses *causes, LsHybridOutcome *total)
{
  gboolean again = TRUE;

  *total = (LsHybridOutcome){ .next_time = INFINITY };
  for (guint k = 0; again; k++)
    {
      LsHybridOutcome outcome = { .next_time = INFINITY };
      LsStatus status;

      if (k == MAX_REPEATS)
        return ls_hybrid_log_error (self, LS_STOP,
                                    _ ("time events are requested repeatedly at t = %.12g s"),
                                    ls_log_get_origin (self->log) + t);
      status = self->problem.event (t, causes, self->x, &outcome, self->problem.ode.user_data);
      if (status != LS_OK)
        return status == LS_RETRY ? LS_STOP : status;
      total->states_changed |= outcome.states_changed;
      total->terminate |= outcome.terminate;
      if (outcome.nominals != NULL)
        total->nominals = outcome.nominals;
      if (outcome.terminate)
        break;
      status = ls_hybrid_set_next_time (self, t, outcome.next_time, &again);
      if (status != LS_OK)
        return status;
      *causes = (LsHybridCauses){ .time = TRUE };
    }
  self->terminated = total->terminate;
  return LS_OK;
}

static gboolean
moved_little (const LsHybrid *self)
{
  double share = self->settings.atol > 0.0 ? self->settings.atol : 0.01 * self->settings.rtol;

  for (guint i = 0; i < self->problem.ode.n; i++)
    if (fabs (self->x[i] - self->before[i])
        > self->settings.soft_events * fmax (self->atol[i] / share, fabs (self->before[i])))
      return FALSE;
  return TRUE;
}

/* After three state events in a row that changed nothing, the next step is taken without event
 * location. */
static LsStatus
count_void (LsHybrid *self, double t, const LsHybridOutcome *outcome)
{
  guint n = self->problem.ode.n, n_z = self->problem.n_indicators;
  LsStatus status = LS_OK;

  if (n > 0)
    status = self->problem.ode.derivatives (t, self->x, self->dx + n, self->problem.ode.user_data);
  if (status != LS_OK || outcome->states_changed
      || (n > 0 && memcmp (self->dx, self->dx + n, n * sizeof (double)) != 0)
      || memcmp (self->z, self->z + n_z, n_z * sizeof (double)) != 0)
    {
      self->n_void = 0;
      return status;
    }
  self->counts.void_events++;
  if (++self->n_void >= MAX_VOID)
    self->nudged = TRUE;
  return LS_OK;
}

static void
count (LsHybrid *self, const LsHybridCauses *causes)
{
  self->counts.events++;
  self->counts.state_events += causes->state;
  self->counts.time_events += causes->time;
  self->counts.step_events += causes->step;
  self->counts.external_events += causes->external;
}

/* Handles an event at the end of the step, states in self->x. */
LsStatus
ls_hybrid_pass_event (LsHybrid *self, double t, const LsHybridCauses *causes)
{
  guint n = self->problem.ode.n, n_z = self->problem.n_indicators;
  LsHybridCauses left = *causes;
  LsHybridOutcome outcome;
  gboolean soft;
  LsStatus status = LS_OK;

  count (self, causes);
  memcpy (self->before, self->x, n * sizeof (double));
  if (causes->state && n > 0)
    status = self->problem.ode.derivatives (t, self->x, self->dx, self->problem.ode.user_data);
  if (status == LS_OK && causes->state)
    status = self->problem.indicators (t, self->x, self->z + n_z, self->problem.ode.user_data);
  if (status == LS_OK)
    status = handle (self, t, &left, &outcome);
  if (status == LS_OK && self->terminated)
    return ls_ode_restart (self->ode, t, self->x, TRUE);
  if (status != LS_OK)
    return status == LS_RETRY ? LS_STOP : status;
  soft = !causes->state && !causes->time && !causes->external
         && (!outcome.states_changed || moved_little (self));
  if (outcome.nominals != NULL)
    {
      ls_hybrid_set_atol (self, outcome.nominals);
      if (!ls_ode_set_tolerances (self->ode, self->settings.rtol, self->atol, NULL))
        return ls_hybrid_log_error (self, LS_STOP,
                                    _ ("the new nominals of the states are not positive"));
    }
  status = ls_ode_restart (self->ode, t, self->x, soft);
  if (status == LS_OK)
    status = ls_hybrid_refresh (self, t, self->x);
  if (status == LS_OK && causes->state)
    status = count_void (self, t, &outcome);
  return status;
}

LsStatus
ls_hybrid_judge (LsHybrid *self, double t, const LsHybridCauses *causes)
{
  const gint8 *fired = causes->state ? causes->fired : NULL;

  /* Step events alone are not suspicious: some FMUs raise one at every step. */
  if (causes->step && !causes->state && !causes->time)
    return LS_OK;
  return judge_pattern (self, t, fired);
}
