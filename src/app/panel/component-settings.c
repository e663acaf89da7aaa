#include "app/panel/component-settings.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/dialog/compare-solvers.h"
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/model/pace.h"
#include "core/system/solver.h"
#include "core/system/system.h"

/* Of a step size. */
#define DIGITS 6

struct _LsComponentSettingsBox
{
  GtkBox parent_instance;
  LsDocument *document;
  guint id; /* or 0 */
  gboolean updating;
  GtkWidget *implementation, *solver, *options, *inner_steps, *own_step, *compare,
      *checks[LS_N_CAPABILITIES], *note, *problem;
};

G_DEFINE_TYPE (LsComponentSettingsBox, ls_component_settings, GTK_TYPE_BOX)

static const LsComponent *
get_component (LsComponentSettingsBox *self)
{
  return self->id != 0 ? ls_model_find_component (ls_document_get_model (self->document), self->id)
                       : NULL;
}

static gboolean
does_without (const LsComponent *component, LsCapability capability)
{
  return component->without != NULL
         && g_strv_contains ((const char *const *)component->without,
                             ls_capability_id (capability));
}

/* Shows the capabilities of the FMU in a sentence. */
static void
show_note (LsComponentSettingsBox *self, const LsDescription *description)
{
  gboolean me = description->model_exchange.present, cs = description->co_simulation.present;

  gtk_label_set_text (GTK_LABEL (self->note),
                      me && cs ? _ ("This FMU has both interfaces.")
                      : me     ? _ ("This FMU has Model Exchange only: Lockstep integrates it.")
                               : _ ("This FMU has Co-Simulation only: it integrates itself."));
  gtk_widget_set_sensitive (self->implementation, me && cs);
  gtk_widget_set_sensitive (self->solver, me);
  gtk_widget_set_sensitive (self->options, me);
  gtk_widget_set_sensitive (self->compare, me);
}

/* "tolerance: Relative tolerance of …", one line per option of solver @id. */
static char *
describe_options (const char *id)
{
  guint n;
  const LsOption *list = ls_qss_method_find (id) != NULL ? ls_solver_get_schedule_options (&n)
                                                         : ls_solver_get_options (&n);
  GString *text = g_string_new (_ ("NAME=VALUE, with colons between them:"));

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "\n%s", list[i].name);
      if (list[i].unit != NULL)
        g_string_append_printf (text, " (%s)", list[i].unit);
      g_string_append_printf (text, ": %s", _ (list[i].summary));
    }
  return g_string_free (text, FALSE);
}

/* Adds a row for a solver (from a file) that is not in the list. */
static void
show_solver (LsComponentSettingsBox *self, const char *solver)
{
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (self->solver);
  g_autofree char *id
      = g_strndup (solver != NULL ? solver : "", solver != NULL ? strcspn (solver, ":") : 0);
  const char *options
      = solver != NULL && solver[strlen (id)] == ':' ? solver + strlen (id) + 1 : "";
  g_autofree char *tip = describe_options (id);

  if (!gtk_combo_box_set_active_id (GTK_COMBO_BOX (combo), id))
    {
      gtk_combo_box_text_append (combo, id, id);
      gtk_combo_box_set_active_id (GTK_COMBO_BOX (combo), id);
    }
  if (g_strcmp0 (gtk_entry_get_text (GTK_ENTRY (self->options)), options) != 0)
    gtk_entry_set_text (GTK_ENTRY (self->options), options);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->options), ls_qss_method_find (id) != NULL
                                                                 ? "quantum=1e-6"
                                                                 : "tolerance=1e-6");
  gtk_widget_set_tooltip_text (self->options, tip);
  ls_entry_set_problem (GTK_ENTRY (self->options), NULL);
}

/* Shows in @widget why steps of its own are not possible for @several. An impossible choice can
 * still be changed. */
