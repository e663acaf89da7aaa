#include "app/window/import-control.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/report.h"
#include "app/base/file-dialog.h"
#include "app/base/widgets.h"
#include "app/panel/messages.h"
#include "app/window/bars.h"
#include "core/foreign/foreign-parts.h"
#include "core/foreign/import.h"

struct _LsImportControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsRunControl *run;
  LsHistoryControl *history;
  GCancellable *cancellable; /* cancels reading for the present model */
};

G_DEFINE_TYPE (LsImportControl, ls_import_control, G_TYPE_OBJECT)

enum
{
  SIGNAL_IMPORTED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

enum
{
  RESPONSE_REFERENCE = 1
};

typedef struct
{
  char **paths;
  gboolean is_reference; /* read as reference for errors, not as a run */
  LsModel *model;
  LsComparison *comparison; /* (nullable): finished comparison, for its reference */
  GPtrArray *runs;          /* LsPastRun */
  GPtrArray *read; /* char *: paths of @runs; "" for files that are only a part of their folder */
  GPtrArray *problems; /* char * */
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_strfreev (self->paths);
  ls_model_free (self->model);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_ptr_array_unref (self->runs);
  g_ptr_array_unref (self->read);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

/* Whether it is a folder with one file per component. */
static gboolean
holds_parts (const char *path)
{
  g_auto (GStrv) parts
      = g_file_test (path, G_FILE_TEST_IS_DIR) ? ls_foreign_list_parts (path) : NULL;

  return parts != NULL && parts[0] != NULL;
}

gboolean
ls_import_is_result (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);

  return ls_foreign_is_result (path) || holds_parts (path);
}

/* Whether @paths contains all files of the run in their folder. */
static gboolean
are_whole_folder (char **paths, const char *folder)
{
  g_auto (GStrv) all = ls_foreign_list_parts (folder);

  return g_strv_length (all) == g_strv_length (paths);
}

/* Reads one run. @paths: a file, a folder, or one file per component */
static void
read_one (Job *job, char **paths)
{
  LsReference *reference
      = job->comparison != NULL ? ls_comparison_get_reference (job->comparison) : NULL;
  const gboolean parts = paths[1] != NULL;
  g_autofree char *path = parts ? g_path_get_dirname (paths[0]) : g_strdup (paths[0]);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsImport) import
      = parts ? ls_import_read_parts ((const char *const *)paths, job->model, NULL, &error)
              : ls_import_read (path, job->model, NULL, &error);

  if (import == NULL)
    {
      g_ptr_array_add (job->problems, g_strdup (error->message));
      return;
    }
  g_ptr_array_add (job->runs, ls_past_run_new_import (import, path, reference,
                                                      g_get_real_time () / G_USEC_PER_SEC));
  g_ptr_array_add (job->read, g_strdup (parts && !are_whole_folder (paths, path) ? "" : path));
}

static void
read_thread (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (GPtrArray) groups = ls_foreign_group_parts ((const char *const *)job->paths);

  for (guint i = 0; i < groups->len && !g_cancellable_is_cancelled (cancellable); i++)
    read_one (job, groups->pdata[i]);
  g_task_return_boolean (task, TRUE);
}

static void
use_as_reference (LsImportControl *self, const char *path)
{
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (
      ls_model_get_experiment (ls_document_get_model (self->frame->document)));

  g_free (experiment->reference);
  experiment->reference = g_strdup (path);
  ls_document_set_experiment (self->frame->document, experiment);
}

static void
response_cb (GtkWidget *bar, int response, LsImportControl *self)
{
  const char *path = g_object_get_data (G_OBJECT (bar), "path");

  if (response == RESPONSE_REFERENCE)
    use_as_reference (self, path);
  gtk_widget_destroy (bar);
}

/* Reports how the results were interpreted, and mismatches. */
static void
tell (LsImportControl *self, const LsPastRun *run, const char *path)
{
  g_autofree char *text = g_strdup_printf ("%s\n%s", run->origin, run->message);
  GtkWidget *bar = *path != '\0'
                       ? ls_bars_add (self->frame, GTK_MESSAGE_INFO, text, _ ("Use as _Reference"),
                                      RESPONSE_REFERENCE, _ ("_Close"), GTK_RESPONSE_CLOSE, NULL)
                       : ls_bars_add (self->frame, GTK_MESSAGE_INFO, text, _ ("_Close"),
                                      GTK_RESPONSE_CLOSE, NULL);

  g_object_set_data_full (G_OBJECT (bar), "path", g_strdup (path), g_free);
  g_signal_connect (bar, "response", G_CALLBACK (response_cb), self);
  ls_messages_add (LS_MESSAGES (self->frame->messages), LS_LOG_INFO, NULL, text, NAN);
}

