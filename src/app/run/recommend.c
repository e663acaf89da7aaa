#include "app/run/recommend.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/widgets.h"
#include "app/run/settings.h"
#include "core/advice/advice-text.h"
#include "core/base/language.h"

#define ERROR "0.1"
#define BUDGET "60"

/* Shared by the dialog and the worker thread; @lock protects @fraction, @what and @source. */
typedef struct
{
  gatomicrefcount references;
  gint cancelled; /* atomic */
  GMutex lock;
  double fraction;
  char *what;   /* (nullable) */
  guint source; /* 0: no notification is pending */
  /* For the worker */
  LsModel *model;
  double start_time, stop_time, step_size, error_percent, budget; /* s, % */
  LsAdvice *advice;                                               /* (nullable): its result */
  char *problem;                                                  /* (nullable) */
  /* Main thread */
  gboolean is_searching;
  LsDocument *document;
  GtkWidget *dialog; /* (nullable): %NULL when destroyed */
  GtkWidget *error, *time, *table, *progress, *said, *search, *use;
  GtkListStore *rows;
} Recommendation;

static void
recommendation_unref (gpointer data)
{
  Recommendation *self = data;

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->model, ls_model_free);
  ls_advice_free (self->advice);
  g_free (self->problem);
  g_free (self->what);
  g_object_unref (self->document);
  g_free (self);
}

static Recommendation *
recommendation_ref (Recommendation *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

/* Main thread. */
static gboolean
show_progress_cb (gpointer data)
{
  Recommendation *self = data;
  g_autofree char *what = NULL;
  double fraction;

  g_mutex_lock (&self->lock);
  self->source = 0;
  fraction = self->fraction;
  what = g_strdup (self->what);
  g_mutex_unlock (&self->lock);
  if (self->dialog == NULL || !self->is_searching)
    return G_SOURCE_REMOVE;
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), fraction);
  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (self->progress),
                             what != NULL ? what : _ ("reference"));
  return G_SOURCE_REMOVE;
}

/* Worker thread. */
static gboolean
publish (double fraction, const LsTrial *trial, gpointer user_data)
{
  Recommendation *self = user_data;

  g_mutex_lock (&self->lock);
  self->fraction = fraction;
  g_clear_pointer (&self->what, g_free);
  if (trial != NULL)
    self->what = ls_setting_to_text (trial->setting);
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_LOW, show_progress_cb, recommendation_ref (self),
                                    recommendation_unref);
  g_mutex_unlock (&self->lock);
  return g_atomic_int_get (&self->cancelled) == 0;
}

static void
work (GTask *task,
      gpointer source G_GNUC_UNUSED,
      gpointer data,
      GCancellable *cancellable G_GNUC_UNUSED)
{
  Recommendation *self = data;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) error = NULL;

  self->advice
      = ls_advice_new (self->model, self->start_time, self->stop_time, self->step_size, NULL,
                       self->error_percent, self->budget, log, publish, self, &error);
  if (self->advice == NULL)
    self->problem = g_strdup (error->message);
  g_task_return_boolean (task, TRUE);
}

static void
set_searching (Recommendation *self, gboolean searching)
{
  self->is_searching = searching;
  gtk_button_set_label (GTK_BUTTON (self->search), searching ? _ ("_Cancel") : _ ("_Search"));
  gtk_widget_set_sensitive (self->error, !searching);
  gtk_widget_set_sensitive (self->time, !searching);
  gtk_widget_set_visible (self->progress, searching);
}

/* In the order of the table; the first row is the best, if any is good enough. */
static void
fill_rows (Recommendation *self)
{
  g_autoptr (LsTable) table = ls_advice_make_table (self->advice);
  GtkTreeIter iter;

  for (guint row = 1; row < table->n_rows; row++)
    {
      gtk_list_store_append (self->rows, &iter);
      for (guint i = 0; i < LS_ADVICE_N_COLUMNS; i++)
        {
          g_autofree char *cell
              = ls_text_raise_exponents (table->cells[row * table->n_columns + i]);

          gtk_list_store_set (self->rows, &iter, (int)i, cell, -1);
        }
    }
  if (self->advice->best != NULL
      && gtk_tree_model_get_iter_first (GTK_TREE_MODEL (self->rows), &iter))
    gtk_tree_selection_select_iter (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table)),
                                    &iter);
}

