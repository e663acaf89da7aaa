/* From a point that was gone back to a run goes on to the very same numbers, for every method. */
#include "core/master/master-checkpoint.h"
#include "core/master/master-point.h"

#include <math.h>
#include <string.h>

#include "core/master/master-impl.h"
#include "core/ssp/ssp.h"

#include "unit.h"

/* Steps to the point, and beyond it. */
#define BEFORE 6u
#define AFTER 5u

static LsMaster *
make (const LsModel *model, const char *method, double h, double tolerance, double start_at)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, &error);
  g_autoptr (LsOptions) options = ls_coupling_method_read_options (choice, &error);
  const LsMasterSettings settings = { .method = ls_coupling_method_find (choice->method, &error),
                                      .options = options,
                                      .stop_time = 200.0 * h + start_at,
                                      .step_size = h,
                                      .tolerance = NAN,
                                      .relative_tolerance = tolerance };
  LsMaster *master = ls_master_new (model, &settings, NULL, &error);

  g_assert_no_error (error);
  return master;
}

static LsMaster *
begin (const LsModel *model, const char *method, double h, double tolerance, double start_at)
{
  g_autoptr (GError) error = NULL;
  LsMaster *master = make (model, method, h, tolerance, start_at);

  while (ls_master_get_time (master) < start_at - 0.5 * h)
    g_assert_true (ls_master_step (master, &error));
  for (guint i = 0; i < BEFORE; i++)
    g_assert_true (ls_master_step (master, &error));
  g_assert_no_error (error);
  return master;
}

/* Time, outputs and inputs after each of the next steps. */
static void
go_on (LsMaster *master, GArray *values)
{
  const LsNetwork *network = &master->network;

  for (guint i = 0; i < AFTER; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (ls_master_step (master, &error));
      g_assert_no_error (error);
      g_array_append_val (values, network->time);
      g_array_append_vals (values, network->y, network->n_out);
      g_array_append_vals (values, network->u, network->n_in);
    }
}

static void
assert_same (const GArray *a, const GArray *b, const char *what)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    if (g_array_index (a, double, i) != g_array_index (b, double, i))
      g_error ("%s: number %u is %.17g, and was %.17g", what, i, g_array_index (b, double, i),
               g_array_index (a, double, i));
}

/* @start_at: steps before count from there on, s */
static void
check (const char *model_name, const char *method, double h, double tolerance, double start_at)
{
  g_autoptr (LsModel) model = unit_open (model_name);
  g_autoptr (LsMaster) plain = begin (model, method, h, tolerance, start_at);
  g_autoptr (LsMaster) master = begin (model, method, h, tolerance, start_at);
  g_autofree char *reason = ls_master_explain_points (master);
  g_autofree char *what = g_strdup_printf ("%s, %s", model_name, method);
  g_autoptr (LsMasterPoint) point = NULL;
  g_autoptr (LsMasterPoint) later = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) beyond = g_array_new (FALSE, FALSE, sizeof (double));

  g_assert_cmpstr (reason, ==, NULL);
  go_on (plain, wanted);
  point = ls_master_take_point (master);
  g_assert_nonnull (point);
  go_on (master, first);
  /* Nothing of the run is different because somebody took a point. */
  assert_same (wanted, first, what);
  later = ls_master_take_point (master);
  g_assert_true (ls_master_go_to_point (master, point, &error));
  g_assert_cmpfloat (ls_master_get_time (master), ==, ls_master_point_get_time (point));
  go_on (master, again);
  assert_same (wanted, again, what);
  /* And forwards: from the point before to the one after. */
  g_assert_true (ls_master_go_to_point (master, point, &error));
  g_assert_true (ls_master_go_to_point (master, later, &error));
  g_array_set_size (wanted, 0);
  go_on (plain, wanted);
  go_on (master, beyond);
  assert_same (wanted, beyond, what);
}

