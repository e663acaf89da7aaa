/* Arguments and results of calls in a helper process. */
#include "core/fmi/remote-call.h"

#include "core/fmi/instance-impl.h"

#include <glib/gi18n-lib.h>

static LsInstance *
get_instance (const LsRemote *self)
{
  return self->user;
}

int
ls_remote_refuse_size (LsRemote *self)
{
  const LsInstance *instance = get_instance (self);

  ls_log_write (instance->log, LS_LOG_ERROR, instance->name, instance->call, instance->time,
                _ ("the values are too many for the process of the FMU"));
  return LS_REMOTE_ERROR;
}

int
ls_remote_finish (LsRemote *self, guint index)
{
  int status;

  ls_call_end (self, self->names[index]);
  status = ls_remote_flush (self, NULL);
  if (G_UNLIKELY (self->failed != NULL))
    get_instance (self)->call = self->failed;
  return status;
}

/* Setting of values is deferred only during a step; at other times a failure is reported at once.
 */
int
ls_remote_finish_or_wait (LsRemote *self, guint index)
{
  const LsStage stage = get_instance (self)->stage;

  if (stage != LS_STAGE_STEP_COMPLETE && stage != LS_STAGE_CONTINUOUS)
    return ls_remote_finish (self, index);
  ls_call_end (self, self->names[index]);
  return LS_REMOTE_OK;
}

gsize
ls_remote_prepare (LsRemote *self, guint index, const void *value, gsize size)
{
  const gsize out = self->helper->out;

  ls_call_begin (self, HOST_COPY, 0);
  ls_call_word (self, HOST_WORD_RESPONSE, out);
  ls_call_in (self, value, size);
  ls_call_value (self, size);
  ls_call_end (self, self->names[index]);
  return out;
}

/* Finishes a call whose results are at @out. */
static int
finish_reading (LsRemote *self, guint index, gsize out, void *values, gsize size)
{
  const int status = ls_remote_finish (self, index);

  if (G_LIKELY (status <= LS_REMOTE_WARNING))
    ls_remote_read (self, out, values, size);
  return status;
}

/* ---- Ahead: calls that go with others before their results are asked for ---- */

static void
expect (LsRemote *self, guint index, const void *asked, gsize n_asked, gsize out, gsize size)
{
  LsAhead *ahead = &self->ahead;

  if (ahead->asked == NULL)
    {
      ahead->asked = g_byte_array_new ();
      ahead->results = g_byte_array_new ();
    }
  ahead->state = LS_AHEAD_WRITTEN;
  ahead->index = index;
  ahead->out = out;
  g_byte_array_set_size (ahead->asked, (guint)n_asked);
  if (n_asked > 0)
    memcpy (ahead->asked->data, asked, n_asked);
  g_byte_array_set_size (ahead->results, (guint)size);
  ls_call_end (self, self->names[index]);
  self->helper->calls[self->helper->n_calls - 1].is_ahead = TRUE;
}

/* Returns: whether this was asked for before, and nothing was called since: then @status and,
 * unless it failed, @values. */
static inline gboolean
was_expected (LsRemote *self,
              guint index,
              const void *asked,
              gsize n_asked,
              void *values,
              gsize size,
              int *status)
{
  LsAhead *ahead = &self->ahead;

  if (ahead->state == LS_AHEAD_NONE || self->is_ahead || ahead->index != index
      || ahead->asked->len != n_asked || ahead->results->len != size
      || (n_asked > 0 && memcmp (ahead->asked->data, asked, n_asked) != 0))
    return FALSE;
  *status = ahead->state == LS_AHEAD_WRITTEN ? ls_remote_flush (self, NULL) : LS_REMOTE_OK;
  if (G_UNLIKELY (self->failed != NULL))
    get_instance (self)->call = self->failed;
  if (*status <= LS_REMOTE_WARNING && ahead->state != LS_AHEAD_READY)
    return FALSE;
  if (*status <= LS_REMOTE_WARNING)
    *status = ahead->status;
  if (*status <= LS_REMOTE_WARNING && size > 0)
    memcpy (values, ahead->results->data, size);
  ahead->state = LS_AHEAD_NONE;
  return TRUE;
}

int
ls_remote_call (LsRemote *self, guint index)
{
  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, index);
  return ls_remote_finish (self, index);
}

void
ls_remote_call_free (LsRemote *self, guint index)
{
  if (!ls_remote_make_room (self, 0, 0))
    return;
  ls_call_begin (self, self->functions[index], 0);
  ls_call_value (self, self->component);
  ls_call_end (self, self->names[index]);
  ls_remote_flush (self, NULL);
}

int
ls_remote_call_for (LsRemote *self, guint index, const guint64 *first, void *value, gsize size)
{
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, size + 128, size);
  out = ls_remote_prepare (self, index, value, size);
  ls_remote_begin (self, index);
  if (first != NULL)
    ls_call_value (self, *first);
  ls_call_out (self, size);
  return finish_reading (self, index, out, value, size);
}

