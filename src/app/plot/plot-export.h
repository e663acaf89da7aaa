/* Export of plots and diagrams to files chosen in a dialog. */
#pragma once

#include "app/base/file-dialog.h"
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
 * Asks for a file name and saves the plot or @charts (.png, .svg, .pdf), or data (.csv, .mat): of
 * all runs or of the visible part only.
 */
void ls_plot_export (GtkWidget *parent,
                     LsPlotArea *area,
                     LsChartArea *charts,
                     LsComparison *comparison,
                     const char *kind,
                     const char *project);
/* Copies the picture to the clipboard. */
void ls_plot_copy (LsPlotArea *area, LsChartArea *charts);

/* Only the dialog. @endings: %NULL-terminated, such as ".png"; the first is suggested; @object,
 * @func, ...: as in ls_file_chooser_show(); @func gets a path with one of the endings, and is not
 * called if none is chosen */
void ls_export_ask (GtkWidget *parent,
                    const char *title,
                    const char *name,
                    const char *const *endings,
                    gpointer object,
                    LsPathFunc func,
                    gpointer data,
                    GDestroyNotify free_data);
/* The same by @chooser, (transfer full), which may have more in it. */
void ls_export_name (gpointer chooser,
                     const char *name,
                     const char *const *endings,
                     gpointer object,
                     LsPathFunc func,
                     gpointer data,
                     GDestroyNotify free_data);
/* Makes sure that a chosen path has exactly one of the endings; asks before overwriting if the name
 * changes, then calls @func. */
void ls_export_complete (GtkWindow *window,
                         const char *path,
                         const char *const *endings,
                         gpointer object,
                         LsPathFunc func,
                         gpointer data,
                         GDestroyNotify free_data);
/* Asks for a file for the charts that are shown, and writes their picture of a usual size, or the
 * points of the first. */
void ls_export_charts (LsChartArea *area, const char *title, const char *name);
/* Reports a write error in the window's list of problems. */
void ls_export_report (GtkWidget *parent, const GError *error);
