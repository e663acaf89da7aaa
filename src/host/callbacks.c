/* Functions that an FMU calls; its messages are sent to the core as text. */
#include "core/fmi/fmi2-api.h"
#include "core/fmi/fmi3-api.h"
#include "host/format.h"
#include "host/host.h"

#include <stdlib.h>
#include <string.h>

/* ---- FMI 2.0 ---- */

static void
on_log (fmi2ComponentEnvironment environment,
        fmi2String instance_name,
        fmi2Status status,
        fmi2String category,
        fmi2String message,
        ...)
{
  va_list arguments;
  char *text;

  (void)instance_name;
  if (message == NULL)
    return;
  va_start (arguments, message);
  text = host_format_message (message, arguments);
  va_end (arguments);
  host_ring_write (HOST_MESSAGE_LOG, (uint64_t)(uintptr_t)environment, (int)status, 0.0,
                   category != NULL ? category : "", text != NULL ? text : "");
  free (text);
}

static void
on_step_finished (fmi2ComponentEnvironment environment, fmi2Status status)
{
  host_ring_write (HOST_MESSAGE_STEP_FINISHED, (uint64_t)(uintptr_t)environment, (int)status, 0.0,
                   "", "");
}

static void *
allocate (size_t n_objects, size_t size)
{
  return calloc (n_objects, size);
}

void *
host_make_callbacks (uint64_t environment, int asynchronous)
{
  fmi2CallbackFunctions *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  self->logger = on_log;
  self->allocateMemory = allocate;
  self->freeMemory = free;
  self->stepFinished = asynchronous ? on_step_finished : NULL;
  self->componentEnvironment = (void *)(uintptr_t)environment;
  return self;
}

/* ---- FMI 3.0: the environment is a number, not an address ---- */

/* Of the instances of this process that have some; they stay. */
typedef struct Inputs
{
  struct Inputs *next;
  HostInputs inputs;
} Inputs;

static Inputs *all_inputs;

HostInputs *
host_take_inputs (const HostInputs *from, HostInputs *to)
{
  Inputs *fresh;

  if (to == NULL)
    {
      if ((fresh = malloc (sizeof *fresh + from->size)) == NULL)
        return NULL;
      fresh->next = all_inputs;
      all_inputs = fresh;
      to = &fresh->inputs;
    }
  return memcpy (to, from, from->size);
}

static void
on_message (fmi3InstanceEnvironment environment,
            fmi3Status status,
            fmi3String category,
            fmi3String message)
{
  if (message != NULL)
    host_ring_write (HOST_MESSAGE_LOG, (uint64_t)(uintptr_t)environment, (int)status, 0.0,
                     category != NULL ? category : "", message);
}

static void
on_intermediate_update (fmi3InstanceEnvironment environment,
                        fmi3Float64 time,
                        fmi3Boolean set_requested,
                        fmi3Boolean get_allowed,
                        fmi3Boolean step_finished,
                        fmi3Boolean can_return_early,
                        fmi3Boolean *early_return_requested,
                        fmi3Float64 *early_return_time)
{
  Inputs *own = all_inputs;
  int status;

  (void)get_allowed, (void)step_finished, (void)can_return_early, (void)early_return_time;
  if (early_return_requested != NULL)
    *early_return_requested = fmi3False;
  while (own != NULL && own->inputs.environment != (uint64_t)(uintptr_t)environment)
    own = own->next;
  if (!set_requested || own == NULL)
    return;
  if ((status = host_inputs_set (&own->inputs, time)) != 0)
    host_ring_write (HOST_MESSAGE_INPUTS, (uint64_t)(uintptr_t)environment, status, 0.0, "", "");
}

uint64_t
host_get_callback (HostCallback which)
{
  const uint64_t callbacks[] = {
    [HOST_LOG_MESSAGE] = (uint64_t)(uintptr_t)on_message,
    [HOST_INTERMEDIATE_UPDATE] = (uint64_t)(uintptr_t)on_intermediate_update,
    [HOST_CLOCK_UPDATE] = (uint64_t)(uintptr_t)host_clocks_update,
    [HOST_LOCK_PREEMPTION] = (uint64_t)(uintptr_t)host_clocks_lock,
    [HOST_UNLOCK_PREEMPTION] = (uint64_t)(uintptr_t)host_clocks_unlock,
  };

  return callbacks[which];
}
