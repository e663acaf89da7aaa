/* Advice in words. */
#include "core/advice/advice-text.h"

#include "core/base/number.h"
#include "core/run/comparison-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define DIGITS 3

/* Best first: what keeps the error by cost, then all others by error. */
static int
compare_trials (gconstpointer a, gconstpointer b)
{
  const LsTrial *x = *(const LsTrial *const *)a, *y = *(const LsTrial *const *)b;
  const double p = x->state == LS_TRIAL_KEEPS ? x->cost : x->error;
  const double q = y->state == LS_TRIAL_KEEPS ? y->cost : y->error;

  if (x->state != y->state)
    return (int)x->state - (int)y->state;
  return (p > q) - (p < q);
}

GPtrArray *
ls_advice_list_by_cost (const LsAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, NULL);

  GPtrArray *trials = g_ptr_array_new ();

  for (guint i = 0; i < advice->trials->len; i++)
    g_ptr_array_add (trials, advice->trials->pdata[i]);
  g_ptr_array_sort (trials, compare_trials);
  return trials;
}

static const char *
get_verdict (const LsAdvice *advice, const LsTrial *trial)
{
  switch (trial->state)
    {
    case LS_TRIAL_KEEPS:
      return trial == advice->best ? _ ("cheapest") : _ ("error met");
    case LS_TRIAL_MISSES:
      return _ ("error exceeded");
    case LS_TRIAL_DIVERGED:
      return _ ("diverged");
    case LS_TRIAL_FAILED:
      return _ ("failed");
    case LS_TRIAL_CUT_OFF:
    default:
      return _ ("out of time");
    }
}

