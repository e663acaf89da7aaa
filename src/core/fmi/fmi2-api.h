/* The C interface of FMI 2.0 (Functional Mock-up Interface for Model Exchange
 * and Co-Simulation, version 2.0), as types only: the importer looks functions
 * up by name, the example FMUs define functions of these types. Names and
 * values are those of the standard, sections 2.1 to 4.2. */
#pragma once

#include <stddef.h>

typedef void         *fmi2Component;
typedef void         *fmi2ComponentEnvironment;
typedef void         *fmi2FMUstate;
typedef unsigned int  fmi2ValueReference;
typedef double        fmi2Real;
typedef int           fmi2Integer;
typedef int           fmi2Boolean;
typedef char          fmi2Char;
typedef const char   *fmi2String;
typedef char          fmi2Byte;

#define fmi2True  1
#define fmi2False 0

#define fmi2TypesPlatform "default"
#define fmi2Version       "2.0"

typedef enum
{
  fmi2OK,
  fmi2Warning,
  fmi2Discard,
  fmi2Error,
  fmi2Fatal,
  fmi2Pending
} fmi2Status;

typedef enum
{
  fmi2ModelExchange,
  fmi2CoSimulation
} fmi2Type;

typedef enum
{
  fmi2DoStepStatus,
  fmi2PendingStatus,
  fmi2LastSuccessfulTime,
  fmi2Terminated
} fmi2StatusKind;

typedef struct
{
  void  (*logger)         (fmi2ComponentEnvironment environment, fmi2String instance_name,
                           fmi2Status status, fmi2String category, fmi2String message, ...);
  void *(*allocateMemory) (size_t n_objects, size_t size);
  void  (*freeMemory)     (void *object);
  void  (*stepFinished)   (fmi2ComponentEnvironment environment, fmi2Status status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct
{
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real    nextEventTime;
} fmi2EventInfo;

/* Common to both kinds */
typedef const char   *fmi2GetTypesPlatformTYPE (void);
typedef const char   *fmi2GetVersionTYPE (void);
typedef fmi2Status    fmi2SetDebugLoggingTYPE (fmi2Component, fmi2Boolean, size_t,
                                               const fmi2String[]);
typedef fmi2Component fmi2InstantiateTYPE (fmi2String instance_name, fmi2Type, fmi2String guid,
                                           fmi2String resource_uri, const fmi2CallbackFunctions *,
                                           fmi2Boolean visible, fmi2Boolean logging_on);
typedef void          fmi2FreeInstanceTYPE (fmi2Component);
typedef fmi2Status    fmi2SetupExperimentTYPE (fmi2Component, fmi2Boolean tolerance_defined,
                                               fmi2Real tolerance, fmi2Real start_time,
                                               fmi2Boolean stop_time_defined, fmi2Real stop_time);
typedef fmi2Status    fmi2EnterInitializationModeTYPE (fmi2Component);
typedef fmi2Status    fmi2ExitInitializationModeTYPE (fmi2Component);
typedef fmi2Status    fmi2TerminateTYPE (fmi2Component);
typedef fmi2Status    fmi2ResetTYPE (fmi2Component);
typedef fmi2Status    fmi2GetRealTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                       fmi2Real[]);
typedef fmi2Status    fmi2GetIntegerTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                          fmi2Integer[]);
typedef fmi2Status    fmi2GetBooleanTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                          fmi2Boolean[]);
typedef fmi2Status    fmi2GetStringTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                         fmi2String[]);
typedef fmi2Status    fmi2SetRealTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                       const fmi2Real[]);
typedef fmi2Status    fmi2SetIntegerTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                          const fmi2Integer[]);
typedef fmi2Status    fmi2SetBooleanTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                          const fmi2Boolean[]);
typedef fmi2Status    fmi2SetStringTYPE (fmi2Component, const fmi2ValueReference[], size_t,
                                         const fmi2String[]);
typedef fmi2Status    fmi2GetFMUstateTYPE (fmi2Component, fmi2FMUstate *);
typedef fmi2Status    fmi2SetFMUstateTYPE (fmi2Component, fmi2FMUstate);
typedef fmi2Status    fmi2FreeFMUstateTYPE (fmi2Component, fmi2FMUstate *);
typedef fmi2Status    fmi2SerializedFMUstateSizeTYPE (fmi2Component, fmi2FMUstate, size_t *);
typedef fmi2Status    fmi2SerializeFMUstateTYPE (fmi2Component, fmi2FMUstate, fmi2Byte[], size_t);
typedef fmi2Status    fmi2DeSerializeFMUstateTYPE (fmi2Component, const fmi2Byte[], size_t,
                                                   fmi2FMUstate *);
