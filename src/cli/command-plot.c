/* lockstep plot: plots of the window as files. */
#include "present/charts.h"
#include "present/figure-run.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/overlay.h"
#include "cli/plot-options.h"
#include "cli/plot-step.h"

#include "core/base/file.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "core/model/block.h"
#include "core/ssp/ssp.h"
#include "core/foreign/foreign.h"
#include "core/run/comparison-text.h"
#include "core/record/trace-writer.h"
#include "draw/diagram.h"
#include "draw/export.h"
#include "draw/figure-data.h"
#include "draw/figure.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define WIDTH 960.0
#define HEIGHT 600.0

typedef struct
{
  LsFigure *figure;
  LsDiagram *diagram;
  const LsTheme *theme;
} Picture;

static const LsTheme *
get_theme (const LsPlotOptions *options)
{
  return options->dark ? ls_theme_get_dark () : ls_theme_get_light ();
}

static void
draw_figure (cairo_t *cr, double width, double height, gpointer user_data)
{
  const Picture *picture = user_data;

  ls_figure_draw (picture->figure, cr, width, height, picture->theme);
}

/* The whole diagram, centred, at the largest scale that fits. */
static void
draw_diagram (cairo_t *cr, double width, double height, gpointer user_data)
{
  const Picture *picture = user_data;
  LsRect extents = ls_diagram_get_extents (picture->diagram);
  double zoom = MIN (width / extents.width, height / extents.height);

  ls_color_set_source (&picture->theme->background, cr);
  cairo_paint (cr);
  cairo_translate (cr, (width - zoom * extents.width) / 2, (height - zoom * extents.height) / 2);
  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -extents.x, -extents.y);
  ls_diagram_draw (picture->diagram, cr, zoom, picture->theme, NULL);
}

/* One table under the given file name. */
static gboolean
write_numbers (LsFigure *figure, const char *path, GError **error)
{
  g_autoptr (GPtrArray) list = ls_figure_list_data (figure, error);
  g_autoptr (LsTrace) joined = list != NULL ? ls_figure_join_data (list, error) : NULL;

  return joined != NULL && ls_trace_write (joined, path, error);
}

/* @experiment: (nullable): of the model */
static int
write_figure (LsFigure *figure, const LsExperiment *experiment, const LsPlotOptions *options)
{
  Picture picture = { .figure = figure, .theme = get_theme (options) };
  double width = options->width > 0 ? options->width : WIDTH;
  double height = options->height > 0 ? options->height : HEIGHT;
  GError *error = NULL;

  ls_plot_look_apply (&options->look, experiment, options->title, figure);
  if (ls_plot_options_want_numbers (options))
    return write_numbers (figure, options->common.output_file, &error)
               ? 0
               : ls_command_fail_error (1, error);
  if (!ls_export (options->common.output_file, width, height, 1, draw_figure, &picture, &error))
    return ls_command_fail_error (1, error);
  return 0;
}

static gboolean
write_points (LsChart *chart, const char *path, GError **error)
{
  g_autofree char *text = ls_chart_to_csv (chart);

  return ls_file_write (path, text, strlen (text), error);
}

static int
write_chart (LsComparison *comparison, const LsExperiment *experiment, const LsPlotOptions *options)
{
  g_autoptr (GPtrArray) charts = ls_charts_new_for (comparison, options->chart_kind);
  g_autoptr (LsPlotSetup) setup
      = ls_plot_look_make_setup (&options->look, experiment, options->kind);
  LsChartPicture picture = { .charts = charts, .theme = get_theme (options) };
  GError *error = NULL;

  if (charts->len > 0)
    {
      ls_chart_set_title (g_ptr_array_index (charts, 0),
                          options->title != NULL ? options->title : setup->title);
      ls_chart_apply_setup (g_ptr_array_index (charts, 0), setup);
    }
  if (ls_plot_options_want_numbers (options) && charts->len > 0)
    return write_points (charts->pdata[0], options->common.output_file, &error)
               ? 0
               : ls_command_fail_error (1, error);
  if (!ls_export (options->common.output_file, options->width > 0 ? options->width : WIDTH,
                  options->height > 0 ? options->height : HEIGHT, 1, ls_charts_draw, &picture,
                  &error))
    return ls_command_fail_error (1, error);
  return 0;
}

