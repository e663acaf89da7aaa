/* Times of events in order: a binary heap in which every entry knows its place. */
#pragma once

#include <glib.h>

/**
 * LsQssQueue:
 * @n: entries, always all of them
 * @times: n: when each is due, s; infinite for never
 * @heap: n: entries, the children of place k at 2 k + 1 and 2 k + 2
 * @places: n: where each stands in @heap
 *
 * Entries of one time come in the order of their numbers.
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
/* All entries of the first time, in order. @entries: (out): room for n. Returns: how many.
 * O (m log m). */
guint ls_qss_queue_list_first (const LsQssQueue *self, guint entries[]);
/* All but what the counts of entries are; of queues of one size. */
void ls_qss_queue_copy (LsQssQueue *self, const LsQssQueue *from);
