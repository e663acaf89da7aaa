/* Optional storage of runs in the model file: read on a worker thread after opening, added before
 * saving. */
#pragma once

#include "app/window/import-control.h"
#include "app/window/frame.h"

#define LS_TYPE_STORED_RUNS (ls_stored_runs_get_type ())
G_DECLARE_FINAL_TYPE (LsStoredRuns, ls_stored_runs, LS, STORED_RUNS, GObject)

LsStoredRuns *
ls_stored_runs_new (const LsFrame *frame, LsHistoryControl *history, LsImportControl *import);
/* Call before @model is written. Returns: (transfer full) (nullable): runs to store in it */
LsRunHistory *ls_stored_runs_take (LsStoredRuns *self, LsModel *model);
/* @paths: files (kept-runs.h) from which the runs of the next model are read */
void ls_stored_runs_expect (LsStoredRuns *self, GPtrArray *paths);
/* Whether runs of the present model are still being read. */
gboolean ls_stored_runs_is_loading (LsStoredRuns *self);
/* Cancels reading: the model is being replaced. */
void ls_stored_runs_forget (LsStoredRuns *self);
