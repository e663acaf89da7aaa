#include "app/canvas/canvas-accessible.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/canvas/canvas-item.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-system.h"
#include "app/canvas/canvas-view.h"

typedef struct
{
  GtkWidgetAccessible parent_instance;
} LsCanvasAccessible;

typedef struct
{
  GtkWidgetAccessibleClass parent_class;
} LsCanvasAccessibleClass;

static void selection_init (AtkSelectionIface *iface);
static void component_init (AtkComponentIface *iface);

G_DEFINE_TYPE_WITH_CODE (LsCanvasAccessible,
                         ls_canvas_accessible,
                         GTK_TYPE_WIDGET_ACCESSIBLE,
                         G_IMPLEMENT_INTERFACE (ATK_TYPE_SELECTION, selection_init)
                             G_IMPLEMENT_INTERFACE (ATK_TYPE_COMPONENT, component_init))

static LsCanvas *
get_canvas (gpointer accessible)
{
  GtkWidget *widget = gtk_accessible_get_widget (GTK_ACCESSIBLE (accessible));
  LsCanvas *canvas = widget != NULL ? LS_CANVAS (widget) : NULL;

  return canvas != NULL && canvas->document != NULL ? canvas : NULL;
}

static AtkObject *
get_item (LsCanvas *canvas, guint item)
{
  LsHit hit;

  ls_canvas_get_item_hit (canvas, item, &hit);
  return ls_canvas_item_get_for_hit (canvas, &hit);
}

static AtkObject *
get_child (LsCanvas *canvas, int index)
{
  const LsDiagram *diagram = canvas->diagram;
  int n = (int)ls_diagram_get_n_items (diagram);

  if (index < 0)
    return NULL;
  if (index < n)
    return get_item (canvas, ls_diagram_get_item (diagram, (guint)index));
  index -= n;
  if (index < (int)ls_diagram_get_n_connections (diagram))
    return ls_canvas_item_get (canvas, LS_HIT_CONNECTION,
                               ls_diagram_get_connection (diagram, (guint)index), NULL);
  return NULL;
}

static int
ls_canvas_accessible_get_n_children (AtkObject *object)
{
  LsCanvas *canvas = get_canvas (object);

  if (canvas == NULL)
    return 0;
  return (int)(ls_diagram_get_n_items (canvas->diagram)
               + ls_diagram_get_n_connections (canvas->diagram));
}

static AtkObject *
ls_canvas_accessible_ref_child (AtkObject *object, int index)
{
  LsCanvas *canvas = get_canvas (object);
  AtkObject *child = canvas != NULL ? get_child (canvas, index) : NULL;

  return child != NULL ? g_object_ref (child) : NULL;
}

static const char *
ls_canvas_accessible_get_name (G_GNUC_UNUSED AtkObject *object)
{
  return _ ("Diagram");
}

static void
ls_canvas_accessible_initialize (AtkObject *object, gpointer data)
{
  ATK_OBJECT_CLASS (ls_canvas_accessible_parent_class)->initialize (object, data);
  atk_object_set_role (object, ATK_ROLE_LAYERED_PANE);
}

static void
ls_canvas_accessible_class_init (LsCanvasAccessibleClass *klass)
{
  AtkObjectClass *atk_class = ATK_OBJECT_CLASS (klass);

  atk_class->initialize = ls_canvas_accessible_initialize;
  atk_class->get_name = ls_canvas_accessible_get_name;
  atk_class->get_n_children = ls_canvas_accessible_get_n_children;
  atk_class->ref_child = ls_canvas_accessible_ref_child;
}

static void
ls_canvas_accessible_init (G_GNUC_UNUSED LsCanvasAccessible *self)
{
}

static gboolean
is_child_selected (AtkSelection *selection, int index)
{
  LsCanvas *canvas = get_canvas (selection);
  AtkObject *child = canvas != NULL ? get_child (canvas, index) : NULL;
  LsHit hit;

  if (child == NULL || !ls_canvas_item_get_hit (LS_CANVAS_ITEM (child), &hit))
    return FALSE;
  return hit.kind == LS_HIT_CONNECTION ? ls_canvas_is_connection_selected (canvas, hit.connection)
                                       : ls_canvas_is_component_selected (canvas, hit.component);
}

