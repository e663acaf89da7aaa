/* Algebraic loops under quantised states: solved anew wherever a value in them is asked for, from
 * the last solution on. */
#include "core/network/qss-network-impl.h"

#include <math.h>
#include <string.h>

void
ls_qss_network_add_loop (LsQssNetwork *self, const guint rows[], guint n)
{
  LsQssLoop *loop = g_new0 (LsQssLoop, 1);

  loop->owner = self;
  loop->first = self->n_order;
  loop->n = n;
  for (guint m = 0; m < n; m++)
    {
      self->ranks[rows[m]] = self->n_order;
      self->loop_of[self->n_order] = (int)self->loops->len;
      self->order[self->n_order++] = rows[m];
    }
  g_ptr_array_add (self->loops, loop);
}

/* How many members from @m on are outputs of one component. */
static guint
count_same_part (const LsQssLoop *loop, guint m)
{
  const LsQssNetwork *self = loop->owner;
  const guint part = self->output_parts[self->order[loop->first + m]];
  guint n = 1;

  while (m + n < loop->n && self->output_parts[self->order[loop->first + m + n]] == part)
    n++;
  return n;
}

static LsStatus
map (const double v[], double image[], gpointer user_data)
{
  LsQssLoop *loop = user_data;
  LsQssNetwork *self = loop->owner;

  for (guint m = 0; m < loop->n; m++)
    ls_qss_network_send_on (self, self->order[loop->first + m], v[m]);
  for (guint m = 0; m < loop->n;)
    {
      const guint n = count_same_part (loop, m);
      LsQssPart *part = &self->parts[self->output_parts[self->order[loop->first + m]]];
      LsStatus status = ls_qss_network_place (self, part, loop->t, loop->q);

      if (status == LS_OK)
        status = ls_qss_network_set_inputs (part);
      if (status == LS_OK)
        status = ls_instance_get_real (part->instance, loop->refs + m, n, image + m);
      if (status != LS_OK)
        return status;
      m += n;
    }
  return LS_OK;
}

/* Of the members of one component, from @m on @n, with respect to its input @route: adds to the
 * column of member @from. */
static LsStatus
add_column (LsQssLoop *loop, guint m, guint n, const LsQssRoute *route, guint from, double j[])
{
  const LsQssPart *part = &loop->owner->parts[route->part];
  const double seed = route->factor;
  LsStatus status = ls_instance_get_directional_derivative (
      part->instance, loop->refs + m, n, &part->input_refs[route->input], 1, &seed, loop->column);

  for (guint i = 0; i < n && status == LS_OK; i++)
    j[(gsize)(m + i) * loop->n + from] += loop->column[i];
  return status;
}

static LsStatus
derivatives (const double v[] G_GNUC_UNUSED, double j[], gpointer user_data)
{
  LsQssLoop *loop = user_data;
  LsQssNetwork *self = loop->owner;

  if (!self->directional)
    return LS_RETRY;
  for (guint m = 0; m < loop->n; m++)
    if (!self->output_continuous[self->order[loop->first + m]])
      return LS_RETRY;
  for (guint m = 0, n; m < loop->n; m += n)
    {
      const guint part = self->output_parts[self->order[loop->first + m]];

      n = count_same_part (loop, m);
      for (guint from = 0; from < loop->n; from++)
        for (guint e = self->route_start[self->order[loop->first + from]];
             e < self->route_start[self->order[loop->first + from] + 1]; e++)
          if (self->routes[e].part == part)
            {
              LsStatus status = add_column (loop, m, n, &self->routes[e], from, j);

              if (status != LS_OK)
                return status;
            }
    }
  return LS_OK;
}

/* The values of the start agree already: they are the first guess. */
static void
prepare (LsQssLoop *loop)
{
  LsQssNetwork *self = loop->owner;
  LsLoopProblem problem
      = { .n = loop->n, .map = map, .derivatives = derivatives, .origin = self->network->origin };

  loop->names = g_new0 (char *, (gsize)loop->n + 1);
  loop->nominals = g_new0 (double, 4 * (gsize)loop->n);
  loop->v = loop->nominals + loop->n;
  loop->guess = loop->v + loop->n;
  loop->column = loop->guess + loop->n;
  loop->refs = g_new0 (guint32, loop->n);
  for (guint m = 0; m < loop->n; m++)
    {
      const guint row = self->order[loop->first + m];
      const LsQssPart *part = &self->parts[self->output_parts[row]];
      const LsSystemInfo *info = ls_system_get_info (part->system);
      const guint output = row - part->first_output;

      loop->names[m] = g_strdup_printf ("%s.%s", part->name,
                                        part->description->variables[info->outputs[output]].name);
      loop->nominals[m] = info->output_nominals[output];
      loop->v[m] = self->network->y[row];
      loop->refs[m] = self->output_refs[row];
    }
  problem.names = (const char *const *)loop->names;
  problem.nominals = loop->nominals;
  problem.user_data = loop;
  loop->loop = ls_loop_new (&problem);
}

void
ls_qss_network_make_loops (LsQssNetwork *self)
{
  for (guint i = 0; i < self->loops->len; i++)
    prepare (self->loops->pdata[i]);
}

LsStatus
ls_qss_network_solve_loop (LsQssNetwork *self, guint index, double t, const double q[])
{
  LsQssLoop *loop = self->loops->pdata[index];
  g_autoptr (GError) error = NULL;
  LsStatus status;

  loop->t = t;
  loop->q = q;
  memcpy (loop->guess, loop->v, loop->n * sizeof (double));
  status = ls_loop_follow (loop->loop, loop->guess);
  if (status == LS_RETRY)
    {
      /* Further away: line searches, from the last solution again. */
      memcpy (loop->guess, loop->v, loop->n * sizeof (double));
      if (ls_loop_solve (loop->loop, loop->guess, t, &error))
        status = LS_OK;
      else if (error == NULL)
        return LS_STOP;
    }
  if (status != LS_OK)
    {
      g_free (self->failure);
      self->failure
          = error != NULL ? g_strdup (error->message) : ls_loop_describe_failure (loop->loop, t);
      return status;
    }
  memcpy (loop->v, loop->guess, loop->n * sizeof (double));
  for (guint m = 0; m < loop->n; m++)
    ls_qss_network_send_on (self, self->order[loop->first + m], loop->v[m]);
  return LS_OK;
}

void
ls_qss_network_clear_loops (LsQssNetwork *self)
{
  for (guint i = 0; self->loops != NULL && i < self->loops->len; i++)
    {
      LsQssLoop *loop = self->loops->pdata[i];

      ls_loop_free (loop->loop);
      g_strfreev (loop->names);
      g_free (loop->nominals);
      g_free (loop->refs);
      g_free (loop);
    }
  g_clear_pointer (&self->loops, g_ptr_array_unref);
  g_clear_pointer (&self->loop_of, g_free);
  g_clear_pointer (&self->failure, g_free);
}
