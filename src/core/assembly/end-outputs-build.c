/* What is corrected at the ends of steps, by which means and in which order. */
#include "core/assembly/end-outputs-impl.h"

#include <math.h>
#include <string.h>

/* Change of inputs for differences, relative to their size. */
#define CHANGE 1e-4

/* ---- Construction ----------------------------------------------------------------------- */

gboolean
ls_end_outputs_wants (const LsSystemInfo *info, LsRepair repair)
{
  return repair != LS_REPAIR_OFF && info->end_way != LS_END_NONE
         && (repair == LS_REPAIR_ON || info->step_degree == 0
             || !info->has[LS_CAPABILITY_LINEARISATION]);
}

/* Whether what is not in @is_fed is read by no component. */
static gboolean
is_whole (const LsNetwork *network, const LsEndPart *part, const guint8 is_fed[])
{
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= (int)part->out && network->source[j] < (int)(part->out + part->n_out)
        && !is_fed[network->source[j] - (int)part->out])
      return FALSE;
  return TRUE;
}

/* Lists the connected inputs with direct feed-through, and the outputs that they feed. */
static void
list_feed (const LsNetwork *network, const LsSystemInfo *info, LsEndPart *part)
{
  g_autofree guint8 *is_fed = g_new0 (guint8, part->n_out + 1);

  for (guint j = 0; j < part->n_in; j++)
    {
      gboolean goes_through = FALSE;

      part->has_loose |= network->source[part->in + j] < 0;
      for (guint i = 0; i < part->n_out && network->source[part->in + j] >= 0; i++)
        if (info->feed_through[(gsize)i * part->n_in + j])
          is_fed[i] = goes_through = TRUE;
      if (goes_through)
        part->through[part->n_through++] = j;
    }
  for (guint i = 0; i < part->n_out; i++)
    if (is_fed[i])
      part->fed[part->n_fed++] = i;
  part->whole = info->end_way == LS_END_READ && is_whole (network, part, is_fed);
}

static gboolean
make_part (LsEndOutputs *self, guint system, LsRepair repair)
{
  const LsNetwork *network = self->network;
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);
  LsEndPart *part = &self->parts[system];

  part->n_in = info->n_in;
  part->n_out = info->n_out;
  part->in = network->in_offset[system];
  part->out = network->out_offset[system];
  part->through = g_new0 (guint, info->n_in + 1);
  part->fed = g_new0 (guint, info->n_out + 1);
  part->d = g_new0 (double, (gsize)info->n_in * info->n_out + 1);
  list_feed (network, info, part);
  part->noted = part->n_fed > 0 && ls_end_outputs_wants (info, repair);
  part->way = part->noted ? info->end_way : LS_END_NONE;
  return part->noted;
}

LsEndOutputs *
ls_end_outputs_new (LsNetwork *network, LsRepair repair)
{
  LsEndOutputs *self;
  guint widest = 0, highest = 0;
  gboolean any = FALSE;

  if (repair == LS_REPAIR_OFF)
    return NULL;
  self = g_new0 (LsEndOutputs, 1);
  self->network = network;
  self->stages = g_array_new (FALSE, TRUE, sizeof (LsEndStage));
  self->alone = g_array_new (FALSE, TRUE, sizeof (guint));
  self->noted = g_array_new (FALSE, TRUE, sizeof (guint));
  self->outputs = g_array_new (FALSE, TRUE, sizeof (guint));
  self->parts = g_new0 (LsEndPart, network->n_systems + 1);
  for (guint k = 0; k < network->n_systems; k++)
    {
      any |= make_part (self, k, repair);
      widest = MAX (widest, self->parts[k].n_in);
      highest = MAX (highest, self->parts[k].n_out);
    }
  self->rests = g_new0 (LsEndRest, network->n_systems + 1);
  self->choices = g_new0 (LsEndChoice, network->n_out + 1);
  self->at = g_new0 (double, network->n_in + 1);
  self->u = g_new0 (double, 2 * (gsize)widest + 1);
  self->old_u = self->u + widest;
  self->column = g_new0 (double, MAX (highest, network->n_out) + 1);
  self->before = g_new0 (double, highest + 1);
  if (any)
    return self;
  ls_end_outputs_free (self);
  return NULL;
}

static void
clear_stage (LsEndStage *stage)
{
  g_free (stage->systems);
  g_free (stage->inputs);
  g_free (stage->owners);
  g_free (stage->matrix);
  g_free (stage->change);
  g_free (stage->pivots);
}

