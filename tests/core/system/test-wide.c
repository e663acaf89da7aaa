/* An FMU of FMI 3.0 with more inputs than outputs, whose number of inputs can be changed. */
#include "core/fmi/dependencies.h"
#include "core/system/system.h"

#include <math.h>

static LsFmu *
open_wide (const char *n)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_FMUS"), "wide.fmu", NULL);
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_str_hash, g_str_equal);
  GError *error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, &error);
  LsFmu *sized;

  g_assert_no_error (error);
  g_hash_table_insert (sizes, (gpointer) "n", (gpointer)n);
  sized = ls_fmu_resize (fmu, sizes, &error);
  g_assert_no_error (error);
  return sized;
}

static LsSystem *
make_system (LsModel *model, LsFmu *fmu, gboolean exchange)
{
  const guint id = ls_model_add_component (model, fmu, "wide", 0.0, 0.0);
  GError *error = NULL;
  LsSystem *system;

  ls_model_set_solver (model, id, exchange ? "dopri5" : NULL);
  system = ls_system_new (ls_model_find_component (model, id), 0.0, 1.0, NAN, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  return system;
}

static double
read_value (LsSystem *system, const char *name)
{
  const guint index = ls_system_find_variable (system, name)->index;
  double value = NAN;

  g_assert_cmpint (ls_system_read (system, &index, 1, &value), ==, LS_OK);
  return value;
}

/* Three unknowns and n + 1 knowns: rows where they are fewer, columns where they are as many. */
static void
test_linearisation (void)
{
  static const struct
  {
    guint n;
    const char *size;
    int directional, adjoint;
  } cases[] = { { 2, "2", 3, 0 }, { 3, "3", 0, 3 }, { 6, "6", 0, 3 } };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const guint n = cases[i / 2].n;
      g_autoptr (LsFmu) fmu = open_wide (cases[i / 2].size);
      g_autoptr (LsModel) model = ls_model_new ();
      g_autoptr (LsSystem) system = make_system (model, fmu, i % 2 == 1);
      LsLinearisation *point = ls_linearisation_new (ls_system_get_info (system));
      const double u[6] = { 1, 2, 3, 4, 5, 6 };
      const int had[2]
          = { (int)read_value (system, "n_directional"), (int)read_value (system, "n_adjoint") };

      g_assert_cmpint (ls_system_linearise (system, u, point), ==, LS_OK);
      g_assert_cmpint ((int)read_value (system, "n_directional") - had[0], ==,
                       cases[i / 2].directional);
      g_assert_cmpint ((int)read_value (system, "n_adjoint") - had[1], ==, cases[i / 2].adjoint);
      g_assert_cmpfloat (point->a[0], ==, -1.0);
      g_assert_cmpfloat (point->c[0], ==, 1.0);
      g_assert_cmpfloat (point->c[1], ==, 0.0);
      for (guint k = 0; k < n; k++)
        {
          g_assert_cmpfloat (point->b[k], ==, k + 1.0);
          g_assert_cmpfloat (point->d[k], ==, (k + 1.0) * (k + 1.0));
          g_assert_cmpfloat (point->d[n + k], ==, k + 1 == n ? 2.0 : 0.0);
        }
      ls_linearisation_free (point);
    }
}

/* The description says nothing about output last, and cannot tell elements of u apart. */
static void
test_dependencies (void)
{
  static const char *const sizes[] = { "3", "5" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LsFmu) fmu = open_wide (sizes[i]);
      g_autoptr (LsFmu) known = ls_fmu_ask_dependencies (fmu);
      g_autoptr (LsFmu) again = ls_fmu_ask_dependencies (known);
      g_autofree char *input = g_strdup_printf ("u[%s]", sizes[i]);
      const LsDescription *description = ls_fmu_get_description (again);
      const LsUnknown *last = ls_unknowns_find (&description->outputs,
                                                ls_description_find (description, "last")->index);
      const LsUnknown *total = ls_unknowns_find (&description->outputs,
                                                 ls_description_find (description, "total")->index);

      g_assert_false (ls_fmu_get_description (fmu)->outputs.items[1].has_dependencies);
      g_assert_true (last->has_dependencies);
      g_assert_cmpuint (last->n_dependencies, ==, 1);
      g_assert_true (ls_unknown_depends_on (last, ls_description_find (description, input)->index));
      g_assert_cmpuint (total->n_dependencies, ==, i == 0 ? 4 : 6);
    }
}

static void
set_size (LsSystem *system, double n)
{
  g_assert_cmpint (ls_system_set_value (system, ls_system_find_variable (system, "n"), n), ==,
                   LS_OK);
}

static double
step_one (LsSystem *system, const double u[])
{
  gboolean event = FALSE;
  double y[2];

  g_assert_cmpint (ls_system_step (system, 1.0, 0, u, y, NULL, &event), ==, LS_OK);
  return read_value (system, "x");
}

/* x' = s - x */
static double
solve (double s, double x)
{
  return s + (x - s) * exp (-1.0);
}

/* A rollback across a change of size brings the size back, and with it the inputs; a linearisation
 * has the elements that are there. Steps of Co-Simulation are exact, dopri5 has a tolerance of
 * 1e-10. */
static void
test_rollback (void)
{
  const double u[] = { 1, 2, 3 };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsFmu) fmu = open_wide ("3");
      g_autoptr (LsModel) model = ls_model_new ();
      g_autoptr (LsSystem) system = make_system (model, fmu, i == 1);
      LsLinearisation *point = ls_linearisation_new (ls_system_get_info (system));
      const double tolerance = i == 1 ? 1e-8 : 1e-14;
      double y[2];

      for (guint round = 0; round < 3; round++)
        {
          const double n = round == 1 ? 2.0 : 3.0, s = round == 1 ? 5.0 : 14.0;
          const double before = read_value (system, "x");

          g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_OK);
          g_assert_cmpfloat_with_epsilon (step_one (system, u), solve (14, before), tolerance);
          g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
          set_size (system, n);
          g_assert_cmpint (ls_system_evaluate (system, u, y), ==, LS_OK);
          g_assert_cmpfloat (read_value (system, "n"), ==, n);
          g_assert_cmpint (ls_system_linearise (system, u, point), ==, LS_OK);
          g_assert_cmpfloat (point->b[1], ==, 2.0);
          g_assert_cmpfloat (point->b[2], ==, round == 1 ? 0.0 : 3.0);
          g_assert_cmpfloat_with_epsilon (step_one (system, u), solve (s, before), tolerance);
          g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
          g_assert_cmpfloat (read_value (system, "n"), ==, 3.0);
          g_assert_cmpint (ls_system_evaluate (system, u, y), ==, LS_OK);
          g_assert_cmpfloat_with_epsilon (step_one (system, u), solve (14, before), tolerance);
        }
      ls_linearisation_free (point);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wide/linearisation", test_linearisation);
  g_test_add_func ("/wide/dependencies", test_dependencies);
  g_test_add_func ("/wide/rollback", test_rollback);
  return g_test_run ();
}
