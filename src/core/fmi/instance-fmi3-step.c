/* Steps of FMI 3.0 Co-Simulation: a step of the importer is one or several of the FMU, which ends
 * them at its events. */
#include "core/fmi/remote-fmi3-step.h"
#include "core/fmi/remote-batch.h"

#include "core/base/interrupt.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* One step of the FMU. */
typedef struct
{
  fmi3Boolean event, terminate, early;
  double last;
} Ended;

static LsStatus
refuse_time (LsInstanceFmi3 *self, double last, double asked)
{
  const gboolean late = last > asked;

  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, "fmi3DoStep", self->base.time,
                late ? _ ("the step ended at %.17g s, after its end at %.17g s")
                     : _ ("the step ended at %.17g s, before its beginning at %.17g s, or at no "
                          "time"),
                last, late ? asked : self->base.clock);
  return LS_STOP;
}

static inline LsStatus
judge_step (LsInstanceFmi3 *self, int status)
{
  const LsStatus result
      = G_LIKELY (status == fmi3OK) ? LS_OK : ls_instance_judge (&self->base, status);

  if (result == LS_RETRY)
    self->base.stage = LS_STAGE_STEP_FAILED;
  return result;
}

static inline LsStatus
call_step (LsInstanceFmi3 *self, double length, gboolean no_set_state_prior, Ended *ended)
{
  fmi3Status status;

  *ended = (Ended){ .last = self->base.clock + length };
  self->base.call = "fmi3DoStep";
  if (self->polynomials != NULL)
    self->polynomials->start = self->base.clock;
  self->base.stage = LS_STAGE_STEP_COMPLETE;
  status = self->fmi.DoStep (self->component, self->base.clock,
                             ls_instance_tell_length (&self->base, length), no_set_state_prior,
                             &ended->event, &ended->terminate, &ended->early, &ended->last);
  LS_MEND_FLOATING_POINT (&self->base);
  return judge_step (self, (int)status);
}

static inline gboolean
same_time (double a, double b, double h)
{
  return G_LIKELY (a == b) || fabs (a - b) <= 1e-9 * h + 1e-15 * fabs (b);
}

/* Whether a step to @asked can have ended at @last: those that end early between its ends; the
 * others, if steps before have ended elsewhere, not before these. */
static gboolean
is_credible (const LsInstanceFmi3 *self, double last, double asked, gboolean early, double h)
{
  const double start = self->base.clock - (early ? 0.0 : *self->lag);

  return isfinite (last) && (last >= start || same_time (last, start, h))
         && (!early || last <= asked || same_time (last, asked, h));
}

/* The internal steps of a fixed length of some FMUs end elsewhere. */
static void
warn_late (LsInstanceFmi3 *self, double last, double end)
{
  if (!self->is_late)
    ls_log_write (self->base.log, LS_LOG_WARNING, self->base.name, "fmi3DoStep", self->base.time,
                  _ ("the step ended at %.9g s instead of %.9g s: outputs are those of that time, "
                     "here and later"),
                  last, end);
  self->is_late = TRUE;
}

/* Whether the time of the next event is reached, as in same_time(); infinite: there is none. */
static gboolean
is_due (const LsInstanceFmi3 *self, double h)
{
  const double now = self->base.clock, slack = 1e-9 * fmin (h, 1.0) + 1e-15 * fabs (now);

  return self->base.event_time <= now + slack;
}

/* An event within the step, of which others are told. */
static LsStatus
handle_own_event (LsInstanceFmi3 *self)
{
  LsStatus status = ls_instance_tell_event (&self->base, LS_EVENT_BEFORE);

  if (status == LS_OK)
    status = ls_instance_fmi3_handle_event (self);
  return status == LS_OK ? ls_instance_tell_event (&self->base, LS_EVENT_AFTER) : status;
}