void
ls_end_outputs_free (LsEndOutputs *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->stages->len; i++)
    clear_stage (&g_array_index (self->stages, LsEndStage, i));
  g_array_unref (self->stages);
  g_array_unref (self->alone);
  g_array_unref (self->noted);
  g_array_unref (self->outputs);
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      g_free (self->parts[k].through);
      g_free (self->parts[k].fed);
      g_free (self->parts[k].d);
    }
  g_free (self->parts);
  g_free (self->rests);
  g_free (self->choices);
  g_free (self->at);
  g_free (self->u);
  g_free (self->column);
  g_free (self->before);
  g_free (self);
}

/* ---- D by differences ------------------------------------------------------------------- */

double
ls_end_outputs_get_nominal (const LsEndOutputs *self, guint system, guint input)
{
  return ls_system_get_info (self->network->systems[system])->input_nominals[input];
}

/* All outputs with input @j of @system at @value, the others at @u. */
static LsStatus
look (LsEndOutputs *self, guint system, guint j, double value, double u[], double y[])
{
  const double kept = u[j];
  LsStatus status;

  u[j] = value;
  status = ls_system_evaluate (self->network->systems[system], u, y);
  u[j] = kept;
  return status;
}

/* Central differences at @u (n_in); sets the inputs to @u again. %LS_RETRY where a value cannot be
 * had. */
LsStatus
ls_end_outputs_find_differences (LsEndOutputs *self, guint system, double u[])
{
  LsEndPart *part = &self->parts[system];
  LsStatus status = LS_OK;

  for (guint a = 0; a < part->n_through && status == LS_OK; a++)
    {
      const guint j = part->through[a];
      const double by = CHANGE * fmax (fabs (u[j]), ls_end_outputs_get_nominal (self, system, j));

      status = look (self, system, j, u[j] + by, u, self->column);
      if (status == LS_OK)
        status = look (self, system, j, u[j] - by, u, self->before);
      for (guint i = 0; i < part->n_out && status == LS_OK; i++)
        {
          const double slope = (self->column[i] - self->before[i]) / (2.0 * by);

          part->d[(gsize)i * part->n_in + j] = isfinite (slope) ? slope : 0.0;
        }
    }
  part->has_d = status == LS_OK;
  if (status == LS_STOP)
    return status;
  return ls_system_evaluate (self->network->systems[system], u, self->column) == LS_STOP ? LS_STOP
                                                                                         : status;
}

/* In initialisation mode outputs may depend on inputs by way of initial states, too: only what is
 * direct feed-through counts. */
static void
keep_direct (const LsEndOutputs *self, guint system)
{
  const LsSystemInfo *info = ls_system_get_info (self->network->systems[system]);
  LsEndPart *part = &self->parts[system];

  for (gsize i = 0; i < (gsize)part->n_out * part->n_in; i++)
    if (!info->feed_through[i])
      part->d[i] = 0.0;
}

LsStatus
ls_end_outputs_probe (LsEndOutputs *self)
{
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      LsStatus status;

      if (self->parts[k].way != LS_END_DIFFERENCES)
        continue;
      status = ls_system_get_inputs (self->network->systems[k], self->u);
      if (status == LS_OK)
        status = ls_end_outputs_find_differences (self, k, self->u);
      if (status == LS_STOP)
        {
          self->network->failed = k;
          return LS_STOP;
        }
      keep_direct (self, k);
    }
  return LS_OK;
}

/* ---- Stages ----------------------------------------------------------------------------- */

static gboolean
is_in_group (const LsFlow *flow, guint group, guint row)
{
  for (guint i = flow->groups[group]; i < flow->groups[group + 1]; i++)
    if (flow->rows[i] == row)
      return TRUE;
  return FALSE;
}

static gboolean
holds (const LsEndStage *stage, guint system)
{
  for (guint i = 0; i < stage->n_systems; i++)
    if (stage->systems[i] == system)
      return TRUE;
  return FALSE;
}

/* Adds the inputs over which the loop goes. Its components are all corrected: between them is
 * nothing to hold on to. */
