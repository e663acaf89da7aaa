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
} Slopes;

/* Evaluates all components, or only those with direct feed-through. */
static LsStatus
evaluate (const Slopes *self, gboolean all)
{
  LsNetwork *network = self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < network->n_systems && status == LS_OK; k++)
    {
      guint in = network->in_offset[k], out = network->out_offset[k];

      if (!all && !ls_system_info_feeds_through (ls_system_get_info (network->systems[k])))
        continue;
      /* Uses the results of the preceding components (Gauss-Seidel). */
      for (guint j = in; j < network->in_offset[k + 1]; j++)
        if (network->source[j] >= 0)
          self->du[j] = network->dy[network->source[j]];
      status = ls_system_find_output_derivatives (network->systems[k], network->u + in,
                                                  self->du + in, self->h, network->dy + out);
      if (status != LS_OK)
        network->failed = k;
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
    if (ls_system_info_feeds_through (ls_system_get_info (network->systems[k])))
      return TRUE;
  return FALSE;
}

/* Without loops each iteration propagates derivatives by at least one component. */
static LsStatus
follow_chains (const Slopes *self, gboolean *settled)
{
  LsNetwork *network = self->network;
  g_autofree double *last = g_new (double, network->n_out + 1);
  LsStatus status = LS_OK;

  *settled = FALSE;
  for (guint iteration = 0; iteration <= network->n_systems && !*settled && status == LS_OK;
       iteration++)
    {
      memcpy (last, network->dy, network->n_out * sizeof (double));
      status = evaluate (self, FALSE);
      *settled = memcmp (last, network->dy, network->n_out * sizeof (double)) == 0;
      if (!are_known (self))
        return status;
    }
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
      if (!ls_system_info_feeds_through (info))
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
  Slopes self = { network, h, du, 0, outputs };
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
