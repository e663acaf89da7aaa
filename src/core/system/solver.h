/* Which solver integrates a component of Model Exchange, and how. */
#pragma once

#include "core/base/option.h"
#include "core/ode/hybrid.h"
#include "core/qss/qss.h"

/* Taken where nothing is said. */
#define LS_SOLVER_DEFAULT "dopri5"

/**
 * LsSolverProjection:
 * @LS_SOLVER_PROJECTION_ON: by the FMU's own projection, else its steps, else from its residuals
 * @LS_SOLVER_PROJECTION_WEIGHTED: from its residuals, by the least change in the tolerances
 * @LS_SOLVER_PROJECTION_OFF: not at all
 *
 * How the states of an FMU that tells constraints on them are kept to these.
 */
typedef enum
{
  LS_SOLVER_PROJECTION_ON,
  LS_SOLVER_PROJECTION_WEIGHTED,
  LS_SOLVER_PROJECTION_OFF
} LsSolverProjection;

/**
 * LsSolver:
 * @method: (nullable): how it is done; %NULL: by @schedule
 * @schedule: (nullable): by quantised states
 * @settings: its tolerances and bounds; the span is left to the user. Of quantised states the
 * quanta are the tolerances
 * @pass_limit: of quantised states, as in LsQssSettings
 * @projection: of states on constraints
 */
typedef struct
{
  const LsOdeMethod *method;
  const LsQssMethod *schedule;
  LsHybridSettings settings;
  guint pass_limit;
  LsSolverProjection projection;
} LsSolver;

/**
 * ls_solver_parse:
 * @text: (nullable): "dopri5", "radau5:tolerance=1e-8:max-step=0.1" or "qss3:quantum=1e-6"; %NULL
 * or
 * "": the default
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT that names the known solvers or options.
 */
gboolean ls_solver_parse (const char *text, LsSolver *solver, GError **error);
const char *ls_solver_get_id (const LsSolver *solver);
/* Whether there is a solver of this name. */
gboolean ls_solver_is_known (const char *id);
/* @tolerance for @solver, read from @text, unless that says something else. */
void ls_solver_take_tolerance (LsSolver *solver, const char *text, double tolerance);
/* What every solver can be told, and those of quantised states. */
const LsOption *ls_solver_get_options (guint *n);
const LsOption *ls_solver_get_schedule_options (guint *n);
