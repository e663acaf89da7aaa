/* Capabilities of the components of a model for coupling methods. */
#pragma once

#include <glib.h>

/**
 * ls_methods_print_model:
 * @path: .ssp, .ssd or .fmu
 * @without: (nullable): "component:capability", %NULL-terminated
 *
 * Prints the table component x method, with missing capabilities and fallbacks, and a table of
 * capabilities with the reasons of missing ones. Returns: the exit status.
 */
int ls_methods_print_model (const char *path, char **without, gboolean json);
