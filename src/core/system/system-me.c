/* Model Exchange FMUs as systems, integrated by a solver of Lockstep. */
#include "core/system/system-me-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Relative size of input jumps that count as rounding. */
#define JUMP 1e-14

static void
sort_inputs (LsSystemFmu *self, LsSystemMe *me)
{
  for (guint j = 0; j < self->base.info->n_in; j++)
    {
      const LsVariable *variable = &self->base.variables[self->base.info->inputs[j]];

      if (variable->variability == LS_VARIABILITY_CONTINUOUS)
        {
          me->continuous[me->n_continuous] = j;
          me->continuous_refs[me->n_continuous++] = variable->value_reference;
        }
      else
        {
          me->discrete[me->n_discrete] = j;
          me->discrete_refs[me->n_discrete++] = variable->value_reference;
        }
    }
}

/* An output with the value reference of a state is that state. */
static int
find_state (const LsSystemFmu *self, guint output)
{
  for (guint k = 0; k < self->base.info->n_state; k++)
    if (self->point_refs[k] == self->out_refs[output])
      return (int)k;
  return -1;
}

static void
sort_outputs (LsSystemFmu *self, LsSystemMe *me)
{
  guint n_x = self->base.info->n_state;

  for (guint i = 0; i < self->base.info->n_out; i++)
    {
      const LsVariable *variable = &self->base.variables[self->base.info->outputs[i]];

      me->output_states[i] = find_state (self, i);
      if (me->output_states[i] >= 0 || variable->variability != LS_VARIABILITY_CONTINUOUS)
        continue;
      me->slope_rows[me->n_slope] = i;
      me->slope_refs[me->n_slope++] = variable->value_reference;
    }
  memcpy (me->known_refs, self->point_refs, n_x * sizeof (guint32));
  memcpy (me->known_refs + n_x, me->continuous_refs, me->n_continuous * sizeof (guint32));
}

static void
allocate (LsSystemMe *me)
{
  const LsSystemInfo *info = me->fmu.base.info;
  const gsize n_in = info->n_in, n_out = info->n_out, n_x = info->n_state;

  me->continuous_refs = g_new0 (guint32, n_in + 1);
  me->discrete_refs = g_new0 (guint32, n_in + 1);
  me->continuous = g_new0 (guint, n_in + 1);
  me->discrete = g_new0 (guint, n_in + 1);
  me->coefficients = g_new0 (double, n_in *(LS_SYSTEM_MAX_DEGREE + 1) + 1);
  me->reached = g_new0 (double, 6 * n_in + 1);
  me->held = me->reached + n_in;
  me->waiting = me->held + n_in;
  me->saved = me->waiting + n_in;
  me->u = me->saved + 2 * n_in;
  me->aside = g_new0 (double, n_in *(LS_SYSTEM_MAX_DEGREE + 2) + 1);
  me->pending = ls_system_me_new_pending ();
  me->output_states = g_new0 (int, n_out + 1);
  me->slope_refs = g_new0 (guint32, n_out + 1);
  me->slope_rows = g_new0 (guint, n_out + 1);
  me->known_refs = g_new0 (guint32, n_x + n_in + 1);
  me->seed = g_new0 (double, 3 * n_x + n_in + 1);
  me->f = me->seed + n_x + n_in;
  me->x = me->f + n_x;
  me->near = g_new0 (double, 3 * n_out + 1);
  me->far = me->near + n_out;
  me->here = me->far + n_out;
  me->fmu.base.event_times = g_array_new (FALSE, FALSE, sizeof (double));
  me->fmu.base.event_values = g_array_new (FALSE, FALSE, sizeof (double));
}

static void
free_system (LsSystem *system)
{
  LsSystemMe *me = (LsSystemMe *)system;

  ls_me_solver_free (me->solver);
  ls_system_fmu_clear (&me->fmu);
  g_free (me->continuous_refs);
  g_free (me->discrete_refs);
  g_free (me->continuous);
  g_free (me->discrete);
  g_free (me->coefficients);
  g_free (me->reached);
  g_free (me->aside);
  g_clear_pointer (&me->pending, g_array_unref);
  g_free (me->output_states);
  g_free (me->slope_refs);
  g_free (me->slope_rows);
  g_free (me->known_refs);
  g_free (me->seed);
  g_free (me->near);
  g_free (me);
}