static void
show_possible (GtkWidget *widget, const LsComponent *several, gboolean is_set, const char *tip)
{
  g_autoptr (GError) error = NULL;
  LsPace pace;

  gtk_widget_set_sensitive (widget, ls_component_get_pace (several, &pace, &error) || is_set);
  gtk_widget_set_tooltip_text (widget, error != NULL ? error->message : tip);
  atk_object_set_description (gtk_widget_get_accessible (widget),
                              error != NULL ? error->message : tip);
}

static void
show_steps (LsComponentSettingsBox *self, const LsComponent *component)
{
  GtkComboBox *combo = GTK_COMBO_BOX (self->inner_steps);
  const char *steps = component->inner_steps != NULL ? component->inner_steps : "1";
  const char *own = component->own_step != NULL ? component->own_step : "";
  char number[LS_NUMBER_SIZE];
  g_autofree char *hint
      = component->step_hint > 0.0 ? g_strdup_printf (
            _ ("%s, from the file"), ls_number_display (component->step_hint, DIGITS, number))
                                   : NULL;
  LsComponent several = *component;

  /* It clears the description, too. */
  ls_entry_set_problem (GTK_ENTRY (self->own_step), NULL);
  several.own_step = NULL;
  several.inner_steps = (char *)"auto";
  show_possible (self->inner_steps, &several, component->inner_steps != NULL,
                 _ ("Steps within each macro step, each with the mean of the input polynomials: "
                    "the component gets polynomial inputs, at the cost of more calls"));
  several.inner_steps = NULL;
  several.own_step = (char *)"2x";
  show_possible (
      self->own_step, &several, component->own_step != NULL,
      _ ("Seconds (0.01), macro steps (10x) or “macro”: the macro step, overriding the file"));
  if (!gtk_combo_box_set_active_id (combo, steps))
    {
      gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), steps, steps);
      gtk_combo_box_set_active_id (combo, steps);
    }
  if (g_strcmp0 (gtk_entry_get_text (GTK_ENTRY (self->own_step)), own) != 0)
    gtk_entry_set_text (GTK_ENTRY (self->own_step), own);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->own_step),
                                  hint != NULL ? hint : _ ("macro step"));
}

/* Returns: (transfer full) (nullable) */
static char *
read_own_step (LsComponentSettingsBox *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_entry_get_text (GTK_ENTRY (self->own_step))));

  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

/* Returns: (transfer full) (nullable): "qss3:quantum=1e-6"; options without a solver apply to the
 * default solver. */
static char *
read_solver (LsComponentSettingsBox *self)
{
  const char *solver = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->solver));
  g_autofree char *options = g_strstrip (g_strdup (gtk_entry_get_text (GTK_ENTRY (self->options))));

  if (solver == NULL || *solver == '\0')
    return *options != '\0' ? g_strconcat (LS_SOLVER_DEFAULT ":", options, NULL) : NULL;
  return *options != '\0' ? g_strconcat (solver, ":", options, NULL) : g_strdup (solver);
}

static void
show (LsComponentSettingsBox *self)
{
  static const char *const ids[] = { "any", "cs", "me" };
  const LsComponent *component = get_component (self);

  if (component == NULL || component->fmu == NULL)
    {
      gtk_widget_set_sensitive (GTK_WIDGET (self), FALSE);
      return;
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self), TRUE);
  self->updating = TRUE;
  show_note (self, ls_fmu_get_description (component->fmu));
  gtk_combo_box_set_active_id (GTK_COMBO_BOX (self->implementation),
                               ids[component->implementation]);
  show_solver (self, component->solver);
  show_steps (self, component);
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->checks[i]),
                                  !does_without (component, (LsCapability)i));
  gtk_widget_hide (self->problem);
  self->updating = FALSE;
}

