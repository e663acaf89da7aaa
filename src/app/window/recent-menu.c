#include "app/window/recent-menu.h"
#include <glib/gi18n-lib.h>
#include "app/base/folders.h"
#include "app/base/later.h"
#include "app/base/recent.h"
#include "app/document/replaced.h"

#define MAX_RECENT 10

struct _LsRecentMenu
{
  GObject parent_instance;
  const LsFrame *frame;
  guint fill_id;
};

G_DEFINE_TYPE (LsRecentMenu, ls_recent_menu, G_TYPE_OBJECT)

/* Copies of unsaved models that were replaced; (transfer full). */
static GMenuModel *
list_replaced (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GPtrArray) list = ls_replaced_list ();

  for (guint i = 0; i < list->len; i++)
    {
      const LsRecoveryCopy *leftover = g_ptr_array_index (list, i);
      g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (leftover->when);
      g_autofree char *time = g_date_time_format (when, "%x %R");
      g_autoptr (GString) label = g_string_new (NULL);
      g_autoptr (GMenuItem) item = NULL;

      /* Translators: model, date and time. */
      g_string_printf (label, _ ("%s, %s"), leftover->title, time);
      g_string_replace (label, "_", "__", 0); /* escape mnemonics */
      item = g_menu_item_new (label->str, NULL);
      g_menu_item_set_action_and_target (item, "win.open-replaced", "s", leftover->copy);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

void
ls_recent_menu_fill (LsRecentMenu *self)
{
  g_autoptr (GPtrArray) paths = NULL;
  g_autoptr (GMenuModel) replaced = NULL;

  g_return_if_fail (LS_IS_RECENT_MENU (self));

  paths = ls_recent_list (MAX_RECENT);
  replaced = list_replaced ();
  g_menu_remove_all (self->frame->recent_menu);
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autofree char *base = g_path_get_basename (path);
      g_autofree char *name = g_filename_display_name (base);
      g_autoptr (GString) label = g_string_new (name);
      g_autoptr (GMenuItem) item = NULL;

      g_string_replace (label, "_", "__", 0); /* escape mnemonics */
      item = g_menu_item_new (label->str, NULL);
      g_menu_item_set_action_and_target (item, "win.open-path", "s", path);
      g_menu_append_item (self->frame->recent_menu, item);
    }
  if (g_menu_model_get_n_items (replaced) > 0)
    g_menu_append_section (self->frame->recent_menu, _ ("Closed without Saving"), replaced);
}

void
ls_recent_menu_remember (LsRecentMenu *self, const char *path)
{
  g_return_if_fail (LS_IS_RECENT_MENU (self) && path != NULL);

  if (!ls_folders_is_ours (path))
    ls_recent_add (path);
  ls_recent_menu_fill (self);
}

/* After the first frame. */
static gboolean
fill_recent_menu_cb (gpointer user_data)
{
  LsRecentMenu *self = user_data;

  self->fill_id = 0;
  ls_recent_menu_fill (self);
  return G_SOURCE_REMOVE;
}

static void
ls_recent_menu_dispose (GObject *object)
{
  LsRecentMenu *self = LS_RECENT_MENU (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  G_OBJECT_CLASS (ls_recent_menu_parent_class)->dispose (object);
}

static void
ls_recent_menu_class_init (LsRecentMenuClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_recent_menu_dispose;
}

static void
ls_recent_menu_init (G_GNUC_UNUSED LsRecentMenu *self)
{
}

LsRecentMenu *
ls_recent_menu_new (const LsFrame *frame)
{
  LsRecentMenu *self = g_object_new (LS_TYPE_RECENT_MENU, NULL);

  g_return_val_if_fail (frame != NULL, NULL);
  self->frame = frame;
  self->fill_id = ls_later_add (fill_recent_menu_cb, self);
  return self;
}
