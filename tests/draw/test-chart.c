/* Charts: ranges, and what is drawn where. */
#include "draw/chart-impl.h"

#include <math.h>
#include <string.h>

#define WIDTH 400
#define HEIGHT 300

static cairo_surface_t *
draw_scaled (LsChart *chart, double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  LsTheme theme = *ls_theme_get_light ();

  theme.scale = scale;
  ls_chart_draw (chart, cr, WIDTH, HEIGHT, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static cairo_surface_t *
draw (LsChart *chart)
{
  return draw_scaled (chart, 1);
}

/* Pixels of the method's colour in the columns [@from, @to), and the mean of their rows; a legend
 * in the upper left is left out. */
static guint
count (cairo_surface_t *surface, const char *method, int from, int to, double *row)
{
  const LsColor color = ls_palette_get_method_color (ls_theme_get_light (), method, 0);
  const guchar *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  *row = 0;
  for (int y = from < 200 ? 60 : 0; y < HEIGHT; y++)
    for (int x = from; x < to; x++)
      {
        guint32 pixel;
        memcpy (&pixel, data + y * stride + 4 * x, 4);
        /* Colours are stored as multiples of 1 / 255; those of methods are much farther apart. */
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
  /* Rounding of logarithms and powers. */
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
  g_assert_nonnull (strstr (text, "10⁻⁸"));
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

/* Many names in large letters leave room for what they are the names of: wherever a point is, it
 * can be seen. */
static void
test_many_names (void)
{
  static const char *const methods[] = { "missiles", "ni-jacobi", "ifosmondi-jfm", "costarica" };

  for (int grouped = 0; grouped < 2; grouped++)
    {
      g_autoptr (LsChart) chart = ls_chart_new ();
      cairo_surface_t *surface;

      for (guint i = 0; i < 8; i++)
        {
          const double x[] = { 0, 1 }, y[] = { 1 - 0.1 * i, 0.1 * i };
          g_autofree char *label
              = g_strdup_printf ("%s, component.output%u", methods[i / 2], i % 2);

          ls_chart_add_series (chart, methods[i / 2], label, LS_CHART_MARKS, x, y, 2);
          if (grouped)
            ls_chart_set_group (chart, i, methods[i / 2], i % 2 == 0 ? "even" : "odd", i % 2);
        }
      surface = draw_scaled (chart, 2);
      for (guint i = 0; i < 4; i++)
        {
          double row;

          g_test_message ("%d %s", grouped, methods[i]);
          g_assert_cmpuint (count (surface, methods[i], 60, WIDTH, &row), >, 20);
        }
      cairo_surface_destroy (surface);
    }
}

/* The members of a group look alike but for their markers, and two variants of a method do not. */
static void
test_groups (void)
{
  const double x[] = { 0, 1 }, y[] = { 0, 1 };
  g_autoptr (LsChart) chart = ls_chart_new ();

  for (guint i = 0; i < 4; i++)
    {
      ls_chart_add_series (chart, "missiles", "series", LS_CHART_POINTS, x, y, 2);
      ls_chart_set_group (chart, i, i < 2 ? "one" : "other", i % 2 == 0 ? "a" : "b", i % 2);
    }
  for (guint i = 0; i < 4; i++)
    {
      const LsSeries *series = g_ptr_array_index (chart->series, i);

      g_assert_cmpuint (series->variant, ==, i / 2);
      g_assert_cmpuint (series->index, ==, i / 2);
      g_assert_cmpuint (series->marker, ==, i % 2);
    }
}

/* Bars stand on the axis above the names of their categories: the higher value has more of the
 * colour. */
static void
test_bars (void)
{
  static const char *const names[] = { "left.x", "right.x", NULL };
  const double x[] = { 1, 2 }, y[] = { 1, 2 };
  g_autoptr (LsChart) chart = ls_chart_new ();
  g_autofree char *csv = NULL, *said = NULL;
  cairo_surface_t *surface;
  double low, high;
  guint n_low, n_high;

  ls_chart_set_categories (chart, names);
  ls_chart_set_x_axis (chart, "output", FALSE);
  ls_chart_set_y_axis (chart, "error", FALSE);
  ls_chart_set_counts (chart); /* from 0 */
  ls_chart_add_series (chart, "missiles", "one", LS_CHART_BARS, x, y, 2);
  surface = draw (chart);
  n_low = count (surface, "missiles", 60, 225, &low);
  n_high = count (surface, "missiles", 225, 395, &high);
  cairo_surface_destroy (surface);
  g_test_message ("%u and %u pixels", n_low, n_high);
  g_assert_cmpuint (n_low, >, 0);
  g_assert_cmpuint (n_high, >, n_low);
  g_assert_cmpfloat (low, >, high);
  csv = ls_chart_to_csv (chart);
  g_assert_nonnull (strstr (csv, "one,left.x,1\none,right.x,2"));
  said = ls_chart_describe (chart);
  g_assert_nonnull (strstr (said, "2 (right.x)"));
}

/* Columns between the first and the last pixel of the method's colour below row @from. */
static int
measure_width (cairo_surface_t *surface, const char *method, int from)
{
  const LsColor color = ls_palette_get_method_color (ls_theme_get_light (), method, 0);
  const guchar *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  int left = WIDTH, right = 0;

  for (int y = from; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        guint32 pixel;
        memcpy (&pixel, data + y * stride + 4 * x, 4);
        /* Colours are stored as multiples of 1 / 255. */
        if (fabs (((pixel >> 16) & 255) / 255.0 - color.r) < 0.02
            && fabs (((pixel >> 8) & 255) / 255.0 - color.g) < 0.02
            && fabs ((pixel & 255) / 255.0 - color.b) < 0.02)
          {
            left = MIN (left, x);
            right = MAX (right, x);
          }
      }
  return right - left;
}

/* Large letters in a narrow chart: notes and names give way before the pane does. */
static void
test_narrow (void)
{
  static const char *const methods[] = { "ni-jacobi", "ifosmondi-jfm", "missiles", "costarica" };
  const double x[] = { 0, 1, 2 };
  /* Curves in all corners, so that the legend cannot stand in one. */
  const double y[][3] = { { 0, 1, 2 }, { 2, 1, 0 }, { 0, 2, 0 }, { 2, 0, 2 } };
  g_autoptr (LsChart) chart = ls_chart_new ();
  cairo_surface_t *surface;
  int width;

  for (guint i = 0; i < 8; i++)
    {
      const char *signal = i % 2 == 0 ? "prey.population" : "predator.population";
      g_autofree char *label = g_strdup_printf ("%s, %s", methods[i / 2], signal);

      ls_chart_add_series (chart, methods[i / 2], label, LS_CHART_POINTS, x, y[i / 2], 3);
      ls_chart_set_group (chart, i, methods[i / 2], signal, i % 2);
      if (i % 2 == 0)
        ls_chart_set_group_note (chart, i, " (orders 3.87, 3.91)");
    }
  surface = draw_scaled (chart, 1.6);
  width = measure_width (surface, "missiles", HEIGHT / 2); /* at the ends of the axis */
  g_test_message ("curve of %d px in a chart of %d px", width, WIDTH);
  g_assert_cmpint (width, >, WIDTH / 2);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/chart/logarithmic", test_logarithmic);
  g_test_add_func ("/draw/chart/degenerate", test_degenerate);
  g_test_add_func ("/draw/chart/many-names", test_many_names);
  g_test_add_func ("/draw/chart/bars", test_bars);
  g_test_add_func ("/draw/chart/groups", test_groups);
  g_test_add_func ("/draw/chart/narrow", test_narrow);
  return g_test_run ();
}
