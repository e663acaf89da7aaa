/* Values that change at a time of the run: plain data. */
#include "core/model/timed-change.h"

#include "core/base/integer.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

LsTimedChange *
ls_timed_change_new (double time, const char *signal, double value)
{
  g_return_val_if_fail (signal != NULL, NULL);

  LsTimedChange *self = g_new (LsTimedChange, 1);

  *self = (LsTimedChange){ time, g_strdup (signal), value };
  return self;
}

void
ls_timed_change_free (LsTimedChange *self)
{
  if (self == NULL)
    return;
  g_free (self->signal);
  g_free (self);
}

gboolean
ls_timed_change_equal (const LsTimedChange *a, const LsTimedChange *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->time == b->time && a->value == b->value && strcmp (a->signal, b->signal) == 0;
}

static gboolean
parse_value (const char *text, double *value)
{
  if (strcmp (text, "true") == 0 || strcmp (text, "false") == 0)
    {
      *value = text[0] == 't';
      return TRUE;
    }
  return ls_number_parse (text, value) && isfinite (*value);
}

/* Names may have colons and equals signs: the first colon ends the time, the last equals sign the
 * name. */
LsTimedChange *
ls_timed_change_parse (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  const char *colon = strchr (text, ':'), *equals = strrchr (text, '=');
  g_autofree char *when = colon != NULL ? g_strndup (text, (gsize)(colon - text)) : NULL;
  g_autofree char *signal = colon != NULL && equals > colon + 1
                                ? g_strndup (colon + 1, (gsize)(equals - colon - 1))
                                : NULL;
  LsInteger integer;
  double time, value;

  if (equals != NULL && ls_integer_parse (equals + 1, &integer)
      && ls_integer_get_rest (integer) != 0.0)
    return ls_fail_null (error, LS_ERROR_ARGUMENT,
                         _ ("“%s”: values that change in a run hold 53 bits of an integer"), text);
  if (signal != NULL && ls_number_parse (when, &time) && isfinite (time)
      && parse_value (equals + 1, &value))
    return ls_timed_change_new (time, signal, value);
  return ls_fail_null (error, LS_ERROR_ARGUMENT,
                       _ ("“%s” is not of the form TIME:COMPONENT.VARIABLE=NUMBER, like "
                          "3:spring.c=200"),
                       text);
}
