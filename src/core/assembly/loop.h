/* Algebraic loops: values that depend on each other by direct feed-through. */
#pragma once

#include "core/assembly/loop-report.h"
#include "core/base/status.h"

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
