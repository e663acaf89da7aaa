#include "app/plot/signal-tree.h"
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>
#include "app/base/signal-menu.h"
#include "app/base/widgets.h"

struct _LsSignalTree
{
  GtkBox parent_instance;
  GtkTreeStore *store;
  GtkListStore *places; /* entries of the combo boxes for panes */
  GtkTreeModel *filter;
  GtkWidget *search, *view;
};

G_DEFINE_TYPE (LsSignalTree, ls_signal_tree, GTK_TYPE_BOX)

/* Panes are coded: 2 n: left axis of pane n, 2 n + 1: right axis; 0: no pane of its own. */
enum
{
  COLUMN_TITLE,
  COLUMN_NAME, /* NULL for a component */
  COLUMN_SHOWN,
  COLUMN_PANE,
  COLUMN_PANE_TEXT,
  COLUMN_IS_SIGNAL,
  N_COLUMNS
};

static guint changed_signal;

typedef void (*SignalFunc) (LsSignalTree *self, GtkTreeIter *iter, gpointer user_data);

static void
for_each (LsSignalTree *self, SignalFunc func, gpointer user_data)
{
  GtkTreeModel *model = GTK_TREE_MODEL (self->store);
  GtkTreeIter parent, child;

  for (gboolean more = gtk_tree_model_get_iter_first (model, &parent); more;
       more = gtk_tree_model_iter_next (model, &parent))
    for (gboolean next = gtk_tree_model_iter_children (model, &child, &parent); next;
         next = gtk_tree_model_iter_next (model, &child))
      func (self, &child, user_data);
}

static char *
pane_text (int pane)
{
  if (pane < 2)
    return g_strdup (_ ("by unit"));
  return g_strdup_printf (pane % 2 == 0 ? _ ("pane %d") : _ ("pane %d, right axis"), pane / 2);
}

static void
set_pane (LsSignalTree *self, GtkTreeIter *iter, int pane)
{
  g_autofree char *text = pane_text (pane);

  gtk_tree_store_set (self->store, iter, COLUMN_PANE, pane, COLUMN_PANE_TEXT, text, -1);
}

static int
find_pane (const GPtrArray *panes, const char *name)
{
  for (guint i = 0; panes != NULL && i < panes->len; i++)
    {
      const LsPaneChoice *choice = g_ptr_array_index (panes, i);

      if (g_ptr_array_find_with_equal_func (choice->left, name, g_str_equal, NULL))
        return (int)(2 * (i + 1));
      if (g_ptr_array_find_with_equal_func (choice->right, name, g_str_equal, NULL))
        return (int)(2 * (i + 1) + 1);
    }
  return 0;
}

static void
find_greatest_cb (LsSignalTree *self, GtkTreeIter *iter, gpointer user_data)
{
  int *greatest = user_data, pane;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_PANE, &pane, -1);
  *greatest = MAX (*greatest, pane / 2);
}

/* Lists the existing panes and a new one. */
static void
list_places (LsSignalTree *self)
{
  int greatest = 0;

  for_each (self, find_greatest_cb, &greatest);
  gtk_list_store_clear (self->places);
  for (int pane = 0; pane <= 2 * (greatest + 1) + 1; pane++)
    {
      g_autofree char *text = pane_text (pane);

      if (pane != 1)
        gtk_list_store_insert_with_values (self->places, NULL, -1, 0, text, 1, pane, -1);
    }
}

static void
changed (LsSignalTree *self)
{
  list_places (self);
  g_signal_emit (self, changed_signal, 0);
}

