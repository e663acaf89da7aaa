/* The connected components of a run: their values, their connections, and one step of all of
 * them. */
#pragma once

#include "core/assembly/network-state.h"

/* Sets @gathered (n_in) to the values of the sources in @values (n_out); unconnected entries are
 * not changed. */
void ls_network_gather (const LsNetwork *self, const double values[], double gathered[]);
/* Exchanges *@y with @y of the network, to avoid copying: both have n_out + 1 entries and are freed
 * by g_free(). */
void ls_network_exchange_outputs (LsNetwork *self, double **y);
/* Steps every system once with polynomials @u (n_in x (@degree + 1)) and sets @y, @dy (n_out; @dy
 * may be %NULL). Counts the calls, and checks that outputs are finite; the message names the
 * variable. On %LS_RETRY all systems have been rolled back, where possible (@rollback_log). */
LsStatus ls_network_step (LsNetwork *self,
                          double h,
                          guint degree,
                          const double u[],
                          double y[],
                          double dy[],
                          gboolean *event);

/* ls_network_step() with held inputs @u (n_in) and without derivatives of outputs, at less cost:
 * for methods that only take such steps. */
LsStatus ls_network_hold (LsNetwork *self, double h, const double u[], double y[]);

/**
 * ls_network_find_derivatives:
 * @h: length of the coming step, s; scales the increments of differences
 * @known: (out): whether @dy is valid for all connected outputs
 *
 * At the start and after events, where no step precedes: computes time derivatives of outputs that
 * are consistent over all connections, including loops. They follow from f and the derivatives of
 * outputs with respect to states, inputs and time, or from derivatives of outputs that the
 * component provides; with direct feed-through they solve a system of linear equations.
 *
 * Returns: other than %LS_OK when a component fails
 */
LsStatus ls_network_find_derivatives (LsNetwork *self, double h, gboolean *known);

/* The inputs that @system is given for polynomials @u (n_in x (@degree + 1), of the whole network):
 * @u itself, or another array of that shape with the balance of held inputs. For steps that are made
 * without ls_network_step_system(). */
const double *ls_network_give (LsNetwork *self, guint system, double h, guint degree, const double u[]);
/* After such a step: takes the outputs @y of @system as they came. */
LsStatus ls_network_take_outputs (LsNetwork *self, guint system, const double y[]);
/* With all systems at the end of the step: corrects outputs @y with direct feed-through from the
 * inputs of the step to those that the outputs give. ls_network_end() does it. */
LsStatus ls_network_correct_all (LsNetwork *self, double y[]);

/* The parts of ls_network_step(), for methods that step one system after the other: begin, each
 * system once in any order, end. Arrays as there. */
LsStatus ls_network_begin (LsNetwork *self);
/* Sets @event after an event, otherwise leaves it unchanged. */
LsStatus ls_network_step_system (LsNetwork *self,
                                 guint system,
                                 double h,
                                 guint degree,
                                 const double u[],
                                 double y[],
                                 double dy[],
                                 gboolean *event);
/* Whether all components hold their inputs. Then ls_network_hold_system() makes the same step at less cost, without
 * derivatives of outputs; after events it sets @discontinuity alone. */
gboolean ls_network_holds_all (const LsNetwork *self);
LsStatus ls_network_hold_system (
    LsNetwork *self, guint system, double h, guint degree, const double u[], double y[]);
/* Call after a step of @system whose outputs are used before ls_network_correct_all(); arguments as
 * there. For a @corrected system, or one of @end_outputs, corrects the outputs to the inputs at the
 * end of the step instead of those held on the step, which lag by half a step: a first-order error
 * with direct feed-through. */
LsStatus ls_network_correct_outputs (
    LsNetwork *self, guint system, double h, guint degree, const double u[], double y[]);
/* @status: status of the systems, %LS_OK when all succeeded; @y: (inout): their outputs. Returns: the
 * status for the method to return. */
LsStatus ls_network_end (
    LsNetwork *self, LsStatus status, double h, guint degree, const double u[], double y[]);

/**
 * ls_network_judge:
 * @worth: the step just taken, with all systems at its end; y_start may be %NULL for @self->y
 * @can_undo: the method rolls back itself; otherwise @rollback_log does, if there is one
 *
 * Error control. Called by methods with an error estimate before they make the step final; no
 * effect without a tolerance. Returns: %LS_RETRY when the step is rejected, for step() to return:
 * the method must restore its own state; without @can_undo the systems have been rolled back.
 */
LsStatus ls_network_judge (LsNetwork *self, const LsStepWorth *worth, gboolean can_undo);

/* Amplification of the residual of an iteration to the error of its values: the greatest condition
 * of I - dg/dv of all algebraic loops at the start; 1 without loops. */
double ls_network_get_amplification (const LsNetwork *self);
/* Relative convergence tolerance of an iteration: @eps, or less where the coupling tolerance
 * requires it. */
double ls_network_get_eps (const LsNetwork *self, double eps);

/**
 * ls_network_detect_jumps:
 * @y: outputs at the end of the step of all systems just taken
 * @errors: (n_out): prediction errors of the outputs; 0 where there is no prediction, and where no
 *   input is connected: a jump there concerns no coupling, but the search for it costs rollbacks
 * @can_undo: the method rolls back itself; otherwise @rollback_log does, if there is one
 *
 * Jump detection. Called by methods that extrapolate, before they make the step final. Sets
 * @discontinuity where an output has jumped. Returns: %LS_RETRY, for step() to return, when the
 * step has to be repeated to locate a jump: the method must restore its own state; without
 * @can_undo the systems have been rolled back.
 */
LsStatus ls_network_detect_jumps (
    LsNetwork *self, double h, const double y[], const double errors[], gboolean can_undo);
