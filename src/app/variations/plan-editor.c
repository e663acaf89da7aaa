#include "app/variations/plan-editor.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/parameter-button.h"
#include "app/base/file-dialog.h"
#include "app/base/widgets.h"
#include "app/variations/plan-row.h"
#include "app/variations/plan-setting.h"
#include "core/vary/run-measure.h"
#include "core/vary/sample.h"

/* Entry of the list of samples. */
#define TABLE "table"

struct _LsPlanEditor
{
  GtkBox parent_instance;
  LsDocument *document;
  gboolean filling;       /* the widgets are being set by the program */
  LsVariationPlan *shown; /* (nullable): of the rows */
  char *measure;          /* (nullable): added last, without its argument: "norm(body.x" */
  GPtrArray *rows;        /* LsPlanRow: parameters, then measures */
  GtkWidget *parameters, *measures, *add_parameter, *add_measure, *kind;
  GtkWidget *sample, *n, *table, *setting, *seed, *jobs, *traces, *hint;
};

G_DEFINE_TYPE (LsPlanEditor, ls_plan_editor, GTK_TYPE_BOX)

static const LsVariationPlan *
get_plan (LsPlanEditor *self)
{
  return ls_model_get_experiment (ls_document_get_model (self->document))->variation;
}

/* Borrowed by @experiment, which is to be passed to apply(). */
static LsVariationPlan *
begin (LsPlanEditor *self, LsExperiment **experiment)
{
  *experiment
      = ls_experiment_copy (ls_model_get_experiment (ls_document_get_model (self->document)));
  return (*experiment)->variation;
}

static void
apply (LsPlanEditor *self, LsExperiment *experiment)
{
  ls_document_set_experiment (self->document, experiment);
  ls_experiment_free (experiment);
}

/* ---- Sample ------------------------------------------------------------------------------- */

static gboolean
is_table (const char *sample)
{
  return ls_items_find (ls_sample_kinds, sample) == NULL && strchr (sample, ':') == NULL;
}

static const LsSampleKind *
find_kind (const char *sample, guint *n)
{
  g_auto (GStrv) parts = g_strsplit (sample, ":", 2);
  const LsSampleKind *kind = (const LsSampleKind *)ls_items_find (ls_sample_kinds, parts[0]);

  *n = kind != NULL ? kind->n_default : 0;
  if (kind != NULL && parts[1] != NULL)
    *n = (guint)g_ascii_strtoull (parts[1], NULL, 10);
  return kind;
}

static void
fill_sample (LsPlanEditor *self)
{
  const LsVariationPlan *plan = get_plan (self);
  guint n;
  const LsSampleKind *kind = find_kind (plan->sample, &n);
  g_autofree char *file = g_path_get_basename (plan->sample);
  const guint jobs = plan->n_jobs > 0 ? plan->n_jobs : g_get_num_processors ();

  gtk_combo_box_set_active_id (GTK_COMBO_BOX (self->sample), kind != NULL ? kind->item.id : TABLE);
  gtk_widget_set_tooltip_text (self->sample, kind != NULL ? _ (kind->item.summary)
                                                          : _ ("A row for each run (.csv)"));
  gtk_widget_set_visible (self->n, kind != NULL && kind->n_default > 0);
  if (kind != NULL && kind->n_default > 0)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->n), n);
  gtk_widget_set_visible (self->table, kind == NULL);
  gtk_button_set_label (GTK_BUTTON (self->table), is_table (plan->sample) ? file : _ ("Choose…"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->seed), plan->seed);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->jobs), jobs);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->traces), plan->traces);
}

static void
set_sample (LsPlanEditor *self, char *sample)
{
  LsExperiment *experiment;
  LsVariationPlan *plan = begin (self, &experiment);

  g_free (plan->sample);
  plan->sample = sample;
  apply (self, experiment);
}

static void
table_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  LsPlanEditor *self = LS_PLAN_EDITOR (object);

  if (path != NULL)
    set_sample (self, g_strdup (path));
  self->filling = TRUE;
  fill_sample (self);
  self->filling = FALSE;
}

static void
choose_table (LsPlanEditor *self)
{
  static const char *const endings[] = { ".csv", NULL };

  ls_file_chooser_ask (GTK_WIDGET (self), _ ("Open a Table of Values"),
                       GTK_FILE_CHOOSER_ACTION_OPEN, NULL, _ ("Tables (.csv)"), endings,
                       table_chosen_cb, NULL, NULL);
}

static void
sample_cb (LsPlanEditor *self)
{
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->sample));
  const LsSampleKind *kind;
  guint n;

  if (self->filling || id == NULL)
    return;
  kind = find_kind (id, &n);
  if (kind == NULL)
    choose_table (self);
  else if (kind != find_kind (get_plan (self)->sample, &n))
    set_sample (self, kind->n_default > 0 ? g_strdup_printf ("%s:%u", id, kind->n_default)
                                          : g_strdup (id));
}

