/* Values that connections pass on other than as numbers of a macro step: typed ones, texts,
 * parameters. */
#include "core/system/system-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Integers that no connection changes are passed on exactly: a number holds 53 bits of 64. */
static gboolean
convert_value (LsSystem *to, guint input, LsFormat format, LsSystemValue *value)
{
  const LsVariable *target = &to->variables[input];
  const double number
      = value->type == LS_TYPE_REAL ? value->real : ls_long_to_number (format, value->integer);
  gint64 minimum, maximum;

  value->real = ls_system_map_value (to, input, number);
  if (value->type == LS_TYPE_REAL || value->real != number)
    value->integer = ls_number_to_long (target->format, round (value->real));
  value->type = target->type;
  ls_format_get_range (target->format, &minimum, &maximum);
  if (target->type != LS_TYPE_INTEGER || format == target->format
      || (value->real >= (double)minimum && value->real <= (double)maximum))
    return TRUE;
  ls_log_write (to->log, LS_LOG_ERROR, to->info->name, NULL, ls_system_get_time (to),
                _ ("%s: %.17g does not fit into the type %s"), target->name, value->real,
                ls_variable_type_name (target));
  return FALSE;
}

LsStatus
ls_system_copy_value (LsSystem *from, guint output, LsSystem *to, guint input)
{
  LsSystemValue value = { .type = from->variables[output].type };
  LsStatus status;

  if (from->klass->get_typed == NULL)
    return ls_system_refuse (from, "get_typed");
  if (to->klass->set_typed == NULL)
    return ls_system_refuse (to, "set_typed");
  status = from->klass->get_typed (from, &from->variables[output], &value);
  if (status != LS_OK)
    return status;
  if (value.type != LS_TYPE_STRING
      && !convert_value (to, input, from->variables[output].format, &value))
    return LS_STOP;
  return to->klass->set_typed (to, &to->variables[input], &value);
}

static char *
get_mapped (LsSystem *from, const LsVariable *source, LsSystem *to, guint input, GError **error)
{
  char number[LS_NUMBER_SIZE];
  double value, mapped;

  if (source->type == LS_TYPE_STRING)
    return ls_system_get_text (from, source->index, error);
  if (ls_system_read (from, &source->index, 1, &value) != LS_OK)
    return NULL;
  if (source->type == LS_TYPE_REAL && !isfinite (value))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("its source %s.%s is not a finite number"),
                   from->info->name, source->name);
      return NULL;
    }
  mapped = ls_system_map_value (to, input, value);
  /* All 64 bits: a number holds 53. */
  if (source->type == LS_TYPE_INTEGER && to->variables[input].type == LS_TYPE_INTEGER
      && mapped == value)
    return ls_system_get_text (from, source->index, error);
  value = mapped;
  if (to->variables[input].type == LS_TYPE_BOOLEAN)
    return g_strdup (value != 0.0 ? "true" : "false");
  return g_strdup (ls_number_format (value, number));
}

LsStatus
ls_system_copy_parameter (LsSystem *from, guint output, LsSystem *to, guint input)
{
  const LsVariable *target = &to->variables[input];
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean well;

  if (to->klass->set_text == NULL)
    return ls_system_refuse (to, "set_text");
  text = get_mapped (from, &from->variables[output], to, input, &error);
  well = text != NULL && to->klass->set_text (to, target, text, &error);
  if (error != NULL)
    ls_log_write (to->log, LS_LOG_ERROR, to->info->name, NULL, 0.0, "%s: %s", target->name,
                  error->message);
  return well ? LS_OK : LS_STOP;
}
