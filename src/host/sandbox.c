/* The sandbox: no new rights, limits, Landlock for files and what else it can, and a filter of
 * system calls, which makes denied ones fail with EPERM and reports them to the core. */
#include "host/sandbox.h"

#include "host/host.h"
#include "host/sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* ---- Files: Landlock. The headers of a distribution may know less than its kernel. ---- */

#define LL_EXECUTE (UINT64_C (1) << 0)
#define LL_WRITE_FILE (UINT64_C (1) << 1)
#define LL_READ (UINT64_C (1) << 2 | UINT64_C (1) << 3)
/* Of versions 1 to 5: 13, 14, 15, 15 and 16 kinds of access. */
static const unsigned n_accesses[] = { 0, 13, 14, 15, 15, 16 };
#define LL_TCP UINT64_C (3)   /* from version 4 */
#define LL_SCOPE UINT64_C (3) /* abstract sockets, signals: from version 6 */

struct ruleset
{
  uint64_t files, net, scoped;
};

struct rule
{
  uint64_t access;
  int32_t parent;
} __attribute__ ((packed));

#define NR_CREATE_RULESET 444
#define NR_ADD_RULE 445
#define NR_RESTRICT_SELF 446

static void
allow_path (int ruleset, const char *path, uint64_t access)
{
  struct rule rule = { .access = access, .parent = open (path, O_PATH | O_CLOEXEC) };

  if (rule.parent < 0)
    return;
  /* Kinds of access for folders are refused for files. */
  if (syscall (NR_ADD_RULE, ruleset, 1, &rule, 0) != 0)
    {
      rule.access &= UINT64_C (1) << 0 | UINT64_C (1) << 1 | UINT64_C (1) << 2 | UINT64_C (1) << 14;
      syscall (NR_ADD_RULE, ruleset, 1, &rule, 0);
    }
  close (rule.parent);
}

/* Where libraries and what they read at their start are. */
static void
allow_system (int ruleset)
{
  static const char *const readable[] = {
    "/usr",
    "/lib",
    "/lib64",
    "/opt",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/hosts",
    "/etc/passwd",
    "/etc/nsswitch.conf",
    "/etc/ssl",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/sys/devices/system/cpu",
    "/sys/class/net",
    "/dev/urandom",
    "/dev/random",
    "/dev/zero",
  };

  const int libraries = (host_request->permissions & HOST_READ_LIBRARIES) != 0;

  for (size_t i = 0; i < (libraries ? 3 : sizeof readable / sizeof *readable); i++)
    allow_path (ruleset, readable[i], LL_READ);
  if (libraries)
    return;
  allow_path (ruleset, "/dev/null", LL_READ | LL_WRITE_FILE);
}

/* Folders that the loader searches for this user. */
static void
allow_libraries (int ruleset)
{
  const char *list = getenv ("LD_LIBRARY_PATH");
  char *copy = list != NULL ? strdup (list) : NULL, *rest = copy, *folder;

  while (copy != NULL && (folder = strsep (&rest, ":;")) != NULL)
    if (*folder == '/')
      allow_path (ruleset, folder, LL_READ);
  free (copy);
}

