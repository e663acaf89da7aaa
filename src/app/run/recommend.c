#include "app/run/recommend.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/result-table.h"
#include "app/base/widgets.h"
#include "app/base/work.h"
#include "app/run/settings.h"
#include "core/advice/advice-text.h"

#define ERROR "0.1"
#define BUDGET "60"

typedef struct
{
  LsWork work;
  /* For the worker */
  LsModel *model;
  double start_time, stop_time, step_size, error_percent, budget; /* s, % */
  LsAdvice *advice;                                               /* (nullable): its result */
  char *problem;                                                  /* (nullable) */
  /* Main thread */
  LsDocument *document;
  GtkWidget *error, *time, *table, *progress, *said, *search, *use;
} Recommendation;

static void
recommendation_free (LsWork *work)
{
  Recommendation *self = (Recommendation *)work;

  g_clear_pointer (&self->model, ls_model_free);
  ls_advice_free (self->advice);
  g_free (self->problem);
  g_object_unref (self->document);
  g_free (self);
}

static void
show_progress (LsWork *work, double fraction, const char *what)
{
  GtkProgressBar *bar = GTK_PROGRESS_BAR (((Recommendation *)work)->progress);

  gtk_progress_bar_set_fraction (bar, fraction);
  gtk_progress_bar_set_text (bar, what != NULL ? what : _ ("reference"));
}

/* Worker thread. */
static gboolean
publish (double fraction, const LsTrial *trial, gpointer user_data)
{
  return ls_work_publish (user_data, fraction,
                          trial != NULL ? ls_setting_to_text (trial->setting) : NULL);
}

static void
work (LsWork *work)
{
  Recommendation *self = (Recommendation *)work;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) error = NULL;

  self->advice
      = ls_advice_new (self->model, self->start_time, self->stop_time, self->step_size, NULL,
                       self->error_percent, self->budget, log, publish, self, &error);
  if (self->advice == NULL)
    self->problem = g_strdup (error->message);
}

static void
show_working (Recommendation *self)
{
  const gboolean working = self->work.is_working;

  gtk_button_set_label (GTK_BUTTON (self->search), working ? _ ("_Cancel") : _ ("_Search"));
  gtk_widget_set_sensitive (self->error, !working);
  gtk_widget_set_sensitive (self->time, !working);
  gtk_widget_set_visible (self->progress, working);
}

/* In the order of the table; the first row is the best, if any is good enough. */
static void
fill_rows (Recommendation *self)
{
  g_autoptr (LsTable) table = ls_advice_make_table (self->advice);
  GtkTreeView *view = GTK_TREE_VIEW (self->table);
  GtkTreeIter iter;

  ls_result_table_show (self->table, table);
  if (self->advice->best != NULL
      && gtk_tree_model_get_iter_first (gtk_tree_view_get_model (view), &iter))
    gtk_tree_selection_select_iter (gtk_tree_view_get_selection (view), &iter);
}

static void
done (LsWork *work)
{
  Recommendation *self = (Recommendation *)work;
  g_autofree char *said = NULL;

  show_working (self);
  if (self->advice != NULL)
    {
      fill_rows (self);
      said = ls_advice_describe (self->advice);
    }
  ls_label_show (self->said, said != NULL ? g_strchomp (said) : self->problem);
}

static gboolean
read_entry (Recommendation *self, GtkWidget *entry, const char *name, double *value)
{
  if (ls_number_parse_typed (gtk_entry_get_text (GTK_ENTRY (entry)), value) && isfinite (*value)
      && *value > 0)
    return TRUE;
  g_autofree char *text = g_strdup_printf (_ ("%s: enter a positive number"), name);
  ls_label_show (self->said, text);
  gtk_widget_grab_focus (entry);
  return FALSE;
}

static void
search (Recommendation *self)
{
  LsModel *model = ls_document_get_model (self->document);
  g_autofree char *step_origin = NULL, *stop_origin = NULL;
  g_autoptr (GArray) steps = ls_settings_list_step_sizes (self->document, &step_origin);

  if (!read_entry (self, self->error, _ ("Maximum error"), &self->error_percent)
      || !read_entry (self, self->time, _ ("Time for the search"), &self->budget))
    return;
  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->advice, ls_advice_free);
  g_clear_pointer (&self->problem, g_free);
  ls_result_table_show (self->table, NULL);
  ls_label_show (self->said, "");
  self->model = ls_model_copy (model);
  self->start_time = ls_model_get_experiment (model)->start_time;
  self->stop_time = ls_settings_get_stop_time (self->document, &stop_origin);
  self->step_size = g_array_index (steps, double, 0);
  ls_work_start (&self->work);
  show_working (self);
}

