/* lockstep reproduce: tables and figures of the papers, ours beside theirs. */
#include "present/charts.h"
#include "cli/command.h"
#include "cli/published.h"
#include "cli/reproduce-solvers.h"

#include "core/base/number.h"
#include "core/cosim/coupling.h"
#include "core/model/ssp.h"
#include "core/run/comparison.h"
#include "core/run/places.h"
#include "core/run/single-step.h"
#include "core/run/table.h"
#include "draw/diagram.h"
#include "draw/export.h"
#include "draw/figure.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 960.0
#define HEIGHT 600.0

typedef struct
{
  const LsPublished *published;
  const char *output;
  char *folder;   /* of the example models */
  GArray *places; /* guint: index in published->methods of each method that is run */
  LsComparison *comparison;
} Work;

static char *
find_models (GError **error)
{
  char *models = ls_places_find_models ();

  if (models == NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE,
                 _ ("the example models are not installed; LOCKSTEP_MODELS names another folder"));
  return models;
}

static gboolean
set_value (LsModel *model, const char *text, GError **error)
{
  g_auto (GStrv) pair = g_strsplit (text, "=", 2);
  g_auto (GStrv) names = g_strsplit (pair[0], ".", 2);
  const LsComponent *component = ls_model_find_component_by_name (model, names[0]);

  if (component != NULL)
    return ls_model_set_value (model, component->id, names[1], pair[1], error);
  g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("there is no component “%s”"), names[0]);
  return FALSE;
}

static LsModel *
open_model (const Work *work, GError **error)
{
  g_autofree char *path = g_build_filename (work->folder, work->published->model, NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, error);

  for (guint i = 0;
       model != NULL && work->published->values != NULL && work->published->values[i] != NULL; i++)
    if (!set_value (model, work->published->values[i], error))
      return NULL;
  return g_steal_pointer (&model);
}

/* The methods that there are; what is said of the others is all that is shown of them. */
static GPtrArray *
list_methods (Work *work)
{
  GPtrArray *methods = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);

  for (guint i = 0; i < LS_PUBLISHED_MAX_METHODS; i++)
    {
      const char *text = work->published->methods[i].method;
      g_autoptr (GError) problem = NULL;
      g_autoptr (LsMethodChoice) choice = NULL;
      g_autoptr (LsOptions) options = NULL;

      if (text == NULL)
        continue;
      choice = ls_method_choice_parse (text, &problem);
      if (choice != NULL)
        options = ls_coupling_method_read_options (choice, &problem);
      if (options == NULL)
        {
          fprintf (stderr, _ ("note: %s is not available: %s\n"), text, problem->message);
          continue;
        }
      g_ptr_array_add (methods, g_steal_pointer (&choice));
      g_array_append_val (work->places, i);
    }
  return methods;
}

static gboolean
compute (Work *work, GError **error)
{
  const LsPublished *published = work->published;
  g_autoptr (LsModel) model = open_model (work, error);
  g_autoptr (GPtrArray) methods = NULL;
  guint n_steps = 0;

  if (model == NULL)
    return FALSE;
  methods = list_methods (work);
  while (n_steps < LS_PUBLISHED_MAX_STEPS && published->steps[n_steps] > 0)
    n_steps++;
  work->comparison = ls_comparison_new (model, methods, published->steps, n_steps, 0,
                                        published->stop_time, published->signals, error);
  return work->comparison != NULL
         && ls_comparison_execute (work->comparison, NULL, NULL, NULL, error);
}

static void
print_table (const LsTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ls_table_append_text (table, text);
  fputs (text->str, stdout);
}

static void
print_remarks (const LsPublished *published)
{
  if (published->orders != NULL)
    printf (_ ("The paper: %s.\n"), _ (published->orders));
  if (published->remark != NULL)
    printf ("%s\n", _ (published->remark));
}

