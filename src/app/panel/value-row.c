#include "app/panel/value-row.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/panel/parameter-source.h"
#include "app/panel/shared-value.h"
#include "app/base/signal-menu.h"
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "core/vary/varied.h"

/* Longer values get their own line, characters. */
#define NARROW 10
/* Id of the combo box entry for different values. */
#define DIFFERENT "different"

struct _LsValueRow
{
  GtkListBoxRow parent_instance;
  LsSharedValue value;
  gboolean updating;
  GtkWidget *name_label, *editor, *reset_button, *problem_label;
  GtkWidget *source_button; /* (nullable): only for a single component */
  GtkWidget *source_label;
  GtkWidget *vary_check; /* (nullable): whether it is in the plan of variations */
};

G_DEFINE_TYPE (LsValueRow, ls_value_row, GTK_TYPE_LIST_BOX_ROW)

const LsVariable *
ls_value_row_get_variable (LsValueRow *self)
{
  g_return_val_if_fail (LS_IS_VALUE_ROW (self), NULL);

  return self->value.variable;
}

static void
set_problem (LsValueRow *self, const char *problem)
{
  if (GTK_IS_ENTRY (self->editor))
    ls_entry_set_problem (GTK_ENTRY (self->editor), problem);
  gtk_label_set_text (GTK_LABEL (self->problem_label), problem != NULL ? problem : "");
  gtk_widget_set_visible (self->problem_label, problem != NULL);
}

/* Default value in italics, changed value in bold. */
static void
show_origin (LsValueRow *self)
{
  GtkStyleContext *name = gtk_widget_get_style_context (self->name_label);
  GtkStyleContext *editor = gtk_widget_get_style_context (self->editor);
  gboolean changed = ls_shared_value_is_changed (&self->value);

  gtk_style_context_remove_class (name, changed ? "initial" : "changed");
  gtk_style_context_remove_class (editor, changed ? "initial" : "changed");
  gtk_style_context_add_class (editor, changed ? "changed" : "initial");
  if (changed)
    gtk_style_context_add_class (name, "changed");
  gtk_widget_set_sensitive (self->reset_button, changed);
}

/* Converts a value of the model to the user's locale. */
static char *
to_shown (LsValueRow *self, const char *value)
{
  char *text = g_strdup (value);

  return self->value.variable->type == LS_TYPE_REAL ? ls_number_localise (text) : text;
}

/* For different values the list has the entry "different", which sets nothing. */
static void
show_choice (LsValueRow *self, const char *value)
{
  GtkComboBox *combo = GTK_COMBO_BOX (self->editor);
  gboolean mixed = ls_shared_value_is_mixed (&self->value);
  int item = ls_shared_value_find_item (&self->value, value);
  const char *id = item >= 0 ? ls_shared_value_get_type (&self->value)->items[item].name : value;

  if (mixed && !gtk_combo_box_set_active_id (combo, DIFFERENT))
    gtk_combo_box_text_prepend (GTK_COMBO_BOX_TEXT (combo), DIFFERENT, _ ("different"));
  gtk_combo_box_set_active_id (combo, mixed ? DIFFERENT : id);
  if (!mixed && g_object_get_data (G_OBJECT (combo), DIFFERENT) != NULL)
    gtk_combo_box_text_remove (GTK_COMBO_BOX_TEXT (combo), 0);
  g_object_set_data (G_OBJECT (combo), DIFFERENT, mixed ? combo : NULL);
}

static void
show_value (LsValueRow *self, const char *value)
{
  g_autofree char *shown = to_shown (self, value);

  self->updating = TRUE;
  if (GTK_IS_ENTRY (self->editor))
    {
      gtk_entry_set_placeholder_text (GTK_ENTRY (self->editor),
                                      ls_shared_value_is_mixed (&self->value) ? _ ("different")
                                                                              : NULL);
      gtk_widget_set_tooltip_text (self->editor, strlen (shown) > NARROW ? shown : NULL);
      if (g_strcmp0 (gtk_entry_get_text (GTK_ENTRY (self->editor)), shown) != 0)
        gtk_entry_set_text (GTK_ENTRY (self->editor), shown);
    }
  else
    show_choice (self, value);
  self->updating = FALSE;
}

