#include "app/panel/connection-editor.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/widgets.h"
#include "app/panel/terminal-members.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "core/model/bond.h"

struct _LsConnectionEditor
{
  GtkBox parent_instance;
  LsDocument *document;
  guint id; /* or 0 */
  gboolean updating;
  GArray *partners; /* (nullable): guint: connections offered for a power bond */
  GtkWidget *bond_combo, *bond_box;
  GtkWidget *title, *ends, *units, *factor_entry, *offset_entry, *offset_unit, *keep_check, *effect,
      *problem, *reset_button, *grid;
  GtkWidget *members; /* of terminals; the rest edits the selected one */
  GtkWidget *elements, *output_entry, *input_entry, *transposed_check; /* of arrays */
};

G_DEFINE_TYPE (LsConnectionEditor, ls_connection_editor, GTK_TYPE_BOX)

static const LsConnection *
get_connection (LsConnectionEditor *self)
{
  return self->id != 0 ? ls_model_find_connection (ls_document_get_model (self->document), self->id)
                       : NULL;
}

static const LsVariable *
find_variable (LsConnectionEditor *self, guint component, const char *name)
{
  const LsComponent *record
      = ls_model_find_component (ls_document_get_model (self->document), component);

  return record != NULL ? ls_component_find_variable (record, name) : NULL;
}

/* Returns: (nullable): the port at an end of the wire. */
static const LsVariable *
find_port (LsConnectionEditor *self, guint component, const char *name)
{
  const LsVariable *variable = find_variable (self, component, name);
  const LsComponent *record
      = ls_model_find_component (ls_document_get_model (self->document), component);

  return variable != NULL ? ls_component_get_port (record, variable) : NULL;
}

/* "speed, km/h: description of the variable" */
static char *
describe_end (LsConnectionEditor *self, guint component, const char *name)
{
  const LsComponent *record
      = ls_model_find_component (ls_document_get_model (self->document), component);
  const gboolean is_member
      = ls_model_is_terminal_wire (ls_document_get_model (self->document), self->id);
  const LsVariable *variable
      = is_member ? find_variable (self, component, name) : find_port (self, component, name);
  GString *text = g_string_new (NULL);
  g_autofree char *size = variable != NULL ? ls_component_describe_size (record, variable) : NULL;

  g_string_append_printf (text, "%s.%s", record != NULL ? record->name : "?",
                          variable != NULL ? variable->name : name);
  if (variable == NULL)
    return g_string_free (text, FALSE);
  if (size != NULL)
    g_string_append_printf (text, "[%s]", size);
  g_string_append_printf (text, ", %s", ls_type_name (variable->type));
  if (variable->unit_name != NULL)
    g_string_append_printf (text, _ (" in %s"), variable->unit_name);
  if (variable->description != NULL)
    g_string_append_printf (text, ": %s", variable->description);
  return g_string_free (text, FALSE);
}

/* Describes the unit conversion, even if it is disabled. */
static char *
describe_units (LsConnectionEditor *self, const LsConnection *connection)
{
  LsModel *model = ls_document_get_model (self->document);
  const LsVariable *output = find_variable (self, connection->from, connection->output);
  const LsVariable *input = find_variable (self, connection->to, connection->input);
  char number[LS_NUMBER_SIZE], shift[LS_NUMBER_SIZE];
  double factor, offset;

  ls_model_get_unit_conversion (model, connection->from, connection->output, connection->to,
                                connection->input, &factor, &offset);
  if (output == NULL || input == NULL)
    return g_strdup (_ ("An end of this connection is missing."));
  if (output->unit_name == NULL && input->unit_name == NULL)
    return g_strdup (_ ("Neither end has a unit: values are passed as they are."));
  if (output->unit_name == NULL || input->unit_name == NULL)
    return g_strdup_printf (_ ("Only one end has a unit (%s): values are passed as they are."),
                            output->unit_name != NULL ? output->unit_name : input->unit_name);
  if (factor == 1 && offset == 0)
    return g_strdup_printf (_ ("From %s to %s: nothing to convert."), output->unit_name,
                            input->unit_name);
  ls_number_display (factor, 9, number);
  ls_number_display (offset, 9, shift);
  return offset == 0 ? g_strdup_printf (_ ("From %s to %s: times %s."), output->unit_name,
                                        input->unit_name, number)
                     : g_strdup_printf (_ ("From %s to %s: times %s plus %s."), output->unit_name,
                                        input->unit_name, number, shift);
}

