/* Runs that are saved with the model, on request: read on a thread when it is opened, and taken
 * into it before it is saved. */
#include <glib/gi18n-lib.h>
#include "app/report.h"
#include "app/window-private.h"
#include "core/run/run-history-file.h"

static GSimpleAction *
get_action (LsWindow *self)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "keep-results"));
}

static gboolean
is_kept (LsWindow *self)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (get_action (self)));

  return g_variant_get_boolean (state);
}

static void
read_thread (GTask *task,
             G_GNUC_UNUSED gpointer source,
             gpointer data,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *runs = ls_run_history_load (data, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, runs, (GDestroyNotify)g_ptr_array_unref);
}

static void
read_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsWindow) self = LS_WINDOW (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = g_task_propagate_pointer (G_TASK (result), &error);

  /* Another model was opened meanwhile, or the window is going away. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  self->results_loading = FALSE;
  if (error != NULL)
    ls_report_problem (GTK_WIDGET (self), _ ("The saved runs were not read"), error->message);
  if (runs == NULL)
    return;
  g_simple_action_set_state (get_action (self), g_variant_new_boolean (TRUE));
  while (runs->len > 0)
    ls_window_history_add (self, g_ptr_array_steal_index (runs, runs->len - 1));
}

static void
model_replaced_cb (LsWindow *self)
{
  LsModel *model = ls_document_get_model (self->document);
  g_autofree char *folder = ls_model_get_results (model);
  g_autoptr (GTask) task = NULL;

  g_simple_action_set_state (get_action (self), g_variant_new_boolean (FALSE));
  self->results_loading = folder != NULL;
  if (folder == NULL)
    return;
  /* Not as its source: a task ends on whichever thread is the last to let it go. */
  task = g_task_new (NULL, ls_window_import_get_cancellable (self), read_cb, g_object_ref (self));
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, ls_model_copy (model), (GDestroyNotify)ls_model_free);
  g_task_run_in_thread (task, read_thread);
}

static void
keep_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  /* There is something to save now. */
  ls_document_keep_mine (LS_WINDOW (user_data)->document);
}

void
ls_window_results_changed (LsWindow *self)
{
  if (is_kept (self))
    ls_document_keep_mine (self->document);
}

LsRunHistory *
ls_window_results_take (LsWindow *self, LsModel *model)
{
  g_autofree char *folder = ls_model_get_results (model);

  /* What was not read yet stays as it is. */
  if (self->results_loading)
    return NULL;
  if (is_kept (self))
    return ls_run_history_copy_pinned (self->run_history);
  if (folder != NULL)
    ls_model_set_results (model, NULL);
  return NULL;
}

static const GActionEntry entries[] = {
  { .name = "keep-results", .state = "false", .change_state = keep_cb },
};

void
ls_window_results_init (LsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
}
