/* Algebraic loops of the monolithic model, solved at every evaluation. */
#include "core/reference/monolith-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* An input of the loop and the unknown that feeds it. */
typedef struct
{
  const LsRoute *route;
  guint unknown;
} Inner;

struct LsMonolithLoop
{
  LsMonolith *owner;
  guint first, end; /* batches */
  guint n;          /* unknowns: their outputs, one after the other */
  char **names;
  double *nominals, *v;
  GArray *inner; /* Inner */
  LsLoop *loop;
  gboolean solved;
};

static LsBatch *
get_batch (const LsMonolithLoop *self, guint index)
{
  return &g_array_index (self->owner->batches, LsBatch, index);
}

static gboolean
holds_part (const LsMonolithLoop *self, guint part)
{
  for (guint i = self->first; i < self->end; i++)
    if (get_batch (self, i)->part == part)
      return TRUE;
  return FALSE;
}

static void
name_unknown (LsMonolithLoop *self, const LsMonolithComponent *part, guint32 reference)
{
  const LsDescription *description = ls_fmu_get_description (part->component->fmu);
  const LsVariable *found = NULL;

  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (variable->type == LS_TYPE_REAL && variable->value_reference == reference
          && variable->causality == LS_CAUSALITY_OUTPUT)
        found = variable;
    }
  self->names[self->n]
      = g_strdup_printf ("%s.%s", part->component->name, found != NULL ? found->name : "?");
  self->nominals[self->n] = found != NULL ? found->nominal : 1.0;
}

static void
add_batch (LsMonolithLoop *self, const LsBatch *batch)
{
  for (guint i = 0; i < batch->n_outputs; i++)
    {
      self->names = g_renew (char *, self->names, self->n + 2);
      self->nominals = g_renew (double, self->nominals, self->n + 1);
      name_unknown (self, &self->owner->parts[batch->part], batch->outputs[i]);
      for (guint k = 0; k < batch->n_routes; k++)
        {
          const Inner inner = { &batch->routes[k], self->n };

          if (inner.route->output == i && holds_part (self, inner.route->part))
            g_array_append_val (self->inner, inner);
        }
      self->names[++self->n] = NULL;
    }
}

static void
set_input (LsMonolithComponent *part, guint input, double value)
{
  if (part->u[input] == value)
    return;
  part->u[input] = value;
  part->changed = TRUE;
}

static LsStatus
map (const double v[], double image[], gpointer user_data)
{
  LsMonolithLoop *self = user_data;
  guint next = 0;

  for (guint i = 0; i < self->inner->len; i++)
    {
      const Inner *inner = &g_array_index (self->inner, Inner, i);
      const LsRoute *route = inner->route;

      set_input (&self->owner->parts[route->part], route->input,
                 route->factor * v[inner->unknown] + route->offset);
    }
  for (guint i = self->first; i < self->end; i++)
    {
      LsBatch *batch = get_batch (self, i);
      LsMonolithComponent *part = &self->owner->parts[batch->part];
      LsStatus status = ls_monolith_set_inputs (part);

      if (status == LS_OK)
        status = ls_instance_get_real (part->instance, batch->outputs, batch->n_outputs, batch->y);
      if (status != LS_OK)
        return status;
      memcpy (image + next, batch->y, batch->n_outputs * sizeof (double));
      next += batch->n_outputs;
    }
  return LS_OK;
}

/* What follows the input of @inner: a column of the batches of its part. */
static LsStatus
add_column (LsMonolithLoop *self, const Inner *inner, double j[])
{
  const LsRoute *route = inner->route;
  const LsMonolithComponent *part = &self->owner->parts[route->part];
  guint next = 0;

  for (guint i = self->first; i < self->end; next += get_batch (self, i++)->n_outputs)
    {
      LsBatch *batch = get_batch (self, i);
      LsStatus status;

      if (batch->part != route->part)
        continue;
      status = ls_instance_get_directional_derivative (
          part->instance, batch->outputs, batch->n_outputs, &part->inputs[route->input], 1,
          &route->factor, batch->y);
      if (status != LS_OK)
        return status;
      for (guint k = 0; k < batch->n_outputs; k++)
        j[(gsize)(next + k) * self->n + inner->unknown] += batch->y[k];
    }
  return LS_OK;
}

