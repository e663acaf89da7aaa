/* What every system has to keep, whatever stands behind it: sizes, time and values, saved points,
 * memory. */
#include "contract.h"

#include "../allocations.h"

#include <math.h>
#include <string.h>

/* ---- Sizes and variables ---------------------------------------------------------------- */

static void
check_sizes (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  const LsSystemInfo *info = ls_system_get_info (system);

  g_assert_cmpstr (info->name, ==, "lag");
  g_assert_cmpuint (info->n_out, ==, 1);
  g_assert_cmpuint (info->n_in, <=, 1);
  g_assert_cmpuint (info->n_state, ==, info->n_in);
  for (guint i = 0; i < info->n_out; i++)
    {
      const LsVariable *variable = ls_system_get_variable (system, info->outputs[i]);

      g_assert_cmpuint (variable->index, ==, info->outputs[i]);
      g_assert_true (ls_system_find_variable (system, variable->name) == variable);
      g_assert_cmpfloat (info->output_nominals[i], >, 0.0);
      g_assert_cmpfloat (ls_system_get_nominal (system, info->outputs[i]), >, 0.0);
    }
  g_assert_null (ls_system_find_variable (system, "nobody"));
  g_assert_false (ls_system_info_feeds_through (info));
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    g_assert_true (info->has[i] == (info->reasons[i] == NULL));
  g_assert_cmpuint (info->input_degree, ==,
                    info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS] ? LS_SYSTEM_MAX_DEGREE : 0);
}

static void
test_sizes (void)
{
  contract_check_all (check_sizes);
}

/* ---- Time and values -------------------------------------------------------------------- */

static void
check_polynomials (const Case *what, LsSystem *system)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  double x = 1.0, time = 0.0;

  for (guint degree = 0; degree <= LS_SYSTEM_MAX_DEGREE; degree++)
    for (guint i = 1; i <= 2; i++)
      {
        const double h = 0.25 * i;
        double y = NAN, dy = NAN, end = c[0], u;
        gboolean event = TRUE;

        for (guint p = 1; p <= degree; p++)
          end += c[p] * pow (h, p);
        g_assert_cmpint (ls_system_step (system, h, degree, c, &y, &dy, &event), ==, LS_OK);
        x = contract_expect (system, x, h, degree, c);
        time += h;
        g_assert_false (event);
        /* Rounding of sums of steps. */
        g_assert_cmpfloat_with_epsilon (ls_system_get_time (system), time, 1e-14);
        g_assert_cmpfloat_with_epsilon (y, x, what->exact);
        g_assert_cmpfloat_with_epsilon (dy, contract_has_input (system) ? end - x : -x,
                                        what->slope);
        u = end;
        if (!contract_has_input (system))
          continue;
        g_assert_cmpint (ls_system_evaluate (system, &u, &y), ==, LS_OK);
        g_assert_cmpfloat_with_epsilon (y, x, what->exact);
      }
}

static void
test_polynomials (void)
{
  contract_check_all (check_polynomials);
}

/* Mean from @a to @b of a cubic. */
static double
average (const double c[], double a, double b)
{
  double sum = 0.0;

  for (guint p = 0; p <= 3; p++)
    sum += c[p] * (pow (b, p + 1) - pow (a, p + 1)) / (p + 1);
  return sum / (b - a);
}

/* Held at the mean of the polynomial on each of its steps. */
static void
test_held (void)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  const double h = 0.5;

  for (guint i = 0; i < CONTRACT_N_CASES; i++)
    {
      g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
      g_autoptr (LsSystem) system
          = contract_start (&contract_cases[i], BIT (LS_CAPABILITY_POLYNOMIAL_INPUTS), log);
      const LsSystemInfo *info = ls_system_get_info (system);
      double y = NAN, x = 1.0;
      gboolean event;

      g_test_message ("%s", contract_cases[i].name);
      g_assert_cmpuint (info->step_degree, ==, 0);
      g_assert_cmpint (ls_system_step (system, h, 3, c, &y, NULL, &event), ==, LS_OK);
      for (guint k = 0; k < info->inner_steps; k++)
        {
          const double begin = h * k / info->inner_steps, end = h * (k + 1) / info->inner_steps;
          const double mean = average (c, begin, end);

          x = contract_expect (system, x, end - begin, 0, &mean);
        }
      g_assert_cmpfloat_with_epsilon (y, x, contract_cases[i].exact);
    }
}

