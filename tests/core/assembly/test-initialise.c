/* Values at the start agree over all connections: order, loops, probing, what is passed round. */
#include "core/assembly/loop.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static LsMaster *
start (const LsModel *model, const LsCouplingMethod *method, GError **error)
{
  const LsMasterSettings settings = { method, NULL, 0.0, 1.0, 0.1, NAN, 0.0, NULL };

  return ls_master_new (model, &settings, NULL, error);
}

static void
read_two (LsMaster *master, const char *first, const char *second, double values[2])
{
  const char *signals[] = { first, second, NULL };

  g_assert_true (ls_master_set_signals (master, signals, NULL));
  g_assert_true (ls_master_read (master, values, NULL));
}

/* Every example model, by every method: at most LS_LOOP_TOLERANCE, 1e-12 of nominal and value. */
static void
test_examples (void)
{
  const char *folder = g_getenv ("LS_TEST_MODELS");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (LsModel) model = NULL;

      if (!g_str_has_suffix (name, ".ssp"))
        continue;
      model = unit_open (name);
      for (guint k = 0; k < ls_coupling_method_get_n (); k++)
        {
          const LsCouplingMethod *method = ls_coupling_method_get (k);
          g_autoptr (GError) error = NULL;
          g_autoptr (LsMaster) master = NULL;

          /* A thousand components by one method are enough. */
          if (k > 0 && g_str_equal (name, "chain-1000.ssp"))
            break;
          master = start (model, method, &error);
          /* Nothing determines its values, and that is said. */
          if (strstr (name, "singular") != NULL)
            {
              g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
              continue;
            }
          g_assert_no_error (error);
          if (k == 0)
            g_test_message ("%s: %.2g", name, ls_master_get_start_residual (master));
          g_assert_cmpfloat (ls_master_get_start_residual (master), <=, 1e-12);
        }
      n++;
    }
  g_assert_cmpuint (n, >=, 10);
}

/* From any start values, and without derivatives: F = 150 N, v_joint = 1.5 m/s. */
static void
test_feed_through (void)
{
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
      g_autoptr (LsMaster) master = NULL;
      g_autoptr (GPtrArray) loops = NULL;
      const LsLoopReport *report;
      double values[2];

      for (guint c = 0; c < 2; c++)
        {
          const LsComponent *component = ls_model_get_component (model, c);
          const char *const without[] = { "linearisation", NULL };

          unit_set (model, component->id, c == 0 ? "v_joint" : "F", "-40");
          if (k == 1)
            ls_model_set_without (model, component->id, without);
        }
      master = start (model, &ls_coupling_ni_jacobi, NULL);
      read_two (master, "left.F", "right.v_joint", values);
      /* Newton's method aims at 8 eps of nominal and value (EPS of loop.c). */
      g_assert_cmpfloat (fabs (values[0] / 150.0 - 1.0), <=, 1e-14);
      g_assert_cmpfloat (fabs (values[1] / 1.5 - 1.0), <=, 1e-14);
      loops = ls_master_list_loops (master);
      g_assert_cmpuint (loops->len, ==, 1);
      report = loops->pdata[0];
      g_assert_cmpuint (report->n, ==, 2);
      g_assert_cmpstr (report->members[0], ==, "left.F");
      g_assert_cmpstr (report->members[1], ==, "right.v_joint");
      g_assert_cmpint (report->by_differences, ==, (int)k);
      g_assert_cmpfloat (report->start[0], ==, -40.0);
      g_assert_cmpfloat (report->residual, <=, 1e-12);
      /* Rows and columns of (1 300; -1/100 1) scaled to 1: condition of (1/300 1; -1/100 1). */
      g_test_message ("condition %.6g", report->condition);
      /* The one passes on -300, the other 1/100. Differences have the rounding of values over steps
       * of cbrt (eps): eps^(2/3) = 4e-11. */
      g_assert_cmpfloat (fabs (report->gain / sqrt (3.0) - 1.0), <=, k == 0 ? 1e-14 : 1e-9);
    }
}

/* A ring of @n that pass on gain times what they get, and the first one two more. */
static LsModel *
make_ring (guint n, const guint order[], const char *gain)
{
  LsModel *model = ls_model_new ();
  guint ids[8];

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("c%u", order[i]);

      ids[order[i]] = unit_add (model, "LS_TEST_FMUS", "types.fmu", name);
      unit_set (model, ids[order[i]], "gain", gain);
    }
  for (guint i = 0; i < n; i++)
    unit_connect (model, ids[order[i]], "real_out", ids[(order[i] + 1) % n], "real_in");
  return model;
}

