/* FMI 3.0: values, saved states and derivatives. */
#include "fmi3-inner.h"

#define CHUNK 32

/* Removes the offset of the type. Returns: %false for a reference of another type. */
static bool
shift (Fmu *inner,
       const fmi3ValueReference references[],
       size_t n,
       unsigned type,
       fmi2ValueReference shifted[static CHUNK])
{
  for (size_t i = 0; i < n; i++)
    {
      shifted[i] = references[i] - type * FMU3_OFFSET;
      if (references[i] / FMU3_OFFSET == type)
        continue;
      if (inner != NULL)
        fmu_fail (inner, "no variable of this type has value reference %u", references[i]);
      return false;
    }
  return true;
}

/* @get, @set: functions of FMI 2.0 with values of type @inner_type. */
#define DEFINE_ACCESS(name, type, offset, inner_type, get, set)                                    \
  EXPORT fmi3Get##name##TYPE fmi3Get##name;                                                        \
  fmi3Status fmi3Get##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, type values[], size_t n_values)                              \
  {                                                                                                \
    fmi2ValueReference shifted[CHUNK];                                                             \
    inner_type inner[CHUNK];                                                                       \
    fmi2Status status = n == n_values ? fmi2OK : fmi2Error;                                        \
                                                                                                   \
    for (size_t i = 0, count; i < n && status == fmi2OK; i += count)                               \
      {                                                                                            \
        count = n - i < CHUNK ? n - i : CHUNK;                                                     \
        if (!shift (INNER, references + i, count, offset, shifted))                                \
          return fmi3Error;                                                                        \
        status = get (INNER, shifted, count, inner);                                               \
        for (size_t k = 0; k < count; k++)                                                         \
          values[i + k] = (type)inner[k];                                                          \
      }                                                                                            \
    RETURN (status);                                                                               \
  }                                                                                                \
                                                                                                   \
  EXPORT fmi3Set##name##TYPE fmi3Set##name;                                                        \
  fmi3Status fmi3Set##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, const type values[], size_t n_values)                        \
  {                                                                                                \
    fmi2ValueReference shifted[CHUNK];                                                             \
    inner_type inner[CHUNK];                                                                       \
    fmi2Status status = n == n_values ? fmi2OK : fmi2Error;                                        \
                                                                                                   \
    for (size_t i = 0, count; i < n && status == fmi2OK; i += count)                               \
      {                                                                                            \
        count = n - i < CHUNK ? n - i : CHUNK;                                                     \
        if (!shift (INNER, references + i, count, offset, shifted))                                \
          return fmi3Error;                                                                        \
        for (size_t k = 0; k < count; k++)                                                         \
          inner[k] = (inner_type)values[i + k];                                                    \
        status = set (INNER, shifted, count, inner);                                               \
      }                                                                                            \
    RETURN (status);                                                                               \
  }

DEFINE_ACCESS (Int32, fmi3Int32, 1, fmi2Integer, fmi2GetInteger, fmi2SetInteger)
DEFINE_ACCESS (Int64, fmi3Int64, 1, fmi2Integer, fmi2GetInteger, fmi2SetInteger)
DEFINE_ACCESS (Boolean, fmi3Boolean, 2, fmi2Boolean, fmi2GetBoolean, fmi2SetBoolean)
DEFINE_ACCESS (String, fmi3String, 3, fmi2String, fmi2GetString, fmi2SetString)

/* Variables that FMI 2.0 does not have. */
static fmi2Status
get_own (Fmu *inner, fmi3ValueReference reference, double *value)
{
  if (!fmu_may (inner, FMU_READABLE, "fmi2GetFloat64"))
    return fmi2Error;
  if (reference != FMU3_TIME && reference - FMU3_INDICATORS >= fmu_model.n_z)
    return fmu_fail (inner, "fmi2GetFloat64: no variable has value reference %u", reference);
  if (reference != FMU3_TIME)
    fmu_indicators (inner, inner->memory->elapsed, inner->x, inner->z);
  *value = reference == FMU3_TIME ? inner->memory->t : inner->z[reference - FMU3_INDICATORS];
  return fmi2OK;
}

