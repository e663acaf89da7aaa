#include "core/base/state-memory.h"

#include <string.h>

void
ls_memory_count (G_GNUC_UNUSED gpointer memory, gsize size, gpointer user_data)
{
  *(gsize *)user_data += size;
}

void
ls_memory_append (gpointer memory, gsize size, gpointer user_data)
{
  g_byte_array_append (user_data, memory, (guint)size);
}

void
ls_memory_put_back (gpointer memory, gsize size, gpointer user_data)
{
  const guint8 **next = user_data;

  /* An empty block may have no address. */
  if (size > 0)
    memcpy (memory, *next, size);
  *next += size;
}
