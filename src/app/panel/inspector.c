#include "app/panel/inspector.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/panel/component-settings.h"
#include "app/panel/connection-editor.h"
#include "app/panel/table-file.h"
#include "app/panel/value-row.h"
#include "app/base/report.h"
#include "app/base/widgets.h"

/* Maximum number of rows; the filter finds the others. */
#define MAX_ROWS 150
/* Width of the FMU's picture, px. */
#define PICTURE_WIDTH 240
#define PICTURE_HEIGHT 120

struct _LsInspector
{
  GtkBox parent_instance;
  LsDocument *document;
  GArray *ids;        /* of the components shown, guint */
  guint component;    /* the first of them, or 0 */
  guint connection;   /* id, or 0 */
  gboolean varying;   /* rows have ticks */
  LsFmu *picture_fmu; /* (nullable): FMU whose picture is shown */
  GtkWidget *name_label, *picture, *documentation_button, *replace_button, *settings_expander;
  GtkWidget *settings, *table_file, *connection_editor, *box, *scrolled;
  GtkWidget *stack, *name_entry, *name_problem, *model_label, *problem_label;
  GtkWidget *search_entry, *list, *placeholder, *more_label;
};

G_DEFINE_TYPE (LsInspector, ls_inspector, GTK_TYPE_BOX)

static const LsComponent *
get_component (LsInspector *self)
{
  return self->component != 0
             ? ls_model_find_component (ls_document_get_model (self->document), self->component)
             : NULL;
}

static gboolean
is_parameter (const LsVariable *variable)
{
  return variable->causality == LS_CAUSALITY_PARAMETER;
}

static gboolean
matches (const LsVariable *variable, const char *wanted)
{
  g_autofree char *name = g_utf8_casefold (variable->name, -1);
  g_autofree char *description
      = g_utf8_casefold (variable->description != NULL ? variable->description : "", -1);

  return strstr (name, wanted) != NULL || strstr (description, wanted) != NULL;
}

static gboolean
is_settable_in (const LsComponent *component, const LsVariable *variable)
{
  const LsVariable *own = ls_component_find_variable (component, variable->name);

  return own != NULL && own->type == variable->type && ls_variable_is_settable (own)
         && is_parameter (own) == is_parameter (variable);
}

/* For several components, only variables common to all are shown. */
static gboolean
is_common (LsInspector *self, const LsVariable *variable)
{
  LsModel *model = ls_document_get_model (self->document);

  for (guint i = 1; i < self->ids->len; i++)
    {
      const LsComponent *component
          = ls_model_find_component (model, g_array_index (self->ids, guint, i));

      if (component == NULL || !is_settable_in (component, variable))
        return FALSE;
    }
  return TRUE;
}

static void
add_rows (LsInspector *self,
          GPtrArray *variables,
          const char *wanted,
          gboolean parameters,
          guint *n_shown,
          guint *n_left)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const LsVariable *variable = g_ptr_array_index (variables, i);
      GtkWidget *row;

      if (is_parameter (variable) != parameters || !matches (variable, wanted)
          || !is_common (self, variable))
        continue;
      if (*n_shown >= MAX_ROWS)
        {
          (*n_left)++;
          continue;
        }
      row = ls_value_row_new (self->document, self->ids, variable);
      ls_value_row_set_varying (LS_VALUE_ROW (row), self->varying);
      gtk_container_add (GTK_CONTAINER (self->list), row);
      (*n_shown)++;
    }
}

static void
fill (LsInspector *self)
{
  const LsComponent *component = get_component (self);
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->search_entry));
  g_autofree char *wanted = g_utf8_casefold (typed, -1);
  g_autofree char *more = NULL;
  g_autoptr (GPtrArray) variables = NULL;
  guint n_shown = 0, n_left = 0;

  ls_container_clear (self->list);
  gtk_widget_hide (self->more_label);
  if (component == NULL || component->fmu == NULL)
    return;
  variables = ls_component_list_settable (component);
  add_rows (self, variables, wanted, TRUE, &n_shown, &n_left);
  add_rows (self, variables, wanted, FALSE, &n_shown, &n_left);
  gtk_label_set_text (GTK_LABEL (self->placeholder),
                      *typed != '\0'       ? _ ("No name or description has this text.")
                      : self->ids->len > 1 ? _ ("These components have no parameters in common.")
                                           : _ ("This FMU has no parameters."));
  more = g_strdup_printf (_ ("%u more: type in the filter to find them."), n_left);
  gtk_label_set_text (GTK_LABEL (self->more_label), more);
  gtk_widget_set_visible (self->more_label, n_left > 0);
}