/* The value of a connected parameter cannot be edited. */
static void
show_source (LsValueRow *self)
{
  g_autofree char *source = NULL;
  g_autofree char *text = NULL;

  if (self->source_button == NULL)
    return;
  source = ls_parameter_source_get (self->value.document, self->value.component,
                                    self->value.variable->name);
  gtk_widget_set_visible (self->source_button, ls_parameter_source_is_possible (
                                                   self->value.document, self->value.component,
                                                   self->value.variable->name));
  gtk_widget_set_sensitive (self->editor, source == NULL);
  if (source != NULL)
    text = g_strdup_printf (_ ("from %s"), source);
  gtk_label_set_text (GTK_LABEL (self->source_label), text != NULL ? text : "");
  gtk_widget_set_visible (self->source_label, text != NULL);
}

/* (transfer full) (nullable): "left.k" */
static char *
get_signal (LsValueRow *self)
{
  const LsComponent *component = ls_model_find_component (
      ls_document_get_model (self->value.document), self->value.component);

  return component != NULL ? g_strconcat (component->name, ".", self->value.variable->name, NULL)
                           : NULL;
}

static void
show_varied (LsValueRow *self)
{
  LsModel *model = ls_document_get_model (self->value.document);
  g_autofree char *signal = get_signal (self);

  if (signal == NULL)
    return;
  self->updating = TRUE;
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (self->vary_check),
      ls_variation_plan_find (ls_model_get_experiment (model)->variation, signal) >= 0);
  self->updating = FALSE;
}

static void
vary_toggled_cb (LsValueRow *self)
{
  LsModel *model = ls_document_get_model (self->value.document);
  g_autofree char *signal = get_signal (self);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));
  g_autoptr (LsVaried) varied = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (self->updating || signal == NULL)
    return;
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->vary_check)))
    {
      varied = ls_varied_new_around (model, signal, &error);
      if (varied == NULL)
        {
          set_problem (self, error->message);
          show_varied (self);
          return;
        }
      text = ls_varied_to_text (varied);
    }
  ls_variation_plan_set (experiment->variation, signal, text);
  ls_document_set_experiment (self->value.document, experiment);
}

static void
add_vary_check (LsValueRow *self, GtkGrid *grid)
{
  g_autofree char *name = g_strdup_printf (_ ("Vary %s"), self->value.variable->name);

  if (self->value.ids->len != 1 || self->value.variable->type == LS_TYPE_STRING)
    return;
  self->vary_check = gtk_check_button_new ();
  gtk_widget_set_no_show_all (self->vary_check, TRUE);
  gtk_widget_set_tooltip_text (self->vary_check,
                               _ ("Vary it: its range is on the page Variations"));
  ls_widget_set_accessible_name (self->vary_check, name);
  g_signal_connect_swapped (self->vary_check, "toggled", G_CALLBACK (vary_toggled_cb), self);
  gtk_grid_attach (grid, self->vary_check, -1, 0, 1, 1);
}

void
ls_value_row_set_varying (LsValueRow *self, gboolean varying)
{
  g_return_if_fail (LS_IS_VALUE_ROW (self));

  if (self->vary_check == NULL)
    return;
  gtk_widget_set_visible (self->vary_check, varying);
  show_varied (self);
}

void
ls_value_row_update (LsValueRow *self)
{
  g_return_if_fail (LS_IS_VALUE_ROW (self));

  const char *value = ls_shared_value_get (&self->value, 0);

  show_source (self);
  if (!gtk_widget_get_visible (self->problem_label))
    {
      if (ls_shared_value_is_mixed (&self->value))
        value = NULL;
      else if (self->value.variable->type == LS_TYPE_BOOLEAN)
        value = ls_shared_value_is_true (value) ? "true" : "false";
      show_value (self, value != NULL ? value : "");
    }
  show_origin (self);
}

