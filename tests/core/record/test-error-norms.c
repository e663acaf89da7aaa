/* Error figures against their formula. */
#include "core/record/error-norms.h"

#include <math.h>
#include <string.h>

static const char *const xy[] = { "x", "y" };
static const char *const yx[] = { "y", "z", "x" };

static void
append (LsTrace *trace, double time, double a, double b, double c)
{
  double row[4] = { time, a, b, c };

  g_assert_true (ls_trace_append (trace, row));
}

/* 100 RMS(d) / (max - min): differences 0, 3, 4, range 10: 100 sqrt (25/3) / 10. */
static void
test_formula (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (2, xy, NULL);
  g_autoptr (LsTrace) reference = ls_trace_new (3, yx, NULL);
  g_autoptr (GError) error = NULL;
  double percent;

  append (trace, 0.0, 1.0, 7.0, 0.0);
  append (trace, 0.1 + 0.2, 4.0, 7.0, 0.0); /* not the 0.3 of the reference */
  append (trace, 1.0, 15.0, 7.0, 0.0);
  append (reference, 0.0, 5.0, 0.0, 1.0);
  append (reference, 0.15, 5.0, 0.0, 1000.0); /* no communication time: does not count */
  append (reference, 0.3, 5.0, 0.0, 1.0);
  append (reference, 1.0, 5.0, 0.0, 11.0);
  append (reference, 2.0, 5.0, 0.0, -1000.0);
  g_assert_true (ls_measure_error (trace, 1, reference, 3, &percent, &error));
  g_assert_no_error (error);
  /* Rounding of a sum and a root. */
  g_assert_cmpfloat_with_epsilon (percent, 10.0 * sqrt (25.0 / 3.0), 1e-13);
  /* A constant reference has no range: the figure is absolute. */
  g_assert_true (ls_measure_error (trace, 2, reference, 1, &percent, &error));
  /* Rounding of 100 times a root; the same below. */
  g_assert_cmpfloat_with_epsilon (percent, 200.0, 1e-12);
}

/* A constant that is computed anew on each step has a range of some last digits, which is none. */
static void
test_constant (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) reference = ls_trace_new (1, xy, NULL);
  double percent = -1.0;

  for (guint i = 0; i < 4; i++)
    {
      append (trace, i, 9.25, 0.0, 0.0);
      append (reference, i, 9.25 + (i % 2) * 0x1p-49, 0.0, 0.0);
    }
  g_assert_true (ls_measure_error (trace, 1, reference, 1, &percent, NULL));
  /* Absolute: half of the values are off by 2^-49; relative to the range it would be 71 %. */
  g_assert_cmpfloat (percent, <, 100.0 * 0x1p-49);
}

/* Times that were added up against times that were multiplied. */
static void
test_rounding (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) reference = ls_trace_new (1, xy, NULL);
  g_autoptr (GError) error = NULL;
  double time = 0.0, percent = -1.0;

  for (guint i = 0; i <= 10000; i++, time += 1e-3)
    {
      append (trace, time, (double)i, 0.0, 0.0);
      append (reference, i * 1e-3, (double)i, 0.0, 0.0);
    }
  g_assert_true (ls_measure_error (trace, 1, reference, 1, &percent, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (percent, ==, 0.0);
}

/* Two rows at one time are the limits at an event. */
static void
test_events (void)
{
  g_autoptr (LsTrace) one = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) two = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) reference = ls_trace_new (1, xy, NULL);
  double percent = -1.0;

  append (reference, 0.0, 0.0, 0.0, 0.0);
  append (reference, 1.0, 1.0, 0.0, 0.0);
  append (reference, 1.0, 5.0, 0.0, 0.0);
  append (reference, 2.0, 6.0, 0.0, 0.0);
  append (two, 0.0, 0.0, 0.0, 0.0);
  append (two, 1.0, 1.0, 0.0, 0.0);
  append (two, 1.0, 5.0, 0.0, 0.0);
  append (two, 2.0, 6.0, 0.0, 0.0);
  append (one, 0.0, 0.0, 0.0, 0.0);
  append (one, 1.0, 5.0, 0.0, 0.0);
  append (one, 2.0, 6.0, 0.0, 0.0);
  g_assert_true (ls_measure_error (two, 1, reference, 1, &percent, NULL));
  g_assert_cmpfloat (percent, ==, 0.0);
  percent = -1.0;
  g_assert_true (ls_measure_error (one, 1, reference, 1, &percent, NULL));
  g_assert_cmpfloat (percent, ==, 0.0);
  /* The other way round: the only row there is is that after the event. */
  g_assert_true (ls_measure_error (two, 1, one, 1, &percent, NULL));
  g_assert_cmpfloat (percent, ==, 0.0);
}

