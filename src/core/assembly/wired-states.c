/* Time, states and events of connected instances. */
#include "core/assembly/wired.h"

#include <math.h>

LsStatus
ls_wired_place (LsWired *self, guint component, double t, const double x[])
{
  const LsWiredPart *part = &self->parts[component];
  LsStatus status = ls_instance_set_time (part->instance, t);

  return status == LS_OK && part->n_states > 0
             ? ls_instance_set_states (part->instance, x + part->first)
             : status;
}

LsStatus
ls_wired_read_states (const LsWired *self, guint component, double x[], double nominals[])
{
  const LsWiredPart *part = &self->parts[component];
  LsStatus status = LS_OK;

  if (part->n_states == 0)
    return LS_OK;
  if (x != NULL)
    status = ls_instance_get_states (part->instance, x + part->first);
  if (status != LS_OK || nominals == NULL)
    return status;
  status = ls_instance_get_nominals (part->instance, nominals + part->first);
  for (guint i = part->first; i < part->first + part->n_states; i++)
    nominals[i] = isfinite (nominals[i]) && nominals[i] != 0.0 ? fabs (nominals[i]) : 1.0;
  return status;
}

LsStatus
ls_wired_complete_step (LsWired *self, guint component, gboolean *event, gboolean *terminate)
{
  const LsWiredPart *part = &self->parts[component];
  gboolean wants_event = FALSE, wants_end = FALSE;
  LsStatus status = LS_OK;

  if (part->needs_completed_step)
    status = ls_instance_completed_step (part->instance, TRUE, &wants_event, &wants_end);
  *event = *event || wants_event;
  *terminate = *terminate || wants_end;
  return status;
}

double
ls_wired_get_next_time (const LsWired *self)
{
  double next = INFINITY;

  for (guint k = 0; k < self->assembly->n_components; k++)
    next = fmin (next, self->parts[k].next_time);
  return next;
}
