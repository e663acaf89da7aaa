/* What a step is judged by, on polynomials whose differences are known, and the choice of the next
 * one, on laws of error that are. */
#include "core/assembly/step-control.h"
#include "core/assembly/step-estimate.h"

#include <math.h>

#define N_COEFF 4u

/* Value and slopes of t^4. */
static void
fill_cubic (double t, double h, double a[N_COEFF])
{
  double v0 = pow (t, 4), w0 = 4.0 * pow (t, 3), v1 = pow (t + h, 4), w1 = 4.0 * pow (t + h, 3);
  double mean = (v1 - v0) / h;

  a[0] = v0;
  a[1] = w0;
  a[2] = (3.0 * mean - 2.0 * w0 - w1) / h;
  a[3] = (w0 + w1 - 2.0 * mean) / (h * h);
}

/* The cubic differs from t^4 by tau^2 (h - tau)^2, which has the mean h^4 / 30. */
static void
test_cubic (void)
{
  const int source[] = { 0 };
  const LsHeld held[] = { LS_HELD_NOT };
  const double steps[] = { 0.5, 0.25, 0.75, 1.5 }, range = 1.0;
  g_autoptr (LsStepEstimate) estimate = ls_step_estimate_new (1, source, held, 1, 1e-9);
  double t = 1.0;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      double h = steps[i], a[N_COEFF], y_start = pow (t, 4), y = pow (t + h, 4), error, surprise;
      const LsStepWorth worth = { h, LS_INPUTS_CUBIC, 4, N_COEFF - 1, a, &y_start, &y };

      fill_cubic (t, h, a);
      g_assert_cmpint (ls_step_estimate_compute (estimate, &worth, &range, &error, &surprise), ==,
                       i > 0);
      if (i > 0)
        /* Rounding of t^4, up to 256, and at most 1/30 of it in the error. */
        g_assert_cmpfloat_with_epsilon (error, pow (h, 4) / 30.0, 1e-13);
      else
        g_assert_cmpfloat_with_epsilon (error, 0.0, 1e-13);
      ls_step_estimate_commit (estimate, &worth);
      t += h;
    }
  ls_step_estimate_restart (estimate);
  g_assert_cmpuint (ls_step_estimate_get_order (estimate, 4, 3), ==, 4);
}

/* The line differs from t^2 by tau (h - tau), in the mean h^2 / 6. */
static void
test_line (void)
{
  const int source[] = { 0 };
  const LsHeld held[] = { LS_HELD_NOT };
  const double steps[] = { 0.5, 0.25, 0.75 }, range = 1.0;
  g_autoptr (LsStepEstimate) estimate = ls_step_estimate_new (1, source, held, 1, 1e-9);
  double t = 1.0;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      double h = steps[i], y_start = t * t, y = (t + h) * (t + h), error, surprise;
      double a[] = { y_start, (y - y_start) / h };
      const LsStepWorth worth = { h, LS_INPUTS_LINEAR, 2, 1, a, &y_start, &y };

      ls_step_estimate_compute (estimate, &worth, &range, &error, &surprise);
      /* Rounding of t^2, up to 6.25, and at most 1/6 of it in the error. */
      g_assert_cmpfloat_with_epsilon (error, i > 0 ? h * h / 6.0 : 0.0, 1e-14);
      ls_step_estimate_commit (estimate, &worth);
      t += h;
    }
}

/* Steps along @f; the last of them is not kept. Returns: its error over what the output was off its
 * past by. */
static double
compare_last (double (*f) (double t), LsInputs inputs, const double steps[], guint n)
{
  const int source[] = { 0 };
  const LsHeld held[] = { LS_HELD_NOT };
  const double range = 1.0;
  const guint degree = inputs == LS_INPUTS_CUBIC ? N_COEFF - 1 : 1;
  g_autoptr (LsStepEstimate) estimate = ls_step_estimate_new (1, source, held, 1, 1e-9);
  double t = 1.0, error = NAN, surprise = NAN;

  for (guint i = 0; i < n; i++)
    {
      const double h = steps[i], y_start = f (t), y = f (t + h), d = 1e-6;
      double a[N_COEFF] = { y_start, (y - y_start) / h };
      const double w0 = (f (t + d) - y_start) / d, w1 = (y - f (t + h - d)) / d, mean = a[1];
      const LsStepWorth worth = { h, inputs, degree + 1, degree, a, &y_start, &y };

      if (inputs == LS_INPUTS_CUBIC)
        {
          a[1] = w0;
          a[2] = (3.0 * mean - 2.0 * w0 - w1) / h;
          a[3] = (w0 + w1 - 2.0 * mean) / (h * h);
        }
      ls_step_estimate_compute (estimate, &worth, &range, &error, &surprise);
      if (i + 1 < n)
        ls_step_estimate_commit (estimate, &worth);
      t += h;
    }
  return error / surprise;
}

