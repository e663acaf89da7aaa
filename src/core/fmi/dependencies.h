/* Dependencies that an FMU of FMI 3.0 knows better than its description. */
#pragma once

#include "core/fmi/fmu.h"

/**
 * ls_fmu_ask_dependencies:
 *
 * Runs code of the FMU, once for each FMU file and size of its arrays, if it knows the dependencies of
 * single elements (providesPerElementDependencies) and has outputs without dependencies in the
 * description, or with arrays: asks a temporary instance, before and after the end of its initialization, on what
 * these depend (fmi3GetVariableDependencies). Dependencies that it refuses to give, or gives on unknown variables,
 * stay as in the description.
 *
 * Returns: (transfer full): the FMU with these dependencies in its description, which shares the
 * folder; @self if there is nothing to ask or no answer
 */
LsFmu *ls_fmu_ask_dependencies (LsFmu *self);
