/* FMI 3.0 for Model Exchange. */
#include "core/fmi/fmi3-instance.h"

#include <math.h>

static char **
list_missing_functions (LsFmu *fmu)
{
  return ls_instance_fmi3_list_missing (fmu, LS_KIND_MODEL_EXCHANGE);
}

static LsInstance *
create (LsFmu *fmu, const char *name, LsLog *log, gboolean debug, GError **error)
{
  return ls_instance_fmi3_create (&ls_instance_fmi3_model_exchange, fmu, name, log, debug, error);
}

/* As in FMI 2.0: some FMUs compute only what is asked for first, and take the rest as known. */
static LsStatus
ask (LsInstanceFmi3 *self, LsAsked what)
{
  const guint before = self->base.asked;

  self->base.asked = what;
  if (before == what || before == LS_ASKED_NOTHING || self->base.stage != LS_STAGE_CONTINUOUS)
    return LS_OK;
  LS_FMI3_RETURN_CALL (self, SetTime, ls_instance_get_clock (&self->base, self->base.time));
}

#define DEFINE_GET(name, type)                                                                     \
  static LsStatus get_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              type values[])                                                       \
  {                                                                                                \
    const LsStatus status = ask ((LsInstanceFmi3 *)instance, LS_ASKED_VALUES);                     \
                                                                                                   \
    return status == LS_OK ? ls_instance_fmi3_get_##name (instance, references, n, values)         \
                           : status;                                                               \
  }

#define DEFINE_SET(name, type)                                                                     \
  static LsStatus set_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              const type values[])                                                 \
  {                                                                                                \
    if (n > 0)                                                                                     \
      instance->asked = LS_ASKED_NOTHING;                                                          \
    return ls_instance_fmi3_set_##name (instance, references, n, values);                          \
  }

typedef const char *Text;
DEFINE_GET (real, double)
DEFINE_GET (integer, int)
DEFINE_GET (long, gint64)
DEFINE_GET (boolean, int)
DEFINE_GET (string, const char *)
DEFINE_SET (real, double)
DEFINE_SET (integer, int)

static LsStatus
set_long (LsInstance *instance, const guint32 *references, gsize n, const gint64 values[])
{
  instance->asked = LS_ASKED_NOTHING;
  return ls_instance_fmi3_change_long (instance, references, n, values);
}

DEFINE_SET (boolean, int)
DEFINE_SET (string, Text)

static LsStatus
get_directional_derivative (LsInstance *instance,
                            const guint32 *unknowns,
                            gsize n_unknowns,
                            const guint32 *knowns,
                            gsize n_knowns,
                            const double d_knowns[],
                            double d_unknowns[])
{
  const LsStatus status = ask ((LsInstanceFmi3 *)instance, LS_ASKED_VALUES);

  if (status != LS_OK)
    return status;
  return ls_instance_fmi3_get_directional_derivative (instance, unknowns, n_unknowns, knowns,
                                                      n_knowns, d_knowns, d_unknowns);
}

static LsStatus
get_adjoint_derivative (LsInstance *instance,
                        const guint32 *unknowns,
                        gsize n_unknowns,
                        const guint32 *knowns,
                        gsize n_knowns,
                        const double d_unknowns[],
                        double d_knowns[])
{
  const LsStatus status = ask ((LsInstanceFmi3 *)instance, LS_ASKED_VALUES);

  if (status != LS_OK)
    return status;
  return ls_instance_fmi3_get_adjoint_derivative (instance, unknowns, n_unknowns, knowns, n_knowns,
                                                  d_unknowns, d_knowns);
}

/* ---- States and event indicators --------------------------------------------------------- */

static gsize
n_states (const LsInstanceFmi3 *self)
{
  return ls_fmu_get_description (self->base.fmu)->derivatives.n;
}

/* Where arrays have become smaller, states and event indicators are fewer for the FMU, and as many
 * as before for the solver: those that are not there are constant. */
static gboolean
is_there (LsInstanceFmi3 *self, const LsUnknown *unknown)
{
  const LsVariable *variable
      = &ls_fmu_get_description (self->base.fmu)->variables[unknown->variable];

  return ls_instance_fmi3_has (self, variable);
}

static gsize
count_there (LsInstanceFmi3 *self, const LsUnknowns *unknowns)
{
  gsize n = unknowns->n;

  for (guint i = 0; i < unknowns->n && self->n_sizes > 0; i++)
    n -= !is_there (self, &unknowns->items[i]);
  return n;
}

