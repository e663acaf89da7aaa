/* JSON functions shared by the commands. */
#include "cli/json.h"

#include "core/run/run.h"

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

void
ls_json_add_value (JsonBuilder *builder, const char *name, const char *json)
{
  g_autoptr (JsonNode) node = json_from_string (json, NULL);

  g_return_if_fail (node != NULL);
  json_builder_set_member_name (builder, name);
  json_builder_add_value (builder, g_steal_pointer (&node));
}

void
ls_json_add_counts (JsonBuilder *builder, const LsHybridCounts *counts)
{
  json_builder_set_member_name (builder, "counts");
  json_builder_begin_object (builder);
  ls_json_add_integer (builder, "steps", (gint64)counts->ode.steps);
  ls_json_add_integer (builder, "rejected_steps", (gint64)counts->ode.rejected);
  ls_json_add_integer (builder, "evaluations", (gint64)counts->ode.evaluations);
  ls_json_add_integer (builder, "jacobians", (gint64)counts->ode.jacobians);
  ls_json_add_integer (builder, "indicators", (gint64)counts->indicators);
  ls_json_add_integer (builder, "events", (gint64)counts->events);
  ls_json_add_integer (builder, "state_events", (gint64)counts->state_events);
  ls_json_add_integer (builder, "time_events", (gint64)counts->time_events);
  ls_json_add_integer (builder, "step_events", (gint64)counts->step_events);
  ls_json_add_integer (builder, "input_events", (gint64)counts->external_events);
  json_builder_end_object (builder);
}

void
ls_json_add_messages (JsonBuilder *builder, LsLogBook *book)
{
  g_autofree char *messages = ls_run_messages_to_json (book);

  ls_json_add_value (builder, "messages", messages);
  ls_json_add_integer (builder, "messages_left_out", (gint64)ls_log_book_get_n_more (book));
}

/* json-glib appends ".0" to real numbers without a decimal point, also after an exponent: 1e-14.0
 * is invalid JSON. */
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
