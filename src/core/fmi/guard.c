/* exit() of an FMU: a function to be called at exit leads back to who called the FMU; _exit() of it
 * is a function of ours. */
#include "core/fmi/guard.h"

#include "core/base/interrupt.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"
#include "core/fmi/exits.h"
#include "core/fmi/instance-fmi2.h"
#include "core/fmi/instance-impl.h"

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

/* The process that loaded FMUs last: one that an FMU has forked from it may end as it likes. */
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

/* Nobody waits for the end of what the FMU was called for: the process ends, but not as if all had
 * been well. Where that is a thread beside others, those go on without it. */
static void
end (const char *call)
{
  /* Translators: component, call and time; a function. */
  fprintf (stderr, _ ("\nlockstep: %s: the FMU has called %s\n"), call, way_out);
  end_thread_or_process ();
}

/* On a thread that calls no FMU: one that an FMU has begun, unless there is none. */
static void
end_from_thread_of_fmu (void)
{
  g_autofree char *names = ls_fmi2_stop_known (way_out);

  if (names == NULL)
    return;
  /* Translators: components; a function. */
  fprintf (stderr, _ ("\nlockstep: %s: a thread of the FMU has called %s\n"), names, way_out);
  end_thread_or_process ();
}

/* Leads back to who called the FMU, or ends the process, as a failure; returns where it is no FMU
 * that wants to leave. */
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

/* Calls of FMUs are over, and forgotten, where the program itself exits. The libc allows to leave
 * such a function for good; what is left to be done is done at the next exit. */
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
  /* Nobody else will. */
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
