#include "core/qss/qss-impl.h"

#include "core/base/interrupt.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define PASS_LIMIT 20u
/* Minimum number of evaluations per simulation, for time-dependent quantities. */
#define LEAST_STEPS 50.0

/* One line each. */
static const LsQssMethod methods[] = {
  { "qss1", N_ ("Quantised states of order 1"), 1, NULL },
  { "qss2", N_ ("Quantised states of order 2"), 2, NULL },
  { "qss3", N_ ("Quantised states of order 3"), 3, NULL },
  { "liqss1", N_ ("Linearly implicit quantised states of order 1"), 1,
    ls_qss_choose_linear_implicit },
  { "liqss2", N_ ("Linearly implicit quantised states of order 2"), 2,
    ls_qss_choose_linear_implicit },
  { "liqss3", N_ ("Linearly implicit quantised states of order 3"), 3,
    ls_qss_choose_linear_implicit },
};

guint
ls_qss_method_get_n (void)
{
  return G_N_ELEMENTS (methods);
}

const LsQssMethod *
ls_qss_method_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (methods), NULL);

  return &methods[index];
}

const LsQssMethod *
ls_qss_method_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (methods[i].id, id) == 0)
      return &methods[i];
  return NULL;
}

const char *
ls_qss_method_get_id (const LsQssMethod *method)
{
  return method->id;
}

const char *
ls_qss_method_get_name (const LsQssMethod *method)
{
  return _ (method->name);
}

guint
ls_qss_method_get_order (const LsQssMethod *method)
{
  return method->order;
}

/* Lists @items[k] under @keys[k]; both NULL: each of @n_keys gets all of @n_all. */
static void
make_lists (LsQssLists *self,
            guint n_keys,
            guint n_all,
            guint n_entries,
            const guint keys[],
            const guint items[])
{
  gsize total = keys != NULL ? n_entries : (gsize)n_keys * n_all;

  self->start = g_new0 (guint, (gsize)n_keys + 2);
  self->items = g_new (guint, total + 1);
  for (guint k = 0; k < n_entries && keys != NULL; k++)
    self->start[keys[k] + 2]++;
  for (guint i = 0; i < n_keys; i++)
    self->start[i + 2] += keys != NULL ? self->start[i + 1] : self->start[i + 1] + n_all;
  if (keys == NULL)
    for (guint i = 0; i < n_keys; i++)
      for (guint j = 0; j < n_all; j++)
        self->items[self->start[i + 1]++] = j;
  for (guint k = 0; k < n_entries && keys != NULL; k++)
    self->items[self->start[keys[k] + 1]++] = items[k];
}

static void
clear_lists (LsQssLists *self)
{
  g_clear_pointer (&self->start, g_free);
  g_clear_pointer (&self->items, g_free);
}

static void
make_dependencies (LsQss *self)
{
  const LsQssProblem *problem = &self->problem;

  make_lists (&self->observees, self->n, self->n, problem->n_entries, problem->rows,
              problem->columns);
  make_lists (&self->observers, self->n, self->n, problem->n_entries, problem->columns,
              problem->rows);
  self->varies = g_new (guint8, (gsize)self->n + 1);
  self->on_itself = g_new0 (guint8, (gsize)self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      self->varies[i] = problem->varies != NULL ? problem->varies[i] : 1;
      for (guint e = self->observees.start[i]; e < self->observees.start[i + 1]; e++)
        self->on_itself[i] |= self->observees.items[e] == i;
    }
}

static void
make_units (LsQss *self)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (guint));
  double *z;

  for (guint u = 0; u < self->n_units; u++)
    {
      const LsQssUnit *unit = &self->problem.units[u];

      for (guint k = 0; k < unit->n_states; k++)
        g_array_append_val (units, u);
      g_array_append_vals (states, unit->states, unit->n_states);
      self->n_z_block += 3 * (gsize)unit->n_indicators;
      self->max_indicators = MAX (self->max_indicators, unit->n_indicators);
    }
  make_lists (&self->unit_states, self->n_units, 0, units->len, (guint *)(gpointer)units->data,
              (guint *)(gpointer)states->data);
  make_lists (&self->state_units, self->n, 0, units->len, (guint *)(gpointer)states->data,
              (guint *)(gpointer)units->data);
  self->problem.units
      = g_memdup2 (self->problem.units, self->n_units * sizeof (*self->problem.units));
  self->units = g_new0 (LsQssUnitState, (gsize)self->n_units + 1);
  self->watched = g_new0 (guint8, (gsize)self->n_units + 1);
  self->z_block = z = g_new0 (double, self->n_z_block + 1);
  for (guint u = 0; u < self->n_units; u++)
    {
      guint n = self->problem.units[u].n_indicators;

      self->units[u].z = z;
      self->watched[u] = self->problem.units[u].watched;
      self->units[u].locator = ls_event_locator_new (n);
      self->units[u].chatter = ls_chatter_detector_new (n, self->settings.span);
      self->units[u].saved_chatter = ls_chatter_detector_new (n, self->settings.span);
      z += 3 * (gsize)n;
    }
}