/* A master of its own goes on from the bytes, after the one that wrote them is gone. */
static void
check_model_checkpoint (const LsModel *model,
                        const char *model_name,
                        const char *method,
                        double h,
                        double tolerance,
                        double start_at)
{
  g_autoptr (LsMaster) plain = begin (model, method, h, tolerance, start_at);
  LsMaster *master = begin (model, method, h, tolerance, start_at);
  g_autoptr (LsMaster) fresh = make (model, method, h, tolerance, start_at);
  g_autofree char *reason = ls_master_explain_checkpoints (master);
  g_autofree char *what = g_strdup_printf ("checkpoint of %s, %s", model_name, method);
  g_autoptr (GBytes) checkpoint = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) resumed = g_array_new (FALSE, FALSE, sizeof (double));
  LsCounts counts, counts_resumed;

  g_assert_cmpstr (reason, ==, NULL);
  go_on (plain, wanted);
  ls_master_get_counts (plain, &counts);
  g_assert_null (ls_master_take_checkpoint (master, 100, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
  g_clear_error (&error);
  checkpoint = ls_master_take_checkpoint (master, 1 << 20, &error);
  g_assert_no_error (error);
  go_on (master, first);
  assert_same (wanted, first, what);
  ls_master_free (master);
  g_assert_true (ls_master_resume (fresh, checkpoint, &error));
  go_on (fresh, resumed);
  assert_same (wanted, resumed, what);
  ls_master_get_counts (fresh, &counts_resumed);
  g_assert_cmpuint (counts.macro_steps, ==, counts_resumed.macro_steps);
  g_assert_cmpuint (counts.do_step, ==, counts_resumed.do_step);
  g_assert_cmpuint (counts.rollbacks, ==, counts_resumed.rollbacks);
}

static void
check_checkpoint (
    const char *model_name, const char *method, double h, double tolerance, double start_at)
{
  g_autoptr (LsModel) model = unit_open (model_name);

  check_model_checkpoint (model, model_name, method, h, tolerance, start_at);
}

static const char *const methods[] = {
  "ni-jacobi",
  "ni-jacobi:extrapolation=2",
  "ni-jacobi:extrapolation=flexible",
  "ni-jacobi:extrapolation=1:smooth=on",
  "gauss-seidel",
  "gauss-seidel:interpolation=on",
  "iterated-jacobi",
  "iterated-gauss-seidel:aitken=on",
  "ifosmondi-jfm",
  "ifosmondi-jfm:guess=missiles",
  "ifosmondi-jfm:solver=newton-gmres",
  "costarica",
  "missiles",
  "missiles:defect=off",
};

static const char *const solvers[] = {
  "explicit-euler:step=0.001",
  "implicit-euler:step=0.001",
  "rk34",
  "dopri5",
  "radau5",
  "rodas",
  "dop853",
};

static void
test_smooth (gconstpointer method)
{
  check ("lotka-volterra.ssp", method, 0.1, 0.0, 0.0);
  check ("two-bodies.ssp", method, 0.001, 0.0, 0.0);
}

static void
test_checkpoint (gconstpointer method)
{
  check_checkpoint ("lotka-volterra.ssp", method, 0.1, 0.0, 0.0);
  check_checkpoint ("two-bodies.ssp", method, 0.001, 0.0, 0.0);
}

static void
test_checkpoint_jump (gconstpointer method)
{
  check_checkpoint ("behaviour-change.ssp", method, 0.3, 0.0, 97.5);
}

static void
test_checkpoint_tolerance (gconstpointer method)
{
  check_checkpoint ("lotka-volterra.ssp", method, 0.1, 1e-4, 0.0);
}

/* What the loops remember is a part of it; and of points. */
static void
test_loops (gconstpointer method)
{
  static const char *const names[] = { "constant-power.ssp", "feed-through.ssp",
                                       "pressure-network-2.ssp", "resistor-ladder-2.ssp" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LsModel) model = unit_open (names[i]);
      const LsExperiment *experiment = ls_model_get_experiment (model);
      const double h = (experiment->stop_time - experiment->start_time) / 500.0;

      check_checkpoint (names[i], method, h, 0.0, 40.0 * h);
      check (names[i], method, h, 0.0, 40.0 * h);
    }
}

/* So are the solvers of Lockstep, also where the step that is resumed has events. */
static void
test_exchange (gconstpointer solver)
{
  static const struct
  {
    const char *name;
    double h, start_at;
  } models[] = { { "lotka-volterra.ssp", 0.1, 1.0 },
                 { "two-bodies.ssp", 0.001, 0.0 },
                 { "ball-in-elevator.ssp", 0.01, 0.4 },
                 { "behaviour-change.ssp", 0.3, 97.5 },
                 { "feed-through.ssp", 0.01, 0.2 } };
  static const char *const ways[] = { "ni-jacobi", "missiles", "gauss-seidel" };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    for (guint m = 0; m < G_N_ELEMENTS (ways); m++)
      {
        g_autoptr (LsModel) model = unit_open (models[i].name);

        for (guint k = 0; k < ls_model_get_n_components (model); k++)
          ls_model_set_solver (model, ls_model_get_component (model, k)->id, solver);
        check_model_checkpoint (model, models[i].name, ways[m], models[i].h, 0.0,
                                models[i].start_at);
      }
}

/* Ticks and the values with them are passed on over connections that count them; see test-clocks.c.
 */
static void
test_clocks (void)
{
  /* A source, announced or not, a relay and a counter. */
  const char *modes[] = { "1", "3", "0" };

  for (guint kinds = 0; kinds < 4; kinds++)
    for (guint steps = 0; steps < 20; steps++)
      {
        g_autoptr (LsModel) model = ls_model_new ();
        g_autoptr (GError) error = NULL;
        guint before = 0;

        modes[0] = (kinds & 2) != 0 ? "2" : "1";
        for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
          {
            g_autofree char *name = g_strdup_printf ("part%u", i);
            const guint id = unit_add (model, "LS_TEST_FMUS", "ticker.fmu", name);

            g_assert_true (ls_model_set_value (model, id, "mode", modes[i], &error));
            if ((kinds & 1) != 0)
              ls_model_set_solver (model, id, "dopri5:tolerance=1e-10");
            if (i > 0)
              {
                unit_connect (model, before, "tick_out", id, "tick_in");
                unit_connect (model, before, "value_out", id, "value_in");
              }
            before = id;
          }
        check_model_checkpoint (model, "tickers", "gauss-seidel", 0.13, 0.0, 0.13 * steps);
      }
}

