/* What events cost: evaluations of indicators against those of CVODE's own root finding, and the
 * time around an evaluation of an FMU. */
#include "bench.h"

#include "core/ode/hybrid.h"
#include "core/run/simulation.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#define GRAVITY 9.81
#define RESTITUTION 0.7
#define TOLERANCE 1e-8
/* Ten bounces. */
#define STOP 2.49

static LsStatus
fall (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer data G_GNUC_UNUSED)
{
  dx[0] = x[1];
  dx[1] = -GRAVITY;
  return LS_OK;
}

static LsStatus
height (double t G_GNUC_UNUSED, const double x[], double z[], gpointer data G_GNUC_UNUSED)
{
  z[0] = x[0];
  return LS_OK;
}

static LsStatus
bounce (double t G_GNUC_UNUSED,
        const LsHybridCauses *causes G_GNUC_UNUSED,
        double x[],
        LsHybridOutcome *outcome,
        gpointer data G_GNUC_UNUSED)
{
  x[0] = 1e-300;
  x[1] = fabs (x[1]) * RESTITUTION;
  outcome->states_changed = TRUE;
  return LS_OK;
}

/* Returns: evaluations of the indicator. */
static double
count_ours (guint64 *events, GError **error)
{
  const LsHybridProblem problem = {
    .ode = { .n = 2, .derivatives = fall }, .n_indicators = 1, .indicators = height, .event = bounce
  };
  const LsHybridSettings settings = { .rtol = TOLERANCE, .atol = TOLERANCE, .span = STOP };
  const double nominals[] = { 1.0, 1.0 }, start[] = { 1.0, 0.0 };
  g_autoptr (LsHybrid) hybrid = ls_hybrid_new (ls_ode_method_find ("cvode-bdf"), &problem,
                                               &settings, nominals, NULL, "ball", error);
  LsHybridCounts counts;

  if (hybrid == NULL || ls_hybrid_start (hybrid, 0.0, start, INFINITY) != LS_OK
      || ls_hybrid_advance (hybrid, STOP) != LS_OK)
    return NAN;
  ls_hybrid_get_counts (hybrid, &counts);
  *events = counts.events;
  return (double)counts.indicators;
}

static int
cvode_fall (realtype t G_GNUC_UNUSED, N_Vector x, N_Vector dx, void *data G_GNUC_UNUSED)
{
  NV_Ith_S (dx, 0) = NV_Ith_S (x, 1);
  NV_Ith_S (dx, 1) = -GRAVITY;
  return 0;
}

static int
cvode_height (realtype t G_GNUC_UNUSED, N_Vector x, realtype *z, void *data G_GNUC_UNUSED)
{
  z[0] = NV_Ith_S (x, 0);
  return 0;
}

/* The counter starts again with every restart. */
static long
take_count (void *cvode)
{
  long n = 0;

  CVodeGetNumGEvals (cvode, &n);
  return n;
}

static double
run_cvode (void *cvode, N_Vector x, guint64 *events)
{
  long n = 0;
  realtype t = 0.0;

  *events = 0;
  while (t < STOP)
    {
      int flag = CVode (cvode, STOP, x, &t, CV_NORMAL);

      if (flag < 0)
        return NAN;
      if (flag != CV_ROOT_RETURN)
        break;
      (*events)++;
      NV_Ith_S (x, 0) = 1e-300;
      NV_Ith_S (x, 1) = fabs (NV_Ith_S (x, 1)) * RESTITUTION;
      n += take_count (cvode);
      if (CVodeReInit (cvode, t, x) != CV_SUCCESS)
        return NAN;
    }
  return (double)(n + take_count (cvode));
}

static double
count_theirs (guint64 *events)
{
  SUNContext context = NULL;
  N_Vector x;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void *cvode;
  double n;

  if (SUNContext_Create (NULL, &context) != 0)
    return NAN;
  x = N_VNew_Serial (2, context);
  NV_Ith_S (x, 0) = 1.0;
  NV_Ith_S (x, 1) = 0.0;
  matrix = SUNDenseMatrix (2, 2, context);
  solver = SUNLinSol_Dense (x, matrix, context);
  cvode = CVodeCreate (CV_BDF, context);
  CVodeInit (cvode, cvode_fall, 0.0, x);
  CVodeSStolerances (cvode, TOLERANCE, TOLERANCE);
  CVodeSetLinearSolver (cvode, solver, matrix);
  CVodeRootInit (cvode, 1, cvode_height);
  n = run_cvode (cvode, x, events);
  CVodeFree (&cvode);
  SUNLinSolFree (solver);
  SUNMatDestroy (matrix);
  N_VDestroy (x);
  SUNContext_Free (&context);
  return n;
}