static double
follow_wave (double t)
{
  return sin (t);
}

static double
jump_after_wave (double t)
{
  return sin (t) + (t > 2.17 ? 0.3 : 0.0);
}

/* A jump counts half of itself, on steps of any length; what is smooth is not taken for one, even
 * where it changes its sign or is stepped along unevenly. */
static void
test_rough (void)
{
  static const double even[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };
  static const double uneven[]
      = { 0.01, 0.09, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.04, 0.02, 0.1 };
  const LsInputs inputs[] = { LS_INPUTS_LINEAR, LS_INPUTS_CUBIC };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      /* A line has the error h / (6 (h + H)) of the surprise, 1/12 on equal steps and less than 1/6
       * on any; a cubic has less. */
      for (guint n = 3; n < G_N_ELEMENTS (even); n++)
        g_assert_cmpfloat (compare_last (follow_wave, inputs[i], even, n), <, 0.1);
      for (guint n = 3; n <= G_N_ELEMENTS (uneven); n++)
        g_assert_cmpfloat (compare_last (follow_wave, inputs[i], uneven, n), <, 0.17);
      /* Half, but for rounding. */
      g_assert_cmpfloat_with_epsilon (compare_last (jump_after_wave, inputs[i], even, 12), 0.5,
                                      1e-12);
      g_assert_cmpfloat_with_epsilon (compare_last (jump_after_wave, inputs[i], uneven, 13), 0.5,
                                      1e-12);
    }
}

/* Along the polynomial of degree q through equidistant points t^(q + 1) is missed by
 * tau (tau + h) ... (tau + q h): its mean over the step, by Gauss-Legendre's rule of four points.
 */
static void
test_ahead (void)
{
  static const double points[]
      = { 0.0694318442029737, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263 };
  static const double weights[]
      = { 0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269 };
  const int source[] = { 0 };
  const LsHeld held[] = { LS_HELD_NOT };
  const double h = 0.5, range = 1.0, y_start = 0.0;

  for (guint q = 0; q <= 3; q++)
    {
      g_autoptr (LsStepEstimate) estimate = ls_step_estimate_new (1, source, held, 1, 1e-9);
      double mean = 0.0, y = 1.0, error, surprise;
      const double a[N_COEFF] = { 0.0 };
      const LsStepWorth worth = { h, LS_INPUTS_AHEAD, q + 1, N_COEFF - 1, a, &y_start, &y };

      for (guint k = 0; k < G_N_ELEMENTS (points); k++)
        {
          double product = weights[k];

          for (guint i = 0; i <= q; i++)
            product *= (points[k] + i) * h;
          mean += product;
        }
      for (guint i = 0; i <= q; i++)
        y *= (1.0 + i) * h;
      g_assert_true (ls_step_estimate_compute (estimate, &worth, &range, &error, &surprise));
      /* The rule is exact for these degrees; its numbers have 16 digits. */
      g_assert_cmpfloat_with_epsilon (error, mean, 1e-13);
    }
}

/* What is not a number is no small error. */
static void
test_not_finite (void)
{
  const int source[] = { 0, 1 };
  const LsHeld held[] = { LS_HELD_NOT, LS_HELD_NOT };
  const double ranges[] = { 1.0, 1.0 }, y_start[] = { 0.0, 0.0 }, y[] = { NAN, 0.1 };
  const double a[] = { 0.0, 0.0 };
  const LsStepWorth worth = { 1.0, LS_INPUTS_CONSTANT, 1, 0, a, y_start, y };
  g_autoptr (LsStepEstimate) estimate = ls_step_estimate_new (2, source, held, 2, 1e-9);
  g_autoptr (LsStepControl) control = ls_step_control_new (2, ranges, 1e-3, 1.0, 10.0);
  double errors[2], surprises[2];

  ls_step_estimate_compute (estimate, &worth, ranges, errors, surprises);
  g_assert_cmpfloat (ls_step_control_measure (control, ranges, errors), ==, INFINITY);
}

