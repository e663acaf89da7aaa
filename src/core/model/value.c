/* Parameters and start values: checks, and descriptions of allowed values. */
#include "core/base/number.h"
#include "core/model/model-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Appends the existing parts of " at least 0, at most 10, in m". */
static void
append_bounds (GString *text, const LsVariable *variable)
{
  char number[LS_NUMBER_SIZE];

  if (variable->has_min)
    {
      ls_number_format (variable->min, number);
      g_string_append_printf (text, _ (", at least %s"), number);
    }
  if (variable->has_max)
    {
      ls_number_format (variable->max, number);
      g_string_append_printf (text, _ (", at most %s"), number);
    }
  if (variable->unit_name != NULL && *variable->unit_name != '\0'
      && !g_str_equal (variable->unit_name, "1"))
    g_string_append_printf (text, _ (", in %s"), variable->unit_name);
}

/* "What is allowed: a number, at least 0, in m." */
static char *
describe_allowed (const LsVariable *variable, const LsDeclaredType *type)
{
  GString *text = g_string_new (_ ("Allowed is "));

  switch (variable->type)
    {
    case LS_TYPE_REAL:
      g_string_append (text, _ ("a number"));
      append_bounds (text, variable);
      break;
    case LS_TYPE_INTEGER:
      g_string_append (text, _ ("a whole number"));
      append_bounds (text, variable);
      break;
    case LS_TYPE_BOOLEAN:
      g_string_append (text, _ ("true or false"));
      break;
    case LS_TYPE_ENUMERATION:
      g_string_append (text, _ ("one of"));
      for (guint i = 0; type != NULL && i < type->n_items; i++)
        g_string_append_printf (text, "%s %s (%" G_GINT64_FORMAT ")", i > 0 ? "," : "",
                                type->items[i].name, type->items[i].value);
      break;
    case LS_TYPE_STRING:
    default:
      g_string_append (text, _ ("text without control characters"));
      break;
    }
  return g_string_free (text, FALSE);
}

/* @format has one %s, the value. */
static gboolean
refuse (const LsVariable *variable,
        const LsDeclaredType *type,
        const char *value,
        const char *reason,
        GError **error)
{
  g_autofree char *allowed = describe_allowed (variable, type);
  g_autofree char *shown = g_utf8_make_valid (value, -1);

  return ls_fail (error, LS_ERROR_MODEL, _ ("“%s” %s. %s."), shown, reason, allowed);
}

/* Explains common mistakes in numbers. */
static const char *
explain_number (const LsVariable *variable, const char *value)
{
  const char *comma = strchr (value, ',');
  g_autofree char *pointed = g_strdup (value);
  double number;
  char *end;

  if (*value == '\0')
    return _ ("is empty");
  g_strdelimit (pointed, ",", '.');
  if (comma != NULL && ls_number_parse (pointed, &number))
    return _ ("has a comma; decimals are written with a point");
  number = g_ascii_strtod (value, &end);
  while (g_ascii_isspace (*end))
    end++;
  if (end != value && *end == '\0' && !isnan (number))
    return isinf (number) ? _ ("is beyond the range of numbers") : _ ("is not a number");
  if (end != value && variable->unit_name != NULL && g_str_equal (end, variable->unit_name))
    return _ ("has its unit in it; write the number alone");
  if (end != value && !isinf (number) && !isnan (number))
    return _ ("has more than a number in it");
  return _ ("is not a number");
}

static gboolean
check_bounds (const LsVariable *variable, double number, const char *value, GError **error)
{
  if (variable->has_min && number < variable->min)
    return refuse (variable, NULL, value, _ ("is too small"), error);
  if (variable->has_max && number > variable->max)
    return refuse (variable, NULL, value, _ ("is too large"), error);
  return TRUE;
}

/* Digits with or without a sign. */
static gboolean
parse_integer (LsFormat format, const char *value, gint64 *number)
{
  LsInteger integer;

  return strchr (value, '.') == NULL && ls_integer_parse (value, &integer)
         && ls_integer_to_long (format, integer, number);
}

/* @value is the number @real, but no integer of the format. */
static gboolean
refuse_integer (const LsVariable *variable, const char *value, double real, GError **error)
{
  char low[LS_NUMBER_SIZE], high[LS_NUMBER_SIZE];
  g_autofree char *reason = NULL;
  LsInteger minimum, maximum;

  ls_format_get_limits (variable->format, &minimum, &maximum);
  if (value[strspn (value, "+-0123456789")] != '\0' && real >= ls_integer_to_number (minimum)
      && real <= ls_integer_to_number (maximum))
    return refuse (variable, NULL, value, _ ("is not a whole number"), error);
  reason = g_strdup_printf (_ ("is not in the range from %s to %s"),
                            ls_integer_format (minimum, low), ls_integer_format (maximum, high));
  return refuse (variable, NULL, value, reason, error);
}

