#include "app/variations/variation-follow.h"

typedef struct
{
  gpointer owner;
  LsVariationProcess process;
  LsVariationFollowFunc func;
  GMutex lock;
  GPtrArray *lines; /* not yet given to the main thread */
  char *problem;
  gboolean notified, ended;
} Follow;

void
ls_variation_hold_application (gboolean hold)
{
  GApplication *application = g_application_get_default ();

  if (application == NULL)
    return;
  if (hold)
    g_application_hold (application);
  else
    g_application_release (application);
}

static void
follow_clear (gpointer data)
{
  Follow *self = data;

  g_ptr_array_unref (self->lines);
  g_free (self->process.is_known);
  g_free (self->problem);
  g_mutex_clear (&self->lock);
}

static void
follow_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, follow_clear);
}

/* Main thread. */
static gboolean
notify_cb (gpointer user_data)
{
  Follow *self = user_data;
  g_autoptr (GPtrArray) lines = NULL;
  gboolean ended;

  g_mutex_lock (&self->lock);
  lines = g_steal_pointer (&self->lines);
  self->lines = g_ptr_array_new_with_free_func (g_free);
  ended = self->ended;
  self->notified = FALSE;
  g_mutex_unlock (&self->lock);
  /* After the end nothing comes from the thread. */
  self->func (self->owner, lines, ended, ended ? self->problem : NULL);
  if (ended)
    {
      ls_variation_hold_application (FALSE);
      g_object_unref (self->owner);
    }
  return G_SOURCE_REMOVE;
}

/* With the lock. */
static void
notify (Follow *self)
{
  if (self->notified)
    return;
  self->notified = TRUE;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, notify_cb, g_atomic_rc_box_acquire (self),
                   follow_unref);
}

static void
line_cb (const char *line, gpointer user_data)
{
  Follow *self = user_data;

  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->lines, g_strdup (line));
  notify (self);
  g_mutex_unlock (&self->lock);
}

static gpointer
worker (gpointer user_data)
{
  Follow *self = user_data;
  char *problem = ls_variation_process_execute (&self->process, line_cb, self);

  g_mutex_lock (&self->lock);
  self->problem = problem;
  self->ended = TRUE;
  notify (self);
  g_mutex_unlock (&self->lock);
  follow_unref (self);
  return NULL;
}

void
ls_variation_follow (gpointer owner, const LsVariationProcess *process, LsVariationFollowFunc func)
{
  g_return_if_fail (G_IS_OBJECT (owner) && process != NULL && func != NULL);

  Follow *self = g_atomic_rc_box_new0 (Follow);

  self->owner = g_object_ref (owner);
  self->process = *process;
  self->func = func;
  self->lines = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&self->lock);
  ls_variation_hold_application (TRUE);
  g_thread_unref (g_thread_new ("variation", worker, self));
}
