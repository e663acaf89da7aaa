/* Panes, right axes, stairs, gaps, differences, steps and insets, by coordinates of the SVG. */
#include "core/model/plot-setup.h"
#include "core/record/error-norms.h"
#include "draw/export.h"
#include "figure-unit.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static LsTrace *
trace_new (guint n, const char *const names[], const char *const units[])
{
  return ls_trace_new (n, names, units);
}

static void
append (LsTrace *trace, double t, double a, double b)
{
  g_assert_true (ls_trace_append (trace, (double[]){ t, a, b }));
}

static const char *const names[] = { "a.x", "b.y" };
static const char *const units[] = { "m", "V" };

static void
draw_cb (cairo_t *cr, double width, double height, gpointer figure)
{
  ls_figure_draw (figure, cr, width, height, ls_theme_get_light ());
}

/* The drawing as SVG. */
static char *
draw (LsFigure *figure)
{
  g_autofree char *directory = g_dir_make_tmp ("figure-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "figure.svg", NULL);
  char *text = NULL;

  ls_figure_update (figure);
  g_assert_true (ls_export (path, WIDTH, HEIGHT, 1, draw_cb, figure, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_unlink (path);
  g_rmdir (directory);
  return text;
}

/* Colour of the method in the SVG, as cairo writes it: per cent with six digits, without zeros. */
static char *
stroke_of (const char *method)
{
  LsColor color = ls_palette_get_method_color (ls_theme_get_light (), method, 0);
  const double parts[] = { color.r, color.g, color.b };
  GString *text = g_string_new ("stroke:rgb(");

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *number = g_strdup_printf ("%.6f", 100 * parts[i]);
      gsize n = strlen (number);

      while (number[n - 1] == '0')
        n--;
      number[number[n - 1] == '.' ? n - 1 : n] = '\0';
      g_string_append_printf (text, "%s%s%%", i > 0 ? "," : "", number);
    }
  return g_string_free (text, FALSE);
}

/* Whether a path of that colour has a vertex at the point, to a hundredth of a px. */
static gboolean
has_vertex (const char *svg, const char *stroke, double x, double y)
{
  for (const char *at = strstr (svg, "<path"); at != NULL; at = strstr (at + 1, "<path"))
    {
      const char *end = strchr (at, '>');
      const char *d = strstr (at, " d=\""), *colour = g_strstr_len (at, end - at, stroke);

      if (colour == NULL || d == NULL || d > end)
        continue;
      for (const char *p = d + 4; *p != '"'; p++)
        if (*p == 'M' || *p == 'L')
          {
            char *rest;
            double vx = g_ascii_strtod (p + 1, &rest), vy = g_ascii_strtod (rest, NULL);

            /* Cairo keeps coordinates as multiples of 1 / 256 px. */
            if (fabs (vx - x) < 0.01 && fabs (vy - y) < 0.01)
              return TRUE;
          }
    }
  return FALSE;
}

static double
py_log (const Pane *pane, double y)
{
  return pane->top
         + (log10 (pane->y[1]) - log10 (y)) / (log10 (pane->y[1]) - log10 (pane->y[0]))
               * pane->height;
}

/* a.x over the left axis, b.y, which is a hundred times as large, over the right one. */
static void
test_right_axis (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autoptr (GPtrArray) panes
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_pane_choice_free);
  LsPaneChoice *choice = ls_pane_choice_new ();
  g_autofree char *svg = NULL, *stroke = stroke_of ("missiles"), *text = NULL;
  Pane left, right;

  for (int i = 0; i <= 4; i++)
    append (trace, i, i * i, 1600 - 100 * i * i);
  g_ptr_array_add (choice->left, g_strdup ("a.x"));
  g_ptr_array_add (choice->right, g_strdup ("b.y"));
  g_ptr_array_add (panes, choice);
  ls_figure_add_run (figure, trace, "run", "missiles");
  ls_figure_set_panes (figure, panes);
  svg = draw (figure);
  left = get_pane (figure, 0);
  right = get_pane (figure, 1);
  g_assert_cmpfloat (left.top, ==, right.top);
  g_assert_cmpfloat (left.left, ==, right.left);
  g_assert_cmpfloat (left.y[1], <, 20);
  g_assert_cmpfloat (right.y[1], >, 1600);
  for (int i = 0; i <= 4; i++)
    {
      g_assert_true (has_vertex (svg, stroke, px (&left, i), py (&left, i * i)));
      g_assert_true (has_vertex (svg, stroke, px (&left, i), py (&right, 1600 - 100 * i * i)));
    }
  g_assert_false (has_vertex (svg, stroke, px (&left, 2), py (&left, 5)));
  text = ls_figure_set_cursor (figure, px (&left, 2), left.top + 5);
  g_assert_nonnull (strstr (text, "a.x = 4 m"));
  g_assert_nonnull (strstr (text, "b.y = 1200 V"));
  /* A box takes the same part of both axes. */
  ls_figure_zoom_box (figure, px (&left, 1), py (&left, 10), px (&left, 3), py (&left, 5));
  g_free (draw (figure));
  /* Rounding of pixels to values: up to 20 on the left, up to 1600 on the right. */
  g_assert_cmpfloat_with_epsilon (get_pane (figure, 0).y[0], 5, 1e-9);
  g_assert_cmpfloat_with_epsilon (
      get_pane (figure, 1).y[0],
      right.y[0] + (5 - left.y[0]) / (left.y[1] - left.y[0]) * (right.y[1] - right.y[0]), 1e-6);
}

/* Heights of the ticks at the left of a pane, from the top of it, px; increasing or decreasing. */
static GArray *
list_ticks (const char *svg, const Pane *pane)
{
  GArray *ys = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GRegex) regex
      = g_regex_new ("M ([0-9.]+) ([0-9.]+) L ([0-9.]+) ([0-9.]+)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (regex, svg, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      double v[4];

      for (int i = 0; i < 4; i++)
        {
          g_autofree char *word = g_match_info_fetch (match, i + 1);

          v[i] = g_ascii_strtod (word, NULL) - (i % 2 == 0 ? pane->left : pane->top);
        }
      /* A tick is 4 px long; SVG has three decimals. */
      if (v[1] == v[3] && fabs (v[0]) <= 1 && fabs (v[0] - v[2] - 4) < 0.01 && v[1] >= -1
          && v[1] <= pane->height + 1)
        g_array_append_val (ys, v[1]);
    }
  return ys;
}

