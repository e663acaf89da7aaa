/* Life cycle of an instance, FMI 2.0, 2.1.4 to 2.1.6. */
#include "instance.h"

#include "dop853.h"

#include <math.h>
#include <string.h>

FMU_EXPORT fmi2GetTypesPlatformTYPE fmi2GetTypesPlatform;
FMU_EXPORT fmi2GetVersionTYPE fmi2GetVersion;
FMU_EXPORT fmi2InstantiateTYPE fmi2Instantiate;
FMU_EXPORT fmi2FreeInstanceTYPE fmi2FreeInstance;
FMU_EXPORT fmi2SetupExperimentTYPE fmi2SetupExperiment;
FMU_EXPORT fmi2EnterInitializationModeTYPE fmi2EnterInitializationMode;
FMU_EXPORT fmi2ExitInitializationModeTYPE fmi2ExitInitializationMode;
FMU_EXPORT fmi2TerminateTYPE fmi2Terminate;
FMU_EXPORT fmi2ResetTYPE fmi2Reset;

const char *
fmi2GetTypesPlatform (void)
{
  return fmi2TypesPlatform;
}

const char *
fmi2GetVersion (void)
{
  return fmi2Version;
}

static size_t
memory_size (void)
{
  const FmuModel *m = &fmu_model;
  size_t doubles = m->n_x + (FMU_MAX_DEGREE + 1) * m->n_u + m->n_p + m->n_q + m->n_z;
  size_t ints = m->n_integers + m->n_booleans + m->n_u;

  return sizeof (FmuMemory) + doubles * sizeof (double) + ints * sizeof (int)
         + m->n_strings * FMU_STRING_SIZE;
}

static void
lay_out_memory (Fmu *self)
{
  const FmuModel *m = &fmu_model;

  self->x = (double *)(self->memory + 1);
  self->u = self->x + m->n_x;
  self->p = self->u + (FMU_MAX_DEGREE + 1) * m->n_u;
  self->q = self->p + m->n_p;
  self->z_last = self->q + m->n_q;
  self->integers = (int *)(self->z_last + m->n_z);
  self->booleans = self->integers + m->n_integers;
  self->fresh = self->booleans + m->n_booleans;
  self->strings = (char (*)[FMU_STRING_SIZE]) (self->fresh + m->n_u);
}

/* Reserves @n values in the scratch memory at @base after the first *@taken; with NULL, only
 * counts them. */
static double *
take (double *base, size_t *taken, size_t n)
{
  double *place = base ? base + *taken : NULL;

  *taken += n;
  return place;
}

static size_t
lay_out_scratch (Fmu *self, double *base)
{
  const FmuModel *m = &fmu_model;
  FmuJacobian *j = &self->jacobian;
  size_t n = 0;
  size_t before;

  self->dx = take (base, &n, m->n_x);
  self->y = take (base, &n, m->n_y);
  self->u_stage = take (base, &n, m->n_u);
  self->scale = take (base, &n, m->n_x);
  self->x_new = take (base, &n, m->n_x);
  self->z = take (base, &n, m->n_z);
  self->sampled = take (base, &n, 4 * m->n_u);
  self->work = take (base, &n, (DOP853_STAGES + 1) * m->n_x);
  before = n;
  if (m->jacobian == NULL)
    return n;
  j->fx = take (base, &n, m->n_x * m->n_x);
  j->fu = take (base, &n, m->n_x * m->n_u);
  j->fp = take (base, &n, m->n_x * m->n_p);
  j->ft = take (base, &n, m->n_x);
  j->gx = take (base, &n, m->n_y * m->n_x);
  j->gu = take (base, &n, m->n_y * m->n_u);
  j->gp = take (base, &n, m->n_y * m->n_p);
  j->gt = take (base, &n, m->n_y);
  self->jacobian_size = n - before;
  return n;
}

static void
start_afresh (Fmu *self, fmi2Type kind)
{
  FmuMemory *memory = self->memory;

  memset (memory, 0, memory_size ());
  memory->size = memory_size ();
  memcpy (memory->guid, fmu_model.guid, strlen (fmu_model.guid));
  memory->kind = kind;
  memory->phase = FMU_INSTANTIATED;
  memory->tolerance = 1e-12;
  memory->next_event_time = INFINITY;
  fmu_set_start_values (self);
}

static Fmu *
allocate (const char *name, const fmi2CallbackFunctions *callbacks)
{
  Fmu sizes = { 0 };
  size_t n = lay_out_scratch (&sizes, NULL);
  size_t length = strlen (name);
  Fmu *self = callbacks->allocateMemory (1, sizeof (Fmu) + n * sizeof (double) + length + 1);

  if (self == NULL)
    return NULL;
  memset (self, 0, sizeof *self);
  self->callbacks = *callbacks;
  self->memory = callbacks->allocateMemory (1, memory_size ());
  if (self->memory == NULL)
    {
      callbacks->freeMemory (self);
      return NULL;
    }
  lay_out_memory (self);
  lay_out_scratch (self, (double *)(self + 1));
  self->name = (char *)((double *)(self + 1) + n);
  memcpy (self->name, name, length + 1);
  return self;
}

/* Below one hundredth of its nominal value, the error of a state is controlled in absolute
 * terms. */
