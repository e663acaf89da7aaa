#include "core/base/log-book.h"

#include <string.h>

struct LsLogBook
{
  gatomicrefcount ref_count;
  GMutex lock;        /* guards the members below */
  GPtrArray *entries; /* LsKeptEntry */
  GHashTable *known;  /* the same entries, keyed by all members except time and count */
  guint64 n_more;
};

static guint
hash_text (const char *text)
{
  return text != NULL ? g_str_hash (text) : 0;
}

static guint
hash (gconstpointer key)
{
  const LsLogEntry *entry = &((const LsKeptEntry *)key)->entry;

  return hash_text (entry->message) ^ 31 * hash_text (entry->component) ^ entry->level;
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  const LsLogEntry *one = &((const LsKeptEntry *)a)->entry;
  const LsLogEntry *other = &((const LsKeptEntry *)b)->entry;

  return one->level == other->level && g_strcmp0 (one->message, other->message) == 0
         && g_strcmp0 (one->component, other->component) == 0
         && g_strcmp0 (one->call, other->call) == 0;
}

static void
kept_entry_free (gpointer data)
{
  LsKeptEntry *self = data;

  g_free ((char *)self->entry.component);
  g_free ((char *)self->entry.call);
  g_free ((char *)self->entry.message);
  g_free (self);
}

LsLogBook *
ls_log_book_new (void)
{
  LsLogBook *self = g_new0 (LsLogBook, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->entries = g_ptr_array_new_with_free_func (kept_entry_free);
  self->known = g_hash_table_new (hash, are_equal);
  return self;
}

LsLogBook *
ls_log_book_ref (LsLogBook *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_log_book_unref (LsLogBook *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->entries);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static LsKeptEntry *
kept_entry_new (const LsLogEntry *entry)
{
  LsKeptEntry *self = g_new (LsKeptEntry, 1);

  *self = (LsKeptEntry){ *entry, 1 };
  self->entry.component = g_strdup (entry->component);
  self->entry.call = g_strdup (entry->call);
  self->entry.message = g_strdup (entry->message);
  return self;
}

void
ls_log_book_add (LsLogBook *self, const LsLogEntry *entry)
{
  g_return_if_fail (self != NULL && entry != NULL);

  const LsKeptEntry wanted = { *entry, 1 };
  LsKeptEntry *kept;

  g_mutex_lock (&self->lock);
  kept = g_hash_table_lookup (self->known, &wanted);
  if (kept != NULL)
    kept->count++;
  else if (self->entries->len < LS_LOG_BOOK_MAX)
    {
      kept = kept_entry_new (entry);
      g_ptr_array_add (self->entries, kept);
      g_hash_table_add (self->known, kept);
    }
  else
    self->n_more++;
  g_mutex_unlock (&self->lock);
}

guint
ls_log_book_get_n (LsLogBook *self)
{
  g_return_val_if_fail (self != NULL, 0);

  guint n;

  g_mutex_lock (&self->lock);
  n = self->entries->len;
  g_mutex_unlock (&self->lock);
  return n;
}

const LsKeptEntry *
ls_log_book_get (LsLogBook *self, guint index)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsKeptEntry *kept;

  g_mutex_lock (&self->lock);
  kept = g_ptr_array_index (self->entries, index);
  g_mutex_unlock (&self->lock);
  return kept;
}

guint64
ls_log_book_get_n_more (LsLogBook *self)
{
  g_return_val_if_fail (self != NULL, 0);

  guint64 n_more;

  g_mutex_lock (&self->lock);
  n_more = self->n_more;
  g_mutex_unlock (&self->lock);
  return n_more;
}
