/* The table of a variation as a CSV file: a row for each run, written as it ends. */
#pragma once

#include "core/vary/variation.h"

/**
 * LsVariationTable:
 *
 * Columns: "row" (from 0), the parameters, the measures, "state" ("done" or "failed"), "message"
 * and "checksum" (of model and settings). Every run is appended when it ends, so that after a
 * crash or a kill only runs under way are lost.
 */
typedef struct LsVariationTable LsVariationTable;

/**
 * ls_variation_table_open:
 * @path: a new file, or one of the same variation, whose rows are taken over: they are not run
 *   again
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_FILE, or %LS_ERROR_FORMAT if the file is of
 * another variation.
 */
LsVariationTable *ls_variation_table_open (LsVariation *variation, const char *path, GError **error);
/* Takes over the rows of such a file without writing to it; errors as above. */
gboolean ls_variation_table_read (LsVariation *variation, const char *path, GError **error);
/* Takes over a row from a line of such a file; %FALSE if it is not one of this variation. */
gboolean ls_variation_table_take_line (LsVariation *variation, const char *line);
/* Returns: (transfer full): letters and digits, other ones for every other model, setting, sample or
 * measure: a name for the file */
char *ls_variation_table_make_key (const LsVariation *variation);
/* Appends a row that has ended. */
gboolean ls_variation_table_append (LsVariationTable *self, guint row, GError **error);
/* Rewrites the file in the order of rows, atomically. */
gboolean ls_variation_table_finish (LsVariationTable *self, GError **error);
void ls_variation_table_free (LsVariationTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsVariationTable, ls_variation_table_free)

/**
 * ls_variation_table_merge:
 * @paths: tables of parts of one variation, %NULL-terminated
 *
 * Writes all rows to @path, in order; of a row that is in several tables, the one that is done.
 * %FALSE with an error naming the file that does not belong to the others.
 */
gboolean ls_variation_table_merge (const char *const paths[], const char *path, GError **error);
