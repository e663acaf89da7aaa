/* Files that commands write: what they may be called. */
#pragma once

#include "core/model/model.h"

/* "-", which stands for the standard output. */
gboolean ls_output_is_stdout (const char *path);

/* From here on @path (nullable) is something that the command reads: nothing is written over it. */
void     ls_output_protect (const char *path);
/* The same of all files of @model, which was read from @path. */
void     ls_output_protect_model (const char *path, const LsModel *model);

/**
 * ls_output_check_ending:
 * @endings: ".csv", … %NULL-terminated, in the order of the message
 *
 * Whether the name of @path has one of them, or none at all, or is a device; else %LS_ERROR_ARGUMENT with the list.
 */
gboolean ls_output_check_ending (const char *option, const char *path, const char *const endings[],
                                 GError **error);
/* Whether @path ends in @ending, in small or capital letters. */
gboolean ls_output_has_ending (const char *path, const char *ending);

/* Whether @path can be written and is nothing that is read, tried before the long work. */
gboolean ls_output_check (const char *path, GError **error);
