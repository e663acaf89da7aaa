/* Helper processes: finding the program, starting and ending it. */
#include "core/helper/helper-impl.h"

#include "core/base/executable.h"
#include "core/base/spawn.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"
#include "core/helper/isolation.h"
#include "host/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

extern char **environ;

/* Descriptors above those that the helper gets. */
#define FIRST_FD 16
/* For the messages of small FMUs, bytes. */
#define SMALLEST_ROOM (256u << 10)

static gboolean
fail (GError **error, const char *what)
{
  return ls_fail (error, LS_ERROR_FILE, _ ("no process for an FMU: %s: %s"), what,
                  g_strerror (errno));
}

/* What an old kernel, a container or a limit lacks, which no FMU can bring about; want of memory or
 * descriptors it could. */
static gboolean
fail_system (GError **error, const char *what)
{
  const gboolean lacks = errno == ENOSYS || errno == EPERM || errno == EINVAL;

  fail (error, what);
  if (lacks && error != NULL)
    (*error)->code = LS_ERROR_SYSTEM;
  return FALSE;
}

/* A memory area without a name. Returns: a descriptor above FIRST_FD, or -1. */
static int
make_area (const char *name, gsize size)
{
  const int fd = memfd_create (name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  int high;

  if (fd < 0)
    return -1;
  high = fcntl (fd, F_DUPFD_CLOEXEC, FIRST_FD);
  close (fd);
  if (high >= 0 && ftruncate (high, (off_t)size) != 0)
    {
      close (high);
      return -1;
    }
  return high;
}

static void *
map_area (int fd, gsize size, int protection)
{
  void *area = mmap (NULL, size, protection, MAP_SHARED, fd, 0);

  if (area == MAP_FAILED)
    return NULL;
  madvise (area, size, MADV_DONTFORK);
  madvise (area, size, MADV_DONTDUMP);
  return area;
}

/* What the limit of the size of files leaves of @wish for data, bytes. @room: (out): at most */
static gsize
limit_area (gsize needs, gsize wish, gsize *room)
{
  const gsize heads = MAX (sizeof (HostRequest), sizeof (HostResponse));
  struct rlimit limit;

  *room = G_MAXSIZE;
  if (getrlimit (RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return MAX (needs, wish);
  *room = limit.rlim_cur > heads ? (gsize)limit.rlim_cur - heads : 0;
  return MAX (needs, MIN (wish, *room / 8 * 8));
}

/* Too large a file would end the program. */
static gboolean
check_size (gsize size, gsize room, GError **error)
{
  /* So little that no FMU has room, or too little for this one. */
  if (size > room)
    return ls_fail (
        error, room < SMALLEST_ROOM ? LS_ERROR_SYSTEM : LS_ERROR_LIMIT,
        _ ("no process for an FMU: the limit of the size of files (ulimit -f) leaves no "
           "room for its messages"));
  return TRUE;
}

/* Sealed: neither side can change the sizes, which would kill the other by SIGBUS, and the helper
 * cannot write to the requests. */
static gboolean
make_areas (LsHelper *self, gsize size, int fds[2], GError **error)
{
  const gsize request = sizeof (HostRequest) + size, response = sizeof (HostResponse) + size;
  const int seals = F_SEAL_SHRINK | F_SEAL_GROW;

  fds[0] = make_area ("lockstep-request", request);
  fds[1] = make_area ("lockstep-response", response);
  if (fds[0] < 0 || fds[1] < 0)
    return fail_system (error, "memfd");
  self->request = map_area (fds[0], request, PROT_READ | PROT_WRITE);
  self->response = map_area (fds[1], response, PROT_READ);
  if (self->request == NULL || self->response == NULL)
    return fail (error, "mmap");
  if (fcntl (fds[1], F_ADD_SEALS, seals | F_SEAL_SEAL) != 0
      || fcntl (fds[0], F_ADD_SEALS, seals | F_SEAL_FUTURE_WRITE) != 0
      || fcntl (fds[0], F_ADD_SEALS, F_SEAL_SEAL) != 0)
    return fail_system (error, "F_ADD_SEALS");
  self->request_size = self->response_size = size;
  return TRUE;
}

/* Numbers of an FMU must not depend on the locale of the user; files that it writes go to a folder
 * of its own. @scratch: "" without a sandbox */
static char **
make_environment (const char *scratch)
{
  char **list = g_environ_setenv (g_get_environ (), "LC_ALL", "C", TRUE);

  if (*scratch == '\0')
    return list;
  list = g_environ_setenv (list, "HOME", scratch, TRUE);
  return g_environ_setenv (list, "TMPDIR", scratch, TRUE);
}

static int
spawn (LsHelper *self, const char *program, const int fds[2], int output)
{
  char *const arguments[] = { (char *)"lockstep-host", NULL };
  g_auto (GStrv) environment = make_environment (self->request->scratch);
  const int all[] = { -1, output, output, fds[0], fds[1] };

  return ls_spawn (&self->pid, program, arguments, environment, all, G_N_ELEMENTS (all));
}

/* Without a descriptor its end cannot be waited for like that of others. */
static void
end_unwatched (LsHelper *self)
{
  kill (self->pid, SIGKILL);
  while (waitpid (self->pid, NULL, 0) < 0 && errno == EINTR)
    continue;
  self->pid = 0;
}

static gboolean
start_process (LsHelper *self, const int fds[2], GError **error)
{
  g_autofree char *program = ls_executable_find_helper ("host", "lockstep-host");
  int pipe_fds[2], output, status;

  if (pipe2 (pipe_fds, O_CLOEXEC) != 0)
    return fail (error, "pipe");
  output = fcntl (pipe_fds[1], F_DUPFD_CLOEXEC, FIRST_FD);
  close (pipe_fds[1]);
  status = output >= 0 ? spawn (self, program, fds, output) : errno;
  if (output >= 0)
    close (output);
  if (status != 0)
    {
      self->pid = 0;
      close (pipe_fds[0]);
      errno = status;
      return fail (error, program);
    }
  self->pidfd = (int)syscall (SYS_pidfd_open, self->pid, 0);
  if (self->pidfd < 0)
    {
      const int reason = errno;

      close (pipe_fds[0]);
      end_unwatched (self);
      errno = reason;
      return fail_system (error, "pidfd_open");
    }
  self->output = ls_watch_add (self, pipe_fds[0]);
  return TRUE;
}

/* The first message, which the helper answers when it is ready. */
static gboolean
greet (LsHelper *self, GError **error)
{
  LsRemote stranger = { .helper = self };
  g_autofree char *program = NULL;

  ls_call_begin (&stranger, HOST_NOTHING, 0);
  ls_call_end (&stranger, "start");
  self->calls[0].owner = NULL;
  ls_helper_post (self);
  if (ls_helper_await (self))
    {
      ls_helper_clear (self);
      return TRUE;
    }
  program = ls_executable_find_helper ("host", "lockstep-host");
  if (self->fate == LS_FATE_CRASHED && self->exit_status == HOST_IS_ANOTHER)
    return ls_fail (error, LS_ERROR_FILE,
                    _ ("no process for an FMU: %s is of another version than this program"),
                    program);
  if (self->fate == LS_FATE_CRASHED)
    return ls_fail (error, LS_ERROR_FILE, _ ("no process for an FMU: %s does not start"), program);
  return ls_fail (error, LS_ERROR_FILE, _ ("no process for an FMU: %s"),
                  self->death != NULL ? self->death : program);
}

static void
close_areas (LsHelper *self)
{
  if (self->request != NULL)
    munmap (self->request, sizeof (HostRequest) + self->request_size);
  if (self->response != NULL)
    munmap ((void *)(guintptr)self->response, sizeof (HostResponse) + self->response_size);
}

static void
release (LsHelper *self)
{
  if (self->pid > 0 && self->fate == LS_FATE_ALIVE)
    ls_helper_bury (self, LS_FATE_CANCELLED, 0.0);
  if (self->output != NULL)
    ls_watch_remove (self->output);
  if (self->pidfd >= 0)
    close (self->pidfd);
  close_areas (self);
  g_clear_pointer (&self->scratch, ls_tempdir_unref);
  g_hash_table_unref (self->remotes);
  g_free (self->calls);
  g_free (self->death);
  g_free (self->printed);
  g_free (self);
}

/* A worker forked by a comparison has no helpers yet. */
static void
handle_fork (void)
{
  ls_helper_forget_counts ();
  ls_watch_forget_all ();
}

static gpointer
watch_forks (gpointer data)
{
  pthread_atfork (NULL, NULL, handle_fork);
  return data;
}

/* What the helper may do. */
static gboolean
make_sandbox (LsHelper *self, const LsPermission *permission, GError **error)
{
  HostRequest *request = self->request;

  request->memory_limit = ls_isolation_get_memory_limit ();
  request->permissions
      = ls_isolation_get_permissions () | (permission != NULL ? permission->allowed : 0);
  if ((request->permissions & (HOST_ALLOW_ALL | HOST_ALLOW_FILES)) != 0)
    return TRUE;
  if ((self->scratch = ls_tempdir_new (error)) == NULL)
    return FALSE;
  g_strlcpy (request->scratch, ls_tempdir_get_path (self->scratch), sizeof request->scratch);
  ls_isolation_pack_folders (request->folders, sizeof request->folders);
  for (guint i = 0, used = 0; permission != NULL && permission->folders[i] != NULL; i++)
    {
      const gsize length = strlen (permission->folders[i]) + 1;

      if (used + length >= sizeof request->writable)
        break;
      memcpy (request->writable + used, permission->folders[i], length);
      used += length;
    }
  return TRUE;
}

#define IS_KNOWN (1u << 31)
static guint containment; /* atomic: what holds, with IS_KNOWN; 0: no helper was started */

gboolean
ls_helper_get_containment (guint *holds)
{
  const guint known = g_atomic_int_get (&containment);

  *holds = known & ~IS_KNOWN;
  return known != 0;
}

LsHelper *
ls_helper_start (gsize needs, gsize wish, const LsPermission *permission, GError **error)
{
  static GOnce once = G_ONCE_INIT;
  LsHelper *self = g_new0 (LsHelper, 1);
  int fds[2] = { -1, -1 };
  gsize room;
  const gsize size = limit_area (LS_CALL_ALIGN (needs), wish, &room);
  gboolean done;

  g_once (&once, watch_forks, NULL);
  self->pidfd = -1;
  self->is_apart = TRUE;
  self->calls = g_new0 (LsRemoteCall, HOST_MAX_CALLS);
  self->remotes = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->thread = g_thread_self ();
  self->parent = getpid ();
  self->n_oom_kills = ls_helper_count_oom_kills ();
  done = check_size (size, room, error) && make_areas (self, size, fds, error)
         && make_sandbox (self, permission, error);
  if (done)
    {
      self->request->magic = HOST_MAGIC;
      g_strlcpy (self->request->version, HOST_VERSION, sizeof self->request->version);
      self->request->parent = getpid ();
      done = start_process (self, fds, error);
    }
  for (int i = 0; i < 2; i++)
    if (fds[i] >= 0)
      close (fds[i]);
  if (done)
    {
      ls_helper_count (self, 1);
      done = greet (self, error);
      if (done)
        ls_helper_calibrate (self);
      else
        ls_helper_count (self, -1);
    }
  if (done && (self->request->permissions & HOST_ALLOW_ALL) == 0)
    g_atomic_int_set (&containment, self->response->sandbox | IS_KNOWN);
  if (done)
    return self;
  release (self);
  return NULL;
}

char *
ls_helper_stop (LsHelper *self)
{
  LsRemote stranger = { .helper = self };
  char *death = NULL;

  if (self->fate == LS_FATE_ALIVE)
    {
      ls_helper_clear (self);
      ls_call_begin (&stranger, HOST_QUIT, 0);
      ls_call_end (&stranger, "exit");
      self->calls[0].owner = NULL;
      ls_helper_post (self);
      ls_helper_await (self);
      if (self->death != NULL)
        death = g_strdup (self->death);
    }
  ls_helper_count (self, -1);
  release (self);
  return death;
}
