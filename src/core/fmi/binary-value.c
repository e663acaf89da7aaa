#include "core/fmi/binary-value.h"

#include <string.h>

gsize
ls_binary_find_bad (const size_t sizes[], const gconstpointer values[], gsize n)
{
  gsize left = LS_BINARY_MAX_SIZE, i = 0;

  for (; i < n && sizes[i] <= left && (values[i] != NULL || sizes[i] == 0); i++)
    left -= sizes[i];
  return i;
}

char *
ls_binary_to_text (const guint8 *bytes, gsize n)
{
  static const char digits[] = "0123456789abcdef";
  char *text = g_malloc (2 * n + 1);

  for (gsize i = 0; i < n; i++)
    {
      text[2 * i] = digits[bytes[i] >> 4];
      text[2 * i + 1] = digits[bytes[i] & 15];
    }
  text[2 * n] = '\0';
  return text;
}

guint8 *
ls_binary_from_text (const char *text, gsize *n)
{
  guint8 *bytes;

  *n = strlen (text) / 2;
  bytes = g_malloc0 (*n + 1);
  for (gsize i = 0; i < *n; i++)
    bytes[i] = (guint8)(g_ascii_xdigit_value (text[2 * i]) << 4
                        | g_ascii_xdigit_value (text[2 * i + 1]));
  return bytes;
}
