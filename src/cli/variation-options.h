/* What vary and calibrate share: parameters with ranges, settings of the runs, tables. */
#pragma once

#include "cli/job.h"

#include "core/text/table.h"
#include "core/vary/run-pool.h"

/* Settings of an opened job with one method and one step size; parameters and signals unset. */
LsRunSettings ls_variation_make_settings (const LsJob *job);
/* @texts: (nullable): arguments of --parameter. Returns: (transfer full) (element-type LsVaried):
 * %NULL with %LS_ERROR_ARGUMENT */
GPtrArray *ls_variation_read_parameters (char *const *texts, GError **error);
void ls_variation_print_table (const LsTable *table);
