/* Errors of a comparison in words. */
#include "core/run/comparison-text.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

char *
ls_comparison_show_error (
    LsComparison *self, guint run, guint signal, int digits, LsNumberFunc show)
{
  g_return_val_if_fail (self != NULL, NULL);

  const double error = ls_comparison_get_error (self, run, signal);
  const double uncertainty = ls_comparison_get_uncertainty (self, signal);
  char figure[LS_NUMBER_SIZE], margin[LS_NUMBER_SIZE];

  if (!isfinite (error))
    return g_strdup ("–");
  show (error, digits, figure);
  return isfinite (uncertainty) ? g_strconcat (figure, " ± ", show (uncertainty, 1, margin), NULL)
                                : g_strdup (figure);
}

char *
ls_comparison_show_estimate (
    LsComparison *self, guint run, guint signal, int digits, LsNumberFunc show)
{
  g_return_val_if_fail (self != NULL, NULL);

  const double estimate = ls_comparison_get_estimate (self, run, signal);
  char figure[LS_NUMBER_SIZE];

  return g_strdup (isfinite (estimate) ? show (estimate, digits, figure) : "–");
}

char *
ls_error_mark_limit (const char *figure, gboolean is_limited)
{
  g_return_val_if_fail (figure != NULL, NULL);
  return is_limited ? g_strdup_printf (_ ("%s (limit)"), figure) : g_strdup (figure);
}

const char *
ls_error_explain_limit_mark (void)
{
  return _ ("≲: less than three times the reference's own error, which limits what can be "
            "said here.");
}

char *
ls_comparison_describe_error (LsComparison *self, guint run, guint signal, LsNumberFunc show)
{
  g_return_val_if_fail (self != NULL, NULL);

  const gboolean is_known = isfinite (ls_comparison_get_error (self, run, signal));
  g_autofree char *error = ls_comparison_show_error (self, run, signal, 2, show);
  g_autofree char *estimate = ls_comparison_show_estimate (self, run, signal, 2, show);
  g_autofree char *figure = g_strconcat (error, " %", NULL);
  g_autofree char *marked
      = ls_error_mark_limit (figure, ls_comparison_is_limited (self, run, signal));

  if (!isfinite (ls_comparison_get_estimate (self, run, signal)))
    return is_known ? g_steal_pointer (&marked) : NULL;
  /* Translators: an error in per cent, and as estimated without a reference. */
  return is_known ? g_strdup_printf (_ ("%s (estimated %s %%)"), marked, estimate)
                  : g_strdup_printf (_ ("estimated %s %%"), estimate);
}

/* Of the signal with the greatest one; NaN if there is none. */
static double
find_worst (LsComparison *self)
{
  double worst = NAN;

  for (guint i = 0; ls_comparison_get_signals (self)[i] != NULL; i++)
    worst = fmax (worst, ls_comparison_get_uncertainty (self, i));
  return worst;
}

char *
ls_comparison_add_uncertainty (LsComparison *self, const char *text, LsNumberFunc show)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  const double worst = find_worst (self);
  char margin[LS_NUMBER_SIZE];

  return isfinite (worst) ? g_strdup_printf ("%s ± %s %%", text, show (worst, 1, margin))
                          : g_strdup (text);
}