static int
plot_diagram (const char *path, const LsPlotOptions *options)
{
  GError *error = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsDiagram) diagram = NULL;
  Picture picture = { .theme = get_theme (options) };
  LsRect extents;

  ls_fmu_set_with_icons (TRUE);
  model = ls_ssp_read (path, &error);
  if (model == NULL)
    return ls_command_fail_error (1, error);
  ls_output_protect_model (path, model);
  if (!ls_output_check (options->common.output_file, &error))
    return ls_command_fail_error (1, error);
  picture.diagram = diagram = ls_diagram_new (model);
  extents = ls_diagram_get_extents (diagram);
  if (!ls_export (options->common.output_file, options->width > 0 ? options->width : extents.width,
                  options->height > 0 ? options->height : extents.height, 1, draw_diagram, &picture,
                  &error))
    return ls_command_fail_error (1, error);
  return 0;
}
/* Signals to compute: those of the orbit, else the selected ones, else the model's choice (%NULL).
 */
static char **
choose_signals (const LsJob *job, const LsPlotOptions *options)
{
  const LsExperiment *experiment = ls_model_get_experiment (job->model);
  g_autoptr (LsPlotSetup) setup = ls_plot_look_make_setup (&options->look, experiment, "orbit");
  g_auto (GStrv) all = NULL;

  if (!ls_plot_options_are_orbit (options) && job->signals == NULL && experiment->signals->len == 0)
    {
      all = ls_block_list_scoped (job->model);
      return all[0] != NULL ? g_steal_pointer (&all) : NULL;
    }
  if (!ls_plot_options_are_orbit (options))
    return g_strdupv ((char **)job->signals);
  if (options->orbit_signals != NULL)
    return g_strdupv (options->orbit_signals);
  if (setup->orbit_x != NULL && setup->orbit_y != NULL)
    return g_strdupv ((char *[]){ setup->orbit_x, setup->orbit_y, NULL });
  if (experiment->orbits->len > 0)
    {
      const LsOrbitChoice *orbit = g_ptr_array_index (experiment->orbits, 0);

      return g_strdupv ((char *[]){ orbit->x, orbit->y, NULL });
    }
  all = ls_model_list_output_signals (job->model);
  if (g_strv_length (all) < 2)
    return g_strdupv (all);
  return g_strdupv ((char *[]){ all[0], all[1], NULL });
}

static LsFigure *
make_figure (LsComparison *comparison, const LsPlotOptions *options)
{
  LsFigure *figure = ls_figure_new (options->figure_kind);
  const char *const *signals = ls_comparison_get_signals (comparison);
  LsReference *reference = ls_comparison_get_reference (comparison);

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      g_autofree char *label = ls_run_get_label (run);

      ls_figure_add_run_of_kind (figure, run, label);
    }
  ls_figure_add_estimates (figure, comparison);
  if (reference != NULL)
    {
      /* In data the name of a column. */
      g_autofree char *label
          = ls_plot_options_want_numbers (options)
                ? g_strdup (_ ("reference"))
                : ls_comparison_add_uncertainty (comparison, _ ("reference"), ls_number_show);

      ls_figure_set_reference (figure, ls_reference_get_trace (reference), label);
    }
  if (ls_plot_options_are_orbit (options))
    ls_figure_set_orbit (figure, signals[0], signals[1]);
  else
    ls_figure_set_signals (figure, signals);
  return figure;
}

static gboolean
has_curves (LsComparison *comparison)
{
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    if (ls_trace_get_n_rows (ls_run_get_trace (ls_comparison_get_run (comparison, i))) > 0)
      return TRUE;
  return FALSE;
}

/* A partial plot is written after failures, with an exit status of failure. */
static int
compute_and_draw (LsJob *job,
                  LsComparison *comparison,
                  const GPtrArray *overlays,
                  const LsPlotOptions *options)
{
  GError *error = NULL;
  g_autoptr (LsFigure) figure = NULL;
  const char *problem;
  const gboolean done = ls_job_execute (job, comparison, &error);
  int status;

  if (!done && !has_curves (comparison))
    return ls_command_fail_error (1, error);
  problem = ls_comparison_get_reference_problem (comparison);
  if (problem != NULL
      && (options->chart_kind != NULL ? options->chart_kind->needs_reference
                                      : options->figure_kind->against == LS_AGAINST_REFERENCE
                                            && !ls_comparison_has_estimates (comparison)))
    {
      g_clear_error (&error);
      return ls_command_fail (1, _ ("there is no reference to measure errors against: %s"),
                              problem);
    }
  if (problem != NULL)
    ls_job_note (job, _ ("there is no reference: %s"), problem);
  if (ls_comparison_get_reference_note (comparison) != NULL)
    ls_job_note (job, "%s", ls_comparison_get_reference_note (comparison));
  if (options->chart_kind != NULL)
    status = write_chart (comparison, ls_model_get_experiment (job->model), options);
  else
    {
      figure = make_figure (comparison, options);
      ls_overlays_add (overlays, figure);
      status = write_figure (figure, ls_model_get_experiment (job->model), options);
    }
  if (!done)
    return ls_command_fail_error (1, error);
  return status;
}

