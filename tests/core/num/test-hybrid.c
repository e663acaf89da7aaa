#include "core/num/hybrid.h"

#include <float.h>
#include <math.h>

#define MAX_EVENTS 64

/* A model, and the times of its events. */
typedef struct Model Model;
struct Model
{
  guint n, n_z;
  double start[2];
  double parameter;
  void (*f) (const Model *self, double t, const double x[], double dx[]);
  void (*z) (const Model *self, double t, const double x[], double z[]);
  /* Returns: whether the states have changed. */
  gboolean (*event) (
      Model *self, double t, const LsHybridCauses *causes, double x[], LsHybridOutcome *outcome);
  gboolean (*wants) (const Model *self, double t);
  double first_time; /* of a time event; 0 for none */
  int mode;
  guint n_events;
  double times[MAX_EVENTS];
  LsHybridCauses causes[MAX_EVENTS];
};

static LsStatus
derivatives (double t, const double x[], double dx[], gpointer user_data)
{
  Model *self = user_data;

  for (guint i = 0; i < self->n; i++)
    dx[i] = 0.0;
  if (self->f != NULL)
    self->f (self, t, x, dx);
  return LS_OK;
}

static LsStatus
indicators (double t, const double x[], double z[], gpointer user_data)
{
  Model *self = user_data;

  self->z (self, t, x, z);
  return LS_OK;
}

static LsStatus
completed (double t,
           const double x[] G_GNUC_UNUSED,
           gboolean *event,
           gboolean *terminate,
           gpointer user_data)
{
  Model *self = user_data;

  *terminate = FALSE;
  *event = self->wants (self, t);
  return LS_OK;
}

static LsStatus
event (double t,
       const LsHybridCauses *causes,
       double x[],
       LsHybridOutcome *outcome,
       gpointer user_data)
{
  Model *self = user_data;

  g_assert_cmpuint (self->n_events, <, MAX_EVENTS);
  self->times[self->n_events] = t;
  self->causes[self->n_events++] = *causes;
  outcome->states_changed = self->event != NULL && self->event (self, t, causes, x, outcome);
  return LS_OK;
}

/* Whether the root finding of the solver itself is asked where events are. */
static gboolean solver_locates;

static LsHybrid *
make (Model *model, const char *method, double rtol, double max_step, LsLog *log)
{
  const LsHybridProblem problem
      = { .ode = { .n = model->n, .derivatives = derivatives, .user_data = model },
          .n_indicators = model->n_z,
          .indicators = indicators,
          .completed = model->wants != NULL ? completed : NULL,
          .event = event };
  const LsHybridSettings settings = {
    .rtol = rtol, .atol = rtol, .max_step = max_step, .span = 10, .solver_locates = solver_locates
  };
  const double nominals[] = { 1.0, 1.0 };
  GError *error = NULL;
  LsHybrid *self = ls_hybrid_new (ls_ode_method_find (method), &problem, &settings, nominals, log,
                                  "model", &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_hybrid_start (self, 0.0, model->start,
                                    model->first_time > 0.0 ? model->first_time : INFINITY),
                   ==, LS_OK);
  return self;
}

static void
run (Model *model, const char *method, double t_end, double max_step)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsHybrid) self = make (model, method, 1e-13, max_step, log);

  if (ls_hybrid_advance (self, t_end) != LS_OK)
    g_error ("%s", ls_log_take_error (log));
  g_assert_cmpfloat (ls_hybrid_get_time (self), ==, t_end);
}

/* All that choose their step: their errors are below what the times of events are asked for. */
static void
for_each_method (void (*test) (const char *method))
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i);

      if (ls_ode_method_has_fixed_step (method))
        continue;
      g_test_message ("%s", ls_ode_method_get_id (method));
      test (ls_ode_method_get_id (method));
    }
}

static void
ball_f (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double dx[])
{
  dx[0] = x[1];
  dx[1] = -9.81;
}

static void
ball_z (const Model *self, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = self->mode == 1 ? 1.0 : x[0];
}

