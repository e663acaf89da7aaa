/* An FMU that harms the process it is in: x' = u - x, y = x. Its parameters choose how and when. */
#include "instance.h"

#include <arpa/inet.h>
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <link.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#undef fmi2Instantiate
#undef fmi2DoStep
#undef fmi2EnterInitializationMode
#undef fmi2ExitInitializationMode
#undef fmi2Terminate
#undef fmi2FreeInstance
fmi2InstantiateTYPE fmu_instantiate;
fmi2DoStepTYPE fmu_do_step;
fmi2EnterInitializationModeTYPE fmu_enter_initialization;
fmi2ExitInitializationModeTYPE fmu_exit_initialization;
fmi2TerminateTYPE fmu_terminate;
fmi2FreeInstanceTYPE fmu_free_instance;
FMU_EXPORT extern fmi2InstantiateTYPE fmi2Instantiate;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;
FMU_EXPORT extern fmi2EnterInitializationModeTYPE fmi2EnterInitializationMode;
FMU_EXPORT extern fmi2ExitInitializationModeTYPE fmi2ExitInitializationMode;
FMU_EXPORT extern fmi2TerminateTYPE fmi2Terminate;
FMU_EXPORT extern fmi2FreeInstanceTYPE fmi2FreeInstance;

/* Values of the parameter `fault`; tests/cli/test-unruly.py has the same names. */
typedef enum
{
  NONE,
  NULL_WRITE,
  DOUBLE_FREE,
  DIVISION,
  EXIT,
  UNDERSCORE_EXIT,
  LOOP,
  SLEEP,
  STOP,
  STACK,
  MEMORY,
  ASSERTION,
  AT_EXIT,
  THREAD_CRASH,
  PTHREAD_EXIT,
  SWALLOW,
  FORK,
  DAEMON,
  CLOSE_ALL,
  PRINT,
  FLOATING_POINT,
  SURROUNDINGS,
  SCRIBBLE,
  BAD_STATUS,
  KILL_PARENT,
  TRACE_PARENT,
  PARENT_MEMORY,
  READ_HOME,
  WRITE_OUTSIDE,
  CONNECT,
  EXECUTE,
  FILE_SIZE,
  DESCRIPTORS,
  SCRATCH,
  THROW,
  LONG_JUMP,
  TERMINATE_SELF,
  KILL_SELF,
  BLOCKED_CONNECT,
  SIGNALS,
  FORK_BOMB,
  TRAPS,
  LAST_WORDS,
  CORRUPT,
  MEDDLE,
  HANG_AT_EXIT,
  LITTLE_MEMORY,
  NOT_A_NUMBER,
  OPEN_FILES
} Fault;

/* Values of the parameter `phase`. */
typedef enum
{
  ENTER_INITIALIZATION,
  EXIT_INITIALIZATION,
  STEP,
  TERMINATE,
  FREE
} Phase;

