/* All systems of a run, and one step of all of them. */
#include "core/assembly/network.h"

#include "core/assembly/balance.h"
#include "core/assembly/crew.h"
#include "core/assembly/end-outputs.h"
#include "core/assembly/initialise.h"
#include "core/num/polynomial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
ls_network_gather (const LsNetwork *self, const double values[], double gathered[])
{
  for (guint j = 0; j < self->n_in; j++)
    if (self->source[j] >= 0)
      gathered[j] = values[self->source[j]];
}

LsStatus
ls_network_find_derivatives (LsNetwork *self, double h, gboolean *known)
{
  *known = FALSE;
  return self->initialise != NULL ? ls_initialise_find_derivatives (self->initialise, h, known)
                                  : LS_OK;
}

/* After a discarded step: %LS_RETRY once all systems are back at its start. */
static G_GNUC_NO_INLINE LsStatus
roll_back (LsNetwork *self)
{
  if (self->rollback_log == NULL)
    return LS_RETRY;
  self->counts.rollbacks++;
  return ls_rollback_log_roll_back (self->rollback_log) == LS_OK ? LS_RETRY : LS_STOP;
}

/* Cold path: no inlining. */
static G_GNUC_NO_INLINE void
report_output (const LsNetwork *self, guint system, double h, const double y[])
{
  const LsSystemInfo *info = ls_system_get_info (self->systems[system]);

  for (guint i = 0; i < info->n_out; i++)
    if (!isfinite (y[i]))
      {
        ls_log_write (self->log, LS_LOG_ERROR, info->name, "fmi2DoStep", self->time + h,
                      _ ("the output “%s” is not a finite number"),
                      ls_system_get_variable_name (self->systems[system], info->outputs[i]));
        ls_log_set_fault (self->log, LS_ERROR_VALUES, NULL);
        return;
      }
}

/* 0 * Inf and 0 * NaN are NaN: one sum tests all values. */
static inline gboolean
is_finite (const double values[], guint n)
{
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    sum += 0.0 * values[i];
  return sum == 0.0;
}

/* Reports the first system with an output that is not finite. */
static G_GNUC_NO_INLINE LsStatus
fail_outputs (LsNetwork *self, double h, const double y[])
{
  for (guint k = 0; k < self->n_systems; k++)
    {
      guint first = self->out_offset[k], n = self->out_offset[k + 1] - first;

      if (is_finite (y + first, n))
        continue;
      self->failed = k;
      report_output (self, k, h, y + first);
      break;
    }
  return LS_STOP;
}

void
ls_network_exchange_outputs (LsNetwork *self, double **y)
{
  double *old = self->y;

  self->y = *y;
  *y = old;
}

LsStatus
ls_network_begin (LsNetwork *self)
{
  return self->rollback_log != NULL ? ls_rollback_log_begin (self->rollback_log) : LS_OK;
}

static gboolean
is_constant (const double a[], guint degree)
{
  for (guint p = 1; p <= degree; p++)
    if (a[p] != 0.0)
      return FALSE;
  return TRUE;
}

/* The last value that a component has of a polynomial: held ones the mean over the last of the @n
 * steps that it takes within the macro step. */
static double
get_last (const LsSystemInfo *info, guint n, const double a[], guint degree, double h)
{
  double sum = 0.0;

  if (is_constant (a, degree))
    return a[0];
  if (info->step_degree > 0)
    return ls_polynomial_get_value (a, degree, h);
  if (n == 1)
    return ls_polynomial_get_mean (a, degree, h);
  /* Simpson's rule is exact for cubics. */
  for (guint i = 0; i <= 2; i++)
    sum += (i == 1 ? 4.0 : 1.0) * ls_polynomial_get_value (a, degree, h * (n - 1.0 + 0.5 * i) / n);
  return sum / 6.0;
}

