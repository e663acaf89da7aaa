/* FMI 3.0: values. The FMU knows arrays as a whole, all others their elements: an array is read as
 * a whole, and set as a whole with the elements last set. Scalars of Float64 take the short way. */
#include "core/fmi/binary-value.h"
#include "core/fmi/fmi3-instance.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- Calls of the FMU -------------------------------------------------------------------- */

#define CASE(format, name, type)                                                                   \
  case LS_FORMAT_##format:                                                                         \
    LS_FMI3_RETURN_CALL (self, name, references, n, (type *)raw, n_values);

/* Whether it is an output Clock that ticks at the reached time. */
static gboolean
has_ticked (const LsInstanceFmi3 *self, guint32 reference)
{
  for (guint i = 0; i < self->n_outs; i++)
    if (self->out_refs[i] == reference)
      return self->fired[i].n > 0.0
             && self->fired[i].time == ls_instance_fmi3_get_time (&self->base);
  return FALSE;
}

static LsStatus
get_raw (LsInstanceFmi3 *self,
         LsFormat format,
         const guint32 references[],
         gsize n,
         gsize n_values,
         gpointer raw)
{
  switch (format)
    {
      CASE (FLOAT32, GetFloat32, fmi3Float32)
      CASE (FLOAT64, GetFloat64, fmi3Float64)
      CASE (INT8, GetInt8, fmi3Int8)
      CASE (UINT8, GetUInt8, fmi3UInt8)
      CASE (INT16, GetInt16, fmi3Int16)
      CASE (UINT16, GetUInt16, fmi3UInt16)
      CASE (INT32, GetInt32, fmi3Int32)
      CASE (UINT32, GetUInt32, fmi3UInt32)
      CASE (INT64, GetInt64, fmi3Int64)
      CASE (ENUMERATION, GetInt64, fmi3Int64)
      CASE (UINT64, GetUInt64, fmi3UInt64)
      CASE (BOOLEAN, GetBoolean, fmi3Boolean)
      CASE (STRING, GetString, fmi3String)
    case LS_FORMAT_BINARY:
      return ls_instance_fmi3_get_binaries (self, references, n, n_values);
    default:
      /* A Clock can be asked for in event mode only: what was noted there. */
      for (gsize i = 0; i < n; i++)
        ((fmi3Clock *)raw)[i] = has_ticked (self, references[i]);
      return LS_OK;
    }
}

static LsStatus
set_raw (LsInstanceFmi3 *self,
         LsFormat format,
         const guint32 references[],
         gsize n,
         gsize n_values,
         gconstpointer raw)
{
  switch (format)
    {
      CASE (FLOAT32, SetFloat32, const fmi3Float32)
      CASE (FLOAT64, SetFloat64, const fmi3Float64)
      CASE (INT8, SetInt8, const fmi3Int8)
      CASE (UINT8, SetUInt8, const fmi3UInt8)
      CASE (INT16, SetInt16, const fmi3Int16)
      CASE (UINT16, SetUInt16, const fmi3UInt16)
      CASE (INT32, SetInt32, const fmi3Int32)
      CASE (UINT32, SetUInt32, const fmi3UInt32)
      CASE (INT64, SetInt64, const fmi3Int64)
      CASE (ENUMERATION, SetInt64, const fmi3Int64)
      CASE (UINT64, SetUInt64, const fmi3UInt64)
      CASE (BOOLEAN, SetBoolean, const fmi3Boolean)
      CASE (STRING, SetString, const fmi3String)
    case LS_FORMAT_BINARY:
      LS_FMI3_RETURN_CALL (self, SetBinary, references, n, (const size_t *)raw + self->n_raw,
                           (const fmi3Binary *)raw, n_values);
    default:
      LS_FMI3_RETURN_CALL (self, SetClock, references, n, raw);
    }
}

/* ---- Conversion of raw values ------------------------------------------------------------ */

#define AT(type) (((type *)raw)[i])

static double
decode_real (LsInstanceFmi3 *self G_GNUC_UNUSED, LsFormat format, const void *raw, gsize i)
{
  return format == LS_FORMAT_FLOAT32 ? (double)AT (const fmi3Float32) : AT (const fmi3Float64);
}

