/* Built-in blocks: FMUs that come with the program. */
#pragma once

#include "core/base/csv.h"
#include "core/model/model.h"

/* @id: of the file, "gain"; @name, @summary: translated */
typedef struct
{
  const char *id;
  const char *name;
  const char *summary;
} LsBlock;

/* Ordered for display. */
guint ls_block_get_n (void);
const LsBlock *ls_block_get (guint index);
/* Returns: (nullable): the block that @fmu is an instance of, independent of its file. */
const LsBlock *ls_block_find (const LsFmu *fmu);

/**
 * ls_block_open:
 * @folder: folder with the FMUs of the blocks
 * @id: "gain"
 *
 * Returns: (transfer full): the FMU, or %NULL with an error.
 */
LsFmu *ls_block_open (const char *folder, const char *id, GError **error);

/**
 * ls_block_write_table:
 * @folder: folder with the FMUs of the blocks
 * @table: the first column is the time, s, not decreasing; two rows with the same time are a jump;
 *   names as "force" or "force [N]"
 * @fmi3: as an FMU of FMI 3.0, else of 2.0
 * @name: name of the table in messages
 * @target: the FMU to write, replaced atomically
 *
 * Creates an FMU of the table block that contains the numbers of @table, so that models with it
 * contain them, too: each column is an output. %FALSE with an error that names the table, the row and
 * the column.
 */
gboolean ls_block_write_table (const char *folder,
                               const LsCsvTable *table,
                               gboolean fmi3,
                               const char *name,
                               const char *target,
                               GError **error);

/* Returns: (transfer full): the numbers in a table block, or %NULL with an error. */
LsCsvTable *ls_block_read_table (const LsFmu *fmu, GError **error);

/* Returns: (transfer full): %NULL-terminated: the signals connected to scopes, "component.output",
 * without duplicates, in the order of the connections. */
char **ls_block_list_scoped (const LsModel *model);
