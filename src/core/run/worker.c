#include "core/run/worker.h"

#include "core/base/tempdir.h"
#include "core/base/status.h"
#include "core/fmi/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define READ_SIZE 65536u

/* Exit status of a completed worker; an FMU that calls _exit (0) has not completed. */
#define STATUS_DONE 73

typedef struct
{
  guint32 kind;
  guint32 size;
} Head;

struct LsWorker
{
  pid_t process; /* 0 in the worker, and in the parent after the end */
  int fd;
  /* In the parent: */
  gboolean closed; /* the pipe; @fd is the process then */
  int status;      /* of waitpid() */
  GByteArray *received;
  GPtrArray *entries; /* GBytes, log */
  char *call;         /* FMU call of the crash */
  gint64 deadline;    /* µs; 0: not cancelled */
  gsize limit;        /* of messages, bytes; 0: all are taken */
  gboolean is_refused;
  /* In the worker: */
  void (*cancel) (gpointer data);
  gpointer cancel_data;
  gboolean done;
};

/* The worker of this process, for signal handlers. */
static LsWorker *myself;

gboolean
ls_worker_is_possible (void)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  guint n = 0;

  while (threads != NULL && g_dir_read_name (threads) != NULL)
    n++;
  return n == 1;
}

/* Async-signal-safe. */
static gboolean
write_all (int fd, const void *data, gsize size)
{
  const char *at = data;

  while (size > 0)
    {
      const gssize n = write (fd, at, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      at += n;
      size -= (gsize)n;
    }
  return TRUE;
}

/* With one system call where it is taken whole: the reader is woken once. */
static gboolean
write_message (int fd, const Head *head, const void *data)
{
  const struct iovec parts[] = { { .iov_base = (void *)head, .iov_len = sizeof *head },
                                 { .iov_base = (void *)data, .iov_len = head->size } };
  gssize n;

  do
    n = writev (fd, parts, G_N_ELEMENTS (parts));
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return FALSE;
  if ((gsize)n < sizeof *head)
    return write_all (fd, (const char *)head + n, sizeof *head - (gsize)n)
           && write_all (fd, data, head->size);
  n -= (gssize)sizeof *head;
  return write_all (fd, (const char *)data + n, head->size - (gsize)n);
}

void
ls_worker_send (LsWorker *self, LsMessageKind kind, const void *data, gsize size)
{
  const Head head = { .kind = kind, .size = (guint32)size };

  g_return_if_fail (size <= G_MAXUINT32);
  if (write_message (self->fd, &head, data))
    return;
  /* The parent is gone. */
  ls_tempdir_remove_all ();
  _exit (EXIT_FAILURE);
}

static void
send_last_call (void)
{
  char call[512];
  Head head = { .kind = LS_MESSAGE_CRASH };

  if (!ls_instance_describe_last_call (call, sizeof call))
    return;
  head.size = (guint32)strlen (call);
  if (write_all (myself->fd, &head, sizeof head))
    write_all (myself->fd, call, head.size);
}

/* The handler is reset (SA_RESETHAND), so the signal now kills the process as usual. */
static void
handle_crash (int number)
{
  send_last_call ();
  raise (number);
}

/* Also called if an FMU calls exit(). */
static void
handle_exit (void)
{
  if (myself != NULL && !myself->done)
    send_last_call ();
}

static void
handle_cancel (int number G_GNUC_UNUSED)
{
  if (myself->cancel != NULL)
    myself->cancel (myself->cancel_data);
}

/* Terminal signals are handled by the parent, which cancels its workers. */
static void
set_signals (void)
{
  static char stack_memory[65536];
  static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
  const stack_t stack = { .ss_sp = stack_memory, .ss_size = sizeof stack_memory };
  const struct sigaction crash
      = { .sa_handler = handle_crash, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_NODEFER) };
  const struct sigaction cancel = { .sa_handler = handle_cancel, .sa_flags = SA_RESTART };

  sigaltstack (&stack, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (crashes); i++)
    sigaction (crashes[i], &crash, NULL);
  sigaction (SIGTERM, &cancel, NULL);
  signal (SIGINT, SIG_IGN);
  signal (SIGHUP, SIG_IGN);
  signal (SIGPIPE, SIG_IGN);
}

