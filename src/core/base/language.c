#include "core/base/language.h"

#include "core/base/executable.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <math.h>
#include <string.h>

#define DIGITS "0123456789"
#define MINUS "⁻"

void
ls_language_bind (const char *installed)
{
  g_return_if_fail (installed != NULL);

  g_autofree char *built = ls_executable_find_built ("po");
  g_autofree char *moved = ls_executable_find_shared ("locale");
  const char *places[] = { built, moved };
  const char *found = installed;

  for (guint i = G_N_ELEMENTS (places); i-- > 0;)
    if (places[i] != NULL && g_file_test (places[i], G_FILE_TEST_IS_DIR))
      found = places[i];
  bindtextdomain (GETTEXT_PACKAGE, found);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}

char *
ls_number_localise (char *text)
{
  const char *sign = nl_langinfo (RADIXCHAR);
  char *point = strchr (text, '.');

  /* Not all callers support a decimal sign of several bytes; users of those locales know the point
   * as well. */
  if (point != NULL && sign[0] != '\0' && sign[1] == '\0')
    *point = sign[0];
  return text;
}

char *
ls_number_show (double value, int digits, char buffer[LS_NUMBER_SIZE])
{
  return ls_number_localise (ls_number_format_short (value, digits, buffer));
}

/* ---- Powers of ten -------------------------------------------------------------------------- */

#define TIMES_TEN "·10"
#define MOST_DIGITS 12 /* "-1.23456789012·10⁻³⁰⁸" fits a buffer */

static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };

/* Whether a number can begin at @number in @text. */
static gboolean
is_free (const char *text, const char *number)
{
  if (number > text && number[-1] == '-')
    number--;
  if (number == text)
    return TRUE;
  return !g_ascii_isalnum (number[-1]) && strchr ("_=:/.,\"'`-", number[-1]) == NULL
         && !(number - text >= 3
              && (strncmp (number - 3, "“", 3) == 0 || strncmp (number - 3, "„", 3) == 0));
}

/* Whether a number can end before @after: the point of a sentence does, that of a file name does
 * not. */
static gboolean
is_ended (const char *after)
{
  if (*after == '\0')
    return TRUE;
  if (strchr (".,:", *after) != NULL)
    return !g_ascii_isalnum (after[1]);
  return !g_ascii_isalnum (*after) && strchr ("_/\"'`-=", *after) == NULL
         && strncmp (after, "”", 3) != 0;
}

/* Length of the digits of @text, with a decimal sign between them. */
static gsize
get_mantissa (const char *text)
{
  gsize n = strspn (text, DIGITS);

  if (n > 0 && (text[n] == '.' || text[n] == ',') && g_ascii_isdigit (text[n + 1]))
    n += 1 + strspn (text + n + 1, DIGITS);
  return n;
}

static void
append_power (GString *out, const char *mantissa, gsize length, const char *exponent)
{
  const gboolean is_negative = *exponent == '-';

  exponent += *exponent == '-' || *exponent == '+';
  /* Leading zeros of "e-07". */
  while (*exponent == '0' && g_ascii_isdigit (exponent[1]))
    exponent++;
  if (length == 1 && *mantissa == '1')
    g_string_append (out, "10");
  else
    {
      g_string_append_len (out, mantissa, (gssize)length);
      g_string_append (out, TIMES_TEN);
    }
  if (is_negative)
    g_string_append (out, MINUS);
  for (; g_ascii_isdigit (*exponent); exponent++)
    g_string_append (out, raised[*exponent - '0']);
}

char *
ls_text_raise_exponents (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  GString *out = g_string_sized_new (strlen (text) + 16);

  for (const char *c = text; *c != '\0';)
    {
      const gsize length = get_mantissa (c);
      const gboolean has_sign
          = length > 0 && c[length] == 'e' && (c[length + 1] == '-' || c[length + 1] == '+');
      const char *exponent = c + length + 1;
      const gsize n = length > 0 && c[length] == 'e' ? strspn (exponent + has_sign, DIGITS) : 0;

      if (length == 0)
        g_string_append_c (out, *c++);
      else if (n == 0 || n > 3 || !is_free (text, c) || !is_ended (exponent + has_sign + n))
        {
          g_string_append_len (out, c, (gssize)length);
          c += length;
        }
      else
        {
          append_power (out, c, length, exponent);
          c = exponent + has_sign + n;
        }
    }
  return g_string_free (out, FALSE);
}

char *
ls_text_lower_exponent (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  const gsize sign = *text == '-';
  const gsize length = get_mantissa (text + sign);
  const char *c = text + sign + length;
  g_autoptr (GString) out = g_string_new_len (text, (gssize)(sign + length));
  gsize n = 0;

  if (g_str_has_prefix (c, TIMES_TEN))
    c += strlen (TIMES_TEN);
  else if (length == 2 && strncmp (text + sign, "10", 2) == 0)
    g_string_truncate (out, out->len - 1);
  else
    return g_strdup (text);
  g_string_append_c (out, 'e');
  if (g_str_has_prefix (c, MINUS))
    {
      g_string_append_c (out, '-');
      c += strlen (MINUS);
    }
  for (guint i = 0; i < G_N_ELEMENTS (raised);)
    if (g_str_has_prefix (c, raised[i]))
      {
        g_string_append_c (out, (char)('0' + i));
        c += strlen (raised[i]);
        n++;
        i = 0;
      }
    else
      i++;
  return n > 0 ? g_strconcat (out->str, c, NULL) : g_strdup (text);
}

/* @number: in C form, with the decimal sign of the locale */
static char *
raise_number (const char *number, char buffer[LS_NUMBER_SIZE])
{
  g_autofree char *text = ls_text_raise_exponents (number);

  g_strlcpy (buffer, text, LS_NUMBER_SIZE);
  return buffer;
}

char *
ls_number_display (double value, int digits, char buffer[LS_NUMBER_SIZE])
{
  char number[LS_NUMBER_SIZE];

  return raise_number (ls_number_show (value, MIN (digits, MOST_DIGITS), number), buffer);
}

char *
ls_error_display (double percent, int digits, char buffer[LS_NUMBER_SIZE])
{
  char format[16], number[LS_NUMBER_SIZE];
  char *point;

  if (!isfinite (percent))
    return ls_number_display (percent, digits, buffer);
  g_snprintf (format, sizeof format, "%%#.%dg", CLAMP (digits, 1, MOST_DIGITS));
  g_ascii_formatd (number, sizeof number, format, percent);
  /* "100." and "1.e-07" end with a point that separates nothing. */
  if ((point = strchr (number, '.')) != NULL && !g_ascii_isdigit (point[1]))
    memmove (point, point + 1, strlen (point));
  return raise_number (ls_number_localise (number), buffer);
}
