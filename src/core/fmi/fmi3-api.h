/* Types and functions of FMI 3.0.2, after the text of the standard. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define fmi3Version "3.0"

typedef void          *fmi3Instance;
typedef void          *fmi3InstanceEnvironment;
typedef void          *fmi3FMUState;
typedef uint32_t       fmi3ValueReference;
typedef float          fmi3Float32;
typedef double         fmi3Float64;
typedef int8_t         fmi3Int8;
typedef uint8_t        fmi3UInt8;
typedef int16_t        fmi3Int16;
typedef uint16_t       fmi3UInt16;
typedef int32_t        fmi3Int32;
typedef uint32_t       fmi3UInt32;
typedef int64_t        fmi3Int64;
typedef uint64_t       fmi3UInt64;
typedef bool           fmi3Boolean;
typedef char           fmi3Char;
typedef const char    *fmi3String;
typedef uint8_t        fmi3Byte;
typedef const uint8_t *fmi3Binary;
typedef bool           fmi3Clock;

#define fmi3True true
#define fmi3False false
#define fmi3ClockActive true
#define fmi3ClockInactive false

typedef enum
{
  fmi3OK,
  fmi3Warning,
  fmi3Discard,
  fmi3Error,
  fmi3Fatal
} fmi3Status;

typedef enum
{
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;

typedef enum
{
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback) (fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                     fmi3String message);
typedef void (*fmi3IntermediateUpdateCallback) (fmi3InstanceEnvironment, fmi3Float64 time,
                                             fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                             fmi3Boolean step_finished,
                                             fmi3Boolean can_return_early,
                                             fmi3Boolean *early_return_requested,
                                             fmi3Float64 *early_return_time);
typedef void (*fmi3ClockUpdateCallback) (fmi3InstanceEnvironment);
typedef void (*fmi3LockPreemptionCallback) (void);
typedef void (*fmi3UnlockPreemptionCallback) (void);

/* Common to all kinds */
typedef const char  *fmi3GetVersionTYPE (void);
typedef fmi3Status   fmi3SetDebugLoggingTYPE (fmi3Instance, fmi3Boolean, size_t,
                                              const fmi3String[]);
typedef fmi3Instance fmi3InstantiateModelExchangeTYPE (fmi3String name, fmi3String token,
                                                       fmi3String resource_path,
                                                       fmi3Boolean visible, fmi3Boolean logging_on,
                                                       fmi3InstanceEnvironment,
                                                       fmi3LogMessageCallback);
typedef fmi3Instance fmi3InstantiateCoSimulationTYPE (
    fmi3String name, fmi3String token, fmi3String resource_path, fmi3Boolean visible,
    fmi3Boolean logging_on, fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
    const fmi3ValueReference required_intermediate_variables[], size_t n,
    fmi3InstanceEnvironment, fmi3LogMessageCallback, fmi3IntermediateUpdateCallback);
typedef fmi3Instance fmi3InstantiateScheduledExecutionTYPE (
    fmi3String name, fmi3String token, fmi3String resource_path, fmi3Boolean visible,
    fmi3Boolean logging_on, fmi3InstanceEnvironment, fmi3LogMessageCallback,
    fmi3ClockUpdateCallback, fmi3LockPreemptionCallback, fmi3UnlockPreemptionCallback);
typedef void         fmi3FreeInstanceTYPE (fmi3Instance);
typedef fmi3Status   fmi3EnterInitializationModeTYPE (fmi3Instance, fmi3Boolean tolerance_defined,
                                                      fmi3Float64 tolerance,
                                                      fmi3Float64 start_time,
                                                      fmi3Boolean stop_time_defined,
                                                      fmi3Float64 stop_time);
typedef fmi3Status   fmi3ExitInitializationModeTYPE (fmi3Instance);
typedef fmi3Status   fmi3EnterEventModeTYPE (fmi3Instance);
typedef fmi3Status   fmi3TerminateTYPE (fmi3Instance);
typedef fmi3Status   fmi3ResetTYPE (fmi3Instance);
typedef fmi3Status   fmi3EnterConfigurationModeTYPE (fmi3Instance);
typedef fmi3Status   fmi3ExitConfigurationModeTYPE (fmi3Instance);

#define FMI3_ACCESS(name, type)                                                                    \
  typedef fmi3Status fmi3Get##name##TYPE (fmi3Instance, const fmi3ValueReference[], size_t,        \
                                          type[], size_t n_values);                                \
  typedef fmi3Status fmi3Set##name##TYPE (fmi3Instance, const fmi3ValueReference[], size_t,        \
                                          const type[], size_t n_values);
