/* The own cost of macro steps: a chain of bodies stepped by a coupling method, against a bare loop
 * of the same calls of the FMUs on as many instances. */
#include "bench.h"

#include "core/base/prefetch.h"
#include "core/base/team.h"
#include "core/fmi/fmi2-instance.h"
#include "core/master/master.h"
#include "core/model/model.h"
#include "core/record/trace.h"

#include <math.h>

#define STEP 0.01 /* s */
/* Steps before the first measurement; then turns of steps of the method and of the bare loop. */
#define N_WARM 8u
#define N_TURNS 9u
/* Component steps of a turn, about. */
#define WORK 100000u

/* Value references of models/chain-body; of states, derivatives and the output together. */
static const guint32 inputs[] = { 5, 6 }, output = 1, point[] = { 1, 2, 3, 4, 1 };
static const guint32 known[] = { 1, 2, 5, 6 }, unknown[] = { 3, 4, 1 };
static const guint32 slopes[] = { 5, 6, 5, 6, 5, 6 };
static const int orders[] = { 1, 1, 2, 2, 3, 3 }, first_order = 1;

/* The calls of a pass over all components, in this order. */
typedef enum
{
  CALL_SAVE = 1 << 0,
  CALL_RESTORE = 1 << 1,
  CALL_SET = 1 << 2,
  CALL_READ_POINT = 1 << 3,
  CALL_DERIVATIVES = 1 << 4,
  CALL_SET_SLOPES = 1 << 5,
  CALL_STEP = 1 << 6, /* and reads the output */
  CALL_GET_SLOPES = 1 << 7
} Call;

#define HELD (CALL_SET | CALL_STEP)
#define FOLLOWED (HELD | CALL_SET_SLOPES | CALL_GET_SLOPES)

/* @passes: of a step, ended by 0; the last one for every iteration but the first, where there are
 * some */
typedef struct
{
  const char *method;
  guint n;
  guint passes[3];
} Own;

/* ---- The bare loop ----------------------------------------------------------------------- */

typedef struct
{
  guint n;
  LsInstance **instances;
  const LsFmi2Functions *fmi;
  fmi2Component *components;
  fmi2FMUstate *states;
  double *u, *y; /* as a method has them: 2 n, n */
  double time;   /* s */
} Bare;

static void
bare_clear (Bare *self)
{
  for (guint k = 0; k < self->n; k++)
    {
      if (self->states[k] != NULL)
        self->fmi->FreeFMUstate (self->components[k], &self->states[k]);
      ls_instance_free (self->instances[k]);
    }
  g_free (self->instances);
  g_free (self->components);
  g_free (self->states);
  g_free (self->u);
  g_free (self->y);
}

static gboolean
bare_init (Bare *self, guint n, GError **error)
{
  g_autofree char *path = g_build_filename (ls_bench_get_build (), "models/chain-body.fmu", NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);

  *self = (Bare){ .instances = g_new0 (LsInstance *, n),
                  .components = g_new0 (fmi2Component, n),
                  .states = g_new0 (fmi2FMUstate, n),
                  .u = g_new0 (double, 2 * (gsize)n),
                  .y = g_new0 (double, n) };
  for (guint k = 0; k < n && fmu != NULL; k++)
    {
      LsInstance *one = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "body", NULL, FALSE, error);

      if (one == NULL)
        return FALSE;
      ls_instance_setup (one, NAN, 0.0, NAN);
      ls_instance_enter_initialization (one);
      ls_instance_exit_initialization (one);
      self->instances[self->n++] = one;
      self->fmi = ((LsInstanceFmi2 *)one)->fmi;
      self->components[k] = ((LsInstanceFmi2 *)one)->component;
    }
  return fmu != NULL;
}

