#include "app/macro/macro-step-job.h"
#include <string.h>

struct LsMacroStepJob
{
  GThreadPool *pool; /* one thread, exclusive */
  /* Used by the thread only. */
  LsMacroWalk *walk; /* (nullable) */
  char *run;         /* (nullable): run of @walk */
};

/* A request; @task is %NULL for the last one, which ends the job. */
typedef struct
{
  GTask *task;
  LsModel *model;
  LsMethodChoice *choice;
  LsMacroWalkSettings settings;
  GArray *changes;
  char *run;
  double time;
} Order;

static void
order_free (Order *self)
{
  g_clear_object (&self->task);
  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->choice, ls_method_choice_free);
  g_clear_pointer (&self->changes, g_array_unref);
  g_free (self->run);
  g_free (self);
}

static gboolean
go_on_cb (G_GNUC_UNUSED double fraction, gpointer cancellable)
{
  return !g_cancellable_is_cancelled (cancellable);
}

static void
drop_walk (LsMacroStepJob *self)
{
  g_clear_pointer (&self->walk, ls_macro_walk_free);
  g_clear_pointer (&self->run, g_free);
}

static LsMacroStep *
look (LsMacroStepJob *self, Order *order, GError **error)
{
  GCancellable *cancellable = g_task_get_cancellable (order->task);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (self->walk == NULL || g_strcmp0 (self->run, order->run) != 0)
    {
      drop_walk (self);
      self->walk = ls_macro_walk_new (&order->settings, error);
      self->run = g_strdup (order->run);
    }
  return self->walk != NULL
             ? ls_macro_walk_look (self->walk, order->time, go_on_cb, cancellable, error)
             : NULL;
}

static void
thread_cb (gpointer data, gpointer user_data)
{
  LsMacroStepJob *self = user_data;
  Order *order = data;
  GError *error = NULL;
  LsMacroStep *step;

  if (order->task == NULL)
    {
      drop_walk (self);
      order_free (order);
      return;
    }
  step = look (self, order, &error);
  if (step != NULL)
    g_task_return_pointer (order->task, step, (GDestroyNotify)ls_macro_step_free);
  else
    g_task_return_error (order->task, error);
  order_free (order);
}

LsMacroStepJob *
ls_macro_step_job_new (void)
{
  LsMacroStepJob *self = g_new0 (LsMacroStepJob, 1);

  /* Exclusive: one thread for all requests. */
  self->pool = g_thread_pool_new (thread_cb, self, 1, TRUE, NULL);
  return self;
}

static gboolean
release_cb (gpointer application)
{
  g_application_release (application);
  return G_SOURCE_REMOVE;
}

static gpointer
end_cb (gpointer data)
{
  LsMacroStepJob *self = data;

  g_thread_pool_push (self->pool, g_new0 (Order, 1), NULL);
  g_thread_pool_free (self->pool, FALSE, TRUE);
  g_free (self);
  /* Components must not be freed during a call: the application is held until the thread ends. */
  if (g_application_get_default () != NULL)
    g_idle_add (release_cb, g_application_get_default ());
  return NULL;
}

void
ls_macro_step_job_free (LsMacroStepJob *self)
{
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  g_thread_unref (g_thread_new ("macro-step", end_cb, self));
}

static Order *
order_new (const LsMacroWalkSettings *settings, const char *run, double time)
{
  Order *self = g_new0 (Order, 1);

  self->model = ls_model_copy (settings->model);
  self->choice = ls_method_choice_copy (settings->choice);
  self->changes = settings->changes != NULL ? g_array_ref ((GArray *)settings->changes) : NULL;
  self->settings = *settings;
  self->settings.model = self->model;
  self->settings.choice = self->choice;
  self->settings.changes = self->changes;
  self->run = g_strdup (run);
  self->time = time;
  return self;
}

void
ls_macro_step_job_look (LsMacroStepJob *self,
                        gpointer user,
                        const LsMacroWalkSettings *settings,
                        const char *run,
                        double time,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback)
{
  Order *order = order_new (settings, run, time);

  g_return_if_fail (self != NULL);
  /* No source object: a task may drop the last reference on its worker thread. */
  order->task = g_task_new (NULL, cancellable, callback, g_object_ref (user));
  g_task_set_check_cancellable (order->task, FALSE);
  g_thread_pool_push (self->pool, order, NULL);
}

LsMacroStep *
ls_macro_step_job_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
