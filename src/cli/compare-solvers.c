#include "cli/compare-solvers.h"

#include "cli/command.h"
#include "cli/json.h"
#include "cli/output.h"

#include "core/base/file.h"
#include "core/base/number.h"
#include "core/report/report-format.h"
#include "core/report/solver-table.h"
#include "core/text/table.h"
#include "draw/export.h"
#include "present/charts.h"
#include "present/solver-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_TOLERANCE 1e-6
/* Size of a plot, px or points. */
#define WIDTH 960.0
#define HEIGHT 600.0

typedef struct
{
  LsJob job;
  LsFmu *fmu;
  LsInputTable *input;
  LsSolverTable table;
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

static gboolean
show_progress (int index, double time, double fraction, gpointer user_data)
{
  const Work *self = user_data;
  const GArray *entries = self->table.entries;

  if (index < 0)
    ls_job_show_progress (&self->job, _ ("%3.0f %%  reference"), 100 * fraction);
  else
    /* Translators: percent done, number of the run, of how many, its solver, simulated time reached
     * in seconds. */
    ls_job_show_progress (&self->job, _ ("%3.0f %%  run %u of %u: %s, t = %.6g s"), 100 * fraction,
                          (guint)index + 1, entries->len,
                          g_array_index (entries, LsSolverEntry, index).text, time);
  return !ls_job_is_cancelled ();
}

/* Solvers in the outer loop. */
static gboolean
list_entries (Work *self, const char *locator, const LsJobOptions *options, GError **error)
{
  const LsDefaultExperiment *experiment = &ls_fmu_get_description (self->fmu)->experiment;
  char own[LS_NUMBER_SIZE];
  g_auto (GStrv) texts = g_strsplit (
      options->tolerance != NULL
          ? options->tolerance
          : ls_number_format (experiment->has_tolerance ? experiment->tolerance : DEFAULT_TOLERANCE,
                              own),
      ",", -1);

  for (char **text = texts; *text != NULL; text++)
    {
      double tolerance = 0.0;

      if (!ls_single_read_tolerance (*text, &tolerance, error))
        return FALSE;
    }
  for (char **solver = options->solvers; *solver != NULL; solver++)
    {
      g_autofree char *solvers = ls_single_add_locators (*solver, locator, error);

      if (solvers == NULL
          || !ls_solver_entries_add (self->table.entries, solvers, (const char *const *)texts,
                                     error))
        {
          g_prefix_error (error, "--solver: ");
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
prepare (Work *self, const LsSingleOptions *single, const LsJobOptions *options, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  LsSimulationSettings *settings = &self->table.settings;

  settings->fmu = self->fmu;
  settings->name = description->model_name;
  settings->signals = (const char *const *)options->signals;
  settings->tolerance = NAN;
  if (single->start_values != NULL)
    settings->start_values = (const char *const *)single->start_values->pdata;
  if (!description->model_exchange.present)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("--solver: the FMU has no interface for Model Exchange"));
  if (!ls_single_read_times (single, options, settings, error)
      || !list_entries (self, single->locator, options, error))
    return FALSE;
  if (single->input_file == NULL)
    return TRUE;
  settings->input = self->input = ls_input_table_new (description, single->input_file, error);
  return self->input != NULL;
}

static LsTable *
make_table (const Work *self)
{
  const guint n = self->table.entries->len;
  LsTable *table = ls_table_new (LS_SOLVER_N_COLUMNS, n + 1, 1);

  for (guint k = 0; k < LS_SOLVER_N_COLUMNS; k++)
    {
      ls_table_set (table, 0, k, g_strdup (ls_solver_column_get_title (k)));
      for (guint i = 0; i < n; i++)
        ls_table_set (table, i + 1, k, ls_solver_table_get_text (&self->table, i, k));
    }
  return table;
}

static char *
make_latex (const Work *self)
{
  g_autoptr (LsTable) table = make_table (self);
  GString *out = g_string_new (NULL);

  ls_table_append_latex (table, out);
  return g_string_free (out, FALSE);
}

static char *
make_page (const Work *self, void (*append) (const LsTable *table, GString *out))
{
  const LsSimulationSettings *settings = &self->table.settings;
  GString *out = g_string_new (NULL);
  g_autoptr (LsTable) table = make_table (self);
  g_autofree char *reference = ls_solver_table_describe_reference (&self->table);

  g_string_append_printf (
      out,
      _ ("%s, t = %g to %g s. Error: 100 · RMS / (max − min) of the worst signal; at the end: "
         "‖difference‖ / ‖reference‖.\n\n"),
      settings->name, settings->start_time, settings->stop_time);
  append (table, out);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < self->table.entries->len; i++)
    {
      const LsSolverEntry *entry = &g_array_index (self->table.entries, LsSolverEntry, i);

      if (entry->run.message != NULL)
        g_string_append_printf (out, _ ("%s failed: %s\n"), entry->text, entry->run.message);
      else if (entry->run.divergence != NULL)
        g_string_append_printf (out, _ ("%s diverged: %s\n"), entry->text, entry->run.divergence);
    }
  g_string_append_printf (out, "%s\n", reference);
  return g_string_free (out, FALSE);
}

static char *
make_text (const Work *self)
{
  return make_page (self, ls_table_append_text);
}

static char *
make_markdown (const Work *self)
{
  return make_page (self, ls_table_append_markdown);
}

static char *
make_csv (const Work *self)
{
  GString *out
      = g_string_new ("solver,tolerance,error_percent,end_error,steps,rejected,f,jacobian,g,"
                      "events,cpu_time_s,wall_time_s,message,diverged\n");

  for (guint i = 0; i < self->table.entries->len; i++)
    {
      const LsSolverEntry *entry = &g_array_index (self->table.entries, LsSolverEntry, i);
      const LsHybridCounts *counts = &entry->run.result.counts;
      char number[5][LS_NUMBER_SIZE];
      g_auto (GStrv) quotes
          = g_strsplit (entry->run.message != NULL ? entry->run.message : "", "\"", -1);
      g_autofree char *message = g_strjoinv ("\"\"", quotes);

      g_string_append_printf (
          out, "%s,%s,%s,%s", entry->text,
          ls_number_format (entry->solver.settings.rtol, number[0]),
          isfinite (ls_solver_table_get_error (&self->table, i))
              ? ls_number_format (ls_solver_table_get_error (&self->table, i), number[1])
              : "",
          isfinite (entry->run.end_error) ? ls_number_format (entry->run.end_error, number[2])
                                          : "");
      g_string_append_printf (
          out,
          ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
          ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%s,%s,\"%s\",%d\n",
          counts->ode.steps, counts->ode.rejected, counts->ode.evaluations, counts->ode.jacobians,
          counts->indicators, counts->events, ls_number_format (entry->run.cpu_time, number[3]),
          ls_number_format (entry->run.wall_time, number[4]), message,
          entry->run.divergence != NULL);
    }
  return g_string_free (out, FALSE);
}

static void
add_run (LsJson *json, const LsSolverEntry *entry)
{
  const LsSolverRun *run = &entry->run;

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "solver", entry->text);
  ls_json_add_real (json, "tolerance", entry->solver.settings.rtol);
  if (entry->solver.method != NULL && ls_ode_method_has_fixed_step (entry->solver.method))
    ls_json_add_real (json, "step",
                      entry->solver.settings.fixed_step > 0.0 ? entry->solver.settings.fixed_step
                                                              : LS_ODE_DEFAULT_FIXED_STEP);
  ls_json_add_text (json, "status",
                    !entry->done           ? "cancelled"
                    : run->message != NULL ? "failed"
                                           : "done");
  ls_json_add_text (json, "message", run->message);
  ls_json_add_boolean (json, "diverged", run->divergence != NULL);
  ls_json_add_text (json, "divergence", run->divergence);
  ls_json_add_real (json, "time_reached", run->result.time);
  ls_json_begin_object (json, "errors_percent");
  for (guint i = 0; run->signals != NULL && run->signals[i] != NULL; i++)
    ls_json_add_real (json, run->signals[i], run->errors_percent[i]);
  ls_json_end (json);
  ls_json_add_real (json, "end_error", run->end_error);
  ls_json_add_real (json, "cpu_time_s", run->cpu_time);
  ls_json_add_real (json, "wall_time_s", run->wall_time);
  ls_json_add_counts (json, &run->result.counts);
  if (run->book != NULL)
    ls_run_add_messages (run->book, json);
  ls_json_end (json);
}

static char *
make_json (const Work *self)
{
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", self->table.settings.name);
  ls_json_add_real (json, "start_time", self->table.settings.start_time);
  ls_json_add_real (json, "stop_time", self->table.settings.stop_time);
  ls_json_begin_object (json, "reference");
  ls_json_add_text (json, "description", self->table.reference.description);
  ls_json_add_text (json, "message", self->table.reference_problem);
  ls_json_add_real (json, "error_percent", self->table.reference.error_percent);
  ls_json_end (json);
  ls_json_begin_array (json, "solvers");
  for (guint i = 0; i < self->table.entries->len; i++)
    add_run (json, &g_array_index (self->table.entries, LsSolverEntry, i));
  ls_json_end (json);
  ls_json_end (json);
  return ls_json_to_text (json);
}

/* Implementation per format id. */
static const struct
{
  const char *id;
  char *(*make) (const Work *self);
} forms[] = {
  { "table", make_text },        { "json", make_json },   { "csv", make_csv },
  { "markdown", make_markdown }, { "latex", make_latex },
};

/* (transfer full) (nullable) */
static char *
make (const Work *self, const LsItem *form, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (strcmp (forms[i].id, form->id) == 0)
      return forms[i].make (self);
  return ls_fail_null (error, LS_ERROR_ARGUMENT,
                       _ ("%s is for coupling methods; it cannot hold solvers"),
                       ls_item_get_name (form));
}

static gboolean
print (const Work *self, const char *file, const LsItem *form, GError **error)
{
  g_autofree char *text = make (self, form, error);
  g_autofree char *shown = NULL;

  if (text == NULL)
    return FALSE;
  if (file != NULL && !ls_output_is_stdout (file))
    return ls_file_write (file, text, strlen (text), error);
  shown = ls_report_is_data (form) ? g_strdup (text) : ls_command_make_printable (text, TRUE);
  if (fputs (shown, stdout) != EOF && fflush (stdout) == 0)
    return TRUE;
  return ls_fail (error, LS_ERROR_FILE, _ ("the standard output cannot be written"));
}

/* Work-precision diagram: error over CPU time, one line per solver. */
static gboolean
draw (const Work *self, const char *path, GError **error)
{
  g_autoptr (GPtrArray) charts = ls_solver_chart_new (&self->table);
  LsChartPicture picture = { charts, ls_theme_get_light () };
  g_autofree char *text = NULL;

  ls_chart_set_title (charts->pdata[0], self->table.settings.name);
  if (ls_items_find_ending (ls_chart_formats, path) == NULL)
    return ls_export (path, WIDTH, HEIGHT, 1, ls_charts_draw, &picture, error);
  text = ls_chart_to_csv (charts->pdata[0]);
  return ls_file_write (path, text, strlen (text), error);
}

/* Partial results are printed, also after cancelling. */
static int
execute (Work *self, const char *plot, const char *file, const LsItem *form)
{
  GError *error = NULL, *print_error = NULL;
  gboolean done;

  ls_job_begin (NULL, NULL);
  done = ls_solver_table_execute (&self->table, self->job.log, show_progress, self, &error);
  ls_job_end ();
  if (!done && !g_error_matches (error, LS_ERROR, LS_ERROR_CANCELLED))
    return ls_command_fail_error (1, error);
  if (!print (self, file, form, &print_error) || (plot != NULL && !draw (self, plot, &print_error)))
    {
      g_clear_error (&error);
      return ls_command_fail_error (1, print_error);
    }
  if (!done)
    return ls_command_fail_error (1, error);
  for (guint i = 0; i < self->table.entries->len; i++)
    if (g_array_index (self->table.entries, LsSolverEntry, i).run.message != NULL)
      return ls_command_fail (1, _ ("not all runs reached the stop time"));
  for (guint i = 0; i < self->table.entries->len; i++)
    if (g_array_index (self->table.entries, LsSolverEntry, i).run.divergence != NULL)
      return ls_command_fail (LS_JOB_DIVERGED, _ ("not all runs stayed bounded"));
  return 0;
}

int
ls_compare_solvers_run (const LsSingleOptions *self,
                        const char *path,
                        const LsJobOptions *options,
                        const char *reference,
                        const char *plot,
                        const LsItem *form)
{
  Work work = { .table = { .entries = ls_solver_entries_new (), .reference_file = reference } };
  GError *error = NULL;
  int status = 1;

  ls_job_open_alone (&work.job, options);
  work.fmu = ls_single_open_fmu (self, path, &error);
  ls_output_protect (path);
  ls_output_protect (self->input_file);
  if (work.fmu != NULL)
    status = prepare (&work, self, options, &error)
                     && (options->output_file == NULL
                         || ls_output_check (options->output_file, &error))
                     && (plot == NULL || ls_items_find_ending (ls_chart_formats, plot) != NULL
                         || ls_export_check_path (plot, &error))
                     && (plot == NULL || ls_output_check (plot, &error))
                 ? 0
                 : 2;
  status = status == 0 ? execute (&work, plot, options->output_file, form)
                       : ls_command_fail_error (status, error);
  g_array_unref (work.table.entries);
  ls_solver_table_clear (&work.table);
  g_clear_pointer (&work.input, ls_input_table_free);
  g_clear_pointer (&work.fmu, ls_fmu_unref);
  ls_job_clear (&work.job);
  return status;
}
