/* Sketches: what files hold, what is refused, and where the curves are drawn. */
#include "draw/sketch.h"

#include <glib/gstdio.h>
#include <string.h>
#include "core/base/status.h"

#define SIZE 100

static char *
write_file (const char *text)
{
  g_autofree char *path = NULL;
  const int file = g_file_open_tmp ("sketch-XXXXXX.curve", &path, NULL);

  g_assert_cmpint (file, >=, 0);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_steal_pointer (&path);
}

static LsSketch *
read_text (const char *text, GError **error)
{
  g_autofree char *path = write_file (text);
  LsSketch *sketch = ls_sketch_read (path, error);

  g_unlink (path);
  return sketch;
}

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSketch) sketch
      = read_text ("curve missiles\n0 0\n1000 500\ncurve reference\n0 1\n2 3\n4 5\n", &error);
  const int *points;
  guint n;

  g_assert_no_error (error);
  g_assert_cmpuint (ls_sketch_get_n_curves (sketch), ==, 2);
  g_assert_cmpstr (ls_sketch_get_method (sketch, 0), ==, "missiles");
  points = ls_sketch_get_points (sketch, 1, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (points[4], ==, 4);
  g_assert_cmpint (points[5], ==, 5);
}

static void
test_refused (void)
{
  static const char *const texts[] = {
    "0 0\n1 1\n",                    /* no curve yet */
    "curve missiles\n0 0\n",         /* one point */
    "curve missiles\n0 0\n1001 0\n", /* outside the frame */
    "curve missiles\n0 0\n-1 0\n",   /* */
    "curve missiles\n0 0\n1 nan\n",  /* no whole number */
    "curve missiles\n0 0\n1 1 1\n",  /* three numbers */
    "curve missiles\n0 0\n\n1 1\n",  /* empty line */
    "curve \n0 0\n1 1\n",            /* no name */
    "curve missiles\n0 0\n1 99999999999999999999\n",
  };
  g_autoptr (GError) missing = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (texts[i], &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
    }
  g_assert_null (ls_sketch_read ("/nonexistent/a.curve", &missing));
  g_assert_error (missing, LS_ERROR, LS_ERROR_FILE);
}

static void
test_find (void)
{
  static const char *const pairs[][2] = {
    { "/a.b/two-bodies.ssp", "/a.b/two-bodies.curve" },
    { "/lessons/order.md", "/lessons/order.curve" },
    { "/lessons/order.de.md", "/lessons/order.curve" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = ls_sketch_find (pairs[i][0]);

      g_assert_cmpstr (path, ==, pairs[i][1]);
    }
}

static gboolean
is_drawn (cairo_surface_t *surface, int x, int y)
{
  guint32 pixel;

  memcpy (&pixel,
          cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface)
              + 4 * x,
          4);
  return (pixel >> 24) > 0x80;
}

/* From the lower left to the upper right corner, and nothing beside it. */
static void
test_draw (void)
{
  g_autoptr (LsSketch) sketch = read_text ("curve missiles\n0 0\n1000 1000\n", NULL);

  for (int dark = 0; dark < 2; dark++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
      cairo_t *cr = cairo_create (surface);

      ls_sketch_draw (sketch, cr, SIZE, SIZE, dark ? ls_theme_get_dark () : ls_theme_get_light ());
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      g_assert_true (is_drawn (surface, 20, SIZE - 21));
      g_assert_true (is_drawn (surface, 80, SIZE - 81));
      g_assert_false (is_drawn (surface, 20, 20));
      g_assert_false (is_drawn (surface, 80, 80));
      cairo_surface_destroy (surface);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sketch/read", test_read);
  g_test_add_func ("/sketch/refused", test_refused);
  g_test_add_func ("/sketch/find", test_find);
  g_test_add_func ("/sketch/draw", test_draw);
  return g_test_run ();
}
