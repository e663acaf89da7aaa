/* What every system has to keep, whatever stands behind it: one suite over all implementations. */
#include "unit.h"

#include "../allocations.h"
#include "core/system/system-block.h"
#include "core/system/system-linear.h"
#include "core/system/system-recorded.h"

#include <math.h>
#include <string.h>

#define START 2.0 /* s: times are counted from here on */
#define STOP 12.0
#define BIT(capability) (1u << (capability))

/* x' = -x + u, y = x, x (0) = 1, in all that have an input. */
static void
get_rate (double t G_GNUC_UNUSED,
          const double x[],
          const double u[],
          const double parameters[] G_GNUC_UNUSED,
          double dx[])
{
  dx[0] = u[0] - x[0];
}

static void
get_output (double t G_GNUC_UNUSED,
            const double x[],
            const double u[] G_GNUC_UNUSED,
            const double parameters[] G_GNUC_UNUSED,
            double y[])
{
  y[0] = x[0];
}

static const double one[] = { 1.0 };
static const double minus_one[] = { -1.0 };

static const LsBlock lag = { .id = "lag",
                             .n_in = 1,
                             .n_out = 1,
                             .n_x = 1,
                             .x = one,
                             .derivatives = get_rate,
                             .outputs = get_output,
                             .longest_step = 4.0 };

/* ---- The implementations ---------------------------------------------------------------- */

static LsSystem *
make_fmu (const char *solver, guint missing, LsLog *log)
{
  g_autofree char *path = unit_path ("linear.fmu");
  g_autoptr (GError) error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);
  g_autoptr (LsModel) model = ls_model_new ();
  guint id;
  LsSystem *system;

  g_assert_no_error (error);
  id = ls_model_add_component (model, fmu, "lag", 0.0, 0.0);
  if (solver != NULL)
    ls_model_set_solver (model, id, solver);
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    if ((missing & BIT (i)) != 0)
      ls_model_set_without (model, id, (const char *const[]){ ls_capability_id (i), NULL });
  system = ls_system_new (ls_model_find_component (model, id), START, STOP, NAN, log, &error);
  g_assert_no_error (error);
  ls_fmu_unref (fmu);
  return system;
}

static LsSystem *
make_cs (guint missing, LsLog *log)
{
  return make_fmu (NULL, missing, log);
}

static LsSystem *
make_me (guint missing, LsLog *log)
{
  return make_fmu ("dopri5:tolerance=1e-11", missing, log);
}

static LsSystem *
make_linear (guint missing, LsLog *log)
{
  const LsSystemLinearParams params = { .name = "lag",
                                        .n_in = 1,
                                        .n_out = 1,
                                        .n_x = 1,
                                        .a = minus_one,
                                        .b = one,
                                        .c = one,
                                        .x = one,
                                        .missing = missing };

  return ls_system_linear_new (&params, START, STOP, log);
}

static LsSystem *
make_block (guint missing, LsLog *log)
{
  return ls_system_block_new (&lag, "lag", NULL, missing, START, STOP, log);
}

/* y = e^-t on straight lines from 0 to 5 s, then 3 s of 7. */
static LsSystem *
make_recorded (guint missing, LsLog *log)
{
  static const char *const names[] = { "y" };
  g_autoptr (LsTrace) trace = ls_trace_new (1, names, NULL);

  for (guint i = 0; i <= 5000; i++)
    g_assert_true (
        ls_trace_append (trace, (double[]){ START + i / 1000.0, exp (-(double)i / 1000.0) }));
  g_assert_true (ls_trace_append (trace, (double[]){ START + 5.0, 7.0 }));
  g_assert_true (ls_trace_append (trace, (double[]){ START + 8.0, 7.0 }));
  return ls_system_recorded_new (trace, "lag", (guint[]){ 1 }, 1, missing, START, STOP, log);
}

/**
 * Case:
 * @exact: what a step of some seconds is wrong by at most: the tolerance of its solver, or rounding
 * @slope: the same of slopes, some by differences
 */
typedef struct
{
  const char *name;
  LsSystem *(*make) (guint missing, LsLog *log);
  double exact, slope;
} Case;

