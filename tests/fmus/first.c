/* FMI 1.0 for Co-Simulation, with types, negated aliases and answers that the examples do not have;
 * no value can be read before the initialization. x' = u - x with held u, solved exactly. */
#include "core/fmi/fmi1-api.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__ ((visibility ("default")))
#define DECLARE(name) EXPORT fmi1##name##TYPE first_fmi##name
/* Calls of fmiGetStatus until a pending step is over. */
#define PATIENCE 3

/* By value reference. */
enum
{
  X,
  U,
  AT_START,     /* u when the slave was initialized */
  REFUSED_FROM, /* s; steps beyond it are discarded */
  N_REALS
};

typedef struct
{
  double reals[N_REALS];
  int integer;
  fmi1Boolean truth; /* steps are pending, too */
  char text[64];
  double t, h; /* s */
  int initialized, asked;
} First;

static fmi1Status
check (const First *self, const fmi1ValueReference references[], size_t n, unsigned most)
{
  for (size_t i = 0; i < n; i++)
    if (references[i] >= most)
      return fmi1Error;
  return self->initialized ? fmi1OK : fmi1Error;
}

DECLARE (GetVersion);
const char *
first_fmiGetVersion (void)
{
  return "1.0";
}

DECLARE (GetTypesPlatform);
const char *
first_fmiGetTypesPlatform (void)
{
  return "standard32";
}

DECLARE (InstantiateSlave);
fmi1Component
first_fmiInstantiateSlave (fmi1String name,
                           fmi1String guid,
                           fmi1String location,
                           fmi1String mime_type,
                           fmi1Real timeout,
                           fmi1Boolean visible,
                           fmi1Boolean interactive,
                           fmi1SlaveCallbacks callbacks,
                           fmi1Boolean logging_on)
{
  First *self;

  /* The structure by value, and the arguments around it, have to arrive. */
  if (strcmp (guid, "first") != 0 || strncmp (location, "file:///", 8) != 0
      || strcmp (mime_type, "application/x-fmu-sharedlibrary") != 0 || timeout != 0.0 || visible
      || interactive || logging_on || callbacks.stepFinished != NULL)
    {
      callbacks.logger (NULL, name, fmi1Error, "arguments", "not those of %s", "the standard");
      return NULL;
    }
  self = callbacks.allocateMemory (1, sizeof *self);
  self->reals[X] = 1;
  self->reals[REFUSED_FROM] = INFINITY;
  self->integer = 7;
  strcpy (self->text, "a");
  return self;
}

DECLARE (FreeSlaveInstance);
void
first_fmiFreeSlaveInstance (fmi1Component component)
{
  free (component);
}

DECLARE (InitializeSlave);
fmi1Status
first_fmiInitializeSlave (fmi1Component component,
                          fmi1Real start_time,
                          fmi1Boolean stop_time_defined __attribute__ ((unused)),
                          fmi1Real stop_time __attribute__ ((unused)))
{
  First *self = component;

  self->t = start_time;
  self->initialized = 1;
  self->reals[AT_START] = self->reals[U];
  return fmi1OK;
}

DECLARE (TerminateSlave);
fmi1Status
first_fmiTerminateSlave (fmi1Component component)
{
  return ((First *)component)->initialized ? fmi1OK : fmi1Error;
}

DECLARE (ResetSlave);
fmi1Status
first_fmiResetSlave (fmi1Component component)
{
  First *self = component;

  self->initialized = 0;
  self->reals[X] = 1;
  self->reals[U] = 0;
  return fmi1OK;
}

DECLARE (GetReal);
fmi1Status
first_fmiGetReal (fmi1Component component,
                  const fmi1ValueReference references[],
                  size_t n,
                  fmi1Real values[])
{
  const First *self = component;
  const fmi1Status status = check (self, references, n, N_REALS);

  for (size_t i = 0; i < n && status == fmi1OK; i++)
    values[i] = self->reals[references[i]];
  return status;
}

