/* A buffered figure against one that draws everything each time, pixel by pixel. */
#include "figure-unit.h"

#include <math.h>
#include <string.h>

/* Curves go through an image with 8 bits of opacity: colours are rounded twice. */
#define ROUNDING 2

typedef struct
{
  const char *name;
  gsize n_rows;
  double noise;
  const char *units[2]; /* different ones: two panes, else dashes */
} Case;

static const Case cases[] = {
  { "rows", 200, 0, { "m", "m/s" } },
  { "columns", 200000, 0, { "m", "m/s" } },
  { "band", 200000, 0.3, { "m", "m/s" } },
  { "dashes", 200000, 0, { "m", "m" } },
};

static LsTrace *
make_trace (const Case *self, guint run)
{
  static const char *const names[] = { "a.y", "b.y" };
  LsTrace *trace = ls_trace_new (2, names, self->units);

  for (gsize i = 0; i < self->n_rows; i++)
    {
      const double t = (double)i / (double)(self->n_rows - 1);
      const double noise = self->noise * sin (1.7 * (double)i);
      const double row[] = { t, sin (9 * t + run) + noise, cos (7 * t + run) - noise };

      g_assert_true (ls_trace_append (trace, row));
    }
  return trace;
}

static LsFigure *
make_figure (const Case *self, gboolean buffered)
{
  static const char *const signals[] = { "a.y", "b.y", NULL };
  static const char *const methods[] = { "missiles", "color:2", "color:4" };
  LsFigure *figure = ls_figure_new (LS_FIGURE_TRAJECTORY);

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (LsTrace) trace = make_trace (self, i);

      ls_figure_add_run (figure, trace, methods[i], methods[i]);
    }
  ls_figure_set_signals (figure, signals);
  ls_figure_set_buffered (figure, buffered);
  return figure;
}

/* Number of colours that differ by more than @tolerance. */
static guint
compare (cairo_surface_t *a, cairo_surface_t *b, int tolerance)
{
  const gsize stride = (gsize)cairo_image_surface_get_stride (a);
  guint n = 0;

  for (gsize line = 0; line < HEIGHT; line++)
    for (gsize i = 0; i < 4 * WIDTH; i++)
      n += i % 4 < 3
           && ABS (cairo_image_surface_get_data (a)[line * stride + i]
                   - cairo_image_surface_get_data (b)[line * stride + i])
                  > tolerance;
  return n;
}

/* Against a copy, which draws everything; 0 while edges are kept where labels would have room for
 * others. */
static guint
compare_to_copy (LsFigure *figure, int tolerance)
{
  g_autoptr (LsFigure) copy = ls_figure_copy (figure);
  cairo_surface_t *a = draw_pixels (figure), *b = draw_pixels (copy);
  const Pane pane = get_pane (figure, 0), same = get_pane (copy, 0);
  guint n = 0;

  if (ls_figure_is_settled (figure) || pane.left == same.left)
    n = compare (a, b, tolerance);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
  return n;
}

/* What draws the view now is what would draw it without an image. */
static void
check_settled (LsFigure *figure)
{
  ls_figure_settle (figure);
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  g_assert_true (ls_figure_is_settled (figure));
}

static void
test_pan (gconstpointer data)
{
  static const int steps[][2] = { { 20, 0 }, { -45, 0 }, { 7, 3 }, { 0, -30 }, { -300, 11 } };
  const Case *self = data;
  g_autoptr (LsFigure) figure = make_figure (self, TRUE);
  cairo_surface_t *surface;

  check_settled (figure);
  ls_figure_zoom_at (figure, 300, 100, 1.5);
  check_settled (figure);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      ls_figure_pan (figure, steps[i][0], steps[i][1]);
      surface = draw_pixels (figure);
      cairo_surface_destroy (surface);
      g_assert_false (ls_figure_is_settled (figure));
      /* Whole pixels: a curve is up to half a pixel off in x and y, which changes the colours of
       * its edges by less than that. Dashes begin elsewhere. */
      if (strcmp (self->units[0], self->units[1]) != 0)
        g_assert_cmpuint (compare_to_copy (figure, 160), <, WIDTH * HEIGHT / 1000);
      if (i % 2 == 1)
        check_settled (figure);
    }
  check_settled (figure);
}

