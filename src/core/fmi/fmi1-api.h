/* The C interface of FMI 1.0 (Functional Mock-up Interface for Model Exchange, version 1.0, 2010, and
 * for Co-Simulation, version 1.0), as types only. Names and values are those of the standard; the
 * functions of an FMU carry the model identifier in front: "ID_fmiDoStep". */
#pragma once

#include <stddef.h>

typedef void         *fmi1Component;
typedef unsigned int  fmi1ValueReference;
typedef double        fmi1Real;
typedef int           fmi1Integer;
typedef char          fmi1Boolean;
typedef const char   *fmi1String;

#define fmi1True  1
#define fmi1False 0

/* fmiGetTypesPlatform, fmiGetModelTypesPlatform; fmiGetVersion */
#define fmi1TypesPlatform "standard32"
#define fmi1Version       "1.0"

typedef enum
{
  fmi1OK,
  fmi1Warning,
  fmi1Discard,
  fmi1Error,
  fmi1Fatal,
  fmi1Pending
} fmi1Status;

typedef enum
{
  fmi1DoStepStatus,
  fmi1PendingStatus,
  fmi1LastSuccessfulTime
} fmi1StatusKind;

typedef void  fmi1CallbackLogger (fmi1Component, fmi1String instance_name, fmi1Status,
                                  fmi1String category, fmi1String message, ...);
typedef void *fmi1CallbackAllocateMemory (size_t n_objects, size_t size);
typedef void  fmi1CallbackFreeMemory (void *object);
typedef void  fmi1StepFinished (fmi1Component, fmi1Status);

/* Passed by value. */
typedef struct
{
  fmi1CallbackLogger         *logger;
  fmi1CallbackAllocateMemory *allocateMemory;
  fmi1CallbackFreeMemory     *freeMemory;
} fmi1ModelCallbacks;

typedef struct
{
  fmi1CallbackLogger         *logger;
  fmi1CallbackAllocateMemory *allocateMemory;
  fmi1CallbackFreeMemory     *freeMemory;
  fmi1StepFinished           *stepFinished;
} fmi1SlaveCallbacks;

typedef struct
{
  fmi1Boolean iterationConverged;
  fmi1Boolean stateValueReferencesChanged;
  fmi1Boolean stateValuesChanged;
  fmi1Boolean terminateSimulation;
  fmi1Boolean upcomingTimeEvent;
  fmi1Real    nextEventTime;
} fmi1EventInfo;

/* Common to both kinds */
typedef const char *fmi1GetVersionTYPE (void);
typedef fmi1Status  fmi1SetDebugLoggingTYPE (fmi1Component, fmi1Boolean);
typedef fmi1Status  fmi1GetRealTYPE (fmi1Component, const fmi1ValueReference[], size_t, fmi1Real[]);
typedef fmi1Status  fmi1GetIntegerTYPE (fmi1Component, const fmi1ValueReference[], size_t,
                                        fmi1Integer[]);
typedef fmi1Status  fmi1GetBooleanTYPE (fmi1Component, const fmi1ValueReference[], size_t,
                                        fmi1Boolean[]);
typedef fmi1Status  fmi1GetStringTYPE (fmi1Component, const fmi1ValueReference[], size_t,
                                       fmi1String[]);
typedef fmi1Status  fmi1SetRealTYPE (fmi1Component, const fmi1ValueReference[], size_t,
                                     const fmi1Real[]);
typedef fmi1Status  fmi1SetIntegerTYPE (fmi1Component, const fmi1ValueReference[], size_t,
                                        const fmi1Integer[]);
typedef fmi1Status  fmi1SetBooleanTYPE (fmi1Component, const fmi1ValueReference[], size_t,
                                        const fmi1Boolean[]);
typedef fmi1Status  fmi1SetStringTYPE (fmi1Component, const fmi1ValueReference[], size_t,
                                       const fmi1String[]);

