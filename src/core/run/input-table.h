/* Inputs of a single FMU over time, from a CSV file. */
#pragma once

#include "core/fmi/description.h"

/**
 * LsInputTable:
 *
 * Continuous Reals are interpolated linearly between rows, all others keep the value of the last
 * row; before the first and after the last row the values of these hold. Two rows of one time are
 * the two sides of a jump.
 */
typedef struct LsInputTable LsInputTable;

/**
 * ls_input_table_new:
 * @path: CSV, time in s first; the other columns are called like inputs of @description
 *
 * Returns: (transfer full): %NULL with an error that names the file and what is wrong with it:
 *   as ls_csv_read(), and %LS_ERROR_ARGUMENT for columns that are no inputs or are text.
 */
LsInputTable *
ls_input_table_new (const LsDescription *description, const char *path, GError **error);
void ls_input_table_free (LsInputTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsInputTable, ls_input_table_free)

guint ls_input_table_get_n (const LsInputTable *self);
const LsVariable *ls_input_table_get_variable (const LsInputTable *self, guint column);
/* Whether it is interpolated. */
gboolean ls_input_table_is_continuous (const LsInputTable *self, guint column);
/* At @t, s since @origin, as below; @after: what holds from then on where it jumps there. */
double ls_input_table_get (const LsInputTable *self, guint column, double origin, double t,
                           gboolean after);
/* Slope at @t, 1/s, of what follows; 0 where it is not interpolated. */
double ls_input_table_get_slope (const LsInputTable *self, guint column, double origin, double t);
/* First time after @t, s, at which something jumps; infinite for none. */
double ls_input_table_get_next_jump (const LsInputTable *self, double origin, double t);
/* First time after @t, s, at which something jumps or has a corner; infinite for none. */
double ls_input_table_get_next_corner (const LsInputTable *self, double origin, double t);
