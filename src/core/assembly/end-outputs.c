#include "core/assembly/end-outputs.h"

#include "core/assembly/loop.h"
#include "core/num/dense-lu.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Change of inputs for differences, relative to their size. */
#define CHANGE 1e-4
/* Rounds of a loop: one for constant D, few more for secants. */
#define MAX_ROUNDS 30u
/* A vote needs second differences that differ by more than rounding, relative to nominal plus
 * value, and than a part of what they were of late, and clearly; it takes more to leave the
 * corrected value than to return to it. */
#define NOISE 1e-9
#define PART 0.05
#define FADING 0.8
#define CLEARLY 0.25
#define SLIGHTLY 0.5
#define MOST_FOR 3
#define MOST_AGAINST -4
#define ENOUGH 2
/* Points from the start or an event on, until which the smoother one is taken at once. */
#define FIRST 5u
#define BETTER 0.9
/* Residual of a loop, relative to nominal plus value, that may stay when it falls no more:
 * rounding. */
#define SETTLED 1e-9

/* @d: n_out x n_in, valid if @has_d; @outputs: n_out: their indices */
typedef struct
{
  LsEndWay way;
  guint n_in, n_out, in, out; /* sizes and first global indices */
  guint8 *through;            /* n_in: input with direct feed-through */
  guint *outputs;
  double *d;
  gboolean has_d;
} Part;

/* Which of both is the output of a stiff component cannot be told from one step: where its states
 * follow an input within the step, they have followed the one that was held, and y = g (x, u held)
 * is right, or nearer. Over several steps the wrong one of both has the jumps of u - u held in it.
 * @raw, @corrected: values of this step, the last two before it; @score: votes for the raw one */
typedef struct
{
  double raw[3], corrected[3]; /* newest first */
  double bend;                 /* greatest second difference of late */
  guint n;
  int score;
  gboolean takes_raw;
  gboolean looped; /* part of an algebraic loop, which raw values do not solve */
} Choice;

/* Systems that are corrected together: one, or those of an algebraic loop, over whose @n inputs it
 * goes. */
typedef struct
{
  guint n_systems, n;
  guint *systems, *inputs, *owners; /* @owners: of the inputs */
  double *matrix, *change;
  guint *pivots;
} Stage;

struct LsEndOutputs
{
  LsNetwork *network;
  Part *parts;                         /* n_systems */
  Choice *choices;                     /* n_out */
  double *at;                          /* n_in: inputs that the outputs belong to */
  GArray *stages;                      /* Stage */
  double *u, *old_u, *column, *before; /* of one system */
  gboolean has_said;
  gboolean leaves_loops; /* some are not among the stages */
};

/* ---- Construction ----------------------------------------------------------------------- */

gboolean
ls_end_outputs_wants (const LsSystemInfo *info, LsRepair repair)
{
  return repair != LS_REPAIR_OFF && info->end_way != LS_END_NONE
         && (repair == LS_REPAIR_ON || info->step_degree == 0
             || !info->has[LS_CAPABILITY_LINEARISATION]);
}

/* Whether output @output depends directly on input @j, which is connected. */
static gboolean
goes_through (const LsNetwork *network, const Part *part, const LsSystemInfo *info, guint j)
{
  if (network->source[part->in + j] < 0)
    return FALSE;
  for (guint i = 0; i < part->n_out; i++)
    if (info->feed_through[(gsize)i * part->n_in + j])
      return TRUE;
  return FALSE;
}

