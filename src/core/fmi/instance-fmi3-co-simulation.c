/* FMI 3.0 for Co-Simulation, with event mode where the FMU has it: a step of the importer is one
 * or several of the FMU, which ends them at its events. */
#include "core/fmi/fmi3-instance.h"

#include "core/base/interrupt.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Steps of the FMU in a row that do not advance; more are taken for an infinite loop. */
#define MAX_REPEATS 1000

static char **
list_missing_functions (LsFmu *fmu)
{
  return ls_instance_fmi3_list_missing (fmu, LS_KIND_CO_SIMULATION);
}

static LsInstance *
create (LsFmu *fmu, const char *name, LsLog *log, gboolean debug, GError **error)
{
  return ls_instance_fmi3_create (&ls_instance_fmi3_co_simulation, fmu, name, log, debug, error);
}

/* ---- Event mode -------------------------------------------------------------------------- */

static LsStatus
end_simulation (LsInstance *self)
{
  self->has_ended = TRUE;
  ls_log_write (self->log, self->may_end ? LS_LOG_INFO : LS_LOG_ERROR, self->name, self->call,
                self->time, _ ("the FMU asks to end the simulation"));
  return LS_STOP;
}

static LsStatus
leave_event_mode (LsInstanceFmi3 *self)
{
  LsEventInfo info;
  LsStatus status = ls_instance_fmi3_update_discrete_states (&self->base, &info);

  self->is_open = FALSE;
  self->base.had_event = TRUE;
  if (status == LS_OK)
    status = ls_instance_fmi3_move (self, "fmi3EnterStepMode", self->fmi.EnterStepMode,
                                    LS_STAGE_STEP_COMPLETE);
  return status == LS_OK && info.terminate ? end_simulation (&self->base) : status;
}

static LsStatus
enter_event_mode (LsInstanceFmi3 *self)
{
  return ls_instance_fmi3_move (self, "fmi3EnterEventMode", self->fmi.EnterEventMode,
                                LS_STAGE_EVENT);
}

/* Any event: the end of a step of the FMU, the time of its next event or a tick. */
static LsStatus
handle_event (LsInstanceFmi3 *self)
{
  LsStatus status = self->base.stage == LS_STAGE_EVENT ? LS_OK : enter_event_mode (self);

  if (status == LS_OK)
    status = ls_instance_fmi3_tick (self, self->base.clock);
  return status == LS_OK ? leave_event_mode (self) : status;
}

/* Leaves the event mode that was entered to set inputs. */
static inline LsStatus
settle (LsInstanceFmi3 *self)
{
  return G_LIKELY (!self->is_open) ? LS_OK : leave_event_mode (self);
}

static LsStatus
exit_initialization (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status = ls_instance_fmi3_exit_initialization (instance);

  if (status == LS_OK && self->event_mode)
    status = handle_event (self);
  /* Every event of the initialization belongs to the initial values. */
  instance->had_event = FALSE;
  return status;
}

/* ---- Values ------------------------------------------------------------------------------ */

#define DEFINE_GET(name, type)                                                                     \
  static LsStatus get_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              type values[])                                                       \
  {                                                                                                \
    const LsStatus status = settle ((LsInstanceFmi3 *)instance);                                   \
                                                                                                   \
    return G_LIKELY (status == LS_OK)                                                              \
               ? ls_instance_fmi3_get_##name (instance, references, n, values)                     \
               : status;                                                                           \
  }

DEFINE_GET (real, double)
DEFINE_GET (integer, int)
DEFINE_GET (long, gint64)
DEFINE_GET (boolean, int)
DEFINE_GET (string, const char *)

/* With event mode, variables that are not continuous are set there. */
static LsStatus
open_event_mode (LsInstanceFmi3 *self)
{
  LsStatus status;

  if (!self->event_mode || self->is_open || self->base.stage != LS_STAGE_STEP_COMPLETE)
    return LS_OK;
  status = enter_event_mode (self);
  self->is_open = status == LS_OK;
  return status;
}

/* Structural parameters are set from step mode. */
static LsStatus
prepare_set (LsInstanceFmi3 *self, const guint32 *references, gsize n)
{
  return ls_instance_fmi3_find_structural (self, references, n) != NULL ? settle (self)
                                                                        : open_event_mode (self);
}

/* Whether values that are the last ones need not be set: there would be an event for them. */
static gboolean
may_skip (const LsInstanceFmi3 *self)
{
  return self->event_mode && !self->is_open && self->base.stage == LS_STAGE_STEP_COMPLETE;
}

