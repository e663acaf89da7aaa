/* FMI 2.0, and FMI 1.0 through its functions, for Co-Simulation. */
#include "core/fmi/remote-fmi1.h"
#include "core/fmi/remote-fmi2.h"
#include "core/fmi/remote-batch.h"

#include "core/base/interrupt.h"
#include "core/base/prefetch.h"

#include <glib/gi18n-lib.h>

/* Bytes at the beginning of what an FMU has for an instance that are asked for ahead. */
#define COMPONENT_SIZE 256u

static char **
list_missing_functions (LsFmu *fmu)
{
  return ls_description_get_major (ls_fmu_get_description (fmu)) == 1
             ? ls_instance_fmi1_list_missing (fmu, LS_KIND_CO_SIMULATION)
             : ls_instance_fmi2_list_missing (fmu, LS_KIND_CO_SIMULATION);
}

static LsInstance *
create (LsFmu *fmu, const char *name, LsLog *log, gboolean debug, GError **error)
{
  return ls_description_get_major (ls_fmu_get_description (fmu)) == 1
             ? ls_instance_fmi1_create (&ls_instance_fmi1_co_simulation, fmu, name, log, debug,
                                        error)
             : ls_instance_fmi2_create (&ls_instance_fmi2_co_simulation, fmu, name, log, debug,
                                        error);
}

/* A warning means that the FMU did not use or provide the derivatives as requested. */
static LsStatus
judge_derivatives (LsInstanceFmi2 *self, fmi2Status status)
{
  LsStatus result;

  if (G_LIKELY (status == fmi2OK))
    return LS_OK;
  result = ls_instance_judge (&self->base, (int)status);
  return result == LS_OK ? LS_RETRY : result;
}

