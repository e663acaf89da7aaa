#include <glib/gi18n-lib.h>
#include "app/panel/connection-table.h"
#include "app/panel/omega-view-private.h"
#include "app/base/style.h"

/* A larger matrix is unusable: it is reduced to the connections of the selected components. */
#define MAX_COLUMNS 40
/* And to these rows. */
#define MAX_ROWS 400

G_DEFINE_TYPE (LsOmegaView, ls_omega_view, GTK_TYPE_BOX)

static void
say (LsOmegaView *self, guint row, guint column)
{
  g_autofree char *output = ls_omega_view_get_port_name (self, &self->omega->outputs[row]);
  g_autofree char *input = ls_omega_view_get_port_name (self, &self->omega->inputs[column]);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (ls_omega_view_is_connected (self, row, column, NULL))
    text = g_strdup_printf (_ ("%s is connected to %s. Click to disconnect."), output, input);
  else if (ls_omega_view_check (self, row, column, &error))
    text = g_strdup_printf (_ ("Click to connect %s to %s."), output, input);
  else
    text = g_strdup_printf ("✗ %s", error->message);
  gtk_label_set_text (GTK_LABEL (self->reason_label), text);
}

/* Disconnects what the output feeds of the input. */
static void
disconnect (LsOmegaView *self, const LsPort *output, const LsPort *input)
{
  LsModel *model = ls_omega_view_get_model (self);
  const LsComponent *to = ls_model_find_component (model, input->component);
  g_autoptr (GPtrArray) members = ls_component_list_sinks (to, input->variable);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < members->len; i++)
    {
      const LsConnection *wire
          = ls_model_find_source (model, to->id, ((const LsVariable *)members->pdata[i])->name);

      if (wire != NULL && wire->from == output->component
          && (g_str_equal (wire->output, output->variable->name)
              || g_str_equal (ls_model_name_port (model, wire->from, wire->output),
                              output->variable->name)))
        g_array_append_val (ids, wire->id);
    }
  ls_document_disconnect_all (self->document, ids);
}

static void
toggle (LsOmegaView *self, guint row, guint column)
{
  const LsPort *output = &self->omega->outputs[row];
  const LsPort *input = &self->omega->inputs[column];
  g_autoptr (GError) error = NULL;

  if (ls_omega_view_is_connected (self, row, column, NULL))
    disconnect (self, output, input);
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
    toggle (self, ls_omega_view_get_row (GTK_TREE_MODEL (self->store), &iter),
            ls_omega_view_get_column (column));
}

static gboolean
is_selected (LsOmegaView *self, const LsPort *port)
{
  return ls_canvas_is_component_selected (self->canvas, port->component);
}

static gboolean
is_large (LsOmegaView *self)
{
  return self->omega->n_inputs > MAX_COLUMNS;
}

/* For a large model: the selected components and what is connected to them. */
static void
find_shown (LsOmegaView *self, gboolean rows[], gboolean columns[])
{
  const LsOmega *omega = self->omega;

  for (guint i = 0; i < omega->n_outputs; i++)
    rows[i] = !is_large (self) || is_selected (self, &omega->outputs[i]);
  for (guint j = 0; j < omega->n_inputs; j++)
    {
      columns[j] = !is_large (self) || is_selected (self, &omega->inputs[j]);
      if (omega->sources[j] < 0)
        continue;
      if (columns[j])
        rows[omega->sources[j]] = TRUE;
      else if (is_selected (self, &omega->outputs[omega->sources[j]]))
        columns[j] = TRUE;
    }
}

/* Rows and columns number components in the order of the model, so that all blocks on the
 * diagonal (a component with itself) have the same shade. */
static void
number_groups (LsOmegaView *self)
{
  const LsOmega *omega = self->omega;

  g_free (self->row_groups);
  g_free (self->column_groups);
  self->row_groups = g_new (guint, omega->n_outputs + 1);
  self->column_groups = g_new (guint, omega->n_inputs + 1);
  for (guint i = 0; i < omega->n_outputs; i++)
    self->row_groups[i] = (guint)ls_model_get_component_index (ls_omega_view_get_model (self),
                                                               omega->outputs[i].component);
  for (guint j = 0; j < omega->n_inputs; j++)
    self->column_groups[j] = (guint)ls_model_get_component_index (ls_omega_view_get_model (self),
                                                                  omega->inputs[j].component);
}

