/* Preloaded, lets one call of many fail: the AT-th of those that open, map, write, start a process
 * or ask for memory. Counted over all processes in the file that the environment names in FAULTS.
 *
 * Memory: what has to be looked at after each call: g_try_malloc() and its kind, and malloc() of
 * the program and of libraries that read and write files. g_malloc() ends the program by GLib's
 * contract and is left alone. */
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <link.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* glibc's own names of what is wrapped here. */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);

#define MAX_RANGES 32
#define STREAM_ERROR 0x20 /* what ferror() looks at */

static Faults *faults;
static struct
{
  uintptr_t begin, end;
} ranges[MAX_RANGES];
static size_t n_ranges;

static int
add_object (struct dl_phdr_info *object, size_t size, void *data)
{
  static const char *const names[] = { "libzip" };
  /* The first one is the program. */
  bool wanted = *(bool *)data;

  (void)size;
  *(bool *)data = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    wanted |= strstr (object->dlpi_name, names[i]) != NULL;
  for (int i = 0; wanted && i < object->dlpi_phnum && n_ranges < MAX_RANGES; i++)
    if (object->dlpi_phdr[i].p_type == PT_LOAD)
      {
        ranges[n_ranges].begin = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
        ranges[n_ranges].end = ranges[n_ranges].begin + object->dlpi_phdr[i].p_memsz;
        n_ranges++;
      }
  return 0;
}

static void *
find (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);

  if (function == NULL)
    abort ();
  return function;
}

