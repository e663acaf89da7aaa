/* FMU files opened so far, so that placing one twice unpacks it once. */
#pragma once

#include "core/fmi/fmu.h"

/* Main thread only. Returns: (transfer full): the FMU at @path, or %NULL with the problem it has. What
 * is not here, or has changed on disk, is opened, which takes as long as it takes: ls_fetch_fmus()
 * first. */
LsFmu *ls_fmu_store_get (const char *path, GError **error);
/* Whether ls_fmu_store_get() would have it without opening the file. */
gboolean ls_fmu_store_has (const char *path);
/* Keeps an FMU that was opened elsewhere. */
void ls_fmu_store_put (const char *path, LsFmu *fmu);
/* The same of one that did not open: it is told once, for another try. */
void ls_fmu_store_put_problem (const char *path, const GError *problem);
/* Lets go of all; called when the program ends. */
void ls_fmu_store_clear (void);
