/* lockstep run: one model, one coupling method, one step size, recorded as CSV or .mat. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/output.h"
#include "cli/single.h"

#include "core/base/language.h"
#include "core/base/number.h"
#include "core/helper/containment.h"
#include "core/qss/qss.h"
#include "core/run/bond-recorder.h"
#include "core/run/bond-result.h"
#include "core/run/run-estimate.h"
#include "core/run/run.h"
#include "core/record/trace-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

static void
show_progress (LsRun *run, gpointer user_data)
{
  const LsJob *job = user_data;
  const double start = ls_run_get_start_time (run), stop = ls_run_get_stop_time (run);
  const double time = ls_run_get_time (run);

  /* Translators: simulated time reached and stop time in seconds, percent done. */
  ls_job_show_progress (job, _ ("t = %.6g of %g s (%.0f %%)"), time, stop,
                        100 * (time - start) / (stop - start));
}

/* Prints how the algebraic loops were solved at the start. */
static void
print_loops (LsRun *run, FILE *stream)
{
  g_autoptr (GPtrArray) loops = ls_run_list_loops (run);

  for (guint i = 0; i < loops->len; i++)
    {
      g_autofree char *said = ls_loop_report_describe (loops->pdata[i]);
      g_autofree char *values = ls_loop_report_describe_values (loops->pdata[i]);

      fprintf (stream, _ ("%s; from start to solution: %s\n"), said, values);
    }
}

/* The errors of all signals, the largest first to be named. */
static void
print_estimate (LsRun *run, FILE *stream)
{
  const LsTrace *trace = ls_run_get_trace (run);
  g_autoptr (LsErrorEstimate) estimate = ls_run_get_estimate (run, NULL);

  for (guint i = 0; estimate != NULL && i < estimate->n_signals; i++)
    {
      char percent[LS_NUMBER_SIZE];

      if (!isfinite (estimate->percent[i]))
        continue;
      ls_number_format_short (estimate->percent[i], 2, percent);
      /* Translators: signal, number. */
      fprintf (stream, _ ("%s: estimated error %s %%"), ls_trace_get_name (trace, i + 1), percent);
      if (isfinite (estimate->orders[i]))
        /* Translators: observed order of convergence. */
        fprintf (stream, _ (", order %.1f"), estimate->orders[i]);
      fputc ('\n', stream);
    }
}

static void
print_bonds (LsRun *run, FILE *stream)
{
  g_autoptr (GArray) results = ls_bond_results_new (run);

  for (guint i = 0; i < results->len; i++)
    {
      const LsBondResult *result = &g_array_index (results, LsBondResult, i);
      g_autofree char *energies = ls_bond_result_describe (result);

      fprintf (stream, "%s: %s\n", result->name, energies);
    }
}

static void
print_summary (LsRun *run, gsize n_rows, const char *file)
{
  /* The standard output may be in use for the samples. */
  FILE *stream = ls_output_is_stdout (file) ? stderr : stdout;
  g_autofree char *label = ls_run_get_label (run), *contained = NULL;
  char wall[LS_NUMBER_SIZE], cpu[LS_NUMBER_SIZE], inside[LS_NUMBER_SIZE], rest[LS_NUMBER_SIZE];
  LsRunResult result;

  ls_run_get_result (run, &result);
  /* Translators: run, number of macro steps, number of calls, two times in seconds. */
  fprintf (stream, _ ("%s: %.0f macro steps, %.0f doStep calls, %s s wall, %s s CPU\n"), label,
           (double)result.counts.macro_steps, (double)result.counts.do_step,
           ls_number_format_short (result.wall_time, 3, wall),
           ls_number_format_short (result.cpu_time, 3, cpu));
  ls_number_format_short (result.component_cpu_time, 3, inside);
  ls_number_format_short (result.cpu_time - result.component_cpu_time, 3, rest);
  if (result.peak_memory > 0)
    /* Translators: two times in seconds, memory in megabytes. */
    fprintf (stream, _ ("%s s CPU in the FMUs, %s s in the master, at most %.1f MB of memory\n"),
             inside, rest, 1e-6 * (double)result.peak_memory);
  else
    /* Translators: two times in seconds; how much memory there was is unknown. */
    fprintf (stream, _ ("%s s CPU in the FMUs, %s s in the master\n"), inside, rest);
  if (ls_run_get_tolerance (run) > 0.0)
    fprintf (stream, _ ("%.0f steps were rejected and repeated\n"),
             (double)result.counts.rejected_steps);
  if (ls_run_get_pace (run) > 0)
    /* Translators: number of macro steps, a time in seconds. */
    fprintf (stream, _ ("%.0f macro steps began more than 2 ms late, the latest by %s s\n"),
             (double)result.n_late, ls_number_format_short (result.lateness, 2, wall));
  print_estimate (run, stream);
  print_bonds (run, stream);
  print_loops (run, stream);
  contained = ls_containment_describe_runs ();
  fprintf (stream, "%s\n", contained);
  if (!ls_output_is_stdout (file))
    fprintf (stream, _ ("%.0f rows written to %s\n"), (double)n_rows, file);
  ls_run_result_clear (&result);
}

