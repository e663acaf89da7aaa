#include "app/dialog/compare-solvers.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/dialog/solver-job.h"
#include "app/dialog/solver-views.h"
#include "app/base/file-dialog.h"
#include "app/base/widgets.h"
#include "core/base/language.h"

/* Initially ticked: one of each kind. */
static const char *const usual[] = { "dopri5", "radau5", "cvode-bdf", NULL };

/* Steps of fixed-step solvers. */
#define STEPS "0.01; 0.001"

/* The columns of the solver table, then: */
enum
{
  COLUMN_REMARK = LS_SOLVER_N_COLUMNS,
  COLUMN_CHOICE, /* solver setting of a component, hidden */
  N_COLUMNS
};

/* Freed when the dialog is destroyed and no job is running. */
typedef struct
{
  gatomicrefcount references;
  GtkWidget *dialog; /* NULL once destroyed */
  LsDocument *document;
  guint component;
  GtkWidget *tolerances, *steps, *stop_time, *input_file;
  GtkWidget *table, *views, *progress, *state, *compare, *use;
  GPtrArray *checks; /* widget names are solver ids */
  GtkListStore *rows;
  GCancellable *cancellable; /* (nullable): of the running job */
} Comparison;

static void
comparison_unref (gpointer data)
{
  Comparison *self = data;

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_object_unref (self->document);
  g_object_unref (self->rows);
  g_ptr_array_unref (self->checks);
  g_free (self);
}

static void
destroy_cb (Comparison *self)
{
  self->dialog = NULL;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

static void
say (Comparison *self, const char *text, gboolean is_problem)
{
  GtkStyleContext *context = gtk_widget_get_style_context (self->state);

  if (is_problem)
    gtk_style_context_add_class (context, "error");
  else
    gtk_style_context_remove_class (context, "error");
  ls_label_show (self->state, text);
}

static void
add_row (Comparison *self, const LsSolverTable *table, guint index)
{
  const LsSolverEntry *entry = &g_array_index (table->entries, LsSolverEntry, index);
  GtkTreeIter row;

  gtk_list_store_insert_with_values (self->rows, &row, -1, COLUMN_CHOICE, entry->choice,
                                     COLUMN_REMARK,
                                     entry->run.message != NULL      ? entry->run.message
                                     : entry->run.divergence != NULL ? entry->run.divergence
                                                                     : "",
                                     -1);
  for (int i = 0; i < LS_SOLVER_N_COLUMNS; i++)
    {
      g_autofree char *text = ls_solver_table_get_text (table, index, i);
      g_autofree char *shown = NULL;

      if (i != LS_SOLVER_COLUMN_SOLVER)
        ls_number_localise (text);
      shown = ls_text_raise_exponents (text);
      gtk_list_store_set (self->rows, &row, i, shown, -1);
    }
}

/* Shows completed runs even if others failed. */
static void
show_result (Comparison *self, const LsSolverJob *job)
{
  g_autofree char *reference = ls_solver_table_describe_reference (&job->table);

  for (guint i = 0; i < job->table.entries->len; i++)
    {
      const LsSolverEntry *entry = &g_array_index (job->table.entries, LsSolverEntry, i);

      if (entry->done || entry->run.message != NULL)
        add_row (self, &job->table, i);
    }
  ls_solver_views_set (self->views, &job->table, job->name);
  if (job->problem != NULL)
    say (self, job->problem, TRUE);
  else
    say (self, reference, job->table.reference.trace == NULL);
}

static void
progress_cb (const char *what, double fraction, gpointer user_data)
{
  Comparison *self = user_data;

  if (self->dialog == NULL)
    return;
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), fraction);
  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (self->progress), what);
  atk_object_set_description (gtk_widget_get_accessible (self->progress), what);
}

/* While a job runs, the button stops it. */
static void
set_working (Comparison *self, gboolean working)
{
  gtk_button_set_label (GTK_BUTTON (self->compare), working ? _ ("St_op") : _ ("_Compare"));
  gtk_widget_set_visible (self->progress, working);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
}

static void
ended_cb (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer user_data)
{
  Comparison *self = user_data;
  const LsSolverJob *job = ls_solver_job_finish (result);

  self->cancellable = NULL;
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (self->dialog != NULL)
    {
      set_working (self, FALSE);
      show_result (self, job);
    }
  comparison_unref (self);
}

