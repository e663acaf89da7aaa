/* What is selected on the canvas, and what can be done with it. */
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas-private.h"

void
ls_canvas_selection_changed (LsCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  ls_canvas_accessible_selection_changed (self);
  g_signal_emit_by_name (self, "selection-changed");
}

static gboolean
component_gone_cb (gpointer key, G_GNUC_UNUSED gpointer value, gpointer diagram)
{
  LsRect rect;

  return !ls_diagram_get_component_rect (diagram, GPOINTER_TO_UINT (key), &rect);
}

static gboolean
connection_gone_cb (gpointer key, G_GNUC_UNUSED gpointer value, gpointer model)
{
  return ls_model_find_connection (model, GPOINTER_TO_UINT (key)) == NULL;
}

void
ls_canvas_selection_prune (LsCanvas *self)
{
  LsModel *model = ls_canvas_get_model (self);
  guint n = g_hash_table_foreach_remove (self->components, component_gone_cb, self->diagram);

  n += g_hash_table_foreach_remove (self->connections, connection_gone_cb, model);
  if (n > 0)
    ls_canvas_selection_changed (self);
}

gboolean
ls_canvas_is_component_selected (LsCanvas *self, guint id)
{
  return g_hash_table_contains (self->components, GUINT_TO_POINTER (id));
}

gboolean
ls_canvas_is_connection_selected (LsCanvas *self, guint id)
{
  return g_hash_table_contains (self->connections, GUINT_TO_POINTER (id));
}

guint
ls_canvas_get_n_selected (LsCanvas *self)
{
  return g_hash_table_size (self->components) + g_hash_table_size (self->connections);
}

guint
ls_canvas_get_n_components_selected (LsCanvas *self)
{
  return g_hash_table_size (self->components);
}

guint
ls_canvas_get_selected_connection (LsCanvas *self)
{
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (self->components) != 0 || g_hash_table_size (self->connections) != 1)
    return 0;
  g_hash_table_iter_init (&iter, self->connections);
  g_hash_table_iter_next (&iter, &key, NULL);
  return GPOINTER_TO_UINT (key);
}

void
ls_canvas_select_components (LsCanvas *self, const GArray *ids)
{
  g_hash_table_remove_all (self->components);
  g_hash_table_remove_all (self->connections);
  for (guint i = 0; i < ids->len; i++)
    g_hash_table_add (self->components, GUINT_TO_POINTER (g_array_index (ids, guint, i)));
  ls_canvas_selection_changed (self);
}

guint
ls_canvas_get_selected_component (LsCanvas *self)
{
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (self->components) != 1)
    return 0;
  g_hash_table_iter_init (&iter, self->components);
  g_hash_table_iter_next (&iter, &key, NULL);
  return LS_ITEM_IS_COMPONENT (GPOINTER_TO_UINT (key)) ? GPOINTER_TO_UINT (key) : 0;
}

/* The only thing selected when it is of that kind, by its own id. */
static guint
get_only (LsCanvas *self, guint bit)
{
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (self->components) != 1 || g_hash_table_size (self->connections) != 0)
    return 0;
  g_hash_table_iter_init (&iter, self->components);
  g_hash_table_iter_next (&iter, &key, NULL);
  return GPOINTER_TO_UINT (key) & bit ? LS_ITEM_ID (GPOINTER_TO_UINT (key)) : 0;
}

guint
ls_canvas_get_selected_system (LsCanvas *self)
{
  return get_only (self, LS_ITEM_SUBSYSTEM);
}

guint
ls_canvas_get_selected_note (LsCanvas *self)
{
  return get_only (self, LS_ITEM_NOTE);
}

static void
select_in (LsCanvas *self, GHashTable *set, guint id, gboolean extend)
{
  if (!extend)
    {
      g_hash_table_remove_all (self->components);
      g_hash_table_remove_all (self->connections);
    }
  if (extend && g_hash_table_contains (set, GUINT_TO_POINTER (id)))
    g_hash_table_remove (set, GUINT_TO_POINTER (id));
  else
    g_hash_table_add (set, GUINT_TO_POINTER (id));
  ls_canvas_selection_changed (self);
}

void
ls_canvas_select_component (LsCanvas *self, guint id, gboolean extend)
{
  if (LS_ITEM_IS_COMPONENT (id))
    ls_canvas_reveal (self, id);
  select_in (self, self->components, id, extend);
}

void
ls_canvas_select_connection (LsCanvas *self, guint id, gboolean extend)
{
  g_autoptr (GArray) bundle = ls_diagram_list_bundle (self->diagram, id);

  /* What goes along one wire is selected together. */
  if (!extend && bundle->len > 1)
    {
      g_hash_table_remove_all (self->components);
      g_hash_table_remove_all (self->connections);
      for (guint i = 0; i < bundle->len; i++)
        g_hash_table_add (self->connections, GUINT_TO_POINTER (g_array_index (bundle, guint, i)));
      ls_canvas_selection_changed (self);
      return;
    }
  select_in (self, self->connections, id, extend);
}

