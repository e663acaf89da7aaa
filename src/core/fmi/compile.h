/* Compiling the sources of an FMU for this machine. */
#pragma once

#include "core/fmi/fmu.h"

/**
 * ls_fmu_compile:
 * @stop: (nullable) (atomic): nonzero ends the compiler
 * @output: (out) (transfer full): commands, and what the compiler wrote, also after failure
 *
 * Compiles those interfaces that have no binary for this machine, by the compilers CC and CXX of the
 * environment, else cc and c++, and keeps the binaries (compiled.h). Code of the FMU is not run.
 * All threads.
 *
 * Returns: the number of binaries made, or 0 with an error naming the FMU: nothing to compile, no
 * compiler, or the first message of the compiler; %LS_ERROR_CANCELLED by @stop
 */
guint ls_fmu_compile (LsFmu *fmu, const gint *stop, char **output, GError **error);
