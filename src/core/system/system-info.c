/* Properties of a system that follow from its description alone. */
#include "core/system/solver.h"
#include "core/system/system-impl.h"
#include "core/fmi/probe.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const struct
{
  const char *id, *name;
} capabilities[LS_N_CAPABILITIES] = {
  [LS_CAPABILITY_POLYNOMIAL_INPUTS] = { "polynomial-inputs", N_ ("polynomial inputs") },
  [LS_CAPABILITY_OUTPUT_DERIVATIVES] = { "output-derivatives", N_ ("output derivatives") },
  [LS_CAPABILITY_ROLLBACK] = { "rollback", N_ ("rollback") },
  [LS_CAPABILITY_STATES] = { "states", N_ ("states") },
  [LS_CAPABILITY_STATE_DERIVATIVES] = { "state-derivatives", N_ ("state derivatives") },
  [LS_CAPABILITY_LINEARISATION] = { "linearisation", N_ ("linearisation") },
  [LS_CAPABILITY_TIME_DERIVATIVE] = { "time-derivative", N_ ("derivatives with respect to time") },
  [LS_CAPABILITY_VARIABLE_STEP] = { "variable-step", N_ ("variable step") },
  [LS_CAPABILITY_EVENTS] = { "events", N_ ("reported events") },
};

const char *
ls_capability_id (LsCapability capability)
{
  g_return_val_if_fail (capability < LS_N_CAPABILITIES, NULL);

  return capabilities[capability].id;
}

const char *
ls_capability_name (LsCapability capability)
{
  g_return_val_if_fail (capability < LS_N_CAPABILITIES, NULL);

  return _ (capabilities[capability].name);
}

gboolean
ls_capability_find (const char *id, LsCapability *capability, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    {
      if (g_strcmp0 (capabilities[i].id, id) == 0)
        {
          *capability = (LsCapability)i;
          return TRUE;
        }
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", capabilities[i].id);
    }
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("There is no capability “%s”. There are: %s."), id,
                  known->str);
}

void
ls_system_info_deny (LsSystemInfo *self, LsCapability capability, const char *reason)
{
  self->has[capability] = FALSE;
  if (capability == LS_CAPABILITY_POLYNOMIAL_INPUTS)
    self->input_degree = self->step_degree = 0;
  g_free (self->reasons[capability]);
  self->reasons[capability] = g_strdup (reason);
}

static void
settle (LsSystemInfo *self, LsCapability capability, gboolean has, const char *reason)
{
  if (has)
    self->has[capability] = TRUE;
  else
    ls_system_info_deny (self, capability, reason);
}

static double
get_nominal (const LsVariable *variable)
{
  double nominal = fabs (variable->nominal);

  return isfinite (nominal) && nominal > 0.0 ? nominal : 1.0;
}

static guint *
list_reals (const LsDescription *description, LsCausality causality, guint *n, double **nominals)
{
  GArray *indices = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].causality == causality
        && description->variables[i].type == LS_TYPE_REAL)
      g_array_append_val (indices, i);
  *n = indices->len;
  *nominals = g_new (double, indices->len + 1);
  for (guint i = 0; i < indices->len; i++)
    (*nominals)[i] = get_nominal (&description->variables[g_array_index (indices, guint, i)]);
  return (guint *)g_array_free (indices, FALSE);
}

static void
fill_feed_through (LsSystemInfo *self, const LsDescription *description)
{
  self->feed_through = g_new0 (guint8, (gsize)self->n_out * self->n_in + 1);
  for (guint i = 0; i < self->n_out; i++)
    for (guint j = 0; j < self->n_in; j++)
      self->feed_through[i * self->n_in + j] = ls_unknown_depends_on (
          ls_unknowns_find (&description->outputs, self->outputs[i]), self->inputs[j]);
}

/* Without Model Exchange a description need not list states: an empty list means unknown. */
static void
settle_states (LsSystemInfo *self, const LsDescription *description)
{
  const char *reason = _ ("the description does not say which variables are the states");
  gboolean known = description->model_exchange.present || self->n_state > 0;

  self->state_nominals = g_new0 (double, self->n_state + 1);
  for (guint i = 0; i < self->n_state; i++)
    {
      const LsVariable *derivative
          = &description->variables[description->derivatives.items[i].variable];
      int state = derivative->derivative_of;

      known = known && derivative->type == LS_TYPE_REAL && state >= 0;
      self->state_nominals[i] = state >= 0 ? get_nominal (&description->variables[state]) : 1.0;
    }
  settle (self, LS_CAPABILITY_STATES, known, reason);
  settle (self, LS_CAPABILITY_STATE_DERIVATIVES, known, reason);
}

