#include "app/panel/signals.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/signal-menu.h"
#include "app/base/widgets.h"
#include "app/panel/signal-rows.h"

struct _LsSignals
{
  GtkBox parent_instance;
  LsSignalRows rows;
  GtkTreeViewColumn *plot_column;
  GtkWidget *search, *view, *detail;
  guint fill_id;
};

G_DEFINE_TYPE (LsSignals, ls_signals, GTK_TYPE_BOX)

static guint record_signal, plot_signal;

static LsModel *
get_model (LsSignals *self)
{
  return ls_document_get_model (self->rows.document);
}

static void
row_expanded_cb (LsSignals *self, GtkTreeIter *iter)
{
  ls_signal_rows_fill_component (&self->rows, iter);
}

static gboolean
collect_expanded_cb (GtkTreeModel *model, GtkTreePath *path, GtkTreeIter *iter, gpointer user_data)
{
  gpointer *data = user_data;
  guint id;

  gtk_tree_model_get (model, iter, LS_SIGNAL_ROW_COMPONENT, &id, -1);
  if (id != 0 && gtk_tree_view_row_expanded (data[0], path))
    g_hash_table_add (data[1], GUINT_TO_POINTER (id));
  return FALSE;
}

static gboolean
expand_again_cb (GtkTreeModel *model, GtkTreePath *path, GtkTreeIter *iter, gpointer user_data)
{
  gpointer *data = user_data;
  guint id;

  gtk_tree_model_get (model, iter, LS_SIGNAL_ROW_COMPONENT, &id, -1);
  if (g_hash_table_contains (data[1], GUINT_TO_POINTER (id)))
    gtk_tree_view_expand_row (data[0], path, FALSE);
  return FALSE;
}

static void
take_recorded (LsSignals *self)
{
  LsModel *model = get_model (self);
  g_auto (GStrv) names = ls_model_list_recorded (model, ls_model_get_experiment (model));

  g_hash_table_remove_all (self->rows.recorded);
  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (self->rows.recorded, g_strdup (names[i]));
}

/* The view is without rows meanwhile: it would follow each of ten thousand. Returns: whether all
 * are to be expanded */
static gboolean
fill_rows (LsSignals *self, const char *wanted)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  gboolean expands = TRUE;

  gtk_tree_view_set_model (view, NULL);
  gtk_tree_store_clear (self->rows.store);
  if (*wanted != '\0')
    ls_signal_rows_fill_found (&self->rows, wanted);
  else
    expands = ls_signal_rows_fill (&self->rows);
  gtk_tree_view_set_model (view, GTK_TREE_MODEL (self->rows.store));
  return expands;
}

static void
fill (LsSignals *self)
{
  g_autofree char *wanted = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->search)), -1);
  g_autoptr (GHashTable) expanded = g_hash_table_new (NULL, NULL);
  gpointer data[] = { self->view, expanded };

  take_recorded (self);
  gtk_tree_model_foreach (GTK_TREE_MODEL (self->rows.store), collect_expanded_cb, data);
  if (fill_rows (self, wanted))
    gtk_tree_view_expand_all (GTK_TREE_VIEW (self->view));
  if (*wanted == '\0' && g_hash_table_size (expanded) > 0)
    gtk_tree_model_foreach (GTK_TREE_MODEL (self->rows.store), expand_again_cb, data);
}

static gboolean
fill_cb (gpointer user_data)
{
  LsSignals *self = user_data;

  self->fill_id = 0;
  fill (self);
  return G_SOURCE_REMOVE;
}

static void
fill_later (LsSignals *self)
{
  if (self->fill_id == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->fill_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_cb, self, NULL);
}

static void
document_changed_cb (LsSignals *self, guint parts)
{
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    fill_later (self);
  else if ((parts & LS_EDIT_EXPERIMENT) != 0)
    {
      take_recorded (self);
      ls_signal_rows_update (&self->rows);
    }
}

void
ls_signals_set_document (LsSignals *self, LsDocument *document)
{
  g_return_if_fail (LS_IS_SIGNALS (self) && self->rows.document == NULL);

  self->rows.document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (fill_later), self,
                           G_CONNECT_SWAPPED);
}

void
ls_signals_set_plotted (LsSignals *self, const char *const *signals, const char *title)
{
  g_return_if_fail (LS_IS_SIGNALS (self) && signals != NULL);

  g_autofree char *tip = g_strdup_printf (_ ("Shown in the plot “%s”"), title);

  g_hash_table_remove_all (self->rows.plotted);
  for (guint i = 0; signals[i] != NULL; i++)
    g_hash_table_add (self->rows.plotted, g_strdup (signals[i]));
  gtk_widget_set_tooltip_text (gtk_tree_view_column_get_button (self->plot_column), tip);
  ls_signal_rows_update (&self->rows);
}

