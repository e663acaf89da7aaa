/* Capabilities of the components of a model for coupling methods. */
#pragma once

#include "cli/job.h"

/**
 * ls_methods_print_model:
 * @path: .ssp, .ssd or .fmu
 * @options: what changes the components of the model
 *
 * Prints the table component x method, with missing capabilities and fallbacks, and a table of
 * capabilities with the reasons of missing ones. Returns: the exit status.
 */
int ls_methods_print_model (const char *path, const LsJobOptions *options, gboolean json);
