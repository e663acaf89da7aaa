/* Solvers of x' = f (t, x): one interface, several implementations. */
#pragma once

#include "core/base/state-memory.h"
#include "core/base/status.h"

/**
 * LsOdeProblem:
 * @n: number of states, may be 0
 * @derivatives: mandatory; writes f (@t, @x) to @dx. %LS_RETRY when a smaller step may help
 * @jacobian: (nullable): writes df/dx, @n x @n, row-major. Without it solvers use differences
 * @user_data: must outlive the solver
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
 *   does; used for the Jacobian when the problem has no jacobian()
 * @time_derivative: (nullable): writes the partial derivative df/dt, 1/s per unit of f, including
 *   the contribution of time-dependent inputs. Without it the solvers that need it use a difference
 *   in t
 * @n_entries: number of possibly nonzero entries of df/dx; 0: all may be nonzero
 * @rows, @columns: @n_entries, in any order, duplicates allowed. Read by ls_ode_new_full() only.
 *   Columns without a row in common are computed by one evaluation ("colouring")
 * @nominals: (nullable): @n positive magnitudes, copied. The difference increment of a state is
 *   relative to the greater of its magnitude and its nominal; without nominals it is Hairer's sqrt
 *   (u max (1e-5, |x|))
 * @project: (nullable): projects @x, the end of a step not yet accepted, onto the invariants of the
 *   problem, and projects @error, the estimated error of @x, likewise (both in the units of the
 *   states). %LS_RETRY: too far or not possible; the step is repeated with a smaller length, and @x
 *   and @error are discarded. "cvode-bdf" keeps its own estimate
 * @n_roots, @roots: functions of time and states; methods with ls_ode_method_finds_roots() end a
 *   step at a zero of one of them: ls_ode_get_roots(). Others ignore them
 *
 * Optional details of a problem. All members may be 0. Callbacks receive the user data of the
 * problem.
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
 * @rejected: rejected attempts: the sum of the three failure counts below and of the attempts in
 *   which an evaluation failed
 * @evaluations: of f, including @difference_evaluations
 * @jacobians: of df/dx
 * @factorisations: of matrices; the real and the complex one of a step count as one
 * @attempts: steps tried, accepted or not
 * @error_failures: steps rejected for their error, after the first accepted one
 * @start_failures: steps rejected for their error before any was accepted since the last start
 * @iteration_failures: attempts whose Newton iteration did not converge
 * @iterations: of Newton's method
 * @solves: of a factorised system; a real and a complex one together count as one
 * @difference_evaluations: of f, for df/dx or df/dt by differences
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
 * @LS_ODE_TROUBLE_EVALUATION: a callback returned %LS_RETRY
 * @LS_ODE_TROUBLE_FATAL: a callback returned %LS_STOP
 * @LS_ODE_TROUBLE_ERROR: the error stayed too great in ever smaller steps
 * @LS_ODE_TROUBLE_ITERATION: Newton's method did not converge in ever smaller steps
 * @LS_ODE_TROUBLE_SINGULAR: the matrix of Newton's method could not be factorised
 * @LS_ODE_TROUBLE_STALLED: the steps became shorter than the rounding of time
 * @LS_ODE_TROUBLE_TOO_MANY: the limit of ls_ode_set_max_steps() was reached
 * @LS_ODE_TROUBLE_PROJECTION: the projection failed in ever smaller steps
 * @LS_ODE_TROUBLE_ROOTS: LsOdeDetails.roots could not be evaluated
 *
 * Reason for the failure of the last step.
 */
