#include "core/base/reader.h"

#include "core/base/executable.h"
#include "core/base/spawn.h"
#include "core/base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define SEALS (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW)
#define MAX_IDLE 3u
/* What a file may take until the next message: slow machines and tools are allowed for. */
#define SECONDS 30.0
#define SECONDS_PER_BYTE 1e-6
/* How many times as long one that gets no processor is waited for. */
#define MAX_STARVED 20.0

/* Programs: what reads results takes longer to start. */
typedef enum
{
  READER,
  RESULTS_READER
} Program;

typedef struct
{
  pid_t pid;
  int socket;
  Program program;
} Process;

static gint is_contained; /* atomic */
static GMutex lock;       /* of all below */
static char *chosen;      /* the program */
static double patience = SECONDS;
static Process idle[MAX_IDLE];
static guint n_idle;

void
ls_reader_set_contained (gboolean contained)
{
  g_atomic_int_set (&is_contained, contained);
}

gboolean
ls_reader_is_contained (void)
{
  return g_atomic_int_get (&is_contained);
}

/* ---- Processes ---- */

/* Returns: the status that waitpid() gives */
static int
bury (Process *self)
{
  int status = 0;

  kill (self->pid, SIGKILL);
  while (waitpid (self->pid, &status, 0) < 0 && errno == EINTR)
    continue;
  close (self->socket);
  return status;
}

void
ls_reader_set_program (const char *path, double seconds)
{
  g_mutex_lock (&lock);
  g_free (chosen);
  chosen = g_strdup (path);
  patience = seconds;
  while (n_idle > 0)
    bury (&idle[--n_idle]);
  g_mutex_unlock (&lock);
}

/* Readers belong to the process that started them. */
static void
handle_fork (void)
{
  g_mutex_init (&lock);
  while (n_idle > 0)
    close (idle[--n_idle].socket);
}

/* Ends idle readers at once; by themselves they would end when their sockets close. */
static void
handle_exit (void)
{
  g_mutex_lock (&lock);
  while (n_idle > 0)
    bury (&idle[--n_idle]);
  g_mutex_unlock (&lock);
}

static gpointer
watch (gpointer data)
{
  atexit (handle_exit);
  pthread_atfork (NULL, NULL, handle_fork);
  return data;
}

static int
spawn (Process *self, const char *program, int socket)
{
  g_autofree char *name = g_path_get_basename (program);
  char *const arguments[] = { name, NULL };
  /* Its messages go to the standard error of the program. */
  const int fds[] = { -1, -1, 2, socket };

  return ls_spawn (&self->pid, program, arguments, environ, fds, G_N_ELEMENTS (fds));
}

static gboolean
start (Process *self, GError **error)
{
  static const char *const names[] = { "lockstep-reader", "lockstep-results-reader" };
  static GOnce once = G_ONCE_INIT;
  g_autofree char *program = NULL;
  int ends[2], status, high;

  g_once (&once, watch, NULL);
  g_mutex_lock (&lock);
  program = chosen != NULL ? g_strdup (chosen)
                           : ls_executable_find_helper ("reader", names[self->program]);
  g_mutex_unlock (&lock);
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return ls_fail (error, LS_ERROR_READER, _ ("no process to read files: %s: %s"), "socketpair",
                    g_strerror (errno));
  /* Not the number that it has in the reader: it would stay to be closed on exec. */
  high = fcntl (ends[1], F_DUPFD_CLOEXEC, LS_READER_FD + 1);
  close (ends[1]);
  status = high >= 0 ? spawn (self, program, high) : errno;
  if (high >= 0)
    close (high);
  self->socket = ends[0];
  if (status == 0)
    return TRUE;
  close (ends[0]);
  return ls_fail (error, LS_ERROR_READER, _ ("no process to read files: %s: %s"), program,
                  g_strerror (status));
}

