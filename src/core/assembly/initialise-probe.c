/* Tests undeclared dependencies by perturbing inputs. */
#include "core/assembly/initialise-impl.h"

#include <math.h>

/* Perturbation of inputs, relative to their size. */
#define PROBE 1e-4

/* @output of @system with @input at @value; @known: (out): %FALSE where it cannot be evaluated. */
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
  return probe->group_of[edge->row]
         == probe->group_of[probe->self->assembly->wires[edge->wire].row];
}

/* Whether the output of @edge changes when its input is perturbed to either side. */
static LsStatus
try_edge (Probe *probe, const LsFlowEdge *edge, gboolean *follows)
{
  LsInitialise *self = probe->self;
  const LsRow *row = &self->assembly->rows[edge->row];
  LsSystem *system = self->network->systems[row->component];
  guint input = (guint)self->assembly->wires[edge->wire].position, output = (guint)row->position;
  double nominal = ls_system_get_info (system)->input_nominals[input];
  double value, here, there;
  gboolean known;
  LsStatus status = ls_initialise_get_input (row->component, input, &value, self);

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
      /* NaN counts as a change, too. */
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

      if (gone->row == edge->row && gone->wire == edge->wire)
        return TRUE;
    }
  return FALSE;
}

/* Dependencies refuted in initialisation mode are removed for the time after it, too. */
static void
apply (Probe *probe)
{
  LsInitialise *self = probe->self;
  GArray *later = g_array_new (FALSE, FALSE, sizeof (LsFlowEdge));

  for (guint running = 0; running < 2; running++)
    self->whole[running] = self->flows[running];
  for (guint i = 0; i < self->whole[1]->edges->len; i++)
    {
      const LsFlowEdge *edge = &g_array_index (self->whole[1]->edges, LsFlowEdge, i);

      if (!is_gone (probe, edge))
        g_array_append_vals (later, edge, 1);
    }
  self->flows[0] = ls_flow_new_from_edges (self->assembly, g_array_ref (probe->kept));
  self->flows[1] = ls_flow_new_from_edges (self->assembly, later);
}

static gboolean
is_smooth (const LsRow *row)
{
  return row->position >= 0 && row->variable->variability == LS_VARIABILITY_CONTINUOUS;
}

static LsStatus
try_edges (Probe *probe)
{
  LsInitialise *self = probe->self;
  const GArray *edges = self->flows[0]->edges;
  LsStatus status = LS_OK;

  for (guint i = 0; i < edges->len && status == LS_OK; i++)
    {
      const LsFlowEdge *edge = &g_array_index (edges, LsFlowEdge, i);
      gboolean follows = TRUE;

      if (edge->assumed && is_in_loop (probe, edge) && self->assembly->wires[edge->wire].smooth
          && is_smooth (&self->assembly->rows[edge->row]))
        status = try_edge (probe, edge, &follows);
      g_array_append_vals (follows ? probe->kept : probe->gone, edge, 1);
    }
  return status;
}

LsStatus
ls_initialise_probe (LsInitialise *self, gboolean *any)
{
  const LsFlow *flow = self->flows[0];
  g_autofree guint *group_of = g_new0 (guint, self->assembly->n_rows + 1);
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