enum
{
  FAULT,
  PHASE
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_TUNABLE, .index = 0, .start = 0.5 },
  { .reference = 6, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static const FmuInteger integers[] = {
  { .reference = 1, .role = FMU_TUNABLE, .start = NONE },
  { .reference = 2, .role = FMU_TUNABLE, .start = STEP },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->u[0] - at->x[0];
}

static void
jacobian (const FmuPoint *at __attribute__ ((unused)), FmuJacobian *j)
{
  j->fx[0] = -1;
  j->fu[0] = 1;
}

const FmuModel fmu_model = {
  .name = "unruly",
  .guid = "{0f5b0d55-7d6a-4f0a-9e63-8a9a64f4b1c2}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  .n_x = 1,
  .n_u = 1,
  .n_p = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
};

#ifdef CRASH_AT_LOAD
static int *volatile nowhere;

__attribute__ ((constructor)) static void
crash (void)
{
  *nowhere = 1;
}
#endif

#ifdef HANG_AT_LOAD
__attribute__ ((constructor)) static void
hang (void)
{
  for (;;)
    pause ();
}
#endif

/* As libraries compiled with -ffast-math change how all computes. */
#ifdef ROUND_AT_LOAD
__attribute__ ((constructor)) static void
round_upwards (void)
{
  fesetround (FE_UPWARD);
}
#endif

#ifdef CRASH_AT_UNLOAD
__attribute__ ((destructor)) static void
crash_late (void)
{
  abort ();
}
#endif

/* ---- Ends of the process ---- */

/* throw 42; of C++, which no function of C catches. */
static void
throw_exception (void)
{
  void *library = dlopen ("libstdc++.so.6", RTLD_NOW);
  void *(*allocate) (size_t);
  void (*throw) (void *, void *, void (*) (void *));
  void *addresses[3];

  if (library == NULL)
    abort ();
  addresses[0] = dlsym (library, "__cxa_allocate_exception");
  addresses[1] = dlsym (library, "__cxa_throw");
  addresses[2] = dlsym (library, "_ZTIi");
  memcpy (&allocate, &addresses[0], sizeof allocate);
  memcpy (&throw, &addresses[1], sizeof throw);
  throw (allocate (sizeof (int)), addresses[2], NULL);
}

static void
jump_nowhere (void)
{
  static jmp_buf nowhere_set;

  longjmp (nowhere_set, 1);
}

static void
block_signals (void)
{
  sigset_t all;

  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
}

static void
change_signals (void)
{
  block_signals ();
  signal (SIGCHLD, SIG_IGN);
  signal (SIGTERM, SIG_IGN);
  signal (SIGUSR2, SIG_DFL);
}

static void
speak_and_crash (Fmu *self)
{
  printf ("the valve is stuck\n");
  fmu_fail (self, "no pressure");
  *(volatile int *)0 = 1;
}

/* Deeper than any stack: only the compiler does not know. */
static int
recurse (volatile int depth)
{
  volatile char room[65536];

  memset ((void *)(uintptr_t)room, depth & 1, sizeof room);
  return depth < 0 ? 0 : recurse (depth + 1) + room[0];
}

static void
crash_at_exit (void)
{
  abort ();
}

static void *
crash_soon (void *data)
{
  usleep (20000);
  *(volatile int *)data = 1;
  return data;
}

static void
swallow (int number)
{
  (void)number;
}

/* Until malloc() gives nothing, which is not looked at. */
static void
eat_memory (void)
{
  for (;;)
    memset (malloc (1u << 20), 1, 1u << 20);
}

/* The same, without the machine's memory. */
static void
eat_little_memory (void)
{
  const struct rlimit limit = { 100u << 20, 100u << 20 };

  setrlimit (RLIMIT_DATA, &limit);
  eat_memory ();
}

static void
free_twice (void)
{
  void *volatile memory = malloc (100);

  free (memory);
  free (memory);
}

static void
hang_at_exit (void)
{
  for (;;)
    pause ();
}

/* Takes the code of prey away, if it is in this process. */
static int
unmap_prey (struct dl_phdr_info *library, size_t size, void *data)
{
  const uintptr_t page = 4095;
  const char *name = strrchr (library->dlpi_name, '/');

  (void)size, (void)data;
  for (int i = 0; name != NULL && strcmp (name, "/prey.so") == 0 && i < library->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *part = &library->dlpi_phdr[i];
      const uintptr_t begin = library->dlpi_addr + part->p_vaddr;

      if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0)
        munmap ((void *)(begin & ~page), part->p_memsz + (begin & page));
    }
  return 0;
}

static void
start_thread (void *(*work) (void *))
{
  pthread_t thread;

  if (pthread_create (&thread, NULL, work, NULL) == 0)
    pthread_detach (thread);
}

/* ---- Things that must not matter ---- */

static void
print_much (void)
{
  static const char noise[] = "lockstep-host\0\x01\x02\xff READY 1 2 3\n";

  for (int i = 0; i < 300000; i++)
    if (write (i & 1 ? 1 : 2, noise, sizeof noise) < 0 && errno != EINTR)
      return;
  puts ("");
}

static void
change_surroundings (void)
{
  setlocale (LC_ALL, "");
  if (chdir ("/") != 0)
    errno = 0;
  umask (0777);
  setenv ("LC_ALL", "de_DE.UTF-8", 1);
}

/* Random bytes over all that is shared and may be written, while the master reads. */
static void
scribble (void)
{
  char line[512];
  FILE *maps = fopen ("/proc/self/maps", "r");

  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    {
      unsigned long begin, end;

      if (strstr (line, "lockstep-response") == NULL || strstr (line, "rw-s") == NULL
          || sscanf (line, "%lx-%lx", &begin, &end) != 2)
        continue;
      if (ftruncate (4, 1) == 0)
        abort ();
      for (int round = 0; round < 20; round++)
        for (unsigned char *byte = (unsigned char *)begin;
             byte < (unsigned char *)begin + 100000 && byte < (unsigned char *)end; byte++)
          *byte = (unsigned char)random ();
    }
}

