/* lockstep compare FILE.fmu --solver A --solver B: solvers beside each other on one FMU. */
#pragma once

#include "cli/single.h"

#include "core/base/item.h"

/* Whether @path is an FMU and every solver is one without a component. */
gboolean ls_compare_solvers_is_wanted (const char *path, const LsJobOptions *options);

/**
 * ls_compare_solvers_run:
 * @reference: (nullable): a file; %NULL: a tight one is computed
 * @form: of ls_report_formats
 * @plot: (nullable): where to draw error over CPU time, .png, .svg or .pdf; .csv: its points
 *
 * Every solver with every tolerance. Returns: the exit status.
 */
int ls_compare_solvers_run (const LsSingleOptions *self,
                            const char *path,
                            const LsJobOptions *options,
                            const char *reference,
                            const char *plot,
                            const LsItem *form);
