/* Quantised states over wired models: against references, events, order of components, bad input.
 */
#include "unit.h"

#include <math.h>
#include <string.h>

static double
run (const LsModel *model, const char *choice, double stop, double h, const char *signal)
{
  g_autoptr (LsMaster) master = unit_start (model, choice, stop, h);
  double value = unit_run (master, signal);

  g_assert_true (ls_master_finish (master, NULL));
  return value;
}

/* Lotka-Volterra and two bodies: the error goes with the quantum (the states have a size of 1). */
static void
test_smooth (void)
{
  static const char *const methods[] = { "qss2", "qss3", "liqss2", "liqss3" };
  g_autoptr (LsModel) prey = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsModel) basic = unit_open ("lotka-volterra-basic.ssp");

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    for (double quantum = 1e-4; quantum > 5e-8; quantum *= 0.1)
      {
        g_autofree char *choice = g_strdup_printf ("%s:quantum=%g", methods[i], quantum);
        const double value = run (prey, choice, 1.0, 0.1, "prey.population");

        /* At t = 1 s, by an integration to 1e-13. */
        /* By Gronwall: quanta, two with LIQSS, part the solutions by e^(L t) - 1 = 6.4 of them at
         * most, where L = 2 bounds the derivatives. */
        g_assert_cmpfloat_with_epsilon (value, 0.574284670367, 20 * quantum);
        /* Without directional derivatives: by differences. */
        g_assert_cmpfloat_with_epsilon (run (basic, choice, 1.0, 0.1, "prey.population"),
                                        0.574284670367, 20 * quantum);
      }
}

static const double bounce_times[] = { 0.4515236409857309, 1.083656738365754, 1.52614990653177 };

/* The macro step has nothing to do with when something happens. */
static void
test_bounces (void)
{
  static const double stops[] = { 0.6, 1.2, 1.6 };
  static const char *const choices[]
      = { "qss2:quantum=1e-6", "qss3:quantum=1e-6", "liqss2:quantum=1e-6", "liqss3:quantum=1e-6" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    for (guint k = 0; k < G_N_ELEMENTS (stops); k++)
      {
        g_autoptr (LsModel) model = ls_model_new ();
        double error;

        unit_add (model, "LS_TEST_MODELS", "bouncing-ball.fmu", "ball");
        error = run (model, choices[i], stops[k], 0.1, "ball.t_bounce") - bounce_times[k];
        g_test_message ("%s: bounce %u off by %.3g s", choices[i], k + 1, error);
        /* A ball falls on parabolas, which these methods follow: rounding of times up to 2 s. */
        g_assert_cmpfloat_with_epsilon (error, 0.0, 1e-12);
      }
}

/* Two components that make Achilles and the tortoise: Kofman's bound, twice that for LIQSS. */
static void
test_achilles (void)
{
  static const char *const signals[] = { "achilles.x", "tortoise.x", NULL };
  const double bound[] = { 0.1113, 0.0909 }, w = sqrt (1.4375);

  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const char *id = ls_coupling_method_get_id (ls_coupling_method_get (m));
      const double factor = g_str_has_prefix (id, "li") ? 2.0 : 1.0;
      g_autofree char *choice = g_strdup_printf ("%s:quantum=1e-14:absolute-quantum=0.01", id);
      g_autoptr (LsModel) model = NULL;
      g_autoptr (LsMaster) master = NULL;

      if (!ls_coupling_method_is_asynchronous (ls_coupling_method_get (m)))
        continue;
      model = unit_open ("achilles.ssp");
      master = unit_start (model, choice, 10.0, 0.1);
      g_assert_true (ls_master_set_signals (master, signals, NULL));
      while (!ls_master_is_done (master))
        {
          double x[2], t, e, second, first;

          g_assert_true (ls_master_step (master, NULL));
          g_assert_true (ls_master_read (master, x, NULL));
          t = ls_master_get_time (master);
          e = exp (-0.25 * t);
          second = e * (2 * cos (w * t) + 0.5 / w * sin (w * t));
          first = 0.25 * second - e * (0.5 * cos (w * t) - 2 * w * sin (w * t));
          g_assert_cmpfloat_with_epsilon (x[0], first, factor * bound[0]);
          g_assert_cmpfloat_with_epsilon (x[1], second, factor * bound[1]);
        }
    }
}