static void
set_scale (Fmu *self)
{
  for (size_t i = 0; i < fmu_model.n_reals; i++)
    if (fmu_model.reals[i].role == FMU_STATE)
      {
        double nominal = fmu_model.reals[i].nominal;
        self->scale[fmu_model.reals[i].index] = 0.01 * (nominal > 0 ? nominal : 1);
      }
}

fmi2Component
fmi2Instantiate (fmi2String instance_name,
                 fmi2Type kind,
                 fmi2String guid,
                 fmi2String resource_uri,
                 const fmi2CallbackFunctions *callbacks,
                 fmi2Boolean visible __attribute__ ((unused)),
                 fmi2Boolean logging_on)
{
  const char *fault = NULL;
  char message[FMU_STRING_SIZE] = "";
  Fmu *self;

  if (callbacks == NULL || callbacks->allocateMemory == NULL || callbacks->freeMemory == NULL)
    return NULL;
  self = allocate (instance_name ? instance_name : "", callbacks);
  if (self == NULL)
    return NULL;
  self->log_categories = 1u << FMU_LOG_WARNING | 1u << FMU_LOG_DISCARD | 1u << FMU_LOG_ERROR
                         | 1u << FMU_LOG_FATAL | 1u << FMU_LOG_PENDING;
  if (logging_on)
    self->log_categories |= 1u << FMU_LOG_ALL;

  if (instance_name == NULL || instance_name[0] == '\0')
    fault = "the instance has no name";
  else if (guid == NULL || strcmp (guid, fmu_model.guid) != 0)
    fault = "the GUID is not that of this binary";
  else if (kind == fmi2ModelExchange ? !FMU_HAS_MODEL_EXCHANGE
                                     : kind != fmi2CoSimulation || !FMU_HAS_CO_SIMULATION)
    fault = "the FMU is not of this kind";
  else if (fmu_model.open != NULL && (self->data = fmu_model.open (resource_uri, message)) == NULL)
    fault = message;
  if (fault != NULL)
    {
      fmu_log (self, fmi2Error, FMU_LOG_ERROR, "fmi2Instantiate: %s", fault);
      fmi2FreeInstance (self);
      return NULL;
    }
  set_scale (self);
  start_afresh (self, kind);
  return self;
}

void
fmi2FreeInstance (fmi2Component component)
{
  Fmu *self = component;
  fmi2CallbackFunctions callbacks;

  if (self == NULL)
    return;
  callbacks = self->callbacks;
  if (fmu_model.close != NULL)
    fmu_model.close (self->data);
  callbacks.freeMemory (self->memory);
  callbacks.freeMemory (self);
}

fmi2Status
fmi2SetupExperiment (fmi2Component component,
                     fmi2Boolean tolerance_defined,
                     fmi2Real tolerance,
                     fmi2Real start_time,
                     fmi2Boolean stop_time_defined,
                     fmi2Real stop_time)
{
  Fmu *self = component;
  FmuMemory *memory = self ? self->memory : NULL;

  if (!fmu_may (self, FMU_INSTANTIATED, "fmi2SetupExperiment"))
    return fmi2Error;
  if (!isfinite (start_time) || (stop_time_defined && !(stop_time >= start_time)))
    return fmu_fail (self, "fmi2SetupExperiment: no experiment from %g s to %g s", start_time,
                     stop_time);
  if (tolerance_defined && !(tolerance > 0 && tolerance < 1))
    return fmu_fail (self, "fmi2SetupExperiment: a tolerance of %g is not between 0 and 1",
                     tolerance);
  memory->set_up = fmi2True;
  memory->last_time = memory->start_time = start_time;
  fmu_set_time (self, start_time);
  memory->stop_time_defined = stop_time_defined;
  memory->stop_time = stop_time_defined ? stop_time : 0;
  memory->asked_tolerance = tolerance_defined ? tolerance : 0;
  fmu_forget (self);
  return fmi2OK;
}

fmi2Status
fmi2EnterInitializationMode (fmi2Component component)
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_INSTANTIATED, "fmi2EnterInitializationMode"))
    return fmi2Error;
  if (!self->memory->set_up)
    return fmu_fail (self, "fmi2EnterInitializationMode: before fmi2SetupExperiment");
  self->memory->phase = FMU_INITIALIZATION;
  return fmi2OK;
}

fmi2Status
fmi2ExitInitializationMode (fmi2Component component)
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_INITIALIZATION, "fmi2ExitInitializationMode"))
    return fmi2Error;
  if (self->memory->kind == fmi2ModelExchange)
    {
      self->memory->phase = FMU_EVENT_MODE;
      return fmi2OK;
    }
  if (!fmu_settle_events (self))
    return fmu_fail (self, "fmi2ExitInitializationMode: the event iteration has no end");
  self->memory->phase = FMU_STEP_COMPLETE;
  return fmi2OK;
}

fmi2Status
fmi2Terminate (fmi2Component component)
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_INITIALIZED, "fmi2Terminate"))
    return fmi2Error;
  self->memory->phase = FMU_TERMINATED;
  return fmi2OK;
}

fmi2Status
fmi2Reset (fmi2Component component)
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_ANY, "fmi2Reset"))
    return fmi2Error;
  start_afresh (self, self->memory->kind);
  return fmi2OK;
}