/* Steps of the FMU until @end, absolute, after one to @asked. */
static G_GNUC_NO_INLINE LsStatus
go_on (LsInstanceFmi3 *self,
       double asked,
       double end,
       double h,
       gboolean no_set_state_prior,
       Ended *ended)
{
  LsInstance *base = &self->base;
  LsStatus status = LS_OK;

  for (guint repeats = 0; repeats < LS_FMI3_MAX_REPEATS;)
    {
      const double before = base->clock;
      /* Without an event or early return the communication point is the one asked for, whatever the
       * FMU's own steps have reached. */
      const gboolean stays = !ended->event && !ended->early && !ended->terminate;
      const double now
          = stays || same_time (ended->last, asked, h) ? asked : fmax (before, ended->last);

      if (!is_credible (self, ended->last, asked, !stays, h))
        return refuse_time (self, ended->last, asked);
      *self->lag = now - ended->last;
      if (!same_time (ended->last, now, h))
        warn_late (self, ended->last, now);
      base->clock = now;
      base->time = now - base->origin;
      if (ended->terminate)
        return ls_instance_end_simulation (base);
      if (self->event_mode && (ended->event || is_due (self, h)))
        {
          status = handle_own_event (self);
          if (status != LS_OK)
            return status;
        }
      if (base->event_time <= base->clock)
        {
          repeats++;
          ended->last = asked = base->clock;
          ended->event = true;
          continue;
        }
      if (base->clock >= end)
        return LS_OK;
      if (ls_interrupt_is_wanted ())
        return LS_STOP;
      repeats = base->clock > before ? 0 : repeats + 1;
      asked = fmin (end, base->event_time);
      status = call_step (self, asked - base->clock, no_set_state_prior, ended);
      if (status != LS_OK)
        return status;
    }
  ls_log_write (base->log, LS_LOG_ERROR, base->name, "fmi3DoStep", base->time,
                _ ("%u events or steps in a row do not advance the time"), LS_FMI3_MAX_REPEATS);
  return LS_STOP;
}

/* A step of the importer of @h, s, to @target: the FMU goes to @end, absolute, or first for @length
 * to its next event, to @asked. */
typedef struct
{
  double h, target, end, asked, length;
} Way;

static inline Way
plan_step (const LsInstanceFmi3 *self, double h)
{
  const LsInstance *base = &self->base;
  Way way = { .h = h, .target = base->time + h };

  /* See the same function of FMI 2.0. */
  way.length = base->origin == 0.0 && base->clock == base->time
                   ? h
                   : base->origin + way.target - base->clock;
  way.end = base->clock + way.length;
  way.asked = way.end;
  if (G_UNLIKELY (base->event_time < way.end))
    {
      way.asked = base->event_time;
      way.length = way.asked - base->clock;
    }
  return way;
}

static inline LsStatus
forget_events (LsInstance *self)
{
  self->had_event = FALSE;
  return G_UNLIKELY (self->has_told) ? ls_instance_tell_event (self, LS_EVENT_FORGET) : LS_OK;
}

/* Whether the first step of the FMU has led to the end, without an event. */
static inline gboolean
is_over (const LsInstanceFmi3 *self, const Way *way, const Ended *ended)
{
  return !ended->event && !ended->terminate && same_time (ended->last, way->end, way->h)
         && !(self->base.event_time <= way->end);
}

/* @status: of the first step of the FMU */
static G_ALWAYS_INLINE inline LsStatus
end_step (LsInstanceFmi3 *self,
          const Way *way,
          LsStatus status,
          gboolean no_set_state_prior,
          Ended *ended,
          double *reached)
{
  LsInstance *base = &self->base;

  if (G_LIKELY (status == LS_OK && is_over (self, way, ended)))
    {
      base->clock = way->end;
      *self->lag = 0.0;
    }
  else if (status == LS_OK)
    status = go_on (self, way->asked, way->end, way->h, no_set_state_prior, ended);
  if (status == LS_OK)
    base->time = way->target;
  *reached = base->time;
  return status;
}

