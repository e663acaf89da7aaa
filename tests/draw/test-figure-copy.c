/* A copy of a figure looks the same, whatever is set; the point next to a pixel is the nearest of
 * all; a drawing that is not wanted any more does not touch what was there. */
#include "draw/export.h"
#include "draw/figure.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define WIDTH 600
#define HEIGHT 400
#define N_ROWS 120000u

/* A spiral that winds a hundred times, so that many points are near every pixel. */
static LsTrace *
make_trace (double phase)
{
  static const char *const names[] = { "a.x", "a.y", "b.n" };
  static const char *const units[] = { "m", "m", "1" };
  LsTrace *trace = ls_trace_new (3, names, units);

  for (guint i = 0; i < N_ROWS; i++)
    {
      const double t = (double)i / N_ROWS, angle = 200 * G_PI * t + phase;
      const double row[]
          = { t, (1 - 0.5 * t) * cos (angle), (1 - 0.5 * t) * sin (angle), floor (7 * t) };

      g_assert_true (ls_trace_append (trace, row));
    }
  return trace;
}

static cairo_surface_t *
draw (LsFigure *figure)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  ls_figure_finish (figure);
  ls_figure_draw (figure, cr, WIDTH, HEIGHT, ls_theme_get_light ());
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
assert_same (cairo_surface_t *a, cairo_surface_t *b)
{
  g_assert_cmpmem (
      cairo_image_surface_get_data (a), (gsize)cairo_image_surface_get_stride (a) * HEIGHT,
      cairo_image_surface_get_data (b), (gsize)cairo_image_surface_get_stride (b) * HEIGHT);
}

static LsFigure *
make_figure (const LsFigureKind *kind)
{
  static const char *const stairs[] = { "b.n", NULL };
  g_autoptr (LsTrace) first = make_trace (0);
  g_autoptr (LsTrace) second = make_trace (0.001);
  LsFigure *figure = ls_figure_new (kind);

  ls_figure_set_background (figure, TRUE);
  ls_figure_add_run (figure, first, "one", "ni-jacobi");
  ls_figure_add_run (figure, second, "two", "missiles");
  ls_figure_add_run (figure, second, "hidden", "missiles");
  ls_figure_set_visible (figure, 2, FALSE);
  ls_figure_set_reference (figure, first, "Reference");
  if (kind->against == LS_AGAINST_REFERENCE)
    ls_figure_add_estimate (figure, 1, first);
  ls_figure_set_stairs (figure, stairs);
  return figure;
}

static void
dress (LsFigure *figure)
{
  ls_figure_set_tube (figure, 0.01);
  ls_figure_set_title (figure, "A title");
  ls_figure_set_caption (figure, "x", "how long");
  ls_figure_set_name (figure, "a.x", "the first");
  ls_figure_set_time_marks (figure, 0.25);
  ls_figure_set_label (figure, 0, "renamed");
}

static void
test_same (gconstpointer data)
{
  const LsFigureKind *kind = data;
  g_autoptr (LsFigure) figure = make_figure (kind);
  double left, top, width, height;

  dress (figure);
  /* As it is, then a part of it, then that part as an inset with a mark and a cursor. */
  for (guint i = 0; i < 3; i++)
    {
      cairo_surface_t *wanted = draw (figure), *got;
      g_autoptr (LsFigure) copy = ls_figure_copy (figure);
      g_autofree char *text = ls_figure_describe (figure);
      g_autofree char *text_of_copy = NULL;

      got = draw (copy);
      text_of_copy = ls_figure_describe (copy);
      assert_same (wanted, got);
      g_assert_cmpstr (text, ==, text_of_copy);
      cairo_surface_destroy (wanted);
      cairo_surface_destroy (got);
      g_assert_true (ls_figure_get_pane (figure, 0, &left, &top, &width, &height));
      if (i == 0)
        ls_figure_zoom_box (figure, left + 0.3 * width, top + 0.3 * height, left + 0.6 * width,
                            top + 0.6 * height);
      else
        {
          ls_figure_make_inset (figure);
          ls_figure_set_mark (figure, 0.4);
          g_free (ls_figure_set_cursor (figure, left + 0.7 * width, top + 0.5 * height));
        }
    }
}

