/* Human-readable report: tables in plain text or Markdown. */
#include "core/report/report-format-impl.h"
#include "core/run/bond-result.h"
#include "core/run/comparison-impl.h"
#include "core/run/comparison-text.h"

#include "core/base/language.h"
#include "core/base/number.h"
#include "core/text/table.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ERROR_DIGITS 5
#define TIME_DIGITS 3
#define ESTIMATE_DIGITS 2
#define ENERGY_DIGITS 3
#define ORDER_DIGITS 4

/* Columns of counts; the first ones are always shown. */
static const struct
{
  const char *title; /* marked with N_() */
  gsize offset;
} counts[] = {
  { N_ ("Macro steps"), G_STRUCT_OFFSET (LsCounts, macro_steps) },
  { N_ ("doStep"), G_STRUCT_OFFSET (LsCounts, do_step) },
  { N_ ("Rollbacks"), G_STRUCT_OFFSET (LsCounts, rollbacks) },
  { N_ ("Linearised"), G_STRUCT_OFFSET (LsCounts, linearisations) },
  { N_ ("Iterations"), G_STRUCT_OFFSET (LsCounts, iterations) },
  { N_ ("Rejected"), G_STRUCT_OFFSET (LsCounts, rejected_steps) },
};
#define TIME_OF_EVENT_DIGITS 9
#define N_COUNTS G_N_ELEMENTS (counts)
#define N_ALWAYS 2

typedef struct
{
  LsComparison *comparison;
  gboolean markdown, latex;
  gboolean page; /* for people: errors as the window shows them */
  GString *out;
} Report;

static guint64
get_count (LsComparison *self, guint run, guint i)
{
  LsRunResult result;
  guint64 count;

  ls_run_get_result (ls_comparison_get_run (self, run), &result);
  count = G_STRUCT_MEMBER (guint64, &result.counts, counts[i].offset);
  ls_run_result_clear (&result);
  return count;
}

/* Columns with zeros only are omitted. */
static gboolean
is_shown (LsComparison *self, guint i)
{
  gboolean any = i < N_ALWAYS;

  for (guint run = 0; run < self->runs->len && !any; run++)
    any = get_count (self, run, i) > 0;
  return any;
}

static void
append_table (Report *report, const LsTable *table)
{
  if (report->latex)
    ls_table_append_latex (table, report->out);
  else if (report->markdown)
    ls_table_append_markdown (table, report->out);
  else
    ls_table_append_text (table, report->out);
  g_string_append_c (report->out, '\n');
}

static void
fill_head (LsTable *table, LsComparison *self)
{
  guint column = 0;

  ls_table_set (table, 0, column++, g_strdup (_ ("Method")));
  ls_table_set (table, 0, column++, g_strdup (_ ("Step (s)")));
  for (guint i = 0; i < self->n_signals; i++)
    ls_table_set (table, 0, column++, g_strdup_printf (_ ("%s (%%)"), self->signals[i]));
  ls_table_set (table, 0, column++, g_strdup (_ ("Wall (s)")));
  ls_table_set (table, 0, column++, g_strdup (_ ("CPU (s)")));
  for (guint i = 0; i < N_COUNTS; i++)
    if (is_shown (self, i))
      ls_table_set (table, 0, column++, g_strdup (_ (counts[i].title)));
}

/* Returns: (transfer full) */
static char *
make_name (LsComparison *self, guint index)
{
  g_autofree char *name = ls_run_get_name (ls_comparison_get_run (self, index));

  return ls_comparison_get_divergence (self, index) != NULL
             /* Translators: the name of a method. */
             ? g_strdup_printf (_ ("%s (diverged)"), name)
             : g_steal_pointer (&name);
}

static void
fill_run (Report *report, LsTable *table, guint index)
{
  LsComparison *self = report->comparison;
  LsRun *run = ls_comparison_get_run (self, index);
  const guint row = index + 1;
  guint column = 0;
  char text[LS_NUMBER_SIZE];
  LsRunResult result;

  ls_run_get_result (run, &result);
  ls_table_set (table, row, column++, make_name (self, index));
  ls_table_set (table, row, column++,
                g_strdup (ls_number_format (ls_run_get_step_size (run), text)));
  for (guint i = 0; i < self->n_signals; i++)
    {
      const gboolean limited = ls_comparison_is_limited (self, index, i);
      g_autofree char *error
          = ls_comparison_show_error (self, index, i, report->page ? LS_ERROR_DIGITS : ERROR_DIGITS,
                                      report->page ? ls_error_display : ls_number_format_short);

      ls_table_set (table, row, column++,
                    g_strconcat (limited ? LS_ERROR_LIMIT_MARK : "", error, NULL));
    }
  ls_table_set_number (table, row, column++, "", result.wall_time, TIME_DIGITS);
  ls_table_set_number (table, row, column++, "", result.cpu_time, TIME_DIGITS);
  for (guint i = 0; i < N_COUNTS; i++)
    if (is_shown (self, i))
      ls_table_set (table, row, column++,
                    g_strdup_printf ("%" G_GUINT64_FORMAT, get_count (self, index, i)));
  ls_run_result_clear (&result);
}

