/* Files for targets that read files. */
#include "fuzz.h"

#include "core/base/tempdir.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static LsTempdir *folder;
static GHashTable *paths; /* name -> path */

static void
leave (void)
{
  g_clear_pointer (&paths, g_hash_table_unref);
  g_clear_pointer (&folder, ls_tempdir_unref);
}

const char *
fuzz_folder (void)
{
  if (folder == NULL)
    {
      /* Files in memory are written ten times as fast. */
      if (g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR))
        g_setenv ("TMPDIR", "/dev/shm", FALSE);
      folder = ls_tempdir_new (NULL);
      g_assert_nonnull (folder);
      paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      atexit (leave);
    }
  return ls_tempdir_get_path (folder);
}

const char *
fuzz_write (const char *name, const void *data, gsize size)
{
  const char *root = fuzz_folder ();
  char *path = g_hash_table_lookup (paths, name);
  int file;

  if (path == NULL)
    {
      g_autofree char *parent = NULL;

      path = g_build_filename (root, name, NULL);
      g_hash_table_insert (paths, g_strdup (name), path);
      parent = g_path_get_dirname (path);
      g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
    }
  file = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  g_assert_cmpint (file, >=, 0);
  g_assert_cmpint (write (file, data, size), ==, (gssize)size);
  close (file);
  return path;
}