static void
settle_linearisation (LsSystemInfo *self, const LsDescription *description)
{
  const LsInterface *model_exchange = &description->model_exchange;
  gboolean direct = description->co_simulation.provides_directional_derivative
                    || description->co_simulation.provides_adjoint_derivatives;
  gboolean twin
      = model_exchange->present && !model_exchange->can_be_instantiated_only_once_per_process;

  settle (self, LS_CAPABILITY_LINEARISATION, self->has[LS_CAPABILITY_STATES] && (direct || twin),
          !self->has[LS_CAPABILITY_STATES]
              ? _ ("the states are not known")
              : _ ("there are neither directional derivatives nor a Model Exchange interface to "
                   "take differences of"));
}

/* A Model Exchange twin can be set to any time. */
static void
settle_time_derivative (LsSystemInfo *self, const LsDescription *description)
{
  const LsInterface *model_exchange = &description->model_exchange;
  gboolean twin
      = model_exchange->present && !model_exchange->can_be_instantiated_only_once_per_process;

  settle (self, LS_CAPABILITY_TIME_DERIVATIVE, self->has[LS_CAPABILITY_STATES] && twin,
          !self->has[LS_CAPABILITY_STATES]
              ? _ ("the states are not known")
              : _ ("there is no Model Exchange interface to take differences of"));
}

/* With a solver of Lockstep a Model Exchange FMU supports everything; only a rollback past an event
 * needs support by the FMU. */
static void
settle_model_exchange (LsSystemInfo *self, const LsDescription *description)
{
  const LsInterface *interface = &description->model_exchange;

  settle (self, LS_CAPABILITY_POLYNOMIAL_INPUTS, TRUE, NULL);
  settle (self, LS_CAPABILITY_OUTPUT_DERIVATIVES, TRUE, NULL);
  settle (self, LS_CAPABILITY_ROLLBACK,
          interface->can_get_and_set_state || description->n_event_indicators == 0,
          _ ("there are event indicators and canGetAndSetFMUstate is not set"));
  settle_states (self, description);
  settle (self, LS_CAPABILITY_LINEARISATION, self->has[LS_CAPABILITY_STATES],
          _ ("the states are not known"));
  settle (self, LS_CAPABILITY_TIME_DERIVATIVE, self->has[LS_CAPABILITY_STATES],
          _ ("the states are not known"));
  settle (self, LS_CAPABILITY_VARIABLE_STEP, TRUE, NULL);
  settle (self, LS_CAPABILITY_EVENTS, TRUE, NULL);
}

/* For Co-Simulation: inputs follow polynomials up to degree @order, the maximum derivative order
 * that the FMU accepts. */
static void
limit_inputs (LsSystemInfo *self, guint order)
{
  if (!self->has[LS_CAPABILITY_POLYNOMIAL_INPUTS] || self->n_in == 0)
    return;
  self->input_degree = self->step_degree = MIN (order, LS_SYSTEM_MAX_DEGREE);
  if (order == 0)
    ls_system_info_deny (self, LS_CAPABILITY_POLYNOMIAL_INPUTS,
                         _ ("canInterpolateInputs is set, but the FMU takes no derivatives of "
                            "inputs"));
}

static void
deny_slopes (LsSystemInfo *self)
{
  if (self->has[LS_CAPABILITY_OUTPUT_DERIVATIVES])
    ls_system_info_deny (self, LS_CAPABILITY_OUTPUT_DERIVATIVES,
                         _ ("maxOutputDerivativeOrder is above 0, but the FMU gives no derivatives "
                            "of outputs"));
}

static gboolean
takes_inner_steps (const LsComponent *component)
{
  LsPace pace;

  return ls_component_get_pace (component, &pace, NULL) && pace.kind == LS_PACE_INNER
         && pace.inner != 1;
}