static gboolean
make_part (LsEndOutputs *self, guint system, LsRepair repair)
{
  const LsNetwork *network = self->network;
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);
  Part *part = &self->parts[system];
  gboolean any = FALSE;

  part->n_in = info->n_in;
  part->n_out = info->n_out;
  part->in = network->in_offset[system];
  part->out = network->out_offset[system];
  part->through = g_new0 (guint8, info->n_in + 1);
  part->d = g_new0 (double, (gsize)info->n_in * info->n_out + 1);
  part->outputs = g_new0 (guint, info->n_out + 1);
  for (guint i = 0; i < info->n_out; i++)
    part->outputs[i] = i;
  for (guint j = 0; j < info->n_in; j++)
    {
      part->through[j] = goes_through (network, part, info, j);
      any |= part->through[j];
    }
  part->way = any && ls_end_outputs_wants (info, repair) ? info->end_way : LS_END_NONE;
  return part->way != LS_END_NONE;
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
  self->stages = g_array_new (FALSE, TRUE, sizeof (Stage));
  self->parts = g_new0 (Part, network->n_systems + 1);
  for (guint k = 0; k < network->n_systems; k++)
    {
      any |= make_part (self, k, repair);
      widest = MAX (widest, self->parts[k].n_in);
      highest = MAX (highest, self->parts[k].n_out);
    }
  self->choices = g_new0 (Choice, network->n_out + 1);
  self->at = g_new0 (double, network->n_in + 1);
  self->u = g_new0 (double, 2 * (gsize)widest + 1);
  self->old_u = self->u + widest;
  self->column = g_new0 (double, highest + 1);
  self->before = g_new0 (double, highest + 1);
  if (any)
    return self;
  ls_end_outputs_free (self);
  return NULL;
}

static void
clear_stage (Stage *stage)
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
    clear_stage (&g_array_index (self->stages, Stage, i));
  g_array_unref (self->stages);
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      g_free (self->parts[k].through);
      g_free (self->parts[k].outputs);
      g_free (self->parts[k].d);
    }
  g_free (self->parts);
  g_free (self->choices);
  g_free (self->at);
  g_free (self->u);
  g_free (self->column);
  g_free (self->before);
  g_free (self);
}

/* ---- D by differences ------------------------------------------------------------------- */

static double
get_nominal (const LsEndOutputs *self, guint system, guint input)
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
static LsStatus
find_differences (LsEndOutputs *self, guint system, double u[])
{
  Part *part = &self->parts[system];
  LsStatus status = LS_OK;

  for (guint j = 0; j < part->n_in && status == LS_OK; j++)
    {
      const double by = CHANGE * fmax (fabs (u[j]), get_nominal (self, system, j));

      if (!part->through[j])
        continue;
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
  Part *part = &self->parts[system];

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
        status = find_differences (self, k, self->u);
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
holds (const Stage *stage, guint system)
{
  for (guint i = 0; i < stage->n_systems; i++)
    if (stage->systems[i] == system)
      return TRUE;
  return FALSE;
}

/* Adds the inputs over which the loop goes. Its components are all corrected: between them is
 * nothing to hold on to. */
static void
close_loop (LsEndOutputs *self, const LsFlow *flow, guint group, Stage *stage)
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
      Part *part = &self->parts[stage->systems[i]];

      if (part->way == LS_END_NONE)
        part->way = ls_system_get_info (network->systems[stage->systems[i]])->end_way;
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
  Stage stage = { .systems = g_new0 (guint, self->network->n_systems + 1) };
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
      const Stage *last = &g_array_index (self->stages, Stage, self->stages->len - 1);

      wanted = last->n > 0 || last->systems[0] != stage.systems[0];
    }
  if (wanted)
    g_array_append_val (self->stages, stage);
  else
    clear_stage (&stage);
}

void
ls_end_outputs_start (LsEndOutputs *self, const LsFlow *flow)
{
  for (guint g = 0; g < flow->n_groups; g++)
    add_stage (self, flow, g);
}

/* ---- Steps ------------------------------------------------------------------------------ */

gboolean
ls_end_outputs_closes_loops (const LsEndOutputs *self)
{
  return self != NULL && !self->leaves_loops;
}

gboolean
ls_end_outputs_covers (const LsEndOutputs *self, guint system)
{
  return self != NULL && self->parts[system].way != LS_END_NONE;
}

void
ls_end_outputs_note (LsEndOutputs *self, guint input, double value)
{
  self->at[input] = value;
}

