/* Charts of what a comparison found. */
#pragma once

#include "core/run/comparison.h"
#include "draw/chart.h"

typedef enum
{
  LS_CHART_KIND_CONVERGENCE,    /* error over step size */
  LS_CHART_KIND_WORK_PRECISION, /* error over CPU time */
  LS_CHART_KIND_STEPS,          /* step size over simulated time */
  LS_N_CHART_KINDS
} LsChartKind;

/* "convergence", "work-precision", "steps" */
gboolean ls_chart_kind_parse (const char *id, LsChartKind *kind);
/* Whether it is about errors, so that there has to be a reference. */
gboolean ls_chart_kind_needs_reference (LsChartKind kind);
/* Returns: (transfer full): the chart; of an executed comparison. */
LsChart *ls_chart_new_for (LsComparison *comparison, LsChartKind kind);
