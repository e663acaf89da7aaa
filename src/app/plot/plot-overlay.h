/* Earlier runs beside those of a comparison, and how these themselves look. */
#pragma once

#include "app/plot/plot-panel.h"

/**
 * LsPlotOverlay:
 * @trace: samples; a reference
 * @label: (nullable): in the legend; %NULL: as it is called there anyway
 * @color: id of a method or %LS_PALETTE_PREFIX with a number
 * @run: index of the run of the present comparison that this is; -1: an earlier one
 * @shown: whether it is drawn; earlier ones are here only when they are
 */
typedef struct
{
  LsTrace *trace;
  char *label, *color;
  int run;
  gboolean shown;
} LsPlotOverlay;

void ls_plot_overlay_free (LsPlotOverlay *self);

/* @overlays: (element-type LsPlotOverlay): a reference is taken; kept when another comparison is
 * shown. */
void ls_plot_panel_set_overlays (LsPlotPanel *self, GPtrArray *overlays);