void
ls_end_outputs_note_outputs (LsEndOutputs *self, guint system, const double y[])
{
  const Part *part = &self->parts[system];

  for (guint i = part->out; i < part->out + part->n_out; i++)
    {
      Choice *choice = &self->choices[i];

      choice->raw[0] = choice->corrected[0] = y[i];
      if (!self->network->restarted)
        continue;
      choice->raw[1] = choice->corrected[1] = self->network->y[i];
      choice->n = 1;
      choice->bend = 0.0;
    }
}

static double
get_bend (const double values[3])
{
  return fabs (values[0] - 2.0 * values[1] + values[2]);
}

/* On the first steps, before there are votes: the one that goes on smoothly. */
static gboolean
takes_raw (const Choice *choice)
{
  if (choice->looped)
    return FALSE;
  if (choice->n < 2 || choice->n > FIRST)
    return choice->takes_raw;
  return get_bend (choice->raw) < BETTER * get_bend (choice->corrected);
}

static LsStatus
refresh_derivatives (LsEndOutputs *self, guint system)
{
  Part *part = &self->parts[system];
  LsStatus status = LS_OK;

  for (guint j = 0; j < part->n_in && status == LS_OK; j++)
    {
      if (!part->through[j])
        continue;
      status = ls_system_get_feed (self->network->systems[system], j, part->outputs, part->n_out,
                                   self->column);
      for (guint i = 0; i < part->n_out && status == LS_OK; i++)
        part->d[(gsize)i * part->n_in + j] = self->column[i];
    }
  part->has_d = status == LS_OK;
  return status;
}

/* y += D (u - at) */
static void
move (LsEndOutputs *self, const Part *part, const double u[])
{
  for (guint j = 0; j < part->n_in; j++)
    {
      const double change = u[j] - self->at[part->in + j];

      self->at[part->in + j] = u[j];
      for (guint i = 0; i < part->n_out && change != 0.0 && part->through[j]; i++)
        self->choices[part->out + i].corrected[0] += part->d[(gsize)i * part->n_in + j] * change;
    }
}

static gboolean
differs (const LsEndOutputs *self, const Part *part, const double u[])
{
  for (guint j = 0; j < part->n_in; j++)
    if (part->through[j] && u[j] != self->at[part->in + j])
      return TRUE;
  return FALSE;
}

/* From here on its outputs are taken as they are after a step. */
static LsStatus
give_up (LsEndOutputs *self, guint system, const char *call)
{
  const LsNetwork *network = self->network;

  self->parts[system].way = LS_END_NONE;
  ls_log_write (network->log, LS_LOG_WARNING, ls_system_get_info (network->systems[system])->name,
                call, network->end_time, "%s",
                _ ("not answered at the end of a step: from here on outputs with direct "
                   "feed-through lag behind their inputs"));
  return LS_OK;
}

/* Sets the corrected outputs of the choices. */
static LsStatus
correct (LsEndOutputs *self, guint system, const double u[])
{
  Part *part = &self->parts[system];
  LsStatus status = LS_OK;

  if (part->way == LS_END_READ)
    {
      status = ls_system_evaluate (self->network->systems[system], u, self->column);
      if (status == LS_RETRY)
        return give_up (self, system, "fmi2GetReal");
      for (guint i = 0; i < part->n_out; i++)
        self->choices[part->out + i].corrected[0] = self->column[i];
      memcpy (self->at + part->in, u, part->n_in * sizeof (double));
      return status;
    }
  if (part->way == LS_END_DERIVATIVES)
    status = refresh_derivatives (self, system);
  if (status == LS_RETRY)
    return give_up (self, system, "fmi2GetDirectionalDerivative");
  if (status == LS_OK && part->has_d)
    move (self, part, u);
  return status;
}

LsStatus
ls_end_outputs_correct_system (LsEndOutputs *self, guint system, const double u[], double y[])
{
  const Part *part = &self->parts[system];
  LsStatus status;

  if (part->way == LS_END_NONE || !differs (self, part, u))
    return LS_OK;
  status = correct (self, system, u);
  for (guint i = part->out; i < part->out + part->n_out; i++)
    y[i] = takes_raw (&self->choices[i]) ? self->choices[i].raw[0] : self->choices[i].corrected[0];
  return status;
}

