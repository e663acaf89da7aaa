/* Where what comes with the program is: example models, lessons, help. */
#pragma once

#include <glib.h>

/**
 * ls_places_find_models:
 *
 * The folder of the example models: what LOCKSTEP_MODELS names, else that of the build tree or of
 * the installed program.
 *
 * Returns: (transfer full) (nullable)
 */
char *ls_places_find_models (void);
/* Returns: (transfer full) (nullable): the folder of the built-in blocks, within that of the
 * examples. */
char *ls_places_find_blocks (void);
/* The same of the lessons, by LOCKSTEP_LESSONS. */
char *ls_places_find_lessons (void);
/* The same of the pages of the help, by LOCKSTEP_HELP. */
char *ls_places_find_help (void);