static void
get_inputs (double t, double u[], gpointer user_data)
{
  const LsSystemFmu *self = user_data;
  const LsSystemMe *me = (const LsSystemMe *)self;
  double tau = t - me->origin;

  for (guint k = 0; k < me->n_continuous; k++)
    {
      const double *c = me->coefficients + (gsize)me->continuous[k] * (LS_SYSTEM_MAX_DEGREE + 1);

      u[k] = c[0] + tau * (c[1] + tau * (c[2] + tau * c[3]));
    }
}

/* Called in event mode. */
static LsStatus
set_discrete (double t G_GNUC_UNUSED, gpointer user_data)
{
  LsSystemFmu *self = user_data;
  LsSystemMe *me = (LsSystemMe *)self;
  LsStatus status = LS_OK;

  if (me->n_discrete > 0)
    status = ls_instance_set_real (self->instance, me->discrete_refs, me->n_discrete, me->waiting);
  memcpy (me->held, me->waiting, me->n_discrete * sizeof (double));
  if (status == LS_OK)
    status = ls_system_me_set_pending (me);
  g_array_set_size (me->pending, 0);
  return status;
}

/* Values as given by the sources: recorded inputs do not include the conversion by connections. */
static void
fill_inputs (const LsSystemFmu *self, double t, double values[])
{
  const LsSystemMe *me = (const LsSystemMe *)self;

  get_inputs (t, me->u, (gpointer)self);
  for (guint k = 0; k < me->n_continuous; k++)
    values[me->continuous[k]] = me->u[k];
  for (guint k = 0; k < me->n_discrete; k++)
    values[me->discrete[k]] = me->held[k];
  ls_system_unmap_inputs (&self->base, values);
}

static LsStatus
at_event (double t, gboolean after, gpointer user_data)
{
  LsSystemFmu *self = user_data;
  LsSystem *system = &self->base;
  const guint n = system->info->n_out, n_in = system->info->n_in;
  const guint first = system->event_values->len;
  LsStatus status = LS_OK;
  double *values;

  if (!after)
    g_array_append_val (system->event_times, t);
  g_array_set_size (system->event_values, first + n + n_in + system->n_noted);
  if (n + n_in + system->n_noted == 0)
    return LS_OK;
  values = &g_array_index (system->event_values, double, first);
  if (n > 0)
    status = ls_instance_get_real (self->instance, self->out_refs, n, values);
  fill_inputs (self, t, values + n);
  if (status == LS_OK && system->n_noted > 0)
    status = ls_system_read (system, system->noted, system->n_noted, values + n + n_in);
  return status;
}

/* Inputs are constant until the first step provides polynomials. */
static LsStatus
start (LsSystem *system)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  LsSystemMe *me = (LsSystemMe *)self;
  const LsMeSolverUser user = { .n_inputs = me->n_continuous,
                                .input_refs = me->continuous_refs,
                                .get_inputs = get_inputs,
                                .set_discrete = set_discrete,
                                .at_event = at_event,
                                .user_data = self };
  g_autoptr (GError) error = NULL;
  LsStatus status = LS_OK;

  if (self->base.info->n_in > 0)
    status = ls_instance_get_inputs (self->instance, self->in_refs, self->base.info->n_in,
                                     me->reached);
  if (status == LS_OK)
    status = ls_instance_exit_initialization (self->instance);
  if (status != LS_OK)
    return status;
  me->origin = ls_instance_get_time (self->instance);
  for (guint j = 0; j < self->base.info->n_in; j++)
    me->coefficients[j * (LS_SYSTEM_MAX_DEGREE + 1)] = me->reached[j];
  for (guint k = 0; k < me->n_discrete; k++)
    me->held[k] = me->waiting[k] = me->reached[me->discrete[k]];
  me->fresh = TRUE;
  me->solver = ls_me_solver_new (self->instance, &me->how, &user, self->base.stop_time,
                                 self->base.log, &error);
  if (me->solver != NULL)
    return LS_OK;
  ls_log_write (self->base.log, LS_LOG_ERROR, NULL, NULL, NAN, "%s", error->message);
  return LS_STOP;
}

