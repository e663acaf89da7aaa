/* Plot of one macro step. */
#pragma once

#include "cli/job.h"
#include "draw/theme.h"

/* Draws the macro step of the first method at the time @at, s, given as text, to the output file of
 * @options.
 * Returns: exit status */
int ls_plot_step (const char *path,
                  const LsJobOptions *options,
                  const char *at,
                  double width,
                  double height,
                  const LsTheme *theme);
