/* In which order outputs can be known: edges from ModelStructure and from probing, and groups. */
#include "core/assembly/initialise-impl.h"

#include <math.h>
#include <string.h>

/* Inputs are moved by this part of their size to see what follows them. */
#define PROBE 1e-4

/* Returns: (nullable): what the description says of @output; in initialisation mode that is another
 * list, where only what is computed then stands (FMI 2.0, 2.2.8). */
static const LsUnknown *
find_dependencies (const LsDescription *description, guint output, gboolean running)
{
  const LsUnknown *unknown
      = running ? NULL : ls_unknowns_find (&description->initial_unknowns, output);

  if (unknown == NULL || !unknown->has_dependencies)
    unknown = ls_unknowns_find (&description->outputs, output);
  return unknown != NULL && unknown->has_dependencies ? unknown : NULL;
}

static gboolean
is_parameter (const LsDescription *description, guint variable)
{
  return description->variables[variable].causality == LS_CAUSALITY_CALCULATED_PARAMETER;
}

/* Whether nothing is said of how the unknown depends on what comes over @link: the list of Outputs
 * names inputs, never parameters. */
static gboolean
is_silent (const LsUnknown *unknown, const LsDescription *description, const LsLink *link)
{
  return unknown == NULL
         || (description->variables[link->input].causality == LS_CAUSALITY_PARAMETER
             && ls_unknowns_find (&description->initial_unknowns, unknown->variable) != unknown);
}

void
ls_flow_init (LsInitialise *self, gboolean running, const LsModel *model, const LsOmega *omega)
{
  LsFlow *flow = &self->flows[running];

  flow->edges = g_array_new (FALSE, FALSE, sizeof (LsFlowEdge));
  for (guint row = 0; row < omega->n_outputs; row++)
    {
      guint system = self->rows[row].system;
      const LsComponent *component = ls_model_get_component (model, system);
      const LsDescription *description = ls_fmu_get_description (component->fmu);
      const LsUnknown *unknown = find_dependencies (description, self->rows[row].variable, running);

      for (guint i = self->to_first[system]; i < self->to_first[system + 1]; i++)
        {
          const LsLink *link = &self->links[self->to_links[i]];
          const gboolean silent = is_silent (unknown, description, link);
          const LsFlowEdge edge = { row, self->to_links[i], silent };

          if (running && (link->parameter || is_parameter (description, self->rows[row].variable)))
            continue;
          if (silent || ls_unknown_depends_on (unknown, link->input))
            g_array_append_val (flow->edges, edge);
        }
    }
}

static void
clear_groups (LsFlow *flow)
{
  g_clear_pointer (&flow->groups, g_free);
  g_clear_pointer (&flow->rows, g_free);
  g_clear_pointer (&flow->is_loop, g_free);
}

void
ls_flow_clear (LsFlow *self)
{
  clear_groups (self);
  g_clear_pointer (&self->edges, g_array_unref);
}

void
ls_flow_sort (LsInitialise *self, gboolean running)
{
  LsFlow *flow = &self->flows[running];
  g_autoptr (LsGraph) graph = ls_graph_new (self->n_rows);
  guint row = 0;

  clear_groups (flow);
  for (guint i = 0; i < flow->edges->len; i++)
    {
      const LsFlowEdge *edge = &g_array_index (flow->edges, LsFlowEdge, i);

      for (; row < edge->row; row++)
        ls_graph_end_node (graph);
      ls_graph_add_edge (graph, self->links[edge->link].row);
    }
  ls_graph_complete (graph);
  flow->rows = ls_graph_sort (graph, &flow->groups, &flow->n_groups);
  flow->is_loop = g_new0 (gboolean, flow->n_groups + 1);
  for (guint g = 0; g < flow->n_groups; g++)
    {
      guint first = flow->groups[g], n = flow->groups[g + 1] - first;

      flow->is_loop[g] = n > 1 || ls_graph_has_edge (graph, flow->rows[first], flow->rows[first]);
    }
}

/* @output of @system with @input at @value; FALSE in @known where it has none there. */
static LsStatus
look (LsSystem *system, guint input, double value, guint output, double *y, gboolean *known)
{
  LsStatus status = ls_system_set_some_inputs (system, &input, 1, &value);

  if (status == LS_OK)
    status = ls_system_get_some_outputs (system, &output, 1, y);
  *known = status == LS_OK;
  return status == LS_RETRY ? LS_OK : status;
}

