#include "app/variations/plan-setting.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/widgets.h"
#include "app/run/settings.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "core/coupling/coupling.h"

struct _LsPlanSetting
{
  GtkGrid parent_instance;
  LsDocument *document;
  gboolean filling; /* the widgets are being set by the program */
  char *shown;      /* (nullable): methods in the list, to be made anew only if they change */
  GtkWidget *method, *step, *tolerance;
};

G_DEFINE_TYPE (LsPlanSetting, ls_plan_setting, GTK_TYPE_GRID)

static const LsExperiment *
get_experiment (LsDocument *document)
{
  return ls_model_get_experiment (ls_document_get_model (document));
}

/* ---- What the runs have ------------------------------------------------------------------- */

LsMethodChoice *
ls_plan_setting_read (LsDocument *document, LsRunSettings *settings)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document) && settings != NULL, NULL);

  const LsVariationPlan *plan = get_experiment (document)->variation;
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (document);
  g_autofree char *of_step = NULL;
  g_autofree char *of_stop = NULL;
  g_autoptr (GArray) steps = ls_settings_list_step_sizes (document, &of_step);
  LsMethodChoice *choice
      = plan->method != NULL ? ls_method_choice_parse (plan->method, NULL) : NULL;

  settings->start_time = get_experiment (document)->start_time;
  settings->stop_time = ls_settings_get_stop_time (document, &of_stop);
  settings->step_size = g_array_index (steps, double, 0);
  settings->tolerance = get_experiment (document)->tolerance;
  ls_variation_plan_choose_steps (plan, &settings->step_size, &settings->tolerance);
  if (choice != NULL)
    return choice;
  if (plan->method != NULL)
    return ls_method_choice_new (plan->method);
  return methods->len > 0 ? ls_method_choice_copy (methods->pdata[0]) : NULL;
}

/* ---- Showing ------------------------------------------------------------------------------ */

static void
add_method (GtkWidget *combo, GPtrArray *ids, const char *id, const char *name)
{
  if (g_ptr_array_find_with_equal_func (ids, id, g_str_equal, NULL))
    return;
  g_ptr_array_add (ids, g_strdup (id));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), id, name);
}

/* The one of the model, then all with their defaults, then that of the plan with its options. */
static void
fill_methods (LsPlanSetting *self)
{
  const LsVariationPlan *plan = get_experiment (self->document)->variation;
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *own = methods->len > 0 ? ls_method_choice_to_text (methods->pdata[0]) : NULL;
  /* Translators: a coupling method. */
  g_autofree char *first = g_strdup_printf (_ ("As above: %s"), own != NULL ? own : "–");
  g_autofree char *shown
      = g_strdup_printf ("%s %s", first, plan->method != NULL ? plan->method : "");

  if (g_strcmp0 (shown, self->shown) != 0)
    {
      g_free (self->shown);
      self->shown = g_steal_pointer (&shown);
      gtk_combo_box_text_remove_all (GTK_COMBO_BOX_TEXT (self->method));
      add_method (self->method, ids, "", first);
      for (guint i = 0; i < ls_coupling_method_get_n (); i++)
        {
          const LsCouplingMethod *method = ls_coupling_method_get (i);

          add_method (self->method, ids, ls_coupling_method_get_id (method),
                      ls_coupling_method_get_name (method));
        }
      for (guint i = 0; i < methods->len; i++)
        {
          g_autofree char *text = ls_method_choice_to_text (methods->pdata[i]);

          add_method (self->method, ids, text, text);
        }
      if (plan->method != NULL)
        add_method (self->method, ids, plan->method, plan->method);
    }
  gtk_combo_box_set_active_id (GTK_COMBO_BOX (self->method),
                               plan->method != NULL ? plan->method : "");
}

/* @planned: 0: that of the model, @own */
static void
fill_entry (GtkWidget *entry, double planned, double own)
{
  char text[LS_NUMBER_SIZE], of_model[LS_NUMBER_SIZE];
  g_autofree char *shown = planned > 0
                               ? ls_number_localise (g_strdup (ls_number_format (planned, text)))
                               : g_strdup ("");

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), own > 0 ? ls_number_display (own, 6, of_model)
                                                             : C_ ("tolerance", "none"));
  ls_entry_set_problem (GTK_ENTRY (entry), NULL);
  if (strcmp (gtk_entry_get_text (GTK_ENTRY (entry)), shown) != 0)
    gtk_entry_set_text (GTK_ENTRY (entry), shown);
}

void
ls_plan_setting_update (LsPlanSetting *self)
{
  g_return_if_fail (LS_IS_PLAN_SETTING (self) && self->document != NULL);

  const LsExperiment *experiment = get_experiment (self->document);
  const LsVariationPlan *plan = experiment->variation;
  g_autofree char *origin = NULL;
  g_autoptr (GArray) steps = ls_settings_list_step_sizes (self->document, &origin);
  double step = g_array_index (steps, double, 0), tolerance = experiment->tolerance;

  self->filling = TRUE;
  fill_methods (self);
  fill_entry (self->step, plan->step_size, step);
  ls_variation_plan_choose_steps (plan, &step, &tolerance);
  fill_entry (self->tolerance, plan->tolerance, tolerance);
  self->filling = FALSE;
}

/* ---- Editing ------------------------------------------------------------------------------ */

