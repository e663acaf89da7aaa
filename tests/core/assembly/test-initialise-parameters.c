/* Calculated parameters that are passed on, in an order that InitialUnknowns tell, and starts that
 * follow inputs which later steps do not follow. */
#include "unit.h"

#include <math.h>
#include <string.h>

#define FMU "parameters.fmu"

static guint
add (LsModel *model, const char *name)
{
  return unit_add (model, "LS_TEST_FMUS", FMU, name);
}

static double
read_one (LsMaster *master, const char *signal)
{
  const char *signals[] = { signal, NULL };
  double value;

  g_assert_true (ls_master_set_signals (master, signals, NULL));
  g_assert_true (ls_master_read (master, &value, NULL));
  return value;
}

static void
check_close (double value, double expected)
{
  g_test_message ("%.17g, expected %.17g", value, expected);
  /* Assigned values have rounding; loops are solved to 8 eps (EPS of loop.c). */
  g_assert_cmpfloat (fabs (value - expected), <=, 1e-14 * fmax (fabs (expected), 1.0));
}

/* a.area = 1.5^2 = b.rate, b.side; b.weight = 3 b.side^2 = c.goal; components in the order of
 * @order, so that values have to go against it. */
static LsModel *
make_chain (const char *const order[], gboolean exchange)
{
  LsModel *model = ls_model_new ();
  guint ids[3];

  for (guint i = 0; i < 3; i++)
    {
      guint id = add (model, order[i]);

      ids[order[i][0] - 'a'] = id;
      if (exchange)
        ls_model_set_solver (model, id, "dopri5:tolerance=1e-12");
      unit_set (model, id, "side", "1.5");
    }
  unit_connect (model, ids[0], "area", ids[1], "rate");
  unit_connect (model, ids[0], "area", ids[1], "side");
  unit_connect (model, ids[1], "weight", ids[2], "goal");
  unit_connect (model, ids[1], "y", ids[2], "u");
  return model;
}

/* b.x' = -2.25 b.x from 1; c.goal = 3 * 2.25^2, c.x' = goal - c.x from c.u / 2 + 1 = 1.5. */
static void
check_chain (const char *method, const char *const order[], gboolean exchange)
{
  g_autoptr (LsModel) model = make_chain (order, exchange);
  g_autoptr (LsMaster) master = unit_start (model, method, 1.0, 0.1);
  const double goal = 3.0 * 2.25 * 2.25;
  const char *signals[] = { "b.x", "c.x", NULL };
  double x[2];

  check_close (read_one (master, "b.rate"), 2.25);
  check_close (read_one (master, "b.side"), 2.25);
  check_close (read_one (master, "c.goal"), goal);
  check_close (read_one (master, "c.y"), 1.5);
  /* LS_LOOP_TOLERANCE; the same below. */
  g_assert_cmpfloat (ls_master_get_start_residual (master), <=, 1e-12);
  g_assert_true (ls_master_set_signals (master, signals, NULL));
  while (!ls_master_is_done (master))
    g_assert_true (ls_master_step (master, NULL));
  g_assert_true (ls_master_read (master, x, NULL));
  /* The solvers integrate to 1e-12; quanta are 1e-4 of the values, here up to 1 and 10. */
  g_assert_cmpfloat (fabs (x[0] - exp (-2.25)), <=, strstr (method, "qss") != NULL ? 1e-3 : 1e-9);
  g_assert_cmpfloat (fabs (x[1] - goal - (1.5 - goal) * exp (-1.0)), <=,
                     strstr (method, "qss") != NULL ? 1e-2 : 1e-8);
}

static void
test_chain (void)
{
  static const char *const orders[][3]
      = { { "a", "b", "c" }, { "c", "b", "a" }, { "b", "c", "a" } };

  for (guint k = 0; k < ls_coupling_method_get_n (); k++)
    for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
      check_chain (ls_coupling_method_get_id (ls_coupling_method_get (k)), orders[i], i % 2 == 1);
}

/* Factor and conversion of units: 4 m2 are 40000 cm2. */
static void
test_units (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, "a"), b = add (model, "b");
  g_autoptr (LsMaster) master = NULL, other = NULL;
  g_autoptr (GError) error = NULL;
  guint id = ls_model_connect (model, a, "area", b, "lift", &error);

  g_assert_no_error (error);
  master = unit_start (model, "missiles", 1.0, 0.1);
  check_close (read_one (master, "b.lift"), 4e4);
  g_assert_cmpfloat (ls_master_get_start_residual (master), <=, 1e-12);
  g_assert_true (ls_model_set_connection_transformation (model, id, 0.5, 7.0, &error));
  other = unit_start (model, "missiles", 1.0, 0.1);
  check_close (read_one (other, "b.lift"), 2e4 + 7.0);
}

/* Also to an input, which keeps it. */
static void
test_input (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, "a"), b = add (model, "b");

  unit_connect (model, a, "area", b, "u");
  for (guint k = 0; k < ls_coupling_method_get_n (); k++)
    {
      g_autoptr (LsMaster) master
          = unit_start (model, ls_coupling_method_get_id (ls_coupling_method_get (k)), 1.0, 0.25);

      check_close (read_one (master, "b.y"), 3.0);
      while (!ls_master_is_done (master))
        g_assert_true (ls_master_step (master, NULL));
      check_close (read_one (master, "b.u"), 4.0);
    }
}

