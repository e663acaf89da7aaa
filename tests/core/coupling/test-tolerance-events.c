/* Steps by a tolerance through events and jumps: against closed forms, for every method. */
#include "unit.h"

#include "../vanishing.h"

#include <math.h>

static const char *const methods[] = {
  "missiles",
  "ifosmondi-jfm",
  "costarica",
  "ni-jacobi",
  "ni-jacobi:extrapolation=1",
  "ni-jacobi:extrapolation=2",
  "ni-jacobi:extrapolation=flexible",
  "gauss-seidel",
  "iterated-jacobi",
  "iterated-gauss-seidel",
};

/* ---- The ball in the elevator ----------------------------------------------------------- */

/* The elevator gains 1 m/s in the first second and loses it in the third. */
static double
get_floor_velocity (double t)
{
  return t < 1.0 ? t : t < 2.0 ? 1.0 : t < 3.0 ? 3.0 - t : 0.0;
}

static LsModel *
open_ball (const char *solver)
{
  LsModel *model = unit_open ("ball-in-elevator.ssp");

  for (guint i = 0; solver != NULL && i < ls_model_get_n_components (model); i++)
    ls_model_set_solver (model, ls_model_get_component (model, i)->id, solver);
  return model;
}

typedef struct
{
  double bounces, first, height; /* at the end */
  double slip;                   /* of the ball at rest over the floor, in the mean, m/s */
  double velocity;               /* at the end, m/s */
} Flight;

static Flight
fly (const char *choice, const char *solver, double longest, double tolerance)
{
  static const char *const signals[]
      = { "ball.h", "ball.v", "ball.bounces", "ball.t_bounce", "ball.resting", NULL };
  g_autoptr (LsModel) model = open_ball (solver);
  g_autoptr (LsMaster) master = unit_start_adaptive (model, choice, 4.0, longest, tolerance);
  Flight flight = { 0 };
  double values[5], sum = 0.0, time = 0.0;
  GError *error = NULL;

  ls_master_set_signals (master, signals, &error);
  g_assert_no_error (error);
  while (!ls_master_is_done (master))
    {
      const double bounces = flight.bounces;
      double slip;

      ls_master_step (master, &error);
      g_assert_no_error (error);
      ls_master_read (master, values, &error);
      g_assert_no_error (error);
      flight.height = values[0];
      flight.bounces = values[2];
      if (bounces == 0.0 && flight.bounces == 1.0)
        flight.first = values[3];
      slip = fabs (values[1] - get_floor_velocity (ls_master_get_time (master)));
      /* Where the elevator changes its acceleration steps are short, and there are many. */
      sum += values[4] > 0.0 ? ls_master_get_last_step (master) * slip : 0.0;
      time += values[4] > 0.0 ? ls_master_get_last_step (master) : 0.0;
    }
  flight.velocity = values[1];
  flight.slip = sum / time;
  return flight;
}

/* Steps that are refused lead to the same bounce again and again, each time a little nearer: that
 * is no sequence of ever faster ones. Seen from the elevator the ball falls with 10.81 m/s2; it
 * bounces eleven times and rests, as high as the elevator, which stands at 2 m. */
static void
check_ball (const char *choice, const char *solver)
{
  static const double longest[] = { 0.5, 0.1 };
  const gboolean coarse = strcmp (choice, "ni-jacobi") == 0 || strcmp (choice, "gauss-seidel") == 0;

  for (guint k = 0; k < G_N_ELEMENTS (longest); k++)
    for (int digits = 2; digits <= (coarse ? 3 : 6); digits++)
      {
        const double tolerance = pow (10.0, -digits);
        const Flight flight = fly (choice, solver, longest[k], tolerance);

        g_test_message ("%s, %s, %g s, tolerance %g: %g bounces, the first off by %.2g s, height "
                        "by %.2g m, slip %.2g m/s, velocity %.2g m/s",
                        choice, solver != NULL ? solver : "slave", longest[k], tolerance,
                        flight.bounces, flight.first - sqrt (2.0 / 10.81), flight.height - 2.0,
                        flight.slip, flight.velocity);
        /* Those at the end are by less than what loose tolerances allow. */
        g_assert_true (digits < 4 || flight.bounces == 11.0);
        /* Within a factor of 10 of what is asked for. */
        g_assert_cmpfloat (fabs (flight.first - sqrt (2.0 / 10.81)), <=, 10.0 * tolerance);
        g_assert_cmpfloat (fabs (flight.height - 2.0), <=, 10.0 * tolerance);
        g_assert_cmpfloat (flight.slip, <=, 10.0 * tolerance);
        /* The elevator has stood still for a second: rounding of 4 m/s. */
        g_assert_cmpfloat (fabs (flight.velocity), <=, 1e-13);
      }
}

static void
test_ball (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    check_ball (methods[i], NULL);
}

static void
test_ball_solved (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      check_ball (methods[i], "dopri5");
      check_ball (methods[i], "qss2");
    }
}

/* ---- The body that vanishes ------------------------------------------------------------- */

