#include "app/panel/omega-view.h"
#include <glib/gi18n-lib.h>
#include "app/widgets.h"
#include "core/model/omega.h"

/* A table with more columns is of no use to anybody: then those of the selected component only. */
#define MAX_COLUMNS 40

struct _LsOmegaView
{
  GtkBox parent_instance;
  LsCanvas *canvas;
  LsDocument *document;
  LsOmega *omega;
  GtkListStore *store; /* one column: row of Ω */
  guint rebuild_id;
  int hover_row, hover_column; /* of Ω, or -1 */
  GtkWidget *stack, *view, *reason_label;
};

G_DEFINE_TYPE (LsOmegaView, ls_omega_view, GTK_TYPE_BOX)

static LsModel *
get_model (LsOmegaView *self)
{
  return ls_document_get_model (self->document);
}

static char *
port_name (LsOmegaView *self, const LsPort *port)
{
  const LsComponent *component = ls_model_find_component (get_model (self), port->component);

  return g_strdup_printf ("%s.%s", component != NULL ? component->name : "?", port->variable->name);
}

static gboolean
is_connected (LsOmegaView *self, guint row, guint column)
{
  return self->omega->sources[column] == (int)row;
}

static gboolean
check (LsOmegaView *self, guint row, guint column, GError **error)
{
  const LsPort *output = &self->omega->outputs[row];
  const LsPort *input = &self->omega->inputs[column];

  return ls_model_check_connection (get_model (self), output->component, output->variable->name,
                                    input->component, input->variable->name, error);
}

static guint
column_index (GtkTreeViewColumn *column)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "index"));
}

static guint
row_index (GtkTreeModel *model, GtkTreeIter *iter)
{
  guint row;

  gtk_tree_model_get (model, iter, 0, &row, -1);
  return row;
}

static void
name_data_cb (G_GNUC_UNUSED GtkTreeViewColumn *column,
              GtkCellRenderer *renderer,
              GtkTreeModel *model,
              GtkTreeIter *iter,
              gpointer user_data)
{
  LsOmegaView *self = user_data;
  guint row = row_index (model, iter);
  g_autofree char *name = NULL;

  if (self->omega == NULL || row >= self->omega->n_outputs)
    return;
  name = port_name (self, &self->omega->outputs[row]);
  g_object_set (renderer, "text", name, "weight",
                (int)row == self->hover_row ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL, NULL);
}

static void
cell_data_cb (GtkTreeViewColumn *column,
              GtkCellRenderer *renderer,
              GtkTreeModel *model,
              GtkTreeIter *iter,
              gpointer user_data)
{
  LsOmegaView *self = user_data;
  guint row = row_index (model, iter);
  guint index = column_index (column);
  gboolean connected;

  if (self->omega == NULL || row >= self->omega->n_outputs || index >= self->omega->n_inputs)
    return;
  connected = is_connected (self, row, index);
  g_object_set (renderer, "active", connected, "sensitive",
                connected || check (self, row, index, NULL), NULL);
}

static void
say (LsOmegaView *self, guint row, guint column)
{
  g_autofree char *output = port_name (self, &self->omega->outputs[row]);
  g_autofree char *input = port_name (self, &self->omega->inputs[column]);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (is_connected (self, row, column))
    text = g_strdup_printf (_ ("%s feeds %s. Click to disconnect."), output, input);
  else if (check (self, row, column, &error))
    text = g_strdup_printf (_ ("Click to connect %s to %s."), output, input);
  else
    text = g_strdup_printf ("✗ %s", error->message);
  gtk_label_set_text (GTK_LABEL (self->reason_label), text);
}

static void
toggle (LsOmegaView *self, guint row, guint column)
{
  const LsPort *output = &self->omega->outputs[row];
  const LsPort *input = &self->omega->inputs[column];
  const LsConnection *source;
  g_autoptr (GError) error = NULL;

  if (is_connected (self, row, column))
    {
      source = ls_model_find_source (get_model (self), input->component, input->variable->name);
      ls_document_disconnect (self->document, source->id);
    }
  else
    ls_document_connect (self->document, output->component, output->variable->name,
                         input->component, input->variable->name, &error);
  if (row < self->omega->n_outputs && column < self->omega->n_inputs)
    say (self, row, column);
}

static void
toggled_cb (LsOmegaView *self, const char *path, GtkCellRenderer *renderer)
{
  GtkTreeViewColumn *column = g_object_get_data (G_OBJECT (renderer), "column");
  GtkTreeIter iter;

  if (gtk_tree_model_get_iter_from_string (GTK_TREE_MODEL (self->store), &iter, path))
    toggle (self, row_index (GTK_TREE_MODEL (self->store), &iter), column_index (column));
}

