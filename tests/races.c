/* Only in builds with the thread sanitizer, which cannot see into GLib: says to it that who locks a
 * mutex comes after who unlocked it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>

static void *
find (const char *name, void **found)
{
  if (g_atomic_pointer_get (found) == NULL)
    g_atomic_pointer_set (found, dlsym (RTLD_NEXT, name));
  return g_atomic_pointer_get (found);
}

#define REAL(name) ((__typeof__ (&name))find (#name, &real))

void
g_mutex_lock (GMutex *mutex)
{
  static void *real;

  REAL (g_mutex_lock) (mutex);
  __tsan_acquire (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  static void *real;
  gboolean locked = REAL (g_mutex_trylock) (mutex);

  if (locked)
    __tsan_acquire (mutex);
  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  static void *real;

  __tsan_release (mutex);
  REAL (g_mutex_unlock) (mutex);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  static void *real;

  __tsan_release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  static void *real;
  gboolean signalled;

  __tsan_release (mutex);
  signalled = REAL (g_cond_wait_until) (cond, mutex, end_time);
  __tsan_acquire (mutex);
  return signalled;
}
