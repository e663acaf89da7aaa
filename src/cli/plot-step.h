/* One macro step as a figure. */
#pragma once

#include "cli/job.h"
#include "draw/theme.h"

/* Draws the macro step of the first method at @at, s, as text, into the output file of @options.
 * Returns: exit status */
int ls_plot_step (const char *path,
                  const LsJobOptions *options,
                  const char *at,
                  double width,
                  double height,
                  const LsTheme *theme);
