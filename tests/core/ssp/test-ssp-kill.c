/* A program killed while it saves leaves the file as it was or as it was to be. */
#include "core/ssp/ssp.h"
#include "ssp-test.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_KILLS 50
/* A save takes about that long, s; kills come at any moment of the first few. */
#define SPAN 0.06

/* Counts on in the stop time, one save after the other, until it is killed. */
static void
save_for_ever (const char *path)
{
  g_autoptr (LsModel) model = ls_ssp_read (path, NULL);

  for (;;)
    {
      ls_model_get_experiment (model)->stop_time += 1;
      if (!ls_ssp_write (model, path, NULL))
        _exit (1);
    }
}

/* Returns: the stop time, of a model that is whole. */
static double
look (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsModel) model = ls_ssp_read (path, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_get_n_components (model), ==, 2);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_nonnull (ls_model_get_component (model, i)->fmu);
  return ls_model_get_experiment (model)->stop_time;
}

static void
test_save (void)
{
  g_autofree char *example = ssp_test_get_example ("lotka-volterra.ssp");
  g_autofree char *path = ssp_test_get_file ("killed.ssp");
  g_autoptr (LsModel) model = ssp_test_read (example);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  double reached = 20;
  guint n_between = 0;

  ssp_test_write (model, path);
  for (guint i = 0; i < N_KILLS; i++)
    {
      const gulong delay = (gulong)g_rand_double_range (rand, 0, SPAN * 1e6);
      pid_t child = fork ();
      double now;
      int status;

      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        save_for_ever (path);
      /* Nothing to wait for: a moment of chance. */
      g_usleep (delay);
      kill (child, SIGKILL);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFSIGNALED (status));
      now = look (path);
      g_assert_cmpfloat (now, >=, reached);
      g_assert_cmpfloat (now, ==, (double)(int)now);
      n_between += now > reached;
      reached = now;
    }
  g_test_message ("%.0f saves, %u of %u kills after the first of a program", reached - 20,
                  n_between, N_KILLS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/ssp/kill", test_save);
  return g_test_run ();
}
