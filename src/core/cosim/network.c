/* All systems of a run beside each other, and one step of all of them. */
#include "core/cosim/coupling-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

void
ls_network_gather (const LsNetwork *self, const double values[], double gathered[])
{
  for (guint j = 0; j < self->n_in; j++)
    if (self->source[j] >= 0)
      gathered[j] = values[self->source[j]];
}

static LsStatus
save (LsNetwork *self)
{
  for (guint k = 0; k < self->n_systems; k++)
    {
      LsStatus status = ls_system_save (self->systems[k]);

      if (status != LS_OK)
        return LS_STOP;
    }
  return LS_OK;
}

/* After a refused step: %LS_RETRY when all systems are back at its start. */
static LsStatus
roll_back (LsNetwork *self)
{
  if (!self->saves)
    return LS_RETRY;
  for (guint k = 0; k < self->n_systems; k++)
    if (ls_system_restore (self->systems[k]) != LS_OK)
      return LS_STOP;
  self->counts.rollbacks++;
  return LS_RETRY;
}

static LsStatus
check_outputs (LsNetwork *self, guint system, double h, const double y[])
{
  const LsSystemInfo *info = ls_system_get_info (self->systems[system]);

  for (guint i = 0; i < info->n_out; i++)
    if (!isfinite (y[i]))
      {
        self->failed = system;
        ls_log_write (self->log, LS_LOG_ERROR, info->name, "fmi2DoStep", self->time + h,
                      _ ("the output “%s” is not a finite number"),
                      ls_system_get_variable_name (self->systems[system], info->outputs[i]));
        return LS_STOP;
      }
  return LS_OK;
}

LsStatus
ls_network_step (LsNetwork *self,
                 double h,
                 guint degree,
                 const double u[],
                 double y[],
                 double dy[],
                 gboolean *event)
{
  *event = FALSE;
  if (self->saves && save (self) != LS_OK)
    return LS_STOP;
  for (guint k = 0; k < self->n_systems; k++)
    {
      gboolean happened;
      LsStatus status;

      ls_system_aim (self->systems[k], self->end_time);
      self->counts.do_step++;
      status = ls_system_step (
          self->systems[k], h, degree, u + (gsize)self->in_offset[k] * (degree + 1),
          y + self->out_offset[k], dy != NULL ? dy + self->out_offset[k] : NULL, &happened);
      if (status == LS_OK)
        status = check_outputs (self, k, h, y + self->out_offset[k]);
      if (status != LS_OK)
        {
          self->failed = k;
          return status == LS_RETRY ? roll_back (self) : status;
        }
      *event = *event || happened;
    }
  return LS_OK;
}
