/* Tables and figures that compare coupling methods, ours beside theirs. */
#include "cli/reproduce/show.h"

#include "core/coupling/coupling.h"
#include "core/ssp/ssp.h"
#include "core/run/comparison.h"
#include "core/report/report-format.h"
#include "draw/export.h"
#include "present/charts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 960.0
#define HEIGHT 600.0

typedef struct
{
  const LsReproduction *wanted;
  const LsPublished *published;
  GArray *places; /* guint: index in published->methods of each method that is run */
  LsComparison *comparison;
} Work;

static gboolean
set_value (LsModel *model, const char *text, GError **error)
{
  g_auto (GStrv) pair = g_strsplit (text, "=", 2);
  g_auto (GStrv) names = g_strsplit (pair[0], ".", 2);
  const LsComponent *component = ls_model_find_component_by_name (model, names[0]);

  if (component != NULL)
    return ls_model_set_value (model, component->id, names[1], pair[1], error);
  return ls_fail (error, LS_ERROR_MODEL, _ ("there is no component “%s”"), names[0]);
}

static LsModel *
open_model (const Work *work, GError **error)
{
  g_autofree char *path = g_build_filename (work->wanted->folder, work->published->model, NULL);
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

  ls_show_set_heads (table, heads);
  for (guint i = 0; i < n; i++)
    fill_row (work, table, i);
  printf (_ ("Errors of %s, 100 · RMS / (max − min).\n\n"), work->published->signals[0]);
  ls_show_table (table);
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
  text = ls_report_make ("table", work->comparison);
  fputs (text, stdout);
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
      g_autoptr (LsTrace) trace
          = ls_show_cut (ls_run_get_trace (run), published->from, published->to);

      ls_figure_add_run (figure, trace, label, ls_run_get_choice (run)->method);
    }
  if (reference != NULL)
    {
      g_autoptr (LsTrace) trace
          = ls_show_cut (ls_reference_get_trace (reference), published->from, published->to);
      ls_figure_set_reference (figure, trace, _ ("reference"));
    }
  if (published->kind == LS_PUBLISHED_ORBIT)
    ls_figure_set_orbit (figure, published->signals[0], published->signals[1]);
  else
    ls_figure_set_signals (figure, published->signals);
  return figure;
}

static gboolean
export_figure (const Work *work, GError **error)
{
  if (work->published->kind == LS_PUBLISHED_TRAJECTORY
      || work->published->kind == LS_PUBLISHED_ORBIT)
    {
      g_autoptr (LsFigure) figure = make_figure (work);
      return ls_show_export_figure (work->wanted, figure, error);
    }
  else
    {
      g_autoptr (GPtrArray) charts
          = ls_charts_new_for (work->comparison, work->published->kind == LS_PUBLISHED_TABLE
                                                     ? LS_CHART_KIND_WORK_PRECISION
                                                     : LS_CHART_KIND_CONVERGENCE);
      LsChartPicture picture = { .charts = charts, .theme = ls_theme_get_light () };
      ls_chart_set_title (g_ptr_array_index (charts, 0), _ (work->published->title));
      return ls_export (work->wanted->output, WIDTH, HEIGHT, 1, ls_charts_draw, &picture, error);
    }
}

gboolean
ls_reproduce_coupling (const LsReproduction *self, GError **error)
{
  Work work = { .wanted = self, .published = self->published };
  gboolean done;

  work.places = g_array_new (FALSE, FALSE, sizeof (guint));
  done = compute (&work, error);
  if (done)
    {
      printf ("%s\n", _ (self->published->title));
      print_runs (&work);
      ls_show_remarks (self->published);
      done = self->output == NULL || export_figure (&work, error);
    }
  g_array_unref (work.places);
  g_clear_pointer (&work.comparison, ls_comparison_unref);
  return done;
}
