#include "app/panel/connection-table.h"
#include <glib/gi18n-lib.h>

enum
{
  COLUMN_ID,
  COLUMN_OUTPUT,
  COLUMN_INPUT,
  COLUMN_WAY,  /* transformation of values */
  COLUMN_FOLD, /* all columns, case-folded for the search */
  N_COLUMNS
};

struct _LsConnectionTable
{
  GtkBox parent_instance;
  LsCanvas *canvas;
  LsDocument *document;
  GtkListStore *store;
  GtkTreeModel *filter, *sorted;
  char *wanted; /* case-folded words of the filter */
  guint fill_id;
  gboolean stale;   /* not filled since the model changed */
  gboolean filling; /* selection changes are not the user's */
  GtkWidget *entry, *view, *count_label;
};

G_DEFINE_TYPE (LsConnectionTable, ls_connection_table, GTK_TYPE_BOX)

static LsModel *
get_model (LsConnectionTable *self)
{
  return ls_document_get_model (self->document);
}

static char *
end_name (LsConnectionTable *self, guint component, const char *variable)
{
  const LsComponent *found = ls_model_find_component (get_model (self), component);

  return g_strdup_printf ("%s.%s", found != NULL ? found->name : "?", variable);
}

static void
add_row (LsConnectionTable *self, const LsConnection *connection)
{
  g_autofree char *output = end_name (self, connection->from, connection->output);
  g_autofree char *input = end_name (self, connection->to, connection->input);
  g_autofree char *way = ls_model_describe_transform (get_model (self), connection);
  g_autofree char *all = g_strjoin ("\n", output, input, way != NULL ? way : "", NULL);
  g_autofree char *fold = g_utf8_casefold (all, -1);

  gtk_list_store_insert_with_values (self->store, NULL, -1, COLUMN_ID, connection->id,
                                     COLUMN_OUTPUT, output, COLUMN_INPUT, input, COLUMN_WAY,
                                     way != NULL ? way : "", COLUMN_FOLD, fold, -1);
}

static void
show_count (LsConnectionTable *self)
{
  guint n = ls_model_get_n_connections (get_model (self));
  guint shown = (guint)gtk_tree_model_iter_n_children (self->filter, NULL);
  g_autofree char *text
      = n == 0       ? g_strdup (_ ("No connections yet. Drag from an output to an input."))
        : shown == n ? g_strdup_printf (ngettext ("%u connection", "%u connections", n), n)
                     : g_strdup_printf (ngettext ("%u of %u connection", "%u of %u connections", n),
                                        shown, n);

  gtk_label_set_text (GTK_LABEL (self->count_label), text);
}

