#include "app/window/run-check.h"

typedef struct
{
  LsComparison *comparison;
  LsRunCheckFunc func;
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
  g_autoptr (GObject) object = user_data;
  const Check *check = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  /* Cancelled: @object may have been disposed. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_task_propagate_boolean (G_TASK (result), &error);
  check->func (check->comparison, error, object);
}

void
ls_run_check (LsComparison *comparison,
              GCancellable *cancellable,
              LsRunCheckFunc func,
              GObject *object)
{
  g_autoptr (GTask) task = NULL;
  Check *check;

  g_return_if_fail (comparison != NULL && G_IS_OBJECT (object));

  if (ls_comparison_get_reference_file (comparison) == NULL)
    {
      func (comparison, NULL, object);
      return;
    }
  check = g_new0 (Check, 1);
  check->comparison = ls_comparison_ref (comparison);
  check->func = func;
  /* No source object: a task may drop the last reference on its worker thread. */
  task = g_task_new (NULL, cancellable, checked_cb, g_object_ref (object));
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, check, check_free);
  g_task_run_in_thread (task, check_thread);
}
