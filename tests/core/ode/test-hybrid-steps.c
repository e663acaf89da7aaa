/* Events of all kinds along the way of a hybrid system, and what is wrong with them. */
#include "hybrid-models.h"

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

  unit_run (&model, method, 2.0, 0.0);
  g_assert_cmpuint (model.n_events, ==, 1);
  /* The solver runs at 1e-13; a factor of 20 for the local errors that add up over the steps. */
  g_assert_cmpfloat_with_epsilon (model.times[0], 0.5, 2e-12);
}

static void
test_coulomb (void)
{
  unit_for_each_method (check_coulomb);
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

  unit_run (&model, method, 1.0, 0.0);
  g_assert_cmpuint (model.n_events, ==, 5);
  /* A tenth of its time: neither the start nor a later time would do. */
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
  unit_for_each_method (check_clock);
}

/* Without states there is time alone. */
static void
test_no_states (void)
{
  Model model = { .n_z = 2, .z = clock_z, .event = clock_event, .first_time = 0.25 };

  unit_run (&model, "dopri5", 1.0, 0.1);
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
  g_autoptr (LsHybrid) self = unit_make (&model, "dopri5", 1e-6, 0.1, NULL);
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
  g_autoptr (LsHybrid) self = unit_make (&model, "dopri5", 1e-8, 0.0, NULL);
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
  g_autoptr (LsHybrid) self = unit_make (&model, "cvode-bdf", 1e-8, 0.0, NULL);

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
  g_autoptr (LsHybrid) self = unit_make (model, "dopri5", 1e-8, 0.0, log);
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

  expect_stop (&model, "requested repeatedly");
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
          = { .ode = { .n = 1, .derivatives = unit_derivatives, .user_data = &model },
              .n_indicators = 1,
              .indicators = unit_indicators,
              .event = unit_event };
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
  /* The next term of the error is smaller by the step, 1e-2, times a factor of order 1. */
  /* First order: ln 2 / 2 of the step. */
  g_assert_cmpfloat_with_epsilon (errors[0] / errors[1], 2.0, 0.1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
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
