/* Options as data: values stored as canonical text. */
#include "core/base/option.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "core/base/status.h"
#include "core/base/suggest.h"

#include <glib/gi18n-lib.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct LsOptions
{
  const LsOption *list;
  guint n;
  char **values; /* canonical text, one per option */
};

/* Returns: (transfer full) (nullable): @value in canonical spelling, NULL if not allowed. */
static char *
canonical (const LsOption *option, const char *value)
{
  g_autofree char *text = g_strstrip (g_strdup (value));
  char buffer[LS_NUMBER_SIZE];
  double number;

  switch (option->type)
    {
    case LS_OPTION_SWITCH:
      return strcmp (text, "on") == 0 || strcmp (text, "off") == 0 ? g_steal_pointer (&text) : NULL;
    case LS_OPTION_CHOICE:
      return option->choices != NULL && g_strv_contains (option->choices, text)
                 ? g_steal_pointer (&text)
                 : NULL;
    case LS_OPTION_INTEGER:
    case LS_OPTION_REAL:
      if (!ls_number_parse (text, &number) || number < option->minimum || number > option->maximum)
        return NULL;
      if (option->type == LS_OPTION_REAL)
        return g_strdup (ls_number_format (number, buffer));
      if (number != floor (number) || number < INT_MIN || number > INT_MAX)
        return NULL;
      return g_strdup_printf ("%d", (int)number);
    case LS_OPTION_TEXT:
      return *text != '\0' && g_utf8_validate (text, -1, NULL) ? g_steal_pointer (&text) : NULL;
    }
  return NULL;
}

/* A default outside its own bounds means "automatic" and is stored unchanged. */
static char *
canonical_initial (const LsOption *option)
{
  char *value = canonical (option, option->initial);

  return value != NULL ? value : g_strdup (option->initial);
}

LsOptions *
ls_options_new (const LsOption *list, guint n)
{
  LsOptions *self;

  g_return_val_if_fail (list != NULL || n == 0, NULL);
  self = g_new0 (LsOptions, 1);
  self->list = list;
  self->n = n;
  self->values = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    self->values[i] = canonical_initial (&list[i]);
  return self;
}

LsOptions *
ls_options_copy (const LsOptions *self)
{
  LsOptions *copy;

  g_return_val_if_fail (self != NULL, NULL);
  copy = g_new0 (LsOptions, 1);
  copy->list = self->list;
  copy->n = self->n;
  copy->values = g_new0 (char *, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    copy->values[i] = g_strdup (self->values[i]);
  return copy;
}

void
ls_options_free (LsOptions *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->values);
  g_free (self);
}

static int
find (const LsOptions *self, const char *name)
{
  for (guint i = 0; i < self->n; i++)
    {
      if (strcmp (self->list[i].name, name) == 0)
        return i;
    }
  return -1;
}

static void
set_unknown_error (const LsOptions *self, const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  g_autofree const char **names = g_new0 (const char *, self->n + 1);

  for (guint i = 0; i < self->n; i++)
    {
      names[i] = self->list[i].name;
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", names[i]);
    }
  if (self->n == 0)
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("there is no option “%s”: there are no options"), name);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("there is no option “%s”; the options are: %s"), name, known->str);
  ls_suggest_add (error, name, names);
}

/* Returns: (transfer full): the allowed values of @option, in words. */
static char *
describe_allowed (const LsOption *option)
{
  char low[LS_NUMBER_SIZE], high[LS_NUMBER_SIZE];
  const char *kind = option->type == LS_OPTION_INTEGER ? _ ("an integer") : _ ("a number");
  gboolean has_low = option->minimum > -G_MAXDOUBLE, has_high = option->maximum < G_MAXDOUBLE;
  const char *gap = option->unit != NULL && *option->unit != '\0' ? " " : "";
  const char *unit = option->unit != NULL ? option->unit : "";

  if (option->type == LS_OPTION_SWITCH)
    return g_strdup (_ ("on or off"));
  if (option->type == LS_OPTION_CHOICE)
    {
      g_autofree char *choices
          = option->choices != NULL ? g_strjoinv (", ", (char **)option->choices) : NULL;

      return g_strdup_printf (_ ("one of %s"), choices != NULL ? choices : "");
    }
  if (option->type == LS_OPTION_TEXT)
    return g_strdup (_ ("a text that is not empty"));
  ls_number_show (option->minimum, 12, low);
  ls_number_show (option->maximum, 12, high);
  if (has_low && has_high)
    return g_strdup_printf (_ ("%s from %s to %s%s%s"), kind, low, high, gap, unit);
  if (has_low)
    return g_strdup_printf (_ ("%s of at least %s%s%s"), kind, low, gap, unit);
  if (has_high)
    return g_strdup_printf (_ ("%s of at most %s%s%s"), kind, high, gap, unit);
  return g_strdup (kind);
}

gboolean
ls_options_set (LsOptions *self, const char *name, const char *value, GError **error)
{
  g_autofree char *text = NULL;
  int index;

  g_return_val_if_fail (self != NULL && name != NULL && value != NULL, FALSE);
  index = find (self, name);
  if (index < 0)
    {
      set_unknown_error (self, name, error);
      return FALSE;
    }
  text = canonical (&self->list[index], value);
  if (text == NULL)
    {
      g_autofree char *allowed = describe_allowed (&self->list[index]);

      return ls_fail (error, LS_ERROR_ARGUMENT, _ ("option %s: “%s” is not allowed; it takes %s"),
                      name, value, allowed);
    }
  g_free (self->values[index]);
  self->values[index] = g_steal_pointer (&text);
  return TRUE;
}

const char *
ls_options_get_text (const LsOptions *self, const char *name)
{
  int index;

  g_return_val_if_fail (self != NULL && name != NULL, "");
  index = find (self, name);
  g_return_val_if_fail (index >= 0, "");
  return self->values[index];
}

gboolean
ls_options_get_switch (const LsOptions *self, const char *name)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  return strcmp (ls_options_get_text (self, name), "on") == 0;
}

int
ls_options_get_integer (const LsOptions *self, const char *name)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (name != NULL, 0);
  return (int)g_ascii_strtoll (ls_options_get_text (self, name), NULL, 10);
}

double
ls_options_get_real (const LsOptions *self, const char *name)
{
  g_return_val_if_fail (self != NULL, NAN);
  g_return_val_if_fail (name != NULL, NAN);
  return g_ascii_strtod (ls_options_get_text (self, name), NULL);
}

static gboolean
is_initial (const LsOptions *self, guint index)
{
  g_autofree char *initial = canonical_initial (&self->list[index]);

  return strcmp (initial, self->values[index]) == 0;
}

gboolean
ls_options_is_initial (const LsOptions *self, const char *name)
{
  int index;

  g_return_val_if_fail (self != NULL && name != NULL, TRUE);
  index = find (self, name);
  g_return_val_if_fail (index >= 0, TRUE);
  return is_initial (self, index);
}

char *
ls_options_to_text (const LsOptions *self, const char *separator)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL && separator != NULL, NULL);
  for (guint i = 0; i < self->n; i++)
    {
      if (is_initial (self, i))
        continue;
      g_string_append_printf (text, "%s%s=%s", text->len > 0 ? separator : "", self->list[i].name,
                              self->values[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
