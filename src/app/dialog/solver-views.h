/* Results of a solver comparison: a table, or a chart of error over CPU time. */
#pragma once

#include <gtk/gtk.h>
#include "core/report/solver-table.h"

/* @table: shown first; the other page is the chart, with a button to export it */
GtkWidget *ls_solver_views_new (GtkWidget *table);
/* @result: (nullable): %NULL: no results; @name: for the title and the suggested file */
void ls_solver_views_set (GtkWidget *views, const LsSolverTable *result, const char *name);