DECLARE (SetReal);
fmi1Status
first_fmiSetReal (fmi1Component component,
                  const fmi1ValueReference references[],
                  size_t n,
                  const fmi1Real values[])
{
  First *self = component;

  for (size_t i = 0; i < n; i++)
    self->reals[references[i]] = values[i];
  return fmi1OK;
}

DECLARE (GetInteger);
fmi1Status
first_fmiGetInteger (fmi1Component component,
                     const fmi1ValueReference references[],
                     size_t n,
                     fmi1Integer values[])
{
  const First *self = component;
  const fmi1Status status = check (self, references, n, 1);

  for (size_t i = 0; i < n && status == fmi1OK; i++)
    values[i] = self->integer;
  return status;
}

DECLARE (SetInteger);
fmi1Status
first_fmiSetInteger (fmi1Component component,
                     const fmi1ValueReference references[],
                     size_t n,
                     const fmi1Integer values[])
{
  for (size_t i = 0; i < n && references[i] == 0; i++)
    ((First *)component)->integer = values[i];
  return fmi1OK;
}

DECLARE (GetBoolean);
fmi1Status
first_fmiGetBoolean (fmi1Component component,
                     const fmi1ValueReference references[],
                     size_t n,
                     fmi1Boolean values[])
{
  const First *self = component;
  const fmi1Status status = check (self, references, n, 1);

  for (size_t i = 0; i < n && status == fmi1OK; i++)
    values[i] = self->truth;
  return status;
}

DECLARE (SetBoolean);
fmi1Status
first_fmiSetBoolean (fmi1Component component,
                     const fmi1ValueReference references[],
                     size_t n,
                     const fmi1Boolean values[])
{
  for (size_t i = 0; i < n && references[i] == 0; i++)
    ((First *)component)->truth = values[i];
  return fmi1OK;
}

DECLARE (GetString);
fmi1Status
first_fmiGetString (fmi1Component component,
                    const fmi1ValueReference references[],
                    size_t n,
                    fmi1String values[])
{
  const First *self = component;
  const fmi1Status status = check (self, references, n, 1);

  for (size_t i = 0; i < n && status == fmi1OK; i++)
    values[i] = self->text;
  return status;
}

DECLARE (SetString);
fmi1Status
first_fmiSetString (fmi1Component component,
                    const fmi1ValueReference references[],
                    size_t n,
                    const fmi1String values[])
{
  for (size_t i = 0; i < n && references[i] == 0 && strlen (values[i]) < 64; i++)
    strcpy (((First *)component)->text, values[i]);
  return fmi1OK;
}

static void
advance (First *self, double h)
{
  self->reals[X] = self->reals[U] + (self->reals[X] - self->reals[U]) * exp (-h);
  self->t += h;
}

#ifndef WITHOUT_STEP
DECLARE (DoStep);
fmi1Status
first_fmiDoStep (fmi1Component component, fmi1Real time, fmi1Real h, fmi1Boolean new_step)
{
  First *self = component;

  if (!self->initialized || !new_step || time != self->t)
    return fmi1Error;
  if (time + h > self->reals[REFUSED_FROM])
    return fmi1Discard;
  self->h = h;
  self->asked = 0;
  if (self->truth)
    return fmi1Pending;
  advance (self, h);
  return fmi1OK;
}
#endif

DECLARE (GetStatus);
fmi1Status
first_fmiGetStatus (fmi1Component component, const fmi1StatusKind kind, fmi1Status *value)
{
  First *self = component;

  if (kind != fmi1DoStepStatus)
    return fmi1Discard;
  *value = ++self->asked < PATIENCE ? fmi1Pending : fmi1OK;
  if (*value == fmi1OK)
    advance (self, self->h);
  return fmi1OK;
}

DECLARE (GetRealStatus);
fmi1Status
first_fmiGetRealStatus (fmi1Component component, const fmi1StatusKind kind, fmi1Real *value)
{
  const First *self = component;

  if (kind != fmi1LastSuccessfulTime)
    return fmi1Discard;
  *value = self->reals[REFUSED_FROM];
  return fmi1OK;
}
