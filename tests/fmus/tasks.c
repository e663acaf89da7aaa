/* FMI 3.0 for Scheduled Execution. Partitions: fast every 0.25 s, slow every 0.5 s, with
 * precedence, late 0.125 s after the second slow one, by a countdown Clock that slow sets, and
 * called, by a triggered Clock. order has a digit for each of them: 1 slow, 2 fast, 3 late, 4
 * called. Each third fast one ticks the output Clock third. */
#include "fmi3-fmu.h"

enum
{
  TIME,
  FAST,
  SLOW,
  LATE,
  CALLED,
  THIRD,
  ORDER,
  LAST,
  N_CALLED
};

typedef struct
{
  FmuBase base;
  fmi3InstanceEnvironment environment;
  fmi3ClockUpdateCallback update;
  fmi3LockPreemptionCallback lock;
  fmi3UnlockPreemptionCallback unlock;
  int64_t order;
  double last;
  int32_t n_fast, n_slow, n_called;
  bool armed, third, updating;
} Tasks;

#define SELF ((Tasks *)instance)

fmi3Instance
fmi3InstantiateScheduledExecution (fmi3String name,
                                   fmi3String token,
                                   fmi3String path,
                                   fmi3Boolean visible,
                                   fmi3Boolean logging_on,
                                   fmi3InstanceEnvironment environment,
                                   fmi3LogMessageCallback log,
                                   fmi3ClockUpdateCallback update,
                                   fmi3LockPreemptionCallback lock,
                                   fmi3UnlockPreemptionCallback unlock)
{
  Tasks *self = fmu_create (token, (FmuBase){ .t = 0 });

  (void)name, (void)path, (void)visible, (void)logging_on, (void)log;
  if (self != NULL)
    *self = (Tasks){ self->base, environment, update, lock, unlock, .last = -1 };
  return self;
}

fmi3Status
fmi3Reset (fmi3Instance instance)
{
  const Tasks *self = instance;

  *SELF = (Tasks){ .environment = self->environment,
                   .update = self->update,
                   .lock = self->lock,
                   .unlock = self->unlock,
                   .last = -1 };
  return fmi3OK;
}

/* Each Clock's time grows. */
fmi3Status
fmi3ActivateModelPartition (fmi3Instance instance, fmi3ValueReference clock, fmi3Float64 t)
{
  static const int digits[] = { [FAST] = 2, [SLOW] = 1, [LATE] = 3, [CALLED] = 4 };
  Tasks *self = instance;

  if (clock < FAST || clock > CALLED || t < self->last)
    return fmi3Error;
  self->lock ();
  self->order = self->order * 10 + digits[clock];
  self->last = t;
  self->n_called += clock == CALLED;
  self->armed = clock == SLOW && ++self->n_slow == 2;
  self->third = clock == FAST && ++self->n_fast % 3 == 0;
  self->unlock ();
  self->updating = true;
  if (self->armed || self->third)
    self->update (self->environment);
  self->updating = false;
  return fmi3OK;
}

/* Both within the callback only. */
static bool
has_ticked (void *instance, fmi3ValueReference reference, bool *active)
{
  if (reference != THIRD || !SELF->updating)
    return false;
  *active = SELF->third;
  SELF->third = false;
  return true;
}

static bool
get_interval (void *instance, fmi3ValueReference reference, double *interval)
{
  if (SELF->armed)
    *interval = 0.125;
  SELF->armed = false;
  return reference == LATE;
}

static bool
get (const void *instance, fmi3ValueReference reference, double values[])
{
  *values = ((const Tasks *)instance)->last;
  return reference == LAST;
}

static int32_t *
integer (void *instance, fmi3ValueReference reference)
{
  return reference == N_CALLED ? &SELF->n_called : NULL;
}

fmi3Status
fmi3GetInt64 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              fmi3Int64 values[],
              size_t n_values)
{
  values[0] = SELF->order;
  return n == 1 && n_values == 1 && references[0] == ORDER ? fmi3OK : fmi3Error;
}

REFUSE_SET (Int64, fmi3Int64)

const FmuModel fmu = {
  .token = "tasks-1",
  .size = sizeof (Tasks),
  .get = get,
  .integer = integer,
  .has_ticked = has_ticked,
  .get_interval = get_interval,
};
