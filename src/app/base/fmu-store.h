/* FMU files opened so far, so that placing one twice unpacks it once. */
#pragma once

#include "core/fmi/fmu.h"

/* Returns: (transfer full): the FMU at @path; opened again when the file has changed.
 * Main thread only. */
LsFmu *ls_fmu_store_get (const char *path, GError **error);
/* Whether ls_fmu_store_get() would have it without opening the file. */
gboolean ls_fmu_store_has (const char *path);
/* Keeps an FMU that was opened elsewhere. */
void ls_fmu_store_put (const char *path, LsFmu *fmu);
/* Lets go of all; called when the program ends. */
void ls_fmu_store_clear (void);
