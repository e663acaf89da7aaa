#include "host/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether @format writes through one of its arguments (%n). A text that an FMU passes on as format
 * without arguments must not do that. */
static int
has_write_conversion (const char *format)
{
  while ((format = strchr (format, '%')) != NULL)
    {
      format++;
      format += strspn (format, "0123456789#+- .*'$hlLqjzt");
      if (*format == 'n')
        return 1;
      if (*format != '\0')
        format++;
    }
  return 0;
}

char *
host_format_message (const char *format, va_list arguments)
{
  char buffer[1024];
  va_list again;
  char *text;
  int length;

  if (strchr (format, '%') == NULL || has_write_conversion (format))
    return strndup (format, HOST_MAX_MESSAGE);
  va_copy (again, arguments);
  length = vsnprintf (buffer, sizeof buffer, format, arguments);
  if (length < 0)
    text = strndup (format, HOST_MAX_MESSAGE);
  else if ((size_t)length < sizeof buffer)
    text = strdup (buffer);
  else
    {
      size_t size = (size_t)length < HOST_MAX_MESSAGE ? (size_t)length + 1 : HOST_MAX_MESSAGE;

      text = calloc (1, size);
      if (text != NULL && vsnprintf (text, size, format, again) < 0)
        text[0] = '\0';
    }
  va_end (again);
  return text;
}
