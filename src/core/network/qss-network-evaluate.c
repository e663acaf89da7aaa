/* Derivatives, their rates and event indicators. Evaluates only the components that the wanted
 * values need, each once. */
#include "core/network/qss-network-impl.h"

#include "core/base/number.h"

#include <string.h>

void
ls_qss_network_forget (LsQssNetwork *self)
{
  self->evaluation++;
}

LsStatus
ls_qss_network_place (LsQssNetwork *self, LsQssPart *part, double t, const double x[])
{
  if (part->placed == self->evaluation)
    return LS_OK;
  part->placed = self->evaluation;
  return ls_wired_place (&self->wired, (guint)(part - self->parts), t, x);
}

int
ls_qss_network_get_state (const LsQssNetwork *self, guint row)
{
  const LsRow *output = &self->wired.assembly->rows[row];

  return output->state < 0 ? -1 : (int)self->parts[output->component].wired->first + output->state;
}

LsQssPart *
ls_qss_network_get_part (const LsQssNetwork *self, guint rank)
{
  return &self->parts[self->wired.assembly->rows[self->wired.order[rank]].component];
}

LsStatus
ls_qss_network_pass_on_all (LsQssNetwork *self, double t, const double q[])
{
  gboolean any = FALSE;

  self->t = t;
  self->q = q;
  return ls_wired_pass_on_all (&self->wired, &any);
}

/* Sets time, states @q and inputs of @part. */
static LsStatus
ready (LsQssNetwork *self, LsQssPart *part, double t, const double q[])
{
  LsStatus status = ls_qss_network_place (self, part, t, q);

  return status == LS_OK ? ls_wired_set_inputs (&self->wired, (guint)(part - self->parts)) : status;
}

/* Computes and passes on the outputs that the @n @keys of @sets need. */
static LsStatus
pass_on_for (LsQssNetwork *self,
             double t,
             const double q[],
             const LsQssSets *sets,
             const guint keys[],
             guint n)
{
  gboolean any = FALSE;

  self->needed_stamp++;
  self->n_needed = 0;
  for (guint k = 0; k < n; k++)
    for (guint e = sets->start[keys[k]]; e < sets->start[keys[k] + 1]; e++)
      {
        const guint rank = g_array_index (sets->items, guint, e);

        if (self->needed_stamps[rank] == self->needed_stamp)
          continue;
        self->needed_stamps[rank] = self->needed_stamp;
        self->needed[self->n_needed++] = rank;
      }
  if (self->n_needed > 1)
    qsort (self->needed, self->n_needed, sizeof (guint), ls_compare_indices);
  ls_qss_network_forget (self);
  self->t = t;
  self->q = q;
  return ls_wired_pass_on (&self->wired, self->needed, self->n_needed, &any);
}

/* Number of leading entries of @wanted that belong to the component of the first one. */
static guint
count_same_part (const LsQssNetwork *self, const guint wanted[], guint n)
{
  const LsQssPart *part = &self->parts[self->owners[wanted[0]]];
  guint length = 1;

  while (length < n && wanted[length] < part->wired->first + part->wired->n_states)
    length++;
  return length;
}

LsStatus
ls_qss_network_derivatives (
    double t, const double q[], const guint wanted[], guint n, double dx[], gpointer user_data)
{
  LsQssNetwork *self = user_data;
  LsStatus status = pass_on_for (self, t, q, &self->state_needs, wanted, n);

  for (guint k = 0; k < n && status == LS_OK;)
    {
      guint length = count_same_part (self, wanted + k, n - k);
      LsQssPart *part = &self->parts[self->owners[wanted[k]]];
      guint32 *refs = part->wired->me.refs;

      status = ready (self, part, t, q);
      self->evaluations++;
      if (status == LS_OK && length == part->wired->n_states)
        status = ls_instance_get_state_derivatives (part->instance, dx + k);
      else if (status == LS_OK)
        {
          for (guint i = 0; i < length; i++)
            refs[i] = part->wired->me.derivative_refs[wanted[k + i] - part->wired->first];
          status = ls_instance_get_real (part->instance, refs, length, dx + k);
        }
      k += length;
    }
  return status;
}

