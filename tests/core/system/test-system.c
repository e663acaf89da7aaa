#include "core/base/zip.h"
#include "core/system/system.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* The FMU with what its description promises taken away, unpacked in @directory. */
static LsFmu *
open_less (const char *path, const char *directory, const char *pattern)
{
  g_autofree char *file = g_build_filename (directory, "modelDescription.xml", NULL);
  g_autofree char *text = NULL, *changed = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_DOTALL | G_REGEX_UNGREEDY, 0, NULL);
  GError *error = NULL;
  LsFmu *fmu;

  ls_zip_extract (path, directory, &error);
  g_assert_no_error (error);
  g_file_get_contents (file, &text, NULL, &error);
  g_assert_no_error (error);
  changed = g_regex_replace (regex, text, -1, 0, "\\1providesDirectionalDerivative=\"false\"", 0,
                             &error);
  g_assert_no_error (error);
  g_assert_cmpstr (changed, !=, text);
  g_file_set_contents (file, changed, -1, &error);
  g_assert_no_error (error);
  fmu = ls_fmu_open (directory, &error);
  g_assert_no_error (error);
  return fmu;
}

/* p' = p (alpha - beta P): A = alpha - beta P, B = -beta p, C = 1, D = 0. */
static void
check_linearisation (LsFmu *fmu, double tolerance)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint id = ls_model_add_component (model, fmu, "prey", 0.0, 0.0);
  GError *error = NULL;
  g_autoptr (LsSystem) system
      = ls_system_new (ls_model_find_component (model, id), 0.0, 10.0, NAN, NULL, &error);
  const LsSystemInfo *info;
  LsLinearisation *point;
  double u = 0.7, y, alpha = 2.0 / 3.0, beta = 4.0 / 3.0;
  gboolean event;

  g_assert_no_error (error);
  info = ls_system_get_info (system);
  g_assert_true (info->has[LS_CAPABILITY_LINEARISATION]);
  point = ls_linearisation_new (info);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_OK);
      /* The FMU integrates at 1e-12, and to rounding in steps of 0.1 s. */
      g_assert_cmpfloat_with_epsilon (point->x[0], exp (0.1 * i * (alpha - beta * 0.7)), 1e-14);
      g_assert_cmpfloat (point->y[0], ==, point->x[0]);
      /* Rounding of products. */
      g_assert_cmpfloat_with_epsilon (point->f[0], point->x[0] * (alpha - beta * u), 1e-14);
      g_assert_cmpfloat_with_epsilon (point->a[0], alpha - beta * u, tolerance);
      g_assert_cmpfloat_with_epsilon (point->b[0], -beta * point->x[0], tolerance);
      g_assert_cmpfloat_with_epsilon (point->c[0], 1.0, tolerance);
      g_assert_cmpfloat_with_epsilon (point->d[0], 0.0, tolerance);
      g_assert_cmpint (ls_system_step (system, 0.1, 0, &u, &y, NULL, &event), ==, LS_OK);
    }
  ls_linearisation_free (point);
  g_assert_cmpint (ls_system_terminate (system), ==, LS_OK);
}

static void
test_directional (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "prey.fmu");

  /* Rounding: the derivatives are formulas. */
  check_linearisation (fmu, 1e-15);
}

/* Directional derivatives of the Model Exchange interface only. */
static void
test_twin (void)
{
  g_autofree char *path = unit_path ("prey.fmu");
  LsTempdir *directory = ls_tempdir_new (NULL);
  LsFmu *fmu = open_less (path, ls_tempdir_get_path (directory),
                          "(<CoSimulation.*)providesDirectionalDerivative=\"true\"");

  /* Rounding, as above. */
  check_linearisation (fmu, 1e-15);
  ls_fmu_unref (fmu);
  ls_tempdir_unref (directory);
}

/* Differences: central, so the error is that of rounding over a step of 6e-6. */
static void
test_differences (void)
{
  g_autofree char *path = unit_path ("prey.fmu");
  LsTempdir *directory = ls_tempdir_new (NULL);
  LsFmu *fmu = open_less (path, ls_tempdir_get_path (directory),
                          "()providesDirectionalDerivative=\"true\"");

  check_linearisation (fmu, 1e-9);
  ls_fmu_unref (fmu);
  ls_tempdir_unref (directory);
}

static LsSystem *
make_system (LsModel *model, LsFmu *fmu, const char *name)
{
  guint id = ls_model_add_component (model, fmu, name, 0.0, 0.0);
  GError *error = NULL;
  LsSystem *system
      = ls_system_new (ls_model_find_component (model, id), 0.0, 10.0, NAN, NULL, &error);

  g_assert_no_error (error);
  return system;
}

static const LsVariable *
find (LsFmu *fmu, const char *name)
{
  const LsVariable *variable = ls_description_find (ls_fmu_get_description (fmu), name);

  g_assert_nonnull (variable);
  return variable;
}

/* x' = level (u + t) - rate x with rate 3 while it is on, else 1: A = -rate, B = ft = level, after
 * Booleans and Integers of another component as before them. */