void
ls_signal_tree_set (LsSignalTree *self,
                    const char *const *names,
                    const GPtrArray *hidden,
                    const GPtrArray *panes)
{
  g_return_if_fail (LS_IS_SIGNAL_TREE (self) && names != NULL);

  g_autoptr (GHashTable) parents
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)gtk_tree_iter_free);

  gtk_tree_store_clear (self->store);
  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *point = strchr (names[i], '.');
      g_autofree char *component
          = point != NULL ? g_strndup (names[i], (gsize)(point - names[i])) : g_strdup ("");
      GtkTreeIter *parent = g_hash_table_lookup (parents, component), iter;
      gboolean shown
          = !g_ptr_array_find_with_equal_func ((GPtrArray *)hidden, names[i], g_str_equal, NULL);

      if (parent == NULL)
        {
          gtk_tree_store_insert_with_values (self->store, &iter, NULL, -1, COLUMN_TITLE, component,
                                             -1);
          parent = gtk_tree_iter_copy (&iter);
          g_hash_table_insert (parents, g_strdup (component), parent);
        }
      gtk_tree_store_insert_with_values (self->store, &iter, parent, -1, COLUMN_TITLE,
                                         point != NULL ? point + 1 : names[i], COLUMN_NAME,
                                         names[i], COLUMN_SHOWN, shown, COLUMN_IS_SIGNAL, TRUE, -1);
      set_pane (self, &iter, find_pane (panes, names[i]));
    }
  list_places (self);
  gtk_tree_view_expand_all (GTK_TREE_VIEW (self->view));
}

static void
list_hidden_cb (LsSignalTree *self, GtkTreeIter *iter, gpointer user_data)
{
  g_autofree char *name = NULL;
  gboolean shown;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_NAME, &name, COLUMN_SHOWN, &shown,
                      -1);
  if (!shown)
    g_ptr_array_add (user_data, g_steal_pointer (&name));
}

GPtrArray *
ls_signal_tree_list_hidden (LsSignalTree *self)
{
  GPtrArray *hidden = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (LS_IS_SIGNAL_TREE (self), NULL);
  for_each (self, list_hidden_cb, hidden);
  return hidden;
}

static void
list_panes_cb (LsSignalTree *self, GtkTreeIter *iter, gpointer user_data)
{
  GPtrArray *panes = user_data;
  g_autofree char *name = NULL;
  LsPaneChoice *choice;
  gboolean shown;
  int pane;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_NAME, &name, COLUMN_SHOWN, &shown,
                      COLUMN_PANE, &pane, -1);
  if (!shown || pane < 2)
    return;
  while (panes->len < (guint)(pane / 2))
    g_ptr_array_add (panes, ls_pane_choice_new ());
  choice = g_ptr_array_index (panes, pane / 2 - 1);
  g_ptr_array_add (pane % 2 == 0 ? choice->left : choice->right, g_steal_pointer (&name));
}

/* Signals without a pane of their own share the last pane. */
static void
list_rest_cb (LsSignalTree *self, GtkTreeIter *iter, gpointer user_data)
{
  LsPaneChoice *rest = user_data;
  g_autofree char *name = NULL;
  gboolean shown;
  int pane;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_NAME, &name, COLUMN_SHOWN, &shown,
                      COLUMN_PANE, &pane, -1);
  if (shown && pane < 2)
    g_ptr_array_add (rest->left, g_steal_pointer (&name));
}

GPtrArray *
ls_signal_tree_list_panes (LsSignalTree *self)
{
  GPtrArray *panes = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_pane_choice_free);
  LsPaneChoice *rest;

  g_return_val_if_fail (LS_IS_SIGNAL_TREE (self), NULL);
  for_each (self, list_panes_cb, panes);
  if (panes->len == 0)
    return panes;
  rest = ls_pane_choice_new ();
  for_each (self, list_rest_cb, rest);
  if (rest->left->len > 0)
    g_ptr_array_add (panes, rest);
  else
    ls_pane_choice_free (rest);
  return panes;
}

typedef struct
{
  const char *name;
  int pane;
} Place;

static void
put_cb (LsSignalTree *self, GtkTreeIter *iter, gpointer user_data)
{
  const Place *place = user_data;
  g_autofree char *name = NULL;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_NAME, &name, -1);
  if (strcmp (name, place->name) != 0)
    return;
  gtk_tree_store_set (self->store, iter, COLUMN_SHOWN, TRUE, -1);
  set_pane (self, iter, place->pane);
}

void
ls_signal_tree_put (LsSignalTree *self, const char *name, guint pane, gboolean right)
{
  Place place = { name, (int)(2 * pane) + right };

  g_return_if_fail (LS_IS_SIGNAL_TREE (self));
  for_each (self, put_cb, &place);
  changed (self);
}

