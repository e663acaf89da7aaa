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
component_gone_cb (gpointer key, G_GNUC_UNUSED gpointer value, gpointer model)
{
  return ls_model_find_component (model, GPOINTER_TO_UINT (key)) == NULL;
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
  guint n = g_hash_table_foreach_remove (self->components, component_gone_cb, model);

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
  return GPOINTER_TO_UINT (key);
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
  select_in (self, self->components, id, extend);
}

void
ls_canvas_select_connection (LsCanvas *self, guint id, gboolean extend)
{
  select_in (self, self->connections, id, extend);
}

void
ls_canvas_select_all (LsCanvas *self)
{
  LsModel *model = ls_canvas_get_model (self);

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    g_hash_table_add (self->components, GUINT_TO_POINTER (ls_model_get_component (model, i)->id));
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    g_hash_table_add (self->connections, GUINT_TO_POINTER (ls_model_get_connection (model, i)->id));
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
  LsModel *model = ls_canvas_get_model (self);
  LsRect rect;

  g_hash_table_remove_all (self->components);
  g_hash_table_remove_all (self->connections);
  if (self->band_before != NULL)
    g_hash_table_foreach (self->band_before, copy_key_cb, self->components);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      guint id = ls_model_get_component (model, i)->id;

      if (ls_diagram_get_component_rect (self->diagram, id, &rect) && rect.x < band->x + band->width
          && band->x < rect.x + rect.width && rect.y < band->y + band->height
          && band->y < rect.y + rect.height)
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

void
ls_canvas_delete_selection (LsCanvas *self)
{
  g_autoptr (GArray) components = ls_canvas_list_components (self);
  g_autoptr (GArray) connections = list_connections (self, FALSE);

  ls_canvas_cancel (self);
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