#define DEFINE_SET(name, type, put, is_new)                                                        \
  static LsStatus set_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              const type values[])                                                 \
  {                                                                                                \
    LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;                                             \
    const gboolean changes = (is_new);                                                             \
    LsStatus status;                                                                               \
                                                                                                   \
    if (!changes && may_skip (self))                                                               \
      return LS_OK;                                                                                \
    status = prepare_set (self, references, n);                                                    \
    return status == LS_OK ? put (instance, references, n, values) : status;                       \
  }

typedef const char *Text;
DEFINE_SET (integer,
            int,
            ls_instance_fmi3_set_integer,
            ls_instance_fmi3_note_integers (self, references, n, values))
DEFINE_SET (long,
            gint64,
            ls_instance_fmi3_change_long,
            ls_instance_fmi3_note_longs (self, references, n, values))
DEFINE_SET (boolean,
            int,
            ls_instance_fmi3_set_boolean,
            ls_instance_fmi3_note_integers (self, references, n, values))
DEFINE_SET (string, Text, ls_instance_fmi3_set_string, TRUE)

/* The continuous ones, outside event mode. */
static LsStatus
set_continuous (LsInstanceFmi3 *self, const guint32 *references, gsize n, const double values[])
{
  LsStatus status = LS_OK;

  for (gsize i = 0, end; i < n && status == LS_OK; i = end + 1)
    {
      for (end = i; end < n; end++)
        {
          const LsVariable *variable = ls_instance_fmi3_find (self, references[end]);

          if (variable != NULL && self->held_places[variable->index] > 0)
            break;
        }
      if (end > i)
        status = ls_instance_fmi3_set_real (&self->base, references + i, end - i, values + i);
    }
  return status;
}

static LsStatus
set_real (LsInstance *instance, const guint32 *references, gsize n, const double values[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status = LS_OK;

  if (self->polynomials != NULL)
    ls_instance_fmi3_keep_inputs (self, 0, references, n, values);
  if (G_UNLIKELY (self->n_held > 0))
    {
      const gboolean changes = ls_instance_fmi3_note_reals (self, references, n, values);

      if (!changes && may_skip (self))
        return set_continuous (self, references, n, values);
      if (changes)
        status = prepare_set (self, references, n);
    }
  return status == LS_OK ? ls_instance_fmi3_set_real (instance, references, n, values) : status;
}

static LsStatus
get_directional_derivative (LsInstance *instance,
                            const guint32 *unknowns,
                            gsize n_unknowns,
                            const guint32 *knowns,
                            gsize n_knowns,
                            const double d_knowns[],
                            double d_unknowns[])
{
  const LsStatus status = settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK ? ls_instance_fmi3_get_directional_derivative (
             instance, unknowns, n_unknowns, knowns, n_knowns, d_knowns, d_unknowns)
                         : status;
}

static LsStatus
get_adjoint_derivative (LsInstance *instance,
                        const guint32 *unknowns,
                        gsize n_unknowns,
                        const guint32 *knowns,
                        gsize n_knowns,
                        const double d_unknowns[],
                        double d_knowns[])
{
  const LsStatus status = settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK ? ls_instance_fmi3_get_adjoint_derivative (
             instance, unknowns, n_unknowns, knowns, n_knowns, d_unknowns, d_knowns)
                         : status;
}

static LsStatus
get_output_derivatives (
    LsInstance *instance, const guint32 *references, gsize n, const int orders[], double values[])
{
  const LsStatus status = settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK
             ? ls_instance_fmi3_get_output_derivatives (instance, references, n, orders, values)
             : status;
}

static LsStatus
set_input_derivatives (LsInstance *instance,
                       const guint32 *references,
                       gsize n,
                       const int orders[],
                       const double values[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  if (G_UNLIKELY (!ls_instance_fmi3_follows_inputs (self)))
    return LS_RETRY;
  for (gsize i = 0; i < n; i++)
    if (orders[i] > 0)
      ls_instance_fmi3_keep_inputs (self, orders[i], references + i, 1, values + i);
  if (self->polynomials != NULL)
    self->polynomials->is_active = TRUE;
  return LS_OK;
}

static LsStatus
save (LsInstance *instance, LsSavedState **state)
{
  const LsStatus status = settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK ? ls_instance_save_state (instance, state) : status;
}

static LsStatus
restore (LsInstance *instance, LsSavedState *state)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  self->is_open = FALSE;
  return ls_instance_restore_state (instance, state);
}

/* ---- Steps ------------------------------------------------------------------------------- */

/* One step of the FMU. */
typedef struct
{
  fmi3Boolean event, terminate, early;
  double last;
} Ended;

static LsStatus
refuse_step (LsInstanceFmi3 *self, double h)
{
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, "fmi3DoStep", self->base.time,
                _ ("a step of %g s leads nowhere: FMUs count time in numbers that are %.2g s apart "
                   "there"),
                h, nextafter (self->base.clock, INFINITY) - self->base.clock);
  return LS_STOP;
}

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
call_step (LsInstanceFmi3 *self, double length, gboolean no_set_state_prior, Ended *ended)
{
  fmi3Status status;
  LsStatus result;

  *ended = (Ended){ .last = self->base.clock + length };
  self->base.call = "fmi3DoStep";
  if (self->polynomials != NULL)
    self->polynomials->start = self->base.clock;
  self->base.stage = LS_STAGE_STEP_COMPLETE;
  status = self->fmi.DoStep (self->component, self->base.clock, length, no_set_state_prior,
                             &ended->event, &ended->terminate, &ended->early, &ended->last);
  LS_MEND_FLOATING_POINT (&self->base);
  result = G_LIKELY (status == fmi3OK) ? LS_OK : ls_instance_judge (&self->base, (int)status);
  if (result == LS_RETRY)
    self->base.stage = LS_STAGE_STEP_FAILED;
  return result;
}