/* Numbers separated by semicolons or spaces, as typed, in the C locale; %NULL with an error that
 * begins with @what. @most: exclusive upper limit */
static char **
read_numbers (GtkWidget *entry, const char *what, double most, GError **error)
{
  g_auto (GStrv) typed = g_strsplit_set (gtk_entry_get_text (GTK_ENTRY (entry)), "; ", -1);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (char **text = typed; *text != NULL; text++)
    {
      double value;

      if (**text == '\0')
        continue;
      if (!ls_number_parse_typed (*text, &value) || !(value > 0.0 && value < most))
        return ls_fail_null (error, LS_ERROR_ARGUMENT, what, *text);
      g_ptr_array_add (texts, ls_number_typed_to_c (*text));
    }
  g_ptr_array_add (texts, NULL);
  return (char **)g_ptr_array_steal (texts, NULL);
}

/* Adds a fixed-step solver with every step size. */
static gboolean
add_steps (GArray *entries, const char *solver, char **steps, GError **error)
{
  static const char *const nothing[] = { NULL };

  for (char **step = steps; *step != NULL; step++)
    {
      g_autofree char *text = g_strdup_printf ("%s:step=%s", solver, *step);

      if (!ls_solver_entries_add (entries, text, nothing, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds every ticked solver with every tolerance or step size. */
static gboolean
list_entries (Comparison *self, LsSolverJob *job, GError **error)
{
  g_auto (GStrv) tolerances = NULL, steps = NULL;

  tolerances = read_numbers (self->tolerances,
                             _ ("The tolerance “%s” is not a number between 0 and 1."), 1.0, error);
  if (tolerances == NULL)
    return FALSE;
  steps = read_numbers (self->steps, _ ("The step “%s” is not a number above 0."), G_MAXDOUBLE,
                        error);
  if (steps == NULL)
    return FALSE;
  for (guint i = 0; i < self->checks->len; i++)
    {
      GtkWidget *check = g_ptr_array_index (self->checks, i);
      const char *solver = gtk_widget_get_name (check);
      const LsOdeMethod *method = ls_ode_method_find (solver);

      if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (check)))
        continue;
      if (!(method != NULL && ls_ode_method_has_fixed_step (method)
                ? add_steps (job->table.entries, solver, steps, error)
                : ls_solver_entries_add (job->table.entries, solver,
                                         (const char *const *)tolerances, error)))
        return FALSE;
    }
  if (job->table.entries->len > 0)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, "%s", _ ("Tick a solver and give a tolerance."));
}

static gboolean
fill_job (Comparison *self, LsSolverJob *job, const LsComponent *component, GError **error)
{
  const LsModel *model = ls_document_get_model (self->document);
  const char *stop = gtk_entry_get_text (GTK_ENTRY (self->stop_time));
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name, value;

  job->start_time = ls_model_get_experiment ((LsModel *)model)->start_time;
  if (!ls_number_parse_typed (stop, &job->stop_time) || !(job->stop_time > job->start_time))
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("The stop time “%s” is not a number above the start time."), stop);
  if (*gtk_entry_get_text (GTK_ENTRY (self->input_file)) != '\0')
    job->input_file = g_strdup (gtk_entry_get_text (GTK_ENTRY (self->input_file)));
  g_hash_table_iter_init (&iter, component->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      g_ptr_array_add (values, g_strdup (name));
      g_ptr_array_add (values, g_strdup (value));
    }
  g_ptr_array_add (values, NULL);
  job->start_values = (char **)g_ptr_array_free (g_steal_pointer (&values), FALSE);
  return list_entries (self, job, error);
}

