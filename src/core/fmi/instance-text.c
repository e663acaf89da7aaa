/* Values of variables of any type as text. */
#include "core/base/number.h"
#include "core/fmi/attribute.h"
#include "core/fmi/instance.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const LsDeclaredType *
find_declared_type (LsInstance *self, const LsVariable *variable)
{
  return variable->declared_type < 0
             ? NULL
             : &ls_instance_get_description (self)->declared_types[variable->declared_type];
}

static void
set_argument_error (LsInstance *self, const LsVariable *variable, const char *text, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, "%s.%s: %s", ls_instance_get_name (self),
               variable->name, text);
}

static gboolean
check_bounds (LsInstance *self, const LsVariable *variable, double value, GError **error)
{
  char bound[LS_NUMBER_SIZE], given[LS_NUMBER_SIZE];
  g_autofree char *text = NULL;

  if (value >= variable->min && value <= variable->max)
    return TRUE;
  ls_number_format (value, given);
  text = value < variable->min ? g_strdup_printf (_ ("%s is below the minimum, %s"), given,
                                                  ls_number_format (variable->min, bound))
                               : g_strdup_printf (_ ("%s is above the maximum, %s"), given,
                                                  ls_number_format (variable->max, bound));
  set_argument_error (self, variable, text, error);
  return FALSE;
}

/* Parses an enumeration item, by name or by number. */
static gboolean
parse_enumeration (const LsVariable *variable,
                   const LsDeclaredType *type,
                   const char *text,
                   gint64 *value)
{
  gint64 minimum, maximum;

  if (type != NULL)
    for (guint i = 0; i < type->n_items; i++)
      if (g_str_equal (type->items[i].name, text))
        {
          *value = type->items[i].value;
          return TRUE;
        }
  ls_format_get_range (variable->format, &minimum, &maximum);
  if (!ls_text_to_integer (text, minimum, maximum, value))
    return FALSE;
  if (type == NULL)
    return TRUE;
  for (guint i = 0; i < type->n_items; i++)
    if (type->items[i].value == *value)
      return TRUE;
  return FALSE;
}

static gboolean
parse_integer (LsInstance *self, const LsVariable *variable, const char *text, gint64 *value)
{
  gint64 minimum, maximum;
  guint64 large;

  if (variable->type == LS_TYPE_ENUMERATION)
    return parse_enumeration (variable, find_declared_type (self, variable), text, value);
  ls_format_get_range (variable->format, &minimum, &maximum);
  if (ls_text_to_integer (text, minimum, maximum, value))
    return TRUE;
  if (variable->format != LS_FORMAT_UINT64
      || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &large, NULL))
    return FALSE;
  *value = (gint64)large;
  return TRUE;
}

static gboolean
set_type_error (LsInstance *self, const LsVariable *variable, const char *value, GError **error)
{
  g_autofree char *text
      = g_strdup_printf (_ ("“%s” is not of type %s"), value, ls_variable_type_name (variable));

  set_argument_error (self, variable, text, error);
  return FALSE;
}

static gboolean
check_status (LsInstance *self, const LsVariable *variable, LsStatus status, GError **error)
{
  if (status == LS_OK)
    return TRUE;
  return ls_fail (error, LS_ERROR_FMU, _ ("%s.%s: the FMU refuses the access"),
                  ls_instance_get_name (self), variable->name);
}

static gboolean
set_real (LsInstance *self, const LsVariable *variable, const char *value, GError **error)
{
  double number;

  if (!ls_number_parse (value, &number))
    return set_type_error (self, variable, value, error);
  return check_bounds (self, variable, number, error)
         && check_status (self, variable,
                          ls_instance_set_real (self, &variable->value_reference, 1, &number),
                          error);
}

static gboolean
set_integer (LsInstance *self, const LsVariable *variable, const char *value, GError **error)
{
  gint64 number;

  if (!parse_integer (self, variable, value, &number))
    return set_type_error (self, variable, value, error);
  return check_bounds (self, variable, ls_long_to_number (variable->format, number), error)
         && check_status (self, variable,
                          ls_instance_set_long (self, &variable->value_reference, 1, &number),
                          error);
}

gboolean
ls_instance_set_text (LsInstance *self,
                      const LsVariable *variable,
                      const char *value,
                      GError **error)
{
  gboolean boolean;

  g_return_val_if_fail (self != NULL && variable != NULL && value != NULL, FALSE);

  switch (variable->type)
    {
    case LS_TYPE_REAL:
      return set_real (self, variable, value, error);
    case LS_TYPE_INTEGER:
    case LS_TYPE_ENUMERATION:
      return set_integer (self, variable, value, error);
    case LS_TYPE_BOOLEAN:
      if (!ls_text_to_boolean (value, &boolean))
        return set_type_error (self, variable, value, error);
      return check_status (self, variable,
                           ls_instance_set_boolean (self, &variable->value_reference, 1, &boolean),
                           error);
    case LS_TYPE_STRING:
    default:
      if (variable->format == LS_FORMAT_BINARY && !ls_text_is_binary (value))
        return set_type_error (self, variable, value, error);
      return check_status (self, variable,
                           ls_instance_set_string (self, &variable->value_reference, 1, &value),
                           error);
    }
}

/* Name of an enumeration item, or its number if there is none. */
static char *
format_enumeration (LsInstance *self, const LsVariable *variable, gint64 value)
{
  const LsDeclaredType *type = find_declared_type (self, variable);

  for (guint i = 0; type != NULL && i < type->n_items; i++)
    if (type->items[i].value == value)
      return g_strdup (type->items[i].name);
  return g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

char *
ls_instance_get_text (LsInstance *self, const LsVariable *variable, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  const guint32 *reference = &variable->value_reference;
  char buffer[LS_NUMBER_SIZE];
  const char *string = NULL;
  double real = 0;
  gint64 number = 0;
  int integer = 0;

  switch (variable->type)
    {
    case LS_TYPE_REAL:
      return check_status (self, variable, ls_instance_get_real (self, reference, 1, &real), error)
                 ? g_strdup (ls_number_format (real, buffer))
                 : NULL;
    case LS_TYPE_INTEGER:
    case LS_TYPE_ENUMERATION:
      if (!check_status (self, variable, ls_instance_get_long (self, reference, 1, &number), error))
        return NULL;
      if (variable->format == LS_FORMAT_UINT64)
        return g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64)number);
      return format_enumeration (self, variable, number);
    case LS_TYPE_BOOLEAN:
      return check_status (self, variable, ls_instance_get_boolean (self, reference, 1, &integer),
                           error)
                 ? g_strdup (integer ? "true" : "false")
                 : NULL;
    case LS_TYPE_STRING:
    default:
      return check_status (self, variable, ls_instance_get_string (self, reference, 1, &string),
                           error)
                 ? g_strdup (string != NULL ? string : "")
                 : NULL;
    }
}
