/* Spreads: what is found, counted and drawn. */
#include "draw/spread.h"

#include <math.h>

#define N 5u
#define WIDTH 600
#define HEIGHT 400

static LsSpread *
make (LsSpreadKind kind)
{
  LsSpread *self = ls_spread_new (kind, N);
  const double k[N] = { 1, 10, 100, 1000, 10000 }, x[N] = { 0, 1, 2, 3, NAN },
               y[N] = { 4, 2, 0, 2, 4 };

  ls_spread_add_column (self, "k", k, TRUE);
  ls_spread_add_column (self, "x", x, FALSE);
  ls_spread_add_column (self, "y", y, FALSE);
  ls_spread_set_axes (self, 0, 2, 1);
  return self;
}

static cairo_surface_t *
draw (LsSpread *self)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  ls_spread_draw (self, cr, WIDTH, HEIGHT, ls_theme_get_light ());
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
test_limits (void)
{
  g_autoptr (LsSpread) self = make (LS_SPREAD_PARALLEL);
  double low, high;

  g_assert_cmpuint (ls_spread_count_within (self), ==, N);
  ls_spread_set_limits (self, 0, 10, 1000);
  g_assert_cmpuint (ls_spread_count_within (self), ==, 3);
  ls_spread_set_limits (self, 2, NAN, 1);
  g_assert_cmpuint (ls_spread_count_within (self), ==, 1);
  g_assert_true (ls_spread_is_within (self, 2));
  ls_spread_set_limits (self, 0, NAN, NAN);
  g_assert_cmpuint (ls_spread_count_within (self), ==, 1);
  g_assert_true (ls_spread_get_range (self, 1, &low, &high));
  g_assert_cmpfloat (low, ==, 0);
  g_assert_cmpfloat (high, ==, 3);
  ls_spread_set_limits (self, 2, NAN, NAN);
  ls_spread_set_limits (self, 1, 0, 3);
  g_assert_cmpuint (ls_spread_count_within (self), ==, N - 1);
  g_assert_false (ls_spread_is_within (self, N - 1));
}

/* Every row is found at the point where it was drawn: equal distances on a logarithmic axis. */
static void
test_find (void)
{
  g_autoptr (LsSpread) self = make (LS_SPREAD_SCATTER);
  int left = -1, right = -1, middle = -1, first = WIDTH, last = 0, at = 0;

  cairo_surface_destroy (draw (self));
  for (int px = 0; px < WIDTH; px++)
    for (int py = 0; py < HEIGHT; py++)
      {
        const int row = ls_spread_find (self, px, py);

        if (row == 0 && px < first)
          left = row, first = px;
        if (row == 4 && px > last)
          right = row, last = px;
        if (row == 2 && middle < 0)
          middle = row, at = px;
      }
  g_assert_cmpint (left, ==, 0);
  g_assert_cmpint (right, ==, 4);
  /* Within the radius in which a point is found. */
  g_assert_cmpint (ABS (at + 12 - (first + last) / 2), <=, 13);
  ls_spread_set_limits (self, 2, 1, NAN);
  for (int px = 0; px < WIDTH; px++)
    for (int py = 0; py < HEIGHT; py += 3)
      g_assert_cmpint (ls_spread_find (self, px, py), !=, 2);
}

/* The value at an axis goes from its lower to its upper end. */
static void
test_axis (void)
{
  g_autoptr (LsSpread) self = make (LS_SPREAD_PARALLEL);
  double before = INFINITY, value = 0;
  int column = -1;
  guint n = 0;

  cairo_surface_destroy (draw (self));
  for (int px = 0; px < WIDTH && column < 0; px++)
    column = ls_spread_find_axis (self, px, HEIGHT / 2, &value);
  g_assert_cmpint (column, ==, 0);
  /* The middle of a logarithmic axis from 1 to 10000, about: frame and title are not symmetric. */
  g_assert_cmpfloat_with_epsilon (log10 (value), 2, 0.3);
  for (int py = 0; py < HEIGHT; py++)
    for (int px = 0; px < WIDTH; px++)
      if (ls_spread_find_axis (self, px, py, &value) == 0)
        {
          g_assert_cmpfloat (value, <=, before);
          before = value;
          n++;
          break;
        }
  g_assert_cmpuint (n, ==, HEIGHT);
}

/* All kinds draw something, also with unknown values, one row and no rows' values. */
static void
test_draw (void)
{
  for (int kind = LS_SPREAD_CURVES; kind <= LS_SPREAD_BARS; kind++)
    {
      g_autoptr (LsSpread) self = make (kind);
      g_autofree char *text = NULL;
      cairo_surface_t *surface;
      guint n_dark = 0;

      ls_spread_set_signal (self, "a.x");
      ls_spread_add_curve (self, 1, (double[]){ 0, 1, 2 }, (double[]){ 3, 4, 3 }, 3);
      ls_spread_set_bars (self, "First order", "Total", NULL);
      ls_spread_add_bar (self, "k", (double[]){ 0.2, 0.3 }, (double[]){ 0.1, NAN });
      ls_spread_add_bar (self, "x", (double[]){ 0.6, 0.7 }, (double[]){ NAN, 0.1 });
      ls_spread_choose (self, 1);
      surface = draw (self);
      for (int i = 0; i < HEIGHT; i++)
        for (int k = 0; k < WIDTH; k++)
          n_dark += (cairo_image_surface_get_data (
                         surface)[i * cairo_image_surface_get_stride (surface) + 4 * k]
                     < 128);
      g_assert_cmpuint (n_dark, >, 500);
      cairo_surface_destroy (surface);
      text = ls_spread_describe (self);
      if (kind == LS_SPREAD_BARS) /* the largest first */
        g_assert_true (g_strstr_len (text, -1, "x: First order 0.6")
                       < g_strstr_len (text, -1, "k: First order 0.2"));
      else if (kind != LS_SPREAD_CURVES)
        g_assert_nonnull (g_strstr_len (text, -1, "of 5 runs, 5 within"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spread/limits", test_limits);
  g_test_add_func ("/spread/find", test_find);
  g_test_add_func ("/spread/axis", test_axis);
  g_test_add_func ("/spread/draw", test_draw);
  return g_test_run ();
}
