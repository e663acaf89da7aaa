/* A component with steps of its own, against closed forms of x' = -x + u, y = x. */
#include "unit.h"

#include "core/system/system-clocked.h"
#include "core/system/system-linear.h"

#include <math.h>
#include <string.h>

#define STOP 4.0 /* s */

static const double one[] = { 1.0 };
static const double minus_one[] = { -1.0 };

static LsSystem *
make (double own_step, gboolean meets, guint missing)
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
  const LsPace pace = { .kind = LS_PACE_OWN, .step = own_step, .meets = meets };
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsSystem *system = ls_system_clocked_new (ls_system_linear_new (&params, 0.0, STOP, log), &pace);

  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  return system;
}

/* x for u = cos t from x (0) = 1: (cos t + sin t) / 2 + e^-t / 2. */
static double
solve (double t)
{
  return 0.5 * (cos (t) + sin (t)) + 0.5 * exp (-t);
}

/**
 * run:
 * @n_steps: (out): steps of the component
 * @unlike: (out): greatest error of the derivatives after 1 s
 *
 * Macro steps of @h with the cubic Taylor polynomial of cos t. Returns: the greatest error of the
 * output at the macro steps after 1 s, when the history is complete.
 */
static double
run (LsSystem *system, double h, guint *n_steps, double *unlike)
{
  double worst = 0.0;

  *n_steps = 0;
  *unlike = 0.0;
  for (guint i = 0; (i + 1) * h <= STOP * (1.0 + 1e-12); i++)
    {
      const double t = i * h, end = (i + 1) * h;
      const double u[] = { cos (t), -sin (t), -cos (t) / 2.0, sin (t) / 6.0 };
      double y, dy;
      gboolean event;

      ls_system_aim (system, end);
      g_assert_cmpint (ls_system_step (system, h, 3, u, &y, &dy, &event), ==, LS_OK);
      g_assert_false (event);
      g_assert_cmpfloat (ls_system_get_time (system), ==, end);
      *n_steps += ls_system_get_n_steps (system);
      if (end <= 1.0)
        continue;
      worst = fmax (worst, fabs (y - solve (end)));
      *unlike = fmax (*unlike, fabs (dy - (cos (end) - solve (end))));
    }
  return worst;
}

/* Ten macro steps in a step: a tenth of the calls, and the order of what the component does with
 * its inputs: 2 held at their mean, 3 and more along a polynomial. Outputs between its points are
 * extrapolated with order 3, of an error of order 4. */
static void
test_order (void)
{
  static const struct
  {
    guint missing;
    double least; /* of the error ratio over halved steps */
    double most;  /* of the error in the shortest ones */
  } cases[] = {
    /* Extrapolated over D: D^4 times the fourth derivative, below 1, and as much from inputs. */
    { 0, 12.0, 2.0 * 0.05 * 0.05 * 0.05 * 0.05 },
    /* u' D^2 / 12 in the mean, u' of 1 at most. */
    { 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS, 3.7, 0.05 * 0.05 / 12.0 },
  };

  for (guint meets = 0; meets < 2; meets++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        double last = NAN;

        for (double h = 0.02; h > 0.004; h /= 2.0)
          {
            g_autoptr (LsSystem) system = make (10.0 * h, meets, cases[i].missing);
            guint n_steps;
            double unlike, error = run (system, h, &n_steps, &unlike);

            g_test_message ("%u %u %g: %g, %g, %u", meets, i, h, error, unlike, n_steps);
            /* With those that begin the history: of 1, 2, 4, 8, 10 macro steps. */
            g_assert_cmpuint (n_steps, ==, (guint)round (STOP / (10.0 * h)) + (meets ? 4 : 0));
            if (h < 0.015)
              g_assert_cmpfloat (last / error, >, cases[i].least);
            last = error;
            /* 25 / 12 D^3 of order 3, more where a lower order predicted the last value better. */
            g_assert_cmpfloat (unlike, <, 4.0 * pow (10.0 * h, 3.0) + error);
          }
        g_assert_cmpfloat (last, <, cases[i].most);
      }
}

/* A grid that is not that of the macro steps: its points are multiples of its own step, shorter or
 * longer, and what is left at the end is extrapolated. */
static void
test_own_grid (void)
{
  static const struct
  {
    double h, own;
    guint n;
  } cases[] = { { 0.04, 0.03, 133 }, { 0.04, 0.1, 40 }, { 0.1, 0.04, 100 }, { 0.1, 0.07, 57 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsSystem) system = make (cases[i].own, FALSE, 0);
      guint n_steps;
      double unlike, error = run (system, cases[i].h, &n_steps, &unlike), begin, length;

      g_test_message ("%g in %g: %g", cases[i].own, cases[i].h, error);
      g_assert_cmpuint (n_steps, ==, cases[i].n);
      /* All steps are equal, up to rounding of times. */
      ls_system_get_last_step (system, &begin, &length);
      g_assert_cmpfloat_with_epsilon (length, cases[i].own, 1e-12);
      g_assert_cmpfloat_with_epsilon (begin, (cases[i].n - 1) * cases[i].own, 1e-12);
      /* Cubics of the input over 0.1 s and extrapolation over 0.1 s: D^4. */
      g_assert_cmpfloat (error, <, 1e-4);
    }
}

