/* Functions of FMI 3.0 that a model of this runtime has no use for. The standard wants all of them
 * since 3.0.1, and some programs load no FMU without; those that fmi3.c has come first (weak). */
#include "inner.h"

#include "core/fmi/fmi3-api.h"

#define WEAK __attribute__ ((visibility ("default"), weak))
#define UNUSED __attribute__ ((unused))

/* Nothing of this type, and no such mode: an error unless nothing is asked for. */
#define REFUSE(name, n, ...)                                                                       \
  WEAK fmi3##name##TYPE fmi3##name;                                                                \
  fmi3Status fmi3##name (fmi3Instance instance UNUSED, ##__VA_ARGS__)                              \
  {                                                                                                \
    return (n) == 0 ? fmi3OK : fmi3Error;                                                          \
  }

#define REFERENCES const fmi3ValueReference references[] UNUSED, size_t count

REFUSE (GetBinary,
        count,
        REFERENCES,
        size_t sizes[] UNUSED,
        fmi3Binary values[] UNUSED,
        size_t n UNUSED)
REFUSE (SetBinary,
        count,
        REFERENCES,
        const size_t sizes[] UNUSED,
        const fmi3Binary values[] UNUSED,
        size_t n UNUSED)
REFUSE (GetClock, count, REFERENCES, fmi3Clock values[] UNUSED)
REFUSE (SetClock, count, REFERENCES, const fmi3Clock values[] UNUSED)
REFUSE (GetIntervalDecimal,
        count,
        REFERENCES,
        fmi3Float64 intervals[] UNUSED,
        fmi3IntervalQualifier qualifiers[] UNUSED)
REFUSE (GetIntervalFraction,
        count,
        REFERENCES,
        fmi3UInt64 counters[] UNUSED,
        fmi3UInt64 resolutions[] UNUSED,
        fmi3IntervalQualifier qualifiers[] UNUSED)
REFUSE (GetShiftDecimal, count, REFERENCES, fmi3Float64 shifts[] UNUSED)
REFUSE (SetIntervalDecimal, count, REFERENCES, const fmi3Float64 intervals[] UNUSED)

/* Those of which Lockstep itself needs no types. */
typedef fmi3Status fmi3SetIntervalFractionTYPE (fmi3Instance,
                                                const fmi3ValueReference[],
                                                size_t,
                                                const fmi3UInt64 counters[],
                                                const fmi3UInt64 resolutions[]);
typedef fmi3Status fmi3GetShiftFractionTYPE (fmi3Instance,
                                             const fmi3ValueReference[],
                                             size_t,
                                             fmi3UInt64 counters[],
                                             fmi3UInt64 resolutions[]);
typedef fmi3Status fmi3SetShiftDecimalTYPE (fmi3Instance,
                                            const fmi3ValueReference[],
                                            size_t,
                                            const fmi3Float64 shifts[]);
typedef fmi3SetIntervalFractionTYPE fmi3SetShiftFractionTYPE;

REFUSE (SetIntervalFraction,
        count,
        REFERENCES,
        const fmi3UInt64 counters[] UNUSED,
        const fmi3UInt64 resolutions[] UNUSED)
REFUSE (GetShiftFraction,
        count,
        REFERENCES,
        fmi3UInt64 counters[] UNUSED,
        fmi3UInt64 resolutions[] UNUSED)
REFUSE (SetShiftDecimal, count, REFERENCES, const fmi3Float64 shifts[] UNUSED)
REFUSE (SetShiftFraction,
        count,
        REFERENCES,
        const fmi3UInt64 counters[] UNUSED,
        const fmi3UInt64 resolutions[] UNUSED)

REFUSE (EnterConfigurationMode, 1)
REFUSE (ExitConfigurationMode, 1)
REFUSE (EvaluateDiscreteStates, 1)
REFUSE (ActivateModelPartition, 1, fmi3ValueReference clock UNUSED, fmi3Float64 time UNUSED)

WEAK fmi3GetAdjointDerivativeTYPE fmi3GetAdjointDerivative;
fmi3Status
fmi3GetAdjointDerivative (fmi3Instance instance UNUSED,
                          const fmi3ValueReference unknowns[] UNUSED,
                          size_t n_unknowns UNUSED,
                          const fmi3ValueReference knowns[] UNUSED,
                          size_t n_knowns UNUSED,
                          const fmi3Float64 seed[] UNUSED,
                          size_t n_seed UNUSED,
                          fmi3Float64 sensitivity[] UNUSED,
                          size_t n_sensitivity UNUSED)
{
  return fmi3Error;
}

WEAK fmi3GetNumberOfVariableDependenciesTYPE fmi3GetNumberOfVariableDependencies;
fmi3Status
fmi3GetNumberOfVariableDependencies (fmi3Instance instance UNUSED,
                                     fmi3ValueReference reference UNUSED,
                                     size_t *n UNUSED)
{
  return fmi3Error;
}

WEAK fmi3GetVariableDependenciesTYPE fmi3GetVariableDependencies;
fmi3Status
fmi3GetVariableDependencies (fmi3Instance instance UNUSED,
                             fmi3ValueReference dependent UNUSED,
                             size_t elements[] UNUSED,
                             fmi3ValueReference independents[] UNUSED,
                             size_t elements_of_independents[] UNUSED,
                             fmi3DependencyKind kinds[] UNUSED,
                             size_t n UNUSED)
{
  return fmi3Error;
}

WEAK fmi3GetNumberOfContinuousStatesTYPE fmi3GetNumberOfContinuousStates;
fmi3Status
fmi3GetNumberOfContinuousStates (fmi3Instance instance UNUSED, size_t *n)
{
  *n = fmu_model.n_x;
  return fmi3OK;
}

WEAK fmi3GetNumberOfEventIndicatorsTYPE fmi3GetNumberOfEventIndicators;
fmi3Status
fmi3GetNumberOfEventIndicators (fmi3Instance instance UNUSED, size_t *n)
{
  *n = fmu_model.n_z;
  return fmi3OK;
}

WEAK fmi3InstantiateScheduledExecutionTYPE fmi3InstantiateScheduledExecution;
fmi3Instance
fmi3InstantiateScheduledExecution (fmi3String name UNUSED,
                                   fmi3String token UNUSED,
                                   fmi3String resource_path UNUSED,
                                   fmi3Boolean visible UNUSED,
                                   fmi3Boolean logging_on UNUSED,
                                   fmi3InstanceEnvironment environment UNUSED,
                                   fmi3LogMessageCallback log UNUSED,
                                   fmi3ClockUpdateCallback update UNUSED,
                                   fmi3LockPreemptionCallback lock UNUSED,
                                   fmi3UnlockPreemptionCallback unlock UNUSED)
{
  return NULL;
}