static void
done_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  Recommendation *self = g_task_get_task_data (G_TASK (result));
  g_autofree char *said = NULL;

  if (self->dialog == NULL)
    return;
  set_searching (self, FALSE);
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
  g_autofree char *text = g_strdup_printf (_ ("%s: a positive number is needed"), name);
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
  g_autoptr (GTask) task = NULL;

  if (!read_entry (self, self->error, _ ("Error to keep"), &self->error_percent)
      || !read_entry (self, self->time, _ ("Time for the search"), &self->budget))
    return;
  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->advice, ls_advice_free);
  g_clear_pointer (&self->problem, g_free);
  gtk_list_store_clear (self->rows);
  ls_label_show (self->said, "");
  self->model = ls_model_copy (model);
  self->start_time = ls_model_get_experiment (model)->start_time;
  self->stop_time = ls_settings_get_stop_time (self->document, &stop_origin);
  self->step_size = g_array_index (steps, double, 0);
  g_atomic_int_set (&self->cancelled, 0);
  set_searching (self, TRUE);
  task = g_task_new (NULL, NULL, done_cb, NULL);
  g_task_set_task_data (task, recommendation_ref (self), recommendation_unref);
  g_task_run_in_thread (task, work);
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
  if (response == GTK_RESPONSE_APPLY && self->is_searching)
    g_atomic_int_set (&self->cancelled, 1);
  else if (response == GTK_RESPONSE_APPLY)
    search (self);
  else
    {
      if (response == GTK_RESPONSE_ACCEPT)
        use (self);
      gtk_widget_destroy (self->dialog);
    }
}

static void
destroy_cb (Recommendation *self)
{
  g_atomic_int_set (&self->cancelled, 1);
  self->dialog = NULL;
}

static GtkWidget *
add_entry (GtkWidget *grid, const char *label, const char *name, const char *text, int row)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *caption = gtk_label_new_with_mnemonic (label);

  gtk_entry_set_text (GTK_ENTRY (entry), text);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  ls_widget_set_accessible_name (entry, name);
  gtk_label_set_mnemonic_widget (GTK_LABEL (caption), entry);
  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_grid_attach (GTK_GRID (grid), caption, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), entry, 1, row, 1, 1);
  return entry;
}

static GtkWidget *
make_table (Recommendation *self)
{
  const char *const titles[LS_ADVICE_N_COLUMNS] = { _ ("Method"),   _ ("Step (s)"), _ ("Error (%)"),
                                                    _ ("Cost (s)"), _ ("Calls"),    _ ("Verdict") };
  GType types[LS_ADVICE_N_COLUMNS];
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  for (guint i = 0; i < LS_ADVICE_N_COLUMNS; i++)
    types[i] = G_TYPE_STRING;
  self->rows = gtk_list_store_newv ((int)LS_ADVICE_N_COLUMNS, types);
  self->table = gtk_tree_view_new_with_model (GTK_TREE_MODEL (self->rows));
  g_object_unref (self->rows);
  ls_widget_set_accessible_name (self->table, _ ("Settings tried"));
  for (guint i = 0; i < LS_ADVICE_N_COLUMNS; i++)
    gtk_tree_view_insert_column_with_attributes (GTK_TREE_VIEW (self->table), -1, titles[i],
                                                 gtk_cell_renderer_text_new (), "text", (int)i,
                                                 NULL);
  g_signal_connect_swapped (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table)), "changed",
                            G_CALLBACK (selection_cb), self);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 240);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_container_add (GTK_CONTAINER (scrolled), self->table);
  return scrolled;
}

static void
add_content (Recommendation *self)
{
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));
  GtkWidget *grid = gtk_grid_new ();

  gtk_box_set_spacing (GTK_BOX (area), 6);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_container_add (
      GTK_CONTAINER (area),
      ls_label_new_wrapped (_ ("The cheapest method and step that keep an error in every signal."),
                            TRUE));
  self->error = add_entry (grid, _ ("_Error to keep (%)"), _ ("Error to keep"), ERROR, 0);
  self->time
      = add_entry (grid, _ ("_Time for the search (s)"), _ ("Time for the search"), BUDGET, 1);
  gtk_container_add (GTK_CONTAINER (area), grid);
  gtk_container_add (GTK_CONTAINER (area), make_table (self));
  self->progress = gtk_progress_bar_new ();
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (self->progress), TRUE);
  ls_widget_set_accessible_name (self->progress, _ ("Progress of the search"));
  gtk_container_add (GTK_CONTAINER (area), self->progress);
  self->said = ls_label_new_wrapped ("", FALSE);
  gtk_container_add (GTK_CONTAINER (area), self->said);
  gtk_widget_show_all (area);
  gtk_widget_hide (self->progress);
}

GtkWidget *
ls_recommend_show (GtkWindow *parent, LsDocument *document)
{
  Recommendation *self = g_new0 (Recommendation, 1);

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->lock);
  self->document = g_object_ref (document);
  self->dialog
      = gtk_dialog_new_with_buttons (_ ("Recommend"), parent, GTK_DIALOG_DESTROY_WITH_PARENT,
                                     _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);
  self->use
      = gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("_Use This"), GTK_RESPONSE_ACCEPT);
  self->search
      = gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("_Search"), GTK_RESPONSE_APPLY);
  gtk_widget_set_sensitive (self->use, FALSE);
  gtk_dialog_set_default_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_APPLY);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), 760, 540);
  add_content (self);
  g_object_set_data_full (G_OBJECT (self->dialog), "recommendation", self, recommendation_unref);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  g_signal_connect_swapped (self->dialog, "destroy", G_CALLBACK (destroy_cb), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  return self->dialog;
}