/* Held inputs of macro steps: their integral counts, so the mean over the own step. */
static void
test_mean (void)
{
  const double values[] = { 1.0, 4.0, -2.0, 5.0 };
  g_autoptr (LsSystem) system = make (0.4, FALSE, 1u << LS_CAPABILITY_POLYNOMIAL_INPUTS);
  double y = NAN;
  gboolean event;

  for (guint i = 0; i < 4; i++)
    {
      ls_system_aim (system, 0.1 * (i + 1));
      g_assert_cmpint (ls_system_step (system, 0.1, 0, &values[i], &y, NULL, &event), ==, LS_OK);
      g_assert_cmpuint (ls_system_get_n_steps (system), ==, i == 3 ? 1 : 0);
    }
  /* e^-h x + (1 - e^-h) u with the mean 2; rounding. */
  g_assert_cmpfloat_with_epsilon (y, exp (-0.4) + (1.0 - exp (-0.4)) * 2.0, 1e-14);
}

/* What it cannot do at the time of the others is denied with a reason. */
static void
test_capabilities (void)
{
  g_autoptr (LsSystem) system = make (0.4, FALSE, 0);
  const LsSystemInfo *info = ls_system_get_info (system);

  g_assert_cmpfloat (info->own_step, ==, 0.4);
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    {
      const gboolean granted
          = i == LS_CAPABILITY_POLYNOMIAL_INPUTS || i == LS_CAPABILITY_OUTPUT_DERIVATIVES;

      g_assert_true (info->has[i] == granted);
      g_assert_true ((info->reasons[i] == NULL) == granted);
    }
  g_assert_cmpint (ls_system_save (system, TRUE), ==, LS_STOP);
}

static LsSystem *
make_types (const char *name, const char *own_step, const char *integer, const char *string)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (GError) error = NULL;
  const guint id = unit_add (model, "LS_TEST_FMUS", "types.fmu", name);
  LsSystem *system;

  unit_set (model, id, "integer_in", integer);
  unit_set (model, id, "string_in", string);
  ls_model_set_own_step (model, id, own_step);
  system = ls_system_new (ls_model_find_component (model, id), 0.0, STOP, NAN, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  return system;
}

static guint
find (LsSystem *system, const char *name)
{
  return ls_system_find_variable (system, name)->index;
}

static void
check_types (LsSystem *system, double integer, const char *string)
{
  const guint output = find (system, "integer_out");
  g_autofree char *text = ls_system_get_text (system, find (system, "string_out"), NULL);
  double value = NAN;

  g_assert_cmpint (ls_system_read (system, &output, 1, &value), ==, LS_OK);
  g_assert_cmpfloat (value, ==, integer);
  g_assert_cmpstr (text, ==, string);
}

/* Between its points the component is behind: a discrete value that comes then holds from its next
 * point on, and at a point at once. Of several the last one counts. */
static void
test_discrete (void)
{
  g_autoptr (LsSystem) first = make_types ("first", NULL, "10", "ten");
  g_autoptr (LsSystem) last = make_types ("last", NULL, "20", "twenty");
  g_autoptr (LsSystem) slow = make_types ("slow", "0.4", "3", "three");
  const guint from[] = { find (slow, "integer_out"), find (slow, "string_out") };
  const guint to[] = { find (slow, "integer_in"), find (slow, "string_in") };
  const double u = 1.5;
  double y;
  gboolean event;

  for (guint i = 1; i <= 8; i++)
    {
      ls_system_aim (slow, 0.1 * i);
      g_assert_cmpint (ls_system_step (slow, 0.1, 0, &u, &y, NULL, &event), ==, LS_OK);
      if (i < 4)
        for (guint k = 0; k < 2; k++)
          {
            g_assert_cmpint (ls_system_copy_value (first, from[k], slow, to[k]), ==, LS_OK);
            g_assert_cmpint (ls_system_copy_value (last, from[k], slow, to[k]), ==, LS_OK);
          }
      /* The FMU adds 4. */
      if (i < 4)
        check_types (slow, 7.0, "three");
      else if (i < 8)
        check_types (slow, 28.0, "twenty");
    }
  for (guint k = 0; k < 2; k++)
    g_assert_cmpint (ls_system_copy_value (first, from[k], slow, to[k]), ==, LS_OK);
  check_types (slow, 18.0, "ten");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clocked/order", test_order);
  g_test_add_func ("/clocked/own-grid", test_own_grid);
  g_test_add_func ("/clocked/mean", test_mean);
  g_test_add_func ("/clocked/discrete", test_discrete);
  g_test_add_func ("/clocked/capabilities", test_capabilities);
  return g_test_run ();
}
