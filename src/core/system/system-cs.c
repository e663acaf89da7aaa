/* Co-Simulation FMUs as systems: they contain their own solver. */
#include "core/system/system-fmu-impl.h"
#include "core/base/prefetch.h"
#include "core/fmi/probe.h"
#include "core/num/polynomial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct
{
  LsSystemFmu fmu;
  LsSavedState *saved;
  gpointer block; /* of these arrays, one after the other */
  gsize block_size;
  guint last_degree;
  guint32 *poly_refs; /* inputs, once per derivative order */
  int *poly_orders;
  double *poly_values; /* n_in x degree */
  double *in_values;   /* n_in */
  /* Outputs with derivatives: the continuous ones. */
  guint n_slope;
  guint32 *slope_refs;
  guint *slope_rows; /* indices of these outputs */
  int *ones;         /* n_out */
  /* The step being taken; %NULL: inputs are held. */
  const double *step_inputs;
  guint step_degree;
  double step_begin; /* s */
} LsSystemCs;

/* ---- Steps ------------------------------------------------------------------------------ */

static LsStatus
set_derivatives (LsSystemCs *self, guint degree, const double u[])
{
  const guint n = self->fmu.base.info->n_in;
  /* Also sets higher orders to 0, which would otherwise keep the values of the last step. */
  const guint orders = MAX (degree, self->last_degree);
  double factorial = 1.0;

  self->last_degree = degree;
  for (guint p = 1; p <= orders; p++)
    {
      factorial *= p;
      for (guint j = 0; j < n; j++)
        self->poly_values[(p - 1) * n + j]
            = p <= degree ? factorial * u[j * (degree + 1) + p] : 0.0;
    }
  return ls_instance_set_input_derivatives (self->fmu.instance, self->poly_refs, (gsize)n * orders,
                                            self->poly_orders, self->poly_values);
}

/* Sets the values at the beginning; @mean: the mean values over the step. */
static LsStatus
set_values (LsSystemCs *self, double h, guint degree, const double u[], gboolean mean)
{
  const guint n = self->fmu.base.info->n_in;
  const double *values = u;

  if (degree > 0)
    {
      for (guint j = 0; j < n; j++)
        {
          const double *c = u + (gsize)j * (degree + 1);

          self->in_values[j] = mean ? ls_polynomial_get_mean (c, degree, h) : c[0];
        }
      values = self->in_values;
    }
  return ls_instance_set_real (self->fmu.instance, self->fmu.in_refs, n, values);
}

/* An FMU that accepted derivatives at its start may reject them later. Derivatives already set must
 * not have an effect. */
static LsStatus
give_up_derivatives (LsSystemCs *self, double h, guint degree, const double u[])
{
  LsSystem *system = &self->fmu.base;
  const guint n = system->info->n_in;

  memset (self->poly_values, 0, n * sizeof (double));
  if (ls_instance_set_input_derivatives (self->fmu.instance, self->poly_refs, n, self->poly_orders,
                                         self->poly_values)
      == LS_STOP)
    return LS_STOP;
  self->last_degree = 0;
  ls_system_info_deny (system->info, LS_CAPABILITY_POLYNOMIAL_INPUTS,
                       _ ("the FMU discarded derivatives of inputs during the run"));
  ls_log_write (system->log, LS_LOG_WARNING, system->info->name,
                ls_instance_get_function (self->fmu.instance), ls_system_get_time (system), "%s",
                _ ("not accepted: from here on inputs are held at the mean of each polynomial"));
  return set_values (self, h, degree, u, TRUE);
}

static LsStatus
set_inputs (LsSystemCs *self, double h, guint degree, const double u[])
{
  const LsSystemInfo *info = self->fmu.base.info;
  LsStatus status;

  if (info->n_in == 0)
    return LS_OK;
  status = set_values (self, h, degree, u, FALSE);
  if (status != LS_OK || info->input_degree == 0 || (degree == 0 && self->last_degree == 0))
    return status;
  status = set_derivatives (self, degree, u);
  return G_UNLIKELY (status == LS_RETRY) ? give_up_derivatives (self, h, degree, u) : status;
}

/* An output that is not continuous has jumps but no derivative: it is extrapolated as a
 * constant. */
