/* Logarithmic axes, marks of time, names of signals, the numbers behind a figure. */
#include "draw/figure-data.h"
#include "figure-unit.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

typedef void (*Function) (double t, double values[2]);

/* @n rows from 0 to @stop, s */
static LsTrace *
make_trace (Function function, gsize n, double stop)
{
  static const char *const names[] = { "a.x", "a.y" };
  static const char *const units[] = { "m", "m" };
  LsTrace *trace = ls_trace_new (2, names, units);

  for (gsize i = 0; i < n; i++)
    {
      double row[3] = { stop * (double)i / (double)(n - 1) };

      function (row[0], row + 1);
      g_assert_true (ls_trace_append (trace, row));
    }
  return trace;
}

static LsFigure *
new_figure (const LsFigureKind *kind, LsTrace *trace, const char *signal)
{
  LsFigure *figure = ls_figure_new (kind);

  ls_figure_add_run (figure, trace, "run", "missiles");
  if (signal != NULL)
    ls_figure_set_signals (figure, (const char *const[]){ signal, NULL });
  return figure;
}

/* The decimal logarithm: over a logarithmic axis a straight line. */
static void
logarithm (double t, double values[2])
{
  values[0] = t;
  values[1] = t > 0 ? log10 (t) : -2;
}

static void
check_time (gsize n)
{
  g_autoptr (LsTrace) trace = make_trace (logarithm, n, 100);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace, "a.y");
  g_autofree char *text = NULL;
  const double first = 100.0 / (double)(n - 1);
  cairo_surface_t *surface;
  Pane pane;

  ls_figure_set_logarithmic_x (figure, TRUE);
  surface = draw_pixels (figure);
  pane = get_pane (figure, 0);
  /* Rounding of logarithms and powers. */
  g_assert_cmpfloat_with_epsilon (pane.x[0], first, 1e-12);
  g_assert_cmpfloat_with_epsilon (pane.x[1], 100, 1e-10);
  /* Lines between rows are straight on the paper: only where these lie close. */
  for (double power = log10 (first) + 1.5; power < 1.99; power += 0.02)
    {
      const double share = (power - log10 (first)) / (2 - log10 (first));
      const double x = pane.left + share * pane.width;
      const double y = pane.top + (pane.y[1] - power) / (pane.y[1] - pane.y[0]) * pane.height;

      g_assert_true (has_curve (surface, x, y));
      g_assert_false (has_curve (surface, x, y + 8));
    }
  text = ls_figure_describe (figure);
  g_assert_nonnull (strstr (text, "logarithmic"));
  cairo_surface_destroy (surface);
}

static void
test_logarithmic_time (void)
{
  check_time (1001);
  check_time (200001); /* decimated */
}

/* Zooms are by values, whatever the axis; a box of a third of the width takes a third of the
 * decades. */
