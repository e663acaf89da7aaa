#include "app/base/window-state.h"

static char *
get_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "lockstep", "workbench.ini", NULL);
}

static GKeyFile *
read_file (void)
{
  GKeyFile *file = g_key_file_new ();
  g_autofree char *path = get_path ();

  /* A missing or invalid file means initial values. */
  g_key_file_load_from_file (file, path, G_KEY_FILE_KEEP_COMMENTS, NULL);
  return file;
}

gboolean
ls_window_state_get_switch (const char *group, const char *key, gboolean initial)
{
  g_autoptr (GKeyFile) file = read_file ();
  g_autoptr (GError) error = NULL;
  gboolean value = g_key_file_get_boolean (file, group, key, &error);

  return error == NULL ? value : initial;
}

void
ls_window_state_set_switch (const char *group, const char *key, gboolean value)
{
  g_autoptr (GKeyFile) file = read_file ();
  g_autofree char *path = get_path ();
  g_autofree char *folder = g_path_get_dirname (path);

  g_key_file_set_boolean (file, group, key, value);
  if (g_mkdir_with_parents (folder, 0755) == 0)
    g_key_file_save_to_file (file, path, NULL);
}