static int
plot_model (LsJob *job, gconstpointer user_data, GError **error)
{
  const LsPlotOptions *options = user_data;
  g_auto (GStrv) signals = choose_signals (job, options);
  g_autoptr (LsComparison) comparison = NULL;
  g_autoptr (GPtrArray) overlays = NULL;

  if (ls_plot_options_are_orbit (options) && g_strv_length (signals) < 2)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("%s: an orbit needs two output signals"),
                   job->path);
      return 1;
    }
  comparison
      = ls_job_make_comparison (job, (const char *const *)signals, options->reference, error);
  if (comparison != NULL)
    ls_comparison_set_estimate (comparison, options->common.estimate ? INFINITY : 0);
  if (comparison == NULL
      || (overlays = ls_overlays_read (job, comparison, options->overlays, error)) == NULL)
    return 1;
  return compute_and_draw (job, comparison, overlays, options);
}

static gboolean
check_signals (const LsTrace *trace, const char *path, char **signals, GError **error)
{
  for (guint i = 0; signals != NULL && signals[i] != NULL; i++)
    if (ls_trace_find (trace, signals[i]) < 0)
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("%s: there is no column “%s”"), path,
                     signals[i]);
        return FALSE;
      }
  return TRUE;
}

static LsTrace *
read_trace (const char *path, const LsPlotOptions *options, GError **error)
{
  g_autoptr (LsTrace) trace = ls_foreign_read (path, NULL, error);

  if (trace == NULL || !check_signals (trace, path, options->common.signals, error)
      || !check_signals (trace, path, options->orbit_signals, error))
    return NULL;
  return g_steal_pointer (&trace);
}

static gboolean
add_files (LsFigure *figure, char **paths, const LsPlotOptions *options, GError **error)
{
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *label = g_path_get_basename (paths[i]);
      /* Imported results have no method; in this order of colours the contrast is largest. */
      g_autofree char *color = g_strdup_printf (LS_PALETTE_PREFIX "%u", i % LS_N_PALETTE);
      g_autoptr (LsTrace) trace = read_trace (paths[i], options, error);

      if (trace == NULL)
        return FALSE;
      ls_figure_add_run (figure, trace, label, color);
    }
  if (options->reference != NULL)
    {
      g_autoptr (LsTrace) trace = read_trace (options->reference, options, error);

      if (trace == NULL)
        return FALSE;
      ls_figure_set_reference (figure, trace, _ ("reference"));
    }
  return TRUE;
}

static int
plot_files (char **paths, const LsPlotOptions *options)
{
  g_autoptr (LsFigure) figure = ls_figure_new (options->figure_kind);
  GError *error = NULL;

  if (options->figure_kind->against == LS_AGAINST_REFERENCE && options->reference == NULL)
    return ls_command_fail (2, _ ("--kind %s of files needs --reference"), options->kind);
  for (guint i = 0; paths[i] != NULL; i++)
    ls_output_protect (paths[i]);
  if (!ls_output_check (options->common.output_file, &error))
    return ls_command_fail_error (1, error);
  if (!add_files (figure, paths, options, &error))
    return ls_command_fail_error (1, error);
  ls_figure_set_signals (figure, (const char *const *)options->common.signals);
  if (options->orbit_signals != NULL)
    ls_figure_set_orbit (figure, options->orbit_signals[0], options->orbit_signals[1]);
  return write_figure (figure, NULL, options);
}

static int
fail_without_output (void)
{
  g_autofree const char **endings
      = ls_items_list_endings (NULL, ls_export_formats, ls_trace_writers);
  g_autofree char *list = g_strjoinv (", ", (char **)endings);

  return ls_command_fail (2, _ ("plot needs --output with a name ending in one of %s"), list);
}

