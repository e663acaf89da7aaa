/* What a comparison of solvers has found: the table, or error over CPU time. */
#pragma once

#include <gtk/gtk.h>
#include "core/report/solver-table.h"

/* @table: shown first; beside it the chart, and a button that writes it to a file. */
GtkWidget *ls_solver_views_new (GtkWidget *table);
/* @result: (nullable): %NULL while there is none; @name: for the title and the suggested file */
void ls_solver_views_set (GtkWidget *views, const LsSolverTable *result, const char *name);
