/* Errors of a comparison in words, with their uncertainty where the reference is made from runs. */
#pragma once

#include "core/run/comparison.h"

/* Before an error in a table: limited by the own error of the reference. */
#define LS_ERROR_LIMIT_MARK "≲ "

/* How numbers are written: ls_number_format_short(), or ls_number_show() in the user's language. */
typedef char *(*LsNumberFunc) (double value, int digits, char buffer[32]);

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
/* Returns: (transfer full) (nullable): what is known of an error, marked, with two digits: "0.0056 %
 * (estimated 0.006 %)", "estimated 0.006 %"; %NULL for nothing. */
char *ls_comparison_describe_error (LsComparison *self, guint run, guint signal, LsNumberFunc show);
/* Returns: (transfer full): @text, which stands for the reference, with the uncertainty of the signal
 * that has the greatest: "Reference ± 0.01 %"; only @text if there is none. */
char *ls_comparison_add_uncertainty (LsComparison *self, const char *text, LsNumberFunc show);