static gboolean
set_child_selected (AtkSelection *selection, int index, gboolean selected)
{
  LsCanvas *canvas = get_canvas (selection);
  AtkObject *child = canvas != NULL ? get_child (canvas, index) : NULL;
  LsHit hit;

  if (child == NULL || !ls_canvas_item_get_hit (LS_CANVAS_ITEM (child), &hit))
    return FALSE;
  /* Extending the selection toggles it: nothing to do if the state is as requested. */
  if (is_child_selected (selection, index) == selected)
    return TRUE;
  if (hit.kind == LS_HIT_CONNECTOR)
    return FALSE;
  if (hit.kind != LS_HIT_CONNECTION)
    ls_canvas_select_component (canvas, hit.component, TRUE);
  else
    ls_canvas_select_connection (canvas, hit.connection, TRUE);
  return TRUE;
}

static gboolean
add_selection (AtkSelection *selection, int index)
{
  return set_child_selected (selection, index, TRUE);
}

static int
nth_selected (AtkSelection *selection, int n)
{
  int n_children = ls_canvas_accessible_get_n_children (ATK_OBJECT (selection));

  for (int i = 0; i < n_children; i++)
    if (is_child_selected (selection, i) && n-- == 0)
      return i;
  return -1;
}

static AtkObject *
ref_selection (AtkSelection *selection, int n)
{
  return ls_canvas_accessible_ref_child (ATK_OBJECT (selection), nth_selected (selection, n));
}

static gboolean
remove_selection (AtkSelection *selection, int n)
{
  return set_child_selected (selection, nth_selected (selection, n), FALSE);
}

static gboolean
clear_selection (AtkSelection *selection)
{
  LsCanvas *canvas = get_canvas (selection);

  if (canvas == NULL)
    return FALSE;
  ls_canvas_clear_selection (canvas);
  return TRUE;
}

static gboolean
select_all (AtkSelection *selection)
{
  LsCanvas *canvas = get_canvas (selection);

  if (canvas == NULL)
    return FALSE;
  ls_canvas_select_all (canvas);
  return TRUE;
}

static int
get_selection_count (AtkSelection *selection)
{
  LsCanvas *canvas = get_canvas (selection);

  return canvas != NULL ? (int)ls_canvas_get_n_selected (canvas) : 0;
}

static void
selection_init (AtkSelectionIface *iface)
{
  iface->add_selection = add_selection;
  iface->clear_selection = clear_selection;
  iface->ref_selection = ref_selection;
  iface->get_selection_count = get_selection_count;
  iface->is_child_selected = is_child_selected;
  iface->remove_selection = remove_selection;
  iface->select_all_selection = select_all;
}

/* Uses the hit test of the pointer: the bounding box of a wire may cover blocks. */
static AtkObject *
ref_accessible_at_point (AtkComponent *component, int x, int y, AtkCoordType coordinates)
{
  LsCanvas *canvas = get_canvas (component);
  int left = 0, top = 0, width, height;
  AtkObject *item;
  LsHit hit;

  if (canvas == NULL)
    return NULL;
  atk_component_get_extents (component, &left, &top, &width, &height, coordinates);
  ls_canvas_hit (canvas, x - left, y - top, &hit);
  item = ls_canvas_item_get_for_hit (canvas, &hit);
  return item != NULL ? g_object_ref (item) : NULL;
}

static void
component_init (AtkComponentIface *iface)
{
  iface->ref_accessible_at_point = ref_accessible_at_point;
}

/* Returns a set that does not own its keys. */
static GHashTable *
set_of (GPtrArray *keys)
{
  GHashTable *set = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < keys->len; i++)
    g_hash_table_add (set, g_ptr_array_index (keys, i));
  return set;
}

