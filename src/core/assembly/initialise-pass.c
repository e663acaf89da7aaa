/* What probing and loops need of a network: an input, and passing a value over a wire. */
#include "core/assembly/initialise-impl.h"

LsStatus
ls_initialise_get_input (guint system, guint input, double *value, gpointer user_data)
{
  LsInitialise *self = user_data;
  double *u = self->gathered + self->network->in_offset[system];
  LsStatus status = ls_system_get_inputs (self->network->systems[system], u);

  *value = u[input];
  return status;
}

/* After the start, continuous Reals are set alone; other values need an event. */
static LsStatus
pass_running (LsInitialise *self, const LsWire *wire)
{
  LsNetwork *network = self->network;
  LsSystem *from = network->systems[wire->from], *to = network->systems[wire->to];
  const guint input = (guint)wire->position;
  LsStatus status;
  double value;

  if (wire->position < 0)
    status = ls_system_copy_value (from, wire->output->index, to, wire->input->index);
  else if ((status = ls_system_read (from, &wire->output->index, 1, &value)) == LS_OK)
    {
      value = ls_wire_look_up (wire, value);
      network->u[network->in_offset[wire->to] + input] = value;
      if (wire->smooth)
        return ls_system_set_some_inputs (to, &input, 1, &value);
    }
  if (status != LS_OK)
    return status;
  return ls_system_evaluate (to, network->u + network->in_offset[wire->to],
                             network->y + network->out_offset[wire->to]);
}

LsStatus
ls_initialise_pass (LsInitialise *self, guint index)
{
  const LsWire *wire = &self->assembly->wires[index];
  LsSystem **systems = self->network->systems;
  LsStatus status = LS_OK;

  if (ls_wire_follows_clock (wire, self->running))
    return LS_OK;
  if (self->running)
    status = wire->parameter ? LS_OK : pass_running (self, wire);
  else
    status = (wire->parameter ? ls_system_copy_parameter : ls_system_copy_value) (
        systems[wire->from], wire->output->index, systems[wire->to], wire->input->index);
  if (status != LS_OK)
    self->network->failed = wire->to;
  return status;
}