static LsStatus
get_output_derivatives (LsSystem *system, double dy[])
{
  LsSystemCs *self = (LsSystemCs *)system;
  guint n = self->n_slope;
  LsStatus status = ls_instance_get_output_derivatives (self->fmu.instance, self->slope_refs, n,
                                                        self->ones, dy);

  if (n == system->info->n_out)
    return status;
  /* Backwards, because rows only move to higher indices. */
  for (guint i = system->info->n_out; i-- > 0;)
    dy[i] = n > 0 && self->slope_rows[n - 1] == i ? dy[--n] : 0.0;
  return status;
}

/* An FMU that provided derivatives before may stop doing so: they are unknown from here on. */
static void
give_up_slopes (LsSystem *self, LsInstance *instance)
{
  ls_system_info_deny (self->info, LS_CAPABILITY_OUTPUT_DERIVATIVES,
                       _ ("the FMU discarded derivatives of outputs during the run"));
  ls_log_write (self->log, LS_LOG_WARNING, self->info->name, ls_instance_get_function (instance),
                ls_system_get_time (self), "%s",
                _ ("not given, or not finite: from here on time derivatives of outputs are "
                   "backward differences"));
}

static LsStatus
get_slopes (LsSystem *self, double dy[])
{
  LsStatus status = LS_RETRY;
  gboolean known = self->info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES];

  if (known)
    {
      status = get_output_derivatives (self, dy);
      for (guint i = 0; i < self->info->n_out && known; i++)
        known = status == LS_OK && isfinite (dy[i]);
      if (!known && status != LS_STOP)
        give_up_slopes (self, ((LsSystemCs *)self)->fmu.instance);
    }
  for (guint i = 0; i < self->info->n_out && !known; i++)
    dy[i] = NAN;
  return status == LS_STOP ? LS_STOP : LS_OK;
}

static LsStatus
get_outputs (LsSystem *self, double y[], double dy[])
{
  const LsSystemFmu *fmu = (LsSystemFmu *)self;
  const guint n = self->info->n_out;
  LsStatus status;

  if (n == 0)
    return LS_OK;
  status = ls_instance_get_real (fmu->instance, fmu->out_refs, n, y);
  return status != LS_OK || dy == NULL ? status : get_slopes (self, dy);
}

/* FMI 2.0, section 4.2.2: whether no state before the beginning of the step will be restored. A
 * state saved at the beginning is not before it. */
static gboolean
is_final (const LsSystem *self, double time)
{
  return self->n_saved_states == 0 && !(self->may_return && self->saved_time < time);
}

static LsStatus
step (LsSystem *system,
      double h,
      double end G_GNUC_UNUSED,
      guint degree,
      const double u[],
      double y[],
      double dy[],
      gboolean *event)
{
  LsSystemCs *self = (LsSystemCs *)system;
  LsInstance *instance = self->fmu.instance;
  LsStatus status = set_inputs (self, h, degree, u);
  double reached;

  self->step_inputs = self->last_degree > 0 ? u : NULL;
  self->step_degree = degree;
  self->step_begin = ls_instance_get_time (instance);
  if (status == LS_OK)
    status = ls_instance_do_step (instance, h, is_final (system, ls_instance_get_time (instance)),
                                  &reached);
  self->step_inputs = NULL;
  *event = *event || (status == LS_OK && ls_instance_had_event (instance));
  return status == LS_OK ? get_outputs (system, y, dy) : status;
}

static double
evaluate_input (const LsSystemCs *self, guint input, double time)
{
  const double *c = self->step_inputs + (gsize)input * (self->step_degree + 1);

  return ls_polynomial_get_value (c, self->step_degree, time - self->step_begin);
}

static LsStatus
fill_inputs (const LsSystemCs *self, double time, double values[])
{
  const LsSystem *system = &self->fmu.base;
  const guint n = system->info->n_in;
  LsStatus status = LS_OK;

  if (n > 0 && self->step_inputs == NULL)
    status = ls_instance_get_inputs (self->fmu.instance, self->fmu.in_refs, n, values);
  for (guint j = 0; j < n && self->step_inputs != NULL; j++)
    values[j] = evaluate_input (self, j, time);
  ls_system_unmap_inputs (system, values);
  return status;
}