/* Returns: what holds */
static uint32_t
restrict_files (void)
{
  const long version = syscall (NR_CREATE_RULESET, NULL, 0, 1);
  const unsigned n = version < 1 ? 0 : n_accesses[version < 5 ? version : 5];
  const uint64_t all = (UINT64_C (1) << n) - 1;
  const int network = (host_request->permissions & HOST_ALLOW_NETWORK) != 0;
  struct ruleset set = { .files = all };
  int ruleset;

  if (version < 1)
    return 0;
  if ((host_request->permissions & HOST_ALLOW_PROGRAMS) != 0)
    set.files &= ~LL_EXECUTE;
  if (version >= 4 && !network)
    set.net = LL_TCP;
  if (version >= 6)
    set.scoped = LL_SCOPE;
  if ((host_request->permissions & HOST_ALLOW_FILES) != 0)
    set.files &= LL_EXECUTE;
  ruleset = (int)syscall (NR_CREATE_RULESET, &set, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
  if (ruleset < 0)
    return 0;
  if ((host_request->permissions & HOST_ALLOW_FILES) == 0)
    {
      allow_system (ruleset);
      allow_libraries (ruleset);
      for (const char *folder = host_request->folders; *folder != '\0';
           folder += strlen (folder) + 1)
        allow_path (ruleset, folder, LL_READ);
      for (const char *folder = host_request->writable; *folder != '\0';
           folder += strlen (folder) + 1)
        allow_path (ruleset, folder, set.files & ~LL_EXECUTE);
      if (host_request->scratch[0] != '\0')
        allow_path (ruleset, host_request->scratch, set.files & ~LL_EXECUTE);
    }
  if (syscall (NR_RESTRICT_SELF, ruleset, 0) != 0)
    set = (struct ruleset){ 0 };
  close (ruleset);
  return (set.files != 0 ? HOST_HOLDS_FILES : 0) | (set.net != 0 ? HOST_HOLDS_TCP : 0)
         | (set.scoped != 0 ? HOST_HOLDS_SIGNALS : 0);
}

/* ---- System calls ---- */

typedef struct
{
  int number;
  uint32_t permission; /* that allows it; 0: none does */
  HostDenial denial;
} Denied;

#define NEVER 0

static const Denied denied[] = {
  { __NR_socket, HOST_ALLOW_NETWORK, HOST_DENIED_NETWORK },
  { __NR_execve, HOST_ALLOW_PROGRAMS, HOST_DENIED_PROGRAM },
  { __NR_execveat, HOST_ALLOW_PROGRAMS, HOST_DENIED_PROGRAM },
#ifdef __NR_fork
  { __NR_fork, HOST_ALLOW_PROGRAMS, HOST_DENIED_PROGRAM },
  { __NR_vfork, HOST_ALLOW_PROGRAMS, HOST_DENIED_PROGRAM },
#endif
  { __NR_tkill, NEVER, HOST_DENIED_PROCESS },
  { __NR_rt_sigqueueinfo, NEVER, HOST_DENIED_PROCESS },
  { __NR_rt_tgsigqueueinfo, NEVER, HOST_DENIED_PROCESS },
  { 424 /* pidfd_send_signal */, NEVER, HOST_DENIED_PROCESS },
  { 438 /* pidfd_getfd */, NEVER, HOST_DENIED_PROCESS },
  { __NR_ptrace, NEVER, HOST_DENIED_PROCESS },
  { __NR_process_vm_readv, NEVER, HOST_DENIED_PROCESS },
  { __NR_process_vm_writev, NEVER, HOST_DENIED_PROCESS },
  { __NR_mount, NEVER, HOST_DENIED_SYSTEM },
  { __NR_umount2, NEVER, HOST_DENIED_SYSTEM },
  { __NR_chroot, NEVER, HOST_DENIED_SYSTEM },
  { __NR_pivot_root, NEVER, HOST_DENIED_SYSTEM },
  { __NR_unshare, NEVER, HOST_DENIED_SYSTEM },
  { __NR_setns, NEVER, HOST_DENIED_SYSTEM },
  { __NR_bpf, NEVER, HOST_DENIED_SYSTEM },
  { __NR_perf_event_open, NEVER, HOST_DENIED_SYSTEM },
  { __NR_userfaultfd, NEVER, HOST_DENIED_SYSTEM },
  { __NR_add_key, NEVER, HOST_DENIED_SYSTEM },
  { __NR_request_key, NEVER, HOST_DENIED_SYSTEM },
  { __NR_keyctl, NEVER, HOST_DENIED_SYSTEM },
  { __NR_init_module, NEVER, HOST_DENIED_SYSTEM },
  { __NR_finit_module, NEVER, HOST_DENIED_SYSTEM },
  { __NR_delete_module, NEVER, HOST_DENIED_SYSTEM },
  { __NR_kexec_load, NEVER, HOST_DENIED_SYSTEM },
  { __NR_reboot, NEVER, HOST_DENIED_SYSTEM },
  { __NR_swapon, NEVER, HOST_DENIED_SYSTEM },
  { __NR_swapoff, NEVER, HOST_DENIED_SYSTEM },
  { __NR_sethostname, NEVER, HOST_DENIED_SYSTEM },
  { __NR_settimeofday, NEVER, HOST_DENIED_SYSTEM },
  { __NR_clock_settime, NEVER, HOST_DENIED_SYSTEM },
  { 425 /* io_uring_setup */, NEVER, HOST_DENIED_SYSTEM },
};

#define N_DENIED (sizeof denied / sizeof *denied)

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#else
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

/* Four steps for each call of the list, and those that look at arguments. */
static struct sock_filter filter[4 * N_DENIED + 40];
static unsigned short n_filter;

static void
add (uint16_t code, uint8_t if_true, uint8_t if_false, uint32_t value)
{
  filter[n_filter++] = (struct sock_filter){ code, if_true, if_false, value };
}

#define LOAD(offset) add (BPF_LD | BPF_W | BPF_ABS, 0, 0, offset)
#define RETURN(value) add (BPF_RET | BPF_K, 0, 0, value)
#define ARGUMENT offsetof (struct seccomp_data, args)

/* @number is denied unless the first argument is @own, or 0 too if @zero. */
static void
add_signal_rule (int number, uint32_t own)
{
  add (BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t)number);
  LOAD (ARGUMENT);
  add (BPF_JMP | BPF_JEQ | BPF_K, 1, 0, own);
  RETURN (SECCOMP_RET_TRAP);
  RETURN (SECCOMP_RET_ALLOW);
}

