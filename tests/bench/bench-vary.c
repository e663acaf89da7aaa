/* What rows of a variation cost beside their runs: reading, processes, copies, instances, measures.
 */
#include "bench.h"

#include "core/run/run.h"
#include "core/ssp/ssp.h"

#include <math.h>
#include <sys/resource.h>

#define N_ROWS 1000u
#define METHOD "missiles"
#define STEP_SIZE 0.01
#define STOP_TIME 20.0
/* Of the rows, for the processor time of all: steps are as many in each. */
#define N_RUNS 100u

/* Processor time of the steps of a run in this process, s; NAN with an error. */
static double
time_run (const LsModel *model, GError **error)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new (METHOD);
  g_autoptr (LsRun) run = ls_run_new (model, choice, 0.0, STOP_TIME, STEP_SIZE, NULL, error);
  LsRunResult result;

  if (run == NULL || !ls_run_execute (run, NULL, NULL, NULL, error))
    return NAN;
  ls_run_get_result (run, &result);
  ls_run_result_clear (&result);
  return result.cpu_time;
}

/* Of all runs without anything around them, s. */
static double
time_runs (const char *path, GError **error)
{
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  double sum = model != NULL ? 0.0 : NAN;

  for (guint i = 0; i < N_RUNS && isfinite (sum); i++)
    sum += time_run (model, error);
  return sum * N_ROWS / N_RUNS;
}

/* Of processes that have ended, s. */
static double
get_child_time (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Of the program with all its processes, s; NAN with an error. */
static double
time_program (const char *path, const char *isolation, GError **error)
{
  g_autofree char *program = g_build_filename (ls_bench_get_build (), "src/cli/lockstep", NULL);
  g_autofree char *range = g_strdup_printf ("prey.alpha=0.5:1:%u", N_ROWS);
  g_autofree char *step = g_strdup_printf ("%g", STEP_SIZE);
  g_autofree char *stop = g_strdup_printf ("%g", STOP_TIME);
  const char *arguments[]
      = { program, "vary",        path, "-m", METHOD, "-H",          step,      "-p", range,
          "-q",    "--stop-time", stop, "-j", "1",    "--isolation", isolation, NULL };
  const double before = get_child_time ();
  int status;

  if (!g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                     NULL, &status, error)
      || !g_spawn_check_wait_status (status, error))
    return NAN;
  return get_child_time () - before;
}

/* @data: where FMUs run */
static double
measure_rows (gpointer data, GError **error)
{
  g_autofree char *path
      = g_build_filename (ls_bench_get_build (), "models/lotka-volterra.ssp", NULL);
  const double bare = time_runs (path, error);

  return isfinite (bare) ? time_program (path, data, error) / bare : NAN;
}

const LsBench ls_bench_vary[] = {
  { "vary/1000 rows against their runs, in the process", "", 1.3, 3, measure_rows,
    (gpointer) "none" },
  { "vary/1000 rows against their runs, by default", "", 1.3, 3, measure_rows, (gpointer) "auto" },
  { "vary/1000 rows against their runs, helpers", "", NAN, 1, measure_rows, (gpointer) "grouped" },
  { NULL, NULL, 0, 0, NULL, NULL },
};