static LsStatus
read_event (LsSystemCs *self, double time, double values[])
{
  LsSystem *system = &self->fmu.base;
  const guint n_out = system->info->n_out, n_in = system->info->n_in;
  LsStatus status = LS_OK;

  if (n_out > 0)
    status = ls_instance_get_real (self->fmu.instance, self->fmu.out_refs, n_out, values);
  if (status == LS_OK)
    status = fill_inputs (self, time, values + n_out);
  if (status == LS_OK && system->n_noted > 0)
    status = ls_system_read (system, system->noted, system->n_noted, values + n_out + n_in);
  return status;
}

/* There is room for both sides from the beginning, should the FMU end the run in its event. */
static LsStatus
at_event (LsEventMoment moment, double time, gpointer user_data)
{
  LsSystem *system = user_data;
  const guint n = ls_system_get_event_size (system);
  GArray *values = system->event_values;
  guint first;

  if (moment == LS_EVENT_FORGET)
    {
      g_array_set_size (system->event_times, 0);
      g_array_set_size (values, 0);
      return LS_OK;
    }
  if (moment == LS_EVENT_BEFORE)
    {
      g_array_append_val (system->event_times, time);
      g_array_set_size (values, values->len + 2 * n);
    }
  first = values->len - (moment == LS_EVENT_BEFORE ? 2 : 1) * n;
  return n > 0 ? read_event (user_data, time, &g_array_index (values, double, first)) : LS_OK;
}

/* Events of others are lost in the step. */
static void
report_events (LsSystemCs *self)
{
  LsSystem *system = &self->fmu.base;

  if (!system->info->has[LS_CAPABILITY_EVENTS])
    return;
  system->event_times = g_array_new (FALSE, TRUE, sizeof (double));
  system->event_values = g_array_new (FALSE, TRUE, sizeof (double));
  ls_instance_set_event_func (self->fmu.instance, at_event, self);
}

static gboolean
get_batch_item (const LsSystem *system, LsBatchItem *item)
{
  const LsSystemFmu *self = (const LsSystemFmu *)system;
  const LsSystemInfo *info = system->info;

  *item = (LsBatchItem){ .instance = self->instance,
                         .inputs = self->in_refs,
                         .outputs = self->out_refs,
                         .n_inputs = info->n_in,
                         .n_outputs = info->n_out,
                         .no_set_state_prior = TRUE };
  return TRUE;
}

/* Bytes; long arrays are read in their order, which processors foresee. */
#define MOST_PREFETCHED ((gsize)256)

static void
prefetch (const LsSystem *system, guint stage, gboolean steps)
{
  const LsSystemCs *self = (const LsSystemCs *)system;
  const LsSystemFmu *fmu = &self->fmu;

  if (stage > 1)
    {
      ls_instance_prefetch_component (fmu->instance);
      return;
    }
  ls_prefetch (system->info, offsetof (LsSystemInfo, name));
  ls_instance_prefetch (fmu->instance);
  if (!steps)
    {
      ls_prefetch (fmu->column, MIN (fmu->block_size, MOST_PREFETCHED));
      return;
    }
  ls_prefetch (fmu->in_refs, 1);
  ls_prefetch (self->block, MIN (self->block_size, MOST_PREFETCHED));
}

static LsStatus
evaluate (LsSystem *system, const double u[], double y[])
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  const LsSystemInfo *info = system->info;
  LsStatus status = LS_OK;

  if (info->n_in > 0)
    status = ls_instance_set_real (self->instance, self->in_refs, info->n_in, u);
  if (status == LS_OK && info->n_out > 0)
    status = ls_instance_get_real (self->instance, self->out_refs, info->n_out, y);
  return status;
}

static LsStatus
read_point (LsSystem *system, const double u[], LsLinearisation *result)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  const guint n = system->info->n_in;
  LsStatus status = LS_OK;

  if (n > 0)
    status = ls_instance_set_real (self->instance, self->in_refs, n, u);
  return status == LS_OK ? ls_system_fmu_read_point (self, result) : status;
}

static LsStatus
set_typed (LsSystem *system, const LsVariable *variable, const LsSystemValue *value)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  LsStatus status = ls_system_fmu_set_typed (self->instance, variable, value);

  return status == LS_OK ? ls_system_fmu_set_twins (self, variable, value) : status;
}