/* The inner steps after the first cannot be announced as final where a rollback to the beginning of
 * the first may follow. */
static void
deny_rollback (LsSystemInfo *self)
{
  ls_system_info_deny (self, LS_CAPABILITY_ROLLBACK,
                       _ ("it takes inner steps, and the FMU loses steps that may be rolled "
                          "back, with noSetFMUStatePriorToCurrentPoint false"));
}

static void
settle_capabilities (LsSystemInfo *self, const LsDescription *description)
{
  const LsInterface *interface = &description->co_simulation;

  settle (self, LS_CAPABILITY_POLYNOMIAL_INPUTS, interface->can_interpolate_inputs,
          _ ("canInterpolateInputs is not set"));
  settle (self, LS_CAPABILITY_OUTPUT_DERIVATIVES, interface->max_output_derivative_order > 0,
          _ ("maxOutputDerivativeOrder is 0"));
  settle (self, LS_CAPABILITY_ROLLBACK, interface->can_get_and_set_state,
          _ ("canGetAndSetFMUstate is not set"));
  settle_states (self, description);
  settle_linearisation (self, description);
  settle_time_derivative (self, description);
  settle (self, LS_CAPABILITY_VARIABLE_STEP, interface->can_handle_variable_step,
          _ ("canHandleVariableCommunicationStepSize is not set"));
  settle (self, LS_CAPABILITY_EVENTS, interface->has_event_mode,
          g_str_has_prefix (description->fmi_version, "3")
              ? _ ("hasEventMode is not set")
              : _ ("FMI 2.0 for Co-Simulation does not report events"));
}

/* Removes capabilities that are switched off, and those that depend on them. */
static gboolean
switch_off (LsSystemInfo *self, const LsComponent *component, GError **error)
{
  for (guint i = 0; component->without != NULL && component->without[i] != NULL; i++)
    {
      LsCapability capability;

      if (!ls_capability_find (component->without[i], &capability, error))
        {
          g_prefix_error (error, "%s: ", component->name);
          return FALSE;
        }
      ls_system_info_deny (self, capability, _ ("it is switched off"));
    }
  if (self->has[LS_CAPABILITY_LINEARISATION]
      && !(self->has[LS_CAPABILITY_STATES] && self->has[LS_CAPABILITY_STATE_DERIVATIVES]))
    ls_system_info_deny (self, LS_CAPABILITY_LINEARISATION,
                         _ ("states and their derivatives are needed for it"));
  return TRUE;
}

LsComponent *
ls_component_copy_for_model_exchange (const LsComponent *component)
{
  LsComponent *copy = ls_component_copy (component);

  if (copy->fmu != NULL && !ls_component_uses_model_exchange (copy)
      && ls_fmu_get_description (copy->fmu)->model_exchange.present)
    {
      copy->solver = g_strdup (LS_SOLVER_DEFAULT);
      /* A solver follows the inputs by itself. */
      g_clear_pointer (&copy->inner_steps, g_free);
      g_clear_pointer (&copy->own_step, g_free);
    }
  return copy;
}

const char *
ls_end_way_id (LsEndWay way)
{
  static const char *const ids[]
      = { NULL, "read-again", "directional-derivatives", "initial-differences" };

  return ids[way];
}

static gboolean
is_switched_off (const LsComponent *component, LsCapability capability)
{
  return component->without != NULL
         && g_strv_contains ((const char *const *)component->without,
                             ls_capability_id (capability));
}

/* @answers: outputs can be read again; -1: unknown, which is tried. */
static void
choose_end_way (LsSystemInfo *self, const LsComponent *component, int answers)
{
  const gboolean derivatives
      = ls_fmu_get_description (component->fmu)->co_simulation.provides_directional_derivative
        && !is_switched_off (component, LS_CAPABILITY_LINEARISATION);

  if (!ls_system_info_feeds_through (self))
    self->end_way = LS_END_NONE;
  else if (ls_component_uses_model_exchange (component) || answers != 0)
    self->end_way = LS_END_READ;
  else
    self->end_way = derivatives ? LS_END_DERIVATIVES : LS_END_DIFFERENCES;
}