/* Applies a typed value, or shows its error and changes nothing. */
static void
commit (LsValueRow *self, const char *value)
{
  g_autoptr (GError) error = NULL;

  ls_shared_value_set (&self->value, value, &error);
  set_problem (self, error != NULL ? error->message : NULL);
  show_origin (self);
}

static gboolean
is_present (LsValueRow *self, const char *text)
{
  const char *value
      = ls_shared_value_is_mixed (&self->value) ? NULL : ls_shared_value_get (&self->value, 0);

  return g_strcmp0 (value != NULL ? value : "", text) == 0;
}

static void
commit_entry (LsValueRow *self)
{
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->editor));
  g_autofree char *value = self->value.variable->type == LS_TYPE_STRING
                               ? g_strdup (typed)
                               : ls_number_typed_to_c (typed);

  if (ls_model_find_component (ls_document_get_model (self->value.document), self->value.component)
      == NULL)
    return;
  if (is_present (self, value))
    set_problem (self, NULL);
  else
    commit (self, value);
}

/* While typing, the value is only checked; Return or leaving the field applies it. */
static void
entry_changed_cb (LsValueRow *self)
{
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->editor));
  g_autofree char *value = self->value.variable->type == LS_TYPE_STRING
                               ? g_strdup (typed)
                               : ls_number_typed_to_c (typed);
  g_autoptr (GError) error = NULL;

  if (self->updating)
    return;
  if (is_present (self, value) || ls_shared_value_check (&self->value, value, &error))
    set_problem (self, NULL);
  else
    set_problem (self, error->message);
}

static gboolean
entry_focus_out_cb (LsValueRow *self)
{
  commit_entry (self);
  return GDK_EVENT_PROPAGATE;
}

static void
combo_changed_cb (LsValueRow *self)
{
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->editor));

  if (!self->updating && id != NULL && !g_str_equal (id, DIFFERENT))
    commit (self, id);
}

static void
reset_clicked_cb (LsValueRow *self)
{
  set_problem (self, NULL);
  ls_shared_value_set (&self->value, NULL, NULL);
  ls_value_row_update (self);
}

static GtkWidget *
entry_new (LsValueRow *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_width_chars (GTK_ENTRY (entry), 10);
  gtk_entry_set_max_width_chars (GTK_ENTRY (entry), 10);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (entry_changed_cb), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit_entry), self);
  g_signal_connect_swapped (entry, "focus-out-event", G_CALLBACK (entry_focus_out_cb), self);
  return entry;
}

static GtkWidget *
combo_new (LsValueRow *self)
{
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (gtk_combo_box_text_new ());
  const LsDeclaredType *type = ls_shared_value_get_type (&self->value);

  if (self->value.variable->type == LS_TYPE_BOOLEAN)
    {
      gtk_combo_box_text_append (combo, "false", _ ("false"));
      gtk_combo_box_text_append (combo, "true", _ ("true"));
    }
  else
    for (guint i = 0; i < type->n_items; i++)
      gtk_combo_box_text_append (combo, type->items[i].name, type->items[i].name);
  g_signal_connect_swapped (combo, "changed", G_CALLBACK (combo_changed_cb), self);
  return GTK_WIDGET (combo);
}

static gboolean
has_choices (LsValueRow *self)
{
  const LsDeclaredType *type = ls_shared_value_get_type (&self->value);

  return self->value.variable->type == LS_TYPE_BOOLEAN
         || (self->value.variable->type == LS_TYPE_ENUMERATION && type != NULL
             && type->n_items > 0);
}

