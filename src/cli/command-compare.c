/* lockstep compare: comparison of coupling methods and step sizes, with errors relative to the
 * reference. */
#include "cli/command.h"
#include "cli/compare-solvers.h"
#include "cli/job-options.h"
#include "cli/output.h"

#include "core/base/file.h"
#include "core/base/number.h"
#include "core/ssp/ssp.h"
#include "core/foreign/foreign.h"
#include "core/run/comparison.h"
#include "core/run/run-history-file.h"
#include "core/report/report-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  LsJobOptions common;
  gboolean *forms;  /* per entry of ls_report_formats: whether requested */
  GPtrArray *texts; /* help texts of these options */
  const LsItem *form;
  gboolean keep;
  char *reference, *jobs, *store, *plot;
  guint n_jobs;
} Options;

static gboolean
all_done (LsComparison *comparison, int *status)
{
  gboolean done = TRUE;

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsRunResult result;
      ls_run_get_result (ls_comparison_get_run (comparison, i), &result);
      done &= result.state == LS_RUN_DONE;
      if (*status == 1 && ls_error_get_fault_id (result.fault) != NULL)
        *status = LS_COMMAND_FAULTS + result.fault - LS_ERROR_CRASHED;
      ls_run_result_clear (&result);
    }
  return done;
}

static gboolean
any_diverged (LsComparison *comparison)
{
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    if (ls_comparison_get_divergence (comparison, i) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
print (LsComparison *comparison, const Options *options, GError **error)
{
  g_autofree char *text = ls_report_make (options->form->id, comparison);
  g_autofree char *shown = NULL;

  if (options->common.output_file != NULL && !ls_output_is_stdout (options->common.output_file))
    return ls_file_write (options->common.output_file, text, strlen (text), error);
  /* Names from the model may contain terminal control sequences. */
  shown = ls_report_is_data (options->form) ? g_strdup (text)
                                            : ls_command_make_printable (text, TRUE);
  if (fputs (shown, stdout) != EOF && fflush (stdout) == 0)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("the standard output cannot be written"));
  return FALSE;
}

/* Saves the runs in the file that already contains the experiment. */
static gboolean
keep_results (LsJob *job, LsComparison *comparison, const char *path, GError **error)
{
  g_autoptr (LsRunHistory) history = ls_run_history_new ();
  const guint number = ls_run_history_begin (history);

  ls_run_history_add (history, number, comparison, g_get_real_time () / G_USEC_PER_SEC);
  for (guint i = 0; i < ls_run_history_get_n (history); i++)
    ls_run_history_get (history, i)->pinned = TRUE;
  if (!ls_run_history_store (history, job->model, error) || !ls_ssp_write (job->model, path, error))
    return FALSE;
  ls_job_note (job, _ ("%u runs are saved in %s"), ls_run_history_get_n (history), path);
  return TRUE;
}

/* Results are printed even if the comparison is incomplete. */
static int
execute (LsJob *job, LsComparison *comparison, const Options *options)
{
  GError *error = NULL, *print_error = NULL;
  const gboolean done = ls_job_execute (job, comparison, &error);
  int status = 1;

  /* Human-readable tables contain this message. */
  if (ls_comparison_get_reference_problem (comparison) != NULL && ls_report_is_data (options->form))
    ls_job_note (job, _ ("there is no reference: %s"),
                 ls_comparison_get_reference_problem (comparison));
  if (ls_comparison_get_reference_note (comparison) != NULL)
    ls_job_note (job, "%s", ls_comparison_get_reference_note (comparison));
  if (!print (comparison, options, &print_error))
    {
      g_clear_error (&error);
      return ls_command_fail_error (1, print_error);
    }
  if (options->keep && !keep_results (job, comparison, options->store, &print_error))
    {
      g_clear_error (&error);
      return ls_command_fail_error (1, print_error);
    }
  if (!done)
    return ls_command_fail_error (1, error);
  if (!all_done (comparison, &status))
    return ls_command_fail (status, _ ("not all runs reached the stop time"));
  return any_diverged (comparison)
             ? ls_command_fail (LS_JOB_DIVERGED, _ ("not all runs stayed bounded"))
             : 0;
}

/* Without the option: 0, all runs in this process. */
static gboolean
read_jobs (Options *options, GError **error)
{
  double n;

  if (options->jobs == NULL)
    return TRUE;
  if (!ls_number_parse (options->jobs, &n) || n < 1 || n > 1024 || n != floor (n))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("--jobs: “%s” is not a number of processes from 1 to 1024"), options->jobs);
      return FALSE;
    }
  options->n_jobs = (guint)n;
  return TRUE;
}

static gboolean
refuse_forms (GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 1; ls_report_formats[i] != NULL; i++)
    g_string_append_printf (list, "%s--%s", i > 1 ? ", " : "", ls_report_formats[i]->id);
  /* Translators: a list of options. */
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("compare prints one of %s"), list->str);
  return FALSE;
}

/* The requested format, or the one of the file extension. */
static gboolean
choose_form (Options *options, GError **error)
{
  g_autofree const char **endings = ls_items_list_endings (NULL, ls_report_formats, NULL);
  const char *path = options->common.output_file;

  ls_output_protect (options->reference);
  for (guint i = 0; ls_report_formats[i] != NULL; i++)
    if (options->forms[i])
      {
        if (options->form != NULL)
          return refuse_forms (error);
        options->form = ls_report_formats[i];
      }
  if (path != NULL && !ls_output_check_ending ("--output-file", path, endings, error))
    return FALSE;
  if (options->form == NULL && path != NULL)
    options->form = ls_items_find_ending (ls_report_formats, path);
  if (options->form == NULL)
    options->form = ls_report_formats[0];
  return TRUE;
}

