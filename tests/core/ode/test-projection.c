/* Projections of states to where constraints hold: closed forms, ranks, what cannot be done. */
#include "core/ode/projection.h"

#include <math.h>
#include <string.h>

#define G 9.81
#define N 4 /* x, y, and their velocities */

static const double ones[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };

typedef struct
{
  double nan_from; /* s: from then on residuals are not numbers */
  guint n_steps;
} Data;

/* Of the pendulum: length, its derivative, energy. */
static LsStatus
pendulum (double t, const double x[], guint m, double phi[], gpointer user_data)
{
  const Data *data = user_data;
  const double all[3] = { x[0] * x[0] + x[1] * x[1] - 1, x[0] * x[2] + x[1] * x[3],
                          (x[2] * x[2] + x[3] * x[3]) / 2 + G * x[1] };

  memcpy (phi, all, m * sizeof (double));
  if (data != NULL && t >= data->nan_from)
    phi[0] = NAN;
  return LS_OK;
}

static LsStatus
pendulum_jacobian (
    double t G_GNUC_UNUSED, const double x[], guint m, double d[], gpointer user_data G_GNUC_UNUSED)
{
  const double all[3 * N] = { 2 * x[0], 2 * x[1], 0, 0, x[2], x[3], x[0], x[1], 0, G, x[2], x[3] };

  memcpy (d, all, m * N * sizeof (double));
  return LS_OK;
}

static LsProjection *
make (guint max, gboolean analytic, double rtol, const double atol[])
{
  const LsProjectionProblem problem = { .n = N,
                                        .max_constraints = max,
                                        .residuals = pendulum,
                                        .jacobian = analytic ? pendulum_jacobian : NULL };
  LsProjection *self = ls_projection_new (&problem);

  ls_projection_set_tolerances (self, rtol, atol);
  return self;
}

/* The nearest point satisfies W^-2 (x - from) = D (x)^T lambda (Lagrange). Of two equations with
 * two unknowns each, the first two tell lambda; the others must agree. */
static void
check_nearest (gboolean analytic)
{
  const double rtol = 1e-2, atol[N] = { 1e-3, 5e-3, 2e-2, 1e-2 };
  const double from[N] = { 0.63, -0.81, 0.42, 0.31 };
  g_autoptr (LsProjection) self = make (2, analytic, rtol, atol);
  double x[N], phi[2], d[2 * N], a[N], residual[2];

  memcpy (x, from, sizeof x);
  g_assert_cmpint (ls_projection_move (self, 0, x, NULL), ==, LS_OK);
  pendulum (0, x, 2, phi, NULL);
  pendulum_jacobian (0, x, 2, d, NULL);
  for (guint i = 0; i < N; i++)
    {
      const double w = rtol * fabs (from[i]) + atol[i];

      a[i] = (x[i] - from[i]) / (w * w);
    }
  /* lambda 2 from the velocities, lambda 1 from x. */
  const double second = a[2] / d[N + 2], first = (a[0] - second * d[N]) / d[0];

  residual[0] = a[1] - first * d[1] - second * d[N + 1];
  residual[1] = a[3] - first * d[3] - second * d[N + 3];
  g_test_message ("residuals %.1e %.1e, of Lagrange's equations %.1e %.1e of %.1e", phi[0], phi[1],
                  residual[0], residual[1], fabs (a[1]));
  /* Met is a thousandth of the weights; the nearest point is found as well as that. */
  g_assert_cmpfloat (fabs (phi[0]), <, 1e-5);
  g_assert_cmpfloat (fabs (phi[1]), <, 1e-5);
  g_assert_cmpfloat (fabs (residual[0]), <, 2e-3 * fabs (a[1]));
  g_assert_cmpfloat (fabs (residual[1]), <, 2e-3 * fabs (a[1]));
}

static void
test_nearest (void)
{
  check_nearest (TRUE);
  check_nearest (FALSE);
}