/* Of the component itself; see ls_system_info_apply_pace(). */
static LsSystemInfo *
read_info (const LsComponent *component, GError **error)
{
  const LsDescription *description;
  LsSystemInfo *self;

  if (component->fmu == NULL)
    return ls_fail_null (error, LS_ERROR_MODEL, "%s: %s", component->name,
                         component->problem != NULL ? component->problem
                                                    : _ ("the FMU is missing"));
  description = ls_fmu_get_description (component->fmu);
  if (ls_description_explain_interface (description) != NULL)
    return ls_fail_null (error, LS_ERROR_MODEL, "%s: %s", component->name,
                         ls_description_explain_interface (description));
  if (!(ls_component_uses_model_exchange (component) ? description->model_exchange.present
                                                     : description->co_simulation.present))
    return ls_fail_null (error, LS_ERROR_MODEL,
                         ls_component_uses_model_exchange (component)
                             ? _ ("%s: the FMU has no interface for Model Exchange")
                             : _ ("%s: the FMU has no interface for Co-Simulation"),
                         component->name);
  self = g_new0 (LsSystemInfo, 1);
  self->name = g_strdup (component->name);
  self->has_model_exchange = description->model_exchange.present;
  self->inputs = list_reals (description, LS_CAUSALITY_INPUT, &self->n_in, &self->input_nominals);
  self->outputs
      = list_reals (description, LS_CAUSALITY_OUTPUT, &self->n_out, &self->output_nominals);
  self->n_state = ls_description_get_n_states (description);
  fill_feed_through (self, description);
  if (ls_component_uses_model_exchange (component))
    settle_model_exchange (self, description);
  else
    settle_capabilities (self, description);
  if (self->has[LS_CAPABILITY_POLYNOMIAL_INPUTS])
    self->input_degree = LS_SYSTEM_MAX_DEGREE;
  if (!ls_component_uses_model_exchange (component) && ls_fmu_get_input_order (component->fmu) >= 0)
    limit_inputs (self, (guint)ls_fmu_get_input_order (component->fmu));
  if (!ls_component_uses_model_exchange (component)
      && ls_fmu_get_output_derivatives (component->fmu) == 0)
    deny_slopes (self);
  if (!ls_component_uses_model_exchange (component) && self->has[LS_CAPABILITY_ROLLBACK]
      && ls_fmu_get_tentative_steps (component->fmu) == 0 && takes_inner_steps (component))
    deny_rollback (self);
  if (!switch_off (self, component, error))
    {
      ls_system_info_free (self);
      return NULL;
    }
  /* Unknown states count as none: nothing may read them. */
  if (!self->has[LS_CAPABILITY_STATES])
    self->n_state = 0;
  self->step_degree = self->input_degree;
  self->inner_steps = 1;
  choose_end_way (self, component, ls_fmu_get_reading (component->fmu));
  return self;
}

gboolean
ls_system_info_is_granted (const LsSystemInfo *self, LsCapability capability)
{
  return (capability == LS_CAPABILITY_POLYNOMIAL_INPUTS && self->inner_steps != 1)
         || (capability == LS_CAPABILITY_OUTPUT_DERIVATIVES && self->inner_steps > 1)
         || (self->own_step != 0.0
             && (capability == LS_CAPABILITY_POLYNOMIAL_INPUTS
                 || capability == LS_CAPABILITY_OUTPUT_DERIVATIVES));
}

/* Between its points a component has no states of the moment, and its step cannot be taken back. */
static void
deny_all_but_granted (LsSystemInfo *self)
{
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    if (!ls_system_info_is_granted (self, (LsCapability)i))
      ls_system_info_deny (self, (LsCapability)i,
                           _ ("it has a step of its own, and is not at the time of the others"));
  self->n_state = 0;
}

void
ls_system_info_apply_pace (LsSystemInfo *self, const LsPace *pace)
{
  if (pace->kind == LS_PACE_MACRO)
    return;
  self->own_step = pace->kind == LS_PACE_OWN ? pace->step : 0.0;
  self->inner_steps = pace->kind == LS_PACE_OWN ? 1 : pace->inner;
  self->step_degree = self->input_degree;
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    if (ls_system_info_is_granted (self, (LsCapability)i))
      {
        self->has[i] = TRUE;
        g_clear_pointer (&self->reasons[i], g_free);
      }
  if (pace->kind == LS_PACE_OWN)
    deny_all_but_granted (self);
  if (self->has[LS_CAPABILITY_EVENTS])
    ls_system_info_deny (self, LS_CAPABILITY_EVENTS,
                         _ ("event times within inner steps are not reported"));
  self->input_degree = LS_SYSTEM_MAX_DEGREE;
}