static void
allocate (LsQss *self)
{
  gsize n = self->n, n_entries = n + self->n_units + 2;

  self->states = g_new0 (LsQssTrajectory, n + 1);
  self->absolute = g_new0 (double, n + 1);
  self->q = g_new0 (double, 9 * n + 1);
  self->dq = self->q + n;
  self->x = self->dq + n;
  self->f0 = self->x + n;
  self->d2 = self->f0 + n;
  self->d3 = self->d2 + n;
  self->f1 = self->d3 + n;
  self->f2 = self->f1 + n;
  self->dues = self->f2 + n;
  self->z0 = g_new0 (double, 3 * (gsize)self->max_indicators + 1);
  self->z1 = self->z0 + self->max_indicators;
  self->z2 = self->z1 + self->max_indicators;
  self->due = g_new0 (guint, n_entries);
  self->group = g_new0 (guint, n + 1);
  self->affected = g_new0 (guint, n + 1);
  self->looks = g_new0 (guint, (gsize)self->n_units + 1);
  self->settled = g_new0 (guint8, n + 1);
  self->stamps = g_new0 (guint, n + 1);
  self->members = g_new0 (guint, n + 1);
  self->looked = g_new0 (guint, (gsize)self->n_units + 1);
  self->marks = g_new0 (guint8, (gsize)self->n_units + 1);
  self->moved = g_new0 (guint8, n + 1);
  self->activity = g_new0 (guint64, n + 1);
  ls_qss_queue_init (&self->queue, (guint)n_entries);
}

static gboolean
refuse (const LsQss *self, guint state, double quantum, GError **error)
{
  g_autofree char *name = ls_qss_list_names (self, &state, 1);

  return ls_fail (error, LS_ERROR_ARGUMENT,
                  _ ("%s: the quantum of %s is %g; it has to be positive and finite"),
                  self->method->id, name, quantum);
}

static gboolean
check_settings (const LsQss *self, GError **error)
{
  const LsQssSettings *settings = &self->settings;

  if (!(settings->relative >= 0.0) || !isfinite (settings->relative))
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("%s: the relative quantum is %g; it has to be positive and finite"),
                    self->method->id, settings->relative);
  for (guint i = 0; i < self->n; i++)
    if (settings->absolute == NULL || !(settings->absolute[i] > 0.0)
        || !isfinite (settings->absolute[i]))
      return refuse (self, i, settings->absolute != NULL ? settings->absolute[i] : 0.0, error);
  return TRUE;
}

LsQss *
ls_qss_new (const LsQssMethod *method,
            const LsQssProblem *problem,
            const LsQssSettings *settings,
            LsLog *log,
            const char *name,
            GError **error)
{
  g_return_val_if_fail (method != NULL && problem != NULL && settings != NULL, NULL);

  g_autoptr (LsQss) self = g_new0 (LsQss, 1);

  self->method = method;
  self->problem = *problem;
  self->settings = *settings;
  self->log = log != NULL ? ls_log_ref (log) : NULL;
  self->name = g_strdup (name);
  self->n = problem->n;
  if (!check_settings (self, error))
    {
      /* Still borrowed from the caller. */
      self->problem.units = NULL;
      return NULL;
    }
  self->n_units = problem->n_units;
  if (self->settings.pass_limit == 0)
    self->settings.pass_limit = PASS_LIMIT;
  make_dependencies (self);
  make_units (self);
  allocate (self);
  if (self->n > 0)
    memcpy (self->absolute, settings->absolute, self->n * sizeof (double));
  self->settings.absolute = NULL;
  self->problem.rows = self->problem.columns = NULL;
  self->problem.varies = NULL;
  return g_steal_pointer (&self);
}

static void
clear_saved (LsQss *self)
{
  g_free (self->saved.states);
  g_free (self->saved.z);
  g_free (self->saved.z_domains);
  g_free (self->saved.unit_times);
  ls_qss_queue_clear (&self->saved.queue);
}