static gsize
count_states (LsInstanceFmi3 *self)
{
  return count_there (self, &ls_fmu_get_description (self->base.fmu)->derivatives);
}

/* @values: of those that are there; becomes all, the others being @absent. */
static void
spread (LsInstanceFmi3 *self, const LsUnknowns *unknowns, gsize n, double values[], double absent)
{
  if (G_LIKELY (n == unknowns->n))
    return;
  for (guint i = unknowns->n; i-- > 0;)
    values[i] = is_there (self, &unknowns->items[i]) ? values[--n] : absent;
}

static LsStatus
set_time (LsInstance *instance, double time)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  instance->time = time;
  instance->asked = LS_ASKED_NOTHING;
  /* FMI 3.0 has no time to set in event mode: it is that of the last continuous-time mode. */
  if (instance->stage == LS_STAGE_EVENT)
    return LS_OK;
  LS_FMI3_RETURN_CALL (self, SetTime, ls_instance_get_clock (instance, time));
}

static LsStatus
set_states_there (LsInstanceFmi3 *self, const double x[])
{
  const LsUnknowns *unknowns = &ls_fmu_get_description (self->base.fmu)->derivatives;
  g_autofree double *there = g_new (double, unknowns->n);
  gsize n = 0;

  for (guint i = 0; i < unknowns->n; i++)
    if (is_there (self, &unknowns->items[i]))
      there[n++] = x[i];
  if (n == 0)
    return LS_OK;
  LS_FMI3_RETURN_CALL (self, SetContinuousStates, there, n);
}

