/* Runs that are saved with a model: in its .ssp, in extra/org.lockstep/results/, a file results.xml
 * that says what they are, and a CSV file for the samples of each. */
#pragma once

#include "core/run/run-history.h"

/* Bounds on writing and reading; beyond them: %LS_ERROR_LIMIT. */
#define LS_RESULTS_MAX_RUNS 200u
#define LS_RESULTS_MAX_SIZE                                                                        \
  (G_GUINT64_CONSTANT (256) << 20) /* bytes of samples in memory, or of files */

/**
 * ls_run_history_store:
 * @model: its results become the pinned runs; it is for the user to have it written
 *
 * Returns: %FALSE with %LS_ERROR_FILE or %LS_ERROR_LIMIT; the model is as it was then.
 */
gboolean ls_run_history_store (const LsRunHistory *self, LsModel *model, GError **error);

/**
 * ls_run_history_load:
 * @model: any thread, as long as nobody changes the model
 *
 * Returns: (transfer full) (element-type LsPastRun): the runs saved with it, pinned, without id;
 * %NULL when there are none, or with %LS_ERROR_FILE, %LS_ERROR_FORMAT, %LS_ERROR_LIMIT naming the
 * file within the model.
 */
GPtrArray *ls_run_history_load (const LsModel *model, GError **error);
