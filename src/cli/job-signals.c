/* Signals to a job: Ctrl-C cancels, and a crash in an FMU names the call. */
#include "cli/job-impl.h"

#include "core/fmi/instance.h"

#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Translated in advance, as signal handlers must not translate. */
static const char *crash_format, *crash_kept_format;
static gboolean is_written; /* the results are written */
static gboolean is_patient;

static volatile LsJobCancelFunc cancel_func;
static gpointer volatile cancel_data;
static gint cancelled; /* atomic */

/* An FMU crash ends the process; the handler can only report the FMU. */
static void
handle_crash (int number)
{
  char call[512], message[1024];
  int length;

  if (ls_instance_describe_last_call (call, sizeof call))
    length = g_snprintf (message, sizeof message, is_written ? crash_kept_format : crash_format,
                         call, strsignal (number));
  else
    length = g_snprintf (message, sizeof message, "\nlockstep: %s\n", strsignal (number));
  if (write (STDERR_FILENO, message, MIN ((gsize)length, sizeof message - 1)) < 0)
    _exit (128 + number);
  /* The handler is reset (SA_RESETHAND), so the signal now ends the process as usual. */
  raise (number);
}

/* On an alternate stack, as the crash may be a stack overflow. */
void
ls_job_watch_for_crashes (void)
{
  static char stack_memory[65536];
  static const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
  const stack_t stack = { .ss_sp = stack_memory, .ss_size = sizeof stack_memory };
  const struct sigaction action
      = { .sa_handler = handle_crash, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_NODEFER) };

  /* Translators: component, call and time; the system's name of the signal. */
  crash_kept_format = _ ("\nlockstep: %s: the FMU crashed in this call, or right after it, and "
                         "ended the program: %s. What this run recorded is written.\n");
  crash_format
      = _ ("\nlockstep: %s: the FMU crashed in this call, or right after it, and ended the "
           "program: %s. What this run recorded is lost.\n");
  sigaltstack (&stack, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &action, NULL);
}

void
ls_job_set_written (void)
{
  is_written = TRUE;
}

void
ls_job_set_patient (void)
{
  is_patient = TRUE;
}

static void
handle_signal (int number G_GNUC_UNUSED)
{
  g_atomic_int_set (&cancelled, 1);
  if (cancel_func != NULL)
    cancel_func (cancel_data);
}

static void
set_handler (void (*handler) (int number))
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = (int)(SA_RESETHAND | SA_RESTART) };
  struct sigaction before;

  sigaction (SIGINT, &action, NULL);
  if (is_patient && handler != SIG_DFL)
    action.sa_flags = SA_RESTART;
  sigaction (SIGTERM, &action, NULL);
  action.sa_flags = (int)(SA_RESETHAND | SA_RESTART);
  /* With nohup, a run continues when its terminal is closed. */
  if (sigaction (SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction (SIGHUP, &action, NULL);
}

void
ls_job_begin (LsJobCancelFunc cancel, gpointer data)
{
  cancel_func = NULL;
  cancel_data = data;
  cancel_func = cancel;
  set_handler (handle_signal);
}

void
ls_job_end (void)
{
  set_handler (SIG_DFL);
  cancel_func = NULL;
  ls_job_clear_progress ();
}

gboolean
ls_job_is_cancelled (void)
{
  return g_atomic_int_get (&cancelled) != 0;
}
