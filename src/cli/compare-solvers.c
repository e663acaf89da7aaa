#include "cli/compare-solvers.h"

#include "cli/command.h"
#include "cli/json.h"

#include "core/base/file.h"
#include "core/base/number.h"
#include "core/run/solver-comparison.h"
#include "core/run/table.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_TOLERANCE 1e-6

static gint cancelled; /* atomic */

typedef struct
{
  const char *text; /* borrowed */
  LsSolver solver;
  LsSolverRun run;
} Entry;

typedef struct
{
  LsJob job;
  LsSimulationSettings settings;
  LsFmu *fmu;
  LsInputTable *input;
  GArray *entries; /* Entry */
  LsSolverReference reference;
  char *reference_problem; /* (nullable) */
  guint at;
} Work;

gboolean
ls_compare_solvers_is_wanted (const char *path, const LsJobOptions *options)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (!g_str_has_suffix (lower, ".fmu") || options->methods != NULL || options->without != NULL
      || options->solvers == NULL)
    return FALSE;
  for (char **text = options->solvers; *text != NULL; text++)
    {
      g_auto (GStrv) parts = g_strsplit (*text, ":", 2);

      if (parts[0] != NULL && parts[1] != NULL && strchr (parts[1], '=') == NULL
          && !ls_solver_is_known (parts[0]))
        return FALSE;
    }
  return TRUE;
}

static void
cancel (gpointer data G_GNUC_UNUSED)
{
  g_atomic_int_set (&cancelled, 1);
}

static gboolean
show_progress (double time, gpointer user_data)
{
  const Work *self = user_data;

  /* Translators: number of the run, of how many, its solver, simulated time reached in seconds. */
  ls_job_show_progress (&self->job, _ ("run %u of %u: %s, t = %.6g s"), self->at + 1,
                        self->entries->len, g_array_index (self->entries, Entry, self->at).text,
                        time);
  return g_atomic_int_get (&cancelled) == 0;
}

static gboolean
add_entry (Work *self, const char *text, double tolerance, GError **error)
{
  Entry entry = { .text = text };

  if (!ls_solver_parse (text, &entry.solver, error))
    {
      g_prefix_error (error, "--solver: ");
      return FALSE;
    }
  ls_solver_take_tolerance (&entry.solver, text, tolerance);
  g_array_append_val (self->entries, entry);
  return TRUE;
}

/* Solvers outermost. */
static gboolean
list_entries (Work *self, const LsJobOptions *options, GError **error)
{
  const LsDefaultExperiment *experiment = &ls_fmu_get_description (self->fmu)->experiment;
  g_auto (GStrv) texts = g_strsplit (options->tolerance != NULL ? options->tolerance : "", ",", -1);
  double tolerance = experiment->has_tolerance ? experiment->tolerance : DEFAULT_TOLERANCE;

  for (char **solver = options->solvers; *solver != NULL; solver++)
    if (texts[0] == NULL)
      {
        if (!add_entry (self, *solver, tolerance, error))
          return FALSE;
      }
    else
      for (char **text = texts; *text != NULL; text++)
        {
          if (!ls_single_read_number ("--tolerance", *text, &tolerance, error))
            return FALSE;
          if (!(tolerance > 0.0 && tolerance < 1.0))
            {
              g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                           _ ("--tolerance: %g is not between 0 and 1"), tolerance);
              return FALSE;
            }
          if (!add_entry (self, *solver, tolerance, error))
            return FALSE;
        }
  return TRUE;
}

static gboolean
prepare (Work *self, const LsSingleOptions *single, const LsJobOptions *options, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  LsSimulationSettings *settings = &self->settings;

  settings->fmu = self->fmu;
  settings->name = description->model_name;
  settings->signals = (const char *const *)options->signals;
  settings->tolerance = NAN;
  settings->progress = show_progress;
  settings->progress_data = self;
  if (single->start_values != NULL)
    settings->start_values = (const char *const *)single->start_values->pdata;
  if (!description->model_exchange.present)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("--solver: the FMU has no interface for Model Exchange"));
      return FALSE;
    }
  if (!ls_single_read_times (single, options, settings, error)
      || !list_entries (self, options, error))
    return FALSE;
  if (single->input_file == NULL)
    return TRUE;
  settings->input = self->input = ls_input_table_new (description, single->input_file, error);
  return self->input != NULL;
}

/* Without one the runs are still worth something. */
static gboolean
make_reference (Work *self, const char *file, GError **error)
{
  g_autoptr (GError) problem = NULL;

  ls_job_show_progress (&self->job, "%s", _ ("reference"));
  if (file != NULL)
    return ls_solver_reference_read (&self->settings, file, &self->reference, error);
  if (!ls_solver_reference_make (&self->settings, self->job.log, &self->reference, &problem))
    {
      if (g_atomic_int_get (&cancelled) != 0)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      self->reference_problem = g_strdup (problem->message);
    }
  return TRUE;
}

static gboolean
run_all (Work *self, GError **error)
{
  for (self->at = 0; self->at < self->entries->len; self->at++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, self->at);

      self->settings.solver = &entry->solver;
      if (!ls_solver_run_execute (&self->settings, self->reference.trace, self->job.log,
                                  &entry->run, error))
        return FALSE;
    }
  return TRUE;
}

