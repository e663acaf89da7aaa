/* Progress of long tasks. */
#pragma once

#include <glib.h>

/**
 * LsProgressFunc:
 * @fraction: completed fraction of the work, 0 to 1
 *
 * Called repeatedly by a long task, on its thread.
 *
 * Returns: whether to continue
 */
typedef gboolean (*LsProgressFunc) (double fraction, gpointer user_data);

/* Part @index of @n parts of similar duration: ls_progress_of_part() reports the overall fraction
 * to @whole. */
typedef struct
{
  LsProgressFunc whole; /* (nullable) */
  gpointer user_data;
  guint index, n;
} LsProgressPart;

/* An LsProgressFunc; @part: an LsProgressPart */
gboolean ls_progress_of_part (double fraction, gpointer part);
