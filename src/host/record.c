/* Where the process was when it died: in the response area, which outlives it. */
#include "host/host.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* This process: one forked by an FMU has no areas. */
static pid_t own;

static void
copy_text (char to[], const char *from)
{
  size_t i = 0;

  for (; from != NULL && from[i] != '\0' && i + 1 < HOST_TEXT_SIZE; i++)
    to[i] = from[i];
  to[i] = '\0';
}

static uint64_t
get_program_counter (const ucontext_t *context)
{
#if defined(__x86_64__)
  return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#else
  return (uint64_t)context->uc_mcontext.pc;
#endif
}

/* dladdr() takes a lock of the loader, which a crash inside the loader may hold: then the process
 * hangs here and is ended by the core, with what has been written so far. */
static void
write_place (HostRecord *record, uint64_t place)
{
  Dl_info info;
  const char *slash;

  if (dladdr ((void *)(uintptr_t)place, &info) == 0)
    return;
  slash = info.dli_fname != NULL ? strrchr (info.dli_fname, '/') : NULL;
  copy_text (record->module, slash != NULL ? slash + 1 : info.dli_fname);
  copy_text (record->symbol, info.dli_sname);
  record->offset
      = place - (uint64_t)(uintptr_t)(info.dli_saddr != NULL ? info.dli_saddr : info.dli_fbase);
}

/* Libraries through which an FMU dies, but not by their own fault. */
static int
is_of_system (const char *path)
{
  static const char *const names[]
      = { "libc.so", "libc-", "ld-linux", "libm.so", "libgcc_s", "libstdc++", "lockstep-host" };
  const char *slash = strrchr (path, '/'), *name = slash != NULL ? slash + 1 : path;

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp (name, names[i], strlen (names[i])) == 0)
      return 1;
  return *name == '\0';
}

/* The innermost place that is not in a library of the system; else the program counter itself. */
static uint64_t
find_place (const ucontext_t *context)
{
  const uint64_t counter = get_program_counter (context);
  void *frames[64];
  Dl_info info;
  int n;

  if (dladdr ((void *)(uintptr_t)counter, &info) != 0 && info.dli_fname != NULL
      && !is_of_system (info.dli_fname))
    return counter;
  n = backtrace (frames, 64);
  for (int i = 0; i < n; i++)
    {
      /* Behind a call of what never returns begins another function. */
      const uint64_t place = (uint64_t)(uintptr_t)frames[i] - 1;

      if (dladdr ((void *)(uintptr_t)place, &info) != 0 && info.dli_fname != NULL
          && !is_of_system (info.dli_fname))
        return place;
    }
  return counter;
}

/* Whether @pages are within 16 MiB of a limit, which is soft: an FMU may have set it. */
static uint32_t
is_near (uint64_t pages, int resource)
{
  struct rlimit limit;

  return getrlimit (resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
         && pages * (uint64_t)sysconf (_SC_PAGESIZE) + (16u << 20) > limit.rlim_cur;
}

/* Who does not look at what malloc() gives dies near the limit. */
static uint32_t
has_no_memory (void)
{
  char text[128] = "";
  const int fd = (int)syscall (SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY);
  const ssize_t n = fd >= 0 ? read (fd, text, sizeof text - 1) : 0;
  uint64_t pages[6] = { 0 }; /* the first: all; the sixth: data and stack */
  size_t field = 0;

  if (fd >= 0)
    close (fd);
  for (ssize_t i = 0; i < n && field < 6; i++)
    if (text[i] >= '0' && text[i] <= '9')
      pages[field] = 10 * pages[field] + (uint64_t)(text[i] - '0');
    else
      field++;
  return is_near (pages[0], RLIMIT_AS) || is_near (pages[5], RLIMIT_DATA);
}

static void
handle_death (int number, siginfo_t *info, void *context)
{
  HostRecord *record = &host_response->record;

  if (getpid () == own && record->cause == HOST_NO_RECORD)
    {
      record->number = number;
      record->code = info->si_code;
      record->address = (uint64_t)(uintptr_t)info->si_addr;
      record->call = host_response->current;
      record->no_memory = has_no_memory ();
      __atomic_store_n (&record->cause, HOST_SIGNAL, __ATOMIC_RELEASE);
      write_place (record, find_place (context));
    }
  signal (number, SIG_DFL);
  raise (number);
}

/* Where the main thread is, for the core, which is about to end this process. */
static void
handle_question (int number, siginfo_t *info, void *context)
{
  HostRecord *record = &host_response->record;

  (void)number, (void)info;
  if (getpid () == own && record->cause == HOST_NO_RECORD)
    {
      record->call = host_response->current;
      write_place (record, find_place (context));
      __atomic_store_n (&record->cause, HOST_STOPPED, __ATOMIC_RELEASE);
      host_futex_wake (&record->cause);
    }
}

void
host_record_init (void)
{
  static char stack_memory[65536];
  static const int signals[]
      = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGXCPU, SIGXFSZ, SIGTERM };
  const stack_t stack = { .ss_sp = stack_memory, .ss_size = sizeof stack_memory };
  struct sigaction action
      = { .sa_sigaction = handle_death, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };

  void *frame;

  own = getpid ();
  backtrace (&frame, 1); /* loads what it needs */
  sigaltstack (&stack, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction (signals[i], &action, NULL);
  action.sa_sigaction = handle_question;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction (SIGUSR2, &action, NULL);
}

/* ---- Ways to end a process without a fault. Calls of an FMU arrive here, as this program exports
 * its symbols; what escapes by a system call is seen by the core as an end without an answer. ----
 */

static _Noreturn void
end_for_fmu (const char *function, int status, const void *caller)
{
  HostRecord *record = &host_response->record;

  if (getpid () == own && record->cause == HOST_NO_RECORD)
    {
      record->number = status;
      record->call = host_response->current;
      write_place (record, (uint64_t)(uintptr_t)caller);
      copy_text (record->symbol, function);
      __atomic_store_n (&record->cause, HOST_EXIT, __ATOMIC_RELEASE);
    }
  syscall (SYS_exit_group, status);
  __builtin_unreachable ();
}

_Noreturn void
host_leave (int status)
{
  void (*leave) (int);
  void *address = dlsym (RTLD_NEXT, "exit");

  memcpy (&leave, &address, sizeof leave);
  host_response->phase = HOST_LEAVING;
  leave (status);
  __builtin_unreachable ();
}

_Noreturn void
exit (int status)
{
  end_for_fmu ("exit", status, __builtin_return_address (0));
}

_Noreturn void
_exit (int status)
{
  end_for_fmu ("_exit", status, __builtin_return_address (0));
}

_Noreturn void
_Exit (int status)
{
  end_for_fmu ("_Exit", status, __builtin_return_address (0));
}

_Noreturn void
quick_exit (int status)
{
  end_for_fmu ("quick_exit", status, __builtin_return_address (0));
}

/* Threads of the FMU may end; the one that calls it may not. */
_Noreturn void
pthread_exit (void *value)
{
  void (*leave) (void *);
  void *address = dlsym (RTLD_NEXT, "pthread_exit");

  if (getpid () == (pid_t)syscall (SYS_gettid))
    end_for_fmu ("pthread_exit", 0, __builtin_return_address (0));
  memcpy (&leave, &address, sizeof leave);
  leave (value);
  __builtin_unreachable ();
}
