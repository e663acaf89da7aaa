/* Opens models and FMUs on a worker thread, because unpacking large ones is slow. */
#pragma once

#include <gio/gio.h>
#include "core/model/model.h"

#define LS_TYPE_LOAD (ls_load_get_type ())
G_DECLARE_FINAL_TYPE (LsLoad, ls_load, LS, LOAD, GObject)

/**
 * LsLoad:
 *
 * Signals, on the main thread: "progress": one more file is done; "ended": once, unless ls_load_wait()
 * returned %TRUE. Main thread only.
 */
LsLoad *ls_load_new_model (const char *path);
/* The FMUs are put into the store (fmu-store.h) when the load has ended. */
LsLoad *ls_load_new_fmus (char **paths);
void ls_load_start (LsLoad *self);
/* Waits at most @time ms. Returns: whether it has ended; then "ended" is not emitted. */
gboolean ls_load_wait (LsLoad *self, guint time);
/* Discards the result; no further signals are emitted. */
void ls_load_abandon (LsLoad *self);

/* After the end. Returns: (transfer full): the model, or %NULL with an error; call once. */
LsModel *ls_load_take_model (LsLoad *self, GError **error);
gboolean ls_load_is_model (LsLoad *self);
const char *ls_load_get_path (LsLoad *self); /* of the model, or of the current FMU */
char **ls_load_get_paths (LsLoad *self);     /* (transfer none) */
void ls_load_get_progress (LsLoad *self, guint *n_done, guint *n);