static gboolean
ball_event (Model *self,
            double t G_GNUC_UNUSED,
            const LsHybridCauses *causes,
            double x[],
            LsHybridOutcome *outcome G_GNUC_UNUSED)
{
  if (!(causes->fired[0] < 0))
    return FALSE;
  x[0] = DBL_MIN;
  x[1] *= -self->parameter;
  return TRUE;
}

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

  run (&model, method, 2.49, 0.0);
  g_assert_cmpuint (model.n_events, ==, 10);
  for (guint i = 0; i < 10; i++)
    {
      g_assert_cmpfloat (fabs (model.times[i] / t - 1.0), <=, 1e-10);
      t += flight;
      flight *= 0.7;
    }
}

static void
test_ball (void)
{
  for_each_method (check_ball);
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

  run (&model, method, 10.0, 0.005);
  g_assert_cmpuint (model.n_events, ==, 8);
  for (guint i = 0; i < 8; i++)
    {
      double k = i / 2;
      double t = ((2.0 * k + 1.0) * M_PI + a) / w;

      if (i % 2 == 1)
        t = ((2.0 * k + 2.0) * M_PI - a) / w;
      g_assert_cmpfloat (fabs (model.times[i] / t - 1.0), <=, 1e-10);
    }
  g_assert_cmpfloat_with_epsilon (model.times[0], 1.35171674446, 1.4e-10);
}

static void
test_wave (void)
{
  for_each_method (check_wave);
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

  run (&model, method, 10.0, 0.005);
  g_assert_cmpuint (model.n_events, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (fabs (model.times[i] / ((1.0 + 6.0 * i) * M_PI / 6.0) - 1.0), <=, 1e-10);
}

static void
test_sine (void)
{
  for_each_method (check_sine);
}

static void
growth_f (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double dx[])
{
  dx[0] = x[0];
}

static void
growth_z (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = 2.0 - x[0];
}

static gboolean
growth_event (Model *self G_GNUC_UNUSED,
              double t G_GNUC_UNUSED,
              const LsHybridCauses *causes G_GNUC_UNUSED,
              double x[],
              LsHybridOutcome *outcome G_GNUC_UNUSED)
{
  x[0] = 1.0;
  return TRUE;
}

/* EventIndicator2 of SOEP: x' = x is set back from 2 to 1, at k ln 2. */
static void
check_growth (const char *method)
{
  Model model
      = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = growth_z, .event = growth_event };

  run (&model, method, 5.0, 0.0);
  g_assert_cmpuint (model.n_events, ==, 7);
  for (guint i = 0; i < 7; i++)
    g_assert_cmpfloat (fabs (model.times[i] / ((i + 1.0) * M_LN2) - 1.0), <=, 1e-10);
}

static void
test_growth (void)
{
  for_each_method (check_growth);
}

static void
abs_f (const Model *self, double t G_GNUC_UNUSED, const double x[], double dx[])
{
  dx[0] = self->parameter + (self->mode == 0 ? -x[0] : x[0]);
}

static void
abs_z (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = x[0];
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
  g_autoptr (LsHybrid) self = make (&model, method, 1e-13, 0.0, log);

  if (ls_hybrid_advance (self, 2.0) != LS_OK)
    g_error ("%s", ls_log_take_error (log));
  g_assert_cmpuint (model.n_events, ==, 1);
  g_assert_cmpfloat (fabs (model.times[0] / M_LN2 - 1.0), <=, 1e-10);
  g_assert_cmpfloat_with_epsilon (ls_hybrid_get_states (self)[0], exp (2.0 - M_LN2) - 1.0, 1e-9);
  never.parameter = 0.0;
  run (&never, method, 20.0, 0.0);
  g_assert_cmpuint (never.n_events, ==, 0);
}

static void
test_abs (void)
{
  for_each_method (check_abs);
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

  run (&model, method, 1.0, 0.1);
  g_assert_cmpuint (model.n_events, ==, 2);
  g_assert_cmpfloat_with_epsilon (model.times[0], 0.375, 1e-10);
  g_assert_cmpfloat_with_epsilon (model.times[1], 0.6, 1e-10);
  g_assert_true (model.causes[0].state);
}

static void
test_stays (void)
{
  for_each_method (check_stays);
}