const double *
ls_network_give (LsNetwork *self, guint system, double h, guint degree, const double u[])
{
  const LsSystemInfo *info = ls_system_get_info (self->systems[system]);
  const gboolean notes = ls_end_outputs_notes (self->end_outputs, system);
  const gsize size = degree + 1;
  guint n = 1;

  if (G_LIKELY (self->given == NULL))
    return u;
  if (info->input_degree > 0)
    n = MAX (ls_system_get_n_steps (self->systems[system]), 1);
  for (guint j = self->in_offset[system]; j < self->in_offset[system + 1]; j++)
    {
      double *row = self->given + j * size;

      for (guint p = 0; p <= degree; p++)
        row[p] = u[j * size + p];
      if (self->balance != NULL)
        ls_balance_shape (self->balance, j, h, degree, row);
      if (notes)
        ls_end_outputs_note (self->end_outputs, j, get_last (info, n, row, degree, h));
    }
  return self->given;
}

LsStatus
ls_network_take_outputs (LsNetwork *self, guint system, const double y[])
{
  if (ls_end_outputs_covers (self->end_outputs, system))
    ls_end_outputs_note_outputs (self->end_outputs, system, y);
  return LS_OK;
}

LsStatus
ls_network_correct_all (LsNetwork *self, double y[])
{
  return self->end_outputs != NULL ? ls_end_outputs_correct (self->end_outputs, y) : LS_OK;
}

LsStatus
ls_network_correct_outputs (
    LsNetwork *self, guint system, double h, guint degree, const double u[], double y[])
{
  const guint first = self->in_offset[system], n = self->in_offset[system + 1] - first;
  const gboolean covered = ls_end_outputs_covers (self->end_outputs, system);

  if (G_LIKELY (self->ends == NULL) || degree == 0
      || !(covered || (self->corrected != NULL && self->corrected[system])))
    return LS_OK;
  for (guint j = first; j < first + n; j++)
    self->ends[j] = ls_polynomial_get_value (u + (gsize)j * (degree + 1), degree, h);
  if (covered)
    return ls_end_outputs_correct_system (self->end_outputs, system, self->ends + first, y);
  return ls_system_evaluate (self->systems[system], self->ends + first,
                             y + self->out_offset[system]);
}

gboolean
ls_network_holds_all (const LsNetwork *self)
{
  return self->batch != NULL && self->given != NULL && self->corrected == NULL;
}

/* What the inputs from @first to before @end hold over a step of polynomials @u, as
 * ls_network_give() has it. */
static inline void
fill_held (LsNetwork *self, guint first, guint end, double h, guint degree, const double u[])
{
  if (self->balance != NULL)
    ls_balance_hold (self->balance, first, end, h, degree, u, self->given);
  else
    for (guint j = first; j < end; j++)
      self->given[j] = ls_polynomial_get_mean (u + (gsize)j * (degree + 1), degree, h);
}

/* Whether @system, whose held values are known, is read after its step. In another process its
 * message stays the same, with the outputs. */
static inline gboolean
choose_reading (LsNetwork *self, guint system)
{
  LsBatchItem *item = &self->batch[system];
  const gboolean is_read = !ls_end_outputs_passes_over (self->end_outputs, system)
                           || ls_instance_is_remote (item->instance);

  item->n_outputs = is_read ? self->out_offset[system + 1] - self->out_offset[system] : 0;
  if (ls_end_outputs_notes (self->end_outputs, system))
    ls_end_outputs_note_held (self->end_outputs, system, is_read, self->given);
  return is_read;
}

/* Outputs of @system after a step with a batch. */
static inline void
take_held (LsNetwork *self, guint system, const double y[])
{
  if (!ls_end_outputs_covers (self->end_outputs, system))
    return;
  if (self->batch[system].n_outputs > 0)
    ls_end_outputs_note_outputs (self->end_outputs, system, y);
  else
    ls_end_outputs_pass_over (self->end_outputs, system);
}