static void
fill_row (const Work *work, LsTable *table, guint run)
{
  const guint n_steps = ls_comparison_get_n_step_sizes (work->comparison);
  const LsPublishedMethod *method
      = &work->published->methods[g_array_index (work->places, guint, run / n_steps)];
  const guint step = run % n_steps;
  const double theirs = step < G_N_ELEMENTS (method->errors) ? method->errors[step] : 0;
  const double time = step < G_N_ELEMENTS (method->times) ? method->times[step] : 0;
  LsRun *done = ls_comparison_get_run (work->comparison, run);
  const double ours = ls_comparison_get_error (work->comparison, run, 0);
  LsRunResult result;

  ls_run_get_result (done, &result);
  ls_table_set (table, run + 1, 0, g_strdup (method->column != NULL ? method->column : "–"));
  ls_table_set (table, run + 1, 1, g_strdup (method->method));
  ls_table_set_number (table, run + 1, 2, "", ls_run_get_step_size (done), 3);
  ls_table_set_number (table, run + 1, 3, "", theirs > 0 ? theirs : NAN, 3);
  ls_table_set_number (table, run + 1, 4, "", ours, 5);
  ls_table_set_number (table, run + 1, 5, "", theirs > 0 ? ours / theirs : NAN, 3);
  ls_table_set_number (table, run + 1, 6, "", time > 0 ? time : NAN, 3);
  ls_table_set_number (table, run + 1, 7, "", result.cpu_time, 3);
  ls_run_result_clear (&result);
}

static void
print_beside (const Work *work)
{
  static const char *const heads[] = { N_ ("Paper"),
                                       N_ ("Ours"),
                                       N_ ("Step (s)"),
                                       N_ ("Published (%)"),
                                       N_ ("Error (%)"),
                                       N_ ("Ours / published"),
                                       N_ ("Published CPU (s)"),
                                       N_ ("CPU (s)") };
  const guint n = ls_comparison_get_n_runs (work->comparison);
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), n + 1, 2);
  LsReference *reference = ls_comparison_get_reference (work->comparison);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    ls_table_set (table, 0, i, g_strdup (_ (heads[i])));
  for (guint i = 0; i < n; i++)
    fill_row (work, table, i);
  printf (_ ("Errors of %s, 100 · RMS / (max − min).\n\n"), work->published->signals[0]);
  print_table (table);
  printf ("\n");
  if (reference != NULL)
    printf (_ ("Reference: %s.\n"), ls_reference_get_description (reference));
}

static void
print_runs (const Work *work)
{
  g_autofree char *text = NULL;

  if (work->published->kind == LS_PUBLISHED_TABLE)
    {
      print_beside (work);
      return;
    }
  text = ls_comparison_to_table (work->comparison);
  fputs (text, stdout);
}

/* Rows of the time range alone. */
static LsTrace *
cut (LsTrace *trace, const LsPublished *published)
{
  const guint n = ls_trace_get_n_columns (trace);
  g_autofree const char **names = g_new0 (const char *, n);
  g_autofree const char **units = g_new0 (const char *, n);
  g_autofree double *row = g_new (double, n);
  LsTrace *part;

  if (!(published->to > published->from))
    return ls_trace_ref (trace);
  for (guint i = 1; i < n; i++)
    {
      names[i - 1] = ls_trace_get_name (trace, i);
      units[i - 1] = ls_trace_get_unit (trace, i);
    }
  part = ls_trace_new (n - 1, names, units);
  for (gsize r = 0; r < ls_trace_get_n_rows (trace); r++)
    {
      for (guint i = 0; i < n; i++)
        row[i] = ls_trace_get (trace, i, r);
      if (row[0] >= published->from && row[0] <= published->to && !ls_trace_append (part, row))
        break;
    }
  return part;
}

static LsFigure *
make_figure (const Work *work)
{
  const LsPublished *published = work->published;
  LsFigure *figure = ls_figure_new (published->kind == LS_PUBLISHED_ORBIT ? LS_FIGURE_ORBIT
                                                                          : LS_FIGURE_TRAJECTORY);
  LsReference *reference = ls_comparison_get_reference (work->comparison);

  for (guint i = 0; i < ls_comparison_get_n_runs (work->comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (work->comparison, i);
      g_autofree char *label = ls_run_get_name (run);
      g_autoptr (LsTrace) trace = cut (ls_run_get_trace (run), published);

      ls_figure_add_run (figure, trace, label, ls_run_get_choice (run)->method);
    }
  if (reference != NULL)
    {
      g_autoptr (LsTrace) trace = cut (ls_reference_get_trace (reference), published);
      ls_figure_set_reference (figure, trace, _ ("reference"));
    }
  if (published->kind == LS_PUBLISHED_ORBIT)
    ls_figure_set_orbit (figure, published->signals[0], published->signals[1]);
  else
    ls_figure_set_signals (figure, published->signals);
  ls_figure_set_title (figure, _ (published->title));
  ls_figure_update (figure);
  return figure;
}

static void
draw_figure (cairo_t *cr, double width, double height, gpointer figure)
{
  ls_figure_draw (figure, cr, width, height, ls_theme_get_light ());
}

static void
draw_chart (cairo_t *cr, double width, double height, gpointer chart)
{
  ls_chart_draw (chart, cr, width, height, ls_theme_get_light ());
}

static void
draw_diagram (cairo_t *cr, double width, double height, gpointer diagram)
{
  const LsTheme *theme = ls_theme_get_light ();
  const LsRect extents = ls_diagram_get_extents (diagram);
  const double zoom = MIN (width / extents.width, height / extents.height);

  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  cairo_translate (cr, 0.5 * (width - zoom * extents.width),
                   0.5 * (height - zoom * extents.height));
  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -extents.x, -extents.y);
  ls_diagram_draw (diagram, cr, zoom, theme, NULL);
}