/* Asked of u (t) alone CVODE does not see that it stays at 0: it tells of an event at the end of a
 * step, which is late, and none is lost. */
static void
check_stays_late (const char *method)
{
  Model model = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = stays_f, .z = stays_z };

  run (&model, method, 1.0, 0.1);
  g_test_message ("%.17g, %.17g", model.times[0], model.times[1]);
  g_assert_cmpuint (model.n_events, ==, 2);
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

  solver_locates = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      Model model = {
        .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = growth_z, .event = growth_event
      };
      g_autoptr (LsHybrid) self = make (&model, methods[i], 1e-8, 0.0, NULL);
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
  solver_locates = FALSE;
}

/* Others have none. */
static void
test_solver_cannot_locate (void)
{
  Model model = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = growth_z };
  const LsHybridProblem problem
      = { .ode = { .n = 1, .derivatives = derivatives, .user_data = &model },
          .n_indicators = 1,
          .indicators = indicators,
          .event = event };
  const LsHybridSettings settings = { .rtol = 1e-6, .span = 1.0, .solver_locates = TRUE };
  const double nominals[] = { 1.0 };
  GError *error = NULL;

  g_assert_null (ls_hybrid_new (ls_ode_method_find ("dopri5"), &problem, &settings, nominals, NULL,
                                "model", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_error_free (error);
}

static void
coulomb_f (const Model *self, double t G_GNUC_UNUSED, const double x[] G_GNUC_UNUSED, double dx[])
{
  dx[0] = self->mode == 0 ? -2.0 : 0.0;
}

static gboolean
coulomb_event (Model *self,
               double t G_GNUC_UNUSED,
               const LsHybridCauses *causes G_GNUC_UNUSED,
               double x[],
               LsHybridOutcome *outcome G_GNUC_UNUSED)
{
  self->mode = 1;
  x[0] = 0.0;
  return TRUE;
}

/* v' = -2 stops at 0.5 and stays. */
static void
check_coulomb (const char *method)
{
  Model model
      = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = coulomb_f, .z = abs_z, .event = coulomb_event };

  run (&model, method, 2.0, 0.0);
  g_assert_cmpuint (model.n_events, ==, 1);
  g_assert_cmpfloat_with_epsilon (model.times[0], 0.5, 1e-10);
}

static void
test_coulomb (void)
{
  for_each_method (check_coulomb);
}

static void
clock_z (const Model *self G_GNUC_UNUSED, double t, const double x[] G_GNUC_UNUSED, double z[])
{
  z[0] = 0.75 - t;
  z[1] = 1e-12 - t;
}

static gboolean
clock_event (Model *self G_GNUC_UNUSED,
             double t,
             const LsHybridCauses *causes G_GNUC_UNUSED,
             double x[] G_GNUC_UNUSED,
             LsHybridOutcome *outcome)
{
  outcome->next_time = 0.25 * (floor (t / 0.25 + 1e-9) + 1.0);
  return FALSE;
}

/* Events in time are met to the last bit; one of an indicator at the same time is the same event,
 * and so is the end. There is one 1e-12 after the start. */
static void
check_clock (const char *method)
{
  Model model = { .n = 1,
                  .n_z = 2,
                  .start = { 1.0 },
                  .f = growth_f,
                  .z = clock_z,
                  .event = clock_event,
                  .first_time = 0.25 };

  run (&model, method, 1.0, 0.0);
  g_assert_cmpuint (model.n_events, ==, 5);
  g_assert_cmpfloat_with_epsilon (model.times[0], 1e-12, 1e-13);
  for (guint i = 1; i < 5; i++)
    {
      g_assert_cmpfloat (model.times[i], ==, 0.25 * i);
      g_assert_true (model.causes[i].time);
      g_assert_true (model.causes[i].state == (i == 3));
    }
}

static void
test_clock (void)
{
  for_each_method (check_clock);
}

/* Without states there is time alone. */
static void
test_no_states (void)
{
  Model model = { .n_z = 2, .z = clock_z, .event = clock_event, .first_time = 0.25 };

  run (&model, "dopri5", 1.0, 0.1);
  g_assert_cmpuint (model.n_events, ==, 5);
  g_assert_cmpfloat (model.times[4], ==, 1.0);
}