static void
commit (LsComponentSettingsBox *self)
{
  g_autofree char *solver = read_solver (self);
  g_autofree char *own_step = read_own_step (self);
  const char *implementation = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->implementation));
  g_autoptr (GPtrArray) without = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  const char *inner_steps = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->inner_steps));
  LsComponentSettings settings = { .implementation = LS_IMPLEMENTATION_ANY };
  gboolean options_valid;
  LsSolver parsed;

  if (self->updating || get_component (self) == NULL)
    return;
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->checks[i])))
      g_ptr_array_add (without, (gpointer)ls_capability_id ((LsCapability)i));
  settings.implementation = g_strcmp0 (implementation, "cs") == 0 ? LS_IMPLEMENTATION_CO_SIMULATION
                            : g_strcmp0 (implementation, "me") == 0
                                ? LS_IMPLEMENTATION_MODEL_EXCHANGE
                                : LS_IMPLEMENTATION_ANY;
  settings.solver = solver;
  if (g_strcmp0 (inner_steps, "1") != 0)
    settings.inner_steps = (char *)inner_steps;
  settings.own_step = own_step;
  if (without->len > 0)
    {
      g_ptr_array_add (without, NULL);
      settings.without = (char **)without->pdata;
    }
  options_valid = ls_solver_parse (solver, &parsed, &error);
  if (options_valid && ls_document_set_settings (self->document, self->id, &settings, &error))
    {
      show (self);
      return;
    }
  ls_entry_set_problem (GTK_ENTRY (options_valid ? self->own_step : self->options), error->message);
  gtk_label_set_text (GTK_LABEL (self->problem), error->message);
  gtk_widget_show (self->problem);
}

/* Options do not apply to another solver. */
static void
solver_changed_cb (LsComponentSettingsBox *self)
{
  if (self->updating)
    return;
  self->updating = TRUE;
  gtk_entry_set_text (GTK_ENTRY (self->options), "");
  self->updating = FALSE;
  commit (self);
}

static gboolean
focus_out_cb (LsComponentSettingsBox *self)
{
  g_autofree char *solver = read_solver (self);
  g_autofree char *own_step = read_own_step (self);
  const LsComponent *component = get_component (self);

  if (component != NULL
      && (g_strcmp0 (solver, component->solver) != 0
          || g_strcmp0 (own_step, component->own_step) != 0))
    commit (self);
  return GDK_EVENT_PROPAGATE;
}

static void
document_changed_cb (LsComponentSettingsBox *self, guint parts, guint component)
{
  if (self->id != 0 && (component == 0 || component == self->id)
      && (parts & (LS_EDIT_VALUES | LS_EDIT_COMPONENTS)) != 0)
    show (self);
}

void
ls_component_settings_set_component (LsComponentSettingsBox *self, guint id)
{
  g_return_if_fail (LS_IS_COMPONENT_SETTINGS (self));

  self->id = id;
  show (self);
}

void
ls_component_settings_set_document (LsComponentSettingsBox *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
compare_solvers (LsComponentSettingsBox *self)
{
  GtkWidget *window = gtk_widget_get_toplevel (GTK_WIDGET (self));

  if (get_component (self) != NULL)
    ls_compare_solvers_show (GTK_IS_WINDOW (window) ? GTK_WINDOW (window) : NULL, self->document,
                             self->id);
}

static GtkWidget *
entry_new (
    LsComponentSettingsBox *self, GtkWidget *grid, const char *name, const char *label, int row)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_width_chars (GTK_ENTRY (entry), 8);
  ls_grid_add_row (grid, row, label, name, entry);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit), self);
  g_signal_connect_swapped (entry, "focus-out-event", G_CALLBACK (focus_out_cb), self);
  return entry;
}

static GtkWidget *
combo_new (LsComponentSettingsBox *self,
           GtkWidget *grid,
           const char *name,
           const char *label,
           int row,
           GCallback changed)
{
  GtkWidget *combo = gtk_combo_box_text_new ();

  gtk_widget_set_hexpand (combo, TRUE);
  ls_grid_add_row (grid, row, label, name, combo);
  g_signal_connect_swapped (combo, "changed", changed, self);
  return combo;
}

