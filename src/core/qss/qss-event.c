/* Events: zero crossings predicted from the continuous trajectories, and events at known times. */
#include "core/qss/qss-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of time events in a row at one time. */
#define MAX_REPEATS 100u

/* Locates the event predicted for @t. @te: (inout): lowered to the time of the first event; marks
 * the units that fire there. */
static LsStatus
search (LsQss *self, guint unit, double t, double *te, gboolean *found)
{
  LsQssUnitState *watched = &self->units[unit];
  LsQssAsked asked = { self, unit };
  double low = fmax (watched->t, fmin (self->time, t)), when = t;
  LsStatus status = LS_OK;

  *found = FALSE;
  status = ls_qss_ask_finite (self, unit, t, self->z0);
  if (status != LS_OK)
    return status;
  if (!ls_qss_has_changed (self, unit, self->z0))
    {
      watched->early++;
      return ls_qss_look (self, unit, t);
    }
  /* No event before the time already processed. */
  if (low > watched->t)
    {
      status = ls_qss_ask_finite (self, unit, low, self->z0);
      if (status != LS_OK)
        return status;
      if (ls_qss_has_changed (self, unit, self->z0))
        t = low;
    }
  status = ls_event_locator_locate (watched->locator, low, t, ls_qss_ask, &asked, found, &when);
  if (status != LS_OK)
    return ls_qss_log_error (self, LS_STOP, t, _ ("the event indicators cannot be evaluated"));
  self->marks[unit] = LS_QSS_UNIT_FIRED;
  when = fmax (when, self->time);
  ls_qss_queue_set (&self->queue, self->n + unit, when);
  *te = fmin (*te, when);
  return LS_OK;
}

static LsStatus
judge (LsQss *self, guint unit, double t)
{
  LsQssUnitState *watched = &self->units[unit];
  LsEventPattern pattern = ls_chatter_detector_event (
      watched->chatter, t, ls_event_locator_get_fired (watched->locator));
  int culprit = ls_chatter_detector_get_culprit (watched->chatter);

  switch (pattern)
    {
    case LS_EVENTS_CHATTERING:
      return ls_qss_log_error (self, LS_OK, t,
                               _ ("event indicator %d changes sign repeatedly (chattering)"),
                               culprit + 1);
    case LS_EVENTS_STUCK:
      return ls_qss_log_error (self, LS_STOP, t,
                               _ ("more than 10000 events at t = %.12g s without progress of time"),
                               ls_log_get_origin (self->log) + t);
    case LS_EVENTS_ZENO:
      return ls_qss_log_error (self, LS_STOP, t,
                               _ ("the times between events of indicator %d shrink to nothing "
                                  "(Zeno behaviour)"),
                               culprit + 1);
    default:
      return LS_OK;
    }
}

/* Handles all events at the first time in the queue; a crossing may turn out to be earlier, or not
 * to exist. */
LsStatus
ls_qss_take_events (LsQss *self, double t)
{
  guint n_due = ls_qss_queue_list_first (&self->queue, self->due), n_found = 0;
  double te = t;
  gboolean time_event, external;
  LsStatus status = LS_OK;

  memset (self->marks, 0, self->n_units);
  for (guint k = 0; k < n_due && status == LS_OK; k++)
    {
      gboolean found = FALSE;

      if (self->due[k] < self->n || self->due[k] >= self->n + self->n_units)
        continue;
      status = search (self, self->due[k] - self->n, t, &te, &found);
      n_found += found;
    }
  if (status != LS_OK)
    return status;
  time_event = self->queue.times[self->n + self->n_units] <= te;
  external = self->queue.times[self->n + self->n_units + 1] <= te;
  for (guint u = 0; u < self->n_units && n_found > 0 && status == LS_OK; u++)
    if (self->marks[u] == LS_QSS_UNIT_FIRED && self->queue.times[self->n + u] > te)
      self->marks[u] = LS_QSS_UNIT_QUIET;
    else if (self->marks[u] == LS_QSS_UNIT_FIRED)
      status = judge (self, u, te);
  if (status != LS_OK || (n_found == 0 && !time_event && !external))
    return status;
  return ls_qss_pass_event (self, te, time_event, external);
}

