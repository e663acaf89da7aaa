/* Jumps that no component reports: they are seen, found within a step where it can be taken back,
 * and not smeared. The right one of two heavy bodies vanishes at 100 s; all is known in closed form
 * (README of the model). */
#include "unit.h"

#include "../vanishing.h"

#include "core/assembly/jump-detector.h"

#include <math.h>

typedef struct
{
  double before, after; /* RMS, m */
  double beyond;        /* of the force after the switch, or after the step with it, N */
  guint64 rejected, rollbacks;
} Errors;

static Errors
measure (const char *choice, double h, gboolean rollback)
{
  static const char *const signals[] = { "left.x", "left.F", NULL };
  g_autoptr (LsModel) model = unit_open ("behaviour-change.ssp");
  g_autoptr (LsMaster) master = NULL;
  Errors errors = { 0 };
  guint n_before = 0, n_after = 0;
  GError *error = NULL;
  LsCounts counts;

  for (guint i = 0; !rollback && i < ls_model_get_n_components (model); i++)
    ls_model_add_without (model, ls_model_get_component (model, i)->id, "rollback");
  master = unit_start (model, choice, 160.0, h);
  ls_master_set_signals (master, signals, &error);
  g_assert_no_error (error);
  while (!ls_master_is_done (master))
    {
      double t, wrong, values[2];

      ls_master_step (master, &error);
      g_assert_no_error (error);
      ls_master_read (master, values, &error);
      g_assert_no_error (error);
      t = ls_master_get_time (master);
      wrong = values[0] - get_left_position (t);
      *(t <= 100.0 ? &errors.before : &errors.after) += wrong * wrong;
      *(t <= 100.0 ? &n_before : &n_after) += 1;
      if (t > 100.0 + (rollback ? 0.0 : h))
        errors.beyond = fmax (errors.beyond, fabs (values[1] + 1000.0));
    }
  errors.before = sqrt (errors.before / n_before);
  errors.after = sqrt (errors.after / n_after);
  ls_master_get_counts (master, &counts);
  errors.rejected = counts.rejected_steps;
  errors.rollbacks = counts.rollbacks;
  g_test_message ("%s, %g s%s: error before %.3g m, after %.3g m, force beyond %.3g N, %u refused",
                  choice, h, rollback ? "" : ", no rollback", errors.before, errors.after,
                  errors.beyond, (guint)errors.rejected);
  return errors;
}

static const char *const smooth[]
    = { "ifosmondi-jfm:eps=1e-10", "ifosmondi-jfm:eps=1e-10:guess=missiles", "costarica:eps=1e-10",
        "missiles" };

/* Fourth order before and after, as if nothing had happened: a jump that is smeared over a step
 * leaves some (1000 N / 10 000 kg) (0.2 s)^2 = 4e-3 m, and first order. The range is about 2 m. */
static void
check_fourth_order (double h, gboolean rollback)
{
  for (guint i = 0; i < G_N_ELEMENTS (smooth); i++)
    {
      Errors coarse = measure (smooth[i], h, rollback), fine = measure (smooth[i], h / 2, rollback);

      /* The next term of the error is about (w h)^2 = 0.03 of the first, with
       * w^2 = 0.3 / s^2, h = 0.3 s. */
      g_assert_cmpfloat (fabs (log2 (coarse.before / fine.before) - 4.0), <=, 0.05);
      g_assert_cmpfloat (fabs (log2 (coarse.after / fine.after) - 4.0), <=, 0.05);
      g_assert_cmpfloat (coarse.after, <=, coarse.before);
      /* The force is constant from the first communication time after the switch on: rounding of
       * 1000 N. */
      g_assert_cmpfloat (coarse.beyond, <=, 1e-11);
    }
}