static void
set_number (GtkWidget *entry, double value)
{
  char number[LS_NUMBER_SIZE];

  ls_number_localise (ls_number_format (value, number));
  if (g_strcmp0 (gtk_entry_get_text (GTK_ENTRY (entry)), number) != 0)
    gtk_entry_set_text (GTK_ENTRY (entry), number);
  ls_entry_set_problem (GTK_ENTRY (entry), NULL);
}

static void
set_problem (LsConnectionEditor *self, const char *problem)
{
  gtk_label_set_text (GTK_LABEL (self->problem), problem != NULL ? problem : "");
  gtk_widget_set_visible (self->problem, problem != NULL);
}

static gboolean
is_matrix (LsConnectionEditor *self, guint component, const LsVariable *port)
{
  const LsComponent *record
      = ls_model_find_component (ls_document_get_model (self->document), component);
  g_autofree char *size = ls_component_describe_size (record, port);

  return size != NULL && strstr (size, "×") != NULL;
}

static void
set_elements (GtkWidget *entry, const char *text, gboolean is_known)
{
  gtk_entry_set_text (GTK_ENTRY (entry), text != NULL ? text : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), is_known ? _ ("all") : _ ("single elements"));
  ls_entry_set_problem (GTK_ENTRY (entry), NULL);
}

static void
show_elements (LsConnectionEditor *self, const LsConnection *connection)
{
  const LsVariable *output = find_port (self, connection->from, connection->output);
  const LsVariable *input = find_port (self, connection->to, connection->input);
  const gboolean has_array
      = output != NULL && input != NULL && (output->n_elements > 0 || input->n_elements > 0)
        && !ls_variable_is_terminal (output) && !ls_variable_is_terminal (input);
  LsElementMap map = { 0 };
  gboolean is_known;

  gtk_widget_set_visible (self->elements, has_array);
  if (!has_array)
    return;
  is_known = ls_model_find_map (ls_document_get_model (self->document), connection->id, &map);
  set_elements (self->output_entry, map.output, is_known);
  set_elements (self->input_entry, map.input, is_known);
  gtk_widget_set_sensitive (self->output_entry, output->n_elements > 0);
  gtk_widget_set_sensitive (self->input_entry, input->n_elements > 0);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->transposed_check), map.transposed);
  gtk_widget_set_visible (self->transposed_check, is_matrix (self, connection->from, output)
                                                      && is_matrix (self, connection->to, input));
  ls_element_map_clear (&map);
}

static void
show_members (LsConnectionEditor *self)
{
  const gboolean has_members
      = ls_model_is_terminal_wire (ls_document_get_model (self->document), self->id);

  gtk_widget_set_visible (self->members, has_members);
  if (has_members)
    ls_terminal_members_show (LS_TERMINAL_MEMBERS (self->members), self->document, self->id);
}

static gboolean
is_real (const LsVariable *variable)
{
  return variable != NULL && (variable->type == LS_TYPE_REAL || variable->type == LS_TYPE_INTEGER);
}

static void
show_bonds (LsConnectionEditor *self)
{
  LsModel *model = ls_document_get_model (self->document);
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (self->bond_combo);
  LsBond bond = { 0, 0 };
  int active = 0;

  g_clear_pointer (&self->partners, g_array_unref);
  self->partners = ls_model_list_bond_partners (model, self->id);
  ls_model_find_bond (model, self->id, &bond);
  gtk_combo_box_text_remove_all (combo);
  gtk_combo_box_text_append_text (combo, C_ ("power bond", "none"));
  for (guint i = 0; i < self->partners->len; i++)
    {
      const guint id = g_array_index (self->partners, guint, i);
      g_autofree char *name
          = ls_model_describe_connection (model, ls_model_find_connection (model, id));

      gtk_combo_box_text_append_text (combo, name);
      if (id == bond.effort || id == bond.flow)
        active = (int)i + 1;
    }
  gtk_combo_box_set_active (GTK_COMBO_BOX (combo), active);
  gtk_widget_set_visible (self->bond_box, self->partners->len > 0);
}

