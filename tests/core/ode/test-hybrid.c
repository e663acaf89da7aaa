/* Events of indicators where closed forms say. */
#include "hybrid-models.h"

/* t_1 = sqrt (2 / g); the flight after bounce k lasts 2 t_1 e^k. */
static void
check_ball (const char *method)
{
  Model model = { .n = 2,
                  .n_z = 1,
                  .start = { 1.0, 0.0 },
                  .parameter = 0.7,
                  .f = ball_f,
                  .z = ball_z,
                  .event = ball_event };
  double t = sqrt (2.0 / 9.81), flight = 2.0 * t * 0.7;

  unit_run (&model, method, 2.49, 0.0);
  g_assert_cmpuint (model.n_events, ==, 10);
  for (guint i = 0; i < 10; i++)
    {
      /* Relative, here and below: the solvers run at 1e-13, and a factor of 1000 is left for the
       * local errors that add up over the steps. */
      g_assert_cmpfloat (fabs (model.times[i] / t - 1.0), <=, 1e-10);
      t += flight;
      flight *= 0.7;
    }
}

static void
test_ball (void)
{
  unit_for_each_method (check_ball);
}

static void
wave_f (const Model *self G_GNUC_UNUSED, double t, const double x[] G_GNUC_UNUSED, double dx[])
{
  dx[0] = cos (2.0 * 3.14 * t / 2.5);
}

static void
wave_z (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = x[0] - 1.0;
}

/* StateEvent6 of SOEP: 1.1 + 2.5 / 6.28 sin (6.28 t / 2.5) = 1. */
static void
check_wave (const char *method)
{
  Model model = { .n = 1, .n_z = 1, .start = { 1.1 }, .f = wave_f, .z = wave_z };
  const double w = 2.0 * 3.14 / 2.5, a = asin (0.1 * w);

  unit_run (&model, method, 10.0, 0.005);
  g_assert_cmpuint (model.n_events, ==, 8);
  for (guint i = 0; i < 8; i++)
    {
      double k = i / 2;
      double t = ((2.0 * k + 1.0) * M_PI + a) / w;

      if (i % 2 == 1)
        t = ((2.0 * k + 2.0) * M_PI - a) / w;
      /* The solver runs at 1e-13; a factor of 1000 for the local errors that add up over the
       * steps. */
      g_assert_cmpfloat (fabs (model.times[i] / t - 1.0), <=, 1e-10);
    }
  /* As printed; 1e-10 of it. */
  g_assert_cmpfloat_with_epsilon (model.times[0], 1.35171674446, 1.4e-10);
}

static void
test_wave (void)
{
  unit_for_each_method (check_wave);
}

static void
sine_f (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double dx[])
{
  dx[0] = x[1];
  dx[1] = -x[0];
}

static void
sine_z (const Model *self, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = self->mode == 0 ? 0.5 - x[0] : x[0] + 0.5;
}

static gboolean
sine_event (Model *self,
            double t G_GNUC_UNUSED,
            const LsHybridCauses *causes,
            double x[] G_GNUC_UNUSED,
            LsHybridOutcome *outcome G_GNUC_UNUSED)
{
  if (causes->fired[0] < 0)
    self->mode = 1 - self->mode;
  return FALSE;
}

/* ZCBoolean2 of SOEP: sin t meets 0.5 and -0.5 in turn. */
static void
check_sine (const char *method)
{
  Model model
      = { .n = 2, .n_z = 1, .start = { 0.0, 1.0 }, .f = sine_f, .z = sine_z, .event = sine_event };

  unit_run (&model, method, 10.0, 0.005);
  g_assert_cmpuint (model.n_events, ==, 4);
  for (guint i = 0; i < 4; i++)
    /* The solver runs at 1e-13; a factor of 200, as above. */
    g_assert_cmpfloat (fabs (model.times[i] / ((1.0 + 6.0 * i) * M_PI / 6.0) - 1.0), <=, 2e-11);
}

static void
test_sine (void)
{
  unit_for_each_method (check_sine);
}

/* EventIndicator2 of SOEP: x' = x is set back from 2 to 1, at k ln 2. */
static void
check_growth (const char *method)
{
  Model model
      = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = growth_z, .event = growth_event };

  unit_run (&model, method, 5.0, 0.0);
  g_assert_cmpuint (model.n_events, ==, 7);
  for (guint i = 0; i < 7; i++)
    /* The solver runs at 1e-13; a factor of 1000, as above. */
    g_assert_cmpfloat (fabs (model.times[i] / ((i + 1.0) * M_LN2) - 1.0), <=, 1e-10);
}

static void
test_growth (void)
{
  unit_for_each_method (check_growth);
}

static void
abs_f (const Model *self, double t G_GNUC_UNUSED, const double x[], double dx[])
{
  dx[0] = self->parameter + (self->mode == 0 ? -x[0] : x[0]);
}

static gboolean
abs_event (Model *self,
           double t G_GNUC_UNUSED,
           const LsHybridCauses *causes,
           double x[] G_GNUC_UNUSED,
           LsHybridOutcome *outcome G_GNUC_UNUSED)
{
  self->mode = causes->fired[0] > 0;
  return FALSE;
}

