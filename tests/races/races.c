/* Only in builds with the thread sanitizer. It sees what we compile, not what GLib does inside:
 * that who locks a mutex comes after who unlocked it, that a task's thread comes after who started
 * it. The linker sends our calls of GLib's functions here (--wrap), and these say so. Nothing is
 * said that GLib does not promise: each hand-over has an object, and who takes it comes after who
 * gave it, no more. Reports that remain are of what no hand-over covers. */
#include <gio/gio.h>
#include <sanitizer/tsan_interface.h>

/* The function of GLib, and the one that is called in its place. */
#define WRAP(type, name, ...)                                                                      \
  type __real_##name (__VA_ARGS__);                                                                \
  type __wrap_##name (__VA_ARGS__);                                                                \
  type __wrap_##name (__VA_ARGS__)

static void
take (gconstpointer object)
{
  __tsan_acquire ((void *)object);
}

static void
give (gconstpointer object)
{
  __tsan_release ((void *)object);
}

/* Locks ------------------------------------------------------------------------------- */

WRAP (void, g_mutex_lock, GMutex *mutex)
{
  __real_g_mutex_lock (mutex);
  take (mutex);
}

WRAP (gboolean, g_mutex_trylock, GMutex *mutex)
{
  const gboolean locked = __real_g_mutex_trylock (mutex);

  if (locked)
    take (mutex);
  return locked;
}

WRAP (void, g_mutex_unlock, GMutex *mutex)
{
  give (mutex);
  __real_g_mutex_unlock (mutex);
}

/* Waiting gives the mutex away and takes it again; signals alone order nothing. */
WRAP (void, g_cond_wait, GCond *cond, GMutex *mutex)
{
  give (mutex);
  __real_g_cond_wait (cond, mutex);
  take (mutex);
}

WRAP (gboolean, g_cond_wait_until, GCond *cond, GMutex *mutex, gint64 end_time)
{
  gboolean signalled;

  give (mutex);
  signalled = __real_g_cond_wait_until (cond, mutex, end_time);
  take (mutex);
  return signalled;
}

/* Once -------------------------------------------------------------------------------- */

/* Who finds it done reads the location by a macro, which the sanitizer sees. */
WRAP (gboolean, g_once_init_enter, volatile void *location)
{
  const gboolean first = __real_g_once_init_enter (location);

  take ((gconstpointer)location);
  return first;
}

WRAP (void, g_once_init_leave, volatile void *location, gsize result)
{
  give ((gconstpointer)location);
  __real_g_once_init_leave (location, result);
}

typedef struct
{
  GOnce *once;
  GThreadFunc func;
  gpointer data;
} Once;

static gpointer
call_once (gpointer data)
{
  const Once *call = data;
  gpointer result = call->func (call->data);

  give (call->once);
  return result;
}

WRAP (gpointer, g_once_impl, GOnce *once, GThreadFunc func, gpointer data)
{
  Once call = { once, func, data };
  gpointer result = __real_g_once_impl (once, call_once, &call);

  take (once);
  return result;
}

/* References -------------------------------------------------------------------------- */

/* Who drops the last one comes after all who dropped theirs. */
WRAP (void, g_object_unref, gpointer object)
{
  give (object);
  take (object);
  __real_g_object_unref (object);
}

/* Sources ----------------------------------------------------------------------------- */

/* A function of the main loop with its data, given when it is added. */
typedef struct
{
  GSourceFunc func;
  gpointer data;
  GDestroyNotify notify;
} Closure;

static Closure *
closure_new (GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  Closure *self = g_new (Closure, 1);

  *self = (Closure){ func, data, notify };
  give (self);
  return self;
}

static gboolean
closure_call (gpointer data)
{
  Closure *self = data;
  gboolean again;

  take (self);
  again = self->func (self->data);
  give (self); /* it may be removed by another thread */
  return again;
}

static void
closure_free (gpointer data)
{
  Closure *self = data;

  take (self);
  if (self->notify != NULL)
    self->notify (self->data);
  g_free (self);
}