/* ---- Attacks: each gives whether it was held back ---- */

static int
is_denied (Fault fault)
{
  char path[64];
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons (9) };

  snprintf (path, sizeof path, "/proc/%d/mem", (int)getppid ());
  switch (fault)
    {
    case FORK:
    case DAEMON:
      return fork () < 0;
    case FORK_BOMB:
      for (int i = 0; i < 1000; i++)
        if (fork () >= 0)
          return 0;
      return 1;
    case KILL_PARENT:
      return kill (getppid (), SIGTERM) != 0;
    case TRACE_PARENT:
      return ptrace (PTRACE_ATTACH, getppid (), NULL, NULL) != 0;
    case PARENT_MEMORY:
      return open (path, O_RDWR) < 0;
    case READ_HOME:
      return open ("/etc/shadow", O_RDONLY) < 0 && open ("/root/.profile", O_RDONLY) < 0;
    case WRITE_OUTSIDE:
      return open ("/tmp/unruly-was-here", O_WRONLY | O_CREAT, 0600) < 0;
    case CONNECT:
      address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
      return connect (socket (AF_INET, SOCK_STREAM, 0), (void *)&address, sizeof address) != 0
             && errno != ECONNREFUSED;
    case EXECUTE:
      return system ("true") != 0;
    default:
      return 1;
    }
}

static int
writes_to_scratch (void)
{
  FILE *file = fopen ("scratch.txt", "w"), *other = tmpfile ();
  const int done = file != NULL && fputs ("here", file) >= 0 && other != NULL;

  if (file != NULL)
    fclose (file);
  if (other != NULL)
    fclose (other);
  return done;
}

static void
write_without_end (void)
{
  static char zeros[1 << 20];
  const int fd = open ("large", O_WRONLY | O_CREAT, 0600);
  const struct rlimit limit = { 4u << 20, 4u << 20 };

  setrlimit (RLIMIT_FSIZE, &limit);
  while (write (fd, zeros, sizeof zeros) > 0)
    ;
}

/* To whatever the process may have been given: the beginning of a message of 4 GB of numbers. */
static void
write_to_open_files (void)
{
  static const unsigned message[] = { 7, 0xfffffff0u };

  for (int fd = 3; fd < 256; fd++)
    if (write (fd, message, sizeof message) < 0)
      continue;
}

static fmi2Status
harm (Fmu *self)
{
  volatile int zero = 0;

  switch ((Fault)self->integers[FAULT])
    {
    case NULL_WRITE:
      *(volatile int *)0 = 1;
      break;
    case DOUBLE_FREE:
      free_twice ();
      break;
    case DIVISION:
      zero = 7 / zero;
      break;
    case EXIT:
      exit (0);
    case UNDERSCORE_EXIT:
      _exit (3);
    case LOOP:
      while (!zero)
        ;
      break;
    case SLEEP:
      for (;;)
        pause ();
    case STOP:
      raise (SIGSTOP);
      break;
    case STACK:
      return (fmi2Status)recurse (0);
    case MEMORY:
      eat_memory ();
      break;
    case LITTLE_MEMORY:
      eat_little_memory ();
      break;
    case ASSERTION:
      assert (zero);
      break;
    case AT_EXIT:
      atexit (crash_at_exit);
      break;
    case THREAD_CRASH:
      start_thread (crash_soon);
      usleep (self->integers[PHASE] == STEP ? 0 : 50000);
      break;
    case PTHREAD_EXIT:
      pthread_exit (NULL);
    case SWALLOW:
      signal (SIGSEGV, swallow);
      signal (SIGTERM, SIG_IGN);
      signal (SIGUSR2, SIG_IGN);
      *(volatile int *)0 = 1;
      break;
    case CLOSE_ALL:
      for (int fd = 0; fd < 1024; fd++)
        close (fd);
      break;
    case PRINT:
      print_much ();
      break;
    case FLOATING_POINT:
      fesetround (FE_UPWARD);
      break;
    case SURROUNDINGS:
      change_surroundings ();
      break;
    case SCRIBBLE:
      scribble ();
      break;
    case BAD_STATUS:
      return (fmi2Status)77;
    case FILE_SIZE:
      write_without_end ();
      break;
    case DESCRIPTORS:
      while (dup (2) >= 0)
        ;
      break;
    case SCRATCH:
      return writes_to_scratch () ? fmi2OK : fmu_fail (self, "no file can be written");
    case THROW:
      throw_exception ();
      break;
    case LONG_JUMP:
      jump_nowhere ();
      break;
    case TERMINATE_SELF:
      raise (SIGTERM);
      break;
    case KILL_SELF:
      raise (SIGKILL);
      break;
    case BLOCKED_CONNECT:
      block_signals ();
      close (socket (AF_INET, SOCK_STREAM, 0));
      break;
    case SIGNALS:
      change_signals ();
      break;
    case TRAPS:
      feenableexcept (FE_DIVBYZERO | FE_INVALID);
      break;
    case LAST_WORDS:
      speak_and_crash (self);
      break;
    case CORRUPT:
    case MEDDLE:
      dl_iterate_phdr (unmap_prey, NULL);
      break;
    case HANG_AT_EXIT:
      atexit (hang_at_exit);
      break;
    case OPEN_FILES:
      write_to_open_files ();
      break;
    case NOT_A_NUMBER:
    case NONE:
      break;
    default:
      return is_denied ((Fault)self->integers[FAULT]) ? fmi2OK : fmu_fail (self, "not held back");
    }
  return fmi2OK;
}

