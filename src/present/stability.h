/* Where methods are stable, as a map or as curves. */
#pragma once

#include "core/stability/stability.h"
#include "draw/chart.h"
#include "draw/map.h"

/**
 * LsStabilityLook:
 * @title: (nullable)
 * @parameter_title: with its unit; not used without a parameter
 * @steps_logarithmic, @values_logarithmic: how the points lie
 */
typedef struct
{
  const char *title, *parameter_title;
  gboolean steps_logarithmic, values_logarithmic;
} LsStabilityLook;

/* Returns: (transfer full): a pane for each method; of an executed one with a parameter */
LsMap *ls_stability_new_map (const LsStability *stability, const LsStabilityLook *look);
/* Returns: (transfer full): a curve for each method over the step size; without a parameter */
LsChart *ls_stability_new_chart (const LsStability *stability, const LsStabilityLook *look);
