/* The size of macro steps by a tolerance. */
#pragma once

#include "core/base/state-memory.h"
#include "core/base/status.h"

/**
 * LsStepControl:
 *
 * Errors of outputs count against the range that each output has gone through,
 * which slowly forgets: safe where a signal crosses zero, and a jump does not
 * count for ever. Short steps may be more wrong than long ones; over a run the
 * errors are at the tolerance in the mean.
 *
 * Proportional and integral control of the step (Gustafsson 1991); small
 * changes are left out, so that what depends on the step can be kept. A run
 * begins with a step so short that nothing can hide in it, and longer ones
 * follow only where the error of the last is known.
 */
typedef struct LsStepControl LsStepControl;

/**
 * ls_step_control_new:
 * @n: number of outputs
 * @nominals: @n, least ranges; copied
 * @tolerance: error allowed, relative to the ranges
 * @greatest: longest step, s
 * @memory: time in which a range is forgotten, s
 */
LsStepControl *ls_step_control_new (
    guint n, const double nominals[], double tolerance, double greatest, double memory);
void ls_step_control_free (LsStepControl *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStepControl, ls_step_control_free)

/* Takes outputs into the ranges. @h: time since the last ones, s */
void ls_step_control_observe (LsStepControl *self, const double y[], double h);

/* @ranges: (out): what errors count against when the outputs get to @y: what they have gone
 * through,
 * @y included, and their least. */
void ls_step_control_get_ranges (const LsStepControl *self, const double y[], double ranges[]);

/* Greatest of @values over @ranges; infinite when one is not finite. */
double
ls_step_control_measure (const LsStepControl *self, const double ranges[], const double values[]);

/**
 * LsStepVerdict: what is known of a step.
 * @h: its length, s
 * @error: greatest error over range
 * @order: errors go like h^@order
 * @surprise: by how much an output differs at the end from what could be foretold, over range
 * @known: whether @error is the whole; a step of which that is not so lets no longer one follow
 * @can_reject: whether it can be taken back
 */
typedef struct
{
  double h, error;
  guint order;
  double surprise;
  gboolean known, can_reject;
} LsStepVerdict;

/* Chooses the next step. Returns: %FALSE when the step has to be taken again. */
gboolean ls_step_control_judge (LsStepControl *self, const LsStepVerdict *verdict);

double ls_step_control_get_tolerance (const LsStepControl *self);
/* Error of the last step in units of what is allowed, the length of the step considered. */
double ls_step_control_get_error (const LsStepControl *self);
/* Whether the last step was only let pass because shorter ones did not help. */
gboolean ls_step_control_is_stuck (const LsStepControl *self);
/* The next step, s. */
double ls_step_control_get_step (const LsStepControl *self);
/* How often the output that has moved most has gone through its whole range since the start. */
double ls_step_control_get_swings (const LsStepControl *self);
/* What errors of steps may have added up to, over the ranges: their mean, that many times. */
double ls_step_control_get_drift (const LsStepControl *self);
/* Returns: (transfer full) (nullable): what a whole run may be off by, where that is much more than the
 * @tolerance of its steps: translated sentences */
char *ls_step_control_explain_swings (double tolerance, double swings, double drift);
/* After a discontinuity: begins with a short step. */
void ls_step_control_restart (LsStepControl *self);
/* After a step that was refused for another reason than its error. */
void ls_step_control_shorten (LsStepControl *self, double h);

/* What it remembers: see kept.h. */
void ls_step_control_visit_state (LsStepControl *self, LsVisitMemoryFunc func, gpointer user_data);
