/* Source of a connector of a subsystem, and its sinks. */
#include "core/model/subsystem-links.h"

#include "core/model/model-impl.h"

/* Maximum length of a chain of pieces, as when files are read. */
#define MAX_DEPTH 256u

static void
append_hop (GArray *hops, guint subsystem, const char *connector)
{
  LsHop hop = { subsystem, g_strdup (connector), NULL };

  g_array_append_val (hops, hop);
}

static gboolean
is_hop (const LsHop *hop, guint subsystem, const char *connector)
{
  return hop->subsystem == subsystem && g_str_equal (hop->connector, connector);
}

/* Searches complete connections through the connector. */
static gboolean
find_in_connections (const LsModel *self,
                     guint subsystem,
                     const char *connector,
                     LsSubsystemPath *found)
{
  for (guint i = 0; i < self->connections->len; i++)
    {
      const LsConnection *connection = self->connections->pdata[i];

      for (guint k = 0; connection->hops != NULL && k < connection->hops->len; k++)
        {
          if (!is_hop (&g_array_index (connection->hops, LsHop, k), subsystem, connector))
            continue;
          found->component = connection->from;
          found->variable = connection->output;
          for (guint j = 0; j <= k; j++)
            {
              const LsHop *hop = &g_array_index (connection->hops, LsHop, j);

              append_hop (found->hops, hop->subsystem, hop->connector);
            }
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_source (const LsModel *self,
             guint subsystem,
             const char *connector,
             LsSubsystemPath *found,
             guint depth)
{
  if (depth == 0)
    return FALSE;
  if (find_in_connections (self, subsystem, connector, found))
    return TRUE;
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const LsPiece *piece = self->pieces->pdata[i];

      if (piece->to_component != 0 || piece->to_subsystem != subsystem
          || !g_str_equal (piece->to_connector, connector))
        continue;
      if (piece->from_component == 0)
        {
          if (!find_source (self, piece->from_subsystem, piece->from_connector, found, depth - 1))
            continue;
        }
      else if (ls_model_find_component (self, piece->from_component) == NULL)
        continue;
      else
        {
          found->component = piece->from_component;
          found->variable = piece->from_connector;
        }
      append_hop (found->hops, subsystem, connector);
      return TRUE;
    }
  return FALSE;
}

LsSubsystemPath *
ls_subsystem_path_find_source (const LsModel *model, guint subsystem, const char *connector)
{
  g_return_val_if_fail (model != NULL, NULL);

  LsSubsystemPath *found = g_new0 (LsSubsystemPath, 1);

  found->hops = ls_hops_new ();
  if (find_source (model, subsystem, connector, found, MAX_DEPTH))
    return found;
  ls_subsystem_path_free (found);
  return NULL;
}

static void
list_sinks (const LsModel *self,
            guint subsystem,
            const char *connector,
            const GArray *before,
            GPtrArray *sinks,
            guint depth)
{
  g_autoptr (GArray) hops = ls_hops_copy (before);

  append_hop (hops, subsystem, connector);
  for (guint i = 0; depth > 0 && i < self->pieces->len; i++)
    {
      const LsPiece *piece = self->pieces->pdata[i];
      LsSubsystemPath *sink;

      if (piece->from_component != 0 || piece->from_subsystem != subsystem
          || !g_str_equal (piece->from_connector, connector))
        continue;
      if (piece->to_component == 0)
        {
          list_sinks (self, piece->to_subsystem, piece->to_connector, hops, sinks, depth - 1);
          continue;
        }
      if (ls_model_find_component (self, piece->to_component) == NULL)
        continue;
      sink = g_new0 (LsSubsystemPath, 1);
      sink->component = piece->to_component;
      sink->variable = piece->to_connector;
      sink->hops = ls_hops_copy (hops);
      g_ptr_array_add (sinks, sink);
    }
}

GPtrArray *
ls_subsystem_path_list_sinks (const LsModel *model, guint subsystem, const char *connector)
{
  GPtrArray *sinks = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_subsystem_path_free);
  g_autoptr (GArray) none = ls_hops_new ();

  g_return_val_if_fail (model != NULL, NULL);
  list_sinks (model, subsystem, connector, none, sinks, MAX_DEPTH);
  return sinks;
}

void
ls_subsystem_path_free (LsSubsystemPath *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->hops);
  g_free (self);
}

