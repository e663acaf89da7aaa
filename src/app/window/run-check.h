/* Checks before a run, on a worker thread: reads a reference file, which may be long. */
#pragma once

#include <gio/gio.h>
#include "core/run/comparison.h"

/* @error: (nullable): why it cannot run */
typedef void (*LsRunCheckFunc) (LsComparison *comparison, const GError *error, gpointer object);

/**
 * ls_run_check:
 * @comparison: not started yet
 * @cancellable: after cancellation @func is not called
 * @func: called with @object, which is referenced until then
 *
 * Performs slow checks on a worker thread; calls @func immediately if there are none. Main thread.
 */
void ls_run_check (LsComparison *comparison,
                   GCancellable *cancellable,
                   LsRunCheckFunc func,
                   GObject *object);