/* Whether the FMU is asked at once for a step of the length of the importer. */
static inline gboolean
is_straight (const LsInstanceFmi3 *self, double end)
{
  const LsInstance *base = &self->base;

  return !self->is_open && base->origin == 0.0 && base->clock == base->time && end > base->clock
         && !(base->event_time < end);
}

/* Any other; also with nothing to step over. */
static G_GNUC_NO_INLINE LsStatus
take_other_step (LsInstanceFmi3 *self, double h, gboolean no_set_state_prior, double *reached)
{
  LsInstance *base = &self->base;
  LsStatus status;
  Ended ended;
  Way way;

  if (self->is_open)
    {
      status = ls_instance_fmi3_settle (self);
      base->had_event = TRUE;
      if (status != LS_OK)
        return status;
    }
  way = plan_step (self, h);
  if (!(way.end > base->clock))
    {
      base->call = "fmi3DoStep";
      return ls_instance_refuse_step (base, h);
    }
  ls_instance_expect_length (base, h);
  status = call_step (self, way.length, no_set_state_prior, &ended);
  return end_step (self, &way, status, no_set_state_prior, &ended, reached);
}

static G_ALWAYS_INLINE inline LsStatus
take_step (LsInstanceFmi3 *self, double h, gboolean no_set_state_prior, double *reached)
{
  LsInstance *base = &self->base;
  LsStatus status;
  Ended ended;
  Way way;

  *reached = base->time;
  if (G_UNLIKELY (forget_events (base) != LS_OK))
    return LS_STOP;
  way = (Way){ h, base->time + h, base->time + h, base->time + h, h };
  if (G_UNLIKELY (!is_straight (self, way.end)))
    return take_other_step (self, h, no_set_state_prior, reached);
  ls_instance_expect_length (base, h);
  status = call_step (self, h, no_set_state_prior, &ended);
  return end_step (self, &way, status, no_set_state_prior, &ended, reached);
}

LsStatus
ls_instance_fmi3_do_step (LsInstance *instance,
                          double h,
                          gboolean no_set_state_prior,
                          double *reached)
{
  return take_step ((LsInstanceFmi3 *)instance, h, no_set_state_prior, reached);
}

/* Most are set in the order of their polynomials. */
static inline void
keep_inputs (LsInstanceFmi3 *self, const guint32 *references, gsize n, const double values[])
{
  double *row = host_inputs_get_rows (self->polynomials);

  for (gsize i = 0; i < n; i++)
    {
      if (i >= self->polynomials->n || self->input_references[i] != references[i])
        {
          ls_instance_fmi3_keep_inputs (self, 0, references + i, n - i, values + i);
          return;
        }
      row[i] = values[i];
    }
}

static inline LsStatus
hold_inputs (LsInstanceFmi3 *self, const LsBatchItem *item, const double u[])
{
  fmi3Status status;

  if (G_UNLIKELY (!self->plain_calls || self->is_open))
    return ls_instance_fmi3_cs_set_real (&self->base, item->inputs, item->n_inputs, u);
  if (self->polynomials != NULL)
    keep_inputs (self, item->inputs, item->n_inputs, u);
  self->base.call = "fmi3SetFloat64";
  status = self->fmi.SetFloat64 (self->component, item->inputs, item->n_inputs, u, item->n_inputs);
  return G_LIKELY (status == fmi3OK) ? LS_OK : ls_instance_judge (&self->base, (int)status);
}

static inline LsStatus
get_outputs (LsInstanceFmi3 *self, const LsBatchItem *item, double y[])
{
  fmi3Status status;

  if (G_UNLIKELY (!self->plain_calls || self->is_open))
    return ls_instance_fmi3_cs_get_real (&self->base, item->outputs, item->n_outputs, y);
  self->base.call = "fmi3GetFloat64";
  status
      = self->fmi.GetFloat64 (self->component, item->outputs, item->n_outputs, y, item->n_outputs);
  return G_LIKELY (status == fmi3OK) ? LS_OK : ls_instance_judge (&self->base, (int)status);
}

