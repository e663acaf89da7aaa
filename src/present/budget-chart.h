/* Bar chart of an error budget. */
#pragma once

#include "core/advice/error-budget.h"
#include "draw/chart.h"

/* Greatest number of outputs in a chart: those with the greatest errors. */
#define LS_BUDGET_MOST_BARS 16u

/* Returns: (transfer full) (element-type LsChart): one chart: for each output its error, the part of its
 * own solver, and that of the coupling, on a logarithmic axis */
GPtrArray *ls_budget_chart_new (const LsErrorBudget *budget);
