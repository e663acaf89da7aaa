/* Algebraic loops as plain maps with known solutions: rates, conditions, what is said of those that
 * have one solution, two, many or none. */
#include "core/assembly/loop.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_N 50u

static const double ones[MAX_N] = { [0 ... MAX_N - 1] = 1.0 };
static const char *const letters[] = { "a.y", "b.y", "c.y", "d.y" };

static LsLoop *
make (guint n,
      LsStatus (*map) (const double v[], double image[], gpointer user_data),
      LsStatus (*derivatives) (const double v[], double j[], gpointer user_data),
      const double nominals[],
      gpointer user_data)
{
  const LsLoopProblem problem = { n, letters, nominals, map, derivatives, user_data, 0.0 };

  return ls_loop_new (&problem);
}

/* v0 = 2 cos v1 + 3, v1 = v0^2 / 10. */
static LsStatus
curved (const double v[], double image[], gpointer user_data)
{
  guint *calls = user_data;

  if (calls != NULL)
    ++*calls;
  image[0] = 2.0 * cos (v[1]) + 3.0;
  image[1] = v[0] * v[0] / 10.0;
  return LS_OK;
}

static LsStatus
curved_derivatives (const double v[], double j[], gpointer user_data G_GNUC_UNUSED)
{
  j[1] = -2.0 * sin (v[1]);
  j[2] = v[0] / 5.0;
  return LS_OK;
}

/* The logged residuals fall quadratically: r' <= C r^2 with a C that does not grow. */
static void
test_quadratic (void)
{
  g_autoptr (LsLoop) loop = make (2, curved, curved_derivatives, ones, NULL);
  double v[] = { 3.0, 1.0 }, before = INFINITY;
  g_autoptr (GError) error = NULL;
  LsLoopReport *report;
  guint n_rates = 0;

  g_assert_true (ls_loop_solve (loop, v, 0.0, &error));
  g_assert_no_error (error);
  /* Newton's method aims at EPS, 8 eps of 1 + v0 = 4.6: 8e-15. */
  g_assert_cmpfloat (fabs (v[0] - 2.0 * cos (v[1]) - 3.0), <=, 1e-14);
  report = ls_loop_get_report (loop);
  for (guint k = 0; k + 1 < report->n_residuals; k++)
    {
      double r = report->residuals[k], next = report->residuals[k + 1];

      g_test_message ("%u: %.3g", k, r);
      /* Below 1e-7 the square is lost in rounding. */
      if (r > 0.1 || r < 1e-7)
        continue;
      /* C is about 1.2 at most: second derivatives of 2 and 1/5, and the inverse of the matrix. */
      g_assert_cmpfloat (next, <=, fmax (2.0 * r * r, 4.0 * DBL_EPSILON));
      g_assert_cmpfloat (next, <, before);
      before = next;
      n_rates++;
    }
  g_assert_cmpuint (n_rates, >=, 2);
  /* Rounding of the map: a cosine, a product and a sum. */
  g_assert_cmpfloat (report->residual, <=, 4.0 * DBL_EPSILON);
  g_assert_true (report->unique);
  g_assert_false (report->by_differences);
  g_assert_cmpfloat (report->start[0], ==, 3.0);
  g_assert_cmpfloat (report->solution[0], ==, v[0]);
  ls_loop_report_free (report);
}

typedef struct
{
  guint n;
  double m[MAX_N * MAX_N], b[MAX_N];
} Affine;

static LsStatus
affine (const double v[], double image[], gpointer user_data)
{
  const Affine *self = user_data;

  for (guint i = 0; i < self->n; i++)
    {
      image[i] = self->b[i];
      for (guint k = 0; k < self->n; k++)
        image[i] += self->m[i * self->n + k] * v[k];
    }
  return LS_OK;
}

static LsStatus
affine_derivatives (const double v[] G_GNUC_UNUSED, double j[], gpointer user_data)
{
  const Affine *self = user_data;

  memcpy (j, self->m, (gsize)self->n * self->n * sizeof (double));
  return LS_OK;
}

/* 50 unknowns in units nine orders apart, b such that the solution is known; by derivatives and by
 * differences. */