/* An option for each format except the first, which is the default. */
static void
add_forms (GOptionContext *context, Options *options)
{
  const guint n = ls_items_get_n (ls_report_formats);
  g_autofree GOptionEntry *entries = g_new0 (GOptionEntry, n);

  options->forms = g_new0 (gboolean, n);
  options->texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 1; i < n; i++)
    {
      char *text
          = g_strdup_printf (_ ("Print the result as %s"), ls_item_get_name (ls_report_formats[i]));

      g_ptr_array_add (options->texts, text);
      entries[i - 1] = (GOptionEntry){ .long_name = ls_report_formats[i]->id,
                                       .arg = G_OPTION_ARG_NONE,
                                       .arg_data = &options->forms[i],
                                       .description = text };
    }
  ls_command_add_entries (context, entries);
}

static int
make_and_execute (LsJob *job, gconstpointer user_data, GError **error)
{
  const Options *options = user_data;
  g_autoptr (LsComparison) comparison
      = ls_job_make_comparison (job, NULL, options->reference, error);

  if (comparison != NULL)
    ls_comparison_set_estimate (comparison, options->common.estimate ? INFINITY : 0);
  if (comparison == NULL || !ls_comparison_set_jobs (comparison, options->n_jobs, error)
      || (options->store != NULL && !ls_job_store (job, options->store, options->reference, error)))
    return 1;
  return execute (job, comparison, options);
}

static int
run (int argc, char **argv)
{
  Options options = { 0 };
  LsSingleOptions single = { 0 };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    LS_JOB_OPTION_METHODS (common),
    LS_JOB_OPTION_STEP_SIZES (common),
    LS_JOB_OPTION_TOLERANCE (common),
    LS_JOB_OPTION_TIMES (common),
    LS_JOB_OPTION_SIGNALS (common),
    { "solver", 0, 0, G_OPTION_ARG_STRING_ARRAY, &common->solvers,
      N_ ("Integrate a component by its Model Exchange interface (repeatable); for a single FMU "
          "just SOLVER, and solvers are compared"),
      N_ ("COMPONENT:SOLVER[:OPTION=VALUE]…") },
    LS_SINGLE_OPTIONS (&single),
    LS_JOB_OPTION_WITHOUT (&common->without),
    LS_JOB_OPTIONS_STEPS (common),
    LS_JOB_OPTION_AT (common),
    { "jobs", 'j', 0, G_OPTION_ARG_STRING, &options.jobs,
      N_ ("Each run in its own process, N at the same time; a crash of an FMU ends its run only"),
      N_ ("N") },
    LS_JOB_OPTION_REFERENCE (&options.reference),
    LS_JOB_OPTION_ESTIMATE (common),
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &options.store,
      N_ ("Write the model with this experiment to a file before the runs; may be MODEL itself"),
      N_ ("FILE.ssp") },
    { "keep-results", 0, 0, G_OPTION_ARG_NONE, &options.keep,
      N_ ("Save the runs in the file of --store, where the workbench shows them again"), NULL },
    { "output-file", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Write the result to this file instead of the standard output"), N_ ("FILE") },
    { "plot", 0, 0, G_OPTION_ARG_FILENAME, &options.plot,
      N_ ("Solvers of a single FMU: draw error over CPU time to this file, .png, .svg or .pdf, or "
          "write the points as .csv"),
      N_ ("FILE") },
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_compare, entries);
  GError *error = NULL;
  int status;

  add_forms (context, &options);
  ls_command_describe (context, _ ("Files that can be written:"), ls_report_formats);
  ls_command_describe (context, _ ("Files that a reference can be read from:"), ls_foreign_readers);
  if (!ls_single_take_start_values (&single, &argc, argv, &error)
      || !ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("compare needs one model (.ssp, .ssd or .fmu)"));
  else if ((status = ls_job_check (1, argv + 1, common)) != 0)
    ;
  else if (!choose_form (&options, &error))
    status = ls_command_fail_error (2, error);
  else if (options.keep && options.store == NULL)
    status = ls_command_fail (2, _ ("--keep-results needs --store: a file to save the runs in"));
  else if (!read_jobs (&options, &error))
    status = ls_command_fail_error (2, error);
  else if (ls_compare_solvers_is_wanted (argv[1], common))
    status = ls_compare_solvers_run (&single, argv[1], common, options.reference, options.plot,
                                     options.form);
  else if (ls_single_has_options (&single))
    status = ls_command_fail (2, _ ("--input-file, --output-interval, --locator and --start-value "
                                    "are for solvers of a single FMU: give --solver SOLVER"));
  else if (options.plot != NULL)
    status = ls_command_fail (2, _ ("--plot is for solvers of a single FMU; lockstep plot --kind "
                                    "work-precision draws that of a model"));
  else
    status = ls_job_do (argv[1], common, make_and_execute, &options);
  g_ptr_array_unref (options.texts);
  g_free (options.forms);
  g_free (options.plot);
  g_free (options.reference);
  g_free (options.jobs);
  g_free (options.store);
  ls_job_options_clear (common);
  ls_single_options_clear (&single);
  return status;
}

const LsCommand ls_command_compare = {
  .name = "compare",
  .arguments = N_ ("MODEL"),
  .summary = N_ ("Compare coupling methods and step sizes against a reference"),
  .run = run,
  .calls_fmus = TRUE,
};
