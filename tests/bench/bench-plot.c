/* Long curves: pyramids, redrawing, export; and how soon a cancel is honoured. */
#include "bench.h"

#include "../core/support/news.h"

#include "core/foreign/foreign.h"
#include "core/ssp/ssp.h"
#include "core/record/pyramid.h"
#include "core/run/run.h"
#include "draw/export.h"
#include "draw/figure.h"

#include <glib/gstdio.h>
#include <math.h>

/* A noisy wave: what costs most. */
static LsTrace *
trace_new (gsize n)
{
  static const char *const names[] = { "a.x" };
  LsTrace *trace = ls_trace_new (1, names, NULL);
  guint32 noise = 1;

  for (gsize i = 0; i < n; i++)
    {
      const double t = 1e-6 * (double)i;
      double row[] = { t, sin (3 * t) };

      noise = noise * 1664525u + 1013904223u;
      row[1] += 0.1 * (double)noise / 4294967296.0;
      if (!ls_trace_append (trace, row))
        break;
    }
  return trace;
}

static LsTrace *
get_trace (gsize n)
{
  static LsTrace *traces[2];
  LsTrace **trace = &traces[n > 1000000];

  if (*trace == NULL)
    *trace = trace_new (n);
  return *trace;
}

static LsTrace *
get_mapped_trace (void)
{
  static LsTrace *trace;

  if (trace == NULL)
    {
      ls_trace_set_memory_limit (1);
      trace = trace_new (10000000);
      ls_trace_set_memory_limit (0);
    }
  return trace;
}

static void
append_in_memory (G_GNUC_UNUSED gpointer data)
{
  ls_trace_unref (trace_new (3000000));
}

static void
append_to_file (G_GNUC_UNUSED gpointer data)
{
  ls_trace_set_memory_limit (1);
  ls_trace_unref (trace_new (3000000));
  ls_trace_set_memory_limit (0);
}

/* Processor time for rows beyond what memory may hold, the kernel's part of it included. */
static double
measure_append_to_file (G_GNUC_UNUSED gpointer data, G_GNUC_UNUSED GError **error)
{
  return ls_bench_ratio (append_to_file, append_in_memory, NULL, 7);
}

/* ns for a row more in the file */
static double
measure_row_in_file (G_GNUC_UNUSED gpointer data, G_GNUC_UNUSED GError **error)
{
  double start = ls_bench_cpu_time ();

  append_to_file (NULL);
  return 1e9 * (ls_bench_cpu_time () - start) / 3e6;
}

static void
run_once (gboolean mapped)
{
  const char *build = ls_bench_get_build ();
  g_autofree char *path = g_build_filename (build, "models", "two-bodies.ssp", NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, NULL);
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("ni-jacobi");
  g_autoptr (LsRun) run = model != NULL ? ls_run_new (model, choice, 0, 2, 2e-6, NULL, NULL) : NULL;

  ls_trace_set_memory_limit (mapped ? 1 : 0);
  if (run != NULL)
    ls_run_execute (run, NULL, NULL, NULL, NULL);
  ls_trace_set_memory_limit (0);
}

static void
run_in_memory (G_GNUC_UNUSED gpointer data)
{
  run_once (FALSE);
}

static void
run_to_file (G_GNUC_UNUSED gpointer data)
{
  run_once (TRUE);
}

/* The same of a run of 1e6 macro steps that does next to nothing in each. */
static double
measure_run_to_file (G_GNUC_UNUSED gpointer data, G_GNUC_UNUSED GError **error)
{
  return ls_bench_ratio (run_to_file, run_in_memory, NULL, 5);
}

/* s of processor time for 1e7 rows */
static double
measure_pyramid (G_GNUC_UNUSED gpointer data, G_GNUC_UNUSED GError **error)
{
  LsPyramid *pyramid = ls_pyramid_new (get_trace (10000000), 1);
  double start = ls_bench_cpu_time ();

  ls_pyramid_update (pyramid);
  start = ls_bench_cpu_time () - start;
  ls_pyramid_free (pyramid);
  return start;
}

/* ms for a figure of 1e7 rows in a window's size, its pyramid being there. @data: in a file */
static double
measure_redraw (gpointer data, G_GNUC_UNUSED GError **error)
{
  LsTrace *trace = data != NULL ? get_mapped_trace () : get_trace (10000000);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, 400);
  cairo_t *cr = cairo_create (surface);
  double start = 0;

  ls_figure_add_run (figure, trace, "run", "missiles");
  for (guint i = 0; i < 2; i++)
    {
      start = ls_bench_cpu_time ();
      ls_figure_draw (figure, cr, 1200, 400, ls_theme_get_light ());
      cairo_surface_flush (surface);
      start = ls_bench_cpu_time () - start;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return 1e3 * start;
}