typedef struct
{
  const LsJobOptions *options;
  gboolean tried;
  gsize n_rows; /* written */
  GError *error;
} Output;

/* Called when all samples are recorded, and again after the end in case of failure; writes once. */
static void
write_output (LsRun *run, gpointer user_data)
{
  Output *self = user_data;
  const LsJobOptions *options = self->options;
  const char *file = options->output_file;
  g_autoptr (LsTrace) part = NULL;
  g_autoptr (LsTrace) rows = NULL;

  if (self->tried)
    return;
  self->tried = TRUE;
  part = ls_time_range_take (&options->part, ls_run_get_trace (run), &self->error);
  if (part == NULL
      || (rows = ls_bond_trace_join (ls_run_get_bonds (run), part, &self->error)) == NULL
      || !ls_trace_write (rows, ls_output_is_stdout (file) ? "/dev/stdout" : file, &self->error)
      || (options->events_file != NULL
          && !ls_activity_write_csv (ls_run_get_activity (run), options->events_file,
                                     &self->error)))
    return;
  self->n_rows = ls_trace_get_n_rows (rows);
  ls_job_set_written ();
}

static void
print_json (LsRun *run)
{
  g_autofree char *text = ls_run_to_json (run);

  fputs (text, stdout);
}

/* Returns: exit status */
static int
tell_divergence (LsRun *run)
{
  g_autofree char *said = ls_run_find_divergence (run);
  g_autofree char *label = ls_run_get_label (run);

  return said == NULL ? 0 : ls_command_fail (LS_JOB_DIVERGED, _ ("%s diverged: %s"), label, said);
}

static gboolean
show_estimating (double fraction, gpointer user_data)
{
  /* Translators: percent done. */
  ls_job_show_progress (user_data, _ ("estimating errors (%.0f %%)"), 100 * fraction);
  return TRUE;
}

/* Without being asked only where it takes little time. */
static void
estimate (const LsJob *job, LsRun *run, const LsJobOptions *options)
{
  const double longest = options->estimate ? INFINITY : LS_ESTIMATE_TIME;

  if (options->no_estimate)
    return;
  if (!ls_run_estimate_errors (run, longest, show_estimating, (gpointer)job, NULL)
      && options->estimate)
    {
      g_autofree char *why = NULL;

      ls_error_estimate_free (ls_run_get_estimate (run, &why));
      ls_job_note (job, _ ("errors are not estimated: %s"), why);
    }
  ls_job_clear_progress ();
}

static void
note_restart (const LsJob *job, LsRun *old, const GError *death)
{
  g_autofree char *why = NULL;
  const double time = ls_run_get_checkpoint (old, &why);
  char number[LS_NUMBER_SIZE];

  if (!isnan (time))
    /* Translators: a sentence that says how an FMU ended; a time in seconds. */
    ls_job_note (job, _ ("%s The run continues from t = %s s."), death->message,
                 ls_number_show (time, 9, number));
  else if (why != NULL)
    /* Translators: a sentence that says how an FMU ended; a clause. */
    ls_job_note (job, _ ("%s The run restarts from the beginning: %s."), death->message, why);
  else
    /* Translators: a sentence that says how an FMU ended. */
    ls_job_note (job, _ ("%s The run restarts from the beginning, as there was no checkpoint yet."),
                 death->message);
}

static gboolean
execute_once (LsJob *job, LsRun *run, Output *output, GError **error)
{
  gboolean done;

  ls_job_begin ((LsJobCancelFunc)ls_run_cancel, run);
  ls_run_set_recorded_func (run, write_output, output);
  done = ls_run_execute (run, job->log, show_progress, job, error);
  if (done)
    estimate (job, run, output->options);
  ls_job_end ();
  return done;
}

