/* What the components of a model offer the coupling methods. */
#pragma once

#include <glib.h>

/**
 * ls_methods_print_model:
 * @path: .ssp, .ssd or .fmu
 * @without: (nullable): "component:capability", %NULL-terminated
 *
 * Prints the table component x method, with what is missing and what is done instead, and the
 * capabilities with the reason where one is missing. Returns: the exit status.
 */
int ls_methods_print_model (const char *path, char **without, gboolean json);
