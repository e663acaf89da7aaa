/* Folders of FMUs and models, watched for changes of what the library lists of them. */
#pragma once

#include <glib.h>

typedef struct LsFolderWatch LsFolderWatch;

/**
 * ls_folder_watch_new:
 * @folders: (array zero-terminated=1): need not be there; they are heard of when they come
 * @changed: called on the main thread until ls_folder_watch_free()
 *
 * @changed is called when FMUs or models came, went or were written, once it has been quiet for a
 * moment, or every few seconds while it is not. Other files in the folders are nobody's business.
 */
LsFolderWatch *ls_folder_watch_new (const char *const *folders,
                                    void (*changed) (gpointer user_data),
                                    gpointer user_data);
void ls_folder_watch_free (LsFolderWatch *self);
