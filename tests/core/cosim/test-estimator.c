#include "core/cosim/estimator.h"
#include "core/num/ode.h"

#include <math.h>

#define N_X 5u
#define N_U 2u
#define N_Y 3u
#define DEGREE 3u

/* x' = f + A (x - x0) + B (u (t) - u0), u a cubic in t. */
typedef struct
{
  LsLinearisation *point;
  double u0[N_U], a[N_U][DEGREE + 1];
} Problem;

static double
get_input (const Problem *self, guint j, double t)
{
  double value = 0.0;

  for (guint p = DEGREE + 1; p-- > 0;)
    value = value * t + self->a[j][p];
  return value;
}

static LsStatus
derivatives (double t, const double x[], double dx[], gpointer user_data)
{
  const Problem *self = user_data;
  const LsLinearisation *point = self->point;

  for (guint i = 0; i < N_X; i++)
    {
      dx[i] = point->f[i];
      for (guint k = 0; k < N_X; k++)
        dx[i] += point->a[i * N_X + k] * (x[k] - point->x[k]);
      for (guint j = 0; j < N_U; j++)
        dx[i] += point->b[i * N_U + j] * (get_input (self, j, t) - self->u0[j]);
    }
  return LS_OK;
}

static void
fill (GRand *random, double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    values[i] = g_rand_double_range (random, -1.0, 1.0);
}

/* Value and slope at h against a tight integration of the same linear system. */
static void
test_integration (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  LsSystemInfo info = { .n_in = N_U, .n_out = N_Y, .n_state = N_X };
  LsLinearisation *point = ls_linearisation_new (&info);
  g_autoptr (LsEstimator) estimator = ls_estimator_new (&info, DEGREE, TRUE);
  Problem problem = { .point = point };
  LsOdeProblem equations = { N_X, derivatives, NULL, &problem };
  double atol[N_X] = { 1e-15, 1e-15, 1e-15, 1e-15, 1e-15 };
  g_autoptr (LsOde) ode
      = ls_ode_new (ls_ode_method_find ("fehlberg78"), &equations, 1e-14, atol, NULL);
  double h = 0.7, x[N_X], dx[N_X];

  fill (random, point->a, N_X * N_X);
  fill (random, point->b, N_X * N_U);
  fill (random, point->c, N_Y * N_X);
  fill (random, point->d, N_Y * N_U);
  fill (random, point->x, N_X);
  fill (random, point->f, N_X);
  fill (random, point->y, N_Y);
  fill (random, problem.u0, N_U);
  fill (random, &problem.a[0][0], N_U * (DEGREE + 1));

  g_assert_cmpint (ls_estimator_prepare (estimator, point, problem.u0, h), ==, LS_OK);
  g_assert_cmpint (ls_ode_start (ode, 0.0, point->x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, h, x), ==, LS_OK);
  derivatives (h, x, dx, &problem);
  for (guint i = 0; i < N_Y; i++)
    {
      double value = point->y[i], slope = 0.0;
      double estimate = ls_estimator_get_constant (estimator)[i];
      double estimated_slope = ls_estimator_get_slope_constant (estimator)[i];

      for (guint k = 0; k < N_X; k++)
        {
          value += point->c[i * N_X + k] * (x[k] - point->x[k]);
          slope += point->c[i * N_X + k] * dx[k];
        }
      for (guint j = 0; j < N_U; j++)
        {
          const double *a = problem.a[j];

          value += point->d[i * N_U + j] * (get_input (&problem, j, h) - problem.u0[j]);
          slope += point->d[i * N_U + j] * (a[1] + 2.0 * a[2] * h + 3.0 * a[3] * h * h);
          for (guint p = 0; p <= DEGREE; p++)
            {
              gsize entry = ((gsize)i * N_U + j) * (DEGREE + 1) + p;

              estimate += ls_estimator_get_gain (estimator)[entry] * a[p];
              estimated_slope += ls_estimator_get_slope_gain (estimator)[entry] * a[p];
            }
        }
      g_assert_cmpfloat_with_epsilon (estimate, value, 1e-12);
      g_assert_cmpfloat_with_epsilon (estimated_slope, slope, 1e-12);
    }
  ls_linearisation_free (point);
}

/* The example of COSTARICA section 5.1: A = B = D = 0, C = 1 gives P_V = 1,
 * R_V = h, P_D = 0, R_D = 1, that is y (h) = x + h f_C. */
static void
test_costarica (void)
{
  for (guint affine = 0; affine < 2; affine++)
    {
      LsSystemInfo info = { .n_in = 1, .n_out = 1, .n_state = 1 };
      LsLinearisation *point = ls_linearisation_new (&info);
      g_autoptr (LsEstimator) estimator = ls_estimator_new (&info, DEGREE, affine == 1);
      double u = 0.4, h = 0.25;

      point->c[0] = 1.0;
      point->x[0] = point->y[0] = 3.0;
      point->f[0] = 2.0;
      g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, h), ==, LS_OK);
      g_assert_cmpfloat (ls_estimator_get_constant (estimator)[0], ==, affine == 1 ? 3.5 : 3.0);
      g_assert_cmpfloat (ls_estimator_get_slope_constant (estimator)[0], ==,
                         affine == 1 ? 2.0 : 0.0);
      for (guint p = 0; p <= DEGREE; p++)
        {
          g_assert_cmpfloat (ls_estimator_get_gain (estimator)[p], ==, 0.0);
          g_assert_cmpfloat (ls_estimator_get_slope_gain (estimator)[p], ==, 0.0);
        }
      ls_linearisation_free (point);
    }
}

/* Gains are kept while matrices and step stay, whatever the point. */
static void
test_kept (void)
{
  LsSystemInfo info = { .n_in = 1, .n_out = 1, .n_state = 1 };
  LsLinearisation *point = ls_linearisation_new (&info);
  g_autoptr (LsEstimator) estimator = ls_estimator_new (&info, DEGREE, TRUE);
  double u = 1.0;

  point->a[0] = -1.0;
  point->c[0] = 1.0;
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 0.1), ==, LS_OK);
  point->x[0] = 5.0;
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 0.1), ==, LS_OK);
  g_assert_cmpuint (ls_estimator_get_count (estimator), ==, 1);
  point->d[0] = 0.5;
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 0.1), ==, LS_OK);
  g_assert_cmpuint (ls_estimator_get_count (estimator), ==, 2);
  point->a[0] = NAN;
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 0.1), ==, LS_STOP);
  ls_linearisation_free (point);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/estimator/integration", test_integration);
  g_test_add_func ("/cosim/estimator/costarica", test_costarica);
  g_test_add_func ("/cosim/estimator/kept", test_kept);
  return g_test_run ();
}
