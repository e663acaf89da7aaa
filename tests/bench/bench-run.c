/* What a run costs beyond what its FMUs cost, in time and in memory. */
#include "bare.h"
#include "bench.h"

#include "core/run/run.h"

#include <malloc.h>
#include <math.h>

#define STEP LS_BARE_STEP
#define N_STEPS 100000
/* With a pace, s. */
#define PACED_TIME 4.0
#define PACED_STEP 1e-2
#define N_PAIRS 101

static LsFmu *
open_example (const char *folder, const char *file, GError **error)
{
  g_autofree char *path = g_build_filename (ls_bench_get_build (), folder, file, NULL);

  return ls_fmu_open (path, error);
}

static LsModel *
make_model (const char *folder, GError **error)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsFmu) prey = open_example (folder, "prey.fmu", error);
  g_autoptr (LsFmu) predator = prey != NULL ? open_example (folder, "predator.fmu", error) : NULL;
  guint from, to;

  if (predator == NULL)
    return NULL;
  from = ls_model_add_component (model, prey, "prey", 0, 0);
  to = ls_model_add_component (model, predator, "predator", 0, 0);
  if (ls_model_connect (model, from, "population", to, "prey", error) == 0
      || ls_model_connect (model, to, "population", from, "predators", error) == 0)
    return NULL;
  return g_steal_pointer (&model);
}

/* Returns: the run, done; %NULL with an error. */
static LsRun *
do_run (LsModel *model, const char *method, guint n_steps, GError **error)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new (method);
  g_autoptr (LsRun) run = ls_run_new (model, choice, 0, n_steps * STEP, STEP, NULL, error);

  if (run == NULL || !ls_run_execute (run, NULL, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&run);
}

/* Processor time of the stepping, recording included, s; NAN with an error. */
static double
time_run (LsModel *model, const char *method, guint n_steps, GError **error)
{
  g_autoptr (LsRun) run = do_run (model, method, n_steps, error);
  LsRunResult result;

  if (run == NULL)
    return NAN;
  ls_run_get_result (run, &result);
  ls_run_result_clear (&result);
  return result.cpu_time;
}

/* A run and the bare loop of the same FMUs. */
typedef struct
{
  LsModel *model;
  LsBare *bare;
} Against;

static gboolean
against_load (Against *self, const char *folder, GError **error)
{
  if ((self->model = make_model (folder, error)) == NULL
      || (self->bare = ls_bare_new (folder, error)) == NULL)
    return FALSE;
  ls_bare_run (self->bare, FALSE); /* warms up, as the run does */
  return !isnan (time_run (self->model, "ni-jacobi", LS_BARE_N_STEPS, error));
}

static void
against_clear (Against *self)
{
  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->bare, ls_bare_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Against, against_clear)

/* A whole run, recorded, against the bare loop, which comes @first or last. */
static double
against_measure (Against *self, gboolean saves, gboolean first, GError **error)
{
  const double before = first ? ls_bare_run (self->bare, saves) : NAN;
  const double full = time_run (self->model, "ni-jacobi", LS_BARE_N_STEPS, error);

  return full / (first ? before : ls_bare_run (self->bare, saves));
}

/* Each comes first in every other pair; @data: whether the loop saves states. */
static double
measure_overhead (gpointer data, GError **error)
{
  g_auto (Against) against = { 0 };
  double ratios[N_PAIRS];

  if (!against_load (&against, "models", error))
    return NAN;
  for (guint n = 0; n < N_PAIRS; n++)
    if (isnan (ratios[n] = against_measure (&against, data != NULL, n % 2 == 0, error)))
      return NAN;
  return ls_bench_median (ratios, N_PAIRS);
}

/* How many times as much of its bare loop a run of FMI 3.0 takes as one of FMI 2.0. */
static double
measure_versions (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_auto (Against) two = { 0 };
  g_auto (Against) three = { 0 };
  double ratios[N_PAIRS];

  if (!against_load (&two, "models", error) || !against_load (&three, "models/fmi3", error))
    return NAN;
  for (guint n = 0; n < N_PAIRS; n++)
    {
      const double newer = against_measure (&three, TRUE, n % 2 == 0, error);

      ratios[n] = newer / against_measure (&two, TRUE, n % 2 == 0, error);
      if (isnan (ratios[n]))
        return NAN;
    }
  return ls_bench_median (ratios, N_PAIRS);
}

static double
measure_methods (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsModel) model = make_model ("models", error);
  double jacobi, missiles;

  if (model == NULL || isnan (missiles = time_run (model, "missiles", N_STEPS, error))
      || isnan (jacobi = time_run (model, "ni-jacobi", N_STEPS, error)))
    return NAN;
  return missiles / jacobi;
}

static double
measure_step (gpointer data, GError **error)
{
  g_autoptr (LsModel) model = make_model ("models", error);

  return model != NULL ? 1e6 * time_run (model, data, N_STEPS, error) / N_STEPS : NAN;
}

/* Heap held after a run by what it recorded, over 8 bytes a number. */
static double
measure_memory (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsModel) model = make_model ("models", error);
  g_autoptr (LsRun) run = NULL;
  struct mallinfo2 before, after;
  LsTrace *trace;

  if (model == NULL)
    return NAN;
  before = mallinfo2 ();
  if ((run = do_run (model, "ni-jacobi", 2 * N_STEPS, error)) == NULL)
    return NAN;
  after = mallinfo2 ();
  trace = ls_run_get_trace (run);
  return (double)(after.uordblks + after.hblkhd - before.uordblks - before.hblkhd)
         / (8.0 * (double)ls_trace_get_n_rows (trace) * ls_trace_get_n_columns (trace));
}

/* Share of macro steps that begin more than 2 ms late at the speed of the clock. */
static double
measure_pace (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsModel) model = make_model ("models", error);
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("ni-jacobi");
  g_autoptr (LsRun) run
      = model != NULL ? ls_run_new (model, choice, 0, PACED_TIME, PACED_STEP, NULL, error) : NULL;
  LsRunResult result;
  double share;

  if (run == NULL)
    return NAN;
  ls_run_set_pace (run, 1);
  if (!ls_run_execute (run, NULL, NULL, NULL, error))
    return NAN;
  ls_run_get_result (run, &result);
  share = (double)result.n_late * PACED_STEP / PACED_TIME;
  ls_run_result_clear (&result);
  return share;
}

const LsBench ls_bench_run[] = {
  { "run/ni-jacobi against the same FMI calls", "", 1.10, 5, measure_overhead, (gpointer) "saves" },
  { "run/ni-jacobi against a loop without saving", "", NAN, 5, measure_overhead, NULL },
  { "run/versions: FMI 3.0 against FMI 2.0, each against its calls", "", 1.05, 3, measure_versions,
    NULL },
  { "run/missiles against ni-jacobi", "", NAN, 5, measure_methods, NULL },
  { "run/ni-jacobi macro step", "µs", NAN, 5, measure_step, (gpointer) "ni-jacobi" },
  { "run/missiles macro step", "µs", NAN, 5, measure_step, (gpointer) "missiles" },
  { "run/memory per recorded number against 8 B", "", 1.10, 3, measure_memory, NULL },
  { "run/late steps at pace 1", "", 0.01, 3, measure_pace, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
