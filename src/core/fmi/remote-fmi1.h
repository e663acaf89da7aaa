/* Functions of an FMI 1.0 FMU in a helper process, as those of a loaded library. */
#pragma once

#include "core/fmi/fmi1-instance.h"
#include "core/fmi/remote.h"

/* Of LsRemote.names: the order of LsFmi1Functions. */
typedef enum
{
#define LS_FMI1_INDEX(name) LS_FMI1_INDEX_##name,
  LS_FMI1_FUNCTIONS (LS_FMI1_INDEX)
#undef LS_FMI1_INDEX
      LS_N_FMI1_INDICES
} LsFmi1Index;

/* Symbols of all functions. @prefix: "ID_fmi". Returns: (transfer full): %NULL-terminated */
char   **ls_fmi1_list_symbols (const char *prefix);

/* Starts or joins a helper and loads the binary @path there, as ls_remote_open().
 * @prefixes: two, of which the second is tried if no function has the first */
gboolean ls_remote_fmi1_open (LsInstanceFmi1 *self, const char *const prefixes[2], const char *path,
                              const char *file, GError **error);
/* Returns: (nullable): the component for the functions */
fmi1Component ls_remote_fmi1_instantiate (LsInstanceFmi1 *self, gboolean steps, const char *location,
                                          gboolean logs);
/* The arguments of fmiDoStep; the call is to be finished. Each step is a new one. */
void ls_remote_fmi1_write_step (LsRemote *self, double time, double step, gboolean no_set_state_prior);
