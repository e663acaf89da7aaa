#include "core/fmi/remote-batch.h"

#include "core/base/interrupt.h"
#include "core/fmi/instance-binary.h"

#define MOST_CALLS 3u /* of an item */
#define LINE 64u      /* of the cache, bytes */
/* Of the call that sets values: after the component, references and their number. */
#define VALUES_WORD 3u

static LsHelper *
get_helper (const LsBatchItem *item)
{
  return item->instance->remote->helper;
}

/* ---- One item ---------------------------------------------------------------------------- */

/* Whether its part has room in the message. */
static gboolean
has_room (const LsBatchItem *item)
{
  const LsHelper *helper = get_helper (item);

  return helper->n_calls + MOST_CALLS <= HOST_MAX_CALLS
         && 12 * (item->n_inputs + item->n_outputs) + (MOST_CALLS + 1) * sizeof (LsCallDraft)
                <= helper->request_size - helper->in
         && 8 * (item->n_outputs + LS_STEP_PLACES) + 64 <= helper->response_size - helper->out;
}

/* Whether its functions are there, and messages can have its values. */
static gboolean
may_be_written (const LsBatchItem *item)
{
  LsInstance *self = item->instance;
  const LsBatchKind *kind = self->kind->batch;
  const guint64 *functions = self->remote->functions;

  return functions[kind->set] != 0 && functions[kind->step] != 0 && functions[kind->get] != 0
         && (kind->fits == NULL || kind->fits (self, item));
}

static inline gboolean
begin (const LsBatchItem *item, double h, const double u[], double *length)
{
  LsInstance *self = item->instance;

  if (self->stage != LS_STAGE_STEP_COMPLETE || self->remote->late_status != 0
      || !self->kind->batch->begin (self, item, h, u, length))
    return FALSE;
  /* For messages of the FMU, which arrive with the answer. */
  self->call = self->remote->names[self->kind->batch->step];
  return TRUE;
}

/* The values are still to come. */
static void
write_set (LsRemote *self, const LsBatchKind *kind, const LsBatchItem *item)
{
  ls_remote_begin (self, kind->set);
  ls_call_in (self, item->inputs, item->n_inputs * sizeof *item->inputs);
  ls_call_value (self, item->n_inputs);
  ls_call_word (self, HOST_WORD_REQUEST, 0);
  if (kind->is_counted)
    ls_call_value (self, item->n_inputs);
  self->step_calls.set_call = ls_call_end (self, self->names[kind->set]);
}

static void
write_values (LsRemote *self, const LsBatchItem *item, const double u[])
{
  LsHelper *helper = self->helper;
  HostRequest *request = helper->request;
  const gsize size = item->n_inputs * sizeof *u;
  const guint64 at = helper->in;

  memcpy (request->data + at, u + item->first_input, size);
  helper->in += LS_CALL_ALIGN (size);
  self->step_calls.values_at = at;
  memcpy (request->data + request->calls[self->step_calls.set_call] + sizeof (HostCall)
              + VALUES_WORD * sizeof at,
          &at, sizeof at);
}

static void
write_get (LsRemote *self, const LsBatchKind *kind, const LsBatchItem *item)
{
  ls_remote_begin (self, kind->get);
  ls_call_in (self, item->outputs, item->n_outputs * sizeof *item->outputs);
  ls_call_value (self, item->n_outputs);
  self->step_calls.values_out = ls_call_out (self, item->n_outputs * sizeof (double));
  if (kind->is_counted)
    ls_call_value (self, item->n_outputs);
  self->step_calls.get_call = ls_call_end (self, self->names[kind->get]);
}

/* Values that change with each step are adjacent, as each cache line is transferred to the other
 * processor. */
static void
write_item (const LsBatchItem *item, double length, const double u[])
{
  const LsBatchKind *kind = item->instance->kind->batch;
  LsRemote *self = item->instance->remote;
  LsStepCalls *calls = &self->step_calls;

  *calls = (LsStepCalls){ .is_written = TRUE };
  self->helper->in = (self->helper->in + LINE - 1) / LINE * LINE;
  if (item->n_inputs > 0)
    write_set (self, kind, item);
  kind->write_step (self, item->instance->clock, length, item->no_set_state_prior);
  calls->step_call = ls_call_end (self, self->names[kind->step]);
  calls->n_places = self->helper->draft.head.n_starts;
  calls->step_at = self->helper->in - (2 + calls->n_places) * sizeof (double);
  if (item->n_inputs > 0)
    write_values (self, item, u);
  if (item->n_outputs > 0)
    write_get (self, kind, item);
}

