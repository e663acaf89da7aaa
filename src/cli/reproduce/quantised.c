/* What the paper on quantised states says of whole models. */
#include "cli/reproduce/show.h"

#include "core/base/number.h"
#include "core/ssp/ssp.h"
#include "core/run/convergence-order.h"
#include "core/run/run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The quantum is @quantum for every state, whatever its value. */
static LsRun *
run_quantised (const LsReproduction *self, const char *method, double quantum, GError **error)
{
  const LsPublished *published = self->published;
  g_autofree char *path = g_build_filename (self->folder, published->model, NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  char number[LS_NUMBER_SIZE];
  g_autofree char *text = g_strdup_printf ("%s:quantum=1e-14:absolute-quantum=%s:dense=on", method,
                                           ls_number_format (quantum, number));
  g_autoptr (LsMethodChoice) choice = NULL;
  g_autoptr (LsRun) run = NULL;

  if (model == NULL)
    return NULL;
  choice = ls_method_choice_parse (text, error);
  if (choice == NULL)
    return NULL;
  run = ls_run_new (model, choice, 0, published->stop_time, published->stop_time / 300, NULL,
                    error);
  if (run == NULL || !ls_run_execute (run, NULL, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&run);
}

/* @index-th event of @source after the start, s; NaN when there is none. */
static double
find_event (LsRun *run, guint source, guint index)
{
  LsTrace *events = ls_activity_get_trace (ls_run_get_activity (run));

  for (gsize row = 0; row < ls_trace_get_n_rows (events); row++)
    if (ls_trace_get (events, 1, row) == source && ls_trace_get (events, 0, row) > 0
        && index-- == 0)
      return ls_trace_get (events, 0, row);
  return NAN;
}

gboolean
ls_reproduce_transitions (const LsReproduction *self, GError **error)
{
  static const char *const heads[] = { N_ ("State"), N_ ("Transition"), N_ ("Published (s)"),
                                       N_ ("Ours (s)"), N_ ("Deviation (s)") };
  /* What the text prints, with its digits. */
  static const struct
  {
    guint state, index;
    const char *change;
    const char *time;
  } rows[] = { { 0, 0, "10 → 9", "0.1" },   { 1, 0, "10 → 9", "0.05" },
               { 1, 1, "9 → 8", "0.1" },    { 2, 0, "10 → 9", "0.01667" },
               { 2, 1, "9 → 8", "0.0339" }, { 2, 2, "8 → 7", "0.05190" } };
  g_autoptr (LsRun) run = run_quantised (self, "qss1", 1, error);
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), G_N_ELEMENTS (rows) + 1, 2);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);

  if (run == NULL)
    return FALSE;
  ls_show_set_heads (table, heads);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const double time = find_event (run, rows[i].state, rows[i].index);

      ls_table_set (table, i + 1, 0, g_strdup (self->published->signals[rows[i].state]));
      ls_table_set (table, i + 1, 1, g_strdup (rows[i].change));
      ls_table_set (table, i + 1, 2, g_strdup (rows[i].time));
      ls_table_set_number (table, i + 1, 3, "", time, 9);
      ls_table_set_number (table, i + 1, 4, "", fabs (time - g_ascii_strtod (rows[i].time, NULL)),
                           2);
    }
  ls_show_title (self->published);
  ls_show_table (table);
  printf ("\n");
  ls_show_remarks (self->published);
  ls_figure_add_run (figure, ls_run_get_trace (run), "QSS1", "qss1");
  ls_figure_set_signals (figure, self->published->signals);
  return ls_show_export_figure (self, figure, error);
}

