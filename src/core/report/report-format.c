#include "core/report/report-format-impl.h"

#include "core/report/report-formats.h"

#include <glib/gi18n-lib.h>

#define ENTRY(record) &record.item,

LsItemList ls_report_formats = { LS_REPORT_FORMATS (ENTRY) NULL };

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
  g_return_val_if_fail (format != NULL, FALSE);
  return ((const LsReportFormat *)format)->is_data;
}

const char *
ls_report_get_copy_label (const LsItem *format)
{
  g_return_val_if_fail (format != NULL, NULL);

  const char *label = ((const LsReportFormat *)format)->copy_label;

  return label != NULL ? _ (label) : NULL;
}
