/* Keeps the states of one FMU of Model Exchange to its constraints (LsConstraints). */
#pragma once

#include "core/system/solver.h"
#include "core/fmi/instance.h"
#include "core/ode/project.h"

typedef struct LsKeeper LsKeeper;

/**
 * ls_keeper_new:
 * @instance: of Model Exchange; borrowed
 * @solver: which tolerances, and whose projection
 * @nominals: of the states, positive; copied
 * @go_to: brings the instance to @t, s, @x and the inputs there
 *
 * Returns: (transfer full) (nullable): %NULL where the FMU has no constraints that it tells or the
 * solver is told to let them be; the log says when they are there and cannot be kept
 */
LsKeeper *ls_keeper_new (LsInstance *instance,
                         const LsSolver *solver,
                         const double nominals[],
                         LsStatus (*go_to) (double t, const double x[], gpointer user_data),
                         gpointer user_data,
                         LsLog *log);
void ls_keeper_free (LsKeeper *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsKeeper, ls_keeper_free)

/* The nominals of the states are others from now on. */
void ls_keeper_set_nominals (LsKeeper *self, const double nominals[]);

/* LsOdeDetails.project: the end of a step, which may not be far off; without @error states that are
 * no end of a step, interpolated ones say, and may be. */
LsStatus ls_keeper_project (LsKeeper *self, double t, double x[], double error[]);

/**
 * ls_keeper_settle:
 * @moved: (out): whether @x is different now
 *
 * At the start, after an event or with other inputs, in continuous-time mode: how many constraints
 * there are now, and @x to where they hold, however far.
 *
 * Returns: %LS_STOP when they cannot be met; the log says why
 */
LsStatus ls_keeper_settle (LsKeeper *self, double t, double x[], gboolean *moved);

/* After a solver has given up: writes to the log why the last projection failed, if it did. */
void ls_keeper_explain (LsKeeper *self, double t);
/* The same as an error. */
void ls_keeper_complain (LsKeeper *self, double t);
/* How far the last projection moved the states, root mean square in tolerances. */
double ls_keeper_get_distance (const LsKeeper *self);
void ls_keeper_get_counts (const LsKeeper *self, LsProjectionCounts *counts);
/* Constraints now. */
guint ls_keeper_get_n_constraints (const LsKeeper *self);
/* The greatest residual as a distance in weights; 0 where residuals are not told. */
double ls_keeper_measure (LsKeeper *self, double t, const double x[]);
