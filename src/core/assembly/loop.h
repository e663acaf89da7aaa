/* Algebraic loops: values that depend on each other without delay. */
#pragma once

#include "core/base/status.h"

/**
 * LsLoopReport: what became of a loop; immutable, of any thread.
 * @members: names of its @n unknowns, sorted
 * @n_discrete, @discrete: names of the values in it that are passed round, as they are no
 * continuous Reals
 * @time: when it was solved first, s
 * @start: the guess, @solution: what was found, @n, in the units of the members
 * @residuals: @n_residuals: greatest residual at the guess and after each step of Newton's method,
 *   relative: |g_i - v_i| / (nominal_i + |v_i|)
 * @residual: of the solution
 * @condition: of I - dg/dv at the solution, rows and columns scaled to greatest entries of 1; NaN
 *   when not known
 * @gain: spectral radius of dg/dv at the solution: by how much an error grows in a round when the
 *   values are passed on; NaN when not known
 * @unique: %FALSE when the loop is singular and the guess, which is one of many solutions, was kept
 * @by_differences: dg/dv or a part of it was found by differences
 * @n_solutions: how often the loop was solved over the run
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
/* For another process. @reports: element-type LsLoopReport; bytes, and the reports they hold; %NULL
 * when they hold something else. (transfer full) */
GBytes *ls_loop_reports_pack (const GPtrArray *reports);
GPtrArray *ls_loop_reports_unpack (gconstpointer data, gsize size);

/**
 * LsLoopProblem: find v with g (v) = v.
 * @n: number of unknowns
 * @names: @n, for messages, "component.variable"; borrowed as long as the loop lives, as is
 * @nominals
 * @nominals: @n, positive
 * @map: @image = g (@v); %LS_RETRY when it has no value there, %LS_STOP ends the run
 * @origin: s; what times are counted from, for messages and reports
 * @derivatives: (nullable): dg/dv at @v, the point that @map was asked for last, @n x @n,
 * row-major, all 0 before; %LS_RETRY when they cannot be had: differences take their place
 */
typedef struct
{
  guint n;
  const char *const *names;
  const double *nominals;
  LsStatus (*map) (const double v[], double image[], gpointer user_data);
  LsStatus (*derivatives) (const double v[], double j[], gpointer user_data);
  gpointer user_data;
  double origin;
} LsLoopProblem;

/* Used by one thread at a time. */
typedef struct LsLoop LsLoop;

/* Residuals up to this count as solved, relative to nominal and value. */
#define LS_LOOP_TOLERANCE 1e-12

/* @problem is copied. */
LsLoop *ls_loop_new (const LsLoopProblem *problem);
void ls_loop_free (LsLoop *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLoop, ls_loop_free)

/**
 * ls_loop_solve:
 * @v: (inout): guess, then the solution: the point that the map was asked for last
 * @time: s, for the report and messages
 *
 * Newton's method with a new matrix at each step and line searches (KINSOL), as far as rounding
 * allows. A singular loop is solved only when the guess is a solution already. Makes the report.
 *
 * Returns: %FALSE with %LS_ERROR_MODEL that names members, residual and time; with @error not set
 * when the map said %LS_STOP
 */
gboolean ls_loop_solve (LsLoop *self, double v[], double time, GError **error);

/**
 * ls_loop_follow:
 *
 * The same from a solution nearby, at less cost: the matrix is kept while it serves.
 *
 * Returns: %LS_RETRY when there is no solution to be found: @v is the best point then
 */
LsStatus ls_loop_follow (LsLoop *self, double v[]);
/* Returns: (transfer full): what the last ls_loop_follow() came to. */
char *ls_loop_describe_failure (const LsLoop *self, double time);

/* Returns: (transfer full): of the first solution. */
LsLoopReport *ls_loop_get_report (const LsLoop *self);