/* Inputs of @system as the sources in @y have them; those of a loop stay as they are. */
static void
gather (const LsEndOutputs *self, const Stage *stage, guint system, const double y[], double u[])
{
  const LsNetwork *network = self->network;
  const Part *part = &self->parts[system];

  for (guint j = 0; j < part->n_in; j++)
    {
      const int source = network->source[part->in + j];

      u[j] = source >= 0 ? y[source] : self->at[part->in + j];
    }
  for (guint i = 0; i < stage->n; i++)
    if (stage->owners[i] == system)
      u[stage->inputs[i] - part->in] = self->at[stage->inputs[i]] + stage->change[i];
}

/* Secant: D takes what the last change of the inputs has really done (Broyden), the inputs measured
 * by their nominals. */
static void
learn (LsEndOutputs *self, guint system, const double u[], const double at[])
{
  Part *part = &self->parts[system];
  double square = 0.0;

  for (guint j = 0; j < part->n_in; j++)
    if (part->through[j])
      square += pow ((u[j] - at[j]) / get_nominal (self, system, j), 2.0);
  if (!(square > 0.0))
    return;
  for (guint i = 0; i < part->n_out; i++)
    {
      double miss = self->choices[part->out + i].corrected[0] - self->before[i];

      for (guint j = 0; j < part->n_in; j++)
        if (part->through[j])
          miss -= part->d[(gsize)i * part->n_in + j] * (u[j] - at[j]);
      for (guint j = 0; j < part->n_in; j++)
        if (part->through[j])
          part->d[(gsize)i * part->n_in + j]
              += miss * (u[j] - at[j]) / pow (get_nominal (self, system, j), 2.0) / square;
    }
}

/* Brings the outputs of all systems of the loop to the inputs, changed by stage->change. */
static LsStatus
evaluate_loop (LsEndOutputs *self, const Stage *stage, double y[])
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < stage->n_systems && status == LS_OK; i++)
    {
      const guint system = stage->systems[i];
      Part *part = &self->parts[system];
      double *u = self->u, *at = self->old_u;

      memcpy (u, self->at + part->in, part->n_in * sizeof (double));
      if (part->way == LS_END_READ && !part->has_d)
        status = find_differences (self, system, u);
      else if (part->way == LS_END_DERIVATIVES && !part->has_d)
        status = refresh_derivatives (self, system);
      memcpy (at, self->at + part->in, part->n_in * sizeof (double));
      for (guint o = 0; o < part->n_out; o++)
        self->before[o] = self->choices[part->out + o].corrected[0];
      gather (self, stage, system, y, u);
      if (status != LS_STOP)
        status = ls_end_outputs_correct_system (self, system, u, y);
      if (status == LS_OK && part->way == LS_END_READ && part->has_d)
        learn (self, system, u, at);
    }
  return status;
}

/* Residuals y - u, and I - dy/du, of the inputs of the loop. Returns: the greatest residual
 * relative to nominal plus value */
static double
fill_equations (LsEndOutputs *self, Stage *stage, const double y[])
{
  const LsNetwork *network = self->network;
  double greatest = 0.0;

  for (guint a = 0; a < stage->n; a++)
    {
      const guint source = (guint)network->source[stage->inputs[a]];
      const double u = self->at[stage->inputs[a]];

      stage->change[a] = y[source] - u;
      greatest
          = fmax (greatest, fabs (stage->change[a])
                                / (get_nominal (self, stage->owners[a],
                                                stage->inputs[a] - self->parts[stage->owners[a]].in)
                                   + fabs (u)));
      for (guint b = 0; b < stage->n; b++)
        {
          const Part *part = &self->parts[stage->owners[b]];
          const gboolean own = source >= part->out && source < part->out + part->n_out;
          double d = 0.0;

          if (own && part->has_d && !takes_raw (&self->choices[source]))
            d = part->d[(gsize)(source - part->out) * part->n_in + stage->inputs[b] - part->in];
          stage->matrix[(gsize)a * stage->n + b] = (a == b) - d;
        }
    }
  return greatest;
}