/* With equal weights and length alone it is x / |x|; the tangent is left as it is. */
static void
test_circle (void)
{
  g_autoptr (LsProjection) self = make (1, TRUE, 0, ones);
  double x[N] = { 3, 4, 0.5, 0.25 };

  ls_projection_set_tolerances (self, 0, (const double[]){ 1e-9, 1e-9, 1e-9, 1e-9 });
  g_assert_cmpint (ls_projection_move (self, 0, x, NULL), ==, LS_OK);
  /* MET: residuals of at most a thousandth of the weights, 1e-9. */
  g_assert_cmpfloat_with_epsilon (x[0], 0.6, 1e-12);
  g_assert_cmpfloat_with_epsilon (x[1], 0.8, 1e-12);
  g_assert_cmpfloat (x[2], ==, 0.5);
  g_assert_cmpfloat (x[3], ==, 0.25);
}

/* Of an error only what is along the constraints is left; one along them stays. */
static void
test_error (void)
{
  g_autoptr (LsProjection) self = make (2, TRUE, 0, ones);
  double x[N] = { 0.6, -0.8, 0.8, 0.6 }, error[N] = { 0.6, -0.8, 0, 0 };
  double along[N] = { 0.8, 0.6, 0, 0 };

  ls_projection_set_tolerances (self, 0, (const double[]){ 1e-6, 1e-6, 1e-6, 1e-6 });
  g_assert_cmpint (ls_projection_move (self, 0, x, error), ==, LS_OK);
  for (guint k = 0; k < 2; k++)
    {
      double d[2 * N], left = 0;

      pendulum_jacobian (0, x, 2, d, NULL);
      for (guint i = 0; i < N; i++)
        left += d[k * N + i] * error[i];
      /* Rounding: numbers of size 1. */
      g_assert_cmpfloat_with_epsilon (left, 0, 1e-14);
    }
  g_assert_cmpint (ls_projection_move (self, 0, x, along), ==, LS_OK);
  /* Rounding: numbers of size 1. */
  g_assert_cmpfloat_with_epsilon (along[0] * 0.6 - along[1] * 0.8, 0, 1e-14);
  /* Half of it is left, 0.5: the constraint of the velocity takes the other half. */
  g_assert_cmpfloat (hypot (along[0], along[1]), >, 0.4);
}

/* At rest at the bottom, length and energy say the same of y: rank 2 of 3. */
static void
test_rest (void)
{
  g_autoptr (LsProjection) self = make (3, TRUE, 0, ones);
  const double atol[N] = { 1e-6, 1e-6, 1e-6, 1e-6 };
  double x[N] = { 0, -1, 0, 0 }, before[N];

  /* The energy of this model is 0 at height 0, so that at rest at the bottom it is off by g: that
   * contradicts the length, and nothing can be done. */
  ls_projection_set_tolerances (self, 0, atol);
  memcpy (before, x, sizeof x);
  g_assert_cmpint (ls_projection_move (self, 0, x, NULL), ==, LS_RETRY);
  g_assert_cmpint (ls_projection_get_trouble (self), ==, LS_PROJECTION_SINGULAR);
  g_assert_cmpmem (x, sizeof x, before, sizeof before);
  g_assert_cmpuint (ls_projection_get_rank (self), ==, 2);
}

/* Two rods in one line, and the whole as long as both: the third constraint repeats the others. */
static LsStatus
rods (double t G_GNUC_UNUSED,
      const double x[],
      guint m G_GNUC_UNUSED,
      double phi[],
      gpointer user_data G_GNUC_UNUSED)
{
  const double dx = x[2] - x[0], dy = x[3] - x[1];

  phi[0] = x[0] * x[0] + x[1] * x[1] - 1;
  phi[1] = dx * dx + dy * dy - 1;
  phi[2] = x[2] * x[2] + x[3] * x[3] - 4;
  return LS_OK;
}

static void
check_rods (gboolean consistent)
{
  const LsProjectionProblem problem = { .n = N, .max_constraints = 3, .residuals = rods };
  const double atol[N] = { 1e-4, 1e-4, 1e-4, 1e-4 };
  /* Both rods too long by the same, or only the whole, against the rods. */
  const double good[N] = { 1 + 1e-5, 0, 2 + 2e-5, 0 }, bad[N] = { 1, 0, 2, 0.2 };
  g_autoptr (LsProjection) self = ls_projection_new (&problem);
  double x[N], phi[3];

  ls_projection_set_tolerances (self, 0, atol);
  ls_projection_set_leash (self, 1);
  memcpy (x, consistent ? good : bad, sizeof x);
  if (!consistent)
    {
      g_assert_cmpint (ls_projection_move (self, 0, x, NULL), ==, LS_RETRY);
      g_assert_cmpmem (x, sizeof x, bad, sizeof bad);
      return;
    }
  g_assert_cmpint (ls_projection_move (self, 0, x, NULL), ==, LS_OK);
  rods (0, x, 3, phi, NULL);
  g_test_message ("rank %u, residuals %.1e %.1e %.1e", ls_projection_get_rank (self), phi[0],
                  phi[1], phi[2]);
  for (guint i = 0; i < 3; i++)
    /* MET: a thousandth of the weights of 1e-4. */
    g_assert_cmpfloat (fabs (phi[i]), <, 1e-7);
}

