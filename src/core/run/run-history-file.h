/* Runs saved with a model: in its .ssp, folder extra/org.lockstep/results/: results.xml describes
 * the runs, with a CSV file of samples for each. */
#pragma once

#include "core/run/run-history.h"

/* Limits for writing and reading; beyond them: %LS_ERROR_LIMIT. */
#define LS_RESULTS_MAX_RUNS 200u
#define LS_RESULTS_MAX_SIZE                                                                        \
  (G_GUINT64_CONSTANT (256) << 20) /* bytes of samples in memory, or of files */

/**
 * ls_run_history_store:
 * @model: its results are replaced by the pinned runs; the caller saves the model
 *
 * Returns: %FALSE with %LS_ERROR_FILE or %LS_ERROR_LIMIT; the model is then unchanged.
 */
gboolean ls_run_history_store (const LsRunHistory *self, LsModel *model, GError **error);

/**
 * ls_run_history_load:
 * @model: may be called on any thread while the model is not modified
 *
 * Returns: (transfer full) (element-type LsPastRun): the saved runs, pinned, without id; %NULL if
 * there are none, or with %LS_ERROR_FILE, %LS_ERROR_FORMAT, %LS_ERROR_LIMIT naming the file within
 * the model.
 */
GPtrArray *ls_run_history_load (const LsModel *model, GError **error);