static gboolean
get_iter (LsSignalTree *self, const char *path, GtkTreeIter *iter)
{
  GtkTreeIter filtered;

  if (!gtk_tree_model_get_iter_from_string (self->filter, &filtered, path))
    return FALSE;
  gtk_tree_model_filter_convert_iter_to_child_iter (GTK_TREE_MODEL_FILTER (self->filter), iter,
                                                    &filtered);
  return TRUE;
}

static void
toggled_cb (LsSignalTree *self, const char *path)
{
  GtkTreeIter iter;
  gboolean shown;

  if (!get_iter (self, path, &iter))
    return;
  gtk_tree_model_get (GTK_TREE_MODEL (self->store), &iter, COLUMN_SHOWN, &shown, -1);
  gtk_tree_store_set (self->store, &iter, COLUMN_SHOWN, !shown, -1);
  changed (self);
}

static void
place_chosen_cb (LsSignalTree *self, const char *path, GtkTreeIter *place)
{
  GtkTreeIter iter;
  int pane;

  if (!get_iter (self, path, &iter))
    return;
  gtk_tree_model_get (GTK_TREE_MODEL (self->places), place, 1, &pane, -1);
  set_pane (self, &iter, pane);
  changed (self);
}

static gboolean
is_visible_cb (GtkTreeModel *model, GtkTreeIter *iter, gpointer user_data)
{
  LsSignalTree *self = user_data;
  g_autofree char *wanted = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->search)), -1);
  g_autofree char *name = NULL, *folded = NULL;
  GtkTreeIter child;

  if (*wanted == '\0')
    return TRUE;
  gtk_tree_model_get (model, iter, COLUMN_NAME, &name, -1);
  if (name != NULL)
    {
      folded = g_utf8_casefold (name, -1);
      return strstr (folded, wanted) != NULL;
    }
  for (gboolean next = gtk_tree_model_iter_children (model, &child, iter); next;
       next = gtk_tree_model_iter_next (model, &child))
    if (is_visible_cb (model, &child, self))
      return TRUE;
  return FALSE;
}

/* The popover is not modal, because of dragging: Escape is handled here. */
static void
leave (LsSignalTree *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);

  if (popover == NULL)
    return;
  gtk_widget_grab_focus (gtk_popover_get_relative_to (GTK_POPOVER (popover)));
  gtk_popover_popdown (GTK_POPOVER (popover));
}

/* Escape clears the search first. */
static void
stop_search_cb (LsSignalTree *self)
{
  if (gtk_entry_get_text_length (GTK_ENTRY (self->search)) > 0)
    gtk_entry_set_text (GTK_ENTRY (self->search), "");
  else
    leave (self);
}

static gboolean
ls_signal_tree_key_press_event (GtkWidget *widget, GdkEventKey *event)
{
  if (GTK_WIDGET_CLASS (ls_signal_tree_parent_class)->key_press_event (widget, event))
    return GDK_EVENT_STOP;
  if (event->keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  leave (LS_SIGNAL_TREE (widget));
  return GDK_EVENT_STOP;
}

/* Focus the search entry, so that typing searches immediately. */
static void
ls_signal_tree_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_signal_tree_parent_class)->map (widget);
  gtk_widget_grab_focus (LS_SIGNAL_TREE (widget)->search);
}

static void
search_changed_cb (LsSignalTree *self)
{
  gtk_tree_model_filter_refilter (GTK_TREE_MODEL_FILTER (self->filter));
  gtk_tree_view_expand_all (GTK_TREE_VIEW (self->view));
}

static void
drag_data_get_cb (LsSignalTree *self, G_GNUC_UNUSED GdkDragContext *context, GtkSelectionData *data)
{
  GtkTreeSelection *selection = gtk_tree_view_get_selection (GTK_TREE_VIEW (self->view));
  g_autofree char *name = NULL;
  GtkTreeModel *model;
  GtkTreeIter iter;

  if (!gtk_tree_selection_get_selected (selection, &model, &iter))
    return;
  gtk_tree_model_get (model, &iter, COLUMN_NAME, &name, -1);
  if (name != NULL)
    gtk_selection_data_set (data, gtk_selection_data_get_target (data), 8, (const guchar *)name,
                            (int)strlen (name));
}

