/* lockstep budget: what of an error the components' own solvers make, and what the coupling. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/json.h"

#include "core/advice/budget-text.h"
#include "core/base/file.h"
#include "draw/export.h"
#include "present/budget-chart.h"
#include "present/charts.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

/* Size of the chart, px. */
#define WIDTH 960
#define HEIGHT 480

typedef struct
{
  LsJobOptions common;
  char *reference;
} Options;

static gboolean
show_progress (double fraction, gpointer user_data)
{
  ls_job_show_progress (user_data, _ ("%.0f %%"), 100 * fraction);
  return !ls_job_is_cancelled ();
}

static void
print_table (const LsErrorBudget *budget)
{
  g_autoptr (LsTable) table = ls_error_budget_make_table (budget);
  g_autofree char *said = ls_error_budget_describe (budget);

  ls_command_print_table (table, said);
}

static void
draw (cairo_t *cr, double width, double height, gpointer charts)
{
  LsChartPicture picture = { charts, ls_theme_get_light () };

  ls_charts_draw (cr, width, height, &picture);
}

/* The bars as a drawing, or their figures as CSV. */
static gboolean
write_chart (const LsErrorBudget *budget, const char *path, GError **error)
{
  g_autoptr (GPtrArray) charts = ls_budget_chart_new (budget);
  g_autofree char *text = NULL;

  if (ls_items_find_ending (ls_chart_formats, path) == NULL)
    return ls_export (path, WIDTH, HEIGHT, 1, draw, charts, error);
  text = ls_chart_to_csv (charts->pdata[0]);
  return ls_file_write (path, text, strlen (text), error);
}

static void
add_rows (LsJson *json, const LsErrorBudget *budget, guint component)
{
  ls_json_begin_array (json, "outputs");
  for (guint i = 0; i < budget->rows->len; i++)
    {
      const LsBudgetRow *row = &g_array_index (budget->rows, LsBudgetRow, i);

      if (row->component != component)
        continue;
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "signal", row->signal);
      ls_json_add_text (json, "feeds", row->feeds);
      ls_json_add_real (json, "error_percent", row->total);
      ls_json_add_real (json, "own_percent", row->own);
      ls_json_add_real (json, "coupling_percent", row->coupling);
      ls_json_add_real (json, "uncertainty_percent", row->uncertainty);
      ls_json_add_boolean (json, "error_limited",
                           row->total < LS_REFERENCE_LIMIT_FACTOR * row->uncertainty);
      ls_json_add_boolean (json, "own_limited",
                           row->own < LS_REFERENCE_LIMIT_FACTOR * row->uncertainty);
      ls_json_end (json);
    }
  ls_json_end (json);
}

static void
print_json (const LsErrorBudget *budget)
{
  g_autoptr (LsJson) json = ls_json_new ();
  g_autofree char *conclusion = ls_error_budget_conclude (budget);
  const LsModel *model = ls_comparison_get_model (budget->comparison);
  LsRun *run = ls_comparison_get_run (budget->comparison, 0);
  g_autofree char *method = ls_method_choice_to_text (ls_run_get_choice (run));

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (model));
  ls_json_add_text (json, "method", method);
  ls_json_add_real (json, "step_size", ls_run_get_step_size (run));
  ls_json_add_text (
      json, "reference",
      ls_reference_get_description (ls_comparison_get_reference (budget->comparison)));
  ls_json_begin_array (json, "components");
  for (guint i = 0; i < budget->n_components; i++)
    {
      double own, coupling;

      ls_error_budget_sum_up (budget, i, &own, &coupling);
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "component", ls_model_get_component (model, i)->name);
      ls_json_add_real (json, "own_percent", own);
      ls_json_add_real (json, "coupling_percent", coupling);
      ls_json_add_text (json, "message", budget->problems[i]);
      add_rows (json, budget, i);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_add_text (json, "conclusion", conclusion);
  ls_json_end (json);
  ls_json_print (json);
}

static gboolean
check_method (const LsMethodChoice *choice, GError **error)
{
  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, error);

  if (method == NULL)
    return FALSE;
  if (!ls_coupling_method_is_asynchronous (method))
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT,
                  _ ("%s has no coupling error apart from that of the solvers"),
                  ls_coupling_method_get_name (method));
}

static int
execute (LsJob *job, gconstpointer user_data, GError **error)
{
  const Options *options = user_data;
  const LsMethodChoice *choice = g_ptr_array_index (job->methods, 0);
  g_autoptr (LsErrorBudget) budget = NULL;

  if (!check_method (choice, error))
    return 2;
  ls_job_begin (NULL, NULL);
  budget = ls_error_budget_new (job->model, choice, job->start_time, job->stop_time,
                                g_array_index (job->step_sizes, double, 0), options->reference,
                                job->log, show_progress, job, error);
  ls_job_end ();
  if (budget == NULL)
    return 1;
  if (options->common.json)
    print_json (budget);
  else
    print_table (budget);
  if (options->common.output_file != NULL
      && !write_chart (budget, options->common.output_file, error))
    return 1;
  return 0;
}

static int
run (int argc, char **argv)
{
  Options options = { .common.one_run = TRUE };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    LS_JOB_OPTION_METHOD (common),
    LS_JOB_OPTION_STEP_SIZE (common),
    LS_JOB_OPTION_TIMES (common),
    LS_JOB_OPTION_WITHOUT (&common->without),
    LS_JOB_OPTION_REFERENCE (&options.reference),
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Bar chart to write, .png, .svg or .pdf; .csv for its figures"), N_ ("FILE") },
    LS_JOB_OPTION_JSON (&common->json),
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_budget, entries);
  GError *error = NULL;
  int status;

  if (!ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("budget needs one model (.ssp, .ssd or .fmu)"));
  else if ((status = ls_job_check (1, argv + 1, common)) == 0)
    status = ls_job_do (argv[1], common, execute, &options);
  g_free (options.reference);
  ls_job_options_clear (common);
  return ls_command_end_output (status);
}

const LsCommand ls_command_budget = {
  .name = "budget",
  .arguments = N_ ("MODEL"),
  .summary
  = N_ ("Split the error into those of the components' own solvers and that of the coupling"),
  .run = run,
  .calls_fmus = TRUE,
};