/* Bit by bit the same, whatever the order of components and connections. */
static void
test_order (void)
{
  static const guint orders[][3] = { { 0, 1, 2 }, { 2, 0, 1 }, { 1, 2, 0 }, { 2, 1, 0 } };
  double first[2] = { 0.0, 0.0 };

  for (guint k = 0; k < G_N_ELEMENTS (orders); k++)
    {
      g_autoptr (LsModel) bodies = ls_model_new ();
      g_autoptr (LsModel) model = make_ring (3, orders[k], "0.7");
      g_autoptr (LsMaster) master = NULL, other = NULL;
      guint left = 0, right = 0;
      double values[2];

      for (guint i = 0; i < 2; i++)
        if ((i == 0) == (k % 2 == 0))
          left = unit_add (bodies, "LS_TEST_MODELS", "joint-left.fmu", "left");
        else
          right = unit_add (bodies, "LS_TEST_MODELS", "joint-right.fmu", "right");
      unit_connect (bodies, left, "F", right, "F");
      unit_connect (bodies, right, "v_joint", left, "v_joint");
      unit_set (bodies, left, "d", "123.4");
      master = start (bodies, &ls_coupling_ni_jacobi, NULL);
      read_two (master, "left.F", "right.v_joint", values);
      if (k == 0)
        memcpy (first, values, sizeof values);
      g_assert_cmpmem (values, sizeof values, first, sizeof first);
      other = start (model, &ls_coupling_ni_jacobi, NULL);
      read_two (other, "c0.real_out", "c1.real_out", values);
      /* The solution is 0: rounding of the start values, of 1.5. */
      g_assert_cmpfloat (fabs (values[0]), <=, 1e-15);
    }
}

static void
check_refused (const LsModel *model, const char *const parts[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMaster) master = start (model, &ls_coupling_ni_jacobi, &error);

  g_assert_null (master);
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_test_message ("%s", error->message);
  for (guint i = 0; parts[i] != NULL; i++)
    g_assert_nonnull (strstr (error->message, parts[i]));
}

/* A gain of 1 round the ring: nothing determines the values; equal start values are kept, others
 * cannot be. */
static void
test_singular (void)
{
  static const guint order[] = { 0, 1, 2 };
  static const char *const parts[] = { "singular", "c0.real_out", "c2.real_out", "t = 0 s", NULL };
  g_autoptr (LsModel) model = make_ring (3, order, "1");
  g_autoptr (LsMaster) master = start (model, &ls_coupling_ni_jacobi, NULL);
  g_autoptr (GPtrArray) loops = NULL;
  double values[2];

  g_assert_nonnull (master);
  read_two (master, "c0.real_out", "c1.real_in", values);
  g_assert_cmpfloat (values[0], ==, 1.5);
  loops = ls_master_list_loops (master);
  g_assert_false (((LsLoopReport *)loops->pdata[0])->unique);
  unit_set (model, ls_model_get_component (model, 0)->id, "real_in", "2");
  check_refused (model, parts);
}

/* not a: flips for ever; a itself rests; and two that pass on with one inversion between them. */
static void
test_discrete (void)
{
  static const char *const parts[] = { "a.boolean_out", "true", "false", "t = 0 s", NULL };
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = unit_add (model, "LS_TEST_FMUS", "types.fmu", "a");
  guint b = unit_add (model, "LS_TEST_FMUS", "types.fmu", "b");
  g_autoptr (LsMaster) master = NULL, other = NULL;
  g_autoptr (GPtrArray) loops = NULL;
  double values[2];

  unit_connect (model, a, "boolean_out", b, "boolean_in");
  unit_connect (model, b, "boolean_out", a, "boolean_in");
  unit_set (model, b, "boolean_in", "false");
  master = start (model, &ls_coupling_ni_jacobi, NULL);
  g_assert_nonnull (master);
  read_two (master, "a.boolean_in", "b.boolean_in", values);
  g_assert_cmpfloat (values[0], ==, values[1]);
  loops = ls_master_list_loops (master);
  g_assert_cmpuint (((LsLoopReport *)loops->pdata[0])->n_discrete, ==, 2);
  /* Two inversions agree with themselves. */
  unit_set (model, a, "invert", "true");
  unit_set (model, b, "invert", "true");
  unit_set (model, b, "boolean_in", "false");
  other = start (model, &ls_coupling_ni_jacobi, NULL);
  g_assert_nonnull (other);
  read_two (other, "a.boolean_in", "b.boolean_in", values);
  g_assert_cmpfloat (values[0], !=, values[1]);
  unit_set (model, a, "invert", "false");
  check_refused (model, parts);
}

