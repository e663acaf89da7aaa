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
 * @outputs: @n_outputs ports; component by component, in file order, connected calculated
 *   parameters after the outputs
 * @inputs: @n_inputs ports, connected parameters after the inputs
 * @sources: for every input the row of the connected output, or -1
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
/* For views: each array is one row or column (core/model/wire.h); the source of an array is that of
 * its first element, -1 if an element has none. */
LsOmega *ls_omega_new_folded (const LsModel *model);
void     ls_omega_free (LsOmega *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsOmega, ls_omega_free)

/* Returns: (transfer full): node i is row i; it depends on the outputs connected to the inputs on
 * which it depends by direct feed-through, from ModelStructure (an output without declared
 * dependencies depends on all inputs of its component). */
LsGraph *ls_omega_get_graph (const LsOmega *self, const LsModel *model);

/* Whether @output has direct feed-through from @input by ModelStructure; also if that has no
 * information. */
gboolean ls_component_has_feed_through (const LsComponent *component, const LsVariable *input,
                                        const LsVariable *output);
