/* What a mistyped word may have meant. */
#pragma once

#include <glib.h>

/* Returns: (nullable): the one of @known (ends with %NULL) that is nearest to @word by slips of the hand, when it
 * is near enough; never @word itself. */
const char *ls_suggest (const char *word, const char *const known[]);
/* Asks whether that was meant, behind the message of *@error. */
void        ls_suggest_add (GError **error, const char *word, const char *const known[]);