/* Limits at an event between the points of the grid do not count, whatever is there at that time.
 */
static void
test_events_between (void)
{
  g_autoptr (LsTrace) run = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) reference = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) difference = NULL;
  GError *error = NULL;
  double percent;

  append (reference, 0.0, 0.0, 0.0, 0.0);
  append (reference, 0.4, 0.0, 0.0, 0.0);
  append (reference, 1.0, 1.0, 0.0, 0.0);
  append (reference, 2.0, 6.0, 0.0, 0.0);
  append (run, 0.0, 0.0, 0.0, 0.0);
  for (guint i = 1; i < 4; i++)
    {
      append (run, 0.2 * i, 100.0, 0.0, 0.0);
      append (run, 0.2 * i, 200.0, 0.0, 0.0);
    }
  append (run, 1.0, 1.0, 0.0, 0.0);
  append (run, 2.0, 3.0, 0.0, 0.0);
  for (guint k = 0; k < 2; k++)
    {
      ls_trace_set_grid (run, 0.0, k == 0 ? 1.0 : INFINITY);
      percent = -1.0;
      g_assert_true (ls_measure_error (run, 1, reference, 1, &percent, &error));
      g_assert_no_error (error);
      /* Rounding, as above. */
      g_assert_cmpfloat_with_epsilon (percent, 100.0 * sqrt (9.0 / 3.0) / 6.0, 1e-12);
    }
  difference = ls_measure_difference (run, reference, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_rows (difference), ==, 3);
}

static void
check_error (const LsTrace *trace, const LsTrace *reference, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  double percent;

  g_assert_false (ls_measure_error (trace, 1, reference, 1, &percent, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  g_assert_nonnull (strstr (error->message, wanted));
}

static void
test_errors (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) reference = ls_trace_new (1, xy, NULL);
  g_autoptr (LsTrace) nan = ls_trace_new (1, xy, NULL);

  check_error (trace, reference, "no rows");
  append (trace, 0.0, 0.0, 0.0, 0.0);
  append (trace, 0.5, 0.0, 0.0, 0.0);
  append (reference, 0.0, 0.0, 0.0, 0.0);
  append (reference, 0.5 + 1e-9, 0.0, 0.0, 0.0);
  check_error (trace, reference, "0.5");
  append (nan, 0.0, 0.0, 0.0, 0.0);
  append (nan, 0.5, NAN, 0.0, 0.0);
  check_error (trace, nan, "The reference: x");
  check_error (nan, trace, "The run: x");
}

static void
test_difference (void)
{
  static const char *const xyu[] = { "m", "1" };
  static const char *const other[] = { "w" };
  g_autoptr (LsTrace) trace = ls_trace_new (2, xy, xyu);
  g_autoptr (LsTrace) reference = ls_trace_new (3, yx, NULL);
  g_autoptr (LsTrace) alien = ls_trace_new (1, other, NULL);
  g_autoptr (LsTrace) difference = NULL;
  g_autoptr (GError) error = NULL;

  append (trace, 0.0, 1.0, 2.0, 0.0);
  append (trace, 1.0, 4.0, NAN, 0.0);
  append (reference, 0.0, 5.0, 0.0, 1.5);
  append (reference, 1.0, 5.0, 0.0, 1.5);
  difference = ls_measure_difference (trace, reference, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_columns (difference), ==, 3);
  g_assert_cmpuint (ls_trace_get_n_rows (difference), ==, 2);
  g_assert_cmpstr (ls_trace_get_name (difference, 1), ==, "x");
  g_assert_cmpstr (ls_trace_get_unit (difference, 1), ==, "m");
  g_assert_cmpfloat (ls_trace_get (difference, 1, 0), ==, -0.5);
  g_assert_cmpfloat (ls_trace_get (difference, 1, 1), ==, 2.5);
  g_assert_cmpfloat (ls_trace_get (difference, 2, 0), ==, -3.0);
  g_assert_true (isnan (ls_trace_get (difference, 2, 1)));
  append (trace, 3.0, 0.0, 0.0, 0.0);
  g_assert_null (ls_measure_difference (trace, reference, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  g_clear_error (&error);
  g_assert_null (ls_measure_difference (trace, alien, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/record/measure/formula", test_formula);
  g_test_add_func ("/core/record/measure/rounding", test_rounding);
  g_test_add_func ("/core/record/measure/constant", test_constant);
  g_test_add_func ("/core/record/measure/events", test_events);
  g_test_add_func ("/core/record/measure/events-between", test_events_between);
  g_test_add_func ("/core/record/measure/errors", test_errors);
  g_test_add_func ("/core/record/measure/difference", test_difference);
  return g_test_run ();
}