static G_GNUC_NORETURN void
be_worker (LsWorker *self, LsWorkerFunc work, gpointer data, pid_t parent)
{
  myself = self;
  set_signals ();
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (EXIT_FAILURE);
  atexit (handle_exit);
  work (self, data);
  self->done = TRUE;
  fflush (stdout);
  /* Without the parent's exit handlers. */
  _exit (STATUS_DONE);
}

LsWorker *
ls_worker_new (LsWorkerFunc work, gpointer data, GError **error)
{
  g_autoptr (LsWorker) self = g_new0 (LsWorker, 1);
  const pid_t parent = getpid ();
  int ends[2] = { -1, -1 };

  self->fd = -1;
  self->received = g_byte_array_new ();
  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  /* Otherwise both processes would write the buffered output. */
  fflush (NULL);
  if (pipe2 (ends, O_CLOEXEC) != 0 || (self->process = fork ()) < 0)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("no process can be made for a run: %s"),
                   g_strerror (errno));
      self->process = 0;
      if (ends[0] >= 0)
        close (ends[0]);
      if (ends[1] >= 0)
        close (ends[1]);
      return NULL;
    }
  if (self->process == 0)
    {
      close (ends[0]);
      self->fd = ends[1];
      be_worker (self, work, data, parent);
    }
  close (ends[1]);
  self->fd = ends[0];
  fcntl (self->fd, F_SETFL, O_NONBLOCK);
  return g_steal_pointer (&self);
}

static void
reap (LsWorker *self, int flags)
{
  int status;
  pid_t process;

  if (self->process == 0)
    return;
  do
    process = waitpid (self->process, &status, flags);
  while (process < 0 && errno == EINTR);
  if (process == 0)
    return;
  self->status = process > 0 ? status : 0;
  self->process = 0;
}

void
ls_worker_free (LsWorker *self)
{
  if (self == NULL)
    return;
  if (self->process > 0)
    kill (self->process, SIGKILL);
  reap (self, 0);
  if (self->fd >= 0)
    close (self->fd);
  g_byte_array_unref (self->received);
  g_ptr_array_unref (self->entries);
  g_free (self->call);
  g_free (self);
}

void
ls_worker_set_cancel (LsWorker *self, void (*cancel) (gpointer data), gpointer data)
{
  g_return_if_fail (self != NULL);

  self->cancel = NULL;
  self->cancel_data = data;
  self->cancel = cancel;
}

/* Level, time, and zero-terminated texts: component, call, message; empty if missing. */
static void
send_entry (const LsLogEntry *entry, gpointer user_data)
{
  const guint32 level = entry->level;
  const char *texts[] = { entry->component, entry->call, entry->message };
  g_autoptr (GByteArray) data = g_byte_array_new ();

  g_byte_array_append (data, (const guint8 *)&level, sizeof level);
  g_byte_array_append (data, (const guint8 *)&entry->time, sizeof entry->time);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *text = texts[i] != NULL ? texts[i] : "";
      g_byte_array_append (data, (const guint8 *)text, (guint)strlen (text) + 1);
    }
  ls_worker_send (user_data, LS_MESSAGE_LOG, data->data, data->len);
}

LsLog *
ls_worker_make_log (LsWorker *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return ls_log_new (send_entry, self);
}

void
ls_worker_write_log (LsWorker *self, LsLog *log)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      gsize size;
      const char *data = g_bytes_get_data (g_ptr_array_index (self->entries, i), &size);
      guint32 level;
      double time;
      const char *component = data + sizeof level + sizeof time;
      const char *call = component + strlen (component) + 1;
      const char *message = call + strlen (call) + 1;

      memcpy (&level, data, sizeof level);
      memcpy (&time, data + sizeof level, sizeof time);
      ls_log_write (log, (LsLogLevel)level, *component != '\0' ? component : NULL,
                    *call != '\0' ? call : NULL, time, "%s", message);
    }
  g_ptr_array_set_size (self->entries, 0);
}

int
ls_worker_get_fd (const LsWorker *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->fd;
}

static void
handle_message (
    LsWorker *self, const Head *head, const guint8 *data, LsMessageFunc receive, gpointer user_data)
{
  if (head->kind == LS_MESSAGE_LOG)
    g_ptr_array_add (self->entries, g_bytes_new (data, head->size));
  else if (head->kind == LS_MESSAGE_CRASH)
    {
      g_free (self->call);
      self->call = g_strndup ((const char *)data, head->size);
    }
  else
    receive ((LsMessageKind)head->kind, data, head->size, user_data);
}

