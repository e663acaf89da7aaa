/* What every system says of its slopes, where it is looked at without a step, and in which units.
 */
#include "contract.h"

#include <math.h>

/* ---- Derivatives ------------------------------------------------------------------------ */

static void
check_linearisation (const Case *what, LsSystem *system)
{
  const LsSystemInfo *info = ls_system_get_info (system);
  LsLinearisation *point = ls_linearisation_new (info);
  const double u = 0.7;
  double y = NAN;
  gboolean event;

  g_assert_true (info->has[LS_CAPABILITY_LINEARISATION]);
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_OK);
  g_assert_cmpfloat (point->y[0], ==, y);
  if (info->n_state == 1)
    {
      double x, dx;

      g_assert_cmpfloat_with_epsilon (point->a[0], -1.0, what->slope);
      g_assert_cmpfloat_with_epsilon (point->b[0], 1.0, what->slope);
      g_assert_cmpfloat_with_epsilon (point->c[0], 1.0, what->slope);
      g_assert_cmpfloat_with_epsilon (point->d[0], 0.0, what->slope);
      g_assert_cmpint (ls_system_get_states (system, &x), ==, LS_OK);
      g_assert_cmpint (ls_system_get_state_derivatives (system, &dx), ==, LS_OK);
      g_assert_cmpfloat (x, ==, y);
      /* Rounding of the difference. */
      g_assert_cmpfloat_with_epsilon (dx, u - x, 1e-15);
      g_assert_cmpfloat (point->f[0], ==, dx);
    }
  /* Whoever was looked at goes on as if nobody had. */
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, contract_expect (system, 1.0, 1.0, 0, &u), what->exact);
  ls_linearisation_free (point);
}

static void
test_linearisation (void)
{
  contract_check_all (check_linearisation);
}

/* Along the solution that begins with u = 0.7 + 0.2 t: slope of x is u - x. */
static void
check_slopes (const Case *what, LsSystem *system)
{
  const double u = 0.7, du = 0.2;
  double y, dy = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_find_output_derivatives (system, &u, &du, 0.1, &dy), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (dy, contract_has_input (system) ? u - 1.0 : -1.0, what->slope);
  g_assert_cmpfloat (ls_system_get_time (system), ==, 0.0);
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, contract_expect (system, 1.0, 0.5, 0, &u), what->exact);
}

static void
test_slopes (void)
{
  contract_check_all (check_slopes);
}

/* Nothing of these depends on time, but for what was recorded. */
static void
check_time_derivatives (const Case *what, LsSystem *system)
{
  const LsSystemInfo *info = ls_system_get_info (system);
  LsLinearisation *point = ls_linearisation_new (info);
  const double u = 0.7;
  double ft = NAN, gt = NAN;
  guint64 n_taken = 0;

  g_assert_true (info->has[LS_CAPABILITY_TIME_DERIVATIVE]);
  g_assert_true (ls_system_enable_time_derivative (system));
  g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_OK);
  if (contract_has_input (system))
    g_assert_false (ls_system_get_time_derivatives (system, point, &u, 0.1, &ft, &gt, &n_taken));
  else
    {
      g_assert_true (ls_system_get_time_derivatives (system, point, &u, 0.1, &ft, &gt, &n_taken));
      g_assert_cmpfloat_with_epsilon (gt, -1.0, what->slope);
    }
  g_assert_cmpuint (n_taken, ==, 1);
  ls_linearisation_free (point);
}

static void
test_time_derivatives (void)
{
  contract_check_all (check_time_derivatives);
}

/* ---- Evaluation, maps ------------------------------------------------------------------- */

/* As often as it likes: nothing moves, and inputs are read back. */
static void
check_evaluate (const Case *what, LsSystem *system)
{
  double u = 0.4, y = NAN, back = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  for (guint i = 0; i < 20; i++)
    {
      double now = NAN;

      u = 0.1 * i;
      g_assert_cmpint (ls_system_evaluate (system, &u, &now), ==, LS_OK);
      g_assert_cmpfloat (now, ==, y);
      g_assert_cmpfloat (ls_system_get_time (system), ==, 0.5);
      if (!contract_has_input (system))
        continue;
      g_assert_cmpint (ls_system_get_inputs (system, &back), ==, LS_OK);
      g_assert_cmpfloat (back, ==, u);
    }
  g_assert_cmpint (ls_system_read (system, ls_system_get_info (system)->outputs, 1, &back), ==,
                   LS_OK);
  g_assert_cmpfloat (back, ==, y);
  u = 0.4;
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, contract_expect (system, 1.0, 1.0, 0, &u), what->exact);
}

static void
test_evaluate (void)
{
  contract_check_all (check_evaluate);
}

/* Sources in other units: u = 2 s + 0.5. */
static void
test_map (void)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };

  for (guint i = 0; i < CONTRACT_N_CASES; i++)
    {
      g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
      g_autoptr (LsSystem) system = contract_cases[i].make (0, log);
      const LsSystemInfo *info = ls_system_get_info (system);
      LsLinearisation *point = ls_linearisation_new (info);
      double source[4], y = NAN, seen = NAN;
      gboolean event;

      g_test_message ("%s", contract_cases[i].name);
      for (guint p = 0; p < 4; p++)
        source[p] = (c[p] - (p == 0 ? 0.5 : 0.0)) / 2.0;
      if (info->n_in > 0)
        ls_system_set_input_map (system, info->inputs[0], 2.0, 0.5, NULL, 0);
      g_assert_cmpint (ls_system_evaluate (system, source, &y), ==, LS_OK);
      g_assert_cmpint (ls_system_start (system), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.5, 3, source, &y, NULL, &event), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (y, contract_expect (system, 1.0, 0.5, 3, c),
                                      contract_cases[i].exact);
      if (info->n_in == 1)
        {
          g_assert_cmpint (ls_system_evaluate (system, source, &y), ==, LS_OK);
          g_assert_cmpint (ls_system_get_inputs (system, &seen), ==, LS_OK);
          /* Rounding of the map and its inverse. */
          g_assert_cmpfloat_with_epsilon (seen, source[0], 1e-15);
          g_assert_cmpint (ls_system_linearise (system, source, point), ==, LS_OK);
          g_assert_cmpfloat_with_epsilon (point->b[0], 2.0, 2.0 * contract_cases[i].slope);
        }
      ls_linearisation_free (point);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/system/contract/linearisation", test_linearisation);
  g_test_add_func ("/system/contract/slopes", test_slopes);
  g_test_add_func ("/system/contract/time-derivatives", test_time_derivatives);
  g_test_add_func ("/system/contract/evaluate", test_evaluate);
  g_test_add_func ("/system/contract/map", test_map);
  return g_test_run ();
}