/* What is no checkpoint of this model and method is refused before a component is touched. */
static void
test_foreign (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMaster) master = begin (model, "missiles", 0.1, 0.0, 0.0);
  g_autoptr (LsMaster) other = make (model, "ni-jacobi", 0.1, 0.0, 0.0);
  g_autoptr (GBytes) checkpoint = ls_master_take_checkpoint (master, 1 << 20, NULL);
  const gsize size = g_bytes_get_size (checkpoint);

  g_assert_false (ls_master_resume (other, checkpoint, NULL));
  for (gsize n = 0; n < size; n += 97)
    {
      g_autoptr (GBytes) cut = g_bytes_new_from_bytes (checkpoint, 0, n);
      g_autoptr (GError) error = NULL;

      g_assert_false (ls_master_resume (master, cut, &error));
      g_assert_nonnull (error);
    }
}

/* A jump at 100 s that is looked for: the point lies before it. */
static void
test_jump (gconstpointer method)
{
  check ("behaviour-change.ssp", method, 0.3, 0.0, 97.5);
}

static void
test_tolerance (gconstpointer method)
{
  check ("lotka-volterra.ssp", method, 0.1, 1e-4, 0.0);
}

static void
test_reasons (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMaster) keeps = begin (model, "missiles:relinearise=0.01", 0.1, 0.0, 0.0);
  g_autoptr (LsMaster) unable = NULL;
  g_autofree char *of_method = ls_master_explain_points (keeps);
  g_autofree char *of_component = NULL;
  const LsComponent *prey = ls_model_find_component_by_name (model, "prey");
  const char *const without[] = { "rollback", NULL };
  const char *const others[] = { "cvode-bdf", "qss2" };

  g_assert_nonnull (strstr (of_method, "MISSILES"));
  ls_model_set_without (model, prey->id, without);
  unable = begin (model, "ni-jacobi", 0.1, 0.0, 0.0);
  of_component = ls_master_explain_points (unable);
  g_assert_nonnull (strstr (of_component, "prey"));
  ls_model_set_without (model, prey->id, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (LsMaster) foreign = NULL;
      g_autofree char *of_solver = NULL;

      ls_model_set_solver (model, prey->id, others[i]);
      foreign = begin (model, "ni-jacobi", 0.1, 0.0, 0.0);
      of_solver = ls_master_explain_checkpoints (foreign);
      g_assert_nonnull (strstr (of_solver, "solver of prey"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *path = g_strconcat ("/master-point/", methods[i], NULL);

      g_test_add_data_func (path, methods[i], test_smooth);
    }
  g_test_add_data_func ("/master-point/jump/missiles", "missiles", test_jump);
  g_test_add_data_func ("/master-point/jump/ni-jacobi", "ni-jacobi:extrapolation=2", test_jump);
  g_test_add_data_func ("/master-point/jump/ifosmondi-jfm", "ifosmondi-jfm", test_jump);
  g_test_add_data_func ("/master-point/tolerance/missiles", "missiles", test_tolerance);
  g_test_add_data_func ("/master-point/tolerance/ni-jacobi", "ni-jacobi", test_tolerance);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *path = g_strconcat ("/checkpoint/", methods[i], NULL);

      g_test_add_data_func (path, methods[i], test_checkpoint);
    }
  g_test_add_data_func ("/checkpoint/jump/missiles", "missiles", test_checkpoint_jump);
  g_test_add_data_func ("/checkpoint/jump/ni-jacobi", "ni-jacobi:extrapolation=2",
                        test_checkpoint_jump);
  g_test_add_data_func ("/checkpoint/jump/ifosmondi-jfm", "ifosmondi-jfm", test_checkpoint_jump);
  g_test_add_data_func ("/checkpoint/tolerance/missiles", "missiles", test_checkpoint_tolerance);
  g_test_add_data_func ("/checkpoint/tolerance/ni-jacobi", "ni-jacobi", test_checkpoint_tolerance);
  g_test_add_data_func ("/checkpoint/balance", "ni-jacobi:balance=on", test_checkpoint);
  g_test_add_data_func ("/checkpoint/feed-through", "ni-jacobi:feed-through=on", test_checkpoint);
  for (guint i = 0; i < G_N_ELEMENTS (solvers); i++)
    {
      g_autofree char *path = g_strconcat ("/checkpoint/exchange/", solvers[i], NULL);

      g_test_add_data_func (path, solvers[i], test_exchange);
    }
  g_test_add_data_func ("/checkpoint/loops/ni-jacobi", "ni-jacobi", test_loops);
  g_test_add_data_func ("/checkpoint/loops/gauss-seidel", "gauss-seidel", test_loops);
  g_test_add_data_func ("/checkpoint/loops/missiles", "missiles", test_loops);
  g_test_add_func ("/checkpoint/clocks", test_clocks);
  g_test_add_func ("/checkpoint/foreign", test_foreign);
  g_test_add_func ("/master-point/reasons", test_reasons);
  return g_test_run ();
}