static void
show_what_is_there (LsOmegaView *self, guint n_rows, guint n_columns)
{
  const char *page = self->omega->n_outputs == 0 || self->omega->n_inputs == 0 ? "empty"
                     : n_rows == 0 || n_columns == 0                           ? "large"
                                                                               : "matrix";

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
  gtk_widget_set_sensitive (self->copy_button, !g_str_equal (page, "empty"));
  gtk_label_set_text (
      GTK_LABEL (self->reason_label),
      !g_str_equal (page, "matrix") ? ""
      : is_large (self) ? _ ("Large model: only connections of the selected components are shown.")
                        : _ ("A tick connects the output of its row to the input of its column."));
}

static LsOmega *
make_omega (LsOmegaView *self)
{
  LsModel *model = ls_omega_view_get_model (self);

  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->unfold_button))
             ? ls_omega_new (model)
             : ls_omega_new_folded (model);
}

/* The button is there for models with arrays or terminals. */
static void
show_unfold_button (LsOmegaView *self)
{
  LsModel *model = ls_omega_view_get_model (self);
  gboolean has_arrays = FALSE;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      const LsDescription *description
          = component->fmu != NULL ? ls_fmu_get_description (component->fmu) : NULL;

      has_arrays
          |= description != NULL && (description->n_arrays > 0 || description->n_terminals > 0);
    }
  gtk_widget_set_visible (self->unfold_button, has_arrays);
}

static void
rebuild (LsOmegaView *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  g_autofree gboolean *rows = NULL;
  g_autofree gboolean *columns = NULL;
  guint n_rows = 0, n_columns = 0;

  self->stale = FALSE;
  gtk_tree_view_set_model (view, NULL);
  while (gtk_tree_view_get_n_columns (view) > 0)
    gtk_tree_view_remove_column (view, gtk_tree_view_get_column (view, 0));
  gtk_list_store_clear (self->store);
  g_clear_pointer (&self->omega, ls_omega_free);
  self->omega = make_omega (self);
  self->hover_row = self->hover_column = -1;
  number_groups (self);
  show_unfold_button (self);
  rows = g_new0 (gboolean, self->omega->n_outputs + 1);
  columns = g_new0 (gboolean, self->omega->n_inputs + 1);
  find_shown (self, rows, columns);
  ls_omega_view_add_names (self);
  for (guint i = 0; i < self->omega->n_inputs && n_columns < 2 * MAX_COLUMNS; i++)
    if (columns[i])
      {
        ls_omega_view_add_column (self, i, G_CALLBACK (toggled_cb));
        n_columns++;
      }
  ls_omega_view_add_filler (self);
  for (guint i = 0; i < self->omega->n_outputs && n_rows < MAX_ROWS; i++)
    if (rows[i])
      {
        gtk_list_store_insert_with_values (self->store, NULL, -1, 0, i, -1);
        n_rows++;
      }
  gtk_tree_view_set_model (view, GTK_TREE_MODEL (self->store));
  show_what_is_there (self, n_rows, n_columns);
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
  self->omega = make_omega (self);
  gtk_tree_model_foreach (GTK_TREE_MODEL (self->store), row_changed_cb, NULL);
}

/* Defers the update until the view is mapped. The present Ω must not be used any more: its ports
 * belong to the old model. */
static void
set_stale (LsOmegaView *self)
{
  self->stale = TRUE;
  self->hover_row = self->hover_column = -1;
  gtk_tree_view_set_model (GTK_TREE_VIEW (self->view), NULL);
  g_clear_pointer (&self->omega, ls_omega_free);
}

static void
renew (LsOmegaView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    rebuild (self);
  else
    set_stale (self);
}

static void
document_changed_cb (LsOmegaView *self, guint parts)
{
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    renew (self);
  /* In a large model the connections determine the rows and columns shown. */
  else if ((parts & LS_EDIT_CONNECTIONS) != 0)
    {
      if (self->omega == NULL || is_large (self))
        renew (self);
      else
        take_connections (self);
    }
}

static void
model_replaced_cb (LsOmegaView *self)
{
  renew (self);
}

static void
selection_changed_cb (LsOmegaView *self)
{
  if (self->omega != NULL && is_large (self))
    renew (self);
}

static void
ls_omega_view_map (GtkWidget *widget)
{
  LsOmegaView *self = LS_OMEGA_VIEW (widget);

  GTK_WIDGET_CLASS (ls_omega_view_parent_class)->map (widget);
  if (self->stale)
    rebuild (self);
}