static double
measure_location (gpointer data G_GNUC_UNUSED, GError **error)
{
  guint64 ours = 0, theirs = 0;
  double mine = count_ours (&ours, error), own = count_theirs (&theirs);

  return ours == 10 && theirs == 10 ? mine / own : NAN;
}

typedef struct
{
  LsFmu *fmu;
} Alone;

static gboolean
open_alone (Alone *self, const char *file, GError **error)
{
  const char *build = ls_bench_get_build ();
  g_autofree char *path = g_build_filename (build, "models", file, NULL);

  self->fmu = ls_fmu_open (path, error);
  return self->fmu != NULL;
}

/* One run of the solver over all, s of processor time; @evaluations: (out) */
static double
time_run (const Alone *self, double stop, guint64 *evaluations, GError **error)
{
  LsSolver solver;
  LsSimulationSettings settings
      = { .fmu = self->fmu, .name = "fmu", .solver = &solver, .stop_time = stop, .tolerance = NAN };
  LsSimulationResult result;
  g_autoptr (LsTrace) trace = NULL;
  double start;

  settings.output_interval = stop;
  if (!ls_solver_parse ("dopri5:tolerance=1e-11", &solver, error))
    return NAN;
  start = ls_bench_cpu_time ();
  if (!ls_simulation_run (&settings, NULL, &trace, &result, error))
    return NAN;
  *evaluations = result.counts.ode.evaluations;
  return ls_bench_cpu_time () - start;
}

/* The calls of the FMU that an evaluation is made of, alone. */
static double
time_calls (const Alone *self, guint64 n, GError **error)
{
  guint n_states = ls_description_get_n_states (ls_fmu_get_description (self->fmu));
  g_autofree double *x = g_new0 (double, n_states), *dx = g_new0 (double, n_states);
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsInstance *instance
      = ls_instance_new (self->fmu, LS_KIND_MODEL_EXCHANGE, "fmu", log, FALSE, error);
  LsEventInfo info;
  double start;

  if (instance == NULL || ls_instance_setup (instance, NAN, 0.0, 1.0) != LS_OK
      || ls_instance_enter_initialization (instance) != LS_OK
      || ls_instance_exit_initialization (instance) != LS_OK
      || ls_instance_update_discrete_states (instance, &info) != LS_OK
      || ls_instance_enter_continuous_time_mode (instance) != LS_OK
      || ls_instance_get_states (instance, x) != LS_OK)
    return NAN;
  start = ls_bench_cpu_time ();
  for (guint64 i = 0; i < n; i++)
    {
      ls_instance_set_time (instance, 1e-6 * (double)i);
      ls_instance_set_states (instance, x);
      ls_instance_get_state_derivatives (instance, dx);
    }
  start = ls_bench_cpu_time () - start;
  ls_instance_free (instance);
  return start;
}

/* Time of a run, less that of the calls of the FMU alone, per evaluation, in microseconds. */
static double
measure_exchange (gpointer data, GError **error)
{
  const char *const *job = data;
  Alone alone = { 0 };
  guint64 n = 0;
  double whole, calls;

  if (!open_alone (&alone, job[0], error))
    return NAN;
  whole = time_run (&alone, g_ascii_strtod (job[1], NULL), &n, error);
  calls = time_calls (&alone, n, error);
  ls_fmu_unref (alone.fmu);
  return 1e6 * (whole - calls) / (double)n;
}

static const char *const brusselator[] = { "brusselator.fmu", "200" };
static const char *const arenstorf[] = { "arenstorf.fmu", "17" };

const LsBench ls_bench_events[] = {
  { "num/event-location against CVODE's own", "", 1.5, 1, measure_location, NULL },
  { "run/exchange-evaluation brusselator", "us", 0.2, 5, measure_exchange, (gpointer)brusselator },
  { "run/exchange-evaluation arenstorf", "us", 0.2, 5, measure_exchange, (gpointer)arenstorf },
  { NULL, NULL, NAN, 0, NULL, NULL },
};