static void
add_column (LsOmegaView *self, guint index)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_toggle_new ();
  GtkTreeViewColumn *column = gtk_tree_view_column_new ();
  g_autofree char *name = port_name (self, &self->omega->inputs[index]);
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_angle (GTK_LABEL (label), 90);
  gtk_widget_show (label);
  gtk_tree_view_column_set_title (column, name);
  gtk_tree_view_column_set_widget (column, label);
  gtk_tree_view_column_set_alignment (column, 0.5);
  gtk_tree_view_column_pack_start (column, renderer, TRUE);
  gtk_tree_view_column_set_cell_data_func (column, renderer, cell_data_cb, self, NULL);
  g_object_set_data (G_OBJECT (column), "index", GUINT_TO_POINTER (index));
  g_object_set_data (G_OBJECT (renderer), "column", column);
  g_signal_connect_swapped (renderer, "toggled", G_CALLBACK (toggled_cb), self);
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), column);
}

/* Takes the room that is left, so that the cells stay close. */
static void
add_filler_column (LsOmegaView *self)
{
  GtkTreeViewColumn *column = gtk_tree_view_column_new ();

  g_object_set_data (G_OBJECT (column), "index", GUINT_TO_POINTER (G_MAXUINT));
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), column);
}

static void
add_name_column (LsOmegaView *self)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_text_new ();
  GtkTreeViewColumn *column = gtk_tree_view_column_new ();

  gtk_tree_view_column_set_title (column, _ ("Output \\ Input"));
  gtk_tree_view_column_pack_start (column, renderer, TRUE);
  gtk_tree_view_column_set_cell_data_func (column, renderer, name_data_cb, self, NULL);
  g_object_set_data (G_OBJECT (column), "index", GUINT_TO_POINTER (G_MAXUINT));
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), column);
}

static gboolean
shows_input (LsOmegaView *self, guint index)
{
  return self->omega->n_inputs <= MAX_COLUMNS
         || ls_canvas_is_component_selected (self->canvas, self->omega->inputs[index].component);
}

static void
rebuild (LsOmegaView *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  gboolean empty;

  gtk_tree_view_set_model (view, NULL);
  while (gtk_tree_view_get_n_columns (view) > 0)
    gtk_tree_view_remove_column (view, gtk_tree_view_get_column (view, 0));
  gtk_list_store_clear (self->store);
  g_clear_pointer (&self->omega, ls_omega_free);
  self->omega = ls_omega_new (get_model (self));
  self->hover_row = self->hover_column = -1;
  empty = self->omega->n_outputs == 0 || self->omega->n_inputs == 0;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), empty ? "empty" : "matrix");
  add_name_column (self);
  for (guint i = 0; i < self->omega->n_inputs; i++)
    if (shows_input (self, i))
      add_column (self, i);
  add_filler_column (self);
  for (guint i = 0; i < self->omega->n_outputs; i++)
    gtk_list_store_insert_with_values (self->store, NULL, -1, 0, i, -1);
  gtk_tree_view_set_model (view, GTK_TREE_MODEL (self->store));
  gtk_label_set_text (GTK_LABEL (self->reason_label),
                      self->omega->n_inputs > MAX_COLUMNS
                          ? _ ("Too many inputs for one table: those of the selected components "
                               "are shown.")
                          : _ ("A tick means: this output feeds this input."));
}

static gboolean
row_changed_cb (GtkTreeModel *model,
                GtkTreePath *path,
                GtkTreeIter *iter,
                G_GNUC_UNUSED gpointer user_data)
{
  gtk_tree_model_row_changed (model, path, iter);
  return FALSE;
}

static void
take_connections (LsOmegaView *self)
{
  g_clear_pointer (&self->omega, ls_omega_free);
  self->omega = ls_omega_new (get_model (self));
  gtk_tree_model_foreach (GTK_TREE_MODEL (self->store), row_changed_cb, NULL);
}

static void
document_changed_cb (LsOmegaView *self, guint parts)
{
  if ((parts & LS_PART_COMPONENTS) != 0)
    rebuild (self);
  else if ((parts & LS_PART_CONNECTIONS) != 0)
    take_connections (self);
}

static void
model_replaced_cb (LsOmegaView *self)
{
  rebuild (self);
}

