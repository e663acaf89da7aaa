#include "app/dialog/compare-solvers.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/dialog/solver-job.h"
#include "app/widgets.h"
#include "core/base/language.h"

/* Ticked to begin with: one of each kind. */
static const char *const usual[] = { "dopri5", "radau5", "cvode-bdf", NULL };

enum
{
  COLUMN_TEXT, /* as a component takes it, not shown */
  COLUMN_SOLVER,
  COLUMN_TOLERANCE,
  COLUMN_ERROR,
  COLUMN_END_ERROR,
  COLUMN_STEPS,
  COLUMN_REJECTED,
  COLUMN_F,
  COLUMN_JACOBIANS,
  COLUMN_INDICATORS,
  COLUMN_EVENTS,
  COLUMN_TIME,
  COLUMN_REMARK,
  N_COLUMNS
};

/* Lives until the dialog is gone and no job is under way. */
typedef struct
{
  gatomicrefcount references;
  GtkWidget *dialog; /* %NULL when it is gone */
  LsDocument *document;
  guint component;
  GtkWidget *tolerances, *stop_time, *table, *state, *compare, *use;
  GPtrArray *checks; /* widget names are the solvers' */
  GtkListStore *rows;
  GCancellable *cancellable; /* (nullable): of the job that runs */
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
  gtk_label_set_text (GTK_LABEL (self->state), text);
}

static char *
show_number (double value, guint digits)
{
  char text[LS_NUMBER_SIZE];

  return g_strdup (isfinite (value) ? ls_number_show (value, digits, text) : "–");
}

static void
add_row (Comparison *self, const LsSolverEntry *entry)
{
  const LsSolverRun *run = &entry->run;
  const LsHybridCounts *counts = &run->result.counts;
  const gboolean known = run->message == NULL && run->errors_percent != NULL && run->signals != NULL
                         && run->signals[0] != NULL;
  g_autofree char *tolerance = show_number (entry->solver.settings.rtol, 4);
  g_autofree char *error = show_number (known ? run->errors_percent[run->worst] : NAN, 4);
  g_autofree char *end = show_number (known ? run->end_error : NAN, 4);
  g_autofree char *time = show_number (run->cpu_time, 3);

  gtk_list_store_insert_with_values (
      self->rows, NULL, -1, COLUMN_TEXT, entry->text, COLUMN_SOLVER,
      ls_solver_get_id (&entry->solver), COLUMN_TOLERANCE, tolerance, COLUMN_ERROR, error,
      COLUMN_END_ERROR, end, COLUMN_STEPS, counts->ode.steps, COLUMN_REJECTED, counts->ode.rejected,
      COLUMN_F, counts->ode.evaluations, COLUMN_JACOBIANS, counts->ode.jacobians, COLUMN_INDICATORS,
      counts->indicators, COLUMN_EVENTS, counts->events, COLUMN_TIME, time, COLUMN_REMARK,
      run->message != NULL ? run->message : "", -1);
}

static void
show_result (Comparison *self, const LsSolverJob *job)
{
  g_autofree char *own = show_number (job->reference.error_percent, 3);
  g_autofree char *text = NULL;

  for (guint i = 0; i < job->entries->len; i++)
    add_row (self, &g_array_index (job->entries, LsSolverEntry, i));
  if (job->reference.trace == NULL)
    /* Translators: a reason. */
    text = g_strdup_printf (_ ("There is no reference: %s"), job->reference_problem);
  else
    /* Translators: how the reference was made, then its own error in percent. */
    text = g_strdup_printf (_ ("Reference: %s. Its own error: %s %%."), job->reference.description,
                            own);
  say (self, text, job->reference.trace == NULL);
}

static void
ended_cb (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer user_data)
{
  Comparison *self = user_data;
  g_autoptr (GError) error = NULL;
  const LsSolverJob *job = ls_solver_job_finish (result, &error);

  self->cancellable = NULL;
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (self->dialog != NULL)
    {
      gtk_widget_set_sensitive (self->compare, TRUE);
      if (job != NULL)
        show_result (self, job);
      else
        say (self, error->message, TRUE);
    }
  comparison_unref (self);
}

