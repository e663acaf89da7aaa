/* Enumerates the memory to copy so that a state can be restored. */
#pragma once

#include <glib.h>

/* Called once per block; always the same number of blocks, with the same sizes, in the same
 * order. */
typedef void (*LsVisitMemoryFunc) (gpointer memory, gsize size, gpointer user_data);