static void
numbers_cb (LsPlanEditor *self)
{
  LsExperiment *experiment;
  LsVariationPlan *plan;
  guint n;
  const LsSampleKind *kind;
  const guint jobs = (guint)gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->jobs));

  if (self->filling)
    return;
  plan = begin (self, &experiment);
  kind = find_kind (plan->sample, &n);
  if (kind != NULL && kind->n_default > 0)
    {
      g_free (plan->sample);
      plan->sample = g_strdup_printf ("%s:%d", kind->item.id,
                                      gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->n)));
    }
  plan->seed = (guint)gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->seed));
  if (jobs != (plan->n_jobs > 0 ? plan->n_jobs : g_get_num_processors ()))
    plan->n_jobs = jobs;
  plan->traces = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->traces));
  apply (self, experiment);
}

/* ---- Adding ------------------------------------------------------------------------------- */

static void
parameter_added_cb (LsPlanEditor *self)
{
  const char *name = ls_parameter_button_get_active (LS_PARAMETER_BUTTON (self->add_parameter));
  g_autoptr (LsVaried) varied = NULL;
  g_autofree char *text = NULL;
  LsExperiment *experiment;

  if (name == NULL || ls_variation_plan_find (get_plan (self), name) >= 0)
    return;
  varied = ls_varied_new_around (ls_document_get_model (self->document), name, NULL);
  if (varied == NULL)
    return;
  text = ls_varied_to_text (varied);
  ls_variation_plan_set (begin (self, &experiment), name, text);
  apply (self, experiment);
}

/* Unless it is there. @argument: (nullable): after the signal */
static void
add_measure (LsPlanEditor *self, const char *measure, const char *argument)
{
  g_autofree char *text = argument != NULL ? g_strdup_printf ("%s, %s)", measure, argument)
                                           : g_strdup_printf ("%s)", measure);
  LsExperiment *experiment;

  if (g_ptr_array_find_with_equal_func (get_plan (self)->measures, text, g_str_equal, NULL))
    return;
  g_ptr_array_add (begin (self, &experiment)->measures, g_steal_pointer (&text));
  apply (self, experiment);
}

static void
measured_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  LsPlanEditor *self = LS_PLAN_EDITOR (object);

  if (path != NULL)
    add_measure (self, self->measure, path);
}

static void
measure_added_cb (LsPlanEditor *self)
{
  static const char *const endings[] = { ".csv", ".mat", NULL };
  const char *signal = ls_parameter_button_get_active (LS_PARAMETER_BUTTON (self->add_measure));
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->kind));
  const LsRunMeasureKind *kind
      = id != NULL ? (const LsRunMeasureKind *)ls_items_find (ls_run_measure_kinds, id) : NULL;

  if (signal == NULL || kind == NULL)
    return;
  g_free (self->measure);
  self->measure = g_strdup_printf ("%s(%s", id, signal);
  if (kind->argument == LS_MEASURE_FILE)
    ls_file_chooser_ask (GTK_WIDGET (self), _ ("Open Measured Signals"),
                         GTK_FILE_CHOOSER_ACTION_OPEN, NULL, _ ("Results (.csv, .mat)"), endings,
                         measured_chosen_cb, NULL, NULL);
  else
    add_measure (self, self->measure, kind->argument == LS_MEASURE_LEVEL ? "0" : NULL);
}

static gboolean
can_vary (const LsVariable *variable)
{
  return variable->type != LS_TYPE_STRING;
}

static GPtrArray *
list_parameters (gpointer user_data)
{
  LsPlanEditor *self = user_data;

  return ls_model_list_settable (ls_document_get_model (self->document), can_vary);
}

static GPtrArray *
list_signals (gpointer user_data)
{
  LsPlanEditor *self = user_data;
  g_autofree char **outputs = ls_model_list_output_signals (ls_document_get_model (self->document));
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; outputs[i] != NULL; i++)
    g_ptr_array_add (names, outputs[i]);
  return names;
}

static void
update_names (LsPlanEditor *self)
{
  ls_parameter_button_update (LS_PARAMETER_BUTTON (self->add_parameter));
  ls_parameter_button_update (LS_PARAMETER_BUTTON (self->add_measure));
}

/* ---- Following the document --------------------------------------------------------------- */

static void
fill (LsPlanEditor *self)
{
  const LsVariationPlan *plan = get_plan (self);

  self->filling = TRUE;
  g_ptr_array_set_size (self->rows, 0);
  ls_container_clear (self->parameters);
  ls_container_clear (self->measures);
  for (guint i = 0; i < plan->parameters->len; i++)
    g_ptr_array_add (self->rows, ls_plan_row_new_parameter (self->document, self->parameters, i));
  for (guint i = 0; i < plan->measures->len; i++)
    g_ptr_array_add (self->rows, ls_plan_row_new_measure (self->document, self->measures, i));
  gtk_widget_show_all (self->parameters);
  gtk_widget_show_all (self->measures);
  gtk_widget_set_visible (self->hint, plan->measures->len == 0);
  fill_sample (self);
  self->filling = FALSE;
  g_clear_pointer (&self->shown, ls_variation_plan_free);
  self->shown = ls_variation_plan_copy (plan);
}