static LsStatus
derivatives (const double v[] G_GNUC_UNUSED, double j[], gpointer user_data)
{
  LsMonolithLoop *self = user_data;
  LsStatus status = LS_OK;

  for (guint i = self->first; i < self->end; i++)
    if ((ls_instance_get_capabilities (self->owner->parts[get_batch (self, i)->part].instance)
         & LS_CAN_DIRECTIONAL_DERIVATIVE)
        == 0)
      return LS_RETRY;
  for (guint i = 0; i < self->inner->len && status == LS_OK; i++)
    status = add_column (self, &g_array_index (self->inner, Inner, i), j);
  return status;
}

void
ls_monolith_add_loop (LsMonolith *self, guint first)
{
  LsMonolithLoop *loop = g_new0 (LsMonolithLoop, 1);

  loop->owner = self;
  loop->first = first;
  loop->end = self->batches->len;
  loop->inner = g_array_new (FALSE, FALSE, sizeof (Inner));
  g_ptr_array_add (self->loops, loop);
}

/* When all batches are there: routes do not move any more. */
static void
complete (LsMonolithLoop *self)
{
  LsLoopProblem problem = {
    .map = map, .derivatives = derivatives, .user_data = self, .origin = self->owner->origin
  };

  for (guint i = self->first; i < self->end; i++)
    add_batch (self, get_batch (self, i));
  self->v = g_new0 (double, 2 * self->n + 1);
  problem.n = self->n;
  problem.names = (const char *const *)self->names;
  problem.nominals = self->nominals;
  self->loop = ls_loop_new (&problem);
}

void
ls_monolith_free_loop (LsMonolithLoop *self)
{
  ls_loop_free (self->loop);
  g_array_unref (self->inner);
  g_strfreev (self->names);
  g_free (self->nominals);
  g_free (self->v);
  g_free (self);
}

/* The start values of the inputs. */
static LsStatus
guess (LsMonolithLoop *self)
{
  LsStatus status = LS_OK;

  for (guint i = self->inner->len; i-- > 0 && status == LS_OK;)
    {
      const Inner *inner = &g_array_index (self->inner, Inner, i);
      const LsRoute *route = inner->route;
      const LsMonolithComponent *part = &self->owner->parts[route->part];
      double *v = &self->v[inner->unknown];

      status = ls_instance_get_real (part->instance, &part->inputs[route->input], 1, v);
      *v = isfinite (*v) ? (*v - route->offset) / route->factor : 0.0;
    }
  return status;
}

static gboolean
solve_first (LsMonolithLoop *self)
{
  LsMonolith *owner = self->owner;

  complete (self);
  if (guess (self) != LS_OK)
    return FALSE;
  self->solved = ls_loop_solve (self->loop, self->v, owner->time, &owner->loop_problem);
  return self->solved;
}

/* From the last solution; where that fails a smaller step may help. */
static LsStatus
follow (LsMonolithLoop *self)
{
  LsMonolith *owner = self->owner;
  LsStatus status = ls_loop_follow (self->loop, self->v);

  if (status == LS_OK)
    return LS_OK;
  memcpy (self->v, self->v + self->n, self->n * sizeof (double));
  if (status != LS_RETRY)
    return status;
  g_free (owner->problem);
  owner->problem = ls_loop_describe_failure (self->loop, owner->time);
  return LS_RETRY;
}

static gboolean
has_moved (const LsMonolithLoop *self)
{
  const double *last = self->v + self->n;

  for (guint k = 0; k < self->n; k++)
    if (!(fabs (self->v[k] - last[k])
          <= LS_LOOP_TOLERANCE * (self->nominals[k] + fabs (self->v[k]))))
      return TRUE;
  return FALSE;
}

LsMonolithLoop *
ls_monolith_find_loop (const LsMonolith *self, guint batch)
{
  for (guint i = 0; i < self->loops->len; i++)
    {
      LsMonolithLoop *loop = self->loops->pdata[i];

      if (loop->first == batch && loop->end > batch)
        return loop;
    }
  return NULL;
}

LsStatus
ls_monolith_solve_loop (LsMonolithLoop *self, guint *next, gboolean *any)
{
  LsStatus status = LS_OK;

  if (!self->solved)
    {
      *any = TRUE;
      status = solve_first (self) ? LS_OK : LS_STOP;
    }
  else
    status = follow (self);
  if (status != LS_OK)
    return status;
  *any = *any || has_moved (self);
  memcpy (self->v + self->n, self->v, self->n * sizeof (double));
  for (guint i = self->first; i < self->end; i++)
    ls_monolith_route (self->owner, get_batch (self, i), self, any);
  *next = self->end;
  return LS_OK;
}

gboolean
ls_monolith_is_inner (const LsMonolithLoop *self, const LsRoute *route)
{
  return holds_part (self, route->part);
}
