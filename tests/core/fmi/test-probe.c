/* What FMUs are found to do beside what they announce. Usage: test-probe MODELS FMUS */
#include "core/fmi/probe.h"

static const char *models, *fmus;

static void
check_steps (const char *folder, const char *name, gboolean follow, int kept)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_fmu_get_tentative_steps (fmu), ==, -1);
  g_assert_cmpint (ls_probe_tentative_steps (fmu), ==, follow);
  g_assert_cmpint (ls_fmu_get_tentative_steps (fmu), ==, kept);
  g_assert_cmpint (ls_probe_tentative_steps (fmu), ==, follow);
}

/* The same body twice, of which one moves in final steps only, of FMI 2.0 and 3.0; and one that
 * shows nothing. */
static void
test_tentative_steps (void)
{
  check_steps (models, "left-body.fmu", TRUE, 1);
  check_steps (models, "prey.fmu", TRUE, 1);
  check_steps (models, "fmi3/left-body.fmu", TRUE, 1);
  check_steps (fmus, "committing.fmu", FALSE, 0);
  check_steps (fmus, "committing-3.fmu", FALSE, 0);
  check_steps (fmus, "no-outputs.fmu", TRUE, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  models = argv[1];
  fmus = argv[2];
  g_test_add_func ("/probe/tentative-steps", test_tentative_steps);
  return g_test_run ();
}
