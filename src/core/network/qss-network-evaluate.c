/* Derivatives, their rates and event indicators: of what is wanted, over the components that this
 * takes, each asked once. */
#include "core/network/qss-network-impl.h"

#include <string.h>

void
ls_qss_network_forget (LsQssNetwork *self)
{
  self->evaluation++;
}

LsStatus
ls_qss_network_place (LsQssNetwork *self, LsQssPart *part, double t, const double x[])
{
  LsStatus status;

  if (part->placed == self->evaluation)
    return LS_OK;
  part->placed = self->evaluation;
  status = ls_instance_set_time (part->instance, t);
  if (status == LS_OK && part->n > 0)
    status = ls_instance_set_states (part->instance, x + part->first);
  return status;
}

LsStatus
ls_qss_network_set_inputs (LsQssPart *part)
{
  if (!part->stale)
    return LS_OK;
  part->stale = FALSE;
  return ls_instance_set_real (part->instance, part->input_refs, part->n_inputs, part->u);
}

void
ls_qss_network_send_on (LsQssNetwork *self, guint row, double value)
{
  for (guint e = self->route_start[row]; e < self->route_start[row + 1]; e++)
    {
      const LsQssRoute *route = &self->routes[e];
      LsQssPart *target;
      double told;

      if (route->part == G_MAXUINT)
        continue;
      target = &self->parts[route->part];
      told = route->factor * value + route->offset;
      if (target->u[route->input] == told)
        continue;
      target->u[route->input] = told;
      target->stale = TRUE;
    }
}

/* Ranks from @first on that are read of one component in one call: those of states are not read at
 * all, and what they feed may not come before. Returns: how many. */
static guint
get_batch (const LsQssNetwork *self, const guint ranks[], guint n)
{
  guint part = self->output_parts[self->order[ranks[0]]], length = 1;

  while (length < n)
    {
      guint row = self->order[ranks[length]];

      if (self->output_parts[row] != part || self->output_states[row] >= 0
          || self->loop_of[ranks[length]] >= 0)
        break;
      /* What has just been read may be what this one depends on. */
      for (guint k = 0; k < length; k++)
        for (guint e = self->route_start[self->order[ranks[k]]];
             e < self->route_start[self->order[ranks[k]] + 1]; e++)
          if (self->routes[e].part == part)
            return length;
      length++;
    }
  return length;
}

LsStatus
ls_qss_network_pass_on (
    LsQssNetwork *self, double t, const double q[], const guint ranks[], guint n)
{
  for (guint k = 0; k < n;)
    {
      guint row = self->order[ranks[k]], length;
      LsQssPart *part = &self->parts[self->output_parts[row]];
      guint32 *refs = part->me.refs;
      LsStatus status;

      if (self->loop_of[ranks[k]] >= 0)
        {
          const LsQssLoop *loop = self->loops->pdata[self->loop_of[ranks[k]]];

          status = ls_qss_network_solve_loop (self, (guint)self->loop_of[ranks[k]], t, q);
          if (status != LS_OK)
            return status;
          k += loop->n;
          continue;
        }
      if (self->output_states[row] >= 0)
        {
          ls_qss_network_send_on (self, row, q[self->output_states[row]]);
          k++;
          continue;
        }
      length = get_batch (self, ranks + k, n - k);
      for (guint i = 0; i < length; i++)
        refs[i] = self->output_refs[self->order[ranks[k + i]]];
      status = ls_qss_network_place (self, part, t, q);
      if (status == LS_OK)
        status = ls_qss_network_set_inputs (part);
      if (status == LS_OK)
        status = ls_instance_get_real (part->instance, refs, length, self->work);
      if (status != LS_OK)
        return status;
      for (guint i = 0; i < length; i++)
        ls_qss_network_send_on (self, self->order[ranks[k + i]], self->work[i]);
      k += length;
    }
  return LS_OK;
}

static void
begin_needed (LsQssNetwork *self)
{
  self->needed_stamp++;
  self->n_needed = 0;
}

static void
add_needed (LsQssNetwork *self, const LsQssSets *sets, guint key)
{
  for (guint e = sets->start[key]; e < sets->start[key + 1]; e++)
    {
      guint rank = g_array_index (sets->items, guint, e);

      if (self->needed_stamps[rank] == self->needed_stamp)
        continue;
      self->needed_stamps[rank] = self->needed_stamp;
      self->needed[self->n_needed++] = rank;
    }
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint first = *(const guint *)a, second = *(const guint *)b;

  return (first > second) - (first < second);
}

static void
end_needed (LsQssNetwork *self)
{
  if (self->n_needed > 1)
    qsort (self->needed, self->n_needed, sizeof (guint), compare_numbers);
}

