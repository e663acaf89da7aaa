/* Results that stand in several files, one for each component, as libcosim writes them. */
#pragma once

#include "core/foreign/foreign.h"

/* Returns: (transfer full) (nullable): the component whose results the file holds, when it is one of
 * several; by its first line and its name. */
char *ls_foreign_find_part (const char *path);
/**
 * ls_foreign_group_parts:
 * @paths: (array zero-terminated=1): files of any form
 *
 * Files of one run are those of one folder that are of different components; where a component has
 * several, the times in the names of the files say which belong together.
 *
 * Returns: (transfer full) (element-type GStrv): the files, those of one run together; one that is
 * no such part is alone. Files of one run are in the order of their names, runs in that of their
 * first file in @paths.
 */
GPtrArray *ls_foreign_group_parts (const char *const *paths);
/* Returns: (transfer full): the parts in a folder, in the order of their names. */
char **ls_foreign_list_parts (const char *folder);
/**
 * ls_foreign_read_parts:
 * @paths: (array zero-terminated=1): of one run, a component each
 * @info: (out): clear with ls_foreign_clear(), also after an error
 * @interpolated: (out): whether they have different times: a row for each of them then, what has
 *   none at that time on a straight line between its rows, NaN outside of them
 *
 * Returns: (transfer full): a trace with columns called COMPONENT.COLUMN; %NULL with the errors of
 * ls_foreign_read(), or %LS_ERROR_ARGUMENT when two files are of one component.
 */
LsTrace *ls_foreign_read_parts (const char *const *paths,
                                LsForeign *info,
                                gboolean *interpolated,
                                GError **error);
