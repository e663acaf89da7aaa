/* They are rare, so one lock does: a list of rows for each column that has some. */
#include "core/record/trace-integers.h"

typedef struct
{
  gsize row;
  LsInteger value;
} Entry;

struct LsTraceIntegers
{
  GMutex lock;
  GHashTable *columns; /* column -> GArray of Entry, by increasing rows */
  gsize n;
};

LsTraceIntegers *
ls_trace_integers_new (void)
{
  LsTraceIntegers *self = g_new0 (LsTraceIntegers, 1);

  g_mutex_init (&self->lock);
  self->columns = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  return self;
}

void
ls_trace_integers_free (LsTraceIntegers *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->columns);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Number of entries before @row. */
static guint
count_before (const GArray *entries, gsize row)
{
  guint low = 0, high = entries->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (entries, Entry, middle).row < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
ls_trace_integers_add (LsTraceIntegers *self, guint column, gsize row, LsInteger value)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  GArray *entries = g_hash_table_lookup (self->columns, GUINT_TO_POINTER (column));
  const Entry entry = { row, value };

  if (entries == NULL)
    {
      entries = g_array_new (FALSE, FALSE, sizeof (Entry));
      g_hash_table_insert (self->columns, GUINT_TO_POINTER (column), entries);
    }
  if (entries->len > 0 && g_array_index (entries, Entry, entries->len - 1).row == row)
    g_array_set_size (entries, entries->len - 1);
  else
    self->n++;
  g_array_append_val (entries, entry);
}

gboolean
ls_trace_integers_get (LsTraceIntegers *self, guint column, gsize row, LsInteger *value)
{
  g_return_val_if_fail (self != NULL && value != NULL, FALSE);

  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  const GArray *entries = g_hash_table_lookup (self->columns, GUINT_TO_POINTER (column));
  const guint at = entries != NULL ? count_before (entries, row) : 0;

  if (entries == NULL || at == entries->len || g_array_index (entries, Entry, at).row != row)
    return FALSE;
  *value = g_array_index (entries, Entry, at).value;
  return TRUE;
}

gsize
ls_trace_integers_get_size (LsTraceIntegers *self)
{
  g_return_val_if_fail (self != NULL, 0);

  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);

  return self->n * sizeof (Entry);
}