static gboolean
discrete_differ (const LsSystemMe *me)
{
  return me->pending->len > 0
         || memcmp (me->held, me->waiting, me->n_discrete * sizeof (double)) != 0;
}

/* Sets the inputs of the coming step. Returns: whether a continuous one jumps. */
static gboolean
take_inputs (LsSystemFmu *self, guint degree, const double u[])
{
  LsSystemMe *me = (LsSystemMe *)self;
  gboolean jumps = !me->fresh;

  me->origin = ls_me_solver_get_time (me->solver);
  for (guint k = 0; k < me->n_continuous; k++)
    {
      guint j = me->continuous[k];
      double *c = me->coefficients + (gsize)j * (LS_SYSTEM_MAX_DEGREE + 1);

      for (guint p = 0; p <= LS_SYSTEM_MAX_DEGREE; p++)
        c[p] = p <= degree ? u[(gsize)j * (degree + 1) + p] : 0.0;
      c[0] += 0.0; /* a negative zero must not count as a change */
      jumps = jumps
              || !(fabs (c[0] - me->reached[j])
                   <= JUMP * fmax (fabs (c[0]), self->base.info->input_nominals[j]));
    }
  for (guint k = 0; k < me->n_discrete; k++)
    me->waiting[k] = u[(gsize)me->discrete[k] * (degree + 1)] + 0.0;
  return jumps;
}

static void
note_end (LsSystemFmu *self)
{
  LsSystemMe *me = (LsSystemMe *)self;

  get_inputs (ls_me_solver_get_time (me->solver), me->u, self);
  for (guint k = 0; k < me->n_continuous; k++)
    me->reached[me->continuous[k]] = me->u[k];
  me->fresh = TRUE;
}

static LsStatus
report_end (LsSystemFmu *self)
{
  ls_log_write (self->base.log, LS_LOG_INFO, self->base.info->name, NULL,
                ls_system_get_time (&self->base), "%s", _ ("the FMU has ended the simulation"));
  return LS_STOP;
}

static LsStatus
step (LsSystem *system,
      double h G_GNUC_UNUSED,
      double end,
      guint degree,
      const double u[],
      double y[],
      double dy[],
      gboolean *event)
{
  LsSystemMe *me = (LsSystemMe *)system;
  LsSystemFmu *self = &me->fmu;
  const guint64 n_events = ls_me_solver_get_n_events (me->solver);
  const double length = end - ls_me_solver_get_time (me->solver);
  const gboolean jumps = take_inputs (self, degree, u), discrete = discrete_differ (me);
  LsStatus status = LS_OK;

  g_array_set_size (system->event_times, 0);
  g_array_set_size (system->event_values, 0);
  if (system->fired != NULL)
    g_array_set_size (system->fired, 0);
  /* Without polynomial inputs the values are means of the step. */
  ls_me_solver_hold (me->solver, jumps && system->info->input_degree == 0);
  if (jumps || discrete)
    status = ls_me_solver_interrupt (me->solver, discrete);
  if (status == LS_OK)
    status = ls_me_solver_advance (me->solver, end);
  if (status != LS_OK)
    return status;
  if (ls_me_solver_is_terminated (me->solver))
    return report_end (self);
  note_end (self);
  *event = ls_me_solver_get_n_events (me->solver) != n_events;
  if (system->info->n_out == 0)
    return LS_OK;
  status = ls_instance_get_real (self->instance, self->out_refs, system->info->n_out, y);
  return status == LS_OK && dy != NULL ? ls_system_me_get_output_derivatives (me, length, dy)
                                       : status;
}

/* Sets the continuous inputs at the reached time, without an event. */
static LsStatus
set_inputs (LsSystemMe *me, const double u[])
{
  if (me->n_continuous == 0)
    return LS_OK;
  for (guint k = 0; k < me->n_continuous; k++)
    me->u[k] = u[me->continuous[k]] + 0.0;
  return ls_instance_set_real (me->fmu.instance, me->continuous_refs, me->n_continuous, me->u);
}

