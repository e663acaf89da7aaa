/* What an FMU takes and gives of what its description announces, found out by asking an instance of its own. */
#pragma once

#include "core/fmi/fmu.h"

/* Highest order of the derivatives of inputs that anybody asks for. */
#define LS_INPUT_DERIVATIVES_MAX 3

/**
 * ls_probe_input_derivatives:
 *
 * Runs code of the FMU, once for each FMU file: an instance that is made for this and freed gets
 * derivatives of its inputs, 0, order by order, until one is not answered by fmi2OK.
 *
 * Returns: the highest order that all real inputs take; %LS_INPUT_DERIVATIVES_MAX, too, where that
 * cannot be found out, as nothing can be instantiated
 */
guint ls_probe_input_derivatives (LsFmu *fmu);

/**
 * ls_probe_output_derivatives:
 *
 * Runs code of the FMU, once for each FMU file: an instance that is made for this and freed is asked
 * for first derivatives of its outputs, before and after a step.
 *
 * Returns: whether it refuses none, and all are finite after the step; %TRUE, too, where that cannot
 * be found out
 */
gboolean ls_probe_output_derivatives (LsFmu *fmu);
