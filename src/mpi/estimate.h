/* lockstep-mpi estimate: where several machines pay, by a model of their cost. */
#pragma once

#include "cli/command.h"

/* Exit status when a worker was lost: those of lockstep run are below. */
#define LS_MPI_LOST 10

extern const LsCommand ls_mpi_estimate;
