/* Output formats for the results of a comparison. */
#pragma once

#include "core/base/item.h"
#include "core/run/comparison.h"

/* The first one is the human-readable format. */
extern LsItemList ls_report_formats;

/* Returns: (transfer full): the results of @comparison in the format @id, translated if it is
 * human-readable. JSON keys: see the manual page; later versions only add keys. */
char *ls_report_make (const char *id, LsComparison *comparison);
/* Returns: (transfer full): the runs, their errors as people read them, times and counts. */
LsTable *ls_report_make_table (LsComparison *comparison);
/* Returns: (nullable): what the mark "≲" of errors in that table means; %NULL if none has it. */
const char *ls_report_explain_mark (LsComparison *comparison);
/* Returns: (transfer full) (nullable): the errors that the runs estimate without the reference; %NULL
 * without any. */
LsTable *ls_report_make_estimates (LsComparison *comparison);
/* Residual energy of power bonds, and the energy that each exchanged; %NULL without them. (transfer full) */
LsTable *ls_report_make_bonds (LsComparison *comparison);
/* Whether the format is machine-readable, so that its bytes must not be changed. */
gboolean ls_report_is_data (const LsItem *format);
/* Returns: (nullable): translated label of the menu item that copies the results, "As _CSV"; %NULL:
 * not in the menu */
const char *ls_report_get_copy_label (const LsItem *format);
