/* Marks of events where they happened, in the row of their state, with their number. */
#include "draw/figure.h"

#include <math.h>
#include <string.h>

#define WIDTH 640
#define HEIGHT 400

static const char *const names[] = { "a.x", "b.y", "c.z", NULL };

typedef struct
{
  LsActivity *activity;
  LsTrace *trace;
  LsFigure *figure;
  cairo_surface_t *surface;
  double left, top, width, height;
} Drawing;

static LsTrace *
make_clock (double start, double stop)
{
  static const char *const columns[] = { "q" };
  LsTrace *trace = ls_trace_new (1, columns, NULL);

  ls_trace_append (trace, (const double[]){ start, 0 });
  ls_trace_append (trace, (const double[]){ stop, 0 });
  return trace;
}

static void
redraw (Drawing *self)
{
  cairo_t *cr = cairo_create (self->surface);

  ls_figure_update (self->figure);
  ls_figure_draw (self->figure, cr, WIDTH, HEIGHT, ls_theme_get_light ());
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
  g_assert_true (
      ls_figure_get_pane (self->figure, 0, &self->left, &self->top, &self->width, &self->height));
}

static void
setup (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  self->activity = ls_activity_new (names);
  self->trace = make_clock (0, 10);
  self->figure = ls_figure_new (LS_FIGURE_ACTIVITY);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  ls_figure_add_activity (self->figure, self->activity, self->trace, "run", "missiles");
}

static void
teardown (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  ls_activity_unref (self->activity);
  ls_trace_unref (self->trace);
  ls_figure_free (self->figure);
  cairo_surface_destroy (self->surface);
}

/* Whether the pixel is bluish, as the method is; the grid is grey. */
static gboolean
is_marked (const Drawing *self, double time, double row)
{
  const unsigned char *data = cairo_image_surface_get_data (self->surface);
  const int stride = cairo_image_surface_get_stride (self->surface);
  double range[2], y[2];
  int column, line;

  g_assert_true (ls_figure_get_range (self->figure, 0, range, y));
  column = (int)floor (self->left + (time - range[0]) / (range[1] - range[0]) * self->width);
  line = (int)floor (self->top + (y[1] - (3 - row)) / (y[1] - y[0]) * self->height);
  for (int dx = -1; dx <= 1; dx++)
    {
      const unsigned char *pixel = data + line * stride + 4 * (column + dx);

      if (pixel[0] > pixel[2] + 60)
        return TRUE;
    }
  return FALSE;
}

/* Each event in its place, and nothing between them. */
static void
test_marks (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  static const double times[] = { 0.5, 2, 2.04, 7.5, 10 };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    ls_activity_add (self->activity, i % 2, times[i]);
  redraw (self);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint row = 0; row < 3; row++)
      if (fabs (times[i] - 2) > 0.1 || row == 2)
        {
          g_test_message ("event %u, row %u", i, row);
          g_assert_cmpint (is_marked (self, times[i], row + 0.5), ==, row == i % 2);
        }
  for (double t = 3; t < 7; t += 0.5)
    for (guint row = 0; row < 3; row++)
      g_assert_false (is_marked (self, t, row + 0.5));
  /* Rows are apart. */
  g_assert_false (is_marked (self, 0.5, 0.02));
  g_assert_false (is_marked (self, 0.5, 0.98));
  g_assert_true (is_marked (self, 0.5, 0.15));
}

/* One among a million, and those that come while it is shown. */
static void
test_many (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *text = NULL;

  ls_activity_set_limit (self->activity, G_MAXUINT64);
  for (guint i = 0; i < 1000000; i++)
    ls_activity_add (self->activity, 0, 5e-6 * i);
  redraw (self);
  g_assert_true (is_marked (self, 2.5, 0.5));
  g_assert_false (is_marked (self, 7, 0.5));
  g_assert_false (is_marked (self, 7, 1.5));
  ls_activity_add (self->activity, 1, 7);
  ls_trace_append (self->trace, (const double[]){ 10, 0 });
  redraw (self);
  g_assert_true (is_marked (self, 7, 1.5));
  text = ls_figure_describe (self->figure);
  g_assert_nonnull (strstr (text, "a.x 1000000, b.y 1, c.z 0"));
}