static void
check_switched (LsFmu *fmu, double tolerance)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_FMUS"), "types.fmu", NULL);
  g_autoptr (LsFmu) types = ls_fmu_open (path, NULL);
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsSystem) source = make_system (model, types, "source");
  g_autoptr (LsSystem) system = make_system (model, fmu, "system");
  LsLinearisation *point = ls_linearisation_new (ls_system_get_info (system));
  double u = 0.25, y, none = 0.0, none_out;
  gboolean event;

  g_assert_cmpint (ls_system_set_value (source, find (types, "boolean_in"), 1.0), ==, LS_OK);
  g_assert_cmpint (ls_system_set_value (source, find (types, "integer_in"), 1.0), ==, LS_OK);
  g_assert_cmpint (ls_system_start (source), ==, LS_OK);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  for (guint i = 0; i < 4; i++)
    {
      const gboolean on = i % 2 == 0;
      const double level = 5.0 + i;
      guint64 n_evaluated = 0;
      double ft = 0.0, gt = 0.0;

      g_assert_cmpint (ls_system_set_value (source, find (types, "boolean_in"), on), ==, LS_OK);
      g_assert_cmpint (ls_system_set_value (source, find (types, "integer_in"), 1.0 + i), ==,
                       LS_OK);
      g_assert_cmpint (ls_system_step (source, 0.1, 0, &none, &none_out, NULL, &event), ==, LS_OK);
      g_assert_cmpint (ls_system_copy_value (source, find (types, "boolean_out")->index, system,
                                             find (fmu, "on")->index),
                       ==, LS_OK);
      g_assert_cmpint (ls_system_copy_value (source, find (types, "integer_out")->index, system,
                                             find (fmu, "level")->index),
                       ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.1, 0, &u, &y, NULL, &event), ==, LS_OK);
      g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (point->a[0], on ? -3.0 : -1.0, tolerance);
      g_assert_cmpfloat_with_epsilon (point->b[0], level, tolerance);
      if (i == 1)
        g_assert_true (ls_system_enable_time_derivative (system));
      if (i == 0)
        continue;
      /* One-sided differences over 1e-3 s of a linear function of time: rounding. */
      g_assert_true (
          ls_system_get_time_derivatives (system, point, &u, 0.1, &ft, &gt, &n_evaluated));
      g_assert_cmpfloat_with_epsilon (ft, level, 1e-10);
    }
  ls_linearisation_free (point);
}

/* Derivatives of the instance itself, of a second one, and by its differences. */
static void
test_switched (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_FMUS"), "switched.fmu", NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);
  const char *patterns[] = { "(<CoSimulation.*)providesDirectionalDerivative=\"true\"",
                             "()providesDirectionalDerivative=\"true\"" };

  check_switched (fmu, 1e-15);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      LsTempdir *directory = ls_tempdir_new (NULL);
      LsFmu *less = open_less (path, ls_tempdir_get_path (directory), patterns[i]);

      /* Central differences of a linear function over 6e-6: rounding. */
      check_switched (less, 1e-9);
      ls_fmu_unref (less);
      ls_tempdir_unref (directory);
    }
}

/* With polynomial inputs the growth rate is integrated exactly; after a rollback the same again. */
static void
test_step (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "prey.fmu");
  g_autoptr (LsModel) model = ls_model_new ();
  guint id = ls_model_add_component (model, fmu, "prey", 0.0, 0.0);
  g_autoptr (LsSystem) system
      = ls_system_new (ls_model_find_component (model, id), 0.0, 10.0, NAN, NULL, NULL);
  double u[4] = { 0.5, -0.3, 0.2, 0.1 }, h = 0.8, y, dy, again;
  double integral
      = u[0] * h + u[1] * h * h / 2.0 + u[2] * h * h * h / 3.0 + u[3] * h * h * h * h / 4.0;
  double expected = exp (2.0 / 3.0 * h - 4.0 / 3.0 * integral);
  double at_end = u[0] + u[1] * h + u[2] * h * h + u[3] * h * h * h;
  gboolean event;

  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_OK);
  g_assert_cmpint (ls_system_step (system, h, 3, u, &y, &dy, &event), ==, LS_OK);
  /* The FMU integrates at 1e-12. */
  g_assert_cmpfloat_with_epsilon (y, expected, 1e-12);
  g_assert_cmpfloat_with_epsilon (dy, expected * (2.0 / 3.0 - 4.0 / 3.0 * at_end), 1e-12);
  g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
  g_assert_cmpfloat (ls_system_get_time (system), ==, 0.0);
  g_assert_cmpint (ls_system_step (system, h, 3, u, &again, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat (again, ==, y);
  /* A constant after a polynomial: its derivatives are gone. */
  g_assert_cmpint (ls_system_step (system, 0.5, 0, u, &y, NULL, &event), ==, LS_OK);
  /* As above. */
  g_assert_cmpfloat_with_epsilon (y, again * exp (0.5 * (2.0 / 3.0 - 4.0 / 3.0 * 0.5)), 1e-12);
}

static void
test_capabilities (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "prey.fmu");
  g_autoptr (LsModel) model = ls_model_new ();
  guint id = ls_model_add_component (model, fmu, "prey", 0.0, 0.0);
  LsSystemInfo *info = ls_system_info_new (ls_model_find_component (model, id), NULL);

  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    {
      g_assert_nonnull (ls_capability_id (i));
      g_assert_nonnull (ls_capability_name (i));
      g_assert_true (info->has[i] == (info->reasons[i] == NULL));
    }
  g_assert_cmpuint (info->n_in, ==, 1);
  g_assert_cmpuint (info->n_state, ==, 1);
  g_assert_cmpuint (info->feed_through[0], ==, 0);
  ls_system_info_free (info);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/system/directional", test_directional);
  g_test_add_func ("/cosim/system/twin", test_twin);
  g_test_add_func ("/cosim/system/switched", test_switched);
  g_test_add_func ("/cosim/system/differences", test_differences);
  g_test_add_func ("/cosim/system/step", test_step);
  g_test_add_func ("/cosim/system/capabilities", test_capabilities);
  return g_test_run ();
}
