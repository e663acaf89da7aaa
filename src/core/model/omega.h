/* The connection matrix Ω: outputs (rows) to inputs (columns), in model order. */
#pragma once

#include "core/model/graph.h"
#include "core/model/model.h"

typedef struct
{
  guint             component; /* id */
  const LsVariable *variable;
} LsPort;

/**
 * LsOmega:
 * @outputs: @n_outputs ports; component by component, in file order, calculated parameters that feed
 *   something after the outputs
 * @inputs: @n_inputs ports, parameters that something feeds after the inputs
 * @sources: for every input the row of the output that feeds it, or -1
 *
 * A view of one state of a model: valid until the model changes.
 */
typedef struct
{
  guint   n_outputs, n_inputs;
  LsPort *outputs, *inputs;
  int    *sources;
} LsOmega;

LsOmega *ls_omega_new (const LsModel *model);
void     ls_omega_free (LsOmega *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsOmega, ls_omega_free)

/**
 * ls_omega_sort:
 * @order: (out) (transfer full): rows of outputs in an order in which each comes
 *   after the outputs that feed, through connections, the inputs it depends on directly
 * @loop: (out) (optional) (transfer full): when there is an algebraic loop: the signals in it, %NULL-terminated
 *
 * Direct feed-through is taken from ModelStructure (an output without
 * dependencies given depends on all inputs of its component). Tarjan's algorithm.
 * Returns: %FALSE when there is an algebraic loop; @order is %NULL then.
 */
gboolean ls_omega_sort (const LsOmega *self, const LsModel *model, guint **order, char ***loop);

/* Returns: (transfer full): node i is row i; it leans on the outputs that feed, through connections,
 * the inputs it depends on directly. */
LsGraph *ls_omega_get_graph (const LsOmega *self, const LsModel *model);

/* Whether @output follows @input without delay, as ModelStructure says; so too when it says nothing. */
gboolean ls_component_has_feed_through (const LsComponent *component, const LsVariable *input,
                                        const LsVariable *output);