WRAP (guint, g_idle_add, GSourceFunc func, gpointer data)
{
  return g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

WRAP (guint, g_idle_add_full, gint priority, GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  return __real_g_idle_add_full (priority, closure_call, closure_new (func, data, notify),
                                 closure_free);
}

WRAP (guint,
      g_timeout_add_full,
      gint priority,
      guint interval,
      GSourceFunc func,
      gpointer data,
      GDestroyNotify notify)
{
  return __real_g_timeout_add_full (priority, interval, closure_call,
                                    closure_new (func, data, notify), closure_free);
}

/* Tasks ------------------------------------------------------------------------------- */

/* What a task calls back, kept with it. */
typedef struct
{
  GTaskThreadFunc work;
  GAsyncReadyCallback done;
  GDestroyNotify free_data;
  gpointer user_data, data;
} Task;

static Task *
get_task (GTask *task)
{
  return g_object_get_data (G_OBJECT (task), "races");
}

/* The task ends, on whatever thread. */
static void
task_free (gpointer data)
{
  Task *self = data;

  take (self);
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self);
}

static void
task_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Task *self = user_data;

  take (self);
  self->done (source, result, self->user_data);
  give (self);
}

WRAP (GTask *,
      g_task_new,
      gpointer source,
      GCancellable *cancellable,
      GAsyncReadyCallback done,
      gpointer user_data)
{
  Task *self = g_new0 (Task, 1);
  GTask *task = __real_g_task_new (source, cancellable, done != NULL ? task_done : NULL, self);

  self->done = done;
  self->user_data = user_data;
  g_object_set_data_full (G_OBJECT (task), "races", self, task_free);
  return task;
}

WRAP (void, g_task_set_task_data, GTask *task, gpointer data, GDestroyNotify free_data)
{
  Task *self = get_task (task);

  __real_g_task_set_task_data (task, data, NULL);
  self->data = data;
  self->free_data = free_data;
}

/* GLib lets a task go on the main thread and on the one that has worked; which is the last is
 * chance. Here it is always another one, so that what comes of that is seen: a while later, not
 * after a condition, whose mutex would be an order between the two. */
static gpointer
let_go (gpointer task)
{
  g_usleep (50000);
  take (task);
  __real_g_object_unref (task);
  return NULL;
}

static void
task_work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Task *self = get_task (task);

  take (self);
  self->work (task, source, data, cancellable);
  give (self);
  g_thread_unref (g_thread_new ("late", let_go, g_object_ref (task)));
}

WRAP (void, g_task_run_in_thread, GTask *task, GTaskThreadFunc work)
{
  Task *self = get_task (task);

  self->work = work;
  give (self);
  __real_g_task_run_in_thread (task, task_work);
}

WRAP (void, g_task_return_boolean, GTask *task, gboolean result)
{
  give (get_task (task));
  __real_g_task_return_boolean (task, result);
}

WRAP (void, g_task_return_error, GTask *task, GError *error)
{
  give (get_task (task));
  __real_g_task_return_error (task, error);
}

WRAP (void, g_task_return_pointer, GTask *task, gpointer result, GDestroyNotify free_result)
{
  give (get_task (task));
  __real_g_task_return_pointer (task, result, free_result);
}

/* Pools ------------------------------------------------------------------------------- */

typedef struct
{
  GFunc func;
  gpointer user_data;
} Pool;

static void
pool_work (gpointer data, gpointer user_data)
{
  const Pool *self = user_data;

  take (self);
  take (data);
  self->func (data, self->user_data);
}

/* Its helper is kept: pools are for the whole of the program. */
WRAP (GThreadPool *,
      g_thread_pool_new,
      GFunc func,
      gpointer user_data,
      gint n_threads,
      gboolean exclusive,
      GError **error)
{
  Pool *self = g_new (Pool, 1);

  *self = (Pool){ func, user_data };
  return __real_g_thread_pool_new (pool_work, self, n_threads, exclusive, error);
}

WRAP (gboolean, g_thread_pool_push, GThreadPool *pool, gpointer data, GError **error)
{
  give (pool->user_data); /* the Pool above */
  give (data);
  return __real_g_thread_pool_push (pool, data, error);
}