static gboolean
same_time (double a, double b, double h)
{
  return fabs (a - b) <= 1e-9 * h + 1e-15 * fabs (b);
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
    status = handle_event (self);
  return status == LS_OK ? ls_instance_tell_event (&self->base, LS_EVENT_AFTER) : status;
}

/* Steps of the FMU until @end, absolute, after one to @asked. */
static G_GNUC_NO_INLINE LsStatus
go_on (LsInstanceFmi3 *self,
       double *asked,
       double end,
       double h,
       gboolean no_set_state_prior,
       Ended *ended)
{
  LsInstance *base = &self->base;
  LsStatus status = LS_OK;

  for (guint repeats = 0; repeats < MAX_REPEATS;)
    {
      const double before = base->clock;
      /* Without an event or early return the communication point is the one asked for, whatever the
       * FMU's own steps have reached. */
      const gboolean stays = !ended->event && !ended->early && !ended->terminate;
      const double now
          = stays || same_time (ended->last, *asked, h) ? *asked : fmax (before, ended->last);

      if (!is_credible (self, ended->last, *asked, !stays, h))
        return refuse_time (self, ended->last, *asked);
      *self->lag = now - ended->last;
      if (!same_time (ended->last, now, h))
        warn_late (self, ended->last, now);
      base->clock = now;
      base->time = now - base->origin;
      if (ended->terminate)
        return end_simulation (base);
      if (self->event_mode && (ended->event || is_due (self, h)))
        {
          status = handle_own_event (self);
          if (status != LS_OK)
            return status;
        }
      if (base->event_time <= base->clock)
        {
          repeats++;
          ended->last = *asked = base->clock;
          ended->event = true;
          continue;
        }
      if (base->clock >= end)
        return LS_OK;
      if (ls_interrupt_is_wanted ())
        return LS_STOP;
      repeats = base->clock > before ? 0 : repeats + 1;
      *asked = fmin (end, base->event_time);
      status = call_step (self, *asked - base->clock, no_set_state_prior, ended);
      if (status != LS_OK)
        return status;
    }
  ls_log_write (base->log, LS_LOG_ERROR, base->name, base->call, base->time,
                _ ("%u events or steps in a row do not advance the time"), MAX_REPEATS);
  return LS_STOP;
}

static inline LsStatus
take_step (LsInstanceFmi3 *self, double h, gboolean no_set_state_prior, double *reached)
{
  LsInstance *base = &self->base;
  const double target = base->time + h;
  /* See the same function of FMI 2.0. */
  const double length
      = base->origin == 0.0 && base->clock == base->time ? h : base->origin + target - base->clock;
  const double end = base->clock + length;
  double asked;
  Ended ended;
  LsStatus status;

  *reached = base->time;
  base->had_event = FALSE;
  if (G_UNLIKELY (base->has_told) && ls_instance_tell_event (base, LS_EVENT_FORGET) != LS_OK)
    return LS_STOP;
  if (G_UNLIKELY (self->is_open))
    {
      status = settle (self);
      base->had_event = TRUE;
      if (status != LS_OK)
        return status;
    }
  if (G_UNLIKELY (!(end > base->clock)))
    return refuse_step (self, h);
  asked = fmin (end, base->event_time);
  status = call_step (self, asked < end ? asked - base->clock : length, no_set_state_prior, &ended);
  if (G_LIKELY (status == LS_OK && !ended.event && !ended.terminate
                && same_time (ended.last, end, h) && !(base->event_time <= end)))
    {
      base->clock = end;
      *self->lag = 0.0;
    }
  else if (status == LS_OK)
    status = go_on (self, &asked, end, h, no_set_state_prior, &ended);
  if (status != LS_OK)
    {
      *reached = base->time;
      return status;
    }
  *reached = base->time = target;
  return LS_OK;
}