static double
get_worst (const LsSolverRun *run)
{
  return run->errors_percent != NULL && run->signals[0] != NULL ? run->errors_percent[run->worst]
                                                                : NAN;
}

/* An integer below 1e6 as such. */
static void
set_count (LsTable *table, guint row, guint column, guint64 count)
{
  ls_table_set (table, row, column, g_strdup_printf ("%" G_GUINT64_FORMAT, count));
}

static LsTable *
make_table (const Work *self)
{
  static const char *const heads[]
      = { N_ ("Solver"), N_ ("Tolerance"), N_ ("Error (%)"), N_ ("At the end"),
          N_ ("Steps"),  N_ ("Rejected"),  N_ ("f"),         N_ ("Jacobian"),
          N_ ("g"),      N_ ("Events"),    N_ ("CPU (s)") };
  LsTable *table = ls_table_new (G_N_ELEMENTS (heads), self->entries->len + 1, 1);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    ls_table_set (table, 0, i, g_strdup (_ (heads[i])));
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      const LsHybridCounts *counts = &entry->run.result.counts;
      const double error = get_worst (&entry->run);

      ls_table_set (table, i + 1, 0, g_strdup (entry->text));
      ls_table_set_number (table, i + 1, 1, "", entry->solver.settings.rtol, 3);
      ls_table_set_number (
          table, i + 1, 2, error < 3 * self->reference.error_percent ? "≲ " : "",
          error < 3 * self->reference.error_percent ? 3 * self->reference.error_percent : error, 4);
      ls_table_set_number (table, i + 1, 3, "", entry->run.end_error, 4);
      set_count (table, i + 1, 4, counts->ode.steps);
      set_count (table, i + 1, 5, counts->ode.rejected);
      set_count (table, i + 1, 6, counts->ode.evaluations);
      set_count (table, i + 1, 7, counts->ode.jacobians);
      set_count (table, i + 1, 8, counts->indicators);
      set_count (table, i + 1, 9, counts->events);
      ls_table_set_number (table, i + 1, 10, "", entry->run.cpu_time, 3);
    }
  return table;
}

static char *
make_text (const Work *self, gboolean markdown)
{
  GString *out = g_string_new (NULL);
  g_autoptr (LsTable) table = make_table (self);

  g_string_append_printf (
      out,
      _ ("%s, t = %g to %g s. Error: 100 · RMS / (max − min) of the worst signal; at the end: "
         "‖difference‖ / ‖reference‖.\n\n"),
      self->settings.name, self->settings.start_time, self->settings.stop_time);
  if (markdown)
    ls_table_append_markdown (table, out);
  else
    ls_table_append_text (table, out);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->run.message != NULL)
        g_string_append_printf (out, _ ("%s failed: %s\n"), entry->text, entry->run.message);
    }
  if (self->reference_problem != NULL)
    g_string_append_printf (out, _ ("There is no reference: %s\n"), self->reference_problem);
  else if (isfinite (self->reference.error_percent))
    g_string_append_printf (out, _ ("Reference: %s. Its own error: %.2g %%.\n"),
                            self->reference.description, self->reference.error_percent);
  else
    g_string_append_printf (out, _ ("Reference: %s.\n"), self->reference.description);
  return g_string_free (out, FALSE);
}

static char *
make_csv (const Work *self)
{
  GString *out
      = g_string_new ("solver,tolerance,error_percent,end_error,steps,rejected,f,jacobian,g,"
                      "events,cpu_time_s,wall_time_s,message\n");

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      const LsHybridCounts *counts = &entry->run.result.counts;
      char number[5][LS_NUMBER_SIZE];
      g_auto (GStrv) quotes
          = g_strsplit (entry->run.message != NULL ? entry->run.message : "", "\"", -1);
      g_autofree char *message = g_strjoinv ("\"\"", quotes);

      g_string_append_printf (
          out, "%s,%s,%s,%s", entry->text,
          ls_number_format (entry->solver.settings.rtol, number[0]),
          isfinite (get_worst (&entry->run)) ? ls_number_format (get_worst (&entry->run), number[1])
                                             : "",
          isfinite (entry->run.end_error) ? ls_number_format (entry->run.end_error, number[2])
                                          : "");
      g_string_append_printf (
          out,
          ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
          ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%s,%s,\"%s\"\n",
          counts->ode.steps, counts->ode.rejected, counts->ode.evaluations, counts->ode.jacobians,
          counts->indicators, counts->events, ls_number_format (entry->run.cpu_time, number[3]),
          ls_number_format (entry->run.wall_time, number[4]), message);
    }
  return g_string_free (out, FALSE);
}