static void
read_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsImportControl) self = LS_IMPORT_CONTROL (user_data);
  GTask *task = G_TASK (result);
  Job *job = g_task_get_task_data (task);

  /* The model was replaced or the window closed. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  for (guint i = 0; i < job->problems->len; i++)
    ls_report_problem (GTK_WIDGET (self->frame->window),
                       job->is_reference ? _ ("The reference was not read")
                                         : _ ("The results were not imported"),
                       g_ptr_array_index (job->problems, i));
  if (job->is_reference && job->runs->len > 0)
    {
      const LsPastRun *run = g_ptr_array_index (job->runs, 0);

      use_as_reference (self, g_ptr_array_index (job->read, 0));
      ls_messages_add (LS_MESSAGES (self->frame->messages), LS_LOG_INFO, NULL, run->message, NAN);
      return;
    }
  while (job->runs->len > 0)
    {
      LsPastRun *run = g_ptr_array_steal_index (job->runs, 0);
      g_autofree char *path = g_ptr_array_steal_index (job->read, 0);

      tell (self, run, path);
      ls_history_control_add (self->history, run);
      g_signal_emit (self, signals[SIGNAL_IMPORTED], 0);
      ls_frame_show_lower (self->frame, self->frame->plots_box);
    }
}

static void
read_files (LsImportControl *self, const char *const *paths, gboolean is_reference)
{
  LsComparison *ended = ls_run_control_get_ended (self->run);
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (*paths == NULL)
    return;
  job = g_new0 (Job, 1);
  job->paths = g_strdupv ((char **)paths);
  job->is_reference = is_reference;
  job->model = ls_model_copy (ls_document_get_model (self->frame->document));
  job->runs = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_past_run_free);
  job->read = g_ptr_array_new_with_free_func (g_free);
  job->problems = g_ptr_array_new_with_free_func (g_free);
  if (ended != NULL)
    job->comparison = ls_comparison_ref (ended);
  /* No source object: a task may drop the last reference on its worker thread. */
  task = g_task_new (NULL, self->cancellable, read_cb, g_object_ref (self));
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, read_thread);
}

void
ls_import_control_read (LsImportControl *self, char **paths)
{
  g_return_if_fail (LS_IS_IMPORT_CONTROL (self) && paths != NULL);

  read_files (self, (const char *const *)paths, FALSE);
}

/* (transfer full) */
static GtkFileChooserNative *
chooser_new (LsImportControl *self, const char *title)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      title, self->frame->window, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  g_autofree const char **endings = ls_items_list_endings (NULL, ls_foreign_readers, NULL);
  g_autofree char *names = ls_items_join_names (ls_foreign_readers);
  /* Translators: names of formats of files, "CSV, MATLAB" */
  g_autofree char *name = g_strdup_printf (_ ("Results: %s"), names);

  ls_file_chooser_add_endings (GTK_FILE_CHOOSER (dialog), name, endings);
  return dialog;
}

static void
reference_chosen_cb (gpointer self, const char *path, G_GNUC_UNUSED gpointer data)
{
  if (path != NULL)
    read_files (self, (const char *const[]){ path, NULL }, TRUE);
}

/* Chooses a result of this or another program as reference for errors. */
static void
import_reference_cb (G_GNUC_UNUSED GSimpleAction *action,
                     G_GNUC_UNUSED GVariant *parameter,
                     gpointer self)
{
  ls_file_chooser_show_for_path (chooser_new (self, _ ("Reference From File")), self,
                                 reference_chosen_cb, NULL, NULL);
}

static void
own_reference_cb (G_GNUC_UNUSED GSimpleAction *action,
                  G_GNUC_UNUSED GVariant *parameter,
                  gpointer user_data)
{
  LsImportControl *self = user_data;
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (
      ls_model_get_experiment (ls_document_get_model (self->frame->document)));

  g_clear_pointer (&experiment->reference, g_free);
  ls_document_set_experiment (self->frame->document, experiment);
}

