/* Work against precision of solvers on one FMU. */
#pragma once

#include "core/report/solver-table.h"
#include "draw/chart.h"

/**
 * ls_solver_chart_new:
 *
 * Error of the worst signal over CPU time, a line for each solver in the order in which they come,
 * with a point for each of its tolerances or steps; without those that failed.
 *
 * Returns: (transfer full) (element-type LsChart): one chart
 */
GPtrArray *ls_solver_chart_new (const LsSolverTable *table);