static gboolean
check_integer (const LsVariable *variable, const char *value, gint64 *number, GError **error)
{
  double real;

  if (parse_integer (variable->format, value, number))
    return TRUE;
  if (!ls_number_parse (value, &real))
    return refuse (variable, NULL, value, explain_number (variable, value), error);
  return refuse_integer (variable, value, real, error);
}

static gboolean
check_item (const LsVariable *variable,
            const LsDeclaredType *type,
            const char *value,
            GError **error)
{
  gint64 number;
  gboolean is_number = parse_integer (variable->format, value, &number);

  if (*value == '\0')
    return refuse (variable, type, value, _ ("is empty"), error);
  if (type == NULL || type->n_items == 0)
    return ls_text_is_clean (value)
           || refuse (variable, type, value, _ ("has characters that cannot be saved"), error);
  for (guint i = 0; i < type->n_items; i++)
    if (g_str_equal (type->items[i].name, value) || (is_number && type->items[i].value == number))
      return TRUE;
  return refuse (variable, type, value, _ ("is not one of the items"), error);
}

static gboolean
is_boolean (const char *value)
{
  return g_str_equal (value, "true") || g_str_equal (value, "false") || g_str_equal (value, "1")
         || g_str_equal (value, "0");
}

static gboolean
check_text (const LsVariable *variable,
            const LsDeclaredType *type,
            const char *value,
            GError **error)
{
  gint64 integer;
  double number;

  switch (variable->type)
    {
    case LS_TYPE_REAL:
      if (!ls_number_parse (value, &number))
        return refuse (variable, type, value, explain_number (variable, value), error);
      return check_bounds (variable, number, value, error);
    case LS_TYPE_INTEGER:
      return check_integer (variable, value, &integer, error)
             && check_bounds (variable, ls_long_to_number (variable->format, integer), value,
                              error);
    case LS_TYPE_BOOLEAN:
      return is_boolean (value)
             || refuse (variable, type, value, _ ("is neither true nor false"), error);
    case LS_TYPE_ENUMERATION:
      return check_item (variable, type, value, error);
    case LS_TYPE_STRING:
    default:
      return ls_text_is_clean (value)
             || refuse (variable, type, value, _ ("has characters that cannot be saved"), error);
    }
}

/* Removes white space around numbers; in texts it may be intended. */
static char *
strip_value (const LsVariable *variable, const char *value)
{
  char *copy = g_strdup (value);

  return variable->type == LS_TYPE_STRING ? copy : g_strstrip (copy);
}

static gboolean
check_value (const LsVariable *variable,
             const LsDeclaredType *type,
             const char *value,
             GError **error)
{
  g_autofree char *stripped = strip_value (variable, value);

  return check_text (variable, type, stripped, error);
}

gboolean
ls_variable_check_value (const LsVariable *variable, const char *value, GError **error)
{
  g_return_val_if_fail (variable != NULL && value != NULL, FALSE);
  return check_value (variable, NULL, value, error);
}

gboolean
ls_component_check_value (const LsComponent *self,
                          const LsVariable *variable,
                          const char *value,
                          GError **error)
{
  g_return_val_if_fail (self != NULL && variable != NULL && value != NULL, FALSE);
  return check_value (variable, ls_component_get_type (self, variable), value, error);
}

/* Stores enumeration items by name, as in files and for display. */
static char *
normalise_value (const LsComponent *component, const LsVariable *variable, const char *value)
{
  const LsDeclaredType *type = ls_component_get_type (component, variable);
  char *text = strip_value (variable, value);
  gint64 number;

  if (variable->type != LS_TYPE_ENUMERATION || type == NULL)
    return text;
  for (guint i = 0; i < type->n_items; i++)
    if (g_str_equal (type->items[i].name, text))
      return text;
  for (guint i = 0; i < type->n_items; i++)
    if (g_ascii_string_to_signed (text, 10, G_MININT32, G_MAXINT32, &number, NULL)
        && type->items[i].value == number)
      {
        g_free (text);
        return g_strdup (type->items[i].name);
      }
  return text;
}

/* @value: (nullable) */
static void
put_value (LsComponent *component, const char *variable, const char *value)
{
  if (value != NULL)
    g_hash_table_insert (component->values, g_strdup (variable), g_strdup (value));
  else
    g_hash_table_remove (component->values, variable);
}

