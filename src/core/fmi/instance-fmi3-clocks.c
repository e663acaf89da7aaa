/* FMI 3.0: Clocks with a time of their own. The FMU gives their intervals, the importer ticks them,
 * in event mode. */
#include "core/fmi/fmi3-instance.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Ticks of one instant, relative to the interval. */
#define SAME_INSTANT 1e-9
/* Ticks of an interval of 0 at the same instant: fewer than events in a row, so that the message
 * names the Clock. */
#define MAX_REPEATS (LS_FMI3_MAX_REPEATS / 2)

static gboolean
is_periodic (const LsClock *clock)
{
  return clock->variability <= LS_INTERVAL_TUNABLE;
}

static LsStatus
get_interval (LsInstanceFmi3 *self,
              const LsVariable *clock,
              double *interval,
              fmi3IntervalQualifier *qualifier)
{
  *qualifier = fmi3IntervalNotYetKnown;
  LS_FMI3_RETURN_CALL (self, GetIntervalDecimal, &clock->value_reference, 1, interval, qualifier);
}

static LsStatus
get_shift (LsInstanceFmi3 *self, const LsVariable *clock, double *shift)
{
  LS_FMI3_RETURN_CALL (self, GetShiftDecimal, &clock->value_reference, 1, shift);
}

static LsStatus
refuse_interval (LsInstanceFmi3 *self, const LsVariable *clock, double interval)
{
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, self->base.call, self->base.time,
                _ ("%s: the Clock has an interval of %g s"), clock->name, interval);
  return LS_STOP;
}

static LsStatus
refuse_repeats (LsInstanceFmi3 *self, const LsVariable *clock)
{
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, self->base.call, self->base.time,
                _ ("%s: the Clock has had an interval of 0 s %u times in a row"), clock->name,
                MAX_REPEATS);
  return LS_STOP;
}

LsStatus
ls_instance_fmi3_take_interval (LsInstanceFmi3 *self, guint i, double interval, double time)
{
  LsFmi3Ticks *ticks = &self->ticks[i];

  if (!(interval >= 0.0) || isinf (interval))
    return refuse_interval (self, self->clocks[i], interval);
  ticks->n = interval == 0.0 ? ticks->n + 1.0 : 0.0;
  if (ticks->n > MAX_REPEATS)
    return refuse_repeats (self, self->clocks[i]);
  ticks->next = time + interval;
  return LS_OK;
}

/* A changing Clock and a countdown Clock tick once, an interval after @time. */
LsStatus
ls_instance_fmi3_read_next (LsInstanceFmi3 *self, guint i, double time)
{
  fmi3IntervalQualifier qualifier;
  double interval = NAN;
  LsStatus status = get_interval (self, self->clocks[i], &interval, &qualifier);

  return status == LS_OK && qualifier == fmi3IntervalChanged
             ? ls_instance_fmi3_take_interval (self, i, interval, time)
             : status;
}

static LsStatus
start_periodic (LsInstanceFmi3 *self, guint i)
{
  const LsVariable *variable = self->clocks[i];
  LsFmi3Ticks *ticks = &self->ticks[i];
  fmi3IntervalQualifier qualifier;
  double interval = variable->clock->interval, shift = variable->clock->shift;
  LsStatus status = LS_OK;

  if (!variable->clock->has_interval)
    {
      status = get_interval (self, variable, &interval, &qualifier);
      if (status == LS_OK && self->fmi.GetShiftDecimal != NULL)
        status = get_shift (self, variable, &shift);
    }
  if (status == LS_OK && (!(interval > 0.0) || !isfinite (shift)))
    return refuse_interval (self, variable, interval);
  ticks->period = interval;
  ticks->start = self->base.clock + shift;
  ticks->next = ticks->start;
  return status;
}

