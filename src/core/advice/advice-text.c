/* Advice in words. */
#include "core/advice/advice-text.h"

#include "core/base/number.h"

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
      return trial == advice->best ? _ ("cheapest") : _ ("keeps it");
    case LS_TRIAL_MISSES:
      return _ ("misses it");
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

      ls_table_set (table, i + 1, 0, ls_method_choice_to_text (trial->choice));
      ls_table_set_number (table, i + 1, 1, "", trial->step_size, 6);
      ls_table_set_number (table, i + 1, 2, "", trial->error, DIGITS);
      ls_table_set_number (table, i + 1, 3, "", trial->cost, DIGITS);
      ls_table_set (table, i + 1, 4, g_strdup_printf ("%" G_GUINT64_FORMAT, trial->calls));
      ls_table_set (table, i + 1, 5, g_strdup (get_verdict (advice, trial)));
    }
  return table;
}

static void
append_wishes (const LsAdvice *advice, GString *out)
{
  for (guint i = 0; i < advice->wishes->len; i++)
    {
      const LsWish *wish = advice->wishes->pdata[i];

      g_string_append_printf (
          /* Translators: a component, a capability and methods. */
          out, _ ("If %s offered %s, it would be used instead of a substitute in: %s.\n"),
          wish->component, ls_capability_name (wish->capability), wish->methods);
    }
}

static void
append_choice (const LsAdvice *advice, GString *out)
{
  char error[LS_NUMBER_SIZE], step[LS_NUMBER_SIZE];
  g_autofree char *method
      = advice->best != NULL ? ls_method_choice_to_text (advice->best->choice) : NULL;

  if (method != NULL)
    g_string_append_printf (
        /* Translators: an error, a method and its step. */
        out, _ ("The cheapest that keeps %s %%: --method=%s --step-size=%s\n"),
        ls_number_format_short (advice->error_percent, 6, error), method,
        ls_number_format (advice->best->step_size, step));
  else
    g_string_append_printf (out, _ ("Nothing that was tried keeps %s %%.\n"),
                            ls_number_format_short (advice->error_percent, 6, error));
  if (!advice->is_complete)
    g_string_append_printf (out,
                            _ ("The budget of %g s left no time for all that might be cheaper.\n"),
                            advice->budget);
  if (3 * advice->uncertainty > advice->error_percent)
    g_string_append (out, _ ("The reference is more uncertain than a third of that error.\n"));
}

char *
ls_advice_describe (const LsAdvice *advice)
{
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
  append_wishes (advice, out);
  append_choice (advice, out);
  return g_string_free (out, FALSE);
}
