/* What is known of an algebraic loop that was solved. */
#pragma once

#include <glib.h>

/**
 * LsLoopReport: result for a loop; immutable, so usable in any thread.
 * @members: names of its @n unknowns, sorted
 * @n_discrete, @discrete: names of the other values in the loop, which are iterated because they
 *   are not continuous Reals
 * @time: time of the first solution, s
 * @start: the guess, @solution: the solution, @n each, in the units of the members
 * @residuals: @n_residuals: greatest residual at the guess and after each step of Newton's method,
 *   relative: |g_i - v_i| / (nominal_i + |v_i|)
 * @residual: of the solution
 * @condition: of I - dg/dv at the solution, rows and columns scaled to greatest entries of 1; NaN
 *   when not known
 * @gain: spectral radius of dg/dv at the solution: growth factor of an error per fixed-point
 *   iteration; NaN when not known
 * @unique: %FALSE when the loop is singular and the guess, which is one of many solutions, was kept
 * @by_differences: dg/dv was computed by differences, at least partly
 * @n_solutions: number of solutions over the run
 */
typedef struct
{
  guint n, n_discrete;
  char **members, **discrete;
  double time;
  double *start, *solution;
  guint n_residuals;
  double *residuals;
  double residual, condition, gain;
  gboolean by_differences, unique;
  guint64 n_solutions;
} LsLoopReport;

void ls_loop_report_free (LsLoopReport *self);
/* Returns: (transfer full): "a.y, b.y and 3 more" */
char *ls_loop_list_names (const char *const names[], guint n);
/* Returns: (transfer full): one translated line: members, steps, residual, condition. */
char *ls_loop_report_describe (const LsLoopReport *self);
/* Returns: (transfer full): "a.y: 1 → 2.5; b.y: 0 → 3", start and solution. */
char *ls_loop_report_describe_values (const LsLoopReport *self);
/* Serialises reports for another process. @reports: element-type LsLoopReport.
 * ls_loop_reports_unpack(): %NULL for invalid data. (transfer full) */
GBytes *ls_loop_reports_pack (const GPtrArray *reports);
GPtrArray *ls_loop_reports_unpack (gconstpointer data, gsize size);
