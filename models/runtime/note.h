/* How models count what has happened, in discrete variables. */
#pragma once

#include "model.h"

/* Once more, now: places of the count and of the time of the last one in q. */
static inline void
fmu_note (const FmuPoint *at, FmuEvent *event, unsigned count, unsigned time)
{
  event->q[count]++;
  event->q[time] = at->t;
}

/* Freezes the relation @holds in q[@place]; its changes are counted in the next one, with their
 * last time in the one after that. How it begins is no change. */
static inline void
fmu_note_relation (const FmuPoint *at, FmuEvent *event, unsigned place, bool holds)
{
  if (holds == (at->q[place] > 0))
    return;
  event->q[place] = holds;
  if (at->t > 0)
    fmu_note (at, event, place + 1, place + 2);
}
