/* Order in which the outputs of a model can be computed. */
#pragma once

#include "core/assembly/assembly.h"

typedef enum
{
  LS_FLOW_INITIAL = 1,    /* from InitialUnknowns, parameters included; otherwise from Outputs */
  LS_FLOW_CONTINUOUS = 2, /* only over wires between Reals to inputs of continuous variability */
  LS_FLOW_STATES = 4      /* outputs that are states have no dependencies */
} LsFlowKind;

/* The output @row depends on the input of @wire; @assumed: undeclared, so assumed. */
typedef struct
{
  guint row, wire;
  gboolean assumed;
} LsFlowEdge;

/**
 * LsFlow: strong components of the graph of direct feed-through (Tarjan). Immutable.
 * @edges: element-type LsFlowEdge: ordered by row
 * @rows: all rows in groups, each group after those it depends on
 * @groups: @n_groups + 1 offsets into @rows
 * @is_loop: by group: its rows form an algebraic loop
 */
typedef struct
{
  GArray *edges;
  guint n_groups;
  guint *groups, *rows;
  gboolean *is_loop;
} LsFlow;

/* @kind: LsFlowKind flags, combined. Undeclared dependencies are assumed. */
LsFlow *ls_flow_new (const LsAssembly *assembly, guint kind);
/* @edges: (transfer full) */
LsFlow *ls_flow_new_from_edges (const LsAssembly *assembly, GArray *edges);
void ls_flow_free (LsFlow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFlow, ls_flow_free)