LsStatus
ls_instance_fmi3_init_clocks (LsInstanceFmi3 *self)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->n_outs; i++)
    self->fired[i] = (LsFmi3Fired){ .time = -INFINITY };
  for (guint i = 0; i < self->n_clocks && status == LS_OK; i++)
    {
      self->ticks[i] = (LsFmi3Ticks){ .period = NAN, .next = INFINITY };
      status = is_periodic (self->clocks[i]->clock)
                   ? start_periodic (self, i)
                   : ls_instance_fmi3_read_next (self, i, self->base.clock);
    }
  return status;
}

LsStatus
ls_instance_fmi3_note_fired (LsInstanceFmi3 *self, double time)
{
  fmi3Status status;
  LsStatus result;

  if (self->n_outs == 0)
    return LS_OK;
  self->base.call = "fmi3GetClock";
  if (self->fmi.GetClock == NULL)
    return ls_instance_miss (&self->base);
  status = self->fmi.GetClock (self->component, self->out_refs, self->n_outs, self->raw);
  result = status == fmi3OK ? LS_OK : ls_instance_judge (&self->base, (int)status);
  for (guint i = 0; i < self->n_outs && result == LS_OK; i++)
    if (((const fmi3Clock *)self->raw)[i])
      {
        self->fired[i].n += 1.0;
        self->fired[i].time = time;
      }
  return result;
}

guint64
ls_instance_fmi3_get_n_ticks (const LsInstance *instance, const LsVariable *clock, double *time)
{
  const LsInstanceFmi3 *self = (const LsInstanceFmi3 *)instance;

  for (guint i = 0; i < self->n_outs; i++)
    if (self->outs[i]->value_reference == clock->value_reference)
      {
        *time = self->fired[i].time - instance->origin;
        return (guint64)self->fired[i].n;
      }
  return 0;
}

double
ls_instance_fmi3_get_next_tick (const LsInstanceFmi3 *self)
{
  double next = INFINITY;

  for (guint i = 0; i < self->n_clocks; i++)
    next = fmin (next, self->ticks[i].next);
  return next;
}

static gboolean
is_due (const LsFmi3Ticks *self, double time)
{
  const double scale = isnan (self->period) ? fabs (time) * 1e-6 : self->period;

  return self->next <= time + SAME_INSTANT * scale;
}

/* Times are counted from the start: their sums would drift. */
void
ls_instance_fmi3_advance_clock (LsFmi3Ticks *self)
{
  self->n += 1.0;
  self->next = isnan (self->period) ? INFINITY : self->start + self->n * self->period;
}

LsStatus
ls_instance_fmi3_tick (LsInstanceFmi3 *self, double time)
{
  for (guint i = 0; i < self->n_clocks; i++)
    {
      const fmi3Clock active = fmi3ClockActive;
      fmi3Status status;
      LsStatus result;

      if (!is_due (&self->ticks[i], time))
        continue;
      self->base.call = "fmi3SetClock";
      if (self->fmi.SetClock == NULL)
        return ls_instance_miss (&self->base);
      status = self->fmi.SetClock (self->component, &self->clocks[i]->value_reference, 1, &active);
      result = status == fmi3OK ? LS_OK : ls_instance_judge (&self->base, (int)status);
      if (result != LS_OK)
        return result;
      if (!isnan (self->ticks[i].period))
        ls_instance_fmi3_advance_clock (&self->ticks[i]);
      else
        self->ticks[i].next = INFINITY;
    }
  return LS_OK;
}

LsStatus
ls_instance_fmi3_read_intervals (LsInstanceFmi3 *self, double time)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->n_clocks && status == LS_OK; i++)
    {
      const LsIntervalVariability variability = self->clocks[i]->clock->variability;
      /* A changing Clock has a new interval after its own tick only. */
      if (variability == LS_INTERVAL_COUNTDOWN
          || (variability == LS_INTERVAL_CHANGING && isinf (self->ticks[i].next)))
        status = ls_instance_fmi3_read_next (self, i, time);
    }
  return status;
}
