/* The wired models: their connections fit, and as one system of equations they do what their
 * README.md says. */
#include "wired.h"

#include <complex.h>
#include <math.h>

static Wired *
open_source (const char *name)
{
  g_autofree char *path = g_strdup_printf ("models/%s/SystemStructure.ssd", name);

  return wired_new ("SOURCE_ROOT", path);
}

static void
assert_value (Wired *wired, const char *name, double expected, double tolerance)
{
  g_assert_cmpfloat_with_epsilon (wired_get (wired, name), expected, tolerance);
}

/* exp (-s t) (x0 cos w t + (v0 + s x0) / w sin w t), and its slope. */
static double
oscillation (double s, double w_squared, double x0, double v0, double t, double *slope)
{
  const double w = sqrt (w_squared - s * s);

  *slope = exp (-s * t) * (v0 * cos (w * t) - (s * v0 + w_squared * x0) / w * sin (w * t));
  return exp (-s * t) * (x0 * cos (w * t) + (v0 + s * x0) / w * sin (w * t));
}

static void
test_behaviour_change (void)
{
  Wired *wired = open_source ("behaviour-change");
  double v_sum, v_difference, v;
  double sum, difference, z0, v0;

  for (double t = 10; t <= 100; t += 10)
    {
      wired_integrate (wired, t, 1000, wired_pass);
      sum = oscillation (0.005, 0.1, 1, 0, t, &v_sum);
      difference = oscillation (0.015, 0.3, 1, 0, t, &v_difference);
      /* The error of the method: 55 rad at 0.0055 rad a step. */
      assert_value (wired, "left.x", (sum + difference) / 2, 1e-9);
      assert_value (wired, "right.x", (sum - difference) / 2, 1e-9);
      assert_value (wired, "right.F", 1000 * difference + 100 * v_difference, 1e-6);
    }
  assert_value (wired, "left.x", 0.270015215427, 1e-9);

  wired_event (wired);
  g_assert_cmpfloat (wired_get (wired, "right.F"), ==, -1000);
  z0 = (sum + difference) / 2 - 1;
  v0 = (v_sum + v_difference) / 2;
  for (double t = 110; t <= 160; t += 10)
    {
      wired_integrate (wired, t, 1000, wired_pass);
      assert_value (wired, "left.x", 1 + oscillation (0.005, 0.1, z0, v0, t - 100, &v), 1e-9);
      assert_value (wired, "left.v", v, 1e-9);
    }
  assert_value (wired, "left.x", 0.473628710306, 1e-9);
  assert_value (wired, "right.x", -0.202057138430, 1e-9);
  wired_free (wired);
}

static void
check_populations (Wired *wired, const double reference[][3])
{
  for (int i = 0; i < 5; i++)
    {
      wired_integrate (wired, reference[i][0], (int)((reference[i][0] - wired->t) * 2000),
                       wired_pass);
      assert_value (wired, "prey.population", reference[i][1], 1e-10);
      assert_value (wired, "predator.population", reference[i][2], 1e-10);
    }
  wired_free (wired);
}

static void
test_lotka_volterra (void)
{
  static const double constant[][3] = {
    { 1, 0.574284670367, 0.777438724767 },  { 5, 1.19247711965, 0.211939487783 },
    { 10, 0.489149182545, 0.484395032658 }, { 15, 1.70714871863, 0.672032870635 },
    { 20, 0.790321729807, 0.217120162282 },
  };
  static const double with_time[][3] = {
    { 1, 0.722676851827, 0.570200910154 }, { 5, 4.51011076141, 0.492296963985 },
    { 10, 1.3671322542, 0.316040797543 },  { 15, 1.39607187443, 1.65256344762 },
    { 20, 2.54343642488, 0.626133078606 },
  };

  check_populations (open_source ("lotka-volterra"), constant);
  check_populations (open_source ("lotka-volterra-basic"), constant);
  check_populations (open_source ("lotka-volterra-time"), with_time);
}

