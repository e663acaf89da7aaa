/* What is asked for wrongly or cannot be done is said, with the state and the time. */
#include "ode-problems.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double until;
  guint state;
  double value;
  LsStatus status;
} Wall;

/* Three states that go on evenly until a time. */
static LsStatus
wall (double t, const double x[] G_GNUC_UNUSED, double dx[], gpointer user_data)
{
  const Wall *self = user_data;

  for (guint i = 0; i < 3; i++)
    dx[i] = t > self->until && i == self->state ? self->value : 1.0;
  return t > self->until ? self->status : LS_OK;
}

static const char *
get_name (guint state, gpointer user_data G_GNUC_UNUSED)
{
  static const char *const names[] = { "arm.phi", "arm.w", "motor.i" };

  return names[state];
}

static void
check_not_finite (const LsOdeMethod *method)
{
  Wall data = { 0.5, 1, NAN, LS_OK };
  const LsOdeProblem problem = { 3, wall, NULL, &data };
  const double atol[3] = { 1e-6, 1e-6, 1e-6 };
  g_autoptr (LsOde) ode = ls_ode_new (method, &problem, 1e-6, atol, NULL);
  g_autofree char *named = NULL, *numbered = NULL;
  double x[3] = { 0.0 }, t;
  guint state;

  g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 1.0, x), ==, LS_RETRY);
  /* It got close to the wall, which is where the message says. */
  /* Fixed steps are of 0.01: one of them may end beyond the wall. */
  g_assert_cmpfloat (ls_ode_get_time (ode), <=, ls_ode_method_has_fixed_step (method) ? 0.51 : 0.5);
  g_assert_cmpfloat (ls_ode_get_time (ode), >, 0.49);
  g_assert_cmpint (ls_ode_get_trouble (ode, &state, &t), ==, LS_ODE_TROUBLE_NOT_FINITE);
  g_assert_cmpuint (state, ==, 1);
  /* The evaluation that failed lies at most one fixed step, of 0.01, beyond the last state. */
  g_assert_cmpfloat (t, >, 0.5);
  g_assert_cmpfloat (t, <, 0.52);
  named = ls_ode_describe_trouble (ode, 0.0, get_name, NULL);
  numbered = ls_ode_describe_trouble (ode, 0.0, NULL, NULL);
  g_assert_true (
      g_str_has_prefix (named, "The derivative of arm.w is not a finite number at t = 0.5"));
  g_assert_true (g_str_has_prefix (numbered, "The derivative of state 2 is not a finite number"));
  /* The solver can go on when the wall is taken away. */
  data.until = 2.0;
  g_assert_cmpint (ls_ode_restart (ode, ls_ode_get_time (ode), ls_ode_get_states (ode), TRUE), ==,
                   LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 1.0, x), ==, LS_OK);
  g_assert_cmpint (ls_ode_get_trouble (ode, &state, NULL), ==, LS_ODE_TROUBLE_NONE);
  g_assert_cmpuint (state, ==, G_MAXUINT);
  g_assert_null (ls_ode_describe_trouble (ode, 0.0, NULL, NULL));
  /* x' = 1 is exact for every method; what is left is the tolerance, 1e-6. */
  g_assert_cmpfloat_with_epsilon (x[1], 1.0, 1e-6);
}

static void
test_not_finite (void)
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    check_not_finite (ls_ode_method_get (i));
}

/* Each kind of end, with every method. */
static void
test_kinds (void)
{
  static const struct
  {
    LsStatus status;
    LsOdeTrouble trouble;
  } cases[] = {
    { LS_RETRY, LS_ODE_TROUBLE_EVALUATION },
    { LS_STOP, LS_ODE_TROUBLE_FATAL },
  };

  for (guint i = 0; i < ls_ode_method_get_n () * G_N_ELEMENTS (cases); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i / G_N_ELEMENTS (cases));
      Wall data = { 0.5, 0, 1.0, cases[i % G_N_ELEMENTS (cases)].status };
      const LsOdeProblem problem = { 3, wall, NULL, &data };
      const double atol[3] = { 1e-6, 1e-6, 1e-6 };
      g_autoptr (LsOde) ode = ls_ode_new (method, &problem, 1e-6, atol, NULL);
      g_autofree char *text = NULL;
      double x[3] = { 0.0 };

      g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, 1.0, x), ==, data.status);
      g_assert_cmpint (ls_ode_get_trouble (ode, NULL, NULL), ==,
                       cases[i % G_N_ELEMENTS (cases)].trouble);
      text = ls_ode_describe_trouble (ode, 0.0, NULL, NULL);
      /* A call that must not be repeated fails wherever a first attempt comes to. */
      g_assert_nonnull (strstr (text, data.status == LS_RETRY ? "t = 0.5" : "t = "));
    }
}

