/* FMUs of FMI 3.0 without the runtime of models/: which functions the standard has, of which each
 * defines some, and those that are the same in all of them. */
#pragma once

#include "core/fmi/fmi3-api.h"

#define DECLARE(name) __attribute__ ((visibility ("default"))) fmi3##name##TYPE fmi3##name;
DECLARE (ActivateModelPartition)
DECLARE (CompletedIntegratorStep)
DECLARE (DeserializeFMUState)
DECLARE (DoStep)
DECLARE (EnterConfigurationMode)
DECLARE (EnterContinuousTimeMode)
DECLARE (EnterEventMode)
DECLARE (EnterInitializationMode)
DECLARE (EnterStepMode)
DECLARE (ExitConfigurationMode)
DECLARE (ExitInitializationMode)
DECLARE (FreeFMUState)
DECLARE (FreeInstance)
DECLARE (GetAdjointDerivative)
DECLARE (GetBinary)
DECLARE (GetBoolean)
DECLARE (GetClock)
DECLARE (GetContinuousStateDerivatives)
DECLARE (GetContinuousStates)
DECLARE (GetDirectionalDerivative)
DECLARE (GetEventIndicators)
DECLARE (GetFMUState)
DECLARE (GetFloat32)
DECLARE (GetFloat64)
DECLARE (GetInt8)
DECLARE (GetInt32)
DECLARE (GetInt64)
DECLARE (GetIntervalDecimal)
DECLARE (GetNominalsOfContinuousStates)
DECLARE (GetNumberOfVariableDependencies)
DECLARE (GetOutputDerivatives)
DECLARE (GetString)
DECLARE (GetUInt64)
DECLARE (GetVariableDependencies)
DECLARE (GetVersion)
DECLARE (InstantiateCoSimulation)
DECLARE (InstantiateModelExchange)
DECLARE (InstantiateScheduledExecution)
DECLARE (Reset)
DECLARE (SerializeFMUState)
DECLARE (SerializedFMUStateSize)
DECLARE (SetBinary)
DECLARE (SetBoolean)
DECLARE (SetClock)
DECLARE (SetContinuousStates)
DECLARE (SetFMUState)
DECLARE (SetFloat32)
DECLARE (SetFloat64)
DECLARE (SetInt8)
DECLARE (SetInt32)
DECLARE (SetInt64)
DECLARE (SetString)
DECLARE (SetTime)
DECLARE (SetUInt64)
DECLARE (Terminate)
DECLARE (UpdateDiscreteStates)
#undef DECLARE

/* Bytes of an instance: all of it is its state. */
extern const size_t fmu_size;

/* A type whose variables are outputs. */
#define REFUSE_SET(name, type)                                                                     \
  fmi3Status fmi3Set##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, const type values[], size_t n_values)                        \
  {                                                                                                \
    (void)instance, (void)references, (void)n, (void)values, (void)n_values;                       \
    return fmi3Error;                                                                              \
  }
