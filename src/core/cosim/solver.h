/* Which solver integrates a component of Model Exchange, and how. */
#pragma once

#include "core/base/option.h"
#include "core/num/hybrid.h"

/* Taken where nothing is said. */
#define LS_SOLVER_DEFAULT "dopri5"

/**
 * LsSolver:
 * @method: how it is done
 * @settings: its tolerances and bounds; the span is left to the user
 */
typedef struct
{
  const LsOdeMethod *method;
  LsHybridSettings settings;
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
