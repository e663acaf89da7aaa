#include "core/report/report-format-impl.h"

#include <glib/gi18n-lib.h>

/* One line per format. */
/* clang-format off */
LsItemList ls_report_formats = {
  &ls_report_table.item,
  &ls_report_json.item,
  &ls_report_csv.item,
  &ls_report_markdown.item,
  &ls_report_latex.item,
  NULL,
};
/* clang-format on */

char *
ls_report_make (const char *id, LsComparison *comparison)
{
  const LsReportFormat *format = (const LsReportFormat *)ls_items_find (ls_report_formats, id);

  g_return_val_if_fail (format != NULL, NULL);
  return format->make (comparison);
}

gboolean
ls_report_is_data (const LsItem *format)
{
  return ((const LsReportFormat *)format)->is_data;
}

const char *
ls_report_get_copy_label (const LsItem *format)
{
  const char *label = ((const LsReportFormat *)format)->copy_label;

  return label != NULL ? _ (label) : NULL;
}