LsSystemInfo *
ls_system_info_probe_component (const LsComponent *component, GError **error)
{
  LsSystemInfo *self = read_info (component, error);

  if (self == NULL || ls_component_uses_model_exchange (component))
    return self;
  if (self->n_in > 0 && self->has[LS_CAPABILITY_POLYNOMIAL_INPUTS])
    limit_inputs (self, ls_probe_input_derivatives (component->fmu));
  if (self->n_out > 0 && self->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]
      && !ls_probe_output_derivatives (component->fmu))
    deny_slopes (self);
  if (self->has[LS_CAPABILITY_ROLLBACK] && takes_inner_steps (component)
      && !ls_probe_tentative_steps (component->fmu))
    deny_rollback (self);
  if (ls_system_info_feeds_through (self)
      && (self->input_degree == 0 || !self->has[LS_CAPABILITY_LINEARISATION]))
    choose_end_way (self, component, ls_probe_reading (component->fmu));
  return self;
}

/* @self: (transfer full) (nullable) */
static LsSystemInfo *
set_pace (LsSystemInfo *self, const LsComponent *component, GError **error)
{
  LsPace pace;

  if (self == NULL)
    return NULL;
  if (ls_component_get_pace (component, &pace, error))
    {
      ls_system_info_apply_pace (self, &pace);
      return self;
    }
  ls_system_info_free (self);
  return NULL;
}

LsSystemInfo *
ls_system_info_new (const LsComponent *component, GError **error)
{
  return set_pace (read_info (component, error), component, error);
}

LsSystemInfo *
ls_system_info_probe (const LsComponent *component, GError **error)
{
  return set_pace (ls_system_info_probe_component (component, error), component, error);
}

gboolean
ls_system_info_feeds_through (const LsSystemInfo *self)
{
  for (gsize i = 0; i < (gsize)self->n_out * self->n_in; i++)
    if (self->feed_through[i])
      return TRUE;
  return FALSE;
}

void
ls_system_info_free (LsSystemInfo *self)
{
  if (self == NULL)
    return;
  g_free ((char *)self->name);
  g_free (self->inputs);
  g_free (self->outputs);
  g_free (self->input_nominals);
  g_free (self->output_nominals);
  g_free (self->state_nominals);
  g_free (self->feed_through);
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    g_free (self->reasons[i]);
  g_free (self);
}

LsSystemInfo *
ls_system_info_copy (const LsSystemInfo *self)
{
  LsSystemInfo *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  copy->inputs = g_memdup2 (self->inputs, self->n_in * sizeof (guint));
  copy->outputs = g_memdup2 (self->outputs, self->n_out * sizeof (guint));
  copy->input_nominals = g_memdup2 (self->input_nominals, self->n_in * sizeof (double));
  copy->output_nominals = g_memdup2 (self->output_nominals, self->n_out * sizeof (double));
  copy->state_nominals = g_memdup2 (self->state_nominals, self->n_state * sizeof (double));
  copy->feed_through = g_memdup2 (self->feed_through, (gsize)self->n_out * self->n_in);
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    copy->reasons[i] = g_strdup (self->reasons[i]);
  return copy;
}

LsLinearisation *
ls_linearisation_new (const LsSystemInfo *info)
{
  gsize n_x = info->n_state, n_u = info->n_in, n_y = info->n_out;
  gsize n = (n_x + n_y) * (n_x + n_u) + 2 * n_x + n_y;
  LsLinearisation *self = g_malloc0 (sizeof *self + n * sizeof (double));
  double *next = (double *)(self + 1);

  self->a = next;
  self->b = next += n_x * n_x;
  self->c = next += n_x * n_u;
  self->d = next += n_y * n_x;
  self->x = next += n_y * n_u;
  self->f = next += n_x;
  self->y = next + n_x;
  return self;
}

void
ls_linearisation_free (LsLinearisation *self)
{
  g_free (self);
}