/* @run: (inout) (transfer full): the last one */
static gboolean
execute_with_restarts (LsJob *job, LsRun **run, Output *output, GError **error)
{
  for (int left = output->options->restarts;; left--)
    {
      GError *death = NULL;
      LsRun *next;

      if (execute_once (job, *run, output, &death))
        return TRUE;
      if (left <= 0 || output->tried || death->domain != LS_ERROR
          || ls_error_get_fault_id (death->code) == NULL
          || (next = ls_run_new_resumed (*run, NULL)) == NULL)
        {
          g_propagate_error (error, death);
          return FALSE;
        }
      note_restart (job, *run, death);
      g_error_free (death);
      ls_run_unref (*run);
      *run = next;
    }
}

/* Recorded samples are written even if the run did not complete. @first: (transfer full) */
static int
execute (LsJob *job, LsRun *first, const LsJobOptions *options)
{
  const char *file = options->output_file;
  g_autoptr (LsRun) run = first;
  Output output = { .options = options };
  GError *error = NULL;
  gboolean done = execute_with_restarts (job, &run, &output, &error);
  int status = 1;

  if (!done)
    status = ls_command_fail_error (1, error);
  if (options->json)
    print_json (run);
  if (ls_trace_get_n_rows (ls_run_get_trace (run)) == 0)
    return status;
  write_output (run, &output);
  if (output.error != NULL)
    return ls_command_fail_error (1, output.error);
  if (!options->json && (!ls_output_is_stdout (file) || !job->quiet))
    print_summary (run, output.n_rows, file);
  return done ? tell_divergence (run) : status;
}

/* Checks the free space before the run rather than at its end. */
static gboolean
check_room (LsRun *run, const LsJobOptions *options, GError **error)
{
  const double start = ls_run_get_start_time (run), stop = ls_run_get_stop_time (run);

  return ls_time_range_check_room (&options->part, options->output_file, start, stop,
                                   ceil ((stop - start) / ls_run_get_step_size (run)),
                                   ls_trace_get_n_columns (ls_run_get_trace (run)) - 1, error);
}

static int
make_and_execute (LsJob *job, gconstpointer user_data, GError **error)
{
  const LsJobOptions *options = user_data;
  g_autoptr (LsRun) run = NULL;

  if (options->events_file != NULL && !ls_output_check (options->events_file, error))
    return 1;
  run = ls_run_new (job->model, g_ptr_array_index (job->methods, 0), job->start_time,
                    job->stop_time, g_array_index (job->step_sizes, double, 0), job->signals,
                    error);
  if (run == NULL || !check_room (run, options, error)
      || (job->tolerance > 0.0 && !ls_run_set_tolerance (run, job->tolerance, error)))
    return 1;
  ls_run_set_pace (run, options->pace);
  if (options->restarts > 0)
    ls_run_keep_checkpoints (run);
  return execute (job, g_steal_pointer (&run), options);
}

/* "--solver qss2" for a single FMU without other options: uses the coupling method of that name
 * with a model of one component.
 * Returns: whether this applies */
static gboolean
take_schedule (LsJobOptions *options, const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  g_auto (GStrv) parts = NULL;

  if (!g_str_has_suffix (lower, ".fmu") || options->methods != NULL || options->solvers == NULL
      || options->solvers[0] == NULL || options->solvers[1] != NULL)
    return FALSE;
  parts = g_strsplit (options->solvers[0], ":", 2);
  if (ls_qss_method_find (parts[0]) == NULL)
    return FALSE;
  options->methods = options->solvers;
  options->solvers = NULL;
  return TRUE;
}

static gboolean
check_endings (const LsJobOptions *options, GError **error)
{
  g_autofree const char **rows = ls_items_list_endings (NULL, ls_trace_writers, NULL);
  static const char *const events[] = { ".csv", NULL };

  if (!ls_output_check_ending ("--output-file", options->output_file, rows, error)
      || (options->events_file != NULL
          && !ls_output_check_ending ("--events", options->events_file, events, error)))
    return FALSE;
  if (g_strcmp0 (options->events_file, options->output_file) != 0)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("--events: “%s” is the file of the samples; give it another name"),
               options->events_file);
  return FALSE;
}

