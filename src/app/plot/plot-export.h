/* Figures and diagrams as files, chosen in a dialog. */
#pragma once

#include "app/plot/chart-area.h"
#include "app/plot/plot-area.h"
#include "core/run/comparison.h"
#include "draw/export.h"

/* @comparison: (nullable)
 *
 * Asks for a name and saves the figure, or the charts where they are not %NULL (.png, .svg, .pdf), or
 * the runs behind it (.csv, .mat), as a whole or what is shown of them. @kind: for the suggested name. */
void ls_plot_export (GtkWidget *parent,
                     LsPlotArea *area,
                     LsChartArea *charts,
                     LsComparison *comparison,
                     const char *kind,
                     const char *project);
/* The picture to the clipboard. */
void ls_plot_copy (LsPlotArea *area, LsChartArea *charts);

/* The dialog alone. @endings: %NULL-terminated, ".png"; the first is suggested.
 * Returns: (transfer full) (nullable): a path with one of the endings. */
char *
ls_export_ask (GtkWidget *parent, const char *title, const char *name, const char *const *endings);
/* With a box to tick below, @choice; @chosen: (inout): whether it is ticked */
char *ls_export_ask_choice (GtkWidget *parent,
                            const char *title,
                            const char *name,
                            const char *const *endings,
                            const char *choice,
                            gboolean *chosen);
/* Gives a chosen path one of the endings, and only one; asks where that names another file than the
 * dialog asked about. Returns: (transfer full) (nullable): %NULL when that is not to be replaced. */
char *ls_export_complete (GtkWindow *window, const char *path, const char *const *endings);
/* Tells the user that a file could not be written: on the window's list of problems. */
void ls_export_report (GtkWidget *parent, const GError *error);