static void
method_cb (LsPlanSetting *self)
{
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->method));
  g_autoptr (LsExperiment) experiment = NULL;

  if (self->filling || id == NULL)
    return;
  experiment = ls_experiment_copy (get_experiment (self->document));
  g_free (experiment->variation->method);
  experiment->variation->method = *id != '\0' ? g_strdup (id) : NULL;
  ls_document_set_experiment (self->document, experiment);
}

/* @value: (out): 0 for an empty entry, which is that of the model */
static gboolean
read_entry (LsPlanSetting *self, GtkWidget *entry, double *value)
{
  const char *text = gtk_entry_get_text (GTK_ENTRY (entry));
  const gboolean is_step = entry == self->step;
  const char *problem = NULL;

  *value = 0;
  if (*text != '\0'
      && (!ls_number_parse_typed (text, value) || !(*value > 0) || !isfinite (*value)
          || (!is_step && *value >= 1)))
    problem = is_step ? _ ("The macro step is a number above 0, in seconds")
                      : _ ("The tolerance is a number between 0 and 1");
  ls_entry_set_problem (GTK_ENTRY (entry), problem);
  return problem == NULL;
}

static void
typed_cb (LsPlanSetting *self, GtkWidget *entry)
{
  double value;

  if (!self->filling)
    read_entry (self, entry, &value);
}

static void
commit_cb (LsPlanSetting *self, GtkWidget *entry)
{
  g_autoptr (LsExperiment) experiment = NULL;
  double value, *planned;

  if (self->filling || self->document == NULL || !read_entry (self, entry, &value))
    return;
  experiment = ls_experiment_copy (get_experiment (self->document));
  planned
      = entry == self->step ? &experiment->variation->step_size : &experiment->variation->tolerance;
  if (*planned == value)
    return;
  *planned = value;
  ls_document_set_experiment (self->document, experiment);
}

static gboolean
focus_out_cb (LsPlanSetting *self, G_GNUC_UNUSED GdkEvent *event, GtkWidget *entry)
{
  commit_cb (self, entry);
  return GDK_EVENT_PROPAGATE;
}

const char *
ls_plan_setting_get_problem (LsPlanSetting *self)
{
  g_return_val_if_fail (LS_IS_PLAN_SETTING (self), NULL);

  double value;

  if (!read_entry (self, self->step, &value))
    return _ ("The macro step is a number above 0, in seconds");
  return read_entry (self, self->tolerance, &value)
             ? NULL
             : _ ("The tolerance is a number between 0 and 1");
}

void
ls_plan_setting_set_document (LsPlanSetting *self, LsDocument *document)
{
  g_return_if_fail (LS_IS_PLAN_SETTING (self) && self->document == NULL);

  self->document = g_object_ref (document);
  ls_plan_setting_update (self);
}

/* ---- The widget --------------------------------------------------------------------------- */

static void
ls_plan_setting_dispose (GObject *object)
{
  LsPlanSetting *self = LS_PLAN_SETTING (object);

  /* An entry that loses the focus as it is destroyed edits nothing. */
  self->filling = TRUE;
  g_clear_object (&self->document);
  g_clear_pointer (&self->shown, g_free);
  G_OBJECT_CLASS (ls_plan_setting_parent_class)->dispose (object);
}

static void
ls_plan_setting_class_init (LsPlanSettingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_plan_setting_dispose;
}

/* Step size and tolerance stand side by side: the column is no higher than what it says. */
static GtkWidget *
add_entry (LsPlanSetting *self, int column, const char *caption, const char *name, const char *tip)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (caption);
  GtkWidget *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_entry_set_width_chars (GTK_ENTRY (entry), 8);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_set_tooltip_text (entry, tip);
  ls_widget_set_accessible_name (entry, name);
  gtk_grid_attach (GTK_GRID (self), label, column, 1, 1, 1);
  gtk_grid_attach (GTK_GRID (self), entry, column + 1, 1, 1, 1);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (typed_cb), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit_cb), self);
  g_signal_connect_swapped (entry, "focus-out-event", G_CALLBACK (focus_out_cb), self);
  return entry;
}

/* A method with options is long. */
static void
limit_width (GtkWidget *combo)
{
  g_autoptr (GList) cells = gtk_cell_layout_get_cells (GTK_CELL_LAYOUT (combo));

  for (GList *i = cells; i != NULL; i = i->next)
    g_object_set (i->data, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", 22, NULL);
}

static void
ls_plan_setting_init (LsPlanSetting *self)
{
  gtk_grid_set_row_spacing (GTK_GRID (self), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self), 6);
  self->method = gtk_combo_box_text_new ();
  gtk_widget_set_tooltip_text (self->method, _ ("Coupling method of each run"));
  ls_grid_add_row (GTK_WIDGET (self), 0, _ ("Method"), _ ("Method of the variations"),
                   self->method);
  gtk_container_child_set (GTK_CONTAINER (self), self->method, "width", 3, NULL);
  g_signal_connect_swapped (self->method, "changed", G_CALLBACK (method_cb), self);
  limit_width (self->method);
  ls_widget_leave_wheel (self->method);
  self->step = add_entry (self, 0, _ ("Macro step (s)"), _ ("Macro step of the variations"),
                          _ ("Empty: the first step size of the bar above. With a tolerance it is "
                             "the maximum"));
  self->tolerance = add_entry (self, 2, _ ("Tolerance"), _ ("Tolerance of the variations"),
                               _ ("Coupling tolerance of each run. Empty: that of the bar above, "
                                  "or none with a macro step"));
  /* Entries expand within the grid only: the rest of the page needs the room. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
  gtk_widget_show_all (GTK_WIDGET (self));
}
