/* What coupling methods are worth: their own cost beside that of the components, and the time to
 * an error. */
#include "bench.h"

#include "core/base/team.h"
#include "core/ssp/ssp.h"
#include "core/run/comparison.h"

#include <math.h>

#define N_TURNS 3
#define N_PAIRS 11
#define BUSY_STEPS 2000
#define TARGET 1e-4 /* % */

static guint
add (LsModel *model, const char *file, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (ls_bench_get_build (), file, NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);

  return fmu != NULL ? ls_model_add_component (model, fmu, name, 0, 0) : 0;
}

/* Result of a run by @method, with options; %FALSE with an error. */
static gboolean
do_run (
    LsModel *model, const char *method, double h, double stop, LsRunResult *result, GError **error)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, error);
  g_autoptr (LsRun) run
      = choice != NULL ? ls_run_new (model, choice, 0, stop, h, NULL, error) : NULL;

  if (run == NULL || !ls_run_execute (run, NULL, NULL, NULL, error))
    return FALSE;
  ls_run_get_result (run, result);
  ls_run_result_clear (result);
  return TRUE;
}

static LsModel *
make_busy (GError **error)
{
  g_autoptr (LsModel) model = ls_model_new ();
  const guint prey = add (model, "tests/fmus/busy-prey.fmu", "prey", error);
  const guint predator
      = prey != 0 ? add (model, "tests/fmus/busy-predator.fmu", "predator", error) : 0;

  if (predator == 0 || ls_model_connect (model, prey, "population", predator, "prey", error) == 0
      || ls_model_connect (model, predator, "population", prey, "predators", error) == 0)
    return NULL;
  return g_steal_pointer (&model);
}

/* Time per step where fmi2DoStep takes 60 µs. */
static double
measure_busy (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsModel) model = make_busy (error);
  double ratios[N_TURNS];

  for (guint i = 0; model != NULL && i < N_TURNS; i++)
    {
      LsRunResult jacobi, missiles;

      if (!do_run (model, "ni-jacobi", 1e-2, 1e-2 * BUSY_STEPS, &jacobi, error)
          || !do_run (model, "missiles", 1e-2, 1e-2 * BUSY_STEPS, &missiles, error))
        return NAN;
      ratios[i] = missiles.cpu_time / jacobi.cpu_time;
    }
  return model != NULL ? ls_bench_median (ratios, N_TURNS) : NAN;
}

/* Takes all capabilities from all components: set, get and doStep are left. */
static void
blacken (LsModel *model)
{
  const char *capabilities[LS_N_CAPABILITIES + 1] = { NULL };

  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    capabilities[i] = ls_capability_id (i);
  for (guint k = 0; k < ls_model_get_n_components (model); k++)
    ls_model_set_without (model, ls_model_get_component (model, k)->id, capabilities);
}

/* @file: %NULL: FMUs whose fmi2DoStep takes 60 µs */
typedef struct
{
  const char *file, *method;
  double h; /* s */
  guint n_steps;
} Repair;

/* A run of black boxes with balance and corrected feed-through against the same run without:
 * processor time, components and recording in memory included. */
static double
measure_repairs (gpointer data, GError **error)
{
  const Repair *repair = data;
  g_autofree char *path
      = repair->file != NULL ? g_build_filename (ls_bench_get_build (), repair->file, NULL) : NULL;
  g_autoptr (LsModel) model = path != NULL ? ls_ssp_read (path, error) : make_busy (error);
  g_autofree char *without = g_strconcat (repair->method, ":balance=off:feed-through=off", NULL);
  const double stop = repair->h * repair->n_steps;
  double ratios[N_PAIRS];

  if (model == NULL)
    return NAN;
  blacken (model);
  for (guint i = 0; i < N_PAIRS; i++)
    {
      LsRunResult with, plain;

      if (!do_run (model, repair->method, repair->h, stop, &with, error)
          || !do_run (model, without, repair->h, stop, &plain, error))
        return NAN;
      ratios[i] = with.cpu_time / plain.cpu_time;
    }
  return ls_bench_median (ratios, N_PAIRS);
}

LsModel *
ls_bench_make_chain (guint n, const char *fmu_file, GError **error)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autofree char *path = g_build_filename (ls_bench_get_build (), fmu_file, NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  guint last = 0;

  for (guint i = 0; fmu != NULL && i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("body%u", i);
      const guint body = ls_model_add_component (model, fmu, name, 0, 0);

      if (i == 0 && !ls_model_set_value (model, body, "x", "1", error))
        return NULL;
      if (i > 0
          && (ls_model_connect (model, last, "x", body, "x_left", error) == 0
              || ls_model_connect (model, body, "x", last, "x_right", error) == 0))
        return NULL;
      last = body;
    }
  return fmu != NULL ? g_steal_pointer (&model) : NULL;
}

typedef struct
{
  const char *fmu;
  guint n_steps;
} Chain;

/* A chain of 1000 on the threads that are chosen by themselves, against one: ratio of the times of
 * pairs of runs. */
