/* Memory that what comes next depends on: copied, it leads back to where it was. */
#pragma once

#include <glib.h>

/* One piece after the other; always as many, of the same sizes and in the same order. */
typedef void (*LsVisitMemoryFunc) (gpointer memory, gsize size, gpointer user_data);