/* Eight panes above each other: ticks are as far apart as lines of text, and there are some. */
static void
test_low_panes (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autoptr (GPtrArray) panes
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_pane_choice_free);
  g_autofree char *svg = NULL;

  for (int i = 0; i <= 4; i++)
    append (trace, i, i - 2, i);
  for (int i = 0; i < 8; i++)
    {
      LsPaneChoice *choice = ls_pane_choice_new ();

      g_ptr_array_add (choice->left, g_strdup ("a.x"));
      g_ptr_array_add (panes, choice);
    }
  ls_figure_add_run (figure, trace, "run", "missiles");
  ls_figure_set_panes (figure, panes);
  svg = draw (figure);
  for (guint i = 0; i < 8; i++)
    {
      const Pane pane = get_pane (figure, i);
      g_autoptr (GArray) ys = list_ticks (svg, &pane);

      g_assert_cmpfloat (pane.height, <, 40);
      g_assert_cmpuint (ys->len, >=, 2);
      /* Text of 10 points is 13 px high at 96 dpi, lines are some 17 px apart. */
      for (guint k = 1; k < ys->len; k++)
        g_assert_cmpfloat (fabs (g_array_index (ys, double, k) - g_array_index (ys, double, k - 1)),
                           >=, 13);
    }
}

/* A discrete signal keeps its value up to the next row; NaN leaves a gap. */
static void
test_stairs_and_gaps (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autofree char *svg = NULL, *stroke = stroke_of ("missiles");
  const char *const discrete[] = { "b.y", NULL };
  Pane pane;

  append (trace, 0, 1, 0);
  append (trace, 1, 2, 3);
  append (trace, 2, NAN, 1);
  append (trace, 3, 4, 1);
  append (trace, 4, 5, 2);
  ls_figure_add_run (figure, trace, "run", "missiles");
  ls_figure_set_stairs (figure, discrete);
  svg = draw (figure);
  pane = get_pane (figure, 1);
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py (&pane, 0)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py (&pane, 3)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 2), py (&pane, 3)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 4), py (&pane, 1)));
  pane = get_pane (figure, 0);
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py (&pane, 2)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 3), py (&pane, 4)));
  /* Neither side of the gap is drawn on to it. */
  g_assert_false (has_vertex (svg, stroke, px (&pane, 2), py (&pane, 2)));
  g_assert_false (has_vertex (svg, stroke, px (&pane, 2), py (&pane, 3)));
}

