/* Runs beside the plots: a tick to draw each, its colour, the errors of its signals, and the run that
 * differences are taken from. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/run-history.h"

#define LS_TYPE_RUNS_PANEL (ls_runs_panel_get_type ())
G_DECLARE_FINAL_TYPE (LsRunsPanel, ls_runs_panel, LS, RUNS_PANEL, GtkBox)

/* Signals of the user: "changed": runs are drawn, or no longer; "base-chosen" (guint id): differences are
 * taken from that run, 0: the reference; "cell-activated" (guint id, const char *signal): its curve is
 * wanted alone; %NULL: of its first signal. */
GtkWidget *ls_runs_panel_new (void);
/* @history: has to live until the next call. @base: id of the run of differences; 0: the reference */
void ls_runs_panel_show (LsRunsPanel *self, LsRunHistory *history, guint base);
