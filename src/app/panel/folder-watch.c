#include "app/panel/folder-watch.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include "app/panel/library-row.h"

/* Exporting tools write in several steps; list the folders after this time without changes,
 * ms. */
#define QUIET_TIME 300
/* Maximum delay after the first change, µs: some tools write continuously. */
#define LONGEST_WAIT (3 * G_TIME_SPAN_SECOND)

struct LsFolderWatch
{
  char **folders;
  GPtrArray *monitors; /* GFileMonitor */
  char *listed;        /* last listing, with sizes and times */
  guint look_id;
  gint64 first; /* first change since the last listing, µs; 0: none */
  void (*changed) (gpointer user_data);
  gpointer user_data;
};

static void
add_files (GString *text, const char *folder, gboolean fmus)
{
  g_autoptr (GPtrArray) names = ls_library_list_names (folder, fmus);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
      GStatBuf info = { 0 };

      if (g_stat (path, &info) == 0)
        g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld\n",
                                (const char *)g_ptr_array_index (names, i), (gint64)info.st_size,
                                (gint64)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
    }
}

/* Lists all files with sizes and times. (transfer full) */
static char *
list (const LsFolderWatch *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; self->folders[i] != NULL; i++)
    {
      g_string_append_printf (text, "%s %d\n", self->folders[i],
                              g_access (self->folders[i], R_OK | X_OK));
      add_files (text, self->folders[i], TRUE);
      add_files (text, self->folders[i], FALSE);
    }
  return g_string_free (text, FALSE);
}

static gboolean
look_cb (gpointer user_data)
{
  LsFolderWatch *self = user_data;
  g_autofree char *now = list (self);

  self->look_id = 0;
  self->first = 0;
  if (g_str_equal (now, self->listed))
    return G_SOURCE_REMOVE;
  g_free (self->listed);
  self->listed = g_steal_pointer (&now);
  self->changed (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (LsFolderWatch *self)
{
  const gint64 now = g_get_monotonic_time ();

  if (self->first == 0)
    self->first = now;
  if (self->look_id != 0 && now - self->first > LONGEST_WAIT)
    return;
  g_clear_handle_id (&self->look_id, g_source_remove);
  self->look_id = g_timeout_add (QUIET_TIME, look_cb, self);
}

LsFolderWatch *
ls_folder_watch_new (const char *const *folders,
                     void (*changed) (gpointer user_data),
                     gpointer user_data)
{
  LsFolderWatch *self = g_new0 (LsFolderWatch, 1);

  g_return_val_if_fail (folders != NULL, NULL);
  self->folders = g_strdupv ((char **)folders);
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->changed = changed;
  self->user_data = user_data;
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autoptr (GFile) folder = g_file_new_for_path (folders[i]);
      GFileMonitor *monitor
          = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

      if (monitor == NULL)
        continue;
      g_signal_connect_swapped (monitor, "changed", G_CALLBACK (changed_cb), self);
      g_ptr_array_add (self->monitors, monitor);
    }
  self->listed = list (self);
  return self;
}

void
ls_folder_watch_free (LsFolderWatch *self)
{
  for (guint i = 0; i < self->monitors->len; i++)
    {
      g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->monitors, i), self);
      g_file_monitor_cancel (g_ptr_array_index (self->monitors, i));
    }
  g_clear_handle_id (&self->look_id, g_source_remove);
  g_ptr_array_unref (self->monitors);
  g_strfreev (self->folders);
  g_free (self->listed);
  g_free (self);
}
