/* The counts of the work on one system, added to those of its network. */
#pragma once

#include "core/assembly/network-state.h"

#include <math.h>

/* Works on one system. @network: its counts, @discontinuity and @failed may be changed; everything
 * else is shared: only what belongs to @system may be written. */
typedef LsStatus (*LsCrewFunc) (LsNetwork *network, guint system, gpointer data);

typedef struct
{
  LsStatus status;
  gboolean discontinuity;
  guint64 do_step, rollbacks, linearisations, time_derivatives;
  double linearisation_error;
} LsCrewTally;

/* @view: a copy of the network, for this work alone */
static inline LsCrewTally
ls_crew_tally_work (LsNetwork *view, guint system, LsCrewFunc func, gpointer data)
{
  LsCounts *counts = &view->counts;
  LsStatus status;

  counts->do_step = counts->rollbacks = counts->linearisations = counts->time_derivatives = 0;
  counts->linearisation_error = 0.0;
  view->discontinuity = FALSE;
  status = func (view, system, data);
  return (LsCrewTally){ .status = status,
                        .discontinuity = view->discontinuity,
                        .do_step = counts->do_step,
                        .rollbacks = counts->rollbacks,
                        .linearisations = counts->linearisations,
                        .time_derivatives = counts->time_derivatives,
                        .linearisation_error = counts->linearisation_error };
}

/* Adds those of the first @n systems: as if one thread had stopped after them. */
static inline void
ls_crew_tally_add (LsNetwork *network, const LsCrewTally tallies[], guint n)
{
  LsCounts *counts = &network->counts;

  for (guint k = 0; k < n; k++)
    {
      const LsCrewTally *tally = &tallies[k];

      counts->do_step += tally->do_step;
      counts->rollbacks += tally->rollbacks;
      counts->linearisations += tally->linearisations;
      counts->time_derivatives += tally->time_derivatives;
      counts->linearisation_error = fmax (counts->linearisation_error, tally->linearisation_error);
      network->discontinuity |= tally->discontinuity;
    }
}
