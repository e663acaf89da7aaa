/* Functions of an FMI 2.0 FMU in a helper process, as those of a loaded library. */
#pragma once

#include "core/fmi/fmi2-instance.h"
#include "core/fmi/remote.h"

/* Of LsRemote.names: the order of LS_FMI2_FUNCTIONS and LS_FMI2_CONSTRAINT_FUNCTIONS. */
typedef enum
{
#define LS_FMI2_INDEX(name) LS_FMI2_INDEX_##name,
  LS_FMI2_FUNCTIONS (LS_FMI2_INDEX) LS_FMI2_CONSTRAINT_FUNCTIONS (LS_FMI2_INDEX)
#undef LS_FMI2_INDEX
      LS_N_FMI2_INDICES
} LsFmi2Index;

extern const char *const ls_fmi2_names[LS_N_FMI2_INDICES]; /* with the prefix */

/* Starts or joins a helper and loads the binary @path there, as ls_remote_open(). */
gboolean ls_remote_fmi2_open (LsInstanceFmi2 *self, const char *path, const char *file,
                              GError **error);
/* Calls fmi2Instantiate; component stays %NULL if it returns NULL or the helper dies. */
void     ls_remote_fmi2_instantiate (LsInstanceFmi2 *self, LsKind kind, const char *uri,
                                     gboolean debug);
/* The arguments of fmi2DoStep; the call is to be finished. */
void     ls_remote_fmi2_write_step (LsRemote *self, double time, double step,
                                    fmi2Boolean no_set_state_prior);
