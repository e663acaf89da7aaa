/* Numbers with decimal commas and grouped digits. */
#include "core/base/number.h"

#include <string.h>

/* Whether the digits up to @length are in groups of three after a first group: 1.234.567 */
static gboolean
is_grouped (const char *text, gsize length, char sign)
{
  gsize since = 0;
  gboolean first = TRUE;

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] != sign && !g_ascii_isdigit (text[i]))
        return FALSE;
      if (text[i] != sign)
        {
          since++;
          continue;
        }
      if (first ? since < 1 || since > 3 : since != 3)
        return FALSE;
      first = FALSE;
      since = 0;
    }
  return since == 3;
}

static guint
count (const char *text, gsize length, char sign)
{
  guint n = 0;

  for (gsize i = 0; i < length; i++)
    n += text[i] == sign;
  return n;
}

static gsize
find_last (const char *text, gsize length, char sign)
{
  while (length > 0 && text[length - 1] != sign)
    length--;
  return length;
}

char *
ls_number_ungroup (const char *text)
{
  const gsize start = strspn (text, " \t+-");
  const char *digits = text + start;
  const gsize length = strspn (digits, "0123456789.,");
  const gsize comma = find_last (digits, length, ','), point = find_last (digits, length, '.');
  const gsize last = MAX (comma, point);
  const gboolean both = comma > 0 && point > 0;
  /* Of two different separators the last one is the decimal sign; a single kind is, if it occurs
   * once. */
  const gboolean decimal = last > 0 && (both || count (digits, length, digits[last - 1]) == 1);
  const gsize whole = decimal ? last - 1 : length;
  const char group = both                   ? digits[MIN (comma, point) - 1]
                     : !decimal && last > 0 ? digits[last - 1]
                                            : 0;
  GString *plain;

  if (group != 0 && !is_grouped (digits, whole, group))
    return NULL;
  plain = g_string_new_len (text, (gssize)start);
  for (gsize i = 0; i < whole; i++)
    if (digits[i] != group)
      g_string_append_c (plain, digits[i]);
  if (decimal)
    g_string_append_c (plain, '.');
  g_string_append (plain, digits + whole + decimal);
  return g_string_free (plain, FALSE);
}