/* Every ticked solver with every tolerance. */
static gboolean
list_entries (Comparison *self, LsSolverJob *job, GError **error)
{
  g_auto (GStrv) tolerances
      = g_strsplit_set (gtk_entry_get_text (GTK_ENTRY (self->tolerances)), "; ", -1);

  for (guint i = 0; i < self->checks->len; i++)
    for (char **text = tolerances; *text != NULL; text++)
      {
        GtkWidget *check = g_ptr_array_index (self->checks, i);
        LsSolverEntry entry = { 0 };
        double tolerance;

        if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (check)) || **text == '\0')
          continue;
        if (!ls_number_parse (*text, &tolerance) || !(tolerance > 0.0 && tolerance < 1.0))
          {
            g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                         _ ("The tolerance “%s” is not a number between 0 and 1."), *text);
            return FALSE;
          }
        entry.text = g_strdup_printf ("%s:tolerance=%s", gtk_widget_get_name (check), *text);
        if (!ls_solver_parse (entry.text, &entry.solver, error))
          {
            g_free (entry.text);
            return FALSE;
          }
        g_array_append_val (job->entries, entry);
      }
  if (job->entries->len > 0)
    return TRUE;
  g_set_error_literal (error, LS_ERROR, LS_ERROR_ARGUMENT,
                       _ ("Tick a solver and give a tolerance."));
  return FALSE;
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
  if (!ls_number_parse (stop, &job->stop_time) || !(job->stop_time > job->start_time))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("The stop time “%s” is not a number above the start time."), stop);
      return FALSE;
    }
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
  gtk_widget_set_sensitive (self->compare, FALSE);
  say (self, _ ("Comparing…"), FALSE);
  self->cancellable = job->cancellable;
  g_atomic_ref_count_inc (&self->references);
  /* The program does not end under an FMU that is being called. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  ls_solver_job_start (job, ended_cb, self);
}

/* The selected one becomes that of the component. */
static void
use (Comparison *self)
{
  GtkTreeSelection *selection = gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table));
  const LsComponent *component
      = ls_model_find_component (ls_document_get_model (self->document), self->component);
  LsComponentSettings settings = { LS_IMPLEMENTATION_MODEL_EXCHANGE, NULL, NULL };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GtkTreeIter iter;

  if (component == NULL || !gtk_tree_selection_get_selected (selection, NULL, &iter))
    return;
  gtk_tree_model_get (GTK_TREE_MODEL (self->rows), &iter, COLUMN_TEXT, &text, -1);
  settings.without = component->without;
  settings.solver = text;
  if (!ls_document_set_settings (self->document, self->component, &settings, &error))
    say (self, error->message, TRUE);
}

static void
response_cb (Comparison *self, int response)
{
  if (response == GTK_RESPONSE_APPLY)
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

static GtkWidget *
entry_new (GtkWidget *grid, const char *name, const char *label, const char *text, int row)
{
  GtkWidget *entry = gtk_entry_new (), *caption = gtk_label_new_with_mnemonic (label);

  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (caption), entry);
  gtk_entry_set_text (GTK_ENTRY (entry), text);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_hexpand (entry, TRUE);
  ls_widget_set_accessible_name (entry, name);
  gtk_grid_attach (GTK_GRID (grid), caption, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), entry, 1, row, 1, 1);
  return entry;
}

static GtkWidget *
make_checks (Comparison *self)
{
  GtkWidget *box = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (box), 4);
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const char *id = ls_ode_method_get_id (ls_ode_method_get (i));
      GtkWidget *check = gtk_check_button_new_with_label (id);

      /* Tolerances are nothing to methods of a fixed step. */
      if (ls_ode_method_has_fixed_step (ls_ode_method_get (i)))
        {
          g_object_ref_sink (check);
          g_object_unref (check);
          continue;
        }
      gtk_widget_set_name (check, id);
      gtk_widget_set_tooltip_text (check, ls_ode_method_get_name (ls_ode_method_get (i)));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (check), g_strv_contains (usual, id));
      gtk_container_add (GTK_CONTAINER (box), check);
      g_ptr_array_add (self->checks, check);
    }
  return box;
}

static GtkWidget *
make_table (Comparison *self)
{
  static const char *const titles[N_COLUMNS]
      = { NULL,          N_ ("Solver"),   N_ ("Tolerance"), N_ ("Error (%)"), N_ ("At the end"),
          N_ ("Steps"),  N_ ("Rejected"), N_ ("f"),         N_ ("Jacobian"),  N_ ("g"),
          N_ ("Events"), N_ ("CPU (s)"),  N_ ("Remark") };
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  self->rows = gtk_list_store_new (N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
                                   G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT64, G_TYPE_UINT64,
                                   G_TYPE_UINT64, G_TYPE_UINT64, G_TYPE_UINT64, G_TYPE_UINT64,
                                   G_TYPE_STRING, G_TYPE_STRING);
  self->table = gtk_tree_view_new_with_model (GTK_TREE_MODEL (self->rows));
  ls_widget_set_accessible_name (self->table, _ ("Solvers compared"));
  for (int i = COLUMN_SOLVER; i < N_COLUMNS; i++)
    gtk_tree_view_insert_column_with_attributes (GTK_TREE_VIEW (self->table), -1, _ (titles[i]),
                                                 gtk_cell_renderer_text_new (), "text", i, NULL);
  g_signal_connect_swapped (gtk_tree_view_get_selection (GTK_TREE_VIEW (self->table)), "changed",
                            G_CALLBACK (selection_cb), self);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 220);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_container_add (GTK_CONTAINER (scrolled), self->table);
  return scrolled;
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
          _ ("The component alone, inputs at their start values, by every solver that "
             "is ticked, against a tight reference."),
          TRUE));
  gtk_container_add (GTK_CONTAINER (area), make_checks (self));
  self->tolerances = entry_new (grid, _ ("Tolerances"), _ ("_Tolerances"), "1e-6; 1e-9", 0);
  self->stop_time
      = entry_new (grid, _ ("Stop time of the comparison"), _ ("_Stop time (s)"),
                   ls_number_format_short (get_stop_time (model, component), 12, text), 1);
  gtk_container_add (GTK_CONTAINER (area), grid);
  gtk_container_add (GTK_CONTAINER (area), make_table (self));
  self->state = ls_label_new_wrapped ("", FALSE);
  gtk_container_add (GTK_CONTAINER (area), self->state);
  gtk_widget_show_all (area);
}

GtkWidget *
ls_compare_solvers_show (GtkWindow *parent, LsDocument *document, guint component)
{
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
