/* Watches the FMU files from which a model was made. */
#pragma once

#include "app/document/document.h"

#define LS_TYPE_FMU_WATCH (ls_fmu_watch_get_type ())
G_DECLARE_FINAL_TYPE (LsFmuWatch, ls_fmu_watch, LS, FMU_WATCH, GObject)

/**
 * LsFmuWatch:
 *
 * Follows a document. Components whose FMU file was changed or deleted get a problem text; the FMU that was
 * opened stays in use. FMUs within an SSP belong to the model and are not watched.
 *
 * Signal "noticed": a file was changed, deleted or restored, or another model has such files.
 * Main thread only.
 */
LsFmuWatch *ls_fmu_watch_new (LsDocument *document);
/* Checks all files now, for example before a run. */
void ls_fmu_watch_look (LsFmuWatch *self);

/* Returns: (transfer full) (element-type guint): ids of components whose file was changed. */
GArray *ls_fmu_watch_list_changed (LsFmuWatch *self);
/* Likewise for components whose file was deleted or never found; they need another path. */
GArray *ls_fmu_watch_list_missing (LsFmuWatch *self);