static const Case cases[] = {
  /* Its solver works to 1e-12 a step. */
  { "co-simulation", make_cs, 1e-9, 1e-8 },
  { "model-exchange", make_me, 1e-9, 1e-6 },
  { "linear", make_linear, 1e-14, 1e-14 },
  /* Its solver to 1e-10; central differences of rounding 1e-16 over 6e-6. */
  { "block", make_block, 1e-9, 1e-8 },
  /* Straight lines over 1 ms: h^2 / 8 of the values, h / 2 of the slopes. */
  { "recorded", make_recorded, 2e-7, 6e-4 },
};

/* Over all of them, each started with u = 0. */
typedef void (*CheckFunc) (const Case *what, LsSystem *system);

static LsSystem *
start (const Case *what, guint missing, LsLog *log)
{
  LsSystem *system = what->make (missing, log);
  const double u = 0.0;
  double y = NAN;

  g_assert_cmpint (ls_system_evaluate (system, &u, &y), ==, LS_OK);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  return system;
}

static void
check_all (CheckFunc check)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
      g_autoptr (LsSystem) system = start (&cases[i], 0, log);

      g_test_message ("%s", cases[i].name);
      check (&cases[i], system);
      g_assert_cmpint (ls_system_terminate (system), ==, LS_OK);
    }
}

static gboolean
has_input (const LsSystem *system)
{
  return ls_system_get_info (system)->n_in > 0;
}

/* ---- Sizes and variables ---------------------------------------------------------------- */

static void
check_sizes (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  const LsSystemInfo *info = ls_system_get_info (system);

  g_assert_cmpstr (info->name, ==, "lag");
  g_assert_cmpuint (info->n_out, ==, 1);
  g_assert_cmpuint (info->n_in, <=, 1);
  g_assert_cmpuint (info->n_state, ==, info->n_in);
  for (guint i = 0; i < info->n_out; i++)
    {
      const LsVariable *variable = ls_system_get_variable (system, info->outputs[i]);

      g_assert_cmpuint (variable->index, ==, info->outputs[i]);
      g_assert_true (ls_system_find_variable (system, variable->name) == variable);
      g_assert_cmpfloat (info->output_nominals[i], >, 0.0);
      g_assert_cmpfloat (ls_system_get_nominal (system, info->outputs[i]), >, 0.0);
    }
  g_assert_null (ls_system_find_variable (system, "nobody"));
  g_assert_false (ls_system_info_feeds_through (info));
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    g_assert_true (info->has[i] == (info->reasons[i] == NULL));
  g_assert_cmpuint (info->input_degree, ==,
                    info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS] ? LS_SYSTEM_MAX_DEGREE : 0);
}

static void
test_sizes (void)
{
  check_all (check_sizes);
}

/* ---- Time and values -------------------------------------------------------------------- */

/* e^-h x0 + integral of e^-(h - s) u (s): of s^p by parts. */
static double
solve (double x0, double h, guint degree, const double c[])
{
  double integral = 1.0 - exp (-h), x = exp (-h) * x0 + c[0] * integral;

  for (guint p = 1; p <= degree; p++)
    {
      integral = pow (h, p) - p * integral;
      x += c[p] * integral;
    }
  return x;
}

/* What is known of the recorded one: it decays by itself. */
static double
expect (const LsSystem *system, double x0, double h, guint degree, const double c[])
{
  return has_input (system) ? solve (x0, h, degree, c) : x0 * exp (-h);
}

static void
check_polynomials (const Case *what, LsSystem *system)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  double x = 1.0, time = 0.0;

  for (guint degree = 0; degree <= LS_SYSTEM_MAX_DEGREE; degree++)
    for (guint i = 1; i <= 2; i++)
      {
        const double h = 0.25 * i;
        double y = NAN, dy = NAN, end = c[0], u;
        gboolean event = TRUE;

        for (guint p = 1; p <= degree; p++)
          end += c[p] * pow (h, p);
        g_assert_cmpint (ls_system_step (system, h, degree, c, &y, &dy, &event), ==, LS_OK);
        x = expect (system, x, h, degree, c);
        time += h;
        g_assert_false (event);
        /* Rounding of sums of steps. */
        g_assert_cmpfloat_with_epsilon (ls_system_get_time (system), time, 1e-14);
        g_assert_cmpfloat_with_epsilon (y, x, what->exact);
        g_assert_cmpfloat_with_epsilon (dy, has_input (system) ? end - x : -x, what->slope);
        u = end;
        if (!has_input (system))
          continue;
        g_assert_cmpint (ls_system_evaluate (system, &u, &y), ==, LS_OK);
        g_assert_cmpfloat_with_epsilon (y, x, what->exact);
      }
}

