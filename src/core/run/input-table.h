/* Inputs of a single FMU over time, from a CSV file. */
#pragma once

#include "core/fmi/description.h"

/**
 * LsInputTable:
 *
 * Continuous Reals are interpolated linearly between rows, all others are held from the last row;
 * before the first and after the last row the values of that row are held. Two rows with the same
 * time are the left and right limits of a jump. A triggered input Clock ticks once at the time of
 * each row in which its column has 1, the first one included; at others it has 0.
 */
typedef struct LsInputTable LsInputTable;

/**
 * ls_input_table_new:
 * @path: CSV, time in s first; the other columns have the names of inputs of @description
 *
 * Returns: (transfer full): %NULL with an error that names the file and the problem: as
 * ls_csv_read(), and %LS_ERROR_ARGUMENT for columns of text or that are not inputs.
 */
LsInputTable *
ls_input_table_new (const LsDescription *description, const char *path, GError **error);
void ls_input_table_free (LsInputTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsInputTable, ls_input_table_free)

const char *ls_input_table_get_path (const LsInputTable *self);
guint ls_input_table_get_n (const LsInputTable *self);
const LsVariable *ls_input_table_get_variable (const LsInputTable *self, guint column);
/* Whether the column is interpolated. */
gboolean ls_input_table_is_continuous (const LsInputTable *self, guint column);
/* Value at @t, s since @origin (as for the functions below); @after: right limit of a jump at @t. */
double ls_input_table_get (const LsInputTable *self, guint column, double origin, double t,
                           gboolean after);
/* The same for a column that is no Real; a Boolean is 0 or 1. As ls_instance_set_long() takes it. */
gint64 ls_input_table_get_long (const LsInputTable *self, guint column, double origin, double t,
                                gboolean after);
/* Slope of the following segment at @t, 1/s; 0 for columns that are not interpolated. */
double ls_input_table_get_derivative (const LsInputTable *self, guint column, double origin, double t);
/* Whether the Clock of a column ticks after @after and up to @t, s. */
gboolean ls_input_table_has_tick (const LsInputTable *self, guint column, double origin, double after,
                                  double t);
/* First time after @t, s, with a tick in any column; infinite for none. */
double ls_input_table_get_next_tick (const LsInputTable *self, double origin, double t);
/* First time after @t, s, with a jump or a tick in any column; infinite for none. */
double ls_input_table_get_next_jump (const LsInputTable *self, double origin, double t);
/* First time after @t, s, with a jump or a change of slope in any column; infinite for none. */
double ls_input_table_get_next_corner (const LsInputTable *self, double origin, double t);
