/* Solvers of x' = f (t, x): one kind, several implementations. */
#pragma once

#include "core/base/status.h"

/**
 * LsOdeProblem:
 * @n: number of states, may be 0
 * @derivatives: mandatory; writes f (@t, @x) to @dx. %LS_RETRY when a smaller step may help
 * @jacobian: (nullable): writes df/dx, @n x @n, row-major. Solvers take differences without it
 * @user_data: lives as long as the solver
 */
typedef struct
{
  guint n;
  LsStatus (*derivatives) (double t, const double x[], double dx[], gpointer user_data);
  LsStatus (*jacobian) (
      double t, const double x[], const double dx[], double jacobian[], gpointer user_data);
  gpointer user_data;
} LsOdeProblem;

/**
 * LsOdeDetails:
 * @directional: (nullable): writes df/dx times @seed to @product, as fmi2GetDirectionalDerivative
 *   does; taken for the Jacobian when the problem has none
 * @time_derivative: (nullable): writes the partial df/dt, 1/s per unit of f, with what inputs
 *   add to it. The solvers that need it take a difference in t without it
 * @n_entries: number of places where df/dx may be other than 0; 0: anywhere
 * @rows, @columns: @n_entries, in any order; a place may be named twice. Read by ls_ode_new_full()
 *   only. Columns without a row in common are had by one evaluation ("coloured")
 * @nominals: (nullable): @n positive magnitudes, copied. Differences move a state by a part of
 *   the greater of it and its nominal; without them by Hairer's sqrt (u max (1e-5, |x|))
 * @project: (nullable): moves @x, the end of a step not yet accepted, to where the invariants of
 *   the problem hold, and takes the same directions out of @error, the estimated error of @x
 *   (both in the units of the states). %LS_RETRY: too far or not possible, the step is tried
 *   again, shorter; what it wrote then does not count. "cvode-bdf" keeps its own estimate
 * @n_roots, @roots: functions of time and states; methods that ls_ode_method_finds_roots() end a
 *   step where they find a zero of one: ls_ode_get_roots(). Others do not look at them
 *
 * What else may be known about a problem. All members may be 0. Callbacks are given the
 * problem's user data.
 */
typedef struct
{
  LsStatus (*directional) (
      double t, const double x[], const double seed[], double product[], gpointer user_data);
  LsStatus (*time_derivative) (double t, const double x[], double dfdt[], gpointer user_data);
  gsize n_entries;
  const guint *rows, *columns;
  const double *nominals;
  LsStatus (*project) (double t, double x[], double error[], gpointer user_data);
  guint n_roots;
  LsStatus (*roots) (double t, const double x[], double z[], gpointer user_data);
} LsOdeDetails;

/**
 * LsOdeCounts:
 * @steps: accepted
 * @rejected: attempts not accepted, for whatever reason: the sum of the three below and of
 *   those that an evaluation refused
 * @evaluations: of f, those for the differences in @difference_evaluations included
 * @jacobians: of df/dx
 * @factorisations: of matrices; a real and a complex one of the same step are one
 * @attempts: steps tried, accepted or not
 * @error_failures: steps rejected for their error, after the first accepted one
 * @start_failures: steps rejected for their error before any was accepted since the last start
 * @iteration_failures: attempts whose Newton iteration did not converge
 * @iterations: of Newton's method
 * @solves: of a factorised system; a real and a complex one together are one
 * @difference_evaluations: of f, to have df/dx or df/dt by differences
 * @restarts: by ls_ode_restart()
 * @root_evaluations: of LsOdeDetails.roots
 *
 * All since ls_ode_new().
 */
typedef struct
{
  guint64 steps, rejected, evaluations, jacobians, factorisations;
  guint64 attempts, error_failures, start_failures, iteration_failures, iterations, solves;
  guint64 difference_evaluations, restarts, root_evaluations;
} LsOdeCounts;

/**
 * LsOdeTrouble:
 * @LS_ODE_TROUBLE_NONE: none
 * @LS_ODE_TROUBLE_NOT_FINITE: a derivative was not a finite number
 * @LS_ODE_TROUBLE_REFUSED: a callback gave %LS_RETRY
 * @LS_ODE_TROUBLE_FATAL: a callback gave %LS_STOP
 * @LS_ODE_TROUBLE_ERROR: the error stayed too great in ever smaller steps
 * @LS_ODE_TROUBLE_ITERATION: Newton's method did not converge in ever smaller steps
 * @LS_ODE_TROUBLE_SINGULAR: the matrix of Newton's method could not be factorised
 * @LS_ODE_TROUBLE_STALLED: the steps became shorter than time can be told
 * @LS_ODE_TROUBLE_TOO_MANY: the bound of ls_ode_set_max_steps() was reached
 * @LS_ODE_TROUBLE_PROJECTION: the projection failed in ever smaller steps
 * @LS_ODE_TROUBLE_ROOTS: the functions whose zeros are looked for could not be evaluated
 *
 * Why the last step could not be taken.
 */
