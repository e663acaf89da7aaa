#include "instance.h"

#include <math.h>

#define MAX_ITERATIONS 100

FmuEvent
fmu_event (Fmu *self)
{
  FmuPoint at = fmu_point (self);
  FmuEvent event = { .x = self->x, .q = self->q, .next_event_time = INFINITY };

  if (fmu_model.event != NULL)
    fmu_model.event (&at, &event);
  self->memory->next_event_time = event.next_event_time;
  fmu_forget (self);
  return event;
}

bool
fmu_settle_events (Fmu *self)
{
  for (int i = 0; i < MAX_ITERATIONS; i++)
    {
      FmuEvent event = fmu_event (self);

      if (fmu_model.event != NULL)
        fmu_log (self, fmi2OK, FMU_LOG_EVENTS, "event iteration %d at %.17g s", i + 1,
                 self->memory->t);

      if (event.terminate)
        self->memory->terminated = fmi2True;
      if (event.terminate || !event.again)
        {
          fmu_indicators (self, self->memory->elapsed, self->x, self->z_last);
          return true;
        }
    }
  return false;
}

void
fmu_indicators (const Fmu *self, double elapsed, const double x[], double z[])
{
  FmuPoint at = fmu_point (self);

  if (fmu_model.n_z == 0)
    return;
  fmu_inputs_at (self, elapsed, self->u_stage);
  at.t = self->memory->origin + elapsed;
  at.x = x;
  at.u = self->u_stage;
  fmu_model.indicators (&at, z);
}
