/* Suggestions for misspelled names. */
#pragma once

#include <glib.h>

/* Returns: (nullable): the entry of @known (ends with %NULL) with the least edit distance to @word,
 * if that is small enough; never @word itself. */
const char *ls_suggest (const char *word, const char *const known[]);
/* Appends "did you mean …?" to the message of *@error if there is a suggestion. */
void        ls_suggest_add (GError **error, const char *word, const char *const known[]);