/* The second run has a part of each row of its own, states of its own come below. */
static void
test_two_runs (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  static const char *const other_names[] = { "c.z", "b.y", NULL };
  g_autoptr (LsActivity) other = ls_activity_new (other_names);
  g_autofree char *text = NULL;

  ls_activity_add (self->activity, 1, 4);
  ls_activity_add (other, 1, 6);
  ls_figure_add_activity (self->figure, other, self->trace, "other", "missiles");
  redraw (self);
  g_assert_true (is_marked (self, 4, 1.3));
  g_assert_false (is_marked (self, 4, 1.7));
  g_assert_true (is_marked (self, 6, 1.7));
  g_assert_false (is_marked (self, 6, 1.3));
  text = ls_figure_describe (self->figure);
  g_assert_nonnull (strstr (text, "run: a.x 0, b.y 1, c.z 0."));
  g_assert_nonnull (strstr (text, "other:"));
}

static void
test_cursor (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *text = NULL;

  for (guint i = 1; i <= 4; i++)
    ls_activity_add (self->activity, 2, 2 * i);
  redraw (self);
  text = ls_figure_set_cursor (self->figure, self->left + 0.5 * self->width,
                               self->top + 0.8 * self->height);
  g_assert_nonnull (strstr (text, "c.z\nrun: 2 events so far, the last at 4 s"));
}

/* The part shown, as an inset in one of the corners: rows have no curves to keep clear of. */
static void
test_inset (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  cairo_surface_t *plain;

  ls_activity_add (self->activity, 1, 5);
  redraw (self);
  plain = self->surface;
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  ls_figure_zoom_box (self->figure, self->left + 0.4 * self->width, self->top + 0.2 * self->height,
                      self->left + 0.6 * self->width, self->top + 0.8 * self->height);
  redraw (self);
  g_assert_true (ls_figure_make_inset (self->figure));
  redraw (self);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (plain),
                           cairo_image_surface_get_data (self->surface),
                           (gsize)HEIGHT * cairo_image_surface_get_stride (plain)),
                   !=, 0);
  cairo_surface_destroy (plain);
}

/* When not all are kept, the run says so, and the number is that of all. */
static void
test_limit (Drawing *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *text = NULL;

  ls_activity_set_limit (self->activity, 10);
  for (guint i = 0; i < 25; i++)
    ls_activity_add (self->activity, 0, 0.1 * i);
  redraw (self);
  text = ls_figure_describe (self->figure);
  g_assert_nonnull (strstr (text, "run (the first 10 of 25 events): a.x 25"));
}

/* Nothing that could have events is not the same as no event. */
static void
test_none (void)
{
  static const char *const none[] = { NULL };
  g_autoptr (LsActivity) activity = ls_activity_new (none);
  g_autoptr (LsTrace) trace = make_clock (0, 1);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_ACTIVITY);
  g_autofree char *text = NULL;

  ls_figure_add_activity (figure, activity, trace, "run", "missiles");
  ls_figure_update (figure);
  text = ls_figure_describe (figure);
  g_assert_nonnull (strstr (text, "No events recorded"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/draw/activity/marks", Drawing, NULL, setup, test_marks, teardown);
  g_test_add ("/draw/activity/many", Drawing, NULL, setup, test_many, teardown);
  g_test_add ("/draw/activity/two-runs", Drawing, NULL, setup, test_two_runs, teardown);
  g_test_add ("/draw/activity/cursor", Drawing, NULL, setup, test_cursor, teardown);
  g_test_add ("/draw/activity/inset", Drawing, NULL, setup, test_inset, teardown);
  g_test_add ("/draw/activity/limit", Drawing, NULL, setup, test_limit, teardown);
  g_test_add_func ("/draw/activity/none", test_none);
  return g_test_run ();
}
