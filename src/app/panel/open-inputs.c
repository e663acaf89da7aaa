#include "app/panel/open-inputs.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/model/omega.h"

/* Maximum number of rows, and of outputs in a menu. */
#define MAX_ROWS 150
#define MAX_OUTPUTS 200

struct _LsOpenInputs
{
  GtkBox parent_instance;
  LsCanvas *canvas;
  LsDocument *document;
  guint fill_id;
  int focus; /* row to focus after the list is rebuilt, or -1 */
  GtkWidget *list, *more_label;
};

G_DEFINE_TYPE (LsOpenInputs, ls_open_inputs, GTK_TYPE_BOX)

static LsModel *
get_model (LsOpenInputs *self)
{
  return ls_document_get_model (self->document);
}

static guint
get_id (gpointer object)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (object), "component"));
}

static const char *
get_variable (gpointer object)
{
  return g_object_get_data (G_OBJECT (object), "variable");
}

static void
set_port (gpointer object, guint component, const char *variable)
{
  g_object_set_data (G_OBJECT (object), "component", GUINT_TO_POINTER (component));
  g_object_set_data_full (G_OBJECT (object), "variable", g_strdup (variable), g_free);
}

/* A menu item stores its output, the menu its input. */
static void
connect_cb (LsOpenInputs *self, GtkWidget *item)
{
  GtkWidget *menu = gtk_widget_get_parent (item);

  ls_document_connect (self->document, get_id (item), get_variable (item), get_id (menu),
                       get_variable (menu), NULL);
}

static guint
add_outputs (LsOpenInputs *self, GtkWidget *menu)
{
  const LsComponent *target = ls_model_find_component (get_model (self), get_id (menu));
  const LsVariable *input
      = target != NULL ? ls_component_find_port (target, get_variable (menu)) : NULL;
  g_autoptr (LsOmega) omega = input != NULL && input->n_elements > 0
                                  ? ls_omega_new_folded (get_model (self))
                                  : ls_omega_new (get_model (self));
  guint n = 0;

  for (guint i = 0; i < omega->n_outputs && n < MAX_OUTPUTS; i++)
    {
      const LsPort *output = &omega->outputs[i];
      const LsComponent *component = ls_model_find_component (get_model (self), output->component);
      g_autofree char *name = NULL;
      GtkWidget *item;

      if (!ls_model_check_wire (get_model (self), output->component, output->variable->name,
                                get_id (menu), get_variable (menu), NULL))
        continue;
      name = g_strdup_printf ("%s.%s", component->name, output->variable->name);
      item = gtk_menu_item_new_with_label (name);
      set_port (item, output->component, output->variable->name);
      g_signal_connect_swapped (item, "activate", G_CALLBACK (connect_cb), self);
      gtk_menu_shell_append (GTK_MENU_SHELL (menu), item);
      n++;
    }
  return n;
}

static void
offer_outputs (LsOpenInputs *self, GtkWidget *row)
{
  GtkWidget *menu = gtk_menu_new ();
  GtkWidget *none;

  self->focus = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  set_port (menu, get_id (row), get_variable (row));
  ls_widget_set_accessible_name (menu, _ ("Outputs that fit"));
  if (add_outputs (self, menu) == 0)
    {
      none = gtk_menu_item_new_with_label (_ ("No output of this model fits"));
      gtk_widget_set_sensitive (none, FALSE);
      gtk_menu_shell_append (GTK_MENU_SHELL (menu), none);
    }
  gtk_widget_show_all (menu);
  gtk_menu_attach_to_widget (GTK_MENU (menu), row, NULL);
  ls_menu_destroy_when_hidden (menu);
  gtk_menu_popup_at_widget (GTK_MENU (menu), row, GDK_GRAVITY_SOUTH_WEST, GDK_GRAVITY_NORTH_WEST,
                            NULL);
  gtk_menu_shell_select_first (GTK_MENU_SHELL (menu), TRUE);
}

static void
row_activated_cb (LsOpenInputs *self, GtkWidget *row)
{
  offer_outputs (self, row);
}

static void
button_clicked_cb (LsOpenInputs *self, GtkWidget *button)
{
  offer_outputs (self, gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW));
}

