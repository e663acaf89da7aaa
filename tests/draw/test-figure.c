/* Pixels of known curves on image surfaces. */
#include "draw/export.h"
#include "figure-unit.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

typedef double (*Function) (double t, gsize i);

static LsTrace *
make_trace (Function function, gsize n)
{
  static const char *const names[] = { "a.y" };
  static const char *const units[] = { "m" };
  LsTrace *trace = ls_trace_new (1, names, units);

  for (gsize i = 0; i < n; i++)
    {
      double t = (double)i / (double)(n - 1);
      double row[] = { t, function (t, i) };

      g_assert_true (ls_trace_append (trace, row));
    }
  return trace;
}

static LsFigure *
new_figure (const LsFigureKind *kind, LsTrace *trace)
{
  LsFigure *figure = ls_figure_new (kind);

  ls_figure_add_run (figure, trace, "run", "missiles");
  return figure;
}

static double
identity (double t, gsize i G_GNUC_UNUSED)
{
  return t;
}

static void
check_line (gsize n)
{
  g_autoptr (LsTrace) trace = make_trace (identity, n);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  cairo_surface_t *surface = draw_pixels (figure);
  Pane pane = get_pane (figure, 0);

  g_assert_cmpfloat (pane.x[0], ==, 0);
  g_assert_cmpfloat (pane.x[1], ==, 1);
  for (double t = 0.01; t < 1; t += 0.01)
    {
      g_assert_true (has_curve (surface, px (&pane, t), py (&pane, t)));
      g_assert_false (has_curve (surface, px (&pane, t), py (&pane, t) + 8));
    }
  cairo_surface_destroy (surface);
}

static void
test_line (void)
{
  check_line (2);
  check_line (1000);
  check_line (100000); /* decimated */
}

static double
outlier (double t, gsize i)
{
  return i == 500000 ? 1 : 0.1 * sin (6 * t);
}

static void
test_outlier (void)
{
  g_autoptr (LsTrace) trace = make_trace (outlier, 1000000);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  cairo_surface_t *surface = draw_pixels (figure);
  Pane pane = get_pane (figure, 0);

  g_assert_cmpfloat (pane.y[1], >=, 1);
  g_assert_true (has_curve (surface, px (&pane, 0.5), py (&pane, 0.9)));
  g_assert_false (has_curve (surface, px (&pane, 0.5) + 6, py (&pane, 0.9)));
  cairo_surface_destroy (surface);
}

static double
gap (double t, gsize i G_GNUC_UNUSED)
{
  return t > 0.4 && t < 0.6 ? NAN : t;
}

static void
test_gap (void)
{
  static const gsize sizes[] = { 101, 100001 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LsTrace) trace = make_trace (gap, sizes[i]);
      g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
      cairo_surface_t *surface = draw_pixels (figure);
      Pane pane = get_pane (figure, 0);

      g_assert_true (has_curve (surface, px (&pane, 0.3), py (&pane, 0.3)));
      g_assert_false (has_curve (surface, px (&pane, 0.5), py (&pane, 0.5)));
      g_assert_true (has_curve (surface, px (&pane, 0.7), py (&pane, 0.7)));
      cairo_surface_destroy (surface);
    }
}

static double
wave (double t, gsize i G_GNUC_UNUSED)
{
  return sin (20 * t) + 0.3 * cos (90 * t);
}

/* Share of pixels that are a curve's in one picture and nowhere near in the other. */
static double
compare (cairo_surface_t *a, cairo_surface_t *b, const Pane *pane)
{
  guint n = 0, differ = 0;

  for (double y = pane->top + 2; y < pane->top + pane->height - 2; y++)
    for (double x = pane->left + 3; x < pane->left + pane->width - 2; x++)
      {
        const unsigned char *pixel = cairo_image_surface_get_data (a)
                                     + (int)y * cairo_image_surface_get_stride (a) + 4 * (int)x;

        if (pixel[0] <= pixel[2] + 120)
          continue;
        n++;
        differ += !has_curve (b, x, y);
      }
  g_assert_cmpuint (n, >, 500);
  return (double)differ / n;
}

