#include "app/canvas/canvas-select.h"
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

void
ls_canvas_selection_init (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->selection.items = g_hash_table_new (NULL, NULL);
  self->selection.connections = g_hash_table_new (NULL, NULL);
}

void
ls_canvas_selection_finalize (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_hash_table_unref (self->selection.items);
  g_hash_table_unref (self->selection.connections);
}

/* Without notification. */
void
ls_canvas_selection_drop (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_hash_table_remove_all (self->selection.items);
  g_hash_table_remove_all (self->selection.connections);
}

void
ls_canvas_selection_changed (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  gtk_widget_queue_draw (GTK_WIDGET (self));
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

/* A wire that was selected stays so as a whole, whatever elements it connects now. Returns: number
 * of added connections */
static guint
complete_wires (LsCanvas *self)
{
  g_autoptr (GList) selected = g_hash_table_get_keys (self->selection.connections);
  const guint before = g_hash_table_size (self->selection.connections);

  for (GList *i = selected; i != NULL; i = i->next)
    {
      g_autoptr (GArray) bundle
          = ls_diagram_list_bundle (self->diagram, GPOINTER_TO_UINT (i->data));

      for (guint k = 0; k < bundle->len; k++)
        g_hash_table_add (self->selection.connections,
                          GUINT_TO_POINTER (g_array_index (bundle, guint, k)));
    }
  return g_hash_table_size (self->selection.connections) - before;
}

void
ls_canvas_selection_prune (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  LsModel *model = ls_canvas_get_model (self);
  guint n = g_hash_table_foreach_remove (self->selection.items, component_gone_cb, self->diagram);

  n += g_hash_table_foreach_remove (self->selection.connections, connection_gone_cb, model);
  n += complete_wires (self);
  if (n > 0)
    ls_canvas_selection_changed (self);
}

gboolean
ls_canvas_is_component_selected (LsCanvas *self, guint id)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), FALSE);

  return g_hash_table_contains (self->selection.items, GUINT_TO_POINTER (id));
}

gboolean
ls_canvas_is_connection_selected (LsCanvas *self, guint id)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), FALSE);

  return g_hash_table_contains (self->selection.connections, GUINT_TO_POINTER (id));
}

guint
ls_canvas_get_n_selected (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  return g_hash_table_size (self->selection.items)
         + g_hash_table_size (self->selection.connections);
}

guint
ls_canvas_get_n_components_selected (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  return g_hash_table_size (self->selection.items);
}

guint
ls_canvas_get_selected_connection (LsCanvas *self)
{
  GHashTableIter iter;
  gpointer key;
  g_autoptr (GArray) wire = NULL;

  g_return_val_if_fail (LS_IS_CANVAS (self), 0);
  if (g_hash_table_size (self->selection.items) != 0
      || g_hash_table_size (self->selection.connections) == 0)
    return 0;
  g_hash_table_iter_init (&iter, self->selection.connections);
  g_hash_table_iter_next (&iter, &key, NULL);
  wire = ls_model_list_wire (ls_canvas_get_model (self), GPOINTER_TO_UINT (key));
  for (guint i = 0; i < wire->len; i++)
    if (!ls_canvas_is_connection_selected (self, g_array_index (wire, guint, i)))
      return 0;
  return wire->len == g_hash_table_size (self->selection.connections)
             ? g_array_index (wire, guint, 0)
             : 0;
}

void
ls_canvas_select_components (LsCanvas *self, const GArray *ids)
{
  g_return_if_fail (LS_IS_CANVAS (self) && ids != NULL);

  ls_canvas_selection_drop (self);
  for (guint i = 0; i < ids->len; i++)
    g_hash_table_add (self->selection.items, GUINT_TO_POINTER (g_array_index (ids, guint, i)));
  ls_canvas_selection_changed (self);
}

guint
ls_canvas_get_selected_component (LsCanvas *self)
{
  GHashTableIter iter;
  gpointer key;

  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  if (g_hash_table_size (self->selection.items) != 1)
    return 0;
  g_hash_table_iter_init (&iter, self->selection.items);
  g_hash_table_iter_next (&iter, &key, NULL);
  return LS_ITEM_IS_COMPONENT (GPOINTER_TO_UINT (key)) ? GPOINTER_TO_UINT (key) : 0;
}