static gboolean
row_focus_cb (GtkWidget *row, G_GNUC_UNUSED GdkEvent *event, LsOpenInputs *self)
{
  const LsComponent *component = ls_model_find_component (get_model (self), get_id (row));
  LsHit hit = { LS_HIT_PORT, get_id (row), NULL, 0 };

  if (component != NULL)
    hit.variable = ls_component_find_port (component, get_variable (row));
  if (hit.variable != NULL)
    ls_canvas_set_highlight (self->canvas, &hit);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
row_blur_cb (G_GNUC_UNUSED GtkWidget *row, G_GNUC_UNUSED GdkEvent *event, LsOpenInputs *self)
{
  LsHit nothing = { 0 };

  ls_canvas_set_highlight (self->canvas, &nothing);
  return GDK_EVENT_PROPAGATE;
}

/* "keeps its start value 1 m/s" */
static char *
describe_value (LsModel *model, const LsPort *input)
{
  const char *value = ls_model_get_value (model, input->component, input->variable->name);
  const char *unit = input->variable->unit_name;
  g_autofree char *shown = g_strdup (value);
  g_autofree char *size = ls_component_describe_size (
      ls_model_find_component (model, input->component), input->variable);

  if (size != NULL)
    return g_strdup_printf (_ ("Array of %s; keeps its start values"), size);

  /* "1 1" is a number with unit 1 and would be read as eleven. */
  if (g_strcmp0 (unit, "1") == 0)
    unit = NULL;
  if (value == NULL)
    return unit != NULL ? g_strdup_printf (_ ("In %s; has no start value"), unit)
                        : g_strdup (_ ("Has no start value"));
  if (input->variable->type == LS_TYPE_REAL)
    ls_number_localise (shown);
  if (unit == NULL)
    return g_strdup_printf (_ ("Keeps its start value %s"), shown);
  return g_strdup_printf (_ ("Keeps its start value %s %s"), shown, unit);
}

static void
add_row (LsOpenInputs *self, const LsPort *input)
{
  LsModel *model = get_model (self);
  const LsComponent *component = ls_model_find_component (model, input->component);
  g_autofree char *name = g_strdup_printf ("%s.%s", component->name, input->variable->name);
  g_autofree char *value = describe_value (model, input);
  g_autofree char *button_name = g_strdup_printf (_ ("Connect %s"), name);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *name_label = gtk_label_new (name);
  GtkWidget *value_label = ls_label_new_wrapped (value, TRUE);
  GtkWidget *button = gtk_button_new_with_label (_ ("Connect…"));

  gtk_label_set_xalign (GTK_LABEL (name_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name_label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_style_context_add_class (gtk_widget_get_style_context (name_label), "strong");
  gtk_widget_set_hexpand (name_label, TRUE);
  gtk_label_set_width_chars (GTK_LABEL (value_label), 18);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Choose an output to connect (Return)"));
  ls_widget_set_accessible_name (button, button_name);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_container_set_border_width (GTK_CONTAINER (grid), 6);
  gtk_grid_attach (GTK_GRID (grid), name_label, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value_label, 0, 1, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), button, 1, 0, 1, 2);
  gtk_container_add (GTK_CONTAINER (row), grid);
  gtk_widget_set_tooltip_text (row, input->variable->description);
  ls_widget_set_accessible_name (row, name);
  atk_object_set_description (gtk_widget_get_accessible (row), value);
  set_port (row, input->component, input->variable->name);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (button_clicked_cb), self);
  g_signal_connect (row, "focus-in-event", G_CALLBACK (row_focus_cb), self);
  g_signal_connect (row, "focus-out-event", G_CALLBACK (row_blur_cb), self);
  gtk_widget_show_all (row);
  gtk_container_add (GTK_CONTAINER (self->list), row);
}

static void
show_more (LsOpenInputs *self, guint n_left)
{
  g_autofree char *text
      = g_strdup_printf (ngettext ("%u more open input", "%u more open inputs", n_left), n_left);

  gtk_label_set_text (GTK_LABEL (self->more_label), text);
  gtk_widget_set_visible (self->more_label, n_left > 0);
}

/* After connecting, the next row has moved to the index of the removed one. */
static void
restore_focus (LsOpenInputs *self, int n_rows)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *row;

  if (self->focus < 0)
    return;
  row = gtk_list_box_get_row_at_index (list, CLAMP (self->focus, 0, n_rows - 1));
  self->focus = -1;
  if (row == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_list_box_select_row (list, row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* What to list for an open input: the array or terminal if nothing feeds it; %NULL for its elements
 * after the first. */
static const LsVariable *
get_listed (const LsModel *model, const LsPort *input)
{
  const LsComponent *component = ls_model_find_component (model, input->component);
  const LsVariable *port = ls_component_get_port (component, input->variable);

  g_autoptr (GPtrArray) sinks = ls_component_list_sinks (component, port);

  if (port == input->variable || ls_model_count_open (model, component, port) < sinks->len)
    return input->variable;
  return sinks->pdata[0] == input->variable ? port : NULL;
}

static gboolean
fill_cb (gpointer user_data)
{
  LsOpenInputs *self = user_data;
  g_autoptr (LsOmega) omega = ls_omega_new (get_model (self));
  guint n = 0;

  self->fill_id = 0;
  ls_container_clear (self->list);
  for (guint i = 0; i < omega->n_inputs; i++)
    {
      const LsPort port
          = { omega->inputs[i].component,
              omega->sources[i] < 0 ? get_listed (get_model (self), &omega->inputs[i]) : NULL };

      if (port.variable != NULL && n++ < MAX_ROWS)
        add_row (self, &port);
    }
  show_more (self, n > MAX_ROWS ? n - MAX_ROWS : 0);
  restore_focus (self, (int)MIN (n, MAX_ROWS));
  return G_SOURCE_REMOVE;
}

/* Combines consecutive edits in one update, before the next redraw. */
static void
document_changed_cb (LsOpenInputs *self, guint parts)
{
  if (self->fill_id == 0
      && (parts & (LS_EDIT_COMPONENTS | LS_EDIT_CONNECTIONS | LS_EDIT_VALUES)) != 0)
    self->fill_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_cb, self, NULL);
}

void
ls_open_inputs_set_canvas (LsOpenInputs *self, LsCanvas *canvas)
{
  g_return_if_fail (self->canvas == NULL);

  self->canvas = g_object_ref (canvas);
  self->document = g_object_ref (ls_canvas_get_document (canvas));
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  fill_cb (self);
}

static void
ls_open_inputs_dispose (GObject *object)
{
  LsOpenInputs *self = LS_OPEN_INPUTS (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_object (&self->canvas);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_open_inputs_parent_class)->dispose (object);
}

static void
ls_open_inputs_class_init (LsOpenInputsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_open_inputs_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/open-inputs.ui");
  gtk_widget_class_bind_template_child (widget_class, LsOpenInputs, list);
  gtk_widget_class_bind_template_child (widget_class, LsOpenInputs, more_label);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
ls_open_inputs_init (LsOpenInputs *self)
{
  self->focus = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
}
