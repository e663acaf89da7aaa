/* Pyramids against looking at every row. */
#include "core/record/pyramid.h"

#include <math.h>

static const char *const names[] = { "x" };

static double
draw (GRand *random)
{
  guint32 kind = g_rand_int_range (random, 0, 20);

  return kind == 0   ? NAN
         : kind == 1 ? INFINITY
         : kind == 2 ? -INFINITY
                     : g_rand_double_range (random, -1.0, 1.0);
}

static void
append (LsTrace *trace, double value)
{
  double row[2] = { (double)ls_trace_get_n_rows (trace), value };

  g_assert_true (ls_trace_append (trace, row));
}

static void
check_range (const LsPyramid *pyramid, const LsTrace *trace, gsize first, gsize last, gsize covered)
{
  double min = INFINITY, max = -INFINITY, found_min = 7.0, found_max = 7.0;
  gboolean found;

  for (gsize i = first; i < MIN (last, covered); i++)
    {
      double value = ls_trace_get (trace, 1, i);

      if (!isfinite (value))
        continue;
      min = fmin (min, value);
      max = fmax (max, value);
    }
  found = ls_pyramid_get_range (pyramid, first, last, &found_min, &found_max);
  g_assert_cmpint (found, ==, min <= max);
  if (!found)
    return;
  g_assert_cmpfloat (found_min, ==, min);
  g_assert_cmpfloat (found_max, ==, max);
}

static void
test_random (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (1, names, NULL);
  g_autoptr (LsPyramid) pyramid = ls_pyramid_new (trace, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  check_range (pyramid, trace, 0, 10, 0);
  for (guint round = 0; round < 60; round++)
    {
      gint32 n = g_rand_int_range (random, 0, 1000);
      gsize covered = ls_trace_get_n_rows (trace) + (gsize)n;

      for (gint32 i = 0; i < n; i++)
        append (trace, draw (random));
      g_assert_cmpuint (ls_pyramid_update (pyramid), ==, covered);
      append (trace, 1e9); /* not taken in yet */
      for (guint i = 0; i < 40; i++)
        {
          gsize first = (gsize)g_rand_int_range (random, 0, (gint32)covered + 2);
          gsize last = first + (gsize)g_rand_int_range (random, 0, (gint32)covered + 100);

          check_range (pyramid, trace, first, last, covered);
        }
      check_range (pyramid, trace, 0, G_MAXSIZE, covered);
      check_range (pyramid, trace, 5, 3, covered);
    }
}

/* A single sample among a million is seen, wherever it stands. */
static void
test_outlier (void)
{
  static const gsize places[] = { 0, 63, 64, 511, 512, 777777, 999999 };
  const gsize n = 1000000;

  for (guint k = 0; k < G_N_ELEMENTS (places); k++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new (1, names, NULL);
      g_autoptr (LsPyramid) pyramid = ls_pyramid_new (trace, 1);
      double min, max;

      for (gsize i = 0; i < n; i++)
        append (trace, i == places[k] ? 5.0 : 0.0);
      g_assert_cmpuint (ls_pyramid_update (pyramid), ==, n);
      g_assert_true (ls_pyramid_get_range (pyramid, 0, n, &min, &max));
      g_assert_cmpfloat (min, ==, 0.0);
      g_assert_cmpfloat (max, ==, 5.0);
      if (places[k] > 0)
        {
          g_assert_true (ls_pyramid_get_range (pyramid, 0, places[k], &min, &max));
          g_assert_cmpfloat (max, ==, 0.0);
        }
    }
}

/* The cost of a look at everything does not grow with the trace: 1e5 looks at
 * 1e6 rows would take minutes if each row was read. */
static void
test_cost (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (1, names, NULL);
  g_autoptr (LsPyramid) pyramid = ls_pyramid_new (trace, 1);
  double min, max;
  gint64 start;

  for (gsize i = 0; i < 1000000; i++)
    append (trace, sin ((double)i));
  ls_pyramid_update (pyramid);
  start = g_get_monotonic_time ();
  for (gsize i = 0; i < 100000; i++)
    g_assert_true (ls_pyramid_get_range (pyramid, i, 1000000 - i, &min, &max));
  g_test_message ("%.2f µs a look", 1e-5 * (double)(g_get_monotonic_time () - start));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 10 * G_USEC_PER_SEC);
}

static void
test_outside (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (1, names, NULL);
  g_autoptr (LsPyramid) pyramid = ls_pyramid_new (trace, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 20; round++)
    {
      const double min = g_rand_double_range (random, -1.1, 0), max = min + round * 0.1;
      gsize n_below = 3, n_above = 5, wanted_below = 3, wanted_above = 5;

      for (gint32 i = g_rand_int_range (random, 0, 5000); i > 0; i--)
        append (trace, draw (random) * (round % 3 == 0 ? 1e-3 : 1));
      ls_pyramid_update (pyramid);
      for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
        {
          const double value = ls_trace_get (trace, 1, i);

          wanted_below += isfinite (value) && value < min;
          wanted_above += isfinite (value) && value > max;
        }
      ls_pyramid_count_outside (pyramid, min, max, &n_below, &n_above);
      g_assert_cmpuint (n_below, ==, wanted_below);
      g_assert_cmpuint (n_above, ==, wanted_above);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/record/pyramid/random", test_random);
  g_test_add_func ("/core/record/pyramid/outlier", test_outlier);
  g_test_add_func ("/core/record/pyramid/cost", test_cost);
  g_test_add_func ("/core/record/pyramid/outside", test_outside);
  return g_test_run ();
}