/* x' = x^2 has no solution from t = 1 on. */
static LsStatus
explode (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = x[0] * x[0];
  return LS_OK;
}

static void
test_singularity (void)
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeProblem problem = { 1, explode, NULL, NULL };
      const LsOdeMethod *method = ls_ode_method_get (i);
      const double atol = 1e-6;
      g_autoptr (LsOde) ode = ls_ode_new (method, &problem, 1e-6, &atol, NULL);
      g_autofree char *text = NULL;
      double x = 1.0;

      if (ls_ode_method_has_fixed_step (method))
        continue;
      g_assert_cmpint (ls_ode_start (ode, 0.0, &x), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, 2.0, &x), ==, LS_RETRY);
      /* Local errors move the pole: by some tens of the tolerance of 1e-6 in multistep codes. */
      g_assert_cmpfloat_with_epsilon (ls_ode_get_time (ode), 1.0, 1e-4);
      text = ls_ode_describe_trouble (ode, 0.0, NULL, NULL);
      g_test_message ("%s: %s", ls_ode_method_get_id (method), text);
      g_assert_nonnull (text);
    }
}

static void
assert_refused (
    const char *id, const LsOdeDetails *details, double rtol, double atol, const char *expected)
{
  const LsOdeProblem problem = { 1, explode, NULL, NULL };
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_ode_new_full (ls_ode_method_find (id), &problem, details, rtol, &atol, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, expected));
}

static LsStatus
project (double t G_GNUC_UNUSED,
         double x[] G_GNUC_UNUSED,
         double error[] G_GNUC_UNUSED,
         gpointer user_data G_GNUC_UNUSED)
{
  return LS_OK;
}

static void
test_arguments (void)
{
  const guint one = 1, zero = 0;
  const double nominal = -2.0;
  const LsOdeDetails far = { .n_entries = 1, .rows = &zero, .columns = &one };
  const LsOdeDetails nominals = { .nominals = &nominal };
  const LsOdeDetails projection = { .project = project };

  assert_refused ("dopri5", NULL, 1.0, 1e-6, "tolerance 1 ");
  assert_refused ("dopri5", NULL, NAN, 1e-6, "tolerance nan");
  assert_refused ("dopri5", NULL, -1e-3, 1e-6, "tolerance -0.001");
  assert_refused ("dopri5", NULL, 1e-6, -1.0, "tolerance -1 of state 1");
  assert_refused ("dopri5", NULL, 0.0, 0.0, "tolerance 0 of state 1");
  assert_refused ("radau5", NULL, 0.0, 1e-6, "radau5");
  assert_refused ("rodas", &far, 1e-6, 1e-6, "(1, 2)");
  assert_refused ("rodas", &nominals, 1e-6, 1e-6, "nominal -2 of state 1");
  assert_refused ("cvode-adams", &projection, 1e-6, 1e-6, "cvode-adams");
}

/* New tolerances in the middle of a run count from the next step on. */
static void
test_tolerances (void)
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i);
      g_autoptr (LsOde) ode = ls_test_make (method, &ls_test_brusselator, NULL, 1e-3);
      const double atol[2] = { 1e-9, 1e-9 };
      LsOdeCounts before, after;
      double x[2];
      g_autoptr (GError) error = NULL;

      if (ls_ode_method_has_fixed_step (method))
        continue;
      g_assert_cmpint (ls_ode_start (ode, 0.0, ls_test_brusselator.start), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, 10.0, x), ==, LS_OK);
      ls_ode_get_counts (ode, &before);
      g_assert_false (ls_ode_set_tolerances (ode, 2.0, atol, &error));
      g_assert_true (ls_ode_set_tolerances (ode, 1e-9, atol, NULL));
      g_assert_cmpint (ls_ode_advance (ode, 20.0, x), ==, LS_OK);
      ls_ode_get_counts (ode, &after);
      g_assert_cmpuint (after.steps - before.steps, >, 2 * before.steps);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-trouble/not-finite", test_not_finite);
  g_test_add_func ("/num/ode-trouble/kinds", test_kinds);
  g_test_add_func ("/num/ode-trouble/singularity", test_singularity);
  g_test_add_func ("/num/ode-trouble/arguments", test_arguments);
  g_test_add_func ("/num/ode-trouble/tolerances", test_tolerances);
  return g_test_run ();
}