static double
measure_threads (gpointer data, GError **error)
{
  const Chain *chain = data;
  g_autoptr (LsModel) model = ls_bench_make_chain (1000, chain->fmu, error);
  double ratios[N_TURNS];

  for (guint i = 0; model != NULL && i < N_TURNS; i++)
    {
      LsRunResult one, several;
      gboolean done;

      ls_team_set_threads (1);
      done = do_run (model, "ni-jacobi", 1e-3, 1e-3 * chain->n_steps, &one, error);
      ls_team_set_threads (0);
      if (!done || !do_run (model, "ni-jacobi", 1e-3, 1e-3 * chain->n_steps, &several, error))
        return NAN;
      ratios[i] = several.wall_time / one.wall_time;
    }
  return model != NULL ? ls_bench_median (ratios, N_TURNS) : NAN;
}

static const Chain heavy_chain = { "tests/fmus/busy-body.fmu", 50 };
static const Chain light_chain = { "tests/fmus/busy-body-2.fmu", 1000 };

/* CPU time per step of method @method, and the step that has the target error by its order. */
static gboolean
find_time (LsComparison *comparison, guint method, double *time, GError **error)
{
  const guint n = ls_comparison_get_n_step_sizes (comparison), last = method * n + n - 1;
  LsRun *run = ls_comparison_get_run (comparison, last);
  LsOrderFit fit;
  LsRunResult result;

  if (!ls_comparison_get_order (comparison, method, 0, &fit))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_RUN, "the runs show no order");
      return FALSE;
    }
  ls_run_get_result (run, &result);
  ls_run_result_clear (&result);
  *time = result.cpu_time * ls_run_get_step_size (run)
          / (ls_run_get_step_size (run)
             * pow (TARGET / ls_comparison_get_error (comparison, last, 0), 1 / fit.order));
  return TRUE;
}

static LsComparison *
compare (LsModel *model, const char *method, const double steps[], guint n, GError **error)
{
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  const LsExperiment *experiment = ls_model_get_experiment (model);
  g_autoptr (LsComparison) comparison = NULL;

  g_ptr_array_add (methods, ls_method_choice_new (method));
  comparison = ls_comparison_new (model, methods, steps, n, 0, experiment->stop_time, NULL, error);
  if (comparison == NULL || !ls_comparison_execute (comparison, NULL, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&comparison);
}

/* Both by their order of convergence from steps where it shows: MISSILES near the error wanted,
 * NI-Jacobi as near as is bearable. */
static double
measure_time_to_error (gpointer data, GError **error)
{
  static const double small[] = { 2e-4, 1e-4 };
  const gboolean bodies = g_str_equal (data, "models/two-bodies.ssp");
  const double large[2] = { bodies ? 4e-3 : 0.08, bodies ? 2e-3 : 0.04 };
  g_autofree char *path = g_build_filename (ls_bench_get_build (), data, NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  g_autoptr (LsComparison) jacobi = NULL;
  g_autoptr (LsComparison) missiles = NULL;
  double long_time, short_time;

  if (model == NULL || (jacobi = compare (model, "ni-jacobi", small, 2, error)) == NULL
      || (missiles = compare (model, "missiles", large, 2, error)) == NULL
      || !find_time (jacobi, 0, &long_time, error) || !find_time (missiles, 0, &short_time, error))
    return NAN;
  return short_time / long_time;
}

#define TWO_BODIES ((gpointer) "models/two-bodies.ssp")
#define LOTKA_VOLTERRA ((gpointer) "models/lotka-volterra.ssp")

static const Repair busy = { NULL, "ni-jacobi", 1e-2, 500 };
static const Repair chain = { "models/chain-10.ssp", "ni-jacobi", 1e-2, 1000 };
static const Repair prey = { "models/lotka-volterra.ssp", "ni-jacobi", 1e-2, 5000 };
static const Repair bodies = { "models/two-bodies.ssp", "ni-jacobi", 1e-3, 5000 };
static const Repair sequential = { "models/two-bodies.ssp", "gauss-seidel", 1e-3, 5000 };

const LsBench ls_bench_coupling[] = {
  { "coupling/missiles against ni-jacobi, 60 µs FMUs", "", 1.3, 1, measure_busy, NULL },
  { "coupling/threads against one, 1000 FMUs of 60 µs", "", 1 / 1.8, 1, measure_threads,
    (gpointer)&heavy_chain },
  { "coupling/threads against one, 1000 FMUs of 2 µs", "", 1.02, 1, measure_threads,
    (gpointer)&light_chain },
  { "coupling/missiles time to 1e-4 %, two bodies", "", 1e-3, 1, measure_time_to_error,
    TWO_BODIES },
  { "coupling/missiles time to 1e-4 %, prey and predator", "", 1e-3, 1, measure_time_to_error,
    LOTKA_VOLTERRA },
  { "coupling/balance and feed-through, 60 µs FMUs", "", 1.05, 1, measure_repairs,
    (gpointer)&busy },
  { "coupling/balance and feed-through, ten bodies", "", 1.05, 1, measure_repairs,
    (gpointer)&chain },
  /* Two states in each component: fmi2DoStep takes as long as the exchange. */
  { "coupling/balance and feed-through, prey and predator", "", 1.05, 1, measure_repairs,
    (gpointer)&prey },
  { "coupling/balance and feed-through, two bodies", "", 1.05, 1, measure_repairs,
    (gpointer)&bodies },
  { "coupling/balance and feed-through, two bodies, Gauss-Seidel", "", 1.05, 1, measure_repairs,
    (gpointer)&sequential },
  { NULL, NULL, 0, 0, NULL, NULL },
};
