#include "app/panel/inspector.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/panel/value-row.h"
#include "app/widgets.h"

/* Rows shown at once; a filter finds the others. */
#define MAX_ROWS 150

struct _LsInspector
{
  GtkBox parent_instance;
  LsDocument *document;
  guint component; /* id, or 0 */
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

      if (is_parameter (variable) != parameters || !matches (variable, wanted))
        continue;
      if (*n_shown >= MAX_ROWS)
        {
          (*n_left)++;
          continue;
        }
      gtk_container_add (GTK_CONTAINER (self->list),
                         ls_value_row_new (self->document, self->component, variable));
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
                      *typed != '\0' ? _ ("No name or description has this text.")
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

static void
show_model (LsInspector *self)
{
  const LsComponent *component = get_component (self);
  const LsDescription *description;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->problem_label, component->problem != NULL);
  if (component->problem != NULL)
    gtk_label_set_text (GTK_LABEL (self->problem_label), component->problem);
  if (component->fmu == NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->model_label),
                          component->source != NULL ? component->source : "");
      return;
    }
  description = ls_fmu_get_description (component->fmu);
  text = g_strdup_printf (_ ("%s, FMI %s%s%s"), description->model_name, description->fmi_version,
                          description->description != NULL ? "\n" : "",
                          description->description != NULL ? description->description : "");
  gtk_label_set_text (GTK_LABEL (self->model_label), text);
}

static void
rebuild (LsInspector *self)
{
  const LsComponent *component = get_component (self);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    component != NULL ? "component" : "none");
  if (component == NULL)
    {
      ls_container_clear (self->list);
      return;
    }
  show_name (self);
  show_model (self);
  fill (self);
}

void
ls_inspector_set_component (LsInspector *self, guint id)
{
  if (self->component == id)
    return;
  self->component = id;
  gtk_entry_set_text (GTK_ENTRY (self->search_entry), "");
  rebuild (self);
}

static void
update_row_cb (GtkWidget *row, G_GNUC_UNUSED gpointer user_data)
{
  ls_value_row_update (LS_VALUE_ROW (row));
}

static void
document_changed_cb (LsInspector *self, guint parts, guint component)
{
  if (self->component == 0)
    return;
  if (get_component (self) == NULL)
    {
      ls_inspector_set_component (self, 0);
      return;
    }
  if ((parts & LS_PART_COMPONENTS) != 0)
    show_name (self);
  if ((parts & LS_PART_VALUES) != 0 && (component == 0 || component == self->component))
    gtk_container_foreach (GTK_CONTAINER (self->list), update_row_cb, NULL);
}

static void
model_replaced_cb (LsInspector *self)
{
  self->component = 0;
  rebuild (self);
}

void
ls_inspector_set_document (LsInspector *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
}

void
ls_inspector_edit_name (LsInspector *self)
{
  gtk_widget_grab_focus (self->name_entry);
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

static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, G_GNUC_UNUSED gpointer user_data)
{
  gboolean parameter = is_parameter (ls_value_row_get_variable (LS_VALUE_ROW (row)));
  GtkWidget *label;

  if (before != NULL
      && is_parameter (ls_value_row_get_variable (LS_VALUE_ROW (before))) == parameter)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (parameter ? _ ("Parameters") : _ ("Start values"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_style_context_add_class (gtk_widget_get_style_context (label), "heading");
  gtk_widget_show (label);
  gtk_list_box_row_set_header (row, label);
}

static void
ls_inspector_finalize (GObject *object)
{
  g_clear_object (&LS_INSPECTOR (object)->document);
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
  BIND (stack);
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
}

static void
ls_inspector_init (LsInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), header_cb, NULL, NULL);
}
