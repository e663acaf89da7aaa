#include "cli/output.h"
#include "cli/single.h"

#include "cli/command.h"
#include "cli/json.h"

#include "core/base/number.h"
#include "core/helper/containment.h"
#include "core/run/simulation.h"
#include "core/record/trace-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Defaults if neither the user nor the FMU specifies a value. */
#define DEFAULT_TOLERANCE 1e-6
#define DEFAULT_STOP 1.0
/* Maximum number of rows; more are regarded as an input error. */
#define MAX_ROWS 1e9

gboolean
ls_single_take_start_values (LsSingleOptions *self, int *argc, char **argv, GError **error)
{
  int kept = 1;

  for (int i = 1; i < *argc; i++)
    {
      if (strcmp (argv[i], "--start-value") != 0)
        {
          argv[kept++] = argv[i];
          continue;
        }
      if (i + 2 >= *argc)
        return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--start-value needs a name and a value"));
      if (self->start_values == NULL)
        self->start_values = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (self->start_values, g_strdup (argv[++i]));
      g_ptr_array_add (self->start_values, g_strdup (argv[++i]));
    }
  *argc = kept;
  argv[kept] = NULL;
  if (self->start_values != NULL)
    g_ptr_array_add (self->start_values, NULL);
  return TRUE;
}

void
ls_single_options_clear (LsSingleOptions *self)
{
  g_free (self->input_file);
  g_free (self->output_interval);
  g_free (self->locator);
  g_clear_pointer (&self->start_values, g_ptr_array_unref);
}

/* "dopri5", without the component it is for, known or not. */
static const char *
get_solver (const LsJobOptions *options)
{
  g_auto (GStrv) parts = NULL;

  if (options->solvers == NULL || options->solvers[0] == NULL)
    return NULL;
  parts = g_strsplit (options->solvers[0], ":", 2);
  return parts[1] == NULL || ls_solver_is_known (parts[0]) ? options->solvers[0] : NULL;
}

static gboolean
is_slave (const char *path)
{
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);

  return fmu == NULL || ls_fmu_get_description (fmu)->co_simulation.present;
}

gboolean
ls_single_has_options (const LsSingleOptions *self)
{
  return self->input_file != NULL || self->output_interval != NULL || self->locator != NULL
         || self->start_values != NULL;
}

gboolean
ls_single_is_wanted (const LsSingleOptions *self, const char *path, const LsJobOptions *options)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (!g_str_has_suffix (lower, ".fmu") || options->methods != NULL || options->without != NULL)
    return FALSE;
  if (ls_single_has_options (self))
    return TRUE;
  if (options->solvers != NULL)
    return get_solver (options) != NULL;
  return !is_slave (path);
}

gboolean
ls_single_read_number (const char *option, const char *text, double *value, GError **error)
{
  if (text == NULL || ls_number_parse (text, value))
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: “%s” is not a number (like 0.001 or 1e-3)"),
                  option, text);
}

static gboolean
refuse (const char *option, double value, const char *why, GError **error)
{
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: %g is %s"), option, value, why);
}

gboolean
ls_single_read_tolerance (const char *text, double *value, GError **error)
{
  if (!ls_single_read_number ("--tolerance", text, value, error))
    return FALSE;
  return (*value > 0.0 && *value < 1.0)
         || refuse ("--tolerance", *value, _ ("not between 0 and 1"), error);
}

static gboolean
check_locators (char **locators, GError **error)
{
  for (char **one = locators; *one != NULL; one++)
    if (!g_str_equal (*one, "own") && !g_str_equal (*one, "cvode"))
      return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--locator: “%s” is not one of own and cvode"),
                      *one);
  return TRUE;
}

char *
ls_single_add_locators (const char *solvers, const char *locator, GError **error)
{
  g_auto (GStrv) texts = g_strsplit (solvers, ",", -1);
  g_auto (GStrv) locators = g_strsplit (locator != NULL ? locator : "", ",", -1);
  GString *all = g_string_new (NULL);

  if (!check_locators (locators, error))
    {
      g_string_free (all, TRUE);
      return NULL;
    }
  for (char **text = texts; *text != NULL; text++)
    {
      const gboolean takes = g_str_has_prefix (*text, "cvode-") && locators[0] != NULL
                             && strstr (*text, ":locator=") == NULL;

      if (!takes)
        g_string_append_printf (all, "%s%s", all->len > 0 ? "," : "", *text);
      for (char **one = locators; takes && *one != NULL; one++)
        g_string_append_printf (all, "%s%s:locator=%s", all->len > 0 ? "," : "", *text, *one);
    }
  return g_string_free (all, FALSE);
}