static void
ls_signal_tree_finalize (GObject *object)
{
  LsSignalTree *self = LS_SIGNAL_TREE (object);

  g_clear_object (&self->store);
  g_clear_object (&self->places);
  g_clear_object (&self->filter);
  G_OBJECT_CLASS (ls_signal_tree_parent_class)->finalize (object);
}

static void
ls_signal_tree_class_init (LsSignalTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_signal_tree_finalize;
  GTK_WIDGET_CLASS (klass)->key_press_event = ls_signal_tree_key_press_event;
  GTK_WIDGET_CLASS (klass)->map = ls_signal_tree_map;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_columns (LsSignalTree *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  GtkCellRenderer *toggle = gtk_cell_renderer_toggle_new ();
  GtkCellRenderer *text = gtk_cell_renderer_text_new ();
  GtkCellRenderer *combo = gtk_cell_renderer_combo_new ();
  GtkTreeViewColumn *column = gtk_tree_view_column_new ();

  gtk_tree_view_column_set_title (column, _ ("Signal"));
  gtk_tree_view_column_pack_start (column, toggle, FALSE);
  gtk_tree_view_column_pack_start (column, text, TRUE);
  gtk_tree_view_column_set_attributes (column, toggle, "active", COLUMN_SHOWN, "visible",
                                       COLUMN_IS_SIGNAL, NULL);
  gtk_tree_view_column_set_attributes (column, text, "text", COLUMN_TITLE, NULL);
  gtk_tree_view_column_set_expand (column, TRUE);
  gtk_tree_view_append_column (view, column);
  g_object_set (combo, "model", self->places, "text-column", 0, "has-entry", FALSE, "editable",
                TRUE, NULL);
  gtk_tree_view_insert_column_with_attributes (view, -1, _ ("Pane"), combo, "text",
                                               COLUMN_PANE_TEXT, "visible", COLUMN_IS_SIGNAL, NULL);
  g_signal_connect_swapped (toggle, "toggled", G_CALLBACK (toggled_cb), self);
  g_signal_connect_swapped (combo, "changed", G_CALLBACK (place_chosen_cb), self);
}

/* Return toggles the check box of the row. */
static void
row_activated_cb (LsSignalTree *self, GtkTreePath *path)
{
  g_autofree char *text = gtk_tree_path_to_string (path);

  if (gtk_tree_path_get_depth (path) > 1)
    toggled_cb (self, text);
}

static void
ls_signal_tree_init (LsSignalTree *self)
{
  const GtkTargetEntry target = { (char *)LS_SIGNAL_TARGET, GTK_TARGET_SAME_APP, 0 };
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->store = gtk_tree_store_new (N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN,
                                    G_TYPE_INT, G_TYPE_STRING, G_TYPE_BOOLEAN);
  self->places = gtk_list_store_new (2, G_TYPE_STRING, G_TYPE_INT);
  self->filter = gtk_tree_model_filter_new (GTK_TREE_MODEL (self->store), NULL);
  gtk_tree_model_filter_set_visible_func (GTK_TREE_MODEL_FILTER (self->filter), is_visible_cb, self,
                                          NULL);
  self->search = gtk_search_entry_new ();
  ls_widget_set_accessible_name (self->search, _ ("Search signals"));
  self->view = gtk_tree_view_new_with_model (self->filter);
  gtk_tree_view_set_enable_search (GTK_TREE_VIEW (self->view), FALSE);
  ls_widget_set_accessible_name (self->view, _ ("Signals"));
  add_columns (self);
  gtk_tree_view_enable_model_drag_source (GTK_TREE_VIEW (self->view), GDK_BUTTON1_MASK, &target, 1,
                                          GDK_ACTION_COPY);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 220);
  gtk_container_add (GTK_CONTAINER (scrolled), self->view);
  gtk_box_pack_start (GTK_BOX (self), self->search, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self), scrolled, TRUE, TRUE, 0);
  gtk_widget_show_all (GTK_WIDGET (self));
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (stop_search_cb), self);
  g_signal_connect_swapped (self->view, "drag-data-get", G_CALLBACK (drag_data_get_cb), self);
  g_signal_connect_swapped (self->view, "row-activated", G_CALLBACK (row_activated_cb), self);
}

GtkWidget *
ls_signal_tree_new (void)
{
  return g_object_new (LS_TYPE_SIGNAL_TREE, NULL);
}
