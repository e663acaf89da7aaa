/* Leading a run by hand, sets of runs, references and reports. */
#include <glib/gi18n-lib.h>
#include "app/base/export-job.h"
#include "app/plot/plot-export.h"
#include "app/base/report.h"
#include "app/window/window-private.h"
#include "core/run/preset.h"
#include "present/report.h"

static gboolean
is_running (LsWindow *self)
{
  return self->job != NULL && ls_run_job_is_running (self->job);
}

static GSimpleAction *
get_action (LsWindow *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

static void
set_paused (LsWindow *self, gboolean paused)
{
  g_simple_action_set_state (get_action (self, "pause"), g_variant_new_boolean (paused));
  if (!is_running (self))
    return;
  if (paused)
    ls_comparison_pause (ls_run_job_get_comparison (self->job));
  else
    ls_comparison_continue (ls_run_job_get_comparison (self->job));
  ls_run_status_show_progress (LS_RUN_STATUS (self->run_status), self->job);
}

static void
pause_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer user_data)
{
  set_paused (user_data, g_variant_get_boolean (state));
}

/* One macro step; a run that is not paused is, and where there is none one is begun. */
static void
step_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  LsWindow *self = user_data;
  LsRun *run;

  if (!is_running (self))
    {
      ls_window_run_paused (self);
      return;
    }
  run = ls_comparison_get_paused (ls_run_job_get_comparison (self->job));
  if (run != NULL)
    ls_run_take_step (run);
  else
    set_paused (self, TRUE);
}

static void
preset_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsWindow *self = user_data;
  LsModel *model = ls_document_get_model (self->document);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));
  g_autoptr (GError) error = NULL;

  if (ls_preset_apply (g_variant_get_string (parameter, NULL), model, experiment, &error))
    ls_document_set_experiment (self->document, experiment);
  else
    ls_report_problem (GTK_WIDGET (self), _ ("The runs were not set up"), error->message);
}

/* A result of this or another program that errors are measured against. */
static void
import_reference_cb (G_GNUC_UNUSED GSimpleAction *action,
                     G_GNUC_UNUSED GVariant *parameter,
                     gpointer user_data)
{
  LsWindow *self = user_data;
  g_autoptr (GtkFileChooserNative) dialog
      = gtk_file_chooser_native_new (_ ("Reference From File"), GTK_WINDOW (self),
                                     GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  g_autofree char *path = NULL;

  ls_window_add_result_filter (GTK_FILE_CHOOSER (dialog));
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (dialog)) != GTK_RESPONSE_ACCEPT)
    return;
  path = gtk_file_chooser_get_filename (GTK_FILE_CHOOSER (dialog));
  if (path != NULL)
    ls_window_import_reference (self, path);
}

static void
own_reference_cb (G_GNUC_UNUSED GSimpleAction *action,
                  G_GNUC_UNUSED GVariant *parameter,
                  gpointer user_data)
{
  LsWindow *self = user_data;
  g_autoptr (LsExperiment) experiment
      = ls_experiment_copy (ls_model_get_experiment (ls_document_get_model (self->document)));

  g_clear_pointer (&experiment->reference, g_free);
  ls_document_set_experiment (self->document, experiment);
}

static gboolean
write_report (const char *path,
              gpointer comparison,
              LsProgressFunc progress,
              gpointer progress_data,
              GError **error)
{
  return ls_report_write_with_progress (comparison, path, progress, progress_data, error);
}

static void
report_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  g_autofree const char **endings = ls_items_list_endings (".pdf", ls_export_formats, NULL);
  LsWindow *self = user_data;
  g_autofree char *project = ls_window_get_project (self);
  g_autofree char *name = g_strdup_printf ("%s-report", project);
  g_autofree char *path = ls_export_ask (GTK_WIDGET (self), _ ("Save Report"), name, endings);

  if (path != NULL && self->job != NULL)
    ls_export_start (GTK_WIDGET (self), path, write_report,
                     ls_comparison_ref (ls_run_job_get_comparison (self->job)),
                     (GDestroyNotify)ls_comparison_unref, NULL, NULL);
}

static const GActionEntry entries[] = {
  { .name = "pause", .state = "false", .change_state = pause_cb },
  { .name = "step", .activate = step_cb },
  { .name = "preset", .parameter_type = "s", .activate = preset_cb },
  { .name = "import-reference", .activate = import_reference_cb },
  { .name = "own-reference", .activate = own_reference_cb },
  { .name = "report", .activate = report_cb },
};

void
ls_window_control_update (LsWindow *self)
{
  LsModel *model = ls_document_get_model (self->document);
  gboolean running = is_running (self), empty = ls_model_get_n_components (model) == 0;

  if (!running)
    g_simple_action_set_state (get_action (self, "pause"), g_variant_new_boolean (FALSE));
  g_simple_action_set_enabled (get_action (self, "pause"), running);
  g_simple_action_set_enabled (get_action (self, "step"), !empty);
  g_simple_action_set_enabled (get_action (self, "report"), self->job != NULL && !running);
  g_simple_action_set_enabled (get_action (self, "preset"), !running && !empty);
  g_simple_action_set_enabled (get_action (self, "import-reference"), !running && !empty);
  g_simple_action_set_enabled (get_action (self, "own-reference"),
                               !running && ls_model_get_experiment (model)->reference != NULL);
  ls_run_values_set_comparison (LS_RUN_VALUES (self->run_values),
                                running ? ls_run_job_get_comparison (self->job) : NULL);
}

void
ls_window_control_init (LsWindow *self)
{
  GtkWidget *box = gtk_widget_get_parent (self->lower_stack);

  self->run_values = ls_run_values_new ();
  gtk_box_pack_start (GTK_BOX (box), self->run_values, FALSE, TRUE, 0);
  gtk_box_reorder_child (GTK_BOX (box), self->run_values, 1);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