/* Harms if it is time; else, or if that was survived, calls the real function. */
#define IN(self, phase_) ((self)->integers[PHASE] == (phase_) && (self)->integers[FAULT] != NONE)

/* With the number of a fault in resources/fault.txt, once there is an instance. */
fmi2Component
fmi2Instantiate (fmi2String name,
                 fmi2Type type,
                 fmi2String guid,
                 fmi2String resources,
                 const fmi2CallbackFunctions *functions,
                 fmi2Boolean visible,
                 fmi2Boolean logging)
{
  fmi2Component component
      = fmu_instantiate (name, type, guid, resources, functions, visible, logging);
  Fmu *self = component;
  char path[4096];
  FILE *file;

  snprintf (path, sizeof path, "%s/fault.txt", resources + strlen ("file://"));
  file = fopen (path, "r");
  if (component != NULL && file != NULL && fscanf (file, "%d", &self->integers[FAULT]) == 1)
    {
      harm (self);
      self->integers[FAULT] = NONE;
    }
  if (file != NULL)
    fclose (file);
  return component;
}

fmi2Status
fmi2EnterInitializationMode (fmi2Component component)
{
  Fmu *self = component;
  const fmi2Status status = IN (self, ENTER_INITIALIZATION) ? harm (self) : fmi2OK;

  return status == fmi2OK ? fmu_enter_initialization (component) : status;
}

fmi2Status
fmi2ExitInitializationMode (fmi2Component component)
{
  Fmu *self = component;
  const fmi2Status status = IN (self, EXIT_INITIALIZATION) ? harm (self) : fmi2OK;

  return status == fmi2OK ? fmu_exit_initialization (component) : status;
}

fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  Fmu *self = component;
  fmi2Status status = fmi2OK;

  /* What it has broken meets itself later than others. */
  if (IN (self, STEP) && self->integers[FAULT] == CORRUPT && t > self->p[0])
    *(volatile int *)0 = 1;
  /* Once. */
  if (IN (self, STEP) && t <= self->p[0] && self->p[0] < t + h)
    status = harm (self);
  if (status == fmi2OK)
    status = fmu_do_step (component, t, h, no_set_state_prior);
  if (IN (self, STEP) && self->integers[FAULT] == NOT_A_NUMBER && self->p[0] < t + h)
    self->x[0] = NAN;
  return status;
}

fmi2Status
fmi2Terminate (fmi2Component component)
{
  Fmu *self = component;
  const fmi2Status status = IN (self, TERMINATE) ? harm (self) : fmi2OK;

  return status == fmi2OK ? fmu_terminate (component) : status;
}

void
fmi2FreeInstance (fmi2Component component)
{
  Fmu *self = component;

  if (IN (self, FREE))
    harm (self);
  fmu_free_instance (component);
}