static void
results_chosen_cb (gpointer self, GtkFileChooser *chooser, G_GNUC_UNUSED gpointer data)
{
  g_auto (GStrv) paths = ls_file_chooser_list_paths (chooser);

  if (paths != NULL)
    ls_import_control_read (self, paths);
}

static void
import_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  GtkFileChooserNative *dialog = chooser_new (self, _ ("Import Results"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  ls_file_chooser_show (dialog, self, results_chosen_cb, NULL, NULL);
}

/* Files dropped on a plot: only results are accepted. */
static void
files_dropped_cb (LsImportControl *self, char **dropped)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; dropped[i] != NULL; i++)
    {
      if (ls_import_is_result (dropped[i]))
        g_ptr_array_add (paths, dropped[i]);
      else
        ls_report_problem (GTK_WIDGET (self->frame->window),
                           _ ("Plots accept results: CSV or MATLAB files"), dropped[i]);
    }
  g_ptr_array_add (paths, NULL);
  ls_import_control_read (self, (char **)paths->pdata);
}

static void
drag_data_received_cb (LsImportControl *self,
                       GdkDragContext *context,
                       G_GNUC_UNUSED int x,
                       G_GNUC_UNUSED int y,
                       GtkSelectionData *data,
                       G_GNUC_UNUSED guint info,
                       guint time)
{
  g_auto (GStrv) paths = ls_drop_list_paths (data, NULL);

  gtk_drag_finish (context, paths[0] != NULL, FALSE, time);
  files_dropped_cb (self, paths);
}

static const GActionEntry entries[] = {
  { .name = "import-results", .activate = import_cb },
  { .name = "import-reference", .activate = import_reference_cb },
  { .name = "own-reference", .activate = own_reference_cb },
};

void
ls_import_control_update (LsImportControl *self)
{
  g_return_if_fail (LS_IS_IMPORT_CONTROL (self));

  const LsFrame *frame = self->frame;
  LsModel *model = ls_document_get_model (frame->document);
  gboolean running = ls_run_control_get_running (self->run) != NULL;
  gboolean empty = ls_model_get_n_components (model) == 0;

  ls_frame_set_enabled (frame, "import-results", !empty);
  ls_frame_set_enabled (frame, "import-reference", !running && !empty);
  ls_frame_set_enabled (frame, "own-reference",
                        !running && ls_model_get_experiment (model)->reference != NULL);
}

void
ls_import_control_forget (LsImportControl *self)
{
  g_return_if_fail (LS_IS_IMPORT_CONTROL (self));

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}

static void
take_drops (LsImportControl *self, GtkWidget *widget)
{
  gtk_drag_dest_set (widget, GTK_DEST_DEFAULT_ALL, NULL, 0, GDK_ACTION_COPY);
  gtk_drag_dest_add_uri_targets (widget);
  g_signal_connect_object (widget, "drag-data-received", G_CALLBACK (drag_data_received_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
ls_import_control_dispose (GObject *object)
{
  LsImportControl *self = LS_IMPORT_CONTROL (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (ls_import_control_parent_class)->dispose (object);
}

static void
ls_import_control_class_init (LsImportControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_import_control_dispose;
  signals[SIGNAL_IMPORTED] = g_signal_new ("imported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_import_control_init (LsImportControl *self)
{
  self->cancellable = g_cancellable_new ();
}

static void
panel_added_cb (LsImportControl *self, LsPlotPanel *panel)
{
  take_drops (self, ls_plot_panel_get_chart_area (panel));
  g_signal_connect_object (ls_plot_panel_get_area (panel), "files-dropped",
                           G_CALLBACK (files_dropped_cb), self, G_CONNECT_SWAPPED);
}

LsImportControl *
ls_import_control_new (const LsFrame *frame,
                       LsPlots *plots,
                       LsRunControl *run,
                       LsHistoryControl *history)
{
  LsImportControl *self = g_object_new (LS_TYPE_IMPORT_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots) && LS_IS_RUN_CONTROL (run)
                            && LS_IS_HISTORY_CONTROL (history),
                        NULL);
  self->frame = frame;
  self->run = run;
  self->history = history;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  take_drops (self, ls_history_control_get_page (history));
  for (guint i = 0; i < ls_plots_get_n (plots); i++)
    panel_added_cb (self, ls_plots_get (plots, i));
  g_signal_connect_object (plots, "panel-added", G_CALLBACK (panel_added_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
