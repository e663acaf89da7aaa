/* Time derivatives of all outputs where no step precedes, consistent over the connections: y' = C f
 * + g_t + D u' of each component, with u' from its sources. */
#include "core/assembly/initialise-impl.h"

#include <math.h>
#include <string.h>

/* For more unknowns the solution costs more than the one better step gains. */
#define MAX_UNKNOWNS 200u

typedef struct
{
  LsNetwork *network;
  double h;
  double *du; /* n_in */
  guint n;
  guint *outputs; /* connected outputs */
  const LsInitialise *initialise;
} Slopes;

/* Takes the slopes of the sources. Returns: whether any has changed */
static gboolean
gather (const Slopes *self, guint system)
{
  const LsNetwork *network = self->network;
  gboolean changed = FALSE;

  for (guint j = network->in_offset[system]; j < network->in_offset[system + 1]; j++)
    if (network->source[j] >= 0)
      {
        const double slope = network->dy[network->source[j]];

        changed = changed || memcmp (&self->du[j], &slope, sizeof slope) != 0;
        self->du[j] = slope;
      }
  return changed;
}

static LsStatus
evaluate_one (const Slopes *self, guint system)
{
  LsNetwork *network = self->network;
  const guint in = network->in_offset[system];
  const LsStatus status
      = ls_system_find_output_derivatives (network->systems[system], network->u + in, self->du + in,
                                           self->h, network->dy + network->out_offset[system]);

  if (status != LS_OK)
    network->failed = system;
  return status;
}

static gboolean
follows (const LsNetwork *network, guint system)
{
  return ls_system_info_feeds_through (ls_system_get_info (network->systems[system]));
}

/* Evaluates all components, or only those with direct feed-through, with the results of the
 * preceding ones (Gauss-Seidel). */
static LsStatus
evaluate (const Slopes *self, gboolean all)
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->network->n_systems && status == LS_OK; k++)
    if (all || follows (self->network, k))
      {
        gather (self, k);
        status = evaluate_one (self, k);
      }
  return status;
}

static gboolean
are_known (const Slopes *self)
{
  for (guint i = 0; i < self->n; i++)
    if (!isfinite (self->network->dy[self->outputs[i]]))
      return FALSE;
  return TRUE;
}

static gboolean
any_follows (const LsNetwork *network)
{
  for (guint k = 0; k < network->n_systems; k++)
    if (follows (network, k))
      return TRUE;
  return FALSE;
}

/* In the order of the flow, sources before those they feed: a component is evaluated when slopes at
 * its inputs have changed, at most once for each of its outputs. */
static LsStatus
pass_slopes (const Slopes *self, gboolean *changed)
{
  const LsAssembly *assembly = self->initialise->assembly;
  const LsFlow *flow = ls_initialise_get_flow (self->initialise);
  LsStatus status = LS_OK;

  *changed = FALSE;
  for (guint i = 0; i < assembly->n_rows && status == LS_OK; i++)
    {
      const guint system = assembly->rows[flow->rows[i]].component;

      if (!follows (self->network, system) || !gather (self, system))
        continue;
      *changed = TRUE;
      status = evaluate_one (self, system);
    }
  return status;
}

/* One pass settles everything without loops, and a second one sees that; where components feed
 * through what the flow does not know of, each pass propagates slopes by at least one component. */
static LsStatus
follow_chains (const Slopes *self, gboolean *settled)
{
  const guint most = self->network->n_systems;
  LsStatus status = LS_OK;
  gboolean changed = TRUE;

  *settled = FALSE;
  for (guint pass = 0; pass <= most && changed && status == LS_OK; pass++)
    {
      status = pass_slopes (self, &changed);
      if (!are_known (self))
        return status;
    }
  *settled = status == LS_OK && !changed;
  return status;
}

static LsStatus
map (const double v[], double image[], gpointer user_data)
{
  const Slopes *self = user_data;
  double *dy = self->network->dy;
  LsStatus status;

  for (guint i = 0; i < self->n; i++)
    dy[self->outputs[i]] = v[i];
  status = evaluate (self, FALSE);
  for (guint i = 0; i < self->n; i++)
    image[i] = dy[self->outputs[i]];
  return status;
}

/* The equations are linear: Newton's method takes a step or two. */
static void
solve_unknowns (const Slopes *self, const double nominals[], const char **names, gboolean *solved)
{
  const LsLoopProblem problem
      = { self->n, names, nominals, map, NULL, (gpointer)self, self->network->origin };
  g_autofree double *v = g_new0 (double, self->n + 1);
  g_autoptr (LsLoop) loop = NULL;
  LsLoopReport *report;

  for (guint i = 0; i < self->n; i++)
    v[i] = self->network->dy[self->outputs[i]];
  loop = ls_loop_new (&problem);
  *solved = ls_loop_solve (loop, v, self->network->time, NULL);
  report = ls_loop_get_report (loop);
  /* An undetermined solution is not a derivative. */
  *solved = *solved && report != NULL && report->unique;
  ls_loop_report_free (report);
}

/* The unknowns are the outputs of components with direct feed-through. */
static void
solve_loops (const Slopes *self, gboolean *solved)
{
  LsNetwork *network = self->network;
  g_autofree double *nominals = g_new0 (double, self->n + 1);
  g_autofree const char **names = g_new0 (const char *, self->n + 1);
  g_autofree guint *outputs = g_new0 (guint, self->n + 1);
  Slopes part = *self;

  part.n = 0;
  part.outputs = outputs;
  for (guint i = 0, k = 0; i < self->n; i++)
    {
      const LsSystemInfo *info;

      while (self->outputs[i] >= network->out_offset[k + 1])
        k++;
      info = ls_system_get_info (network->systems[k]);
      if (!follows (network, k))
        continue;
      names[part.n] = info->name;
      nominals[part.n] = info->output_nominals[self->outputs[i] - network->out_offset[k]] / self->h;
      outputs[part.n++] = self->outputs[i];
    }
  *solved = FALSE;
  if (part.n <= MAX_UNKNOWNS)
    solve_unknowns (&part, nominals, names, solved);
}

static LsStatus
find (const Slopes *self, gboolean *known)
{
  LsNetwork *network = self->network;
  LsStatus status;

  for (guint i = 0; i < network->n_out; i++)
    network->dy[i] = 0.0;
  status = evaluate (self, TRUE);
  *known = status == LS_OK && are_known (self);
  if (!*known || !any_follows (network))
    return status;
  if (!network->has_loops)
    return follow_chains (self, known);
  solve_loops (self, known);
  return LS_OK;
}

LsStatus
ls_initialise_find_derivatives (LsInitialise *initialise, double h, gboolean *known)
{
  LsNetwork *network = initialise->network;
  g_autofree gboolean *active = g_new0 (gboolean, network->n_out + 1);
  g_autofree guint *outputs = g_new0 (guint, network->n_out + 1);
  g_autofree double *du = g_new0 (double, network->n_in + 1);
  Slopes self = { network, h, du, 0, outputs, initialise };
  LsStatus status;

  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      active[network->source[j]] = TRUE;
  for (guint i = 0; i < network->n_out; i++)
    if (active[i])
      outputs[self.n++] = i;
  *known = FALSE;
  status = self.n > 0 ? find (&self, known) : LS_OK;
  for (guint i = 0; i < network->n_out && !*known; i++)
    network->dy[i] = NAN;
  return status;
}