/* Changed discrete inputs raise an event. */
static LsStatus
set_all_inputs (LsSystemMe *me, const double u[])
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < me->n_discrete; k++)
    me->waiting[k] = u[me->discrete[k]] + 0.0;
  if (discrete_differ (me))
    {
      (void)take_inputs (&me->fmu, 0, u);
      status = ls_me_solver_interrupt (me->solver, TRUE);
      if (status == LS_OK)
        note_end (&me->fmu);
    }
  return status == LS_OK ? set_inputs (me, u) : status;
}

static LsStatus
get_outputs (LsSystemFmu *self, double y[])
{
  const guint n = self->base.info->n_out;

  return n > 0 ? ls_instance_get_real (self->instance, self->out_refs, n, y) : LS_OK;
}

static LsStatus
evaluate (LsSystem *system, const double u[], double y[])
{
  LsSystemMe *me = (LsSystemMe *)system;
  const guint n = system->info->n_in;
  LsStatus status = LS_OK;

  if (me->solver != NULL)
    status = set_all_inputs (me, u);
  else if (n > 0)
    status = ls_instance_set_real (me->fmu.instance, me->fmu.in_refs, n, u);
  return status == LS_OK ? get_outputs (&me->fmu, y) : status;
}

static gboolean
has_constraints (const LsSystem *system)
{
  const LsSystemMe *me = (const LsSystemMe *)system;
  LsProjectionCounts counts;

  return me->solver != NULL && ls_me_solver_get_projections (me->solver, &counts);
}

static LsStatus
project (LsSystem *system, const double u[], double y[], gboolean *moved)
{
  LsSystemMe *me = (LsSystemMe *)system;
  LsStatus status;

  (void)take_inputs (&me->fmu, 0, u);
  status = ls_me_solver_project (me->solver, moved);
  note_end (&me->fmu);
  return status == LS_OK ? get_outputs (&me->fmu, y) : status;
}

/* ---- Saved points, linearisation --------------------------------------------------------- */

static LsStatus
save (LsSystem *system, gboolean expected)
{
  LsSystemMe *me = (LsSystemMe *)system;
  const guint n = system->info->n_in;

  memcpy (me->saved, me->reached, n * sizeof (double));
  memcpy (me->saved + n, me->held, n * sizeof (double));
  me->saved_fresh = me->fresh;
  return ls_me_solver_save (me->solver, expected);
}

static LsStatus
restore (LsSystem *system)
{
  LsSystemMe *me = (LsSystemMe *)system;
  const guint n = system->info->n_in;

  memcpy (me->reached, me->saved, n * sizeof (double));
  memcpy (me->held, me->saved + n, n * sizeof (double));
  memcpy (me->waiting, me->held, n * sizeof (double));
  me->fresh = me->saved_fresh;
  return ls_me_solver_restore (me->solver);
}

static void
forget_saved (LsSystem *system)
{
  LsSystemMe *me = (LsSystemMe *)system;

  if (me->solver != NULL)
    ls_me_solver_forget_saved (me->solver);
}

static LsStatus
read_point (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemMe *me = (LsSystemMe *)system;
  LsStatus status = set_inputs (me, u);

  return status == LS_OK ? ls_system_fmu_read_point (&me->fmu, result) : status;
}

/* The linearisation uses the instance itself, so its state is restored afterwards. */
static LsStatus
linearise (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemMe *me = (LsSystemMe *)system;
  LsStatus status = ls_system_fmu_linearise (system, u, result);

  if (status == LS_OK && me->fmu.twin != NULL && system->info->n_state > 0)
    status = ls_instance_set_states (me->fmu.instance, result->x);
  if (status == LS_OK && me->fmu.twin != NULL)
    status = set_inputs (me, u);
  return status;
}

/* ---- For users that integrate the states themselves ------------------------------------- */

static const LsSystemClass model_exchange;

gboolean
ls_system_get_me_parts (LsSystem *system, LsSystemMeParts *parts)
{
  LsSystemMe *me = (LsSystemMe *)system;
  LsSystemFmu *self = &me->fmu;

  if (system->klass != &model_exchange)
    return FALSE;
  *parts = (LsSystemMeParts){ .instance = self->instance,
                              .state_refs = self->point_refs,
                              .derivative_refs = self->point_refs + system->info->n_state,
                              .output_refs = self->out_refs,
                              .known_refs = me->known_refs,
                              .n_discrete = me->n_discrete,
                              .discrete = me->discrete,
                              .refs = self->read_refs,
                              .known = self->known };
  return TRUE;
}

