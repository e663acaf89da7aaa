/* Rows and columns of the matrix: names, shading, check marks. */
#include <glib/gi18n-lib.h>
#include "app/panel/omega-view-private.h"

/* Longer names would not leave enough space for the matrix; characters. */
#define MAX_NAME 22

LsModel *
ls_omega_view_get_model (LsOmegaView *self)
{
  return ls_document_get_model (self->document);
}

char *
ls_omega_view_get_port_name (LsOmegaView *self, const LsPort *port)
{
  const LsComponent *component
      = ls_model_find_component (ls_omega_view_get_model (self), port->component);

  return g_strdup_printf ("%s.%s", component != NULL ? component->name : "?", port->variable->name);
}

gboolean
ls_omega_view_is_connected (LsOmegaView *self, guint row, guint column, gboolean *is_whole)
{
  LsModel *model = ls_omega_view_get_model (self);
  const LsPort *output = &self->omega->outputs[row], *input = &self->omega->inputs[column];
  const LsComponent *from = ls_model_find_component (model, output->component);
  const LsComponent *to = ls_model_find_component (model, input->component);
  g_autoptr (GPtrArray) members = NULL;
  guint n = 0;

  if (is_whole != NULL)
    *is_whole = TRUE;
  if (output->variable->n_elements == 0 && input->variable->n_elements == 0)
    return self->omega->sources[column] == (int)row;
  members = ls_component_list_sinks (to, input->variable);
  for (guint i = 0; i < members->len; i++)
    {
      const LsConnection *wire
          = ls_model_find_source (model, to->id, ((const LsVariable *)members->pdata[i])->name);
      const LsVariable *source = wire != NULL && wire->from == from->id
                                     ? ls_component_find_variable (from, wire->output)
                                     : NULL;

      n += source != NULL
           && (source == output->variable
               || ls_component_get_port (from, source) == output->variable);
    }
  if (is_whole != NULL)
    *is_whole = n == members->len;
  return n > 0;
}

gboolean
ls_omega_view_check (LsOmegaView *self, guint row, guint column, GError **error)
{
  const LsPort *output = &self->omega->outputs[row];
  const LsPort *input = &self->omega->inputs[column];

  return ls_model_check_wire (ls_omega_view_get_model (self), output->component,
                              output->variable->name, input->component, input->variable->name,
                              error);
}

guint
ls_omega_view_get_column (GtkTreeViewColumn *column)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), "index"));
}

guint
ls_omega_view_get_row (GtkTreeModel *model, GtkTreeIter *iter)
{
  guint row;

  gtk_tree_model_get (model, iter, 0, &row, -1);
  return row;
}

/* Background of a cell: chessboard shading by component; row and column under the pointer are
 * highlighted. @column: -1 for the names of rows */
static void
set_background (LsOmegaView *self, GtkCellRenderer *renderer, int row, int column)
{
  gboolean in_row = row == self->hover_row, in_column = column >= 0 && column == self->hover_column;
  GdkRGBA color = self->text;

  color.alpha = 0;
  if (column >= 0 && (self->row_groups[row] + self->column_groups[column]) % 2 == 0)
    color.alpha = 0.07;
  if (in_row || in_column)
    color = self->accent;
  if (in_row || in_column)
    color.alpha = in_row && in_column ? 0.55 : 0.2;
  g_object_set (renderer, "cell-background-rgba", &color, NULL);
}

static void
component_data_cb (G_GNUC_UNUSED GtkTreeViewColumn *column,
                   GtkCellRenderer *renderer,
                   GtkTreeModel *model,
                   GtkTreeIter *iter,
                   gpointer user_data)
{
  LsOmegaView *self = user_data;
  guint row = ls_omega_view_get_row (model, iter);
  const LsComponent *component;
  GtkTreeIter previous = *iter;
  gboolean repeated;

  if (self->omega == NULL || row >= self->omega->n_outputs)
    return;
  component = ls_model_find_component (ls_omega_view_get_model (self),
                                       self->omega->outputs[row].component);
  repeated = gtk_tree_model_iter_previous (model, &previous)
             && self->row_groups[ls_omega_view_get_row (model, &previous)] == self->row_groups[row];
  g_object_set (renderer, "text", repeated || component == NULL ? "" : component->name, NULL);
  set_background (self, renderer, (int)row, -1);
}

static void
name_data_cb (G_GNUC_UNUSED GtkTreeViewColumn *column,
              GtkCellRenderer *renderer,
              GtkTreeModel *model,
              GtkTreeIter *iter,
              gpointer user_data)
{
  LsOmegaView *self = user_data;
  guint row = ls_omega_view_get_row (model, iter);

  if (self->omega == NULL || row >= self->omega->n_outputs)
    return;
  g_object_set (renderer, "text", self->omega->outputs[row].variable->name, "weight",
                (int)row == self->hover_row ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL, NULL);
  set_background (self, renderer, (int)row, -1);
}

static void
cell_data_cb (GtkTreeViewColumn *column,
              GtkCellRenderer *renderer,
              GtkTreeModel *model,
              GtkTreeIter *iter,
              gpointer user_data)
{
  LsOmegaView *self = user_data;
  guint row = ls_omega_view_get_row (model, iter);
  guint index = ls_omega_view_get_column (column);
  gboolean connected, is_whole;

  if (self->omega == NULL || row >= self->omega->n_outputs || index >= self->omega->n_inputs)
    return;
  connected = ls_omega_view_is_connected (self, row, index, &is_whole);
  g_object_set (renderer, "active", connected, "inconsistent", connected && !is_whole, "sensitive",
                connected || ls_omega_view_check (self, row, index, NULL), NULL);
  set_background (self, renderer, (int)row, (int)index);
}