static void
bare_call (Bare *self, guint k, guint calls)
{
  static const double changes[6];
  const LsFmi2Functions *fmi = self->fmi;
  fmi2Component one = self->components[k];
  const double seed = 1.0;
  double values[5];

  if ((calls & CALL_SAVE) != 0)
    fmi->GetFMUstate (one, &self->states[k]);
  if ((calls & CALL_RESTORE) != 0)
    fmi->SetFMUstate (one, self->states[k]);
  if ((calls & CALL_SET) != 0)
    fmi->SetReal (one, inputs, 2, self->u + 2 * (gsize)k);
  if ((calls & CALL_READ_POINT) != 0)
    fmi->GetReal (one, point, 5, values);
  for (guint i = 0; i < 4 && (calls & CALL_DERIVATIVES) != 0; i++)
    fmi->GetDirectionalDerivative (one, unknown, 3, known + i, 1, &seed, values);
  if ((calls & CALL_SET_SLOPES) != 0)
    fmi->SetRealInputDerivatives (one, slopes, 6, orders, changes);
  if ((calls & CALL_STEP) != 0)
    {
      fmi->DoStep (one, self->time, STEP, fmi2False);
      fmi->GetReal (one, &output, 1, self->y + k);
    }
  if ((calls & CALL_GET_SLOPES) != 0)
    fmi->GetRealOutputDerivatives (one, &output, 1, &first_order, values);
}

/* What is needed next is asked for as methods do it. */
static void
bare_pass (Bare *self, guint calls)
{
  for (guint k = 0; k < self->n; k++)
    {
      if (self->n >= LS_PREFETCH_LEAST && k + LS_PREFETCH_AHEAD / 3 < self->n)
        ls_prefetch (self->components[k + LS_PREFETCH_AHEAD / 3], 256);
      bare_call (self, k, calls);
    }
}

/* @n_iterations: 0: the method does not iterate */
static void
bare_step (Bare *self, const Own *own, double n_iterations)
{
  guint i = 0;

  for (guint k = 0; k < self->n; k++)
    {
      self->u[2 * k] = k > 0 ? self->y[k - 1] : 0.0;
      self->u[2 * k + 1] = k + 1 < self->n ? self->y[k + 1] : 0.0;
    }
  for (; own->passes[i + 1] != 0; i++)
    bare_pass (self, own->passes[i]);
  if (n_iterations == 0)
    bare_pass (self, own->passes[i]);
  for (double left = n_iterations - 1; left > 0.5; left--)
    bare_pass (self, own->passes[i]);
  self->time += STEP;
}

/* ---- The method -------------------------------------------------------------------------- */

typedef struct
{
  LsMaster *master;
  LsTrace *trace;
} Coupled;

static void
coupled_clear (Coupled *self)
{
  g_clear_pointer (&self->master, ls_master_free);
  g_clear_pointer (&self->trace, ls_trace_unref);
}

static gboolean
coupled_init (Coupled *self, const char *method, guint n, GError **error)
{
  g_autoptr (LsModel) model = ls_bench_make_chain (n, "models/chain-body.fmu", error);
  g_auto (GStrv) signals = model != NULL ? ls_model_list_output_signals (model) : NULL;
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new (method);
  g_autoptr (LsOptions) options = ls_coupling_method_read_options (choice, error);
  LsMasterSettings settings = { .stop_time = 1e6 * STEP, .step_size = STEP, .tolerance = NAN };

  if (model == NULL || options == NULL)
    return FALSE;
  settings.method = ls_coupling_method_find (method, error);
  settings.options = options;
  self->trace = ls_trace_new (g_strv_length (signals), (const char *const *)signals, NULL);
  self->master = ls_master_new (model, &settings, NULL, error);
  return self->master != NULL
         && ls_master_set_signals (self->master, (const char *const *)signals, error);
}

static gboolean
coupled_step (Coupled *self, GError **error)
{
  return ls_master_step (self->master, error)
         && ls_master_record (self->master, self->trace, error);
}

/* ---- Both in turns ----------------------------------------------------------------------- */

/* @least: time of a step of the method and of the bare loop, s: the least so far. */
static gboolean
take_turn (
    Coupled *coupled, Bare *bare, const Own *own, guint n_steps, double least[2], GError **error)
{
  const LsCounts *counts = ls_master_peek_counts (coupled->master);
  const guint64 before = counts->iterations;
  double start = ls_bench_cpu_time (), n_iterations;

  for (guint i = 0; i < n_steps; i++)
    if (!coupled_step (coupled, error))
      return FALSE;
  least[0] = fmin (least[0], (ls_bench_cpu_time () - start) / n_steps);
  n_iterations = (double)(counts->iterations - before) / n_steps;
  start = ls_bench_cpu_time ();
  for (guint i = 0; i < n_steps; i++)
    bare_step (bare, own, n_iterations);
  least[1] = fmin (least[1], (ls_bench_cpu_time () - start) / n_steps);
  return TRUE;
}

