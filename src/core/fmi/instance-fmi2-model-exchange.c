/* FMI 2.0, and FMI 1.0 through its functions, for Model Exchange. */
#include "core/fmi/fmi1-instance.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Maximum number of event iterations; more are taken for an infinite loop. */
#define MAX_EVENT_ITERATIONS 100

static char **
list_missing_functions (LsFmu *fmu)
{
  return ls_description_get_major (ls_fmu_get_description (fmu)) == 1
             ? ls_instance_fmi1_list_missing (fmu, LS_KIND_MODEL_EXCHANGE)
             : ls_instance_fmi2_list_missing (fmu, LS_KIND_MODEL_EXCHANGE);
}

static LsInstance *
create (LsFmu *fmu, const char *name, LsLog *log, gboolean debug, GError **error)
{
  return ls_description_get_major (ls_fmu_get_description (fmu)) == 1
             ? ls_instance_fmi1_create (&ls_instance_fmi1_model_exchange, fmu, name, log, debug,
                                        error)
             : ls_instance_fmi2_create (&ls_instance_fmi2_model_exchange, fmu, name, log, debug,
                                        error);
}

/* FMUs compute lazily at the first get after time, states or inputs have changed. Some compute only
 * the requested quantities but then consider everything up to date: outputs read after derivatives
 * are those of the last point, or vice versa. Setting the time again makes them recompute; correct
 * FMUs only lose one evaluation. Callers that need both at one point get the outputs first, as
 * other tools do. */
static LsStatus
ask (LsInstanceFmi2 *self, LsAsked what)
{
  const guint before = self->base.asked;

  self->base.asked = what;
  if (before == what || before == LS_ASKED_NOTHING || self->base.stage != LS_STAGE_CONTINUOUS)
    return LS_OK;
  LS_FMI2_RETURN_CALL (self, SetTime, ls_instance_get_clock (&self->base, self->base.time));
}

#define DEFINE_GET(name, value_type)                                                               \
  static LsStatus get_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              value_type values[])                                                 \
  {                                                                                                \
    const LsStatus status = ask ((LsInstanceFmi2 *)instance, LS_ASKED_VALUES);                     \
                                                                                                   \
    return status == LS_OK ? ls_instance_fmi2_get_##name (instance, references, n, values)         \
                           : status;                                                               \
  }

#define DEFINE_SET(name, value_type)                                                               \
  static LsStatus set_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              value_type values[])                                                 \
  {                                                                                                \
    if (n > 0)                                                                                     \
      instance->asked = LS_ASKED_NOTHING;                                                          \
    return ls_instance_fmi2_set_##name (instance, references, n, values);                          \
  }

DEFINE_GET (real, double)
DEFINE_GET (integer, int)
DEFINE_GET (boolean, int)
DEFINE_GET (string, const char *)
DEFINE_SET (real, const double)
DEFINE_SET (integer, const int)
DEFINE_SET (boolean, const int)
DEFINE_SET (string, const char *const)

static LsStatus
get_directional_derivative (LsInstance *instance,
                            const guint32 *unknowns,
                            gsize n_unknowns,
                            const guint32 *knowns,
                            gsize n_knowns,
                            const double d_knowns[],
                            double d_unknowns[])
{
  const LsStatus status = ask ((LsInstanceFmi2 *)instance, LS_ASKED_VALUES);

  if (status != LS_OK)
    return status;
  return ls_instance_fmi2_get_directional_derivative (instance, unknowns, n_unknowns, knowns,
                                                      n_knowns, d_knowns, d_unknowns);
}

static gsize
n_states (const LsInstanceFmi2 *self)
{
  return ls_fmu_get_description (self->base.fmu)->derivatives.n;
}

static LsStatus
set_time (LsInstance *instance, double time)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  instance->time = time;
  self->base.asked = LS_ASKED_NOTHING;
  LS_FMI2_RETURN_CALL (self, SetTime, ls_instance_get_clock (instance, time));
}