/* @variable is gone afterwards, with the FMU it belongs to. */
static gboolean
set_size (LsModel *self,
          LsComponent *component,
          const LsVariable *variable,
          const char *value,
          GError **error)
{
  g_autofree char *name = g_strdup (variable->name);
  g_autofree char *before = g_strdup (g_hash_table_lookup (component->values, name));
  g_autofree char *text = value != NULL ? strip_value (variable, value) : NULL;

  put_value (component, name, text);
  if (ls_model_resize_component (self, component, error))
    return TRUE;
  put_value (component, name, before);
  g_prefix_error (error, "%s.%s: ", component->name, name);
  return FALSE;
}

gboolean
ls_model_set_value (
    LsModel *self, guint id, const char *variable, const char *value, GError **error)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
  const LsVariable *found;

  g_return_val_if_fail (component != NULL && variable != NULL, FALSE);
  found = ls_component_find_variable (component, variable);
  if (value == NULL && (found == NULL || !found->sizes_arrays))
    {
      g_hash_table_remove (component->values, variable);
      return TRUE;
    }
  if (found == NULL)
    return ls_fail (error, LS_ERROR_MODEL, _ ("%s has no variable “%s”"), component->name,
                    variable);
  if (!ls_variable_is_settable (found))
    return ls_fail (error, LS_ERROR_MODEL, _ ("%s.%s cannot be set: the FMU calculates it"),
                    component->name, variable);
  if (value != NULL && !ls_component_check_value (component, found, value, error))
    {
      g_prefix_error (error, "%s.%s: ", component->name, variable);
      return FALSE;
    }
  if (found->sizes_arrays)
    return set_size (self, component, found, value, error);
  g_hash_table_insert (component->values, g_strdup (variable),
                       normalise_value (component, found, value));
  return TRUE;
}

void
ls_model_add_without (LsModel *self, guint id, const char *capability)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
  guint n;

  g_return_if_fail (component != NULL && capability != NULL);
  n = component->without != NULL ? g_strv_length (component->without) : 0;
  component->without = g_renew (char *, component->without, n + 2);
  component->without[n] = g_strdup (capability);
  component->without[n + 1] = NULL;
}

void
ls_model_set_solver (LsModel *self, guint id, const char *solver)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  g_return_if_fail (component != NULL);
  g_free (component->solver);
  component->solver = g_strdup (solver);
}

static void
replace_text (char **text, const char *by)
{
  char *copy = g_strdup (by);

  g_free (*text);
  *text = copy;
}

void
ls_model_set_inner_steps (LsModel *self, guint id, const char *inner_steps)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  g_return_if_fail (component != NULL);
  replace_text (&component->inner_steps, inner_steps);
}

void
ls_model_set_own_step (LsModel *self, guint id, const char *own_step)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  g_return_if_fail (component != NULL);
  replace_text (&component->own_step, own_step);
}

const char *
ls_model_get_value (const LsModel *self, guint id, const char *variable)
{
  const LsComponent *component = ls_model_find_component (self, id);
  const LsVariable *found;
  const char *value;

  g_return_val_if_fail (component != NULL && variable != NULL, NULL);
  if ((value = g_hash_table_lookup (component->values, variable)) != NULL)
    return value;
  found = ls_component_find_variable (component, variable);
  return found != NULL ? found->start : NULL;
}

void
ls_model_set_problem (LsModel *self, guint id, const char *problem)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
  char *copy = g_strdup (problem);

  g_return_if_fail (component != NULL);
  g_free (component->problem);
  component->problem = copy;
}

void
ls_model_set_without (LsModel *self, guint id, const char *const *capabilities)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));
  char **copy;

  g_return_if_fail (component != NULL);
  copy = capabilities != NULL && capabilities[0] != NULL ? g_strdupv ((char **)capabilities) : NULL;
  g_strfreev (component->without);
  component->without = copy;
}

gboolean
ls_component_check_implementation (const LsComponent *self,
                                   LsImplementation implementation,
                                   GError **error)
{
  const LsDescription *description;

  if (self->fmu == NULL || implementation == LS_IMPLEMENTATION_ANY)
    return TRUE;
  description = ls_fmu_get_description (self->fmu);
  if (implementation == LS_IMPLEMENTATION_CO_SIMULATION ? description->co_simulation.present
                                                        : description->model_exchange.present)
    return TRUE;
  return ls_fail (error, LS_ERROR_MODEL,
                  implementation == LS_IMPLEMENTATION_CO_SIMULATION
                      ? _ ("%s: the FMU has no Co-Simulation interface, which the model asks for")
                      : _ ("%s: the FMU has no Model Exchange interface, which the model asks for"),
                  self->name);
}

gboolean
ls_model_set_implementation (LsModel *self,
                             guint id,
                             LsImplementation implementation,
                             GError **error)
{
  LsComponent *component = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  g_return_val_if_fail (component != NULL, FALSE);
  if (!ls_component_check_implementation (component, implementation, error))
    return FALSE;
  component->implementation = implementation;
  return TRUE;
}
