/* Residual energy of power bonds against closed forms and orders. */
#include "core/model/bond.h"
#include "core/run/bond-recorder.h"
#include "core/run/bond-result.h"
#include "core/run/run.h"

#include "examples.h"

#include <math.h>

static guint
find_connection (const LsModel *model, const char *component, const char *input)
{
  const LsComponent *to = ls_model_find_component_by_name (model, component);
  const LsConnection *connection = ls_model_find_source (model, to->id, input);

  g_assert_nonnull (connection);
  return connection->id;
}

static LsRun *
do_run (const LsModel *model, const char *method, double stop, double step)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  GError *error = NULL;
  LsRun *run = ls_run_new (model, choice, 0, stop, step, NULL, &error);

  g_assert_no_error (error);
  ls_run_execute (run, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

/* Residual energy at the end, J. */
static double
run_energy (const LsModel *model, const char *method, double stop, double step)
{
  g_autoptr (LsRun) run = do_run (model, method, stop, step);
  g_autoptr (GArray) results = ls_bond_results_new (run);

  g_assert_cmpuint (results->len, ==, 1);
  return g_array_index (results, LsBondResult, 0).energy;
}

static LsModel *
make_pair (void)
{
  LsModel *model = example_lotka_volterra ();

  /* Populations are no effort and flow, but have a closed form; units are not asked here. */
  ls_model_set_bond (model, find_connection (model, "predator", "prey"),
                     find_connection (model, "prey", "predators"));
  return model;
}

/* With inputs held at p, P over a step both populations are exponentials: the integral of
 * p P(t) - p(t) P over it is p P ((e^(nu h) - 1) / nu - (e^(mu h) - 1) / mu). */
static double
compute_held (double stop, double h)
{
  const double alpha = 2.0 / 3.0, beta = 4.0 / 3.0, gamma = 1, delta = 1;
  const guint n = (guint)lround (stop / h);
  double p = 1, predators = 1, energy = 0;

  for (guint i = 0; i < n; i++)
    {
      const double mu = alpha - beta * predators, nu = delta * p - gamma;
      const double grown = fabs (nu) > 1e-12 ? expm1 (nu * h) / nu : h;

      energy += p * predators * (grown - expm1 (mu * h) / mu);
      p *= exp (mu * h);
      predators *= exp (nu * h);
    }
  return energy;
}

static void
test_closed_form (void)
{
  g_autoptr (LsModel) model = make_pair ();
  double errors[2], sizes[2];

  for (guint i = 0; i < 2; i++)
    {
      const double h = i == 0 ? 0.02 : 0.01, exact = compute_held (10, h);

      sizes[i] = fabs (exact);
      errors[i] = fabs (run_energy (model, "ni-jacobi:extrapolation=0", 10, h) - exact);
      g_test_message ("h = %g: %g, off by %g", h, exact, errors[i]);
    }
  /* Held inputs: of first order. */
  g_assert_cmpfloat_with_epsilon (log2 (sizes[0] / sizes[1]), 1, 0.1);
  /* Outputs between communication points are cubics through points where the slopes of these
   * solutions jump by O(h), as held inputs do: off by O(h^3) a step, where a step has O(h^2). */
  g_assert_cmpfloat (errors[0], <, 1e-2 * sizes[0]);
  g_assert_cmpfloat (log2 (errors[0] / errors[1]), >, 1.9);
}

/* Both ends have the same values of the same polynomials. */
static void
test_rows (void)
{
  g_autoptr (LsModel) model = make_pair ();
  g_autoptr (LsRun) run = do_run (model, "ni-jacobi", 1.05, 0.1);
  LsTrace *bonds = ls_run_get_bonds (run);
  double energy = 0;

  g_assert_cmpuint (ls_trace_get_n_columns (bonds), ==, 1 + LS_N_BOND_COLUMNS);
  g_assert_cmpuint (ls_trace_get_n_rows (bonds), ==, 12);
  g_assert_cmpstr (ls_trace_get_name (bonds, 1 + LS_BOND_ENERGY), ==,
                   "residual_energy(predator.prey*prey.predators)");
  for (gsize i = 1; i < 12; i++)
    {
      const double h = ls_trace_get (bonds, 0, i) - ls_trace_get (bonds, 0, i - 1);

      energy += h * ls_trace_get (bonds, 1 + LS_BOND_POWER, i);
      /* Rounding of a sum of twelve terms of about 0.01. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (bonds, 1 + LS_BOND_ENERGY, i), energy, 1e-14);
    }
}

/* The signals of the run and those of its bonds, in the rows of the run. */
static void
test_join (void)
{
  g_autoptr (LsModel) model = make_pair ();
  g_autoptr (LsRun) run = do_run (model, "ni-jacobi", 1, 0.1);
  LsTrace *trace = ls_run_get_trace (run), *bonds = ls_run_get_bonds (run);
  g_autoptr (LsTrace) joined = ls_bond_trace_join (bonds, trace, NULL);

  g_assert_cmpuint (ls_trace_get_n_columns (joined), ==, 3 + LS_N_BOND_COLUMNS);
  g_assert_cmpuint (ls_trace_get_n_rows (joined), ==, ls_trace_get_n_rows (trace));
  for (gsize i = 0; i < ls_trace_get_n_rows (joined); i++)
    {
      g_assert_cmpfloat (ls_trace_get (joined, 2, i), ==, ls_trace_get (trace, 2, i));
      g_assert_cmpfloat (ls_trace_get (joined, 3 + LS_BOND_ENERGY, i), ==,
                         ls_trace_get (bonds, 1 + LS_BOND_ENERGY, i));
    }
}

static LsModel *
make_bodies (void)
{
  LsModel *model = example_two_bodies ();

  ls_model_set_bond (model, find_connection (model, "left", "F"),
                     find_connection (model, "right", "v_left"));
  return model;
}

/* Exact coupling has none: the better a method, the faster the residual energy vanishes. Held
 * inputs of two bodies add energy (they are damped too little), so it is positive. */
static void
test_orders (void)
{
  static const struct
  {
    const char *method;
    double order, h;
  } cases[] = {
    { "ni-jacobi:extrapolation=0", 1, 2e-5 },
    { "gauss-seidel", 1, 2e-4 },
    { "missiles", 3, 1e-3 },
    { "ifosmondi-jfm:eps=1e-12", 3, 1e-3 },
  };
  g_autoptr (LsModel) model = make_bodies ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const double h = cases[i].h;
      const double coarse = run_energy (model, cases[i].method, 0.1, h);
      const double fine = run_energy (model, cases[i].method, 0.1, h / 2);

      g_test_message ("%s: %g, %g J", cases[i].method, coarse, fine);
      /* Next terms of the expansion in h. */
      g_assert_cmpfloat (log2 (coarse / fine), >, cases[i].order - 0.4);
    }
}

/* A factor and an offset of a connection are taken back: the same energies. */
static void
test_transformed (void)
{
  g_autoptr (LsModel) turned = make_bodies ();
  g_autoptr (LsRun) run = NULL;
  g_autoptr (GArray) results = NULL;
  const LsBondResult *result;

  /* With a factor -2 the right body is another one, but the balance of an exact coupling stays. */
  ls_model_set_connection_transformation (turned, find_connection (turned, "right", "v_left"), -2,
                                          1, NULL);
  run = do_run (turned, "ifosmondi-jfm:eps=1e-12", 0.01, 1e-4);
  results = ls_bond_results_new (run);
  result = &g_array_index (results, LsBondResult, 0);
  g_test_message ("%g J of %g J", result->energy, result->exchanged);
  g_assert_cmpstr (result->unit, ==, "J");
  /* The balance is of third order, as without the factor: (1e-4 / 1e-3)^3 of 1e-7. */
  g_assert_cmpfloat (fabs (result->energy), <, 1e-8 * result->exchanged);
}

/* Components that are advanced as one have no macro steps. */
static void
test_none (void)
{
  g_autoptr (LsModel) model = make_pair ();
  g_autoptr (LsModel) plain = example_lotka_volterra ();
  g_autoptr (LsRun) quantised = do_run (model, "qss2", 1, 0.1);
  g_autoptr (LsRun) unmarked = do_run (plain, "ni-jacobi", 1, 0.1);
  g_autoptr (GArray) results = ls_bond_results_new (quantised);

  g_assert_cmpuint (results->len, ==, 0);
  g_assert_cmpuint (ls_trace_get_n_columns (ls_run_get_bonds (unmarked)), ==, 1);
}

/* Observation changes no result, bit for bit. */
static void
test_unchanged (void)
{
  static const char *const methods[]
      = { "ni-jacobi", "gauss-seidel", "missiles", "costarica", "ifosmondi-jfm" };
  g_autoptr (LsModel) marked = make_bodies ();
  g_autoptr (LsModel) plain = example_two_bodies ();

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (LsRun) a = do_run (marked, methods[m], 0.1, 1e-3);
      g_autoptr (LsRun) b = do_run (plain, methods[m], 0.1, 1e-3);

      for (gsize i = 0; i < ls_trace_get_n_rows (ls_run_get_trace (a)); i++)
        for (guint k = 0; k < ls_trace_get_n_columns (ls_run_get_trace (a)); k++)
          g_assert_cmpfloat (ls_trace_get (ls_run_get_trace (a), k, i), ==,
                             ls_trace_get (ls_run_get_trace (b), k, i));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bonds/closed-form", test_closed_form);
  g_test_add_func ("/bonds/rows", test_rows);
  g_test_add_func ("/bonds/join", test_join);
  g_test_add_func ("/bonds/orders", test_orders);
  g_test_add_func ("/bonds/transformed", test_transformed);
  g_test_add_func ("/bonds/none", test_none);
  g_test_add_func ("/bonds/unchanged", test_unchanged);
  return g_test_run ();
}
