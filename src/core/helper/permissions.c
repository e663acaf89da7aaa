#include "core/helper/permissions.h"

#include "core/base/status.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ALLOW "allow"
#define FILE_NAME "file"
#define FOLDERS "folders"
#define FOLDER "folder="

static GMutex lock;

static char *
get_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "lockstep", "permissions.ini", NULL);
}

/* A file that cannot be read allows nothing. */
static GKeyFile *
load (void)
{
  GKeyFile *file = g_key_file_new ();
  g_autofree char *path = get_path ();

  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL);
  return file;
}

static gboolean
save (GKeyFile *file, GError **error)
{
  g_autofree char *path = get_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) problem = NULL;

  if (g_mkdir_with_parents (folder, 0700) == 0 && g_key_file_save_to_file (file, path, &problem))
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: cannot be written%s%s"), path,
               problem != NULL ? ": " : "", problem != NULL ? problem->message : "");
  return FALSE;
}

void
ls_permission_free (LsPermission *self)
{
  if (self == NULL)
    return;
  g_free (self->digest);
  g_free (self->file);
  g_strfreev (self->folders);
  g_free (self);
}

static LsPermission *
read_one (GKeyFile *file, const char *digest)
{
  LsPermission *self;
  g_auto (GStrv) names = g_key_file_get_string_list (file, digest, ALLOW, NULL, NULL);

  if (!g_key_file_has_group (file, digest))
    return NULL;
  self = g_new0 (LsPermission, 1);
  self->digest = g_strdup (digest);
  self->file = g_key_file_get_string (file, digest, FILE_NAME, NULL);
  if (self->file == NULL)
    self->file = g_strdup ("");
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    self->allowed |= ls_isolation_find_permission (names[i]);
  self->folders = g_key_file_get_string_list (file, digest, FOLDERS, NULL, NULL);
  if (self->folders == NULL)
    self->folders = g_new0 (char *, 1);
  return self;
}

GPtrArray *
ls_permissions_list (void)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_permission_free);
  g_autoptr (GKeyFile) file = NULL;
  g_auto (GStrv) digests = NULL;

  g_mutex_lock (&lock);
  file = load ();
  g_mutex_unlock (&lock);
  digests = g_key_file_get_groups (file, NULL);
  for (guint i = 0; digests[i] != NULL; i++)
    g_ptr_array_add (all, read_one (file, digests[i]));
  return all;
}

gboolean
ls_permissions_exist (void)
{
  g_autofree char *path = get_path ();

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

LsPermission *
ls_permissions_find (const char *digest)
{
  g_autoptr (GKeyFile) file = NULL;

  g_return_val_if_fail (digest != NULL, NULL);

  g_mutex_lock (&lock);
  file = load ();
  g_mutex_unlock (&lock);
  return read_one (file, digest);
}

/* Adds @text to a list, if it is not in it. */
static void
add (GKeyFile *file, const char *digest, const char *key, const char *text)
{
  g_auto (GStrv) texts = g_key_file_get_string_list (file, digest, key, NULL, NULL);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    if (!g_str_equal (texts[i], text))
      g_ptr_array_add (list, texts[i]);
  g_ptr_array_add (list, (char *)text);
  g_key_file_set_string_list (file, digest, key, (const char *const *)list->pdata, list->len);
}

static gboolean
add_what (GKeyFile *file, const char *digest, const char *what, GError **error)
{
  g_autofree char *folder = NULL;

  if (g_str_has_prefix (what, FOLDER))
    {
      folder = g_canonicalize_filename (what + strlen (FOLDER), NULL);
      if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
        {
          g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("%s: is not a folder"), folder);
          return FALSE;
        }
      add (file, digest, FOLDERS, folder);
      return TRUE;
    }
  if (ls_isolation_find_permission (what) == 0)
    {
      g_set_error (
          error, LS_ERROR, LS_ERROR_ARGUMENT,
          _ ("“%s” is not a permission; expected network, programs, files, all or folder=PATH"),
          what);
      return FALSE;
    }
  add (file, digest, ALLOW, what);
  return TRUE;
}

gboolean
ls_permissions_grant (const char *digest, const char *file, const char *what, GError **error)
{
  g_autoptr (GKeyFile) all = NULL;
  gboolean done;

  g_return_val_if_fail (digest != NULL && file != NULL && what != NULL, FALSE);

  g_mutex_lock (&lock);
  all = load ();
  done = add_what (all, digest, what, error);
  if (done && *file != '\0')
    g_key_file_set_string (all, digest, FILE_NAME, file);
  done = done && save (all, error);
  g_mutex_unlock (&lock);
  return done;
}

gboolean
ls_permissions_revoke (const char *digest, GError **error)
{
  g_autoptr (GKeyFile) all = NULL;
  gboolean done;

  g_return_val_if_fail (digest != NULL, FALSE);

  g_mutex_lock (&lock);
  all = load ();
  done = g_key_file_remove_group (all, digest, NULL);
  if (!done)
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("the FMU %s has no permissions"), digest);
  done = done && save (all, error);
  g_mutex_unlock (&lock);
  return done;
}

char *
ls_permission_describe (const LsPermission *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  GString *text = g_string_new (NULL);

  for (guint bit = 1; bit <= self->allowed; bit <<= 1)
    if ((self->allowed & bit) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              ls_isolation_name_permission (bit));
  for (guint i = 0; self->folders[i] != NULL; i++)
    g_string_append_printf (text, "%s" FOLDER "%s", text->len > 0 ? ", " : "", self->folders[i]);
  return g_string_free (text, FALSE);
}
