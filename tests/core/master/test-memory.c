/* The macro-step loop takes no memory after its first steps: calls of malloc() are counted. */
#include "unit.h"

#include "../allocations.h"
#include "core/base/team.h"

#include <math.h>

/* Number of calls in steps @first to @last of a run. */
static gint
count_calls (const char *file, const char *choice, double h, double tolerance)
{
  const guint first = 100, last = 400;
  g_autoptr (LsModel) model = unit_open (file);
  g_autoptr (LsMaster) master = unit_start_adaptive (model, choice, (last + 10) * h, h, tolerance);
  g_autoptr (GError) error = NULL;
  gint before = 0, after;

  for (guint i = 0; i < last && !ls_master_is_done (master); i++)
    {
      if (i == first)
        before = g_atomic_int_get (&n_allocations);
      ls_master_step (master, &error);
      g_assert_no_error (error);
    }
  after = g_atomic_int_get (&n_allocations);
  g_test_message ("%s, %s: %d calls", file, choice, after - before);
  return after - before;
}

static void
test_counted (void)
{
  gint before = g_atomic_int_get (&n_allocations);

  g_free (g_malloc (100));
  g_assert_cmpint (g_atomic_int_get (&n_allocations), >, before);
}

static void
test_fixed (void)
{
  static const char *const choices[] = { "ni-jacobi",
                                         "missiles",
                                         "missiles:matrix=sparse",
                                         "missiles:preset=as-published",
                                         "missiles:control-part=flexible",
                                         "missiles:relinearise=1e-6" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_assert_cmpint (count_calls ("lotka-volterra.ssp", choices[i], 1e-2, 0.0), ==, 0);
      g_assert_cmpint (count_calls ("lotka-volterra-time.ssp", choices[i], 1e-2, 0.0), ==, 0);
      g_assert_cmpint (count_calls ("two-bodies.ssp", choices[i], 1e-3, 0.0), ==, 0);
    }
  g_assert_cmpint (count_calls ("chain-100.ssp", "missiles", 1e-2, 0.0), ==, 0);
}

static void
test_adaptive (void)
{
  static const char *const choices[] = { "ni-jacobi:extrapolation=2", "iterated-jacobi", "missiles",
                                         "ifosmondi-jfm", "costarica" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    g_assert_cmpint (count_calls ("lotka-volterra.ssp", choices[i], 0.1, 1e-6), ==, 0);
  /* With 1e-6 it has to say how many steps that takes. */
  g_assert_cmpint (count_calls ("lotka-volterra.ssp", "gauss-seidel", 0.1, 1e-3), ==, 0);
  g_assert_cmpint (count_calls ("two-bodies.ssp", "missiles:matrix=sparse", 1e-2, 1e-5), ==, 0);
}

/* On two threads whatever the components cost. */
static void
test_threads (void)
{
  static const char *const choices[] = { "ni-jacobi", "missiles" };
  const guint before = ls_team_get_threads ();

  ls_team_set_threads (2);
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    g_assert_cmpint (count_calls ("chain-100.ssp", choices[i], 1e-2, 0.0), ==, 0);
  ls_team_set_threads (before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/memory/counted", test_counted);
  g_test_add_func ("/cosim/memory/fixed", test_fixed);
  g_test_add_func ("/cosim/memory/adaptive", test_adaptive);
  g_test_add_func ("/cosim/memory/threads", test_threads);
  return g_test_run ();
}
