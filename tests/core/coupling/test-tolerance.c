/* Steps by a tolerance, for every coupling method: what is achieved against closed and independent
 * solutions, in how many steps, and what components that lack something do to it. */
#include "unit.h"

#include <math.h>

#define MAX_SIGNALS 3u

static void
observe_populations (const double x[], double y[])
{
  y[0] = x[0];
  y[1] = x[1];
}

/* The position, the velocity and the force that the components exchange. */
static void
observe_bodies (const double x[], double y[])
{
  y[0] = x[0];
  y[1] = x[1];
  y[2] = 1e4 * (x[2] - x[0]) + 10.0 * (x[3] - x[1]);
}

typedef struct
{
  const char *file;
  double stop_time, longest; /* s */
  LsOdeProblem problem;
  double start[4];
  guint n_signals;
  const char *signals[MAX_SIGNALS + 1];
  void (*observe) (const double x[], double y[]);
} Model;

/* The longest steps miss both dynamics: periods are 0.1 s and 8 s. */
static const Model populations = {
  "lotka-volterra.ssp",
  20.0,
  5.0,
  { 2, unit_lotka_volterra, NULL, NULL },
  { 1.0, 1.0 },
  2,
  { "prey.population", "predator.population", NULL },
  observe_populations,
};
static const Model bodies = {
  "two-bodies.ssp",
  2.0,
  0.5,
  { 4, unit_two_bodies, NULL, NULL },
  { 1.0, 0.0, 3.0, 0.0 },
  3,
  { "left.x", "left.v", "right.F", NULL },
  observe_bodies,
};

typedef struct
{
  double error; /* greatest over the signals: RMS over range */
  guint64 n_steps, n_rejected;
  double swings, drift;
} Result;

typedef struct
{
  double low[MAX_SIGNALS], high[MAX_SIGNALS], sum[MAX_SIGNALS];
} Sums;

static void
compare (const Model *model, Sums *sums, LsMaster *master, const double x[])
{
  double exact[MAX_SIGNALS], values[MAX_SIGNALS];
  GError *error = NULL;

  model->observe (x, exact);
  ls_master_read (master, values, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < model->n_signals; i++)
    {
      sums->low[i] = fmin (sums->low[i], exact[i]);
      sums->high[i] = fmax (sums->high[i], exact[i]);
      sums->sum[i] += (values[i] - exact[i]) * (values[i] - exact[i]);
    }
}

static Result
finish (const Model *model, const Sums *sums, const LsMaster *master, guint64 rows)
{
  Result result = { 0 };
  LsCounts counts;

  ls_master_get_counts (master, &counts);
  result.n_steps = counts.macro_steps;
  result.n_rejected = counts.rejected_steps;
  result.swings = counts.swings;
  result.drift = counts.drift;
  for (guint i = 0; i < model->n_signals; i++)
    result.error
        = fmax (result.error, sqrt (sums->sum[i] / (double)rows) / (sums->high[i] - sums->low[i]));
  return result;
}

static LsOde *
make_reference (const Model *model)
{
  const double atol[] = { 1e-15, 1e-15, 1e-15, 1e-15 };
  GError *error = NULL;
  LsOde *ode = ls_ode_new (ls_ode_method_find ("fehlberg78"), &model->problem, 1e-14, atol, &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_ode_start (ode, 0.0, model->start), ==, LS_OK);
  return ode;
}

/* @tolerance: 0 for steps of @step_size; @without: (nullable): a capability that no component has
 */
static Result
measure (
    const Model *model, const char *choice, double step_size, double tolerance, const char *without)
{
  g_autoptr (LsModel) opened = unit_open (model->file);
  g_autoptr (LsMaster) master = NULL;
  g_autoptr (LsOde) ode = make_reference (model);
  double x[4] = { model->start[0], model->start[1], model->start[2], model->start[3] };
  Sums sums = { .sum = { 0.0 } };
  guint64 rows = 1;
  GError *error = NULL;

  for (guint i = 0; without != NULL && i < ls_model_get_n_components (opened); i++)
    ls_model_add_without (opened, ls_model_get_component (opened, i)->id, without);
  master = unit_start_adaptive (opened, choice, model->stop_time, step_size, tolerance);
  ls_master_set_signals (master, model->signals, &error);
  g_assert_no_error (error);
  model->observe (x, sums.low);
  model->observe (x, sums.high);
  compare (model, &sums, master, x);
  for (; !ls_master_is_done (master); rows++)
    {
      ls_master_step (master, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ls_ode_advance (ode, ls_master_get_time (master), x), ==, LS_OK);
      compare (model, &sums, master, x);
    }
  g_assert_cmpfloat (ls_master_get_time (master), ==, model->stop_time);
  return finish (model, &sums, master, rows);
}

