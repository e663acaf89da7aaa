/* Stability of methods as a map or as curves. */
#pragma once

#include "core/stability/stability.h"
#include "draw/chart.h"
#include "draw/map.h"

/**
 * LsStabilityLook:
 * @title: (nullable)
 * @parameter_title: with its unit; unused without parameter
 * @steps_logarithmic, @values_logarithmic: whether the points are equidistant on a logarithmic axis
 */
typedef struct
{
  const char *title, *parameter_title;
  gboolean steps_logarithmic, values_logarithmic;
} LsStabilityLook;

/* Returns: (transfer full): one pane per method; for an executed analysis with a parameter */
LsMap *ls_stability_new_map (const LsStability *stability, const LsStabilityLook *look);
/* Returns: (transfer full): one curve per method over the step size; for an analysis without
 * parameter */
LsChart *ls_stability_new_chart (const LsStability *stability, const LsStabilityLook *look);