/* RMS over the range, of about 2 m; @n_jumps: (out): what was seen of the jump of the force */
static double
measure_switch (const char *choice, double longest, double tolerance, guint64 *n_jumps)
{
  static const char *const signals[] = { "left.x", NULL };
  g_autoptr (LsModel) model = unit_open ("behaviour-change.ssp");
  g_autoptr (LsMaster) master = unit_start_adaptive (model, choice, 160.0, longest, tolerance);
  double sum = 0.0, rows = 0.0, value;
  GError *error = NULL;
  LsCounts counts;

  ls_master_set_signals (master, signals, &error);
  g_assert_no_error (error);
  for (; !ls_master_is_done (master); rows++)
    {
      ls_master_step (master, &error);
      g_assert_no_error (error);
      ls_master_read (master, &value, &error);
      g_assert_no_error (error);
      value -= get_left_position (ls_master_get_time (master));
      sum += value * value;
    }
  ls_master_get_counts (master, &counts);
  *n_jumps = counts.discontinuities;
  return sqrt (sum / rows) / 2.0;
}

/* The force jumps at 100 s, on a step of any length: it is found there, and the error stays what
 * was asked for. */
static void
test_switch (void)
{
  static const char *const smooth[]
      = { "missiles", "ifosmondi-jfm", "costarica", "iterated-jacobi", "iterated-gauss-seidel" };
  static const double longest[] = { 20.0, 1.0, 0.3 };

  for (guint i = 0; i < G_N_ELEMENTS (smooth); i++)
    for (guint k = 0; k < G_N_ELEMENTS (longest); k++)
      for (int digits = 3; digits <= 6; digits++)
        {
          const double tolerance = pow (10.0, -digits);
          guint64 n_jumps;
          const double wrong = measure_switch (smooth[i], longest[k], tolerance, &n_jumps);

          g_test_message ("%s, %g s, tolerance %g: error %.3g of it, %u jumps", smooth[i],
                          longest[k], tolerance, wrong / tolerance, (guint)n_jumps);
          g_assert_cmpfloat (wrong, <=, 3.0 * tolerance);
          g_assert_cmpuint (n_jumps, ==, 1);
        }
}

/* ---- What is said ------------------------------------------------------------------------ */

static void
collect_warning (const LsLogEntry *entry, gpointer user_data)
{
  if (entry->level == LS_LOG_WARNING)
    g_string_append_printf (user_data, "%s\n", entry->message);
}

/* The first @n_steps of a run, or all. Returns: (transfer full): the warnings. @failure: (out)
 * (nullable): why it did not get there */
static char *
listen (
    LsModel *model, const char *method, double stop_time, double tolerance, guint n, char **failure)
{
  g_autoptr (GString) said = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (collect_warning, said);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMaster) master = NULL;
  const LsMasterSettings settings = { .method = ls_coupling_method_find (method, NULL),
                                      .stop_time = stop_time,
                                      .step_size = 0.1,
                                      .tolerance = NAN,
                                      .relative_tolerance = tolerance };

  master = ls_master_new (model, &settings, log, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < n && error == NULL && !ls_master_is_done (master); i++)
    ls_master_step (master, &error);
  if (failure != NULL)
    *failure = error != NULL ? g_strdup (error->message) : NULL;
  return g_strdup (said->str);
}

static void
add_without (LsModel *model, const char *capability)
{
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    ls_model_add_without (model, ls_model_get_component (model, i)->id, capability);
}

/* First order takes ten million steps for 1e-6: said after a few, once, with what does better here.
 * What is short is not spoken of. */
static void
test_outlook (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autofree char *many = listen (model, "ni-jacobi", 20.0, 1e-6, 2000, NULL);
  g_autofree char *few = listen (model, "ni-jacobi", 20.0, 1e-3, G_MAXUINT, NULL);
  g_autofree char *smooth = listen (model, "missiles", 20.0, 1e-9, G_MAXUINT, NULL);
  g_autofree char *rolled = NULL, *poor = NULL;

  g_assert_nonnull (strstr (many, "NI-Jacobi with a tolerance of 1e-06 is going to take about"));
  g_assert_nonnull (strstr (many, "of order 1"));
  g_assert_nonnull (strstr (many, "MISSILES is of order 4"));
  g_assert_null (strstr (strstr (many, "is going to") + 1, "is going to"));
  g_assert_cmpstr (few, ==, "");
  g_assert_cmpstr (smooth, ==, "");
  add_without (model, "linearisation");
  rolled = listen (model, "gauss-seidel", 20.0, 1e-6, 2000, NULL);
  g_assert_nonnull (strstr (rolled, "IFOSMONDI-JFM is of order 4"));
  add_without (model, "rollback");
  poor = listen (model, "gauss-seidel", 20.0, 1e-6, 2000, NULL);
  g_assert_nonnull (strstr (poor, "extrapolation=flexible is of order 3"));
}

/* Nothing varies in a ladder of resistors: values are those of the loop at the start, whatever an
 * iteration leaves of its residual. That counts a hundred times in the ends of the ladder. */
