/* The sandbox of FMUs without their folders, and above it a list of the system calls that are left.
 */
#include "reader/confine.h"

#include "host/host.h"
#include "host/sanitized.h"
#include "host/sandbox.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static HostRequest request = { .permissions = HOST_READ_LIBRARIES };
static HostResponse response;

const HostRequest *host_request = &request;
HostResponse *host_response = &response;

static const int allowed[] = {
  __NR_read,         __NR_write,       __NR_readv,           __NR_writev,
  __NR_pread64,      __NR_lseek,       __NR_close,           __NR_dup,
  __NR_fcntl,        __NR_fstat,       __NR_newfstatat,      __NR_statx,
  __NR_openat,       __NR_ftruncate,   __NR_memfd_create,    __NR_sendfile,
  __NR_sendmsg,      __NR_recvmsg,     __NR_ppoll,           __NR_mmap,
  __NR_munmap,       __NR_mprotect,    __NR_mremap,          __NR_madvise,
  __NR_brk,          __NR_futex,       __NR_rt_sigaction,    __NR_rt_sigprocmask,
  __NR_rt_sigreturn, __NR_sigaltstack, __NR_setitimer,       __NR_clock_gettime,
  __NR_gettimeofday, __NR_getrandom,   __NR_getpid,          __NR_gettid,
  __NR_tgkill,       __NR_prlimit64,   __NR_sysinfo,         __NR_sched_yield,
  __NR_exit,         __NR_exit_group,  __NR_restart_syscall,
#ifdef __NR_open
  __NR_open,         __NR_stat,        __NR_access,          __NR_poll,
  __NR_alarm,        __NR_time,
#endif
};

#define N_ALLOWED (sizeof allowed / sizeof *allowed)

/* Jumps of a filter reach 255 steps. */
_Static_assert(N_ALLOWED < 200, "the list is too long");

static void
leave_calls (void)
{
  struct sock_filter filter[N_ALLOWED + 3];
  struct sock_fprog program = { N_ALLOWED + 3, filter };

  filter[0]
      = (struct sock_filter)BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr));
  for (unsigned i = 0; i < N_ALLOWED; i++)
    filter[1 + i] = (struct sock_filter)BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i],
                                                  (unsigned char)(N_ALLOWED - i), 0);
  filter[1 + N_ALLOWED] = (struct sock_filter)BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  filter[2 + N_ALLOWED] = (struct sock_filter)BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  /* Without a filter of the kernel the rest holds. */
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

void
reader_confine (void)
{
  request.memory_limit = (uint64_t)sysconf (_SC_PHYS_PAGES) * (uint64_t)sysconf (_SC_PAGESIZE) / 2;
  host_sandbox_enter ();
#if !HOST_SANITIZED /* sanitizers need more of them */
  leave_calls ();
#endif
}
