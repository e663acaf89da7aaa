#include "core/coupling/estimator.h"
#include "core/ode/ode.h"

#include <math.h>
#include <string.h>

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

static LsEstimator *
make (const LsSystemInfo *info, gboolean affine_term)
{
  const LsEstimatorSettings settings = { .affine_term = affine_term };

  return ls_estimator_new (info, DEGREE, &settings);
}

/* Value and slope at h against a tight integration of the same linear system. */
static void
test_integration (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  LsSystemInfo info = { .n_in = N_U, .n_out = N_Y, .n_state = N_X };
  LsLinearisation *point = ls_linearisation_new (&info);
  g_autoptr (LsEstimator) estimator = make (&info, TRUE);
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
      /* The reference is integrated to 1e-14; the rest is rounding of values up to 2. */
      g_assert_cmpfloat_with_epsilon (estimate, value, 2e-14);
      g_assert_cmpfloat_with_epsilon (estimated_slope, slope, 2e-14);
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
      g_autoptr (LsEstimator) estimator = make (&info, affine == 1);
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
  g_autoptr (LsEstimator) estimator = make (&info, TRUE);
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

/* The prey of COSTARICA 5.5 alone: x' = x (alpha - beta s (t) u), u (t) a parabola. */
typedef struct
{
  double a[4], amplitude;
} Prey;

static double
get_share (const Prey *self, double t)
{
  return self->amplitude > 0.0 ? 0.55 + self->amplitude * sin (2.0 * G_PI * t / 2.4) : 1.0;
}

static LsStatus
prey (double t, const double x[], double dx[], gpointer user_data)
{
  const Prey *self = user_data;
  double u = self->a[0] + t * (self->a[1] + t * self->a[2]);

  dx[0] = x[0] * (0.67 - 1.33 * get_share (self, t) * u);
  return LS_OK;
}

/* x - x_L after one step from t = 0, x = 0.8. */
static double
get_single_error (const Prey *model, double h, const LsEstimatorSettings *settings)
{
  LsSystemInfo info = { .n_in = 1, .n_out = 1, .n_state = 1 };
  LsLinearisation *point = ls_linearisation_new (&info);
  g_autoptr (LsEstimator) estimator = ls_estimator_new (&info, DEGREE, settings);
  LsOdeProblem problem = { 1, prey, NULL, (gpointer)model };
  double atol = 1e-16, x = 0.8, u = model->a[0], s = get_share (model, 0.0), estimate;
  double ft = -1.33 * 0.8 * u * model->amplitude * 2.0 * G_PI / 2.4, gt = 0.0;
  g_autoptr (LsOde) ode
      = ls_ode_new (ls_ode_method_find ("fehlberg78"), &problem, 1e-14, &atol, NULL);
  LsEstimatorStart start = { .point = point, .u = &u, .ft = &ft, .gt = &gt, .h = h };

  point->a[0] = 0.67 - 1.33 * s * u;
  point->b[0] = -1.33 * s * x;
  point->c[0] = 1.0;
  point->x[0] = point->y[0] = x;
  point->f[0] = x * (0.67 - 1.33 * s * u);
  g_assert_cmpint (ls_estimator_prepare_full (estimator, &start), ==, LS_OK);
  estimate = ls_estimator_get_constant (estimator)[0];
  for (guint p = 0; p <= DEGREE; p++)
    estimate += ls_estimator_get_gain (estimator)[p] * model->a[p];
  g_assert_cmpint (ls_ode_start (ode, 0.0, &x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, h, &x), ==, LS_OK);
  ls_linearisation_free (point);
  return x - estimate;
}

/* Errors of one linearised step: third order, second where f depends on time, third again with
 * its derivative. Computed independently. */
static void
test_single_step (void)
{
  static const double steps[] = { 1e-3, 1e-2, 1e-1 };
  static const double classical[] = { -2.23597e-11, -2.23728e-8, -2.24658e-5 };
  static const double with_time[] = { -5.01246e-7, -4.99856e-5, -4.84161e-3 };
  const Prey plain = { { 0.8, -0.16, -0.11008, 0.0 }, 0.0 };
  const Prey timed = { { 0.8, -0.448, 0.5173559185, 0.0 }, 0.45 };
  const LsEstimatorSettings without = { .affine_term = TRUE };
  const LsEstimatorSettings with = { .affine_term = TRUE, .time_derivative = TRUE };
  double errors[3];

  for (guint i = 0; i < 3; i++)
    {
      double error = get_single_error (&plain, steps[i], &without);

      /* Six digits are given, and rounding of x is 1e-16. */
      g_assert_cmpfloat_with_epsilon (error, classical[i], 1e-5 * fabs (classical[i]) + 2e-15);
      error = get_single_error (&timed, steps[i], &without);
      g_assert_cmpfloat_with_epsilon (error, with_time[i], 1e-5 * fabs (with_time[i]) + 2e-15);
      errors[i] = get_single_error (&timed, steps[i], &with);
      g_test_message ("with the time derivative: %g", errors[i]);
    }
  /* At 0.1 s the next term of the error is about a tenth of the first: log10 (1.1) = 0.04. */
  g_assert_cmpfloat_with_epsilon (log10 (errors[2] / errors[1]), 3.0, 0.2);
  g_assert_cmpfloat_with_epsilon (log10 (errors[1] / errors[0]), 3.0, 0.2);
}

/* As published against exact, gains, constants and terms of time of a random system. */
static void
test_published (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  LsSystemInfo info = { .n_in = N_U, .n_out = N_Y, .n_state = N_X };
  LsLinearisation *point = ls_linearisation_new (&info);
  LsEstimatorSettings settings = { .affine_term = TRUE, .time_derivative = TRUE };
  g_autoptr (LsEstimator) exact = ls_estimator_new (&info, DEGREE, &settings);
  g_autoptr (LsEstimator) published = NULL;
  double u[N_U], ft[N_X], gt[N_Y], h = 0.05;
  LsEstimatorStart start = { .point = point, .u = u, .ft = ft, .gt = gt, .h = h };

  settings.stehfest_terms = 14;
  published = ls_estimator_new (&info, DEGREE, &settings);
  fill (random, point->a, N_X * N_X);
  fill (random, point->b, N_X * N_U);
  fill (random, point->c, N_Y * N_X);
  fill (random, point->d, N_Y * N_U);
  fill (random, point->x, N_X);
  fill (random, point->f, N_X);
  fill (random, point->y, N_Y);
  fill (random, u, N_U);
  fill (random, ft, N_X);
  fill (random, gt, N_Y);
  g_assert_cmpint (ls_estimator_prepare_full (exact, &start), ==, LS_OK);
  g_assert_cmpint (ls_estimator_prepare_full (published, &start), ==, LS_OK);
  for (guint i = 0; i < N_Y; i++)
    {
      /* 14 terms leave 3e-8; slopes from values a fifth of a step apart 4e-5. Ten times that. */
      g_assert_cmpfloat_with_epsilon (ls_estimator_get_constant (published)[i],
                                      ls_estimator_get_constant (exact)[i], 3e-7);
      g_assert_cmpfloat_with_epsilon (ls_estimator_get_slope_constant (published)[i],
                                      ls_estimator_get_slope_constant (exact)[i], 4e-4);
    }
  for (guint k = 0; k < N_Y * N_U * (DEGREE + 1); k++)
    {
      g_assert_cmpfloat_with_epsilon (ls_estimator_get_gain (published)[k],
                                      ls_estimator_get_gain (exact)[k], 3e-7);
      /* Slopes, as above. */
      g_assert_cmpfloat_with_epsilon (ls_estimator_get_slope_gain (published)[k],
                                      ls_estimator_get_slope_gain (exact)[k], 4e-4);
    }
  /* x' = 20 ln 2 x: a pole where the inversion looks. */
  memset (point->a, 0, N_X * N_X * sizeof (double));
  for (guint k = 0; k < N_X; k++)
    point->a[k * (N_X + 1)] = G_LN2 / h;
  g_assert_cmpint (ls_estimator_prepare_full (published, &start), ==, LS_RETRY);
  ls_linearisation_free (point);
}

/* The control part y - C x - D u is held, continued by a line, or forgotten with the rest. */
static void
test_control_part (void)
{
  LsSystemInfo info = { .n_in = 1, .n_out = 1, .n_state = 1 };
  LsLinearisation *point = ls_linearisation_new (&info);
  const LsEstimatorSettings settings
      = { .affine_term = TRUE, .control_part = LS_CONTROL_PART_FIRST };
  g_autoptr (LsEstimator) estimator = ls_estimator_new (&info, DEGREE, &settings);
  double u = 0.0, a[4] = { 0.0 };

  point->y[0] = 1.0;
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 0.5), ==, LS_OK);
  g_assert_cmpfloat (ls_estimator_get_constant (estimator)[0], ==, 1.0);
  ls_estimator_record (estimator, a);
  point->y[0] = 2.0;
  /* Twice, as after a refused step. */
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 1.0), ==, LS_OK);
  g_assert_cmpfloat (ls_estimator_get_constant (estimator)[0], ==, 4.0);
  g_assert_cmpfloat (ls_estimator_get_slope_constant (estimator)[0], ==, 2.0);
  ls_estimator_restart (estimator);
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 1.0), ==, LS_OK);
  g_assert_cmpfloat (ls_estimator_get_constant (estimator)[0], ==, 2.0);
  ls_linearisation_free (point);
}

