/* Whose error it is: against components whose own error is known. */
#include "core/advice/error-budget.h"

#include "examples.h"

#include <math.h>
#include <string.h>

#define ALPHA (2.0 / 3.0)
#define BETA (4.0 / 3.0)

static LsErrorBudget *
make (const LsModel *model, const char *method, double step, double stop)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  GError *error = NULL;
  LsErrorBudget *budget
      = ls_error_budget_new (model, choice, 0, stop, step, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return budget;
}

static const LsBudgetRow *
find (const LsErrorBudget *budget, const char *signal)
{
  for (guint i = 0; i < budget->rows->len; i++)
    {
      const LsBudgetRow *row = &g_array_index (budget->rows, LsBudgetRow, i);

      g_test_message ("%s: %.5g %% = own %.5g %%, coupling %.5g %% (± %.2g)", row->signal,
                      row->total, row->own, row->coupling, row->uncertainty);
      if (strcmp (row->signal, signal) == 0)
        return row;
    }
  g_assert_not_reached ();
}

/* Lotka-Volterra by the classical Runge-Kutta method, over @h in parts of 1e-3 s: to 1e-12. With
 * the integral of the predators over the step. */
static void
follow (double x[2], double h, double *integral)
{
  const guint n = (guint)lround (h / 1e-3);

  *integral = 0;
  for (guint i = 0; i < n; i++)
    {
      static const double weight[] = { 0, 0.5, 0.5, 1 };
      double k[4][2] = { { 0 } }, sum = 0;

      for (guint s = 0; s < 4; s++)
        {
          const double p = x[0] + (s > 0 ? 1e-3 * weight[s] * k[s - 1][0] : 0);
          const double q = x[1] + (s > 0 ? 1e-3 * weight[s] * k[s - 1][1] : 0);
          k[s][0] = p * (ALPHA - BETA * q);
          k[s][1] = q * (p - 1);
          sum += (s == 1 || s == 2 ? 2 : 1) * q;
        }
      *integral += 1e-3 * sum / 6;
      for (guint j = 0; j < 2; j++)
        x[j] += 1e-3 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]) / 6;
    }
}

/* Error figure of Euler's method on the prey with the mean of the true predators in each step. */
static double
get_euler_error (double h, double stop)
{
  const guint n = (guint)lround (stop / h);
  double x[2] = { 1, 1 }, prey = 1, sum = 0, low = 1, high = 1;

  for (guint i = 0; i < n; i++)
    {
      double integral;

      follow (x, h, &integral);
      prey *= 1 + h * ALPHA - BETA * integral;
      sum += pow (prey - x[0], 2);
      low = fmin (low, x[0]);
      high = fmax (high, x[0]);
    }
  return 100 * sqrt (sum / (n + 1)) / (high - low);
}

/* Euler inside: the own error is that of the recursion, whatever the coupling. The reference of two
 * such components is extrapolated; its uncertainty is far below. */
static void
test_euler (void)
{
  static const char *const methods[] = { "ni-jacobi", "ni-jacobi:extrapolation=2" };
  g_autoptr (LsModel) model
      = example_pair ("tests/fmus/euler-prey.fmu", "tests/fmus/euler-predator.fmu");
  const double expected = get_euler_error (0.01, 10);

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (LsErrorBudget) budget = make (model, methods[i], 0.01, 10);
      const LsBudgetRow *row = find (budget, "prey.population");

      g_test_message ("%s: expected %.5g %%", methods[i], expected);
      g_assert_cmpfloat (row->uncertainty, <, 0.2 * expected);
      g_assert_cmpfloat (fabs (row->own - expected), <=, row->uncertainty);
      g_assert_cmpstr (row->feeds, ==, "predator.prey");
    }
}

/* Accurate solvers: all is coupling, the total that of the run. */
static void
test_accurate (void)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (LsErrorBudget) budget = make (model, "ni-jacobi", 0.01, 20);
  g_autofree char *conclusion = ls_error_budget_conclude (budget);
  const LsBudgetRow *row = find (budget, "prey.population");

  /* NI-Jacobi at 1e-2, by exact propagation; 1e-12 relative inside the components, and cubics of
   * the inputs: 4th order, a part of 1e-4 of them. */
  g_assert_cmpfloat_with_epsilon (row->total, 1.4123, 1e-3);
  g_assert_cmpfloat (row->own, <, 1e-6);
  g_assert_cmpfloat_with_epsilon (row->coupling, row->total, 1e-3);
  g_assert_nonnull (strstr (conclusion, "coupling"));
}

/* One of both is accurate: the other is named. */
static void
test_named (void)
{
  g_autoptr (LsModel) model = example_pair ("models/prey.fmu", "tests/fmus/euler-predator.fmu");
  g_autoptr (LsErrorBudget) budget = make (model, "ni-jacobi:extrapolation=2", 0.02, 10);
  g_autofree char *conclusion = ls_error_budget_conclude (budget);
  double prey, predator, coupling;

  ls_error_budget_sum_up (budget, 0, &prey, &coupling);
  ls_error_budget_sum_up (budget, 1, &predator, &coupling);
  g_test_message ("%g %g %s", prey, predator, conclusion);
  g_assert_cmpfloat (prey, <, 0.1 * predator);
  g_assert_nonnull (strstr (conclusion, "predator"));
}

static gboolean
refuse (G_GNUC_UNUSED double fraction, gpointer user_data)
{
  int *n = user_data;

  return (*n)-- > 0;
}

static void
test_cancel (void)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse ("ni-jacobi", NULL);

  for (int n = 0; n < 2; n++)
    {
      int left = n;
      GError *error = NULL;

      g_assert_null (
          ls_error_budget_new (model, choice, 0, 20, 1e-3, NULL, NULL, refuse, &left, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
      g_clear_error (&error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/error-budget/euler", test_euler);
  g_test_add_func ("/advice/error-budget/accurate", test_accurate);
  g_test_add_func ("/advice/error-budget/named", test_named);
  g_test_add_func ("/advice/error-budget/cancel", test_cancel);
  return g_test_run ();
}
