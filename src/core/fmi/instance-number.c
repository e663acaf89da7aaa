/* Values of variables of any type as numbers. */
#include "core/fmi/instance.h"

#include <math.h>

LsStatus
ls_instance_get_number (LsInstance *self, const LsVariable *variable, double *value)
{
  const guint32 *reference = &variable->value_reference;
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
      status = ls_instance_get_integer (self, reference, 1, &number);
      break;
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

LsStatus
ls_instance_set_number (LsInstance *self, const LsVariable *variable, double value)
{
  const int number = ls_number_to_integer (value), truth = number != 0;

  if (variable->type == LS_TYPE_REAL)
    return ls_instance_set_real (self, &variable->value_reference, 1, &value);
  if (variable->type == LS_TYPE_BOOLEAN)
    return ls_instance_set_boolean (self, &variable->value_reference, 1, &truth);
  return ls_instance_set_integer (self, &variable->value_reference, 1, &number);
}