static void
test_rods (void)
{
  check_rods (TRUE);
  check_rods (FALSE);
}

static LsStatus
impossible (double t G_GNUC_UNUSED,
            const double x[],
            guint m G_GNUC_UNUSED,
            double phi[],
            gpointer user_data G_GNUC_UNUSED)
{
  phi[0] = x[0] * x[0] + 1;
  return LS_OK;
}

/* Whatever fails leaves the states as they are and says why. */
static void
check_trouble (const LsProjectionProblem *problem,
               double t,
               const double x[],
               double leash,
               LsProjectionTrouble expected)
{
  const double atol[N] = { 1e-6, 1e-6, 1e-6, 1e-6 };
  g_autoptr (LsProjection) self = ls_projection_new (problem);
  double after[N], error[N] = { 1, 2, 3, 4 };
  LsProjectionCounts counts;

  ls_projection_set_tolerances (self, 1e-6, atol);
  ls_projection_set_leash (self, leash);
  memcpy (after, x, sizeof after);
  g_assert_cmpint (ls_projection_move (self, t, after, error), ==, LS_RETRY);
  g_assert_cmpint (ls_projection_get_trouble (self), ==, expected);
  g_assert_cmpmem (after, sizeof after, x, sizeof after);
  g_assert_cmpfloat (error[3], ==, 4);
  g_assert_nonnull (ls_projection_describe (expected));
  ls_projection_get_counts (self, &counts);
  g_assert_cmpuint (counts.failed, ==, 1);
  g_assert_cmpuint (counts.moved, ==, 0);
}

static void
test_trouble (void)
{
  Data data = { .nan_from = 1 };
  const LsProjectionProblem length = { .n = N,
                                       .max_constraints = 2,
                                       .residuals = pendulum,
                                       .user_data = &data,
                                       .jacobian = pendulum_jacobian };
  const LsProjectionProblem none = { .n = N, .max_constraints = 1, .residuals = impossible };
  const double near[N] = { 0.6, -0.800001, 0.8, 0.6 }, far[N] = { 0.7, -0.8, 0.8, 0.6 };
  const double middle[N] = { 0, 0, 0, 0 }, some[N] = { 1.3, 0, 0, 0 };

  check_trouble (&length, 1, near, INFINITY, LS_PROJECTION_NOT_FINITE);
  check_trouble (&length, 0, far, 1, LS_PROJECTION_TOO_FAR);
  check_trouble (&length, 0, middle, INFINITY, LS_PROJECTION_SINGULAR);
  check_trouble (&none, 0, some, INFINITY, LS_PROJECTION_DIVERGED);
}

/* The sequential projection of the paper: length first, then the velocity along the circle. */
static LsStatus
full (double t G_GNUC_UNUSED,
      const double x[],
      double tolerance G_GNUC_UNUSED,
      guint limit G_GNUC_UNUSED,
      double way[],
      gpointer user_data G_GNUC_UNUSED)
{
  const double r = hypot (x[0], x[1]), along = (x[2] * x[1] - x[3] * x[0]) / (r * r);

  way[0] = x[0] / r - x[0];
  way[1] = x[1] / r - x[1];
  way[2] = along * x[1] - x[2];
  way[3] = -along * x[0] - x[3];
  return x[1] > 0 ? LS_RETRY : LS_OK;
}

/* Half of the way: a step that has to be taken again and again. */
static LsStatus
half (double t, const double x[], double step[], gpointer user_data)
{
  Data *data = user_data;
  LsStatus status = full (t, x, 0, 0, step, NULL);

  data->n_steps++;
  for (guint i = 0; i < N; i++)
    step[i] *= 0.5;
  return status;
}

