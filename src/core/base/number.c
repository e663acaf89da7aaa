/* Numbers as text, by the locale-independent functions of GLib. */
#include "core/base/number.h"

#include <errno.h>
#include <math.h>
#include <string.h>

gboolean
ls_number_parse (const char *text, double *value)
{
  const char *start = text;
  char *end;
  double parsed;
  gsize length;

  if (text == NULL)
    return FALSE;
  while (g_ascii_isspace (*start))
    start++;
  /* strtod() would also take "nan", "inf" and hexadecimal. */
  length = strspn (start, "+-.0123456789eE");
  if (length == 0)
    return FALSE;
  errno = 0;
  parsed = g_ascii_strtod (start, &end);
  if (end != start + length || (errno == ERANGE && fabs (parsed) > 1.0) || !isfinite (parsed))
    return FALSE;
  while (g_ascii_isspace (*end))
    end++;
  if (*end != '\0')
    return FALSE;
  *value = parsed;
  return TRUE;
}

static char *
format_special (double value, char buffer[32])
{
  g_strlcpy (buffer, isnan (value) ? "nan" : value > 0 ? "inf" : "-inf", LS_NUMBER_SIZE);
  return buffer;
}

char *
ls_number_format_short (double value, int digits, char buffer[32])
{
  char format[16];

  if (!isfinite (value))
    return format_special (value, buffer);
  g_snprintf (format, sizeof format, "%%.%dg", CLAMP (digits, 1, 17));
  return g_ascii_formatd (buffer, LS_NUMBER_SIZE, format, value);
}

char *
ls_number_format (double value, char buffer[32])
{
  /* Fifteen digits always survive the way from text to double and back, so
   * %.15g is shortest once it works; denormal numbers carry fewer digits. */
  int digits = fpclassify (value) == FP_SUBNORMAL ? 1 : 15;
  char exact[LS_NUMBER_SIZE];

  if (!isfinite (value))
    return format_special (value, buffer);
  for (; digits < 17; digits++)
    {
      ls_number_format_short (value, digits, buffer);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  /* Seventeen digits always do; for 12345678901234568 they need no exponent. */
  ls_number_format_short (value, 17, exact);
  if (digits == 17 || strlen (exact) < strlen (buffer))
    g_strlcpy (buffer, exact, LS_NUMBER_SIZE);
  return buffer;
}
