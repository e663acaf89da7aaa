/* lockstep compare FILE.fmu --solver A --solver B: comparison of solvers on one FMU. */
#pragma once

#include "cli/single.h"

#include "core/base/item.h"

/* Whether @path is an FMU and every solver is given without component. */
gboolean ls_compare_solvers_is_wanted (const char *path, const LsJobOptions *options);

/**
 * ls_compare_solvers_run:
 * @reference: (nullable): a file; %NULL: the reference is computed
 * @form: of ls_report_formats
 * @plot: (nullable): output file for error over CPU time: .png, .svg or .pdf; .csv: the points
 *
 * Runs every solver with every tolerance. Returns: the exit status.
 */
int ls_compare_solvers_run (const LsSingleOptions *self,
                            const char *path,
                            const LsJobOptions *options,
                            const char *reference,
                            const char *plot,
                            const LsItem *form);
