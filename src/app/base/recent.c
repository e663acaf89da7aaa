#include "app/base/recent.h"
#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>

static gboolean
is_model (const char *name)
{
  return g_str_has_suffix (name, ".ssp") || g_str_has_suffix (name, ".ssd");
}

void
ls_recent_add (const char *path)
{
  g_return_if_fail (path != NULL);

  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);
  GtkRecentData data = {
    .mime_type = (char *)(g_str_has_suffix (path, ".ssd") ? "application/x-ssp-definition"
                                                          : "application/x-ssp-package"),
    .app_name = (char *)g_get_application_name (),
    .app_exec = (char *)"lockstep-workbench %f",
  };

  if (uri != NULL && is_model (path))
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  time_t x = gtk_recent_info_get_modified ((GtkRecentInfo *)a);
  time_t y = gtk_recent_info_get_modified ((GtkRecentInfo *)b);

  return (x < y) - (x > y);
}

GPtrArray *
ls_recent_list (guint max)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  GList *items = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()),
                              compare_times);

  for (GList *l = items; l != NULL && paths->len < max; l = l->next)
    {
      g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (l->data), NULL, NULL);

      if (path != NULL && is_model (path)
          && gtk_recent_info_has_application (l->data, g_get_application_name ())
          && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  g_list_free_full (items, (GDestroyNotify)gtk_recent_info_unref);
  return paths;
}
