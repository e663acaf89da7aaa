/* Reads attributes of XML elements; error messages name the element. */
#include "core/fmi/attribute.h"

#include "core/base/number.h"
#include "core/base/status.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

void
ls_place_set_error (const LsPlace *self, GError **error, const char *format, ...)
{
  g_return_if_fail (self != NULL);

  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (self->name != NULL)
    ls_xml_set_error (error, self->node, "%s “%s”: %s", self->what, self->name, text);
  else
    ls_xml_set_error (error, self->node, "%s: %s", self->what, text);
}

gboolean
ls_text_to_real (const char *text, double *value)
{
  g_autofree char *stripped = NULL;

  if (ls_number_parse (text, value))
    return TRUE;
  stripped = g_strstrip (g_strdup (text));
  if (g_str_equal (stripped, "INF") || g_str_equal (stripped, "+INF"))
    *value = INFINITY;
  else if (g_str_equal (stripped, "-INF"))
    *value = -INFINITY;
  else if (g_str_equal (stripped, "NaN"))
    *value = NAN;
  else
    return FALSE;
  return TRUE;
}

gboolean
ls_text_to_integer (const char *text, gint64 minimum, gint64 maximum, gint64 *value)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *digits = stripped[0] == '+' || stripped[0] == '-' ? stripped + 1 : stripped;
  gint64 number;
  char *end;

  if (!g_ascii_isdigit (*digits))
    return FALSE;
  errno = 0;
  number = g_ascii_strtoll (stripped, &end, 10);
  if (errno != 0 || *end != '\0' || number < minimum || number > maximum)
    return FALSE;
  *value = number;
  return TRUE;
}

gboolean
ls_text_to_boolean (const char *text, gboolean *value)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  if (g_str_equal (stripped, "true") || g_str_equal (stripped, "1"))
    *value = TRUE;
  else if (g_str_equal (stripped, "false") || g_str_equal (stripped, "0"))
    *value = FALSE;
  else
    return FALSE;
  return TRUE;
}

gboolean
ls_text_is_binary (const char *text)
{
  g_return_val_if_fail (text != NULL, FALSE);

  const gsize n = strlen (text);

  return n % 2 == 0 && strspn (text, "0123456789abcdefABCDEF") == n;
}

gboolean
ls_place_get_real (
    const LsPlace *self, const char *attribute, double *value, gboolean *present, GError **error)
{
  g_autofree char *text = ls_xml_get (self->node, attribute);

  if (present != NULL)
    *present = text != NULL;
  if (text == NULL || ls_text_to_real (text, value))
    return TRUE;
  ls_place_set_error (self, error, _ ("attribute %s: “%s” is not a number"), attribute, text);
  return FALSE;
}

gboolean
ls_place_get_integer (const LsPlace *self,
                      const char *attribute,
                      gint64 minimum,
                      gint64 maximum,
                      gint64 *value,
                      gboolean *present,
                      GError **error)
{
  g_autofree char *text = ls_xml_get (self->node, attribute);

  if (present != NULL)
    *present = text != NULL;
  if (text == NULL || ls_text_to_integer (text, minimum, maximum, value))
    return TRUE;
  ls_place_set_error (self, error, _ ("attribute %s: “%s” is not an integer from %jd to %jd"),
                      attribute, text, (intmax_t)minimum, (intmax_t)maximum);
  return FALSE;
}

gboolean
ls_place_get_boolean (
    const LsPlace *self, const char *attribute, gboolean *value, gboolean *present, GError **error)
{
  g_autofree char *text = ls_xml_get (self->node, attribute);

  if (present != NULL)
    *present = text != NULL;
  if (text == NULL || ls_text_to_boolean (text, value))
    return TRUE;
  ls_place_set_error (self, error, _ ("attribute %s: “%s” is neither true nor false"), attribute,
                      text);
  return FALSE;
}

gboolean
ls_place_get_choice (const LsPlace *self,
                     const char *attribute,
                     const char *const choices[],
                     guint n,
                     guint *value,
                     gboolean *present,
                     GError **error)
{
  g_autofree char *text = ls_xml_get (self->node, attribute);
  g_autoptr (GString) list = NULL;

  if (present != NULL)
    *present = text != NULL;
  if (text == NULL)
    return TRUE;
  g_strstrip (text);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (text, choices[i]))
      {
        *value = i;
        return TRUE;
      }
  list = g_string_new (choices[0]);
  for (guint i = 1; i < n; i++)
    g_string_append_printf (list, ", %s", choices[i]);
  ls_place_set_error (self, error, _ ("attribute %s: “%s” is invalid; expected %s"), attribute,
                      text, list->str);
  return FALSE;
}

char *
ls_place_require (const LsPlace *self, const char *attribute, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  char *text = ls_xml_get (self->node, attribute);

  if (text == NULL)
    ls_place_set_error (self, error, _ ("attribute %s is missing"), attribute);
  return text;
}

char *
ls_place_dump (const LsPlace *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  xmlBuffer *buffer = xmlBufferCreate ();
  char *text;

  xmlNodeDump (buffer, self->node->doc, (xmlNode *)self->node, 0, 0);
  text = g_strndup ((const char *)xmlBufferContent (buffer), (gsize)xmlBufferLength (buffer));
  xmlBufferFree (buffer);
  return text;
}

void
ls_place_remark (const LsPlace *self,
                 GPtrArray *remarks,
                 LsFindingLevel level,
                 const char *rule,
                 const char *format,
                 ...)
{
  g_return_if_fail (self != NULL);

  LsFinding *finding;
  va_list arguments;

  /* Limits memory: a file may have a million errors. */
  if (remarks->len >= 10000)
    return;
  finding = g_new0 (LsFinding, 1);
  finding->level = level;
  finding->rule = rule;
  finding->line = (int)xmlGetLineNo (self->node);
  finding->subject = g_strdup (self->name != NULL ? self->name : self->what);
  va_start (arguments, format);
  finding->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (remarks, finding);
}
