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
