/* FMI 3.0: inputs and outputs that are arrays of one and two dimensions. Each output is an input
 * plus constants that tell the elements apart. */
#include "fmi3-fmu.h"

#include <stdlib.h>
#include <string.h>

#define N_REFERENCES 9
#define N_INPUTS 4 /* value references from 1, each output that number later */

static const size_t sizes[N_REFERENCES] = { 1, 3, 6, 6, 1, 3, 6, 6, 1 };
static const double constants[N_INPUTS][6]
    = { { 1, 2, 3 }, { 11, 12, 13, 21, 22, 23 }, { 0 }, { 1 } };

typedef struct
{
  double values[1 + N_INPUTS][6]; /* time and inputs */
} Arrays;

const size_t fmu_size = sizeof (Arrays);

fmi3Instance
fmi3InstantiateCoSimulation (fmi3String name,
                             fmi3String token,
                             fmi3String path,
                             fmi3Boolean visible,
                             fmi3Boolean logging_on,
                             fmi3Boolean event_mode_used,
                             fmi3Boolean early_return_allowed,
                             const fmi3ValueReference required[],
                             size_t n_required,
                             fmi3InstanceEnvironment environment,
                             fmi3LogMessageCallback log,
                             fmi3IntermediateUpdateCallback update)
{
  (void)name, (void)path, (void)visible, (void)logging_on, (void)event_mode_used;
  (void)early_return_allowed, (void)required, (void)n_required, (void)environment, (void)log;
  (void)update;
  return strcmp (token, "arrays-1") == 0 ? calloc (1, sizeof (Arrays)) : NULL;
}

fmi3Status
fmi3EnterInitializationMode (fmi3Instance instance,
                             fmi3Boolean tolerance_defined,
                             fmi3Float64 tolerance,
                             fmi3Float64 start_time,
                             fmi3Boolean stop_time_defined,
                             fmi3Float64 stop_time)
{
  (void)tolerance_defined, (void)tolerance, (void)stop_time_defined, (void)stop_time;
  ((Arrays *)instance)->values[0][0] = start_time;
  return fmi3OK;
}

fmi3Status
fmi3Reset (fmi3Instance instance)
{
  memset (instance, 0, sizeof (Arrays));
  return fmi3OK;
}

fmi3Status
fmi3DoStep (fmi3Instance instance,
            fmi3Float64 time,
            fmi3Float64 step,
            fmi3Boolean no_set_state_prior,
            fmi3Boolean *event_handling_needed,
            fmi3Boolean *terminate_simulation,
            fmi3Boolean *early_return,
            fmi3Float64 *last_time)
{
  (void)no_set_state_prior;
  *event_handling_needed = *terminate_simulation = *early_return = false;
  *last_time = ((Arrays *)instance)->values[0][0] = time + step;
  return fmi3OK;
}

fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  const Arrays *self = instance;
  size_t at = 0;

  for (size_t i = 0; i < n; i++)
    {
      const fmi3ValueReference k = references[i];

      if (k >= N_REFERENCES || at + sizes[k] > n_values)
        return fmi3Error;
      for (size_t j = 0; j < sizes[k]; j++)
        values[at++] = k <= N_INPUTS
                           ? self->values[k][j]
                           : self->values[k - N_INPUTS][j] + constants[k - N_INPUTS - 1][j];
    }
  return at == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                const fmi3Float64 values[],
                size_t n_values)
{
  Arrays *self = instance;
  size_t at = 0;

  for (size_t i = 0; i < n; i++)
    {
      const fmi3ValueReference k = references[i];

      if (k < 1 || k > N_INPUTS || at + sizes[k] > n_values)
        return fmi3Error;
      memcpy (self->values[k], values + at, sizes[k] * sizeof *values);
      at += sizes[k];
    }
  return at == n_values ? fmi3OK : fmi3Error;
}
