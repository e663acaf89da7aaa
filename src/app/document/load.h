/* Models and FMUs opened on a thread of their own: unpacking a large one takes its time. */
#pragma once

#include <gio/gio.h>
#include "core/model/model.h"

#define LS_TYPE_LOAD (ls_load_get_type ())
G_DECLARE_FINAL_TYPE (LsLoad, ls_load, LS, LOAD, GObject)

/**
 * LsLoad:
 *
 * Signals, on the main thread: "progress": a file more is done; "ended": once, after a wait
 * that was in vain. Main thread only.
 */
LsLoad *ls_load_new_model (const char *path);
/* FMUs go into the store (fmu-store.h) as soon as the load has ended. */
LsLoad *ls_load_new_fmus (char **paths);
void ls_load_start (LsLoad *self);
/* Waits that long, ms, and no longer. Returns: whether it has ended; then "ended" does not come. */
gboolean ls_load_wait (LsLoad *self, guint time);
/* What comes is thrown away, and neither signal comes any more. */
void ls_load_abandon (LsLoad *self);

/* After the end. Returns: (transfer full): the model, or %NULL with an error; once. */
LsModel *ls_load_take_model (LsLoad *self, GError **error);
gboolean ls_load_is_model (LsLoad *self);
const char *ls_load_get_path (LsLoad *self); /* of the model, or of the FMU under way */
char **ls_load_get_paths (LsLoad *self);     /* (transfer none) */
void ls_load_get_progress (LsLoad *self, guint *n_done, guint *n);
