/* Integers of 64 bits, with or without sign: a double holds 53 bits of them. */
#pragma once

#include <glib.h>

/* The integers below it, and their opposites, are doubles. */
#define LS_INTEGER_LIMIT 0x1p53

/**
 * LsInteger:
 * @size: its absolute value
 *
 * From -2^63 to 2^64 - 1; zero is not negative.
 */
typedef struct
{
  guint64  size;
  gboolean is_negative;
} LsInteger;

/* Returns: whether the whole @text is an integer of 64 bits: digits, with or without a sign before
 * and a point and zeros after them. "1e3" and "" are not. */
gboolean ls_integer_parse (const char *text, LsInteger *value);

/* All digits; buffer of at least 32 bytes. Returns @buffer. */
char *ls_integer_format (LsInteger value, char buffer[32]);

/* Returns: below 0, 0 or above 0 as @a is less than, equal to or greater than @b. */
int ls_integer_compare (LsInteger a, LsInteger b);

/* Returns: the nearest double. */
double ls_integer_to_number (LsInteger value);

/* Returns: @value minus the nearest double, from -1024 to 1024. */
double ls_integer_get_rest (LsInteger value);

/* The integer that is @rest more than @number. Returns: %FALSE, with @value unchanged, if these are
 * not what ls_integer_to_number() and ls_integer_get_rest() return for any integer. */
gboolean ls_integer_join (double number, double rest, LsInteger *value);
