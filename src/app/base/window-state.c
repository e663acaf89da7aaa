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

int
ls_window_state_get_number (const char *group, const char *key, int initial)
{
  g_autoptr (GKeyFile) file = read_file ();
  g_autoptr (GError) error = NULL;
  const int value = g_key_file_get_integer (file, group, key, &error);

  return error == NULL ? value : initial;
}

static void
write_file (GKeyFile *file)
{
  g_autofree char *path = get_path ();
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0755) == 0)
    g_key_file_save_to_file (file, path, NULL);
}

void
ls_window_state_set_numbers (const char *group, const char *const *keys, const int values[])
{
  g_autoptr (GKeyFile) file = read_file ();

  for (guint i = 0; keys[i] != NULL; i++)
    g_key_file_set_integer (file, group, keys[i], values[i]);
  write_file (file);
}

void
ls_window_state_set_switch (const char *group, const char *key, gboolean value)
{
  g_autoptr (GKeyFile) file = read_file ();

  g_key_file_set_boolean (file, group, key, value);
  write_file (file);
}
