/* Shared by the files with the rules. */
#pragma once

#include "core/check/check.h"

/* Parts of ls_check_description(). */
void ls_check_definitions (const LsDescription *description, GPtrArray *findings);
void ls_check_variables (const LsDescription *description, GPtrArray *findings);
void ls_check_aliases (const LsDescription *description, GPtrArray *findings);
void ls_check_structure (const LsDescription *description, GPtrArray *findings);

/* Whether @name follows the syntax of structured names (FMI 2.0, section 2.2.9). */
gboolean ls_check_is_structured_name (const char *name);

/* Which variables are states of the description's Derivatives; @n_variables flags. Returns:
 * (transfer full): to be freed with g_free(). */
gboolean *ls_check_find_states (const LsDescription *description);