static void
add_counts (JsonBuilder *builder, const LsHybridCounts *counts)
{
  json_builder_set_member_name (builder, "counts");
  json_builder_begin_object (builder);
  ls_json_add_integer (builder, "steps", (gint64)counts->ode.steps);
  ls_json_add_integer (builder, "rejected_steps", (gint64)counts->ode.rejected);
  ls_json_add_integer (builder, "evaluations", (gint64)counts->ode.evaluations);
  ls_json_add_integer (builder, "jacobians", (gint64)counts->ode.jacobians);
  ls_json_add_integer (builder, "indicators", (gint64)counts->indicators);
  ls_json_add_integer (builder, "events", (gint64)counts->events);
  ls_json_add_integer (builder, "state_events", (gint64)counts->state_events);
  ls_json_add_integer (builder, "time_events", (gint64)counts->time_events);
  ls_json_add_integer (builder, "step_events", (gint64)counts->step_events);
  ls_json_add_integer (builder, "input_events", (gint64)counts->external_events);
  json_builder_end_object (builder);
}

static void
add_run (JsonBuilder *builder, const Entry *entry)
{
  const LsSolverRun *run = &entry->run;

  json_builder_begin_object (builder);
  ls_json_add_text (builder, "solver", entry->text);
  ls_json_add_real (builder, "tolerance", entry->solver.settings.rtol);
  ls_json_add_text (builder, "status", run->message != NULL ? "failed" : "done");
  ls_json_add_text (builder, "message", run->message);
  ls_json_add_real (builder, "time_reached", run->result.time);
  json_builder_set_member_name (builder, "errors_percent");
  json_builder_begin_object (builder);
  for (guint i = 0; run->signals != NULL && run->signals[i] != NULL; i++)
    ls_json_add_real (builder, run->signals[i], run->errors_percent[i]);
  json_builder_end_object (builder);
  ls_json_add_real (builder, "end_error", run->end_error);
  ls_json_add_real (builder, "cpu_time_s", run->cpu_time);
  ls_json_add_real (builder, "wall_time_s", run->wall_time);
  add_counts (builder, &run->result.counts);
  json_builder_end_object (builder);
}

static char *
make_json (const Work *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ls_json_add_text (builder, "model", self->settings.name);
  ls_json_add_real (builder, "start_time", self->settings.start_time);
  ls_json_add_real (builder, "stop_time", self->settings.stop_time);
  json_builder_set_member_name (builder, "reference");
  json_builder_begin_object (builder);
  ls_json_add_text (builder, "description", self->reference.description);
  ls_json_add_text (builder, "message", self->reference_problem);
  ls_json_add_real (builder, "error_percent", self->reference.error_percent);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "solvers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->entries->len; i++)
    add_run (builder, &g_array_index (self->entries, Entry, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return ls_json_to_text (builder);
}

static gboolean
print (const Work *self, const char *file, LsSolverForm form, GError **error)
{
  g_autofree char *text = form == LS_SOLVER_FORM_JSON ? make_json (self)
                          : form == LS_SOLVER_FORM_CSV
                              ? make_csv (self)
                              : make_text (self, form == LS_SOLVER_FORM_MARKDOWN);
  g_autofree char *shown = NULL;

  if (file != NULL && !ls_job_is_stdout (file))
    return ls_file_write (file, text, strlen (text), error);
  shown = form == LS_SOLVER_FORM_JSON || form == LS_SOLVER_FORM_CSV
              ? g_strdup (text)
              : ls_command_make_printable (text, TRUE);
  if (fputs (shown, stdout) != EOF && fflush (stdout) == 0)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("the standard output cannot be written"));
  return FALSE;
}

static int
execute (Work *self, const char *reference, const char *file, LsSolverForm form)
{
  GError *error = NULL;
  gboolean done;

  ls_job_set_cancel (cancel, NULL);
  done = make_reference (self, reference, &error) && run_all (self, &error);
  ls_job_set_cancel (NULL, NULL);
  ls_job_clear_progress ();
  if (!done || !print (self, file, form, &error))
    return ls_command_fail_error (1, error);
  for (guint i = 0; i < self->entries->len; i++)
    if (g_array_index (self->entries, Entry, i).run.message != NULL)
      return ls_command_fail (1, _ ("not all runs reached the stop time"));
  return 0;
}

static void
clear_entry (gpointer data)
{
  ls_solver_run_clear (&((Entry *)data)->run);
}

int
ls_compare_solvers_run (const LsSingleOptions *self,
                        const char *path,
                        const LsJobOptions *options,
                        const char *reference,
                        LsSolverForm form)
{
  Work work = { .entries = g_array_new (FALSE, TRUE, sizeof (Entry)) };
  GError *error = NULL;
  int status = 1;

  g_array_set_clear_func (work.entries, clear_entry);
  ls_job_open_alone (&work.job, options);
  work.fmu = ls_fmu_open (path, &error);
  if (work.fmu != NULL)
    status = prepare (&work, self, options, &error)
                     && (options->output_file == NULL
                         || ls_job_check_output (options->output_file, &error))
                 ? 0
                 : 2;
  status = status == 0 ? execute (&work, reference, options->output_file, form)
                       : ls_command_fail_error (status, error);
  g_array_unref (work.entries);
  ls_solver_reference_clear (&work.reference);
  g_free (work.reference_problem);
  g_clear_pointer (&work.input, ls_input_table_free);
  g_clear_pointer (&work.fmu, ls_fmu_unref);
  ls_job_clear (&work.job);
  return status;
}