/* Model Exchange */
typedef const char   *fmi1GetModelTypesPlatformTYPE (void);
typedef fmi1Component fmi1InstantiateModelTYPE (fmi1String instance_name, fmi1String guid,
                                                fmi1ModelCallbacks, fmi1Boolean logging_on);
typedef void          fmi1FreeModelInstanceTYPE (fmi1Component);
typedef fmi1Status    fmi1SetTimeTYPE (fmi1Component, fmi1Real);
typedef fmi1Status    fmi1SetContinuousStatesTYPE (fmi1Component, const fmi1Real[], size_t);
typedef fmi1Status    fmi1CompletedIntegratorStepTYPE (fmi1Component,
                                                       fmi1Boolean *call_event_update);
typedef fmi1Status    fmi1InitializeTYPE (fmi1Component, fmi1Boolean tolerance_controlled,
                                          fmi1Real tolerance, fmi1EventInfo *);
typedef fmi1Status    fmi1GetDerivativesTYPE (fmi1Component, fmi1Real[], size_t);
typedef fmi1Status    fmi1GetEventIndicatorsTYPE (fmi1Component, fmi1Real[], size_t);
typedef fmi1Status    fmi1EventUpdateTYPE (fmi1Component, fmi1Boolean intermediate_results,
                                           fmi1EventInfo *);
typedef fmi1Status    fmi1GetContinuousStatesTYPE (fmi1Component, fmi1Real[], size_t);
typedef fmi1Status    fmi1GetNominalContinuousStatesTYPE (fmi1Component, fmi1Real[], size_t);
typedef fmi1Status    fmi1GetStateValueReferencesTYPE (fmi1Component, fmi1ValueReference[],
                                                       size_t);
typedef fmi1Status    fmi1TerminateTYPE (fmi1Component);

/* Co-Simulation */
typedef const char   *fmi1GetTypesPlatformTYPE (void);
typedef fmi1Component fmi1InstantiateSlaveTYPE (fmi1String instance_name, fmi1String guid,
                                                fmi1String location, fmi1String mime_type,
                                                fmi1Real timeout, fmi1Boolean visible,
                                                fmi1Boolean interactive, fmi1SlaveCallbacks,
                                                fmi1Boolean logging_on);
typedef fmi1Status    fmi1InitializeSlaveTYPE (fmi1Component, fmi1Real start_time,
                                               fmi1Boolean stop_time_defined, fmi1Real stop_time);
typedef fmi1Status    fmi1TerminateSlaveTYPE (fmi1Component);
typedef fmi1Status    fmi1ResetSlaveTYPE (fmi1Component);
typedef void          fmi1FreeSlaveInstanceTYPE (fmi1Component);
typedef fmi1Status    fmi1SetRealInputDerivativesTYPE (fmi1Component, const fmi1ValueReference[],
                                                       size_t, const fmi1Integer order[],
                                                       const fmi1Real[]);
typedef fmi1Status    fmi1GetRealOutputDerivativesTYPE (fmi1Component, const fmi1ValueReference[],
                                                        size_t, const fmi1Integer order[],
                                                        fmi1Real[]);
typedef fmi1Status    fmi1CancelStepTYPE (fmi1Component);
typedef fmi1Status    fmi1DoStepTYPE (fmi1Component, fmi1Real time, fmi1Real step,
                                      fmi1Boolean new_step);
typedef fmi1Status    fmi1GetStatusTYPE (fmi1Component, const fmi1StatusKind, fmi1Status *);
typedef fmi1Status    fmi1GetRealStatusTYPE (fmi1Component, const fmi1StatusKind, fmi1Real *);
typedef fmi1Status    fmi1GetIntegerStatusTYPE (fmi1Component, const fmi1StatusKind,
                                                fmi1Integer *);
typedef fmi1Status    fmi1GetBooleanStatusTYPE (fmi1Component, const fmi1StatusKind,
                                                fmi1Boolean *);
typedef fmi1Status    fmi1GetStringStatusTYPE (fmi1Component, const fmi1StatusKind, fmi1String *);
