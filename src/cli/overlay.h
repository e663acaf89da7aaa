/* Results of other programs beside the runs of a figure. */
#pragma once

#include "cli/job.h"
#include "core/run/comparison.h"
#include "draw/figure.h"

/* Reads @paths (nullable) for the signals of @comparison, saying what was taken for what; files of
 * one run, a component each, together. Returns: (transfer full): %NULL with an error. */
GPtrArray *
ls_overlays_read (const LsJob *job, const LsComparison *comparison, char **paths, GError **error);
/* Adds them in that order. */
void ls_overlays_add (const GPtrArray *overlays, LsFigure *figure);
