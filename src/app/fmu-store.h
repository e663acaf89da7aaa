/* FMU files opened so far, so that placing one twice unpacks it once. */
#pragma once

#include "core/fmi/fmu.h"

/* Returns: (transfer full): the FMU at @path; opened again when the file has changed.
 * Main thread only. */
LsFmu *ls_fmu_store_get (const char *path, GError **error);
/* Lets go of all; called when the program ends. */
void ls_fmu_store_clear (void);
