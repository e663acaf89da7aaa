/* Control of the macro step size by a tolerance. */
#pragma once

#include "core/base/state-memory.h"
#include "core/base/status.h"

/**
 * LsStepControl:
 *
 * Errors of outputs are relative to the range of the values of each output, which decays slowly:
 * this is safe at zero crossings, and a jump has no permanent effect. Short steps may have greater
 * errors than long ones; over a run the mean error is at the tolerance.
 *
 * Proportional-integral control of the step (Gustafsson 1991); small changes are suppressed, so
 * that data that depend on the step can be reused. A run begins with a very short step, which
 * cannot skip a change, and the step grows only where the error of the last one is known.
 */
typedef struct LsStepControl LsStepControl;

/**
 * ls_step_control_new:
 * @n: number of outputs
 * @nominals: @n, minimum ranges; copied
 * @tolerance: error allowed, relative to the ranges
 * @greatest: maximum step, s
 * @memory: time constant of the decay of a range, s
 */
LsStepControl *ls_step_control_new (
    guint n, const double nominals[], double tolerance, double greatest, double memory);
void ls_step_control_free (LsStepControl *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStepControl, ls_step_control_free)

/* Extends the ranges by outputs @y. @h: time since the last call, s */
void ls_step_control_observe (LsStepControl *self, const double y[], double h);

/* @ranges: (out): reference sizes of errors for outputs @y: the ranges so far, including @y, and at
 * least their minimum. */
void ls_step_control_get_ranges (const LsStepControl *self, const double y[], double ranges[]);

/* Greatest of @values relative to @ranges; infinite when one is not finite. */
double
ls_step_control_measure (const LsStepControl *self, const double ranges[], const double values[]);

/**
 * LsStepVerdict: error estimate of a step.
 * @h: its length, s
 * @error: greatest error relative to the range
 * @order: errors are proportional to h^@order
 * @surprise: greatest prediction error at the end of the step, relative to the range
 * @known: whether @error is complete; otherwise the next step is not longer
 * @can_reject: whether the step can be rolled back
 */
typedef struct
{
  double h, error;
  guint order;
  double surprise;
  gboolean known, can_reject;
} LsStepVerdict;

/* Chooses the next step. Returns: %FALSE when the step is rejected. */
gboolean ls_step_control_judge (LsStepControl *self, const LsStepVerdict *verdict);

double ls_step_control_get_tolerance (const LsStepControl *self);
/* Error of the last step in units of the target, weighted by the length of the step. */
double ls_step_control_get_error (const LsStepControl *self);
/* Whether the last step was only accepted because shorter ones did not reduce the error. */
gboolean ls_step_control_is_stuck (const LsStepControl *self);
/* The next step, s. */
double ls_step_control_get_step (const LsStepControl *self);
/* Greatest number of passes of an output through its whole range since the start. */
double ls_step_control_get_swings (const LsStepControl *self);
/* Estimated accumulated error relative to the ranges: the mean error of steps times that number. */
double ls_step_control_get_drift (const LsStepControl *self);
/* Returns: (transfer full) (nullable): translated warning on the error of a whole run, where it is
 * much greater than the @tolerance of its steps */
char *ls_step_control_explain_swings (double tolerance, double swings, double drift);
/* After a discontinuity: starts with a short step. */
void ls_step_control_restart (LsStepControl *self);
/* After a step discarded or rejected for other reasons than its error. */
void ls_step_control_shorten (LsStepControl *self, double h);
/* After a step that ended early for other reasons, where one of @h, s, was due: the next one does not
 * grow from its length. */
void ls_step_control_resume (LsStepControl *self, double h);

/* Visits its memory: see core/base/state-memory.h. */
void ls_step_control_visit_state (LsStepControl *self, LsVisitMemoryFunc func, gpointer user_data);