static void
draw_cb (cairo_t *cr, double width, double height, gpointer figure)
{
  ls_figure_draw (figure, cr, width, height, ls_theme_get_light ());
}

/* A figure of 1e6 rows as PDF: s of processor time, or MB where @data is set */
static double
measure_pdf (gpointer data, GError **error)
{
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autofree char *folder = g_dir_make_tmp ("bench-XXXXXX", error);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "figure.pdf", NULL) : NULL;
  double start = ls_bench_cpu_time (), value;
  GStatBuf info;

  if (path == NULL)
    return NAN;
  ls_figure_add_run (figure, get_trace (1000000), "run", "missiles");
  if (!ls_export (path, 800, 500, 1, draw_cb, figure, error))
    return NAN;
  value = ls_bench_cpu_time () - start;
  if (data != NULL)
    value = g_stat (path, &info) == 0 ? 1e-6 * (double)info.st_size : NAN;
  g_unlink (path);
  g_rmdir (folder);
  return value;
}

/* 1e6 rows of time and two curves, of nine digits. (transfer full) */
static char *
write_table (GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("bench-XXXXXX", error);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "curves.csv", NULL) : NULL;
  g_autoptr (GString) text = g_string_new ("time,a.x,b.x\n");

  for (guint i = 0; i < 1000000 && path != NULL; i++)
    g_string_append_printf (text, "%.9g,%.9g,%.9g\n", 2e-6 * i, sin (6e-5 * i), cos (6e-5 * i));
  if (path == NULL || !g_file_set_contents (path, text->str, (gssize)text->len, error))
    return NULL;
  return g_steal_pointer (&path);
}

/* s of processor time from such a file to its curves on a surface of a window's size, with their
 * pyramids. What a process without rights reads is the same code. */
static double
measure_table (G_GNUC_UNUSED gpointer data, GError **error)
{
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autoptr (LsTrace) trace = NULL;
  g_autofree char *path = write_table (error);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  cairo_surface_t *surface;
  cairo_t *cr;
  double start = ls_bench_cpu_time ();

  if (path == NULL)
    return NAN;
  trace = ls_foreign_read (path, NULL, error);
  g_unlink (path);
  g_rmdir (folder);
  if (trace == NULL)
    return NAN;
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, 400);
  cr = cairo_create (surface);
  ls_figure_add_run (figure, trace, "table", "missiles");
  ls_figure_draw (figure, cr, 1200, 400, ls_theme_get_light ());
  start = ls_bench_cpu_time () - start;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return start;
}

static gpointer
execute (gpointer run)
{
  ls_run_execute (run, NULL, news_progress, NULL, NULL);
  return NULL;
}

/* ms from the wish to the end of the thread that does the run, at full speed */
static double
measure_cancel (G_GNUC_UNUSED gpointer data, GError **error)
{
  const char *build = ls_bench_get_build ();
  g_autofree char *path = g_build_filename (build, "models", "two-bodies.ssp", NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("ni-jacobi");
  g_autoptr (LsRun) run
      = model != NULL ? ls_run_new (model, choice, 0, 2, 1e-7, NULL, error) : NULL;
  GThread *thread;
  double start;

  if (run == NULL)
    return NAN;
  thread = g_thread_new ("run", execute, run);
  news_wait_rows (run, 1000);
  start = ls_bench_wall_time ();
  ls_run_cancel (run);
  g_thread_join (thread);
  return 1e3 * (ls_bench_wall_time () - start);
}

const LsBench ls_bench_plot[] = {
  { "plot/pyramid of 1e7 points", "s", 1, 3, measure_pyramid, NULL },
  { "plot/redraw of 1e7 points", "ms", 16, 5, measure_redraw, NULL },
  { "plot/redraw of 1e7 points in a mapped file", "ms", 16, 5, measure_redraw, (gpointer) "file" },
  { "plot/row appended to a mapped file", "ns", 100, 3, measure_row_in_file, NULL },
  { "plot/append to a file, of memory's time", "", NAN, 1, measure_append_to_file, NULL },
  { "plot/run recorded in a file, of memory's time", "", 1.1, 1, measure_run_to_file, NULL },
  { "plot/PDF of 1e6 points", "s", 1, 3, measure_pdf, NULL },
  { "plot/size of PDF of 1e6 points", "MB", 1, 1, measure_pdf, (gpointer) "size" },
  { "plot/CSV of 1e6 rows of two, read and drawn", "s", 0.6, 3, measure_table, NULL },
  { "plot/cancel at full speed", "ms", 100, 5, measure_cancel, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
