/* What is called diverged, on signals whose growth is known, and what is not. */
#include "core/record/error-norms.h"
#include "core/run/divergence.h"

#include <math.h>

#define N 1001u
#define STOP 10.0

/* value = f (t) over 10 s */
static LsTrace *
make (double (*function) (double t))
{
  static const char *const names[] = { "x" }, *const units[] = { "m" };
  LsTrace *trace = ls_trace_new (1, names, units);

  for (guint i = 0; i < N; i++)
    {
      const double t = STOP * i / (N - 1);

      g_assert_true (ls_trace_append (trace, (double[]){ t, function (t) }));
    }
  return trace;
}

static double
fill_tank (double t)
{
  return 2e7 * (1.0 - exp (-t));
}

static double
ramp (double t)
{
  return 1e9 * t;
}

static double
decay (double t)
{
  return 1e9 * exp (-t);
}

/* e^20: by 2^2.9 in each tenth, 4.4e8 over the run. */
static double
grow (double t)
{
  return exp (2.0 * t) * cos (40.0 * t);
}

static double
grow_slowly (double t)
{
  return exp (t);
}

/* It overflows nearly, and then it is held. */
static double
explode (double t)
{
  return t < 5.0 ? exp (100.0 * t) : exp (500.0);
}

static double
swing (double t)
{
  return 300.0 + sin (t);
}

static double
swing_late (double t)
{
  return 300.0 - sin (t);
}

static double
rest (double t G_GNUC_UNUSED)
{
  return 0.0;
}

static double
rest_nearly (double t)
{
  return 1e-15 * exp (2.0 * t);
}

static gboolean
is_alone (double (*function) (double t), double nominal)
{
  g_autoptr (LsTrace) trace = make (function);
  LsDivergence found;

  return ls_divergence_find (trace, 1, nominal, &found);
}

static void
test_alone (void)
{
  g_autoptr (LsTrace) trace = make (grow);
  LsDivergence found;

  g_assert_false (is_alone (fill_tank, 1.0));
  g_assert_false (is_alone (ramp, 1.0));
  g_assert_false (is_alone (decay, 1.0));
  g_assert_false (is_alone (grow_slowly, 1.0));
  g_assert_false (is_alone (swing, 1.0));
  g_assert_false (is_alone (rest, 1.0));
  g_assert_false (is_alone (rest_nearly, 1.0));
  g_assert_true (is_alone (explode, 1.0));
  g_assert_true (ls_divergence_find (trace, 1, 1.0, &found));
  /* cos (80 π k / 2 π) of the peak is within half a step of a multiple: at most 2 % of it off. */
  /* Peaks are pi / 40 = 0.0785 s apart. */
  g_assert_cmpfloat_with_epsilon (found.time, STOP, 0.08);
  g_assert_cmpfloat (found.greatest, >, exp (2.0 * found.time) * 0.9);
  g_assert_cmpfloat (found.size, <=, exp (2.0));
  /* Somebody said that it is of that size. */
  g_assert_false (is_alone (grow, 1e6));
}

static gboolean
is_beside (double (*function) (double t), double (*right) (double t))
{
  g_autoptr (LsTrace) trace = make (function);
  g_autoptr (LsTrace) reference = make (right);
  g_autoptr (GError) error = NULL;
  LsDivergence found;
  double figure;

  g_assert_true (ls_measure_error (trace, 1, reference, 1, &figure, &error));
  g_assert_no_error (error);
  return ls_divergence_find_beside (trace, 1, reference, 1, figure, 1.0, &found);
}

static void
test_beside (void)
{
  /* By its own nature. */
  g_assert_true (is_alone (grow, 1.0));
  g_assert_false (is_beside (grow, grow));
  g_assert_true (is_beside (grow, swing));
  g_assert_true (is_beside (ramp, fill_tank));
  /* Wrong by half of its range, and by rounding where nothing moves. */
  g_assert_false (is_beside (swing_late, swing));
  g_assert_false (is_beside (rest_nearly, rest));
  g_assert_true (is_beside (swing, rest));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/divergence/alone", test_alone);
  g_test_add_func ("/divergence/beside", test_beside);
  return g_test_run ();
}
