/* "lockstep vary" or "lockstep calibrate" in a process of its own, whose table is followed as it grows. */
#pragma once

#include <gio/gio.h>
#include "core/vary/run-pool.h"

/**
 * LsVariationProcess:
 * @model: written to @folder; only used by ls_variation_process_execute()
 * @settings: of the runs, with their method
 * @table: rows that are in it already are not run again
 * @traces: folder for the signals of each run, if @plan keeps them
 * @retry: rows of @table that are not known have failed; they are removed from it and run again
 * @is_known: one per row: whether its end is known; updated
 * @cancellable: ends the process
 * @calibrates: "lockstep calibrate"; @table is that of the fit, and @traces, @retry, @n_rows and @is_known are
 *   not used
 */
typedef struct
{
  LsModel *model;
  const LsVariationPlan *plan;
  const LsRunSettings *settings;
  const char *folder, *table, *traces;
  gboolean retry;
  guint n_rows;
  gboolean *is_known;
  GCancellable *cancellable;
  gboolean calibrates;
} LsVariationProcess;

/* @line: a row of the table that was not known; of a fit, the whole table after each step */
typedef void (*LsVariationLineFunc) (const char *line, gpointer user_data);

/* Until the process ends; it ends with the thread, too. Returns: (transfer full) (nullable): why it did
 * not run all rows, or that some failed */
char *ls_variation_process_execute (const LsVariationProcess *self, LsVariationLineFunc func, gpointer user_data);
/* Returns: (transfer full): the command that does the same with @model, for a terminal or a cluster */
char *ls_variation_process_make_command (const LsVariationProcess *self, const char *model);