/* Types without variables. */
#define DEFINE_ABSENT(name, type)                                                                  \
  EXPORT fmi3Get##name##TYPE fmi3Get##name;                                                        \
  fmi3Status fmi3Get##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, type values[], size_t n_values)                              \
  {                                                                                                \
    return refuse (INNER, "fmi2Get" #name, references, n, values, n_values);                       \
  }                                                                                                \
                                                                                                   \
  EXPORT fmi3Set##name##TYPE fmi3Set##name;                                                        \
  fmi3Status fmi3Set##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, const type values[], size_t n_values)                        \
  {                                                                                                \
    return refuse (INNER, "fmi2Set" #name, references, n, values, n_values);                       \
  }

static fmi3Status
refuse (Fmu *inner,
        const char *function,
        const fmi3ValueReference references[],
        size_t n,
        const void *values,
        size_t n_values)
{
  if (n == 0 && n_values == 0)
    return fmi3OK;
  if (inner != NULL && (references == NULL || values == NULL))
    fmu_fail (inner, "%s: value references or values are NULL", function);
  else if (inner != NULL)
    fmu_fail (inner, "%s: no variable of this type has value reference %u", function,
              references[0]);
  return fmi3Error;
}

DEFINE_ABSENT (Float32, fmi3Float32)
DEFINE_ABSENT (Int8, fmi3Int8)
DEFINE_ABSENT (UInt8, fmi3UInt8)
DEFINE_ABSENT (Int16, fmi3Int16)
DEFINE_ABSENT (UInt16, fmi3UInt16)
DEFINE_ABSENT (UInt32, fmi3UInt32)
DEFINE_ABSENT (UInt64, fmi3UInt64)

EXPORT fmi3GetFloat64TYPE fmi3GetFloat64;
fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  fmi2Status status = n == n_values ? fmi2OK : fmi2Error;

  for (size_t i = 0, count; i < n && status == fmi2OK; i += count)
    {
      count = 0;
      while (i + count < n && references[i + count] < FMU3_INDICATORS)
        count++;
      if (count > 0)
        status = fmi2GetReal (INNER, references + i, count, values + i);
      else
        status = get_own (INNER, references[i], &values[i]);
      count = count > 0 ? count : 1;
    }
  RETURN (status);
}

/* Inside an intermediate update the inputs belong to another time than the state. */
static fmi3Status
set_updated (Fmu3 *self, const fmi3ValueReference references[], size_t n, const double values[])
{
  for (size_t i = 0; i < n; i++)
    {
      const FmuReal *real = fmu_find_real (references[i]);

      if (real == NULL || real->role != FMU_INPUT)
        RETURN (fmu_fail (self->inner, "intermediate update: value reference %u is no input",
                          references[i]));
      self->updated[real->index] = values[i];
    }
  self->is_updated = true;
  return fmi3OK;
}

EXPORT fmi3SetFloat64TYPE fmi3SetFloat64;
fmi3Status
fmi3SetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                const fmi3Float64 values[],
                size_t n_values)
{
  if (n != n_values)
    return fmi3Error;
  if (instance != NULL && SELF->updated != NULL)
    return set_updated (SELF, references, n, values);
  RETURN (fmi2SetReal (INNER, references, n, values));
}

/* ---- States and derivatives --------------------------------------------------------------- */

#ifndef FMU_BASIC
EXPORT fmi3GetFMUStateTYPE fmi3GetFMUState;
fmi3Status
fmi3GetFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  RETURN (fmi2GetFMUstate (INNER, state));
}

EXPORT fmi3SetFMUStateTYPE fmi3SetFMUState;
fmi3Status
fmi3SetFMUState (fmi3Instance instance, fmi3FMUState state)
{
  RETURN (fmi2SetFMUstate (INNER, state));
}

EXPORT fmi3FreeFMUStateTYPE fmi3FreeFMUState;
fmi3Status
fmi3FreeFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  RETURN (fmi2FreeFMUstate (INNER, state));
}

EXPORT fmi3SerializedFMUStateSizeTYPE fmi3SerializedFMUStateSize;
fmi3Status
fmi3SerializedFMUStateSize (fmi3Instance instance, fmi3FMUState state, size_t *size)
{
  RETURN (fmi2SerializedFMUstateSize (INNER, state, size));
}

EXPORT fmi3SerializeFMUStateTYPE fmi3SerializeFMUState;
fmi3Status
fmi3SerializeFMUState (fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
  RETURN (fmi2SerializeFMUstate (INNER, state, (fmi2Byte *)bytes, size));
}

EXPORT fmi3DeserializeFMUStateTYPE fmi3DeserializeFMUState;
fmi3Status
fmi3DeserializeFMUState (fmi3Instance instance,
                         const fmi3Byte bytes[],
                         size_t size,
                         fmi3FMUState *state)
{
  RETURN (fmi2DeSerializeFMUstate (INNER, (const fmi2Byte *)bytes, size, state));
}

EXPORT fmi3GetDirectionalDerivativeTYPE fmi3GetDirectionalDerivative;
fmi3Status
fmi3GetDirectionalDerivative (fmi3Instance instance,
                              const fmi3ValueReference unknowns[],
                              size_t n_unknowns,
                              const fmi3ValueReference knowns[],
                              size_t n_knowns,
                              const fmi3Float64 seed[],
                              size_t n_seed,
                              fmi3Float64 sensitivity[],
                              size_t n_sensitivity)
{
  RETURN (n_seed == n_knowns && n_sensitivity == n_unknowns ? fmi2GetDirectionalDerivative (
              INNER, unknowns, n_unknowns, knowns, n_knowns, seed, sensitivity)
                                                            : fmi2Error);
}

EXPORT fmi3GetAdjointDerivativeTYPE fmi3GetAdjointDerivative;
fmi3Status
fmi3GetAdjointDerivative (fmi3Instance instance,
                          const fmi3ValueReference unknowns[],
                          size_t n_unknowns,
                          const fmi3ValueReference knowns[],
                          size_t n_knowns,
                          const fmi3Float64 seed[],
                          size_t n_seed,
                          fmi3Float64 sensitivity[],
                          size_t n_sensitivity)
{
  RETURN (n_seed == n_unknowns && n_sensitivity == n_knowns
              ? fmu_multiply_jacobian (INNER, "fmi2GetAdjointDerivative", true, unknowns,
                                       n_unknowns, knowns, n_knowns, seed, sensitivity)
              : fmi2Error);
}

EXPORT fmi3GetOutputDerivativesTYPE fmi3GetOutputDerivatives;
fmi3Status
fmi3GetOutputDerivatives (fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n,
                          const fmi3Int32 orders[],
                          fmi3Float64 values[],
                          size_t n_values)
{
  RETURN (n == n_values ? fmi2GetRealOutputDerivatives (INNER, references, n, orders, values)
                        : fmi2Error);
}
#endif
