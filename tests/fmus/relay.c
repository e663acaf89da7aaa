/* A Boolean that passes as it is until 0.5 s, and the other way round from then on. */
#include "model.h"

#include <math.h>

#define TURN 0.5 /* s */

enum
{
  IN,
  OUT
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_DISCRETE, .start = 0 },
};

static const FmuInteger booleans[] = {
  [IN] = { .reference = 1, .role = FMU_INPUT, .start = fmi2False },
  [OUT] = { .reference = 2, .role = FMU_OUTPUT },
};

static void
discrete_outputs (const FmuPoint *at,
                  int integers[],
                  int truths[],
                  char (*strings)[FMU_STRING_SIZE])
{
  (void)integers;
  (void)strings;
  truths[OUT] = (at->booleans[IN] != 0) != (at->q[0] != 0);
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  event->q[0] = at->t >= TURN;
  event->next_event_time = at->t >= TURN ? INFINITY : TURN;
}

const FmuModel fmu_model = {
  .name = "relay",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b32}",
  FMU_TABLE (reals),
  FMU_TABLE (booleans),
  .n_q = 1,
  .discrete_outputs = discrete_outputs,
  .event = event,
};
