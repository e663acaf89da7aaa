/* The example FMUs against closed forms, the published reference values of their
 * coupled models, and differences. */
#include "check.h"

#include <math.h>
#include <string.h>

enum
{
  POPULATION = 1,
  DER_POPULATION,
  OTHERS,
  RATE_1,
  RATE_2
};
enum
{
  X = 1,
  V,
  DER_X,
  DER_V
};
enum
{
  LEFT_F = 5,
  X_LEFT = 5,
  V_LEFT,
  RIGHT_F
};

/* u0 + u1 t + u2 t^2/2 + u3 t^3/6 */
static const double cubic[] = { 0.8, -0.9, 3.1, -7.5 };

static double
cubic_at (double t)
{
  return cubic[0] + t * (cubic[1] + t / 2 * (cubic[2] + t / 3 * cubic[3]));
}

static double
cubic_integral (double t)
{
  return t * (cubic[0] + t / 2 * (cubic[1] + t / 3 * (cubic[2] + t / 4 * cubic[3])));
}

static void
set_cubic (Unit *unit, fmi2ValueReference input)
{
  unit_set (unit, input, cubic[0]);
  for (int order = 1; order <= 3; order++)
    unit_set_derivative (unit, input, order, cubic[order]);
}

/* A population under a cubic input is the exponential of a polynomial. */
static void
test_populations_polynomial_input (void)
{
  for (double h = 0.01; h < 3; h *= 3)
    {
      Unit *prey = unit_prey (unit_slave);
      Unit *predator = unit_predator (unit_slave);

      set_cubic (prey, OTHERS);
      set_cubic (predator, OTHERS);
      unit_ok (prey->DoStep (prey->c, 0, h, fmi2True));
      unit_ok (predator->DoStep (predator->c, 0, h, fmi2True));
      assert_close (unit_get (prey, POPULATION), exp (2.0 / 3 * h - 4.0 / 3 * cubic_integral (h)),
                    ACCURATE);
      assert_close (unit_get (predator, POPULATION), exp (cubic_integral (h) - h), ACCURATE);
      /* Rounding of four terms. */
      assert_close (unit_get (prey, OTHERS), cubic_at (h), 1e-14);
      unit_free (prey);
      unit_free (predator);
    }
}

/* An input without derivatives is held, also after a step that had some. */
static void
test_derivatives_hold_for_one_step (void)
{
  Unit *prey = unit_prey (unit_slave);
  double p;

  set_cubic (prey, OTHERS);
  unit_ok (prey->DoStep (prey->c, 0, 0.5, fmi2True));
  p = unit_get (prey, POPULATION);
  unit_set (prey, OTHERS, 0.25);
  unit_ok (prey->DoStep (prey->c, 0.5, 0.5, fmi2True));
  assert_close (unit_get (prey, POPULATION), p * exp (0.5 * (2.0 / 3 - 4.0 / 3 * 0.25)), ACCURATE);

  /* A first derivative alone takes back the higher ones of before. */
  set_cubic (prey, OTHERS);
  unit_ok (prey->DoStep (prey->c, 1, 0.5, fmi2True));
  p = unit_get (prey, POPULATION);
  unit_set (prey, OTHERS, 1);
  unit_set_derivative (prey, OTHERS, 1, 2);
  unit_ok (prey->DoStep (prey->c, 1.5, 0.5, fmi2True));
  assert_close (unit_get (prey, POPULATION), p * exp (0.5 * 2.0 / 3 - 4.0 / 3 * (0.5 + 0.25)),
                ACCURATE);
  unit_free (prey);
}

static void
check_oscillation (Unit *body, double x0, double s, double w_squared, double h)
{
  const double w = sqrt (w_squared - s * s);

  for (int i = 0; i * h < 2; i++)
    {
      double t = (i + 1) * h;
      unit_ok (body->DoStep (body->c, i * h, h, fmi2True));
      assert_close (unit_get (body, X), exp (-s * t) * x0 * (cos (w * t) + s / w * sin (w * t)),
                    ACCURATE);
      /* v = x', and of the size of w x. */
      g_assert_cmpfloat_with_epsilon (unit_get (body, V),
                                      -exp (-s * t) * x0 * (w + s * s / w) * sin (w * t),
                                      ACCURATE * w * x0);
    }
  unit_free (body);
}

static void
test_bodies_alone (void)
{
  for (double h = 1e-3; h < 1; h *= 10)
    {
      Unit *right = unit_right (unit_slave);

      check_oscillation (unit_left (unit_slave), 1, 1, 2000, h);
      unit_set (right, X_LEFT, 0);
      check_oscillation (right, 3, 0.3125, 1375, h);
    }
}

