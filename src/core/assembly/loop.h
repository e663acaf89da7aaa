/* Algebraic loops: values that depend on each other by direct feed-through. */
#pragma once

#include "core/base/status.h"

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

/**
 * LsLoopProblem: find v with g (v) = v.
 * @n: number of unknowns
 * @names: @n, for messages, "component.variable"; borrowed, must outlive the loop, as must
 *   @nominals
 * @nominals: @n, positive
 * @map: @image = g (@v); %LS_RETRY when it cannot be evaluated there, %LS_STOP ends the run
 * @origin: time origin, s, for messages and reports
 * @derivatives: (nullable): adds dg/dv at @v, the point of the last call of @map, to a zeroed @n x
 *   @n matrix, row-major; %LS_RETRY when not available: then differences are used
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

/* Tolerance of the residual, relative to nominal and value. */
#define LS_LOOP_TOLERANCE 1e-12

/* @problem is copied. */
LsLoop *ls_loop_new (const LsLoopProblem *problem);
void ls_loop_free (LsLoop *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLoop, ls_loop_free)

/**
 * ls_loop_solve:
 * @v: (inout): guess, then the solution, which is the last point at which the map was evaluated
 * @time: s, for the report and messages
 *
 * Newton's method with a new matrix at each step and line searches (KINSOL), up to rounding. A
 * singular loop is solved only if the guess already is a solution. Creates the report.
 *
 * Returns: %FALSE with %LS_ERROR_MODEL that names members, residual and time; with @error not set
 * when the map returned %LS_STOP
 */
gboolean ls_loop_solve (LsLoop *self, double v[], double time, GError **error);

/**
 * ls_loop_follow:
 *
 * The same from a nearby solution, at less cost: the matrix is reused while the iteration
 * converges.
 *
 * Returns: %LS_RETRY when no solution is found; @v then is the last point of the iteration
 */
LsStatus ls_loop_follow (LsLoop *self, double v[]);
/* Returns: (transfer full): message on the failure of the last ls_loop_follow(). */
char *ls_loop_describe_failure (const LsLoop *self, double time);

/* Returns: (transfer full): the report on the first solution. */
LsLoopReport *ls_loop_get_report (const LsLoop *self);
