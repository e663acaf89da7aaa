/* Shows the charts of a comparison. */
#pragma once

#include <gtk/gtk.h>
#include "present/charts.h"

#define LS_TYPE_CHART_AREA (ls_chart_area_get_type ())
G_DECLARE_FINAL_TYPE (LsChartArea, ls_chart_area, LS, CHART_AREA, GtkDrawingArea)

/* @charts: (transfer full) (nullable) (element-type LsChart): stacked vertically; @placeholder:
 * text shown without charts */
void ls_chart_area_set_charts (LsChartArea *self, GPtrArray *charts, const char *placeholder);
/* (transfer none) (nullable) */
GPtrArray *ls_chart_area_get_charts (LsChartArea *self);