typedef struct
{
  LsInitialise *self;
  const guint *group_of; /* by row */
  GArray *kept, *gone;   /* LsFlowEdge */
} Probe;

static gboolean
is_in_loop (const Probe *probe, const LsFlowEdge *edge)
{
  return probe->group_of[edge->row] == probe->group_of[probe->self->links[edge->link].row];
}

/* Whether the output of @edge follows its input when that is moved a little, to either side. */
static LsStatus
try_edge (Probe *probe, const LsFlowEdge *edge, gboolean *follows)
{
  LsInitialise *self = probe->self;
  const LsFlowRow *row = &self->rows[edge->row];
  LsSystem *system = self->network->systems[row->system];
  guint input = (guint)self->link_inputs[edge->link], output = (guint)row->output;
  double nominal = ls_system_get_info (system)->input_nominals[input];
  double value, here, there;
  gboolean known;
  LsStatus status = ls_initialise_get_input (self, edge->link, &value);

  *follows = TRUE;
  if (status == LS_OK)
    status = look (system, input, value, output, &here, &known);
  if (status != LS_OK || !known || !isfinite (here))
    return status;
  *follows = FALSE;
  for (int side = -1; side <= 1 && status == LS_OK && !*follows; side += 2)
    {
      status = look (system, input, value + side * PROBE * fmax (fabs (value), nominal), output,
                     &there, &known);
      /* A NaN is an answer too. */
      *follows = !known || !(there == here);
    }
  if (status == LS_OK)
    status = ls_system_set_some_inputs (system, &input, 1, &value);
  return status;
}

static gboolean
is_gone (const Probe *probe, const LsFlowEdge *edge)
{
  for (guint i = 0; i < probe->gone->len && edge->assumed; i++)
    {
      const LsFlowEdge *gone = &g_array_index (probe->gone, LsFlowEdge, i);

      if (gone->row == edge->row && gone->link == edge->link)
        return TRUE;
    }
  return FALSE;
}

/* What was seen in initialisation mode goes for later as well. */
static void
apply (Probe *probe)
{
  LsInitialise *self = probe->self;
  GArray *later = g_array_new (FALSE, FALSE, sizeof (LsFlowEdge));

  for (guint running = 0; running < 2; running++)
    self->all_edges[running] = self->flows[running].edges;
  for (guint i = 0; i < self->all_edges[1]->len; i++)
    {
      const LsFlowEdge *edge = &g_array_index (self->all_edges[1], LsFlowEdge, i);

      if (!is_gone (probe, edge))
        g_array_append_vals (later, edge, 1);
    }
  self->flows[0].edges = g_array_ref (probe->kept);
  self->flows[1].edges = later;
  ls_flow_sort (self, FALSE);
  ls_flow_sort (self, TRUE);
}

static LsStatus
try_edges (Probe *probe)
{
  LsInitialise *self = probe->self;
  GArray *edges = self->flows[0].edges;
  LsStatus status = LS_OK;

  for (guint i = 0; i < edges->len && status == LS_OK; i++)
    {
      const LsFlowEdge *edge = &g_array_index (edges, LsFlowEdge, i);
      gboolean follows = TRUE;

      if (edge->assumed && is_in_loop (probe, edge) && self->link_continuous[edge->link]
          && self->rows[edge->row].continuous)
        status = try_edge (probe, edge, &follows);
      g_array_append_vals (follows ? probe->kept : probe->gone, edge, 1);
    }
  return status;
}

LsStatus
ls_flow_probe (LsInitialise *self, gboolean *any)
{
  const LsFlow *flow = &self->flows[0];
  g_autofree guint *group_of = g_new0 (guint, self->n_rows + 1);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (LsFlowEdge));
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (LsFlowEdge));
  Probe probe = { self, group_of, kept, gone };
  LsStatus status;

  for (guint g = 0; g < flow->n_groups; g++)
    for (guint i = flow->groups[g]; i < flow->groups[g + 1]; i++)
      group_of[flow->rows[i]] = g;
  status = try_edges (&probe);
  *any = status == LS_OK && gone->len > 0;
  if (*any)
    apply (&probe);
  return status;
}