/* Moved by whole pixels and back, nothing is lost: solid curves are the same. */
static void
test_back (void)
{
  g_autoptr (LsFigure) figure = make_figure (&cases[1], TRUE);
  cairo_surface_t *before, *after;

  ls_figure_zoom_at (figure, 300, 100, 1.5);
  before = draw_pixels (figure);
  ls_figure_pan (figure, 30, 0);
  cairo_surface_destroy (draw_pixels (figure));
  ls_figure_pan (figure, -30, 0);
  after = draw_pixels (figure);
  g_assert_cmpuint (compare (before, after, ROUNDING), ==, 0);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
}

/* What is not a matter of axes draws the curves anew. */
static void
test_changes (void)
{
  g_autoptr (LsFigure) figure = make_figure (&cases[1], TRUE);

  check_settled (figure);
  ls_figure_set_visible (figure, 1, FALSE);
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  ls_figure_set_color (figure, 0, "color:6");
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  ls_figure_set_label (figure, 0, "another name");
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  ls_figure_set_entry_focus (figure, 1);
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  ls_figure_set_name (figure, "a.y", "height");
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  ls_figure_set_title (figure, "Title");
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  g_free (ls_figure_set_cursor (figure, 250, 150));
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  /* The legend can still be clicked. */
  g_assert_cmpuint (ls_figure_get_n_entries (figure), ==, 3);
  g_assert_true (ls_figure_is_settled (figure));
}

/* More rows are drawn as they come. */
static void
test_growing (void)
{
  const Case few = { "few", 100, 0, { "m", "m" } };
  const double row[] = { 1.5, 0.3, 0.2 };
  g_autoptr (LsFigure) figure = make_figure (&few, TRUE);
  g_autoptr (LsTrace) trace = make_trace (&few, 5);

  ls_figure_add_run (figure, trace, "grows", "color:1");
  check_settled (figure);
  g_assert_true (ls_trace_append (trace, row));
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
}

/* Draws one curve at each call, at most @n_calls times. Returns: the number of calls */
static guint
draw_by_curves (LsFigure *figure, cairo_surface_t *surface, guint n_calls)
{
  gboolean done = FALSE;
  guint n = 0;

  while (!done && n < n_calls)
    {
      cairo_t *cr = cairo_create (surface);

      done = ls_figure_draw_until (figure, cr, WIDTH, HEIGHT, ls_theme_get_light (), 0);
      cairo_destroy (cr);
      n++;
    }
  cairo_surface_flush (surface);
  return n;
}

/* Over several calls the same picture comes about; a change meanwhile begins it anew. */
static void
test_interrupted (gconstpointer data)
{
  const Case *self = data;
  /* Three runs in one pane or in each of two. */
  const guint n_curves = strcmp (self->units[0], self->units[1]) == 0 ? 3 : 6;
  g_autoptr (LsFigure) figure = make_figure (self, TRUE), whole = make_figure (self, TRUE);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_surface_t *wanted = draw_pixels (whole);

  g_assert_cmpuint (draw_by_curves (figure, surface, G_MAXUINT), ==, n_curves);
  g_assert_cmpuint (compare (surface, wanted, 0), ==, 0);
  g_assert_cmpuint (draw_by_curves (figure, surface, G_MAXUINT), ==, 1);
  cairo_surface_destroy (wanted);

  ls_figure_zoom_at (figure, 300, 100, 2);
  g_assert_cmpuint (draw_by_curves (figure, surface, 2), ==, 2);
  ls_figure_zoom_at (figure, 300, 100, 2);
  g_assert_cmpuint (draw_by_curves (figure, surface, 2), ==, 2);
  ls_figure_set_color (figure, 0, "color:6");
  g_assert_cmpuint (draw_by_curves (figure, surface, G_MAXUINT), ==, n_curves);
  g_assert_cmpuint (compare_to_copy (figure, ROUNDING), ==, 0);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/draw/figure-layer/pan/", cases[i].name, NULL);

      g_autofree char *parts = g_strconcat ("/draw/figure-layer/interrupted/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_pan);
      g_test_add_data_func (parts, &cases[i], test_interrupted);
    }
  g_test_add_func ("/draw/figure-layer/back", test_back);
  g_test_add_func ("/draw/figure-layer/changes", test_changes);
  g_test_add_func ("/draw/figure-layer/growing", test_growing);
  return g_test_run ();
}
