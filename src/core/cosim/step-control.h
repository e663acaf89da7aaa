/* The size of macro steps by a tolerance. */
#pragma once

#include "core/base/status.h"

/**
 * LsStepControl:
 *
 * Errors of outputs count against the range that each output has gone through,
 * which slowly forgets (METHODS 2.3): safe where a signal crosses zero, and a
 * jump does not count for ever. Proportional and integral control of the step;
 * small changes are left out, so that what depends on the step can be kept.
 */
typedef struct LsStepControl LsStepControl;

/**
 * ls_step_control_new:
 * @n: number of outputs
 * @nominals: @n, least ranges; copied
 * @tolerance: error allowed, relative to the ranges
 * @first, @greatest: first and longest step, s
 * @memory: time in which a range is forgotten, s
 */
LsStepControl *ls_step_control_new (guint n,
                                    const double nominals[],
                                    double tolerance,
                                    double first,
                                    double greatest,
                                    double memory);
void ls_step_control_free (LsStepControl *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStepControl, ls_step_control_free)

/* Takes outputs into the ranges. @h: time since the last ones, s */
void ls_step_control_observe (LsStepControl *self, const double y[], double h);

/* Greatest error in units of what is allowed; infinite when one is not finite. */
double ls_step_control_measure (const LsStepControl *self, const double errors[]);

/**
 * ls_step_control_judge:
 * @error: from ls_step_control_measure()
 * @order: errors go like h^@order
 * @h: the step they belong to, s
 * @can_reject: whether it can be taken back
 *
 * Chooses the next step. Returns: %FALSE when the step has to be taken again.
 */
gboolean ls_step_control_judge (
    LsStepControl *self, double error, guint order, double h, gboolean can_reject);

/* The next step, s. */
double ls_step_control_get_step (const LsStepControl *self);
/* After a discontinuity: begins with a short step. */
void ls_step_control_restart (LsStepControl *self);
/* After a step that was refused for another reason than its error. */
void ls_step_control_shorten (LsStepControl *self, double h);