static void
test_logarithmic_zoom (void)
{
  g_autoptr (LsTrace) trace = make_trace (logarithm, 1001, 100);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace, "a.y");
  double range[2];
  Pane pane;

  ls_figure_set_logarithmic_x (figure, TRUE);
  cairo_surface_destroy (draw_pixels (figure));
  pane = get_pane (figure, 0);
  ls_figure_zoom_box (figure, pane.left + pane.width / 3, pane.top + 10,
                      pane.left + 2 * pane.width / 3, pane.top + 40);
  g_assert_true (ls_figure_get_time_zoom (figure, range));
  /* Rounding of pixels to values, by powers of ten. */
  g_assert_cmpfloat_with_epsilon (range[0], 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (range[1], 10, 1e-8);
  /* From a figure that begins at zero. */
  ls_figure_zoom_time (figure, (double[]){ 0, 50 });
  g_assert_true (ls_figure_get_time_zoom (figure, range));
  g_assert_cmpfloat_with_epsilon (range[0], 0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon (range[1], 50, 1e-10);
  g_assert_true (ls_figure_zoom_back (figure));
  /* What was zoomed to is of the other axis. */
  ls_figure_set_logarithmic_x (figure, FALSE);
  g_assert_false (ls_figure_is_zoomed (figure));
  g_assert_false (ls_figure_zoom_back (figure));
}

/* A growing run that has no positive time yet. */
static void
test_logarithmic_start (void)
{
  static const char *const names[] = { "a.x" };
  g_autoptr (LsTrace) trace = ls_trace_new (1, names, NULL);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace, NULL);

  ls_figure_set_logarithmic_x (figure, TRUE);
  cairo_surface_destroy (draw_pixels (figure));
  g_assert_true (ls_trace_append (trace, (double[]){ -1, 3 }));
  cairo_surface_destroy (draw_pixels (figure));
  g_assert_true (ls_trace_append (trace, (double[]){ 0, 3 }));
  cairo_surface_destroy (draw_pixels (figure));
  g_assert_true (ls_trace_append (trace, (double[]){ 1, 3 }));
  cairo_surface_destroy (draw_pixels (figure));
  g_assert_true (ls_trace_append (trace, (double[]){ 10, 4 }));
  cairo_surface_destroy (draw_pixels (figure));
  /* Rounding of logarithms and powers. */
  g_assert_cmpfloat_with_epsilon (get_pane (figure, 0).x[0], 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (get_pane (figure, 0).x[1], 10, 1e-11);
}

/* A square: with both axes logarithmic its curve has slope 2. */
static void
power (double t, double values[2])
{
  values[0] = exp (t);
  values[1] = exp (2 * t);
}

static void
test_logarithmic_orbit (void)
{
  g_autoptr (LsTrace) trace = make_trace (power, 5001, 5);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_ORBIT, trace, NULL);
  cairo_surface_t *surface;
  Pane pane;

  ls_figure_set_orbit (figure, "a.x", "a.y");
  ls_figure_set_logarithmic (figure, TRUE);
  ls_figure_set_logarithmic_x (figure, TRUE);
  surface = draw_pixels (figure);
  pane = get_pane (figure, 0);
  /* A twentieth of a margin on both sides. */
  /* Rounding of logarithms and powers. */
  g_assert_cmpfloat_with_epsilon (log (pane.x[0]), -0.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (log (pane.x[1]), 5.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (log (pane.y[0]), -0.5, 1e-9);
  for (double t = 0.1; t < 4.9; t += 0.1)
    {
      const double x = pane.left + (t + 0.25) / 5.5 * pane.width;
      const double y = pane.top + (10.5 - 2 * t) / 11 * pane.height;

      g_assert_true (has_curve (surface, x, y));
      g_assert_false (has_curve (surface, x, y - 9));
    }
  cairo_surface_destroy (surface);
}

static void
circle (double t, double values[2])
{
  values[0] = cos (t);
  values[1] = sin (t);
}

/* A mark is a ring: there the curve is covered, and nowhere else. */
static void
test_time_marks (void)
{
  g_autoptr (LsTrace) trace = make_trace (circle, 2001, 6);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_ORBIT, trace, NULL);
  g_autofree char *text = NULL;

  ls_figure_set_orbit (figure, "a.x", "a.y");
  for (int marked = 0; marked < 2; marked++)
    {
      cairo_surface_t *surface;
      Pane pane;

      ls_figure_set_time_marks (figure, marked ? 1.0 : 0.0);
      surface = draw_pixels (figure);
      pane = get_pane (figure, 0);
      for (int k = 1; k < 12; k++)
        {
          const double t = 0.5 * k;
          const double x = pane.left + (cos (t) - pane.x[0]) / (pane.x[1] - pane.x[0]) * pane.width;
          const double y = pane.top + (pane.y[1] - sin (t)) / (pane.y[1] - pane.y[0]) * pane.height;
          const unsigned char *pixel = pixel_at (surface, x, y);
          const gboolean covered = pixel[2] > 200;

          g_assert_true (covered == (marked && k % 2 == 0));
          g_assert_true (has_curve (surface, x, y) || covered);
        }
      cairo_surface_destroy (surface);
    }
  text = ls_figure_describe (figure);
  g_assert_nonnull (strstr (text, "every 1 s"));
  /* As many as anybody reads, and no more work than that. */
  ls_figure_set_time_marks (figure, 1e-300);
  cairo_surface_destroy (draw_pixels (figure));
}

static void
test_names (void)
{
  g_autoptr (LsTrace) trace = make_trace (circle, 101, 6);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace, NULL);
  g_autoptr (LsPlotSetup) setup = ls_plot_setup_new ("trajectory");
  g_autofree char *text = NULL, *values = NULL, *plain = NULL;
  Pane pane;

  ls_plot_setup_set_name (setup, "a.x", "Way");
  ls_figure_apply_setup (figure, setup);
  cairo_surface_destroy (draw_pixels (figure));
  text = ls_figure_describe (figure);
  g_assert_nonnull (strstr (text, "Trajectories of Way, a.y over time."));
  pane = get_pane (figure, 0);
  values = ls_figure_set_cursor (figure, pane.left + pane.width / 2, pane.top + 10);
  g_assert_nonnull (strstr (values, "Way = -0.98"));
  ls_plot_setup_set_name (setup, "a.x", NULL);
  ls_figure_apply_setup (figure, setup);
  plain = ls_figure_describe (figure);
  g_assert_null (strstr (plain, "Way"));
}

