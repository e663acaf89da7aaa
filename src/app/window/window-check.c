/* What is looked at before a run begins: a reference in a file, which may be long, on a thread. */
#include <glib/gi18n-lib.h>
#include "app/window/window-private.h"

typedef struct
{
  LsComparison *comparison;
  LsWindowCheckedFunc func;
} Check;

static void
check_free (gpointer data)
{
  Check *self = data;

  ls_comparison_unref (self->comparison);
  g_free (self);
}

static void
check_thread (GTask *task,
              G_GNUC_UNUSED gpointer source,
              gpointer data,
              G_GNUC_UNUSED GCancellable *cancellable)
{
  const Check *check = data;
  GError *error = NULL;

  if (ls_comparison_check_reference (check->comparison, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
checked_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsWindow) self = LS_WINDOW (user_data);
  const Check *check = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  /* Nobody waits for it any more, and perhaps the window is gone. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_task_propagate_boolean (G_TASK (result), &error);
  check->func (self, check->comparison, error);
}

void
ls_window_check (LsWindow *self,
                 LsComparison *comparison,
                 GCancellable *cancellable,
                 LsWindowCheckedFunc func)
{
  g_autoptr (GTask) task = NULL;
  Check *check;

  if (ls_comparison_get_reference_file (comparison) == NULL)
    {
      func (self, comparison, NULL);
      return;
    }
  check = g_new0 (Check, 1);
  check->comparison = ls_comparison_ref (comparison);
  check->func = func;
  /* Not as its source: a task ends on whichever thread is the last to let it go. */
  task = g_task_new (NULL, cancellable, checked_cb, g_object_ref (self));
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, check, check_free);
  g_task_run_in_thread (task, check_thread);
}