__attribute__ ((constructor)) static void
start (void)
{
  const char *path = getenv ("FAULTS");
  int (*real_open) (const char *, int, ...) = find ("open");
  void *(*real_mmap) (void *, size_t, int, int, int, off_t) = find ("mmap");
  bool first = true;
  int file = path != NULL ? real_open (path, O_RDWR | O_CLOEXEC) : -1;
  void *map;

  if (file < 0)
    return;
  dl_iterate_phdr (add_object, &first);
  map = real_mmap (NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close (file);
  if (map != MAP_FAILED)
    faults = map;
}

/* Whether this call, of @kind, is the one to fail. */
static bool
fails (unsigned kind, const char *what, int error)
{
  if (faults == NULL || kind != faults->kind)
    return false;
  if (__atomic_add_fetch (&faults->n, 1, __ATOMIC_RELAXED) != faults->at)
    return false;
  strncpy (faults->what, what, sizeof faults->what - 1);
  errno = error;
  return true;
}

/* ---- Memory
 * ---------------------------------------------------------------------------------------------------
 */

static bool
memory_fails (const void *caller, const char *what)
{
  if (faults == NULL || faults->kind != FAULT_MEMORY)
    return false;
  for (size_t i = 0; i < n_ranges; i++)
    if ((uintptr_t)caller >= ranges[i].begin && (uintptr_t)caller < ranges[i].end)
      return fails (FAULT_MEMORY, what, ENOMEM);
  return false;
}

void *
malloc (size_t size)
{
  return memory_fails (__builtin_return_address (0), "malloc") ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return memory_fails (__builtin_return_address (0), "calloc") ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *memory, size_t size)
{
  return memory_fails (__builtin_return_address (0), "realloc") ? NULL
                                                                : __libc_realloc (memory, size);
}

/* WRAP (result, name, parameters, arguments, kind, error, returned when it fails) */
#define WRAP(type, name, parameters, arguments, kind, error, failed)                               \
  type name parameters                                                                             \
  {                                                                                                \
    static type (*real) parameters;                                                                \
                                                                                                   \
    if (real == NULL)                                                                              \
      real = find (#name);                                                                         \
    return fails (kind, #name, error) ? (failed) : real arguments;                                 \
  }

WRAP (void *, g_try_malloc, (gsize size), (size), FAULT_MEMORY, ENOMEM, NULL)
WRAP (void *, g_try_malloc0, (gsize size), (size), FAULT_MEMORY, ENOMEM, NULL)
WRAP (void *, g_try_malloc_n, (gsize n, gsize size), (n, size), FAULT_MEMORY, ENOMEM, NULL)
WRAP (void *, g_try_malloc0_n, (gsize n, gsize size), (n, size), FAULT_MEMORY, ENOMEM, NULL)
WRAP (
    void *, g_try_realloc, (void *memory, size_t size), (memory, size), FAULT_MEMORY, ENOMEM, NULL)
WRAP (void *,
      g_try_realloc_n,
      (void *memory, size_t n, size_t size),
      (memory, n, size),
      FAULT_MEMORY,
      ENOMEM,
      NULL)

/* ---- Files
 * ----------------------------------------------------------------------------------------------------
 */

#define OPEN(name)                                                                                 \
  int name (const char *path, int flags, ...)                                                      \
  {                                                                                                \
    static int (*real) (const char *, int, ...);                                                   \
    va_list more;                                                                                  \
    mode_t mode;                                                                                   \
                                                                                                   \
    va_start (more, flags);                                                                        \
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg (more, mode_t) : 0;                              \
    va_end (more);                                                                                 \
    if (real == NULL)                                                                              \
      real = find (#name);                                                                         \
    return fails (FAULT_CALL, #name, flags & O_CREAT ? ENOSPC : EMFILE)                            \
               ? -1                                                                                \
               : real (path, flags, mode);                                                         \
  }

OPEN (open)
OPEN (open64)

WRAP (FILE *, fopen, (const char *path, const char *mode), (path, mode), FAULT_CALL, EMFILE, NULL)
WRAP (FILE *, fopen64, (const char *path, const char *mode), (path, mode), FAULT_CALL, EMFILE, NULL)
WRAP (FILE *, fdopen, (int file, const char *mode), (file, mode), FAULT_CALL, ENOMEM, NULL)
WRAP (int, mkstemp, (char *name), (name), FAULT_CALL, ENOSPC, -1)
WRAP (int, rename, (const char *old, const char *new), (old, new), FAULT_CALL, EIO, -1)
WRAP (int, fsync, (int file), (file), FAULT_CALL, EIO, -1)
WRAP (int, ftruncate, (int file, off_t size), (file, size), FAULT_CALL, ENOSPC, -1)
WRAP (int, ftruncate64, (int file, off64_t size), (file, size), FAULT_CALL, ENOSPC, -1)
WRAP (int,
      posix_fallocate,
      (int file, off_t at, off_t size),
      (file, at, size),
      FAULT_CALL,
      ENOSPC,
      ENOSPC)
WRAP (int,
      posix_fallocate64,
      (int file, off64_t at, off64_t size),
      (file, at, size),
      FAULT_CALL,
      ENOSPC,
      ENOSPC)
WRAP (int, mkdir, (const char *path, mode_t mode), (path, mode), FAULT_CALL, ENOSPC, -1)
WRAP (int, pipe2, (int ends[2], int flags), (ends, flags), FAULT_CALL, EMFILE, -1)
WRAP (int, memfd_create, (const char *name, unsigned flags), (name, flags), FAULT_CALL, EMFILE, -1)
WRAP (int,
      socketpair,
      (int domain, int type, int protocol, int ends[2]),
      (domain, type, protocol, ends),
      FAULT_CALL,
      EMFILE,
      -1)
WRAP (ssize_t,
      sendmsg,
      (int file, const struct msghdr *message, int flags),
      (file, message, flags),
      FAULT_CALL,
      ENOBUFS,
      -1)
WRAP (ssize_t,
      recvmsg,
      (int file, struct msghdr *message, int flags),
      (file, message, flags),
      FAULT_CALL,
      ENOMEM,
      -1)
WRAP (ssize_t,
      sendfile,
      (int to, int from, off_t *at, size_t size),
      (to, from, at, size),
      FAULT_CALL,
      EIO,
      -1)
WRAP (pid_t, fork, (void), (), FAULT_CALL, EAGAIN, -1)
WRAP (void *,
      mmap,
      (void *at, size_t size, int access, int flags, int file, off_t offset),
      (at, size, access, flags, file, offset),
      FAULT_CALL,
      ENOMEM,
      MAP_FAILED)
WRAP (void *,
      mmap64,
      (void *at, size_t size, int access, int flags, int file, off64_t offset),
      (at, size, access, flags, file, offset),
      FAULT_CALL,
      ENOMEM,
      MAP_FAILED)
WRAP (int,
      posix_spawn,
      (pid_t * process,
       const char *path,
       const posix_spawn_file_actions_t *actions,
       const posix_spawnattr_t *attributes,
       char *const arguments[],
       char *const environment[]),
      (process, path, actions, attributes, arguments, environment),
      FAULT_CALL,
      EAGAIN,
      EAGAIN)
WRAP (int,
      posix_spawnp,
      (pid_t * process,
       const char *path,
       const posix_spawn_file_actions_t *actions,
       const posix_spawnattr_t *attributes,
       char *const arguments[],
       char *const environment[]),
      (process, path, actions, attributes, arguments, environment),
      FAULT_CALL,
      EAGAIN,
      EAGAIN)

/* What is to say what failed is not counted: standard error. */

ssize_t
write (int file, const void *data, size_t size)
{
  static ssize_t (*real) (int, const void *, size_t);

  if (real == NULL)
    real = find ("write");
  return file != STDERR_FILENO && fails (FAULT_CALL, "write", ENOSPC) ? -1
                                                                      : real (file, data, size);
}

ssize_t
writev (int file, const struct iovec *parts, int n)
{
  static ssize_t (*real) (int, const struct iovec *, int);

  if (real == NULL)
    real = find ("writev");
  return file != STDERR_FILENO && fails (FAULT_CALL, "writev", ENOSPC) ? -1 : real (file, parts, n);
}

static bool
stream_fails (FILE *stream, const char *what)
{
  if (stream == NULL || stream == stderr || !fails (FAULT_CALL, what, ENOSPC))
    return false;
  stream->_flags |= STREAM_ERROR;
  return true;
}

size_t
fwrite (const void *data, size_t size, size_t n, FILE *stream)
{
  static size_t (*real) (const void *, size_t, size_t, FILE *);

  if (real == NULL)
    real = find ("fwrite");
  return stream_fails (stream, "fwrite") ? 0 : real (data, size, n, stream);
}

int
fputs (const char *text, FILE *stream)
{
  static int (*real) (const char *, FILE *);

  if (real == NULL)
    real = find ("fputs");
  return stream_fails (stream, "fputs") ? EOF : real (text, stream);
}

int
fputc (int c, FILE *stream)
{
  static int (*real) (int, FILE *);

  if (real == NULL)
    real = find ("fputc");
  return stream_fails (stream, "fputc") ? EOF : real (c, stream);
}

int
fprintf (FILE *stream, const char *format, ...)
{
  va_list values;
  int n;

  if (stream_fails (stream, "fprintf"))
    return -1;
  va_start (values, format);
  n = vfprintf (stream, format, values);
  va_end (values);
  return n;
}

int
fflush (FILE *stream)
{
  static int (*real) (FILE *);

  if (real == NULL)
    real = find ("fflush");
  return stream_fails (stream, "fflush") ? EOF : real (stream);
}

/* It is closed all the same. */
int
fclose (FILE *stream)
{
  static int (*real) (FILE *);
  int result;

  if (real == NULL)
    real = find ("fclose");
  result = real (stream);
  return fails (FAULT_CALL, "fclose", ENOSPC) ? EOF : result;
}