static void
compare (Comparison *self)
{
  const LsComponent *component
      = ls_model_find_component (ls_document_get_model (self->document), self->component);
  g_autoptr (GError) error = NULL;
  LsSolverJob *job;

  if (component == NULL || component->fmu == NULL)
    {
      say (self, _ ("The component is no longer there."), TRUE);
      return;
    }
  job = ls_solver_job_new (component->fmu, component->name);
  if (!fill_job (self, job, component, &error))
    {
      say (self, error->message, TRUE);
      ls_solver_job_free (job);
      return;
    }
  gtk_list_store_clear (self->rows);
  ls_solver_views_set (self->views, NULL, NULL);
  set_working (self, TRUE);
  say (self, _ ("Comparing…"), FALSE);
  self->cancellable = job->cancellable;
  g_atomic_ref_count_inc (&self->references);
  /* Hold the application while FMU functions are called. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  ls_solver_job_start (job, progress_cb, ended_cb, self);
}

/* Sets the selected solver for the component. */
static void
use (Comparison *self)
{
  GtkTreeSelection *selection = gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table));
  const LsComponent *component
      = ls_model_find_component (ls_document_get_model (self->document), self->component);
  LsComponentSettings settings = { .implementation = LS_IMPLEMENTATION_MODEL_EXCHANGE };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GtkTreeIter iter;

  if (component == NULL || !gtk_tree_selection_get_selected (selection, NULL, &iter))
    return;
  gtk_tree_model_get (GTK_TREE_MODEL (self->rows), &iter, COLUMN_CHOICE, &text, -1);
  settings.without = component->without;
  settings.solver = text;
  if (!ls_document_set_settings (self->document, self->component, &settings, &error))
    say (self, error->message, TRUE);
}

static void
response_cb (Comparison *self, int response)
{
  if (response == GTK_RESPONSE_APPLY && self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else if (response == GTK_RESPONSE_APPLY)
    compare (self);
  else if (response == GTK_RESPONSE_ACCEPT)
    use (self);
  else
    gtk_widget_destroy (self->dialog);
}

static void
selection_cb (Comparison *self)
{
  GtkTreeSelection *selection = gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table));

  gtk_widget_set_sensitive (self->use, gtk_tree_selection_get_selected (selection, NULL, NULL)
                                           && !ls_document_in_group (self->document));
}

static void
add_check (Comparison *self, GtkWidget *box, const char *solver, const char *name)
{
  GtkWidget *check = gtk_check_button_new_with_label (solver);

  gtk_widget_set_name (check, solver);
  gtk_widget_set_tooltip_text (check, name);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (check), g_strv_contains (usual, solver));
  gtk_container_add (GTK_CONTAINER (box), check);
  /* GtkFlowBox puts each check box in a child that takes the focus too. */
  ls_widget_set_accessible_name (gtk_widget_get_parent (check), solver);
  g_ptr_array_add (self->checks, check);
}

/* Check boxes for all solvers; CVODE also with its own root finding. */
static GtkWidget *
make_checks (Comparison *self)
{
  GtkWidget *box = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_NONE);
  ls_widget_set_accessible_name (box, _ ("Solvers"));
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (box), 5);
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i);
      g_autofree char *located = NULL;

      add_check (self, box, ls_ode_method_get_id (method), ls_ode_method_get_name (method));
      if (!ls_ode_method_finds_roots (method))
        continue;
      located = g_strconcat (ls_ode_method_get_id (method), ":locator=cvode", NULL);
      add_check (self, box, located, _ ("Events are located by the root finding of CVODE"));
    }
  for (guint i = 0; i < ls_qss_method_get_n (); i++)
    add_check (self, box, ls_qss_method_get_id (ls_qss_method_get (i)),
               ls_qss_method_get_name (ls_qss_method_get (i)));
  return box;
}

static GtkWidget *
make_table (Comparison *self)
{
  GType types[N_COLUMNS];
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  for (int i = 0; i < N_COLUMNS; i++)
    types[i] = G_TYPE_STRING;
  self->rows = gtk_list_store_newv (N_COLUMNS, types);
  self->table = gtk_tree_view_new_with_model (GTK_TREE_MODEL (self->rows));
  ls_widget_set_accessible_name (self->table, _ ("Solvers compared"));
  for (int i = 0; i <= COLUMN_REMARK; i++)
    gtk_tree_view_insert_column_with_attributes (
        GTK_TREE_VIEW (self->table), -1,
        i < LS_SOLVER_N_COLUMNS ? ls_solver_column_get_title (i) : _ ("Remark"),
        gtk_cell_renderer_text_new (), "text", i, NULL);
  g_signal_connect_swapped (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table)), "changed",
                            G_CALLBACK (selection_cb), self);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 220);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_container_add (GTK_CONTAINER (scrolled), self->table);
  return scrolled;
}

