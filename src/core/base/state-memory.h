/* Enumerates the memory to copy so that a state can be restored. */
#pragma once

#include <glib.h>

/* Called once per block; always the same number of blocks, with the same sizes, in the same
 * order. The blocks hold numbers and no pointers: they may be copied to another object of the same
 * settings. */
typedef void (*LsVisitMemoryFunc) (gpointer memory, gsize size, gpointer user_data);

/* Visits the members of @self from @first to @last, which stand side by side. */
#define LS_VISIT_MEMBERS(self, first, last, func, user_data)                                       \
  func (&(self)->first,                                                                            \
        (gsize)((char *)(&(self)->last + 1) - (char *)&(self)->first), user_data)

/* Such functions. @user_data: ls_memory_count(): gsize, increased by the size of the block;
 * ls_memory_append(): GByteArray to append it to; ls_memory_put_back(): const guint8 pointer into
 * such bytes, moved on, which the block is overwritten from. */
void ls_memory_count (gpointer memory, gsize size, gpointer user_data);
void ls_memory_append (gpointer memory, gsize size, gpointer user_data);
void ls_memory_put_back (gpointer memory, gsize size, gpointer user_data);
