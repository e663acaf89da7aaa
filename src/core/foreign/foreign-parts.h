/* Results in several files, one per component, as libcosim writes them. */
#pragma once

#include "core/foreign/foreign.h"

/**
 * ls_foreign_group_parts:
 * @paths: (array zero-terminated=1): files of any form
 *
 * Groups files by run: a run has files of different components in one folder; where a component has
 * several, they are matched by the times in the file names.
 *
 * Returns: (transfer full) (element-type GStrv): groups of files; a file that is no such part is a
 * group of its own. Files of a run are in the order of their names, groups in that of their first
 * file in @paths.
 */
GPtrArray *ls_foreign_group_parts (const char *const *paths);
/* Returns: (transfer full): the parts in a folder, sorted by name. */
char **ls_foreign_list_parts (const char *folder);
/**
 * ls_foreign_read_parts:
 * @paths: (array zero-terminated=1): files of one run, one per component
 * @info: (out): clear with ls_foreign_clear(), also after an error
 * @interpolated: (out): whether the files have different times: then the trace has a row for each
 *   time; other files are interpolated linearly between their rows, NaN outside of them
 *
 * Returns: (transfer full): a trace with columns called COMPONENT.COLUMN; %NULL with the errors of
 * ls_foreign_read(), or %LS_ERROR_ARGUMENT when two files belong to the same component.
 */
LsTrace *ls_foreign_read_parts (const char *const *paths,
                                LsForeign *info,
                                gboolean *interpolated,
                                GError **error);