int
ls_remote_get (LsRemote *self,
               guint index,
               const guint32 r[],
               gsize n,
               void *values,
               gsize size,
               gsize n_values,
               gboolean counted)
{
  gsize out;
  int status;

  if (was_expected (self, index, r, n * sizeof *r, values, n_values * size, &status))
    return status;
  LS_REMOTE_MAKE_ROOM (self, n * sizeof *r, n_values * size);
  ls_remote_begin (self, index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  out = ls_call_out (self, n_values * size);
  if (counted)
    ls_call_value (self, n_values);
  if (self->is_ahead)
    {
      expect (self, index, r, n * sizeof *r, out, n_values * size);
      return LS_REMOTE_OK;
    }
  return finish_reading (self, index, out, values, n_values * size);
}

int
ls_remote_set (LsRemote *self,
               guint index,
               const guint32 r[],
               gsize n,
               const void *values,
               gsize size,
               gsize n_values,
               gboolean counted)
{
  LS_REMOTE_MAKE_ROOM (self, n * sizeof *r + n_values * size + 16, 0);
  ls_remote_begin (self, index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  ls_call_in (self, values, n_values * size);
  if (counted)
    ls_call_value (self, n_values);
  return ls_remote_finish_or_wait (self, index);
}

int
ls_remote_get_vector (LsRemote *self, guint index, double values[], gsize n)
{
  gsize out;
  int status;

  if (was_expected (self, index, NULL, 0, values, n * sizeof *values, &status))
    return status;
  LS_REMOTE_MAKE_ROOM (self, 0, n * sizeof *values);
  ls_remote_begin (self, index);
  out = ls_call_out (self, n * sizeof *values);
  ls_call_value (self, n);
  if (self->is_ahead)
    {
      expect (self, index, NULL, 0, out, n * sizeof *values);
      return LS_REMOTE_OK;
    }
  return finish_reading (self, index, out, values, n * sizeof *values);
}

int
ls_remote_set_vector (LsRemote *self, guint index, const double values[], gsize n)
{
  LS_REMOTE_MAKE_ROOM (self, n * sizeof *values, 0);
  ls_remote_begin (self, index);
  ls_call_in (self, values, n * sizeof *values);
  ls_call_value (self, n);
  return ls_remote_finish_or_wait (self, index);
}

int
ls_remote_set_time (LsRemote *self, guint index, double time)
{
  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, index);
  ls_call_real (self, time);
  return ls_remote_finish_or_wait (self, index);
}

int
ls_remote_get_directional (LsRemote *self,
                           guint index,
                           const guint32 unknowns[],
                           gsize n_unknowns,
                           const guint32 knowns[],
                           gsize n_knowns,
                           const double seed[],
                           gsize n_seed,
                           double sensitivity[],
                           gsize n_sensitivity,
                           gboolean counted)
{
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, n_unknowns * 4 + n_knowns * 4 + n_seed * 8 + 32, n_sensitivity * 8);
  ls_remote_begin (self, index);
  ls_call_in (self, unknowns, n_unknowns * sizeof *unknowns);
  ls_call_value (self, n_unknowns);
  ls_call_in (self, knowns, n_knowns * sizeof *knowns);
  ls_call_value (self, n_knowns);
  ls_call_in (self, seed, n_seed * sizeof *seed);
  if (counted)
    ls_call_value (self, n_seed);
  out = ls_call_out (self, n_sensitivity * sizeof *sensitivity);
  if (counted)
    ls_call_value (self, n_sensitivity);
  return finish_reading (self, index, out, sensitivity, n_sensitivity * sizeof *sensitivity);
}

int
ls_remote_set_input_derivatives (LsRemote *self,
                                 guint index,
                                 const guint32 r[],
                                 gsize n,
                                 const int orders[],
                                 const double values[])
{
  LS_REMOTE_MAKE_ROOM (self, n * 16 + 32, 0);
  ls_remote_begin (self, index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  ls_call_in (self, orders, n * sizeof *orders);
  ls_call_in (self, values, n * sizeof *values);
  return ls_remote_finish (self, index);
}

/* Elements that the function does not write keep their values, which callers may check. */
int
ls_remote_get_output_derivatives (LsRemote *self,
                                  guint index,
                                  const guint32 r[],
                                  gsize n,
                                  const int orders[],
                                  double values[],
                                  gsize n_values,
                                  gboolean counted)
{
  const gsize size = n_values * sizeof *values;
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, n * 8 + size + 128, size);
  out = ls_remote_prepare (self, index, values, size);
  ls_remote_begin (self, index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  ls_call_in (self, orders, n * sizeof *orders);
  ls_call_out (self, size);
  if (counted)
    ls_call_value (self, n_values);
  return finish_reading (self, index, out, values, size);
}

int
ls_remote_completed_step (LsRemote *self,
                          guint index,
                          gboolean no_set_state_prior,
                          void *enter_event,
                          void *terminate,
                          gsize size)
{
  guint64 flags[2] = { 0 };
  int status;
  gsize out;

  memcpy (&flags[0], enter_event, size);
  memcpy (&flags[1], terminate, size);
  LS_REMOTE_MAKE_ROOM (self, 128, sizeof flags);
  out = ls_remote_prepare (self, index, flags, sizeof flags);
  ls_remote_begin (self, index);
  ls_call_value (self, (guint64)no_set_state_prior);
  ls_call_out (self, sizeof *flags);
  ls_call_out (self, sizeof *flags);
  status = finish_reading (self, index, out, flags, sizeof flags);
  memcpy (enter_event, &flags[0], size);
  memcpy (terminate, &flags[1], size);
  return status;
}

const char *
ls_remote_get_constant (LsRemote *self, guint index, char text[64])
{
  gsize out;

  text[0] = '\0';
  if (!ls_remote_make_room (self, 64, 64))
    return text;
  ls_call_begin (self, self->functions[index], 0);
  ls_call_end (self, self->names[index]);
  ls_call_begin (self, HOST_TEXT, 0);
  ls_call_word (self, HOST_WORD_RESULT, 0);
  out = ls_call_out (self, 64);
  ls_call_value (self, 64);
  ls_call_end (self, self->names[index]);
  if (ls_remote_flush (self, NULL) <= LS_REMOTE_WARNING)
    ls_remote_read (self, out, text, 64);
  text[63] = '\0';
  return text;
}