static LsStatus
set_input_derivatives (LsInstance *instance,
                       const guint32 *references,
                       gsize n,
                       const int orders[],
                       const double values[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  if (n == 0)
    return LS_OK;
  self->base.call = "fmi2SetRealInputDerivatives";
  if (self->fmi->SetRealInputDerivatives == NULL)
    return ls_instance_miss (&self->base);
  return judge_derivatives (
      self, self->fmi->SetRealInputDerivatives (self->component, references, n, orders, values));
}

static LsStatus
get_output_derivatives (
    LsInstance *instance, const guint32 *references, gsize n, const int orders[], double values[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  fmi2Status status;

  if (n == 0)
    return LS_OK;
  self->base.call = "fmi2GetRealOutputDerivatives";
  if (self->fmi->GetRealOutputDerivatives == NULL)
    return ls_instance_miss (&self->base);
  status = self->fmi->GetRealOutputDerivatives (self->component, references, n, orders, values);
  LS_MEND_FLOATING_POINT (&self->base);
  return judge_derivatives (self, status);
}

/* Cancels a step that timed out, or after the run was stopped. Only after fmi2CancelStep may the
 * instance be freed; without it no function may be called any more. */
static void
cancel (LsInstanceFmi2 *self)
{
  if (!ls_interrupt_is_wanted ())
    ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, self->step_call, self->base.time,
                  _ ("the step is still pending after %g s"), self->pending_timeout);
  self->base.stage = LS_STAGE_FATAL;
  if (self->fmi->CancelStep == NULL)
    return;
  self->base.call = "fmi2CancelStep";
  if (self->fmi->CancelStep (self->component) <= fmi2Error)
    self->base.stage = LS_STAGE_ERROR;
}

/* Waits for a pending step until its callback; asks the FMU at increasing intervals all the same,
 * because some never call it. Returns: %FALSE on a time-out, or if the run is to stop. */
static gboolean
wait_for_step (LsInstanceFmi2 *self, fmi2Status *status)
{
  gint64 end = g_get_monotonic_time () + (gint64)(self->pending_timeout * 1e6);
  gint64 pause = 50; /* µs */

  ls_log_write (self->base.log, LS_LOG_DEBUG, self->base.name, self->step_call, self->base.time,
                _ ("the step is pending"));
  for (;;)
    {
      gint finished = g_atomic_int_get (&self->finished);

      if (finished > 0)
        {
          *status = (fmi2Status)(finished - 1);
          return TRUE;
        }
      self->base.call = "fmi2GetStatus";
      if (self->fmi->GetStatus != NULL
          && self->fmi->GetStatus (self->component, fmi2DoStepStatus, status) <= fmi2Warning
          && *status != fmi2Pending)
        return TRUE;
      if (self->base.remote != NULL && !ls_remote_listen (self->base.remote))
        {
          *status = fmi2Fatal;
          return TRUE;
        }
      if (g_get_monotonic_time () >= end || ls_interrupt_is_wanted ())
        return FALSE;
      ls_instance_fmi2_wait_finished (self, g_get_monotonic_time () + pause);
      pause = MIN (pause * 2, 10000);
    }
}

static LsStatus
discard_step (LsInstanceFmi2 *self, double h, double *reached)
{
  fmi2Boolean terminated = fmi2False;
  fmi2Real last = self->base.time;
  double start = self->base.time;

  last += self->base.origin;
  self->base.stage = LS_STAGE_STEP_FAILED;
  self->base.call = "fmi2GetRealStatus";
  if (self->fmi->GetRealStatus != NULL
      && self->fmi->GetRealStatus (self->component, fmi2LastSuccessfulTime, &last) <= fmi2Warning
      && last - self->base.origin >= start && last - self->base.origin <= start + h)
    *reached = last - self->base.origin;
  self->base.call = "fmi2GetBooleanStatus";
  if (self->fmi->GetBooleanStatus == NULL
      || self->fmi->GetBooleanStatus (self->component, fmi2Terminated, &terminated) > fmi2Warning
      || !terminated)
    return LS_RETRY;
  self->base.time = *reached;
  self->base.call = self->step_call;
  return ls_instance_end_simulation (&self->base);
}

/* Far from time 0 the absolute time of an FMU has a lower resolution than the relative time of the
 * run: the step length passed to the FMU leads from its current time, exactly, to the representable
 * time nearest to the end of the step. */
static inline double
get_length (const LsInstance *self, double h)
{
  /* @h itself is not used even if clock + @h rounds to the right time: each @h would be a little
   * longer than the advance of the clock, and the difference would accumulate (5e-8 s on every step
   * of 1e-3 s at 1.7e9 s, 1e-4 s after 2000 of them). */
  return G_LIKELY (self->origin == 0.0) ? h : self->origin + (self->time + h) - self->clock;
}

static inline void
go_on (LsInstanceFmi2 *self, double h, double *reached)
{
  self->base.clock += get_length (&self->base, h);
  *reached = self->base.time = self->base.time + h;
}

/* Steps that did not return fmi2OK; rare. */
static G_GNUC_NO_INLINE LsStatus
end_step (LsInstanceFmi2 *self, fmi2Status status, double h, double *reached)
{
  LsStatus result;

  *reached = self->base.time;
  if (status == fmi2Pending && !wait_for_step (self, &status))
    {
      cancel (self);
      return LS_STOP;
    }
  self->base.call = self->step_call;
  result = status == fmi2OK ? LS_OK : ls_instance_judge (&self->base, (int)status);
  if (result == LS_OK)
    go_on (self, h, reached);
  return result == LS_RETRY ? discard_step (self, h, reached) : result;
}

static inline LsStatus
take_step (LsInstanceFmi2 *self, double h, gboolean no_set_state_prior, double *reached)
{
  const double length = get_length (&self->base, h);
  fmi2Status status;

  self->base.call = self->step_call;
  if (G_UNLIKELY (!(self->base.clock + length > self->base.clock)))
    return ls_instance_refuse_step (&self->base, h);
  /* Modified by asynchronous FMUs only; has to be reset before the call. */
  self->finished = 0;
  ls_instance_expect_length (&self->base, h);
  status = self->fmi->DoStep (self->component, self->base.clock,
                              ls_instance_tell_length (&self->base, length), no_set_state_prior);
  LS_MEND_FLOATING_POINT (&self->base);
  if (G_UNLIKELY (status != fmi2OK))
    return end_step (self, status, h, reached);
  self->base.clock += length;
  *reached = self->base.time = self->base.time + h;
  return LS_OK;
}

static LsStatus
do_step (LsInstance *instance, double h, gboolean no_set_state_prior, double *reached)
{
  return take_step ((LsInstanceFmi2 *)instance, h, no_set_state_prior, reached);
}

/* For the calls of a batch: without errors only functions of the FMU are called. @u, @y: of @item
 * alone */
static inline LsStatus
set_inputs (LsInstanceFmi2 *self, const LsBatchItem *item, const double u[])
{
  fmi2Status status;

  if (item->n_inputs == 0)
    return LS_OK;
  self->base.call = "fmi2SetReal";
  status = self->fmi->SetReal (self->component, item->inputs, item->n_inputs, u);
  return G_LIKELY (status == fmi2OK) ? LS_OK : ls_instance_judge (&self->base, (int)status);
}

static inline LsStatus
get_outputs (LsInstanceFmi2 *self, const LsBatchItem *item, gsize n, double y[])
{
  fmi2Status status;

  if (n == 0)
    return LS_OK;
  self->base.call = "fmi2GetReal";
  status = self->fmi->GetReal (self->component, item->outputs, n, y);
  return G_LIKELY (status == fmi2OK) ? LS_OK : ls_instance_judge (&self->base, (int)status);
}

static inline LsStatus
hold_step (
    LsInstanceFmi2 *self, const LsBatchItem *item, double length, const double u[], double y[])
{
  LsStatus status;
  double reached;

  /* In this stage doStep, setting inputs and getting outputs afterwards are allowed. Otherwise
   * ls_instance_do_step() logs the reason. */
  if (G_UNLIKELY (self->base.stage != LS_STAGE_STEP_COMPLETE))
    return ls_instance_do_step (&self->base, length, item->no_set_state_prior, &reached);
  ls_instance_note_call (&self->base);
  status = set_inputs (self, item, u + item->first_input);
  if (G_LIKELY (status == LS_OK))
    status = take_step (self, length, item->no_set_state_prior, &reached);
  return G_LIKELY (status == LS_OK)
             ? get_outputs (self, item, item->n_outputs, y + item->first_output)
             : status;
}

static LsStatus
evaluate (const LsBatchItem *item, gsize n_outputs, const double u[], double y[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)item->instance;
  LsStatus status;

  /* Otherwise ls_instance_set_real() logs the reason. */
  if (G_UNLIKELY (self->base.stage != LS_STAGE_STEP_COMPLETE))
    return ls_instance_set_real (&self->base, item->inputs, item->n_inputs, u);
  ls_instance_note_call (&self->base);
  status = set_inputs (self, item, u);
  if (G_LIKELY (status == LS_OK))
    status = get_outputs (self, item, n_outputs, y);
  LS_MEND_FLOATING_POINT (&self->base);
  return status;
}

/* ---- In helper processes ---- */

static gboolean
begin_item (LsInstance *instance,
            const LsBatchItem *item G_GNUC_UNUSED,
            double h,
            const double u[] G_GNUC_UNUSED,
            double *length)
{
  ls_instance_expect_length (instance, h);
  *length = ls_instance_tell_length (instance, get_length (instance, h));
  ((LsInstanceFmi2 *)instance)->finished = 0;
  return instance->clock + *length > instance->clock;
}

static LsStatus
end_item (LsInstance *instance, const LsBatchItem *item G_GNUC_UNUSED, double h)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  const int status = instance->remote->step_calls.step;
  double reached;

  instance->call = self->step_call;
  if (G_UNLIKELY (status != fmi2OK))
    return end_step (self, (fmi2Status)status, h, &reached);
  go_on (self, h, &reached);
  return LS_OK;
}

