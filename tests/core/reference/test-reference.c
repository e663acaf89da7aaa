/* The reference against a closed form and published numbers. */
#include "core/reference/reference.h"

#include "examples.h"

#include "core/ssp/ssp.h"

#include <math.h>
#include <string.h>

static double *
make_times (double stop, guint n_steps)
{
  double *times = g_new (double, n_steps + 1);

  for (guint i = 0; i <= n_steps; i++)
    times[i] = stop * i / n_steps;
  return times;
}

/* Every time, and those with an event there once more, for the limit after it. */
static void
check_times (LsTrace *trace, const double times[], guint n)
{
  gsize row = 0;

  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (row, <, ls_trace_get_n_rows (trace));
      g_assert_cmpfloat (ls_trace_get (trace, 0, row), ==, times[i]);
      row++;
      if (row < ls_trace_get_n_rows (trace) && ls_trace_get (trace, 0, row) == times[i])
        row++;
    }
  g_assert_cmpuint (row, ==, ls_trace_get_n_rows (trace));
}

static LsReference *
make (LsModel *model, double stop, guint n_steps, const char *const *signals)
{
  g_autofree double *times = make_times (stop, n_steps);
  GError *error = NULL;
  LsReference *reference
      = ls_reference_new (model, 0.0, times, n_steps + 1, signals, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  check_times (ls_reference_get_trace (reference), times, n_steps + 1);
  return reference;
}

/* The own error is an upper estimate of the true one, and far below what is compared. */
static void
check_two_bodies (guint n_steps, double limit)
{
  static const char *const signals[] = { "left.x", "left.v", "right.x", "right.v", NULL };
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsReference) reference = make (model, 2, n_steps, signals);
  LsTrace *trace = ls_reference_get_trace (reference);

  for (guint k = 0; k < 4; k++)
    {
      double sum = 0, min = INFINITY, max = -INFINITY, error;
      for (guint i = 0; i <= n_steps; i++)
        {
          double exact[4];
          two_bodies_exact (ls_trace_get (trace, 0, i), exact);
          sum += pow (ls_trace_get (trace, k + 1, i) - exact[k], 2);
          min = fmin (min, exact[k]);
          max = fmax (max, exact[k]);
        }
      error = 100 * sqrt (sum / (n_steps + 1)) / (max - min);
      g_test_message ("%s, %u steps: true error %.2e %%, estimated %.2e %%", signals[k], n_steps,
                      error, ls_reference_get_error (reference, k));
      g_assert_cmpfloat (ls_reference_get_error (reference, k), <, limit);
      g_assert_cmpfloat (error, <=, ls_reference_get_error (reference, k));
      g_assert_cmpfloat (error, <, limit);
    }
}

static void
test_two_bodies (void)
{
  /* Twice TIGHT, which is 1e-11 %. */
  check_two_bodies (2000, 2e-11);
  check_two_bodies (20000, 2e-11);
}

/* Far fewer times than the integration needs steps. */
static void
test_coarse (void)
{
  /* A hundred times TIGHT, 1e-11 %: steps are as long as the tolerance lets them. */
  check_two_bodies (20, 1e-9);
  check_two_bodies (1, 1e-9);
}

/* Values of an independent integration, to twelve digits. */
static void
test_lotka_volterra (void)
{
  static const char *const signals[] = { "prey.population", "predator.population", NULL };
  static const double published[][3] = {
    { 1, 0.574284670367, 0.777438724767 },  { 5, 1.19247711965, 0.211939487783 },
    { 10, 0.489149182545, 0.484395032658 }, { 15, 1.70714871863, 0.672032870635 },
    { 20, 0.790321729807, 0.217120162282 },
  };
  /* Where the grid is coarse, the steps are as long as the tolerance lets them. */
  static const guint grids[] = { 20, 20000, 200000 };
  static const double limits[] = { 2e-10, 1.5e-11, 1.5e-11 };

  for (guint k = 0; k < G_N_ELEMENTS (grids); k++)
    {
      g_autoptr (LsModel) model = example_lotka_volterra ();
      g_autoptr (LsReference) reference = make (model, 20, grids[k], signals);
      LsTrace *trace = ls_reference_get_trace (reference);

      for (guint i = 0; i < G_N_ELEMENTS (published); i++)
        for (guint j = 1; j <= 2; j++)
          {
            const gssize row = ls_trace_find_row (trace, published[i][0] + 1e-9);
            /* Eleven decimals are published: half of the last one is 5e-12; the rest is for the
             * reference. */
            g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, j, row), published[i][j], 6e-12);
          }
      g_test_message ("%u steps: estimated %.2e %%, %s", grids[k],
                      ls_reference_get_error (reference, 0),
                      ls_reference_get_description (reference));
      g_assert_cmpfloat (ls_reference_get_error (reference, 0), <, limits[k]);
    }
}

