/* Work on systems that are somewhere else: they are asked at the same time. */
#pragma once

#include "core/assembly/crew-tally.h"

typedef struct LsCrewRemote LsCrewRemote;

/* Returns: (transfer full) (nullable): %NULL where systems are in this process */
LsCrewRemote *ls_crew_remote_new (const LsNetwork *network);
void          ls_crew_remote_free (LsCrewRemote *self);
/* Processor time of the workers, s. */
double        ls_crew_remote_get_cpu_time (const LsCrewRemote *self);
/* As ls_crew_work(). */
LsStatus      ls_crew_remote_work (LsCrewRemote *self, LsNetwork *network, LsCrewFunc func, gpointer data);
