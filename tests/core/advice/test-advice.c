/* Advice on methods and steps, against errors that are known. */
#include "core/advice/advice.h"

#include "examples.h"

#include <math.h>
#include <string.h>

static const char *const signals[] = { "left.x", NULL };

static LsAdvice *
make (const LsModel *model, const char *const *chosen, double stop, double step, double wanted)
{
  GError *error = NULL;
  LsAdvice *advice
      = ls_advice_new (model, 0, stop, step, chosen, wanted, 60, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return advice;
}

static void
check_trials (const LsAdvice *advice)
{
  for (guint i = 0; i < advice->trials->len; i++)
    {
      const LsTrial *trial = advice->trials->pdata[i];

      g_assert_cmpint (trial->state == LS_TRIAL_KEEPS, ==, trial->error <= advice->error_percent);
      if (trial->state == LS_TRIAL_KEEPS)
        g_assert_cmpfloat (advice->best->cost, <=, trial->cost);
    }
}

/* Two bodies, left position: MISSILES has 2.094e-4 % at 4e-3 s, 8.995e-3 % at 1e-2 and fourth order
 * (exact propagation), so that 0.1 % is kept at 1.6e-2 (0.054 %) and not at 3.2e-2. Everything else
 * needs ten times as many steps, or several calls in each. */
static void
test_two_bodies (void)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsAdvice) advice = make (model, signals, 2, 1e-3, 0.1);
  g_autofree char *method = ls_setting_to_text (advice->best->setting);

  g_test_message ("%s, h = %g s: %g %%", method, advice->best->step_size, advice->best->error);
  g_assert_cmpstr (method, ==, "missiles");
  /* Rounding: 16 times 1e-3. */
  g_assert_cmpfloat_with_epsilon (advice->best->step_size, 0.016, 1e-9);
  g_assert_true (advice->is_complete);
  g_assert_cmpfloat (advice->uncertainty, ==, 0);
  check_trials (advice);
  g_assert_cmpuint (advice->wishes->len, ==, 0);
}

/* Black boxes: the reference is extrapolated, and its uncertainty is kept away from the error. */
static void
test_black_boxes (void)
{
  g_autoptr (LsModel) model
      = example_pair ("tests/fmus/capless-prey.fmu", "tests/fmus/capless-predator.fmu");
  g_autoptr (LsAdvice) advice = make (model, NULL, 20, 0.05, 0.1);
  g_autofree char *method = ls_setting_to_text (advice->best->setting);
  gboolean rollback = FALSE;

  g_test_message ("%s, h = %g s: %g %% ± %g", method, advice->best->step_size, advice->best->error,
                  advice->uncertainty);
  g_assert_nonnull (strstr (advice->reference, "extrapolated"));
  g_assert_cmpfloat (advice->uncertainty, >, 0);
  g_assert_cmpfloat (advice->best->error + advice->uncertainty, <=, 0.1);
  for (guint i = 0; i < advice->wishes->len; i++)
    {
      const LsWish *wish = advice->wishes->pdata[i];

      rollback |= wish->capability == LS_CAPABILITY_ROLLBACK
                  && strstr (wish->methods, "iterated-jacobi") != NULL;
    }
  g_assert_true (rollback);
}

/* An error that no run keeps, and a budget that ends before. */
static void
test_limits (void)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsAdvice) late = NULL;
  const gint64 begin = g_get_monotonic_time ();

  late = ls_advice_new (model, 0, 20, 1e-3, NULL, 1e-14, 0.5, NULL, NULL, NULL, &error);
  /* The reference alone may take longer: that is told, too. A run is cut off within a macro step,
   * a reference within one of its own steps. */
  g_assert_cmpfloat (1e-6 * (double)(g_get_monotonic_time () - begin), <, 2);
  if (late == NULL)
    g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  else
    {
      g_assert_null (late->best);
      g_assert_false (late->is_complete);
    }
}

static gboolean
refuse (G_GNUC_UNUSED double fraction, const LsTrial *trial, G_GNUC_UNUSED gpointer user_data)
{
  return trial == NULL;
}