static void
close_loop (LsEndOutputs *self, const LsFlow *flow, guint group, LsEndStage *stage)
{
  const LsNetwork *network = self->network;
  const LsAssembly *assembly = network->assembly;

  stage->inputs = g_new0 (guint, network->n_in + 1);
  stage->owners = g_new0 (guint, network->n_in + 1);
  for (guint e = 0; e < flow->edges->len; e++)
    {
      const LsFlowEdge *edge = &g_array_index (flow->edges, LsFlowEdge, e);
      const LsWire *wire = &assembly->wires[edge->wire];
      const guint input = network->in_offset[wire->to] + (guint)wire->position;
      gboolean has = wire->position < 0 || network->source[input] < 0
                     || !is_in_group (flow, group, edge->row)
                     || !is_in_group (flow, group, wire->row);

      for (guint i = 0; i < stage->n && !has; i++)
        has = stage->inputs[i] == input;
      if (has)
        continue;
      stage->inputs[stage->n] = input;
      stage->owners[stage->n++] = wire->to;
    }
  for (guint i = 0; i < stage->n_systems; i++)
    {
      LsEndPart *part = &self->parts[stage->systems[i]];

      if (part->way == LS_END_NONE)
        part->way = ls_system_get_info (network->systems[stage->systems[i]])->end_way;
      part->noted = TRUE;
      part->whole = FALSE;
      for (guint o = part->out; o < part->out + part->n_out; o++)
        self->choices[o].looped = TRUE;
    }
  stage->matrix = g_new0 (double, (gsize)stage->n * stage->n + 1);
  stage->change = g_new0 (double, stage->n + 1);
  stage->pivots = g_new0 (guint, stage->n + 1);
}

/* Whether output @row has direct feed-through from a connected Real. */
static gboolean
depends (const LsEndOutputs *self, const LsFlow *flow, guint row)
{
  const LsNetwork *network = self->network;

  for (guint e = 0; e < flow->edges->len; e++)
    {
      const LsFlowEdge *edge = &g_array_index (flow->edges, LsFlowEdge, e);
      const LsWire *wire = &network->assembly->wires[edge->wire];

      if (edge->row == row && wire->position >= 0
          && network->source[network->in_offset[wire->to] + (guint)wire->position] >= 0)
        return TRUE;
    }
  return FALSE;
}

static void
add_stage (LsEndOutputs *self, const LsFlow *flow, guint group)
{
  const LsAssembly *assembly = self->network->assembly;
  LsEndStage stage = { .systems = g_new0 (guint, self->network->n_systems + 1) };
  gboolean wanted = FALSE;

  for (guint i = flow->groups[group]; i < flow->groups[group + 1]; i++)
    {
      const LsRow *row = &assembly->rows[flow->rows[i]];

      if (row->position < 0 || !depends (self, flow, flow->rows[i]))
        continue;
      wanted |= self->parts[row->component].way != LS_END_NONE;
      if (!holds (&stage, row->component))
        stage.systems[stage.n_systems++] = row->component;
    }
  if (wanted && flow->is_loop[group])
    close_loop (self, flow, group, &stage);
  self->leaves_loops |= flow->is_loop[group] && stage.n == 0;
  /* One evaluation has all outputs of a component that follow each other. */
  if (wanted && stage.n == 0 && self->stages->len > 0)
    {
      const LsEndStage *last = &g_array_index (self->stages, LsEndStage, self->stages->len - 1);

      wanted = last->n > 0 || last->systems[0] != stage.systems[0];
    }
  if (wanted)
    g_array_append_val (self->stages, stage);
  else
    clear_stage (&stage);
}

/* Whether @system is corrected on every step. */
static gboolean
has_stage (const LsEndOutputs *self, guint system)
{
  for (guint i = 0; i < self->stages->len; i++)
    if (holds (&g_array_index (self->stages, LsEndStage, i), system))
      return TRUE;
  return FALSE;
}

void
ls_end_outputs_need (LsEndOutputs *self, int output)
{
  for (guint k = 0; self != NULL && k < self->network->n_systems; k++)
    if (output >= (int)self->parts[k].out
        && output < (int)(self->parts[k].out + self->parts[k].n_out))
      self->parts[k].whole = FALSE;
}

/* Fills @alone, unless there is a loop. */
static void
list_alone (LsEndOutputs *self)
{
  for (guint i = 0; i < self->stages->len; i++)
    if (g_array_index (self->stages, LsEndStage, i).n > 0)
      return;
  for (guint i = 0; i < self->stages->len; i++)
    {
      const LsEndStage *stage = &g_array_index (self->stages, LsEndStage, i);

      g_array_append_vals (self->alone, stage->systems, stage->n_systems);
    }
}

static void
list_noted (LsEndOutputs *self)
{
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      const LsEndPart *part = &self->parts[k];

      if (!part->noted)
        continue;
      g_array_append_val (self->noted, k);
      for (guint i = part->out; i < part->out + part->n_out; i++)
        g_array_append_val (self->outputs, i);
    }
}

void
ls_end_outputs_start (LsEndOutputs *self, const LsFlow *flow)
{
  for (guint g = 0; g < flow->n_groups; g++)
    add_stage (self, flow, g);
  for (guint k = 0; k < self->network->n_systems; k++)
    self->parts[k].whole &= has_stage (self, k);
  list_alone (self);
  list_noted (self);
}
