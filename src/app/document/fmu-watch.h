/* What becomes of the FMU files that a model was made from. */
#pragma once

#include "app/document/document.h"

#define LS_TYPE_FMU_WATCH (ls_fmu_watch_get_type ())
G_DECLARE_FINAL_TYPE (LsFmuWatch, ls_fmu_watch, LS, FMU_WATCH, GObject)

/**
 * LsFmuWatch:
 *
 * Follows a document. Components whose FMU file is another one now, or gone, are marked by their
 * problem; they go on with what was opened. FMUs within an SSP are the model's own and not watched.
 *
 * Signal "noticed": a file changed, went or came back; or another model has such files.
 * Main thread only.
 */
LsFmuWatch *ls_fmu_watch_new (LsDocument *document);
/* Looks at all files now, as before a run. */
void ls_fmu_watch_look (LsFmuWatch *self);

/* Returns: (transfer full) (element-type guint): ids of components whose file is another one now. */
GArray *ls_fmu_watch_list_changed (LsFmuWatch *self);
/* The same of those whose file is gone or was never there; they are found by another path only. */
GArray *ls_fmu_watch_list_missing (LsFmuWatch *self);
