/* Whose error it is: what of the error of a run its components' own solvers make, and what the
 * coupling. */
#pragma once

#include "core/run/comparison.h"

/**
 * LsBudgetRow: an output.
 * @signal: "left.x"; @component: its index
 * @feeds: inputs that are connected to it, "right.x, …"; empty: none
 * @total: error of the run, %
 * @own: what the component misses alone with the inputs of the reference, %; NaN if unknown
 * @coupling: difference between the run and the component alone, %; NaN if unknown. As signals both
 *   add up to the total, not as numbers
 * @uncertainty: of the three, %; NaN for none
 */
typedef struct
{
  char *signal, *feeds;
  guint component;
  double total, own, coupling, uncertainty;
} LsBudgetRow;

/**
 * LsErrorBudget:
 * @comparison: the run with its reference
 * @rows: element-type LsBudgetRow: all Real outputs, component by component
 * @problems: per component: (nullable): why its own error is unknown
 */
typedef struct
{
  LsComparison *comparison;
  GArray *rows;
  guint n_components;
  char **problems;
} LsErrorBudget;

/* Returns: %TRUE to continue. @fraction: part of the work done, 0 to 1 */
typedef gboolean (*LsBudgetProgressFunc) (double fraction, gpointer user_data);

/**
 * ls_error_budget_new:
 * @step_size: macro step, s; also the communication step of each component alone
 * @reference: (nullable): as for ls_comparison_set_reference()
 * @log: (nullable)
 *
 * Runs the model, and with a quarter of the step for the times that the reference needs; then each
 * component alone with the inputs of the reference. What its outputs then miss is the error of its
 * own solver, the rest is coupling, including own errors of others that came by its inputs.
 *
 * Returns: (transfer full): %NULL with the error of the run, with %LS_ERROR_RUN if there is no
 * reference, or %LS_ERROR_CANCELLED
 */
LsErrorBudget *ls_error_budget_new (const LsModel *model, const LsMethodChoice *choice, double start_time,
                                    double stop_time, double step_size, const char *reference,
                                    LsLog *log, LsBudgetProgressFunc progress, gpointer user_data,
                                    GError **error);
void ls_error_budget_free (LsErrorBudget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsErrorBudget, ls_error_budget_free)

/* The greatest own and coupling errors of a component, %; NaN if unknown. */
void ls_error_budget_sum_up (const LsErrorBudget *self, guint component, double *own, double *coupling);
/* Returns: (transfer full): a sentence: what would help most. */
char *ls_error_budget_conclude (const LsErrorBudget *self);