/* Every word must occur somewhere in the row. */
static gboolean
is_wanted_cb (GtkTreeModel *model, GtkTreeIter *iter, gpointer user_data)
{
  LsConnectionTable *self = user_data;
  g_auto (GStrv) words = g_strsplit (self->wanted, " ", -1);
  g_autofree char *fold = NULL;

  gtk_tree_model_get (model, iter, COLUMN_FOLD, &fold, -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (fold == NULL || strstr (fold, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* Natural order: "body 10" after "body 9". */
static int
compare_cb (GtkTreeModel *model, GtkTreeIter *a, GtkTreeIter *b, gpointer user_data)
{
  int column = GPOINTER_TO_INT (user_data);
  g_autofree char *x = NULL, *y = NULL;
  g_autofree char *x_key = NULL, *y_key = NULL;

  gtk_tree_model_get (model, a, column, &x, -1);
  gtk_tree_model_get (model, b, column, &y, -1);
  x_key = g_utf8_collate_key_for_filename (x != NULL ? x : "", -1);
  y_key = g_utf8_collate_key_for_filename (y != NULL ? y : "", -1);
  return strcmp (x_key, y_key);
}

/* Fills a new list that is not connected to the view yet, which avoids one update per row. */
static void
fill (LsConnectionTable *self)
{
  LsModel *model = get_model (self);
  int column = GTK_TREE_SORTABLE_UNSORTED_SORT_COLUMN_ID;
  GtkSortType order = GTK_SORT_ASCENDING;

  self->stale = FALSE;
  self->filling = TRUE;
  if (self->sorted != NULL)
    gtk_tree_sortable_get_sort_column_id (GTK_TREE_SORTABLE (self->sorted), &column, &order);
  g_clear_object (&self->sorted);
  g_clear_object (&self->filter);
  g_clear_object (&self->store);
  self->store = gtk_list_store_new (N_COLUMNS, G_TYPE_UINT, G_TYPE_STRING, G_TYPE_STRING,
                                    G_TYPE_STRING, G_TYPE_STRING);
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    add_row (self, ls_model_get_connection (model, i));
  self->filter = gtk_tree_model_filter_new (GTK_TREE_MODEL (self->store), NULL);
  gtk_tree_model_filter_set_visible_func (GTK_TREE_MODEL_FILTER (self->filter), is_wanted_cb, self,
                                          NULL);
  self->sorted = gtk_tree_model_sort_new_with_model (self->filter);
  for (int i = COLUMN_OUTPUT; i <= COLUMN_WAY; i++)
    gtk_tree_sortable_set_sort_func (GTK_TREE_SORTABLE (self->sorted), i, compare_cb,
                                     GINT_TO_POINTER (i), NULL);
  if (column >= 0)
    gtk_tree_sortable_set_sort_column_id (GTK_TREE_SORTABLE (self->sorted), column, order);
  gtk_tree_view_set_model (GTK_TREE_VIEW (self->view), self->sorted);
  self->filling = FALSE;
  show_count (self);
}

static gboolean
fill_cb (gpointer user_data)
{
  LsConnectionTable *self = user_data;

  self->fill_id = 0;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill (self);
  return G_SOURCE_REMOVE;
}

/* Combines consecutive edits in one update, and defers it while the table is not mapped. */
static void
document_changed_cb (LsConnectionTable *self, guint parts)
{
  if ((parts & (LS_EDIT_COMPONENTS | LS_EDIT_CONNECTIONS)) == 0)
    return;
  self->stale = TRUE;
  if (self->fill_id == 0)
    self->fill_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_cb, self, NULL);
}

static void
ls_connection_table_map (GtkWidget *widget)
{
  LsConnectionTable *self = LS_CONNECTION_TABLE (widget);

  GTK_WIDGET_CLASS (ls_connection_table_parent_class)->map (widget);
  if (self->stale)
    fill (self);
}

void
ls_connection_table_set_canvas (LsConnectionTable *self, LsCanvas *canvas)
{
  g_return_if_fail (self->canvas == NULL);

  self->canvas = g_object_ref (canvas);
  self->document = g_object_ref (ls_canvas_get_document (canvas));
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  self->stale = TRUE;
}

static void
search_changed_cb (LsConnectionTable *self)
{
  g_free (self->wanted);
  self->wanted = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->entry)), -1);
  if (self->filter == NULL)
    return;
  self->filling = TRUE;
  gtk_tree_model_filter_refilter (GTK_TREE_MODEL_FILTER (self->filter));
  self->filling = FALSE;
  show_count (self);
}

/* Id of the connection in a row of the view; 0 if it no longer exists. */
static guint
get_id (LsConnectionTable *self, GtkTreeIter *iter)
{
  guint id;

  gtk_tree_model_get (self->sorted, iter, COLUMN_ID, &id, -1);
  return ls_model_find_connection (get_model (self), id) != NULL ? id : 0;
}

static guint
get_id_at (LsConnectionTable *self, int x, int y)
{
  GtkTreePath *path = NULL;
  GtkTreeIter iter;
  guint id = 0;

  if (gtk_tree_view_get_path_at_pos (GTK_TREE_VIEW (self->view), x, y, &path, NULL, NULL, NULL)
      && gtk_tree_model_get_iter (self->sorted, &iter, path))
    id = get_id (self, &iter);
  gtk_tree_path_free (path);
  return id;
}

