/* Quantised states of a single FMU: a schedule within one component. */
#include "core/system/me-solver-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct LsSchedule
{
  LsMeSolver *owner;
  LsQss *engine;
  guint n;
  double absolute; /* quantum relative to the nominals */
  double stop_time, span;
  GArray *rows, *columns; /* guint: dependencies of derivatives; all on all where undeclared */
  GArray *start;          /* guint: first entry of each row in columns */
  guint8 *fed;            /* n: the derivative may depend on an input */
  guint8 *varies;         /* n */
  guint8 watched;
  double *now, *quanta; /* n */
  double *near, *far;   /* n and the indicators, each */
  guint stamp, *stamps; /* n */
  guint32 *known_refs, *wanted_refs;
  double *seeds;
  double observed; /* the owner's user has observed the trajectories up to this time, s */
  gboolean needs_completed_step, wants_event, terminated;
  GArray *fired; /* (nullable): LsFired */
};

static LsStatus
read_derivatives (
    double t, const double q[], const guint wanted[], guint n, double dx[], gpointer user_data)
{
  LsSchedule *self = user_data;
  LsStatus status = ls_me_solver_go_to (self->owner, t, q);

  if (status != LS_OK)
    return status;
  if (n == self->n)
    return ls_instance_get_state_derivatives (self->owner->instance, dx);
  for (guint k = 0; k < n; k++)
    self->wanted_refs[k] = self->owner->derivative_refs[wanted[k]];
  return ls_instance_get_real (self->owner->instance, self->wanted_refs, n, dx);
}

/* Seeds only the states that the wanted derivatives depend on. */
static LsStatus
read_rates (double t,
            const double q[],
            const double dq[],
            const guint wanted[],
            guint n,
            double ddx[],
            gpointer user_data)
{
  LsSchedule *self = user_data;
  const guint *columns = (const guint *)(gpointer)self->columns->data;
  const guint *start = (const guint *)(gpointer)self->start->data;
  guint n_known = 0;
  LsStatus status = ls_me_solver_go_to (self->owner, t, q);

  self->stamp++;
  for (guint k = 0; k < n; k++)
    {
      self->wanted_refs[k] = self->owner->derivative_refs[wanted[k]];
      for (guint e = start[wanted[k]]; e < start[wanted[k] + 1]; e++)
        {
          if (self->stamps[columns[e]] == self->stamp)
            continue;
          self->stamps[columns[e]] = self->stamp;
          self->known_refs[n_known] = self->owner->state_refs[columns[e]];
          self->seeds[n_known++] = dq[columns[e]];
        }
    }
  if (n_known == 0)
    memset (ddx, 0, n * sizeof (double));
  if (status != LS_OK || n_known == 0)
    return status;
  return ls_instance_get_directional_derivative (self->owner->instance, self->wanted_refs, n,
                                                 self->known_refs, n_known, self->seeds, ddx);
}

static LsStatus
read_indicators (
    guint unit G_GNUC_UNUSED, double t, const double x[], double z[], gpointer user_data)
{
  LsSchedule *self = user_data;
  LsStatus status = ls_me_solver_go_to (self->owner, t, x);

  return status == LS_OK ? ls_instance_get_event_indicators (self->owner->instance, z) : status;
}

static LsStatus
read_all (LsSchedule *self, double t, double values[])
{
  LsInstance *instance = self->owner->instance;
  LsStatus status = ls_instance_set_time (instance, t);

  if (status == LS_OK && self->n > 0)
    status = ls_instance_get_state_derivatives (instance, values);
  if (status == LS_OK && ls_instance_get_description (instance)->n_event_indicators > 0)
    status = ls_instance_get_event_indicators (instance, values + self->n);
  return status;
}

/* Whether every derivative and the indicators already count as time-dependent. */
static gboolean
all_varies (const LsSchedule *self)
{
  const guint n_z = ls_instance_get_description (self->owner->instance)->n_event_indicators;

  return (self->watched || n_z == 0) && memchr (self->varies, 0, self->n) == NULL;
}

/* Detects an explicit time dependence. Between events a model is smooth: values that are bitwise
 * equal at many later times do not depend on time explicitly. Inputs may change at any time. */