static int
find_port (const LsPort ports[], guint n, guint component, const char *variable)
{
  for (guint i = 0; i < n; i++)
    if (ports[i].component == component && g_str_equal (ports[i].variable->name, variable))
      return (int)i;
  return -1;
}

static void
set_hover (LsOmegaView *self, int row, int column)
{
  if (row == self->hover_row && column == self->hover_column)
    return;
  if (column != self->hover_column)
    {
      ls_omega_view_mark_head (self, self->hover_column, FALSE);
      ls_omega_view_mark_head (self, column, TRUE);
    }
  self->hover_row = row;
  self->hover_column = column;
  gtk_widget_queue_draw (self->view);
}

/* Highlights row and column of the wire or port under the pointer of the canvas. */
static void
hover_changed_cb (LsOmegaView *self)
{
  const LsOmega *omega = self->omega;
  LsHit hit;
  int row = -1, column = -1;

  if (omega == NULL)
    return;
  ls_canvas_get_hover (self->canvas, &hit);
  if (hit.kind == LS_HIT_PORT)
    {
      row = find_port (omega->outputs, omega->n_outputs, hit.component, hit.variable->name);
      column = find_port (omega->inputs, omega->n_inputs, hit.component, hit.variable->name);
    }
  else if (hit.kind == LS_HIT_CONNECTION)
    {
      const LsConnection *wire
          = ls_model_find_connection (ls_omega_view_get_model (self), hit.connection);

      if (wire != NULL)
        {
          LsModel *model = ls_omega_view_get_model (self);

          row = find_port (omega->outputs, omega->n_outputs, wire->from, wire->output);
          column = find_port (omega->inputs, omega->n_inputs, wire->to, wire->input);
          if (row < 0)
            row = find_port (omega->outputs, omega->n_outputs, wire->from,
                             ls_model_name_port (model, wire->from, wire->output));
          if (column < 0)
            column = find_port (omega->inputs, omega->n_inputs, wire->to,
                                ls_model_name_port (model, wire->to, wire->input));
        }
    }
  set_hover (self, row, column);
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
  ls_connection_table_set_canvas (LS_CONNECTION_TABLE (self->table), canvas);
  set_stale (self);
}

/* In a large model, some outputs have no row. */
static guint
row_at (LsOmegaView *self, GtkTreePath *path)
{
  GtkTreeModel *model = GTK_TREE_MODEL (self->store);
  GtkTreeIter iter;

  return gtk_tree_model_get_iter (model, &iter, path) ? ls_omega_view_get_row (model, &iter)
                                                      : G_MAXUINT;
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
  *row = row_at (self, path);
  *column = ls_omega_view_get_column (view_column);
  gtk_tree_path_free (path);
  return *row < self->omega->n_outputs && *column < self->omega->n_inputs;
}

/* Returns: (nullable): the connection to the first connected element. */
static const LsConnection *
find_first_source (LsOmegaView *self, const LsPort *input)
{
  LsModel *model = ls_omega_view_get_model (self);
  const LsComponent *component = ls_model_find_component (model, input->component);
  g_autoptr (GPtrArray) members = ls_component_list_sinks (component, input->variable);
  const LsConnection *source = NULL;

  for (guint i = 0; i < members->len && source == NULL; i++)
    source = ls_model_find_source (model, component->id,
                                   ((const LsVariable *)members->pdata[i])->name);
  return source;
}

/* The port of the diagram. */
static const LsVariable *
get_shown (LsOmegaView *self, const LsPort *port)
{
  return ls_component_get_port (
      ls_model_find_component (ls_omega_view_get_model (self), port->component), port->variable);
}

/* Describes the cell in words and highlights it in the diagram. */
static void
point_at (LsOmegaView *self, guint row, guint column)
{
  const LsPort *input = &self->omega->inputs[column];
  const LsConnection *source = ls_model_find_source (ls_omega_view_get_model (self),
                                                     input->component, input->variable->name);
  LsHit hit = { LS_HIT_PORT, input->component, input->variable, 0 };

  hit.variable = get_shown (self, input);
  say (self, row, column);
  set_hover (self, (int)row, (int)column);
  if (source == NULL && input->variable->n_elements > 0)
    source = find_first_source (self, input);
  if (ls_omega_view_is_connected (self, row, column, NULL) && source != NULL)
    hit = (LsHit){ LS_HIT_CONNECTION, 0, NULL, source->id };
  ls_canvas_set_highlight (self->canvas, &hit);
}

