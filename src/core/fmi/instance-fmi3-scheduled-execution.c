/* FMI 3.0 for Scheduled Execution. A step activates the model partitions of the Clocks that tick in
 * it, one after the other by time and, at the same time, by priority; none interrupts another one,
 * which the standard allows (FMI 3.0, section 5.1). Inputs are those of the step. */
#include "core/fmi/fmi3-instance.h"
#include "core/fmi/guard.h"

#include "core/base/interrupt.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static char **
list_missing_functions (LsFmu *fmu)
{
  return ls_instance_fmi3_list_missing (fmu, LS_KIND_CO_SIMULATION);
}

static LsInstance *
create (LsFmu *fmu, const char *name, LsLog *log, gboolean debug, GError **error)
{
  return ls_instance_fmi3_create (&ls_instance_fmi3_scheduled_execution, fmu, name, log, debug,
                                  error);
}

/* ---- Partitions -------------------------------------------------------------------------- */

static LsStatus
activate (LsInstanceFmi3 *self, guint32 reference)
{
  fmi3Status status;
  LsStatus result;

  self->base.call = "fmi3ActivateModelPartition";
  self->has_failed_update = FALSE;
  status = self->fmi.ActivateModelPartition (self->component, reference, self->base.clock);
  LS_MEND_FLOATING_POINT (&self->base);
  result = status == fmi3OK ? LS_OK : ls_instance_judge (&self->base, (int)status);
  self->base.had_event = TRUE;
  /* FMI 3.0: no smaller step helps. */
  return result == LS_RETRY || self->has_failed_update ? LS_STOP : result;
}

static LsStatus
tick (LsInstanceFmi3 *self, guint i)
{
  LsFmi3Ticks *ticks = &self->ticks[i];
  LsStatus status;

  if (isnan (ticks->period) && ticks->start >= self->base.clock)
    {
      ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, "fmi3ActivateModelPartition",
                    self->base.time, _ ("%s: the Clock ticks twice at the same time"),
                    self->clocks[i]->name);
      return LS_STOP;
    }
  if (isnan (ticks->period))
    {
      ticks->start = self->base.clock;
      ticks->next = INFINITY;
    }
  else
    ls_instance_fmi3_advance_clock (ticks);
  status = activate (self, self->clocks[i]->value_reference);
  if (status == LS_OK && self->clocks[i]->clock->variability == LS_INTERVAL_CHANGING)
    status = ls_instance_fmi3_read_next (self, i, self->base.clock);
  return status;
}

static gboolean
is_before (const LsInstanceFmi3 *self, guint a, guint b)
{
  const double difference = self->ticks[a].next - self->ticks[b].next;
  /* Multiples of different periods that are the same number but for rounding. */
  const double same = 1e-12 * fmax (fabs (self->ticks[a].next), 1e-3);

  return difference < -same
         || (fabs (difference) <= same
             && self->clocks[a]->clock->priority < self->clocks[b]->clock->priority);
}

/* The next Clock to tick up to @end, s, absolute, or -1. */
static int
find_next (const LsInstanceFmi3 *self, double end)
{
  int next = -1;

  for (guint i = 0; i < self->n_clocks; i++)
    if (self->ticks[i].next <= end + 1e-12 * fabs (end)
        && (next < 0 || is_before (self, i, (guint)next)))
      next = (int)i;
  return next;
}

/* All partitions up to @end, s, absolute. */
static LsStatus
run (LsInstanceFmi3 *self, double end)
{
  LsInstance *base = &self->base;
  LsStatus status = LS_OK;
  guint repeats = 0;
  int next;

  while (status == LS_OK && (next = find_next (self, end)) >= 0)
    {
      const double time = fmin (fmax (self->ticks[next].next, base->clock), end);

      repeats = time > base->clock ? 0 : repeats + 1;
      if (repeats > LS_FMI3_MAX_REPEATS)
        {
          ls_log_write (base->log, LS_LOG_ERROR, base->name, base->call, base->time,
                        _ ("%u events or steps in a row do not advance the time"),
                        LS_FMI3_MAX_REPEATS);
          return LS_STOP;
        }
      if (ls_interrupt_is_wanted ())
        return LS_STOP;
      base->clock = time;
      base->time = time - base->origin;
      status = tick (self, (guint)next);
    }
  base->event_time = ls_instance_fmi3_get_next_tick (self);
  return status;
}

