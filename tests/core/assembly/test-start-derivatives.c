/* Slopes at the start, so that the first macro step is as good as those after it: orders of a
 * single step, against an integration of the whole. */
#include "unit.h"

#include <math.h>
#include <time.h>

/* What is looked at: the first state of a model. */
typedef struct
{
  const LsModel *model;
  LsOdeProblem problem; /* of the whole */
  double x[4];          /* where it starts */
  const char *signal;
} Probe;

static Probe
make_bodies (const LsModel *model)
{
  return (Probe){ model, { 4, unit_two_bodies, NULL, NULL }, { 1.0, 0.0, 3.0, 0.0 }, "left.x" };
}

/* Greatest relative error after @n macro steps of @h. */
static double
measure_steps (const Probe *self, const char *choice, guint n, double h)
{
  return unit_measure_worst (self->model, choice, n * h, h, &self->problem, self->x, self->signal,
                             0);
}

/* Observed when the first step is halved. */
static double
get_order (const Probe *self, const char *choice, guint n, double h)
{
  double coarse = measure_steps (self, choice, n, h);
  double fine = measure_steps (self, choice, n, h / 2);
  double order = log2 (coarse / fine);

  g_test_message ("%s, %s, %u steps of %g: %.3g, order %.3f", choice, self->signal, n, h, coarse,
                  order);
  return order;
}

/* A cubic between right values and slopes is wrong by h^4, which a position feels as h^6 after a
 * single step; with a parabola it was h^5. */
static void
test_first_step (void)
{
  static const char *const choices[]
      = { "missiles", "costarica", "ifosmondi-jfm:eps=1e-13:max-iterations=50" };
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  const Probe bodies = make_bodies (model);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autofree char *without = g_strconcat (choices[i], ":start-slopes=off", NULL);

      /* The next term of the error is about (w h)^2 = 0.07 of the first, w = 64 / s. */
      g_assert_cmpfloat (get_order (&bodies, choices[i], 1, 4e-3), >=, 5.7);
      /* And the error is a tenth. */
      g_assert_cmpfloat (5.0 * measure_steps (&bodies, choices[i], 1, 4e-3), <=,
                         measure_steps (&bodies, without, 1, 4e-3));
    }
}

/* A nonlinear one: h^5. */
static void
test_populations (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  const Probe prey
      = { model, { 2, unit_lotka_volterra, NULL, NULL }, { 1.0, 1.0 }, "prey.population" };

  /* The next term of the error is a few times h of the first: 0.1 in the order. */
  g_assert_cmpfloat (get_order (&prey, "ifosmondi-jfm:eps=1e-13:max-iterations=50", 1, 0.05), >=,
                     4.7);
}

/* Extrapolation by degree 1 is wrong by h^2 from the first step on, by degree 2 by h^3 from the
 * second; positions feel it by h^2 more. Held first steps were wrong by h. */
static void
test_extrapolation (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  const Probe bodies = make_bodies (model);

  /* The next term of the error is about w h = 0.06 of the first, or its square. */
  g_assert_cmpfloat (get_order (&bodies, "ni-jacobi:extrapolation=1:start-slopes=on", 1, 1e-3), >=,
                     3.8);
  g_assert_cmpfloat (
      get_order (&bodies, "ni-jacobi:extrapolation=flexible:start-slopes=on", 1, 1e-3), >=, 3.8);
  g_assert_cmpfloat (
      get_order (&bodies, "ni-jacobi:extrapolation=2:smooth=on:start-slopes=on", 1, 1e-3), >=, 3.8);
}

static double
get_run_order (const char *choice, double h)
{
  double order
      = log2 (unit_measure_populations (choice, h) / unit_measure_populations (choice, h / 2));

  g_test_message ("%s: order %.3f", choice, order);
  return order;
}

static void
count_notes (const LsLogEntry *entry, gpointer user_data)
{
  *(guint *)user_data += strstr (entry->message, "leaves an error of order 2") != NULL;
}

/* A held first step leaves h^2 on a nonlinear model for the whole run, whatever follows; with
 * slopes, which are looked for where the order is above that, it is what the extrapolation has. A
 * run in which nothing tells slopes says so, once. */