static void
point_nowhere (LsOmegaView *self)
{
  LsHit nothing = { 0 };

  set_hover (self, -1, -1);
  ls_canvas_set_highlight (self->canvas, &nothing);
}

static gboolean
motion_cb (LsOmegaView *self, GdkEventMotion *event)
{
  guint row, column;

  if (find_cell (self, (int)event->x, (int)event->y, &row, &column))
    point_at (self, row, column);
  else
    point_nowhere (self);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
leave_cb (LsOmegaView *self)
{
  point_nowhere (self);
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
      row = row_at (self, path);
      index = ls_omega_view_get_column (column);
      if (row < self->omega->n_outputs && index < self->omega->n_inputs)
        point_at (self, row, index);
    }
  gtk_tree_path_free (path);
}

static void
copy_as (LsOmegaView *self, LsOmegaFormat format)
{
  g_autoptr (LsOmega) omega = ls_omega_new (ls_omega_view_get_model (self));
  g_autofree char *text = ls_omega_format (omega, ls_omega_view_get_model (self), format);

  gtk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self), GDK_SELECTION_CLIPBOARD),
                          text, -1);
  gtk_label_set_text (GTK_LABEL (self->reason_label), _ ("The matrix is in the clipboard."));
}

static void
copy_cb (GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  const char *name = g_action_get_name (G_ACTION (action));

  copy_as (user_data, g_str_equal (name, "copy-latex")  ? LS_OMEGA_LATEX
                      : g_str_equal (name, "copy-tabs") ? LS_OMEGA_TABS
                                                        : LS_OMEGA_PLAIN);
}

static void
unfold_cb (LsOmegaView *self)
{
  if (self->document != NULL)
    renew (self);
}

static gboolean
key_cb (LsOmegaView *self, GdkEventKey *event)
{
  if (event->keyval != GDK_KEY_c
      || (event->state & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK)
    return GDK_EVENT_PROPAGATE;
  copy_as (self, LS_OMEGA_PLAIN);
  return GDK_EVENT_STOP;
}

static void
ls_omega_view_style_updated (GtkWidget *widget)
{
  LsOmegaView *self = LS_OMEGA_VIEW (widget);
  LsTheme theme;

  GTK_WIDGET_CLASS (ls_omega_view_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &theme);
  self->text = (GdkRGBA){ theme.foreground.r, theme.foreground.g, theme.foreground.b, 1 };
  self->accent = (GdkRGBA){ theme.accent.r, theme.accent.g, theme.accent.b, 1 };
}

static void
ls_omega_view_dispose (GObject *object)
{
  LsOmegaView *self = LS_OMEGA_VIEW (object);

  g_clear_pointer (&self->omega, ls_omega_free);
  g_clear_object (&self->store);
  g_clear_object (&self->canvas);
  g_clear_object (&self->document);
  g_clear_pointer (&self->row_groups, g_free);
  g_clear_pointer (&self->column_groups, g_free);
  G_OBJECT_CLASS (ls_omega_view_parent_class)->dispose (object);
}

static void
ls_omega_view_class_init (LsOmegaViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_omega_view_dispose;
  widget_class->map = ls_omega_view_map;
  widget_class->style_updated = ls_omega_view_style_updated;
  g_type_ensure (LS_TYPE_CONNECTION_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/omega-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, table);
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, copy_button);
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, unfold_button);
  gtk_widget_class_bind_template_callback (widget_class, unfold_cb);
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, stack);
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, view);
  gtk_widget_class_bind_template_child (widget_class, LsOmegaView, reason_label);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, cursor_changed_cb);
}

static void
ls_omega_view_init (LsOmegaView *self)
{
  static const GActionEntry entries[] = { { .name = "copy-text", .activate = copy_cb },
                                          { .name = "copy-tabs", .activate = copy_cb },
                                          { .name = "copy-latex", .activate = copy_cb } };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  self->hover_row = self->hover_column = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "omega", G_ACTION_GROUP (actions));
  self->store = gtk_list_store_new (1, G_TYPE_UINT);
  gtk_tree_selection_set_mode (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->view)),
                               GTK_SELECTION_NONE);
}