typedef fmi2Status    fmi2GetDirectionalDerivativeTYPE (fmi2Component,
                                                        const fmi2ValueReference unknowns[],
                                                        size_t n_unknowns,
                                                        const fmi2ValueReference knowns[],
                                                        size_t n_knowns,
                                                        const fmi2Real d_knowns[],
                                                        fmi2Real d_unknowns[]);

/* Model Exchange */
typedef fmi2Status fmi2EnterEventModeTYPE (fmi2Component);
typedef fmi2Status fmi2NewDiscreteStatesTYPE (fmi2Component, fmi2EventInfo *);
typedef fmi2Status fmi2EnterContinuousTimeModeTYPE (fmi2Component);
typedef fmi2Status fmi2CompletedIntegratorStepTYPE (fmi2Component, fmi2Boolean no_set_state_prior,
                                                    fmi2Boolean *enter_event_mode,
                                                    fmi2Boolean *terminate);
typedef fmi2Status fmi2SetTimeTYPE (fmi2Component, fmi2Real);
typedef fmi2Status fmi2SetContinuousStatesTYPE (fmi2Component, const fmi2Real[], size_t);
typedef fmi2Status fmi2GetDerivativesTYPE (fmi2Component, fmi2Real[], size_t);
typedef fmi2Status fmi2GetEventIndicatorsTYPE (fmi2Component, fmi2Real[], size_t);
typedef fmi2Status fmi2GetContinuousStatesTYPE (fmi2Component, fmi2Real[], size_t);
typedef fmi2Status fmi2GetNominalsOfContinuousStatesTYPE (fmi2Component, fmi2Real[], size_t);

/* Model Exchange, not part of the standard: constraints on the states (Najafi, "Simulation of
 * high-index DAEs and ODEs with constraints in FMI", 2017, section 3). Array sizes: the maximum
 * number of constraints, that times the number of states (row-major), or the number of states. */
typedef fmi2Status fmi2GetNumberOfConstraintsTYPE (fmi2Component, size_t *n);
typedef fmi2Status fmi2ConstraintTYPE (fmi2Component, fmi2Real residuals[]);
typedef fmi2Status fmi2ConstraintJacobianTYPE (fmi2Component, fmi2Real jacobian[]);
typedef fmi2Status fmi2ProjectionStepTYPE (fmi2Component, fmi2Real step[]);
typedef fmi2Status fmi2ProjectionTYPE (fmi2Component, fmi2Real way[], fmi2Real tolerance,
                                       size_t iteration_limit, fmi2Boolean apply);

/* Co-Simulation */
typedef fmi2Status fmi2SetRealInputDerivativesTYPE (fmi2Component, const fmi2ValueReference[],
                                                    size_t,
                                                    const fmi2Integer order[], const fmi2Real[]);
typedef fmi2Status fmi2GetRealOutputDerivativesTYPE (fmi2Component, const fmi2ValueReference[],
                                                     size_t,
                                                     const fmi2Integer order[], fmi2Real[]);
typedef fmi2Status fmi2DoStepTYPE (fmi2Component, fmi2Real time, fmi2Real step,
                                   fmi2Boolean no_set_state_prior);
typedef fmi2Status fmi2CancelStepTYPE (fmi2Component);
typedef fmi2Status fmi2GetStatusTYPE (fmi2Component, const fmi2StatusKind, fmi2Status *);
typedef fmi2Status fmi2GetRealStatusTYPE (fmi2Component, const fmi2StatusKind, fmi2Real *);
typedef fmi2Status fmi2GetIntegerStatusTYPE (fmi2Component, const fmi2StatusKind, fmi2Integer *);
typedef fmi2Status fmi2GetBooleanStatusTYPE (fmi2Component, const fmi2StatusKind, fmi2Boolean *);
typedef fmi2Status fmi2GetStringStatusTYPE (fmi2Component, const fmi2StatusKind, fmi2String *);
