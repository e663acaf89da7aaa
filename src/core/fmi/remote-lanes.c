#include "core/fmi/remote-lanes.h"

#include "core/base/interrupt.h"
#include "core/fmi/instance-binary.h"

#define MOST_CALLS 3u /* of a lane */
#define LINE 64u      /* of the cache, bytes */
/* Of the call that sets values: after the component, references and their number. */
#define VALUES_WORD 3u

static LsHelper *
get_helper (const LsBatchItem *lane)
{
  return lane->instance->remote->helper;
}

/* ---- One lane ---------------------------------------------------------------------------- */

/* Whether its part has room in the message. */
static gboolean
has_room (const LsBatchItem *lane)
{
  const LsHelper *helper = get_helper (lane);

  return helper->n_calls + MOST_CALLS <= HOST_MAX_CALLS
         && 12 * (lane->n_inputs + lane->n_outputs) + (MOST_CALLS + 1) * sizeof (LsCallDraft)
                <= helper->request_size - helper->in
         && 8 * (lane->n_outputs + LS_LANE_PLACES) + 64 <= helper->response_size - helper->out;
}

/* Whether its functions are there, and messages can have its values. */
static gboolean
may_be_written (const LsBatchItem *lane)
{
  LsInstance *self = lane->instance;
  const LsLaneKind *kind = self->kind->lanes;
  const guint64 *functions = self->remote->functions;

  return functions[kind->set] != 0 && functions[kind->step] != 0 && functions[kind->get] != 0
         && (kind->fits == NULL || kind->fits (self, lane));
}

static inline gboolean
begin (const LsBatchItem *lane, double h, const double u[], double *length)
{
  LsInstance *self = lane->instance;

  if (self->stage != LS_STAGE_STEP_COMPLETE || self->remote->late_status != 0
      || !self->kind->lanes->begin (self, lane, h, u, length))
    return FALSE;
  /* For messages of the FMU, which arrive with the answer. */
  self->call = self->remote->names[self->kind->lanes->step];
  return TRUE;
}

/* The values are still to come. */
static void
write_set (LsRemote *self, const LsLaneKind *kind, const LsBatchItem *lane)
{
  ls_remote_begin (self, kind->set);
  ls_call_in (self, lane->inputs, lane->n_inputs * sizeof *lane->inputs);
  ls_call_value (self, lane->n_inputs);
  ls_call_word (self, HOST_WORD_REQUEST, 0);
  if (kind->is_counted)
    ls_call_value (self, lane->n_inputs);
  self->lane.set_call = ls_call_end (self, self->names[kind->set]);
}

static void
write_values (LsRemote *self, const LsBatchItem *lane, const double u[])
{
  LsHelper *helper = self->helper;
  HostRequest *request = helper->request;
  const gsize size = lane->n_inputs * sizeof *u;
  const guint64 at = helper->in;

  memcpy (request->data + at, u + lane->first_input, size);
  helper->in += LS_CALL_ALIGN (size);
  self->lane.values_at = at;
  memcpy (request->data + request->calls[self->lane.set_call] + sizeof (HostCall)
              + VALUES_WORD * sizeof at,
          &at, sizeof at);
}

static void
write_get (LsRemote *self, const LsLaneKind *kind, const LsBatchItem *lane)
{
  ls_remote_begin (self, kind->get);
  ls_call_in (self, lane->outputs, lane->n_outputs * sizeof *lane->outputs);
  ls_call_value (self, lane->n_outputs);
  self->lane.values_out = ls_call_out (self, lane->n_outputs * sizeof (double));
  if (kind->is_counted)
    ls_call_value (self, lane->n_outputs);
  self->lane.get_call = ls_call_end (self, self->names[kind->get]);
}

/* What changes with each step stands together, as each line of the cache takes a way to the other
 * processor. */
static void
write_lane (const LsBatchItem *lane, double length, const double u[])
{
  const LsLaneKind *kind = lane->instance->kind->lanes;
  LsRemote *self = lane->instance->remote;
  LsLane *part = &self->lane;

  *part = (LsLane){ .is_written = TRUE };
  self->helper->in = (self->helper->in + LINE - 1) / LINE * LINE;
  if (lane->n_inputs > 0)
    write_set (self, kind, lane);
  kind->write_step (self, lane->instance->clock, length, lane->no_set_state_prior);
  part->step_call = ls_call_end (self, self->names[kind->step]);
  part->n_places = self->helper->draft.head.n_starts;
  part->step_at = self->helper->in - (2 + part->n_places) * sizeof (double);
  if (lane->n_inputs > 0)
    write_values (self, lane, u);
  if (lane->n_outputs > 0)
    write_get (self, kind, lane);
}

/* Puts the numbers of this step into a message that is sent again. */
static inline void
rewrite_lane (const LsBatchItem *lane, double length, const double u[])
{
  const LsRemote *self = lane->instance->remote;
  const LsLane *part = &self->lane;
  const double step[2] = { lane->instance->clock, length }, end = step[0] + length;
  unsigned char *data = self->helper->request->data;

  for (gsize i = 0; i < lane->n_inputs; i++)
    memcpy (data + part->values_at + i * sizeof *u, u + lane->first_input + i, sizeof *u);
  memcpy (data + part->step_at, step, sizeof step);
  /* The last of the places. */
  if (part->n_places > 0)
    memcpy (data + part->step_at + (1 + part->n_places) * sizeof end, &end, sizeof end);
}

