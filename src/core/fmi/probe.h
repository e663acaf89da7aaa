/* Tests capabilities announced in the description of an FMU on a temporary instance. */
#pragma once

#include "core/fmi/fmu.h"

/* Highest order of input derivatives in use. */
#define LS_INPUT_DERIVATIVES_MAX 3

/**
 * ls_probe_input_derivatives:
 *
 * Runs code of the FMU, once for each FMU file: sets the input derivatives of a temporary instance
 * to 0, with increasing order, until the status is not fmi2OK.
 *
 * Returns: the highest order supported by all Real inputs; %LS_INPUT_DERIVATIVES_MAX also if
 * unknown, as no instance could be created
 */
guint ls_probe_input_derivatives (LsFmu *fmu);

/**
 * ls_probe_output_derivatives:
 *
 * Runs code of the FMU, once for each FMU file: gets first derivatives of the outputs of a
 * temporary instance, before and after a step.
 *
 * Returns: whether no call failed, and all values are finite after the step; %TRUE also if unknown
 */
gboolean ls_probe_output_derivatives (LsFmu *fmu);

/**
 * ls_probe_reading:
 *
 * Runs code of the FMU, once for each FMU file: after a step of a temporary instance changes all its
 * Real inputs and reads its Real outputs, without another step (FMI 2.0, 4.2.4 lets an FMU refuse
 * that).
 *
 * Returns: 1 if outputs have changed, 0 if not, although inputs had an effect in initialization mode,
 * or if a call failed; -1 if unknown
 */
int ls_probe_reading (LsFmu *fmu);

/**
 * ls_probe_tentative_steps:
 *
 * Runs code of the FMU, once for each FMU file: takes some steps with a temporary instance that a
 * rollback to before their beginning may follow (noSetFMUStatePriorToCurrentPoint is false), and with
 * another one the same steps as final ones. The standards want the same values of both (FMI 2.0,
 * 4.2.2; FMI 3.0, 4.2.1.2); some FMUs begin each step where the last final one ended.
 *
 * Returns: whether such steps follow each other; %TRUE also if unknown, as calls failed, or no Real
 * output moved or moved the same way twice
 */
gboolean ls_probe_tentative_steps (LsFmu *fmu);
