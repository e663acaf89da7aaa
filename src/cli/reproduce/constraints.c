/* Figures of single FMUs whose states are kept to constraints, or not. */
#include "cli/reproduce/show.h"

#include "core/run/simulation.h"
#include "draw/figure.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROWS 600
#define MOST_SIGNALS 6

/* What is measured, besides what is drawn. */
typedef struct
{
  LsTrace *trace;
  LsSimulationResult result;
} Done;

static void
done_clear (Done *self)
{
  g_clear_pointer (&self->trace, ls_trace_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Done, done_clear)

static gboolean
simulate (const LsReproduction *self,
          const LsPublishedRun *run,
          const char *const *signals,
          Done *done,
          GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, run->fmu, NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  LsSolver solver;
  LsSimulationSettings settings = { .fmu = fmu,
                                    .name = run->fmu,
                                    .solver = &solver,
                                    .stop_time = self->published->stop_time,
                                    .output_interval = self->published->stop_time / ROWS,
                                    .tolerance = NAN,
                                    .start_values = run->values,
                                    .signals = signals };

  return fmu != NULL && ls_solver_parse (run->solver, &solver, error)
         && ls_simulation_run (&settings, NULL, &done->trace, &done->result, error);
}

/* Of all rows, from the value at the start where @from_start. */
static double
find_greatest (const LsTrace *trace, const char *signal, gboolean from_start)
{
  const int column = ls_trace_find (trace, signal);
  const double start = from_start ? ls_trace_get (trace, (guint)column, 0) : 0;
  double greatest = 0;

  for (gsize row = 0; row < ls_trace_get_n_rows (trace); row++)
    greatest = fmax (greatest, fabs (ls_trace_get (trace, (guint)column, row) - start));
  return greatest;
}

static void
set_count (LsTable *table, guint row, guint column, guint64 count)
{
  ls_table_set (table, row, column, g_strdup_printf ("%" G_GUINT64_FORMAT, count));
}

static void
set_published (LsTable *table, guint row, guint column, const char *text)
{
  ls_table_set (table, row, column, g_strdup (text != NULL ? _ (text) : "–"));
}

static guint
count_runs (const LsPublished *published)
{
  guint n = 0;

  while (n < LS_PUBLISHED_MAX_RUNS && published->runs[n].fmu != NULL)
    n++;
  return n;
}

static void
add_to_figure (LsFigure *figure, const LsPublishedRun *run, LsTrace *trace, guint index)
{
  g_autofree char *color = g_strdup_printf (LS_PALETTE_PREFIX "%u", index);

  ls_figure_add_run (figure, trace, _ (run->name), color);
}

/* One row of the table: the counts of the solver, then what @fill adds. */
typedef void (*FillFunc) (LsTable *table, guint row, const LsPublishedRun *run, const Done *done);

static gboolean
show_runs (const LsReproduction *self,
           LsTable *table,
           const char *const *signals,
           FillFunc fill,
           GError **error)
{
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  const LsPublished *published = self->published;

  for (guint i = 0; i < count_runs (published); i++)
    {
      g_auto (Done) done = { NULL, { .time = 0 } };

      if (!simulate (self, &published->runs[i], signals, &done, error))
        return FALSE;
      ls_table_set (table, i + 1, 0, g_strdup (_ (published->runs[i].name)));
      ls_table_set (table, i + 1, 1, g_strdup (published->runs[i].solver));
      set_count (table, i + 1, 2, done.result.counts.ode.steps);
      set_count (table, i + 1, 3, done.result.counts.ode.evaluations);
      fill (table, i + 1, &published->runs[i], &done);
      add_to_figure (figure, &published->runs[i], done.trace, i);
    }
  ls_show_title (published);
  ls_show_table (table);
  printf ("\n");
  ls_show_remarks (published);
  ls_figure_set_signals (figure, published->signals);
  return ls_show_export_figure (self, figure, error);
}

static void
fill_pendulum (LsTable *table, guint row, const LsPublishedRun *run, const Done *done)
{
  ls_table_set_number (table, row, 4, "", find_greatest (done->trace, "drift", FALSE), 3);
  set_published (table, row, 5, run->published[0]);
  ls_table_set_number (table, row, 6, "", find_greatest (done->trace, "energy", TRUE), 3);
  set_published (table, row, 7, run->published[1]);
}

gboolean
ls_reproduce_pendulum (const LsReproduction *self, GError **error)
{
  static const char *const heads[]
      = { N_ ("Run"),     N_ ("Ours"),      N_ ("Steps"),       N_ ("f"),
          "|drift| (m²)", N_ ("Published"), "|energy| (m²/s²)", N_ ("Published") };
  static const char *const signals[] = { "x", "y", "drift", "energy", NULL };
  g_autoptr (LsTable) table
      = ls_table_new (G_N_ELEMENTS (heads), count_runs (self->published) + 1, 2);

  ls_show_set_heads (table, heads);
  return show_runs (self, table, signals, fill_pendulum, error);
}

static void
fill_battery (LsTable *table, guint row, const LsPublishedRun *run, const Done *done)
{
  const guint charge = (guint)ls_trace_find (done->trace, "charge");
  const gsize last = ls_trace_get_n_rows (done->trace) - 1;

  set_count (table, row, 4, done->result.counts.events);
  ls_table_set_number (table, row, 5, "", find_greatest (done->trace, "imbalance", FALSE), 3);
  ls_table_set_number (table, row, 6, "", ls_trace_get (done->trace, charge, last), 9);
  set_published (table, row, 7, run->published[0]);
}

/* What the charge at 600 s is from an integration in which the constraint is solved for the current
 * (models/battery-pack). */
#define CHARGE "0.384431518"

gboolean
ls_reproduce_battery (const LsReproduction *self, GError **error)
{
  static const char *const heads[]
      = { N_ ("Run"),      N_ ("Ours"),       N_ ("Steps"),           N_ ("f"),
          N_ ("Restarts"), "|imbalance| (W)", N_ ("Charge at 600 s"), N_ ("Published time") };
  static const char *const signals[] = { "charge", "power", "imbalance", NULL };
  g_autoptr (LsTable) table
      = ls_table_new (G_N_ELEMENTS (heads), count_runs (self->published) + 1, 2);

  ls_show_set_heads (table, heads);
  if (!show_runs (self, table, signals, fill_battery, error))
    return FALSE;
  printf (_ ("With the constraint solved for the current: charge %s at 600 s.\n"), CHARGE);
  return TRUE;
}
