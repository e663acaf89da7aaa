/* Tables from files in whatever form they come. */
#pragma once

#include "core/base/csv.h"

/**
 * ls_table_source_read:
 * @file: as ls_foreign_read_table() reads it; the time needs not be the first column nor in s
 * @understood: (out) (nullable): sentences on what was taken for what; only with a table
 *
 * Returns: (transfer full): time in s first, the others under "name" or "name [unit]"; %NULL with
 * an error that names file, line and column.
 */
LsCsvTable *ls_table_source_read (const char *file, char **understood, GError **error);
/**
 * ls_table_source_write:
 * @blocks: where the FMUs of the blocks are
 * @target: the FMU of a table block to write, replaced atomically
 *
 * Returns: %FALSE with an error as above, or of ls_block_write_table().
 */
gboolean ls_table_source_write (
    const char *blocks, const char *file, const char *target, char **understood, GError **error);