void
ls_canvas_select_all (LsCanvas *self)
{
  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    if (!(ls_diagram_get_item (self->diagram, i) & LS_ITEM_CONNECTOR))
      g_hash_table_add (self->components,
                        GUINT_TO_POINTER (ls_diagram_get_item (self->diagram, i)));
  for (guint i = 0; i < ls_diagram_get_n_connections (self->diagram); i++)
    g_hash_table_add (self->connections,
                      GUINT_TO_POINTER (ls_diagram_get_connection (self->diagram, i)));
  ls_canvas_selection_changed (self);
}

void
ls_canvas_clear_selection (LsCanvas *self)
{
  if (ls_canvas_get_n_selected (self) == 0)
    return;
  g_hash_table_remove_all (self->components);
  g_hash_table_remove_all (self->connections);
  ls_canvas_selection_changed (self);
}

static void
copy_key_cb (gpointer key, G_GNUC_UNUSED gpointer value, gpointer set)
{
  g_hash_table_add (set, key);
}

void
ls_canvas_select_band (LsCanvas *self, const LsRect *band)
{
  LsRect rect;

  g_hash_table_remove_all (self->components);
  g_hash_table_remove_all (self->connections);
  if (self->band_before != NULL)
    g_hash_table_foreach (self->band_before, copy_key_cb, self->components);
  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint id = ls_diagram_get_item (self->diagram, i);

      if (!(id & LS_ITEM_CONNECTOR) && ls_diagram_get_component_rect (self->diagram, id, &rect)
          && rect.x < band->x + band->width && band->x < rect.x + rect.width
          && rect.y < band->y + band->height && band->y < rect.y + rect.height)
        g_hash_table_add (self->components, GUINT_TO_POINTER (id));
    }
  ls_canvas_selection_changed (self);
}

/* The ids of a set in the order of the model, so that undo and files do not depend on hashing. */
GArray *
ls_canvas_list_components (LsCanvas *self)
{
  LsModel *model = ls_canvas_get_model (self);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      guint id = ls_model_get_component (model, i)->id;

      if (ls_canvas_is_component_selected (self, id))
        g_array_append_val (ids, id);
    }
  return ids;
}

GArray *
ls_canvas_list_selected (LsCanvas *self)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint item = ls_diagram_get_item (self->diagram, i);

      if (ls_canvas_is_component_selected (self, item))
        g_array_append_val (items, item);
    }
  return items;
}

static GArray *
list_connections (LsCanvas *self, gboolean of_components)
{
  LsModel *model = ls_canvas_get_model (self);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      guint id = connection->id;

      if (ls_canvas_is_connection_selected (self, id)
          || (of_components
              && (ls_canvas_is_component_selected (self, connection->from)
                  || ls_canvas_is_component_selected (self, connection->to))))
        g_array_append_val (ids, id);
    }
  return ids;
}

/* Of a connection through systems the piece in sight goes. */
static void
take_apart (LsCanvas *self, const GArray *connections)
{
  LsModel *model = ls_canvas_get_model (self);
  guint n = connections->len;
  g_autofree char *single = ls_model_describe_connection (
      model, ls_model_find_connection (model, g_array_index (connections, guint, 0)));
  g_autofree char *name
      = n == 1 ? g_strdup_printf (_ ("Disconnect %s"), single)
               : g_strdup_printf (
                   g_dngettext (NULL, "Delete %u connection", "Delete %u connections", n), n);
  gboolean alone = !ls_document_in_group (self->document);

  if (alone)
    ls_document_begin_group (self->document, name);
  for (guint i = 0; i < n; i++)
    ls_document_take_apart (self->document, g_array_index (connections, guint, i),
                            ls_canvas_get_system (self));
  if (alone)
    ls_document_end_group (self->document);
}

void
ls_canvas_delete_selection (LsCanvas *self)
{
  g_autoptr (GArray) components = ls_canvas_list_selected (self);
  g_autoptr (GArray) connections = list_connections (self, FALSE);

  ls_canvas_cancel (self);
  if (connections->len > 0 && components->len == 0)
    take_apart (self, connections);
  else
    ls_document_remove (self->document, components, connections);
}

void
ls_canvas_disconnect_selection (LsCanvas *self)
{
  g_autoptr (GArray) components = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) connections = list_connections (self, TRUE);

  ls_canvas_cancel (self);
  if (connections->len == 0)
    return;
  ls_document_begin_group (self->document, _ ("Disconnect"));
  ls_document_remove (self->document, components, connections);
  ls_document_end_group (self->document);
}
