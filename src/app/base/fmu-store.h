/* Cache of opened FMU files: placing one twice unpacks it once. */
#pragma once

#include "core/fmi/fmu.h"

/* Main thread only. Returns: (transfer full): the FMU at @path, or %NULL with @error set. A file
 * that is not cached, or changed on disk, is opened, which can take long: call ls_fetch_fmus()
 * first. */
LsFmu *ls_fmu_store_get (const char *path, GError **error);
/* Whether ls_fmu_store_get() would return without opening the file. */
gboolean ls_fmu_store_has (const char *path);
/* Caches an FMU that was opened elsewhere. */
void ls_fmu_store_put (const char *path, LsFmu *fmu);
/* Likewise for an FMU that did not open: the error is returned once, then the file is tried again. */
void ls_fmu_store_put_problem (const char *path, const GError *problem);
/* Releases all FMUs; called when the program ends. */
void ls_fmu_store_clear (void);