gboolean
ls_reproduce_quanta (const LsReproduction *self, GError **error)
{
  static const char *const methods[] = { "qss1", "qss2", "qss3" };
  static const double quanta[] = { 1e-2, 1e-3, 1e-4, 1e-5 };
  enum
  {
    N = G_N_ELEMENTS (quanta),
    M = G_N_ELEMENTS (methods)
  };
  g_autoptr (LsTable) table = ls_table_new (M + 1, N + 3, 1);
  g_autoptr (LsChart) chart = ls_chart_new ();
  char text[LS_NUMBER_SIZE];

  ls_table_set (table, 0, 0, g_strdup (_ ("Quantum")));
  ls_chart_set_x_axis (chart, _ ("quantum"), TRUE);
  ls_chart_set_y_axis (chart, _ ("events"), TRUE);
  for (guint k = 0; k < N; k++)
    ls_table_set (table, k + 1, 0, g_strdup (ls_number_format (quanta[k], text)));
  ls_table_set (table, N + 1, 0, g_strdup (_ ("Slope")));
  ls_table_set (table, N + 2, 0, g_strdup (_ ("Published")));
  for (guint m = 0; m < M; m++)
    {
      double counts[N], slope;

      for (guint k = 0; k < N; k++)
        {
          g_autoptr (LsRun) run = run_quantised (self, methods[m], quanta[k], error);

          if (run == NULL)
            return FALSE;
          counts[k] = (double)ls_activity_get_total (ls_run_get_activity (run));
          ls_table_set_number (table, k + 1, m + 1, "", counts[k], 9);
        }
      /* From the ends: the counts grow evenly in between. */
      slope = log (counts[N - 1] / counts[1]) / log (quanta[N - 1] / quanta[1]);
      ls_table_set (table, 0, m + 1, g_strdup (methods[m]));
      ls_table_set_number (table, N + 1, m + 1, "", slope, 4);
      ls_table_set_number (table, N + 2, m + 1, "", -1.0 / (m + 1), 4);
      ls_chart_add_series (chart, methods[m], methods[m], LS_CHART_POINTS, quanta, counts, N);
    }
  ls_show_title (self->published);
  ls_show_table (table);
  printf ("\n");
  ls_show_remarks (self->published);
  return ls_show_export_chart (self, chart, error);
}

/* The slow and the fast state in closed form (models/stiff-pair). */
static void
get_stiff (double t, double x[2])
{
  const double slow = exp (-0.010001000200048793 * t), fast = exp (-99.98999899979995 * t);

  x[0] = 20.2 - 20.20002020608203 * slow + 2.020608203e-5 * fast;
  x[1] = 100
         * (20.20002020608203 * 0.010001000200048793 * slow
            - 2.020608203e-5 * 99.98999899979995 * fast);
}

static double
find_stiff_error (LsTrace *trace, const char *const *signals, guint state)
{
  const guint column = (guint)ls_trace_find (trace, signals[state]);
  double greatest = 0;

  for (gsize row = 0; row < ls_trace_get_n_rows (trace); row++)
    {
      double x[2];

      get_stiff (ls_trace_get (trace, 0, row), x);
      greatest = fmax (greatest, fabs (ls_trace_get (trace, column, row) - x[state]));
    }
  return greatest;
}

gboolean
ls_reproduce_stiff (const LsReproduction *self, GError **error)
{
  static const char *const heads[]
      = { N_ ("Solver"),      N_ ("Quantum"),   N_ ("slow events"), N_ ("Published"),
          N_ ("fast events"), N_ ("Published"), N_ ("slow error"),  N_ ("fast error") };
  static const char *const methods[] = { "qss1", "liqss1", "qss2", "liqss2", "qss3", "liqss3" };
  static const double quanta[] = { 1, 1e-2 };
  enum
  {
    M = G_N_ELEMENTS (methods),
    N = G_N_ELEMENTS (quanta)
  };
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), M * N + 1, 1);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);

  ls_show_set_heads (table, heads);
  for (guint i = 0; i < M * N; i++)
    {
      const char *method = methods[i % M];
      const double quantum = quanta[i / M];
      const gboolean known = i == 0;
      g_autoptr (LsRun) run = run_quantised (self, method, quantum, error);
      LsActivity *activity = run != NULL ? ls_run_get_activity (run) : NULL;

      if (run == NULL)
        return FALSE;
      ls_table_set (table, i + 1, 0, g_strdup (method));
      ls_table_set_number (table, i + 1, 1, "", quantum, 3);
      for (guint s = 0; s < 2; s++)
        {
          ls_table_set_number (table, i + 1, 2 + 2 * s, "",
                               (double)ls_activity_get_count (activity, s), 9);
          ls_table_set (table, i + 1, 3 + 2 * s, g_strdup (!known ? "–" : s == 0 ? "21" : "15995"));
          ls_table_set_number (
              table, i + 1, 6 + s, "",
              find_stiff_error (ls_run_get_trace (run), self->published->signals, s), 3);
        }
      if (quantum == 1)
        ls_figure_add_run (figure, ls_run_get_trace (run), method, method);
    }
  ls_show_title (self->published);
  ls_show_table (table);
  printf ("\n");
  ls_show_remarks (self->published);
  ls_figure_set_signals (figure, self->published->signals);
  return ls_show_export_figure (self, figure, error);
}