static Result
measure_adaptive (const Model *model, const char *choice, double tolerance, const char *without)
{
  Result result = measure (model, choice, model->longest, tolerance, without);

  g_test_message ("%s %s: tolerance %g, error %.3g of it, %.0f steps, %.0f refused", model->file,
                  choice, tolerance, result.error / tolerance, (double)result.n_steps,
                  (double)result.n_rejected);
  return result;
}

/* What is achieved follows what is asked for within a factor of 10. */
static void
assert_follows (const Result *result, double tolerance)
{
  g_assert_cmpfloat (result->error, <=, 10.0 * tolerance);
  g_assert_cmpfloat (result->error, >=, 0.1 * tolerance);
}

/* @populations, @bodies: the last power of ten that does not take too many steps: with first order
 * a tenth of the tolerance takes ten times as many, with fourth 1.8 times. */
typedef struct
{
  const char *choice;
  int populations, bodies;
  gboolean iterates;
} Case;

static const Case cases[] = {
  { "ni-jacobi", 4, 3, FALSE },
  { "gauss-seidel", 4, 3, FALSE },
  { "gauss-seidel:interpolation=on", 4, 3, FALSE },
  { "iterated-jacobi:interpolation=constant", 4, 3, TRUE },
  { "ni-jacobi:extrapolation=1", 6, 5, FALSE },
  { "ni-jacobi:extrapolation=1:smooth=on", 6, 5, FALSE },
  { "iterated-jacobi", 6, 5, TRUE },
  { "iterated-gauss-seidel", 6, 5, TRUE },
  { "ni-jacobi:extrapolation=2", 9, 8, FALSE },
  { "ni-jacobi:extrapolation=flexible", 9, 9, FALSE },
  { "missiles", 9, 9, FALSE },
  { "ifosmondi-jfm", 9, 9, TRUE },
  { "costarica", 9, 9, TRUE },
};

static void
check_all (const Model *model)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int digits = 3; digits <= (model == &bodies ? cases[i].bodies : cases[i].populations);
         digits++)
      {
        double tolerance = pow (10.0, -digits);
        Result result = measure_adaptive (model, cases[i].choice, tolerance, NULL);

        assert_follows (&result, tolerance);
      }
}

static void
test_populations (void)
{
  check_all (&populations);
}

static void
test_bodies (void)
{
  check_all (&bodies);
}

/* As many steps of one size are more wrong. @least: how many times. */
static void
check_fewer (const Model *model, const Case *kind, double tolerance, double least)
{
  Result adaptive = measure_adaptive (model, kind->choice, tolerance, NULL);
  double h = model->stop_time / (double)adaptive.n_steps;
  g_autofree char *choice = kind->iterates
                                ? g_strdup_printf ("%s:eps=%g", kind->choice, 0.1 * tolerance)
                                : g_strdup (kind->choice);
  Result fixed = measure (model, choice, h, 0.0, NULL);

  g_test_message ("%s %s: as many equal steps have %.3g times the error", model->file, choice,
                  fixed.error / adaptive.error);
  g_assert_cmpfloat (fixed.error, >=, least * adaptive.error);
}

static void
test_fewer (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      /* On a closed orbit errors of second order that extrapolation makes on equal steps cancel in
       * part: as far as that goes equal steps cannot be bettered, here by 4 % of their number. */
      gboolean cancels = g_str_has_prefix (cases[i].choice, "ni-jacobi:extrapolation=1");
      /* With fourth order the first steps, short for safety, are a tenth of all at 1e-3. */
      double tolerance = cases[i].bodies == 3 ? 1e-3 : cases[i].bodies == 5 ? 1e-4 : 1e-6;

      check_fewer (&bodies, &cases[i], tolerance, 1.1);
      check_fewer (&populations, &cases[i], tolerance, cancels ? 0.9 : 1.0);
    }
}

/* A longest step of many periods does not hide them, at any tolerance, not even the interval. */
static void
test_guard (void)
{
  static const double tolerances[] = { 0.3, 1e-2, 1e-3 };
  Model whole = bodies;

  whole.longest = whole.stop_time;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (tolerances) - (cases[i].bodies == 3 ? 1 : 0); k++)
      {
        Result result = measure_adaptive (&whole, cases[i].choice, tolerances[k], NULL);

        /* Looser tolerances are taken as 1e-2 (LOOSEST of step-control.c). */
        g_assert_cmpfloat (result.error, <=, 10.0 * fmin (tolerances[k], 1e-2));
      }
}

/* Nothing is taken again: a step that was too long is paid for, and the next ones make it good. */
static void
test_no_rollback (void)
{
  static const char *const choices[] = { "ni-jacobi",    "ni-jacobi:extrapolation=2",
                                         "gauss-seidel", "iterated-jacobi",
                                         "missiles",     "ifosmondi-jfm",
                                         "costarica" };
  static const double tolerances[] = { 1e-2, 1e-3 };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    for (guint k = 0; k < G_N_ELEMENTS (tolerances); k++)
      {
        Result result = measure_adaptive (&bodies, choices[i], tolerances[k], "rollback");

        assert_follows (&result, tolerances[k]);
        g_assert_cmpuint (result.n_rejected, ==, 0);
        result = measure_adaptive (&populations, choices[i], tolerances[k], "rollback");
        assert_follows (&result, tolerances[k]);
        g_assert_cmpuint (result.n_rejected, ==, 0);
      }
}

