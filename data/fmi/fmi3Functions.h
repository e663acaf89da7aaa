/* FMI 3.0: functions of an FMU, exported from a shared library under their plain names whatever
 * FMI3_FUNCTION_PREFIX says: prefixes are for static linking. */
#pragma once

#include "fmi3FunctionTypes.h"

#define FMI3_Export __attribute__ ((visibility ("default")))
#define fmi3FullName(name) name

#ifdef __cplusplus
extern "C"
{
#endif

#define FMI3_DECLARE(name) FMI3_Export name##TYPE name;
FMI3_DECLARE (fmi3GetVersion)
FMI3_DECLARE (fmi3SetDebugLogging)
FMI3_DECLARE (fmi3InstantiateModelExchange)
FMI3_DECLARE (fmi3InstantiateCoSimulation)
FMI3_DECLARE (fmi3InstantiateScheduledExecution)
FMI3_DECLARE (fmi3FreeInstance)
FMI3_DECLARE (fmi3EnterInitializationMode)
FMI3_DECLARE (fmi3ExitInitializationMode)
FMI3_DECLARE (fmi3EnterEventMode)
FMI3_DECLARE (fmi3Terminate)
FMI3_DECLARE (fmi3Reset)
FMI3_DECLARE (fmi3EnterConfigurationMode)
FMI3_DECLARE (fmi3ExitConfigurationMode)
FMI3_DECLARE (fmi3GetFloat32)
FMI3_DECLARE (fmi3SetFloat32)
FMI3_DECLARE (fmi3GetFloat64)
FMI3_DECLARE (fmi3SetFloat64)
FMI3_DECLARE (fmi3GetInt8)
FMI3_DECLARE (fmi3SetInt8)
FMI3_DECLARE (fmi3GetUInt8)
FMI3_DECLARE (fmi3SetUInt8)
FMI3_DECLARE (fmi3GetInt16)
FMI3_DECLARE (fmi3SetInt16)
FMI3_DECLARE (fmi3GetUInt16)
FMI3_DECLARE (fmi3SetUInt16)
FMI3_DECLARE (fmi3GetInt32)
FMI3_DECLARE (fmi3SetInt32)
FMI3_DECLARE (fmi3GetUInt32)
FMI3_DECLARE (fmi3SetUInt32)
FMI3_DECLARE (fmi3GetInt64)
FMI3_DECLARE (fmi3SetInt64)
FMI3_DECLARE (fmi3GetUInt64)
FMI3_DECLARE (fmi3SetUInt64)
FMI3_DECLARE (fmi3GetBoolean)
FMI3_DECLARE (fmi3SetBoolean)
FMI3_DECLARE (fmi3GetString)
FMI3_DECLARE (fmi3SetString)
FMI3_DECLARE (fmi3GetBinary)
FMI3_DECLARE (fmi3SetBinary)
FMI3_DECLARE (fmi3GetClock)
FMI3_DECLARE (fmi3SetClock)
FMI3_DECLARE (fmi3GetNumberOfVariableDependencies)
FMI3_DECLARE (fmi3GetVariableDependencies)
FMI3_DECLARE (fmi3GetFMUState)
FMI3_DECLARE (fmi3SetFMUState)
FMI3_DECLARE (fmi3FreeFMUState)
FMI3_DECLARE (fmi3SerializedFMUStateSize)
FMI3_DECLARE (fmi3SerializeFMUState)
FMI3_DECLARE (fmi3DeserializeFMUState)
FMI3_DECLARE (fmi3GetDirectionalDerivative)
FMI3_DECLARE (fmi3GetIntervalDecimal)
FMI3_DECLARE (fmi3GetIntervalFraction)
FMI3_DECLARE (fmi3GetShiftDecimal)
FMI3_DECLARE (fmi3SetIntervalDecimal)
FMI3_DECLARE (fmi3EvaluateDiscreteStates)
FMI3_DECLARE (fmi3UpdateDiscreteStates)
FMI3_DECLARE (fmi3EnterContinuousTimeMode)
FMI3_DECLARE (fmi3CompletedIntegratorStep)
FMI3_DECLARE (fmi3SetTime)
FMI3_DECLARE (fmi3SetContinuousStates)
FMI3_DECLARE (fmi3GetContinuousStateDerivatives)
FMI3_DECLARE (fmi3GetEventIndicators)
FMI3_DECLARE (fmi3GetContinuousStates)
FMI3_DECLARE (fmi3GetNominalsOfContinuousStates)
FMI3_DECLARE (fmi3GetNumberOfEventIndicators)
FMI3_DECLARE (fmi3GetNumberOfContinuousStates)
FMI3_DECLARE (fmi3EnterStepMode)
FMI3_DECLARE (fmi3GetOutputDerivatives)
FMI3_DECLARE (fmi3DoStep)
FMI3_DECLARE (fmi3ActivateModelPartition)
FMI3_DECLARE (fmi3GetAdjointDerivative)
#undef FMI3_DECLARE

#ifdef __cplusplus
}
#endif
