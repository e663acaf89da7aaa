/* FMI 2.0: functions of an FMU, exported from a shared library under their plain names whatever
 * FMI2_FUNCTION_PREFIX says: prefixes are for static linking. */
#pragma once

#include "fmi2FunctionTypes.h"

#define FMI2_Export __attribute__ ((visibility ("default")))
#define fmi2FullName(name) name

#ifdef __cplusplus
extern "C"
{
#endif

#define FMI2_DECLARE(name) FMI2_Export name##TYPE name;
FMI2_DECLARE (fmi2GetTypesPlatform)
FMI2_DECLARE (fmi2GetVersion)
FMI2_DECLARE (fmi2SetDebugLogging)
FMI2_DECLARE (fmi2Instantiate)
FMI2_DECLARE (fmi2FreeInstance)
FMI2_DECLARE (fmi2SetupExperiment)
FMI2_DECLARE (fmi2EnterInitializationMode)
FMI2_DECLARE (fmi2ExitInitializationMode)
FMI2_DECLARE (fmi2Terminate)
FMI2_DECLARE (fmi2Reset)
FMI2_DECLARE (fmi2GetReal)
FMI2_DECLARE (fmi2GetInteger)
FMI2_DECLARE (fmi2GetBoolean)
FMI2_DECLARE (fmi2GetString)
FMI2_DECLARE (fmi2SetReal)
FMI2_DECLARE (fmi2SetInteger)
FMI2_DECLARE (fmi2SetBoolean)
FMI2_DECLARE (fmi2SetString)
FMI2_DECLARE (fmi2GetFMUstate)
FMI2_DECLARE (fmi2SetFMUstate)
FMI2_DECLARE (fmi2FreeFMUstate)
FMI2_DECLARE (fmi2SerializedFMUstateSize)
FMI2_DECLARE (fmi2SerializeFMUstate)
FMI2_DECLARE (fmi2DeSerializeFMUstate)
FMI2_DECLARE (fmi2GetDirectionalDerivative)
FMI2_DECLARE (fmi2EnterEventMode)
FMI2_DECLARE (fmi2NewDiscreteStates)
FMI2_DECLARE (fmi2EnterContinuousTimeMode)
FMI2_DECLARE (fmi2CompletedIntegratorStep)
FMI2_DECLARE (fmi2SetTime)
FMI2_DECLARE (fmi2SetContinuousStates)
FMI2_DECLARE (fmi2GetDerivatives)
FMI2_DECLARE (fmi2GetEventIndicators)
FMI2_DECLARE (fmi2GetContinuousStates)
FMI2_DECLARE (fmi2GetNominalsOfContinuousStates)
FMI2_DECLARE (fmi2SetRealInputDerivatives)
FMI2_DECLARE (fmi2GetRealOutputDerivatives)
FMI2_DECLARE (fmi2DoStep)
FMI2_DECLARE (fmi2CancelStep)
FMI2_DECLARE (fmi2GetStatus)
FMI2_DECLARE (fmi2GetRealStatus)
FMI2_DECLARE (fmi2GetIntegerStatus)
FMI2_DECLARE (fmi2GetBooleanStatus)
FMI2_DECLARE (fmi2GetStringStatus)
#undef FMI2_DECLARE

#ifdef __cplusplus
}
#endif