/* A damper of 1e7 N/(m/s) on the left body: decay rate 2e6 1/s, far too many steps
 * for an explicit method, and the body creeps: x' = (-c1 x + F) / d1 to 1e-6. */
static void
test_stiff (void)
{
  static const char *const signals[] = { "left.x", "left.v", "left.F", NULL };
  g_autoptr (LsModel) model = example_two_bodies ();
  const LsComponent *left = ls_model_find_component_by_name (model, "left");
  g_autoptr (LsReference) reference = NULL;
  LsTrace *trace;
  GError *error = NULL;

  ls_model_set_value (model, left->id, "d", "1e7", &error);
  g_assert_no_error (error);
  reference = make (model, 2, 200, signals);
  g_test_message ("%s: %.2e %%", ls_reference_get_description (reference),
                  ls_reference_get_error (reference, 0));
  g_assert_nonnull (strstr (ls_reference_get_description (reference), "CVODE"));
  g_assert_cmpfloat (ls_reference_get_error (reference, 0), <, 1e-5);
  trace = ls_reference_get_trace (reference);
  for (guint i = 10; i <= 200; i++)
    {
      const double creep = (-1e4 * ls_trace_get (trace, 1, i) + ls_trace_get (trace, 3, i)) / 1e7;
      /* Creep is the limit of no mass, which is off by m x'' / d: 5e-8 m/s. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, i), creep, 5e-7);
    }
}

/* Beside both kinds of methods there is one of the other kind, which agrees to its own errors. */
static void
check_second (LsModel *model, double stop, const char *const *signals, const char *method)
{
  g_autoptr (LsReference) reference = make (model, stop, 200, signals);

  g_assert_nonnull (ls_reference_get_check (reference));
  g_assert_true (g_str_has_prefix (ls_reference_get_check (reference), method));
  for (guint i = 0; signals[i] != NULL; i++)
    {
      g_test_message ("%s: %s differs by %.2g %%", signals[i], ls_reference_get_check (reference),
                      ls_reference_get_difference (reference, i));
      g_assert_cmpfloat (ls_reference_get_difference (reference, i), >, 0);
      /* A thousand tolerances of CHECK_RTOL, 1e-9 %; EXPLAINED allows twice as many. */
      g_assert_cmpfloat (ls_reference_get_difference (reference, i), <, 1e-6);
      /* It is the worse one of the two. */
      g_assert_cmpfloat (ls_reference_get_error (reference, i), <,
                         ls_reference_get_difference (reference, i));
    }
}

static void
test_second (void)
{
  static const char *const bodies[] = { "left.x", "right.v", NULL };
  static const char *const oscillator[] = { "circuit.x", NULL };
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsModel) stiff = example_alone ("models/van-der-pol.fmu", "circuit");
  g_autoptr (LsReference) reference = NULL;

  check_second (model, 2, bodies, "CVODE Adams");
  reference = make (stiff, 2, 200, oscillator);
  g_assert_nonnull (strstr (ls_reference_get_description (reference), "CVODE"));
  g_assert_true (g_str_has_prefix (ls_reference_get_check (reference), "Radau5"));
  /* As in check_second(). */
  g_assert_cmpfloat (ls_reference_get_difference (reference, 0), <, 1e-6);
}

/* A second method that finds something else is a bound: 0.001 t is 0.1 % / sqrt (3) of the range.
 */
static void
test_disagreement (void)
{
  static const char *const signals[] = { "one.y", NULL };
  g_autoptr (LsModel) model = example_alone ("tests/fmus/changing.fmu", "one");
  g_autoptr (LsReference) reference = make (model, 12, 200, signals);

  g_test_message ("%.6g %%", ls_reference_get_error (reference, 0));
  /* The mean over 201 rows is that of the integral up to 0.1 %. */
  g_assert_cmpfloat_with_epsilon (ls_reference_get_difference (reference, 0), 0.1 / sqrt (3), 2e-3);
  g_assert_cmpfloat (ls_reference_get_error (reference, 0), ==,
                     ls_reference_get_difference (reference, 0));
}

static gboolean
stop_soon (double fraction G_GNUC_UNUSED, gpointer user_data)
{
  guint *calls = user_data;

  return ++*calls < 2;
}

static void
test_cancel (void)
{
  static const char *const signals[] = { "prey.population", NULL };
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autofree double *times = make_times (2e4, 20);
  g_autoptr (GError) error = NULL;
  guint calls = 0;
  LsReference *reference
      = ls_reference_new (model, 0.0, times, 21, signals, NULL, stop_soon, &calls, &error);

  g_assert_null (reference);
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  g_assert_cmpuint (calls, ==, 2);
}

/* A ball on a floor that is accelerated: height and velocity seen from it. */
typedef struct
{
  double t, r, w, g;
  guint bounces;
  gboolean rests;
} Flight;

/* To @t_end, while the acceleration seen from the floor is self->g; e = 0.7, at rest below 0.1. */
static void
fly (Flight *self, double t_end)
{
  while (self->t < t_end && !self->rests)
    {
      double left = t_end - self->t, fall;

      fall = (self->w + sqrt (self->w * self->w + 2.0 * self->g * self->r)) / self->g;
      if (fall > left)
        {
          self->r += left * (self->w - 0.5 * self->g * left);
          self->w -= self->g * left;
          break;
        }
      self->t += fall;
      self->r = 0.0;
      self->w = -0.7 * (self->w - self->g * fall);
      self->bounces++;
      self->rests = self->w < 0.1;
      if (self->rests)
        self->w = 0.0;
    }
  self->t = t_end;
}

/* Up to rest after the eleventh bounce. */
static void
test_bouncing (void)
{
  static const char *const signals[] = { "ball.h", "ball.v", "ball.bounces", NULL };
  g_autoptr (LsModel) model = example_alone ("models/bouncing-ball.fmu", "ball");
  g_autoptr (LsReference) reference = make (model, 3, 300, signals);
  LsTrace *trace = ls_reference_get_trace (reference);
  Flight flight = { .r = 1.0, .g = 9.81 };

  for (gsize i = 0; i <= 300; i++)
    {
      fly (&flight, ls_trace_get (trace, 0, i));
      /* Each of eleven bounces, within 3 s, is located to 1e-13 of its time, at up to 4.4 m/s; what
       * that changes in the speed counts over the flights that follow. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, i), flight.r, 1e-11);
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, i), flight.w, 1e-10);
      g_assert_cmpfloat (ls_trace_get (trace, 3, i), ==, flight.bounces);
    }
  g_assert_cmpuint (flight.bounces, ==, 11);
  g_assert_cmpstr (ls_reference_get_kind (reference), ==, "monolithic");
  /* The positions, of a range of 1 m, are within 1e-11 above, 1e-9 %; the estimate may be
   * greater. */
  g_assert_cmpfloat (ls_reference_get_error (reference, 0), <, 1e-8);
}

/* Two components, events of indicators and of time: the elevator starts, goes on and stops. */
static void
test_elevator (void)
{
  static const char *const signals[]
      = { "ball.h", "ball.v", "elevator.z", "elevator.w", "ball.bounces", NULL };
  static const double changes[] = { 1.0, 2.0, 3.0 }, accelerations[] = { 1.0, 0.0, -1.0, 0.0 };
  g_autofree char *path = example_path ("models/ball-in-elevator.ssp");
  GError *error = NULL;
  g_autoptr (LsModel) model = ls_ssp_read (path, &error);
  g_autoptr (LsReference) reference = NULL;
  LsTrace *trace;
  Flight flight = { .r = 1.0, .g = 9.81 + 1.0 };
  guint phase = 0;
  double z = 0.0, w = 0.0, last = 0.0;

  g_assert_no_error (error);
  reference = make (model, 3.5, 350, signals);
  trace = ls_reference_get_trace (reference);
  /* The elevator changes at three of the times. */
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 351 + 3);
  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    {
      double t = ls_trace_get (trace, 0, i);

      z += (t - last) * (w + 0.5 * accelerations[phase] * (t - last));
      w += (t - last) * accelerations[phase];
      last = t;
      fly (&flight, t);
      /* For the ball as in test_bouncing(); the elevator moves on parabolas, exact up to
       * rounding. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, i), flight.r + z, 1e-11);
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, i), flight.rests ? w : flight.w + w,
                                      1e-10);
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 3, i), z, 1e-14);
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 4, i), w, 1e-14);
      g_assert_cmpfloat (ls_trace_get (trace, 5, i), ==, flight.bounces);
      /* The changes are at times of the reference. */
      if (phase < 3 && t == changes[phase])
        flight.g = 9.81 + accelerations[++phase];
    }
  g_assert_cmpuint (phase, ==, 3);
  g_assert_cmpuint (flight.bounces, >=, 8);
}

/* Sum and difference of the positions of feed-through.ssp are oscillators; the force of the loop.
 */
static void
test_loop (void)
{
  static const char *const signals[] = { "left.x", "right.x", "left.v", "right.v", "left.F", NULL };
  g_autoptr (LsModel) model = example_joint ();
  g_autoptr (LsReference) reference = make (model, 2, 200, signals);
  LsTrace *trace = ls_reference_get_trace (reference);
  const double w = sqrt (43.75);
  double worst = 0, loop = 0;

  for (guint i = 0; i <= 200; i++)
    {
      const double t = ls_trace_get (trace, 0, i);
      const double sum = 0.2 * sin (10 * t), difference = 2 / w * exp (-7.5 * t) * sin (w * t);

      worst = fmax (worst, fabs (ls_trace_get (trace, 1, i) - (sum + difference) / 2));
      worst = fmax (worst, fabs (ls_trace_get (trace, 2, i) - (sum - difference) / 2));
      loop = fmax (loop, fabs (ls_trace_get (trace, 5, i)
                               - 75 * (ls_trace_get (trace, 3, i) - ls_trace_get (trace, 4, i))));
    }
  g_test_message ("positions %.2g m, force %.2g N", worst, loop);
  /* The reference has a tolerance of 1e-13, and rounding in motions as smooth. */
  g_assert_cmpfloat (worst, <, 1e-13);
  /* Twelve digits of 150 N. */
  g_assert_cmpfloat (loop, <, 1.5e-10);
}

static double
get_end (const char *model_name, double stop, const char *signal)
{
  const char *const signals[] = { signal, NULL };
  g_autofree char *below = g_strdup_printf ("models/%s.ssp", model_name);
  g_autofree char *path = example_path (below);
  g_autoptr (LsModel) model = ls_ssp_read (path, NULL);
  g_autoptr (LsReference) reference = make (model, stop, 20, signals);

  return ls_trace_get (ls_reference_get_trace (reference), 1, 20);
}

/* Loops solved at every evaluation: closed forms of the networks at 10 s. */
static void
test_networks (void)
{
  const double v_c = 9.5 / 2.475 * -expm1 (-2.475 / 6.7 * 10);
  double q = get_end ("pressure-network-2", 10, "pipe_1.q"), q_0 = (sqrt (1.04) - 1) / 2;
  double u = get_end ("constant-power", 10, "battery.u");

  /* The loop is solved to rounding of some volts; so is what is integrated, an exponential. */
  g_assert_cmpfloat (fabs (get_end ("resistor-bridge", 10, "store.v_c") - v_c), <, 1e-13);
  /* By the slope of the equation, 2 + 1 / q = 270, that is 4e-13 of q; below u - 16 / u = 3.9 makes
   * it 3e-11 of u, 6.4. The reference has a tolerance of 1e-13. */
  g_assert_cmpfloat (fabs (2 * (q - q_0) + log (q / q_0) + 1), <, 2e-12);
  g_assert_cmpfloat (fabs (u * u / 2 - 16 * log (u) - (32 - 16 * log (8)) + 8), <, 2e-12);
}

static void
check_impossible (LsModel *model, const char *signal, const char *component)
{
  const char *const signals[] = { signal, NULL };
  const double times[] = { 0, 1 };
  g_autoptr (GError) error = NULL;
  LsReference *reference
      = ls_reference_new (model, 0.0, times, 2, signals, NULL, NULL, NULL, &error);

  g_assert_null (reference);
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, component));
  ls_model_free (model);
}

static void
test_impossible (void)
{
  check_impossible (example_pair ("tests/fmus/cs-only.fmu", "models/predator.fmu"),
                    "prey.population", "prey");
  check_impossible (example_loop (), "a.real_out", "a.real_out");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/reference/two-bodies", test_two_bodies);
  g_test_add_func ("/run/reference/coarse", test_coarse);
  g_test_add_func ("/run/reference/lotka-volterra", test_lotka_volterra);
  g_test_add_func ("/run/reference/stiff", test_stiff);
  g_test_add_func ("/run/reference/second", test_second);
  g_test_add_func ("/run/reference/disagreement", test_disagreement);
  g_test_add_func ("/run/reference/bouncing", test_bouncing);
  g_test_add_func ("/run/reference/elevator", test_elevator);
  g_test_add_func ("/run/reference/cancel", test_cancel);
  g_test_add_func ("/run/reference/loop", test_loop);
  g_test_add_func ("/run/reference/networks", test_networks);
  g_test_add_func ("/run/reference/impossible", test_impossible);
  return g_test_run ();
}
