/* Systems within the system, and the connectors of connections through them. */
#include "core/model/model-impl.h"

#include <math.h>
#include <string.h>

/* Maximum nesting; the depth limit of XML allows no more in files. */
#define MAX_DEPTH 256u

const GPtrArray *
ls_model_get_connectors (const LsModel *self, guint subsystem)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsSubsystem *found = ls_model_find_subsystem (self, subsystem);

  return found != NULL ? found->connectors : self->connectors;
}

void
ls_model_set_subsystem_removed (LsModel *self, guint id, gboolean removed)
{
  LsSubsystem *subsystem = (LsSubsystem *)ls_model_find_subsystem (self, id);

  g_return_if_fail (subsystem != NULL);
  subsystem->removed = removed;
}

/* Like components: a header, and a line per connector of the side with more of them. */
void
ls_subsystem_get_natural_size (const LsSubsystem *self, double *width, double *height)
{
  g_return_if_fail (self != NULL);

  const LsComponent probe = { .name = self->name };
  guint n_inputs = 0, n_outputs = 0;
  glong longest = g_utf8_strlen (self->name, -1);

  for (guint i = 0; self->connectors != NULL && i < self->connectors->len; i++)
    {
      const LsConnector *connector = self->connectors->pdata[i];

      n_inputs += connector->causality == LS_CAUSALITY_INPUT;
      n_outputs += connector->causality == LS_CAUSALITY_OUTPUT;
      longest = MAX (longest, 2 * g_utf8_strlen (connector->name, -1));
    }
  ls_component_get_natural_size (&probe, width, height);
  *width = MAX (*width, CLAMP (60 + 10 * ((8 * longest + 9) / 10), 140, 300));
  *height = MAX (*height, 60 + 20 * (double)MAX (n_inputs, n_outputs));
}

void
ls_model_place_subsystem (LsModel *self, guint id, double x, double y, double width, double height)
{
  LsSubsystem *subsystem = (LsSubsystem *)ls_model_find_subsystem (self, id);

  g_return_if_fail (subsystem != NULL);
  subsystem->x = x;
  subsystem->y = y;
  subsystem->width = width;
  subsystem->height = height;
}

static guint
get_parent (const LsModel *self, guint id)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (self, id);

  return subsystem != NULL ? subsystem->parent : 0;
}

guint
ls_edge_find_system (
    const LsModel *self, guint a, gboolean a_component, guint b, gboolean b_component)
{
  if (a_component)
    return a;
  if (b_component)
    return b;
  /* Between connectors of a system and its child, in either direction, or of siblings. */
  if (get_parent (self, b) == a && b != a)
    return a;
  if (get_parent (self, a) == b && b != a)
    return b;
  return a == b ? a : get_parent (self, a);
}

/* Subsystems from @id outwards, without the top level. */
static guint
list_path (const LsModel *self, guint id, guint path[MAX_DEPTH])
{
  guint n = 0;

  for (; id != 0 && n < MAX_DEPTH; id = get_parent (self, id))
    path[n++] = id;
  return n;
}

/* Whether a piece of a connection with these ends is possible. */
static gboolean
is_piece (const LsModel *self, guint a, gboolean a_component, guint b, gboolean b_component)
{
  guint system = ls_edge_find_system (self, a, a_component, b, b_component);
  gboolean from = a_component ? a == system : a == system || get_parent (self, a) == system;
  gboolean to = b_component ? b == system : b == system || get_parent (self, b) == system;

  return from && to;
}

static gboolean
fits (const LsModel *self, const GArray *hops, guint from, guint to)
{
  guint last = from;
  gboolean component = TRUE;

  for (guint i = 0; i < hops->len; i++)
    {
      guint next = g_array_index (hops, LsHop, i).subsystem;

      if (!is_piece (self, last, component, next, FALSE))
        return FALSE;
      last = next;
      component = FALSE;
    }
  return is_piece (self, last, component, to, TRUE);
}

GArray *
ls_connection_make_hops (const LsModel *self, const LsConnection *connection)
{
  const LsComponent *from = ls_model_find_component (self, connection->from);
  const LsComponent *to = ls_model_find_component (self, connection->to);
  g_autofree char *out_name = NULL;
  g_autofree char *in_name = NULL;
  guint up[MAX_DEPTH], down[MAX_DEPTH];
  guint n_up, n_down;
  GArray *hops;

  if (connection->hops != NULL && fits (self, connection->hops, from->subsystem, to->subsystem))
    return ls_hops_copy (connection->hops);
  hops = ls_hops_new ();
  n_up = list_path (self, from->subsystem, up);
  n_down = list_path (self, to->subsystem, down);
  /* Common ancestors are not left. */
  while (n_up > 0 && n_down > 0 && up[n_up - 1] == down[n_down - 1])
    {
      n_up--;
      n_down--;
    }
  out_name = g_strconcat (ls_model_get_local_name (self, from), "_", connection->output, NULL);
  in_name = g_strconcat (ls_model_get_local_name (self, to), "_", connection->input, NULL);
  for (guint i = 0; i < n_up; i++)
    ls_hops_add (hops, up[i], out_name, NULL);
  for (guint i = n_down; i-- > 0;)
    ls_hops_add (hops, down[i], in_name, NULL);
  return hops;
}