static gboolean
export_figure (const Work *work, GError **error)
{
  if (work->published->kind == LS_PUBLISHED_TRAJECTORY
      || work->published->kind == LS_PUBLISHED_ORBIT)
    {
      g_autoptr (LsFigure) figure = make_figure (work);
      return ls_export (work->output, WIDTH, HEIGHT, 1, draw_figure, figure, error);
    }
  else
    {
      g_autoptr (GPtrArray) charts
          = ls_charts_new_for (work->comparison, work->published->kind == LS_PUBLISHED_TABLE
                                                     ? LS_CHART_KIND_WORK_PRECISION
                                                     : LS_CHART_KIND_CONVERGENCE);
      LsChartPicture picture = { .charts = charts, .theme = ls_theme_get_light () };
      ls_chart_set_title (g_ptr_array_index (charts, 0), _ (work->published->title));
      return ls_export (work->output, WIDTH, HEIGHT, 1, ls_charts_draw, &picture, error);
    }
}

static gboolean
reproduce_diagram (const Work *work, GError **error)
{
  g_autoptr (LsModel) model = open_model (work, error);
  g_autoptr (LsDiagram) diagram = NULL;
  LsRect extents;

  if (model == NULL)
    return FALSE;
  diagram = ls_diagram_new (model);
  extents = ls_diagram_get_extents (diagram);
  printf (_ ("%s: a drawing, see --output.\n"), _ (work->published->title));
  return work->output == NULL
         || ls_export (work->output, extents.width, extents.height, 1, draw_diagram, diagram,
                       error);
}

static void
add_single (LsChart *chart,
            LsTable *table,
            guint n,
            const double steps[],
            const double errors[],
            const char *label,
            const char *method,
            guint column)
{
  g_autofree double *sizes = g_new (double, n);
  g_autofree char *legend = NULL;
  LsOrderFit fit;
  guint series;

  for (guint i = 0; i < n; i++)
    {
      sizes[i] = fabs (errors[i]);
      ls_table_set_number (table, i + 1, column, "", errors[i], 6);
    }
  /* Below 1e-11 the integration of the component is what is seen. */
  ls_order_fit (steps, sizes, n, 1e-11, &fit);
  legend = isfinite (fit.order) ? g_strdup_printf (_ ("%s (order %.2f)"), label, fit.order)
                                : g_strdup (label);
  ls_table_set (table, 0, column, g_strdup (legend));
  series = ls_chart_add_series (chart, method, legend, LS_CHART_POINTS, steps, sizes, n);
  if (fit.order > 0.5 && fabs (fit.order - round (fit.order)) < 0.1)
    ls_chart_add_triangle (chart, series, round (fit.order), fit.h_min, fit.h_max);
}

