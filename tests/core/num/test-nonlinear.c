/* Problems with known solutions: linear maps (Anderson's method and Newton's end
 * in as many evaluations as there are unknowns), Kepler's equation, a map that
 * diverges when it is only iterated, units far apart. */
#include "core/num/nonlinear.h"

#include "../allocations.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Psi (z) = M z + b. */
typedef struct
{
  guint n;
  double m[36], b[6];
  guint n_calls, refuse_at;
  double last[6];
} Affine;

static const char *const methods[]
    = { "fixed-point", "anderson", "newton-gmres", "interface-newton", "newton" };

static LsStatus
affine_map (const double z[], double image[], gpointer user_data)
{
  Affine *self = user_data;

  self->n_calls++;
  memcpy (self->last, z, self->n * sizeof (double));
  if (self->n_calls == self->refuse_at)
    return LS_RETRY;
  for (guint i = 0; i < self->n; i++)
    {
      image[i] = self->b[i];
      for (guint j = 0; j < self->n; j++)
        image[i] += self->m[i * self->n + j] * z[j];
    }
  return LS_OK;
}

static LsStatus
affine_jacobian (const double z[] G_GNUC_UNUSED,
                 const double image[] G_GNUC_UNUSED,
                 double j[],
                 gpointer user_data)
{
  Affine *self = user_data;

  memcpy (j, self->m, self->n * self->n * sizeof (double));
  return LS_OK;
}

static const double units[6] = { 1.0, 1e6, 1e-6, 1e3, 1.0, 1e-3 };
static const double ones[6] = { 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 };

/* Entries with row sums of at most @size, between unknowns in @scale. */
static void
fill (Affine *self, guint n, double size, const double scale[], guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  *self = (Affine){ .n = n };
  for (guint i = 0; i < n; i++)
    {
      self->b[i] = g_rand_double_range (random, -1.0, 1.0) * scale[i];
      for (guint j = 0; j < n; j++)
        self->m[i * n + j]
            = g_rand_double_range (random, -1.0, 1.0) * size / n * scale[i] / scale[j];
    }
}

static LsNonlinear *
make (const char *id, Affine *map, const double scale[], double eps, guint max_iterations)
{
  LsNonlinearProblem problem = {
    .n = map->n, .map = affine_map, .jacobian = affine_jacobian, .user_data = map, .scale = scale
  };
  LsNonlinearSettings settings = { eps, max_iterations, 6, 1 };
  LsNonlinear *self = ls_nonlinear_new (ls_nonlinear_method_find (id), &problem, &settings);

  g_assert_nonnull (self);
  return self;
}

/* Every method, also in units twelve orders apart; the solution is the point evaluated last. */
static void
test_contraction (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    for (guint seed = 1; seed <= 8; seed++)
      {
        const char *id = methods[k];
        const double *scale = seed % 2 == 0 ? units : ones;
        double z[6] = { 0.0 }, image[6];
        LsNonlinearReport report;
        Affine map;

        fill (&map, 1 + seed % 6, 0.3, scale, seed);
        g_autoptr (LsNonlinear) solver = make (id, &map, scale, 1e-13, 60);
        g_assert_cmpint (ls_nonlinear_solve (solver, z), ==, LS_OK);
        g_assert_cmpmem (z, map.n * sizeof (double), map.last, map.n * sizeof (double));
        ls_nonlinear_get_report (solver, &report);
        g_assert_cmpuint (report.evaluations, ==, map.n_calls);
        /* 1e-13 is the solvers' eps, relative to scale and value. */
        g_assert_cmpfloat (report.residual, <=, 1e-13);
        g_test_message ("%s, %u unknowns: %u evaluations", id, map.n, report.evaluations);
        affine_map (z, image, &map);
        for (guint i = 0; i < map.n; i++)
          g_assert_cmpfloat (fabs (image[i] - z[i]) / scale[i], <=,
                             1e-13 * (1.0 + fabs (z[i]) / scale[i]));
      }
}

