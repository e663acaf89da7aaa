/* Values that pass from component to component other than Reals, and what the files of the master
 * share. */
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>

void
ls_master_set_error (LsMaster *self, const char *what, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->log);

  if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("%s failed at t = %.9g s"), what,
                 self->origin + self->network.time);
}

/* Updates a Real input connected to another type, at the reached time. A change is a discontinuity
 * for coupling methods; quantised states were updated at the time of the event itself. */
static LsStatus
hold_converted (LsMaster *self, const LsWire *wire, gboolean *jumped)
{
  LsNetwork *network = &self->network;
  double *u = network->u + network->in_offset[wire->to], value;
  LsStatus status = ls_system_read (network->systems[wire->from], &wire->output->index, 1, &value);

  value = ls_wire_look_up (wire, value);
  if (status != LS_OK || u[wire->position] == value)
    return status;
  u[wire->position] = value;
  if (self->method->asynchronous)
    return LS_OK;
  *jumped = TRUE;
  return ls_system_evaluate (network->systems[wire->to], u,
                             network->y + network->out_offset[wire->to]);
}

LsStatus
ls_master_copy_others (LsMaster *self, gboolean *jumped)
{
  LsNetwork *network = &self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->network.assembly->n_others && status == LS_OK; k++)
    {
      const LsWire *wire = &self->network.assembly->wires[k];

      /* These follow their Clocks: ls_master_pass_ticks(). */
      if (ls_wire_follows_clock (wire, TRUE))
        continue;
      if (wire->position >= 0)
        status = hold_converted (self, wire, jumped);
      else
        status = ls_system_copy_value (network->systems[wire->from], wire->output->index,
                                       network->systems[wire->to], wire->input->index);
    }
  return status;
}

gboolean
ls_master_can_shorten (const LsMaster *self)
{
  const LsNetwork *network = &self->network;

  for (guint k = 0; k < network->n_systems; k++)
    if (!ls_system_get_info (network->systems[k])->has[LS_CAPABILITY_VARIABLE_STEP])
      return FALSE;
  return self->method->retries || network->rollback_log != NULL;
}
