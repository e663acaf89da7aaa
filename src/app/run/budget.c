#include "app/run/budget.h"

#include <glib/gi18n-lib.h>
#include "app/base/export-job.h"
#include "app/base/widgets.h"
#include "app/plot/chart-area.h"
#include "app/plot/plot-export.h"
#include "app/run/settings.h"
#include "core/advice/budget-text.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "present/budget-chart.h"

/* Size of an exported chart, points. */
#define WIDTH 640
#define HEIGHT 360

/* Shared by the dialog and the worker thread; @lock protects @fraction and @source. */
typedef struct
{
  gatomicrefcount references;
  gint cancelled; /* atomic */
  GMutex lock;
  double fraction;
  guint source; /* 0: no notification is pending */
  /* For the worker */
  LsModel *model;
  LsMethodChoice *choice;
  double start_time, stop_time, step_size; /* s */
  char *reference;                         /* (nullable) */
  LsErrorBudget *budget;                   /* (nullable): its result */
  char *problem;                           /* (nullable) */
  /* Main thread */
  gboolean is_working;
  LsDocument *document;
  char *project;
  GtkWidget *dialog; /* (nullable): %NULL when destroyed */
  GtkWidget *method, *step, *area, *table, *progress, *said, *compute, *export;
  GtkListStore *rows;
} Budget;

static void
budget_unref (gpointer data)
{
  Budget *self = data;

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->choice, ls_method_choice_free);
  ls_error_budget_free (self->budget);
  g_free (self->reference);
  g_free (self->problem);
  g_free (self->project);
  g_object_unref (self->document);
  g_free (self);
}

static Budget *
budget_ref (Budget *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

/* Main thread. */
static gboolean
show_progress_cb (gpointer data)
{
  Budget *self = data;
  double fraction;

  g_mutex_lock (&self->lock);
  self->source = 0;
  fraction = self->fraction;
  g_mutex_unlock (&self->lock);
  if (self->dialog != NULL && self->is_working)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), fraction);
  return G_SOURCE_REMOVE;
}

/* Worker thread. */
static gboolean
publish (double fraction, gpointer user_data)
{
  Budget *self = user_data;

  g_mutex_lock (&self->lock);
  self->fraction = fraction;
  if (self->source == 0)
    self->source
        = g_idle_add_full (G_PRIORITY_LOW, show_progress_cb, budget_ref (self), budget_unref);
  g_mutex_unlock (&self->lock);
  return g_atomic_int_get (&self->cancelled) == 0;
}

static void
work (GTask *task,
      gpointer source G_GNUC_UNUSED,
      gpointer data,
      GCancellable *cancellable G_GNUC_UNUSED)
{
  Budget *self = data;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) error = NULL;

  self->budget = ls_error_budget_new (self->model, self->choice, self->start_time, self->stop_time,
                                      self->step_size, self->reference, log, publish, self, &error);
  if (self->budget == NULL)
    self->problem = g_strdup (error->message);
  g_task_return_boolean (task, TRUE);
}

static void
set_working (Budget *self, gboolean working)
{
  self->is_working = working;
  gtk_button_set_label (GTK_BUTTON (self->compute), working ? _ ("_Cancel") : _ ("C_ompute"));
  gtk_widget_set_sensitive (self->method, !working);
  gtk_widget_set_sensitive (self->step, !working);
  gtk_widget_set_sensitive (self->export, self->budget != NULL);
  gtk_widget_set_visible (self->progress, working);
}

static void
fill_rows (Budget *self)
{
  g_autoptr (LsTable) table = ls_error_budget_make_table (self->budget);
  GtkTreeIter iter;

  for (guint row = 1; row < table->n_rows; row++)
    {
      gtk_list_store_append (self->rows, &iter);
      for (guint i = 0; i < LS_BUDGET_N_COLUMNS; i++)
        {
          g_autofree char *cell
              = ls_text_raise_exponents (table->cells[row * table->n_columns + i]);

          gtk_list_store_set (self->rows, &iter, (int)i, cell, -1);
        }
    }
}

static void
done_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  Budget *self = g_task_get_task_data (G_TASK (result));
  g_autofree char *said = NULL;

  if (self->dialog == NULL)
    return;
  set_working (self, FALSE);
  if (self->budget != NULL)
    {
      fill_rows (self);
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
  g_autoptr (GTask) task = NULL;

  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->choice, ls_method_choice_free);
  g_clear_pointer (&self->budget, ls_error_budget_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->reference, g_free);
  gtk_list_store_clear (self->rows);
  ls_label_show (self->said, "");
  ls_chart_area_set_charts (LS_CHART_AREA (self->area), NULL, _ ("Computing…"));
  self->model = ls_model_copy (model);
  self->choice = get_method (self);
  self->step_size = get_step (self);
  self->start_time = ls_model_get_experiment (model)->start_time;
  self->stop_time = ls_settings_get_stop_time (self->document, &origin);
  self->reference = ls_settings_locate_reference (self->document);
  g_atomic_int_set (&self->cancelled, 0);
  set_working (self, TRUE);
  task = g_task_new (NULL, NULL, done_cb, NULL);
  g_task_set_task_data (task, budget_ref (self), budget_unref);
  g_task_run_in_thread (task, work);
}

