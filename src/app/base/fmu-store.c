#include "app/base/fmu-store.h"
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

static Entry *
find_fresh (const char *absolute)
{
  struct stat stamp = { 0 };
  Entry *entry = entries != NULL ? g_hash_table_lookup (entries, absolute) : NULL;

  if (entry != NULL && stat (absolute, &stamp) == 0 && stamp.st_size == entry->stamp.st_size
      && stamp.st_mtim.tv_sec == entry->stamp.st_mtim.tv_sec
      && stamp.st_mtim.tv_nsec == entry->stamp.st_mtim.tv_nsec)
    return entry;
  return NULL;
}

void
ls_fmu_store_put (const char *path, LsFmu *fmu)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  Entry *entry = g_new0 (Entry, 1);

  if (entries == NULL)
    entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  entry->fmu = ls_fmu_ref (fmu);
  if (stat (absolute, &entry->stamp) != 0)
    entry->stamp.st_size = -1;
  g_hash_table_replace (entries, g_steal_pointer (&absolute), entry);
}

gboolean
ls_fmu_store_has (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  return find_fresh (absolute) != NULL;
}

LsFmu *
ls_fmu_store_get (const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  Entry *entry = find_fresh (absolute);
  LsFmu *fmu;

  if (entry != NULL)
    return ls_fmu_ref (entry->fmu);
  fmu = ls_fmu_open (absolute, error);
  if (fmu != NULL)
    ls_fmu_store_put (absolute, fmu);
  return fmu;
}

void
ls_fmu_store_clear (void)
{
  g_clear_pointer (&entries, g_hash_table_unref);
}
