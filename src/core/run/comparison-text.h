/* Errors of a comparison in words, with their uncertainty where the reference is made from runs. */
#pragma once

#include "core/run/comparison.h"

/* Before an error in a table: limited by the own error of the reference. */
#define LS_ERROR_LIMIT_MARK "≲ "

/* How numbers are written: ls_number_format_short() in files and the output of commands,
 * ls_error_display() where people read. */
typedef char *(*LsNumberFunc) (double value, int digits, char buffer[32]);

/* Digits of errors where people read them. */
#define LS_ERROR_DIGITS 3

/**
 * LsErrorFigure:
 * @signal: its index
 * @percent: error, else its estimate without a reference
 *
 * The one figure of a run wherever there is room for one: of the first signal whose error is known, else of
 * the first whose estimate is.
 */
typedef struct
{
  guint signal;
  double percent;
  gboolean is_estimated, is_limited;
} LsErrorFigure;

/* @errors, @estimates: %, NaN where unknown, and @limited, of @n signals. Returns: whether there is a
 * figure. */
gboolean ls_error_figure_choose (LsErrorFigure *figure,
                                 guint n,
                                 const double errors[],
                                 const gboolean limited[],
                                 const double estimates[]);
/* Of run @run. */
gboolean ls_comparison_get_figure (LsComparison *self, guint run, LsErrorFigure *figure);
/* Returns: (transfer full): "5.80 %", "0.0120 % (limit)", "≈ 1.30 %". */
char *ls_error_figure_show (const LsErrorFigure *self, LsNumberFunc show);

/* Returns: (transfer full): error of run @run in signal @signal, % without the sign: "0.123", "0.123 ±
 * 0.01"; a dash if unknown. */
char *ls_comparison_show_error (LsComparison *self, guint run, guint signal, int digits,
                                LsNumberFunc show);
/* The same of the error estimated without the reference. */
char *ls_comparison_show_estimate (LsComparison *self, guint run, guint signal, int digits,
                                   LsNumberFunc show);
/* Returns: (transfer full): @figure, an error, "0.12 %"; "0.12 % (limit)" if it @is_limited by the own
 * error of the reference, see ls_reference_is_limiting(). */
char *ls_error_mark_limit (const char *figure, gboolean is_limited);
/* What LS_ERROR_LIMIT_MARK means, a sentence. */
const char *ls_error_explain_limit_mark (void);
/* Returns: (transfer full) (nullable): what is known of an error, marked, with %LS_ERROR_DIGITS: "0.00560 %
 * (estimated 0.00600 %)", "estimated 0.00600 %"; %NULL for nothing. */
char *ls_comparison_describe_error (LsComparison *self, guint run, guint signal, LsNumberFunc show);
/* Returns: (transfer full): @text, which stands for the reference, with the uncertainty of the signal
 * that has the greatest: "Reference ± 0.01 %"; only @text if there is none. */
char *ls_comparison_add_uncertainty (LsComparison *self, const char *text, LsNumberFunc show);
