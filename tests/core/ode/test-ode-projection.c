/* Solvers that are told what their states must satisfy. */
#include "core/ode/ode.h"

#include <math.h>

typedef struct
{
  guint n_calls;
  double furthest, leash; /* s: no projection beyond furthest + leash */
} Data;

/* Round and round on the unit circle: (cos t, sin t). */
static LsStatus
circle (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = -x[1];
  dx[1] = x[0];
  return LS_OK;
}

/* To the nearest point of the circle; of the error only what is along it is left. */
static LsStatus
project (double t, double x[], double error[], gpointer user_data)
{
  Data *data = user_data;
  const double radius = hypot (x[0], x[1]);
  double across;

  data->n_calls++;
  if (t > data->furthest + data->leash)
    return LS_RETRY;
  data->furthest = fmax (data->furthest, t);
  x[0] /= radius;
  x[1] /= radius;
  across = error[0] * x[0] + error[1] * x[1];
  error[0] -= across * x[0];
  error[1] -= across * x[1];
  return LS_OK;
}

static LsOde *
make (const LsOdeMethod *method, Data *data, gboolean projected, double tolerance)
{
  const LsOdeProblem problem = { 2, circle, NULL, data };
  const LsOdeDetails details = { .project = projected ? project : NULL };
  const double atol[2] = { tolerance, tolerance }, start[2] = { 1.0, 0.0 };
  GError *error = NULL;
  LsOde *ode = ls_ode_new_full (method, &problem, &details, tolerance, atol, &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_ode_start (ode, 0.0, start), ==, LS_OK);
  return ode;
}

static double
get_drift (const double x[])
{
  return fabs (hypot (x[0], x[1]) - 1.0);
}

static double
get_error (const LsOde *ode)
{
  const double t = ls_ode_get_time (ode), *x = ls_ode_get_states (ode);

  return hypot (x[0] - cos (t), x[1] - sin (t));
}

/* What is left between the steps goes smoothly over into the projected ends. */
static void
check_between (LsOde *ode)
{
  const double t_0 = ls_ode_get_previous_time (ode), t_1 = ls_ode_get_time (ode);
  const double *end = ls_ode_get_states (ode);
  double x[2];

  ls_ode_interpolate (ode, t_1 - 1e-9 * (t_1 - t_0), x);
  /* In 1e-9 of a step the point moves by 1e-9 of the step, which is of about 1 s at most. */
  g_assert_cmpfloat_with_epsilon (x[0], end[0], 1e-8);
  g_assert_cmpfloat_with_epsilon (x[1], end[1], 1e-8);
}

static void
check_circle (const LsOdeMethod *method)
{
  Data data = { 0, 0.0, INFINITY }, none = { 0, 0.0, 0.0 };
  const gboolean fixed = ls_ode_method_has_fixed_step (method);
  const double tolerance = 1e-6;
  g_autoptr (LsOde) ode = make (method, &data, TRUE, tolerance);
  g_autoptr (LsOde) free_ode = make (method, &none, FALSE, tolerance);
  LsOdeCounts counts, free_counts;
  double t = 0.0, x[2];

  while (t < 50.0)
    {
      g_assert_cmpint (ls_ode_step (ode, 50.0, &t), ==, LS_OK);
      /* Rounding of the normalised components, of 1. */
      g_assert_cmpfloat (get_drift (ls_ode_get_states (ode)), <, 1e-15);
      if (g_strcmp0 (ls_ode_method_get_id (method), "cvode-bdf") != 0)
        check_between (ode);
    }
  g_assert_cmpint (ls_ode_advance (free_ode, 50.0, x), ==, LS_OK);
  ls_ode_get_counts (ode, &counts);
  ls_ode_get_counts (free_ode, &free_counts);
  g_test_message ("%s: error %.1e (%.1e), drift %.1e, steps %u (%u), evaluations %u (%u)",
                  ls_ode_method_get_id (method), get_error (ode), get_error (free_ode),
                  get_drift (x), (guint)counts.steps, (guint)free_counts.steps,
                  (guint)counts.evaluations, (guint)free_counts.evaluations);
  g_assert_cmpuint (data.n_calls, >=, counts.steps);
  /* Without it the solution leaves the circle; with it neither the order nor the error suffers:
   * the steps get longer, by what the estimate of the error is relieved of. */
  /* RODAS drifts least, by 2e-7. */
  g_assert_cmpfloat (get_drift (x), >, 1e-7);
  g_assert_cmpuint (counts.steps, <=, 1.05 * free_counts.steps);
  /* Fixed steps of 0.01: the direction turns by atan (h) instead of h, t h^2 / 3 = 1.7e-3 in all.
   * Others: some hundred steps, with at most a tolerance each. */
  g_assert_cmpfloat (get_error (ode), <, fixed ? 0.01 : 1e3 * tolerance);
}

static void
test_circle (void)
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    if (ls_ode_method_can_project (ls_ode_method_get (i)))
      check_circle (ls_ode_method_get (i));
}

/* A projection that goes only so far makes the steps so short; one that never goes ends it. */
static void
check_leash (const LsOdeMethod *method)
{
  Data data = { 0, 0.0, 0.02 };
  g_autoptr (LsOde) ode = make (method, &data, TRUE, 1e-4);
  const double *x = ls_ode_get_states (ode);
  double t, end[2];

  g_assert_cmpint (ls_ode_advance (ode, 1.0, end), ==, LS_OK);
  /* Rounding of the normalised components, of 1. */
  g_assert_cmpfloat (get_drift (end), <, 1e-15);
  data.leash = -1.0;
  g_assert_cmpint (ls_ode_step (ode, 2.0, &t), ==, LS_RETRY);
  g_assert_cmpint (ls_ode_get_trouble (ode, NULL, NULL), ==, LS_ODE_TROUBLE_PROJECTION);
  x = ls_ode_get_states (ode);
  g_assert_cmpfloat (ls_ode_get_time (ode), ==, 1.0);
  g_assert_cmpfloat (x[0], ==, end[0]);
  g_assert_cmpfloat (x[1], ==, end[1]);
}

static void
test_leash (void)
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    if (ls_ode_method_can_project (ls_ode_method_get (i)))
      check_leash (ls_ode_method_get (i));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-projection/circle", test_circle);
  g_test_add_func ("/num/ode-projection/leash", test_leash);
  return g_test_run ();
}