/* It has its own settings from then on. */
static void
test_apart (void)
{
  g_autoptr (LsFigure) figure = make_figure (LS_FIGURE_TRAJECTORY);
  cairo_surface_t *wanted = draw (figure), *got;
  g_autoptr (LsFigure) copy = ls_figure_copy (figure);

  dress (figure);
  ls_figure_clear (figure);
  got = draw (copy);
  assert_same (wanted, got);
  cairo_surface_destroy (wanted);
  cairo_surface_destroy (got);
}

/* A figure that is filled anew with a run that it has shown has nothing to prepare. */
static void
test_again (void)
{
  g_autoptr (LsTrace) first = make_trace (0);
  g_autoptr (LsTrace) second = make_trace (1);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);

  ls_figure_set_background (figure, TRUE);
  ls_figure_add_run (figure, first, "one", "missiles");
  ls_figure_update (figure);
  g_assert_true (ls_figure_is_preparing (figure));
  ls_figure_finish (figure);
  ls_figure_clear (figure);
  ls_figure_add_run (figure, first, "one", "missiles");
  ls_figure_update (figure);
  g_assert_false (ls_figure_is_preparing (figure));
  ls_figure_add_run (figure, second, "two", "missiles");
  ls_figure_update (figure);
  g_assert_true (ls_figure_is_preparing (figure));
}

/* Against all rows, one by one. */
static void
test_nearest (void)
{
  g_autoptr (LsTrace) trace = make_trace (0);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_ORBIT);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  double left, top, width, height, x[2], y[2];
  guint n_found = 0;

  ls_figure_add_run (figure, trace, "run", "missiles");
  cairo_surface_destroy (draw (figure));
  g_assert_true (ls_figure_get_pane (figure, 0, &left, &top, &width, &height));
  g_assert_true (ls_figure_get_range (figure, 0, x, y));
  for (guint i = 0; i < 80; i++)
    {
      const double px = left + width * g_rand_double (random);
      const double py = top + height * g_rand_double (random);
      double best = INFINITY, time = NAN, got;

      for (gsize k = 0; k < N_ROWS; k++)
        {
          const double dx = left + (ls_trace_get (trace, 1, k) - x[0]) / (x[1] - x[0]) * width - px;
          const double dy
              = top + height - (ls_trace_get (trace, 2, k) - y[0]) / (y[1] - y[0]) * height - py;

          if (dx * dx + dy * dy < best)
            {
              best = dx * dx + dy * dy;
              time = ls_trace_get (trace, 0, k);
            }
        }
      g_free (ls_figure_set_cursor (figure, px, py));
      got = ls_figure_get_cursor_time (figure);
      if (best >= 20 * 20)
        g_assert_true (isnan (got));
      else
        g_assert_cmpfloat (got, ==, time);
      n_found += best < 20 * 20;
    }
  g_assert_cmpuint (n_found, >, 20);
}

static gboolean
refuse (G_GNUC_UNUSED double fraction, gpointer user_data)
{
  (*(guint *)user_data)++;
  return FALSE;
}

static void
draw_cb (cairo_t *cr, double width, double height, gpointer figure)
{
  ls_figure_draw (figure, cr, width, height, ls_theme_get_light ());
}

static void
test_cancelled (void)
{
  g_autoptr (LsFigure) figure = make_figure (LS_FIGURE_TRAJECTORY);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("figure-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "figure.pdf", NULL);
  g_autofree char *text = NULL;
  guint n_asked = 0;

  g_assert_true (g_file_set_contents (path, "before", -1, NULL));
  g_assert_false (
      ls_export_with_progress (path, 300, 200, 1, draw_cb, figure, refuse, &n_asked, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_cmpuint (n_asked, ==, 1);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "before");
  g_unlink (path);
  /* Nothing is left beside it. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; ls_figure_kinds[i] != NULL; i++)
    {
      const LsFigureKind *kind = (const LsFigureKind *)ls_figure_kinds[i];
      g_autofree char *path = g_strdup_printf ("/figure/copy/%s", kind->item.id);

      if (kind->subject == LS_FIGURE_OF_SAMPLES)
        g_test_add_data_func (path, kind, test_same);
    }
  g_test_add_func ("/figure/copy/apart", test_apart);
  g_test_add_func ("/figure/again", test_again);
  g_test_add_func ("/figure/nearest", test_nearest);
  g_test_add_func ("/figure/cancelled", test_cancelled);
  return g_test_run ();
}
