/* The functions of FMI 3.0 by number, for remote calls. */
#pragma once

#include "core/fmi/fmi3-instance.h"

/* Of LsRemote.names: the order of LsFmi3Functions. */
typedef enum
{
#define LS_FMI3_INDEX(name) LS_FMI3_INDEX_##name,
  LS_FMI3_FUNCTIONS (LS_FMI3_INDEX)
#undef LS_FMI3_INDEX
      LS_N_FMI3_INDICES
} LsFmi3Index;
