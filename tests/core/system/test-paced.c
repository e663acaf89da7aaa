/* Steps of a component inside the macro step, against closed forms of x' = -x + u, y = x. */
#include "unit.h"

#include "core/system/system-linear.h"
#include "core/system/system-paced.h"

#include <math.h>
#include <string.h>

static const double one[] = { 1.0 };
static const double minus_one[] = { -1.0 };

/* @inner: steps in each macro step; 0: chosen */
static LsSystem *
make (guint inner, guint missing)
{
  const LsSystemLinearParams params = { .name = "lag",
                                        .n_in = 1,
                                        .n_out = 1,
                                        .n_x = 1,
                                        .a = minus_one,
                                        .b = one,
                                        .c = one,
                                        .x = one,
                                        .missing = missing };
  const LsPace pace = { .kind = LS_PACE_INNER, .inner = inner };
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsSystem *system = ls_system_paced_new (ls_system_linear_new (&params, 0.0, 100.0, log), &pace);

  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  return system;
}

/* Integral of e^-(h - s) s^p over the step, by parts. */
static double
integrate (double h, guint p)
{
  return p == 0 ? 1.0 - exp (-h) : pow (h, p) - p * integrate (h, p - 1);
}

/* After one step of @h from x = 1 with these coefficients. */
static double
solve (double h, guint degree, const double c[])
{
  double x = exp (-h);

  for (guint p = 0; p <= degree; p++)
    x += c[p] * integrate (h, p);
  return x;
}

static double
step (LsSystem *system, double h, guint degree, const double c[])
{
  double y = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_step (system, h, degree, c, &y, NULL, &event), ==, LS_OK);
  g_assert_false (event);
  return y;
}

/* A component that follows polynomials gets the parts of them: nothing changes. */
static void
test_exact (void)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };

  for (guint inner = 2; inner <= 8; inner *= 2)
    for (guint degree = 0; degree <= LS_SYSTEM_MAX_DEGREE; degree++)
      {
        g_autoptr (LsSystem) system = make (inner, 0);

        /* Rounding of some operations a step. */
        g_assert_cmpfloat_with_epsilon (step (system, 0.5, degree, c), solve (0.5, degree, c),
                                        1e-15 * 10 * inner);
        g_assert_cmpuint (ls_system_get_n_steps (system), ==, inner);
        g_assert_cmpfloat (ls_system_get_time (system), ==, 0.5);
      }
}

/* One that holds its inputs gets their means: the error of each step is that of the shape,
 * u' s^3 / 12 to first order, which makes 1 / m^2 of m steps. */
static void
test_order (void)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  double last = NAN;

  for (guint inner = 2; inner <= 8; inner *= 2)
    {
      g_autoptr (LsSystem) system = make (inner, 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS);
      const LsSystemInfo *info = ls_system_get_info (system);
      const double error = fabs (step (system, 0.5, 3, c) - solve (0.5, 3, c));

      g_assert_true (info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS]);
      g_assert_cmpuint (info->input_degree, ==, LS_SYSTEM_MAX_DEGREE);
      g_assert_cmpuint (info->step_degree, ==, 0);
      /* Terms of the next order are up to h / m times as large. */
      if (inner > 2)
        g_assert_cmpfloat_with_epsilon (last / error, 4.0, 0.1);
      last = error;
    }
}

/* As many as keep the change of the input below 1 % of its range: of a sine of period 2 pi, seen
 * whole, a step of h changes it by up to h / 2. */
static void
test_auto (void)
{
  static const struct
  {
    double h;
    guint n;
  } cases[] = { { 0.01, 1 }, { 0.03, 2 }, { 0.06, 4 }, { 0.13, 8 }, { 0.5, 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsSystem) system = make (0, 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS);
      const double h = cases[i].h;
      guint greatest = 0;

      for (double t = 0.0; t < 13.0; t += h)
        {
          const double c[] = { sin (t), cos (t), -sin (t) / 2.0, -cos (t) / 6.0 };

          step (system, h, 3, c);
          /* After the first period, when the range is known. */
          if (t > 6.3)
            greatest = MAX (greatest, ls_system_get_n_steps (system));
        }
      g_assert_cmpuint (greatest, ==, cases[i].n);
    }
}

/* Nothing is lost by a component that follows the polynomials itself, and a held input has no
 * shape. */
static void
test_auto_idle (void)
{
  static const double c[] = { 0.0, 1.0 };
  g_autoptr (LsSystem) follows = make (0, 0);
  g_autoptr (LsSystem) holds = make (0, 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS);

  for (guint i = 0; i < 3; i++)
    {
      step (follows, 0.5, 1, c);
      g_assert_cmpuint (ls_system_get_n_steps (follows), ==, 1);
      step (holds, 0.5, 0, c);
      g_assert_cmpuint (ls_system_get_n_steps (holds), ==, 1);
    }
}

/* After a rollback the same number is chosen again, though the range has grown since. */
static void
test_auto_rollback (void)
{
  static const double small[] = { 0.0, 0.1 }, large[] = { 0.0, 100.0 };
  g_autoptr (LsSystem) system = make (0, 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS);
  double first, again;
  guint n;

  step (system, 0.5, 1, small);
  g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_OK);
  first = step (system, 0.5, 1, small);
  n = ls_system_get_n_steps (system);
  step (system, 0.5, 1, large);
  g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
  again = step (system, 0.5, 1, small);
  g_assert_cmpuint (ls_system_get_n_steps (system), ==, n);
  g_assert_cmpmem (&first, sizeof first, &again, sizeof again);
}

/* Outputs between the steps give slopes to a component that has none, or has those for a mean
 * input: at the end x' = u - x. Differences of order 3, of 2 with two steps, of values that have
 * errors of order 2 in the step s: a third of s^2 times the third derivative, which is at most 0.8.
 */
static void
test_slopes (void)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  const guint held = 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS;
  const guint no_slopes = 1u << LS_CAPABILITY_OUTPUT_DERIVATIVES;
  const guint missing[] = { no_slopes, held, held | no_slopes };

  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    for (guint inner = 2; inner <= 8; inner *= 2)
      for (double h = 0.2; h > 0.04; h /= 2.0)
        {
          const double end = c[0] + h * (c[1] + h * (c[2] + h * c[3])), s = h / inner;
          g_autoptr (LsSystem) system = make (inner, missing[i]);
          double y = NAN, dy = NAN;
          gboolean event;

          g_assert_true (ls_system_get_info (system)->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]);
          g_assert_cmpint (ls_system_step (system, h, 3, c, &y, &dy, &event), ==, LS_OK);
          /* As above. */
          g_assert_cmpfloat_with_epsilon (dy, end - solve (h, 3, c), 0.8 * s * s / 3.0);
        }
}

/* Times of the grid are met as without inner steps. */
static void
test_grid (void)
{
  static const double c[] = { 0.0, 0.0 };
  g_autoptr (LsSystem) system = make (8, 0);

  for (guint i = 1; i <= 30; i++)
    {
      ls_system_aim (system, i * 0.1);
      step (system, 0.1, 1, c);
      g_assert_cmpfloat (ls_system_get_time (system), ==, i * 0.1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paced/exact", test_exact);
  g_test_add_func ("/paced/order", test_order);
  g_test_add_func ("/paced/auto", test_auto);
  g_test_add_func ("/paced/auto-idle", test_auto_idle);
  g_test_add_func ("/paced/auto-rollback", test_auto_rollback);
  g_test_add_func ("/paced/slopes", test_slopes);
  g_test_add_func ("/paced/grid", test_grid);
  return g_test_run ();
}
