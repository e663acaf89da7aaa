/* A process of variations or of a calibration, run on a thread and followed on the main thread. */
#pragma once

#include "app/variations/variation-process.h"

/* Called on the main thread. @lines: (element-type char *): new ones, as of LsVariationLineFunc; @ended: it is
 * the last call; @problem: (nullable): then, why it failed */
typedef void (*LsVariationFollowFunc) (gpointer owner,
                                       const GPtrArray *lines,
                                       gboolean ended,
                                       const char *problem);

/* Starts @process. It points to what @owner holds, but for @is_known, (transfer full). @owner: a GObject: it and
 * the application are held until the end. Main thread. */
void ls_variation_follow (gpointer owner, const LsVariationProcess *process, LsVariationFollowFunc func);

/* While @hold the application does not end with its last window. */
void ls_variation_hold_application (gboolean hold);
