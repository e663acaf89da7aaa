/* A pass: all requantisations at one time, in stages. */
#include "core/qss/qss-impl.h"

#include "core/base/number.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Progress in time below this fraction of the simulated time span is none. */
#define NO_PROGRESS 1e-9
/* Minimum step imposed without progress, in units in the last place of the time: first and greatest
 * value. */
#define FIRST_STEP 4.0
#define LAST_STEP 64.0

static double
get_ulp (const LsQss *self, double t)
{
  return DBL_EPSILON * fmax (fabs (t), 1e-6 * self->settings.span);
}

/* Lists the group, its observers and the extra states in self->affected, increasing. Returns: their
 * number. */
static guint
list_affected (LsQss *self, const guint group[], guint n_group, const guint extra[], guint n_extra)
{
  guint n = 0;

  self->member++;
  for (guint k = 0; k < n_group + n_extra; k++)
    {
      guint i = k < n_group ? group[k] : extra[k - n_group];

      if (self->members[i] != self->member)
        self->affected[n++] = i;
      self->members[i] = self->member;
    }
  for (guint k = 0; k < n_group; k++)
    for (guint e = self->observers.start[group[k]]; e < self->observers.start[group[k] + 1]; e++)
      {
        guint i = self->observers.items[e];

        if (self->members[i] != self->member)
          self->affected[n++] = i;
        self->members[i] = self->member;
      }
  if (n > n_group)
    qsort (self->affected, n, sizeof (guint), ls_compare_indices);
  return n;
}

/* Shifts the origin of the continuous trajectory to @t. */
static void
move (LsQssTrajectory *state, double t)
{
  if (state->tx == t)
    return;
  ls_qss_poly_shift (state->x, t - state->tx);
  state->tx = t;
}

/* Whether the derivatives of all affected states depend on states alone. */
static gboolean
can_use_rates (const LsQss *self, guint n)
{
  if (self->problem.rates == NULL)
    return FALSE;
  for (guint k = 0; k < n; k++)
    if (self->varies[self->affected[k]])
      return FALSE;
  return TRUE;
}

/* Stage 0: values. Slopes keep their last values until later stages compute them. */
static LsStatus
begin (LsQss *self, double t, const guint group[], guint n_group)
{
  for (guint k = 0; k < n_group; k++)
    {
      LsQssTrajectory *state = &self->states[group[k]];

      if (!isfinite (state->x[0]))
        {
          g_autofree char *names = ls_qss_list_names (self, group + k, 1);

          return ls_qss_log_error (self, LS_STOP, t, _ ("the state %s is not finite"), names);
        }
      state->last = t > state->tq ? t - state->tq : state->last;
      state->tq = t;
      memcpy (state->q, state->x, sizeof state->q);
      for (guint d = self->method->order; d < 3; d++)
        state->q[d] = 0.0;
      state->offset = 0.0;
      state->quantum
          = fmax (self->settings.relative * fabs (state->x[0]), self->absolute[group[k]]);
      self->settled[k] = 0;
      self->activity[group[k]]++;
    }
  self->counts.requantisations += n_group;
  return LS_OK;
}

/* Whether no state that @state depends on is requantised at the same time. */
static gboolean
is_alone (const LsQss *self, double t, guint state)
{
  for (guint e = self->observees.start[state]; e < self->observees.start[state + 1]; e++)
    if (self->observees.items[e] != state && self->states[self->observees.items[e]].tq == t)
      return FALSE;
  return TRUE;
}

/* Stages 1 to 3: derivatives of all affected states; q receives those of its degree. */
static LsStatus
derive (LsQss *self, double t, double delta, const guint group[], guint n_group, guint n)
{
  guint order = self->method->order;
  LsStatus status = ls_qss_first (self, t, self->affected, n, self->f0);

  for (guint k = 0; k < n && status == LS_OK; k++)
    self->states[self->affected[k]].x[1] = self->f0[k];
  if (order < 2 || status != LS_OK)
    return status;
  for (guint k = 0; k < n_group; k++)
    self->states[group[k]].q[1] = self->states[group[k]].x[1];
  status = ls_qss_second (self, t, delta, self->affected, n, self->f0, self->d2);
  for (guint k = 0; k < n && status == LS_OK; k++)
    self->states[self->affected[k]].x[2] = 0.5 * self->d2[k];
  if (order < 3 || status != LS_OK)
    return status;
  for (guint k = 0; k < n_group; k++)
    self->states[group[k]].q[2] = self->states[group[k]].x[2];
  status = ls_qss_third (self, t, delta, self->affected, n, self->f0, self->d2, self->d3);
  for (guint k = 0; k < n && status == LS_OK; k++)
    {
      self->states[self->affected[k]].x[2] = 0.5 * self->d2[k];
      self->states[self->affected[k]].x[3] = self->d3[k] / 6.0;
    }
  return status;
}

