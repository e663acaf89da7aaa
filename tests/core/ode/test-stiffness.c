/* Decay rates of systems whose eigenvalues are known. */
#include "core/ode/stiffness.h"

#include <math.h>

/* Kofman's stiff pair: lambda = -0.0100010002…, -99.98999899979995. */
static LsStatus
kofman (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = 0.01 * x[1];
  dx[1] = 2020 - 100 * x[0] - 100 * x[1];
  return LS_OK;
}

/* lambda = ±1000 i: fast, and not stiff. */
static LsStatus
oscillator (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = x[1];
  dx[1] = -1e6 * x[0];
  return LS_OK;
}

static LsStatus
broken (double t G_GNUC_UNUSED,
        const double x[] G_GNUC_UNUSED,
        double dx[] G_GNUC_UNUSED,
        gpointer user_data G_GNUC_UNUSED)
{
  return LS_RETRY;
}

static void
test_rates (void)
{
  const double x[] = { 0, 20 }, nominals[] = { 1, 1 };
  LsOdeProblem problem = { .n = 2, .derivatives = kofman };

  /* Differences of a linear function are wrong by rounding over the perturbation only. */
  g_assert_cmpfloat_with_epsilon (ls_stiffness_get_rate (&problem, 0, x, nominals),
                                  99.98999899979995, 1e-3);
  problem.derivatives = oscillator;
  g_assert_cmpfloat (ls_stiffness_get_rate (&problem, 0, x, nominals), <, 1);
}

static void
test_unknown (void)
{
  const double x[] = { 0, 20 }, nominals[] = { 1, 1 };
  LsOdeProblem problem = { .n = 2, .derivatives = broken };

  g_assert_true (isnan (ls_stiffness_get_rate (&problem, 0, x, nominals)));
  problem.n = 0;
  g_assert_cmpfloat (ls_stiffness_get_rate (&problem, 0, NULL, NULL), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/stiffness/rates", test_rates);
  g_test_add_func ("/num/stiffness/unknown", test_unknown);
  return g_test_run ();
}