static void
test_whole_run (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  guint n_notes = 0;
  g_autoptr (LsLog) log = ls_log_new (count_notes, &n_notes);
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse ("ni-jacobi:extrapolation=2", NULL);
  g_autoptr (LsOptions) options = ls_coupling_method_read_options (choice, NULL);
  LsMasterSettings settings = { .method = ls_coupling_method_find ("ni-jacobi", NULL),
                                .options = options,
                                .stop_time = 1.0,
                                .step_size = 0.1,
                                .tolerance = NAN };

  /* The next term of the error is c h of the first, 0.018 c in the order, with c of a few 1/s. */
  g_assert_cmpfloat (fabs (get_run_order ("ni-jacobi:extrapolation=2", 0.025) - 3.0), <=, 0.05);
  g_assert_cmpfloat (
      fabs (get_run_order ("ni-jacobi:extrapolation=2:start-slopes=off", 0.025) - 2.0), <=, 0.1);
  g_assert_cmpfloat (get_run_order ("ni-jacobi:extrapolation=flexible", 0.025), >=, 2.8);
  for (guint turn = 0; turn < 2; turn++)
    {
      GError *error = NULL;
      g_autoptr (LsMaster) master = ls_master_new (model, &settings, log, &error);

      g_assert_no_error (error);
      unit_run (master, "prey.population");
      g_assert_cmpuint (n_notes, ==, turn);
      for (guint i = 0; i < ls_model_get_n_components (model); i++)
        {
          const guint id = ls_model_get_component (model, i)->id;

          ls_model_add_without (model, id, "linearisation");
          ls_model_add_without (model, id, "output-derivatives");
        }
    }
}

static double
get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A charging capacitor and @n nodes without delay behind it, the last one first in the model. */
static LsModel *
make_row (guint n)
{
  g_autoptr (LsFmu) node = unit_open_fmu ("LS_TEST_MODELS", "resistor-node.fmu");
  LsModel *model = ls_model_new ();
  guint next = 0, source;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("node%u", n - i);
      const guint id = ls_model_add_component (model, node, name, 0.0, 0.0);

      unit_set (model, id, "G_1", "1");
      unit_set (model, id, "G_ground", "0");
      if (next > 0)
        unit_connect (model, id, "v", next, "v_1");
      next = id;
    }
  source = unit_add (model, "LS_TEST_MODELS", "capacitor.fmu", "source");
  unit_set (model, source, "v", "1");
  unit_connect (model, source, "v_c", next, "v_1");
  return model;
}

/* Time of the first step, in which the slopes are looked for, of this thread, s. */
static double
time_first_step (guint n)
{
  static const char *const signals[] = { "node1.v", NULL };
  g_autoptr (LsModel) model = make_row (n);
  g_autoptr (LsMaster) master
      = unit_start (model, "ni-jacobi:extrapolation=1:start-slopes=on", 1.0, 0.01);
  double begin, value;
  GError *error = NULL;

  begin = get_time ();
  ls_master_step (master, &error);
  g_assert_no_error (error);
  begin = get_time () - begin;
  ls_master_set_signals (master, signals, &error);
  g_assert_no_error (error);
  ls_master_read (master, &value, &error);
  g_assert_no_error (error);
  /* The first node follows the slope 1 V/s from 0; v_c itself bends away from it by h^2 / 2. */
  unit_assert_near (value, 0.01, 0.006);
  return begin;
}

/* Slopes pass a row of components in the order of the flow, whatever that of the model. */
static void
test_row (void)
{
  const double few = time_first_step (100), many = time_first_step (1000);

  g_test_message ("%.3g s, %.3g s", few, many);
  /* 10 when linear and 100 when quadratic, by times that other programs disturb. */
  g_assert_cmpfloat (many, <=, 40.0 * few);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/start-slopes/first-step", test_first_step);
  g_test_add_func ("/cosim/start-slopes/populations", test_populations);
  g_test_add_func ("/cosim/start-slopes/extrapolation", test_extrapolation);
  g_test_add_func ("/cosim/start-slopes/whole-run", test_whole_run);
  g_test_add_func ("/cosim/start-slopes/row", test_row);
  return g_test_run ();
}
