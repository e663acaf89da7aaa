#include "app/window/save-control.h"
#include <glib/gi18n-lib.h>
#include "app/base/export-job.h"
#include "app/base/folders.h"
#include "app/base/preferences.h"
#include "app/base/report.h"
#include "app/run/run-bar.h"
#include "app/window/bars.h"
#include "app/plot/plot-export.h"
#include "app/window/file-chooser.h"
#include "core/ssp/ssp.h"
#include "core/run/run-history-file.h"

/* Delay before the progress bar appears, ms. */
#define GRACE_TIME 300

/* What waits for an answer about unsaved changes. */
typedef struct
{
  GWeakRef object;
  LsAnsweredFunc func;
  gpointer data;
  GDestroyNotify free_data;
  gboolean shown; /* a person is being asked */
  gboolean saves; /* the answer was to save */
} Question;

struct _LsSaveControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsStoredRuns *stored;
  LsRecentMenu *recent;
  Question *question; /* (nullable) */
  guint asking;       /* dialogs that ask where to save, or whether to replace */
  gboolean saving;
  gboolean written; /* the last time */
  guint saving_id;
  GtkWidget *saving_bar;  /* (nullable): "Saving…" */
  GtkWidget *changed_bar; /* (nullable): "changed on disk" */
};

G_DEFINE_TYPE (LsSaveControl, ls_save_control, G_TYPE_OBJECT)

/* ---- Writing ----------------------------------------------------------------------------- */

typedef struct
{
  LsSaveControl *control;
  LsModel *model;        /* a copy */
  LsRunHistory *history; /* (nullable): runs to be stored in the file */
  char *path;
  GError *error, *history_error;
  gboolean written;
} Save;

static void
save_free (gpointer data)
{
  Save *self = data;

  ls_model_free (self->model);
  g_clear_pointer (&self->history, ls_run_history_free);
  g_clear_error (&self->error);
  g_clear_error (&self->history_error);
  g_free (self->path);
  g_object_unref (self->control);
  g_free (self);
}

static void go_on_asking (LsSaveControl *self);

static void
save_thread (GTask *task,
             G_GNUC_UNUSED gpointer source,
             gpointer data,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  Save *save = data;

  if (save->history != NULL)
    ls_run_history_store (save->history, save->model, &save->history_error);
  save->written = ls_ssp_write (save->model, save->path, &save->error);
  g_task_return_boolean (task, TRUE);
}

static void
show_outcome (const Save *save)
{
  LsSaveControl *self = save->control;

  if (save->history_error != NULL)
    ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The runs were not saved"),
                       save->history_error->message);
  if (!save->written)
    {
      ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The model was not saved"),
                         save->error->message);
      return;
    }
  ls_save_control_forget_change (self);
  ls_recent_menu_remember (self->recent, save->path);
}

static void
saved_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  G_GNUC_UNUSED g_autoptr (GtkWindow) window = user_data;
  Save *save = g_task_get_task_data (G_TASK (result));
  LsSaveControl *self = save->control;

  self->saving = FALSE;
  self->written = save->written;
  g_clear_handle_id (&self->saving_id, g_source_remove);
  ls_document_end_save (self->frame->document, save->written ? save->model : NULL, save->path);
  /* If the application was told to quit, the window and its bars are already destroyed. */
  if (self->saving_bar != NULL && gtk_widget_get_parent (self->saving_bar) != NULL)
    gtk_widget_destroy (self->saving_bar);
  self->saving_bar = NULL;
  if (!ls_frame_is_alive (self->frame))
    return;
  show_outcome (save);
  go_on_asking (self);
}

static gboolean
grace_cb (gpointer user_data)
{
  LsSaveControl *self = user_data;
  g_autofree char *text
      = g_strdup_printf (_ ("Saving “%s”…"), ls_document_get_title (self->frame->document));

  self->saving_id = 0;
  self->saving_bar = ls_bars_add (self->frame, GTK_MESSAGE_INFO, text, NULL);
  return G_SOURCE_REMOVE;
}

static void
save_to (LsSaveControl *self, const char *path)
{
  g_autoptr (GTask) task = NULL;
  Save *save;

  if (self->saving)
    return;
  ls_run_bar_commit (LS_RUN_BAR (self->frame->run_bar));
  save = g_new0 (Save, 1);
  save->control = g_object_ref (self);
  save->path = g_strdup (path);
  save->model = ls_document_begin_save (self->frame->document);
  save->history = ls_stored_runs_take (self->stored, save->model);
  self->saving = TRUE;
  self->saving_id = g_timeout_add (GRACE_TIME, grace_cb, self);
  task = g_task_new (NULL, NULL, saved_cb, g_object_ref (self->frame->window));
  g_task_set_task_data (task, save, save_free);
  g_task_run_in_thread (task, save_thread);
}

