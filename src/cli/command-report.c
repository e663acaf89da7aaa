/* lockstep report: an experiment on one page. */
#include "cli/command.h"
#include "cli/job.h"

#include "present/report.h"

#include "draw/export.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  LsJobOptions common;
  char *reference;
} Options;

static void
cancel (gpointer comparison)
{
  ls_comparison_cancel (comparison);
}

static void
show_progress (LsComparison *comparison,
               LsComparisonStage stage,
               guint run,
               double fraction,
               gpointer user_data)
{
  if (stage == LS_COMPARISON_RUNNING)
    ls_job_show_progress (user_data, _ ("%3.0f %%  run %u of %u"), 100 * fraction, run + 1,
                          ls_comparison_get_n_runs (comparison));
  else if (stage == LS_COMPARISON_REFERENCE)
    ls_job_show_progress (user_data, _ ("%3.0f %%  reference"), 100 * fraction);
}

/* A report tells of runs that failed too; without any there is none. */
static int
execute (LsJob *job, LsComparison *comparison, const char *path)
{
  g_autoptr (GError) problem = NULL;
  GError *error = NULL;
  gboolean done;

  ls_job_set_cancel (cancel, comparison);
  done = ls_comparison_execute (comparison, job->log, show_progress, job, &problem);
  ls_job_set_cancel (NULL, NULL);
  ls_job_clear_progress ();
  if (!ls_report_write (comparison, path, &error))
    return ls_command_fail_error (1, error);
  return done ? 0 : ls_command_fail_error (1, g_steal_pointer (&problem));
}

static int
open_and_execute (const char *path, const Options *options)
{
  LsJob job = { 0 };
  GError *error = NULL;
  g_autoptr (LsComparison) comparison = NULL;
  int status = 1;

  if (ls_job_open (&job, path, &options->common, &status, &error))
    {
      status = 1;
      comparison = ls_comparison_new (
          job.model, job.methods, (const double *)(void *)job.step_sizes->data, job.step_sizes->len,
          job.start_time, job.stop_time, job.signals, &error);
      if (comparison != NULL && !ls_job_prepare (&job, comparison, options->reference, &error))
        g_clear_pointer (&comparison, ls_comparison_unref);
    }
  status = comparison != NULL ? execute (&job, comparison, options->common.output_file)
                              : ls_command_fail_error (status, error);
  ls_job_clear (&job);
  return status;
}

static int
run (int argc, char **argv)
{
  Options options = { 0 };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    { "method", 'm', 0, G_OPTION_ARG_STRING_ARRAY, &common->methods,
      N_ ("Coupling method with options (repeatable; see lockstep methods)"),
      N_ ("NAME[:OPTION=VALUE]…") },
    { "step-size", 'H', 0, G_OPTION_ARG_STRING, &common->step_sizes,
      N_ ("Macro steps in seconds, separated by commas"), "H1,H2,…" },
    { "start-time", 0, 0, G_OPTION_ARG_STRING, &common->start_time, N_ ("Start time in seconds"),
      "T" },
    { "stop-time", 0, 0, G_OPTION_ARG_STRING, &common->stop_time, N_ ("Stop time in seconds"),
      "T" },
    { "signal", 's', 0, G_OPTION_ARG_STRING_ARRAY, &common->signals,
      N_ ("Give errors of this signal (repeatable; the model's choice without it)"),
      N_ ("COMPONENT.VARIABLE") },
    { "reference", 'r', 0, G_OPTION_ARG_FILENAME, &options.reference,
      N_ ("What errors are measured against: monolithic, finest or a file, .csv or .mat"),
      N_ ("REFERENCE") },
    { "output-file", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Where to write the page, .pdf, .svg or .png (required)"), N_ ("FILE") },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &common->quiet, N_ ("No progress and no notes"), NULL },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_ (ls_command_report.arguments));
  GError *error = NULL;
  int status;

  g_option_context_set_summary (context, _ (ls_command_report.summary));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("report needs one model (.ssp, .ssd or .fmu)"));
  else if (common->output_file == NULL)
    status = ls_command_fail (2, _ ("report needs --output-file"));
  else if (!ls_export_check_path (common->output_file, &error))
    status = ls_command_fail_error (2, error);
  else
    status = open_and_execute (argv[1], &options);
  g_free (options.reference);
  ls_job_options_clear (common);
  return status;
}

const LsCommand ls_command_report = {
  .name = "report",
  .arguments = N_ ("MODEL"),
  .summary = N_ ("Compare as an experiment says, and put it on one page: PDF, SVG or PNG"),
  .run = run,
};