/* Two pairs in all orders of components: the same, to the last bit. */
static void
test_orders (void)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  static const guint orders[][4] = { { 0, 1, 2, 3 }, { 3, 1, 0, 2 }, { 2, 3, 1, 0 } };

  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (m);
      double first[4] = { 0 };

      if (!ls_coupling_method_is_asynchronous (method))
        continue;
      for (guint p = 0; p < G_N_ELEMENTS (orders); p++)
        {
          g_autoptr (LsModel) model = ls_model_new ();
          guint ids[4] = { 0 };
          g_autofree char *choice
              = g_strdup_printf ("%s:quantum=1e-3", ls_coupling_method_get_id (method));

          /* Two equal pairs, so that all events are simultaneous ones. */
          for (guint k = 0; k < 4; k++)
            {
              guint i = orders[p][k];

              ids[i] = unit_add (model, "LS_TEST_MODELS", i % 2 == 0 ? "prey.fmu" : "predator.fmu",
                                 names[i]);
            }
          for (guint k = 0; k < 4; k += 2)
            {
              unit_connect (model, ids[k], "population", ids[k + 1], "prey");
              unit_connect (model, ids[k + 1], "population", ids[k], "predators");
            }
          for (guint k = 0; k < 4; k++)
            {
              g_autofree char *signal = g_strdup_printf ("%s.population", names[k]);
              double value = run (model, choice, 5.0, 0.5, signal);

              if (p == 0)
                first[k] = value;
              g_assert_cmpfloat (value, ==, first[k]);
            }
          g_assert_cmpfloat (first[0], ==, first[2]);
          g_assert_cmpfloat (first[1], ==, first[3]);
        }
    }
}

/* Loops of 2 and 10 unknowns, solved wherever a value in them is asked for. The position of the
 * joint by the closed form of the model's description; the flow by the implicit solution of the
 * README. */
static void
test_loops (void)
{
  static const char *const methods[] = { "qss2", "qss3", "liqss2", "liqss3" };
  g_autoptr (LsModel) joint = unit_open ("feed-through.ssp");
  g_autoptr (LsModel) small = unit_open ("pressure-network-2.ssp");
  g_autoptr (LsModel) large = unit_open ("pressure-network-10.ssp");
  double first = NAN;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    for (double quantum = 1e-4; quantum > 5e-7; quantum *= 0.1)
      {
        g_autofree char *choice = g_strdup_printf ("%s:quantum=%g", methods[i], quantum);
        double value;

        /* Quanta of velocities of 2 m/s, and of accelerations of 20 m/s2 over w = 10 / s, shift x
         * by two in 0.5 s; LIQSS has twice as many. */
        g_assert_cmpfloat_with_epsilon (run (joint, choice, 0.5, 0.1, "left.x"), -0.096478526596,
                                        20 * quantum);
        /* The flow is nearly the leak of 0.1 / s of the pressure: relative quanta make one in 10 s,
         * or two with LIQSS. */
        g_assert_cmpfloat_with_epsilon (run (small, choice, 10.0, 1.0, "pipe_1.q") / 0.003688276202,
                                        1.0, 10 * quantum);
        value = run (large, choice, 1.0, 0.5, "tank.p");
        if (isnan (first))
          first = run (large, "qss3:quantum=1e-8", 1.0, 0.5, "tank.p");
        /* The same with five leaks, 0.5 / s at most, over 1 s. */
        g_assert_cmpfloat_with_epsilon (value / first, 1.0, 10 * quantum);
      }
}

static LsMaster *
try (const LsModel *model, const char *text, GError **error)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (text, error);
  g_autoptr (LsOptions) options = NULL;
  LsMasterSettings settings = { .stop_time = 1.0, .step_size = 0.1, .tolerance = NAN };

  if (choice == NULL || (options = ls_coupling_method_read_options (choice, error)) == NULL)
    return NULL;
  settings.method = ls_coupling_method_find (choice->method, error);
  settings.options = options;
  return ls_master_new (model, &settings, NULL, error);
}

static void
test_bad_input (void)
{
  static const struct
  {
    const char *choice, *part;
  } cases[] = { { "qss3:quantum=0", "quantum" },
                { "qss3:quantum=nan", "quantum" },
                { "liqss2:quantum=-1", "quantum" },
                { "qss1:absolute-quantum=nan", "absolute-quantum" } };
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_null (try (model, cases[i].choice, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].part));
      g_clear_error (&error);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/qss/smooth", test_smooth);
  g_test_add_func ("/cosim/qss/bounces", test_bounces);
  g_test_add_func ("/cosim/qss/achilles", test_achilles);
  g_test_add_func ("/cosim/qss/orders", test_orders);
  g_test_add_func ("/cosim/qss/loops", test_loops);
  g_test_add_func ("/cosim/qss/bad-input", test_bad_input);
  return g_test_run ();
}