LsStatus
ls_network_hold_system (
    LsNetwork *self, guint system, double h, guint degree, const double u[], double y[])
{
  const guint first = self->out_offset[system], n = self->out_offset[system + 1] - first;
  LsBatchResult result = { 0 };
  gboolean is_read;
  LsStatus status;

  fill_held (self, self->in_offset[system], self->in_offset[system + 1], h, degree, u);
  is_read = choose_reading (self, system);
  status = ls_instance_hold_steps (&self->batch[system], 1, h, self->end_time, self->given, y,
                                   &result);
  self->counts.do_step++;
  if (G_LIKELY (status == LS_OK))
    {
      self->discontinuity |= result.event;
      take_held (self, system, y);
    }
  if (status == LS_OK && is_read && G_UNLIKELY (!is_finite (y + first, n)))
    {
      report_output (self, system, h, y + first);
      status = LS_STOP;
    }
  if (G_UNLIKELY (status != LS_OK))
    self->failed = system;
  return status;
}

LsStatus
ls_network_step_system (LsNetwork *self,
                        guint system,
                        double h,
                        guint degree,
                        const double u[],
                        double y[],
                        double dy[],
                        gboolean *event)
{
  guint first = self->out_offset[system], n = self->out_offset[system + 1] - first;
  gboolean happened;
  LsStatus status;

  ls_system_aim (self->systems[system], self->end_time);
  status = ls_system_step (self->systems[system], h, degree,
                           ls_network_give (self, system, h, degree, u)
                               + (gsize)self->in_offset[system] * (degree + 1),
                           y + first, dy != NULL ? dy + first : NULL, &happened);
  self->counts.do_step += ls_system_get_n_steps (self->systems[system]);
  /* Otherwise at the end of the step of all, when the new inputs are known. */
  if (G_LIKELY (status == LS_OK))
    status = ls_end_outputs_covers (self->end_outputs, system)
                 ? ls_network_take_outputs (self, system, y)
                 : ls_network_correct_outputs (self, system, h, degree, u, y);
  if (status == LS_OK && !is_finite (y + first, n))
    {
      report_output (self, system, h, y + first);
      status = LS_STOP;
    }
  if (status != LS_OK)
    self->failed = system;
  else if (happened)
    *event = self->discontinuity = TRUE;
  return status;
}

LsStatus
ls_network_end (
    LsNetwork *self, LsStatus status, double h, guint degree, const double u[], double y[])
{
  if (status == LS_RETRY)
    return roll_back (self);
  if (status == LS_OK && self->rollback_log != NULL)
    ls_rollback_log_commit (self->rollback_log, h, self->end_time, degree,
                            self->given != NULL ? self->given : u);
  if (status != LS_OK || self->end_outputs == NULL)
    return status;
  /* The others were judged after their step. */
  status = ls_end_outputs_correct (self->end_outputs, y);
  return status == LS_OK && G_UNLIKELY (!ls_end_outputs_are_finite (self->end_outputs, y))
             ? fail_outputs (self, h, y)
             : status;
}

typedef struct
{
  double h;
  guint degree;
  const double *u;
  double *y, *dy;
  gint event; /* atomic */
} Step;

static LsStatus
step_one (LsNetwork *self, guint system, gpointer data)
{
  Step *step = data;
  gboolean event = FALSE;
  const LsStatus status = ls_network_step_system (self, system, step->h, step->degree, step->u,
                                                  step->y, step->dy, &event);

  if (event)
    g_atomic_int_set (&step->event, TRUE);
  return status;
}

static LsStatus
hold_one (LsNetwork *self, guint system, gpointer data)
{
  Step *step = data;
  LsBatchResult result = { 0 };
  const LsStatus status = ls_instance_hold_steps (&self->batch[system], 1, step->h, self->end_time,
                                                  step->u, step->y, &result);

  if (result.event)
    g_atomic_int_set (&step->event, TRUE);
  return status;
}