/* How many of @wanted belong to the component of the first one. */
static guint
count_same_part (const LsQssNetwork *self, const guint wanted[], guint n)
{
  const LsQssPart *part = &self->parts[self->owners[wanted[0]]];
  guint length = 1;

  while (length < n && wanted[length] < part->first + part->n)
    length++;
  return length;
}

LsStatus
ls_qss_network_derivatives (
    double t, const double q[], const guint wanted[], guint n, double dx[], gpointer user_data)
{
  LsQssNetwork *self = user_data;
  LsStatus status;

  begin_needed (self);
  for (guint k = 0; k < n; k++)
    add_needed (self, &self->state_needs, wanted[k]);
  end_needed (self);
  ls_qss_network_forget (self);
  status = ls_qss_network_pass_on (self, t, q, self->needed, self->n_needed);
  for (guint k = 0; k < n && status == LS_OK;)
    {
      guint length = count_same_part (self, wanted + k, n - k);
      LsQssPart *part = &self->parts[self->owners[wanted[k]]];
      guint32 *refs = part->me.refs;

      status = ls_qss_network_place (self, part, t, q);
      if (status == LS_OK)
        status = ls_qss_network_set_inputs (part);
      self->evaluations++;
      if (status == LS_OK && length == part->n)
        status = ls_instance_get_state_derivatives (part->instance, dx + k);
      else if (status == LS_OK)
        {
          for (guint i = 0; i < length; i++)
            refs[i] = self->derivative_refs[wanted[k + i]];
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
  double *seeds = part->me.known;
  LsStatus status = ls_qss_network_place (self, part, t, q);

  if (status == LS_OK)
    status = ls_qss_network_set_inputs (part);
  if (status != LS_OK)
    return status;
  self->evaluations++;
  if (part->n > 0)
    memcpy (seeds, dq + part->first, part->n * sizeof (double));
  if (part->n_inputs > 0)
    memcpy (seeds + part->n, part->du, part->n_inputs * sizeof (double));
  if (part->n + part->n_inputs == 0)
    {
      memset (rates, 0, n * sizeof (double));
      return LS_OK;
    }
  return ls_instance_get_directional_derivative (part->instance, refs, n, part->me.known_refs,
                                                 part->n + part->n_inputs, seeds, rates);
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
  LsStatus status;

  begin_needed (self);
  for (guint k = 0; k < n; k++)
    add_needed (self, &self->state_needs, wanted[k]);
  end_needed (self);
  ls_qss_network_forget (self);
  status = ls_qss_network_pass_on (self, t, q, self->needed, self->n_needed);
  for (guint k = 0; k < self->n_needed && status == LS_OK; k++)
    {
      guint row = self->order[self->needed[k]];
      double rate = 0.0;

      if (self->output_states[row] >= 0)
        rate = dq[self->output_states[row]];
      else if (self->output_continuous[row])
        status = get_rates (self, &self->parts[self->output_parts[row]], t, q, dq,
                            &self->output_refs[row], 1, &rate);
      for (guint e = self->route_start[row]; e < self->route_start[row + 1]; e++)
        if (self->routes[e].part != G_MAXUINT)
          self->parts[self->routes[e].part].du[self->routes[e].input]
              = self->routes[e].factor * rate;
    }
  for (guint k = 0; k < n && status == LS_OK;)
    {
      guint length = count_same_part (self, wanted + k, n - k);
      LsQssPart *part = &self->parts[self->owners[wanted[k]]];
      guint32 *refs = part->me.refs;

      for (guint i = 0; i < length; i++)
        refs[i] = self->derivative_refs[wanted[k + i]];
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
  LsStatus status;

  begin_needed (self);
  add_needed (self, &self->unit_needs, unit);
  end_needed (self);
  ls_qss_network_forget (self);
  status = ls_qss_network_pass_on (self, t, x, self->needed, self->n_needed);
  if (status == LS_OK)
    status = ls_qss_network_place (self, part, t, x);
  if (status == LS_OK)
    status = ls_qss_network_set_inputs (part);
  return status == LS_OK ? ls_instance_get_event_indicators (part->instance, z) : status;
}

LsStatus
ls_qss_network_go_to (LsQssNetwork *self, double t, const double x[])
{
  LsStatus status = LS_OK;

  ls_qss_network_forget (self);
  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    status = ls_qss_network_place (self, &self->parts[k], t, x);
  for (guint k = 0; k < self->n_order; k++)
    self->needed[k] = k;
  if (status == LS_OK)
    status = ls_qss_network_pass_on (self, t, x, self->needed, self->n_order);
  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    status = ls_qss_network_set_inputs (&self->parts[k]);
  return status;
}
