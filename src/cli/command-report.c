/* lockstep report: one-page report of an experiment. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/output.h"

#include "present/report.h"

#include "draw/export.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  LsJobOptions common;
  char *reference;
} Options;

/* Failed runs are part of the report; it is not written if there are no runs. */
static int
execute (LsJob *job, gconstpointer user_data, GError **error)
{
  const Options *options = user_data;
  g_autoptr (LsComparison) comparison
      = ls_job_make_comparison (job, NULL, options->reference, error);
  g_autoptr (GError) problem = NULL;
  gboolean done;

  if (comparison == NULL)
    return 1;
  ls_comparison_set_estimate (comparison, options->common.estimate ? INFINITY : 0);
  done = ls_job_execute (job, comparison, &problem);
  if (!ls_report_write (comparison, options->common.output_file, error))
    return 1;
  if (!done)
    g_propagate_error (error, g_steal_pointer (&problem));
  return done ? 0 : 1;
}

static int
run (int argc, char **argv)
{
  Options options = { 0 };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    LS_JOB_OPTION_METHODS (common),
    LS_JOB_OPTION_STEP_SIZES (common),
    LS_JOB_OPTION_TIMES (common),
    LS_JOB_OPTION_SIGNALS (common),
    LS_JOB_OPTION_REFERENCE (&options.reference),
    LS_JOB_OPTION_ESTIMATE (common),
    { "output-file", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Page to write, .pdf, .svg or .png (required)"), N_ ("FILE") },
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_report, entries);
  GError *error = NULL;
  int status;

  ls_command_describe (context, _ ("Files that can be written:"), ls_export_formats);
  if (!ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("report needs one model (.ssp, .ssd or .fmu)"));
  else if ((status = ls_job_check (1, argv + 1, common)) != 0)
    ;
  else if (common->output_file == NULL)
    status = ls_command_fail (2, _ ("report needs --output-file"));
  else if (!ls_export_check_path (common->output_file, &error))
    status = ls_command_fail_error (2, error);
  else
    {
      ls_output_protect (options.reference);
      status = ls_job_do (argv[1], common, execute, &options);
    }
  g_free (options.reference);
  ls_job_options_clear (common);
  return status;
}

const LsCommand ls_command_report = {
  .name = "report",
  .arguments = N_ ("MODEL"),
  .summary = N_ ("Run a comparison and write a one-page report: PDF, SVG or PNG"),
  .run = run,
  .calls_fmus = TRUE,
};