static gint64
decode_long (LsInstanceFmi3 *self G_GNUC_UNUSED, LsFormat format, const void *raw, gsize i)
{
  switch (format)
    {
    case LS_FORMAT_INT8:
      return AT (const fmi3Int8);
    case LS_FORMAT_UINT8:
      return AT (const fmi3UInt8);
    case LS_FORMAT_INT16:
      return AT (const fmi3Int16);
    case LS_FORMAT_UINT16:
      return AT (const fmi3UInt16);
    case LS_FORMAT_INT32:
      return AT (const fmi3Int32);
    case LS_FORMAT_UINT32:
      return AT (const fmi3UInt32);
    case LS_FORMAT_BOOLEAN:
    case LS_FORMAT_CLOCK:
      return AT (const fmi3Boolean);
    default:
      return AT (const fmi3Int64);
    }
}

static int
decode_boolean (LsInstanceFmi3 *self, LsFormat format, const void *raw, gsize i)
{
  return (int)decode_long (self, format, raw, i);
}

static const char *
decode_string (LsInstanceFmi3 *self, LsFormat format, const void *raw, gsize i)
{
  /* The FMU's own are valid until its next call. */
  g_ptr_array_add (self->texts, format == LS_FORMAT_STRING
                                    ? g_strdup (AT (const fmi3String))
                                    : ls_binary_to_text (AT (const fmi3Binary),
                                                         ((const size_t *)raw)[self->n_raw + i]));
  return g_ptr_array_index (self->texts, self->texts->len - 1);
}

static gboolean
encode_real (LsInstanceFmi3 *self G_GNUC_UNUSED, LsFormat format, void *raw, gsize i, double value)
{
  if (format == LS_FORMAT_FLOAT32)
    AT (fmi3Float32) = (fmi3Float32)value;
  else
    AT (fmi3Float64) = value;
  return TRUE;
}

static gboolean
encode_long (LsInstanceFmi3 *self, LsFormat format, void *raw, gsize i, gint64 value)
{
  gint64 minimum, maximum;

  ls_format_get_range (format, &minimum, &maximum);
  if (format != LS_FORMAT_UINT64 && format != LS_FORMAT_BOOLEAN
      && (value < minimum || value > maximum))
    {
      ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, NULL, self->base.time,
                    _ ("%jd does not fit into the type of the variable"), (intmax_t)value);
      return FALSE;
    }
  switch (format)
    {
    case LS_FORMAT_INT8:
    case LS_FORMAT_UINT8:
      AT (fmi3UInt8) = (fmi3UInt8)value;
      break;
    case LS_FORMAT_INT16:
    case LS_FORMAT_UINT16:
      AT (fmi3UInt16) = (fmi3UInt16)value;
      break;
    case LS_FORMAT_INT32:
    case LS_FORMAT_UINT32:
      AT (fmi3UInt32) = (fmi3UInt32)value;
      break;
    case LS_FORMAT_BOOLEAN:
      AT (fmi3Boolean) = value != 0;
      break;
    default:
      AT (fmi3Int64) = value;
    }
  return TRUE;
}

static gboolean
encode_boolean (LsInstanceFmi3 *self, LsFormat format, void *raw, gsize i, int value)
{
  return encode_long (self, format, raw, i, value != 0);
}

static gboolean
encode_string (LsInstanceFmi3 *self, LsFormat format, void *raw, gsize i, const char *value)
{
  guint8 *bytes;

  if (format == LS_FORMAT_STRING)
    {
      AT (fmi3String) = value;
      return TRUE;
    }
  bytes = ls_binary_from_text (value, &((size_t *)raw)[self->n_raw + i]);
  g_ptr_array_add (self->texts, bytes);
  AT (fmi3Binary) = bytes;
  return TRUE;
}

/* ---- Lists of references ----------------------------------------------------------------- */

static LsStatus
refuse_reference (LsInstanceFmi3 *self, guint32 reference)
{
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, NULL, self->base.time,
                _ ("no variable has value reference %u"), reference);
  return LS_STOP;
}

/* Number of references, at most @n, that one call can take with the first one: scalars of the same
 * type, or elements of the same array. */
