/* Work-precision diagram of solvers on one FMU. */
#pragma once

#include "core/report/solver-table.h"
#include "draw/chart.h"

/**
 * ls_solver_chart_new:
 *
 * Error of the worst signal over CPU time, one line per solver in the order of the table, with a
 * point for each tolerance or step size; failed runs are omitted.
 *
 * Returns: (transfer full) (element-type LsChart): one chart
 */
GPtrArray *ls_solver_chart_new (const LsSolverTable *table);
