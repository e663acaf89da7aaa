/* Copies of unsaved work that another model took the place of, or that was closed. */
#pragma once

#include "app/document/recovery.h"
#include "core/run/run-history.h"

/**
 * ls_replaced_keep:
 * @title: what the window was called
 * @path: (nullable): of the file that was edited
 * @history: the runs that go with it
 * @object: (nullable): what @callback is called with once it is there, while it lives
 *
 * Writes a copy on a thread, and lets go of the oldest ones. Nothing where the user wants no
 * copies.
 */
void ls_replaced_keep (const LsModel *model,
                       const char *title,
                       const char *path,
                       const LsRunHistory *history,
                       GObject *object,
                       void (*callback) (gpointer object));

/* Returns: (transfer full) (element-type LsRecoveryCopy): newest first. */
GPtrArray *ls_replaced_list (void);
/* Returns: (transfer full) (nullable): what was kept in that file. */
LsRecoveryCopy *ls_replaced_find (const char *copy);
