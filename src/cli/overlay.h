/* Results of other programs as overlays in a figure of runs. */
#pragma once

#include "cli/job.h"
#include "core/run/comparison.h"
#include "draw/figure.h"

/* Reads @paths (nullable) for the signals of @comparison and reports the interpretation of columns;
 * files of one run, one per component, are combined.
 * Returns: (transfer full): %NULL with an error */
GPtrArray *
ls_overlays_read (const LsJob *job, const LsComparison *comparison, char **paths, GError **error);
/* Adds the overlays in order. */
void ls_overlays_add (const GPtrArray *overlays, LsFigure *figure);
