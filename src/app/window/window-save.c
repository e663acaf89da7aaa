/* Saving: runs are written and FMUs packed on a thread, and what is edited meanwhile stays unsaved.
 */
#include <glib/gi18n-lib.h>
#include "app/base/report.h"
#include "app/window/window-private.h"
#include "core/ssp/ssp.h"
#include "core/run/run-history-file.h"

/* What is saved within this time needs no word about it, ms. */
#define GRACE_TIME 300

typedef struct
{
  LsWindow *window;
  LsModel *model;        /* a copy */
  LsRunHistory *history; /* (nullable): to be stored in it */
  char *path;
  GError *error, *history_error;
  gboolean written, ended; /* @ended: main thread */
} Save;

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
  LsWindow *self = save->window;

  if (save->history_error != NULL)
    ls_report_problem (GTK_WIDGET (self), _ ("The runs were not saved"),
                       save->history_error->message);
  if (!save->written)
    {
      ls_report_problem (GTK_WIDGET (self), _ ("The model was not saved"), save->error->message);
      return;
    }
  ls_window_forget_bars (self);
  ls_window_project_changed (self);
  ls_window_remember (self, save->path);
}

static void
saved_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  Save *save = g_task_get_task_data (G_TASK (result));
  LsWindow *self = save->window;

  save->ended = TRUE;
  self->saving = FALSE;
  g_clear_handle_id (&self->saving_id, g_source_remove);
  ls_document_end_save (self->document, save->written ? save->model : NULL, save->path);
  /* An application that is told to quit takes its windows away without asking. */
  if (self->saving_bar != NULL && gtk_widget_get_parent (self->saving_bar) != NULL)
    gtk_widget_destroy (self->saving_bar);
  self->saving_bar = NULL;
  if (gtk_window_get_application (GTK_WINDOW (self)) != NULL)
    show_outcome (save);
}

static gboolean
grace_cb (gpointer user_data)
{
  LsWindow *self = user_data;
  g_autofree char *text
      = g_strdup_printf (_ ("Saving “%s”…"), ls_document_get_title (self->document));

  self->saving_id = 0;
  self->saving_bar = ls_window_add_bar (self, GTK_MESSAGE_INFO, text, NULL);
  return G_SOURCE_REMOVE;
}

gboolean
ls_window_save_to (LsWindow *self, const char *path)
{
  /* Only held. */
  G_GNUC_UNUSED g_autoptr (LsWindow) window = g_object_ref (self);
  g_autoptr (GTask) task = NULL;
  Save save = { .window = self };

  if (self->saving)
    return FALSE;
  ls_run_bar_commit (LS_RUN_BAR (self->run_bar));
  save.path = g_strdup (path);
  save.model = ls_document_begin_save (self->document);
  save.history = ls_window_results_take (self, save.model);
  self->saving = TRUE;
  self->saving_id = g_timeout_add (GRACE_TIME, grace_cb, self);
  task = g_task_new (NULL, NULL, saved_cb, NULL);
  g_task_set_task_data (task, &save, NULL);
  g_task_run_in_thread (task, save_thread);
  /* As a dialog does: who called goes on when it is over, and the window lives on meanwhile. */
  while (!save.ended)
    g_main_context_iteration (NULL, TRUE);
  ls_model_free (save.model);
  g_clear_pointer (&save.history, ls_run_history_free);
  g_free (save.path);
  g_clear_error (&save.error);
  g_clear_error (&save.history_error);
  return save.written;
}

void
ls_window_save_wait (LsWindow *self)
{
  while (self->saving)
    g_main_context_iteration (NULL, TRUE);
}
