/* Which solver integrates a component of Model Exchange, and how. */
#pragma once

#include "core/base/option.h"
#include "core/num/hybrid.h"

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
 * @method: how it is done
 * @settings: its tolerances and bounds; the span is left to the user
 * @projection: of states on constraints
 */
typedef struct
{
  const LsOdeMethod *method;
  LsHybridSettings settings;
  LsSolverProjection projection;
} LsSolver;

/**
 * ls_solver_parse:
 * @text: (nullable): "dopri5" or "radau5:tolerance=1e-8:max-step=0.1"; %NULL or "": the default
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT that names the known solvers or options.
 */
gboolean ls_solver_parse (const char *text, LsSolver *solver, GError **error);
/* What every solver can be told. */
const LsOption *ls_solver_get_options (guint *n);
