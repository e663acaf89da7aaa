/* The legend of a plot, by pointer and keys. */
#pragma once

#include "app/plot/plot-area.h"

/* A click on an entry of the legend emits "legend-activated" of the area, one on a mark of values outside
 * shows all. L begins and ends going through the entries by arrows; Space is a click then. */
void ls_plot_legend_attach (LsPlotArea *area);