guint
ls_model_connect_through (LsModel *self,
                          guint from,
                          const char *output,
                          const LsSubsystemPath *source,
                          guint to,
                          const char *input,
                          const LsSubsystemPath *sink,
                          GError **error)
{
  LsConnection *connection;

  g_return_val_if_fail (self != NULL, 0);
  connection = ls_model_make_connection (self, from, output, to, input, error);
  if (connection == NULL)
    return 0;
  if (source != NULL || sink != NULL)
    connection->hops = source != NULL ? ls_hops_copy (source->hops) : ls_hops_new ();
  for (guint i = 0; sink != NULL && i < sink->hops->len; i++)
    {
      const LsHop *hop = &g_array_index (sink->hops, LsHop, i);

      append_hop (connection->hops, hop->subsystem, hop->connector);
    }
  /* If source and sink do not match, new connectors are chosen. */
  if (connection->hops != NULL)
    {
      g_autoptr (GArray) hops = g_steal_pointer (&connection->hops);

      connection->hops = hops;
      connection->hops = ls_connection_make_hops (self, connection);
      if (connection->hops->len == 0)
        g_clear_pointer (&connection->hops, g_array_unref);
    }
  ls_model_declare_hops (self, connection);
  ls_model_take_connection (self, connection);
  return connection->id;
}

GPtrArray *
ls_model_copy_pieces (const LsModel *self)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (ls_piece_free);

  g_return_val_if_fail (self != NULL, NULL);
  for (guint i = 0; i < self->pieces->len; i++)
    g_ptr_array_add (copy, ls_piece_copy (self->pieces->pdata[i]));
  return copy;
}

void
ls_model_set_pieces (LsModel *self, const GPtrArray *pieces)
{
  g_return_if_fail (self != NULL && pieces != NULL);

  g_ptr_array_set_size (self->pieces, 0);
  for (guint i = 0; i < pieces->len; i++)
    g_ptr_array_add (self->pieces, ls_piece_copy (pieces->pdata[i]));
}

/* The piece from @from (nullable: the component of the output) to @to (nullable: that of the
 * input). */
static LsPiece *
piece_new (const LsConnection *connection, const LsHop *from, const LsHop *to)
{
  LsPiece *piece = g_new0 (LsPiece, 1);

  piece->from_component = from == NULL ? connection->from : 0;
  piece->from_subsystem = from != NULL ? from->subsystem : 0;
  piece->from_connector = g_strdup (from != NULL ? from->connector : connection->output);
  piece->to_component = to == NULL ? connection->to : 0;
  piece->to_subsystem = to != NULL ? to->subsystem : 0;
  piece->to_connector = g_strdup (to != NULL ? to->connector : connection->input);
  piece->xml = g_strdup (to != NULL ? to->xml : connection->xml);
  return piece;
}

GPtrArray *
ls_connection_list_other_pieces (const LsModel *model, const LsConnection *connection, guint system)
{
  g_return_val_if_fail (model != NULL && connection != NULL, NULL);

  GPtrArray *pieces = g_ptr_array_new_with_free_func (ls_piece_free);
  const LsComponent *from = ls_model_find_component (model, connection->from);
  const LsComponent *to = ls_model_find_component (model, connection->to);
  guint n = connection->hops != NULL ? connection->hops->len : 0;

  for (guint i = 0; n > 0 && i <= n; i++)
    {
      const LsHop *a = i > 0 ? &g_array_index (connection->hops, LsHop, i - 1) : NULL;
      const LsHop *b = i < n ? &g_array_index (connection->hops, LsHop, i) : NULL;

      if (ls_edge_find_system (model, a != NULL ? a->subsystem : from->subsystem, a == NULL,
                               b != NULL ? b->subsystem : to->subsystem, b == NULL)
          != system)
        g_ptr_array_add (pieces, piece_new (connection, a, b));
    }
  return pieces;
}
