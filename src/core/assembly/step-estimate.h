/* By how much the inputs of a macro step differed from the outputs that feed them. */
#pragma once

#include <glib.h>
#include "core/base/state-memory.h"

/**
 * LsStepEstimate:
 *
 * What a coupling method does wrong on a step is the difference between each input, as a component
 * has had it, and the output that feeds it, as it really went: the defect of the coupling, in the
 * sense of defect control of differential equations (Enright 1989). It is known without another
 * integration: at the ends of the step exactly, between them from the next term of what
 * interpolates the outputs there, as long as they are smooth: an output that comes off its past by
 * far more than the steps before let expect has jumped, or has a kink, and counts as such. The mean
 * over the step is the estimate.
 */
typedef struct LsStepEstimate LsStepEstimate;

/* How the inputs lie to the outputs that feed them. */
typedef enum
{
  LS_INPUTS_CONSTANT, /* held, as the output was at the beginning or is at the end */
  LS_INPUTS_AHEAD,    /* extrapolated: exact at the beginning, and off at the end */
  LS_INPUTS_SMOOTH,   /* extrapolated without jumps: off at both ends */
  LS_INPUTS_LINEAR,   /* straight between outputs at both ends, or as far as an input lags, held */
  LS_INPUTS_CUBIC     /* value and slope of the output at both ends */
} LsInputs;

/* What a component does with the polynomial of an input. */
typedef enum
{
  LS_HELD_NOT,    /* follows it */
  LS_HELD_INSIDE, /* holds its mean; outputs feel it through states only */
  LS_HELD_THROUGH /* holds its mean, and so do outputs at the end of the step */
} LsHeld;

/**
 * LsStepWorth: a macro step to be judged.
 * @h: its length, s
 * @inputs: how @u lies to @y
 * @order: the differences go like h^@order
 * @degree: of the polynomials; at most 3
 * @u: n_in x (@degree + 1), what the inputs were on the step
 * @y_start, @y: n_out, outputs at its beginning and end
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
 * @source: @n_in, for every input the output that feeds it, or -1; borrowed
 * @held: @n_in, what components do with the polynomials; copied
 * @n_out: number of outputs
 * @tolerance: relative; what outputs are off their past by less than this of their range is noise
 */
LsStepEstimate *
ls_step_estimate_new (
    guint n_in, const int source[], const LsHeld held[], guint n_out, double tolerance);
void ls_step_estimate_free (LsStepEstimate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsStepEstimate, ls_step_estimate_free)

/* After a discontinuity: nothing that was holds any more. */
void ls_step_estimate_restart (LsStepEstimate *self);

/**
 * ls_step_estimate_compute:
 * @ranges: n_out, sizes of the outputs, positive
 * @errors: (out): n_out, mean difference over the step, in units of the output; 0 for what feeds
 *   nothing
 * @surprises: (out): n_out, by how much outputs at the end differ from what the last step foretold:
 *   where that is not small against the range, the step is too long for any estimate
 *
 * Returns: whether the part between the ends is known, too: it is not on first steps
 */
gboolean ls_step_estimate_compute (LsStepEstimate *self,
                                   const LsStepWorth *step,
                                   const double ranges[],
                                   double errors[],
                                   double surprises[]);
/* @order, when components follow their inputs, or less where they hold them. */
guint ls_step_estimate_limit_order (const LsStepEstimate *self, guint order, guint degree);
/* The power that errors of the step judged last go like, when it is @order with inputs that
 * components follow. */
guint ls_step_estimate_get_order (const LsStepEstimate *self, guint order, guint degree);
/* The step is final. */
void ls_step_estimate_keep (LsStepEstimate *self, const LsStepWorth *step);

/* What it remembers: see kept.h. */
void ls_step_estimate_visit_state (LsStepEstimate *self, LsVisitMemoryFunc func, gpointer user_data);