static LsStatus
exit_initialization (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status = ls_instance_fmi3_exit_initialization (instance);

  for (guint i = 0; i < self->n_clocks; i++)
    if (isnan (self->ticks[i].period))
      self->ticks[i].start = -INFINITY;
  if (status == LS_OK)
    status = run (self, instance->clock);
  /* Ticks at the start belong to the initial values. */
  instance->had_event = FALSE;
  return status;
}

static LsStatus
do_step (LsInstance *instance, double h, gboolean no_set_state_prior G_GNUC_UNUSED, double *reached)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const double target = instance->time + h, end = instance->origin + target;
  LsStatus status;

  instance->had_event = FALSE;
  status = run (self, end);
  if (status == LS_OK)
    {
      instance->clock = end;
      instance->time = target;
    }
  *reached = instance->time;
  return status;
}

/* A triggered Clock that another component ticks activates its partition. */
static LsStatus
set_boolean (LsInstance *instance, const guint32 *references, gsize n, const int values[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status = LS_OK;

  for (gsize i = 0; i < n && status == LS_OK; i++)
    {
      const LsVariable *variable = ls_instance_fmi3_find (self, references[i]);

      status = variable != NULL && variable->clock != NULL
                   ? activate (self, references[i])
                   : ls_instance_fmi3_set_boolean (instance, references + i, 1, values + i);
    }
  return status;
}

#define RUNNING LS_AT (STEP_COMPLETE)
#define INITIALIZED (RUNNING | LS_AT (TERMINATED))

const LsInstanceKind ls_instance_fmi3_scheduled_execution = {
  .kind = LS_KIND_CO_SIMULATION,
  .schedules = TRUE,
  .allowed = {
    LS_FMI3_COMMON_ALLOWED (RUNNING, INITIALIZED),
    [LS_CALL_SET_REAL] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE),
    [LS_CALL_SET_OTHER] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE),
    [LS_CALL_DO_STEP] = LS_AT (STEP_COMPLETE),
  },
  .list_missing_functions = list_missing_functions,
  .create = create,
  .fmi_version = "3.0",
  .destroy = ls_instance_fmi3_destroy,
  .get_call = ls_instance_get_call,
  .setup = ls_instance_fmi3_setup,
  .enter_initialization = ls_instance_fmi3_enter_initialization,
  .exit_initialization = exit_initialization,
  .terminate = ls_instance_fmi3_terminate,
  .get_n_ticks = ls_instance_fmi3_get_n_ticks,
  .reset = ls_instance_fmi3_reset,
  LS_STATE_ENTRIES,
  .get_real = ls_instance_fmi3_get_real,
  .get_integer = ls_instance_fmi3_get_integer,
  .get_long = ls_instance_fmi3_get_long,
  .get_boolean = ls_instance_fmi3_get_boolean,
  .get_string = ls_instance_fmi3_get_string,
  .set_real = ls_instance_fmi3_set_real,
  .set_integer = ls_instance_fmi3_set_integer,
  .set_long = ls_instance_fmi3_change_long,
  .set_boolean = set_boolean,
  .set_string = ls_instance_fmi3_set_string,
  .get_directional_derivative = ls_instance_fmi3_get_directional_derivative,
  .list_dependencies = ls_instance_fmi3_list_dependencies,
  .get_adjoint_derivative = ls_instance_fmi3_get_adjoint_derivative,
  .do_step = do_step,
};