void
ls_signals_show (LsSignals *self, const char *signal)
{
  g_return_if_fail (LS_IS_SIGNALS (self) && signal != NULL);

  const LsComponent *component;
  g_autoptr (GtkTreePath) path = NULL;
  GtkTreeIter found;

  if (!ls_model_find_signal (get_model (self), signal, &component, NULL, NULL))
    return;
  gtk_entry_set_text (GTK_ENTRY (self->search), "");
  fill (self);
  if (!ls_signal_rows_find (&self->rows, component->id, signal, &found))
    return;
  path = gtk_tree_model_get_path (GTK_TREE_MODEL (self->rows.store), &found);
  gtk_tree_view_expand_to_path (GTK_TREE_VIEW (self->view), path);
  gtk_tree_view_set_cursor (GTK_TREE_VIEW (self->view), path, NULL, FALSE);
  gtk_tree_view_scroll_to_cell (GTK_TREE_VIEW (self->view), path, NULL, FALSE, 0, 0);
}

static void
toggle (LsSignals *self, GtkTreeIter *iter, int column, guint signal)
{
  g_autofree char *name = NULL;
  gboolean on;

  gtk_tree_model_get (GTK_TREE_MODEL (self->rows.store), iter, LS_SIGNAL_ROW_NAME, &name, column,
                      &on, -1);
  if (name != NULL)
    g_signal_emit (self, signal, 0, name, !on);
}

static void
record_toggled_cb (LsSignals *self, const char *path)
{
  GtkTreeIter iter;

  if (gtk_tree_model_get_iter_from_string (GTK_TREE_MODEL (self->rows.store), &iter, path))
    toggle (self, &iter, LS_SIGNAL_ROW_RECORDED, record_signal);
}

static void
plot_toggled_cb (LsSignals *self, const char *path)
{
  GtkTreeIter iter;

  if (gtk_tree_model_get_iter_from_string (GTK_TREE_MODEL (self->rows.store), &iter, path))
    toggle (self, &iter, LS_SIGNAL_ROW_PLOTTED, plot_signal);
}

/* Return: a signal is plotted, a component is expanded. */
static void
row_activated_cb (LsSignals *self, GtkTreePath *path)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  GtkTreeIter iter;

  if (gtk_tree_path_get_depth (path) == 1 && gtk_tree_view_row_expanded (view, path))
    gtk_tree_view_collapse_row (view, path);
  else if (gtk_tree_path_get_depth (path) == 1)
    gtk_tree_view_expand_row (view, path, FALSE);
  else if (gtk_tree_model_get_iter (GTK_TREE_MODEL (self->rows.store), &iter, path))
    toggle (self, &iter, LS_SIGNAL_ROW_PLOTTED, plot_signal);
}

/* Returns: (transfer full) (nullable): the selected signal. @about: (out) (optional) (transfer
 * full) */
static char *
get_selected (LsSignals *self, char **about)
{
  GtkTreeModel *model;
  GtkTreeIter iter;
  char *name = NULL;

  if (gtk_tree_selection_get_selected (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->view)),
                                       &model, &iter))
    gtk_tree_model_get (model, &iter, LS_SIGNAL_ROW_NAME, &name, -1);
  if (name != NULL && about != NULL)
    gtk_tree_model_get (model, &iter, LS_SIGNAL_ROW_ABOUT, about, -1);
  return name;
}

static void
selection_changed_cb (LsSignals *self)
{
  g_autofree char *about = NULL;
  g_autofree char *name = get_selected (self, &about);

  gtk_label_set_text (GTK_LABEL (self->detail), about);
  gtk_widget_set_visible (self->detail, name != NULL);
}

static void
drag_data_get_cb (LsSignals *self, G_GNUC_UNUSED GdkDragContext *context, GtkSelectionData *data)
{
  g_autofree char *name = get_selected (self, NULL);

  if (name != NULL)
    gtk_selection_data_set (data, gtk_selection_data_get_target (data), 8, (const guchar *)name,
                            (int)strlen (name));
}

static gboolean
popup_menu_cb (LsSignals *self)
{
  g_autofree char *name = get_selected (self, NULL);

  if (name != NULL)
    ls_signal_menu_popup (self->view, name, NULL);
  return name != NULL;
}

static gboolean
button_press_cb (LsSignals *self, GdkEventButton *event)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  g_autoptr (GtkTreePath) path = NULL;
  g_autofree char *name = NULL;

  if (!gdk_event_triggers_context_menu ((GdkEvent *)event)
      || !gtk_tree_view_get_path_at_pos (view, (int)event->x, (int)event->y, &path, NULL, NULL,
                                         NULL))
    return GDK_EVENT_PROPAGATE;
  gtk_tree_view_set_cursor (view, path, NULL, FALSE);
  name = get_selected (self, NULL);
  if (name != NULL)
    ls_signal_menu_popup (self->view, name, (GdkEvent *)event);
  return GDK_EVENT_STOP;
}