static int
run (int argc, char **argv)
{
  LsJobOptions options = { .one_run = TRUE };
  LsJobOptions *common = &options;
  LsSingleOptions single = { 0 };
  const GOptionEntry entries[] = {
    LS_JOB_OPTION_METHOD (common),
    LS_JOB_OPTION_STEP_SIZE (common),
    LS_JOB_OPTION_TOLERANCE (common),
    LS_JOB_OPTION_TIMES (common),
    { "signal", 's', 0, G_OPTION_ARG_STRING_ARRAY, &common->signals,
      N_ ("Record this signal (repeatable; default: all outputs)"), N_ ("COMPONENT.VARIABLE") },
    LS_JOB_OPTION_WITHOUT (&common->without),
    LS_JOB_OPTIONS_STEPS (common),
    { "solver", 0, 0, G_OPTION_ARG_STRING_ARRAY, &common->solvers,
      N_ ("Integrate a component by its Model Exchange interface (repeatable); for a single FMU "
          "just SOLVER"),
      N_ ("COMPONENT:SOLVER[:OPTION=VALUE]…") },
    LS_JOB_OPTION_AT (common),
    LS_SINGLE_OPTIONS (&single),
    { "output-file", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Write the samples to this file, see below (-: CSV on the standard output)"),
      N_ ("FILE") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &common->part.from,
      N_ ("Write rows from this time on, in seconds"), "T" },
    { "to", 0, 0, G_OPTION_ARG_STRING, &common->part.to,
      N_ ("Write rows up to this time, in seconds"), "T" },
    { "events", 0, 0, G_OPTION_ARG_FILENAME, &common->events_file,
      N_ ("Write the time of every event of a state (quantised states) or of a component that "
          "reports its events to this file, as CSV"),
      N_ ("FILE") },
    { "real-time", 0, 0, G_OPTION_ARG_DOUBLE, &common->pace,
      N_ ("Run K times as fast as the wall clock, no faster, and count late steps"), "K" },
    { "restarts", 0, 0, G_OPTION_ARG_INT, &common->restarts,
      N_ ("After a crash of an FMU restart the run from its last checkpoint, at most N times"),
      "N" },
    LS_JOB_OPTION_ESTIMATE (common),
    { "no-estimate", 0, 0, G_OPTION_ARG_NONE, &common->no_estimate,
      N_ ("Do not estimate errors, even if the run takes less than 5 s"), NULL },
    LS_JOB_OPTION_JSON (&common->json),
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_run, entries);
  GError *error = NULL;
  int status;

  ls_command_describe (context, _ ("Files that can be written:"), ls_trace_writers);
  if (!ls_single_take_start_values (&single, &argc, argv, &error)
      || !ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("run needs one model (.ssp, .ssd or .fmu)"));
  else if ((status = ls_job_check (1, argv + 1, &options)) != 0)
    ;
  else if (options.output_file == NULL)
    status = ls_command_fail (
        2, _ ("run needs --output-file, as in --output-file out.csv (-: on the standard output)"));
  else if (options.json && ls_output_is_stdout (options.output_file))
    status
        = ls_command_fail (2, _ ("--json and --output-file - both write to the standard output"));
  else if (!(options.pace >= 0) || !isfinite (options.pace))
    status = ls_command_fail (2, _ ("--real-time: %g is not a number above 0"), options.pace);
  else if (options.restarts < 0)
    status
        = ls_command_fail (2, _ ("--restarts: %d is not a number of restarts"), options.restarts);
  else if (!check_endings (&options, &error))
    status = ls_command_fail_error (2, error);
  else if (!ls_time_range_read (&options.part, &error))
    status = ls_command_fail_error (2, error);
  else if (!ls_single_has_options (&single) && take_schedule (&options, argv[1]))
    status = ls_job_do (argv[1], &options, make_and_execute, &options);
  else if (ls_single_is_wanted (&single, argv[1], &options) && options.events_file != NULL)
    status = ls_command_fail (2, _ ("--events is for models, and for quantised states of one FMU"));
  else if (ls_single_is_wanted (&single, argv[1], &options) && options.pace > 0)
    status = ls_command_fail (2, _ ("--real-time is for models and coupling methods"));
  else if (ls_single_is_wanted (&single, argv[1], &options) && options.restarts > 0)
    status = ls_command_fail (2, _ ("--restarts is for models and coupling methods"));
  else if (ls_single_is_wanted (&single, argv[1], &options) && options.changes != NULL)
    status = ls_command_fail (2, _ ("--at is for models and coupling methods"));
  else if (ls_single_is_wanted (&single, argv[1], &options))
    status = ls_single_run (&single, argv[1], &options);
  else if (ls_single_has_options (&single))
    status = ls_command_fail (2, _ ("--start-value, --input-file, --output-interval and --locator "
                                    "are for a single FMU without a coupling method"));
  else
    status = ls_job_do (argv[1], &options, make_and_execute, &options);
  ls_job_options_clear (&options);
  ls_single_options_clear (&single);
  return status;
}

const LsCommand ls_command_run = {
  .name = "run",
  .arguments = N_ ("-o FILE MODEL"),
  .summary = N_ ("Run a model with a coupling method and record its signals"),
  .run = run,
  .calls_fmus = TRUE,
};
