/* Output files of commands: validation of names. */
#pragma once

#include "core/model/model.h"

/* Whether @path is "-", the standard output. */
gboolean ls_output_is_stdout (const char *path);

/* Registers @path (nullable) as an input file, which must not be overwritten. */
void     ls_output_protect (const char *path);
/* The same for all files of @model, which was read from @path. */
void     ls_output_protect_model (const char *path, const LsModel *model);

/**
 * ls_output_check_ending:
 * @endings: ".csv", … %NULL-terminated, in the order used in the message
 *
 * Whether @path has one of these file extensions, or none, or is a device; else %LS_ERROR_ARGUMENT
 * with the list.
 */
gboolean ls_output_check_ending (const char *option, const char *path, const char *const endings[],
                                 GError **error);
/* Whether @path has the extension @ending, ignoring case. */
gboolean ls_output_has_ending (const char *path, const char *ending);

/* Whether @path is writable and not an input file; call before expensive work. */
gboolean ls_output_check (const char *path, GError **error);