static LsStatus
hold_item (LsInstance *instance, const LsBatchItem *item, double h, const double u[], double y[])
{
  return hold_step ((LsInstanceFmi2 *)instance, item, h, u, y);
}

#define BATCH_ENTRIES                                                                              \
  .begin = begin_item, .end = end_item, .get_real = ls_instance_fmi2_get_real,                     \
  .hold_step = hold_item

static const LsBatchKind fmi1_batch = {
  BATCH_ENTRIES,
  .set = LS_FMI1_INDEX_SetReal,
  .step = LS_FMI1_INDEX_DoStep,
  .get = LS_FMI1_INDEX_GetReal,
  .fits = ls_instance_fmi1_knows_item,
  .write_step = ls_remote_fmi1_write_step,
};

static const LsBatchKind fmi2_batch = {
  BATCH_ENTRIES,
  .set = LS_FMI2_INDEX_SetReal,
  .step = LS_FMI2_INDEX_DoStep,
  .get = LS_FMI2_INDEX_GetReal,
  .write_step = ls_remote_fmi2_write_step,
};

/* ---- All items ---- */

/* In another process it is no address of this one, which does no harm. */
static void
prefetch_component (const LsInstance *instance)
{
  ls_prefetch (((const LsInstanceFmi2 *)instance)->component, COMPONENT_SIZE);
}