static LsStatus
probe (LsSchedule *self, double t, const double x[], double next_time)
{
  const guint n_z = ls_instance_get_description (self->owner->instance)->n_event_indicators;
  const double end = fmin (next_time, self->stop_time);
  double place;
  LsStatus status = ls_me_solver_go_to (self->owner, t, x);

  self->watched = self->owner->user.n_inputs > 0;
  if (self->n > 0)
    memcpy (self->varies, self->fed, self->n);
  if (status == LS_OK && end > t)
    status = read_all (self, t, self->near);
  for (guint k = 0; status == LS_OK && !all_varies (self); k++)
    {
      gboolean failed;

      place = ls_qss_get_probe_time (t, end, self->span, k);
      if (isnan (place))
        break;
      status = read_all (self, place, self->far);
      /* A failing evaluation counts as a difference. */
      failed = status == LS_RETRY;
      if (failed)
        status = LS_OK;
      for (guint i = 0; i < self->n; i++)
        if (failed || memcmp (&self->near[i], &self->far[i], sizeof (double)) != 0)
          self->varies[i] = 1;
      if (failed || memcmp (self->near + self->n, self->far + self->n, n_z * sizeof (double)) != 0)
        self->watched = 1;
    }
  return status == LS_OK ? ls_me_solver_go_to (self->owner, t, x) : status;
}

static LsStatus
observe (LsSchedule *self, double to)
{
  const LsMeSolverUser *user = &self->owner->user;
  LsStatus status;

  if (user->observe == NULL || to < self->observed)
    return LS_OK;
  status = user->observe (self->observed, to, user->user_data);
  self->observed = to;
  return status;
}

static gboolean
take_nominals (LsSchedule *self, const double nominals[])
{
  for (guint i = 0; i < self->n; i++)
    {
      double nominal = fabs (nominals[i]);

      self->quanta[i] = self->absolute * (isfinite (nominal) && nominal > 0.0 ? nominal : 1.0);
    }
  return self->engine == NULL || ls_qss_set_quanta (self->engine, self->quanta);
}

static LsStatus
handle (double t, double x[], LsQssEvent *event, gpointer user_data)
{
  LsSchedule *self = user_data;
  const gboolean has_unit
      = ls_instance_get_description (self->owner->instance)->n_event_indicators > 0;
  const LsHybridCauses causes = { .state = has_unit && event->units[0] == LS_QSS_UNIT_FIRED,
                                  .time = event->time_event,
                                  .step = self->wants_event,
                                  .external = event->external };
  LsHybridOutcome outcome = { .next_time = INFINITY };
  LsStatus status = observe (self, t);

  self->wants_event = FALSE;
  if (status == LS_OK)
    status = ls_me_solver_handle_event (t, &causes, x, &outcome, self->owner);
  event->terminate = outcome.terminate;
  event->next_time = outcome.next_time;
  if (status != LS_OK || outcome.terminate)
    return status;
  if (outcome.nominals != NULL && !take_nominals (self, outcome.nominals))
    return LS_STOP;
  memset (event->moved, 1, self->n);
  status = probe (self, t, x, outcome.next_time);
  memcpy (event->varies, self->varies, self->n);
  if (has_unit)
    {
      event->units[0] = LS_QSS_UNIT_HANDLED;
      event->watched[0] = self->watched;
    }
  return status;
}

static void
note_fired (double t, const guint states[], guint n_states, gpointer user_data)
{
  LsSchedule *self = user_data;

  for (guint i = 0; i < n_states && self->fired != NULL; i++)
    {
      const LsFired fired = { t, states[i] };

      g_array_append_val (self->fired, fired);
    }
}

static const char *
get_state_name (guint state, gpointer user_data)
{
  return ls_me_solver_get_state_name (state, ((LsSchedule *)user_data)->owner);
}

static gboolean
is_input (const LsSchedule *self, const LsVariable *variable)
{
  for (guint k = 0; k < self->owner->user.n_inputs; k++)
    if (variable->causality == LS_CAUSALITY_INPUT && variable->type == LS_TYPE_REAL
        && variable->value_reference == self->owner->user.input_refs[k])
      return TRUE;
  return FALSE;
}

/* Whether the FMU declares the dependencies of all derivatives. */
static gboolean
is_listed (const LsSchedule *self)
{
  const LsDescription *description = ls_instance_get_description (self->owner->instance);

  for (guint i = 0; i < self->n; i++)
    if (!description->derivatives.items[i].has_dependencies)
      return FALSE;
  return TRUE;
}

/* Marks the derivatives that depend on inputs. */
static void
find_fed (LsSchedule *self)
{
  const LsDescription *description = ls_instance_get_description (self->owner->instance);

  for (guint i = 0; i < self->n; i++)
    {
      const LsUnknown *unknown = &description->derivatives.items[i];

      self->fed[i] = !unknown->has_dependencies && self->owner->user.n_inputs > 0;
      for (guint d = 0; d < unknown->n_dependencies && unknown->has_dependencies; d++)
        self->fed[i] |= is_input (self, &description->variables[unknown->dependencies[d]]);
    }
}

static void
depend_on_all (LsSchedule *self)
{
  g_array_set_size (self->rows, 0);
  g_array_set_size (self->columns, 0);
  for (guint i = 0; i < self->n; i++)
    for (guint j = 0; j < self->n; j++)
      {
        g_array_append_val (self->rows, i);
        g_array_append_val (self->columns, j);
      }
}

