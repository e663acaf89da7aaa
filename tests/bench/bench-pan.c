/* Panning and pointing in a window full of long curves. */
#include "bench.h"

#include "draw/figure.h"

#include <math.h>

#define N_PLOTS 6
#define N_RUNS 24
#define N_POINTS 1000000
/* Of a plot, px: six of them in a window of 1920x1080. */
#define WIDTH 600
#define HEIGHT 300
#define STEP 20.0

static LsFigure *figures[N_PLOTS];
static cairo_surface_t *surfaces[N_PLOTS];

/* Waves whose periods are many columns, as of most runs, with some noise. */
static LsTrace *
trace_new (guint run)
{
  static const char *const names[] = { "a.y" };
  LsTrace *trace = ls_trace_new (1, names, NULL);

  for (guint i = 0; i < N_POINTS; i++)
    {
      const double t = 1e-6 * i, phase = 0.1 * run;
      const double row[] = { t, sin (20 * t + phase) + 0.02 * sin (1.7 * i) + 0.05 * run };

      ls_trace_append (trace, row);
    }
  return trace;
}

static void
draw (guint i)
{
  cairo_t *cr = cairo_create (surfaces[i]);

  ls_figure_draw (figures[i], cr, WIDTH, HEIGHT, ls_theme_get_light ());
  cairo_destroy (cr);
  cairo_surface_flush (surfaces[i]);
}

static void
init (void)
{
  if (figures[0] != NULL)
    return;
  for (guint i = 0; i < N_PLOTS; i++)
    {
      figures[i] = ls_figure_new (LS_FIGURE_TRAJECTORY);
      ls_figure_set_brief_legend (figures[i], TRUE);
      surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    }
  for (guint run = 0; run < N_RUNS; run++)
    {
      g_autoptr (LsTrace) trace = trace_new (run);
      g_autofree char *label = g_strdup_printf ("run %u, h = 1e-%u", run, run % 6);
      g_autofree char *color = g_strdup_printf ("color:%u", run % LS_N_PALETTE);

      for (guint i = 0; i < N_PLOTS; i++)
        ls_figure_add_run (figures[i], trace, label, color);
    }
}

/* ms for the drawing of all plots after a move by @step. The whole range, or a part of it */
static double
measure (double zoom, gboolean buffered, double step)
{
  double start;

  init ();
  for (guint i = 0; i < N_PLOTS; i++)
    {
      ls_figure_set_buffered (figures[i], buffered);
      ls_figure_zoom_all (figures[i]);
      draw (i);
      ls_figure_zoom_at (figures[i], WIDTH / 2.0, HEIGHT / 2.0, zoom);
      draw (i);
    }
  start = ls_bench_cpu_time ();
  for (guint i = 0; i < N_PLOTS; i++)
    {
      if (step != 0)
        ls_figure_pan (figures[i], step, 0);
      else
        ls_figure_set_linked_time (figures[i], 0.5);
      draw (i);
    }
  return 1e3 * (ls_bench_cpu_time () - start);
}

static double
measure_pan (gpointer data, G_GNUC_UNUSED GError **error)
{
  return measure (GPOINTER_TO_UINT (data), TRUE, STEP);
}

static double
measure_whole (gpointer data, G_GNUC_UNUSED GError **error)
{
  return measure (GPOINTER_TO_UINT (data), FALSE, STEP);
}

static double
measure_point (G_GNUC_UNUSED gpointer data, G_GNUC_UNUSED GError **error)
{
  return measure (1, TRUE, 0);
}

/* The image that is moved, of drawing all anew. */
static double
measure_gain (G_GNUC_UNUSED gpointer data, G_GNUC_UNUSED GError **error)
{
  return measure (1, TRUE, STEP) / measure (1, FALSE, STEP);
}

const LsBench ls_bench_pan[] = {
  { "pan/6 plots of 24 runs of 1e6 points", "ms", 16, 11, measure_pan, GUINT_TO_POINTER (1) },
  { "pan/the same, zoomed by 100", "ms", 16, 11, measure_pan, GUINT_TO_POINTER (100) },
  { "pan/pointing in them", "ms", 16, 11, measure_point, NULL },
  { "pan/all drawn anew", "ms", NAN, 5, measure_whole, GUINT_TO_POINTER (1) },
  { "pan/the same, zoomed by 100, anew", "ms", NAN, 5, measure_whole, GUINT_TO_POINTER (100) },
  { "pan/of drawing anew", "", 0.3, 5, measure_gain, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
