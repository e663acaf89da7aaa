/* Components of Model Exchange with our solvers, as systems. */
#include "unit.h"

#include "core/system/system.h"

#include <math.h>

/* @solver: (nullable): %NULL for Co-Simulation */
static double
measure (const char *solver, const char *choice, double step_size)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  LsOdeProblem problem = { 2, unit_lotka_volterra, NULL, NULL };
  double x[2] = { 1.0, 1.0 }, error;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    ls_model_set_solver (model, ls_model_get_component (model, i)->id, solver);
  error = unit_measure (model, choice, 20.0, step_size, &problem, x, "prey.population", 0);
  g_test_message ("%s %s h = %g: %.8g %%", solver != NULL ? solver : "as a slave", choice,
                  step_size, error);
  return error;
}

/* The same coupling error as with Co-Simulation FMUs that integrate to 1e-12, whatever the solver.
 */
static void
check_methods (const char *solver, double own)
{
  static const struct
  {
    const char *method;
    double step_size;
  } cases[] = {
    { "ni-jacobi", 1e-2 },     { "gauss-seidel", 1e-2 }, { "iterated-jacobi", 1e-1 },
    { "ifosmondi-jfm", 1e-1 }, { "missiles", 1e-1 },     { "costarica", 1e-1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double slave = measure (NULL, cases[i].method, cases[i].step_size);
      double exchange = measure (solver, cases[i].method, cases[i].step_size);

      /* In per cent; @own is the error of the solver. */
      g_assert_cmpfloat (fabs (exchange - slave), <=, 1e-6 * slave + own);
    }
}

static void
test_dopri5 (void)
{
  check_methods ("dopri5", 1e-8);
}

static void
test_bdf (void)
{
  /* Errors of many short steps of low order add up. */
  check_methods ("cvode-bdf:tolerance=1e-11", 1e-5);
}

/* Each of our solvers under one method of each kind. */
static void
test_each (void)
{
  static const struct
  {
    const char *method;
    double step_size;
  } cases[] = { { "ni-jacobi", 1e-2 }, { "ifosmondi-jfm", 1e-1 }, { "missiles", 1e-1 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double slave = measure (NULL, cases[i].method, cases[i].step_size);

      for (guint k = 0; k < ls_ode_method_get_n (); k++)
        {
          const LsOdeMethod *method = ls_ode_method_get (k);
          const char *id = ls_ode_method_get_id (method);
          g_autofree char *solver = g_strconcat (id, ":tolerance=1e-11", NULL);
          double exchange;

          if (ls_ode_method_has_fixed_step (method))
            continue;
          exchange = measure (solver, cases[i].method, cases[i].step_size);
          g_test_message ("%s, %s: differs by %.2e %%", cases[i].method, id, exchange - slave);
          /* As in test_bdf(): errors at 1e-11, 1e-9 %, of many short steps add up. */
          g_assert_cmpfloat (fabs (exchange - slave), <=, 1e-5 * slave + 1e-6);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/exchange/lotka-volterra/dopri5", test_dopri5);
  g_test_add_func ("/cosim/exchange/lotka-volterra/cvode-bdf", test_bdf);
  g_test_add_func ("/cosim/exchange/lotka-volterra/each", test_each);
  return g_test_run ();
}
