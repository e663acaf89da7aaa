/* Export of plots and diagrams to files chosen in a dialog. */
#pragma once

#include "app/plot/chart-area.h"
#include "app/plot/plot-area.h"
#include "core/run/comparison.h"
#include "draw/export.h"

/**
 * ls_plot_export:
 * @charts: (nullable): exported instead of the plot
 * @comparison: (nullable)
 * @kind: for the suggested name
 *
 * Asks for a file name and saves the plot or @charts (.png, .svg, .pdf), or data (.csv, .mat): of all runs
 * or of the visible part only.
 */
void ls_plot_export (GtkWidget *parent,
                     LsPlotArea *area,
                     LsChartArea *charts,
                     LsComparison *comparison,
                     const char *kind,
                     const char *project);
/* Copies the picture to the clipboard. */
void ls_plot_copy (LsPlotArea *area, LsChartArea *charts);

/* Only the dialog. @endings: %NULL-terminated, such as ".png"; the first is suggested. Returns:
 * (transfer full) (nullable): a path with one of the endings. */
char *
ls_export_ask (GtkWidget *parent, const char *title, const char *name, const char *const *endings);
/* With a check box labelled @choice; @chosen: (inout): whether it is ticked */
char *ls_export_ask_choice (GtkWidget *parent,
                            const char *title,
                            const char *name,
                            const char *const *endings,
                            const char *choice,
                            gboolean *chosen);
/* Makes sure that a chosen path has exactly one of the endings; asks before overwriting if the
 * name changes. Returns: (transfer full) (nullable): %NULL if the file must not be
 * overwritten. */
char *ls_export_complete (GtkWindow *window, const char *path, const char *const *endings);
/* Reports a write error in the window's list of problems. */
void ls_export_report (GtkWidget *parent, const GError *error);
