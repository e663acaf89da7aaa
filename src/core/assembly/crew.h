/* Work on all systems of a network by several threads. */
#pragma once

#include "core/assembly/crew-tally.h"

/* What is done with every system; each kind has costs and a decision of its own. */
typedef enum
{
  LS_WORK_STEP,      /* steps of all systems */
  LS_WORK_PREPARE,   /* saving and linearising before them */
  LS_WORK_TRY,       /* steps of an iteration */
  LS_WORK_DIFFERENCE, /* differences of an iteration */
  LS_N_WORKS
} LsWork;

typedef struct LsCrew LsCrew;

/**
 * LsCrew:
 *
 * Results, counts and messages are those of one thread that works on the systems in their order and
 * stops at the first that fails; systems behind that one may have been worked on. Systems that share
 * a helper process stay on one thread at a time.
 *
 * Without a set number of threads (ls_team_get_threads()) both ways are timed, the one with threads
 * only where it can win; the better one is kept for a while. It has to be a tenth better than one
 * thread to begin with, and is left when it is no better any more. Systems are given out by their
 * measured cost, the longest first.
 */

/* After all instances have been made. Returns: (transfer full) (nullable): %NULL where there is nothing to
 * share out */
LsCrew *ls_crew_new (const LsNetwork *network);
void    ls_crew_free (LsCrew *self);
/* Whether the next work of this kind is done by ls_crew_work(), together or to be timed; %FALSE: the
 * caller does it, in its own way. To be asked once before each. */
gboolean ls_crew_is_wanted (LsCrew *self, LsWork work);
LsStatus ls_crew_work (LsNetwork *network, LsWork work, LsCrewFunc func, gpointer data);
/* Both: works on all systems, with or without a crew. Returns: the status of the first system whose
 * status is not %LS_OK; then @failed of @network is that system. */
LsStatus ls_crew_each (LsNetwork *network, LsWork work, LsCrewFunc func, gpointer data);
/* Processor time of the threads beside the one of the run, s; @self may be %NULL. */
double   ls_crew_get_cpu_time (const LsCrew *self);
