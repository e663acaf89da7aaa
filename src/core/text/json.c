#include "core/text/json.h"

#include "core/base/number.h"

#include <math.h>

struct LsJson
{
  GString *text;
  GString *open;  /* brackets that end the values begun */
  gboolean first; /* nothing written yet at this depth */
};

LsJson *
ls_json_new (void)
{
  LsJson *self = g_new0 (LsJson, 1);

  self->text = g_string_new (NULL);
  self->open = g_string_new (NULL);
  self->first = TRUE;
  return self;
}

void
ls_json_free (LsJson *self)
{
  if (self == NULL)
    return;
  g_string_free (self->text, TRUE);
  g_string_free (self->open, TRUE);
  g_free (self);
}

static void
add_quoted (LsJson *self, const char *value)
{
  g_string_append_c (self->text, '"');
  for (const char *c = value; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (self->text, "\\%c", *c);
    else if ((guchar)*c < 0x20 || *c == 0x7f)
      g_string_append_printf (self->text, "\\u%04x", (guint)*c);
    else
      g_string_append_c (self->text, *c);
  g_string_append_c (self->text, '"');
}

static void
break_line (LsJson *self)
{
  g_string_append_printf (self->text, "\n%*s", (int)(2 * self->open->len), "");
}

/* Starts the next member or element, with the comma before it. */
static void
begin (LsJson *self, const char *name)
{
  if (!self->first)
    g_string_append_c (self->text, ',');
  self->first = FALSE;
  if (self->open->len > 0)
    break_line (self);
  if (name == NULL)
    return;
  add_quoted (self, name);
  g_string_append (self->text, ": ");
}

static void
open_bracket (LsJson *self, const char *name, const char *brackets)
{
  g_return_if_fail (self != NULL);

  begin (self, name);
  g_string_append_c (self->text, brackets[0]);
  g_string_append_c (self->open, brackets[1]);
  self->first = TRUE;
}

void
ls_json_begin_object (LsJson *self, const char *name)
{
  g_return_if_fail (self != NULL);

  open_bracket (self, name, "{}");
}

void
ls_json_begin_array (LsJson *self, const char *name)
{
  g_return_if_fail (self != NULL);

  open_bracket (self, name, "[]");
}

void
ls_json_end (LsJson *self)
{
  g_return_if_fail (self != NULL && self->open->len > 0);

  const char bracket = self->open->str[self->open->len - 1];

  g_string_truncate (self->open, self->open->len - 1);
  if (!self->first)
    break_line (self);
  g_string_append_c (self->text, bracket);
  self->first = FALSE;
}

static void
add (LsJson *self, const char *name, const char *json)
{
  g_return_if_fail (self != NULL);

  begin (self, name);
  g_string_append (self->text, json);
}

void
ls_json_add_text (LsJson *self, const char *name, const char *text)
{
  g_return_if_fail (self != NULL);

  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  add (self, name, valid != NULL ? "" : "null");
  if (valid != NULL)
    add_quoted (self, valid);
}

void
ls_json_add_real (LsJson *self, const char *name, double value)
{
  g_return_if_fail (self != NULL);

  char number[LS_NUMBER_SIZE];

  add (self, name, isfinite (value) ? ls_number_format (value, number) : "null");
}

void
ls_json_add_integer (LsJson *self, const char *name, gint64 value)
{
  g_return_if_fail (self != NULL);

  char number[LS_NUMBER_SIZE];

  g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, value);
  add (self, name, number);
}

void
ls_json_add_boolean (LsJson *self, const char *name, gboolean value)
{
  g_return_if_fail (self != NULL);

  add (self, name, value ? "true" : "false");
}

char *
ls_json_to_text (const LsJson *self)
{
  g_return_val_if_fail (self != NULL && self->open->len == 0, NULL);

  return g_strconcat (self->text->str, "\n", NULL);
}
