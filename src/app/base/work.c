#include "app/base/work.h"

static void
work_unref (gpointer data)
{
  LsWork *self = data;

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_mutex_clear (&self->lock);
  g_free (self->what);
  self->klass->free (self);
}

static LsWork *
work_ref (LsWork *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

/* Main thread. */
static gboolean
show_cb (gpointer data)
{
  LsWork *self = data;
  g_autofree char *what = NULL;
  double fraction;

  g_mutex_lock (&self->lock);
  self->source = 0;
  fraction = self->fraction;
  what = g_strdup (self->what);
  g_mutex_unlock (&self->lock);
  if (self->dialog != NULL && self->is_working)
    self->klass->show (self, fraction, what);
  return G_SOURCE_REMOVE;
}

gboolean
ls_work_publish (LsWork *self, double fraction, char *what)
{
  g_return_val_if_fail (self != NULL && self->klass->show != NULL, FALSE);

  g_mutex_lock (&self->lock);
  self->fraction = fraction;
  g_free (self->what);
  self->what = what;
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_LOW, show_cb, work_ref (self), work_unref);
  g_mutex_unlock (&self->lock);
  return g_atomic_int_get (&self->cancelled) == 0;
}

static void
work_cb (GTask *task,
         gpointer source G_GNUC_UNUSED,
         gpointer data,
         GCancellable *cancellable G_GNUC_UNUSED)
{
  LsWork *self = data;

  self->klass->work (self);
  g_task_return_boolean (task, TRUE);
}

static void
done_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, G_GNUC_UNUSED gpointer user_data)
{
  LsWork *self = g_task_get_task_data (G_TASK (result));

  self->is_working = FALSE;
  if (self->dialog != NULL)
    self->klass->done (self);
}

void
ls_work_start (LsWork *self)
{
  g_return_if_fail (self != NULL && !self->is_working);

  g_autoptr (GTask) task = g_task_new (NULL, NULL, done_cb, NULL);

  self->is_working = TRUE;
  g_atomic_int_set (&self->cancelled, 0);
  g_task_set_task_data (task, work_ref (self), work_unref);
  g_task_run_in_thread (task, work_cb);
}

void
ls_work_cancel (LsWork *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&self->cancelled, 1);
}

static void
destroy_cb (LsWork *self)
{
  ls_work_cancel (self);
  self->dialog = NULL;
}

void
ls_work_init (LsWork *self, const LsWorkClass *klass, GtkWidget *dialog)
{
  g_return_if_fail (self != NULL && klass != NULL && GTK_IS_DIALOG (dialog));

  self->klass = klass;
  self->dialog = dialog;
  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->lock);
  g_object_set_data_full (G_OBJECT (dialog), klass->name, self, work_unref);
  g_signal_connect_swapped (dialog, "destroy", G_CALLBACK (destroy_cb), self);
}