/* Id of the only selected item if it is of the kind @bit, or 0. */
static guint
get_only (LsCanvas *self, guint bit)
{
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (self->selection.items) != 1
      || g_hash_table_size (self->selection.connections) != 0)
    return 0;
  g_hash_table_iter_init (&iter, self->selection.items);
  g_hash_table_iter_next (&iter, &key, NULL);
  return GPOINTER_TO_UINT (key) & bit ? LS_ITEM_ID (GPOINTER_TO_UINT (key)) : 0;
}

guint
ls_canvas_get_selected_system (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  return get_only (self, LS_ITEM_SUBSYSTEM);
}

guint
ls_canvas_get_selected_note (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  return get_only (self, LS_ITEM_NOTE);
}

static void
select_in (LsCanvas *self, GHashTable *set, guint id, gboolean extend)
{
  if (!extend)
    {
      ls_canvas_selection_drop (self);
    }
  if (extend && g_hash_table_contains (set, GUINT_TO_POINTER (id)))
    g_hash_table_remove (set, GUINT_TO_POINTER (id));
  else
    g_hash_table_add (set, GUINT_TO_POINTER (id));
  ls_canvas_selection_changed (self);
}

void
ls_canvas_select_item (LsCanvas *self, guint item, gboolean extend)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  select_in (self, self->selection.items, item, extend);
}

void
ls_canvas_select_connection (LsCanvas *self, guint id, gboolean extend)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_autoptr (GArray) bundle = ls_diagram_list_bundle (self->diagram, id);

  /* Connections drawn as one wire are selected together. */
  if (!extend && bundle->len > 1)
    {
      ls_canvas_selection_drop (self);
      for (guint i = 0; i < bundle->len; i++)
        g_hash_table_add (self->selection.connections,
                          GUINT_TO_POINTER (g_array_index (bundle, guint, i)));
      ls_canvas_selection_changed (self);
      return;
    }
  select_in (self, self->selection.connections, id, extend);
}

void
ls_canvas_select_all (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    if (!(ls_diagram_get_item (self->diagram, i) & LS_ITEM_CONNECTOR))
      g_hash_table_add (self->selection.items,
                        GUINT_TO_POINTER (ls_diagram_get_item (self->diagram, i)));
  for (guint i = 0; i < ls_diagram_get_n_connections (self->diagram); i++)
    g_hash_table_add (self->selection.connections,
                      GUINT_TO_POINTER (ls_diagram_get_connection (self->diagram, i)));
  ls_canvas_selection_changed (self);
}

void
ls_canvas_clear_selection (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  if (ls_canvas_get_n_selected (self) == 0)
    return;
  ls_canvas_selection_drop (self);
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

  g_return_if_fail (LS_IS_CANVAS (self) && band != NULL);
  ls_canvas_selection_drop (self);
  if (self->drag.band_before != NULL)
    g_hash_table_foreach (self->drag.band_before, copy_key_cb, self->selection.items);
  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint id = ls_diagram_get_item (self->diagram, i);

      if (!(id & LS_ITEM_CONNECTOR) && ls_diagram_get_component_rect (self->diagram, id, &rect)
          && rect.x < band->x + band->width && band->x < rect.x + rect.width
          && rect.y < band->y + band->height && band->y < rect.y + rect.height)
        g_hash_table_add (self->selection.items, GUINT_TO_POINTER (id));
    }
  ls_canvas_selection_changed (self);
}

/* In the order of the diagram, so that undo and files do not depend on hash order. */
GArray *
ls_canvas_list_selected (LsCanvas *self)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (guint));

  g_return_val_if_fail (LS_IS_CANVAS (self), NULL);
  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint item = ls_diagram_get_item (self->diagram, i);

      if (ls_canvas_is_component_selected (self, item))
        g_array_append_val (items, item);
    }
  return items;
}