static void
draw_charts (cairo_t *cr, double width, double height, gpointer charts)
{
  LsChartPicture picture = { charts, ls_theme_get_light () };

  ls_charts_draw (cr, width, height, &picture);
}

static void
file_chosen_cb (gpointer area, const char *path, G_GNUC_UNUSED gpointer data)
{
  GPtrArray *charts = ls_chart_area_get_charts (area);

  if (charts == NULL)
    return;
  if (ls_items_find_ending (ls_chart_formats, path) != NULL)
    ls_export_start_text (area, path, ls_chart_to_csv (charts->pdata[0]));
  else
    ls_export_start_drawing (area, path, WIDTH, HEIGHT, LS_EXPORT_SCALE, draw_charts, charts);
}

static void export(Budget *self)
{
  g_autofree const char **endings
      = ls_items_list_endings (NULL, ls_export_formats, ls_chart_formats);
  g_autofree char *name
      = g_strdup_printf ("%s-budget", self->project != NULL ? self->project : "results");

  ls_export_ask (self->area, _ ("Export Error Budget"), name, endings, self->area, file_chosen_cb,
                 NULL, NULL);
}

enum
{
  RESPONSE_EXPORT = 1
};

static void
response_cb (Budget *self, int response)
{
  if (response == GTK_RESPONSE_APPLY && self->is_working)
    g_atomic_int_set (&self->cancelled, 1);
  else if (response == GTK_RESPONSE_APPLY)
    compute (self);
  else if (response == RESPONSE_EXPORT)
    export(self);
  else
    gtk_widget_destroy (self->dialog);
}

static void
destroy_cb (Budget *self)
{
  g_atomic_int_set (&self->cancelled, 1);
  self->dialog = NULL;
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
  GType types[LS_BUDGET_N_COLUMNS];
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  for (guint i = 0; i < LS_BUDGET_N_COLUMNS; i++)
    types[i] = G_TYPE_STRING;
  self->rows = gtk_list_store_newv ((int)LS_BUDGET_N_COLUMNS, types);
  self->table = gtk_tree_view_new_with_model (GTK_TREE_MODEL (self->rows));
  g_object_unref (self->rows);
  ls_widget_set_accessible_name (self->table, _ ("Error budget"));
  for (guint i = 0; i < LS_BUDGET_N_COLUMNS; i++)
    gtk_tree_view_insert_column_with_attributes (GTK_TREE_VIEW (self->table), -1, titles[i],
                                                 gtk_cell_renderer_text_new (), "text", (int)i,
                                                 NULL);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 120);
  gtk_container_add (GTK_CONTAINER (scrolled), self->table);
  return scrolled;
}

static void
add_content (Budget *self)
{
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));

  gtk_box_set_spacing (GTK_BOX (area), 6);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  gtk_container_add (GTK_CONTAINER (area),
                     ls_label_new_wrapped (
                         _ ("Whose error it is: each component runs alone with the inputs of the "
                            "reference. What its outputs then miss is made by its own solver, "
                            "the rest by the coupling."),
                         TRUE));
  gtk_container_add (GTK_CONTAINER (area), make_choices (self));
  self->area = g_object_new (LS_TYPE_CHART_AREA, NULL);
  ls_widget_set_accessible_name (self->area, _ ("Bars of the error budget"));
  ls_chart_area_set_charts (LS_CHART_AREA (self->area), NULL,
                            _ ("Press Compute to see what of the error is whose."));
  gtk_widget_set_size_request (self->area, -1, 200);
  gtk_box_pack_start (GTK_BOX (area), self->area, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (area), make_table (self), TRUE, TRUE, 0);
  self->progress = gtk_progress_bar_new ();
  ls_widget_set_accessible_name (self->progress, _ ("Progress of the budget"));
  gtk_container_add (GTK_CONTAINER (area), self->progress);
  self->said = ls_label_new_wrapped ("", FALSE);
  gtk_container_add (GTK_CONTAINER (area), self->said);
  gtk_widget_show_all (area);
  gtk_widget_hide (self->progress);
}

GtkWidget *
ls_budget_show (GtkWindow *parent, LsDocument *document, const char *project)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);

  Budget *self = g_new0 (Budget, 1);

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->lock);
  self->document = g_object_ref (document);
  self->project = g_strdup (project);
  self->dialog
      = gtk_dialog_new_with_buttons (_ ("Error Budget"), parent, GTK_DIALOG_DESTROY_WITH_PARENT,
                                     _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);
  self->export = gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("_Export…"), RESPONSE_EXPORT);
  self->compute
      = gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("C_ompute"), GTK_RESPONSE_APPLY);
  gtk_dialog_set_default_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_APPLY);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), 760, 620);
  add_content (self);
  gtk_widget_set_sensitive (self->export, FALSE);
  g_object_set_data_full (G_OBJECT (self->dialog), "budget", self, budget_unref);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  g_signal_connect_swapped (self->dialog, "destroy", G_CALLBACK (destroy_cb), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  compute (self);
  return self->dialog;
}
