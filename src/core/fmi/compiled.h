/* Binaries that were compiled from the sources of FMUs, kept by content in the cache of the user
 * (lockstep/compiled), so that they are found whatever the FMU is called and wherever it lies. */
#pragma once

#include <glib.h>

/**
 * ls_compiled_make_path:
 * @digest: of the FMU (ls_fmu_make_digest())
 * @platform: folder name of this machine in FMI 3.0
 * @identifier: of the model
 *
 * Returns: (transfer full): where its binary is kept
 */
char *ls_compiled_make_path (const char *digest, const char *platform, const char *identifier);
/* Returns: (transfer full) (nullable): that path if there is one; helpers started from now on may
 * load it. */
char *ls_compiled_find (const char *digest, const char *platform, const char *identifier);