static void
ls_signals_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_signals_parent_class)->map (widget);
  fill (LS_SIGNALS (widget));
}

static void
ls_signals_dispose (GObject *object)
{
  LsSignals *self = LS_SIGNALS (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  ls_signal_rows_clear (&self->rows);
  G_OBJECT_CLASS (ls_signals_parent_class)->dispose (object);
}

static void
ls_signals_class_init (LsSignalsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_signals_dispose;
  GTK_WIDGET_CLASS (klass)->map = ls_signals_map;
  record_signal = g_signal_new ("record", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  plot_signal = g_signal_new ("plot", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                              NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static GtkTreeViewColumn *
add_tick (LsSignals *self, const char *title, const char *tip, int column, GCallback toggled)
{
  GtkCellRenderer *cell = gtk_cell_renderer_toggle_new ();
  GtkTreeViewColumn *added = gtk_tree_view_column_new_with_attributes (
      title, cell, "active", column, "visible", LS_SIGNAL_ROW_IS_SIGNAL, NULL);

  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), added);
  gtk_widget_set_tooltip_text (gtk_tree_view_column_get_button (added), tip);
  g_signal_connect_swapped (cell, "toggled", toggled, self);
  return added;
}

static void
add_columns (LsSignals *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  GtkCellRenderer *name = gtk_cell_renderer_text_new (), *unit = gtk_cell_renderer_text_new ();
  GtkTreeViewColumn *column = gtk_tree_view_column_new_with_attributes (
      _ ("Variable"), name, "text", LS_SIGNAL_ROW_TITLE, NULL);

  g_object_set (name, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "width-chars", 8, NULL);
  gtk_tree_view_column_set_expand (column, TRUE);
  gtk_tree_view_append_column (view, column);
  gtk_tree_view_insert_column_with_attributes (view, -1, _ ("Unit"), unit, "text",
                                               LS_SIGNAL_ROW_UNIT, NULL);
  add_tick (self, _ ("Record"), _ ("Recorded by the next run"), LS_SIGNAL_ROW_RECORDED,
            G_CALLBACK (record_toggled_cb));
  self->plot_column
      = add_tick (self, _ ("Plot"), NULL, LS_SIGNAL_ROW_PLOTTED, G_CALLBACK (plot_toggled_cb));
  gtk_tree_view_set_tooltip_column (view, LS_SIGNAL_ROW_ABOUT);
}

static void
connect_view (LsSignals *self)
{
  const GtkTargetEntry target = { (char *)LS_SIGNAL_TARGET, GTK_TARGET_SAME_APP, 0 };

  gtk_tree_view_enable_model_drag_source (GTK_TREE_VIEW (self->view), GDK_BUTTON1_MASK, &target, 1,
                                          GDK_ACTION_COPY);
  g_signal_connect_swapped (self->view, "drag-data-get", G_CALLBACK (drag_data_get_cb), self);
  g_signal_connect_swapped (self->view, "row-expanded", G_CALLBACK (row_expanded_cb), self);
  g_signal_connect_swapped (self->view, "row-activated", G_CALLBACK (row_activated_cb), self);
  g_signal_connect_swapped (self->view, "popup-menu", G_CALLBACK (popup_menu_cb), self);
  g_signal_connect_swapped (self->view, "button-press-event", G_CALLBACK (button_press_cb), self);
  g_signal_connect_swapped (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->view)), "changed",
                            G_CALLBACK (selection_changed_cb), self);
}

static void
ls_signals_init (LsSignals *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  ls_signal_rows_init (&self->rows);
  self->search = gtk_search_entry_new ();
  ls_widget_set_accessible_name (self->search, _ ("Search variables"));
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->search), _ ("Name or description"));
  g_object_set (self->search, "margin", 6, NULL);
  self->view = gtk_tree_view_new_with_model (GTK_TREE_MODEL (self->rows.store));
  gtk_tree_view_set_enable_search (GTK_TREE_VIEW (self->view), FALSE);
  ls_widget_set_accessible_name (self->view, _ ("Variables of the model"));
  add_columns (self);
  connect_view (self);
  self->detail = ls_label_new_wrapped ("", TRUE);
  gtk_label_set_width_chars (GTK_LABEL (self->detail), 10);
  gtk_label_set_max_width_chars (GTK_LABEL (self->detail), 24);
  g_object_set (self->detail, "margin", 6, "no-show-all", TRUE, NULL);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (fill), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_container_add (GTK_CONTAINER (scrolled), self->view);
  gtk_box_pack_start (GTK_BOX (self), self->search, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self), scrolled, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self), self->detail, FALSE, TRUE, 0);
  gtk_widget_show_all (GTK_WIDGET (self));
}