static gsize
count_alike (const LsInstanceFmi3 *self,
             const LsVariable *first,
             const guint32 references[],
             gsize n)
{
  gsize i = 1;

  while (i < n && (first->array > 0 || i < LS_FMI3_CHUNK))
    {
      const LsVariable *next = ls_instance_fmi3_find (self, references[i]);

      if (next == NULL || next->array != first->array || next->format != first->format
          || next->is_structural != first->is_structural
          || (first->is_structural && first->array == 0))
        break;
      i++;
    }
  return i;
}

static const LsArray *
get_array (const LsInstanceFmi3 *self, const LsVariable *variable)
{
  return &ls_fmu_get_description (self->base.fmu)->arrays[variable->array - 1];
}

/* Elements as last set; those of a text are pointers. */
static void
keep_real (LsInstanceFmi3 *self, gsize place, double value)
{
  self->elements[place] = value;
}

static void
keep_long (LsInstanceFmi3 *self, gsize place, gint64 value)
{
  memcpy (&self->elements[place], &value, sizeof value);
}

static void
keep_boolean (LsInstanceFmi3 *self, gsize place, int value)
{
  keep_long (self, place, value != 0);
}

static void
keep_string (LsInstanceFmi3 *self, gsize place, const char *value)
{
  g_free (self->strings[place]);
  self->strings[place] = g_strdup (value);
}

static double
recall_real (LsInstanceFmi3 *self, gsize place)
{
  return self->elements[place];
}

static gint64
recall_long (LsInstanceFmi3 *self, gsize place)
{
  gint64 value;

  memcpy (&value, &self->elements[place], sizeof value);
  return value;
}

static int
recall_boolean (LsInstanceFmi3 *self, gsize place)
{
  return (int)recall_long (self, place);
}

static const char *
recall_string (LsInstanceFmi3 *self, gsize place)
{
  return self->strings[place];
}

/* Reads what count_alike() found into self->raw. */
static LsStatus
get_alike (LsInstanceFmi3 *self, const LsVariable *first, const guint32 references[], gsize n)
{
  const LsArray *array;

  gsize n_values;

  if (first->array == 0)
    return get_raw (self, first->format, references, n, n, self->raw);
  array = get_array (self, first);
  n_values = ls_instance_fmi3_get_shape (self, first->array)->n;
  return n_values == 0
             ? LS_OK
             : get_raw (self, first->format, &array->value_reference, 1, n_values, self->raw);
}

/* An element that is not there now has the value that was set last. */
#define DEFINE_GET(name, type)                                                                     \
  static type find_##name (LsInstanceFmi3 *self, const LsVariable *variable)                       \
  {                                                                                                \
    const gssize at = ls_instance_fmi3_locate (self, variable);                                    \
                                                                                                   \
    return at >= 0 ? decode_##name (self, variable->format, self->raw, (gsize)at)                  \
                   : recall_##name (self, self->offsets[variable->array - 1] + variable->element); \
  }                                                                                                \
                                                                                                   \
  LsStatus ls_instance_fmi3_get_##name (LsInstance *instance, const guint32 *references, gsize n,  \
                                        type values[])                                             \
  {                                                                                                \
    LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;                                             \
    LsStatus status = LS_OK;                                                                       \
                                                                                                   \
    BEFORE_GET (name)                                                                              \
    for (gsize i = 0, count; i < n && status == LS_OK; i += count)                                 \
      {                                                                                            \
        const LsVariable *first = ls_instance_fmi3_find (self, references[i]);                     \
                                                                                                   \
        if (first == NULL)                                                                         \
          return refuse_reference (self, references[i]);                                           \
        count = count_alike (self, first, references + i, n - i);                                  \
        status = get_alike (self, first, references + i, count);                                   \
        for (gsize k = 0; k < count && status == LS_OK; k++)                                       \
          values[i + k]                                                                            \
              = first->array == 0                                                                  \
                    ? decode_##name (self, first->format, self->raw, k)                            \
                    : find_##name (self, ls_instance_fmi3_find (self, references[i + k]));         \
      }                                                                                            \
    return status;                                                                                 \
  }