static void
test_polynomials (void)
{
  check_all (check_polynomials);
}

/* Held at the mean of the polynomial, which is c0 + c1 h / 2 + ... */
static void
test_held (void)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  const double h = 0.5, mean = 0.5 - 0.3 * h / 2 + 0.2 * h * h / 3 + 0.1 * h * h * h / 4;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
      g_autoptr (LsSystem) system = start (&cases[i], BIT (LS_CAPABILITY_POLYNOMIAL_INPUTS), log);
      double y = NAN;
      gboolean event;

      g_test_message ("%s", cases[i].name);
      g_assert_cmpuint (ls_system_get_info (system)->input_degree, ==, 0);
      g_assert_cmpint (ls_system_step (system, h, 3, c, &y, NULL, &event), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (y, expect (system, 1.0, h, 0, &mean), cases[i].exact);
    }
}

/* A grid is met exactly where rounding alone leads past it. */
static void
check_time (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  const double u = 0.0;
  double y;
  gboolean event;

  g_assert_cmpfloat (ls_system_get_time (system), ==, 0.0);
  for (guint i = 1; i <= 30; i++)
    {
      ls_system_aim (system, i * 0.1);
      g_assert_cmpint (ls_system_step (system, 0.1, 0, &u, &y, NULL, &event), ==, LS_OK);
      g_assert_cmpfloat (ls_system_get_time (system), ==, i * 0.1);
    }
}

static void
test_time (void)
{
  check_all (check_time);
}

/* ---- Saved points ----------------------------------------------------------------------- */

static void
check_rollback (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  double first[2], again[2];
  gboolean event;

  g_assert_true (ls_system_get_info (system)->has[LS_CAPABILITY_ROLLBACK]);
  g_assert_cmpint (ls_system_step (system, 0.3, 3, c, first, NULL, &event), ==, LS_OK);
  g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_OK);
  for (guint i = 0; i < 3; i++)
    {
      double *values = i == 0 ? first : again;

      g_assert_cmpint (ls_system_step (system, 0.2, 3, c, &values[0], NULL, &event), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.4, 1, c, &values[1], NULL, &event), ==, LS_OK);
      if (i > 0)
        g_assert_cmpmem (first, sizeof first, again, sizeof again);
      g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
      g_assert_cmpfloat (ls_system_get_time (system), ==, 0.3);
    }
  ls_system_forget_saved (system);
}

static void
test_rollback (void)
{
  check_all (check_rollback);
}

/* Two points, gone to in any order; or a reason why there are none. */
static void
check_states (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  g_autofree char *reason = ls_system_explain_state (system);
  LsSavedState *states[2];
  const double u[] = { 0.5, 0.1 };
  double y[2], again;
  gboolean event;

  if (reason != NULL)
    {
      g_assert_nonnull (strstr (reason, "lag"));
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (ls_system_save_state (system, &states[i]), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.5, 1, u, &y[i], NULL, &event), ==, LS_OK);
    }
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (ls_system_restore_state (system, states[(i + 1) % 2]), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.5, 1, u, &again, NULL, &event), ==, LS_OK);
      g_assert_cmpmem (&again, sizeof again, &y[(i + 1) % 2], sizeof again);
    }
  for (guint i = 0; i < 2; i++)
    ls_system_free_state (system, states[i]);
}

static void
test_states (void)
{
  check_all (check_states);
}

/* ---- Derivatives ------------------------------------------------------------------------ */