double
ls_system_get_next_time (const LsSystem *system)
{
  g_return_val_if_fail (system->klass == &model_exchange, INFINITY);

  return ls_me_solver_get_next_time (((const LsSystemMe *)system)->solver);
}

void
ls_system_let_wait (LsSystem *system, guint index, double value)
{
  LsSystemMe *me = (LsSystemMe *)system;

  g_return_if_fail (system->klass == &model_exchange && index < me->n_discrete);

  me->waiting[index] = ls_system_map_input (system, me->discrete[index], value);
}

gboolean
ls_system_is_waiting (const LsSystem *system)
{
  g_return_val_if_fail (system->klass == &model_exchange, FALSE);

  return discrete_differ ((const LsSystemMe *)system);
}

LsStatus
ls_system_set_waiting (LsSystem *system)
{
  g_return_val_if_fail (system->klass == &model_exchange, LS_STOP);

  return set_discrete (NAN, system);
}

/* ---- Construction ----------------------------------------------------------------------- */

static GArray *
note_fired (LsSystem *system)
{
  LsSystemMe *me = (LsSystemMe *)system;

  return me->solver != NULL ? ls_me_solver_note_fired (me->solver) : NULL;
}

static double
get_time (const LsSystem *system)
{
  const LsSystemMe *me = (const LsSystemMe *)system;

  return me->solver != NULL ? ls_me_solver_get_time (me->solver)
                            : ls_instance_get_time (me->fmu.instance);
}

static gboolean
has_ended (const LsSystem *system)
{
  const LsSystemMe *me = (const LsSystemMe *)system;

  return ls_instance_has_ended (me->fmu.instance)
         || (me->solver != NULL && ls_me_solver_is_terminated (me->solver));
}

static const LsSystemClass model_exchange = {
  .id = "model-exchange",
  .free = free_system,
  LS_SYSTEM_FMU_OPERATIONS,
  .start = start,
  .get_time = get_time,
  .has_ended = has_ended,
  .step = step,
  .evaluate = evaluate,
  .set_typed = ls_system_me_set_typed,
  .save = save,
  .restore = restore,
  .forget_saved = forget_saved,
  .explain_serialization = ls_system_me_explain_serialization,
  .serialize = ls_system_me_serialize,
  .deserialize = ls_system_me_deserialize,
  .read_point = read_point,
  .linearise = linearise,
  .find_output_derivatives = ls_system_me_find_output_derivatives,
  .has_constraints = has_constraints,
  .project = project,
  .note_fired = note_fired,
};

static gboolean
prepare (LsSystemMe *me, GError **error)
{
  LsSystemFmu *self = &me->fmu;

  if (!ls_solver_parse (self->component->solver, &me->how, error))
    {
      g_prefix_error (error, "%s: ", self->component->name);
      return FALSE;
    }
  if (me->how.schedule != NULL)
    self->base.n_quantised = self->base.info->n_state;
  sort_inputs (self, me);
  sort_outputs (self, me);
  self->instance = ls_system_fmu_instantiate (self, LS_KIND_MODEL_EXCHANGE, error);
  if (self->instance == NULL)
    return FALSE;
  ls_instance_allow_end (self->instance);
  ls_system_fmu_add_twin (self);
  return TRUE;
}

LsSystem *
ls_system_me_new (const LsComponent *component,
                  double start_time,
                  double stop_time,
                  double tolerance,
                  LsLog *log,
                  GError **error)
{
  LsSystemMe *me = g_new0 (LsSystemMe, 1);

  g_return_val_if_fail (component != NULL, NULL);
  if (!ls_system_fmu_init (&me->fmu, &model_exchange, component, start_time, stop_time, tolerance,
                           log, error))
    {
      g_free (me);
      return NULL;
    }
  allocate (me);
  if (prepare (me, error))
    return &me->fmu.base;
  ls_system_free (&me->fmu.base);
  return NULL;
}