static void
test_linear (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree Affine *map = g_new0 (Affine, 1);
  double nominals[MAX_N], expected[MAX_N];
  char *names[MAX_N];

  map->n = MAX_N;
  for (guint i = 0; i < MAX_N; i++)
    {
      nominals[i] = pow (10.0, (int)(i % 10) - 4);
      expected[i] = g_rand_double_range (random, 0.5, 2.0) * nominals[i];
      names[i] = g_strdup_printf ("c%02u.y", i);
    }
  for (guint i = 0; i < MAX_N; i++)
    {
      map->b[i] = expected[i];
      for (guint k = 0; k < MAX_N; k++)
        {
          map->m[i * MAX_N + k]
              = g_rand_double_range (random, -1.0, 1.0) * nominals[i] / nominals[k];
          map->b[i] -= map->m[i * MAX_N + k] * expected[k];
        }
    }
  for (guint by_differences = 0; by_differences < 2; by_differences++)
    {
      const LsLoopProblem problem = { MAX_N,
                                      (const char *const *)names,
                                      nominals,
                                      affine,
                                      by_differences ? NULL : affine_derivatives,
                                      map,
                                      0.0 };
      g_autoptr (LsLoop) loop = ls_loop_new (&problem);
      double v[MAX_N] = { 0.0 }, worst = 0.0;
      LsLoopReport *report;

      g_assert_true (ls_loop_solve (loop, v, 0.0, NULL));
      for (guint i = 0; i < MAX_N; i++)
        worst = fmax (worst, fabs (v[i] / expected[i] - 1.0));
      report = ls_loop_get_report (loop);
      g_test_message ("error %.2g, condition %.3g, %u residuals", worst, report->condition,
                      report->n_residuals);
      /* Rounding of 50 terms, times a condition of 78: 9e-13. */
      g_assert_cmpfloat (worst, <=, 1e-12);
      g_assert_cmpint (report->by_differences, ==, (int)by_differences);
      g_assert_cmpuint (report->n_residuals, <=, by_differences ? 8 : 4);
      g_assert_cmpfloat (report->condition, >, 1.0);
      /* Nominals alone, nine orders apart, would make 1e9. */
      g_assert_cmpfloat (report->condition, <, 1e6);
      ls_loop_report_free (report);
    }
  for (guint i = 0; i < MAX_N; i++)
    g_free (names[i]);
}

/* u = 10 - 2 i, i = 8 / u: u^2 - 10 u + 16 = 0, 8 and 2. */
static LsStatus
load (const double v[], double image[], gpointer user_data G_GNUC_UNUSED)
{
  if (v[0] == 0.0)
    return LS_RETRY;
  image[0] = 10.0 - 2.0 * v[1];
  image[1] = 8.0 / v[0];
  return LS_OK;
}

static void
test_two_solutions (void)
{
  static const double starts[][3] = { { 10.0, 0.0, 8.0 }, { 1.0, 5.0, 2.0 } };

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (LsLoop) loop = make (2, load, NULL, ones, NULL);
      double v[] = { starts[k][0], starts[k][1] };
      g_autofree char *said = NULL;
      LsLoopReport *report;

      g_assert_true (ls_loop_solve (loop, v, 0.0, NULL));
      /* Solved to LS_LOOP_TOLERANCE at least; 1 - 16 / u^2 is 0.75 or -3. */
      g_assert_cmpfloat (fabs (v[0] / starts[k][2] - 1.0), <=, 1e-12);
      report = ls_loop_get_report (loop);
      said = ls_loop_report_describe_values (report);
      g_test_message ("%s", said);
      g_assert_cmpstr (said, ==, k == 0 ? "a.y: 10 → 8; b.y: 0 → 1" : "a.y: 1 → 2; b.y: 5 → 4");
      ls_loop_report_free (report);
    }
}

/* Ends with an error that holds all of @parts. */
static void
check_refused (LsLoop *loop, double v[], const char *const parts[])
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_loop_solve (loop, v, 0.25, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "t = 0.25 s"));
  for (guint i = 0; parts[i] != NULL; i++)
    g_assert_nonnull (strstr (error->message, parts[i]));
  ls_loop_free (loop);
}

/* v0 = v1 + 1, v1 = v0 - 1 (many solutions) or v0 (none), v2 = v0 / 2 - v2 determined by them. */
static void
test_singular (void)
{
  Affine map = { .n = 3, .m = { 0, 1, 0, 1, 0, 0, 0, 0, 0.5 }, .b = { 1.0, -1.0, 3.0 } };
  const char *const parts[] = { "singular", "a.y, b.y (", "residual", NULL };
  double v[] = { 0.0, 0.0, 0.0 }, good[] = { 4.0, 3.0, 6.0 };
  g_autoptr (LsLoop) loop = NULL;
  LsLoopReport *report;

  check_refused (make (3, affine, affine_derivatives, ones, &map), v, parts);
  memset (v, 0, sizeof v);
  check_refused (make (3, affine, NULL, ones, &map), v, parts);
  /* A guess that is one of the solutions stays. */
  loop = make (3, affine, affine_derivatives, ones, &map);
  g_assert_true (ls_loop_solve (loop, good, 0.0, NULL));
  g_assert_cmpfloat (good[0], ==, 4.0);
  g_assert_cmpfloat (good[2], ==, 6.0);
  report = ls_loop_get_report (loop);
  g_assert_false (report->unique);
  ls_loop_report_free (report);
  map.b[1] = 0.0;
  memset (v, 0, sizeof v);
  check_refused (make (3, affine, affine_derivatives, ones, &map), v, parts);
}