/* Whether it waits, and is still there. */
static gboolean
is_ready (const Process *self)
{
  char byte;

  return recv (self->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

/* One that waits, or a new one. */
static gboolean
take (Process *self, Program program, GError **error)
{
  gboolean found = FALSE;

  g_mutex_lock (&lock);
  for (guint i = n_idle; !found && i-- > 0;)
    if (idle[i].program == program)
      {
        *self = idle[i];
        idle[i] = idle[--n_idle];
        found = is_ready (self);
        if (!found)
          bury (self);
      }
  g_mutex_unlock (&lock);
  self->program = program;
  return found || start (self, error);
}

static void
give_back (Process *self)
{
  gboolean kept;

  g_mutex_lock (&lock);
  kept = n_idle < MAX_IDLE;
  if (kept)
    idle[n_idle++] = *self;
  g_mutex_unlock (&lock);
  if (!kept)
    bury (self);
}

/* ---- Areas ---- */

int
ls_reader_open (const char *path, guint64 limit, guint64 *size, GError **error)
{
  struct stat info;
  int file;

  /* Opening a pipe could block for ever. */
  if (stat (path, &info) == 0 && !S_ISREG (info.st_mode))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
      return -1;
    }
  file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 || fstat (file, &info) != 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
  else if ((guint64)info.st_size > limit)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: is larger than %u MiB"), path,
                 (guint)(limit >> 20));
  else
    {
      *size = (guint64)info.st_size;
      return file;
    }
  if (file >= 0)
    close (file);
  return -1;
}