void
ls_qss_free (LsQss *self)
{
  if (self == NULL)
    return;
  for (guint u = 0; u < self->n_units; u++)
    {
      ls_event_locator_free (self->units[u].locator);
      ls_chatter_detector_free (self->units[u].chatter);
      ls_chatter_detector_free (self->units[u].saved_chatter);
    }
  clear_saved (self);
  clear_lists (&self->observees);
  clear_lists (&self->observers);
  clear_lists (&self->unit_states);
  clear_lists (&self->state_units);
  ls_qss_queue_clear (&self->queue);
  if (self->log != NULL)
    ls_log_unref (self->log);
  g_free ((gpointer)self->problem.units);
  g_free (self->name);
  g_free (self->varies);
  g_free (self->on_itself);
  g_free (self->watched);
  g_free (self->absolute);
  g_free (self->states);
  g_free (self->units);
  g_free (self->z_block);
  g_free (self->q);
  g_free (self->z0);
  g_free (self->due);
  g_free (self->group);
  g_free (self->affected);
  g_free (self->looks);
  g_free (self->settled);
  g_free (self->stamps);
  g_free (self->members);
  g_free (self->looked);
  g_free (self->marks);
  g_free (self->moved);
  g_free (self->activity);
  g_free (self);
}

/* Evaluates the units that the pass has not reached through states. */
static LsStatus
look_at_rest (LsQss *self, double t)
{
  LsStatus status = LS_OK;

  for (guint u = 0; u < self->n_units && status == LS_OK; u++)
    if (self->units[u].rebase)
      status = ls_qss_look (self, u, t);
  return status;
}

LsStatus
ls_qss_start (LsQss *self, double t, const double x[], double next_time)
{
  LsStatus status = LS_OK;

  self->started = TRUE;
  self->terminated = FALSE;
  self->time = self->pass_time = self->stuck_time = t;
  self->next_time = next_time;
  for (guint i = 0; i < self->n; i++)
    {
      self->states[i]
          = (LsQssTrajectory){ .tx = t, .tq = t, .x = { x[i] }, .scale = LS_QSS_FIRST * 1e-3 };
      self->states[i].scale *= self->settings.span;
      self->group[i] = i;
      self->q[i] = x[i];
    }
  for (guint u = 0; u < self->n_units; u++)
    self->units[u].rebase = TRUE;
  ls_qss_queue_set (&self->queue, self->n + self->n_units, next_time);
  if (self->n > 0)
    status = ls_qss_pass (self, t, self->group, self->n, NULL, 0);
  return status == LS_OK ? look_at_rest (self, t) : status;
}

/* Events precede requantisations at the same time. */
static LsStatus
take_first (LsQss *self, double t)
{
  guint n = ls_qss_queue_list_first (&self->queue, self->due);

  if (self->due[n - 1] >= self->n)
    return ls_qss_take_events (self, t);
  memcpy (self->group, self->due, n * sizeof (guint));
  return ls_qss_pass (self, t, self->group, n, NULL, 0);
}

LsStatus
ls_qss_advance (LsQss *self, double t_end)
{
  g_return_val_if_fail (self->started, LS_STOP);
  while (!self->terminated)
    {
      double t = self->queue.times[ls_qss_queue_get_first (&self->queue)];
      LsStatus status;

      if (!(t <= t_end))
        break;
      if (ls_interrupt_is_wanted ())
        return LS_STOP;
      status = take_first (self, t);
      if (status != LS_OK)
        return status;
    }
  if (!self->terminated)
    self->time = t_end;
  return LS_OK;
}

LsStatus
ls_qss_interrupt (LsQss *self, gboolean event)
{
  double t = self->time;
  guint n = 0;
  LsStatus status = LS_OK;

  if (event)
    {
      memset (self->marks, 0, self->n_units);
      return ls_qss_pass_event (self, t, FALSE, TRUE);
    }
  for (guint i = 0; i < self->n; i++)
    if (self->varies[i])
      self->due[n++] = i;
  self->look++;
  if (n > 0)
    status = ls_qss_pass (self, t, NULL, 0, self->due, n);
  for (guint u = 0; u < self->n_units && status == LS_OK; u++)
    if (self->watched[u] && self->looked[u] != self->look)
      status = ls_qss_look (self, u, t);
  /* Indicators that changed their domain are due now. */
  return status == LS_OK ? ls_qss_advance (self, t) : status;
}

double
ls_qss_get_longest_step (double span)
{
  return span / LEAST_STEPS;
}

