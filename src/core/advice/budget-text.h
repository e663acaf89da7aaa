/* Error budgets in words, for the command line and the window. */
#pragma once

#include "core/advice/error-budget.h"
#include "core/text/table.h"

#define LS_BUDGET_N_COLUMNS 5u

/* Returns: (transfer full): output, its error, the part of its own solver and that of the coupling, and
 * the inputs that it feeds; row 0: titles. */
LsTable *ls_error_budget_make_table (const LsErrorBudget *self);
/* Returns: (transfer full): translated sentences, one in each line: components that could not run alone,
 * the reference, and what would help most. */
char *ls_error_budget_describe (const LsErrorBudget *self);
