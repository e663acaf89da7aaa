#include "app/run/run-values.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/base/number.h"

struct _LsRunValues
{
  GtkBox parent_instance;
  LsComparison *comparison; /* (nullable) */
  GPtrArray *names;         /* char *: "component.variable" */
  GArray *values;           /* double, present values */
  GArray *ranges;           /* double: minimum and maximum of the slider, alternating */
  GtkWidget *combo, *scale, *entry;
  gboolean updating;
};

G_DEFINE_TYPE (LsRunValues, ls_run_values, GTK_TYPE_BOX)

/* Number of slider positions; finer than a pointer can select. */
#define N_POSITIONS 1000.0

static guint
get_index (LsRunValues *self)
{
  int active = gtk_combo_box_get_active (GTK_COMBO_BOX (self->combo));

  return active >= 0 ? (guint)active : G_MAXUINT;
}

static double *
get_range (LsRunValues *self, guint index)
{
  return &g_array_index (self->ranges, double, 2 * index);
}

/* The current run. */
static LsRun *
find_run (LsRunValues *self)
{
  for (guint i = 0; i < ls_comparison_get_n_runs (self->comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (self->comparison, i);
      LsRunResult result = { 0 };
      LsRunState state;

      ls_run_get_result (run, &result);
      state = result.state;
      ls_run_result_clear (&result);
      if (state == LS_RUN_RUNNING)
        return run;
    }
  return NULL;
}

static void
show_value (LsRunValues *self)
{
  guint index = get_index (self);
  char number[LS_NUMBER_SIZE];
  double value, *range;

  if (index >= self->names->len)
    return;
  value = g_array_index (self->values, double, index);
  range = get_range (self, index);
  self->updating = TRUE;
  gtk_range_set_range (GTK_RANGE (self->scale), MIN (range[0], value), MAX (range[1], value));
  gtk_range_set_increments (GTK_RANGE (self->scale), (range[1] - range[0]) / 100,
                            (range[1] - range[0]) / 10);
  gtk_range_set_value (GTK_RANGE (self->scale), value);
  gtk_entry_set_text (GTK_ENTRY (self->entry), ls_number_show (value, 6, number));
  ls_entry_set_problem (GTK_ENTRY (self->entry), NULL);
  self->updating = FALSE;
}

static void
set_value (LsRunValues *self, double value)
{
  guint index = get_index (self);
  LsRun *run = self->comparison != NULL ? find_run (self) : NULL;

  if (index >= self->names->len || run == NULL)
    return;
  g_array_index (self->values, double, index) = value;
  ls_run_set_value (run, g_ptr_array_index (self->names, index), value);
}

static void
combo_changed_cb (LsRunValues *self)
{
  if (!self->updating)
    show_value (self);
}

static void
scale_changed_cb (LsRunValues *self)
{
  char number[LS_NUMBER_SIZE];
  double value = gtk_range_get_value (GTK_RANGE (self->scale));

  if (self->updating)
    return;
  set_value (self, value);
  self->updating = TRUE;
  gtk_entry_set_text (GTK_ENTRY (self->entry), ls_number_show (value, 6, number));
  self->updating = FALSE;
}

static void
entry_activate_cb (LsRunValues *self)
{
  double value;

  if (!ls_number_parse_typed (gtk_entry_get_text (GTK_ENTRY (self->entry)), &value)
      || !isfinite (value))
    {
      ls_entry_set_problem (GTK_ENTRY (self->entry), _ ("A number, like 0.5 or 1e-3"));
      return;
    }
  set_value (self, value);
  show_value (self);
}

static gboolean
can_change (const LsModel *model, const LsComponent *component, const LsVariable *variable)
{
  if (variable->type == LS_TYPE_STRING)
    return FALSE;
  if (ls_model_find_source ((LsModel *)model, component->id, variable->name) != NULL)
    return FALSE;
  return variable->causality == LS_CAUSALITY_INPUT
         || (variable->causality == LS_CAUSALITY_PARAMETER
             && variable->variability == LS_VARIABILITY_TUNABLE);
}

static void
add_variable (LsRunValues *self, const LsComponent *component, const LsVariable *variable)
{
  const char *text = g_hash_table_lookup (component->values, variable->name);
  double value = variable->start_real, given, size, range[2];

  if (text != NULL && ls_number_parse (text, &given))
    value = given;
  size = fmax (fabs (value), variable->nominal);
  range[0] = isfinite (variable->min) ? variable->min : value >= 0 && value > 0 ? 0 : -size;
  range[1] = variable->sizes_arrays     ? (double)variable->size
             : isfinite (variable->max) ? variable->max
                                        : value + size;
  if (range[1] - range[0] > 1e3 * size)
    range[1] = range[0] + 2 * size;
  g_ptr_array_add (self->names, g_strdup_printf ("%s.%s", component->name, variable->name));
  g_array_append_val (self->values, value);
  g_array_append_vals (self->ranges, range, 2);
  gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (self->combo),
                                  g_ptr_array_index (self->names, self->names->len - 1));
}

