/* Measures of a run against closed forms. */
#include "core/vary/run-measure.h"
#include "core/vary/trace-value.h"

#include <math.h>
#include <string.h>

#define N_ROWS 101

/* y = t^2 - 1 from 0 to 2 s, rows every 0.02 s. */
static LsTrace *
make_trace (void)
{
  const char *const names[] = { "a.y" };
  LsTrace *trace = ls_trace_new (1, names, NULL);

  for (guint i = 0; i < N_ROWS; i++)
    {
      const double t = 2.0 * i / (N_ROWS - 1);

      ls_trace_append (trace, (double[]){ t, t * t - 1 });
    }
  return trace;
}

typedef struct
{
  const char *text;
  double value, tolerance;
} Case;

static void
test_values (void)
{
  /* Chords of t^2 over h = 0.02 are h^2/4 too high in the middle, h^2/6 in the mean. */
  const double chord = 0.02 * 0.02 / 4;
  const Case cases[] = {
    { "min(a.y)", -1, 0 },
    { "max(a.y)", 3, 0 },
    { "top = max( a.y )", 3, 0 },
    { "final(a.y)", 3, 0 },
    { "mean(a.y)", 1.0 / 3, chord },
    /* Integral of (t^2 - 1)^2 over 2 s is 46/15. */
    { "rms(a.y)", sqrt (46.0 / 30), 2 * chord },
    { "crossing(a.y, 0)", 1, chord },
    { "crossing(a.y, 0.5)", sqrt (1.5), chord },
    { "crossing(a.y, 9)", NAN, 0 },
  };
  g_autoptr (LsTrace) trace = make_trace ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsRunMeasure) measure = ls_run_measure_parse (cases[i].text, NULL);
      const double value = ls_run_measure_evaluate (measure, trace);

      g_test_message ("%s: %.12g", cases[i].text, value);
      if (isnan (cases[i].value))
        g_assert_true (isnan (value));
      else
        g_assert_cmpfloat (fabs (value - cases[i].value), <=, cases[i].tolerance);
    }
}

static void
test_interpolate (void)
{
  g_autoptr (LsTrace) trace = make_trace ();

  g_assert_cmpfloat (ls_trace_interpolate (trace, 1, 2), ==, 3);
  g_assert_true (isnan (ls_trace_interpolate (trace, 1, 2.1)));
  g_assert_true (isnan (ls_trace_interpolate (trace, 1, -0.1)));
  /* Halfway between two rows: the mean of both. */
  g_assert_cmpfloat_with_epsilon (ls_trace_interpolate (trace, 1, 0.01), (-1 + 0.0004 - 1) / 2,
                                  1e-15);
}

static void
test_mistakes (void)
{
  static const char *const mistakes[][2] = {
    { "max", "write one like max(COMPONENT.VARIABLE)" },
    { "mx(a.y)", "did you mean “max”?" },
    { "max(a.y, 3)", "“max(a.y, 3)”: write max(SIGNAL)" },
    { "crossing(a.y)", "write crossing(SIGNAL, LEVEL)" },
    { "crossing(a.y, high)", "crossing(SIGNAL, LEVEL)" },
    { "norm(a.y)", "norm(SIGNAL, FILE)" },
    { "max(a.y", "write one like" },
    { "()", "“” is no measure" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_run_measure_parse (mistakes[i][0], &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, mistakes[i][1]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vary/measure/values", test_values);
  g_test_add_func ("/vary/measure/interpolate", test_interpolate);
  g_test_add_func ("/vary/measure/mistakes", test_mistakes);
  return g_test_run ();
}
