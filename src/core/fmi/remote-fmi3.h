/* Functions of an FMI 3.0 FMU in a helper process, as those of a loaded library. */
#pragma once

#include "core/fmi/fmi3-index.h"
#include "core/fmi/remote.h"

extern const char *const ls_fmi3_names[LS_N_FMI3_INDICES]; /* with the prefix */

/* Starts or joins a helper and loads the binary @path there, as ls_remote_open(). */
gboolean ls_remote_fmi3_open (LsInstanceFmi3 *self, const char *path, const char *file,
                              GError **error);
/* Calls fmi3Instantiate… ; component stays %NULL if it returns NULL or the helper dies.
 * @resources: (nullable); @intermediate: value references, @n, of inputs set within steps */
void     ls_remote_fmi3_instantiate (LsInstanceFmi3 *self, LsKind kind, const char *resources,
                                     gboolean debug, const guint32 intermediate[], gsize n);