static gboolean
check_times (const LsSimulationSettings *settings, GError **error)
{
  double span = settings->stop_time - settings->start_time;

  if (!isfinite (settings->start_time) || settings->start_time < 0.0)
    return refuse ("--start-time", settings->start_time, _ ("not a time"), error);
  if (!isfinite (settings->stop_time) || !(span > 0.0))
    return refuse ("--stop-time", settings->stop_time, _ ("not after the start time"), error);
  if (!isfinite (settings->output_interval) || !(settings->output_interval > 0.0))
    return refuse ("--output-interval", settings->output_interval, _ ("not above 0"), error);
  if (span / settings->output_interval > MAX_ROWS)
    return refuse ("--output-interval", settings->output_interval, _ ("too short for that time"),
                   error);
  return TRUE;
}

/* Defaults come from the FMU's default experiment. */
gboolean
ls_single_read_times (const LsSingleOptions *self,
                      const LsJobOptions *options,
                      LsSimulationSettings *settings,
                      GError **error)
{
  const LsDefaultExperiment *experiment = &ls_fmu_get_description (settings->fmu)->experiment;

  settings->start_time = experiment->has_start_time ? experiment->start_time : 0.0;
  if (!ls_single_read_number ("--start-time", options->start_time, &settings->start_time, error))
    return FALSE;
  settings->stop_time
      = experiment->has_stop_time ? experiment->stop_time : settings->start_time + DEFAULT_STOP;
  if (!ls_single_read_number ("--stop-time", options->stop_time, &settings->stop_time, error))
    return FALSE;
  settings->output_interval = ls_simulation_get_default_interval (
      ls_fmu_get_description (settings->fmu), settings->start_time, settings->stop_time);
  return ls_single_read_number ("--step-size", options->step_sizes, &settings->output_interval,
                                error)
         && ls_single_read_number ("--output-interval", self->output_interval,
                                   &settings->output_interval, error)
         && check_times (settings, error);
}

/* The solver with the argument of --locator. */
static gboolean
read_locator (const char *text, const char *locator, char **whole, GError **error)
{
  if (locator != NULL && (text == NULL || !g_str_has_prefix (text, "cvode-")))
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("--locator is for the solvers cvode-bdf and cvode-adams"));
  if (locator != NULL && strchr (locator, ',') != NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("run takes one --locator; compare takes several"));
  *whole = text != NULL ? ls_single_add_locators (text, locator, error) : NULL;
  return text == NULL || *whole != NULL;
}

static gboolean
read_solver (const LsSingleOptions *self,
             const LsJobOptions *options,
             LsSimulationSettings *settings,
             LsSolver *solver,
             GError **error)
{
  const LsDescription *description = ls_fmu_get_description (settings->fmu);
  const LsDefaultExperiment *experiment = &description->experiment;
  g_autofree char *text = NULL;
  double tolerance = experiment->has_tolerance ? experiment->tolerance : DEFAULT_TOLERANCE;

  settings->tolerance = experiment->has_tolerance ? experiment->tolerance : NAN;
  if (options->tolerance != NULL)
    {
      if (!ls_single_read_tolerance (options->tolerance, &tolerance, error))
        return FALSE;
      settings->tolerance = tolerance;
    }
  /* Also one that is not known, to be refused. */
  if (!read_locator (options->solvers != NULL ? options->solvers[0] : NULL, self->locator, &text,
                     error))
    return FALSE;
  if (text == NULL && description->co_simulation.present)
    return TRUE;
  if (!description->model_exchange.present)
    {
      const char *reason = ls_description_explain_interface (description);

      g_set_error_literal (
          error, LS_ERROR, LS_ERROR_ARGUMENT,
          reason != NULL ? reason : _ ("--solver: the FMU has no interface for Model Exchange"));
      return FALSE;
    }
  if (!ls_solver_parse (text, solver, error))
    {
      g_prefix_error (error, "--solver: ");
      return FALSE;
    }
  /* A quantum is set only by an explicit --tolerance, not by the FMU's default. */
  if (solver->method != NULL || options->tolerance != NULL)
    ls_solver_take_tolerance (solver, text, tolerance);
  settings->solver = solver;
  return TRUE;
}

