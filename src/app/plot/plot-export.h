/* Figures and diagrams as files, chosen in a dialog. */
#pragma once

#include "app/plot/plot-area.h"
#include "core/run/comparison.h"
#include "draw/export.h"

/* Asks for a name and saves the figure (.png, .svg, .pdf) or the runs behind it (.csv). */
void
ls_plot_export (GtkWidget *parent, LsPlotArea *area, LsComparison *comparison, const char *project);

/* The dialog alone. @endings: %NULL-terminated, "png"; the first is suggested.
 * Returns: (transfer full) (nullable): a path with one of the endings. */
char *
ls_export_ask (GtkWidget *parent, const char *title, const char *name, const char *const *endings);
/* Tells the user that a file could not be written: on the window's list of problems. */
void ls_export_report (GtkWidget *parent, const GError *error);
