/* Maps: what is drawn where, and found there. */
#include "draw/map.h"

#include <math.h>
#include <string.h>

#define WIDTH 500
#define HEIGHT 320

/* Three steps and two values; errors grow to the right of the first column. */
static LsMap *
make (void)
{
  const double x[] = { 1e-3, 1e-2, 1e-1 }, y[] = { 0.0, 10.0 };
  const double first[] = { 0.5, 2.0, 2.0, 0.5, 2.0, 2.0 };
  const double second[] = { 0.5, 0.5, 0.5, 0.5, 0.5, NAN };
  LsMap *map = ls_map_new (x, 3, TRUE, y, 2, FALSE);

  ls_map_set_titles (map, "title", "step [s]", "left.d");
  ls_map_add_pane (map, "one", first);
  ls_map_add_pane (map, "two", second);
  return map;
}

static guint32
get_pixel (cairo_surface_t *surface, double x, double y)
{
  guint32 pixel;

  memcpy (&pixel,
          cairo_image_surface_get_data (surface) + (int)y * cairo_image_surface_get_stride (surface)
              + 4 * (int)x,
          4);
  return pixel;
}

static cairo_surface_t *
draw (LsMap *map, const LsTheme *theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  ls_map_draw (map, cr, WIDTH, HEIGHT, theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
is_blue (guint32 pixel)
{
  return (pixel & 255) > (pixel >> 16 & 255);
}

/* Every cell is where it says, and has the colour of its side. */
static void
test_cells (void)
{
  g_autoptr (LsMap) map = make ();
  cairo_surface_t *surface = draw (map, ls_theme_get_light ());

  for (guint pane = 0; pane < 2; pane++)
    for (guint iy = 0; iy < 2; iy++)
      for (guint ix = 0; ix < 3; ix++)
        {
          double x, y;
          guint at[3];

          ls_map_locate (map, pane, ix, iy, &x, &y);
          g_assert_true (ls_map_find (map, x, y, &at[0], &at[1], &at[2]));
          g_assert_cmpuint (at[0], ==, pane);
          g_assert_cmpuint (at[1], ==, ix);
          g_assert_cmpuint (at[2], ==, iy);
          if (pane == 0 || ix + iy < 3)
            g_assert_cmpint (is_blue (get_pixel (surface, x + 3, y + 3)), ==, pane == 1 || ix == 0);
        }
  g_assert_false (ls_map_find (map, 1, 1, &(guint){ 0 }, &(guint){ 0 }, &(guint){ 0 }));
  cairo_surface_destroy (surface);
}

/* A factor of 1/2 and one of 2 are as far from 1: the border is in the middle between them. */
static void
test_border (void)
{
  const LsTheme *theme = ls_theme_get_light ();
  const LsColor *ink = &theme->foreground;
  g_autoptr (LsMap) map = make ();
  cairo_surface_t *surface = draw (map, theme);
  double x0, x1, y0, y1, at = 0.0;
  guint n = 0;

  ls_map_locate (map, 0, 0, 0, &x0, &y0);
  ls_map_locate (map, 0, 1, 1, &x1, &y1);
  for (int x = (int)x0; x <= (int)x1; x++)
    {
      guint32 pixel = get_pixel (surface, x, 0.5 * (y0 + y1));

      if ((pixel & 255) / 255.0 < ink->b + 0.2 && (pixel >> 16 & 255) / 255.0 < ink->r + 0.2)
        {
          at += x + 0.5;
          n++;
        }
    }
  g_assert_cmpuint (n, >=, 1);
  g_assert_cmpuint (n, <=, 3);
  /* Half of the widest line, of 3 px. */
  g_assert_cmpfloat_with_epsilon (at / n, 0.5 * (x0 + x1), 1.5);
  cairo_surface_destroy (surface);
}

static void
test_description (void)
{
  g_autoptr (LsMap) map = make ();
  g_autofree char *text = ls_map_describe (map);

  g_assert_nonnull (strstr (text, "step [s] from 0.001 to 0.1"));
  g_assert_nonnull (strstr (text, "one: errors decay in 33 %"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map/cells", test_cells);
  g_test_add_func ("/map/border", test_border);
  g_test_add_func ("/map/description", test_description);
  return g_test_run ();
}