static inline int
read_status (const LsRemote *self, guint call)
{
  guint64 result;

  if (!ls_helper_get_result (self->helper, call, &result))
    return -1;
  if (G_UNLIKELY ((result & HOST_MENDED) != 0))
    self->klass->mended (self->user);
  return (int)(result & G_MAXINT32);
}

/* Before another message overwrites the answer. */
static inline void
read_lane (const LsBatchItem *lane, double y[])
{
  LsRemote *self = lane->instance->remote;
  LsLane *part = &self->lane;

  part->set = lane->n_inputs > 0 ? read_status (self, part->set_call) : LS_REMOTE_OK;
  part->step = read_status (self, part->step_call);
  part->get = lane->n_outputs > 0 ? read_status (self, part->get_call) : LS_REMOTE_OK;
  if (part->n_places > 0 && part->step >= 0)
    ls_remote_read (self, part->places_out, part->places, part->n_places * sizeof *part->places);
  if (lane->n_outputs > 0 && part->get >= 0)
    ls_remote_read (self, part->values_out, y + lane->first_output, lane->n_outputs * sizeof *y);
}

static inline LsStatus
judge (LsInstance *self, guint function, int status)
{
  self->call = self->remote->names[function];
  return G_LIKELY (status == LS_REMOTE_OK) ? LS_OK : ls_instance_judge (self, status);
}

static LsStatus
hold_singly (const LsBatchItem *lane, double h, const double u[], double y[])
{
  if (ls_interrupt_is_wanted ())
    return LS_STOP;
  return lane->instance->kind->lanes->hold_step (lane->instance, lane, h, u, y);
}

/* The statuses of a lane, as a step of its own has them one by one. */
static LsStatus
conclude (const LsBatchItem *lane, double h, const double u[], double y[])
{
  LsInstance *self = lane->instance;
  const LsLaneKind *kind = self->kind->lanes;
  const LsLane *part = &self->remote->lane;
  LsStatus status;

  /* Also if a lane before ended the message, by a step that was pending. */
  if (G_UNLIKELY (!part->is_written
                  || (part->step < 0 && part->set <= LS_REMOTE_WARNING
                      && !ls_remote_is_dead (self->remote))))
    return hold_singly (lane, h, u, y);
  if (G_UNLIKELY ((status = judge (self, kind->set, part->set)) != LS_OK))
    return status;
  if (G_UNLIKELY ((status = kind->end (self, lane, h)) != LS_OK) || lane->n_outputs == 0)
    return status;
  return G_LIKELY (part->get >= 0)
             ? judge (self, kind->get, part->get)
             : kind->get_real (self, lane->outputs, lane->n_outputs, y + lane->first_output);
}

/* ---- All lanes --------------------------------------------------------------------------- */

/* If the last messages were for the same @n lanes, and nothing was written since: puts the numbers
 * of this step into them. Returns: whether they were */
static gboolean
write_again (const LsBatchItem lanes[], guint n, double h, const double u[], LsHelper **helpers)
{
  double length;

  for (guint i = 0; i < n; i++)
    {
      const LsHelper *helper = get_helper (&lanes[i]);

      if (helper->kept != lanes || helper->n_kept != n
          || !lanes[i].instance->remote->lane.is_written || !begin (&lanes[i], h, u, &length))
        return FALSE;
      rewrite_lane (&lanes[i], length, u);
    }
  for (guint i = 0; i < n; i++)
    if (!get_helper (&lanes[i])->is_lanes)
      ls_helper_take_part (get_helper (&lanes[i]), TRUE, helpers);
  return TRUE;
}

/* Writes as many of @n lanes as messages have room for; those that go by messages of their own are
 * passed over. @helpers: (out): that have some. Returns: their number, one at least. */
static guint
write_lanes (const LsBatchItem lanes[], guint n, double h, const double u[], LsHelper **helpers)
{
  guint i;

  if (write_again (lanes, n, h, u, helpers))
    return n;
  for (i = 0; i < n; i++)
    {
      LsHelper *helper = get_helper (&lanes[i]);
      gboolean fits;
      double length;

      if (!helper->is_lanes)
        ls_helper_take_part (helper, FALSE, helpers);
      lanes[i].instance->remote->lane.is_written = FALSE;
      fits = has_room (&lanes[i]);
      if (i > 0 && !fits)
        break;
      if (fits && may_be_written (&lanes[i]) && begin (&lanes[i], h, u, &length))
        write_lane (&lanes[i], length, u);
    }
  return i;
}

/* @helpers: that have parts in @n lanes. */
static void
exchange (const LsBatchItem lanes[], guint n, LsHelper *helpers, double y[])
{
  ls_helper_exchange (helpers);
  for (guint i = 0; i < n; i++)
    if (lanes[i].instance->remote->lane.is_written)
      read_lane (&lanes[i], y);
  ls_helper_end_parts (helpers, lanes, n);
}

LsStatus
ls_remote_hold_lanes (
    const LsBatchItem lanes[], guint n, double h, const double u[], double y[], guint *failed)
{
  for (guint done = 0, some; done < n; done += some)
    {
      LsHelper *helpers = NULL;

      *failed = done;
      if (ls_interrupt_is_wanted ())
        return LS_STOP;
      some = write_lanes (lanes + done, n - done, h, u, &helpers);
      exchange (lanes + done, some, helpers, y);
      for (guint i = done; i < done + some; i++)
        {
          const LsStatus status = conclude (&lanes[i], h, u, y);

          if (G_UNLIKELY (status != LS_OK))
            {
              *failed = i;
              return status;
            }
        }
    }
  return LS_OK;
}
