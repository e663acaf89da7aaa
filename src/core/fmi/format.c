/* Formats of values of FMI 3.0. */
#include "core/fmi/description-impl.h"

static const char *const names[LS_N_FORMATS]
    = { "",       "Float64", "Float32", "Int8",    "UInt8",  "Int16",  "UInt16",      "Int32",
        "UInt32", "Int64",   "UInt64",  "Boolean", "String", "Binary", "Enumeration", "Clock" };

const char *
ls_format_get_name (LsFormat format)
{
  return names[format];
}

LsType
ls_format_get_type (LsFormat format)
{
  switch (format)
    {
    case LS_FORMAT_DEFAULT:
    case LS_FORMAT_FLOAT64:
    case LS_FORMAT_FLOAT32:
      return LS_TYPE_REAL;
    case LS_FORMAT_BOOLEAN:
    case LS_FORMAT_CLOCK:
      return LS_TYPE_BOOLEAN;
    case LS_FORMAT_STRING:
    case LS_FORMAT_BINARY:
      return LS_TYPE_STRING;
    case LS_FORMAT_ENUMERATION:
      return LS_TYPE_ENUMERATION;
    default:
      return LS_TYPE_INTEGER;
    }
}

void
ls_format_get_range (LsFormat format, gint64 *minimum, gint64 *maximum)
{
  static const struct
  {
    gint64 minimum, maximum;
  } ranges[LS_N_FORMATS] = {
    [LS_FORMAT_INT8] = { G_MININT8, G_MAXINT8 },
    [LS_FORMAT_UINT8] = { 0, G_MAXUINT8 },
    [LS_FORMAT_INT16] = { G_MININT16, G_MAXINT16 },
    [LS_FORMAT_UINT16] = { 0, G_MAXUINT16 },
    [LS_FORMAT_UINT32] = { 0, G_MAXUINT32 },
    [LS_FORMAT_INT64] = { G_MININT64, G_MAXINT64 },
    [LS_FORMAT_UINT64] = { 0, G_MAXINT64 },
    [LS_FORMAT_ENUMERATION] = { G_MININT64, G_MAXINT64 },
  };

  *minimum = ranges[format].minimum;
  *maximum = ranges[format].maximum;
  if (*maximum == 0)
    {
      *minimum = G_MININT32;
      *maximum = G_MAXINT32;
    }
}

void
ls_format_get_limits (LsFormat format, LsInteger *minimum, LsInteger *maximum)
{
  gint64 low, high;

  ls_format_get_range (format, &low, &high);
  *minimum = ls_long_to_integer (format, low);
  *maximum = ls_long_to_integer (format, format == LS_FORMAT_UINT64 ? -1 : high);
}

double
ls_long_to_number (LsFormat format, gint64 value)
{
  return format == LS_FORMAT_UINT64 ? (double)(guint64)value : (double)value;
}

LsInteger
ls_long_to_integer (LsFormat format, gint64 value)
{
  const gboolean is_negative = format != LS_FORMAT_UINT64 && value < 0;

  return (LsInteger){ is_negative ? -(guint64)value : (guint64)value, is_negative };
}

gboolean
ls_integer_to_long (LsFormat format, LsInteger integer, gint64 *value)
{
  LsInteger minimum, maximum;

  ls_format_get_limits (format, &minimum, &maximum);
  if (ls_integer_compare (integer, minimum) < 0 || ls_integer_compare (integer, maximum) > 0)
    return FALSE;
  *value = (gint64)(integer.is_negative ? -integer.size : integer.size);
  return TRUE;
}