FMI3_ACCESS (Float32, fmi3Float32)
FMI3_ACCESS (Float64, fmi3Float64)
FMI3_ACCESS (Int8, fmi3Int8)
FMI3_ACCESS (UInt8, fmi3UInt8)
FMI3_ACCESS (Int16, fmi3Int16)
FMI3_ACCESS (UInt16, fmi3UInt16)
FMI3_ACCESS (Int32, fmi3Int32)
FMI3_ACCESS (UInt32, fmi3UInt32)
FMI3_ACCESS (Int64, fmi3Int64)
FMI3_ACCESS (UInt64, fmi3UInt64)
FMI3_ACCESS (Boolean, fmi3Boolean)
FMI3_ACCESS (String, fmi3String)
#undef FMI3_ACCESS
typedef fmi3Status fmi3GetBinaryTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                      size_t sizes[], fmi3Binary[], size_t n_values);
typedef fmi3Status fmi3SetBinaryTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                      const size_t sizes[], const fmi3Binary[], size_t n_values);
typedef fmi3Status fmi3GetClockTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                     fmi3Clock[]);
typedef fmi3Status fmi3SetClockTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                     const fmi3Clock[]);
typedef fmi3Status fmi3GetNumberOfVariableDependenciesTYPE (fmi3Instance, fmi3ValueReference,
                                                            size_t *n);
typedef fmi3Status fmi3GetVariableDependenciesTYPE (fmi3Instance, fmi3ValueReference dependent,
                                                    size_t elements_of_dependent[],
                                                    fmi3ValueReference independents[],
                                                    size_t elements_of_independents[],
                                                    fmi3DependencyKind[], size_t n);
typedef fmi3Status fmi3GetFMUStateTYPE (fmi3Instance, fmi3FMUState *);
typedef fmi3Status fmi3SetFMUStateTYPE (fmi3Instance, fmi3FMUState);
typedef fmi3Status fmi3FreeFMUStateTYPE (fmi3Instance, fmi3FMUState *);
typedef fmi3Status fmi3SerializedFMUStateSizeTYPE (fmi3Instance, fmi3FMUState, size_t *);
typedef fmi3Status fmi3SerializeFMUStateTYPE (fmi3Instance, fmi3FMUState, fmi3Byte[], size_t);
typedef fmi3Status fmi3DeserializeFMUStateTYPE (fmi3Instance, const fmi3Byte[], size_t,
                                                fmi3FMUState *);
typedef fmi3Status fmi3GetDirectionalDerivativeTYPE (fmi3Instance,
                                                     const fmi3ValueReference unknowns[],
                                                     size_t n_unknowns,
                                                     const fmi3ValueReference knowns[],
                                                     size_t n_knowns, const fmi3Float64 seed[],
                                                     size_t n_seed, fmi3Float64 sensitivity[],
                                                     size_t n_sensitivity);
typedef fmi3GetDirectionalDerivativeTYPE fmi3GetAdjointDerivativeTYPE;
typedef fmi3Status fmi3GetIntervalDecimalTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                               fmi3Float64 intervals[],
                                               fmi3IntervalQualifier[]);
typedef fmi3Status fmi3GetIntervalFractionTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                                fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                                fmi3IntervalQualifier[]);
typedef fmi3Status fmi3GetShiftDecimalTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                            fmi3Float64 shifts[]);
typedef fmi3Status fmi3SetIntervalDecimalTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                               const fmi3Float64 intervals[]);
typedef fmi3Status fmi3EvaluateDiscreteStatesTYPE (fmi3Instance);
typedef fmi3Status fmi3UpdateDiscreteStatesTYPE (fmi3Instance, fmi3Boolean *needs_update,
                                                 fmi3Boolean *terminate,
                                                 fmi3Boolean *nominals_changed,
                                                 fmi3Boolean *values_changed,
                                                 fmi3Boolean *next_event_time_defined,
                                                 fmi3Float64 *next_event_time);

/* Model Exchange */
typedef fmi3Status fmi3EnterContinuousTimeModeTYPE (fmi3Instance);
typedef fmi3Status fmi3CompletedIntegratorStepTYPE (fmi3Instance, fmi3Boolean no_set_state_prior,
                                                    fmi3Boolean *enter_event_mode,
                                                    fmi3Boolean *terminate);
typedef fmi3Status fmi3SetTimeTYPE (fmi3Instance, fmi3Float64);
typedef fmi3Status fmi3SetContinuousStatesTYPE (fmi3Instance, const fmi3Float64[], size_t);
typedef fmi3Status fmi3GetContinuousStateDerivativesTYPE (fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetEventIndicatorsTYPE (fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetContinuousStatesTYPE (fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetNominalsOfContinuousStatesTYPE (fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetNumberOfEventIndicatorsTYPE (fmi3Instance, size_t *);
typedef fmi3Status fmi3GetNumberOfContinuousStatesTYPE (fmi3Instance, size_t *);

/* Co-Simulation */
typedef fmi3Status fmi3EnterStepModeTYPE (fmi3Instance);
typedef fmi3Status fmi3GetOutputDerivativesTYPE (fmi3Instance, const fmi3ValueReference[], size_t,
                                                 const fmi3Int32 orders[], fmi3Float64[],
                                                 size_t n_values);
typedef fmi3Status fmi3DoStepTYPE (fmi3Instance, fmi3Float64 time, fmi3Float64 step,
                                   fmi3Boolean no_set_state_prior,
                                   fmi3Boolean *event_handling_needed, fmi3Boolean *terminate,
                                   fmi3Boolean *early_return, fmi3Float64 *last_successful_time);

/* Scheduled Execution */
typedef fmi3Status fmi3ActivateModelPartitionTYPE (fmi3Instance, fmi3ValueReference clock,
                                                   fmi3Float64 activation_time);