static LsStatus
do_step (LsInstance *instance, double h, gboolean no_set_state_prior, double *reached)
{
  return take_step ((LsInstanceFmi3 *)instance, h, no_set_state_prior, reached);
}

static inline LsStatus
hold_step (
    LsInstanceFmi3 *self, const LsBatchItem *lane, double length, const double u[], double y[])
{
  LsInstance *base = &self->base;
  LsStatus status = LS_OK;
  double reached;

  /* Otherwise ls_instance_do_step() logs the reason. */
  if (G_UNLIKELY (base->stage != LS_STAGE_STEP_COMPLETE && !self->is_open))
    return ls_instance_do_step (base, length, lane->no_set_state_prior, &reached);
  ls_instance_note_call (base);
  if (lane->n_inputs > 0)
    status = set_real (base, lane->inputs, lane->n_inputs, u + lane->first_input);
  if (G_LIKELY (status == LS_OK))
    status = take_step (self, length, lane->no_set_state_prior, &reached);
  if (G_UNLIKELY (status != LS_OK) || lane->n_outputs == 0)
    return status;
  if (G_UNLIKELY (!self->plain_reals || self->is_open))
    return get_real (base, lane->outputs, lane->n_outputs, y + lane->first_output);
  LS_FMI3_RETURN_CALL (self, GetFloat64, lane->outputs, lane->n_outputs, y + lane->first_output,
                       lane->n_outputs);
}

static LsStatus
hold_steps (const LsBatchItem lanes[],
            guint n,
            double h,
            double end_time,
            const double u[],
            double y[],
            guint *failed)
{
  const double length = ls_instance_settle_length (lanes[0].instance, h, end_time);

  for (const LsBatchItem *lane = lanes; lane < lanes + n; lane++)
    {
      LsStatus status = G_UNLIKELY (ls_interrupt_is_wanted ())
                            ? LS_STOP
                            : hold_step ((LsInstanceFmi3 *)lane->instance, lane, length, u, y);

      if (G_UNLIKELY (status != LS_OK))
        {
          *failed = (guint)(lane - lanes);
          return status;
        }
    }
  return LS_OK;
}

/* FMI 3.0, section 4.2. */
#define RUNNING (LS_AT (STEP_COMPLETE) | LS_AT (STEP_FAILED) | LS_AT (EVENT))
#define INITIALIZED (RUNNING | LS_AT (TERMINATED))

const LsInstanceKind ls_instance_fmi3_co_simulation = {
  .fmi_version = "3.0",
  .kind = LS_KIND_CO_SIMULATION,
  .allowed = {
    LS_FMI3_COMMON_ALLOWED (RUNNING, INITIALIZED),
    [LS_CALL_SET_REAL]
    = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
    [LS_CALL_SET_OTHER]
    = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
    [LS_CALL_SET_INPUT_DERIVATIVES]
    = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
    [LS_CALL_GET_OUTPUT_DERIVATIVES] = INITIALIZED,
    [LS_CALL_DO_STEP] = LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
  },
  .list_missing_functions = list_missing_functions,
  .create = create,
  .destroy = ls_instance_fmi3_destroy,
  .get_call = ls_instance_get_call,
  .setup = ls_instance_fmi3_setup,
  .enter_initialization = ls_instance_fmi3_enter_initialization,
  .exit_initialization = exit_initialization,
  .terminate = ls_instance_fmi3_terminate,
  .get_n_ticks = ls_instance_fmi3_get_n_ticks,
  .reset = ls_instance_fmi3_reset,
  .get_real = get_real,
  .get_integer = get_integer,
  .get_long = get_long,
  .get_boolean = get_boolean,
  .get_string = get_string,
  .set_real = set_real,
  .set_integer = set_integer,
  .set_long = set_long,
  .set_boolean = set_boolean,
  .set_string = set_string,
  .get_directional_derivative = get_directional_derivative,
  .list_dependencies = ls_instance_fmi3_list_dependencies,
  .get_adjoint_derivative = get_adjoint_derivative,
  .save = save,
  .restore = restore,
  .free_state = ls_instance_drop_state,
  .serialize = ls_instance_serialize_state,
  .deserialize = ls_instance_deserialize_state,
  .set_input_derivatives = set_input_derivatives,
  .get_output_derivatives = get_output_derivatives,
  .do_step = do_step,
  .hold_steps = hold_steps,
};