static void
selection_changed_cb (LsOmegaView *self)
{
  if (self->omega->n_inputs > MAX_COLUMNS)
    rebuild (self);
}

/* The canvas' pointer is on a wire or port: its row is shown in bold. */
static void
hover_changed_cb (LsOmegaView *self)
{
  LsHit hit;
  int row = -1;

  ls_canvas_get_hover (self->canvas, &hit);
  for (guint i = 0; i < self->omega->n_outputs && hit.kind == LS_HIT_PORT; i++)
    if (self->omega->outputs[i].component == hit.component
        && self->omega->outputs[i].variable == hit.variable)
      row = (int)i;
  if (hit.kind == LS_HIT_CONNECTION)
    {
      const LsConnection *wire = ls_model_find_connection (get_model (self), hit.connection);

      for (guint i = 0; wire != NULL && i < self->omega->n_outputs; i++)
        if (self->omega->outputs[i].component == wire->from
            && g_str_equal (self->omega->outputs[i].variable->name, wire->output))
          row = (int)i;
    }
  if (row == self->hover_row)
    return;
  self->hover_row = row;
  gtk_widget_queue_draw (self->view);
}

void
ls_omega_view_set_canvas (LsOmegaView *self, LsCanvas *canvas)
{
  g_return_if_fail (self->canvas == NULL);

  self->canvas = g_object_ref (canvas);
  self->document = g_object_ref (ls_canvas_get_document (canvas));
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "hover-changed", G_CALLBACK (hover_changed_cb), self,
                           G_CONNECT_SWAPPED);
  rebuild (self);
}

static gboolean
find_cell (LsOmegaView *self, int x, int y, guint *row, guint *column)
{
  GtkTreePath *path = NULL;
  GtkTreeViewColumn *view_column = NULL;

  if (self->omega == NULL
      || !gtk_tree_view_get_path_at_pos (GTK_TREE_VIEW (self->view), x, y, &path, &view_column,
                                         NULL, NULL))
    return FALSE;
  *row = (guint)gtk_tree_path_get_indices (path)[0];
  *column = column_index (view_column);
  gtk_tree_path_free (path);
  return *row < self->omega->n_outputs && *column < self->omega->n_inputs;
}

/* The cell under the pointer is said in words and lit up in the diagram. */
static gboolean
motion_cb (LsOmegaView *self, GdkEventMotion *event)
{
  LsHit hit = { 0 };
  guint row, column;

  if (find_cell (self, (int)event->x, (int)event->y, &row, &column))
    {
      const LsPort *input = &self->omega->inputs[column];
      const LsConnection *source
          = ls_model_find_source (get_model (self), input->component, input->variable->name);

      say (self, row, column);
      if (is_connected (self, row, column) && source != NULL)
        hit = (LsHit){ LS_HIT_CONNECTION, 0, NULL, source->id };
      else
        hit = (LsHit){ LS_HIT_PORT, input->component, input->variable, 0 };
    }
  ls_canvas_set_highlight (self->canvas, &hit);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
leave_cb (LsOmegaView *self)
{
  LsHit nothing = { 0 };

  ls_canvas_set_highlight (self->canvas, &nothing);
  return GDK_EVENT_PROPAGATE;
}

static void
cursor_changed_cb (LsOmegaView *self)
{
  GtkTreePath *path = NULL;
  GtkTreeViewColumn *column = NULL;
  guint row, index;

  gtk_tree_view_get_cursor (GTK_TREE_VIEW (self->view), &path, &column);
  if (path != NULL && column != NULL && self->omega != NULL)
    {
      row = (guint)gtk_tree_path_get_indices (path)[0];
      index = column_index (column);
      if (row < self->omega->n_outputs && index < self->omega->n_inputs)
        say (self, row, index);
    }
  gtk_tree_path_free (path);
}

static void
ls_omega_view_dispose (GObject *object)
{
  LsOmegaView *self = LS_OMEGA_VIEW (object);

  g_clear_pointer (&self->omega, ls_omega_free);
  g_clear_object (&self->store);
  g_clear_object (&self->canvas);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_omega_view_parent_class)->dispose (object);
}

static void
ls_omega_view_class_init (LsOmegaViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_omega_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/omega-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, stack);
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, view);
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, reason_label);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, cursor_changed_cb);
}

static void
ls_omega_view_init (LsOmegaView *self)
{
  self->hover_row = self->hover_column = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->store = gtk_list_store_new (1, G_TYPE_UINT);
  gtk_tree_selection_set_mode (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->view)),
                               GTK_SELECTION_NONE);
}