/* y' = 1 + |y| from -1 meets 0 at ln 2 and goes on as exp (t - ln 2) - 1; y' = |y| never does. */
static void
check_abs (const char *method)
{
  Model model = { .n = 1,
                  .n_z = 1,
                  .start = { -1.0 },
                  .parameter = 1.0,
                  .f = abs_f,
                  .z = abs_z,
                  .event = abs_event };
  Model never = model;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsHybrid) self = unit_make (&model, method, 1e-13, 0.0, log);

  if (ls_hybrid_advance (self, 2.0) != LS_OK)
    g_error ("%s", ls_log_take_error (log));
  g_assert_cmpuint (model.n_events, ==, 1);
  /* The solver runs at 1e-13; a factor of 1000, as above. */
  g_assert_cmpfloat (fabs (model.times[0] / M_LN2 - 1.0), <=, 1e-10);
  /* 1e-10 of the event time, times its growth of e^(2 - ln 2) = 3.7 to the end. */
  g_assert_cmpfloat_with_epsilon (ls_hybrid_get_states (self)[0], exp (2.0 - M_LN2) - 1.0, 1e-9);
  never.parameter = 0.0;
  unit_run (&never, method, 20.0, 0.0);
  g_assert_cmpuint (never.n_events, ==, 0);
}

static void
test_abs (void)
{
  unit_for_each_method (check_abs);
}

static void
stays_z (const Model *self G_GNUC_UNUSED, double t, const double x[] G_GNUC_UNUSED, double z[])
{
  z[0] = t < 0.375 ? cos (M_PI * t / 0.75) : t < 0.6 ? 0.0 : sin (t - 0.6) * sin (t - 0.6);
}

static void
stays_f (const Model *self, double t, const double x[], double dx[])
{
  stays_z (self, t, x, dx);
  dx[0] -= x[0];
}

/* An input that reaches 0 at 0.375, stays, and leaves 0 at 0.6 with a square. */
static void
check_stays (const char *method)
{
  Model model = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = stays_f, .z = stays_z };

  unit_run (&model, method, 1.0, 0.1);
  g_assert_cmpuint (model.n_events, ==, 2);
  /* The solver runs at 1e-13; a factor of ten. */
  g_assert_cmpfloat_with_epsilon (model.times[0], 0.375, 1e-12);
  g_assert_cmpfloat_with_epsilon (model.times[1], 0.6, 1e-12);
  g_assert_true (model.causes[0].state);
}

static void
test_stays (void)
{
  unit_for_each_method (check_stays);
}

/* Asked of u (t) alone CVODE does not see that it stays at 0: it tells of an event at the end of a
 * step, which is late, and none is lost. */
static void
check_stays_late (const char *method)
{
  Model model = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = stays_f, .z = stays_z };

  unit_run (&model, method, 1.0, 0.1);
  g_test_message ("%.17g, %.17g", model.times[0], model.times[1]);
  g_assert_cmpuint (model.n_events, ==, 2);
  /* Late by more than location could be, 1e-10, and by at most one step of 0.1. */
  g_assert_cmpfloat (model.times[0], >, 0.375 + 1e-7);
  g_assert_cmpfloat (model.times[0], <, 0.475);
  g_assert_cmpfloat (model.times[1], >, 0.6);
  g_assert_cmpfloat (model.times[1], <, 0.7);
}

/* CVODE's own root finding, through our callbacks: the same times where an indicator passes through
 * zero, with evaluations that are counted. */
static void
test_solver_locates (void)
{
  static const char *const methods[] = { "cvode-bdf", "cvode-adams" };

  unit_solver_locates = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      Model model = {
        .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = growth_z, .event = growth_event
      };
      g_autoptr (LsHybrid) self = unit_make (&model, methods[i], 1e-8, 0.0, NULL);
      LsHybridCounts counts;

      check_ball (methods[i]);
      check_wave (methods[i]);
      check_sine (methods[i]);
      check_growth (methods[i]);
      check_abs (methods[i]);
      check_stays_late (methods[i]);
      g_assert_cmpint (ls_hybrid_advance (self, 5.0), ==, LS_OK);
      ls_hybrid_get_counts (self, &counts);
      g_assert_cmpuint (counts.state_events, ==, 7);
      g_assert_cmpuint (counts.ode.root_evaluations, >, counts.ode.steps);
      /* What is asked besides: at the start and around each event. */
      g_assert_cmpuint (counts.indicators, ==, counts.ode.root_evaluations + 1 + 7);
    }
  unit_solver_locates = FALSE;
}

/* Others have none. */
static void
test_solver_cannot_locate (void)
{
  Model model = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = growth_z };
  const LsHybridProblem problem
      = { .ode = { .n = 1, .derivatives = unit_derivatives, .user_data = &model },
          .n_indicators = 1,
          .indicators = unit_indicators,
          .event = unit_event };
  const LsHybridSettings settings = { .rtol = 1e-6, .span = 1.0, .solver_locates = TRUE };
  const double nominals[] = { 1.0 };
  GError *error = NULL;

  g_assert_null (ls_hybrid_new (ls_ode_method_find ("dopri5"), &problem, &settings, nominals, NULL,
                                "model", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_error_free (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/hybrid/ball", test_ball);
  g_test_add_func ("/num/hybrid/wave", test_wave);
  g_test_add_func ("/num/hybrid/sine", test_sine);
  g_test_add_func ("/num/hybrid/growth", test_growth);
  g_test_add_func ("/num/hybrid/abs", test_abs);
  g_test_add_func ("/num/hybrid/stays", test_stays);
  g_test_add_func ("/num/hybrid/solver-locates", test_solver_locates);
  g_test_add_func ("/num/hybrid/solver-cannot-locate", test_solver_cannot_locate);
  return g_test_run ();
}
