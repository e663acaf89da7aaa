/* What is looked at before a run begins: a reference in a file, which may be long, on a thread. */
#pragma once

#include <gio/gio.h>
#include "core/run/comparison.h"

/* @error: (nullable): why it cannot run */
typedef void (*LsRunCheckFunc) (LsComparison *comparison, const GError *error, gpointer object);

/**
 * ls_run_check:
 * @comparison: has not begun
 * @cancellable: once it is cancelled @func is not called
 * @func: called with @object, which is held until then
 *
 * What takes time to find out; at once where there is nothing of the kind. Main thread.
 */
void ls_run_check (LsComparison *comparison,
                   GCancellable *cancellable,
                   LsRunCheckFunc func,
                   GObject *object);