/* 1500 rows are drawn as they are, 400 times as many are decimated: the same picture. */
static void
test_decimation (void)
{
  g_autoptr (LsTrace) few = make_trace (wave, 1500);
  g_autoptr (LsTrace) many = make_trace (wave, 600000);
  g_autoptr (LsFigure) few_figure = new_figure (LS_FIGURE_TRAJECTORY, few);
  g_autoptr (LsFigure) many_figure = new_figure (LS_FIGURE_TRAJECTORY, many);
  cairo_surface_t *a = draw_pixels (few_figure), *b = draw_pixels (many_figure);
  Pane pane = get_pane (few_figure, 0);

  g_assert_cmpfloat (compare (a, b, &pane), <=, 0.002);
  g_assert_cmpfloat (compare (b, a, &pane), <=, 0.002);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
}

static double
zero (double t G_GNUC_UNUSED, gsize i G_GNUC_UNUSED)
{
  return 0;
}

static double
decades (double t, gsize i)
{
  return i == 0 ? 0 : pow (10, -4 + 3 * t);
}

/* The error of a power of ten against zero is a straight line on the logarithmic axis. */
static void
test_error (void)
{
  g_autoptr (LsTrace) reference = make_trace (zero, 301);
  g_autoptr (LsTrace) trace = make_trace (decades, 301);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_ERROR, trace);
  g_autofree char *before = NULL;
  cairo_surface_t *surface;
  Pane pane;

  ls_figure_set_placeholder (figure, "not yet");
  ls_figure_update (figure);
  before = ls_figure_describe (figure);
  g_assert_cmpstr (before, ==, "not yet");
  ls_figure_set_reference (figure, reference, "reference");
  surface = draw_pixels (figure);
  pane = get_pane (figure, 0);
  pane.y[0] = log10 (pane.y[0]);
  pane.y[1] = log10 (pane.y[1]);
  /* Rounding of logarithms and powers. */
  g_assert_cmpfloat_with_epsilon (pane.y[0], -4, 1e-9);
  g_assert_cmpfloat_with_epsilon (pane.y[1], -1, 1e-9);
  for (double t = 0.05; t < 0.96; t += 0.1)
    g_assert_true (has_curve (surface, px (&pane, t), py (&pane, -4 + 3 * t)));
  cairo_surface_destroy (surface);
}

/* An estimated error is drawn as it is, without a reference, and goes with its run. */
static void
test_estimate (void)
{
  g_autoptr (LsTrace) trace = make_trace (wave, 301);
  g_autoptr (LsTrace) estimate = make_trace (decades, 301);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_ERROR, trace);
  g_autofree char *said = NULL, *uncertain = NULL, *hidden = NULL;
  cairo_surface_t *surface;
  Pane pane;

  ls_figure_add_estimate (figure, 0, estimate);
  ls_figure_set_label (figure, 0, "the run");
  surface = draw_pixels (figure);
  pane = get_pane (figure, 0);
  pane.y[0] = log10 (pane.y[0]);
  pane.y[1] = log10 (pane.y[1]);
  for (double t = 0.05; t < 0.96; t += 0.1)
    g_assert_true (has_curve (surface, px (&pane, t), py (&pane, -4 + 3 * t)));
  cairo_surface_destroy (surface);
  said = ls_figure_describe (figure);
  g_assert_nonnull (strstr (said, "the run, estimated"));
  ls_figure_set_reference (figure, estimate, "Reference ± 0.1 %");
  cairo_surface_destroy (draw_pixels (figure));
  uncertain = ls_figure_describe (figure);
  g_assert_nonnull (strstr (uncertain, "Reference ± 0.1 %."));
  ls_figure_set_visible (figure, 0, FALSE);
  cairo_surface_destroy (draw_pixels (figure));
  hidden = ls_figure_describe (figure);
  g_assert_null (strstr (hidden, "the run, estimated"));
}

