/* Overlays: earlier runs in the plots of a comparison, and the appearance of its own runs. */
#pragma once

#include "core/record/trace.h"

/**
 * LsPlotOverlay:
 * @trace: samples; a reference
 * @label: (nullable): legend entry; %NULL: the default label
 * @color: id of a method or %LS_PALETTE_PREFIX with a number
 * @run: index of the run of the present comparison to which it applies; -1: an earlier run
 * @deleted: a run of the present comparison that was deleted: not in legends, either
 * @shown: whether it is drawn; earlier runs are listed only if they are
 */
typedef struct
{
  LsTrace *trace;
  char *label, *color;
  int run;
  gboolean shown, deleted;
} LsPlotOverlay;

void ls_plot_overlay_free (LsPlotOverlay *self);