/* @item: of @n; asks for those that come next */
static inline void
prefetch_items (const LsBatchItem items[], guint item, guint n)
{
  if (ls_prefetch_find (item, 0) < n)
    ls_instance_prefetch (items[ls_prefetch_find (item, 0)].instance);
  if (ls_prefetch_find (item, 2) < n)
    prefetch_component (items[ls_prefetch_find (item, 2)].instance);
}

/* Steps of these versions have no events. */
static LsStatus
hold_steps (const LsBatchItem items[],
            guint n,
            double h,
            const double u[],
            double y[],
            LsBatchResult *result)
{
  if (G_UNLIKELY (items[0].instance->remote != NULL))
    return ls_remote_hold_batch (items, n, h, u, y, result);
  for (const LsBatchItem *item = items; item < items + n; item++)
    {
      LsStatus status;

      if (n >= LS_PREFETCH_LEAST)
        prefetch_items (items, (guint)(item - items), n);
      status = G_UNLIKELY (ls_interrupt_is_wanted ())
                   ? LS_STOP
                   : hold_step ((LsInstanceFmi2 *)item->instance, item, h, u, y);

      if (G_UNLIKELY (status != LS_OK))
        {
          result->failed = (guint)(item - items);
          return status;
        }
    }
  return LS_OK;
}

/* FMI 2.0, section 4.2.4. */
#define RUNNING (LS_AT (STEP_COMPLETE) | LS_AT (STEP_FAILED))
#define INITIALIZED (RUNNING | LS_AT (TERMINATED))

#define ENTRIES                                                                                    \
  .kind = LS_KIND_CO_SIMULATION,                                                                   \
  .allowed = {                                                                                     \
    LS_FMI2_COMMON_ALLOWED (RUNNING, INITIALIZED),                                                 \
    [LS_CALL_SET_REAL] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE),    \
    [LS_CALL_SET_OTHER] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE),   \
    [LS_CALL_SET_INPUT_DERIVATIVES]                                                                \
    = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE),                       \
    [LS_CALL_GET_OUTPUT_DERIVATIVES] = INITIALIZED,                                                \
    [LS_CALL_DO_STEP] = LS_AT (STEP_COMPLETE),                                                     \
  },                                                                                               \
  LS_FMI2_COMMON_ENTRIES, LS_FMI2_VALUE_ENTRIES,                                                   \
  .list_missing_functions = list_missing_functions, .create = create,                              \
  .set_pending_timeout = ls_instance_fmi2_set_pending_timeout,                                     \
  .set_input_derivatives = set_input_derivatives,                                                  \
  .get_output_derivatives = get_output_derivatives, .do_step = do_step, .hold_steps = hold_steps,                \
  .evaluate = evaluate,                                                                            \
  .prefetch_component = prefetch_component

const LsInstanceKind ls_instance_fmi1_co_simulation = {
  ENTRIES,
  .fmi_version = "1.0",
  .batch = &fmi1_batch,
  .destroy = ls_instance_fmi1_destroy,
};

const LsInstanceKind ls_instance_fmi2_co_simulation = {
  ENTRIES,
  .fmi_version = "2.0",
  .batch = &fmi2_batch,
  .destroy = ls_instance_fmi2_destroy,
};