/* A step of the whole batch; an event in it is a discontinuity. */
static LsStatus
hold_batch (LsNetwork *self, double h, const double u[], double y[])
{
  LsBatchResult result = { 0 };
  LsStatus status;

  /* Helper processes work at the same time by themselves. */
  if (G_UNLIKELY (self->crew != NULL) && !ls_instance_is_remote (self->batch[0].instance)
      && ls_crew_is_wanted (self->crew, LS_WORK_STEP))
    {
      Step step = { h, 0, u, y, NULL, FALSE };

      status = ls_crew_work (self, LS_WORK_STEP, hold_one, &step);
      result.event = step.event;
    }
  else
    {
      status
          = ls_instance_hold_steps (self->batch, self->n_systems, h, self->end_time, u, y, &result);
      if (G_UNLIKELY (status != LS_OK))
        self->failed = result.failed;
    }
  self->counts.do_step += G_LIKELY (status == LS_OK) ? self->n_systems : self->failed + 1;
  if (G_UNLIKELY (status != LS_OK))
    return status;
  self->discontinuity |= result.event;
  return G_LIKELY (is_finite (y, self->n_out)) ? LS_OK : fail_outputs (self, h, y);
}

/* ls_network_step() of components that all hold their inputs. */
static LsStatus
step_held (LsNetwork *self, double h, guint degree, const double u[], double y[], gboolean *event)
{
  LsStatus status = LS_OK;

  fill_held (self, 0, self->n_in, h, degree, u);
  for (guint k = 0; k < self->n_systems; k++)
    choose_reading (self, k);
  status = hold_batch (self, h, self->given, y);
  for (guint k = 0; k < self->n_systems && status == LS_OK; k++)
    take_held (self, k, y);
  *event = self->discontinuity;
  return status;
}

LsStatus
ls_network_step (LsNetwork *self,
                 double h,
                 guint degree,
                 const double u[],
                 double y[],
                 double dy[],
                 gboolean *event)
{
  Step step = { h, degree, u, y, dy, FALSE };
  LsStatus status;

  *event = FALSE;
  if (ls_network_begin (self) != LS_OK)
    return LS_STOP;
  if (dy == NULL && ls_network_holds_all (self))
    status = step_held (self, h, degree, u, y, event);
  else
    {
      status = ls_crew_each (self, LS_WORK_STEP, step_one, &step);
      *event = step.event;
    }
  return ls_network_end (self, status, h, degree, u, y);
}

LsStatus
ls_network_hold (LsNetwork *self, double h, const double u[], double y[])
{
  LsRollbackLog *rollback_log = self->rollback_log;
  gboolean event;
  LsStatus status;

  if (G_UNLIKELY (self->batch == NULL || self->given != NULL))
    return ls_network_step (self, h, 0, u, y, NULL, &event);
  if (G_LIKELY (rollback_log != NULL) && G_UNLIKELY (ls_rollback_log_begin (rollback_log) != LS_OK))
    return LS_STOP;
  status = hold_batch (self, h, u, y);
  if (G_UNLIKELY (status != LS_OK))
    return status == LS_RETRY ? roll_back (self) : status;
  if (G_LIKELY (rollback_log != NULL))
    ls_rollback_log_commit (rollback_log, h, self->end_time, 0, u);
  return LS_OK;
}

LsStatus
ls_network_detect_jumps (
    LsNetwork *self, double h, const double y[], const double errors[], gboolean can_undo)
{
  LsJumpVerdict verdict;
  gboolean ticks = FALSE;

  if (self->restarted)
    ls_jump_detector_restart (self->jump_detector);
  if (self->control != NULL)
    ls_jump_detector_save (self->jump_detector);
  /* What jumps with a Clock does so at the end of the step, where a search would lead. */
  for (guint k = 0; self->ends_at_ticks && k < self->n_systems && !ticks; k++)
    ticks = ls_system_ticks_at_end (self->systems[k]);
  self->detects_jumps = TRUE;
  verdict = ls_jump_detector_judge (self->jump_detector, self->time, h, y, errors,
                                    !ticks && self->can_shorten
                                        && (can_undo || self->rollback_log != NULL));
  self->next_step = ls_jump_detector_get_step (self->jump_detector);
  if (verdict == LS_JUMP_FOUND)
    self->discontinuity = TRUE;
  if (verdict != LS_JUMP_RETRY || can_undo)
    return verdict == LS_JUMP_RETRY ? LS_RETRY : LS_OK;
  self->counts.rollbacks++;
  return ls_rollback_log_undo (self->rollback_log) == LS_OK ? LS_RETRY : LS_STOP;
}