static void
write_filter (void)
{
  const uint32_t own = (uint32_t)getpid ();

  LOAD (offsetof (struct seccomp_data, arch));
  add (BPF_JMP | BPF_JEQ | BPF_K, 1, 0, OWN_ARCH);
  RETURN (SECCOMP_RET_KILL_PROCESS);
  LOAD (offsetof (struct seccomp_data, nr));
  for (size_t i = 0; i < N_DENIED; i++)
    if ((host_request->permissions & denied[i].permission) == 0)
      {
        add (BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)denied[i].number);
        RETURN (SECCOMP_RET_TRAP);
      }
  add_signal_rule (__NR_kill, own);
  add_signal_rule (__NR_tgkill, own);
  if ((host_request->permissions & HOST_ALLOW_PROGRAMS) == 0)
    {
      /* Threads, but no processes. Flags of clone3() are in memory, where no filter sees them: it
       * is said not to exist, as on older kernels. */
      add (BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 435 /* clone3 */);
      RETURN (SECCOMP_RET_ERRNO | ENOSYS);
      add (BPF_JMP | BPF_JEQ | BPF_K, 0, 4, __NR_clone);
      LOAD (ARGUMENT);
      add (BPF_JMP | BPF_JSET | BPF_K, 1, 0, CLONE_THREAD);
      RETURN (SECCOMP_RET_TRAP);
      RETURN (SECCOMP_RET_ALLOW);
    }
  RETURN (SECCOMP_RET_ALLOW);
}

/* The call fails with EPERM, and is reported to the core. */
static void
handle_denied (int number, siginfo_t *info, void *context)
{
  ucontext_t *state = context;
  HostDenial what = HOST_DENIED_PROCESS; /* kill(), tgkill() */

  (void)number;
  if (info->si_syscall == __NR_clone)
    what = HOST_DENIED_PROGRAM;
  for (size_t i = 0; i < N_DENIED; i++)
    if (denied[i].number == info->si_syscall)
      what = denied[i].denial;
  host_note_denial (what, NULL);
#if defined(__x86_64__)
  state->uc_mcontext.gregs[REG_RAX] = -EPERM;
#else
  state->uc_mcontext.regs[0] = (uint64_t)-EPERM;
#endif
}

static uint32_t
restrict_calls (void)
{
  const struct sigaction action
      = { .sa_sigaction = handle_denied, .sa_flags = SA_SIGINFO | SA_NODEFER };
  struct sock_fprog program;

  write_filter ();
  program = (struct sock_fprog){ n_filter, filter };
  sigaction (SIGSYS, &action, NULL);
  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? HOST_HOLDS_CALLS : 0;
}

static void
limit (int resource, rlim_t value)
{
  struct rlimit now;

  if (getrlimit (resource, &now) != 0)
    return;
  now.rlim_cur = now.rlim_max = now.rlim_max < value ? now.rlim_max : value;
  setrlimit (resource, &now);
}

/* When memory of the machine runs out, the system kills a helper, not the program. */
static void
prefer_for_kill (void)
{
  const int fd = open ("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

  if (fd < 0)
    return;
  if (write (fd, "1000", 4) < 0)
    errno = 0;
  close (fd);
}

void
host_sandbox_enter (void)
{
  if ((host_request->permissions & HOST_ALLOW_ALL) != 0)
    return;
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_NOFILE, 256);
  limit (RLIMIT_FSIZE, (rlim_t)1 << (host_request->permissions & HOST_READ_LIBRARIES ? 33 : 30));
#if !HOST_SANITIZED /* sanitizers need a hundred times as much */
  limit (RLIMIT_DATA, host_request->memory_limit);
#endif
  prefer_for_kill ();
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return;
  host_response->sandbox = restrict_files ();
  host_response->sandbox |= restrict_calls ();
}

void
host_note_denial (HostDenial what, const char *path)
{
  size_t i = 0;

  /* Only the first path is reported. */
  if (path != NULL && (host_response->denied & 1u << what) == 0)
    {
      for (; path[i] != '\0' && i + 1 < sizeof host_response->denied_path; i++)
        host_response->denied_path[i] = path[i];
      host_response->denied_path[i] = '\0';
    }
  __atomic_fetch_or (&host_response->denied, 1u << what, __ATOMIC_RELEASE);
}