static void
fill_combos (LsComponentSettingsBox *self)
{
  GtkComboBoxText *inner_steps = GTK_COMBO_BOX_TEXT (self->inner_steps);
  GtkComboBoxText *implementation = GTK_COMBO_BOX_TEXT (self->implementation);
  GtkComboBoxText *solver = GTK_COMBO_BOX_TEXT (self->solver);

  gtk_combo_box_text_append (implementation, "any", _ ("Automatic"));
  gtk_combo_box_text_append (implementation, "cs", _ ("Co-Simulation"));
  gtk_combo_box_text_append (implementation, "me", _ ("Model Exchange"));
  gtk_combo_box_text_append (solver, "", _ ("The FMU’s own, or standard"));
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i);

      gtk_combo_box_text_append (solver, ls_ode_method_get_id (method),
                                 ls_ode_method_get_name (method));
    }
  for (guint i = 0; i < ls_qss_method_get_n (); i++)
    {
      const LsQssMethod *method = ls_qss_method_get (i);

      gtk_combo_box_text_append (solver, ls_qss_method_get_id (method),
                                 ls_qss_method_get_name (method));
    }
  for (const char *const *text = ls_pace_list_inner (); *text != NULL; text++)
    gtk_combo_box_text_append (inner_steps, *text,
                               strcmp (*text, "auto") == 0 ? _ ("Automatic") : *text);
}

static void
ls_component_settings_finalize (GObject *object)
{
  g_clear_object (&LS_COMPONENT_SETTINGS (object)->document);
  G_OBJECT_CLASS (ls_component_settings_parent_class)->finalize (object);
}

static void
ls_component_settings_class_init (LsComponentSettingsBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_component_settings_finalize;
}

static void
ls_component_settings_init (LsComponentSettingsBox *self)
{
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *label;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 3);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  self->note = ls_label_new_wrapped ("", TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->note), 30);
  gtk_container_add (GTK_CONTAINER (self), self->note);
  self->updating = TRUE;
  self->implementation
      = combo_new (self, grid, _ ("Interface"), _ ("_Interface"), 0, G_CALLBACK (commit));
  self->solver
      = combo_new (self, grid, _ ("Solver"), _ ("Sol_ver"), 1, G_CALLBACK (solver_changed_cb));
  self->options = entry_new (self, grid, _ ("Options of the solver"), _ ("O_ptions"), 2);
  self->compare = gtk_button_new_with_mnemonic (_ ("Compare _Solvers…"));
  gtk_widget_set_tooltip_text (
      self->compare, _ ("Steps, evaluations and errors of solvers on this component alone"));
  g_signal_connect_swapped (self->compare, "clicked", G_CALLBACK (compare_solvers), self);
  gtk_grid_attach (GTK_GRID (grid), self->compare, 1, 4, 1, 1);
  self->inner_steps
      = combo_new (self, grid, _ ("Inner steps"), _ ("Inner _steps"), 5, G_CALLBACK (commit));
  self->own_step = entry_new (self, grid, _ ("Step of its own"), _ ("Own st_ep"), 6);
  self->problem = ls_label_new_wrapped ("", FALSE);
  gtk_style_context_add_class (gtk_widget_get_style_context (self->problem), "error");
  gtk_widget_set_no_show_all (self->problem, TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->problem), 30);
  gtk_grid_attach (GTK_GRID (grid), self->problem, 0, 3, 2, 1);
  gtk_container_add (GTK_CONTAINER (self), grid);
  fill_combos (self);
  label = ls_label_new_wrapped (_ ("Capabilities used if the FMU supports them:"), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  gtk_container_add (GTK_CONTAINER (self), label);
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    {
      self->checks[i] = gtk_check_button_new_with_label (ls_capability_name ((LsCapability)i));
      gtk_widget_set_tooltip_text (self->checks[i], _ ("Off: runs ignore this capability"));
      g_signal_connect_swapped (self->checks[i], "toggled", G_CALLBACK (commit), self);
      gtk_container_add (GTK_CONTAINER (self), self->checks[i]);
    }
  self->updating = FALSE;
  gtk_widget_show_all (GTK_WIDGET (self));
}
