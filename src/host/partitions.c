/* Callbacks of Scheduled Execution (FMI 3.0, section 5.2.2). */
#include "core/fmi/fmi3-api.h"
#include "host/host.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Of the instances of this process that have some; they stay. */
typedef struct Entry
{
  struct Entry *next;
  bool *ticks; /* room for the answer */
  HostClocks clocks;
  fmi3ValueReference references[];
} Entry;

static Entry *all_clocks;

int
host_clocks_take (const HostClocks *from)
{
  const size_t n = (size_t)from->n_outs + from->n_countdowns;
  Entry *fresh = malloc (sizeof *fresh + n * sizeof *fresh->references);
  bool *ticks = calloc (from->n_outs + 1, sizeof *ticks);

  if (fresh == NULL || ticks == NULL)
    {
      free (fresh);
      free (ticks);
      return 0;
    }
  fresh->next = all_clocks;
  fresh->ticks = ticks;
  fresh->clocks = *from;
  memcpy (fresh->references, from + 1, n * sizeof *fresh->references);
  all_clocks = fresh;
  return 1;
}

/* Returns: whether it was OK; else the core judges it. */
static bool
judge (const HostClocks *self, uint64_t function, int status, const char *name)
{
  if (function != 0 && status == fmi3OK)
    return true;
  host_ring_write (HOST_MESSAGE_CLOCKS, self->environment, status, 0.0, name, "");
  return function != 0 && status == fmi3Warning;
}

static bool
tell_ticks (const Entry *entry)
{
  const HostClocks *self = &entry->clocks;
  int status = fmi3OK;

  if (self->n_outs == 0)
    return true;
  if (self->get_clock != 0)
    status = (int)((fmi3GetClockTYPE *)(uintptr_t)self->get_clock) (
        (void *)(uintptr_t)self->component, entry->references, self->n_outs, entry->ticks);
  if (!judge (self, self->get_clock, status, "fmi3GetClock"))
    return false;
  for (uint32_t i = 0; i < self->n_outs; i++)
    if (entry->ticks[i])
      host_ring_write (HOST_MESSAGE_TICK, self->environment, (int)i, 0.0, "", "");
  return true;
}

static bool
tell_interval (const Entry *entry, uint32_t i)
{
  const HostClocks *self = &entry->clocks;
  fmi3IntervalQualifier qualifier = fmi3IntervalNotYetKnown;
  double interval = NAN;
  int status = fmi3OK;

  if (self->get_interval != 0)
    status = (int)((fmi3GetIntervalDecimalTYPE *)(uintptr_t)self->get_interval) (
        (void *)(uintptr_t)self->component, entry->references + self->n_outs + i, 1, &interval,
        &qualifier);
  if (!judge (self, self->get_interval, status, "fmi3GetIntervalDecimal"))
    return false;
  if (qualifier == fmi3IntervalChanged)
    host_ring_write (HOST_MESSAGE_INTERVAL, self->environment, (int)i, interval, "", "");
  return true;
}

void
host_clocks_update (void *environment)
{
  const Entry *entry = all_clocks;

  while (entry != NULL && entry->clocks.environment != (uint64_t)(uintptr_t)environment)
    entry = entry->next;
  if (entry == NULL || !tell_ticks (entry))
    return;
  for (uint32_t i = 0; i < entry->clocks.n_countdowns; i++)
    if (!tell_interval (entry, i))
      return;
}

/* ---- Partitions run on one thread; an FMU may protect its data all the same. ---- */

static pthread_mutex_t preemption = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void
host_clocks_lock (void)
{
  pthread_mutex_lock (&preemption);
}

void
host_clocks_unlock (void)
{
  pthread_mutex_unlock (&preemption);
}
