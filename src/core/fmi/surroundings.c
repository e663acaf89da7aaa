/* Floating-point environment, working folder, signal handlers, locale: recorded before the first
 * FMU is instantiated, and checked after calls in which FMUs are known to change them, and from
 * time to time. */
#include "core/fmi/surroundings.h"

#include "core/fmi/guard.h"

#include <fcntl.h>
#include <fenv.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define N_SIGNALS 32

static GMutex lock;
static guint n_instances;
/* State of the process while there are instances. */
static int folder = -1;
static struct stat folder_info;
static char *locale;
static struct sigaction handlers[N_SIGNALS];

void
ls_surroundings_enter (void)
{
  g_mutex_lock (&lock);
  if (n_instances++ == 0)
    {
      folder = open (".", O_PATH | O_DIRECTORY | O_CLOEXEC);
      if (folder >= 0 && fstat (folder, &folder_info) != 0)
        memset (&folder_info, 0, sizeof folder_info);
      locale = g_strdup (setlocale (LC_ALL, NULL));
      for (int i = 1; i < N_SIGNALS; i++)
        if (sigaction (i, NULL, &handlers[i]) != 0)
          memset (&handlers[i], 0, sizeof handlers[i]);
    }
  g_mutex_unlock (&lock);
}

void
ls_surroundings_leave (void)
{
  g_mutex_lock (&lock);
  if (--n_instances == 0)
    {
      if (folder >= 0)
        close (folder);
      folder = -1;
      g_clear_pointer (&locale, g_free);
    }
  g_mutex_unlock (&lock);
}

static void
warn (LsInstance *self, guint what, const char *message)
{
  if (self == NULL || (self->changed & what) != 0)
    return;
  self->changed |= what;
  ls_log_write (self->log, LS_LOG_WARNING, self->name, self->kind->get_call (self), self->time,
                "%s", message);
}

void
ls_floating_point_warn (LsInstance *self)
{
  warn (self, 1,
        _ ("the FMU has changed how this thread computes (rounding, denormal numbers or traps); "
           "that is set back"));
}

void
ls_floating_point_mend (LsInstance *self)
{
  fesetenv (FE_DFL_ENV);
  ls_floating_point_warn (self);
}

static gboolean
mend_folder (void)
{
  struct stat info;

  return folder >= 0 && folder_info.st_ino != 0
         && (stat (".", &info) != 0 || info.st_ino != folder_info.st_ino
             || info.st_dev != folder_info.st_dev)
         && fchdir (folder) == 0;
}

/* After the first request to stop a run, our own code restores the default handler. */
static gboolean
is_changed (int number, const struct sigaction *now)
{
  if (now->sa_handler == handlers[number].sa_handler)
    return FALSE;
  return now->sa_handler != SIG_DFL || (number != SIGINT && number != SIGTERM && number != SIGHUP);
}

static gboolean
mend_signals (void)
{
  gboolean changed = FALSE;

  for (int i = 1; i < N_SIGNALS; i++)
    {
      struct sigaction now;

      if (i == SIGKILL || i == SIGSTOP || sigaction (i, NULL, &now) != 0 || !is_changed (i, &now))
        continue;
      changed = sigaction (i, &handlers[i], NULL) == 0 || changed;
    }
  return changed;
}

static gboolean
mend_locale (void)
{
  const char *now = setlocale (LC_ALL, NULL);

  return locale != NULL && now != NULL && strcmp (now, locale) != 0
         && setlocale (LC_ALL, locale) != NULL;
}

void
ls_guard_mend (void)
{
  LsInstance *self = ls_instance_get_last_called ();
  gboolean is_folder = FALSE, is_signal = FALSE, is_locale = FALSE;

  LS_MEND_FLOATING_POINT (self);
  g_mutex_lock (&lock);
  if (n_instances > 0)
    {
      is_folder = mend_folder ();
      is_signal = mend_signals ();
      is_locale = mend_locale ();
    }
  g_mutex_unlock (&lock);
  if (is_folder)
    warn (self, 2, _ ("an FMU has changed the working folder; that is set back"));
  if (is_signal)
    warn (self, 4, _ ("an FMU has changed the handlers of signals; that is set back"));
  if (is_locale)
    warn (self, 8, _ ("an FMU has changed the locale; that is set back"));
}

void
ls_surroundings_mend (LsInstance *self, LsStage next)
{
  if (self->stage <= LS_STAGE_INITIALIZATION || next <= LS_STAGE_INITIALIZATION
      || next == LS_STAGE_TERMINATED)
    ls_guard_mend ();
  else
    LS_MEND_FLOATING_POINT (self);
}
