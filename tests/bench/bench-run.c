/* What a run costs beyond what its FMUs cost, in time and in memory. */
#include "bench.h"

#include "core/base/dylib.h"
#include "core/fmi/fmi2-api.h"
#include "core/run/run.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>

#define STEP 1e-3 /* s */
#define N_STEPS 100000
/* With a pace, s. */
#define PACED_TIME 4.0
#define PACED_STEP 1e-2
/* What is compared runs in many short pairs: so many steps that the beginning of a run, with cold
 * caches and the first samples of its profile, counts for less than a hundredth, and so few that
 * what else the machine does spoils but some pairs. */
#define PAIR_STEPS 20000
#define N_PAIRS 101
/* As the master does it: steps between two saved states. */
#define STEPS_PER_SAVE 64

/* The functions of one FMU that a Jacobi loop calls. */
typedef struct
{
  LsFmu *fmu;
  LsDylib *library;
  fmi2CallbackFunctions callbacks;
  fmi2Component component;
  fmi2SetRealTYPE *set_real;
  fmi2GetRealTYPE *get_real;
  fmi2DoStepTYPE *do_step;
  fmi2GetFMUstateTYPE *get_state;
  fmi2FMUstate state;
  guint32 input, output;
} Bare;

static void
ignore_message (fmi2ComponentEnvironment environment G_GNUC_UNUSED,
                fmi2String name G_GNUC_UNUSED,
                fmi2Status status G_GNUC_UNUSED,
                fmi2String category G_GNUC_UNUSED,
                fmi2String message G_GNUC_UNUSED,
                ...)
{
}

static LsFmu *
open_example (const char *file, GError **error)
{
  g_autofree char *path = g_build_filename (ls_bench_get_build (), "models", file, NULL);

  return ls_fmu_open (path, error);
}

static gboolean
bare_load (Bare *self, const char *file, const char *input, GError **error)
{
  const LsDescription *description;
  g_autofree char *binary = NULL;

  if ((self->fmu = open_example (file, error)) == NULL)
    return FALSE;
  description = ls_fmu_get_description (self->fmu);
  self->input = ls_description_find (description, input)->value_reference;
  self->output = ls_description_find (description, "population")->value_reference;
  binary = ls_fmu_find_binary (self->fmu, &description->co_simulation, error);
  if (binary == NULL || (self->library = ls_dylib_open (binary, error)) == NULL)
    return FALSE;
  self->set_real = (fmi2SetRealTYPE *)ls_dylib_find (self->library, "fmi2SetReal");
  self->get_real = (fmi2GetRealTYPE *)ls_dylib_find (self->library, "fmi2GetReal");
  self->do_step = (fmi2DoStepTYPE *)ls_dylib_find (self->library, "fmi2DoStep");
  self->get_state = (fmi2GetFMUstateTYPE *)ls_dylib_find (self->library, "fmi2GetFMUstate");
  return TRUE;
}

static void
bare_start (Bare *self, const char *name)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);
  g_autofree char *resources = ls_fmu_get_resource_uri (self->fmu);
  fmi2InstantiateTYPE *instantiate
      = (fmi2InstantiateTYPE *)ls_dylib_find (self->library, "fmi2Instantiate");
  fmi2SetupExperimentTYPE *setup
      = (fmi2SetupExperimentTYPE *)ls_dylib_find (self->library, "fmi2SetupExperiment");
  fmi2EnterInitializationModeTYPE *enter = (fmi2EnterInitializationModeTYPE *)ls_dylib_find (
      self->library, "fmi2EnterInitializationMode");
  fmi2ExitInitializationModeTYPE *leave = (fmi2ExitInitializationModeTYPE *)ls_dylib_find (
      self->library, "fmi2ExitInitializationMode");

  self->callbacks = (fmi2CallbackFunctions){ ignore_message, calloc, free, NULL, NULL };
  self->component = instantiate (name, fmi2CoSimulation, description->guid, resources,
                                 &self->callbacks, fmi2False, fmi2False);
  setup (self->component, fmi2False, 0, 0, fmi2True, PAIR_STEPS * STEP);
  enter (self->component);
  leave (self->component);
}

static void
bare_end (Bare *self)
{
  fmi2TerminateTYPE *terminate
      = (fmi2TerminateTYPE *)ls_dylib_find (self->library, "fmi2Terminate");
  fmi2FreeInstanceTYPE *free_instance
      = (fmi2FreeInstanceTYPE *)ls_dylib_find (self->library, "fmi2FreeInstance");
  fmi2FreeFMUstateTYPE *free_state
      = (fmi2FreeFMUstateTYPE *)ls_dylib_find (self->library, "fmi2FreeFMUstate");

  terminate (self->component);
  if (self->state != NULL)
    free_state (self->component, &self->state);
  free_instance (self->component);
}

