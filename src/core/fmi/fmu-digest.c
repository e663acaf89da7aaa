/* What an FMU is, by content: what was unpacked, as it runs. */
#include "core/fmi/fmu-digest.h"

#include <stdio.h>
#include <string.h>

static void
add_file (GChecksum *sum, const char *path)
{
  g_autofree guchar *buffer = g_malloc (65536);
  FILE *file = fopen (path, "rb");
  gsize n;

  while (file != NULL && (n = fread (buffer, 1, 65536, file)) > 0)
    g_checksum_update (sum, buffer, (gssize)n);
  if (file != NULL)
    fclose (file);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Names relative to the FMU, then a null, then the content: no two trees give the same bytes. */
static void
add_folder (GChecksum *sum, const char *path, const char *inside)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GDir *folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  if (folder != NULL)
    g_dir_close (folder);
  g_ptr_array_sort (names, compare);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *full = g_build_filename (path, names->pdata[i], NULL);
      g_autofree char *relative = g_build_filename (inside, names->pdata[i], NULL);
      g_autoptr (GChecksum) own = NULL;

      if (g_file_test (full, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        {
          add_folder (sum, full, relative);
          continue;
        }
      own = g_checksum_new (G_CHECKSUM_SHA256);
      add_file (own, full);
      g_checksum_update (sum, (const guchar *)relative, (gssize)strlen (relative) + 1);
      g_checksum_update (sum, (const guchar *)g_checksum_get_string (own), -1);
    }
}

char *
ls_fmu_digest_folder (const char *directory)
{
  g_return_val_if_fail (directory != NULL, NULL);

  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  add_folder (sum, directory, "");
  return g_strdup (g_checksum_get_string (sum));
}