/* Whether both trajectories differ only by the term of highest order and the offset. */
static gboolean
is_aligned (const LsQss *self, const LsQssTrajectory *state)
{
  if (state->tx != state->tq || state->x[0] + state->offset != state->q[0])
    return FALSE;
  for (guint k = 1; k < self->method->order; k++)
    if (state->x[k] != state->q[k])
      return FALSE;
  return TRUE;
}

/* Interval until x differs from q by a quantum, s. */
static double
get_step (const LsQss *self, const LsQssTrajectory *state)
{
  guint order = self->method->order;
  double d[4] = { 0.0, 0.0, 0.0, 0.0 }, tau = state->tx - state->tq;

  if (is_aligned (self, state))
    {
      double ratio = state->quantum / fabs (state->x[order]);

      return order == 1 ? ratio : order == 2 ? sqrt (ratio) : cbrt (ratio);
    }
  memcpy (d, state->q, sizeof state->q);
  d[0] -= state->offset;
  ls_qss_poly_shift (d, tau);
  for (guint k = 0; k < 4; k++)
    d[k] = (k <= order ? state->x[k] : 0.0) - d[k];
  return ls_qss_poly_leave (d, state->quantum);
}

/* Whether the polynomial still holds after @step, to within a quantum. */
static LsStatus
look_ahead (LsQss *self, double t, guint i, double step, gboolean *holds)
{
  const LsQssTrajectory *state = &self->states[i];
  double f = 0.0, expected = state->x[1] + step * (2.0 * state->x[2] + step * 3.0 * state->x[3]);
  LsStatus status = ls_qss_look_ahead (self, t + step, i, &f);

  *holds = fabs (f - expected) * step <= state->quantum;
  return status;
}

/* Time of the next requantisation of another state that @i depends on, or of the next time
 * event. */
static double
get_news_time (const LsQss *self, guint i)
{
  double t = self->next_time;

  for (guint e = self->observees.start[i]; e < self->observees.start[i + 1]; e++)
    if (self->observees.items[e] != i)
      t = fmin (t, self->queue.times[self->observees.items[e]]);
  return t;
}

/* Reduces @due where the derivative differs from that of the polynomial, as after a kink, which no
 * requantisation of another state announces. */
static LsStatus
check_due (LsQss *self, double t, guint i, double *due)
{
  double step = fmin (*due, get_news_time (self, i)) - t;
  gboolean holds = FALSE;
  LsStatus status = LS_OK;

  /* A derivative that is constant between requantisations needs no check. */
  if ((self->method->order == 1 && !self->varies[i]) || !(step > 0.0) || !isfinite (step))
    return LS_OK;
  status = look_ahead (self, t, i, step, &holds);
  if (holds || status != LS_OK)
    return status;
  for (guint k = 1; k < LS_QSS_HALVINGS && !holds && status == LS_OK; k++)
    status = look_ahead (self, t, i, step *= 0.5, &holds);
  *due = t + step;
  return status;
}

/* Time at which x differs from q by a quantum, or at which its polynomial is no longer reliable. */
static double
get_due (LsQss *self, double t, guint i)
{
  LsQssTrajectory *state = &self->states[i];
  double step = get_step (self, state), due = t + step;
  double first = LS_QSS_FIRST * self->settings.span;

  if (due <= t && step > 0.0)
    due = nextafter (t, INFINITY);
  /* No limit where the derivative is constant between requantisations. */
  if (self->method->order > 1 || self->varies[i])
    due = fmin (due,
                fmax (t, state->tq + LS_QSS_GROWTH * (state->last > 0.0 ? state->last : first)));
  return fmin (due, fmax (t, state->tq + ls_qss_get_bound (self, self->varies[i])));
}

/* Schedules state @i. @begins: whether it belongs to the group. */
static void
put (LsQss *self, double t, guint i, double due, gboolean begins)
{
  LsQssTrajectory *state = &self->states[i];

  /* Length scale of differences: the expected step. */
  if (isfinite (due) && due > t)
    state->scale = begins ? due - t : fmin (state->scale, due - t);
  if (begins && self->passes > self->settings.pass_limit)
    {
      double least = ldexp (FIRST_STEP, (int)MIN (self->passes - self->settings.pass_limit, 8u));

      due = fmax (due, t + fmin (least, LAST_STEP) * get_ulp (self, t));
      self->counts.relaxed++;
    }
  ls_qss_queue_set (&self->queue, i, due);
}

