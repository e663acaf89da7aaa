/* Detects jumps of outputs, reported by the components or not, and locates them within a step. */
#pragma once

#include "core/base/state-memory.h"
#include "core/base/status.h"

/**
 * LsJumpDetector:
 *
 * An output jumps if its prediction error exceeds a thousandth of the range of its values so far,
 * which is at least its nominal value, and by far exceeds that of all steps since the last
 * discontinuity, of which there must be a few. For a step longer than these, errors are assumed to
 * grow like h^3 from the last step.
 *
 * Where a rollback is possible, a suspicion suffices: a shorter step confirms it or not, since it
 * predicts smooth values well, but not a jump. The jump is searched for at the end of the step
 * first, where clock events are, then by bisection, down to a billionth of the step.
 */
typedef struct LsJumpDetector LsJumpDetector;

typedef enum
{
  LS_JUMP_NONE,
  LS_JUMP_FOUND, /* within this step: the step is final, the next one restarts */
  LS_JUMP_RETRY  /* repeat the step with the length ls_jump_detector_get_step() */
} LsJumpVerdict;

/* @nominals: of the outputs, @n, minimum ranges; copied */
LsJumpDetector *ls_jump_detector_new (guint n, const double nominals[]);
void ls_jump_detector_free (LsJumpDetector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsJumpDetector, ls_jump_detector_free)

/* After a discontinuity: discards the previous prediction errors. */
void ls_jump_detector_restart (LsJumpDetector *self);

/**
 * ls_jump_detector_judge:
 * @time: at the beginning of the step, s
 * @h: its length, s
 * @y: outputs at its end
 * @errors: prediction errors of the outputs; 0 where there is no prediction
 * @can_undo: whether the step can be rolled back
 */
LsJumpVerdict ls_jump_detector_judge (LsJumpDetector *self, double time, double h, const double y[],
                                      const double errors[], gboolean can_undo);

/* Saves and restores the state of the detector, for steps repeated for another reason. */
void ls_jump_detector_save (LsJumpDetector *self);
void ls_jump_detector_restore (LsJumpDetector *self);

/* Required length of the step after the last one judged, s; 0: any length. */
double ls_jump_detector_get_step (const LsJumpDetector *self);

/* Visits its memory: see core/base/state-memory.h. */
void ls_jump_detector_visit_state (LsJumpDetector *self, LsVisitMemoryFunc func, gpointer user_data);
