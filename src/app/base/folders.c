#include "app/base/folders.h"
#include <string.h>
#include "core/base/places.h"

static gboolean
is_within (const char *path, const char *folder)
{
  const gsize n = folder != NULL ? strlen (folder) : 0;

  return n > 0 && strncmp (path, folder, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

gboolean
ls_folders_is_ours (const char *path)
{
  g_autofree char *absolute = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;
  g_autofree char *models = ls_places_find_models ();
  g_autofree char *lessons = ls_places_find_lessons ();
  g_autofree char *help = ls_places_find_help ();

  return absolute != NULL
         && (is_within (absolute, models) || is_within (absolute, lessons)
             || is_within (absolute, help));
}

char *
ls_folders_get_documents (void)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  return g_strdup (documents != NULL && g_file_test (documents, G_FILE_TEST_IS_DIR)
                       ? documents
                       : g_get_home_dir ());
}
