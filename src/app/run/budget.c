#include "app/run/budget.h"

#include <glib/gi18n-lib.h>
#include "app/base/result-table.h"
#include "app/base/widgets.h"
#include "app/base/work.h"
#include "app/plot/chart-area.h"
#include "app/plot/plot-export.h"
#include "app/run/settings.h"
#include "core/advice/budget-text.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "present/budget-chart.h"

typedef struct
{
  LsWork work;
  /* For the worker */
  LsModel *model;
  LsMethodChoice *choice;
  double start_time, stop_time, step_size; /* s */
  char *reference;                         /* (nullable) */
  LsErrorBudget *budget;                   /* (nullable): its result */
  char *problem;                           /* (nullable) */
  /* Main thread */
  LsDocument *document;
  char *project;
  GtkWidget *method, *step, *area, *table, *progress, *said, *compute, *export;
} Budget;

static void
budget_free (LsWork *work)
{
  Budget *self = (Budget *)work;

  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->choice, ls_method_choice_free);
  ls_error_budget_free (self->budget);
  g_free (self->reference);
  g_free (self->problem);
  g_free (self->project);
  g_object_unref (self->document);
  g_free (self);
}

static void
show_progress (LsWork *work, double fraction, const char *what G_GNUC_UNUSED)
{
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (((Budget *)work)->progress), fraction);
}

/* Worker thread. */
static gboolean
publish (double fraction, gpointer user_data)
{
  return ls_work_publish (user_data, fraction, NULL);
}

static void
work (LsWork *work)
{
  Budget *self = (Budget *)work;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) error = NULL;

  self->budget = ls_error_budget_new (self->model, self->choice, self->start_time, self->stop_time,
                                      self->step_size, self->reference, log, publish, self, &error);
  if (self->budget == NULL)
    self->problem = g_strdup (error->message);
}

static void
show_working (Budget *self)
{
  const gboolean working = self->work.is_working;

  gtk_button_set_label (GTK_BUTTON (self->compute), working ? _ ("_Cancel") : _ ("C_ompute"));
  gtk_widget_set_sensitive (self->method, !working);
  gtk_widget_set_sensitive (self->step, !working);
  gtk_widget_set_sensitive (self->export, self->budget != NULL);
  gtk_widget_set_visible (self->progress, working);
}

static void
done (LsWork *work)
{
  Budget *self = (Budget *)work;
  g_autoptr (LsTable) table = NULL;
  g_autofree char *said = NULL;

  show_working (self);
  if (self->budget != NULL)
    {
      table = ls_error_budget_make_table (self->budget);
      ls_result_table_show (self->table, table);
      said = g_strchomp (ls_error_budget_describe (self->budget));
      ls_chart_area_set_charts (LS_CHART_AREA (self->area), ls_budget_chart_new (self->budget),
                                NULL);
    }
  ls_label_show (self->said, said != NULL ? said : self->problem);
}

/* Of the settings of the document. */
static LsMethodChoice *
get_method (Budget *self)
{
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);
  const int index = gtk_combo_box_get_active (GTK_COMBO_BOX (self->method));

  return ls_method_choice_copy (methods->pdata[CLAMP (index, 0, (int)methods->len - 1)]);
}

static double
get_step (Budget *self)
{
  g_autofree char *origin = NULL;
  g_autoptr (GArray) steps = ls_settings_list_step_sizes (self->document, &origin);
  const int index = gtk_combo_box_get_active (GTK_COMBO_BOX (self->step));

  return g_array_index (steps, double, CLAMP (index, 0, (int)steps->len - 1));
}

static void
compute (Budget *self)
{
  LsModel *model = ls_document_get_model (self->document);
  g_autofree char *origin = NULL;

  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->choice, ls_method_choice_free);
  g_clear_pointer (&self->budget, ls_error_budget_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->reference, g_free);
  ls_result_table_show (self->table, NULL);
  ls_label_show (self->said, "");
  ls_chart_area_set_charts (LS_CHART_AREA (self->area), NULL, _ ("Computing…"));
  self->model = ls_model_copy (model);
  self->choice = get_method (self);
  self->step_size = get_step (self);
  self->start_time = ls_model_get_experiment (model)->start_time;
  self->stop_time = ls_settings_get_stop_time (self->document, &origin);
  self->reference = ls_settings_locate_reference (self->document);
  ls_work_start (&self->work);
  show_working (self);
}

static void export(Budget *self)
{
  g_autofree char *name
      = g_strdup_printf ("%s-budget", self->project != NULL ? self->project : "results");

  ls_export_charts (LS_CHART_AREA (self->area), _ ("Export Error Budget"), name);
}