#define BEFORE_GET(name) BEFORE_GET_##name
#define BEFORE_GET_real                                                                            \
  if (n == 0)                                                                                      \
    return LS_OK;                                                                                  \
  if (G_LIKELY (self->plain_reals))                                                                \
    LS_FMI3_RETURN_CALL (self, GetFloat64, references, n, values, n);
#define BEFORE_GET_long
#define BEFORE_GET_boolean
#define BEFORE_GET_string g_ptr_array_set_size (self->texts, 0);

DEFINE_GET (real, double)
DEFINE_GET (long, gint64)
DEFINE_GET (boolean, int)
typedef const char *Text;
DEFINE_GET (string, Text)

LsStatus
ls_instance_fmi3_get_integer (LsInstance *instance,
                              const guint32 *references,
                              gsize n,
                              int values[])
{
  LsStatus status = LS_OK;

  for (gsize i = 0; i < n && status == LS_OK; i++)
    {
      gint64 value = 0;

      status = ls_instance_fmi3_get_long (instance, references + i, 1, &value);
      values[i] = (int)CLAMP (value, G_MININT, G_MAXINT);
      if (status != LS_OK || values[i] == value)
        continue;
      ls_log_write (instance->log, LS_LOG_ERROR, instance->name, instance->call, instance->time,
                    _ ("%jd is no integer of 32 bits"), (intmax_t)value);
      return LS_STOP;
    }
  return status;
}

/* Before the run the sizes of arrays are those of the description, and set since the instance was
 * created. */
static LsStatus
check_size (LsInstanceFmi3 *self, const LsVariable *variable)
{
  const gint64 value = decode_long (self, variable->format, self->raw, 0);

  if ((guint64)value == variable->size)
    return LS_OK;
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, NULL, self->base.time,
                _ ("%s is the size of arrays, which have %jd elements here; it cannot be %jd"),
                variable->name, (intmax_t)variable->size, (intmax_t)value);
  return LS_STOP;
}

/* Sets what is in self->raw: structural parameters in configuration mode. */
static LsStatus
put_raw (LsInstanceFmi3 *self,
         const LsVariable *first,
         const guint32 references[],
         gsize n,
         gsize n_values)
{
  const LsStage stage = self->base.stage;
  LsStatus status;

  if (G_LIKELY (!first->is_structural))
    return set_raw (self, first->format, references, n, n_values, self->raw);
  if (first->sizes_arrays)
    return check_size (self, first);
  status = ls_instance_fmi3_move (self, "fmi3EnterConfigurationMode",
                                  self->fmi.EnterConfigurationMode, stage);
  if (status != LS_OK)
    return status;
  status = set_raw (self, first->format, references, n, n_values, self->raw);
  return status != LS_OK ? status
                         : ls_instance_fmi3_move (self, "fmi3ExitConfigurationMode",
                                                  self->fmi.ExitConfigurationMode, stage);
}

#define DEFINE_READ(name)                                                                          \
  static void read_array_##name (LsInstanceFmi3 *self, LsFormat format, gsize place, gsize n)      \
  {                                                                                                \
    for (gsize i = 0; i < n; i++)                                                                  \
      keep_##name (self, place + i, decode_##name (self, format, self->raw, i));                   \
  }

DEFINE_READ (real)
DEFINE_READ (long)
DEFINE_READ (boolean)
DEFINE_READ (string)

LsStatus
ls_instance_fmi3_read_array (LsInstanceFmi3 *self, const LsArray *array)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  const LsVariable *first = &description->variables[array->first];
  const gsize place = self->offsets[first->array - 1];
  const LsStatus status
      = get_raw (self, first->format, &array->value_reference, 1, array->n, self->raw);

  if (status != LS_OK)
    return status;
  g_ptr_array_set_size (self->texts, 0);
  if (first->type == LS_TYPE_REAL)
    read_array_real (self, first->format, place, array->n);
  else if (first->type == LS_TYPE_BOOLEAN)
    read_array_boolean (self, first->format, place, array->n);
  else if (first->type == LS_TYPE_STRING)
    read_array_string (self, first->format, place, array->n);
  else
    read_array_long (self, first->format, place, array->n);
  return LS_OK;
}