static void
bond_changed_cb (LsConnectionEditor *self)
{
  const int active = gtk_combo_box_get_active (GTK_COMBO_BOX (self->bond_combo));
  g_autoptr (GError) error = NULL;

  if (self->updating || get_connection (self) == NULL || active < 0)
    return;
  if (!ls_document_set_bond (self->document, self->id,
                             active > 0 ? g_array_index (self->partners, guint, active - 1) : 0,
                             &error))
    set_problem (self, error->message);
}

static void
show (LsConnectionEditor *self)
{
  const LsConnection *connection = get_connection (self);
  LsModel *model = ls_document_get_model (self->document);
  g_autofree char *name = NULL, *from = NULL, *to = NULL, *both = NULL, *units = NULL;
  g_autofree char *words = NULL, *effect = NULL;
  const LsVariable *input;
  double factor, offset;
  gboolean numeric;

  if (connection == NULL)
    return;
  self->updating = TRUE;
  name = ls_model_describe_wire (model, connection);
  from = describe_end (self, connection->from, connection->output);
  to = describe_end (self, connection->to, connection->input);
  both = g_strdup_printf (_ ("From %s\nTo %s"), from, to);
  units = describe_units (self, connection);
  words = ls_model_describe_transform (model, connection);
  effect = words != NULL ? g_strdup_printf (_ ("Conversion: %s."), words)
                         : g_strdup (_ ("Conversion: none, values are passed unchanged."));
  input = find_variable (self, connection->to, connection->input);
  ls_model_get_unit_conversion (model, connection->from, connection->output, connection->to,
                                connection->input, &factor, &offset);
  numeric = is_real (input) && is_real (find_variable (self, connection->from, connection->output))
            && connection->map == NULL && connection->transformation == NULL;
  gtk_label_set_text (GTK_LABEL (self->title), name);
  gtk_label_set_text (GTK_LABEL (self->ends), both);
  gtk_label_set_text (GTK_LABEL (self->units), units);
  gtk_label_set_text (GTK_LABEL (self->effect), effect);
  gtk_label_set_text (GTK_LABEL (self->offset_unit),
                      input != NULL && input->unit_name != NULL ? input->unit_name : "");
  set_number (self->factor_entry, connection->factor);
  set_number (self->offset_entry, connection->offset);
  show_elements (self, connection);
  show_members (self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->keep_check), !connection->keep_units);
  gtk_widget_set_visible (self->keep_check, factor != 1 || offset != 0 || connection->keep_units);
  gtk_widget_set_sensitive (self->grid, numeric);
  gtk_widget_set_tooltip_text (self->grid,
                               numeric ? NULL : _ ("Factor and offset require numeric values."));
  gtk_widget_set_sensitive (self->reset_button, connection->factor != 1 || connection->offset != 0
                                                    || connection->keep_units);
  show_bonds (self);
  set_problem (self, NULL);
  self->updating = FALSE;
}

static gboolean
read_number (LsConnectionEditor *self, GtkWidget *entry, const char *name, double *value)
{
  const char *typed = gtk_entry_get_text (GTK_ENTRY (entry));
  g_autofree char *problem = NULL;

  if (ls_number_parse_typed (typed, value) && isfinite (*value)
      && (entry != self->factor_entry || *value != 0))
    {
      ls_entry_set_problem (GTK_ENTRY (entry), NULL);
      return TRUE;
    }
  problem = g_strdup_printf (entry == self->factor_entry
                                 ? _ ("%s: “%s” is invalid. Enter a number other than 0.")
                                 : _ ("%s: “%s” is invalid. Enter a number."),
                             name, typed);
  ls_entry_set_problem (GTK_ENTRY (entry), problem);
  set_problem (self, problem);
  return FALSE;
}

static void
commit (LsConnectionEditor *self)
{
  gboolean convert = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->keep_check));
  double factor, offset;
  g_autoptr (GError) error = NULL;

  if (self->updating || get_connection (self) == NULL)
    return;
  set_problem (self, NULL);
  if (!read_number (self, self->factor_entry, _ ("Factor"), &factor)
      || !read_number (self, self->offset_entry, _ ("Offset"), &offset))
    return;
  if (!ls_document_set_transformation (self->document, self->id, factor, offset, !convert, &error))
    set_problem (self, error->message);
}

static gboolean
equal_elements (const char *typed, const char *present)
{
  return g_strcmp0 (typed, present != NULL ? present : "") == 0;
}

