/* Numbers as text: always the C locale in files and arguments. */
#pragma once

#include <glib.h>

/* Orders guints, for qsort(). */
int ls_compare_indices (gconstpointer a, gconstpointer b);

/**
 * ls_number_parse:
 * @text: a number in the C locale, white space around it allowed
 * @value: (out): the number
 *
 * Returns: whether the whole text is one finite number. "1e400", "nan", "1,5",
 * hexadecimal and "" are not.
 */
gboolean ls_number_parse (const char *text, double *value);

/**
 * ls_number_ungroup:
 * @text: a number with a decimal point or a decimal comma, and digits in groups of three or not
 *
 * "1.234,5", "1,234.5" and "1234,5" are all "1234.5", "1.234.567" is "1234567"; a separator that
 * occurs once is the decimal sign: "1,234" is "1.234". Text after the digits is kept.
 *
 * Returns: (transfer full) (nullable): the number in the form for ls_number_parse(); %NULL if the
 * grouping is invalid.
 */
char *ls_number_ungroup (const char *text);

/* Shortest text that reads back to the same double ("nan", "inf", "-inf" for non-finite values);
 * buffer of at least 32 bytes. Returns @buffer. */
char *ls_number_format (double value, char buffer[32]);
#define LS_NUMBER_SIZE 32

/* Text with @digits significant digits for display (still with a point). */
char *ls_number_format_short (double value, int digits, char buffer[32]);
