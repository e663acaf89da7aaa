/* Where plots are on the screen, and which is beside which. */
#pragma once

#include "app/plot/plot-panel.h"
#include "core/model/layout.h"

/* Returns: (transfer none) (nullable): the panel seen at a place on the screen, px.
 * @panels: (element-type LsPlotPanel)
 * @box: (out): its allocation on the screen */
LsPlotPanel *ls_plot_box_find_at (const GPtrArray *panels, double x, double y, GdkRectangle *box);
/* The side whose edge is nearest, in terms of the size. */
LsSide ls_plot_box_find_side (const GdkRectangle *box, double x, double y);
/* Returns: (transfer none) (nullable): the panel nearest to @panel towards a side, among those seen */
LsPlotPanel *ls_plot_box_find_nearest (const GPtrArray *panels, LsPlotPanel *panel, LsSide side);