/* The ways of the problem itself lead to points where the constraints hold, not to the nearest one:
 * length first, then velocity, is not both at once. */
static void
test_ways (void)
{
  Data data = { .nan_from = INFINITY };
  const double atol[N] = { 1e-4, 1e-4, 1e-4, 1e-4 }, from[N] = { 0.6001, -0.8, 0.8001, 0.6 };
  const double above[N] = { 0.6001, 0.8, 0.8001, -0.6 };
  const LsProjectionProblem problems[3] = {
    { .n = N, .max_constraints = 2, .residuals = pendulum, .jacobian = pendulum_jacobian },
    { .n = N,
      .max_constraints = 2,
      .residuals = pendulum,
      .jacobian = pendulum_jacobian,
      .full = full },
    { .n = N, .max_constraints = 2, .step = half, .user_data = &data },
  };
  double x[3][N], phi[2], distance[3] = { 0 };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsProjection) self = ls_projection_new (&problems[i]);
      double error[N] = { 6e-5, -8e-5, 0, 0 };

      ls_projection_set_tolerances (self, 0, atol);
      memcpy (x[i], from, sizeof from);
      g_assert_cmpint (ls_projection_move (self, 0, x[i], error), ==, LS_OK);
      /* Its length is 1e-4, all of it across the circle. */
      /* The last one has no Jacobian to take it out with. */
      g_assert_cmpfloat (hypot (error[0], error[1]), <, i < 2 ? 9e-5 : 1.01e-4);
      if (i == 0)
        continue;
      pendulum (0, x[i], 2, phi, NULL);
      /* MET: a thousandth of the weights of 1e-4, times the gradient of 2; a factor of 5 is
       * left. */
      g_assert_cmpfloat (hypot (phi[0], phi[1]), <, 1e-6);
      for (guint j = 0; j < N; j++)
        {
          distance[0] += (x[0][j] - from[j]) * (x[0][j] - from[j]);
          distance[i] += (x[i][j] - from[j]) * (x[i][j] - from[j]);
        }
      /* The start is off by 1e-4 in two states, so that the nearest point is within 2e-8 (squared);
       * the other ways may be twice as far. */
      g_assert_cmpfloat (distance[i], <, 4e-8);
      memcpy (x[i], above, sizeof above);
      g_assert_cmpint (ls_projection_move (self, 0, x[i], NULL), ==, LS_RETRY);
      g_assert_cmpint (ls_projection_get_trouble (self), ==, LS_PROJECTION_EVALUATION);
      g_assert_cmpmem (x[i], sizeof x[i], above, sizeof above);
    }
  /* Twice the sum of the nearest way. */
  g_assert_cmpfloat (distance[0] / 2, <, distance[1]);
  g_assert_cmpuint (data.n_steps, >, 5);
}

/* None at all, and fewer than there can be. */
static void
test_number (void)
{
  g_autoptr (LsProjection) self = make (3, FALSE, 1e-6, ones);
  double x[N] = { 0.7, -0.8, 0.9, 0.1 }, before[N];

  memcpy (before, x, sizeof x);
  ls_projection_set_n_constraints (self, 0);
  g_assert_cmpint (ls_projection_move (self, 0, x, NULL), ==, LS_OK);
  g_assert_cmpmem (x, sizeof x, before, sizeof before);
  ls_projection_set_n_constraints (self, 1);
  ls_projection_set_tolerances (self, 0, (const double[]){ 1e-6, 1e-6, 1e-6, 1e-6 });
  g_assert_cmpint (ls_projection_move (self, 0, x, NULL), ==, LS_OK);
  /* MET: a thousandth of 1e-6. */
  g_assert_cmpfloat_with_epsilon (hypot (x[0], x[1]), 1, 1e-9);
  g_assert_cmpfloat (x[3], ==, 0.1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/project/nearest", test_nearest);
  g_test_add_func ("/num/project/circle", test_circle);
  g_test_add_func ("/num/project/error", test_error);
  g_test_add_func ("/num/project/rest", test_rest);
  g_test_add_func ("/num/project/rods", test_rods);
  g_test_add_func ("/num/project/trouble", test_trouble);
  g_test_add_func ("/num/project/ways", test_ways);
  g_test_add_func ("/num/project/number", test_number);
  return g_test_run ();
}