/* Both limits at an event: two rows at one time are an upright line. */
static void
test_event (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autofree char *svg = NULL, *stroke = stroke_of ("missiles");
  Pane pane;

  append (trace, 0, 0, 0);
  append (trace, 1, 1, 0);
  append (trace, 1, -2, 0);
  append (trace, 2, 0, 0);
  ls_figure_add_run (figure, trace, "run", "missiles");
  svg = draw (figure);
  pane = get_pane (figure, 0);
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py (&pane, 1)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py (&pane, -2)));
}

/* 10^t over a logarithmic axis is a straight line; what is not positive is a gap. */
static void
test_logarithm (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autofree char *svg = NULL, *stroke = stroke_of ("missiles");
  Pane pane;

  for (int i = 0; i <= 4; i++)
    append (trace, i, pow (10, i - 2), i == 2 ? -1 : 1);
  ls_figure_add_run (figure, trace, "run", "missiles");
  ls_figure_set_logarithmic (figure, TRUE);
  svg = draw (figure);
  pane = get_pane (figure, 0);
  /* Rounding of logarithms and powers. */
  g_assert_cmpfloat_with_epsilon (pane.y[0], 1e-2, 1e-9);
  g_assert_cmpfloat_with_epsilon (pane.y[1], 1e2, 1e-6);
  for (int i = 0; i <= 4; i++)
    g_assert_cmpfloat_with_epsilon (py_log (&pane, pow (10, i - 2)),
                                    pane.top + pane.height * (1 - i / 4.0), 1e-9);
  /* Points on a straight line may be left out, all but its ends. */
  g_assert_true (has_vertex (svg, stroke, px (&pane, 0), py_log (&pane, 1e-2)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 4), py_log (&pane, 1e2)));
  pane = get_pane (figure, 1);
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py_log (&pane, 1)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 3), py_log (&pane, 1)));
}

/* t^2 in steps of 1 and t^2 + 0.1 in steps of 0.5: between the rows of the base a straight line. */
static void
test_difference (void)
{
  g_autoptr (LsTrace) base = trace_new (2, names, units);
  g_autoptr (LsTrace) run = trace_new (2, names, units);
  g_autoptr (LsTrace) distance = NULL;
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_DIFFERENCE);
  g_autofree char *svg = NULL, *stroke = stroke_of ("missiles"), *words = NULL;
  Pane pane;

  for (int i = 0; i <= 4; i++)
    append (base, i, i * i, i);
  for (int i = 0; i <= 8; i++)
    append (run, 0.5 * i, 0.25 * i * i + 0.1, 0.5 * i);
  ls_figure_add_run (figure, base, "base", "ni-jacobi");
  ls_figure_add_run (figure, run, "run", "missiles");
  ls_figure_set_tube (figure, 0.01);
  svg = draw (figure);
  pane = get_pane (figure, 0);
  for (int i = 0; i <= 8; i++)
    /* The chord over a step of 1 is 0.25 above t^2 at the middle. */
    g_assert_true (
        has_vertex (svg, stroke, px (&pane, 0.5 * i), py (&pane, i % 2 == 0 ? 0.1 : 0.1 - 0.25)));
  /* Rounding of 1 % of 16. */
  g_assert_cmpfloat_with_epsilon (ls_figure_get_tube (figure, "a.x"), 0.16, 1e-12);
  words = ls_figure_describe (figure);
  g_assert_nonnull (strstr (words, "within the tolerance band of ±0.16"));

  distance = ls_measure_distance_new (run, base, NULL);
  ls_measure_distance_continue (distance, run, base);
  ls_measure_distance_continue (distance, run, base); /* nothing is new */
  g_assert_cmpuint (ls_trace_get_n_rows (distance), ==, 9);
  /* Rounding. */
  for (guint i = 0; i <= 8; i++)
    g_assert_cmpfloat_with_epsilon (ls_trace_get (distance, 1, i), i % 2 == 0 ? 0.1 : -0.15, 1e-12);
}

