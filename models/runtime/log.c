#include "instance.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_SIZE 1024

static const char *const categories[] = {
  "logEvents",      "logStatusWarning", "logStatusDiscard", "logStatusError",
  "logStatusFatal", "logStatusPending", "logAll",
};

/* Escapes @text so that printf formatting without arguments and the replacement of #..#
 * references (FMI 2.0, 2.1.5) reproduce it. */
static void
escape (const char *text, char escaped[static 2 * MESSAGE_SIZE])
{
  size_t n = 0;

  for (size_t i = 0; text[i] != '\0'; i++)
    {
      escaped[n++] = text[i];
      if (text[i] == '%' || text[i] == '#')
        escaped[n++] = text[i];
    }
  escaped[n] = '\0';
}

static void
send (Fmu *self, fmi2Status status, FmuCategory category, const char *format, va_list arguments)
{
  char text[MESSAGE_SIZE];
  char message[2 * MESSAGE_SIZE];

  if (self->callbacks.logger == NULL)
    return;
  if (!(self->log_categories & (1u << category | 1u << FMU_LOG_ALL)))
    return;
  vsnprintf (text, sizeof text, format, arguments);
  escape (text, message);
  self->callbacks.logger (self->callbacks.componentEnvironment, self->name, status,
                          categories[category], message);
}

void
fmu_log (Fmu *self, fmi2Status status, FmuCategory category, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  send (self, status, category, format, arguments);
  va_end (arguments);
}

fmi2Status
fmu_fail (Fmu *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  send (self, fmi2Error, FMU_LOG_ERROR, format, arguments);
  va_end (arguments);
  self->memory->phase = FMU_FAILED;
  return fmi2Error;
}

static const char *
phase_name (FmuPhase phase)
{
  switch (phase)
    {
    case FMU_INSTANTIATED:
      return "Instantiated";
    case FMU_INITIALIZATION:
      return "Initialization Mode";
    case FMU_EVENT_MODE:
      return "Event Mode";
    case FMU_CONTINUOUS_TIME:
      return "Continuous-Time Mode";
    case FMU_STEP_COMPLETE:
      return "stepComplete";
    case FMU_STEP_FAILED:
      return "stepFailed";
    case FMU_TERMINATED:
      return "terminated";
    case FMU_FAILED:
      return "error";
    }
  return "unknown";
}

bool
fmu_may (Fmu *self, unsigned phases, const char *function)
{
  if (self == NULL)
    return false;
  if (self->memory->phase & phases)
    return true;
  fmu_fail (self, "%s: not allowed in state %s", function, phase_name (self->memory->phase));
  return false;
}

bool
fmu_may_option (Fmu *self, unsigned phases, const char *function)
{
  if (FMU_HAS_OPTIONS)
    return fmu_may (self, phases, function);
  if (self != NULL)
    fmu_log (self, fmi2Error, FMU_LOG_ERROR, "%s: this FMU is not capable of it", function);
  return false;
}

FMU_EXPORT fmi2SetDebugLoggingTYPE fmi2SetDebugLogging;

fmi2Status
fmi2SetDebugLogging (fmi2Component component, fmi2Boolean on, size_t n, const fmi2String names[])
{
  Fmu *self = component;
  unsigned chosen = 0;

  if (!fmu_may (self, FMU_ANY, "fmi2SetDebugLogging"))
    return fmi2Error;
  if (n > 0 && names == NULL)
    return fmu_fail (self, "fmi2SetDebugLogging: categories is NULL");
  for (size_t i = 0; i < n; i++)
    {
      unsigned category = 0;
      while (category <= FMU_LOG_ALL
             && (names[i] == NULL || strcmp (names[i], categories[category]) != 0))
        category++;
      if (category > FMU_LOG_ALL)
        return fmu_fail (self, "fmi2SetDebugLogging: no category \"%s\"",
                         names[i] ? names[i] : "(null)");
      chosen |= 1u << category;
    }
  if (n == 0)
    chosen = 1u << FMU_LOG_ALL;
  if (on)
    self->log_categories |= chosen;
  else
    self->log_categories &= ~chosen;
  return fmi2OK;
}
