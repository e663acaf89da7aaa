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