/* A ring that rests at first and flips for ever after an event, under methods that step and under
 * one that does not: an error that names it, no endless run. */
static void
test_flips_later (void)
{
  static const char *const choices[]
      = { "ni-jacobi", "gauss-seidel", "missiles", "ifosmondi-jfm", "qss1", "qss2", "liqss3" };

  for (guint k = 0; k < G_N_ELEMENTS (choices); k++)
    {
      g_autoptr (LsModel) model = ls_model_new ();
      guint a = unit_add (model, "LS_TEST_FMUS", "relay.fmu", "relay");
      guint b = unit_add (model, "LS_TEST_FMUS", "types.fmu", "pass");
      g_autoptr (LsMaster) master = NULL;
      g_autoptr (GError) error = NULL;

      unit_connect (model, a, "out", b, "boolean_in");
      unit_connect (model, b, "boolean_out", a, "in");
      unit_set (model, b, "boolean_in", "false");
      ls_model_set_solver (model, a, "dopri5");
      ls_model_set_solver (model, b, "dopri5");
      master = unit_start (model, choices[k], 1.0, 0.2);
      g_assert_true (ls_master_step (master, &error));
      g_assert_no_error (error);
      while (error == NULL && !ls_master_is_done (master))
        (void)ls_master_step (master, &error);
      g_test_message ("%s: %s", choices[k], error != NULL ? error->message : "no error");
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "pass"));
      g_assert_nonnull (strstr (error->message, "t = 0."));
    }
}

static double
read_one (LsMaster *master, const char *signal)
{
  double values[2];

  read_two (master, signal, signal, values);
  return values[0];
}

static void
check_close (double value, double expected)
{
  /* Newton's method aims at 8 eps of nominal and value (EPS of loop.c). */
  g_assert_cmpfloat (fabs (value - expected), <=, 1e-12 * fabs (expected));
}

static const LsLoopReport *
get_only_loop (GPtrArray *loops, guint n)
{
  const LsLoopReport *report;
  g_autofree char *said = NULL;

  g_assert_cmpuint (loops->len, ==, 1);
  report = loops->pdata[0];
  said = ls_loop_report_describe (report);
  g_test_message ("%s", said);
  g_assert_cmpuint (report->n, ==, n);
  /* LS_LOOP_TOLERANCE. */
  g_assert_cmpfloat (report->residual, <=, 1e-12);
  g_assert_true (report->unique);
  return report;
}

/* Linear networks of resistors against their closed forms; Newton's method needs one step, and
 * another where rounding is to be had. */
static void
test_resistors (void)
{
  static const guint sizes[] = { 2, 10, 50 };
  const double a = 2.0 * asinh (0.05);
  g_autoptr (LsModel) bridge = unit_open ("resistor-bridge.ssp");
  g_autoptr (LsMaster) first = start (bridge, &ls_coupling_ni_jacobi, NULL);
  g_autoptr (GPtrArray) one = ls_master_list_loops (first);

  get_only_loop (one, 2);
  check_close (read_one (first, "left.v"), 20.5 / 3.35);
  check_close (read_one (first, "right.v"), 9.5 / 3.35);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint n = sizes[i];
      g_autofree char *name = g_strdup_printf ("resistor-ladder-%u.ssp", n);
      g_autoptr (LsModel) model = unit_open (name);
      g_autoptr (LsMaster) master = start (model, &ls_coupling_ni_jacobi, NULL);
      g_autoptr (GPtrArray) loops = ls_master_list_loops (master);

      g_assert_cmpuint (get_only_loop (loops, n)->n_residuals, <=, 4);
      for (guint k = 1; k <= n; k++)
        {
          g_autofree char *signal = g_strdup_printf (n >= 10 ? "node_%02u.v" : "node_%u.v", k);

          check_close (read_one (master, signal),
                       10.0 * cosh ((n + 0.5 - k) * a) / cosh ((n + 0.5) * a));
        }
    }
}

