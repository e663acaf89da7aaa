#include "app/panel/library-heading.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"

typedef struct
{
  const LsLibraryHeadingFuncs *funcs;
  gpointer library;
  char *folder; /* (nullable) */
} Heading;

static void
heading_free (gpointer data)
{
  Heading *self = data;

  g_free (self->folder);
  g_free (self);
}

void
ls_library_heading_show_folding (GtkWidget *heading, gboolean open)
{
  g_return_if_fail (GTK_IS_WIDGET (heading));

  GtkWidget *arrow = g_object_get_data (G_OBJECT (heading), "arrow");
  AtkObject *accessible = gtk_widget_get_accessible (heading);

  gtk_image_set_from_icon_name (GTK_IMAGE (arrow), open ? "pan-down-symbolic" : "pan-end-symbolic",
                                GTK_ICON_SIZE_MENU);
  atk_object_set_description (accessible, open ? _ ("Unfolded") : _ ("Folded"));
  gtk_widget_set_tooltip_text (heading, open ? _ ("Press Return to fold this section")
                                             : _ ("Press Return to unfold this section"));
}

/* GtkEventBox within the row, which gets no button events itself. The press is handled here,
 * since the list would need a second click. */
static gboolean
press_cb (GtkWidget *event_box, GdkEventButton *event, Heading *self)
{
  GtkWidget *row = gtk_widget_get_parent (event_box);

  if (event->button != GDK_BUTTON_PRIMARY)
    return GDK_EVENT_PROPAGATE;
  if (event->type == GDK_BUTTON_PRESS)
    {
      gtk_list_box_select_row (GTK_LIST_BOX (gtk_widget_get_parent (row)), GTK_LIST_BOX_ROW (row));
      gtk_widget_grab_focus (row);
      self->funcs->fold (self->library, row, -1);
    }
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (GtkWidget *row, GdkEventKey *event, Heading *self)
{
  if (event->keyval != GDK_KEY_Left && event->keyval != GDK_KEY_Right)
    return GDK_EVENT_PROPAGATE;
  self->funcs->fold (self->library, row, event->keyval == GDK_KEY_Right);
  return GDK_EVENT_STOP;
}

/* @self may be freed with its row. */
static void
remove_clicked_cb (Heading *self)
{
  g_autofree char *folder = g_strdup (self->folder);

  self->funcs->remove (self->library, folder);
}

static GtkWidget *
remove_button_new (Heading *self, const char *title)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic", GTK_ICON_SIZE_MENU);
  g_autofree char *name = g_strdup_printf (_ ("Remove %s from the library"), title);

  gtk_button_set_relief (GTK_BUTTON (button), GTK_RELIEF_NONE);
  gtk_widget_set_tooltip_text (button, name);
  ls_widget_set_accessible_name (button, name);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_clicked_cb), self);
  return button;
}

GtkWidget *
ls_library_heading_new (const char *section,
                        const char *title,
                        const char *folder,
                        const LsLibraryHeadingFuncs *funcs,
                        gpointer library)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *event_box = gtk_event_box_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *arrow = gtk_image_new ();
  GtkWidget *label = gtk_label_new (title);
  Heading *self = g_new (Heading, 1);

  *self = (Heading){ funcs, library, g_strdup (folder) };
  g_object_set_data_full (G_OBJECT (row), "heading", self, heading_free);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_style_context_add_class (gtk_widget_get_style_context (box), "heading");
  gtk_container_add (GTK_CONTAINER (box), arrow);
  gtk_box_pack_start (GTK_BOX (box), label, TRUE, TRUE, 0);
  if (folder != NULL)
    gtk_box_pack_end (GTK_BOX (box), remove_button_new (self, title), FALSE, FALSE, 0);
  /* A visible GtkEventBox hides its children from AT-SPI. */
  gtk_event_box_set_visible_window (GTK_EVENT_BOX (event_box), FALSE);
  gtk_container_add (GTK_CONTAINER (event_box), box);
  gtk_container_add (GTK_CONTAINER (row), event_box);
  ls_widget_set_accessible_name (row, title);
  g_object_set_data_full (G_OBJECT (row), "section", g_strdup (section), g_free);
  g_object_set_data (G_OBJECT (row), "arrow", arrow);
  g_signal_connect (event_box, "button-press-event", G_CALLBACK (press_cb), self);
  g_signal_connect (row, "key-press-event", G_CALLBACK (key_cb), self);
  gtk_widget_show_all (row);
  return row;
}

GtkWidget *
ls_library_remark_new (const char *section, const char *text)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label = ls_label_new_wrapped (text, TRUE);

  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_container_set_border_width (GTK_CONTAINER (row), 6);
  gtk_container_add (GTK_CONTAINER (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  ls_widget_set_accessible_name (row, text);
  g_object_set_data_full (G_OBJECT (row), "section", g_strdup (section), g_free);
  g_object_set_data (G_OBJECT (row), "remark", row);
  gtk_widget_show_all (row);
  return row;
}

gboolean
ls_library_is_remark (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "remark") != NULL;
}
