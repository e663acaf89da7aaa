/* Messages by MPI. */
#pragma once

#include "core/remote/transport.h"

/* A rank of the job, as all tell rank 0 at the beginning. */
typedef struct
{
  char host[128], node[128]; /* @node: machines with different ones do not share files */
  int process;
} LsMpiRank;

/* Collective: all ranks at the same time. Of rank 0, the orchestrator: its peers are the others, from
 * 1 on; of the others: rank 0. */
LsTransport *ls_transport_mpi_new (void);
/* Of rank 0: about @rank. */
const LsMpiRank *ls_transport_mpi_get_rank (const LsTransport *self, guint rank);
/* Of rank 0: a worker on this machine whose process is no more. Returns: its rank; 0: none */
guint ls_transport_mpi_find_dead (const LsTransport *self);
/* From a signal handler: waits for messages end soon. */
void ls_transport_mpi_give_up (void);