static LsStatus
set_states (LsInstance *instance, const double x[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  if (n_states (self) == 0)
    return LS_OK;
  instance->asked = LS_ASKED_NOTHING;
  if (G_UNLIKELY (count_states (self) != n_states (self)))
    return set_states_there (self, x);
  LS_FMI3_RETURN_CALL (self, SetContinuousStates, x, n_states (self));
}

static LsStatus
call_get_states (LsInstanceFmi3 *self, double x[], gsize n)
{
  LS_FMI3_RETURN_CALL (self, GetContinuousStates, x, n);
}

static LsStatus
get_states (LsInstance *instance, double x[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const gsize n = count_states (self);
  const LsStatus status = n > 0 ? call_get_states (self, x, n) : LS_OK;

  spread (self, &ls_fmu_get_description (instance->fmu)->derivatives, n, x, 0.0);
  return status;
}

/* FMUs that fail leave the nominal values of the description; some FMUs return 0 or negative
 * nominal values. */
static LsStatus
get_nominals (LsInstance *instance, double nominals[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const gsize n = count_states (self);
  fmi3Status status = fmi3Discard;
  LsStatus result = LS_OK;

  if (n_states (self) == 0)
    return LS_OK;
  instance->call = "fmi3GetNominalsOfContinuousStates";
  if (self->fmi.GetNominalsOfContinuousStates != NULL)
    {
      status
          = n > 0 ? self->fmi.GetNominalsOfContinuousStates (self->component, nominals, n) : fmi3OK;
      if (status != fmi3OK)
        result = ls_instance_judge (instance, (int)status);
    }
  if (result == LS_STOP)
    return result;
  spread (self, &ls_fmu_get_description (instance->fmu)->derivatives, n, nominals, 1.0);
  ls_instance_settle_nominals (instance, status > fmi3Warning, nominals);
  return LS_OK;
}

static LsStatus
call_get_derivatives (LsInstanceFmi3 *self, double dx[], gsize n)
{
  LS_FMI3_RETURN_CALL (self, GetContinuousStateDerivatives, dx, n);
}

static LsStatus
get_state_derivatives (LsInstance *instance, double dx[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const gsize n = count_states (self);
  LsStatus status = n > 0 ? ask (self, LS_ASKED_DERIVATIVES) : LS_OK;

  if (status == LS_OK && n > 0)
    status = call_get_derivatives (self, dx, n);
  spread (self, &ls_fmu_get_description (instance->fmu)->derivatives, n, dx, 0.0);
  return status;
}

static LsStatus
call_get_indicators (LsInstanceFmi3 *self, double z[], gsize n)
{
  LS_FMI3_RETURN_CALL (self, GetEventIndicators, z, n);
}

static LsStatus
get_event_indicators (LsInstance *instance, double z[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const LsUnknowns *indicators = &ls_fmu_get_description (instance->fmu)->event_indicators;
  const gsize n = count_there (self, indicators);
  LsStatus status = n > 0 ? ask (self, LS_ASKED_INDICATORS) : LS_OK;

  if (status == LS_OK && n > 0)
    status = call_get_indicators (self, z, n);
  spread (self, indicators, n, z, 1.0);
  return status;
}

static LsStatus
enter_continuous_time_mode (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  return ls_instance_fmi3_move (self, "fmi3EnterContinuousTimeMode",
                                self->fmi.EnterContinuousTimeMode, LS_STAGE_CONTINUOUS);
}

static LsStatus
completed_step (LsInstance *instance,
                gboolean no_set_state_prior,
                gboolean *enter_event,
                gboolean *terminate)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  fmi3Boolean event = false, end = false;
  fmi3Status status;

  *enter_event = *terminate = FALSE;
  if (instance->interface->completed_integrator_step_not_needed)
    return LS_OK;
  instance->call = "fmi3CompletedIntegratorStep";
  if (self->fmi.CompletedIntegratorStep == NULL)
    return ls_instance_miss (instance);
  status = self->fmi.CompletedIntegratorStep (self->component, no_set_state_prior != FALSE, &event,
                                              &end);
  *enter_event = event;
  *terminate = end;
  return G_LIKELY (status == fmi3OK) ? LS_OK : ls_instance_judge (instance, (int)status);
}

static LsStatus
update_discrete_states (LsInstance *instance, LsEventInfo *info)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const double time = ls_instance_get_clock (instance, instance->time);
  LsStatus status = ls_instance_fmi3_tick (self, time);

  if (status == LS_OK)
    status = ls_instance_fmi3_update_discrete_states (instance, info);
  /* A Clock with an interval of 0 ticks again at the same instant. */
  while (status == LS_OK && !info->terminate && ls_instance_fmi3_get_next_tick (self) <= time)
    {
      const LsEventInfo before = *info;

      status = ls_instance_fmi3_tick (self, time);
      if (status == LS_OK)
        status = ls_instance_fmi3_update_discrete_states (instance, info);
      info->states_changed |= before.states_changed;
      info->nominals_changed |= before.nominals_changed;
    }
  return status;
}

/* FMI 3.0, section 3.2. */
#define RUNNING (LS_AT (EVENT) | LS_AT (CONTINUOUS))
#define INITIALIZED (RUNNING | LS_AT (TERMINATED))

const LsInstanceKind ls_instance_fmi3_model_exchange = {
  LS_FMI3_COMMON_ENTRIES,
  .get_real = get_real,
  .get_integer = get_integer,
  .get_long = get_long,
  .get_boolean = get_boolean,
  .get_string = get_string,
  .set_real = set_real,
  .set_integer = set_integer,
  .set_long = set_long,
  .set_boolean = set_boolean,
  .set_string = set_string,
  .get_directional_derivative = get_directional_derivative,
  .get_adjoint_derivative = get_adjoint_derivative,
  .kind = LS_KIND_MODEL_EXCHANGE,
  .allowed = {
    LS_FMI3_COMMON_ALLOWED (RUNNING, INITIALIZED),
    [LS_CALL_SET_REAL] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | RUNNING,
    [LS_CALL_SET_OTHER] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (EVENT),
    [LS_CALL_SET_TIME] = RUNNING,
    [LS_CALL_SET_STATES] = LS_AT (CONTINUOUS),
    [LS_CALL_GET_STATES] = LS_AT (INITIALIZATION) | INITIALIZED,
    [LS_CALL_GET_NOMINALS] = LS_AT (INITIALIZATION) | INITIALIZED,
    [LS_CALL_ENTER_EVENT] = RUNNING,
    [LS_CALL_ENTER_CONTINUOUS] = LS_AT (EVENT),
    [LS_CALL_COMPLETED_STEP] = LS_AT (CONTINUOUS),
    [LS_CALL_UPDATE_DISCRETE] = LS_AT (EVENT),
  },
  .list_missing_functions = list_missing_functions,
  .create = create,
  .set_time = set_time,
  .set_states = set_states,
  .get_states = get_states,
  .get_nominals = get_nominals,
  .get_state_derivatives = get_state_derivatives,
  .get_event_indicators = get_event_indicators,
  .enter_event_mode = ls_instance_fmi3_enter_event_mode,
  .enter_continuous_time_mode = enter_continuous_time_mode,
  .completed_step = completed_step,
  .update_discrete_states = update_discrete_states,
};