/* The starts depend on each other, the steps do not: v = v / 2 + 1 for both. */
static void
test_initial_loop (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, "a"), b = add (model, "b");
  g_autoptr (LsMaster) master = NULL;
  g_autoptr (GPtrArray) loops = NULL;
  guint64 n;

  unit_connect (model, a, "y", b, "u");
  unit_connect (model, b, "y", a, "u");
  unit_set (model, b, "share", "0.25");
  master = unit_start (model, "ni-jacobi", 1.0, 0.1);
  /* a = b / 2 + 1, b = a / 4 + 1 */
  check_close (read_one (master, "a.y"), 1.5 / 0.875);
  check_close (read_one (master, "b.y"), 1.25 / 0.875);
  g_assert_cmpfloat (ls_master_get_start_residual (master), <=, 1e-12);
  loops = ls_master_list_loops (master);
  g_assert_cmpuint (loops->len, ==, 1);
  n = ((LsLoopReport *)loops->pdata[0])->n_solutions;
  while (!ls_master_is_done (master))
    g_assert_true (ls_master_step (master, NULL));
  g_clear_pointer (&loops, g_ptr_array_unref);
  loops = ls_master_list_loops (master);
  g_assert_cmpuint (loops->len, ==, 1);
  g_assert_cmpuint (((LsLoopReport *)loops->pdata[0])->n_solutions, ==, n);
}

/* A ring of parameters: what is computed from each other settles or is refused by name. */
static void
test_ring (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, "a"), b = add (model, "b");
  g_autoptr (GError) error = NULL;
  LsMasterSettings settings = { &ls_coupling_ni_jacobi, NULL, 0.0, 1.0, 0.1, NAN, 0.0, NULL };
  g_autoptr (LsMaster) master = NULL, other = NULL;

  /* side of a = area of b = (area of a)^2: only 1 comes to rest. */
  unit_connect (model, b, "area", a, "side");
  unit_connect (model, a, "area", b, "side");
  unit_set (model, a, "side", "1");
  unit_set (model, b, "side", "1");
  master = ls_master_new (model, &settings, NULL, &error);
  g_assert_no_error (error);
  check_close (read_one (master, "b.area"), 1.0);
  unit_set (model, b, "side", "2");
  unit_set (model, a, "side", "2");
  other = ls_master_new (model, &settings, NULL, &error);
  g_assert_null (other);
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, ".area"));
}

/* A tunable one that is changed in a run is passed on; a fed one cannot be changed by hand. */
static void
test_tunable (void)
{
  for (guint exchange = 0; exchange < 2; exchange++)
    {
      g_autoptr (LsModel) model = ls_model_new ();
      guint a = add (model, "a"), b = add (model, "b"), c = add (model, "c");
      g_autoptr (LsMaster) master = NULL;
      g_autoptr (GError) error = NULL;

      unit_connect (model, a, "weight", b, "density");
      unit_connect (model, b, "weight", c, "goal");
      unit_connect (model, a, "weight", b, "rate");
      for (guint id = 0; exchange && id < 3; id++)
        ls_model_set_solver (model, ls_model_get_component (model, id)->id, "dopri5");
      master = unit_start (model, "ni-jacobi", 1.0, 0.1);
      check_close (read_one (master, "c.goal"), 48.0);
      g_assert_true (ls_master_step (master, NULL));
      g_assert_true (ls_master_set_value (master, "a.density", 5.0, &error));
      g_assert_no_error (error);
      g_assert_true (ls_master_step (master, NULL));
      check_close (read_one (master, "c.goal"), 80.0);
      /* What is fixed keeps what it had. */
      check_close (read_one (master, "b.rate"), 12.0);
      g_assert_false (ls_master_set_value (master, "c.goal", 1.0, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, "connected parameter"));
    }
}

static void
check_refused (const LsModel *model,
               guint from,
               const char *output,
               guint to,
               const char *input,
               const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_model_check_connection (model, from, output, to, input, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_refused (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, "a"), b = add (model, "b");

  check_refused (model, a, "y", b, "goal", "calculated parameter");
  check_refused (model, a, "goal", b, "goal", "drag from an output");
  check_refused (model, a, "area", b, "area", "drop on an input");
  check_refused (model, a, "area", b, "x", "drop on an input");
  unit_connect (model, a, "weight", b, "goal");
  check_refused (model, a, "area", b, "goal", "already");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/initialise-parameters/chain", test_chain);
  g_test_add_func ("/cosim/initialise-parameters/units", test_units);
  g_test_add_func ("/cosim/initialise-parameters/input", test_input);
  g_test_add_func ("/cosim/initialise-parameters/initial-loop", test_initial_loop);
  g_test_add_func ("/cosim/initialise-parameters/ring", test_ring);
  g_test_add_func ("/cosim/initialise-parameters/tunable", test_tunable);
  g_test_add_func ("/cosim/initialise-parameters/refused", test_refused);
  return g_test_run ();
}