static GPtrArray *
list_keys (LsCanvas *self)
{
  const LsDiagram *diagram = self->diagram;
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ls_diagram_get_n_items (diagram); i++)
    {
      guint item = ls_diagram_get_item (diagram, i);
      LsHit hit;

      ls_canvas_get_item_hit (self, item, &hit);
      g_ptr_array_add (keys, ls_canvas_item_key (hit.kind, item,
                                                 hit.variable != NULL ? hit.variable->name : NULL));
    }
  for (guint i = 0; i < ls_diagram_get_n_connections (diagram); i++)
    g_ptr_array_add (
        keys, ls_canvas_item_key (LS_HIT_CONNECTION, ls_diagram_get_connection (diagram, i), NULL));
  return keys;
}

static gboolean
of_gone_cb (G_GNUC_UNUSED gpointer key, gpointer item, G_GNUC_UNUSED gpointer user_data)
{
  LsHit hit;

  return !ls_canvas_item_get_hit (item, &hit);
}

/* ---- Notifications ------------------------------------------------------------------------- */

/* Emits children-changed: without it, caches of assistive technology become outdated. */
void
ls_canvas_accessible_update (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  AtkObject *accessible = gtk_widget_get_accessible (GTK_WIDGET (self));
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->access.announced);
  g_autoptr (GHashTable) before_set = set_of (before);
  g_autoptr (GHashTable) now_set = NULL;

  self->access.announced = list_keys (self);
  now_set = set_of (self->access.announced);
  for (guint i = before->len; i > 0; i--)
    {
      const char *key = g_ptr_array_index (before, i - 1);
      AtkObject *item = g_hash_table_lookup (self->access.items, key);

      if (item == NULL || g_hash_table_contains (now_set, key))
        continue;
      g_signal_emit_by_name (accessible, "children-changed::remove", i - 1, item, NULL);
      atk_object_notify_state_change (item, ATK_STATE_DEFUNCT, TRUE);
    }
  for (guint i = 0; i < self->access.announced->len; i++)
    if (!g_hash_table_contains (before_set, g_ptr_array_index (self->access.announced, i)))
      g_signal_emit_by_name (accessible, "children-changed::add", i, get_child (self, (int)i),
                             NULL);
  g_hash_table_foreach_remove (self->access.items, of_gone_cb, NULL);
}

static void
selection_changed_cb (LsCanvas *self)
{
  AtkObject *accessible = gtk_widget_get_accessible (GTK_WIDGET (self));
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->access.items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      LsHit hit;

      if (!ls_canvas_item_get_hit (item, &hit) || hit.kind == LS_HIT_PORT
          || hit.kind == LS_HIT_CONNECTOR)
        continue;
      atk_object_notify_state_change (
          item, ATK_STATE_SELECTED,
          hit.kind != LS_HIT_CONNECTION ? ls_canvas_is_component_selected (self, hit.component)
                                        : ls_canvas_is_connection_selected (self, hit.connection));
    }
  g_signal_emit_by_name (accessible, "selection-changed");
}

static void
focus_changed_cb (LsCanvas *self)
{
  AtkObject *item = ls_canvas_item_get_for_hit (self, &self->marks.focus);

  if (item == NULL)
    return;
  atk_object_notify_state_change (item, ATK_STATE_FOCUSED, TRUE);
  g_signal_emit_by_name (gtk_widget_get_accessible (GTK_WIDGET (self)), "active-descendant-changed",
                         item);
}

void
ls_canvas_accessible_init_items (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->access.items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->access.announced = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (self, "selection-changed", G_CALLBACK (selection_changed_cb), NULL);
  g_signal_connect (self, "focus-changed", G_CALLBACK (focus_changed_cb), NULL);
  g_signal_connect (self, "system-changed", G_CALLBACK (ls_canvas_accessible_update), NULL);
}

void
ls_canvas_accessible_finalize_items (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_hash_table_unref (self->access.items);
  g_ptr_array_unref (self->access.announced);
}