/* Pressure before @n pipes in a row when that after them is @p, and the flow into them. A pipe at
 * d = p_in - p_out has (q / k)^2 = w with d^4 = w^2 (d^2 + smooth^2). */
static double
go_upstream (guint n, double p, double *q)
{
  *q = 1e-8 * p;
  for (guint k = 0; k < n; k++)
    {
      double w = (*q / 1e-4) * (*q / 1e-4);

      p += sqrt ((w * w + w * sqrt (w * w + 4.0 * 1e-4)) / 2.0);
      /* No junction before the first pipe. */
      if (k + 1 < n)
        *q += 1e-8 * p;
    }
  return p;
}

/* Pipes of turbulent flow: quadratic convergence, and the recursion upstream. */
static void
test_pipes (void)
{
  static const guint sizes[] = { 2, 10, 50 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint n = sizes[i] / 2, n_rates = 0;
      g_autofree char *name = g_strdup_printf ("pressure-network-%u.ssp", sizes[i]);
      g_autofree char *last = g_strdup_printf (n >= 10 ? "junction_%02u.p" : "junction_%u.p", n);
      g_autoptr (LsModel) model = unit_open (name);
      g_autoptr (LsMaster) master = start (model, &ls_coupling_ni_jacobi, NULL);
      g_autoptr (GPtrArray) loops = ls_master_list_loops (master);
      const LsLoopReport *report = get_only_loop (loops, sizes[i]);
      double low = 0.0, high = 1e6, q;

      for (guint round = 0; round < 200; round++)
        {
          double middle = 0.5 * (low + high);

          if (go_upstream (n, middle, &q) > 1e6)
            high = middle;
          else
            low = middle;
        }
      check_close (read_one (master, last), low);
      go_upstream (n, low, &q);
      check_close (read_one (master, n >= 10 ? "pipe_01.q" : "pipe_1.q"), q);
      if (n == 1)
        {
          check_close (q, (sqrt (1.04) - 1.0) / 2.0);
          /* Of the flow by the pressure k / (2 sqrt (d)) = k^2 / (2 q), of the pressure by the flow
           * 1 / leak; the pipe smooths the root near 0, to a part of smooth^2 / (4 d^2) = 3e-13. */
          g_assert_cmpfloat (fabs (report->gain / sqrt (0.5 / q) - 1.0), <=, 3e-12);
        }
      for (guint k = 0; k < report->n_residuals; k++)
        {
          double r = report->residuals[k];

          g_test_message ("%u: %.3g", k, r);
          if (r > 1e-2 || r < 1e-7)
            continue;
          g_assert_cmpfloat (report->residuals[k + 1], <=, fmax (20.0 * r * r, 1e-14));
          n_rates++;
        }
      g_assert_cmpuint (n_rates, >=, 1);
    }
}

/* Which of two solutions is taken follows from the start value, and the report says so. */
static void
test_two_solutions (void)
{
  static const struct
  {
    const char *start, *said;
    double u;
  } cases[] = { { "10", "battery.u: 10 → 8; load.i: 0 → 1", 8.0 },
                { "1", "battery.u: 1 → 2; load.i: 0 → 4", 2.0 } };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (LsModel) model = unit_open ("constant-power.ssp");
      g_autoptr (LsMaster) master = NULL;
      g_autoptr (GPtrArray) loops = NULL;
      g_autofree char *said = NULL;

      for (guint c = 0; c < 2; c++)
        if (g_str_equal (ls_model_get_component (model, c)->name, "load"))
          unit_set (model, ls_model_get_component (model, c)->id, "u", cases[k].start);
      master = start (model, &ls_coupling_ni_jacobi, NULL);
      check_close (read_one (master, "battery.u"), cases[k].u);
      loops = ls_master_list_loops (master);
      said = ls_loop_report_describe_values (get_only_loop (loops, 2));
      g_assert_cmpstr (said, ==, cases[k].said);
    }
}

/* Says that it is singular and names its members; one conductance to the ground is enough. */
static void
test_singular_bridge (void)
{
  static const char *const parts[]
      = { "singular", "east.v", "north.v", "south.v", "west.v", "t = 0 s", NULL };
  g_autoptr (LsModel) model = unit_open ("singular-bridge.ssp");
  g_autoptr (LsMaster) master = NULL;

  check_refused (model, parts);
  for (guint c = 0; c < 4; c++)
    if (g_str_equal (ls_model_get_component (model, c)->name, "north"))
      unit_set (model, ls_model_get_component (model, c)->id, "G_ground", "1e-3");
  master = start (model, &ls_coupling_ni_jacobi, NULL);
  /* 1e-3 S besides 1 S: rounding of voltages of 1, times a condition of some 1e4. */
  g_assert_cmpfloat (fabs (read_one (master, "south.v") + 1.0), <=, 1e-11);
}

