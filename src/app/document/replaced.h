/* Copies of unsaved work that was closed or replaced by another model. */
#pragma once

#include "app/document/recovery.h"
#include "core/run/run-history.h"

/**
 * ls_replaced_keep:
 * @title: title of the window
 * @path: (nullable): of the file that was edited
 * @history: the runs of the model
 * @object: (nullable): argument of @callback, which is not called if @object was finalised by then
 *
 * Writes a copy on a worker thread and removes the oldest copies. Does nothing if copies are disabled in the
 * preferences.
 */
void ls_replaced_keep (const LsModel *model,
                       const char *title,
                       const char *path,
                       const LsRunHistory *history,
                       GObject *object,
                       void (*callback) (gpointer object));

/* Returns: (transfer full) (element-type LsRecoveryCopy): newest first. */
GPtrArray *ls_replaced_list (void);
/* Returns: (transfer full) (nullable): the copy at that path. */
LsRecoveryCopy *ls_replaced_find (const char *copy);
