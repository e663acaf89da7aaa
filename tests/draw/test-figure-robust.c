/* Runs that diverge among runs that do not: ranges of axes, and what is said of the values outside.
 */
#include "figure-unit.h"

#include <math.h>
#include <string.h>

#define N_ROWS 1001

/* amplitude * sin (6 t) + e^(rate t) - 1 */
static LsTrace *
make_trace (double amplitude, double rate)
{
  static const char *const names[] = { "x", "y" };
  static const char *const units[] = { "m", "m" };
  LsTrace *trace = ls_trace_new (2, names, units);

  for (guint i = 0; i < N_ROWS; i++)
    {
      const double t = i / (N_ROWS - 1.0);
      const double row[] = { t, amplitude * sin (6 * t) + expm1 (rate * t), cos (6 * t) };

      g_assert_true (ls_trace_append (trace, row));
    }
  return trace;
}

static guint
count_above (double amplitude, double rate, double limit)
{
  g_autoptr (LsTrace) trace = make_trace (amplitude, rate);
  guint n = 0;

  for (gsize i = 0; i < N_ROWS; i++)
    n += ls_trace_get (trace, 1, i) > limit;
  return n;
}

/* Three good runs and one that grows to e^20. */
static LsFigure *
make_figure (const LsFigureKind *kind, gboolean reference)
{
  static const char *const shown[] = { "x", NULL };
  const double amplitudes[] = { 1, 1.1, 0.9, 1 };
  LsFigure *figure = ls_figure_new (kind);

  for (guint i = 0; i < G_N_ELEMENTS (amplitudes); i++)
    {
      g_autoptr (LsTrace) trace = make_trace (amplitudes[i], i == 3 ? 20 : 0);

      ls_figure_add_run (figure, trace, "run", "missiles");
    }
  if (reference)
    {
      g_autoptr (LsTrace) trace = make_trace (1.05, 0);

      ls_figure_set_reference (figure, trace, "reference");
    }
  ls_figure_set_signals (figure, shown);
  ls_figure_set_orbit (figure, "x", "y");
  return figure;
}

static Pane
draw (LsFigure *figure)
{
  cairo_surface_destroy (draw_pixels (figure));
  return get_pane (figure, 0);
}

static void
assert_said (LsFigure *figure, const char *words, gboolean said)
{
  g_autofree char *text = ls_figure_describe (figure);

  g_test_message ("%s", text);
  g_assert_cmpint (strstr (text, words) != NULL, ==, said);
}

static void
check_trajectory (gboolean reference)
{
  g_autoptr (LsFigure) figure = make_figure (LS_FIGURE_TRAJECTORY, reference);
  Pane pane = draw (figure);
  g_autofree char *words = g_strdup_printf ("%u values of 1 run", count_above (1, 20, pane.y[1]));

  g_assert_cmpfloat (pane.y[1], <, 1.5);
  g_assert_cmpfloat (pane.y[0], >, -1.5);
  g_assert_true (ls_figure_leaves_out (figure) && ls_figure_can_show_all (figure));
  assert_said (figure, words, TRUE);
  ls_figure_show_all (figure);
  pane = draw (figure);
  g_assert_cmpfloat (pane.y[1], >, exp (20) - 1);
  g_assert_false (ls_figure_leaves_out (figure));
  assert_said (figure, "values of", FALSE);
  /* Again: back to the others; and by the way back. */
  ls_figure_show_all (figure);
  g_assert_cmpfloat (draw (figure).y[1], <, 1.5);
  g_assert_true (ls_figure_zoom_back (figure));
  g_assert_cmpfloat (draw (figure).y[1], >, 1e8);
}

static void
test_reference (void)
{
  check_trajectory (TRUE);
}

static void
test_usual (void)
{
  check_trajectory (FALSE);
}

/* Hidden, it is neither counted nor in the way; alone, it has the axis. */
static void
test_hidden (void)
{
  g_autoptr (LsFigure) figure = make_figure (LS_FIGURE_TRAJECTORY, FALSE);

  ls_figure_set_visible (figure, 3, FALSE);
  draw (figure);
  g_assert_false (ls_figure_leaves_out (figure));
  ls_figure_set_visible (figure, 3, TRUE);
  for (guint i = 0; i < 3; i++)
    ls_figure_set_visible (figure, i, FALSE);
  g_assert_cmpfloat (draw (figure).y[1], >, 1e8);
  g_assert_false (ls_figure_leaves_out (figure));
}