typedef struct
{
  double mean_error;
  guint n_steps, n_rejected;
  double first, last; /* s */
} Drive;

/* Over 100 s, where a step of h is wrong by @size h^@order. */
static Drive
drive (double tolerance, double size, guint order, gboolean can_reject)
{
  const double nominal = 1.0, stop = 100.0;
  g_autoptr (LsStepControl) control
      = ls_step_control_new (1, &nominal, tolerance, stop, 0.5 * stop);
  Drive result = { .first = ls_step_control_get_step (control) };

  for (double t = 0.0; t < stop;)
    {
      double h = ls_step_control_get_step (control), error = size * pow (h, order);
      const LsStepVerdict verdict
          = { .h = h, .error = error, .order = order, .known = t > 0.0, .can_reject = can_reject };

      if (!ls_step_control_judge (control, &verdict))
        {
          result.n_rejected++;
          continue;
        }
      if (t == 0.0)
        g_assert_cmpfloat (ls_step_control_get_step (control), <=, h);
      t += h;
      result.n_steps++;
      result.mean_error += error * h / stop;
      result.last = h;
    }
  return result;
}

/* Of all orders the mean error is what is allowed, up to the share that is kept in hand, and the
 * beginning costs a few steps. */
static void
test_constant (void)
{
  for (guint order = 1; order <= 4; order++)
    for (guint k = 0; k < 2; k++)
      {
        Drive result = drive (1e-6, 1e-3, order, k == 1);
        double wanted = pow (0.6 * 1e-3, 1.0 / order);

        g_test_message ("order %u: mean error %.3g, %u steps, %u refused, last %.3g s", order,
                        result.mean_error, result.n_steps, result.n_rejected, result.last);
        /* SAFETY aims at 0.6 of the tolerance; the first steps, which are short, have less. */
        g_assert_cmpfloat (result.mean_error, <=, 1e-6);
        g_assert_cmpfloat (result.mean_error, >=, 0.3e-6);
        /* As near as steps are changed at all: 5 % in h, of error times h^2. */
        g_assert_cmpfloat_with_epsilon (result.last, wanted, 0.2 * wanted);
        g_assert_cmpfloat (result.n_steps, <=, 1.2 * 100.0 / wanted + 10.0);
        /* FIRST of 100 s, times the cube root of 1e-6, is 2e-3 s. */
        g_assert_cmpfloat (result.first, <=, 1e-2 * wanted + 1e-2);
      }
}

/* A jump that no step resolves is passed by a short one, not for ever refused. */
static void
test_jump (void)
{
  const double nominal = 1.0;
  g_autoptr (LsStepControl) control = ls_step_control_new (1, &nominal, 1e-6, 1.0, 50.0);
  guint n_rejected = 0;
  double t = 0.0;

  while (t < 100.0)
    {
      double h = ls_step_control_get_step (control);
      gboolean jumps = t < 50.0 && t + h >= 50.0;
      const LsStepVerdict verdict = { .h = h,
                                      .error = jumps ? 0.5 : 1e-9 * pow (h, 4),
                                      .surprise = jumps ? 1.0 : 1e-7,
                                      .order = 4,
                                      .known = TRUE,
                                      .can_reject = TRUE };

      if (ls_step_control_judge (control, &verdict))
        t += h;
      else
        n_rejected++;
    }
  g_test_message ("%u refused", n_rejected);
  g_assert_cmpuint (n_rejected, >=, 2);
  g_assert_cmpuint (n_rejected, <=, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/step-estimate/cubic", test_cubic);
  g_test_add_func ("/cosim/step-estimate/line", test_line);
  g_test_add_func ("/cosim/step-estimate/rough", test_rough);
  g_test_add_func ("/cosim/step-estimate/ahead", test_ahead);
  g_test_add_func ("/cosim/step-estimate/not-finite", test_not_finite);
  g_test_add_func ("/cosim/step-control/constant", test_constant);
  g_test_add_func ("/cosim/step-control/jump", test_jump);
  return g_test_run ();
}