static gboolean
motion_cb (LsConnectionTable *self, GdkEventMotion *event)
{
  guint id = get_id_at (self, (int)event->x, (int)event->y);
  LsHit hit = { id != 0 ? LS_HIT_CONNECTION : LS_HIT_NOTHING, 0, NULL, id };

  ls_canvas_set_highlight (self->canvas, &hit);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
leave_cb (LsConnectionTable *self)
{
  LsHit nothing = { 0 };

  ls_canvas_set_highlight (self->canvas, &nothing);
  return GDK_EVENT_PROPAGATE;
}

static guint
get_selected (LsConnectionTable *self)
{
  GtkTreeSelection *selection = gtk_tree_view_get_selection (GTK_TREE_VIEW (self->view));
  GtkTreeIter iter;

  return gtk_tree_selection_get_selected (selection, NULL, &iter) ? get_id (self, &iter) : 0;
}

static void
selection_changed_cb (LsConnectionTable *self)
{
  guint id = self->filling || self->canvas == NULL ? 0 : get_selected (self);

  if (id != 0 && !ls_canvas_is_connection_selected (self->canvas, id))
    ls_canvas_select_connection (self->canvas, id, FALSE);
}

/* Scrolls the canvas to the target component and selects the connection. */
static void
row_activated_cb (LsConnectionTable *self)
{
  const LsConnection *connection = ls_model_find_connection (get_model (self), get_selected (self));

  if (connection == NULL)
    return;
  ls_canvas_show_component (self->canvas, connection->to);
  ls_canvas_select_connection (self->canvas, connection->id, FALSE);
}

static gboolean
key_cb (LsConnectionTable *self, GdkEventKey *event)
{
  guint id = get_selected (self);

  if ((event->keyval != GDK_KEY_Delete && event->keyval != GDK_KEY_KP_Delete) || id == 0)
    return GDK_EVENT_PROPAGATE;
  ls_document_disconnect (self->document, id);
  return GDK_EVENT_STOP;
}

static void
add_text_column (LsConnectionTable *self, const char *title, int column)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_text_new ();
  GtkTreeViewColumn *view_column
      = gtk_tree_view_column_new_with_attributes (title, renderer, "text", column, NULL);

  g_object_set (renderer, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "width-chars", 12, NULL);
  gtk_tree_view_column_set_resizable (view_column, TRUE);
  gtk_tree_view_column_set_expand (view_column, TRUE);
  gtk_tree_view_column_set_sizing (view_column, GTK_TREE_VIEW_COLUMN_FIXED);
  gtk_tree_view_column_set_sort_column_id (view_column, column);
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), view_column);
}

static void
ls_connection_table_dispose (GObject *object)
{
  LsConnectionTable *self = LS_CONNECTION_TABLE (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  self->filling = TRUE;
  g_clear_object (&self->sorted);
  g_clear_object (&self->filter);
  g_clear_object (&self->store);
  g_clear_object (&self->canvas);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_connection_table_parent_class)->dispose (object);
}

static void
ls_connection_table_finalize (GObject *object)
{
  g_free (LS_CONNECTION_TABLE (object)->wanted);
  G_OBJECT_CLASS (ls_connection_table_parent_class)->finalize (object);
}

static void
ls_connection_table_class_init (LsConnectionTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_connection_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_connection_table_finalize;
  widget_class->map = ls_connection_table_map;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/connection-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LsConnectionTable, entry);
  gtk_widget_class_bind_template_child (widget_class, LsConnectionTable, view);
  gtk_widget_class_bind_template_child (widget_class, LsConnectionTable, count_label);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, selection_changed_cb);
}

static void
ls_connection_table_init (LsConnectionTable *self)
{
  self->wanted = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  add_text_column (self, _ ("Output"), COLUMN_OUTPUT);
  add_text_column (self, _ ("Input"), COLUMN_INPUT);
  add_text_column (self, _ ("Conversion"), COLUMN_WAY);
  gtk_tree_view_set_fixed_height_mode (GTK_TREE_VIEW (self->view), TRUE);
}
