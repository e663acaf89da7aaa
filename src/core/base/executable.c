#include "core/base/executable.h"

char *
ls_executable_get_folder (void)
{
  g_autofree char *executable = g_file_read_link ("/proc/self/exe", NULL);

  return executable != NULL ? g_path_get_dirname (executable) : g_strdup (".");
}

/* Built programs are in src/cli, src/app and below tests. */
static gboolean
is_build_tree (const char *root)
{
  g_autofree char *mark = g_build_filename (root, "meson-private", NULL);

  return g_file_test (mark, G_FILE_TEST_IS_DIR);
}

char *
ls_executable_find_built (const char *path)
{
  g_autofree char *folder = ls_executable_get_folder ();
  g_autofree char *root = g_build_filename (folder, "..", "..", NULL);

  return is_build_tree (root) ? g_build_filename (root, path, NULL) : NULL;
}

char *
ls_executable_find_shared (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autofree char *folder = ls_executable_get_folder ();

  return g_build_filename (folder, "..", "share", path, NULL);
}

char *
ls_executable_find_helper (const char *room, const char *name)
{
  g_autofree char *folder = ls_executable_get_folder ();
  g_autofree char *beside = g_build_filename (folder, "..", "libexec", name, NULL);

  for (int i = 0; i < 6; i++)
    {
      char *up;

      if (is_build_tree (folder))
        return g_build_filename (folder, "src", room, name, NULL);
      up = g_path_get_dirname (folder);
      g_free (folder);
      folder = up;
    }
  return g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE)
             ? g_steal_pointer (&beside)
             : g_build_filename (LS_LIBEXEC_DIR, name, NULL);
}
