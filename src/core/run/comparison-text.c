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