static void
test_feed_through_is_immediate (void)
{
  Unit *right = unit_right (unit_slave);

  /* Rounding of a few terms, here and below. */
  assert_close (unit_get (right, RIGHT_F), 20000, 1e-14);
  unit_set (right, X_LEFT, 2);
  assert_close (unit_get (right, RIGHT_F), 10000, 1e-14);
  unit_set (right, V_LEFT, 3);
  assert_close (unit_get (right, RIGHT_F), 9970, 1e-14);
  assert_close (unit_get (right, DER_V), (-9970 - 3e5) / 80, 1e-14);
  unit_free (right);
}

/* Both components of a model as one system of equations over Model Exchange. */
typedef void (*Wire) (Unit *a, Unit *b);

static void
wire_populations (Unit *prey, Unit *predator)
{
  unit_set (prey, OTHERS, unit_get (predator, POPULATION));
  unit_set (predator, OTHERS, unit_get (prey, POPULATION));
}

static void
wire_bodies (Unit *left, Unit *right)
{
  unit_set (right, X_LEFT, unit_get (left, X));
  unit_set (right, V_LEFT, unit_get (left, V));
  unit_set (left, LEFT_F, unit_get (right, RIGHT_F));
}

/* As parallel steps exchange: all outputs as they were at the end of the step, the
 * force still computed from the inputs held in it. */
static void
wire_bodies_late (Unit *left, Unit *right)
{
  double force = unit_get (right, RIGHT_F);

  unit_set (right, X_LEFT, unit_get (left, X));
  unit_set (right, V_LEFT, unit_get (left, V));
  unit_set (left, LEFT_F, force);
}

static void
whole_slope (Unit *a, Unit *b, Wire wire, size_t n, double t, const double x[], double dx[])
{
  unit_ok (a->SetTime (a->c, t));
  unit_ok (b->SetTime (b->c, t));
  unit_ok (a->SetContinuousStates (a->c, x, n));
  unit_ok (b->SetContinuousStates (b->c, x + n, n));
  wire (a, b);
  unit_ok (a->GetDerivatives (a->c, dx, n));
  unit_ok (b->GetDerivatives (b->c, dx + n, n));
}

/* The classical method of order 4: nothing in common with the solver of the slaves. */
static void
whole_step (Unit *a, Unit *b, Wire wire, size_t n, double t, double h, double x[])
{
  double k[4][4];
  double y[4];

  for (int i = 0; i < 4; i++)
    {
      double c = i == 0 ? 0 : i == 3 ? 1 : 0.5;
      for (size_t j = 0; j < 2 * n; j++)
        y[j] = x[j] + (i == 0 ? 0 : c * h * k[i - 1][j]);
      whole_slope (a, b, wire, n, t + c * h, y, k[i]);
    }
  for (size_t j = 0; j < 2 * n; j++)
    x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
}

/* Zero-order hold with step @h: 100 RMS (x - reference) / range of the first state
 * of @a, where the reference is of @substeps steps of the classical method each. */
static double
jacobi_error (Unit *slave_a,
              Unit *slave_b,
              Unit *a,
              Unit *b,
              Wire late,
              Wire wire,
              size_t n,
              double h,
              int n_steps,
              int substeps)
{
  double x[4];
  double sum = 0;
  double low = INFINITY;
  double high = -INFINITY;

  unit_ok (a->GetContinuousStates (a->c, x, n));
  unit_ok (b->GetContinuousStates (b->c, x + n, n));
  for (int i = 0;; i++)
    {
      double error = unit_get (slave_a, 1) - x[0];

      sum += error * error;
      low = fmin (low, x[0]);
      high = fmax (high, x[0]);
      if (i == n_steps)
        return 100 * sqrt (sum / (n_steps + 1)) / (high - low);
      late (slave_a, slave_b);
      unit_ok (slave_a->DoStep (slave_a->c, i * h, h, fmi2True));
      unit_ok (slave_b->DoStep (slave_b->c, i * h, h, fmi2True));
      for (int k = 0; k < substeps; k++)
        whole_step (a, b, wire, n, i * h + k * h / substeps, h / substeps, x);
    }
}

/* Values and the figures of non-iterative Jacobi: MISSILES paper, tables 3 to 6, as
 * recomputed with exact propagation (5.8008 % and 0.13757 % at a step of 1e-3). */
