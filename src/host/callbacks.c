/* Functions that an FMU of FMI 2.0 calls: what it says goes to the core as text. */
#include "core/fmi/fmi2-api.h"
#include "host/format.h"
#include "host/host.h"

#include <stdlib.h>

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
  host_ring_write (HOST_MESSAGE_LOG, (uint64_t)(uintptr_t)environment, (int)status,
                   category != NULL ? category : "", text != NULL ? text : "");
  free (text);
}

static void
on_step_finished (fmi2ComponentEnvironment environment, fmi2Status status)
{
  host_ring_write (HOST_MESSAGE_STEP_FINISHED, (uint64_t)(uintptr_t)environment, (int)status, "",
                   "");
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
