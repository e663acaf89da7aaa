/* Adding runs to figures. */
#pragma once

#include "core/run/comparison.h"
#include "draw/figure.h"

/* Adds the data of @run that the kind of @figure displays, in the colour of its method. The run may
 * still be running. */
void ls_figure_add_run_of_kind (LsFigure *figure, LsRun *run, const char *label);
/* Adds the estimated errors of the runs of @comparison, which were added in order, to an error
 * figure; nothing to other kinds. */
void ls_figure_add_estimates (LsFigure *figure, LsComparison *comparison);