static void
check_linearisation (const Case *what, LsSystem *system)
{
  const LsSystemInfo *info = ls_system_get_info (system);
  LsLinearisation *point = ls_linearisation_new (info);
  const double u = 0.7;
  double y = NAN;
  gboolean event;

  g_assert_true (info->has[LS_CAPABILITY_LINEARISATION]);
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_OK);
  g_assert_cmpfloat (point->y[0], ==, y);
  if (info->n_state == 1)
    {
      double x, dx;

      g_assert_cmpfloat_with_epsilon (point->a[0], -1.0, what->slope);
      g_assert_cmpfloat_with_epsilon (point->b[0], 1.0, what->slope);
      g_assert_cmpfloat_with_epsilon (point->c[0], 1.0, what->slope);
      g_assert_cmpfloat_with_epsilon (point->d[0], 0.0, what->slope);
      g_assert_cmpint (ls_system_get_states (system, &x), ==, LS_OK);
      g_assert_cmpint (ls_system_get_state_derivatives (system, &dx), ==, LS_OK);
      g_assert_cmpfloat (x, ==, y);
      /* Rounding of the difference. */
      g_assert_cmpfloat_with_epsilon (dx, u - x, 1e-15);
      g_assert_cmpfloat (point->f[0], ==, dx);
    }
  /* Whoever was looked at goes on as if nobody had. */
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, expect (system, 1.0, 1.0, 0, &u), what->exact);
  ls_linearisation_free (point);
}

static void
test_linearisation (void)
{
  check_all (check_linearisation);
}

/* Along the solution that begins with u = 0.7 + 0.2 t: slope of x is u - x. */
static void
check_slopes (const Case *what, LsSystem *system)
{
  const double u = 0.7, du = 0.2;
  double y, dy = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_find_output_derivatives (system, &u, &du, 0.1, &dy), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (dy, has_input (system) ? u - 1.0 : -1.0, what->slope);
  g_assert_cmpfloat (ls_system_get_time (system), ==, 0.0);
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, expect (system, 1.0, 0.5, 0, &u), what->exact);
}

static void
test_slopes (void)
{
  check_all (check_slopes);
}

/* Nothing of these depends on time, but for what was recorded. */
static void
check_time_derivatives (const Case *what, LsSystem *system)
{
  const LsSystemInfo *info = ls_system_get_info (system);
  LsLinearisation *point = ls_linearisation_new (info);
  const double u = 0.7;
  double ft = NAN, gt = NAN;
  guint64 n_taken = 0;

  g_assert_true (info->has[LS_CAPABILITY_TIME_DERIVATIVE]);
  g_assert_true (ls_system_enable_time_derivative (system));
  g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_OK);
  if (has_input (system))
    g_assert_false (ls_system_get_time_derivatives (system, point, &u, 0.1, &ft, &gt, &n_taken));
  else
    {
      g_assert_true (ls_system_get_time_derivatives (system, point, &u, 0.1, &ft, &gt, &n_taken));
      g_assert_cmpfloat_with_epsilon (gt, -1.0, what->slope);
    }
  g_assert_cmpuint (n_taken, ==, 1);
  ls_linearisation_free (point);
}

static void
test_time_derivatives (void)
{
  check_all (check_time_derivatives);
}

/* ---- Evaluation, maps ------------------------------------------------------------------- */

/* As often as it likes: nothing moves, and inputs are read back. */
static void
check_evaluate (const Case *what, LsSystem *system)
{
  double u = 0.4, y = NAN, back = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  for (guint i = 0; i < 20; i++)
    {
      double now = NAN;

      u = 0.1 * i;
      g_assert_cmpint (ls_system_evaluate (system, &u, &now), ==, LS_OK);
      g_assert_cmpfloat (now, ==, y);
      g_assert_cmpfloat (ls_system_get_time (system), ==, 0.5);
      if (!has_input (system))
        continue;
      g_assert_cmpint (ls_system_get_inputs (system, &back), ==, LS_OK);
      g_assert_cmpfloat (back, ==, u);
    }
  g_assert_cmpint (ls_system_read (system, ls_system_get_info (system)->outputs, 1, &back), ==,
                   LS_OK);
  g_assert_cmpfloat (back, ==, y);
  u = 0.4;
  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, expect (system, 1.0, 1.0, 0, &u), what->exact);
}

static void
test_evaluate (void)
{
  check_all (check_evaluate);
}