/* Inputs are held then at the mean of what they should be; the force goes through, and is read
 * again with the inputs of the end. That leaves order 2 to what had more: a hundredth of the
 * tolerance takes ten times the steps, not a hundred times. */
static void
test_held (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Result result = measure_adaptive (&bodies, cases[i].choice, 1e-2, "polynomial-inputs"), fine;

      /* Those of first order estimate what their inputs are off by, of which balance makes up for
       * most. */
      if (cases[i].bodies == 3)
        {
          g_assert_cmpfloat (result.error, <=, 1e-1);
          continue;
        }
      g_assert_cmpfloat (result.error, <=, 1e-1);
      result = measure_adaptive (&bodies, cases[i].choice, 1e-3, "polynomial-inputs");
      fine = measure_adaptive (&bodies, cases[i].choice, 1e-5, "polynomial-inputs");
      /* What an input misses on a step comes after: less is left than is estimated. */
      g_assert_cmpfloat (result.error, <=, 1e-2);
      g_assert_cmpfloat (fine.error, <=, 1e-4);
      g_assert_cmpuint (fine.n_steps, <, 12 * result.n_steps);
    }
}

/* Round an orbit errors of steps add up, like the path of the signals; a period that depends on the
 * amplitude makes it more. Over one period there is nothing to be said, over many it is. */
static void
test_long (void)
{
  static const char *const choices[] = { "missiles", "ifosmondi-jfm", "iterated-jacobi" };
  Model many = populations;

  many.stop_time = 300.0;
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      Result once = measure_adaptive (&populations, choices[i], 1e-4, NULL);
      Result often = measure_adaptive (&many, choices[i], 1e-4, NULL);
      g_autofree char *nothing = ls_step_control_explain_swings (1e-4, once.swings, once.drift);
      g_autofree char *said = ls_step_control_explain_swings (1e-4, often.swings, often.drift);

      g_test_message ("%.3g swings, foretold %.3g of the tolerance", often.swings,
                      often.drift / 1e-4);
      /* Each period goes up and down once. The period is 8.03 s, so that 300 s have 74.5 swings:
       * 4.5 of the tolerance are for 7.6 s, the rest for steps that miss the extremes. */
      g_assert_cmpfloat_with_epsilon (often.swings, 2.0 * 300.0 / 7.6, 8.0);
      g_assert_null (nothing);
      g_assert_nonnull (strstr (said, "applies to each step"));
      g_assert_cmpfloat (often.error, <=, 4.0 * often.drift);
      g_assert_cmpfloat (often.error, >, 2.0 * once.error);
    }
}

static void
count_warning (const LsLogEntry *entry, gpointer user_data)
{
  if (entry->level == LS_LOG_WARNING && strstr (entry->message, "left") != NULL)
    ++*(guint *)user_data;
}

/* A component that cannot vary its step gets equal ones, and the log says so. */
static void
test_imposed (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autoptr (LsMaster) master = NULL;
  guint n_warnings = 0;
  g_autoptr (LsLog) log = ls_log_new (count_warning, &n_warnings);
  LsMasterSettings settings = { .method = ls_coupling_method_find ("missiles", NULL),
                                .stop_time = 1.0,
                                .step_size = 0.01,
                                .tolerance = NAN,
                                .relative_tolerance = 1e-9 };
  GError *error = NULL;

  ls_model_add_without (model, ls_model_get_component (model, 0)->id, "variable-step");
  master = ls_master_new (model, &settings, log, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_warnings, ==, 1);
  for (guint i = 1; i <= 100; i++)
    {
      ls_master_step (master, &error);
      g_assert_no_error (error);
      /* Rounding of times up to 1 s. */
      g_assert_cmpfloat_with_epsilon (ls_master_get_time (master), 0.01 * i, 1e-14);
    }
  g_assert_true (ls_master_is_done (master));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/tolerance/lotka-volterra", test_populations);
  g_test_add_func ("/cosim/tolerance/two-bodies", test_bodies);
  g_test_add_func ("/cosim/tolerance/fewer", test_fewer);
  g_test_add_func ("/cosim/tolerance/guard", test_guard);
  g_test_add_func ("/cosim/tolerance/no-rollback", test_no_rollback);
  g_test_add_func ("/cosim/tolerance/held", test_held);
  g_test_add_func ("/cosim/tolerance/long", test_long);
  g_test_add_func ("/cosim/tolerance/imposed", test_imposed);
  return g_test_run ();
}
