/* An FMU that fails on demand: x' = u - x, y = x, and from `fault_time` on the fault
 * that its parameter `fault` selects. The functions that can fail stand here in
 * front of those of the runtime, which is built with other names for them. */
#include "instance.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#undef fmi2DoStep
#undef fmi2GetReal
#undef fmi2GetDerivatives
#undef fmi2Instantiate
fmi2DoStepTYPE fmu_do_step;
fmi2GetRealTYPE fmu_get_real;
fmi2GetDerivativesTYPE fmu_get_derivatives;
fmi2InstantiateTYPE fmu_instantiate;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;
FMU_EXPORT extern fmi2GetRealTYPE fmi2GetReal;
FMU_EXPORT extern fmi2GetDerivativesTYPE fmi2GetDerivatives;
FMU_EXPORT extern fmi2InstantiateTYPE fmi2Instantiate;

/* As in the type Fault of faulty.xml. */
typedef enum
{
  NONE = 1,
  STEP_WARNING,
  STEP_DISCARD,
  STEP_ERROR,
  STEP_FATAL,
  STEP_PENDING,
  NOT_A_NUMBER,
  GET_ERROR,
  SLOW,
  LOG_FLOOD,
  LOG_PERCENT,
  LOG_WILD_FORMAT,
  LOG_NULL,
  STEP_CRASH,
  STEP_EXIT,
  STEP_HANG,
  STEP_CLOSE,
} Fault;

enum
{
  FAULT,
  SLEEP_MS,
  FLOOD
};
enum
{
  FAULT_TIME,
  LARGEST_STEP
};
enum
{
  OUTPUT = 1
};

