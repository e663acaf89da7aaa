/* Table of the runs of a comparison: errors per signal, cost, outcome. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/comparison.h"

#define LS_TYPE_RESULTS (ls_results_get_type ())
G_DECLARE_FINAL_TYPE (LsResults, ls_results, LS, RESULTS, GtkBox)

/* Signal "cell-activated" (guint run, guint signal): a row was opened by double click or Return; the
 * signal is that of the column, else the first. */
/* (nullable): %NULL empties it. */
void ls_results_show (LsResults *self, LsComparison *comparison);
/* States and errors as they are now; cheap enough for every frame. */
void ls_results_refresh (LsResults *self);
/* For the default name of exports; copied. */
void ls_results_set_project (LsResults *self, const char *project);
