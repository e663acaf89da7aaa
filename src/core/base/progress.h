/* Word of long work. */
#pragma once

#include <glib.h>

/**
 * LsProgressFunc:
 * @fraction: of the work, 0 to 1
 *
 * Called every now and then by what takes long, on its thread.
 *
 * Returns: whether to go on
 */
typedef gboolean (*LsProgressFunc) (double fraction, gpointer user_data);

/* Part number @index of @n that take about as long: ls_progress_of_part() tells @whole of it. */
typedef struct
{
  LsProgressFunc whole; /* (nullable) */
  gpointer user_data;
  guint index, n;
} LsProgressPart;

/* An LsProgressFunc; @part: an LsProgressPart */
gboolean ls_progress_of_part (double fraction, gpointer part);