/* The limit from the left is held against that of the base. */
static void
test_difference_at_event (void)
{
  g_autoptr (LsTrace) base = trace_new (2, names, units);
  g_autoptr (LsTrace) run = trace_new (2, names, units);
  g_autoptr (LsTrace) distance = NULL;

  append (base, 0, 0, 0);
  append (base, 1, 5, 0);
  append (base, 1, 50, 0);
  append (base, 2, 50, 0);
  append (run, 0, 0, 0);
  append (run, 1, 6, 0);
  append (run, 1, 52, 0);
  append (run, 1.5, 53, 0);
  distance = ls_measure_distance_new (run, base, NULL);
  ls_measure_distance_continue (distance, run, base);
  g_assert_cmpfloat (ls_trace_get (distance, 1, 1), ==, 1);
  g_assert_cmpfloat (ls_trace_get (distance, 1, 2), ==, 2);
  g_assert_cmpfloat (ls_trace_get (distance, 1, 3), ==, 3);
}

/* Rows of steps hold to the next, the last one to the end of the run. */
static void
test_steps (void)
{
  static const char *const columns[] = { "step_size", "iterations", "residual", "rejected_steps" };
  g_autoptr (LsTrace) steps = ls_trace_new (4, columns, NULL);
  g_autoptr (LsTrace) run = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_STEPS);
  g_autofree char *svg = NULL, *stroke = stroke_of ("missiles"), *words = NULL;
  double y[2], x[2];
  Pane pane;

  g_assert_true (ls_trace_append (steps, (double[]){ 0, 0.1, 3, NAN, 0 }));
  g_assert_true (ls_trace_append (steps, (double[]){ 1, 0.01, 2, NAN, 0 }));
  append (run, 0, 0, 0);
  append (run, 4, 0, 0);
  ls_figure_add_steps (figure, steps, run, "run", "missiles");
  svg = draw (figure);
  pane = get_pane (figure, 0);
  g_assert_cmpfloat (pane.x[1], ==, 4);
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py_log (&pane, 0.1)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 1), py_log (&pane, 0.01)));
  g_assert_true (has_vertex (svg, stroke, px (&pane, 4), py_log (&pane, 0.01)));
  pane = get_pane (figure, 1);
  g_assert_true (has_vertex (svg, stroke, px (&pane, 4), py (&pane, 2)));
  /* No residual and no rejected step: no panes for them. */
  g_assert_false (ls_figure_get_range (figure, 2, x, y));
  words = ls_figure_describe (figure);
  g_assert_nonnull (strstr (words, "Steps of the runs over time"));
}

static void
test_inset (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_ORBIT);
  g_autofree char *plain = NULL, *svg = NULL, *words = NULL, *stroke = stroke_of ("missiles");
  const char *p;
  guint n_plain = 0, n = 0;
  Pane pane;

  for (int i = 0; i <= 100; i++)
    append (trace, i, cos (0.02 * G_PI * i), sin (0.02 * G_PI * i));
  ls_figure_add_run (figure, trace, "run", "missiles");
  g_assert_false (ls_figure_make_inset (figure));
  plain = draw (figure);
  pane = get_pane (figure, 0);
  ls_figure_zoom_box (figure, px (&pane, 0.5), py (&pane, 1.04), px (&pane, 0.9), py (&pane, 0.5));
  g_free (draw (figure));
  g_assert_true (ls_figure_make_inset (figure));
  g_assert_true (ls_figure_has_inset (figure));
  svg = draw (figure);
  /* The axes are those of the whole again, and the curve is there a second time. */
  /* Rounding. */
  g_assert_cmpfloat_with_epsilon (get_pane (figure, 0).x[0], pane.x[0], 1e-12);
  for (p = plain; (p = strstr (p, stroke)) != NULL; p++)
    n_plain++;
  for (p = svg; (p = strstr (p, stroke)) != NULL; p++)
    n++;
  g_assert_cmpuint (n, >, n_plain);
  words = ls_figure_describe (figure);
  g_assert_nonnull (strstr (words, "An inset enlarges the part from 0.5 to 0.9"));
  ls_figure_remove_inset (figure);
  g_assert_false (ls_figure_has_inset (figure));
}

static void
test_measure (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autofree char *text = NULL;
  Pane pane;

  append (trace, 0, 0, 0);
  append (trace, 10, 30, 0);
  ls_figure_add_run (figure, trace, "run", "missiles");
  g_free (draw (figure));
  pane = get_pane (figure, 0);
  ls_figure_set_mark (figure, 2);
  text = ls_figure_set_cursor (figure, px (&pane, 4), pane.top + 5);
  g_assert_nonnull (strstr (text, "t = 4 s, Δt = 2 s (0.5 Hz)"));
  g_assert_nonnull (strstr (text, "a.x = 12 m, Δ = 6 m (run)"));
  /* Rounding of pixels to values. */
  g_assert_cmpfloat_with_epsilon (ls_figure_get_cursor_time (figure), 4, 1e-9);
}