/* ---- Destination ------------------------------------------------------------------------- */

static gboolean
refuse_example (LsSaveControl *self, const char *path)
{
  if (!ls_folders_is_ours (path))
    return FALSE;
  ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The model was not saved"),
                     _ ("Examples are read-only. Save in another folder."));
  return TRUE;
}

static void
completed_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  if (!refuse_example (object, path))
    save_to (object, path);
}

static void
answered (gpointer data)
{
  LsSaveControl *self = data;

  self->asking--;
  go_on_asking (self);
  g_object_unref (self);
}

static void
place_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  static const char *const endings[] = { ".ssp", NULL };
  LsSaveControl *self = object;

  if (path == NULL)
    return;
  /* Asked still: whether to replace what the completed name has. */
  self->asking++;
  ls_export_complete (self->frame->window, path, endings, self, completed_cb, g_object_ref (self),
                      answered);
}

static void
save_as (LsSaveControl *self)
{
  static const char *const patterns[] = { "*.ssp", NULL };
  GtkFileChooserNative *dialog;
  GtkFileChooser *chooser;
  g_autofree char *project = ls_frame_get_project (self->frame);
  g_autofree char *name = g_strconcat (project, ".ssp", NULL);

  if (self->saving || self->asking > 0)
    return;
  self->asking++;
  dialog = ls_file_chooser_new (self->frame, _ ("Save Model"), GTK_FILE_CHOOSER_ACTION_SAVE,
                                _ ("_Save"));
  chooser = GTK_FILE_CHOOSER (dialog);
  gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
  gtk_file_chooser_set_current_name (chooser, name);
  ls_file_chooser_add_filter (chooser, _ ("Models (SSP)"), patterns);
  ls_file_chooser_show_for_path (dialog, self, place_chosen_cb, g_object_ref (self), answered);
}

static void
replace_response_cb (LsSaveControl *self, int response, GtkWidget *dialog)
{
  /* Copied: saving frees the document's string. */
  g_autofree char *path = g_strdup (ls_document_get_path (self->frame->document));

  gtk_widget_destroy (dialog);
  self->asking--;
  if (response == GTK_RESPONSE_YES && path != NULL)
    save_to (self, path);
  else if (response == GTK_RESPONSE_NO)
    save_as (self);
  go_on_asking (self);
}

/* Asks before overwriting a file that another program or window has changed. */
static void
ask_to_replace (LsSaveControl *self)
{
  GtkWidget *dialog = gtk_message_dialog_new (self->frame->window, GTK_DIALOG_MODAL,
                                              GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE,
                                              _ ("“%s” was changed on disk by another program."),
                                              ls_document_get_title (self->frame->document));

  self->asking++;
  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog),
                                            _ ("Saving replaces what the other program wrote."));
  gtk_window_set_title (GTK_WINDOW (dialog), _ ("File Changed"));
  gtk_dialog_add_buttons (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("Save _As…"),
                          GTK_RESPONSE_NO, _ ("_Replace"), GTK_RESPONSE_YES, NULL);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_NO);
  g_signal_connect_object (dialog, "response", G_CALLBACK (replace_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_show (dialog);
}

static void
save (LsSaveControl *self)
{
  /* Copied: saving frees the document's string. */
  g_autofree char *path = g_strdup (ls_document_get_path (self->frame->document));

  if (self->saving || self->asking > 0)
    return;
  if (!ls_document_can_save_in_place (self->frame->document) || ls_folders_is_ours (path))
    save_as (self);
  /* Even if the bar about it is not shown yet. */
  else if (self->changed_bar != NULL || ls_document_is_file_changed (self->frame->document))
    ask_to_replace (self);
  else
    save_to (self, path);
}

static void
save_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  save (self);
}

static void
save_as_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  save_as (self);
}

/* ---- Unsaved changes --------------------------------------------------------------------- */

static void
question_free (Question *self)
{
  g_weak_ref_clear (&self->object);
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self);
}

static void
answer (LsSaveControl *self, gboolean go_on)
{
  Question *question = g_steal_pointer (&self->question);
  g_autoptr (GObject) object = g_weak_ref_get (&question->object);

  if (object != NULL)
    question->func (object, go_on, question->data);
  question_free (question);
}

static void
close_response_cb (LsSaveControl *self, int response, GtkWidget *dialog)
{
  gtk_widget_destroy (dialog);
  if (self->question == NULL)
    return;
  self->question->shown = FALSE;
  if (response != GTK_RESPONSE_YES)
    {
      answer (self, response == GTK_RESPONSE_NO);
      return;
    }
  self->question->saves = TRUE;
  self->written = FALSE;
  save (self);
  go_on_asking (self);
}

