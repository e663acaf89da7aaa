/* Errors of a comparison in words. */
#include "core/run/comparison-text.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Index of the first known one of @n; @n if there is none. */
static guint
find_known (guint n, const double percent[])
{
  guint i = 0;

  while (i < n && !isfinite (percent[i]))
    i++;
  return i;
}

gboolean
ls_error_figure_choose (LsErrorFigure *figure,
                        guint n,
                        const double errors[],
                        const gboolean limited[],
                        const double estimates[])
{
  g_return_val_if_fail (figure != NULL, FALSE);
  g_return_val_if_fail (n == 0 || (errors != NULL && limited != NULL && estimates != NULL), FALSE);

  const guint known = find_known (n, errors), estimated = find_known (n, estimates);

  if (known < n)
    *figure = (LsErrorFigure){ known, errors[known], FALSE, limited[known] };
  else if (estimated < n)
    *figure = (LsErrorFigure){ estimated, estimates[estimated], TRUE, FALSE };
  return known < n || estimated < n;
}

gboolean
ls_comparison_get_figure (LsComparison *self, guint run, LsErrorFigure *figure)
{
  g_return_val_if_fail (self != NULL, FALSE);

  const guint n = g_strv_length ((char **)ls_comparison_get_signals (self));
  g_autofree double *errors = g_new (double, n), *estimates = g_new (double, n);
  g_autofree gboolean *limited = g_new (gboolean, n);

  for (guint i = 0; i < n; i++)
    {
      errors[i] = ls_comparison_get_error (self, run, i);
      limited[i] = ls_comparison_is_limited (self, run, i);
      estimates[i] = ls_comparison_get_estimate (self, run, i);
    }
  return ls_error_figure_choose (figure, n, errors, limited, estimates);
}

char *
ls_error_figure_show (const LsErrorFigure *self, LsNumberFunc show)
{
  g_return_val_if_fail (self != NULL && show != NULL, NULL);

  char number[LS_NUMBER_SIZE];
  g_autofree char *figure = g_strconcat (self->is_estimated ? "≈ " : "",
                                         show (self->percent, LS_ERROR_DIGITS, number), " %", NULL);

  return ls_error_mark_limit (figure, self->is_limited);
}

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
  return _ ("≲: below three times the reference's own error, the limit of accuracy here.");
}

char *
ls_comparison_describe_error (LsComparison *self, guint run, guint signal, LsNumberFunc show)
{
  g_return_val_if_fail (self != NULL, NULL);

  const gboolean is_known = isfinite (ls_comparison_get_error (self, run, signal));
  g_autofree char *error = ls_comparison_show_error (self, run, signal, LS_ERROR_DIGITS, show);
  g_autofree char *estimate
      = ls_comparison_show_estimate (self, run, signal, LS_ERROR_DIGITS, show);
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
