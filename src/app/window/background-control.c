/* The process that has the run goes on as it is, without its window: the run has its helpers, its
 * thread and its traces there, so nothing has to be passed on, and nothing can get lost on the way.
 */
#include "app/window/background-control.h"
#include <glib/gi18n-lib.h>

/* Interval of looking for a request for the window, ms. */
#define INTERVAL 300

struct _LsBackgroundControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsRunControl *run;
  LsQueueControl *queue;
  LsHistoryControl *history;
  LsRecoveryControl *recovery;
  GtkWidget *dialog;      /* (nullable): the question, a weak pointer */
  LsCloseFunc close_func; /* of the question */
  gboolean active;        /* without a window */
  guint timeout_id;
};

G_DEFINE_TYPE (LsBackgroundControl, ls_background_control, G_TYPE_OBJECT)

static void
set_active (LsBackgroundControl *self, gboolean active)
{
  self->active = active;
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  ls_recovery_control_set_leave (self->recovery, active);
}

/* ---- The end of the runs ------------------------------------------------------------------ */

static gboolean
is_over (LsBackgroundControl *self)
{
  return self->active && !ls_run_control_is_busy (self->run)
         && ls_queue_control_is_empty (self->queue);
}

static gboolean
close_cb (gpointer user_data)
{
  LsBackgroundControl *self = user_data;

  if (is_over (self))
    gtk_widget_destroy (GTK_WIDGET (self->frame->window));
  return G_SOURCE_REMOVE;
}

/* Not from within a controller that the window frees. */
static void
copied_cb (gpointer data)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, data, g_object_unref);
}

static void
kept_cb (gpointer data)
{
  LsBackgroundControl *self = data;

  if (self->active)
    ls_recovery_flush (ls_recovery_control_get (self->recovery), copied_cb, self);
  else
    g_object_unref (self);
}

/* Runs and model are written before the process ends. */
static void
idle_cb (LsBackgroundControl *self)
{
  /* There is no run to ask about any more. */
  if (self->dialog != NULL)
    gtk_dialog_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_NO);
  if (is_over (self))
    ls_recovery_keep_runs (ls_recovery_control_get (self->recovery),
                           ls_history_control_get (self->history), kept_cb, g_object_ref (self));
}

/* ---- Without a window --------------------------------------------------------------------- */

static gboolean
look_cb (gpointer user_data)
{
  LsBackgroundControl *self = user_data;

  if (!ls_recovery_take_request (ls_recovery_control_get (self->recovery)))
    return G_SOURCE_CONTINUE;
  self->timeout_id = 0;
  set_active (self, FALSE);
  gtk_window_present (self->frame->window);
  return G_SOURCE_REMOVE;
}

static void
go_on (LsBackgroundControl *self)
{
  LsComparison *comparison = ls_run_control_get_running (self->run);

  set_active (self, TRUE);
  /* A paused run would never end. */
  if (comparison != NULL)
    ls_comparison_continue (comparison);
  gtk_widget_hide (GTK_WIDGET (self->frame->window));
  self->timeout_id = g_timeout_add (INTERVAL, look_cb, self);
}

static void
response_cb (LsBackgroundControl *self, int response, GtkWidget *dialog)
{
  gtk_widget_destroy (dialog);
  if (response == GTK_RESPONSE_YES && ls_run_control_is_busy (self->run))
    go_on (self);
  else if (response == GTK_RESPONSE_NO)
    self->close_func (self->frame->window);
}

static void
ask (LsBackgroundControl *self)
{
  GtkWidget *dialog = gtk_message_dialog_new (
      self->frame->window, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
      GTK_BUTTONS_NONE, _ ("“%s” is running. Keep the run going without the window?"),
      ls_document_get_title (self->frame->document));

  gtk_message_dialog_format_secondary_text (
      GTK_MESSAGE_DIALOG (dialog), "%s",
      _ ("Lockstep offers its results when it is next started. Logging out ends the run."));
  gtk_window_set_title (GTK_WINDOW (dialog), _ ("Run in Progress"));
  gtk_dialog_add_buttons (GTK_DIALOG (dialog), _ ("_Stop"), GTK_RESPONSE_NO, _ ("_Cancel"),
                          GTK_RESPONSE_CANCEL, _ ("_Keep Running"), GTK_RESPONSE_YES, NULL);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_YES);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), self, G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->dialog, dialog);
  gtk_widget_show (dialog);
}

void
ls_background_control_ask (LsBackgroundControl *self, LsCloseFunc func)
{
  g_return_if_fail (LS_IS_BACKGROUND_CONTROL (self) && func != NULL);

  if (self->dialog != NULL || self->active)
    return;
  if (!ls_run_control_is_busy (self->run) && ls_queue_control_is_empty (self->queue))
    {
      func (self->frame->window);
      return;
    }
  self->close_func = func;
  ask (self);
}

/* ---- Life --------------------------------------------------------------------------------- */

static void
ls_background_control_dispose (GObject *object)
{
  LsBackgroundControl *self = LS_BACKGROUND_CONTROL (object);

  self->active = FALSE;
  g_clear_weak_pointer (&self->dialog);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  G_OBJECT_CLASS (ls_background_control_parent_class)->dispose (object);
}

static void
ls_background_control_class_init (LsBackgroundControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_background_control_dispose;
}

static void
ls_background_control_init (G_GNUC_UNUSED LsBackgroundControl *self)
{
}

LsBackgroundControl *
ls_background_control_new (const LsFrame *frame,
                           LsRunControl *run,
                           LsQueueControl *queue,
                           LsHistoryControl *history,
                           LsRecoveryControl *recovery)
{
  LsBackgroundControl *self = g_object_new (LS_TYPE_BACKGROUND_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_RUN_CONTROL (run) && LS_IS_QUEUE_CONTROL (queue)
                            && LS_IS_HISTORY_CONTROL (history) && LS_IS_RECOVERY_CONTROL (recovery),
                        NULL);
  self->frame = frame;
  self->run = run;
  self->queue = queue;
  self->history = history;
  self->recovery = recovery;
  g_signal_connect_object (run, "idle", G_CALLBACK (idle_cb), self, G_CONNECT_SWAPPED);
  return self;
}