/* The same for straight lines, which are of second order. */
static void
test_iterated (void)
{
  static const char *const choices[]
      = { "iterated-jacobi", "iterated-gauss-seidel", "iterated-jacobi:estimator=always" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    for (double h = 0.2; h < 0.35; h += 0.1)
      {
        Errors coarse = measure (choices[i], h, TRUE), fine = measure (choices[i], h / 2, TRUE);

        /* As in check_fourth_order(). */
        g_assert_cmpfloat (fabs (log2 (coarse.before / fine.before) - 2.0), <=, 0.1);
        g_assert_cmpfloat (fabs (log2 (coarse.after / fine.after) - 2.0), <=, 0.1);
        g_assert_cmpfloat (coarse.beyond, <=, 1e-11);
      }
}

/* And for extrapolation, which is of one order more than its degree. */
static void
test_extrapolation (void)
{
  static const char *const choices[] = { "ni-jacobi:extrapolation=1", "ni-jacobi:extrapolation=2",
                                         "ni-jacobi:extrapolation=1:smooth=on" };
  static const double orders[] = { 2.0, 3.0, 2.0 };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    for (double h = 0.2; h < 0.35; h += 0.1)
      {
        Errors coarse = measure (choices[i], h, TRUE), fine = measure (choices[i], h / 2, TRUE);

        /* The next term of the error is about w h = 0.16 of the first: 0.11 in the order. */
        g_assert_cmpfloat (fabs (log2 (coarse.before / fine.before) - orders[i]), <=, 0.15);
        g_assert_cmpfloat (fabs (log2 (coarse.after / fine.after) - orders[i]), <=, 0.2);
      }
}

/* A clock's event: at the very end of a step. One look there, one step on to it. */
static void
test_at_end (void)
{
  check_fourth_order (0.2, TRUE);
  g_assert_cmpuint (measure ("missiles", 0.2, TRUE).rejected, ==, 1);
}

/* At the end of a step what was foretold is right up to it, rollback or not. */
static void
test_without_rollback (void)
{
  check_fourth_order (0.2, FALSE);
  g_assert_cmpuint (measure ("costarica", 0.2, FALSE).rollbacks, ==, 0);
}

/* 100 s is a third into a step of 0.3 s: found by halving to a billionth of it. */
static void
test_inside (void)
{
  check_fourth_order (0.3, TRUE);
  g_assert_cmpuint (measure ("missiles", 0.3, TRUE).rejected, <, 50);
}

/* Without rollback what was foretold stays for the rest of the step, and no longer. */
static void
test_inside_without_rollback (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (smooth); i++)
    {
      Errors errors = measure (smooth[i], 0.3, FALSE);

      /* 1000 N too much on 10 000 kg for up to 0.3 s: 0.03 m/s, over w = 0.32 / s and sqrt (2) for
       * the RMS about twice as many m. */
      g_assert_cmpfloat (errors.after, <=, 2.0 * 0.1 * 0.3);
      /* Constant by then: rounding of 1000 N. */
      g_assert_cmpfloat (errors.beyond, <=, 1e-11);
    }
}

/* Errors of a hundredth, all the time: no jump. One that grows by powers: none either. */
static void
test_watch_smooth (void)
{
  double nominal = 1.0, y = 0.0, wrong = 1e-2;
  g_autoptr (LsJumpDetector) self = ls_jump_detector_new (1, &nominal);

  for (guint i = 0; i < 50; i++)
    g_assert_cmpint (ls_jump_detector_judge (self, i, 1.0, &y, &wrong, TRUE), ==, LS_JUMP_NONE);
  ls_jump_detector_restart (self);
  wrong = 1e-9;
  for (guint i = 0; i < 10; i++, wrong *= 7.0)
    g_assert_cmpint (ls_jump_detector_judge (self, i, 1.0, &y, &wrong, TRUE), ==, LS_JUMP_NONE);
  /* Twice the step, eight times the error. */
  ls_jump_detector_restart (self);
  wrong = 1e-2;
  for (guint i = 0; i < 10; i++)
    g_assert_cmpint (ls_jump_detector_judge (self, i, 1.0, &y, &wrong, TRUE), ==, LS_JUMP_NONE);
  wrong = 0.4;
  g_assert_cmpint (ls_jump_detector_judge (self, 10.0, 2.0, &y, &wrong, TRUE), ==, LS_JUMP_NONE);
}

/* A jump by 1 at 10.3 is found to a billionth of a step of 1; one of less than a thousandth of the
 * nominal value is none. */
static void
test_watch_locates (void)
{
  double nominal = 1.0, y = 0.0, small = 1e-6, t, h = 1.0;
  g_autoptr (LsJumpDetector) self = ls_jump_detector_new (1, &nominal);
  LsJumpVerdict verdict = LS_JUMP_NONE;
  guint n_judged = 0;

  for (t = 0.0; t < 10.0; t += 1.0)
    ls_jump_detector_judge (self, t, 1.0, &y, &small, TRUE);
  small = 9e-4;
  g_assert_cmpint (ls_jump_detector_judge (self, t, 1e-3, &y, &small, TRUE), ==, LS_JUMP_NONE);
  while (verdict != LS_JUMP_FOUND && n_judged++ < 100)
    {
      double wrong = t < 10.3 && t + h >= 10.3 ? 1.0 : 1e-6;

      verdict = ls_jump_detector_judge (self, t, h, &y, &wrong, TRUE);
      if (verdict != LS_JUMP_RETRY)
        t += h;
      if (ls_jump_detector_get_step (self) > 0.0)
        h = ls_jump_detector_get_step (self);
    }
  g_assert_cmpint (verdict, ==, LS_JUMP_FOUND);
  /* A step of less than 2.5 billionths of the first is not halved. */
  g_assert_cmpfloat_with_epsilon (t, 10.3, 3e-9);
  g_assert_cmpuint (n_judged, <, 80);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jumps/at-end", test_at_end);
  g_test_add_func ("/jumps/without-rollback", test_without_rollback);
  g_test_add_func ("/jumps/inside", test_inside);
  g_test_add_func ("/jumps/inside-without-rollback", test_inside_without_rollback);
  g_test_add_func ("/jumps/iterated", test_iterated);
  g_test_add_func ("/jumps/extrapolation", test_extrapolation);
  g_test_add_func ("/jumps/watch/smooth", test_watch_smooth);
  g_test_add_func ("/jumps/watch/locates", test_watch_locates);
  return g_test_run ();
}
