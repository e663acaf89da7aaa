/* Where coupling methods are stable: over the step size, and over a parameter of a linear model. */
#pragma once

#include "core/stability/amplification.h"

/**
 * LsStability:
 *
 * A map for each of several methods: the spectral radius of its amplification matrix
 * (core/stability/amplification.h) for every step size and every value of the parameter. Made on one
 * thread, executed on a worker thread; results may be read from any thread when that has ended.
 */
typedef struct LsStability LsStability;

/* Most points along each axis. */
#define LS_STABILITY_MAX_POINTS 1000u

/* Growth in one step, beyond this, is growth. Undamped motion has a radius of 1 exactly. */
#define LS_STABILITY_MARGIN 1e-9

/**
 * ls_stability_check_method:
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT, naming the method: it does not suit @model, or its
 * stability cannot be computed (it has no macro step, or is not linear with these options)
 */
gboolean ls_stability_check_method (const LsMethodChoice *choice,
                                    const LsModel *model,
                                    GError **error);

/**
 * ls_stability_new:
 * @methods: (element-type LsMethodChoice): at least one; copied
 * @steps: @n_steps, s, positive and increasing
 * @parameter: (nullable): "left.c": varied; %NULL: as the model has it, with @n_values 0
 * @values: @n_values of it
 *
 * Returns: %NULL with %LS_ERROR_ARGUMENT or %LS_ERROR_MODEL
 */
LsStability *ls_stability_new (const LsModel *model,
                               GPtrArray *methods,
                               const double steps[],
                               guint n_steps,
                               const char *parameter,
                               const double values[],
                               guint n_values,
                               GError **error);
void ls_stability_free (LsStability *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStability, ls_stability_free)

/* On the executing thread; @fraction of all work, 0 to 1 */
typedef void (*LsStabilityProgressFunc) (LsStability *self, double fraction, gpointer user_data);

/**
 * ls_stability_execute:
 * @start_time, @stop_time: of the components, s; they are taken a thousandth of it away from the
 *   start, to see whether they are linear
 *
 * Returns: %FALSE with %LS_ERROR_MODEL or %LS_ERROR_ARGUMENT, naming the value of the parameter;
 * with %LS_ERROR_CANCELLED when cancelled: what has been found so far can be read
 */
gboolean ls_stability_execute (LsStability *self,
                               double start_time,
                               double stop_time,
                               LsLog *log,
                               LsStabilityProgressFunc progress,
                               gpointer user_data,
                               GError **error);
/* Any thread. */
void ls_stability_cancel (LsStability *self);

guint ls_stability_get_n_methods (const LsStability *self);
const LsMethodChoice *ls_stability_get_method (const LsStability *self, guint method);
/* Returns: (transfer full): as ls_run_get_name() */
char *ls_stability_make_name (const LsStability *self, guint method);
/* After execution. Returns: (transfer full) (nullable): a sentence on methods whose runs solve the
 * algebraic loops of the model before every step, which the radii do not include. */
char *ls_stability_describe_loops (const LsStability *self);
const double *ls_stability_get_steps (const LsStability *self, guint *n);
/* (nullable) */
const char *ls_stability_get_parameter (const LsStability *self);
/* Without a parameter one value, which says nothing. */
const double *ls_stability_get_values (const LsStability *self, guint *n);
/* NaN where it is not known: not reached, or the inputs of the step have no solution. */
double ls_stability_get_radius (const LsStability *self, guint method, guint value, guint step);
/* Whether errors stay bounded; %FALSE where the radius is not known. */
gboolean ls_stability_is_stable (const LsStability *self, guint method, guint value, guint step);
/* The greatest real part of the eigenvalues of the model itself, 1/s: above 0 it grows by its own
 * nature, and so does every run. */
double ls_stability_get_abscissa (const LsStability *self, guint value);

/**
 * ls_stability_get_limit:
 *
 * Returns: the longest of the steps up to which all are stable, s; 0 when the first one is not
 */
double ls_stability_get_limit (const LsStability *self, guint method, guint value);

/**
 * ls_stability_make_range:
 * @text: "FROM:TO" or "FROM:TO:N", numbers in the C locale; N points, @n_default without
 * @logarithmic: (out) (optional): whether they lie evenly on a logarithmic axis: when both ends have
 *   one sign and their quotient is 10 or more
 *
 * Returns: (transfer full): @n numbers, or %NULL with %LS_ERROR_ARGUMENT
 */
double *ls_stability_make_range (
    const char *text, guint n_default, guint *n, gboolean *logarithmic, GError **error);