/* Schedules all @n affected states. First without checks, since these depend on the schedule of the
 * other states. */
static LsStatus
plan (LsQss *self, double t, guint n)
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < n; k++)
    {
      self->dues[k] = get_due (self, t, self->affected[k]);
      ls_qss_queue_set (&self->queue, self->affected[k], self->dues[k]);
    }
  for (guint k = 0; k < n && status == LS_OK; k++)
    status = check_due (self, t, self->affected[k], &self->dues[k]);
  for (guint k = 0; k < n && status == LS_OK; k++)
    put (self, t, self->affected[k], self->dues[k], self->states[self->affected[k]].tq == t);
  return status;
}

static LsStatus
count_pass (LsQss *self, double t, const guint group[], guint n_group)
{
  g_autofree char *names = NULL;

  self->counts.passes++;
  if (t - self->pass_time > 16.0 * get_ulp (self, t) || t < self->pass_time)
    {
      self->pass_time = t;
      self->passes = 0;
    }
  if (++self->passes <= self->settings.pass_limit)
    return LS_OK;
  if (t - self->stuck_time > NO_PROGRESS * self->settings.span || t < self->stuck_time)
    {
      self->stuck_time = t;
      self->stuck = 0;
    }
  if (self->has_warned && ++self->stuck <= 100u * (guint64)self->settings.pass_limit)
    return LS_OK;
  names = ls_qss_list_names (self, group, n_group);
  if (self->stuck > 100u * (guint64)self->settings.pass_limit)
    return ls_qss_log_error (self, LS_STOP, t,
                             _ ("quantised repeatedly without progress of time: %s; a larger "
                                "quantum may help"),
                             names);
  self->has_warned = TRUE;
  return ls_qss_log_error (self, LS_OK, t,
                           _ ("more than %u passes at one time; steps get a minimum length: %s"),
                           self->settings.pass_limit, names);
}

/* Evaluates the units that depend on affected states, in increasing order. */
static LsStatus
look_at_units (LsQss *self, double t, guint n)
{
  guint n_looks = 0;
  LsStatus status = LS_OK;

  self->look++;
  for (guint k = 0; k < n && self->n_units > 0; k++)
    for (guint e = self->state_units.start[self->affected[k]];
         e < self->state_units.start[self->affected[k] + 1]; e++)
      {
        guint unit = self->state_units.items[e];

        if (self->looked[unit] == self->look)
          continue;
        self->looked[unit] = self->look;
        self->looks[n_looks++] = unit;
      }
  for (guint k = 0; k < n_looks && status == LS_OK; k++)
    {
      self->units[self->looks[k]].early = 0;
      status = ls_qss_look (self, self->looks[k], t);
    }
  return status;
}

LsStatus
ls_qss_pass (
    LsQss *self, double t, const guint group[], guint n_group, const guint extra[], guint n_extra)
{
  guint n = list_affected (self, group, n_group, extra, n_extra);
  LsStatus status = n_group > 0 ? count_pass (self, t, group, n_group) : LS_OK;
  double delta;

  self->by_rates = can_use_rates (self, n);
  delta = ls_qss_get_reach (self, t, ls_qss_get_share (self), n_group > 0 ? group : extra,
                            n_group > 0 ? n_group : n_extra);
  for (guint k = 0; k < n; k++)
    move (&self->states[self->affected[k]], t);
  if (status == LS_OK)
    status = begin (self, t, group, n_group);
  if (status == LS_OK && self->method->choose != NULL && !self->after_event)
    status = self->method->choose (self, t, group, n_group, self->settled);
  if (status == LS_OK)
    status = derive (self, t, delta, group, n_group, n);
  if (status != LS_OK)
    return status;
  for (guint k = 0; k < n_group; k++)
    if (self->settled[k] && is_alone (self, t, group[k]))
      self->states[group[k]].x[self->method->order] = 0.0;
  self->counts.updates += n - n_group;
  status = plan (self, t, n);
  if (status != LS_OK)
    return status;
  self->time = t;
  if (n_group > 0 && self->problem.requantised != NULL)
    self->problem.requantised (t, group, n_group, self->problem.user_data);
  return look_at_units (self, t, n);
}