/* A loop with a gain of -3, as of dampers in series: iterating diverges, the others need few. */
static void
test_loop (void)
{
  static const guint most[] = { 0, 5, 8, 3, 3 };
  static const char *const ids[]
      = { "fixed-point", "anderson", "newton-gmres", "interface-newton", "newton" };

  for (guint k = 0; k < G_N_ELEMENTS (ids); k++)
    {
      Affine map = { .n = 2, .m = { 0.0, -300.0, 0.01, 0.0 }, .b = { 600.0, 0.0 } };
      const double scale[] = { 100.0, 1.0 };
      g_autoptr (LsNonlinear) solver = make (ids[k], &map, scale, 1e-12, 60);
      double z[2] = { 0.0, 0.0 };
      LsNonlinearReport report;
      LsStatus status = ls_nonlinear_solve (solver, z);

      ls_nonlinear_get_report (solver, &report);
      if (k == 0)
        {
          g_assert_cmpint (status, ==, LS_RETRY);
          g_assert_true (report.diverged);
          continue;
        }
      g_assert_cmpint (status, ==, LS_OK);
      /* A residual of eps, 2.5e-10 and 2.5e-12, times (I - M)^-1 = (1 -300; 0.01 1) / 4. */
      g_assert_cmpfloat (fabs (z[0] - 150.0), <=, 1e-9);
      g_assert_cmpfloat (fabs (z[1] - 1.5), <=, 1e-11);
      g_assert_cmpuint (report.evaluations, <=, most[k]);
    }
}

/* E = M + e sin E. */
static LsStatus
kepler_map (const double z[], double image[], gpointer user_data G_GNUC_UNUSED)
{
  image[0] = 1.0 + 0.9 * sin (z[0]);
  return LS_OK;
}

static LsStatus
kepler_jacobian (const double z[],
                 const double image[] G_GNUC_UNUSED,
                 double j[],
                 gpointer user_data G_GNUC_UNUSED)
{
  j[0] = 0.9 * cos (z[0]);
  return LS_OK;
}

/* Rates: iterating gains |0.9 cos E| per evaluation, Anderson's method is here the secant
 * rule, Newton's keeps its slope while the residual falls tenfold. */
static void
test_kepler (void)
{
  static const guint least[] = { 20, 5, 5, 4, 4 }, most[] = { 60, 12, 20, 20, 9 };
  double expected = 2.0;

  for (guint i = 0; i < 50; i++)
    expected -= (expected - 1.0 - 0.9 * sin (expected)) / (1.0 - 0.9 * cos (expected));
  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      LsNonlinearProblem problem
          = { .n = 1, .map = kepler_map, .jacobian = kepler_jacobian, .scale = ones };
      LsNonlinearSettings settings = { 1e-13, 80, 3, 1 };
      g_autoptr (LsNonlinear) solver
          = ls_nonlinear_new (ls_nonlinear_method_find (methods[k]), &problem, &settings);
      double z = 1.0;
      LsNonlinearReport report;

      g_assert_cmpint (ls_nonlinear_solve (solver, &z), ==, LS_OK);
      /* A residual of eps (1 + |E|) = 3e-13, over 1 - 0.9 cos E = 1.3. */
      g_assert_cmpfloat (fabs (z - expected), <=, 1e-12);
      ls_nonlinear_get_report (solver, &report);
      g_test_message ("%s: %u evaluations", methods[k], report.evaluations);
      g_assert_cmpuint (report.evaluations, >=, least[k]);
      g_assert_cmpuint (report.evaluations, <=, most[k]);
    }
}

/* Slopes are judged by the size of their values. */
static void
test_measure (void)
{
  Affine map = { .n = 2, .m = { 0.5, 0.0, 0.0, 0.5 }, .b = { 500.0, 0.0 } };
  const guint measure[] = { 0, 0 };
  LsNonlinearProblem problem
      = { .n = 2, .map = affine_map, .user_data = &map, .scale = ones, .measure = measure };
  LsNonlinearSettings settings = { 1e-3, 10, 1, 1 };
  g_autoptr (LsNonlinear) solver
      = ls_nonlinear_new (ls_nonlinear_method_find ("fixed-point"), &problem, &settings);
  double z[2] = { 1000.0, 1.9 };

  /* 0.95 is less than 1e-3 of 1001. */
  g_assert_cmpint (ls_nonlinear_solve (solver, z), ==, LS_OK);
  g_assert_cmpuint (map.n_calls, ==, 1);
  z[1] = 2.1;
  g_assert_cmpint (ls_nonlinear_solve (solver, z), ==, LS_OK);
  g_assert_cmpuint (map.n_calls, ==, 3);
}

