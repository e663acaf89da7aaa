/* For implementers of report formats: one const record per format. */
#pragma once

#include "core/report/report-format.h"

typedef struct
{
  LsItem item; /* with file extensions; the id is an option of lockstep compare */
  const char *copy_label; /* (nullable): marked with N_(): see ls_report_get_copy_label() */
  gboolean is_data;
  /* Mandatory. (transfer full) */
  char *(*make) (LsComparison *comparison);
} LsReportFormat;

/* report-notes.c: the sentences below the tables: times, reference, algebraic loops, problems. */
void ls_report_append_notes (GString *out, LsComparison *comparison);
