/* A form of reports: how many runs there were. */
#include "core/report/report-format-impl.h"

static char *
make (LsComparison *comparison)
{
  return g_strdup_printf ("%u runs\n", ls_comparison_get_n_runs (comparison));
}

const LsReportFormat ls_report_dummy = {
  .item = {
    .id = "dummy",
    .name = "Dummy",
    .summary = "How many runs there were",
    .endings = (const char *const[]){ ".runs", NULL },
  },
  .make = make,
};
