#include "app/panel/signals.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/signal-menu.h"
#include "app/base/widgets.h"

/* Rows per component, and found by a search; the search finds the others. */
#define MAX_ROWS 1000u
/* Models with fewer variables are shown with all of them. */
#define FEW 80u

struct _LsSignals
{
  GtkBox parent_instance;
  LsDocument *document;
  GHashTable *recorded, *plotted; /* set of signals */
  GtkTreeStore *store;
  GtkTreeViewColumn *plot_column;
  GtkWidget *search, *view, *detail;
  guint fill_id;
};

G_DEFINE_TYPE (LsSignals, ls_signals, GTK_TYPE_BOX)

enum
{
  COLUMN_TITLE,
  COLUMN_NAME, /* %NULL: a component, or a row that says that there are more */
  COLUMN_UNIT,
  COLUMN_ABOUT,
  COLUMN_RECORDED,
  COLUMN_PLOTTED,
  COLUMN_IS_SIGNAL,
  COLUMN_COMPONENT, /* id */
  COLUMN_IS_FILLED, /* of a component: its variables are rows */
  N_COLUMNS
};

static guint record_signal, plot_signal;

static LsModel *
get_model (LsSignals *self)
{
  return ls_document_get_model (self->document);
}

/* Outputs first; -1: it never changes, or is no number. */
static int
get_rank (const LsVariable *variable)
{
  if (variable->type == LS_TYPE_STRING || variable->variability == LS_VARIABILITY_CONSTANT)
    return -1;
  switch (variable->causality)
    {
    case LS_CAUSALITY_OUTPUT:
      return 0;
    case LS_CAUSALITY_INPUT:
      return 1;
    case LS_CAUSALITY_LOCAL:
      return variable->variability != LS_VARIABILITY_FIXED ? 2 : -1;
    case LS_CAUSALITY_PARAMETER:
    case LS_CAUSALITY_CALCULATED_PARAMETER:
      return variable->variability == LS_VARIABILITY_TUNABLE ? 3 : -1;
    default:
      return -1;
    }
}

/* "output, Real, position of the body" */
static char *
describe (const LsVariable *variable)
{
  static const char *const names[]
      = { N_ ("Output"), N_ ("Input"), N_ ("Inner variable"), N_ ("Tunable parameter") };
  const char *kind = _ (names[get_rank (variable)]);

  return variable->description != NULL && *variable->description != '\0'
             ? g_strdup_printf ("%s, %s: %s", kind, ls_type_name (variable->type),
                                variable->description)
             : g_strdup_printf ("%s, %s", kind, ls_type_name (variable->type));
}

static gboolean
matches (const LsComponent *component, const LsVariable *variable, const char *wanted)
{
  g_autofree char *text
      = g_strconcat (component->name, ".", variable->name, " ",
                     variable->description != NULL ? variable->description : "", NULL);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, wanted) != NULL;
}

static void
add_variable (LsSignals *self,
              GtkTreeIter *parent,
              const LsComponent *component,
              const LsVariable *variable)
{
  g_autofree char *name = g_strconcat (component->name, ".", variable->name, NULL);
  g_autofree char *about = describe (variable);
  const char *unit = g_strcmp0 (variable->unit_name, "1") != 0 ? variable->unit_name : NULL;

  gtk_tree_store_insert_with_values (
      self->store, NULL, parent, -1, COLUMN_TITLE, variable->name, COLUMN_NAME, name, COLUMN_UNIT,
      unit, COLUMN_ABOUT, about, COLUMN_RECORDED, g_hash_table_contains (self->recorded, name),
      COLUMN_PLOTTED, g_hash_table_contains (self->plotted, name), COLUMN_IS_SIGNAL, TRUE, -1);
}