static void
show_name (LsInspector *self)
{
  const LsComponent *component = get_component (self);

  if (component == NULL)
    return;
  if (!g_str_equal (gtk_entry_get_text (GTK_ENTRY (self->name_entry)), component->name))
    gtk_entry_set_text (GTK_ENTRY (self->name_entry), component->name);
  ls_entry_set_problem (GTK_ENTRY (self->name_entry), NULL);
  gtk_widget_hide (self->name_problem);
}

static char *
find_file (const LsComponent *component, const char *folder, const char *name)
{
  g_autofree char *path = NULL;

  if (component == NULL || component->fmu == NULL)
    return NULL;
  path = g_build_filename (ls_fmu_get_directory (component->fmu), folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}

static char *
find_documentation (const LsComponent *component)
{
  char *path = find_file (component, "documentation", "index.html");

  return path != NULL ? path : find_file (component, "documentation", "_main.html");
}

/* An unreadable picture is treated as missing. */
static void
show_picture (LsInspector *self)
{
  const LsComponent *component = self->ids->len == 1 ? get_component (self) : NULL;
  LsFmu *fmu = component != NULL ? component->fmu : NULL;
  g_autofree char *path = find_file (component, "", "model.png");
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  if (fmu == self->picture_fmu)
    return;
  g_clear_pointer (&self->picture_fmu, ls_fmu_unref);
  self->picture_fmu = fmu != NULL ? ls_fmu_ref (fmu) : NULL;
  if (path != NULL)
    pixbuf = gdk_pixbuf_new_from_file_at_scale (path, PICTURE_WIDTH, PICTURE_HEIGHT, TRUE, NULL);
  gtk_image_set_from_pixbuf (GTK_IMAGE (self->picture), pixbuf);
  gtk_widget_set_visible (self->picture, pixbuf != NULL);
}

static char *
list_names (LsInspector *self)
{
  LsModel *model = ls_document_get_model (self->document);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->ids->len; i++)
    {
      const LsComponent *component
          = ls_model_find_component (model, g_array_index (self->ids, guint, i));

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              component != NULL ? component->name : "?");
    }
  return g_string_free (text, FALSE);
}

static char *
describe_model (LsInspector *self, const LsComponent *component)
{
  const LsDescription *description;
  g_autofree char *names = NULL;

  if (self->ids->len > 1)
    {
      names = list_names (self);
      return g_strdup_printf (_ ("%u components: %s.\nA value is set in all of them."),
                              self->ids->len, names);
    }
  if (component->fmu == NULL)
    return g_strdup (component->source != NULL ? component->source : "");
  description = ls_fmu_get_description (component->fmu);
  return g_strdup_printf (_ ("%s, FMI %s%s%s"), description->model_name, description->fmi_version,
                          description->description != NULL ? " – " : "",
                          description->description != NULL ? description->description : "");
}

static void
show_model (LsInspector *self)
{
  const LsComponent *component = get_component (self);
  gboolean alone = self->ids->len == 1;
  g_autofree char *text = describe_model (self, component);
  g_autofree char *documentation = find_documentation (component);

  gtk_widget_set_visible (self->problem_label, alone && component->problem != NULL);
  if (component->problem != NULL)
    gtk_label_set_text (GTK_LABEL (self->problem_label), component->problem);
  gtk_label_set_text (GTK_LABEL (self->model_label), text);
  gtk_widget_set_tooltip_text (self->model_label, text);
  gtk_label_set_lines (GTK_LABEL (self->model_label), alone ? 1 : 4);
  gtk_widget_set_visible (self->name_label, alone);
  gtk_widget_set_visible (self->name_entry, alone);
  gtk_widget_set_visible (self->documentation_button, alone && documentation != NULL);
  gtk_widget_set_visible (self->replace_button, alone);
  gtk_widget_set_visible (self->settings_expander, alone && component->fmu != NULL);
  ls_component_settings_set_component (LS_COMPONENT_SETTINGS (self->settings),
                                       alone ? self->component : 0);
  ls_table_file_set_component (LS_TABLE_FILE (self->table_file), alone ? self->component : 0);
  show_picture (self);
}

