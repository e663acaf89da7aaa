#include "app/window/frame.h"
#include "app/base/widgets.h"
#include <string.h>
#include "app/canvas/canvas.h"

static const char KEY[] = "ls-frame";

void
ls_frame_attach (const LsFrame *self)
{
  g_return_if_fail (self != NULL);

  ls_frame_attach_to (self, self->window);
}

void
ls_frame_attach_to (const LsFrame *self, GtkWindow *window)
{
  g_return_if_fail (self != NULL && GTK_IS_WINDOW (window));

  g_object_set_data (G_OBJECT (window), KEY, (gpointer)self);
}

const LsFrame *
ls_frame_find (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  GtkWidget *top = gtk_widget_get_toplevel (widget);

  while (top != NULL && g_object_get_data (G_OBJECT (top), KEY) == NULL)
    top = GTK_IS_WINDOW (top) ? (GtkWidget *)gtk_window_get_transient_for (GTK_WINDOW (top)) : NULL;
  return top != NULL ? g_object_get_data (G_OBJECT (top), KEY) : NULL;
}

gboolean
ls_frame_is_alive (const LsFrame *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return gtk_window_get_application (self->window) != NULL;
}

void
ls_frame_add_actions (const LsFrame *self, const GActionEntry *entries, guint n, gpointer user_data)
{
  g_return_if_fail (self != NULL);

  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, (int)n, user_data);
}

GSimpleAction *
ls_frame_get_action (const LsFrame *self, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);

  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->window), name));
}

void
ls_frame_set_enabled (const LsFrame *self, const char *action, gboolean enabled)
{
  g_return_if_fail (self != NULL);

  g_simple_action_set_enabled (ls_frame_get_action (self, action), enabled);
}

void
ls_frame_command (const LsFrame *self, const char *action, const char *path)
{
  g_return_if_fail (self != NULL);

  g_action_group_activate_action (G_ACTION_GROUP (self->window), action,
                                  path != NULL ? g_variant_new_string (path) : NULL);
}

gboolean
ls_frame_is_start_shown (const LsFrame *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return gtk_stack_get_visible_child (GTK_STACK (self->lower_stack)) == self->start_page;
}

void
ls_frame_leave_start (const LsFrame *self)
{
  g_return_if_fail (self != NULL);

  if (ls_frame_is_start_shown (self))
    ls_frame_show_lower (self, self->plots_box);
}

void
ls_frame_show_lower (const LsFrame *self, GtkWidget *page)
{
  g_return_if_fail (self != NULL);

  gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), page);
}

void
ls_frame_focus_first (const LsFrame *self, GtkWidget *part)
{
  g_return_if_fail (self != NULL);

  ls_widget_focus (self->canvas);
  gtk_widget_child_focus (part, GTK_DIR_TAB_FORWARD);
}

void
ls_frame_focus_lower (const LsFrame *self, GtkWidget *page)
{
  g_return_if_fail (self != NULL);

  ls_frame_show_lower (self, page);
  ls_frame_focus_first (self, page);
}

void
ls_frame_select_component (const LsFrame *self, const char *name)
{
  g_return_if_fail (self != NULL);

  const LsComponent *component
      = ls_model_find_component_by_name (ls_document_get_model (self->document), name);

  if (component != NULL)
    ls_canvas_select_component (LS_CANVAS (self->canvas), component->id, FALSE);
}

char *
ls_frame_get_project (const LsFrame *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  char *name = g_strdup (ls_document_get_title (self->document));
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return name;
}