static void
say_more (LsSignals *self, GtkTreeIter *parent, guint n)
{
  g_autofree char *text
      = g_strdup_printf (ngettext ("%u more: search for it", "%u more: search for them", n), n);

  if (n > 0)
    gtk_tree_store_insert_with_values (self->store, NULL, parent, -1, COLUMN_TITLE, text, -1);
}

/* @wanted: (nullable). Returns: number of rows */
static guint
add_variables (LsSignals *self,
               GtkTreeIter *parent,
               const LsComponent *component,
               const char *wanted,
               guint max)
{
  guint n, n_shown = 0, n_more = 0;
  const LsVariable *variables = ls_component_get_variables (component, &n);

  for (int rank = 0; rank <= 3; rank++)
    for (guint i = 0; i < n; i++)
      {
        if (get_rank (&variables[i]) != rank
            || (wanted != NULL && !matches (component, &variables[i], wanted)))
          continue;
        if (n_shown < max)
          {
            add_variable (self, parent, component, &variables[i]);
            n_shown++;
          }
        else
          n_more++;
      }
  say_more (self, parent, n_more);
  gtk_tree_store_set (self->store, parent, COLUMN_IS_FILLED, TRUE, -1);
  return n_shown;
}

static void
add_component (LsSignals *self, const LsComponent *component, GtkTreeIter *iter)
{
  gtk_tree_store_insert_with_values (self->store, iter, NULL, -1, COLUMN_TITLE, component->name,
                                     COLUMN_COMPONENT, component->id, -1);
}

static guint
count_variables (LsModel *model)
{
  guint total = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      guint n;

      ls_component_get_variables (ls_model_get_component (model, i), &n);
      total += n;
    }
  return total;
}

/* Variables of a component become rows when it is expanded: an FMU may have a hundred thousand. */
static void
fill_all (LsSignals *self)
{
  LsModel *model = get_model (self);
  const gboolean few = count_variables (model) <= FEW;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      GtkTreeIter iter;

      add_component (self, component, &iter);
      if (few)
        add_variables (self, &iter, component, NULL, MAX_ROWS);
      else
        gtk_tree_store_insert_with_values (self->store, NULL, &iter, -1, COLUMN_TITLE, "", -1);
    }
  if (few)
    gtk_tree_view_expand_all (GTK_TREE_VIEW (self->view));
}

static void
fill_found (LsSignals *self, const char *wanted)
{
  LsModel *model = get_model (self);
  guint n_shown = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      GtkTreeIter iter;
      guint n;

      add_component (self, ls_model_get_component (model, i), &iter);
      n = add_variables (self, &iter, ls_model_get_component (model, i), wanted,
                         MAX_ROWS - n_shown);
      if (n == 0 && n_shown < MAX_ROWS)
        gtk_tree_store_remove (self->store, &iter);
      n_shown += n;
    }
  gtk_tree_view_expand_all (GTK_TREE_VIEW (self->view));
}

static void
row_expanded_cb (LsSignals *self, GtkTreeIter *iter)
{
  const LsComponent *component;
  GtkTreeIter dummy;
  gboolean filled;
  guint id;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_COMPONENT, &id, COLUMN_IS_FILLED,
                      &filled, -1);
  component = ls_model_find_component (get_model (self), id);
  if (filled || component == NULL
      || !gtk_tree_model_iter_children (GTK_TREE_MODEL (self->store), &dummy, iter))
    return;
  add_variables (self, iter, component, NULL, MAX_ROWS);
  gtk_tree_store_remove (self->store, &dummy);
}

static gboolean
collect_expanded_cb (GtkTreeModel *model, GtkTreePath *path, GtkTreeIter *iter, gpointer user_data)
{
  gpointer *data = user_data;
  guint id;

  gtk_tree_model_get (model, iter, COLUMN_COMPONENT, &id, -1);
  if (id != 0 && gtk_tree_view_row_expanded (data[0], path))
    g_hash_table_add (data[1], GUINT_TO_POINTER (id));
  return FALSE;
}