/* All properties of the variable in the FMU. */
static char *
describe (LsValueRow *self)
{
  const LsVariable *variable = self->value.variable;
  GString *text = g_string_new (variable->name);
  char number[LS_NUMBER_SIZE];

  if (variable->description != NULL)
    g_string_append_printf (text, "\n%s", variable->description);
  g_string_append_printf (text, "\n%s, %s", ls_type_name (variable->type),
                          ls_variability_name (variable->variability));
  if (variable->unit_name != NULL)
    g_string_append_printf (text, _ ("\nUnit: %s"), variable->unit_name);
  if (variable->has_min)
    g_string_append_printf (text, _ ("\nAt least %s"),
                            ls_number_display (variable->min, 9, number));
  if (variable->has_max)
    g_string_append_printf (text, _ ("\nAt most %s"), ls_number_display (variable->max, 9, number));
  if (variable->start != NULL)
    {
      g_autofree char *shown = to_shown (self, variable->start);

      g_string_append_printf (text, _ ("\nThe FMU’s own value: %s"), shown);
    }
  return g_string_free (text, FALSE);
}

static gboolean
is_wide (LsValueRow *self)
{
  const char *value = ls_shared_value_get (&self->value, 0);

  return GTK_IS_ENTRY (self->editor)
         && (self->value.variable->type == LS_TYPE_STRING
             || (value != NULL && strlen (value) > NARROW));
}

static void
add_source (LsValueRow *self, GtkGrid *grid)
{
  if (self->value.ids->len != 1 || self->value.variable->causality != LS_CAUSALITY_PARAMETER)
    return;
  self->source_button = ls_parameter_source_button_new (self->value.document, self->value.component,
                                                        self->value.variable->name);
  gtk_widget_set_no_show_all (self->source_button, TRUE);
  self->source_label = ls_label_new_wrapped ("", TRUE);
  gtk_widget_set_no_show_all (self->source_label, TRUE);
  gtk_grid_attach (grid, self->source_button, 4, 0, 1, 1);
  gtk_grid_attach (grid, self->source_label, 0, 1, 5, 1);
}

/* Two lines: of a long value the description stands beside the name instead of below it. */
static void
add_editor (LsValueRow *self, GtkGrid *grid, const char *tip)
{
  const gboolean wide = is_wide (self);
  GtkWidget *description;

  gtk_grid_attach (grid, self->editor, wide ? 0 : 1, wide ? 2 : 0, wide ? 4 : 1, 1);
  if (wide)
    {
      gtk_entry_set_max_width_chars (GTK_ENTRY (self->editor), -1);
      gtk_widget_set_hexpand (self->editor, TRUE);
    }
  if (self->value.variable->description == NULL)
    return;
  description = ls_label_new_wrapped (self->value.variable->description, TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (description), wide ? 16 : 32);
  gtk_label_set_lines (GTK_LABEL (description), 1);
  gtk_label_set_ellipsize (GTK_LABEL (description), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (description, tip);
  gtk_widget_set_hexpand (description, TRUE);
  gtk_grid_attach (grid, description, wide ? 1 : 0, wide ? 0 : 2, wide ? 1 : 4, 1);
}

/* Its first line at the height of the text of an entry, which does not grow with the row. */
static void
stand_beside_entry (GtkWidget *label)
{
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_margin_top (label, 3);
}

/* On two lines where one is too narrow, divided after a point or an underscore. */
static GtkWidget *
name_label_new (const char *name)
{
  g_autoptr (GString) text = g_string_new (name);
  GtkWidget *label;

  g_string_replace (text, ".", ".\342\200\213", 0);
  g_string_replace (text, "_", "_\342\200\213", 0);
  label = gtk_label_new (text->str);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_line_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), 2);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  stand_beside_entry (label);
  gtk_widget_set_hexpand (label, TRUE);
  ls_widget_set_accessible_name (label, name);
  return label;
}

