/* lockstep-host: a process in which FMUs run, so that their faults harm no other process. It
 * needs the C library only, maps the two areas it is given, and makes the calls that the core asks
 * for. */
#include "host/digest.h"
#include "host/host.h"
#include "host/sanitized.h"
#include "host/sandbox.h"
#include "host/slice.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

const HostRequest *host_request;
HostResponse *host_response;

void
host_futex_wait (const uint32_t *word, uint32_t old, int timeout)
{
  const struct timespec time = { timeout / 1000, timeout % 1000 * 1000000L };

  syscall (SYS_futex, word, FUTEX_WAIT, old, timeout < 0 ? NULL : &time, NULL, 0);
}

void
host_futex_wake (const uint32_t *word)
{
  syscall (SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static inline void
pause_processor (void)
{
#if defined(__x86_64__)
  __builtin_ia32_pause ();
#else
  __asm__ volatile("yield");
#endif
}

/* Waits for the message after @last: by spinning, then asleep. */
static uint32_t
wait_for_message (uint32_t last)
{
  const uint32_t *word = &host_request->word;
  uint32_t now;

  for (uint32_t i = 0; i < host_request->spin; i++)
    {
      if ((now = __atomic_load_n (word, __ATOMIC_ACQUIRE)) != last)
        return now;
      pause_processor ();
    }
  __atomic_store_n (&host_response->sleeping, 1, __ATOMIC_SEQ_CST);
  while ((now = __atomic_load_n (word, __ATOMIC_SEQ_CST)) == last)
    host_futex_wait (word, last, -1);
  __atomic_store_n (&host_response->sleeping, 0, __ATOMIC_RELAXED);
  return now;
}

/* The leak detector asks for system calls that the sandbox denies, and FMUs are not ours. */
#if HOST_SANITIZED
int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}
#endif

static void
serve (void)
{
  uint32_t last = 0, n_done;

  for (;;)
    {
      last = wait_for_message (last);
      host_response->current = 0;
      host_response->phase = HOST_BUSY;
      n_done = host_make_calls ();
      host_response->phase = HOST_IDLE;
      host_write_word (&host_response->word, last, n_done);
      if (__atomic_load_n (&host_request->sleeping, __ATOMIC_SEQ_CST))
        host_futex_wake (&host_response->word);
    }
}

static void *
map (int fd, int protection, size_t least)
{
  struct stat info;
  void *area;

  if (fstat (fd, &info) != 0 || (size_t)info.st_size < least)
    return NULL;
  area = mmap (NULL, (size_t)info.st_size, protection, MAP_SHARED, fd, 0);
  if (area == MAP_FAILED)
    return NULL;
  /* A child that the FMU forks must not answer in place of this process. */
  madvise (area, (size_t)info.st_size, MADV_DONTFORK);
  madvise (area, (size_t)info.st_size, MADV_DONTDUMP);
  close (fd);
  return area;
}

static int
fail (const char *what)
{
  fprintf (stderr, "lockstep-host: %s: %s\n", what, strerror (errno));
  return EXIT_FAILURE;
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    return puts (HOST_VERSION) < 0;
  host_request = map (HOST_REQUEST_FD, PROT_READ, sizeof (HostRequest));
  host_response = map (HOST_RESPONSE_FD, PROT_READ | PROT_WRITE, sizeof (HostResponse));
  if (host_request == NULL || host_response == NULL)
    {
      fputs ("lockstep-host is started by Lockstep for its FMUs, not by hand.\n", stderr);
      return 2;
    }
  if (host_request->magic != HOST_MAGIC || strcmp (host_request->version, HOST_VERSION) != 0)
    return HOST_IS_ANOTHER;
  /* Not left behind when the program is killed. */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != host_request->parent)
    return EXIT_FAILURE;
  setvbuf (stdout, NULL, _IOLBF, 0);
  host_ring_init ();
  host_record_init ();
  if (host_request->scratch[0] != '\0' && chdir (host_request->scratch) != 0)
    return fail (host_request->scratch);
  host_slice_shorten ();
  host_sandbox_enter ();
  serve ();
}
