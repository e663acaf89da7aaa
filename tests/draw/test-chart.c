/* Charts: ranges, and what is drawn where. */
#include "draw/chart.h"

#include <math.h>
#include <string.h>

#define WIDTH 400
#define HEIGHT 300

static cairo_surface_t *
draw (LsChart *chart)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  ls_chart_draw (chart, cr, WIDTH, HEIGHT, ls_theme_get_light ());
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Pixels of the method's colour in the columns [@from, @to), and the mean of their rows. */
static guint
count (cairo_surface_t *surface, const char *method, int from, int to, double *row)
{
  const LsColor color = ls_palette_get_method_color (ls_theme_get_light (), method, 0);
  const guchar *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  *row = 0;
  for (int y = 60; y < HEIGHT; y++)
    for (int x = from; x < to; x++)
      {
        guint32 pixel;
        memcpy (&pixel, data + y * stride + 4 * x, 4);
        if (fabs (((pixel >> 16) & 255) / 255.0 - color.r) < 0.02
            && fabs (((pixel >> 8) & 255) / 255.0 - color.g) < 0.02
            && fabs ((pixel & 255) / 255.0 - color.b) < 0.02)
          {
            n++;
            *row += y;
          }
      }
  *row /= n > 0 ? n : 1;
  return n;
}

/* Errors that fall with the step go up to the right; what has no logarithm is left out. */
static void
test_logarithmic (void)
{
  const double x[] = { 1e-3, 1e-2, 1e-1, 1, 0 }, y[] = { 1e-8, 1e-4, 1, NAN, 5 };
  g_autoptr (LsChart) chart = ls_chart_new ();
  g_autofree char *text = NULL;
  cairo_surface_t *surface;
  double range_x[2], range_y[2], left, right;

  ls_chart_set_x_axis (chart, "step size [s]", TRUE);
  ls_chart_set_y_axis (chart, "error [%]", TRUE);
  g_assert_false (ls_chart_get_range (chart, range_x, range_y));
  ls_chart_add_triangle (
      chart, ls_chart_add_series (chart, "missiles", "M", LS_CHART_POINTS, x, y, 5), 4, 1e-3, 1e-1);
  surface = draw (chart);
  g_assert_true (ls_chart_get_range (chart, range_x, range_y));
  /* Two decades and eight, and a margin of a twentieth on both sides. */
  g_assert_cmpfloat_with_epsilon (log10 (range_x[0]), -3.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (log10 (range_x[1]), -0.9, 1e-9);
  g_assert_cmpfloat_with_epsilon (log10 (range_y[0]), -8.4, 1e-9);
  g_assert_cmpfloat_with_epsilon (log10 (range_y[1]), 0.4, 1e-9);
  g_assert_cmpuint (count (surface, "missiles", 60, 150, &left), >, 20);
  g_assert_cmpuint (count (surface, "missiles", 300, WIDTH, &right), >, 20);
  g_assert_cmpfloat (left, >, right + 50);
  cairo_surface_destroy (surface);
  text = ls_chart_describe (chart);
  g_assert_nonnull (strstr (text, "error [%]"));
  g_assert_nonnull (strstr (text, "1e-08"));
}

/* Nothing, one point and a constant are no reason to divide by zero. */
static void
test_degenerate (void)
{
  const double x[] = { 0, 1, 2 }, y[] = { 3, 3, 3 };
  g_autoptr (LsChart) chart = ls_chart_new ();
  double range_x[2], range_y[2], row;
  cairo_surface_t *surface;

  cairo_surface_destroy (draw (chart));
  ls_chart_add_series (chart, "ni-jacobi", "one", LS_CHART_POINTS, x, y, 1);
  ls_chart_add_series (chart, "ni-jacobi", "stairs", LS_CHART_STAIRS, x, y, 3);
  cairo_surface_destroy (draw (chart));
  ls_chart_add_series (chart, "missiles", "constant", LS_CHART_POINTS, x, y, 3);
  surface = draw (chart);
  g_assert_true (ls_chart_get_range (chart, range_x, range_y));
  g_assert_cmpfloat (range_y[0], <, 3);
  g_assert_cmpfloat (range_y[1], >, 3);
  g_assert_cmpuint (count (surface, "missiles", 150, 350, &row), >, 20);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/chart/logarithmic", test_logarithmic);
  g_test_add_func ("/draw/chart/degenerate", test_degenerate);
  return g_test_run ();
}