/* A zoomed axis goes along with the run, keeping its width. */
static void
test_follow (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  double range[2];

  append (trace, 0, 0, 0);
  append (trace, 10, 30, 0);
  ls_figure_add_run (figure, trace, "run", "missiles");
  g_free (draw (figure));
  ls_figure_zoom_time (figure, (double[]){ 8, 10 });
  ls_figure_set_follow (figure, TRUE);
  append (trace, 12, 30, 0);
  g_assert_true (ls_figure_update (figure));
  g_assert_true (ls_figure_get_time_zoom (figure, range));
  /* Rounding. */
  g_assert_cmpfloat_with_epsilon (range[0], 10, 1e-12);
  g_assert_cmpfloat_with_epsilon (range[1], 12, 1e-12);
}

/* One of ten million: what stands out is seen, however short. */
static void
test_outlier (void)
{
  const gsize n = 10000000, at = 6543210;
  static const char *const one[] = { "a.x" };
  g_autoptr (LsTrace) trace = ls_trace_new (1, one, NULL);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autofree char *svg = NULL, *stroke = stroke_of ("missiles");
  gboolean seen = FALSE;
  Pane pane;

  for (gsize i = 0; i < n; i++)
    g_assert_true (ls_trace_append (trace, (double[]){ (double)i, i == at ? 1 : 0 }));
  ls_figure_add_run (figure, trace, "run", "missiles");
  svg = draw (figure);
  pane = get_pane (figure, 0);
  /* Somewhere in its column, a third of a px wide, there is a vertex at its height. */
  for (double x = px (&pane, at) - 0.5; x < px (&pane, at) + 0.5 && !seen; x += 0.01)
    seen = has_vertex (svg, stroke, x, py (&pane, 1));
  g_assert_true (seen);
}

/* Two rows at one time: the cursor on it tells both limits, beside it one value. */
static void
test_limits (void)
{
  static const char *const columns[] = { "a.y" };
  g_autoptr (LsTrace) trace = ls_trace_new (1, columns, NULL);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
  g_autofree char *at = NULL;
  g_autofree char *beside = NULL;
  g_autofree char *drawing = NULL;
  double left, top, width, height;

  ls_trace_append (trace, (const double[]){ 0, 0 });
  ls_trace_append (trace, (const double[]){ 1, 1 });
  ls_trace_append (trace, (const double[]){ 1, -7 });
  ls_trace_append (trace, (const double[]){ 2, -6 });
  ls_figure_add_run (figure, trace, "run", "missiles");
  drawing = draw (figure);
  g_assert_true (ls_figure_get_pane (figure, 0, &left, &top, &width, &height));
  at = ls_figure_set_cursor (figure, left + 0.5 * width + 0.3, top + 0.5 * height);
  g_assert_nonnull (strstr (at, "a.y = 1 \xe2\x86\x92 -7 (run)"));
  beside = ls_figure_set_cursor (figure, left + 0.75 * width, top + 0.5 * height);
  g_assert_nonnull (strstr (beside, "a.y = -6.5 (run)"));
}

static LsTrace *
make_long (double scale)
{
  static const char *const columns[] = { "a.y", "b.y" };
  LsTrace *trace = ls_trace_new (2, columns, NULL);

  for (guint i = 0; i < 300000; i++)
    {
      const double t = 1e-5 * i;
      const double row[] = { t, scale * sin (9 * t), i == 123456 ? 5 : cos (7 * t) };

      ls_trace_append (trace, row);
    }
  return trace;
}

static void
add_long (LsFigure *figure, LsTrace *run, LsTrace *reference)
{
  ls_figure_add_run (figure, run, "run", "missiles");
  ls_figure_set_reference (figure, reference, "reference");
  ls_figure_set_base (figure, reference, "base");
}

/* But for names, which count all drawings. */
static gboolean
is_same_drawing (const char *a, const char *b)
{
  g_autoptr (GRegex) regex = g_regex_new ("(surface|clip|source-|clip-|mask-)[0-9]+", 0, 0, NULL);
  g_autofree char *first = g_regex_replace_literal (regex, a, -1, 0, "name", 0, NULL);
  g_autofree char *second = g_regex_replace_literal (regex, b, -1, 0, "name", 0, NULL);

  return strlen (first) > 5000 && strcmp (first, second) == 0;
}

