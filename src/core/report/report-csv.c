/* CSV report for spreadsheets: one row per run. */
#include "core/report/report-format-impl.h"
#include "core/run/comparison-impl.h"

#include "core/base/csv.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Empty field for NaN. */
static void
append_number (GString *line, double value)
{
  char text[LS_NUMBER_SIZE];

  g_string_append_c (line, ',');
  if (isfinite (value))
    g_string_append (line, ls_number_format (value, text));
}

static void
append_run (GString *csv, LsComparison *self, guint index)
{
  LsRun *run = ls_comparison_get_run (self, index);
  g_autofree char *method = ls_method_choice_to_text (ls_run_get_choice (run));
  LsRunResult result;

  ls_run_get_result (run, &result);
  ls_csv_append_field (csv, method);
  append_number (csv, ls_run_get_step_size (run));
  g_string_append_printf (csv, ",%s", ls_run_state_id (result.state));
  for (guint i = 0; i < self->n_signals; i++)
    append_number (csv, ls_comparison_get_error (self, index, i));
  append_number (csv, result.wall_time);
  append_number (csv, result.cpu_time);
  g_string_append_printf (csv, ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",",
                          result.counts.macro_steps, result.counts.do_step);
  ls_csv_append_field (csv, result.message != NULL ? result.message : "");
  g_string_append_printf (csv, ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT,
                          result.counts.rollbacks, result.counts.linearisations,
                          result.counts.iterations);
  g_string_append_printf (csv, ",%" G_GUINT64_FORMAT, result.counts.rejected_steps);
  for (guint i = 0; i < self->n_signals; i++)
    {
      LsOrderFit fit;
      ls_comparison_get_order (self, index / self->n_step_sizes, i, &fit);
      append_number (csv, fit.order);
    }
  append_number (csv, ls_run_get_tolerance (run) > 0 ? ls_run_get_tolerance (run) : NAN);
  append_number (csv, result.component_wall_time);
  append_number (csv, result.component_cpu_time);
  append_number (csv, result.wall_time - result.component_wall_time);
  append_number (csv, result.cpu_time - result.component_cpu_time);
  append_number (csv, result.peak_memory > 0 ? (double)result.peak_memory : NAN);
  append_number (csv, MAX (result.n_parallel, 1));
  append_number (csv, ls_comparison_get_divergence (self, index) != NULL);
  for (guint i = 0; i < self->n_signals; i++)
    append_number (csv, ls_comparison_get_uncertainty (self, i));
  for (guint i = 0; i < self->n_signals; i++)
    append_number (csv, ls_comparison_is_limited (self, index, i));
  g_string_append_c (csv, '\n');
  ls_run_result_clear (&result);
}

static void
append_heads (GString *csv, const LsComparison *self, const char *what)
{
  for (guint i = 0; i < self->n_signals; i++)
    {
      g_autofree char *head = g_strdup_printf ("%s(%s)", what, self->signals[i]);
      g_string_append_c (csv, ',');
      ls_csv_append_field (csv, head);
    }
}

static char *
make (LsComparison *self)
{
  GString *csv = g_string_new ("method,step_size_s,status");

  append_heads (csv, self, "error_percent");
  g_string_append (csv, ",wall_time_s,cpu_time_s,macro_steps,do_step,message,rollbacks,"
                        "linearisations,iterations,rejected_steps");
  append_heads (csv, self, "order");
  g_string_append (csv,
                   ",tolerance,component_wall_time_s,component_cpu_time_s,"
                   "master_wall_time_s,master_cpu_time_s,peak_memory_bytes,runs_at_once,diverged");
  append_heads (csv, self, "uncertainty_percent");
  append_heads (csv, self, "limited");
  g_string_append_c (csv, '\n');
  for (guint i = 0; i < self->runs->len; i++)
    append_run (csv, self, i);
  return g_string_free (csv, FALSE);
}

const LsReportFormat ls_report_csv = {
  .item = {
    .id = "csv",
    .name = "CSV",
    .summary = N_ ("A row for each run, for spreadsheets"),
    .endings = (const char *const[]){ ".csv", NULL },
  },
  .copy_label = N_ ("As _CSV"),
  .is_data = TRUE,
  .make = make,
};
