/* An instance of FMI 3.0 over one of FMI 2.0. One number space of value references: those of FMI 2.0
 * plus one offset for each type. */
#pragma once

#include "inner.h"

#include "core/fmi/fmi3-api.h"

#define FMU3_OFFSET 0x1000000u     /* Integers: once, Booleans: twice, Strings: three times */
#define FMU3_INDICATORS 0x4000000u /* Event indicators as variables */
#define FMU3_TIME 0x5000000u

typedef struct
{
  Fmu *inner;
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
  bool event_mode;
  bool is_updated; /* something was set in an intermediate update */
  double *updated; /* within an intermediate update: the inputs that are set; otherwise NULL */
} Fmu3;

#define SELF ((Fmu3 *)instance)
#define INNER (instance != NULL ? SELF->inner : NULL)
/* fmi2Pending does not occur. */
#define RETURN(call) return (fmi3Status)(call)