static int
plot (int n_paths, char **paths, LsPlotOptions *options)
{
  GError *error = NULL;
  int n_files = 0, status;

  if ((status = ls_job_check (n_paths, paths, &options->common)) != 0)
    return status;
  if (!ls_plot_options_read (options, &error))
    return ls_command_fail_error (2, error);
  if (options->common.output_file == NULL)
    return fail_without_output ();
  ls_output_protect (options->reference);
  ls_output_protect (options->look.template_file);
  for (guint i = 0; options->overlays != NULL && options->overlays[i] != NULL; i++)
    ls_output_protect (options->overlays[i]);
  if (!ls_plot_look_read (&options->look, &error))
    return ls_command_fail_error (error->code == LS_ERROR_ARGUMENT ? 2 : 1, error);
  if (!ls_plot_options_want_numbers (options)
      && !ls_export_check_path (options->common.output_file, &error))
    return ls_command_fail_error (2, error);
  if (!ls_plot_options_check_numbers (options, &error))
    return ls_command_fail_error (2, error);
  for (int i = 0; i < n_paths; i++)
    n_files += ls_foreign_is_result (paths[i]);
  if (n_paths == 0 || (n_files < n_paths && n_paths > 1))
    return ls_command_fail (
        2, _ ("plot needs one model (.ssp, .ssd or .fmu) or files of curves (.csv, .mat)"));
  if (options->diagram)
    return n_files > 0 ? ls_command_fail (2, _ ("--kind diagram needs a model"))
                       : plot_diagram (paths[0], options);
  if ((options->figure_kind == NULL || options->figure_kind->subject != LS_FIGURE_OF_SAMPLES)
      && n_files > 0)
    return ls_command_fail (2, _ ("--kind %s needs a model"), options->kind);
  if (options->macro_step)
    return ls_plot_step (paths[0], &options->common, options->at,
                         options->width > 0 ? options->width : WIDTH,
                         options->height > 0 ? options->height : HEIGHT, get_theme (options));
  if (n_files > 0 && options->overlays != NULL)
    return ls_command_fail (2, _ ("--overlay needs a model; give all files of curves as they are"));
  if (n_files > 0)
    return plot_files (paths, options);
  if (options->overlays != NULL
      && (options->figure_kind == NULL || options->figure_kind->subject == LS_FIGURE_OF_STEPS
          || options->figure_kind->subject == LS_FIGURE_OF_BONDS))
    return ls_command_fail (2, _ ("--overlay cannot be combined with --kind %s"), options->kind);
  return ls_job_do (paths[0], &options->common, plot_model, options);
}
static int
run (int argc, char **argv)
{
  LsPlotOptions options = { 0 };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    { "kind", 'k', 0, G_OPTION_ARG_STRING, &options.kind,
      N_ ("Kind of plot, see below (default: trajectory)"), N_ ("KIND") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("File to write, see below: a picture, or the numbers that are shown"), N_ ("FILE") },
    LS_JOB_OPTION_METHODS (common),
    LS_JOB_OPTION_STEP_SIZES (common),
    LS_JOB_OPTION_TOLERANCE (common),
    LS_JOB_OPTION_TIMES (common),
    { "signal", 's', 0, G_OPTION_ARG_STRING_ARRAY, &common->signals,
      N_ ("Draw this signal (repeatable; default: the signals of the model)"),
      N_ ("COMPONENT.VARIABLE") },
    { "orbit", 0, 0, G_OPTION_ARG_STRING, &options.orbit,
      N_ ("Signals of the two axes of an orbit"), "X,Y" },
    LS_JOB_OPTION_WITHOUT (&common->without),
    LS_JOB_OPTION_REFERENCE (&options.reference),
    LS_JOB_OPTION_ESTIMATE (common),
    { "at", 0, 0, G_OPTION_ARG_STRING, &options.at,
      N_ ("Time of the macro step that is drawn, in seconds"), "T" },
    { "overlay", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.overlays,
      N_ ("Result of another program to draw beside the runs of a model (repeatable)"),
      N_ ("FILE") },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options.title, N_ ("Title of the plot"), N_ ("TEXT") },
    { "size", 0, 0, G_OPTION_ARG_STRING, &options.size,
      N_ ("Size in pixels (PNG) or points (960x600)"), N_ ("WIDTHxHEIGHT") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.dark, N_ ("Light on dark"), NULL },
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GPtrArray) kinds = ls_plot_list_kinds ();
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_plot, entries);
  GError *error = NULL;
  int status;

  ls_command_describe (context, _ ("Kinds:"), (const LsItem *const *)kinds->pdata);
  ls_command_describe (context, _ ("Files that can be written:"), ls_export_formats);
  ls_command_describe (context, _ ("Files of numbers that can be written:"), ls_trace_writers);
  ls_plot_look_add_options (&options.look, context);
  if (!ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else
    status = plot (argc - 1, argv + 1, &options);
  ls_plot_options_clear (&options);
  return status;
}

const LsCommand ls_command_plot = {
  .name = "plot",
  .arguments = N_ ("MODEL | FILE.csv…"),
  .summary = N_ ("Draw trajectories, an orbit, errors or the diagram to a file"),
  .run = run,
  .calls_fmus = TRUE,
};
