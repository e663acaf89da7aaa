/* Order of evaluation. The edges come from ModelStructure. */
#include "core/assembly/flow.h"

/* Returns: (nullable): declared dependencies of @output; in initialisation mode from
 * InitialUnknowns, which lists only the unknowns calculated then (FMI 2.0, 2.2.8), otherwise from
 * Outputs. */
static const LsUnknown *
find_dependencies (const LsDescription *description, guint output, gboolean initial)
{
  const LsUnknown *unknown
      = initial ? ls_unknowns_find (&description->initial_unknowns, output) : NULL;

  if (unknown == NULL || !unknown->has_dependencies)
    unknown = ls_unknowns_find (&description->outputs, output);
  return unknown != NULL && unknown->has_dependencies ? unknown : NULL;
}

/* Whether the dependency of the unknown on the input of @wire is undeclared: the list of Outputs
 * refers to inputs, never to parameters. */
static gboolean
is_silent (const LsUnknown *unknown, const LsDescription *description, const LsWire *wire)
{
  return unknown == NULL
         || (wire->input->causality == LS_CAUSALITY_PARAMETER
             && ls_unknowns_find (&description->initial_unknowns, unknown->variable) != unknown);
}

/* Parameters are constant during a run, so no dependency on them matters. */
static gboolean
may_follow (const LsRow *row, const LsWire *wire, guint kind)
{
  /* Ticks are events, which follow each other: ls_master_pass_ticks(). */
  if (wire->input->clock != NULL || ((kind & LS_FLOW_STATES) != 0 && row->state >= 0))
    return FALSE;
  if ((kind & LS_FLOW_CONTINUOUS) != 0 && !wire->continuous)
    return FALSE;
  return (kind & LS_FLOW_INITIAL) != 0
         || (wire->input->causality == LS_CAUSALITY_INPUT
             && row->variable->causality == LS_CAUSALITY_OUTPUT);
}

static void
add_edges (const LsAssembly *assembly, guint index, guint kind, GArray *edges)
{
  const LsRow *row = &assembly->rows[index];
  const LsDescription *description = assembly->descriptions[row->component];
  const LsUnknown *unknown
      = find_dependencies (description, row->variable->index, (kind & LS_FLOW_INITIAL) != 0);

  for (guint i = assembly->to_first[row->component]; i < assembly->to_first[row->component + 1];
       i++)
    {
      const LsWire *wire = &assembly->wires[assembly->to_wires[i]];
      const gboolean silent = is_silent (unknown, description, wire);
      const LsFlowEdge edge = { index, assembly->to_wires[i], silent };

      if (may_follow (row, wire, kind)
          && (silent || ls_unknown_depends_on (unknown, wire->input->index)))
        g_array_append_val (edges, edge);
    }
}

LsFlow *
ls_flow_new (const LsAssembly *assembly, guint kind)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (LsFlowEdge));

  g_return_val_if_fail (assembly != NULL, NULL);
  for (guint row = 0; row < assembly->n_rows; row++)
    add_edges (assembly, row, kind, edges);
  return ls_flow_new_from_edges (assembly, edges);
}

LsFlow *
ls_flow_new_from_edges (const LsAssembly *assembly, GArray *edges)
{
  g_return_val_if_fail (assembly != NULL && edges != NULL, NULL);

  g_autoptr (LsGraph) graph = ls_graph_new (assembly->n_rows);
  LsFlow *self = g_new0 (LsFlow, 1);
  guint row = 0;

  self->edges = edges;
  for (guint i = 0; i < edges->len; i++)
    {
      const LsFlowEdge *edge = &g_array_index (edges, LsFlowEdge, i);

      for (; row < edge->row; row++)
        ls_graph_end_node (graph);
      ls_graph_add_edge (graph, assembly->wires[edge->wire].row);
    }
  ls_graph_complete (graph);
  self->rows = ls_graph_sort (graph, &self->groups, &self->n_groups);
  self->is_loop = g_new0 (gboolean, self->n_groups + 1);
  for (guint g = 0; g < self->n_groups; g++)
    {
      const guint first = self->groups[g], n = self->groups[g + 1] - first;

      self->is_loop[g] = n > 1 || ls_graph_has_edge (graph, self->rows[first], self->rows[first]);
    }
  return self;
}

void
ls_flow_free (LsFlow *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->edges);
  g_free (self->groups);
  g_free (self->rows);
  g_free (self->is_loop);
  g_free (self);
}