static void
say (LsEndOutputs *self, const char *what)
{
  if (self->has_said)
    return;
  self->has_said = TRUE;
  ls_log_write (self->network->log, LS_LOG_WARNING, NULL, NULL, self->network->end_time, "%s",
                what);
}

/* D by differences at the next evaluation. */
static void
forget_secants (LsEndOutputs *self, const Stage *stage)
{
  for (guint i = 0; i < stage->n_systems; i++)
    self->parts[stage->systems[i]].has_d &= self->parts[stage->systems[i]].way != LS_END_READ;
}

static LsStatus
solve_loop (LsEndOutputs *self, Stage *stage, double y[])
{
  double last = INFINITY;

  memset (stage->change, 0, stage->n * sizeof (double));
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      LsStatus status = evaluate_loop (self, stage, y);
      double residual;

      if (status != LS_OK)
        return status;
      residual = fill_equations (self, stage, y);
      if (residual <= LS_LOOP_TOLERANCE || (residual <= SETTLED && residual > 0.5 * last))
        return LS_OK;
      /* Where secants do not do: the slope of a flow changes with its sign. */
      if (!(residual < 0.5 * last))
        forget_secants (self, stage);
      last = residual;
      if (ls_dense_factorise (stage->n, stage->matrix, stage->pivots) != LS_OK)
        {
          say (self, _ ("the algebraic loops have no unique solution at the end of a step: their "
                        "outputs stay as they were with the inputs of the step"));
          return LS_OK;
        }
      ls_dense_solve (stage->n, stage->matrix, stage->pivots, stage->change);
    }
  say (self, _ ("the algebraic loops are not solved to all digits at the end of a step"));
  return evaluate_loop (self, stage, y);
}

static void
vote (Choice *choice, double size)
{
  const double raw = get_bend (choice->raw), corrected = get_bend (choice->corrected);

  choice->bend = fmax (fmax (raw, corrected), FADING * choice->bend);
  /* Where a smooth output bends the other way both are small, and their ratio says nothing. */
  if (fabs (raw - corrected) <= fmax (NOISE * size, PART * choice->bend))
    return;
  if (raw < CLEARLY * corrected)
    choice->score = MIN (choice->score + 1, MOST_FOR);
  else if (corrected < SLIGHTLY * raw)
    choice->score = MAX (choice->score - 1, MOST_AGAINST);
  if (choice->score >= ENOUGH)
    choice->takes_raw = TRUE;
  else if (choice->score <= 0)
    choice->takes_raw = FALSE;
}

void
ls_end_outputs_accept (LsEndOutputs *self)
{
  const LsNetwork *network = self->network;

  for (guint k = 0; k < network->n_systems; k++)
    for (guint i = 0; i < self->parts[k].n_out && self->parts[k].way != LS_END_NONE; i++)
      {
        Choice *choice = &self->choices[self->parts[k].out + i];

        choice->n = MIN (choice->n + 1, FIRST + 1);
        if (choice->n >= 3)
          vote (choice, ls_system_get_info (network->systems[k])->output_nominals[i]
                            + fabs (choice->raw[0]));
        choice->raw[2] = choice->raw[1];
        choice->raw[1] = choice->raw[0];
        choice->corrected[2] = choice->corrected[1];
        choice->corrected[1] = choice->corrected[0];
      }
}

void
ls_end_outputs_visit_state (LsEndOutputs *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (self->choices, self->network->n_out * sizeof (Choice), user_data);
}

LsStatus
ls_end_outputs_correct (LsEndOutputs *self, double y[])
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->stages->len && status == LS_OK; i++)
    {
      Stage *stage = &g_array_index (self->stages, Stage, i);

      if (stage->n > 0)
        {
          status = solve_loop (self, stage, y);
          continue;
        }
      for (guint k = 0; k < stage->n_systems && status == LS_OK; k++)
        {
          self->network->failed = stage->systems[k];
          gather (self, stage, stage->systems[k], y, self->u);
          status = ls_end_outputs_correct_system (self, stage->systems[k], self->u, y);
        }
    }
  return status;
}