static void
bare_unload (Bare *self)
{
  g_clear_pointer (&self->library, ls_dylib_close);
  g_clear_pointer (&self->fmu, ls_fmu_unref);
}

/* The loop that a person would write by hand, results kept. With @saves it makes the calls that
 * a run makes: states are saved now and then, for a step that is refused.
 * Returns: processor time, s. */
static double
run_bare (Bare pair[2], gboolean saves)
{
  g_autofree double *rows = NULL;
  double y[2], start, taken;

  bare_start (&pair[0], "prey");
  bare_start (&pair[1], "predator");
  start = ls_bench_cpu_time ();
  rows = g_new (double, 3 * PAIR_STEPS);
  for (guint k = 0; k < 2; k++)
    pair[k].get_real (pair[k].component, &pair[k].output, 1, &y[k]);
  for (guint i = 0; i < PAIR_STEPS; i++)
    {
      const double u[2] = { y[1], y[0] };

      for (guint k = 0; k < 2 && saves && i % STEPS_PER_SAVE == 0; k++)
        pair[k].get_state (pair[k].component, &pair[k].state);
      for (guint k = 0; k < 2; k++)
        {
          pair[k].set_real (pair[k].component, &pair[k].input, 1, &u[k]);
          pair[k].do_step (pair[k].component, i * STEP, STEP, !saves);
          pair[k].get_real (pair[k].component, &pair[k].output, 1, &y[k]);
        }
      rows[3 * i] = (i + 1) * STEP;
      rows[3 * i + 1] = y[0];
      rows[3 * i + 2] = y[1];
    }
  taken = ls_bench_cpu_time () - start;
  bare_end (&pair[0]);
  bare_end (&pair[1]);
  return taken;
}

static LsModel *
make_model (GError **error)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsFmu) prey = open_example ("prey.fmu", error);
  g_autoptr (LsFmu) predator = prey != NULL ? open_example ("predator.fmu", error) : NULL;
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

/* A whole run, recorded, against the bare loop; @data: whether that saves states. Each comes first
 * in every other pair. */
static double
measure_overhead (gpointer data, GError **error)
{
  const gboolean saves = data != NULL;
  Bare pair[2] = { 0 };
  g_autoptr (LsModel) model = make_model (error);
  double ratios[N_PAIRS], ratio = NAN;
  guint n = 0;

  if (model != NULL && bare_load (&pair[0], "prey.fmu", "predators", error)
      && bare_load (&pair[1], "predator.fmu", "prey", error))
    {
      double full = time_run (model, "ni-jacobi", PAIR_STEPS, error); /* warms up */

      run_bare (pair, saves);
      while (!isnan (full) && n < N_PAIRS)
        {
          double bare = n % 2 == 0 ? run_bare (pair, saves) : NAN;

          full = time_run (model, "ni-jacobi", PAIR_STEPS, error);
          ratios[n] = full / (n % 2 == 0 ? bare : run_bare (pair, saves));
          n++;
        }
      if (n == N_PAIRS)
        ratio = ls_bench_median (ratios, n);
    }
  bare_unload (&pair[0]);
  bare_unload (&pair[1]);
  return ratio;
}

static double
measure_methods (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsModel) model = make_model (error);
  double jacobi, missiles;

  if (model == NULL || isnan (missiles = time_run (model, "missiles", N_STEPS, error))
      || isnan (jacobi = time_run (model, "ni-jacobi", N_STEPS, error)))
    return NAN;
  return missiles / jacobi;
}

static double
measure_step (gpointer data, GError **error)
{
  g_autoptr (LsModel) model = make_model (error);

  return model != NULL ? 1e6 * time_run (model, data, N_STEPS, error) / N_STEPS : NAN;
}

/* Heap held after a run by what it recorded, over 8 bytes a number. */
static double
measure_memory (gpointer data G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsModel) model = make_model (error);
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
  g_autoptr (LsModel) model = make_model (error);
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
  { "run/missiles against ni-jacobi", "", NAN, 5, measure_methods, NULL },
  { "run/ni-jacobi macro step", "µs", NAN, 5, measure_step, (gpointer) "ni-jacobi" },
  { "run/missiles macro step", "µs", NAN, 5, measure_step, (gpointer) "missiles" },
  { "run/memory per recorded number against 8 B", "", 1.10, 3, measure_memory, NULL },
  { "run/late steps at pace 1", "", 0.01, 3, measure_pace, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
