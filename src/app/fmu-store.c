#include "app/fmu-store.h"
#include <sys/stat.h>

typedef struct
{
  LsFmu *fmu;
  struct stat stamp;
} Entry;

static GHashTable *entries; /* path -> Entry */

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  ls_fmu_unref (entry->fmu);
  g_free (entry);
}

LsFmu *
ls_fmu_store_get (const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  struct stat stamp = { 0 };
  Entry *entry;
  LsFmu *fmu;

  if (entries == NULL)
    entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  entry = g_hash_table_lookup (entries, absolute);
  if (entry != NULL && stat (absolute, &stamp) == 0 && stamp.st_size == entry->stamp.st_size
      && stamp.st_mtim.tv_sec == entry->stamp.st_mtim.tv_sec
      && stamp.st_mtim.tv_nsec == entry->stamp.st_mtim.tv_nsec)
    return ls_fmu_ref (entry->fmu);

  fmu = ls_fmu_open (absolute, error);
  if (fmu == NULL)
    return NULL;
  entry = g_new0 (Entry, 1);
  entry->fmu = ls_fmu_ref (fmu);
  if (stat (absolute, &entry->stamp) != 0)
    entry->stamp.st_size = -1;
  g_hash_table_replace (entries, g_steal_pointer (&absolute), entry);
  return fmu;
}

void
ls_fmu_store_clear (void)
{
  g_clear_pointer (&entries, g_hash_table_unref);
}