LsTable *
ls_advice_make_table (const LsAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, NULL);

  g_autoptr (GPtrArray) trials = ls_advice_list_by_cost (advice);
  LsTable *table = ls_table_new (LS_ADVICE_N_COLUMNS, trials->len + 1, 1);

  ls_table_set (table, 0, 0, g_strdup (_ ("Method")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Step (s)")));
  ls_table_set (table, 0, 2, g_strdup (_ ("Error (%)")));
  ls_table_set (table, 0, 3, g_strdup (_ ("Cost (s)")));
  ls_table_set (table, 0, 4, g_strdup (_ ("Calls")));
  ls_table_set (table, 0, 5, g_strdup (_ ("Verdict")));
  for (guint i = 0; i < trials->len; i++)
    {
      const LsTrial *trial = trials->pdata[i];

      ls_table_set (table, i + 1, 0, ls_setting_to_text (trial->setting));
      ls_table_set_number (table, i + 1, 1, "", trial->step_size, 6);
      ls_table_set_number (table, i + 1, 2, trial->is_limited ? LS_ERROR_LIMIT_MARK : "",
                           trial->error, DIGITS);
      ls_table_set_number (table, i + 1, 3, "", trial->cost, DIGITS);
      ls_table_set (table, i + 1, 4, g_strdup_printf ("%" G_GUINT64_FORMAT, trial->calls));
      ls_table_set (table, i + 1, 5, g_strdup (get_verdict (advice, trial)));
    }
  return table;
}

static void
append_saving (const LsAdvice *advice, const LsWish *wish, const char *names, GString *out)
{
  g_autofree char *setting = ls_setting_to_text (wish->setting);
  char step[LS_NUMBER_SIZE], cost[LS_NUMBER_SIZE], best[LS_NUMBER_SIZE];

  ls_number_format_short (wish->step_size, DIGITS, step);
  ls_number_format_short (wish->cost, DIGITS, cost);
  if (advice->best != NULL)
    g_string_append_printf (
        /* Translators: a component, a capability, a method, its step, two costs. */
        out,
        _ ("If %s offered %s, %s with h = %s s would meet the error at a cost of %s s instead of "
           "%s s."),
        names, ls_capability_name (wish->capability), setting, step, cost,
        ls_number_format_short (advice->best->cost, DIGITS, best));
  else
    g_string_append_printf (
        /* Translators: a component, a capability, a method, its step, its cost. */
        out, _ ("If %s offered %s, %s with h = %s s would meet the error at a cost of %s s."),
        names, ls_capability_name (wish->capability), setting, step, cost);
}

static void
append_gain (const LsAdvice *advice, const LsWish *wish, GString *out)
{
  g_autofree char *names = g_strjoinv (", ", wish->components);

  append_saving (advice, wish, names, out);
  if (wish->way == LS_WISH_WITHHELD)
    g_string_append_printf (out, _ (" (It does, but this is switched off.)"));
  else
    g_string_append_printf (out, _ (" (Tried with %u steps inside the macro step instead.)"),
                            LS_WISH_INNER_STEPS);
  g_string_append_c (out, '\n');
}

/* "prey: rollback; predator: rollback": the wishes of one component each that have no setting.
 * @tried: whether one was looked for. (transfer full) */
static char *
list_without (const LsAdvice *advice, gboolean tried)
{
  g_autoptr (GString) list = g_string_new (NULL);
  const char *last = NULL;

  for (guint i = 0; i < advice->wishes->len; i++)
    {
      const LsWish *wish = advice->wishes->pdata[i];
      const char *name = wish->components[0];

      if (wish->setting != NULL || (wish->way != LS_WISH_NOT_TRIED) != tried
          || wish->components[1] != NULL)
        continue;
      if (g_strcmp0 (name, last) == 0)
        g_string_append (list, ", ");
      else
        g_string_append_printf (list, "%s%s: ", last != NULL ? "; " : "", name);
      g_string_append (list, ls_capability_name (wish->capability));
      last = name;
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static void
append_wishes (const LsAdvice *advice, GString *out)
{
  g_autofree char *useless = list_without (advice, TRUE);
  g_autofree char *unknown = list_without (advice, FALSE);

  for (guint i = 0; i < advice->wishes->len; i++)
    if (((const LsWish *)advice->wishes->pdata[i])->setting != NULL)
      append_gain (advice, advice->wishes->pdata[i], out);
  if (*useless != '\0')
    /* Translators: "prey: rollback; predator: rollback, states" */
    g_string_append_printf (out, _ ("Nothing would be cheaper with %s.\n"), useless);
  if (*unknown != '\0')
    g_string_append_printf (
        out, _ ("Methods would use these, but what that saves was not tried: %s.\n"), unknown);
}

static void
append_inner (const LsAdvice *advice, GString *out)
{
  for (guint i = 0; advice->best->setting->inner_steps > 0 && advice->inner[i] != NULL; i++)
    g_string_append_printf (out, " --inner-steps=%s:%u", advice->inner[i],
                            advice->best->setting->inner_steps);
  g_string_append_c (out, '\n');
}

static void
append_choice (const LsAdvice *advice, GString *out)
{
  char error[LS_NUMBER_SIZE], step[LS_NUMBER_SIZE];

  ls_number_format_short (advice->error_percent, 6, error);
  if (advice->best != NULL)
    {
      g_autofree char *method = ls_method_choice_to_text (advice->best->setting->choice);

      g_string_append_printf (
          /* Translators: an error, a method and its step. */
          out, _ ("Cheapest setting with an error of at most %s %%: --method=%s --step-size=%s"),
          error, method, ls_number_format (advice->best->step_size, step));
      append_inner (advice, out);
    }
  else
    g_string_append_printf (out, _ ("No tried setting keeps the error within %s %%.\n"), error);
  if (!advice->is_complete)
    g_string_append_printf (out,
                            _ ("The budget of %g s left no time for all that might be cheaper.\n"),
                            advice->budget);
  if (3 * advice->uncertainty > advice->error_percent)
    g_string_append (out, _ ("The reference is more uncertain than a third of that error.\n"));
}

/* What the mark of the table means, where it has one. */
static void
append_mark (const LsAdvice *advice, GString *out)
{
  for (guint i = 0; i < advice->trials->len; i++)
    if (((const LsTrial *)advice->trials->pdata[i])->is_limited)
      {
        g_string_append_printf (out, "%s\n", ls_error_explain_limit_mark ());
        return;
      }
}

char *
ls_advice_describe (const LsAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, NULL);

  GString *out = g_string_new (NULL);
  char call[LS_NUMBER_SIZE], margin[LS_NUMBER_SIZE];

  g_string_append_printf (out,
                          _ ("Cost: calls × %s s, the mean CPU time of a call, and the CPU "
                             "time outside the components.\n"),
                          ls_number_format_short (advice->call_time, DIGITS, call));
  g_string_append_printf (out, _ ("Reference: %s."), advice->reference);
  if (advice->uncertainty > 0)
    g_string_append_printf (out, _ (" Errors are ± %s %% at most."),
                            ls_number_format_short (advice->uncertainty, 1, margin));
  g_string_append_c (out, '\n');
  append_mark (advice, out);
  append_choice (advice, out);
  append_wishes (advice, out);
  return g_string_free (out, FALSE);
}