int
ls_reader_begin_area (void)
{
  return memfd_create ("lockstep-reader", MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

gboolean
ls_reader_write_area (int area, const void *data, gsize size)
{
  const char *from = data;

  while (size > 0)
    {
      const gssize n = write (area, from, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      from += n;
      size -= (gsize)n;
    }
  return TRUE;
}

int
ls_reader_end_area (int area, gboolean good)
{
  int failure;

  if (good && fcntl (area, F_ADD_SEALS, SEALS) == 0)
    return area;
  failure = errno;
  if (area >= 0)
    close (area);
  errno = failure;
  return -1;
}

int
ls_reader_make_area (const void *data, gsize size)
{
  const int area = ls_reader_begin_area ();

  return ls_reader_end_area (area, area >= 0 && ls_reader_write_area (area, data, size));
}

/* A copy of a file, which the reader can open by its descriptor: there is no file in its sandbox.
 */
static int
copy_file (int file, guint64 size)
{
  const int area = ls_reader_begin_area ();
  gssize n = 1;

  while (area >= 0 && size > 0 && (n > 0 || errno == EINTR))
    {
      n = sendfile (area, file, NULL, MIN (size, G_MAXINT));
      size -= n > 0 ? (guint64)n : 0;
      if (n == 0)
        break;
    }
  return ls_reader_end_area (area, area >= 0 && n >= 0);
}

typedef struct
{
  gpointer start;
  gsize size;
} Area;

static void
free_area (gpointer data)
{
  Area *area = data;

  munmap (area->start, area->size);
  g_free (area);
}

/* Only what the reader cannot change any more. Returns: (nullable) */
static GBytes *
map_area (int file)
{
  struct stat info;
  Area *area;
  gpointer start;

  if (file < 0 || fstat (file, &info) != 0 || (fcntl (file, F_GET_SEALS) & SEALS) != SEALS)
    return NULL;
  if (info.st_size == 0)
    return g_bytes_new (NULL, 0);
  start = mmap (NULL, (gsize)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (start == MAP_FAILED)
    return NULL;
  area = g_new (Area, 1);
  *area = (Area){ start, (gsize)info.st_size };
  return g_bytes_new_with_free_func (start, area->size, free_area, area);
}

/* ---- Asking ---- */

static double
get_time_limit (const LsReaderTask *task)
{
  return patience + SECONDS_PER_BYTE * (double)task->size;
}

/* Returns: processor time, s; 0 if it is unknown */
static double
get_time_used (const Process *self)
{
  struct timespec time;
  clockid_t clock;

  if (clock_getcpuclockid (self->pid, &clock) != 0 || clock_gettime (clock, &time) != 0)
    return 0.0;
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Whether it would work, but has to wait for a processor or a disk. */
static gboolean
is_starved (const Process *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int)self->pid);
  g_autofree char *text = NULL;
  const char *state;

  /* The state follows the name, which is in parentheses and may hold any character. */
  return g_file_get_contents (path, &text, NULL, NULL) && (state = strrchr (text, ')')) != NULL
         && state[1] == ' ' && (state[2] == 'R' || state[2] == 'D');
}

/* The limit is of processor time where the machine is busy with other things, else of time. */
static LsReaderReceipt
await_message (const Process *self, const LsReaderTask *task, LsReaderMessage *message, int *file)
{
  const double limit = get_time_limit (task), used = get_time_used (self);
  const gint64 begin = g_get_monotonic_time ();
  LsReaderReceipt receipt = ls_reader_receive (self->socket, limit, message, file);

  while (receipt == LS_READER_LATE && get_time_used (self) - used < limit && is_starved (self)
         && 1e-6 * (double)(g_get_monotonic_time () - begin) < MAX_STARVED * limit)
    receipt = ls_reader_receive (self->socket, limit / 10.0, message, file);
  return receipt;
}

gpointer
ls_reader_refuse (const char *name, GError **error)
{
  return ls_fail_null (error, LS_ERROR_READER,
                       _ ("%s: the process that read it gave no valid answer"), name);
}

/* Ends the reader, which did not answer. */
static gpointer
fail (Process *self, const LsReaderTask *task, LsReaderReceipt receipt, GError **error)
{
  const int status = bury (self);

  if (receipt == LS_READER_LATE)
    return ls_fail_null (error, LS_ERROR_READER, _ ("%s: reading it took more than %.0f s"),
                         task->name, get_time_limit (task));
  if (receipt == LS_READER_STRANGE)
    return ls_reader_refuse (task->name, error);
  if (WIFSIGNALED (status) && WTERMSIG (status) != SIGKILL)
    return ls_fail_null (error, LS_ERROR_READER,
                         _ ("%s: the process that read it crashed (%s): the file is damaged, or "
                            "made to do so"),
                         task->name, g_strsignal (WTERMSIG (status)));
  if (WIFEXITED (status) && WEXITSTATUS (status) == LS_READER_EXIT_VERSION)
    return ls_fail_null (
        error, LS_ERROR_READER,
        _ ("no process to read files: it is of another version than this program"));
  if (WIFSIGNALED (status) || WEXITSTATUS (status) == LS_READER_EXIT_MEMORY)
    return ls_fail_null (error, LS_ERROR_READER, _ ("%s: there is not enough memory for it"),
                         task->name);
  return ls_fail_null (error, LS_ERROR_READER, _ ("%s: the process that read it ended"),
                       task->name);
}

static gboolean
serve (const Process *self, const LsReaderTask *task, const LsReaderMessage *message)
{
  const int file = task->open (task->user, message);

  return ls_reader_send (self->socket, LS_READER_HERE, file < 0 ? errno : 0, 0, NULL, NULL, file);
}

static GBytes *
finish (const LsReaderTask *task, const LsReaderMessage *message, int file, GError **error)
{
  GBytes *answer = message->kind == LS_READER_DONE ? map_area (file) : NULL;
  const gboolean is_error = message->code == LS_ERROR_FILE || message->code == LS_ERROR_LIMIT;

  if (file >= 0)
    close (file);
  if (answer != NULL)
    return answer;
  if (message->kind != LS_READER_FAILED)
    return ls_reader_refuse (task->name, error);
  g_set_error_literal (error, LS_ERROR, is_error ? message->code : LS_ERROR_FORMAT, message->texts);
  return NULL;
}

GBytes *
ls_reader_ask (const LsReaderTask *task, GError **error)
{
  Process self;
  LsReaderMessage message;
  LsReaderReceipt receipt;
  int file;

  if (!take (&self, task->kind >= LS_READER_CSV ? RESULTS_READER : READER, error))
    return NULL;
  if (!ls_reader_send (self.socket, task->kind, 0, task->number, task->name, task->detail,
                       task->file))
    return fail (&self, task, LS_READER_ENDED, error);
  do
    receipt = await_message (&self, task, &message, &file);
  while (receipt == LS_READER_RECEIVED && task->open != NULL && file < 0
         && (message.kind == LS_READER_FILE || message.kind == LS_READER_FOLDER)
         && serve (&self, task, &message));
  if (receipt != LS_READER_RECEIVED)
    return fail (&self, task, receipt, error);
  if (message.kind == LS_READER_DONE || message.kind == LS_READER_FAILED)
    give_back (&self);
  else
    bury (&self);
  return finish (task, &message, file, error);
}

GBytes *
ls_reader_ask_path (LsReaderTask *task, const char *path, guint64 limit, GError **error)
{
  const int file = ls_reader_open (path, limit, &task->size, error);
  GBytes *answer;

  if (file < 0)
    return NULL;
  task->name = path;
  task->file = copy_file (file, task->size);
  close (file);
  if (task->file < 0)
    return ls_fail_null (error, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
  answer = ls_reader_ask (task, error);
  close (task->file);
  return answer;
}

static const char *placed, *place;

const char *
ls_reader_get_place (const char *path)
{
  return g_strcmp0 (path, placed) == 0 ? place : path;
}

void
ls_reader_set_place (const char *path, const char *there)
{
  placed = path;
  place = there;
}
