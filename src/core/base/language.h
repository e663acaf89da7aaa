/* Where translations are, and how numbers look to those who read them. */
#pragma once

#include "core/base/number.h"

/**
 * ls_language_bind:
 * @installed: folder of translations given when the program was built
 *
 * Binds the program's messages to the translations beside its executable, in a build tree or
 * in an installation that was moved, else to @installed. Once, after setlocale().
 */
void ls_language_bind (const char *installed);

/* Writes the number in @text, from one of the functions of number.h, as people of the locale
 * write it: with their decimal sign. Not for files. Returns @text. */
char *ls_number_localise (char *text);
/* As ls_number_format_short(), and so. */
char *ls_number_show (double value, int digits, char buffer[LS_NUMBER_SIZE]);