static void
build (LsValueRow *self)
{
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *unit = gtk_label_new (self->value.variable->unit_name);
  g_autofree char *tip = NULL;
  g_autofree char *reset = g_strdup_printf (_ ("Reset %s"), self->value.variable->name);

  self->name_label = name_label_new (self->value.variable->name);
  tip = describe (self);
  gtk_widget_set_tooltip_text (self->name_label, tip);
  self->editor = has_choices (self) ? combo_new (self) : entry_new (self);
  ls_widget_set_accessible_name (self->editor, self->value.variable->name);
  gtk_widget_set_valign (self->editor, GTK_ALIGN_START);
  stand_beside_entry (unit);
  gtk_style_context_add_class (gtk_widget_get_style_context (unit), GTK_STYLE_CLASS_DIM_LABEL);
  gtk_label_set_xalign (GTK_LABEL (unit), 0);
  gtk_label_set_width_chars (GTK_LABEL (unit), 4);
  gtk_label_set_ellipsize (GTK_LABEL (unit), PANGO_ELLIPSIZE_END);
  self->reset_button = gtk_button_new_from_icon_name ("edit-undo-symbolic", GTK_ICON_SIZE_MENU);
  gtk_button_set_relief (GTK_BUTTON (self->reset_button), GTK_RELIEF_NONE);
  gtk_widget_set_valign (self->reset_button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (self->reset_button, _ ("Back to the FMU’s own value"));
  ls_widget_set_accessible_name (self->reset_button, reset);
  g_signal_connect_swapped (self->reset_button, "clicked", G_CALLBACK (reset_clicked_cb), self);
  self->problem_label = ls_label_new_wrapped ("", FALSE);
  gtk_style_context_add_class (gtk_widget_get_style_context (self->problem_label), "error");
  gtk_widget_set_no_show_all (self->problem_label, TRUE);

  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_style_context_add_class (gtk_widget_get_style_context (grid), "value-row");
  gtk_grid_attach (GTK_GRID (grid), self->name_label, 0, 0, 1, 1);
  add_editor (self, GTK_GRID (grid), tip);
  gtk_grid_attach (GTK_GRID (grid), unit, 2, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), self->reset_button, 3, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), self->problem_label, 0, 4, 4, 1);
  add_source (self, GTK_GRID (grid));
  add_vary_check (self, GTK_GRID (grid));
  gtk_container_add (GTK_CONTAINER (self), grid);
}

/* Focus moves into the row: GtkListBoxRow would take the focus itself and keep Tab from its
 * children. */
static gboolean
ls_value_row_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (gtk_bin_get_child (GTK_BIN (widget)), direction);
}

void
ls_value_row_popup (LsValueRow *self, const GdkEvent *event)
{
  g_return_if_fail (LS_IS_VALUE_ROW (self));

  g_autofree char *signal = get_signal (self);

  if (signal == NULL || self->value.variable->type == LS_TYPE_STRING)
    return;
  ls_signal_menu_popup (GTK_WIDGET (self), signal, event);
}

static void
ls_value_row_finalize (GObject *object)
{
  LsValueRow *self = LS_VALUE_ROW (object);

  ls_shared_value_clear (&self->value);
  G_OBJECT_CLASS (ls_value_row_parent_class)->finalize (object);
}

static void
ls_value_row_class_init (LsValueRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_value_row_finalize;
  GTK_WIDGET_CLASS (klass)->focus = ls_value_row_focus;
}

static void
ls_value_row_init (LsValueRow *self)
{
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
}

GtkWidget *
ls_value_row_new (LsDocument *document, GArray *ids, const LsVariable *variable)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document) && variable != NULL, NULL);

  LsValueRow *self = g_object_new (LS_TYPE_VALUE_ROW, NULL);

  ls_shared_value_init (&self->value, document, ids, variable);
  build (self);
  ls_widget_set_accessible_name (GTK_WIDGET (self), variable->name);
  ls_value_row_update (self);
  gtk_widget_show_all (GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