static void
file_chosen_cb (gpointer entry, const char *path, G_GNUC_UNUSED gpointer data)
{
  if (path != NULL)
    gtk_entry_set_text (entry, path);
}

/* Handler of the icon in the entry of the input file. */
static void
choose_file_cb (Comparison *self)
{
  static const char *const endings[] = { ".csv", NULL };

  ls_file_chooser_ask (self->input_file, _ ("Inputs From File"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL,
                       _ ("Inputs over time: CSV"), endings, file_chosen_cb, NULL, NULL);
}

static double
get_stop_time (const LsModel *model, const LsComponent *component)
{
  const double wanted = ls_model_get_experiment ((LsModel *)model)->stop_time;
  const LsDefaultExperiment *own = &ls_fmu_get_description (component->fmu)->experiment;

  return isfinite (wanted) ? wanted : own->has_stop_time ? own->stop_time : 1.0;
}

static void
add_content (Comparison *self, const LsModel *model, const LsComponent *component)
{
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));
  GtkWidget *grid = gtk_grid_new ();
  char text[LS_NUMBER_SIZE];

  gtk_box_set_spacing (GTK_BOX (area), 6);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_container_add (
      GTK_CONTAINER (area),
      ls_label_new_wrapped (
          _ ("Runs the component alone with each ticked solver, against a tight reference."),
          TRUE));
  gtk_container_add (GTK_CONTAINER (area), make_checks (self));
  self->tolerances = ls_grid_add_entry (grid, 0, _ ("_Tolerances"), _ ("Tolerances"), "1e-6; 1e-9");
  gtk_widget_set_hexpand (self->tolerances, TRUE);
  self->steps = ls_grid_add_entry (grid, 1, _ ("Fixed ste_ps (s)"),
                                   _ ("Steps of fixed-step solvers"), STEPS);
  self->stop_time
      = ls_grid_add_entry (grid, 2, _ ("_Stop time (s)"), _ ("Stop time of the comparison"),
                           ls_number_format_short (get_stop_time (model, component), 12, text));
  self->input_file
      = ls_grid_add_entry (grid, 3, _ ("_Inputs from file"), _ ("Inputs from file"), "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->input_file),
                                  _ ("CSV; empty: inputs at their start values"));
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (self->input_file), GTK_ENTRY_ICON_SECONDARY,
                                     "document-open-symbolic");
  gtk_entry_set_icon_tooltip_text (GTK_ENTRY (self->input_file), GTK_ENTRY_ICON_SECONDARY,
                                   _ ("Choose a file"));
  g_signal_connect_swapped (self->input_file, "icon-press", G_CALLBACK (choose_file_cb), self);
  gtk_container_add (GTK_CONTAINER (area), grid);
  self->views = ls_solver_views_new (make_table (self));
  gtk_container_add (GTK_CONTAINER (area), self->views);
  self->progress = ls_dialog_add_progress (area, _ ("Progress of the comparison"), &self->state);
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (self->progress), TRUE);
}

GtkWidget *
ls_compare_solvers_show (GtkWindow *parent, LsDocument *document, guint component)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);

  const LsModel *model = ls_document_get_model (document);
  const LsComponent *found = ls_model_find_component (model, component);
  Comparison *self = g_new0 (Comparison, 1);

  g_atomic_ref_count_init (&self->references);
  self->document = g_object_ref (document);
  self->component = component;
  self->checks = g_ptr_array_new ();
  self->dialog
      = gtk_dialog_new_with_buttons (_ ("Compare Solvers"), parent, GTK_DIALOG_DESTROY_WITH_PARENT,
                                     _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);
  self->use
      = gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("_Use This One"), GTK_RESPONSE_ACCEPT);
  self->compare
      = gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("_Compare"), GTK_RESPONSE_APPLY);
  gtk_widget_set_sensitive (self->use, FALSE);
  gtk_dialog_set_default_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_APPLY);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), 860, 520);
  add_content (self, model, found);
  g_object_set_data_full (G_OBJECT (self->dialog), "comparison", self, comparison_unref);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  g_signal_connect_swapped (self->dialog, "destroy", G_CALLBACK (destroy_cb), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  return self->dialog;
}