/* Reported once per run. */
static void
report_stuck (LsNetwork *self, double h)
{
  if (self->has_reported || !ls_step_control_is_stuck (self->control))
    return;
  self->has_reported = TRUE;
  ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, self->time,
                _ ("the error does not fall with the step, down to %.3g s: such steps are "
                   "accepted; look for signals that are not smooth functions of time"),
                h);
}

/* The prediction errors of a rejected step must not hide the jump that caused the rejection.
 * Methods that hold inputs do not use the jump detector. */
static void
restore_jump_detector (LsNetwork *self)
{
  self->next_step = 0.0;
  self->rejected = TRUE;
  if (self->detects_jumps)
    ls_jump_detector_restore (self->jump_detector);
}

/* An output that is not continuous jumps with the Clock that ticks at the end of the step: until
 * there its value was right, and the jump is no error of the step. */
static void
pass_over_ticks (LsNetwork *self)
{
  for (guint k = 0; self->ends_at_ticks && k < self->n_systems; k++)
    {
      const LsSystem *system = self->systems[k];
      const LsSystemInfo *info = ls_system_get_info (system);

      for (guint i = 0; i < info->n_out && ls_system_ticks_at_end (system); i++)
        if (ls_system_get_variable (system, info->outputs[i])->variability
            != LS_VARIABILITY_CONTINUOUS)
          self->errors[self->out_offset[k] + i] = self->surprises[self->out_offset[k] + i] = 0.0;
    }
}

LsStatus
ls_network_judge (LsNetwork *self, const LsStepWorth *worth, gboolean can_undo)
{
  LsStepWorth step;
  LsStepVerdict verdict;

  /* Fast path: most runs have no tolerance. */
  if (G_LIKELY (self->control == NULL))
    return LS_OK;
  step = *worth;
  verdict = (LsStepVerdict){ .h = step.h, .can_reject = can_undo || self->rollback_log != NULL };
  if (step.y_start == NULL)
    step.y_start = self->y;
  if (self->restarted)
    ls_step_estimate_restart (self->estimate);
  ls_step_control_get_ranges (self->control, step.y, self->ranges);
  verdict.known = ls_step_estimate_compute (self->estimate, &step, self->ranges, self->errors,
                                            self->surprises);
  pass_over_ticks (self);
  verdict.order = ls_step_estimate_get_order (self->estimate, step.order, step.degree);
  self->order = ls_step_estimate_limit_order (self->estimate, step.order, step.degree);
  verdict.error = ls_step_control_measure (self->control, self->ranges, self->errors);
  verdict.surprise = ls_step_control_measure (self->control, self->ranges, self->surprises);
  if (!ls_step_control_judge (self->control, &verdict))
    {
      restore_jump_detector (self);
      if (can_undo)
        return LS_RETRY;
      self->counts.rollbacks++;
      return ls_rollback_log_undo (self->rollback_log) == LS_OK ? LS_RETRY : LS_STOP;
    }
  report_stuck (self, step.h);
  ls_step_estimate_commit (self->estimate, &step);
  ls_step_control_observe (self->control, step.y, step.h);
  return LS_OK;
}

double
ls_network_get_amplification (const LsNetwork *self)
{
  g_autoptr (GPtrArray) loops
      = self->initialise != NULL ? ls_initialise_list_loops (self->initialise) : NULL;
  double greatest = 1.0;

  for (guint i = 0; loops != NULL && i < loops->len; i++)
    {
      const LsLoopReport *report = loops->pdata[i];

      /* An unknown condition is NaN, which fmax() ignores. */
      greatest = fmax (greatest, report->condition);
    }
  return greatest;
}

double
ls_network_get_eps (const LsNetwork *self, double eps)
{
  /* The residual of the iteration must be small compared with the error of the step. */
  const double share = 0.1;

  if (self->control == NULL)
    return eps;
  return fmin (eps, fmax (share * ls_step_control_get_tolerance (self->control)
                              / ls_network_get_amplification (self),
                          1e-14));
}
