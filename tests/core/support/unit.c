#include "unit.h"

#include <math.h>

char *
unit_path (const char *name)
{
  const char *folder = g_getenv ("LS_TEST_MODELS");

  g_assert_nonnull (folder);
  return g_build_filename (folder, name, NULL);
}

LsModel *
unit_open (const char *name)
{
  g_autofree char *path = unit_path (name);
  GError *error = NULL;
  LsModel *model = ls_ssp_read (path, &error);

  g_assert_no_error (error);
  return model;
}

LsMaster *
unit_start (const LsModel *model, const char *choice, double stop_time, double step_size)
{
  return unit_start_adaptive (model, choice, stop_time, step_size, 0.0);
}

LsMaster *
unit_start_adaptive (
    const LsModel *model, const char *choice, double stop_time, double step_size, double tolerance)
{
  GError *error = NULL;
  g_autoptr (LsMethodChoice) parsed = ls_method_choice_parse (choice, &error);
  g_autoptr (LsOptions) options = NULL;
  LsMasterSettings settings = { 0 };
  LsMaster *master;

  g_assert_no_error (error);
  options = ls_coupling_method_read_options (parsed, &error);
  g_assert_no_error (error);
  settings.method = ls_coupling_method_find (parsed->method, &error);
  settings.options = options;
  settings.stop_time = stop_time;
  settings.step_size = step_size;
  settings.tolerance = NAN;
  settings.relative_tolerance = tolerance;
  master = ls_master_new (model, &settings, NULL, &error);
  g_assert_no_error (error);
  return master;
}