/* Refused points, too few iterations, values that are not numbers: never %LS_OK, always the best.
 */
static void
test_failures (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      const char *id = methods[k];
      double z[6] = { 0.0 }, nothing[1] = { 0.0 };
      LsNonlinearReport report;
      Affine map;

      fill (&map, 6, 0.9, ones, 3);
      g_autoptr (LsNonlinear) solver = make (id, &map, ones, 1e-13, 2);
      g_assert_cmpint (ls_nonlinear_solve (solver, z), ==,
                       g_str_has_suffix (id, "newton") ? LS_OK : LS_RETRY);
      map.n_calls = 0;
      map.refuse_at = 1;
      memset (z, 0, sizeof z);
      g_assert_cmpint (ls_nonlinear_solve (solver, z), ==, LS_RETRY);
      map.refuse_at = 0;
      map.b[2] = NAN;
      memset (z, 0, sizeof z);
      g_assert_cmpint (ls_nonlinear_solve (solver, z), ==, LS_RETRY);
      ls_nonlinear_get_report (solver, &report);
      g_assert_true (report.diverged);
      g_assert_cmpfloat (z[0], ==, 0.0);

      fill (&map, 0, 1.0, ones, 1);
      g_autoptr (LsNonlinear) empty = make (id, &map, ones, 1e-13, 2);
      g_assert_cmpint (ls_nonlinear_solve (empty, nothing), ==, LS_OK);
      g_assert_cmpuint (map.n_calls, ==, 1);
    }
  g_assert_null (ls_nonlinear_method_find ("bisection"));
}

/* The matrix is kept while it serves: the second solution needs none. */
static void
test_kept_matrix (void)
{
  Affine map;
  double z[6] = { 0.0 };
  LsNonlinearReport report;

  fill (&map, 6, 0.9, ones, 4);
  g_autoptr (LsNonlinear) solver = make ("interface-newton", &map, ones, 1e-13, 20);
  for (guint round = 0; round < 3; round++)
    {
      if (round == 2)
        ls_nonlinear_forget (solver);
      map.b[1] += 1.0;
      g_assert_cmpint (ls_nonlinear_solve (solver, z), ==, LS_OK);
      ls_nonlinear_get_report (solver, &report);
      g_assert_cmpuint (report.jacobians, ==, round == 1 ? 0 : 1);
      g_assert_cmpuint (report.evaluations, ==, 2);
    }
}

static void
test_allocation (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      const char *id = methods[k];
      double z[6] = { 0.0 };
      gint before;
      Affine map;

      fill (&map, 6, 0.5, ones, 2);
      g_autoptr (LsNonlinear) solver = make (id, &map, ones, 1e-13, 60);
      g_assert_cmpint (ls_nonlinear_solve (solver, z), ==, LS_OK);
      before = n_allocations;
      for (guint round = 0; round < 5; round++)
        {
          map.b[1] += 1.0;
          if (ls_nonlinear_solve (solver, z) != LS_OK)
            g_assert_not_reached ();
        }
      before = n_allocations - before;
      g_test_message ("%s: %d allocations", id, before);
      g_assert_cmpint (before, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/nonlinear/contraction", test_contraction);
  g_test_add_func ("/num/nonlinear/loop", test_loop);
  g_test_add_func ("/num/nonlinear/kepler", test_kepler);
  g_test_add_func ("/num/nonlinear/measure", test_measure);
  g_test_add_func ("/num/nonlinear/failures", test_failures);
  g_test_add_func ("/num/nonlinear/kept-matrix", test_kept_matrix);
  g_test_add_func ("/num/nonlinear/allocation", test_allocation);
  return g_test_run ();
}