static void
list_variables (LsRunValues *self)
{
  const LsModel *model = ls_comparison_get_model (self->comparison);

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      const LsDescription *description
          = component->fmu != NULL ? ls_fmu_get_description (component->fmu) : NULL;

      for (guint j = 0; description != NULL && j < description->n_variables; j++)
        if (can_change (model, component, &description->variables[j]))
          add_variable (self, component, &description->variables[j]);
    }
}

void
ls_run_values_set_comparison (LsRunValues *self, LsComparison *comparison)
{
  g_return_if_fail (LS_IS_RUN_VALUES (self));

  if (self->comparison == comparison)
    return;
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  self->updating = TRUE;
  gtk_combo_box_text_remove_all (GTK_COMBO_BOX_TEXT (self->combo));
  g_ptr_array_set_size (self->names, 0);
  g_array_set_size (self->values, 0);
  g_array_set_size (self->ranges, 0);
  if (comparison != NULL)
    {
      self->comparison = ls_comparison_ref (comparison);
      list_variables (self);
    }
  gtk_combo_box_set_active (GTK_COMBO_BOX (self->combo), self->names->len > 0 ? 0 : -1);
  self->updating = FALSE;
  show_value (self);
  gtk_widget_set_visible (GTK_WIDGET (self), self->names->len > 0);
}

static void
ls_run_values_finalize (GObject *object)
{
  LsRunValues *self = LS_RUN_VALUES (object);

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_ptr_array_unref (self->names);
  g_array_unref (self->values);
  g_array_unref (self->ranges);
  G_OBJECT_CLASS (ls_run_values_parent_class)->finalize (object);
}

static void
ls_run_values_class_init (LsRunValuesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_run_values_finalize;
}

static void
ls_run_values_init (LsRunValues *self)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("Change _value"));

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (double));
  self->combo = gtk_combo_box_text_new ();
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1 / N_POSITIONS);
  self->entry = gtk_entry_new ();
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), FALSE);
  gtk_widget_set_hexpand (self->scale, TRUE);
  gtk_entry_set_width_chars (GTK_ENTRY (self->entry), 10);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->combo);
  ls_widget_set_accessible_name (self->combo, _ ("Value to change"));
  ls_widget_set_accessible_name (self->scale, _ ("New value"));
  ls_widget_set_accessible_name (self->entry, _ ("New value as a number"));
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_container_set_border_width (GTK_CONTAINER (self), 6);
  gtk_container_add (GTK_CONTAINER (self), label);
  gtk_container_add (GTK_CONTAINER (self), self->combo);
  gtk_container_add (GTK_CONTAINER (self), self->scale);
  gtk_container_add (GTK_CONTAINER (self), self->entry);
  gtk_widget_show (label);
  gtk_widget_show (self->combo);
  gtk_widget_show (self->scale);
  gtk_widget_show (self->entry);
  gtk_widget_set_no_show_all (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (self->combo, "changed", G_CALLBACK (combo_changed_cb), self);
  g_signal_connect_swapped (self->scale, "value-changed", G_CALLBACK (scale_changed_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (entry_activate_cb), self);
}

GtkWidget *
ls_run_values_new (void)
{
  return g_object_new (LS_TYPE_RUN_VALUES, NULL);
}
