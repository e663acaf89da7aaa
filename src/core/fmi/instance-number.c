/* Values of variables of any type as numbers. */
#include "core/fmi/instance-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Once for each variable. */
static void
say_rounded (LsInstance *self, const LsVariable *variable, gint64 value, double number)
{
  const LsInteger integer = ls_long_to_integer (variable->format, value);
  char text[LS_NUMBER_SIZE];

  if (ls_integer_get_rest (integer) == 0.0)
    return;
  if (self->rounded == NULL)
    self->rounded = g_hash_table_new (NULL, NULL);
  if (!g_hash_table_add (self->rounded, (gpointer)variable))
    return;
  ls_log_write (
      self->log, LS_LOG_WARNING, self->name, NULL, self->time,
      _ ("%s is %s: plots, errors, MAT files and Real inputs hold 53 bits of it, %.17g, here and "
         "later"),
      variable->name, ls_integer_format (integer, text), number);
}

LsStatus
ls_instance_get_number (LsInstance *self, const LsVariable *variable, double *value)
{
  const guint32 *reference = &variable->value_reference;
  gint64 integer = 0;
  int number = 0;
  LsStatus status;

  *value = NAN;
  switch (variable->type)
    {
    case LS_TYPE_REAL:
      return ls_instance_get_real (self, reference, 1, value);
    case LS_TYPE_BOOLEAN:
      status = ls_instance_get_boolean (self, reference, 1, &number);
      break;
    case LS_TYPE_INTEGER:
    case LS_TYPE_ENUMERATION:
      status = ls_instance_get_long (self, reference, 1, &integer);
      if (status == LS_OK)
        *value = ls_long_to_number (variable->format, integer);
      if (G_UNLIKELY (status == LS_OK && fabs (*value) >= LS_INTEGER_LIMIT))
        say_rounded (self, variable, integer, *value);
      return status;
    case LS_TYPE_STRING:
    default:
      return LS_OK;
    }
  if (status == LS_OK)
    *value = number;
  return status;
}

int
ls_number_to_integer (double value)
{
  return (int)lround (fmin (fmax (value, G_MININT), G_MAXINT));
}

gint64
ls_number_to_long (LsFormat format, double value)
{
  gint64 minimum, maximum;

  ls_format_get_range (format, &minimum, &maximum);
  value = nearbyint (value);
  if (isnan (value))
    return 0;
  if (value <= (double)minimum)
    return minimum;
  if (format == LS_FORMAT_UINT64 && value >= (double)G_MAXINT64)
    return (gint64)(value >= (double)G_MAXUINT64 ? G_MAXUINT64 : (guint64)value);
  return value >= (double)maximum ? maximum : (gint64)value;
}

LsStatus
ls_instance_set_number (LsInstance *self, const LsVariable *variable, double value)
{
  const int truth = ls_number_to_integer (value) != 0;
  const gint64 number = ls_number_to_long (variable->format, round (value));

  if (variable->type == LS_TYPE_REAL)
    return ls_instance_set_real (self, &variable->value_reference, 1, &value);
  if (variable->type == LS_TYPE_BOOLEAN)
    return ls_instance_set_boolean (self, &variable->value_reference, 1, &truth);
  return ls_instance_set_long (self, &variable->value_reference, 1, &number);
}
