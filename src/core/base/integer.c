#include "core/base/integer.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Half the distance of two doubles below 2^64. */
#define MAX_REST 1024.0

static gboolean
is_possible (LsInteger value)
{
  return !value.is_negative || value.size <= (guint64)1 << 63;
}

gboolean
ls_integer_parse (const char *text, LsInteger *value)
{
  g_return_val_if_fail (text != NULL && value != NULL, FALSE);

  const gboolean has_minus = *text == '-';
  const char *digits = text + (has_minus || *text == '+');
  LsInteger found;
  char *end;

  if (!g_ascii_isdigit (*digits))
    return FALSE;
  errno = 0;
  found.size = g_ascii_strtoull (digits, &end, 10);
  found.is_negative = has_minus && found.size > 0;
  if (*end == '.')
    end += 1 + strspn (end + 1, "0");
  if (errno != 0 || *end != '\0' || !is_possible (found))
    return FALSE;
  *value = found;
  return TRUE;
}

char *
ls_integer_format (LsInteger value, char buffer[32])
{
  g_snprintf (buffer, 32, "%s%" G_GUINT64_FORMAT, value.is_negative ? "-" : "", value.size);
  return buffer;
}

int
ls_integer_compare (LsInteger a, LsInteger b)
{
  if (a.is_negative != b.is_negative)
    return a.is_negative ? -1 : 1;
  if (a.size == b.size)
    return 0;
  return (a.size < b.size) != a.is_negative ? -1 : 1;
}

double
ls_integer_to_number (LsInteger value)
{
  return value.is_negative ? -(double)value.size : (double)value.size;
}

/* Modulo 2^64, which is 0 and the nearest double of the largest integers. */
static guint64
wrap (double size)
{
  return size < 0x1p64 ? (guint64)size : 0;
}

double
ls_integer_get_rest (LsInteger value)
{
  const double rest = (double)(gint64)(value.size - wrap ((double)value.size));

  return value.is_negative ? -rest : rest;
}

gboolean
ls_integer_join (double number, double rest, LsInteger *value)
{
  g_return_val_if_fail (value != NULL, FALSE);

  LsInteger found = { .is_negative = number < 0.0 };

  if (!(fabs (number) <= 0x1p64) || number != rint (number) || !(fabs (rest) <= MAX_REST)
      || rest != rint (rest))
    return FALSE;
  found.size = wrap (fabs (number)) + (guint64)(gint64)(found.is_negative ? -rest : rest);
  if (!is_possible (found) || ls_integer_to_number (found) != number
      || ls_integer_get_rest (found) != rest)
    return FALSE;
  *value = found;
  return TRUE;
}