/* ---- Saved points ----------------------------------------------------------------------- */

static LsStatus
save (LsSystem *system, gboolean expected G_GNUC_UNUSED)
{
  LsSystemCs *self = (LsSystemCs *)system;

  return ls_instance_save (self->fmu.instance, &self->saved);
}

static LsStatus
restore (LsSystem *system)
{
  LsSystemCs *self = (LsSystemCs *)system;

  return self->saved != NULL ? ls_instance_restore (self->fmu.instance, self->saved) : LS_STOP;
}

static LsStatus
save_state (LsSystem *system, LsSavedState **state)
{
  return ls_instance_save (((LsSystemFmu *)system)->instance, state);
}

static LsStatus
restore_state (LsSystem *system, LsSavedState *state)
{
  return ls_instance_restore (((LsSystemFmu *)system)->instance, state);
}

static void
free_state (LsSystem *system, LsSavedState *state)
{
  ls_instance_free_state (((LsSystemFmu *)system)->instance, state);
}

static gboolean
can_serialize (const LsSystem *system)
{
  return (ls_instance_get_capabilities (((const LsSystemFmu *)system)->instance)
          & LS_CAN_SERIALIZE_STATE)
         != 0;
}

static GBytes *
serialize_state (LsSystem *system, LsSavedState *state, GError **error)
{
  return ls_instance_serialize (((LsSystemFmu *)system)->instance, state, error);
}

static LsSavedState *
deserialize_state (LsSystem *system, GBytes *bytes, GError **error)
{
  return ls_instance_deserialize (((LsSystemFmu *)system)->instance, bytes, error);
}

static void
visit_state (LsSystem *system, LsVisitMemoryFunc func, gpointer user_data)
{
  LsSystemCs *self = (LsSystemCs *)system;

  func (&self->last_degree, sizeof self->last_degree, user_data);
}

/* ---- Life ------------------------------------------------------------------------------- */

static double
get_time (const LsSystem *system)
{
  return ls_instance_get_time (((const LsSystemFmu *)system)->instance);
}

static gboolean
has_ended (const LsSystem *system)
{
  return ls_instance_has_ended (((const LsSystemFmu *)system)->instance);
}

static gboolean
loses_steps (const LsSystem *system)
{
  return system->info->has[LS_CAPABILITY_ROLLBACK]
         && !ls_probe_tentative_steps (((const LsSystemFmu *)system)->fmu);
}

static gboolean
falls_short (const LsSystem *system, LsCapability capability)
{
  LsFmu *fmu = ((const LsSystemFmu *)system)->fmu;
  const int order = ls_fmu_get_input_order (fmu);

  if (capability == LS_CAPABILITY_POLYNOMIAL_INPUTS)
    return system->info->n_in > 0 && order >= 0 && order < LS_SYSTEM_MAX_DEGREE;
  return capability == LS_CAPABILITY_OUTPUT_DERIVATIVES && system->info->n_out > 0
         && ls_fmu_get_output_derivatives (fmu) == 0;
}

static LsStatus
start (LsSystem *system)
{
  LsSystemFmu *self = (LsSystemFmu *)system;
  LsStatus status = ls_instance_exit_initialization (self->instance);

  if (status == LS_OK && self->twin != NULL)
    ls_system_fmu_start_twin (self);
  return status;
}

static void
free_system (LsSystem *system)
{
  LsSystemCs *self = (LsSystemCs *)system;

  if (self->saved != NULL)
    ls_instance_free_state (self->fmu.instance, self->saved);
  ls_system_fmu_clear (&self->fmu);
  g_free (self->block);
  g_free (self);
}

static const LsSystemClass co_simulation = {
  .id = "co-simulation",
  .free = free_system,
  LS_SYSTEM_FMU_OPERATIONS,
  .start = start,
  .get_time = get_time,
  .has_ended = has_ended,
  .step = step,
  .evaluate = evaluate,
  .set_typed = set_typed,
  .save = save,
  .restore = restore,
  .save_state = save_state,
  .restore_state = restore_state,
  .free_state = free_state,
  .visit_state = visit_state,
  .can_serialize = can_serialize,
  .serialize_state = serialize_state,
  .deserialize_state = deserialize_state,
  .read_point = read_point,
  .linearise = ls_system_fmu_linearise,
  .get_output_derivatives = get_output_derivatives,
  .falls_short = falls_short,
  .loses_steps = loses_steps,
  .get_batch_item = get_batch_item,
  .prefetch = prefetch,
};