typedef enum
{
  LS_ODE_TROUBLE_NONE,
  LS_ODE_TROUBLE_NOT_FINITE,
  LS_ODE_TROUBLE_EVALUATION,
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

/* Methods, in the order of ode_methods in meson.build. */
guint ls_ode_method_get_n (void);
const LsOdeMethod *ls_ode_method_get (guint index);
/* Returns: (nullable): the method with this @id. */
const LsOdeMethod *ls_ode_method_find (const char *id);
const char *ls_ode_method_get_id (const LsOdeMethod *method);
/* Display name, translated: "Dormand-Prince 5(4)". */
const char *ls_ode_method_get_name (const LsOdeMethod *method);
/* Whether each step solves equations, so that the method suits stiff problems. Includes CVODE's
 * Adams formulas, which are iterated, too, but not made for stiff problems. */
gboolean ls_ode_method_is_implicit (const LsOdeMethod *method);
/* Whether it has no error control but a fixed step: ls_ode_set_fixed_step(). */
gboolean ls_ode_method_has_fixed_step (const LsOdeMethod *method);
/* Whether a restart loses nothing but the step size. */
gboolean ls_ode_method_is_one_step (const LsOdeMethod *method);
/* Whether it uses LsOdeDetails.project. */
gboolean ls_ode_method_can_project (const LsOdeMethod *method);
/* Whether it finds roots itself, as CVODE does: LsOdeDetails.roots. */
gboolean ls_ode_method_finds_roots (const LsOdeMethod *method);
/* Order of a step, the maximum when it varies. */
guint ls_ode_method_get_order (const LsOdeMethod *method);
/* Order of ls_ode_interpolate(); its error within a step is one power of h more. */
guint ls_ode_method_get_dense_order (const LsOdeMethod *method);

/**
 * ls_ode_new_full:
 * @problem: copied
 * @details: (nullable): copied except the pattern, which is read only here
 * @rtol: relative tolerance, in [0, 1); at least 1e-15 for "radau5", which needs one
 * @atol: absolute tolerances, problem->n, copied; may be 0 if @rtol is above 0
 *
 * Allocates all memory: no call below allocates except ls_ode_describe_trouble(), apart from CVODE
 * itself.
 *
 * Returns: (transfer full): a solver, or %NULL with %LS_ERROR_ARGUMENT; the message names the
 * state.
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

/* Takes effect with the next step: nominals of states may change at an event. Arguments as in
 * ls_ode_new_full(). */
gboolean ls_ode_set_tolerances (LsOde *self, double rtol, const double atol[], GError **error);

/**
 * ls_ode_start:
 *
 * Starts at @t with states @x; resets everything but counts and settings.
 *
 * Returns: %LS_STOP when a number is not finite.
 */
LsStatus ls_ode_start (LsOde *self, double t, const double x[]);

/**
 * ls_ode_restart:
 * @t: s, not after the time reached; @x: the new states there
 * @soft: keep step size, Jacobian and error history: for small changes of the states, such as by a
 *   projection. Otherwise they are determined anew, as after a discontinuity of f
 *
 * Continues from @t. f is first evaluated in the next step. The grid of a method of fixed step does
 * not change; ls_ode_start() sets its origin. CVODE gives no access to its history: there, a soft
 * restart begins at order 1 with the previous step size as the first one tried.
 */
LsStatus ls_ode_restart (LsOde *self, double t, const double x[], gboolean soft);

/* 0: no limit. Beyond it ls_ode_advance() returns %LS_RETRY. */
void ls_ode_set_max_steps (LsOde *self, guint64 steps_per_call);
/* Maximum step, s; 0: no limit. Also applies to methods of fixed step. */
void ls_ode_set_max_step (LsOde *self, double h);
/* Step of methods of fixed step, s, above 0, and its default. */
#define LS_ODE_DEFAULT_FIXED_STEP 0.01
void ls_ode_set_fixed_step (LsOde *self, double h);
/* Sets the length first tried by the next step, s, above 0; used once, after ls_ode_start() or
 * between steps. */
void ls_ode_set_next_step (LsOde *self, double h);
/* %FALSE: "rk34" accepts every step it tries and measures errors in the Euclidean norm, as the
 * solver of that name in Assimulo does, so the first step must be small. */
void ls_ode_set_rejecting (LsOde *self, gboolean rejecting);

/**
 * ls_ode_step:
 * @t_limit: s, after the time reached; the step does not go beyond it
 * @t_reached: (out): end of the step, s; @t_limit itself when within rounding of it
 *
 * Takes one accepted step. On %LS_RETRY and %LS_STOP time and states are unchanged, and
 * ls_ode_get_trouble() gives the reason. %LS_RETRY: ten attempts in a row failed, each a quarter of
 * the one before.
 */
LsStatus ls_ode_step (LsOde *self, double t_limit, double *t_reached);

/**
 * ls_ode_advance:
 * @t_end: time to reach exactly, s; greater than the current time
 * @x: (out): states there
 *
 * Takes as many steps as needed; the last one ends at @t_end (no interpolation).
 */
LsStatus ls_ode_advance (LsOde *self, double t_end, double x[]);

/**
 * ls_ode_interpolate:
 * @t: s, in the last step: [ls_ode_get_previous_time(), ls_ode_get_time()]; may lie outside by
 *   rounding
 * @x: (out): states there; not the solver's own array
 *
 * Cheap, without evaluations except for "dop853" and "fehlberg78", which make 3 and 14 at the first
 * call in a step. Exact at both ends. After a restart it returns the states reached for any @t,
 * until the next step.
 *
 * Returns: the status of those evaluations; @x is undefined unless %LS_OK.
 */
LsStatus ls_ode_interpolate (LsOde *self, double t, double x[]);

/**
 * ls_ode_get_roots:
 * @z: (out): n_roots: the functions at ls_ode_get_time(); always written, but undefined without a
 *   step since the last restart
 *
 * Returns: whether the last step ended at a zero
 */
gboolean ls_ode_get_roots (const LsOde *self, double z[]);

/* Time reached, s. */
double ls_ode_get_time (const LsOde *self);
/* Start of the last step, s; the time reached if there was no step since the last (re)start. */
double ls_ode_get_previous_time (const LsOde *self);
/* Owned by the solver: states at ls_ode_get_time(), n. */
const double *ls_ode_get_states (const LsOde *self);
/* Length that the next step tries first, s, before limits apply; 0 when not yet known. */
double ls_ode_get_next_step (const LsOde *self);
void ls_ode_get_counts (const LsOde *self, LsOdeCounts *counts);

/**
 * ls_ode_get_trouble:
 * @state: (out) (optional): index of the state whose derivative was not finite, else %G_MAXUINT
 * @t: (out) (optional): time of the failure, s
 *
 * Reason for the failure of the last step.
 */
LsOdeTrouble ls_ode_get_trouble (const LsOde *self, guint *state, double *t);
/**
 * ls_ode_describe_trouble:
 * @origin: s; added to the time
 * @get_name: (nullable): returns the name of a state; without it states are numbered from 1
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
 * Returns: size in bytes of the buffer of ls_ode_save(), which the caller allocates, aligned as by
 * g_malloc()
 */
gsize ls_ode_get_saved_size (const LsOde *self);

/**
 * ls_ode_save, ls_ode_restore:
 *
 * Saves everything that the next steps depend on. ls_ode_restore() restores it in the same solver,
 * any number of times; the steps that follow are then bitwise identical. Counts and settings are
 * not saved. CVODE cannot be copied: for it restoring is a soft restart from the saved states with
 * the saved step size, so the steps that follow differ within the tolerance, and interpolation is
 * not possible until the next step.
 */
void ls_ode_save (const LsOde *self, gpointer buffer);
LsStatus ls_ode_restore (LsOde *self, gconstpointer buffer);
/* Whether these bytes restore another solver of the same problem and settings, too: not of CVODE. */
gboolean ls_ode_is_copied (const LsOde *self);
/* Visits what is counted, which they leave out: see core/base/state-memory.h. */
void ls_ode_visit_counts (LsOde *self, LsVisitMemoryFunc func, gpointer user_data);