void
ls_model_declare_hops (LsModel *self, LsConnection *connection)
{
  const LsComponent *from = ls_model_find_component (self, connection->from);
  const LsComponent *to = ls_model_find_component (self, connection->to);
  const LsVariable *variable = ls_component_find_variable (from, connection->output);

  if (connection->hops == NULL && from->subsystem != to->subsystem)
    connection->hops = ls_connection_make_hops (self, connection);
  for (guint i = 0; connection->hops != NULL && i < connection->hops->len; i++)
    {
      const LsHop *hop = &g_array_index (connection->hops, LsHop, i);
      GPtrArray *connectors = (GPtrArray *)ls_model_get_connectors (self, hop->subsystem);
      gboolean inside = ls_model_is_within (self, to->subsystem, hop->subsystem);
      LsConnector *connector;
      double x = inside ? -120.0 : 480.0, y = 20.0;
      gboolean known = FALSE;

      for (guint k = 0; k < connectors->len; k++)
        {
          const LsConnector *other = connectors->pdata[k];

          known |= g_str_equal (other->name, hop->connector);
          if ((other->causality == LS_CAUSALITY_INPUT) == inside)
            {
              x = other->x;
              y = MAX (y, other->y + 40.0);
            }
        }
      if (known)
        continue;
      connector = g_new0 (LsConnector, 1);
      connector->name = g_strdup (hop->connector);
      connector->causality = inside ? LS_CAUSALITY_INPUT : LS_CAUSALITY_OUTPUT;
      connector->type = variable != NULL ? variable->type : LS_TYPE_REAL;
      connector->unit_name = variable != NULL ? g_strdup (variable->unit_name) : NULL;
      connector->x = x;
      connector->y = y;
      g_ptr_array_add (connectors, ls_connector_complete (connector));
    }
}

static void
add_edges (const LsModel *self, const LsConnection *connection, guint subsystem, GArray *edges)
{
  const LsComponent *from = ls_model_find_component (self, connection->from);
  const LsComponent *to = ls_model_find_component (self, connection->to);
  guint n = connection->hops != NULL ? connection->hops->len : 0;

  for (guint i = 0; i <= n; i++)
    {
      const LsHop *a = i > 0 ? &g_array_index (connection->hops, LsHop, i - 1) : NULL;
      const LsHop *b = i < n ? &g_array_index (connection->hops, LsHop, i) : NULL;
      LsEdge edge = { .connection = connection->id };

      if (ls_edge_find_system (self, a != NULL ? a->subsystem : from->subsystem, a == NULL,
                               b != NULL ? b->subsystem : to->subsystem, b == NULL)
          != subsystem)
        continue;
      edge.from_component = a == NULL ? connection->from : 0;
      edge.from_subsystem = a != NULL ? a->subsystem : 0;
      edge.from_connector = a != NULL ? a->connector : connection->output;
      edge.to_component = b == NULL ? connection->to : 0;
      edge.to_subsystem = b != NULL ? b->subsystem : 0;
      edge.to_connector = b != NULL ? b->connector : connection->input;
      g_array_append_val (edges, edge);
    }
}

/* Pieces whose component was removed are skipped. */
static void
add_piece (const LsModel *self, const LsPiece *piece, guint subsystem, GArray *edges)
{
  const LsComponent *from = ls_model_find_component (self, piece->from_component);
  const LsComponent *to = ls_model_find_component (self, piece->to_component);
  LsEdge edge = { 0,
                  piece->from_component,
                  piece->from_subsystem,
                  piece->from_connector,
                  piece->to_component,
                  piece->to_subsystem,
                  piece->to_connector };

  if ((piece->from_component != 0 && from == NULL) || (piece->to_component != 0 && to == NULL))
    return;
  if (ls_edge_find_system (self, from != NULL ? from->subsystem : piece->from_subsystem,
                           from != NULL, to != NULL ? to->subsystem : piece->to_subsystem,
                           to != NULL)
      == subsystem)
    g_array_append_val (edges, edge);
}

GArray *
ls_model_list_edges (const LsModel *self, guint subsystem)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (LsEdge));

  g_return_val_if_fail (self != NULL, edges);
  for (guint i = 0; i < self->connections->len; i++)
    add_edges (self, self->connections->pdata[i], subsystem, edges);
  for (guint i = 0; i < self->pieces->len; i++)
    add_piece (self, self->pieces->pdata[i], subsystem, edges);
  return edges;
}
