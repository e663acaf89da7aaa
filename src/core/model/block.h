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

/* In the order in which people look for them. */
guint ls_block_get_n (void);
const LsBlock *ls_block_get (guint index);
/* Returns: (nullable): the block that @fmu is, wherever its file lies. */
const LsBlock *ls_block_find (const LsFmu *fmu);

/**
 * ls_block_open:
 * @folder: where the FMUs of the blocks are
 * @id: "gain"
 *
 * Returns: (transfer full): the FMU, or %NULL with an error.
 */
LsFmu *ls_block_open (const char *folder, const char *id, GError **error);

/**
 * ls_block_write_table:
 * @folder: where the FMUs of the blocks are
 * @table: the time first, s, not decreasing; two rows of one time are a jump
 * @name: of the table in messages
 * @target: the FMU to write, replaced atomically
 *
 * Makes an FMU of the table block with the numbers of @table in it; a model that it is placed in
 * takes it along. %FALSE with an error that names the table and the row.
 */
gboolean ls_block_write_table (const char *folder,
                               const LsCsvTable *table,
                               const char *name,
                               const char *target,
                               GError **error);

/* Returns: (transfer full): the numbers of a table block, or %NULL with an error. */
LsCsvTable *ls_block_read_table (const LsFmu *fmu, GError **error);

/* Returns: (transfer full): %NULL-terminated: the signals that feed scopes, "component.output",
 * each once, in the order of the connections. */
char **ls_block_list_scoped (const LsModel *model);
