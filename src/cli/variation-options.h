/* What vary and calibrate share: parameters with ranges, settings of the runs, tables. */
#pragma once

#include "cli/job.h"

#include "core/text/table.h"
#include "core/vary/run-pool.h"

/* Not given: that of the plan saved with the model, else 1. */
#define LS_VARIATION_JOBS_UNSET G_MININT

/* @n_jobs: of --jobs. %FALSE with %LS_ERROR_ARGUMENT */
gboolean ls_variation_check_jobs (int n_jobs, GError **error);
void ls_variation_take_jobs (const LsJob *job, int *n_jobs);
/* Settings of an opened job with one method and one step size; parameters and signals unset. */
LsRunSettings ls_variation_make_settings (const LsJob *job);
/* @texts: (nullable): arguments of --parameter. Returns: (transfer full) (element-type LsVaried):
 * %NULL with %LS_ERROR_ARGUMENT */
GPtrArray *ls_variation_read_parameters (char *const *texts, GError **error);
/* What an option that is not given has from the plan that is saved with the model: @texts and %NULL after
 * them, in @list, borrowed from the plan. Returns: as of GOptionContext */
char **ls_variation_take_texts (const GPtrArray *texts, GPtrArray *list);
void ls_variation_print_table (const LsTable *table);
