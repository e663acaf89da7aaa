/* FMI 2.0: steps of several instances in helper processes, one message to each process. */
#include "core/fmi/remote-call.h"
#include "core/fmi/remote-fmi2.h"

enum
{
  LANE_SET,
  LANE_STEP,
  LANE_GET
};

/* The end of a call of fmi2DoStep. */
typedef struct
{
  guint64 no_set_state_prior;
  double time, step; /* s */
} StepNumbers;

gboolean
ls_remote_fmi2_write_lane (
    LsInstanceFmi2 *instance, const LsBatchItem *lane, double time, double step, const double u[])
{
  LsRemote *self = instance->base.remote;
  LsHelper *helper = self->helper;

  /* An FMU of FMI 1.0 is called one by one. */
  if (self->names != ls_fmi2_names || helper->n_calls + 3 > HOST_MAX_CALLS
      || 12 * (lane->n_inputs + lane->n_outputs) + 4 * sizeof (LsCallDraft)
             > helper->request_size - helper->in
      || 8 * lane->n_outputs + 64 > helper->response_size - helper->out)
    return FALSE;
  self->first_call = helper->n_calls;
  if (lane->n_inputs > 0)
    {
      ls_remote_begin (self, LS_FMI2_INDEX_SetReal);
      ls_call_in (self, lane->inputs, lane->n_inputs * sizeof *lane->inputs);
      ls_call_value (self, lane->n_inputs);
      self->inputs_at = helper->in;
      ls_call_in (self, u + lane->first_input, lane->n_inputs * sizeof *u);
      ls_call_end (self, ls_fmi2_names[LS_FMI2_INDEX_SetReal]);
    }
  ls_remote_fmi2_write_step (self, time, step, lane->no_set_state_prior);
  ls_call_end (self, ls_fmi2_names[LS_FMI2_INDEX_DoStep]);
  self->step_at = helper->in - sizeof (StepNumbers);
  if (lane->n_outputs > 0)
    {
      ls_remote_begin (self, LS_FMI2_INDEX_GetReal);
      ls_call_in (self, lane->outputs, lane->n_outputs * sizeof *lane->outputs);
      ls_call_value (self, lane->n_outputs);
      self->first_out = ls_call_out (self, lane->n_outputs * 8);
      ls_call_end (self, ls_fmi2_names[LS_FMI2_INDEX_GetReal]);
    }
  return TRUE;
}

void
ls_remote_fmi2_rewrite_lane (
    LsInstanceFmi2 *instance, const LsBatchItem *lane, double time, double step, const double u[])
{
  const LsRemote *self = instance->base.remote;
  unsigned char *data = self->helper->request->data;
  const StepNumbers numbers = { (guint64)lane->no_set_state_prior, time, step };

  for (gsize i = 0; i < lane->n_inputs; i++)
    memcpy (data + self->inputs_at + i * sizeof *u, u + lane->first_input + i, sizeof *u);
  memcpy (data + self->step_at, &numbers, sizeof numbers);
}

static int
read_status (LsInstanceFmi2 *instance, guint call)
{
  guint64 result;

  if (!ls_helper_get_result (instance->base.remote->helper, call, &result))
    return -1;
  if (G_UNLIKELY ((result & HOST_MENDED) != 0))
    instance->base.remote_class->mended (instance);
  return (int)(result & G_MAXINT32);
}

void
ls_remote_fmi2_read_lane (LsInstanceFmi2 *instance, const LsBatchItem *lane, double y[])
{
  const LsRemote *self = instance->base.remote;
  guint call = self->first_call;

  instance->lane[LANE_SET] = lane->n_inputs > 0 ? read_status (instance, call++) : fmi2OK;
  instance->lane[LANE_STEP] = read_status (instance, call++);
  instance->lane[LANE_GET] = lane->n_outputs > 0 ? read_status (instance, call) : fmi2OK;
  if (lane->n_outputs > 0 && instance->lane[LANE_GET] >= 0)
    ls_remote_read (self, self->first_out, y + lane->first_output, lane->n_outputs * sizeof *y);
}