/* A run equal to the reference has no curve, and no axis to fail on. */
static void
test_exact (void)
{
  g_autoptr (LsTrace) trace = make_trace (wave, 301);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_ERROR, trace);

  ls_figure_set_reference (figure, trace, "reference");
  cairo_surface_destroy (draw_pixels (figure));
  g_assert_cmpfloat (get_pane (figure, 0).y[0], >, 0);
}

static void
test_zoom (void)
{
  g_autoptr (LsTrace) trace = make_trace (identity, 1000);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  Pane all, box;
  /* Of sums of a few rounded numbers. */
  const double tolerance = 1e-9;

  cairo_surface_destroy (draw_pixels (figure));
  all = get_pane (figure, 0);
  g_assert_false (ls_figure_is_zoomed (figure));
  ls_figure_zoom_box (figure, px (&all, 0.25), py (&all, 0.8), px (&all, 0.75), py (&all, 0.2));
  cairo_surface_destroy (draw_pixels (figure));
  box = get_pane (figure, 0);
  g_assert_cmpfloat_with_epsilon (box.x[0], 0.25, tolerance);
  g_assert_cmpfloat_with_epsilon (box.x[1], 0.75, tolerance);
  g_assert_cmpfloat_with_epsilon (box.y[0], 0.2, tolerance);
  g_assert_cmpfloat_with_epsilon (box.y[1], 0.8, tolerance);
  /* What is under the pointer stays there. */
  ls_figure_zoom_at (figure, px (&box, 0.5), py (&box, 0.5), 2);
  cairo_surface_destroy (draw_pixels (figure));
  all = get_pane (figure, 0);
  g_assert_cmpfloat_with_epsilon ((px (&all, 0.5) - all.left) / all.width,
                                  (px (&box, 0.5) - box.left) / box.width, tolerance);
  g_assert_cmpfloat_with_epsilon (all.x[1] - all.x[0], 0.25, tolerance);
  g_assert_true (ls_figure_zoom_back (figure));
  g_assert_true (ls_figure_zoom_back (figure));
  g_assert_false (ls_figure_is_zoomed (figure));
  g_assert_false (ls_figure_zoom_back (figure));
}

/* A flat drag is for time alone, a narrow one for the other axis alone. */
static void
test_zoom_one_axis (void)
{
  g_autoptr (LsTrace) trace = make_trace (identity, 1000);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  Pane all, box;
  /* Of sums of a few rounded numbers. */
  const double tolerance = 1e-9;

  cairo_surface_destroy (draw_pixels (figure));
  all = get_pane (figure, 0);
  ls_figure_zoom_box (figure, px (&all, 0.25), py (&all, 0.5), px (&all, 0.75),
                      py (&all, 0.5) + 20);
  cairo_surface_destroy (draw_pixels (figure));
  box = get_pane (figure, 0);
  g_assert_cmpfloat_with_epsilon (box.x[0], 0.25, tolerance);
  g_assert_cmpfloat_with_epsilon (box.x[1], 0.75, tolerance);
  g_assert_cmpfloat (box.y[0], ==, all.y[0]);
  g_assert_cmpfloat (box.y[1], ==, all.y[1]);
  g_assert_true (ls_figure_zoom_back (figure));
  cairo_surface_destroy (draw_pixels (figure));
  ls_figure_zoom_box (figure, px (&all, 0.5), py (&all, 0.8), px (&all, 0.5) - 20, py (&all, 0.2));
  cairo_surface_destroy (draw_pixels (figure));
  box = get_pane (figure, 0);
  g_assert_cmpfloat (box.x[0], ==, all.x[0]);
  g_assert_cmpfloat (box.x[1], ==, all.x[1]);
  g_assert_cmpfloat_with_epsilon (box.y[0], 0.2, tolerance);
  g_assert_cmpfloat_with_epsilon (box.y[1], 0.8, tolerance);
}

