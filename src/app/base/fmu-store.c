#include "app/base/fmu-store.h"
#include <sys/stat.h>

typedef struct
{
  LsFmu *fmu;      /* or */
  GError *problem; /* why it did not open; returned once */
  struct stat stamp;
} Entry;

static GHashTable *entries; /* path -> Entry */

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (entry->fmu != NULL)
    ls_fmu_unref (entry->fmu);
  g_clear_error (&entry->problem);
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

static void
put (const char *path, LsFmu *fmu, const GError *problem)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  Entry *entry = g_new0 (Entry, 1);

  if (entries == NULL)
    entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  entry->fmu = fmu != NULL ? ls_fmu_ref (fmu) : NULL;
  entry->problem = problem != NULL ? g_error_copy (problem) : NULL;
  if (stat (absolute, &entry->stamp) != 0)
    entry->stamp.st_size = -1;
  g_hash_table_replace (entries, g_steal_pointer (&absolute), entry);
}

void
ls_fmu_store_put (const char *path, LsFmu *fmu)
{
  put (path, fmu, NULL);
}

void
ls_fmu_store_put_problem (const char *path, const GError *problem)
{
  put (path, NULL, problem);
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

  if (entry != NULL && entry->fmu != NULL)
    return ls_fmu_ref (entry->fmu);
  if (entry != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&entry->problem));
      g_hash_table_remove (entries, absolute);
      return NULL;
    }
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
