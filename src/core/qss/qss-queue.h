/* Event queue: a binary heap in which every entry knows its place. */
#pragma once

#include <glib.h>

/**
 * LsQssQueue:
 * @n: number of entries, which are always all in the queue
 * @times: n: due time of each entry, s; infinite for never
 * @heap: n: entries, the children of place k at 2 k + 1 and 2 k + 2
 * @places: n: place of each entry in @heap
 *
 * Entries with equal times are ordered by their numbers.
 */
typedef struct
{
  guint n;
  double *times;
  guint *heap, *places;
} LsQssQueue;

void ls_qss_queue_init (LsQssQueue *self, guint n);
void ls_qss_queue_clear (LsQssQueue *self);
/* O (log n). */
void ls_qss_queue_set (LsQssQueue *self, guint entry, double time);
/* O (1). */
static inline guint
ls_qss_queue_get_first (const LsQssQueue *self)
{
  return self->heap[0];
}
/* Lists all entries with the first time, in increasing order. @entries: (out): room for n. Returns:
 * their number. O (m log m). */
guint ls_qss_queue_list_first (const LsQssQueue *self, guint entries[]);
/* Copies the contents; both queues have the same size. */
void ls_qss_queue_copy (LsQssQueue *self, const LsQssQueue *from);