/* Rates of @n unknowns of @part with value references @refs. */
static LsStatus
get_rates (LsQssNetwork *self,
           LsQssPart *part,
           double t,
           const double q[],
           const double dq[],
           const guint32 refs[],
           guint n,
           double rates[])
{
  double *seeds = part->wired->me.known;
  const guint n_inputs = part->wired->n_inputs;
  LsStatus status = ready (self, part, t, q);

  if (status != LS_OK)
    return status;
  self->evaluations++;
  if (part->wired->n_states > 0)
    memcpy (seeds, dq + part->wired->first, part->wired->n_states * sizeof (double));
  if (n_inputs > 0)
    memcpy (seeds + part->wired->n_states, part->du, n_inputs * sizeof (double));
  if (part->wired->n_states + n_inputs == 0)
    {
      memset (rates, 0, n * sizeof (double));
      return LS_OK;
    }
  return ls_instance_get_directional_derivative (part->instance, refs, n,
                                                 part->wired->me.known_refs,
                                                 part->wired->n_states + n_inputs, seeds, rates);
}

/* Passes the rate of the output of @rank to the inputs connected to it. */
static LsStatus
send_rate (LsQssNetwork *self, guint rank, double t, const double q[], const double dq[])
{
  const LsAssembly *assembly = self->wired.assembly;
  const guint row = self->wired.order[rank];
  const LsVariable *output = assembly->rows[row].variable;
  const int state = ls_qss_network_get_state (self, row);
  LsStatus status = LS_OK;
  double rate = 0.0;

  if (state >= 0)
    rate = dq[state];
  else if (output->variability == LS_VARIABILITY_CONTINUOUS)
    status = get_rates (self, ls_qss_network_get_part (self, rank), t, q, dq,
                        &output->value_reference, 1, &rate);
  for (guint i = assembly->row_first[row]; i < assembly->row_first[row + 1]; i++)
    {
      const LsWire *wire = &assembly->wires[assembly->row_wires[i]];
      const LsQssPart *target = &self->parts[wire->to];

      if (wire->continuous)
        target->du[target->wired->places[wire->position]] = wire->factor * rate;
    }
  return status;
}

LsStatus
ls_qss_network_rates (double t,
                      const double q[],
                      const double dq[],
                      const guint wanted[],
                      guint n,
                      double ddx[],
                      gpointer user_data)
{
  LsQssNetwork *self = user_data;
  LsStatus status = pass_on_for (self, t, q, &self->state_needs, wanted, n);

  for (guint k = 0; k < self->n_needed && status == LS_OK; k++)
    status = send_rate (self, self->needed[k], t, q, dq);
  for (guint k = 0; k < n && status == LS_OK;)
    {
      guint length = count_same_part (self, wanted + k, n - k);
      LsQssPart *part = &self->parts[self->owners[wanted[k]]];
      guint32 *refs = part->wired->me.refs;

      for (guint i = 0; i < length; i++)
        refs[i] = part->wired->me.derivative_refs[wanted[k + i] - part->wired->first];
      status = get_rates (self, part, t, q, dq, refs, length, ddx + k);
      k += length;
    }
  return status;
}

LsStatus
ls_qss_network_indicators (guint unit, double t, const double x[], double z[], gpointer user_data)
{
  LsQssNetwork *self = user_data;
  LsQssPart *part = &self->parts[unit];
  LsStatus status = pass_on_for (self, t, x, &self->unit_needs, &unit, 1);

  if (status == LS_OK)
    status = ready (self, part, t, x);
  return status == LS_OK ? ls_instance_get_event_indicators (part->instance, z) : status;
}

LsStatus
ls_qss_network_go_to (LsQssNetwork *self, double t, const double x[])
{
  LsStatus status = LS_OK;

  ls_qss_network_forget (self);
  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    status = ls_qss_network_place (self, &self->parts[k], t, x);
  return status == LS_OK ? ls_qss_network_pass_on_all (self, t, x) : status;
}
