#include "core/fmi/remote-fmi3-step.h"

#include "core/fmi/remote-call.h"

#include <string.h>

#define INDEX(name) LS_FMI3_INDEX_##name
#define N_FLAGS 3u

/* The polynomials of inputs go before the step that follows them. */
static void
write_inputs (LsRemote *self, const HostInputs *inputs)
{
  ls_call_begin (self, HOST_INPUTS, 0);
  ls_call_in (self, inputs, inputs->size);
  ls_call_value (self, inputs->memory);
  ls_call_end (self, self->names[INDEX (DoStep)]);
}

/* As a structure in this process would have them. @places: how they begin. */
static void
write_step (LsRemote *self,
            double time,
            double step,
            gboolean no_set_state_prior,
            const guint64 places[LS_FMI3_STEP_PLACES])
{
  const gsize out = self->helper->out;

  ls_remote_begin (self, INDEX (DoStep));
  ls_call_real (self, time);
  ls_call_real (self, step);
  ls_call_value (self, (guint64)no_set_state_prior);
  ls_call_out (self, LS_FMI3_STEP_PLACES * sizeof *places);
  for (guint i = 1; i < N_FLAGS; i++)
    ls_call_word (self, HOST_WORD_RESPONSE, out + i);
  ls_call_word (self, HOST_WORD_RESPONSE, out + sizeof *places);
  for (guint i = 0; i < LS_FMI3_STEP_PLACES; i++)
    ls_call_start (self, places[i]);
  self->step_calls.places_out = out;
}

void
ls_remote_fmi3_write_step (LsRemote *self, double time, double step, gboolean no_set_state_prior)
{
  const double end = time + step;
  guint64 places[LS_FMI3_STEP_PLACES] = { 0 };

  memcpy (&places[1], &end, sizeof end);
  write_step (self, time, step, no_set_state_prior, places);
}

void
ls_remote_fmi3_read_step (const guint64 places[LS_FMI3_STEP_PLACES],
                          fmi3Boolean *event,
                          fmi3Boolean *terminate,
                          fmi3Boolean *early,
                          fmi3Float64 *last)
{
  const guint8 *flags = (const guint8 *)places;

  *event = ls_remote_fmi3_read_boolean (&flags[0]);
  *terminate = ls_remote_fmi3_read_boolean (&flags[1]);
  *early = ls_remote_fmi3_read_boolean (&flags[2]);
  memcpy (last, &places[1], sizeof *last);
}

fmi3Status
ls_remote_fmi3_do_step (fmi3Instance component,
                        fmi3Float64 time,
                        fmi3Float64 step,
                        fmi3Boolean no_set_state_prior,
                        fmi3Boolean *event,
                        fmi3Boolean *terminate,
                        fmi3Boolean *early,
                        fmi3Float64 *last)
{
  LsRemote *self = component;
  const HostInputs *inputs = ((const LsInstanceFmi3 *)self->user)->polynomials;
  const gboolean follows = inputs != NULL && inputs->is_active;
  const guint8 flags[N_FLAGS] = { *event, *terminate, *early };
  guint64 places[LS_FMI3_STEP_PLACES] = { 0 };
  fmi3Status status;

  memcpy (&places[0], flags, sizeof flags);
  memcpy (&places[1], last, sizeof *last);
  LS_REMOTE_MAKE_ROOM (self, 512 + (follows ? inputs->size : 0), sizeof places);
  if (follows)
    write_inputs (self, inputs);
  write_step (self, time, step, no_set_state_prior, places);
  status = (fmi3Status)ls_remote_finish (self, INDEX (DoStep));
  /* Written before a discarded step, too. */
  if (status <= fmi3Discard)
    ls_remote_read (self, self->step_calls.places_out, places, sizeof places);
  ls_remote_fmi3_read_step (places, event, terminate, early, last);
  return status;
}