/* Lists the dependencies, row by row. */
static void
find_dependencies (LsSchedule *self)
{
  guint e = 0;

  if (!ls_me_solver_list_pattern (self->owner, self->rows, self->columns) && !is_listed (self))
    depend_on_all (self);
  for (guint i = 0; i < self->n; i++)
    {
      g_array_append_val (self->start, e);
      while (e < self->rows->len && g_array_index (self->rows, guint, e) == i)
        e++;
    }
  g_array_append_val (self->start, e);
}

static void
say_what_is_slow (const LsSchedule *self)
{
  if (!is_listed (self) && self->n > 1)
    ls_log_write (self->owner->log, LS_LOG_WARNING, ls_instance_get_name (self->owner->instance),
                  NULL, NAN, "%s",
                  _ ("the FMU does not say what its derivatives depend on: each is taken to "
                     "depend on all of its states and inputs, which makes quantised states "
                     "slower"));
}

static void
allocate (LsSchedule *self)
{
  const gsize n = self->n,
              n_z = ls_instance_get_description (self->owner->instance)->n_event_indicators;

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  self->columns = g_array_new (FALSE, FALSE, sizeof (guint));
  self->start = g_array_new (FALSE, FALSE, sizeof (guint));
  self->fed = g_new0 (guint8, 2 * n + 1);
  self->varies = self->fed + n;
  self->now = g_new0 (double, 5 * n + 2 * n_z + 1);
  self->quanta = self->now + n;
  self->seeds = self->quanta + n;
  self->near = self->seeds + n;
  self->far = self->near + n + n_z;
  self->stamps = g_new0 (guint, n + 1);
  self->known_refs = g_new0 (guint32, 2 * n + 1);
  self->wanted_refs = self->known_refs + n;
}