typedef enum
{
  LS_ODE_TROUBLE_NONE,
  LS_ODE_TROUBLE_NOT_FINITE,
  LS_ODE_TROUBLE_REFUSED,
  LS_ODE_TROUBLE_FATAL,
  LS_ODE_TROUBLE_ERROR,
  LS_ODE_TROUBLE_ITERATION,
  LS_ODE_TROUBLE_SINGULAR,
  LS_ODE_TROUBLE_STALLED,
  LS_ODE_TROUBLE_TOO_MANY,
  LS_ODE_TROUBLE_PROJECTION,
  LS_ODE_TROUBLE_ROOTS
} LsOdeTrouble;

typedef struct LsOdeMethod LsOdeMethod;
typedef struct LsOde LsOde;

/* Methods: "explicit-euler", "implicit-euler" (fixed step), "rk34", "dopri5", "radau5", "rodas",
 * "cvode-bdf", "cvode-adams", "dop853", "fehlberg78" (both explicit, of order 8). */
guint ls_ode_method_get_n (void);
const LsOdeMethod *ls_ode_method_get (guint index);
/* Returns: (nullable): the method called @id. */
const LsOdeMethod *ls_ode_method_find (const char *id);
const char *ls_ode_method_get_id (const LsOdeMethod *method);
/* For people, translated: "Dormand-Prince 5(4)". */
const char *ls_ode_method_get_name (const LsOdeMethod *method);
/* Whether it solves equations in each step, so that stiff problems are no trouble to it. CVODE's
 * Adams formulas, which are iterated too, are among them though not made for stiff problems. */
gboolean ls_ode_method_is_implicit (const LsOdeMethod *method);
/* Whether it has no error control, only a step: ls_ode_set_fixed_step(). */
gboolean ls_ode_method_has_fixed_step (const LsOdeMethod *method);
/* Whether a restart costs nothing but the first step size. */
gboolean ls_ode_method_is_one_step (const LsOdeMethod *method);
/* Whether LsOdeDetails.project is of use to it. */
gboolean ls_ode_method_can_project (const LsOdeMethod *method);
/* Whether it looks for zeros by itself, as CVODE does: LsOdeDetails.roots. */
gboolean ls_ode_method_finds_roots (const LsOdeMethod *method);
/* Of a step, the greatest when it varies. */
guint ls_ode_method_get_order (const LsOdeMethod *method);
/* Of ls_ode_interpolate(): its error within a step is one power of h more. */
guint ls_ode_method_get_dense_order (const LsOdeMethod *method);

/**
 * ls_ode_new_full:
 * @problem: copied
 * @details: (nullable): copied but for the pattern, which is only read here
 * @rtol: relative tolerance, in [0, 1); at least 1e-15 for "radau5", which needs one
 * @atol: absolute tolerances, problem->n, copied; no need to be above 0 where @rtol is
 *
 * All memory is taken here: no call below takes any but ls_ode_describe_trouble(), unless CVODE
 * does.
 *
 * Returns: (transfer full): a solver, or %NULL with %LS_ERROR_ARGUMENT, which names the state.
 */
LsOde *ls_ode_new_full (const LsOdeMethod *method,
                        const LsOdeProblem *problem,
                        const LsOdeDetails *details,
                        double rtol,
                        const double atol[],
                        GError **error);
LsOde *ls_ode_new (const LsOdeMethod *method,
                   const LsOdeProblem *problem,
                   double rtol,
                   const double atol[],
                   GError **error);
void ls_ode_free (LsOde *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsOde, ls_ode_free)

/* atol[i] = 0.01 @rtol nominals[i], as FMI 2.0 (3.2.2) recommends.
 * Returns: %FALSE with %LS_ERROR_ARGUMENT when a nominal is not finite and above 0. */
gboolean ls_ode_get_absolute_tolerances (
    guint n, double rtol, const double nominals[], double atol[], GError **error);

/* From the next step on: nominals of states may change at an event. As ls_ode_new_full(). */
gboolean ls_ode_set_tolerances (LsOde *self, double rtol, const double atol[], GError **error);

/**
 * ls_ode_start:
 *
 * Starts at @t with states @x; forgets everything but counts and settings.
 *
 * Returns: %LS_STOP when a number is not finite.
 */
LsStatus ls_ode_start (LsOde *self, double t, const double x[]);

/**
 * ls_ode_restart:
 * @t: s, not after the time reached; @x: states there, from now on
 * @soft: keep step size, Jacobian and history of the error: for states that moved little, by
 *   a projection say. Else they are found anew, as after a discontinuity of f
 *
 * Goes on from there. A first evaluation of f is made in the next step. The grid of a method of
 * fixed step stays; ls_ode_start() gives it a new origin. CVODE has no access to its
 * history: there, soft means order 1 (CVODE) with the step size of before as the first
 * one to be tried.
 */
LsStatus ls_ode_restart (LsOde *self, double t, const double x[], gboolean soft);

