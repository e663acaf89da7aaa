#include "core/qss/qss-queue.h"

#include "core/base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
ls_qss_queue_init (LsQssQueue *self, guint n)
{
  self->n = n;
  self->times = g_new (double, (gsize)n + 1);
  self->heap = g_new (guint, (gsize)n + 1);
  self->places = g_new (guint, (gsize)n + 1);
  for (guint i = 0; i < n; i++)
    {
      self->times[i] = INFINITY;
      self->heap[i] = self->places[i] = i;
    }
}

void
ls_qss_queue_clear (LsQssQueue *self)
{
  g_clear_pointer (&self->times, g_free);
  g_clear_pointer (&self->heap, g_free);
  g_clear_pointer (&self->places, g_free);
}

static inline gboolean
comes_before (const LsQssQueue *self, guint a, guint b)
{
  return self->times[a] < self->times[b] || (self->times[a] == self->times[b] && a < b);
}

static inline void
put (LsQssQueue *self, guint place, guint entry)
{
  self->heap[place] = entry;
  self->places[entry] = place;
}

static void
rise (LsQssQueue *self, guint place, guint entry)
{
  while (place > 0)
    {
      guint parent = (place - 1) / 2;

      if (!comes_before (self, entry, self->heap[parent]))
        break;
      put (self, place, self->heap[parent]);
      place = parent;
    }
  put (self, place, entry);
}

static void
sink (LsQssQueue *self, guint place, guint entry)
{
  while (TRUE)
    {
      guint child = 2 * place + 1;

      if (child >= self->n)
        break;
      if (child + 1 < self->n && comes_before (self, self->heap[child + 1], self->heap[child]))
        child++;
      if (!comes_before (self, self->heap[child], entry))
        break;
      put (self, place, self->heap[child]);
      place = child;
    }
  put (self, place, entry);
}

void
ls_qss_queue_set (LsQssQueue *self, guint entry, double time)
{
  double before = self->times[entry];

  self->times[entry] = time;
  if (time < before)
    rise (self, self->places[entry], entry);
  else if (time > before)
    sink (self, self->places[entry], entry);
}

guint
ls_qss_queue_list_first (const LsQssQueue *self, guint entries[])
{
  double time = self->times[self->heap[0]];
  guint n = 1;

  /* @entries first holds heap places: only children of an entry with that time can have the same
   * time. */
  entries[0] = 0;
  for (guint k = 0; k < n; k++)
    for (guint child = 2 * entries[k] + 1; child <= 2 * entries[k] + 2 && child < self->n; child++)
      if (self->times[self->heap[child]] == time)
        entries[n++] = child;
  for (guint k = 0; k < n; k++)
    entries[k] = self->heap[entries[k]];
  qsort (entries, n, sizeof (guint), ls_compare_indices);
  return n;
}

void
ls_qss_queue_copy (LsQssQueue *self, const LsQssQueue *from)
{
  memcpy (self->times, from->times, from->n * sizeof (double));
  memcpy (self->heap, from->heap, from->n * sizeof (guint));
  memcpy (self->places, from->places, from->n * sizeof (guint));
}