/* A grid is met exactly where rounding alone leads past it. */
static void
check_time (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  const double u = 0.0;
  double y;
  gboolean event;

  g_assert_cmpfloat (ls_system_get_time (system), ==, 0.0);
  for (guint i = 1; i <= 30; i++)
    {
      ls_system_aim (system, i * 0.1);
      g_assert_cmpint (ls_system_step (system, 0.1, 0, &u, &y, NULL, &event), ==, LS_OK);
      g_assert_cmpfloat (ls_system_get_time (system), ==, i * 0.1);
    }
}

static void
test_time (void)
{
  contract_check_all (check_time);
}

/* ---- Saved points ----------------------------------------------------------------------- */

static void
check_rollback (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  double first[2], again[2];
  gboolean event;

  g_assert_true (ls_system_get_info (system)->has[LS_CAPABILITY_ROLLBACK]);
  g_assert_cmpint (ls_system_step (system, 0.3, 3, c, first, NULL, &event), ==, LS_OK);
  g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_OK);
  for (guint i = 0; i < 3; i++)
    {
      double *values = i == 0 ? first : again;

      g_assert_cmpint (ls_system_step (system, 0.2, 3, c, &values[0], NULL, &event), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.4, 1, c, &values[1], NULL, &event), ==, LS_OK);
      if (i > 0)
        g_assert_cmpmem (first, sizeof first, again, sizeof again);
      g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
      g_assert_cmpfloat (ls_system_get_time (system), ==, 0.3);
    }
  ls_system_forget_saved (system);
}

static void
test_rollback (void)
{
  contract_check_all (check_rollback);
}

/* Two points, gone to in any order; or a reason why there are none. */
static void
check_states (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  g_autofree char *reason = ls_system_explain_state (system);
  LsSavedState *states[2];
  const double u[] = { 0.5, 0.1 };
  double y[2], again;
  gboolean event;

  if (reason != NULL)
    {
      g_assert_nonnull (strstr (reason, "lag"));
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (ls_system_save_state (system, &states[i]), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.5, 1, u, &y[i], NULL, &event), ==, LS_OK);
    }
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (ls_system_restore_state (system, states[(i + 1) % 2]), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.5, 1, u, &again, NULL, &event), ==, LS_OK);
      g_assert_cmpmem (&again, sizeof again, &y[(i + 1) % 2], sizeof again);
    }
  for (guint i = 0; i < 2; i++)
    ls_system_free_state (system, states[i]);
}

static void
test_states (void)
{
  contract_check_all (check_states);
}

/* ---- Memory ----------------------------------------------------------------------------- */

static void
check_memory (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  gint before = 0;
  double y, dy;
  gboolean event;

  /* The first one may make what the others use. */
  for (guint i = 0; i < 12; i++)
    {
      if (i == 2)
        before = g_atomic_int_get (&n_allocations);
      g_assert_true (ls_system_save (system, FALSE) == LS_OK
                     && ls_system_step (system, 0.1, 3, c, &y, &dy, &event) == LS_OK
                     && ls_system_restore (system) == LS_OK
                     && ls_system_step (system, 0.1, 3, c, &y, &dy, &event) == LS_OK
                     && ls_system_evaluate (system, c, &y) == LS_OK);
    }
  g_assert_cmpint (g_atomic_int_get (&n_allocations), ==, before);
}

static void
test_memory (void)
{
  contract_check_all (check_memory);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/system/contract/sizes", test_sizes);
  g_test_add_func ("/system/contract/polynomials", test_polynomials);
  g_test_add_func ("/system/contract/held", test_held);
  g_test_add_func ("/system/contract/time", test_time);
  g_test_add_func ("/system/contract/rollback", test_rollback);
  g_test_add_func ("/system/contract/states", test_states);
  g_test_add_func ("/system/contract/memory", test_memory);
  return g_test_run ();
}