/* README.md of quarter-truck: the matrix exponential, with 40 digits. */
static void
test_quarter_truck (void)
{
  static const struct
  {
    double t, chassis, axle, force;
  } wanted[] = {
    { 0.1, 0.038200152448569, 0.092530086989646, -5166.31961147 },
    { 0.5, 0.15446845879999, 0.10659731985628, -5847.04457389 },
    { 1.0, 0.071879362864788, 0.096769531355143, 2854.69569681 },
    { 1.5, 0.11431693631483, 0.10153909496894, -1359.75228548 },
    { 2.0, 0.092823186278716, 0.099288301047425, 628.579377251 },
    { 3.0, 0.098296387395391, 0.099867799636394, 116.634784293 },
  };
  Wired *wired = open_source ("quarter-truck");

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      wired_integrate (wired, wanted[i].t, 2000, wired_pass);
      /* As above: 54 rad/s over 1 s at 0.027 rad a step. */
      assert_value (wired, "chassis.z", wanted[i].chassis, 1e-9);
      assert_value (wired, "axle.z", wanted[i].axle, 1e-9);
      assert_value (wired, "axle.F", wanted[i].force, 1e-4);
    }
  wired_free (wired);
}

/* README.md of time-only-terms. */
static void
test_time_only_terms (void)
{
  static const double amplitudes[] = { 1e4 * 0.8 / (2 * G_PI), 500 };
  static const double frequencies[] = { 2 * G_PI / 0.8, 2 * G_PI / 0.3 };
  const double m = 5, c = 1e4, d = 10;
  Wired *wired = open_source ("time-only-terms");

  for (double t = 0.5; t <= 2; t += 0.5)
    {
      double x0 = 1, v0 = 0;
      double x = 0, y = 0, v;

      for (int i = 0; i < 2; i++)
        {
          const double w = frequencies[i], stiffness = c - m * w * w;
          const double size = amplitudes[i] / (stiffness * stiffness + d * w * d * w);

          x += size * (stiffness * sin (w * t) - d * w * cos (w * t));
          y += amplitudes[i] * sin (w * t);
          x0 += size * d * w;
          v0 -= size * stiffness * w;
        }
      x += oscillation (d / (2 * m), c / m, x0, v0, t, &v);
      wired_integrate (wired, t, 5000, wired_pass);
      assert_value (wired, "source.y", y, 1e-7);
      assert_value (wired, "body.x", x, 1e-9);
    }
  assert_value (wired, "body.x", -0.042043964021, 1e-9);
  wired_free (wired);
}

/* The loop is linear: its residual at two velocities tells the velocity where it is zero. */
static void
solve_joint (Wired *wired)
{
  /* The connections: first the force, then the velocity. */
  const WiredVariable force = g_array_index (wired->sources, WiredVariable, 0);
  const WiredVariable force_in = g_array_index (wired->sinks, WiredVariable, 0);
  const WiredVariable velocity_out = g_array_index (wired->sources, WiredVariable, 1);
  const WiredVariable velocity = g_array_index (wired->sinks, WiredVariable, 1);
  double residual[2];

  for (int i = 0; i < 2; i++)
    {
      unit_set (velocity.unit, velocity.reference, i);
      unit_set (force_in.unit, force_in.reference, unit_get (force.unit, force.reference));
      residual[i] = unit_get (velocity_out.unit, velocity_out.reference) - i;
    }
  /* The gain of a round is -3. */
  g_assert_cmpfloat_with_epsilon (residual[1] - residual[0], -4, 1e-12);
  unit_set (velocity.unit, velocity.reference, residual[0] / (residual[0] - residual[1]));
  unit_set (force_in.unit, force_in.reference, unit_get (force.unit, force.reference));
}

static void
test_feed_through (void)
{
  Wired *wired = open_source ("feed-through");

  /* The start values of the inputs solve the loop. */
  assert_value (wired, "left.F", 150, 1e-12);
  assert_value (wired, "right.v_joint", 1.5, 1e-14);
  g_assert_cmpfloat (wired_get (wired, "right.F"), ==, 150);
  g_assert_cmpfloat (wired_get (wired, "left.v_joint"), ==, 1.5);

  for (double t = 0.5; t <= 5; t += 0.5)
    {
      double v_sum, v_difference;
      double sum = oscillation (0, 100, 0, 2, t, &v_sum);
      double difference = oscillation (7.5, 100, 0, 2, t, &v_difference);

      wired_integrate (wired, t, 1000, solve_joint);
      assert_value (wired, "left.x", (sum + difference) / 2, 1e-9);
      assert_value (wired, "right.x", (sum - difference) / 2, 1e-9);
      assert_value (wired, "left.F", 75 * v_difference, 1e-7);
    }
  assert_value (wired, "left.x", -0.026237485370, 1e-9);
  wired_free (wired);
}

