#include "app/variations/calibration-pane.h"
#include <glib/gi18n-lib.h>
#include "app/base/file-dialog.h"
#include "app/base/result-table.h"
#include "app/base/widgets.h"
#include "app/variations/calibration-job.h"
#include "app/variations/plan-setting.h"
#include "app/variations/use-values.h"
#include "core/vary/calibration-table.h"

/* Heights of the tables at least, pixels. */
#define HEIGHT 96

struct _LsCalibrationPane
{
  GtkBox parent_instance;
  LsDocument *document;
  LsCalibrationJob *job; /* (nullable): of the results shown */
  gboolean cancelled, stale, using;
  GtkWidget *data, *run, *cancel, *spinner, *use, *status;
  GtkWidget *tables;               /* box of the two */
  GtkWidget *parameters, *signals; /* (nullable): views */
};

G_DEFINE_TYPE (LsCalibrationPane, ls_calibration_pane, GTK_TYPE_BOX)

static const LsVariationPlan *
get_plan (LsCalibrationPane *self)
{
  return ls_model_get_experiment (ls_document_get_model (self->document))->variation;
}

static gboolean
is_running (LsCalibrationPane *self)
{
  return self->job != NULL && ls_calibration_job_is_running (self->job);
}

/* (nullable): without one there is nothing to show or to use */
static LsCalibration *
get_results (LsCalibrationPane *self)
{
  LsCalibration *found
      = self->job != NULL ? ls_calibration_job_get_calibration (self->job, NULL) : NULL;

  return found != NULL && found->n_runs > 0 ? found : NULL;
}

/* ---- Showing ------------------------------------------------------------------------------ */

/* What is missing before a fit. (nullable) */
static const char *
find_missing (LsCalibrationPane *self)
{
  if (ls_model_get_n_components (ls_document_get_model (self->document)) == 0)
    return _ ("The model is empty. Open one, or add an FMU.");
  if (get_plan (self)->parameters->len == 0)
    return _ ("Add the parameters to be found, with the range of each.");
  return get_plan (self)->data == NULL
             ? _ ("Choose a file of measured signals: columns match signals by their names.")
             : NULL;
}

static char *
describe_results (LsCalibrationPane *self, const LsCalibration *found)
{
  g_autofree char *signals = g_strjoinv (", ", found->signals);
  g_autofree char *counts
      /* Translators: number, number of measured values, their signals. */
      = g_strdup_printf (_ ("Runs: %u. Measured values: %u, of %s."), found->n_runs,
                         found->n_residuals, signals);
  g_autofree char *doubts = found->is_done ? ls_calibration_describe_doubts (found) : NULL;
  const char *problem = NULL, *state = "";

  ls_calibration_job_get_calibration (self->job, &problem);
  if (is_running (self))
    state = _ ("The best values so far.");
  else if (self->cancelled && !found->is_done)
    state = _ ("Cancelled: the best values so far.");
  else if (problem != NULL)
    state = problem;
  return g_strstrip (g_strdup_printf (
      "%s%s\n%s\n%s", self->stale ? _ ("From the model before its last change. ") : "", state,
      counts, doubts != NULL ? doubts : ""));
}

static char *
describe (LsCalibrationPane *self)
{
  const char *problem = NULL;
  const LsCalibration *found = get_results (self);

  if (self->job != NULL)
    ls_calibration_job_get_calibration (self->job, &problem);
  if (found != NULL)
    return describe_results (self, found);
  if (is_running (self))
    return g_strdup (_ ("Reading the data and making the first runs…"));
  if (problem != NULL && !self->stale)
    return g_strdup (problem);
  problem = find_missing (self);
  return g_strdup (problem != NULL ? problem : _ ("Press Calibrate to find the parameters."));
}

static GtkWidget *
add_table (LsCalibrationPane *self, const LsTable *table, const char *name, gboolean expand)
{
  GtkWidget *view;
  GtkWidget *scrolled = ls_result_table_new ((const char *const *)table->cells, table->n_columns,
                                             name, HEIGHT, &view);

  for (guint i = 0; i < table->n_columns; i++)
    ls_column_set_title (gtk_tree_view_get_column (GTK_TREE_VIEW (view), (int)i), table->cells[i]);
  gtk_box_pack_start (GTK_BOX (self->tables), scrolled, expand, TRUE, 0);
  gtk_widget_show_all (scrolled);
  return view;
}

static void
show_results (LsCalibrationPane *self)
{
  const LsCalibration *found = get_results (self);
  g_autoptr (LsTable) parameters = NULL;
  g_autoptr (LsTable) signals = NULL;

  gtk_widget_set_visible (self->tables, found != NULL);
  if (found == NULL)
    return;
  parameters = ls_calibration_list_parameters (found);
  signals = ls_calibration_list_signals (found);
  if (self->parameters == NULL)
    {
      self->parameters = add_table (self, parameters, _ ("Calibrated parameters"), TRUE);
      self->signals = add_table (self, signals, _ ("Residuals of the calibration"), FALSE);
    }
  ls_result_table_show (self->parameters, parameters);
  ls_result_table_show (self->signals, signals);
}

static void
refresh (LsCalibrationPane *self)
{
  const char *data = get_plan (self)->data;
  g_autofree char *name = data != NULL ? g_path_get_basename (data) : NULL;
  g_autofree char *text = describe (self);
  const gboolean running = is_running (self);

  gtk_button_set_label (GTK_BUTTON (self->data), name != NULL ? name : _ ("Measured Signals…"));
  gtk_widget_set_visible (self->run, !running);
  gtk_widget_set_sensitive (self->run, find_missing (self) == NULL);
  gtk_widget_set_visible (self->cancel, running);
  gtk_widget_set_visible (self->spinner, running);
  g_object_set (self->spinner, "active", running, NULL);
  gtk_widget_set_sensitive (self->use, !running && get_results (self) != NULL);
  gtk_label_set_text (GTK_LABEL (self->status), text);
  show_results (self);
}

