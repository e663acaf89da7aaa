/* Runs that are saved with the model, on request: read on a thread when it is opened, and taken
 * into it before it is saved. */
#pragma once

#include "app/window/import-control.h"
#include "app/window/frame.h"

#define LS_TYPE_STORED_RUNS (ls_stored_runs_get_type ())
G_DECLARE_FINAL_TYPE (LsStoredRuns, ls_stored_runs, LS, STORED_RUNS, GObject)

LsStoredRuns *
ls_stored_runs_new (const LsFrame *frame, LsHistoryControl *history, LsImportControl *import);
/* Before @model is written: the runs that are to be stored in it then, (transfer full) (nullable).
 */
LsRunHistory *ls_stored_runs_take (LsStoredRuns *self, LsModel *model);
/* The runs of the model that is shown next are in these files (kept-runs.h) as well. */
void ls_stored_runs_expect (LsStoredRuns *self, GPtrArray *paths);
/* Whether those of the present model are not all read yet. */
gboolean ls_stored_runs_is_loading (LsStoredRuns *self);
/* What is being read is of another model. */
void ls_stored_runs_forget (LsStoredRuns *self);
