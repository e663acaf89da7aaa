/* Jumps of outputs, whether the components report them or not, and where on a step they are. */
#pragma once

#include "core/base/state-memory.h"
#include "core/base/status.h"

/**
 * LsJumpDetector:
 *
 * An output jumps where a method that foretells it from the past is suddenly far off: by more than
 * a thousandth of the range that the output has gone through, which is at least its nominal value,
 * and by far more than on all steps since the last discontinuity, of which there have to be a few.
 * Errors are taken to go like h^3 from the last step to a longer one.
 *
 * Where a step can be taken back, a suspicion is enough: a shorter step shows whether it was one.
 * What is smooth is then foretold well; a jump stays. It is looked for at the very end of the
 * step first, where events of a clock are, then by halving, until a step of a billionth is left
 * to jump on.
 */
typedef struct LsJumpDetector LsJumpDetector;

typedef enum
{
  LS_WATCH_SMOOTH,
  LS_WATCH_JUMP, /* on this step: it is final, the next one restarts */
  LS_WATCH_RETRY /* to be taken again, as long as ls_jump_detector_get_step() says */
} LsJumpVerdict;

/* @nominals: of the outputs, @n, least ranges; copied */
LsJumpDetector *ls_jump_detector_new (guint n, const double nominals[]);
void ls_jump_detector_free (LsJumpDetector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsJumpDetector, ls_jump_detector_free)

/* After a discontinuity: what was foretold before tells nothing. */
void ls_jump_detector_restart (LsJumpDetector *self);

/**
 * ls_jump_detector_judge:
 * @time: at the beginning of the step, s
 * @h: its length, s
 * @y: outputs at its end
 * @errors: by how much they differ from what was foretold; 0 for those that are not
 * @can_undo: whether the step may be taken back
 */
LsJumpVerdict ls_jump_detector_judge (LsJumpDetector *self, double time, double h, const double y[],
                                      const double errors[], gboolean can_undo);

/* For a step that may be taken again for another reason: what the watch was before it is kept, and
 * gone back to. */
void ls_jump_detector_keep (LsJumpDetector *self);
void ls_jump_detector_go_back (LsJumpDetector *self);

/* How long the step after the one judged last has to be, s; 0: as it likes. */
double ls_jump_detector_get_step (const LsJumpDetector *self);

/* What it remembers: see kept.h. */
void ls_jump_detector_visit_state (LsJumpDetector *self, LsVisitMemoryFunc func, gpointer user_data);