static void
test_cancel (void)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  GError *error = NULL;

  g_assert_null (ls_advice_new (model, 0, 20, 0.1, NULL, 1, 60, NULL, refuse, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  g_clear_error (&error);
}

/* @n_inner: of the components, how many take steps inside the macro step; @balance: the opposite of
 * what the methods do by themselves */
static void
check_candidates (LsModel *model, guint n_inner, const char *balance)
{
  g_autoptr (GPtrArray) candidates = ls_advice_list_candidates (model);
  guint n_balanced = 0;

  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (m);
      guint n = 0, n_stepped = 0;

      for (guint i = 0; i < candidates->len; i++)
        {
          const LsSetting *setting = candidates->pdata[i];
          const LsMethodChoice *choice = setting->choice;
          const gboolean is_it = strcmp (choice->method, ls_coupling_method_get_id (method)) == 0
                                 && choice->options->len == 0;

          g_assert_true (ls_coupling_method_check_choice (choice, NULL, NULL));
          n += is_it && setting->inner_steps == 0;
          n_stepped += is_it && setting->inner_steps == 4;
          n_balanced += m == 0 && choice->options->len == 1
                        && strcmp (choice->options->pdata[0], balance) == 0;
        }
      g_assert_cmpuint (n, ==, ls_coupling_method_is_asynchronous (method) ? 0 : 1);
      g_assert_cmpuint (n_stepped, ==, n_inner > 0 ? n : 0);
    }
  g_assert_cmpuint (n_balanced, >, 0);
  ls_advice_apply (model, &(LsSetting){ .inner_steps = 4 });
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    n_inner -= g_strcmp0 (ls_model_get_component (model, i)->inner_steps, "4") == 0;
  g_assert_cmpuint (n_inner, ==, 0);
}

/* Every method with macro steps, each once as it is; with what the components allow. */
static void
test_candidates (void)
{
  g_autoptr (LsModel) capable = example_lotka_volterra ();
  g_autoptr (LsModel) held = example_lotka_volterra ();

  check_candidates (capable, 0, "balance=on");
  ls_model_add_without (held, ls_model_get_component (held, 0)->id, "polynomial-inputs");
  check_candidates (held, 1, "balance=off");
}

static const LsWish *
find_wish (const LsAdvice *advice, LsCapability capability, guint n_components)
{
  for (guint i = 0; i < advice->wishes->len; i++)
    {
      const LsWish *wish = advice->wishes->pdata[i];

      if (wish->capability == capability && g_strv_length (wish->components) == n_components)
        return wish;
    }
  return NULL;
}

/* Two bodies as black boxes: with linearisation given back (and the states that it needs) MISSILES
 * keeps 0.01 % at some 1e-2 s, as in the first test; held inputs do at 1e-3 s at best (1.1e-2 %
 * there by the table of black boxes, so that inner steps or half the step are needed). */
static void
test_wishes (void)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsAdvice) advice = NULL;
  const LsWish *wish, *alone;

  for (guint i = 0; i < 2; i++)
    for (LsCapability k = 0; k <= LS_CAPABILITY_TIME_DERIVATIVE; k++)
      ls_model_add_without (model, ls_model_get_component (model, i)->id, ls_capability_id (k));
  advice = make (model, signals, 2, 1e-3, 0.01);
  wish = find_wish (advice, LS_CAPABILITY_POLYNOMIAL_INPUTS, 2);
  g_assert_nonnull (wish);
  g_assert_cmpint (wish->way, ==, LS_WISH_WITHHELD);
  g_assert_nonnull (wish->setting);
  g_assert_cmpfloat (wish->error, <=, 0.01);
  g_assert_cmpfloat (wish->cost, <, advice->best->cost);
  alone = find_wish (advice, LS_CAPABILITY_LINEARISATION, 1);
  g_assert_nonnull (alone);
  g_assert_cmpint (alone->way, !=, LS_WISH_EMULATED);
}

/* What an FMU really lacks is emulated where its step may vary, and not counted as calls. */
static void
test_emulated (void)
{
  g_autoptr (LsModel) model
      = example_pair ("tests/fmus/capless-prey.fmu", "tests/fmus/capless-predator.fmu");
  g_autoptr (GPtrArray) wishes = ls_advice_list_wishes (model);
  guint n = 0;

  for (guint i = 0; i < wishes->len; i++)
    {
      g_autoptr (LsModel) copy = ls_model_copy (model);
      const LsWish *wish = wishes->pdata[i];
      const LsWishWay way = ls_advice_grant (copy, wish);

      g_assert_cmpint (way != LS_WISH_NOT_TRIED, ==,
                       wish->capability == LS_CAPABILITY_POLYNOMIAL_INPUTS);
      if (way != LS_WISH_NOT_TRIED)
        g_assert_cmpstr (ls_model_find_component_by_name (copy, wish->components[0])->inner_steps,
                         ==, "8");
      n += way == LS_WISH_EMULATED;
    }
  g_assert_cmpuint (n, ==, 3); /* each alone, and both */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/two-bodies", test_two_bodies);
  g_test_add_func ("/advice/black-boxes", test_black_boxes);
  g_test_add_func ("/advice/limits", test_limits);
  g_test_add_func ("/advice/cancel", test_cancel);
  g_test_add_func ("/advice/candidates", test_candidates);
  g_test_add_func ("/advice/wishes", test_wishes);
  g_test_add_func ("/advice/emulated", test_emulated);
  return g_test_run ();
}