/* Nothing more is taken: memory would be full of it. */
static void
refuse (LsWorker *self)
{
  self->is_refused = TRUE;
  g_byte_array_set_size (self->received, 0);
  ls_worker_end (self);
}

/* Handles complete messages. */
static void
handle_received (LsWorker *self, LsMessageFunc receive, gpointer user_data)
{
  gsize at = 0;
  Head head;

  while (self->received->len - at >= sizeof head)
    {
      memcpy (&head, self->received->data + at, sizeof head);
      if (self->limit > 0
          && (self->is_refused || head.size > self->limit || head.kind == LS_MESSAGE_LOG))
        {
          refuse (self);
          return;
        }
      if (self->received->len - at - sizeof head < head.size)
        break;
      handle_message (self, &head, self->received->data + at + sizeof head, receive, user_data);
      at += sizeof head + head.size;
    }
  if (at > 0)
    g_byte_array_remove_range (self->received, 0, (guint)at);
}

/* Returns: %FALSE at the end of the stream */
static gboolean
read_some (LsWorker *self, gboolean *any)
{
  guint8 buffer[READ_SIZE];
  const gssize n = read (self->fd, buffer, sizeof buffer);

  *any = n > 0;
  if (n > 0)
    g_byte_array_append (self->received, buffer, (guint)n);
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The FMU may have closed the pipe: what there is to wait for is the end of the process. Where the
 * kernel refuses, the caller polls nothing (-1) until its time-out. */
static void
watch_process (LsWorker *self)
{
  if (self->closed)
    return;
  self->closed = TRUE;
  close (self->fd);
  self->fd = pidfd_open (self->process, 0);
}

gboolean
ls_worker_receive (LsWorker *self, LsMessageFunc receive, gpointer user_data)
{
  gboolean open, any = FALSE;

  if (self->deadline > 0 && g_get_monotonic_time () > self->deadline && self->process > 0)
    kill (self->process, SIGKILL);
  /* Check for the end before reading, so that all data written before it is read. The pipe may stay
   * open beyond the end in a child process left by the FMU. */
  reap (self, WNOHANG);
  do
    {
      open = !self->closed && read_some (self, &any);
      handle_received (self, receive, user_data);
    }
  while (any && self->process == 0);
  if (!open && self->process > 0)
    {
      watch_process (self);
      reap (self, WNOHANG);
    }
  return self->process > 0;
}

void
ls_worker_cancel (LsWorker *self)
{
  g_return_if_fail (self != NULL);

  if (self->deadline > 0 || self->process <= 0)
    return;
  self->deadline = g_get_monotonic_time () + (gint64)(1e6 * LS_WORKER_PATIENCE);
  kill (self->process, SIGTERM);
}

void
ls_worker_distrust (LsWorker *self, gsize limit)
{
  g_return_if_fail (self != NULL);

  self->limit = limit;
}

void
ls_worker_end (LsWorker *self)
{
  g_return_if_fail (self != NULL);

  if (self->process > 0)
    kill (self->process, SIGKILL);
}

char *
ls_worker_describe_exit (const LsWorker *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_strdup_printf (_ ("the process of the run ended by itself, with status %d"),
                          WIFEXITED (self->status) ? WEXITSTATUS (self->status) : 0);
}

char *
ls_worker_describe_end (const LsWorker *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  const gboolean killed = WIFSIGNALED (self->status);
  const char *name = killed ? strsignal (WTERMSIG (self->status)) : NULL;
  const int status = WIFEXITED (self->status) ? WEXITSTATUS (self->status) : 0;

  if (!killed && self->call == NULL && status == STATUS_DONE)
    return NULL;
  if (self->deadline > 0 && killed && WTERMSIG (self->status) == SIGKILL)
    return g_strdup (_ ("it did not stop on request and was ended"));
  if (killed && self->call != NULL)
    /* Translators: component, call and time; the system's name of a signal. */
    return g_strdup_printf (_ ("%s: the FMU crashed in this call, or right after it: %s"),
                            self->call, name);
  if (killed)
    return g_strdup_printf (_ ("the process of the run was ended by a signal: %s"), name);
  if (self->call != NULL)
    return g_strdup_printf (_ ("%s: the FMU ended its process in this call, or right after it, "
                               "with status %d"),
                            self->call, status);
  return ls_worker_describe_exit (self);
}