/* Puts the numbers of this step into a message that is sent again. */
static inline void
rewrite_item (const LsBatchItem *item, double length, const double u[])
{
  const LsRemote *self = item->instance->remote;
  const LsStepCalls *calls = &self->step_calls;
  const double step[2] = { item->instance->clock, length }, end = step[0] + length;
  unsigned char *data = self->helper->request->data;

  for (gsize i = 0; i < item->n_inputs; i++)
    memcpy (data + calls->values_at + i * sizeof *u, u + item->first_input + i, sizeof *u);
  memcpy (data + calls->step_at, step, sizeof step);
  /* The last of the places. */
  if (calls->n_places > 0)
    memcpy (data + calls->step_at + (1 + calls->n_places) * sizeof end, &end, sizeof end);
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
read_item (const LsBatchItem *item, double y[])
{
  LsRemote *self = item->instance->remote;
  LsStepCalls *calls = &self->step_calls;

  calls->set = item->n_inputs > 0 ? read_status (self, calls->set_call) : LS_REMOTE_OK;
  calls->step = read_status (self, calls->step_call);
  calls->get = item->n_outputs > 0 ? read_status (self, calls->get_call) : LS_REMOTE_OK;
  if (calls->n_places > 0 && calls->step >= 0)
    ls_remote_read (self, calls->places_out, calls->places,
                    calls->n_places * sizeof *calls->places);
  if (item->n_outputs > 0 && calls->get >= 0)
    ls_remote_read (self, calls->values_out, y + item->first_output, item->n_outputs * sizeof *y);
}

static inline LsStatus
judge (LsInstance *self, guint function, int status)
{
  self->call = self->remote->names[function];
  return G_LIKELY (status == LS_REMOTE_OK) ? LS_OK : ls_instance_judge (self, status);
}

static LsStatus
hold_singly (const LsBatchItem *item, double h, const double u[], double y[])
{
  if (ls_interrupt_is_wanted ())
    return LS_STOP;
  return item->instance->kind->batch->hold_step (item->instance, item, h, u, y);
}

/* The statuses of an item, as a separate step would have them one by one. */
static LsStatus
conclude (const LsBatchItem *item, double h, const double u[], double y[])
{
  LsInstance *self = item->instance;
  const LsBatchKind *kind = self->kind->batch;
  const LsStepCalls *calls = &self->remote->step_calls;
  LsStatus status;

  /* Also if an earlier item ended the message by a pending step. */
  if (G_UNLIKELY (!calls->is_written
                  || (calls->step < 0 && calls->set <= LS_REMOTE_WARNING
                      && !ls_remote_is_dead (self->remote))))
    return hold_singly (item, h, u, y);
  if (G_UNLIKELY ((status = judge (self, kind->set, calls->set)) != LS_OK))
    return status;
  if (G_UNLIKELY ((status = kind->end (self, item, h)) != LS_OK) || item->n_outputs == 0)
    return status;
  return G_LIKELY (calls->get >= 0)
             ? judge (self, kind->get, calls->get)
             : kind->get_real (self, item->outputs, item->n_outputs, y + item->first_output);
}

/* ---- All items --------------------------------------------------------------------------- */

/* If the last messages were for the same @n items, and nothing was written since: puts the numbers
 * of this step into them. Returns: whether they were */
static gboolean
write_again (const LsBatchItem items[], guint n, double h, const double u[], LsHelper **helpers)
{
  double length;

  for (guint i = 0; i < n; i++)
    {
      const LsHelper *helper = get_helper (&items[i]);

      if (helper->kept != items || helper->n_kept != n
          || !items[i].instance->remote->step_calls.is_written || !begin (&items[i], h, u, &length))
        return FALSE;
      rewrite_item (&items[i], length, u);
    }
  for (guint i = 0; i < n; i++)
    if (!get_helper (&items[i])->is_batch)
      ls_helper_take_part (get_helper (&items[i]), TRUE, helpers);
  return TRUE;
}

/* Writes as many of @n items as messages have room for; those that go by messages of their own are
 * passed over. @helpers: (out): that have some. Returns: their number, one at least. */
static guint
write_batch (const LsBatchItem items[], guint n, double h, const double u[], LsHelper **helpers)
{
  guint i;

  if (write_again (items, n, h, u, helpers))
    return n;
  for (i = 0; i < n; i++)
    {
      LsHelper *helper = get_helper (&items[i]);
      gboolean fits;
      double length;

      if (!helper->is_batch)
        ls_helper_take_part (helper, FALSE, helpers);
      items[i].instance->remote->step_calls.is_written = FALSE;
      fits = has_room (&items[i]);
      if (i > 0 && !fits)
        break;
      if (fits && may_be_written (&items[i]) && begin (&items[i], h, u, &length))
        write_item (&items[i], length, u);
    }
  return i;
}

/* @helpers: that have parts in @n items. */
static void
exchange (const LsBatchItem items[], guint n, LsHelper *helpers, double y[])
{
  ls_helper_exchange (helpers);
  for (guint i = 0; i < n; i++)
    if (items[i].instance->remote->step_calls.is_written)
      read_item (&items[i], y);
  ls_helper_end_parts (helpers, items, n);
}

LsStatus
ls_remote_hold_batch (const LsBatchItem items[],
                      guint n,
                      double h,
                      const double u[],
                      double y[],
                      LsBatchResult *result)
{
  for (guint done = 0, some; done < n; done += some)
    {
      LsHelper *helpers = NULL;

      result->failed = done;
      if (ls_interrupt_is_wanted ())
        return LS_STOP;
      some = write_batch (items + done, n - done, h, u, &helpers);
      exchange (items + done, some, helpers, y);
      for (guint i = done; i < done + some; i++)
        {
          const LsStatus status = conclude (&items[i], h, u, y);

          if (G_UNLIKELY (status != LS_OK))
            {
              result->failed = i;
              return status;
            }
          result->event |= items[i].instance->had_event;
        }
    }
  return LS_OK;
}
