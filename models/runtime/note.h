/* Counts events in discrete variables of a model. */
#pragma once

#include "model.h"

/* Counts an event now; @count, @time: indices in q of the counter and of the time of the last
 * event */
static inline void
fmu_note (const FmuPoint *at, FmuEvent *event, unsigned count, unsigned time)
{
  event->q[count]++;
  event->q[time] = at->t;
}

/* Freezes the relation @holds in q[@place]; its changes are counted in the next element, with the
 * time of the last change in the one after that. The initial value is not counted. */
static inline void
fmu_note_relation (const FmuPoint *at, FmuEvent *event, unsigned place, bool holds)
{
  if (holds == (at->q[place] > 0))
    return;
  event->q[place] = holds;
  if (at->t > 0)
    fmu_note (at, event, place + 1, place + 2);
}