static void
test_stiff_soft (void)
{
  const double l1 = (-1001.01 - sqrt (1001.01 * 1001.01 - 40)) / 2;
  const double l2 = 10 / l1;
  Wired *wired = open_source ("stiff-soft");

  for (double t = 0.001; t < 2; t *= 10)
    {
      const double a = 100 * l2 / (l1 - l2), b = -100 * l1 / (l1 - l2);
      const double rise = 100 + a * exp (l1 * t) + b * exp (l2 * t);
      const double slope = a * l1 * exp (l1 * t) + b * l2 * exp (l2 * t);

      /* 0.05 and less of the short time constant. */
      wired_integrate (wired, t, (int)((t - wired->t) / 5e-5) + 50, wired_pass);
      assert_value (wired, "block.T", 293.15 + rise, 1e-9);
      assert_value (wired, "foil.T", 293.15 + slope + 1.01 * rise, 1e-7);
    }
  assert_value (wired, "foil.T", 295.1420503667, 1e-7);
  wired_free (wired);
}

/* Displacement of body @i of @n by normal modes. */
static double
chain_closed_form (int n, int i, double t)
{
  const double s = 0.1;
  double x = 0;

  for (int k = 1; k <= n; k++)
    {
      const double a = k * G_PI / (n + 1);
      const double complex w = csqrt (40 * sin (a / 2) * sin (a / 2) - s * s);

      x += 2.0 / (n + 1) * sin (a) * sin (i * a) * exp (-s * t)
           * creal (ccos (w * t) + s * csin (w * t) / w);
    }
  return x;
}

static void
check_chain (int n, const char *const names[3], double t_end, int n_steps, double tolerance)
{
  static const int bodies[] = { 1, 2, 10 };
  g_autofree char *path = g_strdup_printf ("models/chain-%d.ssd", n);
  Wired *wired = wired_new ("BUILD_ROOT", path);

  g_assert_cmpuint (wired->components->len, ==, (unsigned)n);
  g_assert_cmpuint (wired->sinks->len, ==, 2 * (unsigned)(n - 1));
  g_assert_cmpfloat (wired_get (wired, names[0]), ==, 1);
  for (int i = 1; i <= 2; i++)
    {
      wired_integrate (wired, t_end / 2 * i, n_steps, wired_pass);
      for (int j = 0; j < 3; j++)
        assert_value (wired, names[j], chain_closed_form (n, bodies[j], wired->t), tolerance);
    }
  wired_free (wired);
}

/* The fastest mode has 6.3 1/s; the error is that of 0.03 rad a step and falls with its fourth
 * power. */
static void
test_chains (void)
{
  check_chain (10, (const char *const[]){ "body_01.x", "body_02.x", "body_10.x" }, 10, 1000, 1e-7);
  check_chain (100, (const char *const[]){ "body_001.x", "body_002.x", "body_010.x" }, 10, 1000,
               1e-7);
  check_chain (1000, (const char *const[]){ "body_0001.x", "body_0002.x", "body_0010.x" }, 2, 100,
               1e-6);
  /* The table in README.md. */
  g_assert_cmpfloat_with_epsilon (chain_closed_form (10, 10, 5), 0.111282539289, 1e-12);
  g_assert_cmpfloat_with_epsilon (chain_closed_form (1000, 2, 1), -0.508293579216, 1e-12);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wired/behaviour-change", test_behaviour_change);
  g_test_add_func ("/wired/lotka-volterra", test_lotka_volterra);
  g_test_add_func ("/wired/quarter-truck", test_quarter_truck);
  g_test_add_func ("/wired/time-only-terms", test_time_only_terms);
  g_test_add_func ("/wired/feed-through", test_feed_through);
  g_test_add_func ("/wired/stiff-soft", test_stiff_soft);
  g_test_add_func ("/wired/chain", test_chains);
  return g_test_run ();
}