/* Sources in other units: u = 2 s + 0.5. */
static void
test_map (void)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
      g_autoptr (LsSystem) system = cases[i].make (0, log);
      const LsSystemInfo *info = ls_system_get_info (system);
      LsLinearisation *point = ls_linearisation_new (info);
      double source[4], y = NAN, seen = NAN;
      gboolean event;

      g_test_message ("%s", cases[i].name);
      for (guint p = 0; p < 4; p++)
        source[p] = (c[p] - (p == 0 ? 0.5 : 0.0)) / 2.0;
      if (info->n_in > 0)
        ls_system_set_input_map (system, info->inputs[0], 2.0, 0.5, NULL, 0);
      g_assert_cmpint (ls_system_evaluate (system, source, &y), ==, LS_OK);
      g_assert_cmpint (ls_system_start (system), ==, LS_OK);
      g_assert_cmpint (ls_system_step (system, 0.5, 3, source, &y, NULL, &event), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (y, expect (system, 1.0, 0.5, 3, c), cases[i].exact);
      if (info->n_in == 1)
        {
          g_assert_cmpint (ls_system_evaluate (system, source, &y), ==, LS_OK);
          g_assert_cmpint (ls_system_get_inputs (system, &seen), ==, LS_OK);
          /* Rounding of the map and its inverse. */
          g_assert_cmpfloat_with_epsilon (seen, source[0], 1e-15);
          g_assert_cmpint (ls_system_linearise (system, source, point), ==, LS_OK);
          g_assert_cmpfloat_with_epsilon (point->b[0], 2.0, 2.0 * cases[i].slope);
        }
      ls_linearisation_free (point);
    }
}

/* ---- What is switched off, refused or fails ---------------------------------------------- */

static void
check_without (const Case *what, LsCapability capability)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = start (what, BIT (capability), log);
  const LsSystemInfo *info = ls_system_get_info (system);
  LsLinearisation *point = ls_linearisation_new (info);
  const double u = 0.5;
  double y = NAN, x, dy = 0.0;
  gboolean event;

  g_test_message ("%s without %s", what->name, ls_capability_id (capability));
  g_assert_false (info->has[capability]);
  g_assert_nonnull (info->reasons[capability]);
  g_assert_cmpint (ls_system_step (system, 0.25, 0, &u, &y, &dy, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, expect (system, 1.0, 0.25, 0, &u), what->exact);
  if (capability == LS_CAPABILITY_ROLLBACK)
    g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_STOP);
  if (capability == LS_CAPABILITY_STATES)
    {
      g_assert_cmpuint (info->n_state, ==, 0);
      g_assert_cmpint (ls_system_get_states (system, &x), ==, LS_STOP);
    }
  if (capability == LS_CAPABILITY_STATE_DERIVATIVES)
    g_assert_cmpint (ls_system_get_state_derivatives (system, &x), ==, LS_STOP);
  if (!info->has[LS_CAPABILITY_LINEARISATION])
    {
      g_assert_cmpint (ls_system_linearise (system, &u, point), ==, LS_STOP);
      g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), >, 0);
    }
  if (capability == LS_CAPABILITY_TIME_DERIVATIVE)
    g_assert_false (ls_system_enable_time_derivative (system));
  ls_linearisation_free (point);
}

static void
test_without (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < LS_N_CAPABILITIES; k++)
      check_without (&cases[i], (LsCapability)k);
}