static gboolean
expand_again_cb (GtkTreeModel *model, GtkTreePath *path, GtkTreeIter *iter, gpointer user_data)
{
  gpointer *data = user_data;
  guint id;

  gtk_tree_model_get (model, iter, COLUMN_COMPONENT, &id, -1);
  if (g_hash_table_contains (data[1], GUINT_TO_POINTER (id)))
    gtk_tree_view_expand_row (data[0], path, FALSE);
  return FALSE;
}

static void
take_recorded (LsSignals *self)
{
  LsModel *model = get_model (self);
  g_auto (GStrv) names = ls_model_list_recorded (model, ls_model_get_experiment (model));

  g_hash_table_remove_all (self->recorded);
  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (self->recorded, g_strdup (names[i]));
}

static void
fill (LsSignals *self)
{
  g_autofree char *wanted = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->search)), -1);
  g_autoptr (GHashTable) expanded = g_hash_table_new (NULL, NULL);
  gpointer data[] = { self->view, expanded };

  take_recorded (self);
  gtk_tree_model_foreach (GTK_TREE_MODEL (self->store), collect_expanded_cb, data);
  gtk_tree_store_clear (self->store);
  if (*wanted != '\0')
    {
      fill_found (self, wanted);
      return;
    }
  fill_all (self);
  gtk_tree_model_foreach (GTK_TREE_MODEL (self->store), expand_again_cb, data);
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

static gboolean
update_cb (GtkTreeModel *model,
           G_GNUC_UNUSED GtkTreePath *path,
           GtkTreeIter *iter,
           gpointer user_data)
{
  LsSignals *self = user_data;
  g_autofree char *name = NULL;
  gboolean was_recorded, was_plotted, recorded, plotted;

  gtk_tree_model_get (model, iter, COLUMN_NAME, &name, COLUMN_RECORDED, &was_recorded,
                      COLUMN_PLOTTED, &was_plotted, -1);
  if (name == NULL)
    return FALSE;
  recorded = g_hash_table_contains (self->recorded, name);
  plotted = g_hash_table_contains (self->plotted, name);
  if (recorded != was_recorded || plotted != was_plotted)
    gtk_tree_store_set (self->store, iter, COLUMN_RECORDED, recorded, COLUMN_PLOTTED, plotted, -1);
  return FALSE;
}

static void
update_ticks (LsSignals *self)
{
  gtk_tree_model_foreach (GTK_TREE_MODEL (self->store), update_cb, self);
}

static void
document_changed_cb (LsSignals *self, guint parts)
{
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    fill_later (self);
  else if ((parts & LS_EDIT_EXPERIMENT) != 0)
    {
      take_recorded (self);
      update_ticks (self);
    }
}

void
ls_signals_set_document (LsSignals *self, LsDocument *document)
{
  g_return_if_fail (LS_IS_SIGNALS (self) && self->document == NULL);

  self->document = g_object_ref (document);
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

  g_hash_table_remove_all (self->plotted);
  for (guint i = 0; signals[i] != NULL; i++)
    g_hash_table_add (self->plotted, g_strdup (signals[i]));
  gtk_widget_set_tooltip_text (gtk_tree_view_column_get_button (self->plot_column), tip);
  update_ticks (self);
}

