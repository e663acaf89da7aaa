/* The solver of a Model Exchange component, and its options. */
#pragma once

#include "core/base/option.h"
#include "core/ode/hybrid.h"
#include "core/qss/qss.h"

/* Used when no solver is given. */
#define LS_SOLVER_DEFAULT "dopri5"

/**
 * LsSolverProjection:
 * @LS_SOLVER_PROJECTION_ON: by the FMU's own projection, otherwise its projection steps, otherwise
 *   from its residuals
 * @LS_SOLVER_PROJECTION_WEIGHTED: from its residuals, by the minimum change in tolerances
 * @LS_SOLVER_PROJECTION_OFF: none
 *
 * Projection of the states of an FMU onto its constraints.
 */
typedef enum
{
  LS_SOLVER_PROJECTION_ON,
  LS_SOLVER_PROJECTION_WEIGHTED,
  LS_SOLVER_PROJECTION_OFF
} LsSolverProjection;

/**
 * LsSolver:
 * @method: (nullable): the integration method; %NULL: @schedule is used
 * @schedule: (nullable): the quantised state method
 * @settings: tolerances and limits; the user sets the span. For quantised states the tolerances are
 *   the quanta
 * @pass_limit: for quantised states, as in LsQssSettings
 * @projection: of states onto constraints
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
/* Whether there is a solver with this name. */
gboolean ls_solver_is_known (const char *id);
/* Sets @tolerance in @solver, which was parsed from @text, unless @text sets a tolerance. */
void ls_solver_take_tolerance (LsSolver *solver, const char *text, double tolerance);
/* Options of every solver; ls_solver_get_schedule_options(): those of quantised states. */
const LsOption *ls_solver_get_options (guint *n);
const LsOption *ls_solver_get_schedule_options (guint *n);
