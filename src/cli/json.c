/* JSON for machines: the few things the commands share. */
#include "cli/json.h"

#include <math.h>
#include <stdio.h>

void
ls_json_add_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

void
ls_json_add_real (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
ls_json_add_integer (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

void
ls_json_add_boolean (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

/* json-glib puts ".0" behind every real number without a point, also behind an
 * exponent: 1e-14.0 is no JSON. */
static char *
mend (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"' && (c == text || c[-1] != '\\' || (c - text > 1 && c[-2] == '\\')))
        quoted = !quoted;
      if (!quoted && *c == '.' && c[1] == '0' && c - text > 3)
        {
          const char *before = c;
          while (before > text && g_ascii_isdigit (before[-1]))
            before--;
          if (before > text && (before[-1] == '-' || before[-1] == '+'))
            before--;
          if (before > text && before[-1] == 'e')
            {
              c++;
              continue;
            }
        }
      g_string_append_c (out, *c);
    }
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

char *
ls_json_to_text (JsonBuilder *builder)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = NULL;

  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  text = json_generator_to_data (generator, NULL);
  return mend (text);
}

void
ls_json_print (JsonBuilder *builder)
{
  g_autofree char *text = ls_json_to_text (builder);

  fputs (text, stdout);
}
