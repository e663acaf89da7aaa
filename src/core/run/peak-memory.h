/* Peak memory of the process since a reset. */
#pragma once

#include <glib.h>

/* Resets the peak for the whole process.
 * Returns: %FALSE if the system does not support it */
gboolean ls_memory_reset_peak (void);
/* Largest resident memory since the last reset, bytes; 0 if unknown. */
guint64 ls_memory_get_peak (void);