static void
test_two_bodies_jacobi (void)
{
  Unit *slaves[] = { unit_left (unit_slave), unit_right (unit_slave) };
  Unit *units[] = { unit_left (unit_exchange), unit_right (unit_exchange) };
  double error = jacobi_error (slaves[0], slaves[1], units[0], units[1], wire_bodies_late,
                               wire_bodies, 2, 1e-3, 2000, 4);

  /* Five digits: half a unit of the last is 1e-5 of it. */
  assert_close (error / 5.8008, 1, 1e-4);
  for (int i = 0; i < 2; i++)
    {
      unit_free (slaves[i]);
      unit_free (units[i]);
    }
}

static void
test_lotka_volterra_jacobi (void)
{
  Unit *slaves[] = { unit_prey (unit_slave), unit_predator (unit_slave) };
  Unit *units[] = { unit_prey (unit_exchange), unit_predator (unit_exchange) };
  double error = jacobi_error (slaves[0], slaves[1], units[0], units[1], wire_populations,
                               wire_populations, 1, 1e-3, 20000, 1);

  /* Five digits: half a unit of the last is 4e-5 of it. */
  assert_close (error / 0.13757, 1, 1e-4);
  for (int i = 0; i < 2; i++)
    {
      unit_free (slaves[i]);
      unit_free (units[i]);
    }
}