static void
test_data (void)
{
  g_autoptr (LsTrace) trace = make_trace (circle, 601, 6);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace, "a.y");
  g_autofree char *folder = g_dir_make_tmp ("lockstep-data-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "shown.csv", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (LsTrace) read = NULL;
  const LsFigureData *data;

  ls_figure_add_run (figure, trace, "hidden", "ni-jacobi");
  ls_figure_set_visible (figure, 1, FALSE);
  ls_figure_set_reference (figure, trace, "Reference");
  ls_figure_update (figure);
  ls_figure_zoom_time (figure, (double[]){ 1.0, 2.0 });
  list = ls_figure_list_data (figure, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
  data = list->pdata[1];
  g_assert_cmpstr (data->label, ==, "Reference");
  g_assert_null (data->method);
  data = list->pdata[0];
  g_assert_cmpstr (data->method, ==, "missiles");
  g_assert_cmpuint (ls_trace_get_n_columns (data->trace), ==, 2);
  g_assert_cmpstr (ls_trace_get_name (data->trace, 1), ==, "a.y");
  g_assert_cmpstr (ls_trace_get_unit (data->trace, 1), ==, "m");
  g_assert_cmpuint (ls_trace_get_n_rows (data->trace), ==, 101);
  g_assert_cmpfloat (ls_trace_get (data->trace, 0, 0), ==, 1);
  g_assert_cmpfloat (ls_trace_get (data->trace, 1, 100), ==, sin (2.0));

  ls_figure_set_reference (figure, NULL, NULL);
  g_assert_true (ls_figure_write_data (figure, path, NULL, NULL, &error));
  g_assert_no_error (error);
  read = ls_trace_read_csv (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_rows (read), ==, 101);
  g_remove (path);
  g_rmdir (folder);

  ls_figure_set_visible (figure, 0, FALSE);
  g_assert_false (ls_figure_write_data (figure, path, NULL, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
}

/* Whether anything dark is in that part of the picture. */
static gboolean
has_ink (cairo_surface_t *surface, double left, double top, double width, double height)
{
  for (double y = top; y < top + height; y++)
    for (double x = left; x < left + width; x++)
      if (pixel_at (surface, x, y)[1] < 100)
        return TRUE;
  return FALSE;
}

/* Many long names in large letters stand beside the pane, where they cost it no height. */
static void
test_many_runs (void)
{
  g_autoptr (LsTrace) trace = make_trace (circle, 50, 1);
  LsFigure *figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  LsTheme theme = *ls_theme_get_light ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double left, top, width, height;

  theme.scale = 1.7;
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *label = g_strdup_printf ("IFOSMONDI-JFM, eps=1e-%u", i);

      ls_figure_add_run (figure, trace, label, "ifosmondi-jfm");
    }
  ls_figure_set_signals (figure, (const char *const[]){ "a.x", NULL });
  ls_figure_update (figure);
  ls_figure_draw (figure, cr, WIDTH, HEIGHT, &theme);
  g_assert_true (ls_figure_get_pane (figure, 0, &left, &top, &width, &height));
  g_assert_cmpfloat (height, >, 0.65 * HEIGHT);
  g_assert_cmpfloat (width, >, 0.3 * WIDTH);
  cairo_surface_flush (surface);
  /* The last of them, too. */
  g_assert_true (
      has_ink (surface, left + width + 20, 0.7 * HEIGHT, WIDTH - left - width - 20, 0.28 * HEIGHT));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  ls_figure_free (figure);
}

/* A title of an axis that is longer than the axis stands above it instead. */
static void
test_title_above (void)
{
  g_autoptr (LsTrace) trace = make_trace (circle, 50, 1);
  LsFigure *figure = new_figure (LS_FIGURE_TRAJECTORY, trace, "a.x");
  double beside[4], above[4];
  cairo_surface_t *surface;

  cairo_surface_destroy (draw_pixels (figure));
  g_assert_true (ls_figure_get_pane (figure, 0, beside, beside + 1, beside + 2, beside + 3));
  ls_figure_set_name (figure, "a.x",
                      "a name of a signal that is so long that it would have to be "
                      "cut if it stood beside the pane");
  surface = draw_pixels (figure);
  g_assert_true (ls_figure_get_pane (figure, 0, above, above + 1, above + 2, above + 3));
  /* Room that is not needed beside goes to the pane. */
  g_assert_cmpfloat (above[0], <, beside[0]);
  g_assert_cmpfloat (above[1], >, beside[1]);
  g_assert_true (has_ink (surface, above[0] + 300, above[1] - 14, 100, 12));
  cairo_surface_destroy (surface);
  ls_figure_free (figure);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/figure-axes/logarithmic-time", test_logarithmic_time);
  g_test_add_func ("/draw/figure-axes/logarithmic-zoom", test_logarithmic_zoom);
  g_test_add_func ("/draw/figure-axes/logarithmic-start", test_logarithmic_start);
  g_test_add_func ("/draw/figure-axes/logarithmic-orbit", test_logarithmic_orbit);
  g_test_add_func ("/draw/figure-axes/time-marks", test_time_marks);
  g_test_add_func ("/draw/figure-axes/names", test_names);
  g_test_add_func ("/draw/figure-axes/data", test_data);
  g_test_add_func ("/draw/figure-axes/many-runs", test_many_runs);
  g_test_add_func ("/draw/figure-axes/title-above", test_title_above);
  return g_test_run ();
}
