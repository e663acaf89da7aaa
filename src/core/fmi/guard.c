/* exit() of an FMU: a function to be called at exit leads back to who called the FMU. */
#include "core/fmi/guard.h"

#include "core/base/interrupt.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"
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

/* Nobody waits for the end of what the FMU was called for: the process ends, but not as if all had
 * been well. Where that is a thread beside others, those go on without it. */
static void
end (const char *call)
{
  /* Translators: component, call and time. */
  fprintf (stderr, _ ("\nlockstep: %s: the FMU has called exit()\n"), call);
  fflush (NULL);
  while (gettid () != getpid ())
    pause ();
  ls_tempdir_remove_all ();
  _exit (EXIT_FAILURE);
}

/* Calls of FMUs are over, and forgotten, where the program itself exits. The libc allows to leave
 * such a function for good; what is left to be done is done at the next exit. */
static void
handle_exit (void)
{
  char call[512];

  if (!ls_instance_describe_last_call (call, sizeof call))
    return;
  if (innermost != NULL)
    longjmp (innermost->begin, 1);
  end (call);
}

void
ls_guard_watch (void)
{
  atexit (handle_exit);
  at_quick_exit (handle_exit);
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
               /* Translators: component, call and time. */
               _ ("%s: the FMU has called exit(), which would have ended this program; it is not "
                  "called any more"),
               call);
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
