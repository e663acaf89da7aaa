/* What solvers of ordinary differential equations cost. */
#include "bench.h"

#include "../core/ode/ode-problems.h"

#include <math.h>

/* Relative error at the end that both solvers are to reach. */
#define ASKED 1e-6
#define N_REPEATS 10
#define N_TURNS 9

typedef struct
{
  const LsTestProblem *problem;
  const char *ids[2];
  double rtol[2];
} Race;

/* Returns: error at the end, infinite when it was not reached. */
static double
integrate (const LsTestProblem *problem, const char *id, double rtol, LsOdeCounts *counts)
{
  g_autoptr (LsOde) ode = ls_test_make (ls_ode_method_find (id), problem, NULL, rtol);
  double x[LS_TEST_MAX_STATES], error = INFINITY;

  if (ls_ode_start (ode, 0.0, problem->start) == LS_OK
      && ls_ode_advance (ode, problem->t_end, x) == LS_OK)
    error = ls_test_get_error (problem, x);
  ls_ode_get_counts (ode, counts);
  return error;
}

/* The loosest tolerance, in tenths of a decade, from which on the error is good three times. */
static double
find_tolerance (const LsTestProblem *problem, const char *id)
{
  guint n_good = 0;

  for (guint i = 30; i < 130; i++)
    {
      LsOdeCounts counts;

      n_good = integrate (problem, id, pow (10.0, -0.1 * i), &counts) <= ASKED ? n_good + 1 : 0;
      if (n_good == 3)
        return pow (10.0, -0.1 * (i - 2));
    }
  return NAN;
}

static void
run (const Race *race, guint which)
{
  LsOdeCounts counts;

  for (guint i = 0; i < N_REPEATS; i++)
    integrate (race->problem, race->ids[which], race->rtol[which], &counts);
}

static void
run_first (gpointer data)
{
  run (data, 0);
}

static void
run_second (gpointer data)
{
  run (data, 1);
}

/* Time at equal error, one solver over the other. */
static double
measure_race (gpointer data, GError **error G_GNUC_UNUSED)
{
  Race *race = data;

  for (guint i = 0; i < 2; i++)
    race->rtol[i] = find_tolerance (race->problem, race->ids[i]);
  return ls_bench_ratio (run_first, run_second, race, N_TURNS);
}

/* Time of a run less that of its evaluations alone, per evaluation, in microseconds. */
static double
measure_overhead (gpointer data, GError **error G_GNUC_UNUSED)
{
  const LsTestProblem *problem = &ls_test_brusselator;
  LsOdeCounts counts = { 0 };
  guint64 n_evaluations = 0;
  double start = ls_bench_cpu_time (), total, x[2] = { 1.5, 3.0 }, dx[2];

  for (guint i = 0; i < N_REPEATS; i++)
    {
      integrate (problem, data, 1e-9, &counts);
      n_evaluations += counts.evaluations;
    }
  total = ls_bench_cpu_time () - start;
  start = ls_bench_cpu_time ();
  for (guint64 i = 0; i < n_evaluations; i++)
    problem->derivatives (0.0, x, dx, NULL);
  return 1e6 * (total - (ls_bench_cpu_time () - start)) / (double)n_evaluations;
}

static Race hires = { &ls_test_hires, { "radau5", "cvode-bdf" }, { 0.0, 0.0 } };
static Race robertson = { &ls_test_robertson_long, { "radau5", "cvode-bdf" }, { 0.0, 0.0 } };

const LsBench ls_bench_ode[] = {
  { "num/ode-hires radau5 against cvode-bdf", "", NAN, 3, measure_race, &hires },
  { "num/ode-robertson radau5 against cvode-bdf", "", NAN, 3, measure_race, &robertson },
  { "num/ode-evaluation dopri5", "us", 0.2, 5, measure_overhead, (gpointer) "dopri5" },
  { "num/ode-evaluation rk34", "us", 0.2, 5, measure_overhead, (gpointer) "rk34" },
  { "num/ode-evaluation radau5", "us", NAN, 5, measure_overhead, (gpointer) "radau5" },
  { "num/ode-evaluation cvode-bdf", "us", NAN, 5, measure_overhead, (gpointer) "cvode-bdf" },
  { NULL, NULL, NAN, 0, NULL, NULL },
};