/* A step that is refused is said in the log; after going back, a shorter one is taken. */
static void
test_refused (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = start (&cases[3], 0, log);
  const double u = 0.5;
  double y = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_save (system, FALSE), ==, LS_OK);
  g_assert_cmpint (ls_system_step (system, 5.0, 0, &u, &y, NULL, &event), ==, LS_RETRY);
  g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), ==, 1);
  g_assert_cmpint (ls_system_restore (system), ==, LS_OK);
  g_assert_cmpint (ls_system_step (system, 2.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (y, solve (1.0, 2.5, 0, &u), cases[3].exact);
}

/* Beyond its end nothing was recorded. */
static void
test_ends (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = start (&cases[4], 0, log);
  double y = NAN;
  gboolean event;

  g_assert_cmpint (ls_system_step (system, 8.0, 0, NULL, &y, NULL, &event), ==, LS_OK);
  g_assert_cmpint (ls_system_step (system, 1.0, 0, NULL, &y, NULL, &event), ==, LS_STOP);
  g_assert_cmpuint (ls_log_count (log, LS_LOG_ERROR), ==, 1);
}

/* ---- Events ----------------------------------------------------------------------------- */

static void
test_events (void)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsSystem) system = start (&cases[4], 0, log);
  const double *before, *after;
  double y = NAN, dy = NAN;
  gboolean event = FALSE;

  g_assert_true (ls_system_reports_events (system));
  g_assert_cmpuint (ls_system_get_event_size (system), ==, 1);
  /* At its end; what comes next is given. */
  g_assert_cmpint (ls_system_step (system, 5.0, 0, NULL, &y, &dy, &event), ==, LS_OK);
  g_assert_true (event);
  g_assert_cmpuint (ls_system_get_n_events (system), ==, 1);
  g_assert_cmpfloat (ls_system_get_event (system, 0, &before, &after), ==, 5.0);
  g_assert_cmpfloat (before[0], ==, exp (-5.0));
  g_assert_cmpfloat (after[0], ==, 7.0);
  g_assert_cmpfloat (y, ==, 7.0);
  g_assert_cmpfloat (dy, ==, 0.0);
  /* At its beginning it is of the step before. */
  g_assert_cmpint (ls_system_step (system, 1.0, 0, NULL, &y, &dy, &event), ==, LS_OK);
  g_assert_false (event);
  g_assert_cmpuint (ls_system_get_n_events (system), ==, 0);
}

static void
check_no_events (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  const double u = 0.3;
  double y;
  gboolean event = TRUE;

  g_assert_cmpint (ls_system_step (system, 0.5, 0, &u, &y, NULL, &event), ==, LS_OK);
  g_assert_false (event);
  g_assert_cmpuint (ls_system_get_n_events (system), ==, 0);
  g_assert_true (ls_system_reports_events (system)
                 == ls_system_get_info (system)->has[LS_CAPABILITY_EVENTS]);
}

static void
test_no_events (void)
{
  check_all (check_no_events);
}

/* ---- Memory ----------------------------------------------------------------------------- */

static void
check_memory (const Case *what G_GNUC_UNUSED, LsSystem *system)
{
  static const double c[] = { 0.5, -0.3, 0.2, 0.1 };
  gint before = 0;
  double y, dy;
  gboolean event;

  /* The first one may make what the others use. */
  for (guint i = 0; i < 12; i++)
    {
      if (i == 2)
        before = g_atomic_int_get (&n_allocations);
      g_assert_true (ls_system_save (system, FALSE) == LS_OK
                     && ls_system_step (system, 0.1, 3, c, &y, &dy, &event) == LS_OK
                     && ls_system_restore (system) == LS_OK
                     && ls_system_step (system, 0.1, 3, c, &y, &dy, &event) == LS_OK
                     && ls_system_evaluate (system, c, &y) == LS_OK);
    }
  g_assert_cmpint (g_atomic_int_get (&n_allocations), ==, before);
}

static void
test_memory (void)
{
  check_all (check_memory);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/system/contract/sizes", test_sizes);
  g_test_add_func ("/system/contract/polynomials", test_polynomials);
  g_test_add_func ("/system/contract/held", test_held);
  g_test_add_func ("/system/contract/time", test_time);
  g_test_add_func ("/system/contract/rollback", test_rollback);
  g_test_add_func ("/system/contract/states", test_states);
  g_test_add_func ("/system/contract/linearisation", test_linearisation);
  g_test_add_func ("/system/contract/slopes", test_slopes);
  g_test_add_func ("/system/contract/time-derivatives", test_time_derivatives);
  g_test_add_func ("/system/contract/evaluate", test_evaluate);
  g_test_add_func ("/system/contract/map", test_map);
  g_test_add_func ("/system/contract/without", test_without);
  g_test_add_func ("/system/contract/refused", test_refused);
  g_test_add_func ("/system/contract/ends", test_ends);
  g_test_add_func ("/system/contract/events", test_events);
  g_test_add_func ("/system/contract/no-events", test_no_events);
  g_test_add_func ("/system/contract/memory", test_memory);
  return g_test_run ();
}
