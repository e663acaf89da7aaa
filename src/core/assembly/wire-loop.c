#include "core/assembly/wire-loop.h"

#include <math.h>
#include <string.h>

/* One component of the loop; arrays of @n_in and @n_out. */
typedef struct
{
  guint component;
  guint n_in, n_out;
  guint *inputs, *sources; /* positions; the unknown applied to each */
  double *u;
  guint *outputs, *targets; /* positions; the unknown that each defines */
  double *y;
} Member;

struct LsWireLoop
{
  const LsAssembly *assembly;
  const LsWireOps *ops;
  gpointer user_data;
  guint n;
  guint *rows;
  char **names;
  double *nominals, *v, *last, *image;
  guint *guesses; /* wire from which the guess of each unknown is read */
  GArray *members;
  LsLoop *loop;
};

static Member *
find_member (LsWireLoop *self, guint component)
{
  Member *member;

  for (guint i = 0; i < self->members->len; i++)
    if (g_array_index (self->members, Member, i).component == component)
      return &g_array_index (self->members, Member, i);
  g_array_set_size (self->members, self->members->len + 1);
  member = &g_array_index (self->members, Member, self->members->len - 1);
  member->component = component;
  return member;
}

static void
clear_member (gpointer data)
{
  Member *member = data;

  g_free (member->inputs);
  g_free (member->sources);
  g_free (member->u);
  g_free (member->outputs);
  g_free (member->targets);
  g_free (member->y);
}

static void
add_input (LsWireLoop *self, guint wire, guint unknown)
{
  Member *member = find_member (self, self->assembly->wires[wire].to);
  const guint n = member->n_in++;

  member->inputs = g_renew (guint, member->inputs, n + 1);
  member->sources = g_renew (guint, member->sources, n + 1);
  member->u = g_renew (double, member->u, n + 1);
  member->inputs[n] = (guint)self->assembly->wires[wire].position;
  member->sources[n] = unknown;
}

static void
add_output (LsWireLoop *self, guint row, guint unknown)
{
  Member *member = find_member (self, self->assembly->rows[row].component);
  const guint n = member->n_out++;

  member->outputs = g_renew (guint, member->outputs, n + 1);
  member->targets = g_renew (guint, member->targets, n + 1);
  member->y = g_renew (double, member->y, n + 1);
  member->outputs[n] = (guint)self->assembly->rows[row].position;
  member->targets[n] = unknown;
}

static gboolean
leads_to (const LsAssembly *assembly, const LsWire *wire, const guint rows[], guint n)
{
  for (guint i = 0; i < n; i++)
    if (assembly->rows[rows[i]].component == wire->to)
      return TRUE;
  return FALSE;
}

static double
get_nominal (const LsVariable *variable)
{
  const double nominal = fabs (variable->nominal);

  return isfinite (nominal) && nominal > 0.0 ? nominal : 1.0;
}

/* Adds @row as an unknown if it is connected to a component of the group @rows. */
static void
add_row (LsWireLoop *self, guint row, const guint rows[], guint n_rows, gboolean smooth)
{
  const LsAssembly *assembly = self->assembly;
  gboolean unknown = FALSE;

  for (guint i = assembly->row_first[row]; i < assembly->row_first[row + 1]; i++)
    {
      const guint index = assembly->row_wires[i];
      const LsWire *wire = &assembly->wires[index];

      if (!(smooth ? wire->smooth : wire->continuous) || !leads_to (assembly, wire, rows, n_rows))
        continue;
      if (!unknown || ls_assembly_is_before (assembly, index, self->guesses[self->n]))
        self->guesses[self->n] = index;
      unknown = TRUE;
      add_input (self, index, self->n);
    }
  if (!unknown)
    return;
  add_output (self, row, self->n);
  self->rows[self->n] = row;
  self->names[self->n] = ls_assembly_name_row (assembly, row);
  self->nominals[self->n++] = get_nominal (assembly->rows[row].variable);
}

static LsStatus
map (const double v[], double image[], gpointer user_data)
{
  const LsWireLoop *self = user_data;
  LsStatus status = LS_OK;

  for (guint m = 0; m < self->members->len && status == LS_OK; m++)
    {
      const Member *member = &g_array_index (self->members, Member, m);

      for (guint i = 0; i < member->n_in; i++)
        member->u[i] = v[member->sources[i]];
      status = self->ops->set (member->component, member->inputs, member->n_in, member->u,
                               self->user_data);
      if (status == LS_OK)
        status = self->ops->get (member->component, member->outputs, member->n_out, member->y,
                                 self->user_data);
      for (guint i = 0; i < member->n_out && status == LS_OK; i++)
        self->image[member->targets[i]] = image[member->targets[i]] = member->y[i];
    }
  return status;
}

static LsStatus
derivatives (const double v[] G_GNUC_UNUSED, double j[], gpointer user_data)
{
  const LsWireLoop *self = user_data;
  LsStatus status = LS_OK;

  for (guint m = 0; m < self->members->len; m++)
    if (!self->ops->has_feed (g_array_index (self->members, Member, m).component, self->user_data))
      return LS_RETRY;
  for (guint m = 0; m < self->members->len; m++)
    {
      const Member *member = &g_array_index (self->members, Member, m);

      for (guint i = 0; i < member->n_in && member->n_out > 0; i++)
        {
          status = self->ops->get_feed (member->component, member->inputs[i], member->outputs,
                                        member->n_out, member->y, self->user_data);
          if (status != LS_OK)
            return status;
          for (guint k = 0; k < member->n_out; k++)
            j[(gsize)member->targets[k] * self->n + member->sources[i]] += member->y[k];
        }
    }
  return LS_OK;
}

