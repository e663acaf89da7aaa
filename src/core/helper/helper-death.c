/* Why a helper has died, in one sentence, and its end. */
#include "core/helper/helper-impl.h"

#include "core/base/language.h"
#include "core/base/number.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long a helper that is to be ended may take to say where it is, ms: its turn may be late. */
#define QUESTION 200000

/* Texts of the helper are those of the FMU: one line, printable, ended. */
static void
tidy (char text[HOST_TEXT_SIZE])
{
  text[HOST_TEXT_SIZE - 1] = '\0';
  for (char *c = text; *c != '\0'; c++)
    if ((guchar)*c < 0x20 || (guchar)*c >= 0x7f)
      *c = '?';
}

guint64
ls_helper_count_oom_kills (void)
{
  g_autofree char *text = NULL;
  const char *line = g_file_get_contents ("/proc/vmstat", &text, NULL, NULL)
                         ? strstr (text, "\noom_kill ")
                         : NULL;

  return line != NULL ? g_ascii_strtoull (line + strlen ("\noom_kill "), NULL, 10) : 0;
}

static const char *
name_signal (int number, int code)
{
  switch (number)
    {
    case SIGSEGV:
      return _ ("segmentation fault");
    case SIGBUS:
      return _ ("bus error");
    case SIGILL:
      return _ ("illegal instruction");
    case SIGFPE:
      return code == FPE_INTDIV ? _ ("integer division by zero") : _ ("arithmetic error");
    case SIGABRT:
      return _ ("abort");
    case SIGXFSZ:
      return _ ("a file has become too large");
    case SIGSYS:
      return _ ("forbidden system call");
    default:
      return strsignal (number);
    }
}

/* " in pump_update + 0x1f (libpump.so)" */
static char *
describe_place (const HostRecord *record)
{
  char offset[20];

  g_snprintf (offset, sizeof offset, "0x%" G_GINT64_MODIFIER "x", record->offset);
  if (record->symbol[0] != '\0')
    /* Translators: function, offset in it, library; begins with a space. */
    return g_strdup_printf (_ (" in %s + %s (%s)"), record->symbol, offset, record->module);
  if (record->module[0] != '\0')
    /* Translators: library, offset in it; begins with a space. */
    return g_strdup_printf (_ (" at %s + %s"), record->module, offset);
  return g_strdup ("");
}

/* "at t = 12.34 s in fmi2DoStep" */
static char *
describe_call (const LsRemote *culprit, const char *call)
{
  const double time = culprit != NULL ? culprit->klass->get_time (culprit->user) : NAN;
  char number[LS_NUMBER_SIZE];

  if (isnan (time))
    return call != NULL ? g_strdup_printf (_ ("in %s"), call) : g_strdup (_ ("between calls"));
  ls_number_show (time, 12, number);
  return call != NULL ? g_strdup_printf (_ ("at t = %s s in %s"), number, call)
                      : g_strdup_printf (_ ("after t = %s s, between calls"), number);
}

static char *
describe_crash (const LsHelper *self,
                const HostRecord *record,
                const siginfo_t *end,
                const char *who,
                const char *where,
                LsFate *fate)
{
  g_autofree char *place = describe_place (record);
  const int number = record->cause == HOST_SIGNAL ? record->number : end->si_status;

  *fate = LS_FATE_CRASHED;
  if (record->cause == HOST_EXIT)
    /* Translators: component and file, time and call, function, status. */
    return g_strdup_printf (_ ("%s has ended its process %s, by %s(%d)."), who, where,
                            record->symbol, record->number);
  if (end->si_code == CLD_EXITED)
    return g_strdup_printf (_ ("%s has ended its process %s, with status %d."), who, where,
                            end->si_status);
  if (number == SIGKILL && ls_helper_count_oom_kills () > self->n_oom_kills)
    {
      *fate = LS_FATE_MEMORY;
      return g_strdup_printf (_ ("%s was killed %s, as the system does when memory runs out."), who,
                              where);
    }
  if (record->cause == HOST_SIGNAL && record->no_memory)
    {
      *fate = LS_FATE_MEMORY;
      /* Translators: component and file, time and call, place. */
      return g_strdup_printf (_ ("%s crashed %s: memory had run out%s."), who, where, place);
    }
  if (number == SIGSYS || self->denied != 0)
    *fate = LS_FATE_DENIED;
  /* Translators: component and file, time and call, cause, place. */
  return g_strdup_printf (_ ("%s crashed %s: %s%s."), who, where,
                          name_signal (number, record->code), place);
}

/* 'R': computes, 'S' and 'D': waits, 'T': is stopped */
static char
read_state (const LsHelper *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int)self->pid);
  g_autofree char *text = NULL;
  const char *end;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (end = strrchr (text, ')')) == NULL
      || end[1] == '\0')
    return '?';
  return end[2];
}

