/* Binding of translations, and numbers in the format of the locale. */
#pragma once

#include "core/base/number.h"

/**
 * ls_language_bind:
 * @installed: folder of translations given when the program was built
 *
 * Binds the program's messages to the translations beside its executable, in a build tree or in an
 * installation that was moved, else to @installed. To be called once, after setlocale().
 */
void ls_language_bind (const char *installed);

/* Replaces the decimal point of the number in @text, from one of the functions of number.h, by the
 * decimal sign of the locale. Not for files. Returns @text. */
char *ls_number_localise (char *text);
/* ls_number_format_short(), localised. */
char *ls_number_show (double value, int digits, char buffer[LS_NUMBER_SIZE]);

/* @value as people read it: ls_number_show() with "7·10⁻⁷" in place of "7e-07". Not for files, nor for
 * the output of commands. More than 12 digits are shown as 12. */
char *ls_number_display (double value, int digits, char buffer[LS_NUMBER_SIZE]);
/* The same of an error in %, with all of its @digits, so that figures below each other compare: "5.80". */
char *ls_error_display (double percent, int digits, char buffer[LS_NUMBER_SIZE]);

/**
 * ls_text_raise_exponents:
 * @text: text for people
 *
 * Numbers such as 7e-07 become 7·10⁻⁷; what is part of a word, of a file name, of an option
 * ("eps=1e-6") or in quotes, which repeat what was typed, stays.
 *
 * Returns: (transfer full)
 */
char *ls_text_raise_exponents (const char *text);
/* The inverse for one number: "7·10⁻⁷", also before a unit, to "7e-7". Returns: (transfer full): other
 * text as it is. */
char *ls_text_lower_exponent (const char *text);