/* Uneven spacing, so that a periodic function is not sampled at equal phases. */
double
ls_qss_get_probe_time (double t, double end, double span, guint index)
{
  static const double near[] = { 1e-6, 1e-3, 0.1, 0.37, 0.9 };
  const double golden = 0.6180339887498949;
  double shift, place;

  if (!(end > t))
    return NAN;
  if (index < G_N_ELEMENTS (near))
    return t + near[index] * (end - t);
  index -= G_N_ELEMENTS (near);
  shift = golden * (index + 1.0);
  place = t + 0.5 * ls_qss_get_longest_step (span) * (index + shift - floor (shift));
  return place < end ? place : NAN;
}

void
ls_qss_announce (LsQss *self, double t)
{
  ls_qss_queue_set (&self->queue, self->n + self->n_units + 1, t);
}

gboolean
ls_qss_set_quanta (LsQss *self, const double absolute[])
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->n; i++)
    if (!(absolute[i] > 0.0) || !isfinite (absolute[i]))
      return FALSE;
  if (self->n > 0)
    memcpy (self->absolute, absolute, self->n * sizeof (double));
  return TRUE;
}

double
ls_qss_get_time (const LsQss *self)
{
  return self->time;
}

double
ls_qss_get_next_time (const LsQss *self)
{
  return self->queue.times[ls_qss_queue_get_first (&self->queue)];
}

double
ls_qss_get_next_time_event (const LsQss *self)
{
  return self->next_time;
}

gboolean
ls_qss_is_event_next (LsQss *self)
{
  guint n = ls_qss_queue_list_first (&self->queue, self->due);

  return self->due[n - 1] >= self->n;
}

gboolean
ls_qss_is_terminated (const LsQss *self)
{
  return self->terminated;
}

void
ls_qss_get_trajectory (const LsQss *self, guint state, double *origin, double coefficients[4])
{
  *origin = self->states[state].tx;
  memcpy (coefficients, self->states[state].x, sizeof self->states[state].x);
}

void
ls_qss_get_quantised (const LsQss *self, guint state, double *origin, double coefficients[3])
{
  *origin = self->states[state].tq;
  memcpy (coefficients, self->states[state].q, sizeof self->states[state].q);
}

void
ls_qss_get_counts (const LsQss *self, LsQssCounts *counts)
{
  *counts = self->counts;
}

void
ls_qss_save (LsQss *self)
{
  gsize n = self->n, n_z = (gsize)self->max_indicators * self->n_units;

  if (!self->saved.there)
    {
      self->saved.states = g_new (LsQssTrajectory, n + 1);
      self->saved.z = g_new (double, self->n_z_block + 1);
      self->saved.z_domains = g_new0 (double, n_z + 1);
      self->saved.unit_times = g_new (double, (gsize)self->n_units + 1);
      ls_qss_queue_init (&self->saved.queue, self->queue.n);
      self->saved.there = TRUE;
    }
  memcpy (self->saved.states, self->states, n * sizeof *self->states);
  memcpy (self->saved.z, self->z_block, self->n_z_block * sizeof (double));
  for (guint u = 0; u < self->n_units; u++)
    {
      ls_event_locator_save (self->units[u].locator,
                             self->saved.z_domains + (gsize)u * self->max_indicators);
      ls_chatter_detector_copy (self->units[u].saved_chatter, self->units[u].chatter);
      self->saved.unit_times[u] = self->units[u].t;
    }
  ls_qss_queue_copy (&self->saved.queue, &self->queue);
  self->saved.time = self->time;
  self->saved.next_time = self->next_time;
  self->saved.terminated = self->terminated;
}

LsStatus
ls_qss_restore (LsQss *self)
{
  if (!self->saved.there)
    return LS_STOP;
  memcpy (self->states, self->saved.states, self->n * sizeof *self->states);
  memcpy (self->z_block, self->saved.z, self->n_z_block * sizeof (double));
  for (guint u = 0; u < self->n_units; u++)
    {
      ls_event_locator_start (self->units[u].locator,
                              self->saved.z_domains + (gsize)u * self->max_indicators);
      ls_chatter_detector_copy (self->units[u].chatter, self->units[u].saved_chatter);
      self->units[u].t = self->saved.unit_times[u];
      self->units[u].early = 0;
      self->units[u].rebase = FALSE;
    }
  ls_qss_queue_copy (&self->queue, &self->saved.queue);
  self->time = self->saved.time;
  self->next_time = self->saved.next_time;
  self->terminated = self->saved.terminated;
  return LS_OK;
}