/* What the last step was wrong by, times (h / h_last)^3 and ^2. */
static void
test_defect (void)
{
  LsSystemInfo info = { .n_in = 1, .n_out = 1, .n_state = 1 };
  LsLinearisation *point = ls_linearisation_new (&info);
  const LsEstimatorSettings settings = { .affine_term = TRUE, .defect = TRUE };
  g_autoptr (LsEstimator) estimator = ls_estimator_new (&info, DEGREE, &settings);
  double u = 0.0, a[4] = { 0.0 };

  /* x' = f: it says y = 1 + 0.5 and y' = 1. */
  point->c[0] = point->f[0] = point->x[0] = point->y[0] = 1.0;
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 0.5), ==, LS_OK);
  ls_estimator_record (estimator, a);
  point->x[0] = point->y[0] = 1.75;
  point->f[0] = 1.125;
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 1.0), ==, LS_OK);
  g_assert_cmpfloat (ls_estimator_get_constant (estimator)[0], ==, 1.75 + 1.125 + 8.0 * 0.25);
  g_assert_cmpfloat (ls_estimator_get_slope_constant (estimator)[0], ==, 1.125 + 4.0 * 0.125);
  ls_estimator_pass (estimator);
  g_assert_cmpint (ls_estimator_prepare (estimator, point, &u, 1.0), ==, LS_OK);
  g_assert_cmpfloat (ls_estimator_get_constant (estimator)[0], ==, 1.75 + 1.125);
  ls_linearisation_free (point);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/estimator/integration", test_integration);
  g_test_add_func ("/cosim/estimator/costarica", test_costarica);
  g_test_add_func ("/cosim/estimator/kept", test_kept);
  g_test_add_func ("/cosim/estimator/single-step", test_single_step);
  g_test_add_func ("/cosim/estimator/published", test_published);
  g_test_add_func ("/cosim/estimator/control-part", test_control_part);
  g_test_add_func ("/cosim/estimator/defect", test_defect);
  return g_test_run ();
}