/* Finds the row of a signal, and expands its component. */
static gboolean
find_signal (LsSignals *self, guint component, const char *signal, GtkTreeIter *found)
{
  GtkTreeModel *model = GTK_TREE_MODEL (self->store);
  GtkTreeIter parent;

  for (gboolean more = gtk_tree_model_get_iter_first (model, &parent); more;
       more = gtk_tree_model_iter_next (model, &parent))
    {
      guint id;

      gtk_tree_model_get (model, &parent, COLUMN_COMPONENT, &id, -1);
      if (id != component)
        continue;
      row_expanded_cb (self, &parent);
      for (gboolean next = gtk_tree_model_iter_children (model, found, &parent); next;
           next = gtk_tree_model_iter_next (model, found))
        {
          g_autofree char *name = NULL;

          gtk_tree_model_get (model, found, COLUMN_NAME, &name, -1);
          if (g_strcmp0 (name, signal) == 0)
            return TRUE;
        }
    }
  return FALSE;
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
  if (!find_signal (self, component->id, signal, &found))
    return;
  path = gtk_tree_model_get_path (GTK_TREE_MODEL (self->store), &found);
  gtk_tree_view_expand_to_path (GTK_TREE_VIEW (self->view), path);
  gtk_tree_view_set_cursor (GTK_TREE_VIEW (self->view), path, NULL, FALSE);
  gtk_tree_view_scroll_to_cell (GTK_TREE_VIEW (self->view), path, NULL, FALSE, 0, 0);
}

static void
toggle (LsSignals *self, GtkTreeIter *iter, int column, guint signal)
{
  g_autofree char *name = NULL;
  gboolean on;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_NAME, &name, column, &on, -1);
  if (name != NULL)
    g_signal_emit (self, signal, 0, name, !on);
}

static void
record_toggled_cb (LsSignals *self, const char *path)
{
  GtkTreeIter iter;

  if (gtk_tree_model_get_iter_from_string (GTK_TREE_MODEL (self->store), &iter, path))
    toggle (self, &iter, COLUMN_RECORDED, record_signal);
}

static void
plot_toggled_cb (LsSignals *self, const char *path)
{
  GtkTreeIter iter;

  if (gtk_tree_model_get_iter_from_string (GTK_TREE_MODEL (self->store), &iter, path))
    toggle (self, &iter, COLUMN_PLOTTED, plot_signal);
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
  else if (gtk_tree_model_get_iter (GTK_TREE_MODEL (self->store), &iter, path))
    toggle (self, &iter, COLUMN_PLOTTED, plot_signal);
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
    gtk_tree_model_get (model, &iter, COLUMN_NAME, &name, -1);
  if (name != NULL && about != NULL)
    gtk_tree_model_get (model, &iter, COLUMN_ABOUT, about, -1);
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
  g_clear_object (&self->document);
  g_clear_object (&self->store);
  g_clear_pointer (&self->recorded, g_hash_table_unref);
  g_clear_pointer (&self->plotted, g_hash_table_unref);
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
      title, cell, "active", column, "visible", COLUMN_IS_SIGNAL, NULL);

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
  GtkTreeViewColumn *column
      = gtk_tree_view_column_new_with_attributes (_ ("Variable"), name, "text", COLUMN_TITLE, NULL);

  g_object_set (name, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "width-chars", 8, NULL);
  gtk_tree_view_column_set_expand (column, TRUE);
  gtk_tree_view_append_column (view, column);
  gtk_tree_view_insert_column_with_attributes (view, -1, _ ("Unit"), unit, "text", COLUMN_UNIT,
                                               NULL);
  add_tick (self, _ ("Record"), _ ("Recorded by the next run"), COLUMN_RECORDED,
            G_CALLBACK (record_toggled_cb));
  self->plot_column
      = add_tick (self, _ ("Plot"), NULL, COLUMN_PLOTTED, G_CALLBACK (plot_toggled_cb));
  gtk_tree_view_set_tooltip_column (view, COLUMN_ABOUT);
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
  self->recorded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->plotted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->store = gtk_tree_store_new (N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
                                    G_TYPE_STRING, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN,
                                    G_TYPE_UINT, G_TYPE_BOOLEAN);
  self->search = gtk_search_entry_new ();
  ls_widget_set_accessible_name (self->search, _ ("Search variables"));
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->search), _ ("Name or description"));
  g_object_set (self->search, "margin", 6, NULL);
  self->view = gtk_tree_view_new_with_model (GTK_TREE_MODEL (self->store));
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