static void
test_ladder (void)
{
  static const char *const choices[] = { "ifosmondi-jfm", "costarica", "iterated-jacobi" };
  static const char *const signals[] = { "node_01.v", "node_05.v", "node_10.v", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (LsModel) model = unit_open ("resistor-ladder-10.ssp");
      g_autoptr (LsMaster) master = unit_start_adaptive (model, choices[i], 1.0, 0.1, 1e-6);
      double start[G_N_ELEMENTS (signals) - 1], end[G_N_ELEMENTS (signals) - 1];
      GError *error = NULL;

      ls_master_set_signals (master, signals, &error);
      g_assert_no_error (error);
      ls_master_read (master, start, &error);
      while (error == NULL && !ls_master_is_done (master))
        ls_master_step (master, &error);
      g_assert_no_error (error);
      ls_master_read (master, end, &error);
      for (guint s = 0; s < G_N_ELEMENTS (end); s++)
        /* Nothing moves: two of the tolerances of 1e-6. */
        g_assert_cmpfloat_with_epsilon (end[s], start[s], 2e-6);
    }
}

/* What would take 1e10 steps ends after 1e5 of them, and says why and what would do; a component
 * that holds its inputs is named. */
static void
test_too_many (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autofree char *failure = NULL, *held = NULL, *said = NULL;

  said = listen (model, "ni-jacobi", 2.0, 1e-8, 1000000, &failure);
  g_assert_nonnull (strstr (said, "at most 1e+07 steps are taken"));
  g_assert_nonnull (strstr (failure, "MISSILES is of order 4"));
  g_assert_nonnull (strstr (failure, "at most 1e+07 steps are taken"));
  add_without (model, "polynomial-inputs");
  add_without (model, "linearisation");
  g_free (listen (model, "missiles", 2.0, 1e-11, 1000000, &held));
  g_assert_nonnull (strstr (held, "left holds its inputs"));
  g_assert_nonnull (strstr (held, "--solver=left:dopri5"));
}

/* The gain round the loop is -3: no step is short enough, which is said before the run and when it
 * ends, with the members of the loop. */
static void
test_loops (void)
{
  static const char *const lagging[] = { "ni-jacobi", "gauss-seidel" };

  for (guint i = 0; i < G_N_ELEMENTS (lagging); i++)
    {
      g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
      g_autofree char *failure = NULL;
      g_autofree char *said = listen (model, lagging[i], 5.0, 1e-3, 100000, &failure);

      g_assert_nonnull (strstr (said, "algebraic loop (left.F, right.v_joint)"));
      g_assert_nonnull (failure);
      g_assert_nonnull (strstr (failure, "algebraic loop (left.F, right.v_joint)"));
      g_assert_nonnull (strstr (failure, "IFOSMONDI-JFM solves the loop"));
    }
}

/* Eight gains in a ring, every second one @even, the others @odd. */
static LsModel *
make_ring (const char *even, const char *odd)
{
  LsModel *model = ls_model_new ();
  guint ids[8];

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *name = g_strdup_printf ("gain_%u", i);

      ids[i] = unit_add (model, "LS_TEST_MODELS", "blocks/gain.fmu", name);
      unit_set (model, ids[i], "k", i % 2 == 0 ? even : odd);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    unit_connect (model, ids[i], "y", ids[(i + 1) % G_N_ELEMENTS (ids)], "u");
  return model;
}

/* With a gain of 1 round the loop nothing determines its values: what agrees at the start stays,
 * for a method that does not solve for them. One that does says which they are. Gains of any size
 * that make another product are no matter. */
static void
test_singular (void)
{
  g_autoptr (LsModel) one = make_ring ("2", "0.5"), uneven = make_ring ("1e7", "1e-8");
  g_autoptr (LsMaster) resting = unit_start (one, "ni-jacobi", 1.0, 0.1);
  g_autoptr (LsMaster) missiles = unit_start (one, "missiles", 1.0, 0.1);
  g_autoptr (LsMaster) solved = unit_start (uneven, "missiles", 1.0, 0.1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpfloat (unit_run (resting, "gain_0.y"), ==, 0.0);
  g_assert_false (ls_master_step (missiles, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "no unique solution over a step of 0.1 s"));
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *name = g_strdup_printf ("gain_%u.y", i);

      g_assert_nonnull (strstr (error->message, name));
    }
  g_assert_cmpfloat (unit_run (solved, "gain_0.y"), ==, 0.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/tolerance-events/ball", test_ball);
  g_test_add_func ("/cosim/tolerance-events/ball-solved", test_ball_solved);
  g_test_add_func ("/cosim/tolerance-events/switch", test_switch);
  g_test_add_func ("/cosim/tolerance-events/outlook", test_outlook);
  g_test_add_func ("/cosim/tolerance-events/too-many", test_too_many);
  g_test_add_func ("/cosim/tolerance-events/ladder", test_ladder);
  g_test_add_func ("/cosim/tolerance-events/loops", test_loops);
  g_test_add_func ("/cosim/tolerance-events/singular", test_singular);
  return g_test_run ();
}