static char *
shorten (const char *name)
{
  g_autofree char *start = NULL;

  if (g_utf8_strlen (name, -1) <= MAX_NAME)
    return g_strdup (name);
  start = g_utf8_substring (name, 0, MAX_NAME - 1);
  return g_strconcat (start, "…", NULL);
}

/* The header of a GtkTreeView measures labels before their font is set. */
static void
reserve_height (LsOmegaView *self, GtkWidget *label, const char *markup)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->view, NULL);
  int length;

  pango_layout_set_markup (layout, markup, -1);
  pango_layout_get_pixel_size (layout, &length, NULL);
  /* Margin for the bold font of a highlighted column. */
  gtk_widget_set_size_request (label, -1, length + length / 10 + 2);
}

/* Vertical label; the component name is shown at its first input. */
static GtkWidget *
make_head (LsOmegaView *self, guint index, const char *name)
{
  const LsPort *input = &self->omega->inputs[index];
  GtkWidget *label = gtk_label_new (NULL);
  int n = (int)gtk_tree_view_get_n_columns (GTK_TREE_VIEW (self->view));
  guint before
      = ls_omega_view_get_column (gtk_tree_view_get_column (GTK_TREE_VIEW (self->view), n - 1));
  g_autofree char *variable = shorten (input->variable->name);
  g_autofree char *component
      = shorten (ls_model_find_component (ls_omega_view_get_model (self), input->component)->name);
  g_autofree char *markup
      = before == G_MAXUINT || self->column_groups[before] != self->column_groups[index]
            ? g_markup_printf_escaped ("%s  <b>%s</b>", variable, component)
            : g_markup_escape_text (variable, -1);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_angle (GTK_LABEL (label), 90);
  gtk_widget_set_valign (label, GTK_ALIGN_END);
  reserve_height (self, label, markup);
  gtk_widget_set_tooltip_text (label, name);
  gtk_widget_show (label);
  return label;
}

void
ls_omega_view_add_column (LsOmegaView *self, guint index, GCallback toggled_cb)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_toggle_new ();
  GtkTreeViewColumn *column = gtk_tree_view_column_new ();
  g_autofree char *name = ls_omega_view_get_port_name (self, &self->omega->inputs[index]);
  GtkWidget *head = make_head (self, index, name);
  AtkObject *accessible;

  gtk_tree_view_column_set_title (column, name);
  gtk_tree_view_column_set_widget (column, head);
  gtk_tree_view_column_set_alignment (column, 0.5);
  gtk_tree_view_column_pack_start (column, renderer, TRUE);
  gtk_tree_view_column_set_cell_data_func (column, renderer, cell_data_cb, self, NULL);
  g_object_set_data (G_OBJECT (column), "index", GUINT_TO_POINTER (index));
  g_object_set_data (G_OBJECT (column), "label", head);
  g_object_set_data (G_OBJECT (renderer), "column", column);
  g_signal_connect_swapped (renderer, "toggled", toggled_cb, self);
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), column);
  accessible = gtk_widget_get_accessible (gtk_tree_view_column_get_button (column));
  atk_object_set_role (accessible, ATK_ROLE_TABLE_COLUMN_HEADER);
  atk_object_set_name (accessible, name);
}

/* Takes the free space, so that the cells stay narrow. */
void
ls_omega_view_add_filler (LsOmegaView *self)
{
  GtkTreeViewColumn *column = gtk_tree_view_column_new ();

  g_object_set_data (G_OBJECT (column), "index", GUINT_TO_POINTER (G_MAXUINT));
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), column);
}

static void
add_text_cell (LsOmegaView *self,
               GtkTreeViewColumn *column,
               GtkTreeCellDataFunc data_cb,
               int weight)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_text_new ();

  g_object_set (renderer, "weight", weight, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "max-width-chars",
                MAX_NAME, NULL);
  gtk_tree_view_column_pack_start (column, renderer, TRUE);
  gtk_tree_view_column_set_cell_data_func (column, renderer, data_cb, self, NULL);
}

void
ls_omega_view_add_names (LsOmegaView *self)
{
  static const GtkTreeCellDataFunc data_cbs[] = { component_data_cb, name_data_cb };
  const char *titles[] = { _ ("Component"), _ ("Output \\ Input") };

  for (guint i = 0; i < G_N_ELEMENTS (data_cbs); i++)
    {
      GtkTreeViewColumn *column = gtk_tree_view_column_new ();

      gtk_tree_view_column_set_title (column, titles[i]);
      add_text_cell (self, column, data_cbs[i], i == 0 ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
      g_object_set_data (G_OBJECT (column), "index", GUINT_TO_POINTER (G_MAXUINT));
      gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), column);
    }
}

/* Highlights the name of a column in bold; name_data_cb() does so for rows. */
void
ls_omega_view_mark_head (LsOmegaView *self, int index, gboolean mark)
{
  g_autoptr (GList) columns = gtk_tree_view_get_columns (GTK_TREE_VIEW (self->view));

  for (GList *i = columns; i != NULL; i = i->next)
    if (index >= 0 && ls_omega_view_get_column (i->data) == (guint)index)
      {
        GtkStyleContext *context
            = gtk_widget_get_style_context (g_object_get_data (i->data, "label"));

        if (mark)
          gtk_style_context_add_class (context, "strong");
        else
          gtk_style_context_remove_class (context, "strong");
      }
}