/* ---- Commands ----------------------------------------------------------------------------- */

static void
drop_job (LsCalibrationPane *self)
{
  self->parameters = self->signals = NULL;
  ls_container_clear (self->tables);
  if (self->job == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->job, self);
  ls_calibration_job_drop (self->job);
  g_clear_object (&self->job);
}

static void
run_cb (LsCalibrationPane *self)
{
  LsRunSettings settings = { 0 };
  LsMethodChoice *choice = ls_plan_setting_read (self->document, &settings);

  if (choice == NULL)
    return;
  drop_job (self);
  self->cancelled = self->stale = FALSE;
  self->job = ls_calibration_job_new (ls_model_copy (ls_document_get_model (self->document)),
                                      choice, &settings);
  g_signal_connect_swapped (self->job, "changed", G_CALLBACK (refresh), self);
  refresh (self);
}

static void
cancel_cb (LsCalibrationPane *self)
{
  if (!is_running (self))
    return;
  self->cancelled = TRUE;
  ls_calibration_job_cancel (self->job);
}

/* The results stay, as they are those of the model now. */
static void
use_cb (LsCalibrationPane *self)
{
  const LsCalibration *found = get_results (self);

  if (found == NULL)
    return;
  self->using = TRUE;
  ls_use_values (self->document, found->parameters, found->values,
                 _ ("Use the Values of a Calibration"), GTK_WIDGET (self));
  self->using = FALSE;
}

static void
data_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer user_data)
{
  LsCalibrationPane *self = LS_CALIBRATION_PANE (object);
  g_autoptr (LsExperiment) experiment = NULL;

  if (path == NULL || self->document == NULL)
    return;
  experiment
      = ls_experiment_copy (ls_model_get_experiment (ls_document_get_model (self->document)));
  g_free (experiment->variation->data);
  experiment->variation->data = g_strdup (path);
  ls_document_set_experiment (self->document, experiment);
}

static void
data_cb (LsCalibrationPane *self)
{
  static const char *const endings[] = { ".csv", ".mat", NULL };

  ls_file_chooser_ask (GTK_WIDGET (self), _ ("Open Measured Signals"), GTK_FILE_CHOOSER_ACTION_OPEN,
                       NULL, _ ("Results (.csv, .mat)"), endings, data_chosen_cb, NULL, NULL);
}

/* ---- Following the document --------------------------------------------------------------- */

static void
changed_cb (LsCalibrationPane *self, guint parts)
{
  if ((parts & (guint) ~(LS_EDIT_GEOMETRY | LS_EDIT_NOTES)) == 0)
    return;
  self->stale |= self->job != NULL && !self->using;
  refresh (self);
}

static void
replaced_cb (LsCalibrationPane *self)
{
  drop_job (self);
  self->stale = FALSE;
  refresh (self);
}

void
ls_calibration_pane_set_document (LsCalibrationPane *self, LsDocument *document)
{
  g_return_if_fail (LS_IS_CALIBRATION_PANE (self) && self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (replaced_cb), self,
                           G_CONNECT_SWAPPED);
  refresh (self);
}

void
ls_calibration_pane_stop (LsCalibrationPane *self)
{
  g_return_if_fail (LS_IS_CALIBRATION_PANE (self));

  drop_job (self);
}

/* ---- The widget --------------------------------------------------------------------------- */

static void
ls_calibration_pane_dispose (GObject *object)
{
  LsCalibrationPane *self = LS_CALIBRATION_PANE (object);

  if (self->document != NULL)
    drop_job (self);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_calibration_pane_parent_class)->dispose (object);
}

static void
ls_calibration_pane_class_init (LsCalibrationPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_calibration_pane_dispose;
}

static GtkWidget *
add_button (
    LsCalibrationPane *self, GtkWidget *bar, const char *label, const char *tip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tip);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_pack_start (GTK_BOX (bar), button, FALSE, TRUE, 0);
  gtk_widget_show (button);
  return button;
}

static void
ls_calibration_pane_init (LsCalibrationPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  g_object_set (self, "margin", 6, NULL);
  self->data
      = add_button (self, bar, "", _ ("A file with a column for each measured signal, and time"),
                    G_CALLBACK (data_cb));
  self->run = add_button (self, bar, _ ("Cali_brate"),
                          _ ("Fit the parameters of the plan to the measured signals"),
                          G_CALLBACK (run_cb));
  self->cancel
      = add_button (self, bar, _ ("_Cancel"), _ ("End the fit; the best values so far stay"),
                    G_CALLBACK (cancel_cb));
  self->spinner = gtk_spinner_new ();
  ls_widget_set_accessible_name (self->spinner, _ ("The calibration is running"));
  gtk_box_pack_start (GTK_BOX (bar), self->spinner, FALSE, TRUE, 0);
  self->use = add_button (self, bar, _ ("_Use These Values"), _ ("Give the model the values found"),
                          G_CALLBACK (use_cb));
  gtk_box_set_child_packing (GTK_BOX (bar), self->use, FALSE, TRUE, 0, GTK_PACK_END);
  gtk_box_pack_start (GTK_BOX (self), bar, FALSE, TRUE, 0);
  self->status = ls_label_new_wrapped ("", FALSE);
  gtk_box_pack_start (GTK_BOX (self), self->status, FALSE, TRUE, 0);
  self->tables = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_pack_start (GTK_BOX (self), self->tables, TRUE, TRUE, 0);
  gtk_widget_show (bar);
  gtk_widget_show (self->status);
  gtk_widget_show (GTK_WIDGET (self));
}
