/* Folders of the files shipped with the program: example models, lessons, help,
 * headers. */
#pragma once

#include <glib.h>

/**
 * ls_places_find_models:
 *
 * Folder of the example models: LOCKSTEP_MODELS, else in the build tree or the installation.
 *
 * Returns: (transfer full) (nullable)
 */
char *ls_places_find_models (void);
/* Returns: (transfer full) (nullable): the folder of the built-in blocks, below that of the example
 * models. */
char *ls_places_find_blocks (void);
/* Likewise for the lessons, with LOCKSTEP_LESSONS. */
char *ls_places_find_lessons (void);
/* Likewise for the help pages, with LOCKSTEP_HELP. */
char *ls_places_find_help (void);
/* Likewise for the headers of FMI that sources of FMUs are compiled with, with
 * LOCKSTEP_FMI_HEADERS. */
char *ls_places_find_fmi_headers (void);
