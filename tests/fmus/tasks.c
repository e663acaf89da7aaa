/* FMI 3.0 for Scheduled Execution. Partitions: fast every 0.25 s, slow every 0.5 s, with
 * precedence, late 0.125 s after the second slow one, by a countdown Clock that slow sets, and
 * called, by a triggered Clock. order has a digit for each of them: 1 slow, 2 fast, 3 late, 4
 * called. Each third fast one ticks the output Clock third. */
#include "fmi3-fmu.h"

#include <stdlib.h>
#include <string.h>

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
  fmi3InstanceEnvironment environment;
  fmi3ClockUpdateCallback update;
  fmi3LockPreemptionCallback lock;
  fmi3UnlockPreemptionCallback unlock;
  int64_t order;
  double last;
  int32_t n_fast, n_slow, n_called;
  bool armed, third, updating;
} Tasks;

const size_t fmu_size = sizeof (Tasks);

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
  Tasks *self = strcmp (token, "tasks-1") == 0 ? calloc (1, sizeof *self) : NULL;

  (void)name, (void)path, (void)visible, (void)logging_on, (void)log;
  if (self != NULL)
    *self = (Tasks){ environment, update, lock, unlock, .last = -1 };
  return self;
}

fmi3Status
fmi3EnterInitializationMode (fmi3Instance instance,
                             fmi3Boolean tolerance_defined,
                             fmi3Float64 tolerance,
                             fmi3Float64 start_time,
                             fmi3Boolean stop_time_defined,
                             fmi3Float64 stop_time)
{
  (void)instance, (void)tolerance_defined, (void)tolerance, (void)start_time;
  (void)stop_time_defined, (void)stop_time;
  return fmi3OK;
}

fmi3Status
fmi3Reset (fmi3Instance instance)
{
  const Tasks *self = instance;

  *SELF = (Tasks){ self->environment, self->update, self->lock, self->unlock, .last = -1 };
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
fmi3Status
fmi3GetClock (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              fmi3Clock values[])
{
  if (n != 1 || references[0] != THIRD || !SELF->updating)
    return fmi3Error;
  values[0] = SELF->third;
  SELF->third = false;
  return fmi3OK;
}

fmi3Status
fmi3GetIntervalDecimal (fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n,
                        fmi3Float64 intervals[],
                        fmi3IntervalQualifier qualifiers[])
{
  if (n != 1 || references[0] != LATE)
    return fmi3Error;
  intervals[0] = 0.125;
  qualifiers[0] = SELF->armed ? fmi3IntervalChanged : fmi3IntervalNotYetKnown;
  SELF->armed = false;
  return fmi3OK;
}

fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  (void)references;
  for (size_t i = 0; i < n; i++)
    values[i] = SELF->last;
  return n == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetInt32 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              fmi3Int32 values[],
              size_t n_values)
{
  values[0] = SELF->n_called;
  return n == 1 && n_values == 1 && references[0] == N_CALLED ? fmi3OK : fmi3Error;
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

REFUSE_SET (Float64, fmi3Float64)
REFUSE_SET (Int32, fmi3Int32)
REFUSE_SET (Int64, fmi3Int64)