/* The floating-point environment is looked at after the step of the FMU alone. */
static inline LsStatus
hold_step (
    LsInstanceFmi3 *self, const LsBatchItem *item, double length, const double u[], double y[])
{
  LsInstance *base = &self->base;
  LsStatus status = LS_OK;
  double reached;

  /* Otherwise ls_instance_do_step() logs the reason. */
  if (G_UNLIKELY (base->stage != LS_STAGE_STEP_COMPLETE && !self->is_open))
    return ls_instance_do_step (base, length, item->no_set_state_prior, &reached);
  ls_instance_note_call (base);
  if (item->n_inputs > 0)
    status = hold_inputs (self, item, u + item->first_input);
  if (G_LIKELY (status == LS_OK))
    status = take_step (self, length, item->no_set_state_prior, &reached);
  if (G_UNLIKELY (status != LS_OK) || item->n_outputs == 0)
    return status;
  return get_outputs (self, item, y + item->first_output);
}

/* ---- In helper processes ---- */

/* Values that are converted, or are events where they change, take calls of their own. */
static gboolean
fits_item (LsInstance *instance, const LsBatchItem *item)
{
  const LsInstanceFmi3 *self = (const LsInstanceFmi3 *)instance;

  if (!self->plain_reals)
    return FALSE;
  for (gsize i = 0; i < item->n_inputs && self->n_held > 0; i++)
    {
      const LsVariable *variable = ls_instance_fmi3_find (self, item->inputs[i]);

      if (variable == NULL || ls_instance_fmi3_get_held (self, variable) != NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
begin_item (
    LsInstance *instance, const LsBatchItem *item, double h, const double u[], double *length)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const Way way = plan_step (self, h);

  if (self->is_open || (self->polynomials != NULL && self->polynomials->is_active)
      || !(way.end > instance->clock) || forget_events (instance) != LS_OK)
    return FALSE;
  if (self->polynomials != NULL)
    ls_instance_fmi3_keep_inputs (self, 0, item->inputs, item->n_inputs, u + item->first_input);
  ls_instance_expect_length (instance, h);
  *length = ls_instance_tell_length (instance, way.length);
  return TRUE;
}

static LsStatus
end_item (LsInstance *instance, const LsBatchItem *item, double h)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStepCalls *calls = &instance->remote->step_calls;
  Way way = plan_step (self, h);
  LsStatus status;
  double reached;
  Ended ended;

  instance->call = "fmi3DoStep";
  status = judge_step (self, calls->step);
  ls_remote_fmi3_read_step (calls->places, &ended.event, &ended.terminate, &ended.early,
                            &ended.last);
  if (!is_over (self, &way, &ended))
    calls->get = -1;
  return end_step (self, &way, status, item->no_set_state_prior, &ended, &reached);
}

static LsStatus
hold_item (LsInstance *instance, const LsBatchItem *item, double h, const double u[], double y[])
{
  return hold_step ((LsInstanceFmi3 *)instance, item, h, u, y);
}

const LsBatchKind ls_instance_fmi3_batch = {
  .set = LS_FMI3_INDEX_SetFloat64,
  .step = LS_FMI3_INDEX_DoStep,
  .get = LS_FMI3_INDEX_GetFloat64,
  .is_counted = TRUE,
  .fits = fits_item,
  .begin = begin_item,
  .write_step = ls_remote_fmi3_write_step,
  .end = end_item,
  .get_real = ls_instance_fmi3_cs_get_real,
  .hold_step = hold_item,
};

/* ---- All items ---- */

LsStatus
ls_instance_fmi3_hold_steps (const LsBatchItem items[],
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
      LsStatus status = G_UNLIKELY (ls_interrupt_is_wanted ())
                            ? LS_STOP
                            : hold_step ((LsInstanceFmi3 *)item->instance, item, h, u, y);

      if (G_UNLIKELY (status != LS_OK))
        {
          result->failed = (guint)(item - items);
          return status;
        }
      result->event |= item->instance->had_event;
    }
  return LS_OK;
}