static const FmuReal reals[] = {
  { .reference = OUTPUT, .role = FMU_STATE, .start = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_TUNABLE, .index = FAULT_TIME, .start = 0.5 },
  { .reference = 5, .role = FMU_TUNABLE, .index = LARGEST_STEP, .start = 0 },
  { .reference = 6, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static const FmuInteger integers[] = {
  { .reference = 1, .role = FMU_TUNABLE, .start = NONE },
  { .reference = 2, .role = FMU_TUNABLE, .start = 100 },
  { .reference = 3, .role = FMU_TUNABLE, .start = 10000 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->u[0] - at->x[0];
}

static void
jacobian (const FmuPoint *at __attribute__ ((unused)), FmuJacobian *j)
{
  j->fx[0] = -1;
  j->fu[0] = 1;
}

const FmuModel fmu_model = {
  .name = "faulty",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b01}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  .n_x = 1,
  .n_u = 1,
  .n_p = 2,
  .derivatives = derivatives,
  .jacobian = jacobian,
};

/* The fault in force at time @t, s. */
static Fault
fault_at (const Fmu *self, double t)
{
  return self && t >= self->p[FAULT_TIME] ? (Fault)self->integers[FAULT] : NONE;
}

static void
sleep_ms (int duration)
{
  struct timespec time = { duration / 1000, duration % 1000 * 1000000L };

  nanosleep (&time, NULL);
}

/* Nobody hears of the process any more, a second before it finds nobody to tell. */
static void
close_all (void)
{
  for (int fd = 3; fd < 256; fd++)
    close (fd);
  sleep_ms (1000);
}

/* Messages that harm who formats them twice, or at all, or counts on an end. */
static void
log_badly (Fmu *self, Fault fault)
{
  const fmi2CallbackFunctions *callbacks = &self->callbacks;

  for (int i = 0; fault == LOG_FLOOD && i < self->integers[FLOOD]; i++)
    callbacks->logger (callbacks->componentEnvironment, self->name, fmi2OK, "logAll", "message %d",
                       i);
  if (fault == LOG_PERCENT)
    callbacks->logger (callbacks->componentEnvironment, self->name, fmi2OK, "logAll", "%s",
                       "100 % %s %n %5$d #r1# ## \x1b[31m\xff");
  if (fault == LOG_WILD_FORMAT)
    callbacks->logger (callbacks->componentEnvironment, self->name, fmi2OK, "logAll",
                       "%s %n %s %d 100%");
  if (fault == LOG_NULL)
    callbacks->logger (callbacks->componentEnvironment, NULL, fmi2OK, NULL, NULL);
}

fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  Fmu *self = component;
  Fault fault = fault_at (self, t + h);

  switch (fault)
    {
    case STEP_DISCARD:
      if (h <= self->p[LARGEST_STEP])
        break;
      self->memory->phase = FMU_STEP_FAILED;
      fmu_log (self, fmi2Discard, FMU_LOG_DISCARD, "this step was to be discarded");
      return fmi2Discard;
    case STEP_ERROR:
      return fmu_fail (self, "this step was to fail");
    case STEP_FATAL:
      fmu_log (self, fmi2Fatal, FMU_LOG_FATAL, "this step was to fail fatally");
      self->memory->phase = FMU_FAILED;
      return fmi2Fatal;
    case STEP_PENDING:
      /* Small steps end while the master waits, others never. */
      self->memory->step_status = h <= self->p[LARGEST_STEP]
                                      ? fmu_do_step (component, t, h, no_set_state_prior)
                                      : fmi2Pending;
      return fmi2Pending;
    case STEP_CRASH:
      if (h > self->p[LARGEST_STEP])
        raise (SIGSEGV);
      break;
    case STEP_EXIT:
      if (h > self->p[LARGEST_STEP])
        exit (3);
      break;
    case STEP_HANG:
      while (h > self->p[LARGEST_STEP])
        sleep_ms (1000);
      break;
    case STEP_CLOSE:
      if (h > self->p[LARGEST_STEP])
        close_all ();
      break;
    case SLOW:
      sleep_ms (self->integers[SLEEP_MS]);
      break;
    case LOG_FLOOD:
    case LOG_PERCENT:
    case LOG_WILD_FORMAT:
    case LOG_NULL:
      log_badly (self, fault);
      break;
    default:
      break;
    }

  fmi2Status status = fmu_do_step (component, t, h, no_set_state_prior);
  if (fault != STEP_WARNING || status != fmi2OK)
    return status;
  fmu_log (self, fmi2Warning, FMU_LOG_WARNING, "this step was to warn");
  return fmi2Warning;
}

fmi2Status
fmi2GetReal (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             fmi2Real values[])
{
  Fmu *self = component;
  fmi2Status status = fmu_get_real (component, references, n, values);
  Fault fault = fault_at (self, self ? self->memory->t : 0);

  if (status != fmi2OK)
    return status;
  if (fault == GET_ERROR)
    return fmu_fail (self, "this value was not to be had");
  for (size_t i = 0; fault == NOT_A_NUMBER && i < n; i++)
    if (references[i] == OUTPUT)
      values[i] = NAN;
  return fmi2OK;
}

fmi2Status
fmi2GetDerivatives (fmi2Component component, fmi2Real dx[], size_t n)
{
  Fmu *self = component;
  fmi2Status status = fmu_get_derivatives (component, dx, n);

  if (status != fmi2OK)
    return status;
  switch (fault_at (self, self->memory->t))
    {
    case NOT_A_NUMBER:
      dx[0] = NAN;
      return fmi2OK;
    case STEP_DISCARD:
      fmu_log (self, fmi2Discard, FMU_LOG_DISCARD, "these derivatives were to be discarded");
      return fmi2Discard;
    case GET_ERROR:
    case STEP_ERROR:
      return fmu_fail (self, "these derivatives were to fail");
    default:
      return fmi2OK;
    }
}

fmi2Component
fmi2Instantiate (fmi2String name,
                 fmi2Type kind,
                 fmi2String guid,
                 fmi2String resource_uri,
                 const fmi2CallbackFunctions *callbacks,
                 fmi2Boolean visible,
                 fmi2Boolean logging_on)
{
#ifdef CRASH
  raise (SIGSEGV);
#endif
#ifdef NULL_INSTANCE
  (void)fmu_instantiate;
  (void)name, (void)kind, (void)guid, (void)resource_uri;
  (void)callbacks, (void)visible, (void)logging_on;
  return NULL;
#else
  return fmu_instantiate (name, kind, guid, resource_uri, callbacks, visible, logging_on);
#endif
}
