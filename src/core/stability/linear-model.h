/* All components of a model as one linear system, for what can be said without running it. */
#pragma once

#include "core/base/log.h"
#include "core/model/model.h"

/**
 * LsLinearModel: x' = A x + B u, y = C x + D u with constant matrices, u_j = y_source(j)
 * @a: @n_state x @n_state; @b: @n_state x @n_in; @c: @n_out x @n_state; @d: @n_out x @n_in; all
 *   row-major, with a block for each component, in model order
 * @state_offset, @in_offset, @out_offset: first index of each component, @n_systems + 1 entries
 * @source: for every input the output that feeds it, or -1
 * @missing: for every component the capabilities that it does without: bits 1 << LsCapability
 * @inner_steps: for every component its steps in each macro step
 * @names: of the components
 * @solves_loops: in runs, methods with delayed inputs have the algebraic loops solved before each step
 *
 * What is constant or a function of time alone, affine terms and inputs that nothing feeds, is left
 * out: it does not decide whether an error grows.
 */
typedef struct
{
  guint n_systems, n_state, n_in, n_out;
  guint *state_offset, *in_offset, *out_offset;
  double *a, *b, *c, *d;
  int *source;
  guint *missing, *inner_steps;
  char **names;
  gboolean solves_loops;
} LsLinearModel;

/* Most states and inputs together that a model may have here. */
#define LS_LINEAR_MODEL_MAX 400u

/**
 * ls_linear_model_new:
 *
 * Starts the components at @start_time, takes their linearisations there and once more after every
 * one has been led away from there on its own, by a step with other inputs: a component whose
 * matrices differ is not linear.
 *
 * Returns: (transfer full): or %NULL with %LS_ERROR_MODEL: a component cannot be linearised, is not
 * linear, or has events; connections that are not Real; too large
 */
LsLinearModel *ls_linear_model_new (
    const LsModel *model, double start_time, double stop_time, LsLog *log, GError **error);
void ls_linear_model_free (LsLinearModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLinearModel, ls_linear_model_free)

/* For tests and for other sources of models: blocks of zeros. Sizes: @n_systems each. */
LsLinearModel *ls_linear_model_new_empty (
    guint n_systems, const guint n_state[], const guint n_in[], const guint n_out[]);

/**
 * ls_linear_model_get_abscissa:
 * @abscissa: (out): greatest real part of the eigenvalues of the whole, 1/s: what a coupling
 *   without error would let grow or decay; −∞ without states
 *
 * Returns: %FALSE with %LS_ERROR_MODEL: the algebraic loops have no solution
 */
gboolean
ls_linear_model_get_abscissa (const LsLinearModel *self, double *abscissa, GError **error);