/* Runs that differ as much as parameters make them differ are all shown. */
static void
test_spread (void)
{
  static const char *const shown[] = { "x", NULL };
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);

  for (guint i = 1; i < 5; i++)
    {
      g_autoptr (LsTrace) trace = make_trace (i, 0);

      ls_figure_add_run (figure, trace, "run", "missiles");
    }
  ls_figure_set_signals (figure, shown);
  g_assert_cmpfloat (draw (figure).y[1], >, 3.9);
  g_assert_false (ls_figure_leaves_out (figure));
}

/* A zoom by hand is as it was wanted. */
static void
test_zoomed (void)
{
  g_autoptr (LsFigure) figure = make_figure (LS_FIGURE_TRAJECTORY, TRUE);
  const Pane pane = draw (figure);

  ls_figure_zoom_box (figure, pane.left + 10, pane.top + 10, pane.left + 200, pane.top + 150);
  draw (figure);
  g_assert_false (ls_figure_leaves_out (figure));
  ls_figure_show_all (figure);
  g_assert_cmpfloat (draw (figure).y[1], <, 1.5);
  g_assert_true (ls_figure_leaves_out (figure));
}

/* Errors of 5 and 15 % have the axis, one of 1e8 has not; the same for differences. */
static void
test_relative (void)
{
  g_autoptr (LsFigure) errors = make_figure (LS_FIGURE_ERROR, TRUE);
  g_autoptr (LsFigure) differences = make_figure (LS_FIGURE_DIFFERENCE, TRUE);
  Pane pane = draw (errors);

  g_assert_cmpfloat (pane.y[1], <=, 1);
  assert_said (errors, "values of 1 run", TRUE);
  ls_figure_show_all (errors);
  g_assert_cmpfloat (draw (errors).y[1], >, 1e8);
  pane = draw (differences);
  g_assert_cmpfloat (pane.y[1], <=, 1);
  g_assert_true (ls_figure_leaves_out (differences));
}

static void
test_orbit (void)
{
  g_autoptr (LsFigure) figure = make_figure (LS_FIGURE_ORBIT, TRUE);

  g_assert_cmpfloat (draw (figure).x[1], <, 2);
  g_assert_true (ls_figure_leaves_out (figure));
  ls_figure_show_all (figure);
  g_assert_cmpfloat (draw (figure).x[1], >, 1e8);
}

/* Pixels of marks within the pane, or above it. */
static guint
count_marks (LsFigure *figure, const Pane *pane, gboolean within)
{
  const double top = within ? pane->top : 0, bottom = within ? pane->top + pane->height : pane->top;
  guint n = 0, index;

  for (double y = top; y < bottom; y++)
    for (double x = pane->left; x < pane->left + pane->width; x++)
      n += ls_figure_find_target (figure, x, y, &index) == LS_TARGET_OUTLYING;
  return n;
}

/* Marks of both axes cover no curve, and have a line of their own where titles are above. */
static void
check_marks (const LsFigureKind *kind)
{
  g_autoptr (LsFigure) figure = make_figure (kind, TRUE);
  Pane pane = draw (figure);
  const double top = pane.top;

  g_assert_cmpuint (count_marks (figure, &pane, FALSE), >, 0);
  g_assert_cmpuint (count_marks (figure, &pane, TRUE), ==, 0);
  ls_figure_set_caption (figure, "y1",
                         "A caption that is much longer than the axis is high, in words, "
                         "and therefore stands above");
  pane = draw (figure);
  g_assert_cmpfloat (pane.top, >, top);
  g_assert_cmpuint (count_marks (figure, &pane, FALSE), >, 0);
  g_assert_cmpuint (count_marks (figure, &pane, TRUE), ==, 0);
  ls_figure_show_all (figure);
  pane = draw (figure);
  g_assert_cmpuint (count_marks (figure, &pane, FALSE), ==, 0);
}

static void
test_marks (void)
{
  check_marks (LS_FIGURE_TRAJECTORY);
  check_marks (LS_FIGURE_ORBIT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/figure/robust/reference", test_reference);
  g_test_add_func ("/draw/figure/robust/usual", test_usual);
  g_test_add_func ("/draw/figure/robust/hidden", test_hidden);
  g_test_add_func ("/draw/figure/robust/spread", test_spread);
  g_test_add_func ("/draw/figure/robust/zoomed", test_zoomed);
  g_test_add_func ("/draw/figure/robust/relative", test_relative);
  g_test_add_func ("/draw/figure/robust/orbit", test_orbit);
  g_test_add_func ("/draw/figure/robust/marks", test_marks);
  return g_test_run ();
}