/* Both ends at once: a wire that connected others in between would be a step of its own. */
static void
commit_elements (LsConnectionEditor *self)
{
  LsElementMap present = { 0 };
  LsElementMap map = { (char *)gtk_entry_get_text (GTK_ENTRY (self->output_entry)),
                       (char *)gtk_entry_get_text (GTK_ENTRY (self->input_entry)),
                       gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->transposed_check)) };
  g_autoptr (GError) error = NULL;
  gboolean is_known, is_same;

  if (self->updating || get_connection (self) == NULL)
    return;
  is_known = ls_model_find_map (ls_document_get_model (self->document), self->id, &present);
  is_same = equal_elements (map.output, present.output) && equal_elements (map.input, present.input)
            && map.transposed == present.transposed;
  ls_element_map_clear (&present);
  /* Single elements are kept until something is typed. */
  if (is_same && (is_known || (*map.output == '\0' && *map.input == '\0')))
    return;
  set_problem (self, NULL);
  if (ls_document_map_wire (self->document, self->id, &map, &error) == 0)
    set_problem (self, error->message);
}

/* Of square matrices at once; of others with the ranges, by Return. */
static void
transposed_cb (LsConnectionEditor *self)
{
  commit_elements (self);
}

static gboolean
focus_out_cb (LsConnectionEditor *self)
{
  commit (self);
  return GDK_EVENT_PROPAGATE;
}

static void
reset_cb (LsConnectionEditor *self)
{
  if (get_connection (self) != NULL)
    ls_document_set_transformation (self->document, self->id, 1, 0, FALSE, NULL);
}

static void
document_changed_cb (LsConnectionEditor *self, guint parts)
{
  if (self->id == 0)
    return;
  if (get_connection (self) == NULL)
    self->id = 0;
  else if ((parts & (LS_EDIT_CONNECTIONS | LS_EDIT_COMPONENTS)) != 0)
    show (self);
}

/* Whether @id is of the wire between terminals that is edited already. */
static gboolean
is_same_wire (LsConnectionEditor *self, guint id)
{
  LsModel *model = ls_document_get_model (self->document);
  g_autoptr (GArray) wire = NULL;

  if (get_connection (self) == NULL || !ls_model_is_terminal_wire (model, self->id))
    return FALSE;
  wire = ls_model_list_wire (model, self->id);
  for (guint i = 0; i < wire->len; i++)
    if (g_array_index (wire, guint, i) == id)
      return TRUE;
  return FALSE;
}

/* The member that was chosen stays. */
void
ls_connection_editor_set_connection (LsConnectionEditor *self, guint id)
{
  g_return_if_fail (LS_IS_CONNECTION_EDITOR (self));

  if (!is_same_wire (self, id))
    self->id = id;
  show (self);
}

static void
chosen_cb (LsConnectionEditor *self, guint id)
{
  self->id = id;
  show (self);
}

void
ls_connection_editor_set_document (LsConnectionEditor *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static GtkWidget *
entry_new (GtkWidget *grid, const char *name, const char *label, int row)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_width_chars (GTK_ENTRY (entry), 10);
  gtk_widget_set_hexpand (entry, TRUE);
  ls_grid_add_row (grid, row, label, name, entry);
  return entry;
}

static GtkWidget *
number_entry_new (LsConnectionEditor *self, const char *name, const char *label, int row)
{
  GtkWidget *entry = entry_new (self->grid, name, label, row);

  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit), self);
  g_signal_connect_swapped (entry, "focus-out-event", G_CALLBACK (focus_out_cb), self);
  return entry;
}

static GtkWidget *
elements_entry_new (LsConnectionEditor *self, const char *name, const char *label, int row)
{
  GtkWidget *entry = entry_new (self->elements, name, label, row);

  gtk_widget_set_tooltip_text (
      entry, _ ("An index from 1 or a range such as 1-2 for each dimension, separated by commas; "
                "empty: all. Return applies both ends."));
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit_elements), self);
  return entry;
}

static GtkWidget *
grid_new (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  return grid;
}

static void
add_elements (LsConnectionEditor *self)
{
  self->elements = grid_new ();
  self->output_entry
      = elements_entry_new (self, _ ("Elements of the output"), _ ("Elements f_rom"), 0);
  self->input_entry = elements_entry_new (self, _ ("Elements of the input"), _ ("Elements _to"), 1);
  self->transposed_check = gtk_check_button_new_with_mnemonic (_ ("Trans_posed"));
  gtk_widget_set_tooltip_text (self->transposed_check,
                               _ ("Rows of the output are columns of the input"));
  g_signal_connect_swapped (self->transposed_check, "toggled", G_CALLBACK (transposed_cb), self);
  gtk_grid_attach (GTK_GRID (self->elements), self->transposed_check, 1, 2, 1, 1);
  gtk_container_add (GTK_CONTAINER (self), self->elements);
  gtk_widget_show_all (self->elements);
  gtk_widget_set_no_show_all (self->elements, TRUE);
}