typedef struct
{
  const LsSimulationSettings *settings;
  LsJob *job;
} Progress;

static gboolean
show_progress (double time, gpointer user_data)
{
  const Progress *self = user_data;
  const double start = self->settings->start_time, stop = self->settings->stop_time;

  /* Translators: simulated time reached and stop time in seconds, percent done. */
  ls_job_show_progress (self->job, _ ("t = %.6g of %g s (%.0f %%)"), time, stop,
                        100 * (time - start) / (stop - start));
  return !ls_job_is_cancelled ();
}

static void
print_summary (const LsSimulationSettings *settings,
               const LsSimulationResult *result,
               gsize n_rows,
               const char *file)
{
  FILE *stream = ls_output_is_stdout (file) ? stderr : stdout;
  const LsHybridCounts *counts = &result->counts;
  g_autofree char *contained = NULL;

  if (settings->solver != NULL)
    /* Translators: solver; numbers of steps and of evaluations. */
    fprintf (stream,
             _ ("%s: %.0f steps, %.0f rejected, %.0f evaluations of f, %.0f of the Jacobian, "
                "%.0f of the event indicators\n"),
             ls_solver_get_id (settings->solver), (double)counts->ode.steps,
             (double)counts->ode.rejected, (double)counts->ode.evaluations,
             (double)counts->ode.jacobians, (double)counts->indicators);
  else
    fprintf (stream, _ ("%.0f doStep calls\n"), (double)result->do_step);
  if (result->is_kept)
    /* Translators: of the states onto the constraints of the FMU. */
    fprintf (stream, _ ("%.0f projections, %.0f of them rejected\n"),
             (double)result->projections.calls, (double)result->projections.failed);
  if (counts->events > 0)
    fprintf (stream,
             _ ("%.0f events: %.0f of state, %.0f of time, %.0f of steps, %.0f of inputs\n"),
             (double)counts->events, (double)counts->state_events, (double)counts->time_events,
             (double)counts->step_events, (double)counts->external_events);
  if (result->terminated)
    fprintf (stream, _ ("the FMU has ended the simulation at t = %g s\n"), result->time);
  contained = ls_containment_describe_runs ();
  fprintf (stream, "%s\n", contained);
  if (!ls_output_is_stdout (file))
    fprintf (stream, _ ("%.0f rows written to %s\n"), (double)n_rows, file);
}

typedef struct
{
  const LsSimulationSettings *settings;
  const LsTimeRange *part;
  const char *file;
  gboolean tried;
  gsize n_rows; /* written */
  GError *error;
} Output;

static gboolean
check_room (double n_rows, guint n_signals, gpointer user_data, GError **error)
{
  const Output *self = user_data;

  return ls_time_range_check_room (self->part, self->file, self->settings->start_time,
                                   self->settings->stop_time, n_rows, n_signals, error);
}

/* Called when all samples are recorded, and again after the end; writes once. */
static void
write_output (LsTrace *trace, gpointer user_data)
{
  Output *self = user_data;
  g_autoptr (LsTrace) rows = NULL;

  if (self->tried)
    return;
  self->tried = TRUE;
  rows = ls_time_range_take (self->part, trace, &self->error);
  if (rows == NULL
      || !ls_trace_write (rows, ls_output_is_stdout (self->file) ? "/dev/stdout" : self->file,
                          &self->error))
    return;
  self->n_rows = ls_trace_get_n_rows (rows);
  ls_job_set_written ();
}

