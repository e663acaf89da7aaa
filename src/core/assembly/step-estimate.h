/* Difference between the inputs of a macro step and the outputs connected to them. */
#pragma once

#include <glib.h>
#include "core/base/state-memory.h"

/**
 * LsStepEstimate:
 *
 * The error of a coupling method on a step is the difference between each input applied and the
 * actual output connected to it: the coupling defect, as in defect control of differential
 * equations (Enright 1989). It needs no second integration: it is known exactly at the ends of the
 * step, and in between from the next term of the interpolation of the outputs, if they are smooth.
 * An output whose prediction error is far greater than on the steps before has a jump or a kink,
 * and is treated as such. The estimate is the mean over the step.
 */
typedef struct LsStepEstimate LsStepEstimate;

/* Relation of the inputs to the outputs connected to them. */
typedef enum
{
  LS_INPUTS_CONSTANT, /* held at the output at the beginning or at the end */
  LS_INPUTS_AHEAD,    /* extrapolated: exact at the beginning, with an error at the end */
  LS_INPUTS_SMOOTH,   /* extrapolated without jumps: with errors at both ends */
  LS_INPUTS_LINEAR,   /* linear between the outputs at both ends; held where an input lags */
  LS_INPUTS_CUBIC     /* cubic with values and slopes of the output at both ends */
} LsInputs;

/* Use of the polynomial of an input by a component. */
typedef enum
{
  LS_HELD_NOT,    /* follows the polynomial */
  LS_HELD_INSIDE, /* holds its mean; no direct feed-through, outputs depend on it through states only */
  LS_HELD_THROUGH /* holds its mean; direct feed-through, also in outputs at the end of the step */
} LsHeld;

/**
 * LsStepWorth: a macro step to be judged.
 * @h: its length, s
 * @inputs: relation of @u to @y
 * @order: the differences are proportional to h^@order
 * @degree: degree of the polynomials, at most 3
 * @u: n_in x (@degree + 1), the inputs on the step
 * @y_start, @y: n_out, outputs at the beginning and at the end
 */
typedef struct
{
  double h;
  LsInputs inputs;
  guint order, degree;
  const double *u, *y_start, *y;
} LsStepWorth;

/**
 * ls_step_estimate_new:
 * @source: @n_in, for every input the output connected to it, or -1; borrowed
 * @held: @n_in, use of the polynomials by the components; copied
 * @n_out: number of outputs
 * @tolerance: relative to the range of an output; smaller prediction errors are noise
 */
LsStepEstimate *
ls_step_estimate_new (
    guint n_in, const int source[], const LsHeld held[], guint n_out, double tolerance);
void ls_step_estimate_free (LsStepEstimate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStepEstimate, ls_step_estimate_free)

/* After a discontinuity: discards the history. */
void ls_step_estimate_restart (LsStepEstimate *self);

/**
 * ls_step_estimate_compute:
 * @ranges: n_out, sizes of the outputs, positive
 * @errors: (out): n_out, mean difference over the step, in units of the output; 0 for unconnected
 *   outputs
 * @surprises: (out): n_out, prediction errors of the outputs at the end: where they are not small
 *   compared with the range, the step is too long for the estimate
 *
 * Returns: whether the error between the ends is known, too; not on first steps
 */
gboolean ls_step_estimate_compute (LsStepEstimate *self,
                                   const LsStepWorth *step,
                                   const double ranges[],
                                   double errors[],
                                   double surprises[]);
/* @order if components follow their inputs, less if they hold them. */
guint ls_step_estimate_limit_order (const LsStepEstimate *self, guint order, guint degree);
/* Order of the error of the last step judged, @order being that for components that follow their
 * inputs. */
guint ls_step_estimate_get_order (const LsStepEstimate *self, guint order, guint degree);
/* Call when the step is final. */
void ls_step_estimate_commit (LsStepEstimate *self, const LsStepWorth *step);

/* Visits its memory: see core/base/state-memory.h. */
void ls_step_estimate_visit_state (LsStepEstimate *self, LsVisitMemoryFunc func, gpointer user_data);
