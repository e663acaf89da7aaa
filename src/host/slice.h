/* Short slices of processor time, for threads that often wait for each other. C library only. */
#pragma once

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HOST_SLICE 100000 /* ns; the least that the kernel has */

/* The calling thread is to run soon after it is woken: it gets no more time, but in shorter slices
 * (Linux 6.12; others ignore or refuse it). */
static inline void
host_slice_shorten (void)
{
  struct
  {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = { .size = 0 };

  if (syscall (SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0
      || attributes.policy != 0)
    return;
  attributes.runtime = HOST_SLICE;
  syscall (SYS_sched_setattr, 0, &attributes, 0);
}