static LsOde *
make_reference (const LsOdeProblem *problem, const double x[])
{
  g_autofree double *atol = g_new (double, problem->n);
  GError *error = NULL;
  LsOde *ode;

  for (guint i = 0; i < problem->n; i++)
    atol[i] = 1e-15;
  ode = ls_ode_new (ls_ode_method_find ("fehlberg78"), problem, 1e-14, atol, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
  return ode;
}

typedef struct
{
  double low, high, sum, worst;
  guint64 rows;
} Errors;

static Errors
measure (const LsModel *model,
         const char *choice,
         double stop_time,
         double step_size,
         double tolerance,
         const LsOdeProblem *problem,
         const double x[],
         const char *signal,
         guint state)
{
  g_autoptr (LsMaster) master
      = unit_start_adaptive (model, choice, stop_time, step_size, tolerance);
  g_autoptr (LsOde) ode = make_reference (problem, x);
  g_autofree double *exact = g_memdup2 (x, problem->n * sizeof (double));
  const char *signals[] = { signal, NULL };
  Errors errors = { .low = x[state], .high = x[state], .rows = 1 };
  double value;
  GError *error = NULL;

  ls_master_set_signals (master, signals, &error);
  g_assert_no_error (error);
  ls_master_read (master, &value, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (value, ==, x[state]);
  for (; !ls_master_is_done (master); errors.rows++)
    {
      ls_master_step (master, &error);
      g_assert_no_error (error);
      ls_master_read (master, &value, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ls_ode_advance (ode, ls_master_get_time (master), exact), ==, LS_OK);
      errors.low = fmin (errors.low, exact[state]);
      errors.high = fmax (errors.high, exact[state]);
      value -= exact[state];
      errors.sum += value * value;
      errors.worst = fmax (errors.worst, fabs (value));
    }
  g_assert_cmpfloat (ls_master_get_time (master), ==, stop_time);
  ls_master_finish (master, &error);
  g_assert_no_error (error);
  return errors;
}

double
unit_measure (const LsModel *model,
              const char *choice,
              double stop_time,
              double step_size,
              const LsOdeProblem *problem,
              const double x[],
              const char *signal,
              guint state)
{
  Errors errors = measure (model, choice, stop_time, step_size, 0.0, problem, x, signal, state);

  return 100.0 * sqrt (errors.sum / (double)errors.rows) / (errors.high - errors.low);
}

double
unit_measure_adaptive (const LsModel *model,
                       const char *choice,
                       double stop_time,
                       double step_size,
                       double tolerance,
                       const LsOdeProblem *problem,
                       const double x[],
                       const char *signal,
                       guint state,
                       guint64 *n_steps)
{
  Errors errors
      = measure (model, choice, stop_time, step_size, tolerance, problem, x, signal, state);

  *n_steps = errors.rows - 1;
  return sqrt (errors.sum / (double)errors.rows) / (errors.high - errors.low);
}

double
unit_measure_worst (const LsModel *model,
                    const char *choice,
                    double stop_time,
                    double step_size,
                    const LsOdeProblem *problem,
                    const double x[],
                    const char *signal,
                    guint state)
{
  Errors errors = measure (model, choice, stop_time, step_size, 0.0, problem, x, signal, state);

  return 100.0 * errors.worst / fmax (fabs (errors.low), fabs (errors.high));
}

LsStatus
unit_two_bodies (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer data G_GNUC_UNUSED)
{
  double force = 1e4 * (x[2] - x[0]) + 10.0 * (x[3] - x[1]);

  dx[0] = x[1];
  dx[1] = (-1e4 * x[0] - 10.0 * x[1] + force) / 5.0;
  dx[2] = x[3];
  dx[3] = (-force - 1e5 * x[2] - 40.0 * x[3]) / 80.0;
  return LS_OK;
}

double
unit_measure_bodies (const char *choice, double step_size)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  LsOdeProblem problem = { 4, unit_two_bodies, NULL, NULL };
  double x[4] = { 1.0, 0.0, 3.0, 0.0 };
  double error = unit_measure (model, choice, 2.0, step_size, &problem, x, "left.x", 0);

  g_test_message ("two-bodies %s h = %g: %.6g %%", choice, step_size, error);
  return error;
}

LsStatus
unit_lotka_volterra (double t G_GNUC_UNUSED,
                     const double x[],
                     double dx[],
                     gpointer data G_GNUC_UNUSED)
{
  dx[0] = x[0] * (2.0 / 3.0 - 4.0 / 3.0 * x[1]);
  dx[1] = x[1] * (x[0] - 1.0);
  return LS_OK;
}

double
unit_measure_populations (const char *choice, double step_size)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  LsOdeProblem problem = { 2, unit_lotka_volterra, NULL, NULL };
  double x[2] = { 1.0, 1.0 };
  double error = unit_measure (model, choice, 20.0, step_size, &problem, x, "prey.population", 0);

  g_test_message ("lotka-volterra %s h = %g: %.6g %%", choice, step_size, error);
  return error;
}

void
unit_assert_near (double value, double expected, double tolerance)
{
  g_assert_cmpfloat (fabs (value / expected - 1.0), <=, tolerance);
}

LsFmu *
unit_open_fmu (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (g_getenv (folder), file, NULL);
  GError *error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return fmu;
}

guint
unit_add (LsModel *model, const char *folder, const char *file, const char *name)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu (folder, file);

  return ls_model_add_component (model, fmu, name, 0.0, 0.0);
}

void
unit_connect (LsModel *model, guint from, const char *output, guint to, const char *input)
{
  GError *error = NULL;

  g_assert_cmpuint (ls_model_connect (model, from, output, to, input, &error), >, 0);
  g_assert_no_error (error);
}

void
unit_set (LsModel *model, guint id, const char *variable, const char *value)
{
  GError *error = NULL;

  ls_model_set_value (model, id, variable, value, &error);
  g_assert_no_error (error);
}

double
unit_run (LsMaster *master, const char *signal)
{
  const char *signals[] = { signal, NULL };
  GError *error = NULL;
  double value;

  ls_master_set_signals (master, signals, &error);
  g_assert_no_error (error);
  while (!ls_master_is_done (master))
    {
      ls_master_step (master, &error);
      g_assert_no_error (error);
    }
  ls_master_read (master, &value, &error);
  g_assert_no_error (error);
  return value;
}