LsWireLoop *
ls_wire_loop_new (const LsAssembly *assembly,
                  const guint rows[],
                  guint n_rows,
                  gboolean smooth,
                  double origin,
                  const LsWireOps *ops,
                  gpointer user_data)
{
  LsWireLoop *self = g_new0 (LsWireLoop, 1);
  g_autofree guint *sorted = g_memdup2 (rows, n_rows * sizeof (guint));
  LsLoopProblem problem
      = { .map = map, .derivatives = derivatives, .user_data = self, .origin = origin };

  g_return_val_if_fail (assembly != NULL, NULL);
  self->assembly = assembly;
  self->ops = ops;
  self->user_data = user_data;
  self->rows = g_new0 (guint, n_rows);
  self->names = g_new0 (char *, n_rows + 1);
  self->nominals = g_new0 (double, 4 * (gsize)n_rows);
  self->v = self->nominals + n_rows;
  self->last = self->v + n_rows;
  self->image = self->last + n_rows;
  self->guesses = g_new0 (guint, n_rows);
  self->members = g_array_new (FALSE, TRUE, sizeof (Member));
  g_array_set_clear_func (self->members, clear_member);
  g_qsort_with_data (sorted, (int)n_rows, sizeof (guint), ls_assembly_compare_rows,
                     (gpointer)assembly);
  for (guint i = 0; i < n_rows; i++)
    add_row (self, sorted[i], rows, n_rows, smooth);
  if (self->n == 0)
    {
      ls_wire_loop_free (self);
      return NULL;
    }
  problem.n = self->n;
  problem.names = (const char *const *)self->names;
  problem.nominals = self->nominals;
  self->loop = ls_loop_new (&problem);
  return self;
}

void
ls_wire_loop_free (LsWireLoop *self)
{
  if (self == NULL)
    return;
  ls_loop_free (self->loop);
  g_free (self->rows);
  g_strfreev (self->names);
  g_free (self->nominals);
  g_free (self->guesses);
  g_array_unref (self->members);
  g_free (self);
}

guint
ls_wire_loop_get_n (const LsWireLoop *self)
{
  return self->n;
}

gboolean
ls_wire_loop_holds (const LsWireLoop *self, guint component)
{
  for (guint i = 0; i < self->n; i++)
    if (self->assembly->rows[self->rows[i]].component == component)
      return TRUE;
  return FALSE;
}

const guint *
ls_wire_loop_get_rows (const LsWireLoop *self)
{
  return self->rows;
}

double *
ls_wire_loop_get_values (LsWireLoop *self)
{
  return self->v;
}

const double *
ls_wire_loop_get_image (const LsWireLoop *self)
{
  return self->image;
}

void
ls_wire_loop_store (const LsWireLoop *self, const guint in_offset[], double u[])
{
  for (guint m = 0; m < self->members->len; m++)
    {
      const Member *member = &g_array_index (self->members, Member, m);

      for (guint i = 0; i < member->n_in; i++)
        u[in_offset[member->component] + member->inputs[i]] = self->v[member->sources[i]];
    }
}

gboolean
ls_wire_loop_solve (LsWireLoop *self, double time, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->n; i++)
    {
      const LsWire *wire = &self->assembly->wires[self->guesses[i]];

      if (self->ops->get_input (wire->to, (guint)wire->position, &self->v[i], self->user_data)
          != LS_OK)
        return FALSE;
      if (!isfinite (self->v[i]))
        self->v[i] = 0.0;
    }
  return ls_loop_solve (self->loop, self->v, time, error);
}

LsStatus
ls_wire_loop_follow (LsWireLoop *self, double time, gboolean search, char **problem)
{
  const gsize size = self->n * sizeof (double);
  g_autoptr (GError) error = NULL;
  LsStatus status;

  memcpy (self->last, self->v, size);
  status = ls_loop_follow (self->loop, self->v);
  if (status == LS_RETRY && search)
    {
      memcpy (self->v, self->last, size);
      if (ls_loop_solve (self->loop, self->v, time, &error))
        status = LS_OK;
      else if (error == NULL)
        status = LS_STOP;
    }
  if (status == LS_OK)
    return LS_OK;
  memcpy (self->v, self->last, size);
  if (status == LS_RETRY)
    {
      g_free (*problem);
      *problem
          = error != NULL ? g_strdup (error->message) : ls_loop_describe_failure (self->loop, time);
    }
  return status;
}

gboolean
ls_wire_loop_has_moved (const LsWireLoop *self)
{
  for (guint i = 0; i < self->n; i++)
    if (!(fabs (self->v[i] - self->last[i])
          <= LS_LOOP_TOLERANCE * (self->nominals[i] + fabs (self->v[i]))))
      return TRUE;
  return FALSE;
}

LsLoopReport *
ls_wire_loop_get_report (const LsWireLoop *self)
{
  return ls_loop_get_report (self->loop);
}