static char *
describe_hang (
    const HostRecord *record, char state, double waited, const char *who, const char *where)
{
  g_autofree char *place = describe_place (record);
  char number[LS_NUMBER_SIZE];
  const char *doing = state == 'R' ? _ ("computing") : state == 'T' ? _ ("stopped") : _ ("waiting");

  ls_number_format_short (waited, 2, number);
  /* Translators: component and file, time and call, duration, activity, place. */
  return g_strdup_printf (_ ("%s gave no answer %s for %s s and was ended; it was %s%s."), who,
                          where, number, doing, place);
}

static void
send_signal (const LsHelper *self, int number)
{
  syscall (SYS_pidfd_send_signal, self->pidfd, number, NULL, 0);
}

/* Asks the helper where it is; it wakes who waits for the answer. */
static void
ask_place (const LsHelper *self)
{
  const guint32 *cause = &self->response->record.cause;
  const gint64 end = g_get_monotonic_time () + QUESTION;
  gint64 left = QUESTION;

  send_signal (self, SIGUSR2);
  while (__atomic_load_n (cause, __ATOMIC_ACQUIRE) == HOST_NO_RECORD && left > 0)
    {
      ls_futex_wait (cause, HOST_NO_RECORD, left);
      left = end - g_get_monotonic_time ();
    }
}

/* Ends the process and what it has started; its end is read before its number may be used again. */
static void
end_process (LsHelper *self, siginfo_t *end)
{
  struct pollfd ended = { .fd = self->pidfd, .events = POLLIN };

  g_assert (self->pid > 1 && self->pidfd >= 0); /* the group of it alone */
  memset (end, 0, sizeof *end);
  send_signal (self, SIGKILL);
  poll (&ended, 1, 5000);
  kill (-self->pid, SIGKILL);
  if (waitid (P_PIDFD, (id_t)self->pidfd, end, WEXITED | WNOHANG) != 0)
    end->si_code = 0;
}

/* The instance whose call was being made. */
static LsRemote *
find_culprit (LsHelper *self, const HostRecord *record, const char **call)
{
  const guint i = record->cause != HOST_NO_RECORD ? record->call : self->response->current;
  GHashTableIter iter;
  gpointer value = NULL;

  *call = NULL;
  if (self->is_posted && i < self->n_calls)
    {
      *call = self->calls[i].name;
      if (self->calls[i].owner != NULL)
        return self->calls[i].owner;
    }
  g_hash_table_iter_init (&iter, self->remotes);
  g_hash_table_iter_next (&iter, NULL, &value);
  return value;
}

/* What the FMU said last may tell why. */
static void
quote_message (LsHelper *self)
{
  g_autofree char *death = self->death, *said = NULL;

  if (death != NULL && self->culprit != NULL && self->culprit->klass->take_message != NULL)
    said = self->culprit->klass->take_message (self->culprit->user);
  /* Translators: a sentence, a message of the FMU. */
  self->death = said != NULL ? g_strdup_printf (_ ("%s It had said: “%s”"), death, said)
                             : g_steal_pointer (&death);
}

void
ls_helper_bury (LsHelper *self, LsFate fate, double waited)
{
  const char *call;
  g_autofree char *who = NULL, *where = NULL;
  HostRecord record;
  siginfo_t end;
  char state;

  if (self->fate != LS_FATE_ALIVE)
    return;
  state = read_state (self);
  if (fate == LS_FATE_HUNG && state != 'T')
    ask_place (self);
  end_process (self, &end);
  self->exit_status = end.si_code == CLD_EXITED ? end.si_status : -1;
  record = self->response->record;
  tidy (record.symbol);
  tidy (record.module);
  ls_helper_take_messages (self);
  ls_helper_tell_denials (self);
  self->fate = fate != LS_FATE_ALIVE ? fate : LS_FATE_CRASHED;
  /* Left when it was asked to. */
  if (record.cause == HOST_NO_RECORD && end.si_code == CLD_EXITED && end.si_status == 0
      && self->is_posted && self->n_calls > 0 && g_str_equal (self->calls[0].name, "exit"))
    return;
  /* What was done before counts. */
  if (self->is_posted && self->response->phase != HOST_IDLE)
    self->n_done = MIN (self->response->current, self->n_calls);
  self->culprit = find_culprit (self, &record, &call);
  who = self->culprit != NULL
            ? g_strdup_printf ("%s (%s)", self->culprit->name, self->culprit->file)
            : g_strdup (_ ("the process of an FMU"));
  where = describe_call (self->culprit, call);
  if (fate == LS_FATE_HUNG)
    self->death = describe_hang (&record, state, waited, who, where);
  else if (fate == LS_FATE_ALIVE)
    self->death = describe_crash (self, &record, &end, who, where, &self->fate);
  /* By a signal; what has called exit() or hangs is known. */
  self->is_doubtful
      = self->fate == LS_FATE_CRASHED && record.cause != HOST_EXIT && self->n_remotes > 1;
  quote_message (self);
  self->printed = self->output != NULL ? ls_watch_get_output (self->output) : NULL;
}