static void
test_two_bodies_reference (void)
{
  static const double left[]
      = { 0.7174310121560, -0.6012276710527, -1.3596370112793, -0.9864696274286 };
  const int n = 10000;
  double x[] = { 1, 0, 3, 0 };
  Unit *a = unit_left (unit_exchange);
  Unit *b = unit_right (unit_exchange);

  /* The error of the method: 128 rad of the fast mode at 3.2e-3 rad a step. */
  for (int k = 0; k < 4; k++)
    {
      for (int i = 0; i < n; i++)
        whole_step (a, b, wire_bodies, 2, 0.5 * (k + (double)i / n), 0.5 / n, x);
      g_assert_cmpfloat_with_epsilon (x[0], left[k], 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (x[2], -1.36587082, 1e-8);
  unit_free (a);
  unit_free (b);
}

static void
test_lotka_volterra_reference (void)
{
  static const double reference[][3] = {
    { 1, 0.574284670367, 0.777438724767 },  { 5, 1.19247711965, 0.211939487783 },
    { 10, 0.489149182545, 0.484395032658 }, { 15, 1.70714871863, 0.672032870635 },
    { 20, 0.790321729807, 0.217120162282 },
  };
  const double h = 1e-3;
  double x[] = { 1, 1 };
  int i = 0;
  Unit *a = unit_prey (unit_exchange);
  Unit *b = unit_predator (unit_exchange);

  for (size_t k = 0; k < G_N_ELEMENTS (reference); k++)
    {
      for (; i < reference[k][0] / h; i++)
        whole_step (a, b, wire_populations, 1, i * h, h, x);
      /* Twelve digits are given; the error of order 4 in steps of 1e-3 s is of that size. */
      g_assert_cmpfloat_with_epsilon (x[0], reference[k][1], 1e-10);
      g_assert_cmpfloat_with_epsilon (x[1], reference[k][2], 1e-10);
    }
  unit_free (a);
  unit_free (b);
}

static void
test_directional_derivatives (void)
{
  static const UnitNew kinds[] = { unit_new_slave, unit_new_exchange };

  for (int i = 0; i < 2; i++)
    {
      check_partials (unit_prey (kinds[i]));
      check_partials (unit_predator (kinds[i]));
      check_partials (unit_left (kinds[i]));
      check_partials (unit_right (kinds[i]));
    }
}

/* One call with all knowns is the sum of the single ones; a state is its own unknown. */
static void
test_directional_derivative_is_linear (void)
{
  const fmi2ValueReference unknowns[] = { DER_V, RIGHT_F, X };
  const fmi2ValueReference knowns[] = { X, V, X_LEFT, V_LEFT };
  const double seed[] = { 0.5, -2, 3, 0.25 };
  double result[3];
  static const UnitNew kinds[] = { unit_slave, unit_exchange };

  for (int k = 0; k < 2; k++)
    {
      Unit *right = unit_right (kinds[k]);

      unit_ok (right->GetDirectionalDerivative (right->c, unknowns, 3, knowns, 4, seed, result));
      for (int i = 0; i < 3; i++)
        {
          double sum = 0;
          for (int j = 0; j < 4; j++)
            sum += seed[j] * unit_partial (right, unknowns[i], knowns[j]);
          /* Rounding of four products. */
          assert_close (result[i], sum, 1e-14);
        }
      g_assert_cmpfloat (result[2], ==, 0.5);
      unit_free (right);
    }
}

/* What the output is at the end of a step of @h with cubic inputs. */
static double
output_after (Unit *right, fmi2FMUstate start, fmi2ValueReference output, double h)
{
  unit_ok (right->SetFMUstate (right->c, start));
  set_cubic (right, X_LEFT);
  unit_set (right, V_LEFT, 1.5);
  unit_set_derivative (right, V_LEFT, 2, -40);
  unit_ok (right->DoStep (right->c, 0, h, fmi2False));
  return unit_get (right, output);
}

static void
test_output_derivatives (void)
{
  static const fmi2ValueReference outputs[] = { X, V, RIGHT_F };
  const double h = 0.02;
  const double d = 1e-4;
  Unit *right = unit_right (unit_slave);
  fmi2FMUstate start = NULL;

  unit_ok (right->GetFMUstate (right->c, &start));
  for (size_t i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      double error[2];
      double exact;

      output_after (right, start, outputs[i], h);
      exact = unit_output_derivative (right, outputs[i]);
      for (int k = 0; k < 2; k++)
        {
          double dk = d / (k + 1);
          double up = output_after (right, start, outputs[i], h + dk);
          double down = output_after (right, start, outputs[i], h - dk);
          error[k] = fabs ((up - down) / (2 * dk) - exact);
        }
      /* Second order, and small. */
      g_assert_cmpfloat_with_epsilon (error[0] / error[1], 4, 0.1);
      g_assert_cmpfloat (error[0], <, 1e-4 * fabs (exact) + 1e-2);
    }
  unit_ok (right->FreeFMUstate (right->c, &start));
  g_assert_null (start);
  unit_free (right);
}

/* Derivatives and outputs are the same functions through both interfaces. */
static void
test_exchange_equals_slave (void)
{
  Unit *slave = unit_right (unit_slave);
  Unit *unit = unit_right (unit_exchange);
  double x[2];
  double dx[2];

  for (int i = 0; i < 20; i++)
    {
      unit_set (slave, X_LEFT, cos (i));
      unit_set (slave, V_LEFT, sin (i));
      unit_ok (slave->DoStep (slave->c, 0.01 * i, 0.01, fmi2True));
      x[0] = unit_get (slave, X);
      x[1] = unit_get (slave, V);
      unit_ok (unit->SetTime (unit->c, 0.01 * (i + 1)));
      unit_ok (unit->SetContinuousStates (unit->c, x, 2));
      unit_set (unit, X_LEFT, cos (i));
      unit_set (unit, V_LEFT, sin (i));
      unit_ok (unit->GetDerivatives (unit->c, dx, 2));
      g_assert_cmpfloat (dx[0], ==, unit_get (slave, DER_X));
      g_assert_cmpfloat (dx[1], ==, unit_get (slave, DER_V));
      g_assert_cmpfloat (unit_get (unit, RIGHT_F), ==, unit_get (slave, RIGHT_F));
    }
  unit_free (slave);
  unit_free (unit);
}

static void
test_descriptions (void)
{
  check_description (unit_prey (unit_slave));
  check_description (unit_predator (unit_slave));
  check_description (unit_left (unit_slave));
  check_description (unit_right (unit_exchange));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/models/description", test_descriptions);
  g_test_add_func ("/models/population/polynomial-input", test_populations_polynomial_input);
  g_test_add_func ("/models/population/derivatives-hold-for-one-step",
                   test_derivatives_hold_for_one_step);
  g_test_add_func ("/models/body/oscillation", test_bodies_alone);
  g_test_add_func ("/models/body/feed-through", test_feed_through_is_immediate);
  g_test_add_func ("/models/two-bodies/reference", test_two_bodies_reference);
  g_test_add_func ("/models/two-bodies/jacobi", test_two_bodies_jacobi);
  g_test_add_func ("/models/lotka-volterra/reference", test_lotka_volterra_reference);
  g_test_add_func ("/models/lotka-volterra/jacobi", test_lotka_volterra_jacobi);
  g_test_add_func ("/models/directional-derivatives", test_directional_derivatives);
  g_test_add_func ("/models/directional-derivatives/linear", test_directional_derivative_is_linear);
  g_test_add_func ("/models/output-derivatives", test_output_derivatives);
  g_test_add_func ("/models/exchange-equals-slave", test_exchange_equals_slave);
  return g_test_run ();
}