#define DEFINE_SET(name, type)                                                                     \
  static LsStatus set_array_##name (LsInstanceFmi3 *self, const LsVariable *first,                 \
                                    const guint32 references[], gsize n, const type values[])      \
  {                                                                                                \
    const LsArray *array = get_array (self, first);                                                \
    const LsVariable *elements                                                                     \
        = ls_fmu_get_description (self->base.fmu)->variables + array->first;                       \
    const gsize offset = self->offsets[first->array - 1];                                          \
    const gsize n_values = ls_instance_fmi3_get_shape (self, first->array)->n;                     \
                                                                                                   \
    for (gsize k = 0; k < n; k++)                                                                  \
      keep_##name (self, offset + ls_instance_fmi3_find (self, references[k])->element,            \
                   values[k]);                                                                     \
    for (gsize k = 0; k < array->n; k++)                                                           \
      {                                                                                            \
        const gssize at = ls_instance_fmi3_locate (self, elements + k);                            \
                                                                                                   \
        if (at >= 0                                                                                \
            && !encode_##name (self, first->format, self->raw, (gsize)at,                          \
                               recall_##name (self, offset + k)))                                  \
          return LS_STOP;                                                                          \
      }                                                                                            \
    return n_values == 0 ? LS_OK : put_raw (self, first, &array->value_reference, 1, n_values);    \
  }                                                                                                \
                                                                                                   \
  LsStatus ls_instance_fmi3_set_##name (LsInstance *instance, const guint32 *references, gsize n,  \
                                        const type values[])                                       \
  {                                                                                                \
    LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;                                             \
    LsStatus status = LS_OK;                                                                       \
                                                                                                   \
    BEFORE_SET (name)                                                                              \
    for (gsize i = 0, count; i < n && status == LS_OK; i += count)                                 \
      {                                                                                            \
        const LsVariable *first = ls_instance_fmi3_find (self, references[i]);                     \
                                                                                                   \
        if (first == NULL)                                                                         \
          return refuse_reference (self, references[i]);                                           \
        count = count_alike (self, first, references + i, n - i);                                  \
        if (first->array > 0)                                                                      \
          {                                                                                        \
            status = set_array_##name (self, first, references + i, count, values + i);            \
            continue;                                                                              \
          }                                                                                        \
        for (gsize k = 0; k < count; k++)                                                          \
          if (!encode_##name (self, first->format, self->raw, k, values[i + k]))                   \
            return LS_STOP;                                                                        \
        status = put_raw (self, first, references + i, count, count);                              \
      }                                                                                            \
    return status;                                                                                 \
  }

#define BEFORE_SET(name) BEFORE_SET_##name
#define BEFORE_SET_real                                                                            \
  if (n == 0)                                                                                      \
    return LS_OK;                                                                                  \
  if (G_LIKELY (self->plain_reals))                                                                \
    LS_FMI3_RETURN_CALL (self, SetFloat64, references, n, values, n);
#define BEFORE_SET_long
#define BEFORE_SET_boolean
#define BEFORE_SET_string g_ptr_array_set_size (self->texts, 0);

DEFINE_SET (real, double)
DEFINE_SET (long, gint64)
DEFINE_SET (boolean, int)
DEFINE_SET (string, Text)

LsStatus
ls_instance_fmi3_set_integer (LsInstance *instance,
                              const guint32 *references,
                              gsize n,
                              const int values[])
{
  LsStatus status = LS_OK;

  for (gsize i = 0; i < n && status == LS_OK; i++)
    {
      const gint64 value = values[i];

      status = ls_instance_fmi3_set_long (instance, references + i, 1, &value);
    }
  return status;
}

LsStatus
ls_instance_fmi3_set_array (LsInstanceFmi3 *self, const LsArray *array)
{
  const LsVariable *first = &ls_fmu_get_description (self->base.fmu)->variables[array->first];

  g_ptr_array_set_size (self->texts, 0);
  switch (first->type)
    {
    case LS_TYPE_REAL:
      return set_array_real (self, first, NULL, 0, NULL);
    case LS_TYPE_BOOLEAN:
      return set_array_boolean (self, first, NULL, 0, NULL);
    case LS_TYPE_STRING:
      return set_array_string (self, first, NULL, 0, NULL);
    default:
      return set_array_long (self, first, NULL, 0, NULL);
    }
}
