/* The memory that the process holds at most over a part of its life. */
#pragma once

#include <glib.h>

/* Forgets the peak so far, for the whole process. Returns: %FALSE where the system does not let. */
gboolean ls_memory_reset_peak (void);
/* Greatest resident memory since then, bytes; 0 when it is not known. */
guint64 ls_memory_get_peak (void);
