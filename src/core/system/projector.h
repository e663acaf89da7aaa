/* Projects the states of a Model Exchange FMU onto its constraints (LsConstraints). */
#pragma once

#include "core/fmi/instance.h"
#include "core/ode/projection.h"
#include "core/system/solver.h"

typedef struct LsProjector LsProjector;

/**
 * ls_projector_new:
 * @instance: a Model Exchange instance; borrowed
 * @solver: provides the tolerances and the kind of projection
 * @nominals: of the states, positive; copied
 * @go_to: sets the instance to time @t, s, states @x and the inputs there
 *
 * Returns: (transfer full) (nullable): %NULL if the FMU provides no constraints or projection is
 * off; a warning is logged if there are constraints that the solver cannot use
 */
LsProjector *ls_projector_new (LsInstance *instance,
                               const LsSolver *solver,
                               const double nominals[],
                               LsStatus (*go_to) (double t, const double x[], gpointer user_data),
                               gpointer user_data,
                               LsLog *log);
void ls_projector_free (LsProjector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProjector, ls_projector_free)

/* Call when the nominals of the states have changed. */
void ls_projector_set_nominals (LsProjector *self, const double nominals[]);

/* As LsOdeDetails.project: @x is the end of a step, whose distance is limited; without @error @x is
 * not, for example interpolated, and the distance is not limited. */
LsStatus ls_projector_project (LsProjector *self, double t, double x[], double error[]);

/**
 * ls_projector_project_start:
 * @moved: (out): whether @x has changed
 *
 * At the start or after an event, in continuous-time mode: updates the number of constraints, and
 * projects @x onto them without distance limit.
 *
 * Returns: %LS_STOP when they cannot be satisfied, with the reason in the log
 */
LsStatus ls_projector_project_start (LsProjector *self, double t, double x[], gboolean *moved);

/* After the failure of a solver: logs why the last projection failed, if it did, as a warning. */
void ls_projector_explain (LsProjector *self, double t);
/* The same as an error. */
void ls_projector_log_error (LsProjector *self, double t);
/* Distance by which the last projection moved the states, root mean square in tolerances. */
double ls_projector_get_distance (const LsProjector *self);
void ls_projector_get_counts (const LsProjector *self, LsProjectionCounts *counts);