/* The values at the cursor stay within the pane, whatever their number and the names of runs. */
static void
test_cursor_box (void)
{
  g_autoptr (LsTrace) trace = make_trace (identity, 1000);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  cairo_surface_t *before, *with;
  Pane pane;

  for (int i = 0; i < 40; i++)
    ls_figure_add_run (figure, trace, "a run with a name that is rather long, h = 0.001 s",
                       "missiles");
  before = draw_pixels (figure);
  pane = get_pane (figure, 0);
  for (double x = 0.05; x < 1; x += 0.1)
    {
      g_free (ls_figure_set_cursor (figure, px (&pane, x), py (&pane, 0.5)));
      with = draw_pixels (figure);
      for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
          if (column < pane.left - 5 || column > pane.left + pane.width + 5 || row < pane.top - 5
              || row > pane.top + pane.height + 5)
            g_assert_cmpmem (pixel_at (before, column, row), 3, pixel_at (with, column, row), 3);
      cairo_surface_destroy (with);
    }
  cairo_surface_destroy (before);
}

static void
test_cursor (void)
{
  g_autoptr (LsTrace) trace = make_trace (identity, 1001);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  g_autofree char *text = NULL, *none = NULL, *words = NULL;
  Pane pane;

  cairo_surface_destroy (draw_pixels (figure));
  pane = get_pane (figure, 0);
  text = ls_figure_set_cursor (figure, px (&pane, 0.5), pane.top + 10);
  g_assert_nonnull (strstr (text, "a.y = 0.5 m (run)"));
  none = ls_figure_set_cursor (figure, NAN, NAN);
  g_assert_null (none);
  words = ls_figure_describe (figure);
  g_assert_nonnull (strstr (words, "a.y"));
  g_assert_nonnull (strstr (words, "from 0 to 1 m"));
}

static void
test_growing (void)
{
  g_autoptr (LsTrace) trace = make_trace (identity, 2);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  const double row[] = { 2, 2 };
  Pane pane;

  g_assert_true (ls_figure_update (figure));
  g_assert_false (ls_figure_update (figure));
  g_assert_true (ls_trace_append (trace, row));
  g_assert_true (ls_figure_update (figure));
  cairo_surface_destroy (draw_pixels (figure));
  pane = get_pane (figure, 0);
  g_assert_cmpfloat (pane.x[1], ==, 2);
}

static void
draw_page (cairo_t *cr, double width, double height, gpointer user_data)
{
  ls_figure_draw (user_data, cr, width, height, ls_theme_get_light ());
}

static void
test_export (void)
{
  g_autoptr (LsTrace) trace = make_trace (wave, 1000);
  g_autoptr (LsFigure) figure = new_figure (LS_FIGURE_TRAJECTORY, trace);
  g_autofree char *folder = g_dir_make_tmp ("lockstep-draw-XXXXXX", NULL);
  static const char *const names[] = { "f.png", "f.svg", "f.pdf" };
  static const char *const marks[] = { "\x89PNG", "<svg", "/FontFile" };
  g_autoptr (GError) error = NULL;

  ls_figure_update (figure);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *contents = NULL;
      gsize length;

      g_assert_true (ls_export (path, 400, 300, 1, draw_page, figure, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
      g_assert_nonnull (memmem (contents, length, marks[i], strlen (marks[i])));
      g_remove (path);
    }
  g_rmdir (folder);
  g_assert_false (ls_export ("figure.gif", 400, 300, 1, draw_page, figure, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_false (ls_export ("/nowhere/at/all.png", 400, 300, 1, draw_page, figure, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/figure/line", test_line);
  g_test_add_func ("/draw/figure/outlier", test_outlier);
  g_test_add_func ("/draw/figure/gap", test_gap);
  g_test_add_func ("/draw/figure/decimation", test_decimation);
  g_test_add_func ("/draw/figure/error", test_error);
  g_test_add_func ("/draw/figure/estimate", test_estimate);
  g_test_add_func ("/draw/figure/exact", test_exact);
  g_test_add_func ("/draw/figure/zoom", test_zoom);
  g_test_add_func ("/draw/figure/zoom-one-axis", test_zoom_one_axis);
  g_test_add_func ("/draw/figure/cursor-box", test_cursor_box);
  g_test_add_func ("/draw/figure/cursor", test_cursor);
  g_test_add_func ("/draw/figure/growing", test_growing);
  g_test_add_func ("/draw/figure/export", test_export);
  return g_test_run ();
}
