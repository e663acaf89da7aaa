/* Binaries compiled from the sources of FMUs. */
#include "core/fmi/compiled.h"

#include "core/helper/isolation.h"

/* Folders that helpers may read; they stay until the program ends. */
static GMutex lock;
static GHashTable *shown;

char *
ls_compiled_make_path (const char *digest, const char *platform, const char *identifier)
{
  g_return_val_if_fail (digest != NULL && platform != NULL && identifier != NULL, NULL);

  g_autofree char *file = g_strconcat (identifier, ".so", NULL);

  return g_build_filename (g_get_user_cache_dir (), "lockstep", "compiled", digest, platform, file,
                           NULL);
}

static void
show_to_helpers (const char *folder)
{
  g_mutex_lock (&lock);
  if (shown == NULL)
    shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_add (shown, g_strdup (folder)))
    ls_isolation_add_folder (folder);
  g_mutex_unlock (&lock);
}

char *
ls_compiled_find (const char *digest, const char *platform, const char *identifier)
{
  g_autofree char *path = ls_compiled_make_path (digest, platform, identifier);
  g_autofree char *folder = g_path_get_dirname (path);

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  show_to_helpers (folder);
  return g_steal_pointer (&path);
}
