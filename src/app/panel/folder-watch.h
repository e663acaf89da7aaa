/* Watches folders for changes of the FMUs and models listed in the library. */
#pragma once

#include <glib.h>

typedef struct LsFolderWatch LsFolderWatch;

/**
 * ls_folder_watch_new:
 * @folders: (array zero-terminated=1): may not exist yet; their creation is noticed
 * @changed: called on the main thread until ls_folder_watch_free()
 *
 * @changed is called after FMUs or models were added, removed or written: after a short time without
 * changes, or every few seconds during continuous changes. Other files are ignored.
 */
LsFolderWatch *ls_folder_watch_new (const char *const *folders,
                                    void (*changed) (gpointer user_data),
                                    gpointer user_data);
void ls_folder_watch_free (LsFolderWatch *self);
