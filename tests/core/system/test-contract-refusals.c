/* What a system without a capability refuses, what fails, and events. */
#include "contract.h"

#include <math.h>

/* ---- What is switched off, refused or fails --------------------------------------------- */

static void
check_without (const Case *what, LsCapability capability)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = contract_start (what, BIT (capability), log);
  const LsSystemInfo *info = ls_system_get_info (system);
  LsLinearisation *point = ls_linearisation_new (info);
  const double u = 0.5;
  double y = NAN, x, dy = 0.0;
  gboolean event;

  g_test_message ("%s without %s", what->name, ls_capability_id (capability));
  /* Steps inside the macro step take the place of polynomial inputs and of output derivatives. */
  g_assert_true (info->has[capability]
                 == (info->inner_steps > 1
                     && (capability == LS_CAPABILITY_POLYNOMIAL_INPUTS
                         || capability == LS_CAPABILITY_OUTPUT_DERIVATIVES)));
  g_assert_true (info->has[capability] == (info->reasons[capability] == NULL));
  g_assert_cmpint (ls_system_step (system, 0.25, 0, &u, &y, &dy, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, contract_expect (system, 1.0, 0.25, 0, &u), what->exact);
  if (capability == LS_CAPABILITY_ROLLBACK)
    g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_STOP);
  if (capability == LS_CAPABILITY_STATES)
    {
      g_assert_cmpuint (info->n_state, ==, 0);
      g_assert_cmpint (ls_system_get_states (system, &x), ==, LS_STOP);
    }
  if (capability == LS_CAPABILITY_STATE_DERIVATIVES)
    g_assert_cmpint (ls_system_get_state_derivatives (system, &x), ==, LS_STOP);
  if (!info->has[LS_CAPABILITY_LINEARISATION])
    {
      g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_STOP);
      g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), >, 0);
    }
  if (capability == LS_CAPABILITY_TIME_DERIVATIVE)
    g_assert_false (ls_system_enable_time_derivative (system));
  ls_linearisation_free (point);
}

static void
test_without (void)
{
  for (guint i = 0; i < CONTRACT_N_CASES; i++)
    for (guint k = 0; k < LS_N_CAPABILITIES; k++)
      check_without (&contract_cases[i], (LsCapability)k);
}

/* A step that is refused is said in the log; after going back, a shorter one is taken. */
static void
test_refused (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = contract_start (&contract_cases[CONTRACT_BLOCK], 0, log);
  const double u = 0.5;
  double y = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_save (system, FALSE), ==, LS_OK);
  g_assert_cmpint (ls_system_step (system, 5.0, 0, &u, &y, NULL, &event), ==, LS_RETRY);
  g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), ==, 1);
  g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
  g_assert_cmpint (ls_system_step (system, 2.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, contract_solve (1.0, 2.5, 0, &u),
                                  contract_cases[CONTRACT_BLOCK].exact);
}

/* Beyond its end nothing was recorded. */
static void
test_ends (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = contract_start (&contract_cases[CONTRACT_RECORDED], 0, log);
  double y = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_step (system, 8.0, 0, NULL, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpint (ls_system_step (system, 1.0, 0, NULL, &y, NULL, &event), ==, LS_STOP);
  g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), ==, 1);
}

/* ---- Events ----------------------------------------------------------------------------- */

static void
test_events (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = contract_start (&contract_cases[CONTRACT_RECORDED], 0, log);
  const double *before, *after;
  double y = NAN, dy = NAN;
  gboolean event = FALSE;

  g_assert_true (ls_system_reports_events (system));
  g_assert_cmpuint (ls_system_get_event_size (system), ==, 1);
  /* At its end; what comes next is given. */
  g_assert_cmpint (ls_system_step (system, 5.0, 0, NULL, &y, &dy, &event), ==, LS_OK);
  g_assert_true (event);
  g_assert_cmpuint (ls_system_get_n_events (system), ==, 1);
  g_assert_cmpfloat (ls_system_get_event (system, 0, &before, &after), ==, 5.0);
  g_assert_cmpfloat (before[0], ==, exp (-5.0));
  g_assert_cmpfloat (after[0], ==, 7.0);
  g_assert_cmpfloat (y, ==, 7.0);
  g_assert_cmpfloat (dy, ==, 0.0);
  /* At its beginning it is of the step before. */
  g_assert_cmpint (ls_system_step (system, 1.0, 0, NULL, &y, &dy, &event), ==, LS_OK);
  g_assert_false (event);
  g_assert_cmpuint (ls_system_get_n_events (system), ==, 0);
}

static void
check_no_events (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  const double u = 0.3;
  double y;
  gboolean event = TRUE;

  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_false (event);
  g_assert_cmpuint (ls_system_get_n_events (system), ==, 0);
  g_assert_true (ls_system_reports_events (system)
                 == ls_system_get_info (system)->has[LS_CAPABILITY_EVENTS]);
}

static void
test_no_events (void)
{
  contract_check_all (check_no_events);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/system/contract/without", test_without);
  g_test_add_func ("/system/contract/refused", test_refused);
  g_test_add_func ("/system/contract/ends", test_ends);
  g_test_add_func ("/system/contract/events", test_events);
  g_test_add_func ("/system/contract/no-events", test_no_events);
  return g_test_run ();
}