static GtkWidget *
add_label (LsConnectionEditor *self, gboolean dim)
{
  GtkWidget *label = ls_label_new_wrapped ("", dim);

  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  gtk_label_set_line_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_container_add (GTK_CONTAINER (self), label);
  return label;
}

static void
ls_connection_editor_finalize (GObject *object)
{
  g_clear_pointer (&LS_CONNECTION_EDITOR (object)->partners, g_array_unref);
  g_clear_object (&LS_CONNECTION_EDITOR (object)->document);
  G_OBJECT_CLASS (ls_connection_editor_parent_class)->finalize (object);
}

static void
ls_connection_editor_class_init (LsConnectionEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_connection_editor_finalize;
}

static void
add_bonds (LsConnectionEditor *self)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("Power _bond with"));

  self->bond_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->bond_combo = gtk_combo_box_text_new ();
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->bond_combo);
  ls_widget_set_accessible_name (self->bond_combo, _ ("Power bond with"));
  gtk_widget_set_tooltip_text (
      self->bond_combo, _ ("The connection whose values times these are a power, as force and "
                           "velocity: runs record what the coupling adds to it"));
  g_signal_connect_swapped (self->bond_combo, "changed", G_CALLBACK (bond_changed_cb), self);
  gtk_container_add (GTK_CONTAINER (self->bond_box), label);
  gtk_container_add (GTK_CONTAINER (self->bond_box), self->bond_combo);
  gtk_container_add (GTK_CONTAINER (self), self->bond_box);
}

static void
ls_connection_editor_init (LsConnectionEditor *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_container_set_border_width (GTK_CONTAINER (self), 6);
  self->title = add_label (self, FALSE);
  gtk_style_context_add_class (gtk_widget_get_style_context (self->title), "strong");
  self->members = ls_terminal_members_new ();
  gtk_widget_set_no_show_all (self->members, TRUE);
  g_signal_connect_swapped (self->members, "chosen", G_CALLBACK (chosen_cb), self);
  gtk_container_add (GTK_CONTAINER (self), self->members);
  self->ends = add_label (self, TRUE);
  add_elements (self);
  self->units = add_label (self, FALSE);
  self->keep_check = gtk_check_button_new_with_mnemonic (_ ("Con_vert units"));
  gtk_widget_set_tooltip_text (self->keep_check,
                               _ ("Off: values are passed unchanged, whatever the units"));
  g_signal_connect_swapped (self->keep_check, "toggled", G_CALLBACK (commit), self);
  gtk_container_add (GTK_CONTAINER (self), self->keep_check);
  self->grid = grid_new ();
  self->factor_entry = number_entry_new (self, _ ("Factor"), _ ("_Factor"), 0);
  self->offset_entry = number_entry_new (self, _ ("Offset"), _ ("_Offset"), 1);
  self->offset_unit = gtk_label_new ("");
  gtk_style_context_add_class (gtk_widget_get_style_context (self->offset_unit),
                               GTK_STYLE_CLASS_DIM_LABEL);
  gtk_grid_attach (GTK_GRID (self->grid), self->offset_unit, 2, 1, 1, 1);
  gtk_container_add (GTK_CONTAINER (self), self->grid);
  self->problem = add_label (self, FALSE);
  gtk_style_context_add_class (gtk_widget_get_style_context (self->problem), "error");
  gtk_widget_set_no_show_all (self->problem, TRUE);
  self->effect = add_label (self, FALSE);
  self->reset_button = gtk_button_new_with_mnemonic (_ ("_Pass Values as They Are"));
  gtk_widget_set_halign (self->reset_button, GTK_ALIGN_START);
  g_signal_connect_swapped (self->reset_button, "clicked", G_CALLBACK (reset_cb), self);
  gtk_container_add (GTK_CONTAINER (self), self->reset_button);
  add_bonds (self);
  gtk_widget_show_all (GTK_WIDGET (self));
}
