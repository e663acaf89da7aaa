/* Forms in which what a comparison found is told. */
#pragma once

#include "core/base/item.h"
#include "core/run/comparison.h"

/* The first is what people read. */
extern LsItemList ls_report_formats;

/* Returns: (transfer full): the results of @comparison in the form called @id, translated where it is for people.
 * Keys of JSON: see the manual page; later versions add keys and change none. */
char *ls_report_make (const char *id, LsComparison *comparison);
/* Returns: (transfer full): the runs, their errors, times and counts. */
LsTable *ls_report_make_table (LsComparison *comparison);
/* Whether the form is for programs, which want every byte as it is. */
gboolean ls_report_is_data (const LsItem *format);
/* Returns: (nullable): translated, what a menu that copies the results says: "As _CSV"; %NULL: it does not offer it */
const char *ls_report_get_copy_label (const LsItem *format);
