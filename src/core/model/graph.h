/* Directed graphs: topological order and loops. */
#pragma once

#include <glib.h>

/**
 * LsGraph: nodes 0 to n - 1, each with edges to the nodes it depends on.
 *
 * Built node by node: ls_graph_add_edge() for the first, ls_graph_end_node(), and so on.
 */
typedef struct LsGraph LsGraph;

LsGraph *ls_graph_new (guint n);
void     ls_graph_free (LsGraph *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsGraph, ls_graph_free)

/* From the node being built to @target. */
void     ls_graph_add_edge (LsGraph *self, guint target);
void     ls_graph_end_node (LsGraph *self);
/* Adds the remaining nodes, without edges. */
void     ls_graph_complete (LsGraph *self);
gboolean ls_graph_has_edge (const LsGraph *self, guint from, guint to);

/**
 * ls_graph_sort:
 * @groups: (out) (transfer full): @n_groups + 1 offsets into the result
 *
 * Strong components: nodes of one group are reachable from each other. A group of more than one
 * node is a loop; one of a single node is a loop when it has an edge to itself.
 *
 * Returns: (transfer full): all nodes, group by group, each after those it depends on
 */
guint   *ls_graph_sort (const LsGraph *self, guint **groups, guint *n_groups);