static LsStatus
take_next_time (LsQss *self, double t, double next, gboolean *again)
{
  double tolerance = 100.0 * DBL_EPSILON * fabs (t);

  if (isnan (next))
    return ls_qss_log_error (self, LS_STOP, t, _ ("the time of the next event is not a number"));
  if (next < t - tolerance)
    return ls_qss_log_error (self, LS_STOP, t,
                             _ ("the next event is reported at t = %.12g s, before the present "
                                "time of %.12g s"),
                             ls_log_get_origin (self->log) + next,
                             ls_log_get_origin (self->log) + t);
  *again = next <= t + tolerance;
  self->next_time = next;
  return LS_OK;
}

/* Calls the event handler, repeatedly while it requests another event at this time. self->x:
 * (inout): the states */
static LsStatus
handle (LsQss *self, double t, LsQssEvent *event)
{
  gboolean again = TRUE;

  for (guint k = 0; again; k++)
    {
      LsStatus status;

      if (k == MAX_REPEATS)
        return ls_qss_log_error (self, LS_STOP, t,
                                 _ ("time events are requested repeatedly at t = %.12g s"),
                                 ls_log_get_origin (self->log) + t);
      event->next_time = INFINITY;
      status = self->problem.event (t, self->x, event, self->problem.user_data);
      if (status != LS_OK)
        return LS_STOP;
      if (event->terminate)
        break;
      status = take_next_time (self, t, event->next_time, &again);
      if (status != LS_OK)
        return status;
      event->time_event = TRUE;
      event->external = FALSE;
    }
  self->terminated = event->terminate;
  return LS_OK;
}

/* Restarts the trajectories of states that may have jumped at their current values. Returns: their
 * number. */
static guint
take_moved (LsQss *self, double t)
{
  double first = LS_QSS_FIRST * self->settings.span;
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      LsQssTrajectory *state = &self->states[i];

      if (!self->moved[i])
        continue;
      self->group[n++] = i;
      state->last = state->last > 0.0 ? fmin (state->last, first) : 0.0;
      state->scale = fmin (state->scale, first);
      state->tx = t;
      state->x[0] = self->x[i];
      state->x[1] = state->x[2] = state->x[3] = 0.0;
    }
  return n;
}

LsStatus
ls_qss_pass_event (LsQss *self, double t, gboolean time_event, gboolean external)
{
  LsQssEvent event = { .time_event = time_event,
                       .external = external,
                       .units = self->marks,
                       .moved = self->moved,
                       .varies = self->varies,
                       .watched = self->watched };
  gboolean fired = FALSE;
  guint n_moved;
  LsStatus status;

  for (guint u = 0; u < self->n_units; u++)
    fired = fired || self->marks[u] == LS_QSS_UNIT_FIRED;
  self->counts.events++;
  self->counts.state_events += fired;
  self->counts.time_events += time_event;
  self->counts.external_events += external;
  self->time = t;
  memset (self->moved, 0, self->n);
  ls_qss_get_states (self, t, self->x);
  status = handle (self, t, &event);
  if (status != LS_OK || self->terminated)
    return status;
  ls_qss_queue_set (&self->queue, self->n + self->n_units, self->next_time);
  if (external)
    ls_qss_queue_set (&self->queue, self->n + self->n_units + 1, INFINITY);
  for (guint u = 0; u < self->n_units; u++)
    if (self->marks[u] == LS_QSS_UNIT_HANDLED || self->marks[u] == LS_QSS_UNIT_FIRED)
      self->units[u].rebase = TRUE;
  n_moved = take_moved (self, t);
  self->look++;
  /* LIQSS looks ahead of x, which may contradict the relations just decided: start q at x. */
  self->after_event = TRUE;
  if (n_moved > 0)
    status = ls_qss_pass (self, t, self->group, n_moved, NULL, 0);
  self->after_event = FALSE;
  for (guint u = 0; u < self->n_units && status == LS_OK; u++)
    if (self->units[u].rebase
        || (self->marks[u] == LS_QSS_UNIT_STIRRED && self->looked[u] != self->look))
      {
        self->units[u].early = 0;
        status = ls_qss_look (self, u, t);
      }
  return status;
}