/* What another thread has prepared is what this one makes, to the last digit; and it may be
 * dropped. */
static void
check_background (const LsFigureKind *kind, LsTrace *run, LsTrace *reference)
{
  g_autoptr (LsFigure) figure = ls_figure_new (kind);
  g_autoptr (LsFigure) plain = ls_figure_new (kind);
  g_autoptr (LsFigure) dropped = ls_figure_new (kind);
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  ls_figure_set_background (dropped, TRUE);
  add_long (dropped, run, reference);
  ls_figure_update (dropped);
  ls_figure_set_background (figure, TRUE);
  add_long (figure, run, reference);
  add_long (plain, run, reference);
  ls_figure_update (figure);
  g_assert_true (ls_figure_is_preparing (figure));
  ls_figure_clear (dropped);
  ls_figure_finish (figure);
  g_assert_false (ls_figure_is_preparing (figure));
  a = draw (figure);
  b = draw (plain);
  g_assert_true (is_same_drawing (a, b));
}

static void
test_background (void)
{
  g_autoptr (LsTrace) run = make_long (1.001), reference = make_long (1);

  for (guint i = 0; ls_figure_kinds[i] != NULL; i++)
    {
      const LsFigureKind *kind = (const LsFigureKind *)ls_figure_kinds[i];

      if (kind->subject == LS_FIGURE_OF_SAMPLES)
        check_background (kind, run, reference);
    }
}

/* Height for curves of a figure that is drawn as low as it may be. */
static double
get_least_room (LsFigure *figure, double width)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double sum = 0;

  ls_figure_update (figure);
  ls_figure_draw (figure, cr, width,
                  ls_figure_measure_least_height (figure, cr, ls_theme_get_light ()),
                  ls_theme_get_light ());
  for (guint i = 0; i < ls_figure_get_n_panes (figure); i++)
    sum += get_pane (figure, i).height;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return sum;
}

/* Whatever legend and title take, a plot of the window has room for its curves. */
static void
test_least_height (void)
{
  g_autoptr (LsTrace) trace = trace_new (2, names, units);
  g_autoptr (LsFigure) figure = ls_figure_new (LS_FIGURE_TRAJECTORY);

  append (trace, 0, 1e-7, 2);
  append (trace, 1, 3e-7, 4);
  ls_figure_set_brief_legend (figure, TRUE);
  for (guint n_runs = 1; n_runs < 8; n_runs++)
    {
      ls_figure_add_run (figure, trace, "a run with a long name, h = 0.001 s", "missiles");
      ls_figure_set_title (figure, n_runs % 2 == 0 ? "A title" : NULL);
      for (double width = 220; width < 900; width += 170)
        {
          /* Panes are whole pixels high. */
          ls_figure_set_signals (figure, (const char *const[]){ "a.x", NULL });
          g_assert_cmpfloat (get_least_room (figure, width), >=, 79);
          ls_figure_set_signals (figure, NULL);
          g_assert_cmpfloat (get_least_room (figure, width), >=, 78);
          g_assert_cmpuint (ls_figure_get_n_panes (figure), ==, 2);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/figure-panes/right-axis", test_right_axis);
  g_test_add_func ("/draw/figure-panes/low-panes", test_low_panes);
  g_test_add_func ("/draw/figure-panes/least-height", test_least_height);
  g_test_add_func ("/draw/figure-panes/stairs-and-gaps", test_stairs_and_gaps);
  g_test_add_func ("/draw/figure-panes/event", test_event);
  g_test_add_func ("/draw/figure-panes/logarithm", test_logarithm);
  g_test_add_func ("/draw/figure-panes/difference", test_difference);
  g_test_add_func ("/draw/figure-panes/difference-at-event", test_difference_at_event);
  g_test_add_func ("/draw/figure-panes/steps", test_steps);
  g_test_add_func ("/draw/figure-panes/inset", test_inset);
  g_test_add_func ("/draw/figure-panes/measure", test_measure);
  g_test_add_func ("/draw/figure-panes/follow", test_follow);
  g_test_add_func ("/draw/figure-panes/outlier", test_outlier);
  g_test_add_func ("/draw/figure-panes/limits", test_limits);
  g_test_add_func ("/draw/figure-panes/background", test_background);
  return g_test_run ();
}
