/* Tables from files of any supported format. */
#pragma once

#include "core/base/csv.h"

/**
 * ls_table_source_read:
 * @file: for ls_foreign_read_table(); the time need not be the first column nor in s
 * @understood: (out) (nullable): sentences on the interpretation of the columns; only set with a
 * table
 *
 * Returns: (transfer full): time in s first, the others under "name" or "name [unit]"; %NULL with
 * an error that names file, line and column.
 */
LsCsvTable *ls_table_source_read (const char *file, char **understood, GError **error);
/**
 * ls_table_source_write:
 * @blocks: folder of the block FMUs
 * @fmi3: as an FMU of FMI 3.0, else of 2.0
 * @target: the FMU of a table block to write, replaced atomically
 *
 * Returns: %FALSE with an error as above, or of ls_block_write_table().
 */
gboolean ls_table_source_write (
    const char *blocks, const char *file, gboolean fmi3, const char *target, char **understood,
    GError **error);