static LsStatus
set_states (LsInstance *instance, const double x[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  if (n_states (self) == 0)
    return LS_OK;
  self->base.asked = LS_ASKED_NOTHING;
  LS_FMI2_RETURN_CALL (self, SetContinuousStates, x, n_states (self));
}

static LsStatus
get_states (LsInstance *instance, double x[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  if (n_states (self) == 0)
    return LS_OK;
  LS_FMI2_RETURN_CALL (self, GetContinuousStates, x, n_states (self));
}

/* FMUs that fail leave the nominal values of the description; some FMUs return 0 or negative
 * nominal values. */
static LsStatus
get_nominals (LsInstance *instance, double nominals[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  gsize n = n_states (self);
  fmi2Status status = fmi2Discard;
  LsStatus result = LS_OK;

  if (n == 0)
    return LS_OK;
  self->base.call = "fmi2GetNominalsOfContinuousStates";
  if (self->fmi->GetNominalsOfContinuousStates != NULL)
    {
      status = self->fmi->GetNominalsOfContinuousStates (self->component, nominals, n);
      if (status != fmi2OK)
        result = ls_instance_judge (&self->base, (int)status);
    }
  if (result == LS_STOP)
    return result;
  ls_instance_settle_nominals (instance, status > fmi2Warning, nominals);
  return LS_OK;
}

static LsStatus
get_state_derivatives (LsInstance *instance, double dx[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  LsStatus status;

  if (n_states (self) == 0)
    return LS_OK;
  status = ask (self, LS_ASKED_DERIVATIVES);
  if (status != LS_OK)
    return status;
  LS_FMI2_RETURN_CALL (self, GetDerivatives, dx, n_states (self));
}

static LsStatus
get_event_indicators (LsInstance *instance, double z[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  gsize n = ls_fmu_get_description (instance->fmu)->n_event_indicators;
  LsStatus status;

  if (n == 0)
    return LS_OK;
  status = ask (self, LS_ASKED_INDICATORS);
  if (status != LS_OK)
    return status;
  LS_FMI2_RETURN_CALL (self, GetEventIndicators, z, n);
}

static LsStatus
enter_event_mode (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (self, "fmi2EnterEventMode", self->fmi->EnterEventMode,
                                LS_STAGE_EVENT);
}

static LsStatus
enter_continuous_time_mode (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (self, "fmi2EnterContinuousTimeMode",
                                self->fmi->EnterContinuousTimeMode, LS_STAGE_CONTINUOUS);
}

static LsStatus
completed_step (LsInstance *instance,
                gboolean no_set_state_prior,
                gboolean *enter_event,
                gboolean *terminate)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  *enter_event = *terminate = FALSE;
  if (self->base.interface->completed_integrator_step_not_needed)
    return LS_OK;
  LS_FMI2_RETURN_CALL (self, CompletedIntegratorStep, no_set_state_prior, enter_event, terminate);
}

static LsStatus
update_discrete_states (LsInstance *instance, LsEventInfo *info)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  fmi2EventInfo event;

  *info = (LsEventInfo){ .terminate = FALSE };
  self->base.asked = LS_ASKED_NOTHING;
  for (int i = 0; i < MAX_EVENT_ITERATIONS; i++)
    {
      fmi2Status status;
      LsStatus result = LS_OK;

      event = (fmi2EventInfo){ .newDiscreteStatesNeeded = fmi2False };
      self->base.call = "fmi2NewDiscreteStates";
      status = self->fmi->NewDiscreteStates (self->component, &event);
      if (status != fmi2OK)
        result = ls_instance_judge (&self->base, (int)status);
      if (result != LS_OK)
        return result;
      info->states_changed |= event.valuesOfContinuousStatesChanged != fmi2False;
      info->nominals_changed |= event.nominalsOfContinuousStatesChanged != fmi2False;
      info->terminate = event.terminateSimulation != fmi2False;
      info->has_next_time = event.nextEventTimeDefined != fmi2False;
      instance->event_time = info->has_next_time ? event.nextEventTime : INFINITY;
      info->next_time = instance->event_time - instance->origin;
      if (!event.newDiscreteStatesNeeded || info->terminate)
        return LS_OK;
    }
  ls_log_write (instance->log, LS_LOG_ERROR, instance->name, self->base.call, instance->time,
                _ ("the event iteration has not ended after %d iterations"), MAX_EVENT_ITERATIONS);
  return LS_STOP;
}

/* FMI 2.0, section 3.2.3. */
#define RUNNING (LS_AT (EVENT) | LS_AT (CONTINUOUS))
#define INITIALIZED (RUNNING | LS_AT (TERMINATED))

#define ENTRIES                                                                                    \
  LS_FMI2_COMMON_ENTRIES,                                                                          \
  .get_real = get_real,                                                                            \
  .get_integer = get_integer,                                                                      \
  .get_boolean = get_boolean,                                                                      \
  .get_string = get_string,                                                                        \
  .set_real = set_real,                                                                            \
  .set_integer = set_integer,                                                                      \
  .set_boolean = set_boolean,                                                                      \
  .set_string = set_string,                                                                        \
  .get_directional_derivative = get_directional_derivative,                                        \
  .kind = LS_KIND_MODEL_EXCHANGE,                                                                  \
  .allowed = {                                                                                     \
    LS_FMI2_COMMON_ALLOWED (RUNNING, INITIALIZED),                                                 \
    [LS_CALL_SET_REAL] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | RUNNING,                  \
    [LS_CALL_SET_OTHER] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (EVENT),           \
    /* In event mode only for FMUs without continuous time, which the FMU knows. */                \
    [LS_CALL_SET_TIME] = RUNNING,                                                                  \
    [LS_CALL_SET_STATES] = LS_AT (CONTINUOUS),                                                     \
    [LS_CALL_GET_STATES] = LS_AT (INITIALIZATION) | INITIALIZED,                                   \
    [LS_CALL_GET_NOMINALS] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | INITIALIZED,          \
    [LS_CALL_ENTER_EVENT] = RUNNING,                                                               \
    [LS_CALL_ENTER_CONTINUOUS] = LS_AT (EVENT),                                                    \
    [LS_CALL_COMPLETED_STEP] = LS_AT (CONTINUOUS),                                                 \
    [LS_CALL_UPDATE_DISCRETE] = LS_AT (EVENT),                                                     \
    [LS_CALL_CONSTRAINTS] = INITIALIZED,                                                           \
  },                                                                                               \
  .list_missing_functions = list_missing_functions,                                                \
  .create = create,                                                                                \
  .set_time = set_time,                                                                            \
  .set_states = set_states,                                                                        \
  .get_states = get_states,                                                                        \
  .get_nominals = get_nominals,                                                                    \
  .get_state_derivatives = get_state_derivatives,                                                  \
  .get_event_indicators = get_event_indicators,                                                    \
  .enter_event_mode = enter_event_mode,                                                            \
  .enter_continuous_time_mode = enter_continuous_time_mode,                                        \
  .completed_step = completed_step,                                                                \
  .update_discrete_states = update_discrete_states,                                                \
  .get_n_constraints = ls_instance_fmi2_get_n_constraints,                                         \
  .get_constraints = ls_instance_fmi2_get_constraints,                                             \
  .get_constraint_jacobian = ls_instance_fmi2_get_constraint_jacobian,                             \
  .get_projection_step = ls_instance_fmi2_get_projection_step,                                     \
  .project = ls_instance_fmi2_project

const LsInstanceKind ls_instance_fmi1_model_exchange = {
  ENTRIES,
  .fmi_version = "1.0",
  .destroy = ls_instance_fmi1_destroy,
};

const LsInstanceKind ls_instance_fmi2_model_exchange = {
  ENTRIES,
  .fmi_version = "2.0",
  .destroy = ls_instance_fmi2_destroy,
};