/* Rows that show the plan already keep what is typed in them. */
static gboolean
is_shown (LsPlanEditor *self)
{
  const LsVariationPlan *plan = get_plan (self);

  if (self->shown == NULL || plan->parameters->len + plan->measures->len != self->rows->len
      || strcmp (self->shown->sample, plan->sample) != 0)
    return FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    if (!ls_plan_row_is_shown (self->rows->pdata[i]))
      return FALSE;
  return TRUE;
}

static void
changed_cb (LsPlanEditor *self, guint parts)
{
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    update_names (self);
  if ((parts & (LS_EDIT_EXPERIMENT | LS_EDIT_COMPONENTS)) == 0)
    return;
  ls_plan_setting_update (LS_PLAN_SETTING (self->setting));
  if (is_shown (self))
    {
      self->filling = TRUE;
      fill_sample (self);
      self->filling = FALSE;
    }
  else
    fill (self);
}

static void
replaced_cb (LsPlanEditor *self)
{
  update_names (self);
  ls_plan_setting_update (LS_PLAN_SETTING (self->setting));
  fill (self);
}

void
ls_plan_editor_set_document (LsPlanEditor *self, LsDocument *document)
{
  g_return_if_fail (LS_IS_PLAN_EDITOR (self) && self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (replaced_cb), self,
                           G_CONNECT_SWAPPED);
  ls_plan_setting_set_document (LS_PLAN_SETTING (self->setting), document);
  replaced_cb (self);
}

const char *
ls_plan_editor_get_problem (LsPlanEditor *self)
{
  g_return_val_if_fail (LS_IS_PLAN_EDITOR (self), NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const char *problem = ls_plan_row_get_problem (self->rows->pdata[i]);

      if (problem != NULL)
        return problem;
    }
  return ls_plan_setting_get_problem (LS_PLAN_SETTING (self->setting));
}

/* ---- The widget --------------------------------------------------------------------------- */

static void
fill_lists (LsPlanEditor *self)
{
  for (guint i = 0; ls_sample_kinds[i] != NULL; i++)
    gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->sample), ls_sample_kinds[i]->id,
                               ls_item_get_name (ls_sample_kinds[i]));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->sample), TABLE, _ ("Table (.csv)…"));
  for (guint i = 0; ls_run_measure_kinds[i] != NULL; i++)
    gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->kind), ls_run_measure_kinds[i]->id,
                               ls_item_get_name (ls_run_measure_kinds[i]));
  gtk_combo_box_set_active_id (GTK_COMBO_BOX (self->kind), "max");
}

static void
ls_plan_editor_dispose (GObject *object)
{
  LsPlanEditor *self = LS_PLAN_EDITOR (object);

  g_ptr_array_set_size (self->rows, 0);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_plan_editor_parent_class)->dispose (object);
}

static void
ls_plan_editor_finalize (GObject *object)
{
  LsPlanEditor *self = LS_PLAN_EDITOR (object);

  g_ptr_array_unref (self->rows);
  g_free (self->measure);
  g_clear_pointer (&self->shown, ls_variation_plan_free);
  G_OBJECT_CLASS (ls_plan_editor_parent_class)->finalize (object);
}

#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsPlanEditor, child)

static void
ls_plan_editor_class_init (LsPlanEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_plan_editor_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_plan_editor_finalize;
  g_type_ensure (LS_TYPE_PARAMETER_BUTTON);
  g_type_ensure (LS_TYPE_PLAN_SETTING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/plan-editor.ui");
  BIND (parameters);
  BIND (measures);
  BIND (add_parameter);
  BIND (add_measure);
  BIND (kind);
  BIND (sample);
  BIND (n);
  BIND (table);
  BIND (setting);
  BIND (seed);
  BIND (jobs);
  BIND (traces);
  BIND (hint);
  gtk_widget_class_bind_template_callback (widget_class, parameter_added_cb);
  gtk_widget_class_bind_template_callback (widget_class, measure_added_cb);
  gtk_widget_class_bind_template_callback (widget_class, sample_cb);
  gtk_widget_class_bind_template_callback (widget_class, numbers_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_table);
}

static void
ls_plan_editor_init (LsPlanEditor *self)
{
  GtkWidget **const changed_by_wheel[]
      = { &self->sample, &self->n, &self->seed, &self->jobs, &self->kind };

  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_plan_row_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_parameter_button_set_prompt (LS_PARAMETER_BUTTON (self->add_parameter), _ ("Add…"),
                                  _ ("Parameters to vary"));
  ls_parameter_button_set_prompt (LS_PARAMETER_BUTTON (self->add_measure), _ ("Add…"),
                                  _ ("Signals to measure"));
  ls_parameter_button_set_source (LS_PARAMETER_BUTTON (self->add_parameter), list_parameters, self);
  ls_parameter_button_set_source (LS_PARAMETER_BUTTON (self->add_measure), list_signals, self);
  fill_lists (self);
  for (guint i = 0; i < G_N_ELEMENTS (changed_by_wheel); i++)
    ls_widget_leave_wheel (*changed_by_wheel[i]);
}