/* The trial of the selected row. */
static const LsTrial *
get_selected (Recommendation *self)
{
  GtkTreeSelection *selection = gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table));
  g_autoptr (GPtrArray) trials = NULL;
  GtkTreeModel *model;
  GtkTreeIter iter;

  if (self->advice == NULL || !gtk_tree_selection_get_selected (selection, &model, &iter))
    return NULL;
  g_autoptr (GtkTreePath) path = gtk_tree_model_get_path (model, &iter);
  trials = ls_advice_list_by_cost (self->advice);
  return trials->pdata[gtk_tree_path_get_indices (path)[0]];
}

/* Steps inside the macro step, of the components that were tried with them. */
static void
use_inner_steps (LsDocument *document, const LsSetting *setting)
{
  LsModel *model = ls_document_get_model (document);
  g_autoptr (GArray) ids = ls_advice_list_inner (model);
  g_autofree char *steps = g_strdup_printf ("%u", setting->inner_steps);

  for (guint i = 0; setting->inner_steps > 0 && i < ids->len; i++)
    {
      const LsComponent *component = ls_model_find_component (model, g_array_index (ids, guint, i));
      const LsComponentSettings settings = { component->implementation, component->without,
                                             component->solver, steps, component->own_step };

      ls_document_set_settings (document, component->id, &settings, NULL);
    }
}

/* One change of the document: method, step, steps inside it, and no tolerance. */
static void
use (Recommendation *self)
{
  const LsTrial *trial = get_selected (self);
  g_autoptr (LsExperiment) experiment = NULL;

  if (trial == NULL)
    return;
  experiment
      = ls_experiment_copy (ls_model_get_experiment (ls_document_get_model (self->document)));
  g_ptr_array_set_size (experiment->methods, 0);
  g_ptr_array_add (experiment->methods, ls_method_choice_copy (trial->setting->choice));
  g_array_set_size (experiment->step_sizes, 0);
  g_array_append_val (experiment->step_sizes, trial->step_size);
  experiment->tolerance = 0;
  ls_document_begin_group (self->document, _ ("Use a recommendation"));
  use_inner_steps (self->document, trial->setting);
  ls_document_set_experiment (self->document, experiment);
  ls_document_end_group (self->document);
}

static void
selection_cb (Recommendation *self)
{
  gtk_widget_set_sensitive (self->use, get_selected (self) != NULL);
}

static void
response_cb (Recommendation *self, int response)
{
  if (response == GTK_RESPONSE_APPLY && self->work.is_working)
    ls_work_cancel (&self->work);
  else if (response == GTK_RESPONSE_APPLY)
    search (self);
  else
    {
      if (response == GTK_RESPONSE_ACCEPT)
        use (self);
      gtk_widget_destroy (self->work.dialog);
    }
}

static GtkWidget *
make_table (Recommendation *self)
{
  const char *const titles[LS_ADVICE_N_COLUMNS] = { _ ("Method"),   _ ("Step (s)"), _ ("Error (%)"),
                                                    _ ("Cost (s)"), _ ("Calls"),    _ ("Verdict") };
  GtkWidget *scrolled
      = ls_result_table_new (titles, LS_ADVICE_N_COLUMNS, _ ("Settings tried"), 240, &self->table);

  g_signal_connect_swapped (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table)), "changed",
                            G_CALLBACK (selection_cb), self);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static void
add_content (Recommendation *self)
{
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (self->work.dialog));
  GtkWidget *grid = gtk_grid_new ();

  gtk_box_set_spacing (GTK_BOX (area), 6);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_container_add (
      GTK_CONTAINER (area),
      ls_label_new_wrapped (_ ("Finds the cheapest method and step size that meet a maximum "
                               "error in every signal."),
                            TRUE));
  self->error = ls_grid_add_entry (grid, 0, _ ("_Maximum error (%)"), _ ("Maximum error"), ERROR);
  self->time = ls_grid_add_entry (grid, 1, _ ("_Time for the search (s)"),
                                  _ ("Time for the search"), BUDGET);
  gtk_container_add (GTK_CONTAINER (area), grid);
  gtk_container_add (GTK_CONTAINER (area), make_table (self));
  self->progress = ls_dialog_add_progress (area, _ ("Progress of the search"), &self->said);
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (self->progress), TRUE);
}

GtkWidget *
ls_recommend_show (GtkWindow *parent, LsDocument *document)
{
  static const LsWorkClass klass
      = { "recommendation", work, show_progress, done, recommendation_free };
  Recommendation *self = g_new0 (Recommendation, 1);
  GtkWidget *dialog
      = gtk_dialog_new_with_buttons (_ ("Recommend"), parent, GTK_DIALOG_DESTROY_WITH_PARENT,
                                     _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);

  ls_work_init (&self->work, &klass, dialog);
  self->document = g_object_ref (document);
  self->use = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Use This"), GTK_RESPONSE_ACCEPT);
  self->search = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Search"), GTK_RESPONSE_APPLY);
  gtk_widget_set_sensitive (self->use, FALSE);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_APPLY);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 760, 540);
  add_content (self);
  g_signal_connect_swapped (dialog, "response", G_CALLBACK (response_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}