/* v = v^2 + 1 + k: none for k = 0, two for k = -1.25 though the start has a horizontal tangent:
 * v - v^2 is greatest at 1/2. */
static LsStatus
parabola (const double v[], double image[], gpointer user_data)
{
  image[0] = v[0] * v[0] + 1.0 + *(const double *)user_data;
  return LS_OK;
}

static LsStatus
broken (const double v[], double image[], gpointer user_data G_GNUC_UNUSED)
{
  image[0] = v[1] + 1.0;
  image[1] = NAN;
  return LS_OK;
}

static LsStatus
refuse (const double v[] G_GNUC_UNUSED,
        double image[] G_GNUC_UNUSED,
        gpointer user_data G_GNUC_UNUSED)
{
  return LS_STOP;
}

static void
test_failures (void)
{
  const char *const none[] = { "a.y", "no solution", "residual", NULL };
  const char *const nowhere[] = { "a.y, b.y", "“b.y” is not a finite number", NULL };
  double k = 0.0, v[] = { 3.0, 1.0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LsLoop) stopped = make (2, refuse, NULL, ones, NULL);
  g_autoptr (LsLoop) flat = make (1, parabola, NULL, ones, &k);

  check_refused (make (1, parabola, NULL, ones, &k), v, none);
  v[0] = 3.0;
  check_refused (make (2, broken, NULL, ones, NULL), v, nowhere);
  g_assert_false (ls_loop_solve (stopped, v, 0.0, &error));
  g_assert_no_error (error);
  k = -1.25;
  v[0] = 0.5;
  g_assert_true (ls_loop_solve (flat, v, 0.0, &error));
  /* Newton's method aims at 8 eps of nominal and value (EPS of loop.c). */
  g_assert_cmpfloat (fabs (v[0] * v[0] - v[0] - 0.25), <=, 1e-14);
}

/* From one solution to the next the matrix is kept: two evaluations where nothing is curved. */
static void
test_follow (void)
{
  guint calls = 0;
  g_autoptr (LsLoop) loop = make (2, curved, curved_derivatives, ones, &calls);
  double v[] = { 3.0, 1.0 }, at[2];
  guint before;
  LsLoopReport *report;

  g_assert_true (ls_loop_solve (loop, v, 0.0, NULL));
  memcpy (at, v, sizeof v);
  v[0] += 1e-3;
  g_assert_cmpint (ls_loop_follow (loop, v), ==, LS_OK);
  /* FOLLOW_EPS is 1e-14 of 1 + v0 = 4.6, times an inverse of the matrix of 1.2. */
  g_assert_cmpfloat (fabs (v[0] - at[0]), <=, 1e-13);
  v[1] -= 1e-6;
  before = calls;
  g_assert_cmpint (ls_loop_follow (loop, v), ==, LS_OK);
  g_assert_cmpuint (calls - before, <=, 5);
  g_assert_cmpfloat (fabs (v[1] - at[1]), <=, 1e-13);
  report = ls_loop_get_report (loop);
  g_assert_cmpuint (report->n_solutions, ==, 3);
  ls_loop_report_free (report);
}

static void
test_pack (void)
{
  g_autoptr (LsLoop) loop = make (2, curved, NULL, ones, NULL);
  g_autoptr (GPtrArray) none = g_ptr_array_new (), copies = NULL, empty = NULL;
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_loop_report_free);
  g_autoptr (GBytes) bytes = NULL, nothing = ls_loop_reports_pack (none);
  double v[] = { 3.0, 1.0 };
  const LsLoopReport *a, *b;

  g_assert_true (ls_loop_solve (loop, v, 0.5, NULL));
  g_ptr_array_add (one, ls_loop_get_report (loop));
  bytes = ls_loop_reports_pack (one);
  copies = ls_loop_reports_unpack (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpuint (copies->len, ==, 1);
  a = one->pdata[0];
  b = copies->pdata[0];
  g_assert_cmpstr (b->members[1], ==, a->members[1]);
  g_assert_cmpfloat (b->solution[1], ==, v[1]);
  g_assert_cmpfloat (b->time, ==, 0.5);
  g_assert_cmpuint (b->n_residuals, ==, a->n_residuals);
  g_assert_cmpfloat (b->condition, ==, a->condition);
  g_assert_cmpfloat (b->gain, ==, a->gain);
  empty = ls_loop_reports_unpack (g_bytes_get_data (nothing, NULL), g_bytes_get_size (nothing));
  g_assert_cmpuint (empty->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/loop/quadratic", test_quadratic);
  g_test_add_func ("/cosim/loop/linear", test_linear);
  g_test_add_func ("/cosim/loop/two-solutions", test_two_solutions);
  g_test_add_func ("/cosim/loop/singular", test_singular);
  g_test_add_func ("/cosim/loop/failures", test_failures);
  g_test_add_func ("/cosim/loop/follow", test_follow);
  g_test_add_func ("/cosim/loop/pack", test_pack);
  return g_test_run ();
}