static gboolean
wants (const Model *self, double t)
{
  return self->n_events == 0 && t > 0.5;
}

static void
test_step_event (void)
{
  Model model = { .n = 1, .start = { 1.0 }, .f = growth_f, .wants = wants };
  g_autoptr (LsHybrid) self = make (&model, "dopri5", 1e-6, 0.1, NULL);
  LsHybridCounts counts;

  g_assert_cmpint (ls_hybrid_advance (self, 1.0), ==, LS_OK);
  ls_hybrid_get_counts (self, &counts);
  g_assert_cmpuint (counts.step_events, ==, 1);
  g_assert_true (model.causes[0].step && !model.causes[0].state && !model.causes[0].time);
  g_assert_cmpfloat (ls_hybrid_get_states (self)[0], >, 2.718);
}

/* From a saved point the same events follow again, to the last bit for one-step methods. */
static void
test_restore (void)
{
  Model model = { .n = 2,
                  .n_z = 1,
                  .start = { 1.0, 0.0 },
                  .parameter = 0.7,
                  .f = ball_f,
                  .z = ball_z,
                  .event = ball_event };
  g_autoptr (LsHybrid) self = make (&model, "dopri5", 1e-8, 0.0, NULL);
  double first;

  g_assert_cmpint (ls_hybrid_advance (self, 0.5), ==, LS_OK);
  ls_hybrid_save (self);
  g_assert_cmpint (ls_hybrid_advance (self, 1.5), ==, LS_OK);
  first = ls_hybrid_get_states (self)[0];
  g_assert_cmpint (ls_hybrid_restore (self), ==, LS_OK);
  g_assert_cmpfloat (ls_hybrid_get_time (self), ==, 0.5);
  g_assert_cmpint (ls_hybrid_advance (self, 1.5), ==, LS_OK);
  g_assert_cmpfloat (ls_hybrid_get_states (self)[0], ==, first);
  g_assert_cmpuint (model.n_events, ==, 3);
  g_assert_cmpfloat (model.times[1], ==, model.times[2]);
}

/* A jump from outside makes an event only where it moves an indicator. */
static void
outer_z (const Model *self, double t G_GNUC_UNUSED, const double x[] G_GNUC_UNUSED, double z[])
{
  z[0] = self->parameter;
}

static void
test_interrupt (void)
{
  Model model
      = { .n = 1, .n_z = 1, .start = { 1.0 }, .parameter = 1.0, .f = growth_f, .z = outer_z };
  g_autoptr (LsHybrid) self = make (&model, "cvode-bdf", 1e-8, 0.0, NULL);

  g_assert_cmpint (ls_hybrid_advance (self, 0.5), ==, LS_OK);
  model.parameter = 2.0;
  g_assert_cmpint (ls_hybrid_interrupt (self, FALSE), ==, LS_OK);
  g_assert_cmpuint (model.n_events, ==, 0);
  model.parameter = -2.0;
  g_assert_cmpint (ls_hybrid_interrupt (self, FALSE), ==, LS_OK);
  g_assert_cmpuint (model.n_events, ==, 1);
  g_assert_true (model.causes[0].state && !model.causes[0].external);
  g_assert_cmpint (ls_hybrid_interrupt (self, TRUE), ==, LS_OK);
  g_assert_true (model.causes[1].external && !model.causes[1].state);
  g_assert_cmpfloat (model.times[1], ==, 0.5);
}

static gboolean
early_event (Model *self,
             double t,
             const LsHybridCauses *causes G_GNUC_UNUSED,
             double x[] G_GNUC_UNUSED,
             LsHybridOutcome *outcome)
{
  outcome->next_time = self->parameter < 0.0 ? self->parameter : t;
  return FALSE;
}

static void
expect_stop (Model *model, const char *part)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsHybrid) self = make (model, "dopri5", 1e-8, 0.0, log);
  g_autofree char *said = NULL;

  g_assert_cmpint (ls_hybrid_advance (self, 3.0), ==, LS_STOP);
  said = ls_log_take_error (log);
  g_assert_nonnull (said);
  g_test_message ("%s", said);
  g_assert_nonnull (strstr (said, part));
}

