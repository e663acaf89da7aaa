/* Table of the runs of a comparison: error per signal, cost, status. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/comparison.h"

#define LS_TYPE_RESULTS (ls_results_get_type ())
G_DECLARE_FINAL_TYPE (LsResults, ls_results, LS, RESULTS, GtkBox)

/* Signal "cell-activated" (guint run, guint signal): double click or Return on a row; the signal
 * of the column, or the first one. */
/* @comparison: (nullable): %NULL empties the table */
void ls_results_show (LsResults *self, LsComparison *comparison);
/* Updates states and errors; fast enough for every frame. */
void ls_results_refresh (LsResults *self);
/* Project name for default names of exports; copied. */
void ls_results_set_project (LsResults *self, const char *project);