LsTable *
ls_report_make_estimates (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsTable *table = ls_table_new (2 + self->n_signals, 1 + self->runs->len, 1);
  gboolean any = FALSE;

  ls_table_set (table, 0, 0, g_strdup (_ ("Method")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Step (s)")));
  for (guint i = 0; i < self->n_signals; i++)
    ls_table_set (table, 0, 2 + i, g_strdup_printf (_ ("%s (%%)"), self->signals[i]));
  for (guint r = 0; r < self->runs->len; r++)
    {
      LsRun *run = ls_comparison_get_run (self, r);
      char text[LS_NUMBER_SIZE];

      ls_table_set (table, 1 + r, 0, make_name (self, r));
      ls_table_set (table, 1 + r, 1,
                    g_strdup (ls_number_format (ls_run_get_step_size (run), text)));
      for (guint i = 0; i < self->n_signals; i++)
        {
          const double percent = ls_comparison_get_estimate (self, r, i);

          any |= isfinite (percent);
          ls_table_set_number (table, 1 + r, 2 + i, "", percent, ESTIMATE_DIGITS);
        }
    }
  if (!any)
    g_clear_pointer (&table, ls_table_free);
  return table;
}

static void
append_estimates (Report *report)
{
  g_autoptr (LsTable) table = ls_report_make_estimates (report->comparison);

  if (table == NULL)
    return;
  g_string_append (report->out, _ ("Errors as estimated without the reference:\n"));
  append_table (report, table);
}

LsTable *
ls_report_make_bonds (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsTable *table = NULL;

  for (guint r = 0; r < self->runs->len; r++)
    {
      LsRun *run = ls_comparison_get_run (self, r);
      g_autoptr (GArray) results = ls_bond_results_new (run);
      char text[LS_NUMBER_SIZE];

      if (results->len > 0 && table == NULL)
        table = ls_table_new (2 + 2 * results->len, 1 + self->runs->len, 1);
      if (table == NULL)
        continue;
      ls_table_set (table, 0, 0, g_strdup (_ ("Method")));
      ls_table_set (table, 0, 1, g_strdup (_ ("Step (s)")));
      ls_table_set (table, 1 + r, 0, make_name (self, r));
      ls_table_set (table, 1 + r, 1,
                    g_strdup (ls_number_format (ls_run_get_step_size (run), text)));
      for (guint i = 0; i < results->len; i++)
        {
          const LsBondResult *result = &g_array_index (results, LsBondResult, i);

          ls_table_set (
              table, 0, 2 + 2 * i,
              g_strdup_printf ("%s%s", result->name, *result->unit != '\0' ? " (J)" : ""));
          ls_table_set (table, 0, 3 + 2 * i, g_strdup (_ ("exchanged")));
          ls_table_set_number (table, 1 + r, 2 + 2 * i, "", result->energy, ENERGY_DIGITS);
          ls_table_set_number (table, 1 + r, 3 + 2 * i, "", result->exchanged, ENERGY_DIGITS);
        }
    }
  return table;
}

static void
append_bonds (Report *report)
{
  g_autoptr (LsTable) table = ls_report_make_bonds (report->comparison);

  if (table == NULL)
    return;
  g_string_append_printf (report->out, "%s\n", _ ("Residual energy of the power bonds:"));
  append_table (report, table);
}

static LsTable *
make_runs (Report *report)
{
  LsComparison *self = report->comparison;
  LsTable *table;
  guint n_columns = 4 + self->n_signals;

  for (guint i = 0; i < N_COUNTS; i++)
    n_columns += is_shown (self, i) ? 1 : 0;
  table = ls_table_new (n_columns, self->runs->len + 1, 1);
  fill_head (table, self);
  for (guint i = 0; i < self->runs->len; i++)
    fill_run (report, table, i);
  return table;
}

static void
append_runs (Report *report)
{
  g_autoptr (LsTable) table = make_runs (report);

  append_table (report, table);
}
LsTable *
ls_report_make_table (LsComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  Report report = { .comparison = self, .page = TRUE };

  return make_runs (&report);
}

/* Distribution of time, and peak memory. */
static void
fill_cost (LsTable *table, LsRun *run, guint row)
{
  char text[LS_NUMBER_SIZE];
  LsRunResult result;

  ls_run_get_result (run, &result);
  ls_table_set (table, row, 0, ls_run_get_name (run));
  ls_table_set (table, row, 1, g_strdup (ls_number_format (ls_run_get_step_size (run), text)));
  ls_table_set_number (table, row, 2, "", result.component_wall_time, TIME_DIGITS);
  ls_table_set_number (table, row, 3, "", result.wall_time - result.component_wall_time,
                       TIME_DIGITS);
  ls_table_set_number (table, row, 4, "", result.component_cpu_time, TIME_DIGITS);
  ls_table_set_number (table, row, 5, "", result.cpu_time - result.component_cpu_time, TIME_DIGITS);
  ls_table_set_number (table, row, 6, "",
                       result.peak_memory > 0 ? 1e-6 * (double)result.peak_memory : NAN,
                       TIME_DIGITS);
  ls_run_result_clear (&result);
}

static void
append_costs (Report *report)
{
  LsComparison *self = report->comparison;
  g_autoptr (LsTable) table = ls_table_new (7, 1 + self->runs->len, 1);

  ls_table_set (table, 0, 0, g_strdup (_ ("Method")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Step (s)")));
  ls_table_set (table, 0, 2, g_strdup (_ ("Wall in FMUs (s)")));
  ls_table_set (table, 0, 3, g_strdup (_ ("in master (s)")));
  ls_table_set (table, 0, 4, g_strdup (_ ("CPU in FMUs (s)")));
  ls_table_set (table, 0, 5, g_strdup (_ ("in master (s)")));
  ls_table_set (table, 0, 6, g_strdup (_ ("Peak memory (MB)")));
  for (guint i = 0; i < self->runs->len; i++)
    fill_cost (table, ls_comparison_get_run (self, i), i + 1);
  append_table (report, table);
}

/* Returns: whether an error has a mark. */
static gboolean
fill_segment (LsTable *table, LsComparison *self, guint run, const double ends[2], guint row)
{
  char from[LS_NUMBER_SIZE], to[LS_NUMBER_SIZE];
  gboolean any = FALSE;

  ls_table_set (table, row, 0, ls_run_get_name (ls_comparison_get_run (self, run)));
  ls_table_set (
      table, row, 1,
      g_strdup (ls_number_format (ls_run_get_step_size (ls_comparison_get_run (self, run)), from)));
  ls_table_set (table, row, 2,
                g_strdup_printf (_ ("%s to %s"),
                                 ls_number_format_short (ends[0], TIME_OF_EVENT_DIGITS, from),
                                 ls_number_format_short (ends[1], TIME_OF_EVENT_DIGITS, to)));
  for (guint i = 0; i < self->n_signals; i++)
    {
      const double error = ls_comparison_get_segment_error (self, run, i, ends[0], ends[1]);
      const gboolean limited = ls_comparison_limits (self, i, error);

      any |= limited;
      ls_table_set_number (table, row, 3 + i, limited ? LS_ERROR_LIMIT_MARK : "", error,
                           ERROR_DIGITS);
    }
  return any;
}

/* Errors between discontinuities, if any. */
static void
append_segments (Report *report)
{
  LsComparison *self = report->comparison;
  guint n;
  g_autofree double *ends = ls_comparison_list_segments (self, &n);
  g_autoptr (LsTable) table = NULL;
  gboolean marked = FALSE;

  if (n < 2 || ls_comparison_get_reference (self) == NULL)
    return;
  table = ls_table_new (3 + self->n_signals, 1 + self->runs->len * n, 1);
  ls_table_set (table, 0, 0, g_strdup (_ ("Method")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Step (s)")));
  ls_table_set (table, 0, 2, g_strdup (_ ("Between jumps (s)")));
  for (guint i = 0; i < self->n_signals; i++)
    ls_table_set (table, 0, 3 + i, g_strdup_printf (_ ("%s (%%)"), self->signals[i]));
  for (guint run = 0; run < self->runs->len; run++)
    for (guint s = 0; s < n; s++)
      marked |= fill_segment (table, self, run, ends + s, 1 + run * n + s);
  append_table (report, table);
  if (marked && ls_report_explain_mark (self) == NULL)
    g_string_append_printf (report->out, "%s\n\n", ls_error_explain_limit_mark ());
}

static void
fill_order (LsTable *table, LsComparison *self, guint method, guint signal)
{
  const guint row = 1 + method * self->n_signals + signal;
  LsRun *run = ls_comparison_get_run (self, method * self->n_step_sizes);
  char from[LS_NUMBER_SIZE], to[LS_NUMBER_SIZE];
  LsOrderFit fit;

  ls_table_set (table, row, 0, ls_run_get_name (run));
  ls_table_set (table, row, 1, g_strdup (self->signals[signal]));
  if (!ls_comparison_get_order (self, method, signal, &fit))
    {
      ls_table_set (table, row, 2, g_strdup ("–"));
      ls_table_set (table, row, 3, g_strdup (ls_order_explain (&fit)));
      ls_table_set (table, row, 4, g_strdup ("–"));
      return;
    }
  ls_table_set_number (table, row, 2, "", fit.order, ORDER_DIGITS);
  ls_table_set (table, row, 3,
                g_strdup_printf (_ ("%s to %s"), ls_number_format (fit.h_min, from),
                                 ls_number_format (fit.h_max, to)));
  ls_table_set (table, row, 4, g_strdup_printf ("%u", fit.n_points));
}

static void
append_orders (Report *report)
{
  LsComparison *self = report->comparison;
  g_autoptr (LsTable) table = NULL;

  if (self->n_step_sizes < 2 || ls_comparison_get_reference (self) == NULL)
    return;
  table = ls_table_new (5, 1 + self->n_methods * self->n_signals, 2);
  ls_table_set (table, 0, 0, g_strdup (_ ("Method")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Signal")));
  ls_table_set (table, 0, 2, g_strdup (_ ("Observed order")));
  ls_table_set (table, 0, 3, g_strdup (_ ("Fitted over steps (s)")));
  ls_table_set (table, 0, 4, g_strdup (_ ("Runs")));
  for (guint m = 0; m < self->n_methods; m++)
    for (guint i = 0; i < self->n_signals; i++)
      fill_order (table, self, m, i);
  append_table (report, table);
}
static char *
make_report (LsComparison *self, gboolean markdown)
{
  Report report
      = { .comparison = self, .markdown = markdown, .out = g_string_new (markdown ? "## " : NULL) };
  char start[LS_NUMBER_SIZE], stop[LS_NUMBER_SIZE];

  g_string_append_printf (report.out,
                          markdown ? _ ("%s, t = %s to %s s\n\nError: 100 · RMS / (max − min).\n\n")
                                   : _ ("%s, t = %s to %s s. Error: 100 · RMS / (max − min).\n\n"),
                          self->model_name != NULL ? self->model_name : "",
                          ls_number_format (self->start_time, start),
                          ls_number_format (self->stop_time, stop));
  append_runs (&report);
  append_estimates (&report);
  append_bonds (&report);
  append_costs (&report);
  append_segments (&report);
  append_orders (&report);
  ls_report_append_notes (report.out, self);
  return g_string_free (report.out, FALSE);
}

static char *
make_table (LsComparison *self)
{
  return make_report (self, FALSE);
}

static char *
make_markdown (LsComparison *self)
{
  return make_report (self, TRUE);
}

static char *
make_latex (LsComparison *self)
{
  Report report = { .comparison = self, .latex = TRUE, .out = g_string_new (NULL) };

  append_runs (&report);
  append_orders (&report);
  return g_string_free (report.out, FALSE);
}

const LsReportFormat ls_report_table = {
  .item = {
    .id = "table",
    .name = N_ ("Text"),
    .summary = N_ ("Tables for people to read"),
    .endings = (const char *const[]){ ".txt", NULL },
  },
  .make = make_table,
};

const LsReportFormat ls_report_markdown = {
  .item = {
    .id = "markdown",
    .name = "Markdown",
    .summary = N_ ("The same in Markdown"),
    .endings = (const char *const[]){ ".md", NULL },
  },
  .copy_label = N_ ("As _Markdown"),
  .make = make_markdown,
};

const LsReportFormat ls_report_latex = {
  .item = {
    .id = "latex",
    .name = "LaTeX",
    .summary = N_ ("The tables of errors and orders in LaTeX"),
    .endings = (const char *const[]){ ".tex", NULL },
  },
  .copy_label = N_ ("As _LaTeX"),
  .make = make_latex,
};