/* ---- Construction ----------------------------------------------------------------------- */

static void
allocate (LsSystemCs *self)
{
  const gsize n = self->fmu.base.info->n_in, n_poly = LS_SYSTEM_MAX_DEGREE * n;
  const gsize n_out = self->fmu.base.info->n_out;
  char *next;

  self->block_size = (n_poly + n) * sizeof (double) + (2 * n_poly + 3 * n_out) * sizeof (guint32);
  next = self->block = g_malloc0 (self->block_size + 1);
  self->poly_values = ls_system_fmu_take (&next, n_poly, sizeof (double));
  self->in_values = ls_system_fmu_take (&next, n, sizeof (double));
  self->poly_refs = ls_system_fmu_take (&next, n_poly, sizeof (guint32));
  self->poly_orders = ls_system_fmu_take (&next, n_poly, sizeof (int));
  self->slope_refs = ls_system_fmu_take (&next, n_out, sizeof (guint32));
  self->slope_rows = ls_system_fmu_take (&next, n_out, sizeof (guint));
  self->ones = ls_system_fmu_take (&next, n_out, sizeof (int));
}

static void
prepare_polynomials (LsSystemCs *self)
{
  const guint n = self->fmu.base.info->n_in;

  for (guint p = 0; p < LS_SYSTEM_MAX_DEGREE; p++)
    for (guint j = 0; j < n; j++)
      {
        self->poly_refs[p * n + j] = self->fmu.in_refs[j];
        self->poly_orders[p * n + j] = (int)p + 1;
      }
}

static void
prepare_slopes (LsSystemCs *self)
{
  const LsSystemInfo *info = self->fmu.base.info;

  for (guint i = 0; i < info->n_out; i++)
    {
      self->ones[i] = 1;
      if (!ls_system_fmu_is_continuous (&self->fmu, info->outputs[i]))
        continue;
      self->slope_rows[self->n_slope] = i;
      self->slope_refs[self->n_slope++] = self->fmu.out_refs[i];
    }
}

/* The description may announce capabilities that the binary lacks. */
static void
check_capabilities (LsSystemFmu *self)
{
  static const struct
  {
    LsCan can;
    LsCapability capability;
  } pairs[] = {
    { LS_CAN_SAVE_STATE, LS_CAPABILITY_ROLLBACK },
    { LS_CAN_INPUT_DERIVATIVES, LS_CAPABILITY_POLYNOMIAL_INPUTS },
    { LS_CAN_OUTPUT_DERIVATIVES, LS_CAPABILITY_OUTPUT_DERIVATIVES },
  };
  const guint can = ls_instance_get_capabilities (self->instance);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if ((can & pairs[i].can) == 0 && self->base.info->has[pairs[i].capability])
      ls_system_info_deny (self->base.info, pairs[i].capability,
                           _ ("the binary of the FMU lacks the functions for it"));
}

LsSystem *
ls_system_cs_new (const LsComponent *component,
                  double start_time,
                  double stop_time,
                  double tolerance,
                  LsLog *log,
                  GError **error)
{
  LsSystemCs *self = g_new0 (LsSystemCs, 1);
  LsSystemFmu *fmu = &self->fmu;

  g_return_val_if_fail (component != NULL, NULL);
  if (!ls_system_fmu_init (fmu, &co_simulation, component, start_time, stop_time, tolerance, log,
                           error))
    {
      g_free (self);
      return NULL;
    }
  allocate (self);
  prepare_polynomials (self);
  prepare_slopes (self);
  fmu->instance = ls_system_fmu_instantiate (fmu, LS_KIND_CO_SIMULATION, error);
  if (fmu->instance == NULL)
    {
      ls_system_free (&fmu->base);
      return NULL;
    }
  ls_instance_allow_end (fmu->instance);
  check_capabilities (fmu);
  report_events (self);
  ls_system_fmu_add_twin (fmu);
  return &fmu->base;
}