/* With the JSON keys of a run of a model, as far as applicable. */
static void
print_json (const LsSimulationSettings *settings,
            const LsSimulationResult *result,
            const GError *problem,
            const char *divergence,
            LsLogBook *book)
{
  const char *fault = problem != NULL ? ls_error_get_fault_id (problem->code) : NULL;
  g_autoptr (LsJson) json = ls_json_new ();
  g_autofree char *contained = NULL;

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", settings->name);
  ls_json_add_real (json, "start_time", settings->start_time);
  ls_json_add_real (json, "stop_time", settings->stop_time);
  contained = ls_containment_describe_runs ();
  ls_json_add_text (json, "containment", contained);
  ls_json_begin_object (json, "run");
  ls_json_add_text (json, "solver",
                    settings->solver != NULL ? ls_solver_get_id (settings->solver) : NULL);
  ls_json_add_real (json, "output_interval", settings->output_interval);
  ls_json_add_real (json, "tolerance", settings->tolerance);
  ls_json_add_text (json, "status",
                    problem == NULL                                           ? "done"
                    : g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED) ? "cancelled"
                                                                              : "failed");
  ls_json_add_text (json, "message", problem != NULL ? problem->message : NULL);
  ls_json_add_text (json, "fault", fault);
  ls_json_add_text (json, "culprit", fault != NULL ? settings->name : NULL);
  ls_json_add_boolean (json, "diverged", divergence != NULL);
  ls_json_add_text (json, "divergence", divergence);
  ls_json_add_real (json, "time_reached", result->time);
  ls_json_add_integer (json, "do_step", (gint64)result->do_step);
  ls_json_add_counts (json, &result->counts);
  ls_run_add_messages (book, json);
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

static int
execute (LsSimulationSettings *settings, LsJob *job, const LsJobOptions *options)
{
  const char *file = options->output_file;
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (LsLogBook) book = ls_log_book_new ();
  g_autoptr (LsLog) log = ls_log_new_with_book (job->log, book);
  g_autofree char *divergence = NULL;
  Progress progress = { .settings = settings, .job = job };
  Output output = { .settings = settings, .part = &options->part, .file = file };
  LsSimulationResult result;
  GError *error = NULL;
  gboolean done;
  int status = 1;

  settings->progress = show_progress;
  settings->progress_data = &progress;
  settings->check_room = check_room;
  settings->recorded = write_output;
  settings->recorded_data = &output;
  ls_job_begin (NULL, NULL);
  done = ls_simulation_run (settings, log, &trace, &result, &error);
  ls_job_end ();
  if (done)
    divergence = ls_simulation_find_divergence (settings, trace, NULL, NULL);
  if (options->json)
    print_json (settings, &result, error, divergence, book);
  if (!done)
    status = ls_command_fail_error (1, error);
  if (trace == NULL || ls_trace_get_n_rows (trace) == 0)
    return status;
  write_output (trace, &output);
  if (output.error != NULL)
    return ls_command_fail_error (1, output.error);
  if (!options->json && (!ls_output_is_stdout (file) || !job->quiet))
    print_summary (settings, &result, output.n_rows, file);
  if (divergence != NULL)
    return ls_command_fail (LS_JOB_DIVERGED, _ ("%s diverged: %s"), settings->name, divergence);
  return done ? 0 : status;
}

LsFmu *
ls_single_open_fmu (const LsSingleOptions *self, const char *path, GError **error)
{
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_str_hash, g_str_equal);

  if (fmu == NULL)
    return NULL;
  for (guint i = 0; self->start_values != NULL && i + 1 < self->start_values->len; i += 2)
    g_hash_table_insert (sizes, self->start_values->pdata[i], self->start_values->pdata[i + 1]);
  return ls_fmu_resize (fmu, sizes, error);
}

int
ls_single_run (const LsSingleOptions *self, const char *path, const LsJobOptions *options)
{
  LsJob job = { 0 };
  GError *error = NULL;
  g_autoptr (LsFmu) fmu = NULL;
  g_autoptr (LsInputTable) input = NULL;
  LsSimulationSettings settings = { .signals = (const char *const *)options->signals };
  LsSolver solver;
  int status = 1;

  ls_job_open_alone (&job, options);
  fmu = ls_single_open_fmu (self, path, &error);
  if (fmu != NULL)
    {
      settings.fmu = fmu;
      ls_output_protect (path);
      ls_output_protect (self->input_file);
      settings.name = ls_fmu_get_description (fmu)->model_name;
      if (self->start_values != NULL)
        settings.start_values = (const char *const *)self->start_values->pdata;
      status = 2;
      if (ls_single_read_times (self, options, &settings, &error)
          && read_solver (self, options, &settings, &solver, &error)
          && ls_output_check (options->output_file, &error)
          && (self->input_file == NULL
              || (input
                  = ls_input_table_new (ls_fmu_get_description (fmu), self->input_file, &error))
                     != NULL))
        status = 0;
    }
  settings.input = input;
  status = status == 0 ? execute (&settings, &job, options) : ls_command_fail_error (status, error);
  ls_job_clear (&job);
  return status;
}
