/* Keeps the states of one FMU of Model Exchange to its constraints (LsConstraints). */
#pragma once

#include "core/fmi/instance.h"
#include "core/ode/projection.h"
#include "core/system/solver.h"

typedef struct LsProjector LsProjector;

/**
 * ls_projector_new:
 * @instance: of Model Exchange; borrowed
 * @solver: which tolerances, and whose projection
 * @nominals: of the states, positive; copied
 * @go_to: brings the instance to @t, s, @x and the inputs there
 *
 * Returns: (transfer full) (nullable): %NULL where the FMU has no constraints that it tells or the
 * solver is told to let them be; the log says when they are there and cannot be kept
 */
LsProjector *ls_projector_new (LsInstance *instance,
                               const LsSolver *solver,
                               const double nominals[],
                               LsStatus (*go_to) (double t, const double x[], gpointer user_data),
                               gpointer user_data,
                               LsLog *log);
void ls_projector_free (LsProjector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProjector, ls_projector_free)

/* The nominals of the states are others from now on. */
void ls_projector_set_nominals (LsProjector *self, const double nominals[]);

/* LsOdeDetails.project: the end of a step, which may not be far off; without @error states that are
 * no end of a step, interpolated ones say, and may be. */
LsStatus ls_projector_project (LsProjector *self, double t, double x[], double error[]);

/**
 * ls_projector_settle:
 * @moved: (out): whether @x is different now
 *
 * At the start, after an event or with other inputs, in continuous-time mode: how many constraints
 * there are now, and @x to where they hold, however far.
 *
 * Returns: %LS_STOP when they cannot be met; the log says why
 */
LsStatus ls_projector_settle (LsProjector *self, double t, double x[], gboolean *moved);

/* After a solver has given up: writes to the log why the last projection failed, if it did. */
void ls_projector_explain (LsProjector *self, double t);
/* The same as an error. */
void ls_projector_log_error (LsProjector *self, double t);
/* How far the last projection moved the states, root mean square in tolerances. */
double ls_projector_get_distance (const LsProjector *self);
void ls_projector_get_counts (const LsProjector *self, LsProjectionCounts *counts);
