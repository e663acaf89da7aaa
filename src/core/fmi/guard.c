/* Survives exit() of an FMU: an exit handler jumps back to the caller of the FMU; _exit() of the
 * FMU is replaced by a function of ours. */
#include "core/fmi/guard.h"

#include "core/base/interrupt.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"
#include "core/fmi/exits.h"
#include "core/fmi/instance-messages.h"

#include <glib/gi18n-lib.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Guard
{
  jmp_buf begin;
  struct Guard *outer;
  LsInterrupt *interrupt;
} Guard;

static _Thread_local Guard *innermost;
static _Thread_local const char *way_out = "exit()";

/* The process that last loaded an FMU: processes forked by an FMU may exit as they like. */
static pid_t process;
static gboolean is_kept;

static void
end_thread_or_process (void)
{
  fflush (NULL);
  while (gettid () != getpid () && is_kept)
    pause ();
  ls_tempdir_remove_all ();
  _exit (EXIT_FAILURE);
}

/* No caller to return to: ends the process with a failure status. With ls_guard_keep_process(),
 * only this thread stops if it is not the main thread. */
static void
end (const char *call)
{
  /* Translators: component, call and time; a function. */
  fprintf (stderr, _ ("\nlockstep: %s: the FMU has called %s\n"), call, way_out);
  end_thread_or_process ();
}

/* For threads that call no FMU: they were created by an FMU, if there is one. */
static void
end_from_thread_of_fmu (void)
{
  g_autofree char *names = ls_messages_stop_known (way_out);

  if (names == NULL)
    return;
  /* Translators: components; a function. */
  fprintf (stderr, _ ("\nlockstep: %s: a thread of the FMU has called %s\n"), names, way_out);
  end_thread_or_process ();
}

/* Jumps back to the caller of the FMU, or ends the process with a failure status; returns if the
 * exit was not called by an FMU. */
static void
leave (const char *function, int status G_GNUC_UNUSED)
{
  char call[512];

  if (getpid () != process)
    return;
  way_out = function;
  if (!ls_instance_describe_last_call (call, sizeof call))
    {
      if (gettid () != getpid ())
        end_from_thread_of_fmu ();
      return;
    }
  if (innermost != NULL)
    longjmp (innermost->begin, 1);
  end (call);
}

/* When the program itself exits, no FMU is being called. The C library allows leaving an exit
 * handler by longjmp(); the remaining handlers run at the next exit. */
static void
handle_exit (void)
{
  leave ("exit()", 0);
}

void
ls_guard_watch (void)
{
  process = getpid ();
  atexit (handle_exit);
  at_quick_exit (handle_exit);
  ls_exits_watch (leave);
}

void
ls_guard_keep_process (void)
{
  is_kept = TRUE;
}

static void
set_error (GError **error)
{
  LsInstance *instance = ls_instance_get_last_called ();
  char call[512] = "";

  ls_instance_describe_last_call (call, sizeof call);
  instance->stage = LS_STAGE_FATAL;
  instance->has_left = TRUE;
  g_clear_error (error);
  g_set_error (error, LS_ERROR, LS_ERROR_FMU,
               /* Translators: component, call and time; a function. */
               _ ("%s: the FMU has called %s, which would have ended this program; it is not "
                  "called any more"),
               call, way_out);
  ls_instance_note_call (NULL);
  /* Destroyed here unless its creator will do so. */
  if (!instance->is_held)
    instance->kind->destroy (instance);
  ls_guard_watch ();
}

gboolean
ls_guard_run (LsGuardFunc work, gpointer data, GError **error)
{
  Guard self = { .outer = innermost, .interrupt = ls_interrupt_get_innermost () };
  gboolean done = FALSE;

  innermost = &self;
  if (setjmp (self.begin) == 0)
    done = work (data, error);
  else
    {
      innermost = &self;
      ls_interrupt_leave_to (self.interrupt);
      set_error (error);
    }
  innermost = self.outer;
  return done;
}
