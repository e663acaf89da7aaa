/* In which order the outputs of a model can be known. */
#pragma once

#include "core/assembly/assembly.h"

typedef enum
{
  LS_FLOW_INITIAL = 1,    /* by InitialUnknowns, parameters included; else by Outputs */
  LS_FLOW_CONTINUOUS = 2, /* over wires to inputs that may change at any time only */
  LS_FLOW_STATES = 4      /* outputs that are states follow nothing */
} LsFlowKind;

/* The output @row depends on what comes over @wire; @assumed: as nothing says that it does not. */
typedef struct
{
  guint row, wire;
  gboolean assumed;
} LsFlowEdge;

/**
 * LsFlow: strong components of the graph of direct feed-through (Tarjan). Immutable.
 * @edges: element-type LsFlowEdge: by row
 * @rows: all rows in groups, each after those it depends on
 * @groups: @n_groups + 1 offsets into @rows
 * @is_loop: by group: its rows depend on each other without delay
 */
typedef struct
{
  GArray *edges;
  guint n_groups;
  guint *groups, *rows;
  gboolean *is_loop;
} LsFlow;

/* @kind: LsFlowKind, combined. What a description does not say is assumed. */
LsFlow *ls_flow_new (const LsAssembly *assembly, guint kind);
/* @edges: (transfer full) */
LsFlow *ls_flow_new_from_edges (const LsAssembly *assembly, GArray *edges);
void ls_flow_free (LsFlow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFlow, ls_flow_free)
