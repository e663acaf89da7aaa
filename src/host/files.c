/* Calls of an FMU that open files or start programs arrive here first, as this program exports its
 * symbols: one that the sandbox denies is reported to the core with its path. What opens files by
 * other ways is denied all the same, without a word. */
/* Else open() and open64() would be one symbol. */
#undef _FILE_OFFSET_BITS

#include "host/host.h"
#include "host/sandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static void
note (const char *path)
{
  const int problem = errno;

  if (problem == EACCES && host_response != NULL
      && (host_response->sandbox & HOST_HOLDS_FILES) != 0)
    host_note_denial (HOST_DENIED_FILE, path);
  errno = problem;
}

static mode_t
get_mode (int flags, va_list arguments)
{
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg (arguments, mode_t) : 0;
}

#define DEFINE_OPEN(name)                                                                          \
  int name (const char *path, int flags, ...)                                                      \
  {                                                                                                \
    va_list arguments;                                                                             \
    mode_t mode;                                                                                   \
    int fd;                                                                                        \
                                                                                                   \
    va_start (arguments, flags);                                                                   \
    mode = get_mode (flags, arguments);                                                            \
    va_end (arguments);                                                                            \
    fd = openat (AT_FDCWD, path, flags, mode);                                                     \
    if (fd < 0)                                                                                    \
      note (path);                                                                                 \
    return fd;                                                                                     \
  }

int open (const char *path, int flags, ...);
int open64 (const char *path, int flags, ...);
DEFINE_OPEN (open)
DEFINE_OPEN (open64)

static FILE *
open_stream (const char *symbol, const char *path, const char *mode)
{
  FILE *(*real) (const char *, const char *);
  void *address = dlsym (RTLD_NEXT, symbol);
  FILE *stream;

  memcpy (&real, &address, sizeof real);
  stream = real (path, mode);
  if (stream == NULL)
    note (path);
  return stream;
}

FILE *
fopen (const char *path, const char *mode)
{
  return open_stream ("fopen", path, mode);
}

FILE *
fopen64 (const char *path, const char *mode)
{
  return open_stream ("fopen64", path, mode);
}

/* The C library's own have their place in /tmp. */
FILE *
tmpfile (void)
{
  const char *folder = host_request->scratch[0] != '\0' ? host_request->scratch : "/tmp";
  const int fd = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  return fd >= 0 ? fdopen (fd, "w+") : NULL;
}

FILE *
tmpfile64 (void)
{
  return tmpfile ();
}

static int
may_start_programs (void)
{
  if ((host_response->sandbox & HOST_HOLDS_CALLS) == 0
      || (host_request->permissions & HOST_ALLOW_PROGRAMS) != 0)
    return 1;
  host_note_denial (HOST_DENIED_PROGRAM, NULL);
  errno = EPERM;
  return 0;
}

/* The C library starts programs with all signals blocked, where a denied system call is deadly. */
int
system (const char *command)
{
  int (*real) (const char *);
  void *address = dlsym (RTLD_NEXT, "system");

  memcpy (&real, &address, sizeof real);
  return may_start_programs () ? real (command) : -1;
}

FILE *
popen (const char *command, const char *mode)
{
  FILE *(*real) (const char *, const char *);
  void *address = dlsym (RTLD_NEXT, "popen");

  memcpy (&real, &address, sizeof real);
  return may_start_programs () ? real (command, mode) : NULL;
}
