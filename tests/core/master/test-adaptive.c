/* Macro steps by a tolerance, and what is done about jumps. */
#include "unit.h"

#include "../vanishing.h"

#include <math.h>

static double
measure_populations (double tolerance, guint64 *n_steps)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  LsOdeProblem problem = { 2, unit_lotka_volterra, NULL, NULL };
  double x[2] = { 1.0, 1.0 };

  return unit_measure_adaptive (model, "missiles", 20.0, 1.0, tolerance, &problem, x,
                                "prey.population", 0, n_steps);
}

static double
measure_bodies (double tolerance, guint64 *n_steps)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  LsOdeProblem problem = { 4, unit_two_bodies, NULL, NULL };
  double x[4] = { 1.0, 0.0, 3.0, 0.0 };

  return unit_measure_adaptive (model, "missiles", 2.0, 0.1, tolerance, &problem, x, "left.x", 0,
                                n_steps);
}

/* What is achieved follows what is asked for within a factor of 10. */
static void
check_tolerances (double (*measure) (double tolerance, guint64 *n_steps), const char *name)
{
  for (int digits = 3; digits <= 9; digits++)
    {
      double tolerance = pow (10.0, -digits), error;
      guint64 n_steps;

      error = measure (tolerance, &n_steps);
      g_test_message ("%s: tolerance %g, error %.3g, %.0f steps", name, tolerance, error,
                      (double)n_steps);
      g_assert_cmpfloat (error, <=, 10.0 * tolerance);
      g_assert_cmpfloat (error, >=, 0.1 * tolerance);
    }
}

static void
test_populations (void)
{
  check_tolerances (measure_populations, "lotka-volterra");
}

static void
test_bodies (void)
{
  check_tolerances (measure_bodies, "two-bodies");
}

typedef struct
{
  double before, after, overshoot;
} SwitchErrors;

static SwitchErrors
measure_switch (const char *choice, double tolerance)
{
  g_autoptr (LsModel) model = unit_open ("behaviour-change.ssp");
  g_autoptr (LsMaster) master = unit_start_adaptive (model, choice, 160.0, 0.2, tolerance);
  const char *signals[] = { "left.x", "left.F", NULL };
  SwitchErrors errors = { 0 };
  guint n_before = 0, n_after = 0;
  GError *error = NULL;
  double values[2];

  ls_master_set_signals (master, signals, &error);
  g_assert_no_error (error);
  while (!ls_master_is_done (master))
    {
      double t, wrong;

      ls_master_step (master, &error);
      g_assert_no_error (error);
      ls_master_read (master, values, &error);
      g_assert_no_error (error);
      t = ls_master_get_time (master);
      wrong = values[0] - get_left_position (t);
      *(t <= 100.0 ? &errors.before : &errors.after) += wrong * wrong;
      *(t <= 100.0 ? &n_before : &n_after) += 1;
      /* From the second step after the switch on the force is constant. */
      if (t > 100.3)
        errors.overshoot = fmax (errors.overshoot, fabs (values[1] + 1000.0));
    }
  errors.before = sqrt (errors.before / n_before);
  errors.after = sqrt (errors.after / n_after);
  g_test_message ("behaviour-change %s: error before %.3g m, after %.3g m, force beyond %.3g N, "
                  "%u steps",
                  choice, errors.before, errors.after, errors.overshoot, n_before + n_after);
  return errors;
}

static void
test_switch (void)
{
  SwitchErrors errors = measure_switch ("missiles", 0.0);

  /* A switch that is smeared moves the body by some (1000 N / 10000 kg) (0.2 s)^2 = 4e-3 m a step,
   * and would leave the force beyond its value. Without that the fourth order leaves 2e-7 m, and
   * rounding of 1000 N 1e-12 N. */
  g_assert_cmpfloat (errors.before, <=, 1e-6);
  g_assert_cmpfloat (errors.after, <=, 1e-6);
  g_assert_cmpfloat (errors.overshoot, <=, 1e-11);
  errors = measure_switch ("missiles", 1e-6);
  /* Within a factor of 10 of the tolerance, for a range of about 2 m. */
  g_assert_cmpfloat (errors.before, <=, 1e-5);
  g_assert_cmpfloat (errors.after, <=, 1e-5);
}

/* At equal error fewer steps than of one size. */
static void
test_fewer (void)
{
  guint64 n_steps;
  double error = measure_bodies (1e-7, &n_steps);
  /* Fixed: 7.726e-9 of the range with 2000 steps, fourth order. */
  double fixed = 2000.0 * pow (7.726e-9 / error, 0.25);

  g_assert_cmpfloat ((double)n_steps, <=, 0.95 * fixed);
}

/* A tolerance for a method that knows nothing of its error, and one that is no tolerance. */
static void
test_refused (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  LsMasterSettings settings = { .stop_time = 1.0, .step_size = 0.1, .tolerance = NAN };
  GError *error = NULL;

  settings.method = ls_coupling_method_find ("missiles", NULL);
  settings.relative_tolerance = 2.0;
  g_assert_null (ls_master_new (model, &settings, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    if (ls_coupling_method_get (i)->estimate == NULL)
      {
        settings.method = ls_coupling_method_get (i);
        settings.relative_tolerance = 1e-3;
        g_assert_null (ls_master_new (model, &settings, NULL, &error));
        g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
        g_clear_error (&error);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/adaptive/lotka-volterra", test_populations);
  g_test_add_func ("/cosim/adaptive/two-bodies", test_bodies);
  g_test_add_func ("/cosim/adaptive/switch", test_switch);
  g_test_add_func ("/cosim/adaptive/fewer", test_fewer);
  g_test_add_func ("/cosim/adaptive/refused", test_refused);
  return g_test_run ();
}