/* Time of a macro step beyond that of the bare loop, recording included, s. On one thread: both
 * would not share out their work alike. By the least times: other programs, which take the caches
 * and the memory, only add. */
static double
measure_own (const Own *own, guint n, GError **error)
{
  Coupled coupled = { 0 };
  Bare bare = { 0 };
  double least[2] = { INFINITY, INFINITY };
  gboolean good;

  ls_team_set_threads (1);
  /* In this order large pages are for both: a master asks for them. */
  good = bare_init (&bare, n, error) && coupled_init (&coupled, own->method, n, error);
  for (guint i = 0; i < N_WARM && good; i++)
    good = coupled_step (&coupled, error);
  for (guint i = 0; i < N_TURNS && good; i++)
    good = take_turn (&coupled, &bare, own, MAX (8, WORK / n), least, error);
  coupled_clear (&coupled);
  bare_clear (&bare);
  ls_team_set_threads (0);
  return good ? least[0] - least[1] : NAN;
}

static double
measure_time (gpointer data, GError **error)
{
  const Own *own = data;

  return 1e3 * measure_own (own, own->n, error);
}

/* Ten times the components: 10 is linear. A thousand FMUs do not fit the caches that a hundred fit,
 * so that 10 is not to be had. */
static double
measure_growth (gpointer data, GError **error)
{
  const Own *own = data;
  const double few = measure_own (own, own->n / 10, error);

  return isfinite (few) ? measure_own (own, own->n, error) / few : few;
}

#define ESTIMATED (CALL_SET | CALL_READ_POINT | CALL_DERIVATIVES)

static const Own two = { "missiles", 2, { ESTIMATED, FOLLOWED } };
static const Own ten = { "missiles", 10, { ESTIMATED, FOLLOWED } };
static const Own few = { "missiles", 100, { ESTIMATED, FOLLOWED } };
static const Own some = { "missiles", 1000, { ESTIMATED, FOLLOWED } };
static const Own jacobi = { "ni-jacobi", 10000, { HELD } };
static const Own missiles = { "missiles", 10000, { ESTIMATED, FOLLOWED } };
static const Own jfm
    = { "ifosmondi-jfm", 10000, { CALL_SAVE | FOLLOWED, CALL_RESTORE | FOLLOWED } };

/* What is left of NI-Jacobi is a difference of two much greater times, of which no ratio is known.
 */
const LsBench ls_bench_own[] = {
  { "own/step of NI-Jacobi, 10000 components", "ms", 1, 1, measure_time, (gpointer)&jacobi },
  { "own/step of MISSILES, 2 components", "ms", NAN, 1, measure_time, (gpointer)&two },
  { "own/step of MISSILES, 10 components", "ms", NAN, 1, measure_time, (gpointer)&ten },
  { "own/step of MISSILES, 100 components", "ms", NAN, 1, measure_time, (gpointer)&few },
  { "own/step of MISSILES, 1000 components", "ms", NAN, 1, measure_time, (gpointer)&some },
  { "own/step of MISSILES, 10000 components", "ms", NAN, 1, measure_time, (gpointer)&missiles },
  { "own/step of IFOSMONDI-JFM, 10000 components", "ms", NAN, 1, measure_time, (gpointer)&jfm },
  { "own/MISSILES, 100 components against 10", "", 20, 1, measure_growth, (gpointer)&few },
  { "own/MISSILES, 1000 components against 100", "", 20, 1, measure_growth, (gpointer)&some },
  { "own/MISSILES, 10000 components against 1000", "", 12, 1, measure_growth, (gpointer)&missiles },
  { "own/IFOSMONDI-JFM, 10000 components against 1000", "", 12, 1, measure_growth, (gpointer)&jfm },
  { NULL, NULL, 0, 0, NULL, NULL },
};