static void
show_question (LsSaveControl *self)
{
  GtkWidget *dialog = gtk_message_dialog_new (
      self->frame->window, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
      GTK_BUTTONS_NONE, _ ("Save the changes to “%s”?"),
      ls_document_get_title (self->frame->document));

  self->question->shown = TRUE;
  gtk_message_dialog_format_secondary_text (
      GTK_MESSAGE_DIALOG (dialog), "%s",
      ls_preferences_keeps_copies ()
          ? _ ("Otherwise a copy is kept for 30 days under File, Open Recent.")
          : _ ("Otherwise, changes since the last save are lost."));
  gtk_window_set_title (GTK_WINDOW (dialog), _ ("Unsaved Changes"));
  gtk_dialog_add_buttons (GTK_DIALOG (dialog), _ ("Close _without Saving"), GTK_RESPONSE_NO,
                          _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("_Save"), GTK_RESPONSE_YES, NULL);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_YES);
  g_signal_connect_object (dialog, "response", G_CALLBACK (close_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_show (dialog);
}

/* As soon as nothing is being written and nobody is asked where to: asks or answers. */
static void
go_on_asking (LsSaveControl *self)
{
  const Question *question = self->question;

  if (question == NULL || question->shown || self->saving || self->asking > 0)
    return;
  if (question->saves)
    answer (self, self->written);
  else if (!ls_document_is_dirty (self->frame->document))
    answer (self, TRUE);
  else
    show_question (self);
}

void
ls_save_control_ask (LsSaveControl *self,
                     gpointer object,
                     LsAnsweredFunc func,
                     gpointer data,
                     GDestroyNotify free_data)
{
  g_return_if_fail (LS_IS_SAVE_CONTROL (self) && G_IS_OBJECT (object) && func != NULL);

  if (self->question != NULL)
    {
      func (object, FALSE, data);
      if (free_data != NULL)
        free_data (data);
      return;
    }
  self->question = g_new0 (Question, 1);
  g_weak_ref_init (&self->question->object, object);
  self->question->func = func;
  self->question->data = data;
  self->question->free_data = free_data;
  go_on_asking (self);
}

/* ---- Another program wrote the file ------------------------------------------------------- */

void
ls_save_control_forget_change (LsSaveControl *self)
{
  g_return_if_fail (LS_IS_SAVE_CONTROL (self));

  if (self->changed_bar != NULL)
    gtk_widget_destroy (self->changed_bar);
}

static void
changed_response_cb (LsSaveControl *self, int response)
{
  /* Reloading asks about unsaved edits; the bar stays if it is cancelled. */
  if (response == GTK_RESPONSE_YES && ls_document_get_path (self->frame->document) != NULL)
    {
      ls_frame_command (self->frame, "reload", NULL);
      return;
    }
  ls_save_control_forget_change (self);
  ls_document_mark_modified (self->frame->document);
}

static void
file_changed_cb (LsSaveControl *self)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” was changed on disk by another program."),
                                           ls_document_get_title (self->frame->document));

  if (self->changed_bar != NULL)
    return;
  self->changed_bar = ls_bars_add (self->frame, GTK_MESSAGE_WARNING, text, _ ("_Reload"),
                                   GTK_RESPONSE_YES, _ ("_Keep Mine"), GTK_RESPONSE_NO, NULL);
  g_signal_connect_swapped (self->changed_bar, "response", G_CALLBACK (changed_response_cb), self);
  g_signal_connect (self->changed_bar, "destroy", G_CALLBACK (gtk_widget_destroyed),
                    &self->changed_bar);
}

static const GActionEntry entries[] = {
  { .name = "save", .activate = save_cb },
  { .name = "save-as", .activate = save_as_cb },
};

static void
ls_save_control_dispose (GObject *object)
{
  LsSaveControl *self = LS_SAVE_CONTROL (object);

  g_clear_handle_id (&self->saving_id, g_source_remove);
  g_clear_pointer (&self->question, question_free);
  G_OBJECT_CLASS (ls_save_control_parent_class)->dispose (object);
}

static void
ls_save_control_class_init (LsSaveControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_save_control_dispose;
}

static void
ls_save_control_init (G_GNUC_UNUSED LsSaveControl *self)
{
}

LsSaveControl *
ls_save_control_new (const LsFrame *frame, LsStoredRuns *stored, LsRecentMenu *recent)
{
  LsSaveControl *self = g_object_new (LS_TYPE_SAVE_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_STORED_RUNS (stored) && LS_IS_RECENT_MENU (recent),
                        NULL);
  self->frame = frame;
  self->stored = stored;
  self->recent = recent;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (frame->document, "file-changed", G_CALLBACK (file_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