LsSchedule *
ls_schedule_new (LsMeSolver *owner, const LsSolver *solver, double stop_time, GError **error)
{
  LsSchedule *self = g_new0 (LsSchedule, 1);
  const LsDescription *description = ls_instance_get_description (owner->instance);
  const guint can = ls_instance_get_capabilities (owner->instance);
  g_autofree guint *all = g_new (guint, owner->n + 1);
  LsQssUnit unit = { .n_indicators = description->n_event_indicators };
  LsQssProblem problem = { .n = owner->n,
                           .derivatives = read_derivatives,
                           .n_units = unit.n_indicators > 0 ? 1 : 0,
                           .units = &unit,
                           .indicators = read_indicators,
                           .event = handle,
                           .requantised = note_fired,
                           .get_state_name = get_state_name,
                           .user_data = self };
  LsQssSettings settings = { .relative = solver->settings.rtol,
                             .max_step = solver->settings.max_step,
                             .pass_limit = solver->pass_limit };

  self->owner = owner;
  self->n = owner->n;
  self->stop_time = stop_time;
  self->span = stop_time - ls_instance_get_time (owner->instance);
  self->absolute
      = solver->settings.atol > 0.0 ? solver->settings.atol : 0.01 * solver->settings.rtol;
  self->needs_completed_step = !description->model_exchange.completed_integrator_step_not_needed;
  allocate (self);
  find_fed (self);
  find_dependencies (self);
  say_what_is_slow (self);
  (void)take_nominals (self, owner->nominals);
  for (guint i = 0; i < self->n; i++)
    all[i] = i;
  unit.states = all;
  unit.n_states = self->n;
  unit.watched = TRUE;
  if ((can & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0)
    problem.rates = read_rates;
  problem.n_entries = self->rows->len;
  problem.rows = (const guint *)(gpointer)self->rows->data;
  problem.columns = (const guint *)(gpointer)self->columns->data;
  if (probe (self, ls_instance_get_time (owner->instance), owner->x, INFINITY) == LS_OK)
    {
      problem.varies = self->varies;
      unit.watched = self->watched;
    }
  settings.absolute = self->quanta;
  settings.span = self->span;
  settings.varying_step = ls_qss_get_longest_step (self->span);
  self->engine = ls_qss_new (solver->schedule, &problem, &settings, owner->log,
                             ls_instance_get_name (owner->instance), error);
  if (self->engine != NULL)
    return self;
  g_prefix_error (error, "%s: ", ls_instance_get_name (owner->instance));
  ls_schedule_free (self);
  return NULL;
}

void
ls_schedule_free (LsSchedule *self)
{
  if (self == NULL)
    return;
  ls_qss_free (self->engine);
  g_array_unref (self->rows);
  g_array_unref (self->columns);
  g_array_unref (self->start);
  g_clear_pointer (&self->fired, g_array_unref);
  g_free (self->fed);
  g_free (self->now);
  g_free (self->stamps);
  g_free (self->known_refs);
  g_free (self);
}

static void
note_states (LsSchedule *self)
{
  ls_qss_get_states (self->engine, ls_qss_get_time (self->engine), self->now);
}

LsStatus
ls_schedule_start (LsSchedule *self, double t, const double x[], double next_time)
{
  LsStatus status = ls_qss_start (self->engine, t, x, next_time);

  self->observed = t;
  note_states (self);
  return status;
}

/* Advances from one change of the trajectories to the next, so that each part can be observed. */
static LsStatus
advance_seen (LsSchedule *self, double t_end)
{
  LsStatus status = LS_OK;

  while (status == LS_OK && !ls_qss_is_terminated (self->engine))
    {
      double next = ls_qss_get_next_time (self->engine);

      if (!(next <= t_end))
        break;
      if (!ls_qss_is_event_next (self->engine))
        status = observe (self, next);
      if (status == LS_OK)
        status = ls_qss_advance (self->engine, next);
    }
  if (status == LS_OK && !ls_qss_is_terminated (self->engine))
    status = observe (self, t_end);
  return status;
}

/* Reports the time reached as the end of a step to an FMU that needs
 * fmi2CompletedIntegratorStep. */
static LsStatus
complete_step (LsSchedule *self)
{
  gboolean terminate = FALSE;
  LsStatus status;

  if (!self->needs_completed_step || ls_qss_is_terminated (self->engine))
    return LS_OK;
  status = ls_me_solver_go_to (self->owner, ls_qss_get_time (self->engine), self->now);
  if (status == LS_OK)
    status = ls_instance_completed_step (self->owner->instance, !self->owner->may_return,
                                         &self->wants_event, &terminate);
  if (status == LS_OK && terminate)
    {
      self->terminated = TRUE;
      ls_log_write (self->owner->log, LS_LOG_INFO, ls_instance_get_name (self->owner->instance),
                    "fmi2CompletedIntegratorStep", ls_qss_get_time (self->engine),
                    _ ("the FMU ends the simulation"));
      return LS_OK;
    }
  return status == LS_OK && self->wants_event ? ls_schedule_interrupt (self, TRUE) : status;
}

GArray *
ls_schedule_note_fired (LsSchedule *self)
{
  if (self->fired == NULL)
    self->fired = g_array_new (FALSE, FALSE, sizeof (LsFired));
  return self->fired;
}

LsStatus
ls_schedule_advance (LsSchedule *self, double t_end)
{
  LsStatus status = LS_OK;

  if (self->owner->user.observe != NULL)
    status = advance_seen (self, t_end);
  if (status == LS_OK)
    status = ls_qss_advance (self->engine, t_end);
  note_states (self);
  return status == LS_OK ? complete_step (self) : status;
}

LsStatus
ls_schedule_interrupt (LsSchedule *self, gboolean event)
{
  LsStatus status = ls_qss_interrupt (self->engine, event);

  note_states (self);
  return status;
}

void
ls_schedule_announce (LsSchedule *self, double t)
{
  ls_qss_announce (self->engine, t);
}

void
ls_schedule_interpolate (const LsSchedule *self, double t, double x[])
{
  ls_qss_get_states (self->engine, t, x);
}

double
ls_schedule_get_time (const LsSchedule *self)
{
  return ls_qss_get_time (self->engine);
}

const double *
ls_schedule_get_states (const LsSchedule *self)
{
  return self->now;
}

double
ls_schedule_get_next_time (const LsSchedule *self)
{
  return ls_qss_get_next_time_event (self->engine);
}

gboolean
ls_schedule_is_terminated (const LsSchedule *self)
{
  return self->terminated || ls_qss_is_terminated (self->engine);
}

void
ls_schedule_get_counts (const LsSchedule *self, LsHybridCounts *counts)
{
  LsQssCounts of;

  ls_qss_get_counts (self->engine, &of);
  *counts = (LsHybridCounts){
    .ode = { .steps = of.requantisations, .evaluations = of.derivatives, .jacobians = of.rates },
    .indicators = of.indicators,
    .events = of.events,
    .state_events = of.state_events,
    .time_events = of.time_events,
    .external_events = of.external_events,
  };
}

guint64
ls_schedule_get_n_events (const LsSchedule *self)
{
  LsQssCounts counts;

  ls_qss_get_counts (self->engine, &counts);
  return counts.events;
}

void
ls_schedule_save (LsSchedule *self)
{
  ls_qss_save (self->engine);
}

LsStatus
ls_schedule_restore (LsSchedule *self)
{
  LsStatus status = ls_qss_restore (self->engine);

  note_states (self);
  self->observed = fmin (self->observed, ls_qss_get_time (self->engine));
  return status;
}
