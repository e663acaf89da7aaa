/* FMUs of FMI 3.0 without the runtime of models/: which functions of the standard they have. Those
 * that are the same in all of them are in fmi3-fmu.c, by a record of what an FMU has of its own.
 * Each mode can be entered only from those that the standard allows. */
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

typedef enum
{
  FMU_START,
  FMU_EVENT,
  FMU_STEP,
  FMU_CONTINUOUS
} FmuMode;

/* The first member of each instance. */
typedef struct
{
  /* As instantiated; a reset keeps it. */
  struct
  {
    bool exchange, event_mode, early_return, has_resources;
  } use;
  FmuMode mode;
  bool configured; /* in configuration mode */
  double t;
  uint64_t n; /* the size that can be changed, if the FMU has one */
} FmuBase;

/* What an FMU has of its own: one record, named fmu. Optional are all functions but get, and all
 * value references: 0 is none. */
typedef struct
{
  const char *token;
  size_t size; /* bytes of an instance: all of it is its state */
  fmi3ValueReference n, x, der_x, z, settable;
  /* Start values, into zeros; false: such a use is refused. */
  bool (*begin) (void *instance);
  /* Elements of a variable of type Float64; without it each has one. */
  size_t (*count) (const void *instance, fmi3ValueReference reference);
  /* All elements; false is an error. */
  bool (*get) (const void *instance, fmi3ValueReference reference, double values[]);
  bool (*set) (void *instance, fmi3ValueReference reference, const double values[]);
  /* Where an Int32 is; only that of reference settable is set by others. */
  int32_t *(*integer) (void *instance, fmi3ValueReference reference);
  /* In configuration mode; the caller sets n afterwards. */
  bool (*resize) (void *instance, uint64_t n);
  /* At the end of initialization mode; at the start of event mode. */
  void (*initialize) (void *instance);
  void (*begin_event) (void *instance);
  /* Returns true if another iteration is needed; *next is INFINITY. */
  bool (*update) (void *instance, double *next);
  /* One step of Co-Simulation from the time base.t. Returns true if there is an event at its end,
   * which is t_end, or earlier if it lowers it. */
  bool (*advance) (void *instance, double h, double *t_end);
  /* Clocks; without an interval, *interval stays NAN. */
  bool (*tick) (void *instance, fmi3ValueReference reference);
  bool (*has_ticked) (void *instance, fmi3ValueReference reference, bool *active);
  bool (*get_interval) (void *instance, fmi3ValueReference reference, double *interval);
  /* d unknown_i / d known_j, elements of arrays; NAN is an error. */
  double (*differentiate) (const void *instance,
                           fmi3ValueReference unknown,
                           size_t i,
                           fmi3ValueReference known,
                           size_t j);
} FmuModel;

extern const FmuModel fmu;

/* An instance with its start values; NULL: refused. */
void *fmu_create (fmi3String token, FmuBase base);

/* The product with the matrix of derivatives, or with its transpose. */
fmi3Status fmu_multiply (const void *instance,
                         bool adjoint,
                         const fmi3ValueReference unknowns[],
                         size_t n_unknowns,
                         const fmi3ValueReference knowns[],
                         size_t n_knowns,
                         const double seed[],
                         size_t n_seed,
                         double product[],
                         size_t n_product);

/* A type whose variables are outputs. */
#define REFUSE_SET(name, type)                                                                     \
  fmi3Status fmi3Set##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, const type values[], size_t n_values)                        \
  {                                                                                                \
    (void)instance, (void)references, (void)n, (void)values, (void)n_values;                       \
    return fmi3Error;                                                                              \
  }