/* 0 for no bound. Beyond it ls_ode_advance() gives %LS_RETRY. */
void ls_ode_set_max_steps (LsOde *self, guint64 steps_per_call);
/* Greatest step, s; 0 for no bound. Also for methods of fixed step. */
void ls_ode_set_max_step (LsOde *self, double h);
/* Step of methods that do not choose it, s, above 0; before, the default. */
#define LS_ODE_DEFAULT_FIXED_STEP 0.01
void ls_ode_set_fixed_step (LsOde *self, double h);
/* What the next step tries first, s, above 0; counts once, after ls_ode_start() or in between. */
void ls_ode_set_next_step (LsOde *self, double h);
/* %FALSE: "rk34" takes every step it tries and measures errors in the Euclidean norm, as the
 * solver of that name in Assimulo does, so that the first step must be small. */
void ls_ode_set_rejecting (LsOde *self, gboolean rejecting);

/**
 * ls_ode_step:
 * @t_limit: s, after the time reached; the step does not go beyond it
 * @t_reached: (out): end of the step, s; @t_limit itself when within rounding of it
 *
 * Takes one accepted step. On %LS_RETRY and %LS_STOP time and states are as before, and
 * ls_ode_get_trouble() tells more. %LS_RETRY: ten attempts in a row failed, each a quarter of
 * the one before.
 */
LsStatus ls_ode_step (LsOde *self, double t_limit, double *t_reached);

/**
 * ls_ode_advance:
 * @t_end: time to reach exactly, s; greater than the present time
 * @x: (out): states there
 *
 * Takes as many steps as needed; the last one ends at @t_end (no interpolation).
 */
LsStatus ls_ode_advance (LsOde *self, double t_end, double x[]);

/**
 * ls_ode_interpolate:
 * @t: s, in the last step: [ls_ode_get_previous_time(), ls_ode_get_time()]; a little outside of
 *   it by rounding does no harm
 * @x: (out): states there; not the solver's own array
 *
 * Cheap, without any evaluation but for "dop853" and "fehlberg78", which make 3 and 14 the first time
 * in a step; valid until the next step or restart, after which it gives the states reached whatever
 * @t. Exact at both ends.
 *
 * Returns: as those evaluations; @x is undefined but on %LS_OK.
 */
LsStatus ls_ode_interpolate (LsOde *self, double t, double x[]);

/**
 * ls_ode_get_roots:
 * @z: (out): n_roots: the functions at ls_ode_get_time(); written whatever is returned, but
 *   undefined without a step since the last restart
 *
 * Returns: whether the last step was cut short at a zero
 */
gboolean ls_ode_get_roots (const LsOde *self, double z[]);

/* Reached, s. */
double ls_ode_get_time (const LsOde *self);
/* Start of the last step, s; the time reached when there was none since the last (re)start. */
double ls_ode_get_previous_time (const LsOde *self);
/* Owned by the solver: states at ls_ode_get_time(), n. */
const double *ls_ode_get_states (const LsOde *self);
/* Length that the next step will try unless bounded, s; 0 when not yet known. */
double ls_ode_get_next_step (const LsOde *self);
void ls_ode_get_counts (const LsOde *self, LsOdeCounts *counts);
/* Whether an explicit method ("dopri5") noticed that stability, not accuracy, bounds its steps. */
gboolean ls_ode_is_stiff (const LsOde *self);

/**
 * ls_ode_get_trouble:
 * @state: (out) (optional): index of the state whose derivative was not finite, else %G_MAXUINT
 * @t: (out) (optional): where it was, s
 *
 * What kept the last step from being taken.
 */
LsOdeTrouble ls_ode_get_trouble (const LsOde *self, guint *state, double *t);
/**
 * ls_ode_describe_trouble:
 * @origin: s; what is added to the time
 * @get_name: (nullable): name of a state; without it states are numbered from 1
 *
 * Returns: (transfer full) (nullable): one sentence with name and time, translated.
 */
char *ls_ode_describe_trouble (const LsOde *self,
                               double origin,
                               const char *(*get_name) (guint state, gpointer user_data),
                               gpointer user_data);

/**
 * ls_ode_get_saved_size:
 *
 * Returns: bytes that ls_ode_save() writes, for a buffer of the caller aligned as by g_malloc()
 */
gsize ls_ode_get_saved_size (const LsOde *self);

/**
 * ls_ode_save, ls_ode_restore:
 *
 * Saves all that the next steps depend on, to have it back by ls_ode_restore() in the same
 * solver, as often as wanted: then the same steps follow, to the last bit. Counts and settings
 * are no part of it. CVODE cannot be copied: for it restoring is a soft restart
 * from the saved states with the saved step size, so that the steps that follow are others, to
 * the same tolerance; and there is nothing to interpolate in until the next one.
 */
void ls_ode_save (const LsOde *self, gpointer buffer);
LsStatus ls_ode_restore (LsOde *self, gconstpointer buffer);