/* A step of the supply of a loop, within a macro step: the row at the jump is consistent already.
 */
static void
check_jump (const char *method)
{
  const char *signals[] = { "left.v", "right.v", "step.y", NULL };
  g_autoptr (LsModel) model = ls_model_new ();
  guint left = unit_add (model, "LS_TEST_MODELS", "resistor-node.fmu", "left");
  guint right = unit_add (model, "LS_TEST_MODELS", "resistor-node.fmu", "right");
  guint step = unit_add (model, "LS_TEST_MODELS", "blocks/step.fmu", "step");
  g_autoptr (LsMaster) master = NULL;
  g_autoptr (GPtrArray) loops = NULL;
  guint64 jumps = 0;

  unit_connect (model, left, "v", right, "v_1");
  unit_connect (model, right, "v", left, "v_1");
  unit_connect (model, step, "y", left, "v_2");
  unit_set (model, left, "G_1", "1");
  unit_set (model, left, "G_2", "1");
  unit_set (model, left, "G_ground", "0");
  unit_set (model, right, "G_1", "1");
  unit_set (model, right, "G_ground", "0.25");
  unit_set (model, step, "time", "0.55");
  unit_set (model, step, "before", "1");
  unit_set (model, step, "after", "6");
  master = unit_start (model, method, 1.0, 0.1);
  g_assert_true (ls_master_set_signals (master, signals, NULL));
  while (!ls_master_is_done (master))
    {
      double v[3];

      g_assert_true (ls_master_step (master, NULL));
      g_assert_true (ls_master_read (master, v, NULL));
      if (ls_master_peek_counts (master)->discontinuities == jumps)
        continue;
      jumps = ls_master_peek_counts (master)->discontinuities;
      g_test_message ("%s, t = %g s: %.15g %.15g %g", method, ls_master_get_time (master), v[0],
                      v[1], v[2]);
      /* 2 left = right + step, 1.25 right = left. */
      check_close (v[0], v[2] / 1.2);
      check_close (v[1], v[0] / 1.25);
    }
  g_assert_cmpuint (jumps, >=, 1);
  loops = ls_master_list_loops (master);
  g_assert_cmpuint (get_only_loop (loops, 2)->n_solutions, ==, 1 + jumps);
}

static void
test_jump (void)
{
  check_jump ("missiles");
  check_jump ("ni-jacobi:extrapolation=1");
}

/* An output that says nothing of its dependencies is probed: no loop where nothing follows. */
static void
test_probing (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint prey = unit_add (model, "LS_TEST_FMUS", "capless-prey.fmu", "prey");
  guint predator = unit_add (model, "LS_TEST_FMUS", "capless-predator.fmu", "predator");
  g_autoptr (LsMaster) master = NULL;
  g_autoptr (GPtrArray) loops = NULL;

  unit_connect (model, prey, "population", predator, "prey");
  unit_connect (model, predator, "population", prey, "predators");
  master = start (model, &ls_coupling_ni_jacobi, NULL);
  g_assert_nonnull (master);
  g_assert_cmpfloat (ls_master_get_start_residual (master), ==, 0.0);
  loops = ls_master_list_loops (master);
  g_assert_cmpuint (loops->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/initialise/examples", test_examples);
  g_test_add_func ("/cosim/initialise/feed-through", test_feed_through);
  g_test_add_func ("/cosim/initialise/order", test_order);
  g_test_add_func ("/cosim/initialise/singular", test_singular);
  g_test_add_func ("/cosim/initialise/discrete", test_discrete);
  g_test_add_func ("/cosim/initialise/flips-later", test_flips_later);
  g_test_add_func ("/cosim/initialise/resistors", test_resistors);
  g_test_add_func ("/cosim/initialise/pipes", test_pipes);
  g_test_add_func ("/cosim/initialise/two-solutions", test_two_solutions);
  g_test_add_func ("/cosim/initialise/singular-bridge", test_singular_bridge);
  g_test_add_func ("/cosim/initialise/jump", test_jump);
  g_test_add_func ("/cosim/initialise/probing", test_probing);
  return g_test_run ();
}