enum
{
  RESPONSE_EXPORT = 1
};

static void
response_cb (Budget *self, int response)
{
  if (response == GTK_RESPONSE_APPLY && self->work.is_working)
    ls_work_cancel (&self->work);
  else if (response == GTK_RESPONSE_APPLY)
    compute (self);
  else if (response == RESPONSE_EXPORT)
    export(self);
  else
    gtk_widget_destroy (self->work.dialog);
}

static GtkWidget *
add_combo (GtkWidget *box, const char *label, const char *name)
{
  GtkWidget *combo = gtk_combo_box_text_new (), *caption = gtk_label_new_with_mnemonic (label);

  gtk_label_set_mnemonic_widget (GTK_LABEL (caption), combo);
  ls_widget_set_accessible_name (combo, name);
  gtk_container_add (GTK_CONTAINER (box), caption);
  gtk_container_add (GTK_CONTAINER (box), combo);
  return combo;
}

/* Methods and steps of the document: those that the next run takes. */
static GtkWidget *
make_choices (Budget *self)
{
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);
  g_autofree char *origin = NULL;
  g_autoptr (GArray) steps = ls_settings_list_step_sizes (self->document, &origin);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  char number[LS_NUMBER_SIZE];

  self->method = add_combo (box, _ ("_Method"), _ ("Method"));
  for (guint i = 0; i < methods->len; i++)
    {
      g_autofree char *text = ls_method_choice_to_text (methods->pdata[i]);

      gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (self->method), text);
    }
  self->step = add_combo (box, _ ("_Step (s)"), _ ("Step size of the budget"));
  for (guint i = 0; i < steps->len; i++)
    gtk_combo_box_text_append_text (
        GTK_COMBO_BOX_TEXT (self->step),
        ls_number_localise (ls_number_format (g_array_index (steps, double, i), number)));
  gtk_combo_box_set_active (GTK_COMBO_BOX (self->method), 0);
  gtk_combo_box_set_active (GTK_COMBO_BOX (self->step), 0);
  return box;
}

static GtkWidget *
make_table (Budget *self)
{
  const char *const titles[LS_BUDGET_N_COLUMNS]
      = { _ ("Output"), _ ("Error (%)"), _ ("Own solver (%)"), _ ("Coupling (%)"), _ ("Feeds") };

  return ls_result_table_new (titles, LS_BUDGET_N_COLUMNS, _ ("Error budget"), 120, &self->table);
}

static void
add_content (Budget *self)
{
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (self->work.dialog));

  gtk_box_set_spacing (GTK_BOX (area), 6);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  gtk_container_add (
      GTK_CONTAINER (area),
      ls_label_new_wrapped (_ ("Splits the error by source: each component runs alone with the "
                               "inputs of the reference. The error of its outputs then is that of "
                               "its own solver, the rest that of the coupling."),
                            TRUE));
  gtk_container_add (GTK_CONTAINER (area), make_choices (self));
  self->area = g_object_new (LS_TYPE_CHART_AREA, NULL);
  ls_widget_set_accessible_name (self->area, _ ("Bars of the error budget"));
  ls_chart_area_set_charts (LS_CHART_AREA (self->area), NULL,
                            _ ("Press Compute to split the error by source."));
  gtk_widget_set_size_request (self->area, -1, 200);
  gtk_box_pack_start (GTK_BOX (area), self->area, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (area), make_table (self), TRUE, TRUE, 0);
  self->progress = ls_dialog_add_progress (area, _ ("Progress of the budget"), &self->said);
}

GtkWidget *
ls_budget_show (GtkWindow *parent, LsDocument *document, const char *project)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);

  static const LsWorkClass klass = { "budget", work, show_progress, done, budget_free };
  Budget *self = g_new0 (Budget, 1);
  GtkWidget *dialog
      = gtk_dialog_new_with_buttons (_ ("Error Budget"), parent, GTK_DIALOG_DESTROY_WITH_PARENT,
                                     _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);

  ls_work_init (&self->work, &klass, dialog);
  self->document = g_object_ref (document);
  self->project = g_strdup (project);
  self->export = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Export…"), RESPONSE_EXPORT);
  self->compute = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("C_ompute"), GTK_RESPONSE_APPLY);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_APPLY);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 760, 620);
  add_content (self);
  gtk_widget_set_sensitive (self->export, FALSE);
  g_signal_connect_swapped (dialog, "response", G_CALLBACK (response_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
  compute (self);
  return dialog;
}