/* METHODS: x - xL of COSTARICA section 4, prey alone under a polynomial predator. */
static gboolean
reproduce_single_step (const Work *work, GError **error)
{
  static const double steps[] = { 1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4 };
  enum
  {
    N = G_N_ELEMENTS (steps)
  };
  const gboolean ideal = strcmp (work->published->id, "costarica-fig-9") == 0;
  const gboolean time = strcmp (work->published->id, "costarica-fig-11") == 0;
  const guint terms[] = { 0, 8, 10, 12, 14 };
  const guint n_series = ideal ? 2 : G_N_ELEMENTS (terms);
  g_autoptr (LsTable) table = ls_table_new (n_series + 1, N + 1, 0);
  g_autoptr (LsChart) chart = ls_chart_new ();
  char text[LS_NUMBER_SIZE];

  ls_table_set (table, 0, 0, g_strdup (_ ("Step (s)")));
  for (guint i = 0; i < N; i++)
    ls_table_set (table, i + 1, 0, g_strdup (ls_number_format (steps[i], text)));
  ls_chart_set_title (chart, _ (work->published->title));
  ls_chart_set_x_axis (chart, _ ("step size [s]"), TRUE);
  ls_chart_set_y_axis (chart, _ ("|prey − estimate|"), TRUE);
  for (guint k = 0; k < n_series; k++)
    {
      const gboolean with_time = ideal ? k == 1 : time;
      const guint n_terms = ideal ? 0 : terms[k];
      double errors[N];
      g_autofree char *label = ideal ? g_strdup (with_time ? _ ("with time") : _ ("classical"))
                               : n_terms > 0 ? g_strdup_printf (_ ("Gaver-Stehfest %u"), n_terms)
                                             : g_strdup (_ ("exact"));

      for (guint i = 0; i < N; i++)
        if (!ls_single_step_error (work->folder, with_time, n_terms, steps[i], &errors[i], error))
          return FALSE;
      add_single (chart, table, N, steps, errors, label,
                  ideal && k == 0 ? "missiles"
                  : n_terms > 0   ? "costarica"
                                  : "ni-jacobi",
                  k + 1);
    }
  printf ("%s\n\n", _ (work->published->title));
  print_table (table);
  printf ("\n");
  if (ideal)
    printf (_ ("Computed from the equations: classical −2.23597e-11, −2.23728e-8, −2.24658e-5 and "
               "with time −5.01246e-7, −4.99856e-5, −4.84161e-3 at 1e-3, 1e-2, 1e-1 s.\n"));
  print_remarks (work->published);
  return work->output == NULL
         || ls_export (work->output, WIDTH, HEIGHT, 1, draw_chart, chart, error);
}

static gboolean
reproduce_solvers (const Work *work, GError **error)
{
  if (work->output != NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("%s are tables: there is nothing to draw"), work->published->id);
      return FALSE;
    }
  printf ("%s\n\n", _ (work->published->title));
  if (!ls_reproduce_solvers (work->folder, error))
    return FALSE;
  print_remarks (work->published);
  return TRUE;
}

static gboolean
reproduce (Work *work, GError **error)
{
  work->folder = find_models (error);
  if (work->folder == NULL)
    return FALSE;
  if (work->published->kind == LS_PUBLISHED_DIAGRAM)
    return reproduce_diagram (work, error);
  if (work->published->kind == LS_PUBLISHED_SINGLE_STEP)
    return reproduce_single_step (work, error);
  if (work->published->kind == LS_PUBLISHED_SOLVERS)
    return reproduce_solvers (work, error);
  if (!compute (work, error))
    return FALSE;
  printf ("%s\n", _ (work->published->title));
  print_runs (work);
  print_remarks (work->published);
  return work->output == NULL || export_figure (work, error);
}

static int
print_list (void)
{
  for (guint i = 0; i < ls_published_get_n (); i++)
    printf ("%-18s %s\n", ls_published_get (i)->id, _ (ls_published_get (i)->title));
  return 0;
}

static int
find_and_reproduce (const char *id, const char *output)
{
  Work work = { .published = ls_published_find (id), .output = output };
  GError *error = NULL;
  gboolean done;

  if (work.published == NULL)
    return ls_command_fail (2,
                            _ ("there is nothing called “%s” to reproduce; “lockstep reproduce "
                               "list” lists what there is"),
                            id);
  if (output != NULL && !ls_export_check_path (output, &error))
    return ls_command_fail_error (2, error);
  work.places = g_array_new (FALSE, FALSE, sizeof (guint));
  done = reproduce (&work, &error);
  g_array_unref (work.places);
  g_clear_pointer (&work.comparison, ls_comparison_unref);
  g_free (work.folder);
  return done ? 0 : ls_command_fail_error (1, error);
}

static int
run (int argc, char **argv)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      N_ ("Draw the figure to this file, .png, .svg or .pdf"), N_ ("FILE") },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_reproduce, entries);
  GError *error = NULL;

  if (!g_option_context_parse (context, &argc, &argv, &error))
    return ls_command_fail_error (2, error);
  if (argc != 2)
    return ls_command_fail (2, _ ("reproduce needs the name of a table or figure, or “list”"));
  return strcmp (argv[1], "list") == 0 ? print_list () : find_and_reproduce (argv[1], output);
}

const LsCommand ls_command_reproduce = {
  .name = "reproduce",
  .arguments = N_ ("NAME | list"),
  .summary = N_ ("Compute tables and figures of the papers again"),
  .run = run,
};