static void
documentation_clicked_cb (LsInspector *self)
{
  g_autofree char *path = find_documentation (get_component (self));
  g_autofree char *uri = path != NULL ? g_filename_to_uri (path, NULL, NULL) : NULL;
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_toplevel (GTK_WIDGET (self)));
  g_autoptr (GError) error = NULL;

  if (uri != NULL && !gtk_show_uri_on_window (window, uri, GDK_CURRENT_TIME, &error))
    ls_report_problem (GTK_WIDGET (self), _ ("The documentation could not be shown"),
                       error->message);
}

static void
rebuild (LsInspector *self)
{
  const LsComponent *component = get_component (self);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), component != NULL       ? "component"
                                                             : self->connection != 0 ? "connection"
                                                                                     : "none");
  ls_connection_editor_set_connection (LS_CONNECTION_EDITOR (self->connection_editor),
                                       self->connection);
  if (component == NULL)
    {
      ls_component_settings_set_component (LS_COMPONENT_SETTINGS (self->settings), 0);
      ls_container_clear (self->list);
      return;
    }
  show_name (self);
  show_model (self);
  fill (self);
}

static gboolean
is_shown (LsInspector *self, const guint ids[], guint n, guint connection)
{
  return self->connection == connection && self->ids->len == n
         && (n == 0 || memcmp (self->ids->data, ids, n * sizeof *ids) == 0);
}

void
ls_inspector_set_selection (LsInspector *self, const guint ids[], guint n, guint connection)
{
  g_return_if_fail (LS_IS_INSPECTOR (self));

  if (is_shown (self, ids, n, connection))
    return;
  /* Rows hold a reference to the old array. */
  g_array_unref (self->ids);
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (self->ids, ids, n);
  self->component = n > 0 ? ids[0] : 0;
  self->connection = connection;
  gtk_entry_set_text (GTK_ENTRY (self->search_entry), "");
  rebuild (self);
}

static void
update_row_cb (GtkWidget *row, G_GNUC_UNUSED gpointer user_data)
{
  ls_value_row_update (LS_VALUE_ROW (row));
}

static void
tick_row_cb (GtkWidget *row, gpointer user_data)
{
  ls_value_row_set_varying (LS_VALUE_ROW (row), ((LsInspector *)user_data)->varying);
}

void
ls_inspector_set_varying (LsInspector *self, gboolean varying)
{
  g_return_if_fail (LS_IS_INSPECTOR (self));

  self->varying = varying;
  gtk_container_foreach (GTK_CONTAINER (self->list), tick_row_cb, self);
}

static void
document_changed_cb (LsInspector *self, guint parts, guint component)
{
  LsModel *model = ls_document_get_model (self->document);

  if (self->connection != 0 && ls_model_find_connection (model, self->connection) == NULL)
    ls_inspector_set_selection (self, NULL, 0, 0);
  if (self->component == 0)
    return;
  for (guint i = 0; i < self->ids->len; i++)
    if (ls_model_find_component (model, g_array_index (self->ids, guint, i)) == NULL)
      {
        ls_inspector_set_selection (self, NULL, 0, 0);
        return;
      }
  /* A replaced FMU has other variables. */
  if ((parts & LS_EDIT_COMPONENTS) != 0 && get_component (self)->fmu != self->picture_fmu
      && self->ids->len == 1)
    {
      rebuild (self);
      return;
    }
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    {
      show_name (self);
      show_model (self);
    }
  if ((parts & LS_EDIT_EXPERIMENT) != 0)
    gtk_container_foreach (GTK_CONTAINER (self->list), tick_row_cb, self);
  /* Parameters can be connected, too. */
  if ((parts & LS_EDIT_CONNECTIONS) != 0
      || ((parts & LS_EDIT_VALUES) != 0
          && (component == 0 || component == self->component || self->ids->len > 1)))
    gtk_container_foreach (GTK_CONTAINER (self->list), update_row_cb, NULL);
}

static void
model_replaced_cb (LsInspector *self)
{
  ls_inspector_set_selection (self, NULL, 0, 0);
}