static void
nan_z (const Model *self G_GNUC_UNUSED, double t, const double x[] G_GNUC_UNUSED, double z[])
{
  z[0] = t > 0.5 ? NAN : 1.0;
}

/* The next event lies before the present time; an indicator that is not a number; bounces that
 * never end. */
static void
test_bad (void)
{
  Model before = { .n = 1,
                   .start = { 1.0 },
                   .f = growth_f,
                   .event = early_event,
                   .parameter = -1.0,
                   .first_time = 0.5 };
  Model broken = { .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = nan_z };
  Model zeno = { .n = 2,
                 .n_z = 1,
                 .start = { 1.0, 0.0 },
                 .parameter = 0.3,
                 .f = ball_f,
                 .z = ball_z,
                 .event = ball_event };

  expect_stop (&before, "before the present time");
  expect_stop (&broken, "event indicator 1 is not a number");
  expect_stop (&zeno, "Zeno");
  /* The flight after the last one is shorter than 1e-12 s. */
  g_assert_cmpfloat_with_epsilon (zeno.times[zeno.n_events - 1], sqrt (2.0 / 9.81) * 1.3 / 0.7,
                                  1e-10);
}

static gboolean
again_event (Model *self,
             double t,
             const LsHybridCauses *causes G_GNUC_UNUSED,
             double x[] G_GNUC_UNUSED,
             LsHybridOutcome *outcome)
{
  self->n_events = 0;
  outcome->next_time = t;
  return FALSE;
}

static void
test_endless (void)
{
  Model model
      = { .n = 1, .start = { 1.0 }, .f = growth_f, .event = again_event, .first_time = 0.5 };

  expect_stop (&model, "again and again");
}

/* Methods of fixed step find events, too, as well as they can. */
static void
test_fixed_step (void)
{
  double errors[2];

  if (ls_ode_method_find ("explicit-euler") == NULL)
    {
      g_test_skip ("no such method");
      return;
    }
  for (guint k = 0; k < 2; k++)
    {
      Model model = {
        .n = 1, .n_z = 1, .start = { 1.0 }, .f = growth_f, .z = growth_z, .event = growth_event
      };
      const LsHybridProblem problem
          = { .ode = { .n = 1, .derivatives = derivatives, .user_data = &model },
              .n_indicators = 1,
              .indicators = indicators,
              .event = event };
      const LsHybridSettings settings
          = { .rtol = 1e-6, .fixed_step = k == 0 ? 1e-2 : 5e-3, .span = 1.0 };
      const double nominals[] = { 1.0 };
      g_autoptr (LsHybrid) self = ls_hybrid_new (ls_ode_method_find ("explicit-euler"), &problem,
                                                 &settings, nominals, NULL, "model", NULL);

      g_assert_cmpint (ls_hybrid_start (self, 0.0, model.start, INFINITY), ==, LS_OK);
      g_assert_cmpint (ls_hybrid_advance (self, 1.0), ==, LS_OK);
      g_assert_cmpuint (model.n_events, ==, 1);
      errors[k] = model.times[0] - M_LN2;
    }
  /* First order: ln 2 / 2 of the step. */
  g_assert_cmpfloat_with_epsilon (errors[0] / errors[1], 2.0, 0.1);
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
  g_test_add_func ("/num/hybrid/coulomb", test_coulomb);
  g_test_add_func ("/num/hybrid/clock", test_clock);
  g_test_add_func ("/num/hybrid/no-states", test_no_states);
  g_test_add_func ("/num/hybrid/step-event", test_step_event);
  g_test_add_func ("/num/hybrid/restore", test_restore);
  g_test_add_func ("/num/hybrid/interrupt", test_interrupt);
  g_test_add_func ("/num/hybrid/bad", test_bad);
  g_test_add_func ("/num/hybrid/endless", test_endless);
  g_test_add_func ("/num/hybrid/fixed-step", test_fixed_step);
  return g_test_run ();
}