void
ls_inspector_set_document (LsInspector *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  ls_component_settings_set_document (LS_COMPONENT_SETTINGS (self->settings), document);
  ls_table_file_set_document (LS_TABLE_FILE (self->table_file), document);
  ls_connection_editor_set_document (LS_CONNECTION_EDITOR (self->connection_editor), document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
}

void
ls_inspector_edit_name (LsInspector *self)
{
  g_return_if_fail (LS_IS_INSPECTOR (self));

  ls_widget_focus (self->name_entry);
  gtk_editable_select_region (GTK_EDITABLE (self->name_entry), 0, -1);
}

static void
name_activate_cb (LsInspector *self)
{
  const LsComponent *component = get_component (self);
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->name_entry));
  g_autoptr (GError) error = NULL;

  if (component == NULL || g_str_equal (component->name, typed))
    {
      show_name (self);
      return;
    }
  ls_document_rename (self->document, self->component, typed, &error);
  ls_entry_set_problem (GTK_ENTRY (self->name_entry), error != NULL ? error->message : NULL);
  gtk_label_set_text (GTK_LABEL (self->name_problem), error != NULL ? error->message : "");
  gtk_widget_set_visible (self->name_problem, error != NULL);
}

static gboolean
name_focus_out_cb (LsInspector *self)
{
  name_activate_cb (self);
  return GDK_EVENT_PROPAGATE;
}

static void
search_changed_cb (LsInspector *self)
{
  if (self->document != NULL)
    fill (self);
}

/* Parameters need no heading: they come first, below the entry that filters them. */
static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, G_GNUC_UNUSED gpointer user_data)
{
  GtkWidget *label;

  if (is_parameter (ls_value_row_get_variable (LS_VALUE_ROW (row)))
      || (before != NULL && !is_parameter (ls_value_row_get_variable (LS_VALUE_ROW (before)))))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (_ ("Start values"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_style_context_add_class (gtk_widget_get_style_context (label), "heading");
  gtk_widget_show (label);
  gtk_list_box_row_set_header (row, label);
}

static void
ls_inspector_finalize (GObject *object)
{
  LsInspector *self = LS_INSPECTOR (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->picture_fmu, ls_fmu_unref);
  G_OBJECT_CLASS (ls_inspector_parent_class)->finalize (object);
}

#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsInspector, child)

static void
ls_inspector_class_init (LsInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_inspector_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/inspector.ui");
  g_type_ensure (LS_TYPE_COMPONENT_SETTINGS);
  g_type_ensure (LS_TYPE_CONNECTION_EDITOR);
  g_type_ensure (LS_TYPE_TABLE_FILE);
  BIND (stack);
  BIND (box);
  BIND (scrolled);
  BIND (name_label);
  BIND (picture);
  BIND (documentation_button);
  BIND (replace_button);
  BIND (settings_expander);
  BIND (settings);
  BIND (table_file);
  BIND (connection_editor);
  BIND (name_entry);
  BIND (name_problem);
  BIND (model_label);
  BIND (problem_label);
  BIND (search_entry);
  BIND (list);
  BIND (placeholder);
  BIND (more_label);
  gtk_widget_class_bind_template_callback (widget_class, name_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_focus_out_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, documentation_clicked_cb);
}

/* Rows have no window of their own that would get the event. */
static gboolean
list_pressed_cb (LsInspector *self, GdkEventButton *event)
{
  GtkWidget *under = gtk_get_event_widget ((GdkEvent *)event);
  int y = (int)event->y;
  GtkListBoxRow *row;

  if (!gdk_event_triggers_context_menu ((GdkEvent *)event) || under == NULL
      || !gtk_widget_translate_coordinates (under, self->list, 0, y, NULL, &y))
    return GDK_EVENT_PROPAGATE;
  row = gtk_list_box_get_row_at_y (GTK_LIST_BOX (self->list), y);
  if (row == NULL)
    return GDK_EVENT_PROPAGATE;
  ls_value_row_popup (LS_VALUE_ROW (row), (GdkEvent *)event);
  return GDK_EVENT_STOP;
}

static void
ls_inspector_init (LsInspector *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Scroll to the focused child. */
  gtk_container_set_focus_vadjustment (
      GTK_CONTAINER (self->box),
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)));
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), header_cb, NULL, NULL);
  gtk_widget_add_events (self->list, GDK_BUTTON_PRESS_MASK);
  g_signal_connect_swapped (self->list, "button-press-event", G_CALLBACK (list_pressed_cb), self);
}
