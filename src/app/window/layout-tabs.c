#include "app/window/layout-tabs.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/widgets.h"

struct _LsLayoutTabs
{
  GtkNotebook parent_instance;
  gboolean is_showing; /* tabs are changed, but not by the user */
};

G_DEFINE_TYPE (LsLayoutTabs, ls_layout_tabs, GTK_TYPE_NOTEBOOK)

static guint chosen_signal, moved_signal, renamed_signal;

static void
switch_page_cb (LsLayoutTabs *self, G_GNUC_UNUSED GtkWidget *page, guint index)
{
  if (!self->is_showing)
    g_signal_emit (self, chosen_signal, 0, index);
}

static void
reordered_cb (LsLayoutTabs *self, GtkWidget *page, guint to)
{
  const guint from = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (page), "index"));

  if (!self->is_showing && from != to)
    g_signal_emit (self, moved_signal, 0, from, to);
}

/* A menu of the commands for layouts, as in the main menu. */
static gboolean
pressed_cb (LsLayoutTabs *self, GdkEventButton *event)
{
  g_autoptr (GMenu) menu = NULL;
  GtkWidget *popup;

  if (event->button != GDK_BUTTON_SECONDARY || event->type != GDK_BUTTON_PRESS)
    return GDK_EVENT_PROPAGATE;
  menu = g_menu_new ();
  g_menu_append (menu, _ ("_Rename Layout…"), "win.rename-layout");
  g_menu_append (menu, _ ("Move _Left"), "win.shift-layout(-1)");
  g_menu_append (menu, _ ("Move Ri_ght"), "win.shift-layout(1)");
  g_menu_append (menu, _ ("_Close Layout"), "win.close-layout");
  popup = gtk_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_menu_attach_to_widget (GTK_MENU (popup), GTK_WIDGET (self), NULL);
  ls_menu_destroy_when_hidden (popup);
  gtk_menu_popup_at_pointer (GTK_MENU (popup), (GdkEvent *)event);
  return GDK_EVENT_STOP;
}

static void
add_tab (LsLayoutTabs *self, guint index)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *label = gtk_label_new (NULL);

  gtk_widget_show (page);
  g_object_set_data (G_OBJECT (page), "index", GUINT_TO_POINTER (index));
  gtk_notebook_append_page (GTK_NOTEBOOK (self), page, label);
  gtk_notebook_set_tab_reorderable (GTK_NOTEBOOK (self), page, TRUE);
}

void
ls_layout_tabs_show (LsLayoutTabs *self, const GPtrArray *layouts, guint shown)
{
  g_return_if_fail (LS_IS_LAYOUT_TABS (self) && layouts != NULL);

  GtkNotebook *notebook = GTK_NOTEBOOK (self);

  self->is_showing = TRUE;
  while (gtk_notebook_get_n_pages (notebook) > (int)layouts->len)
    gtk_notebook_remove_page (notebook, -1);
  while (gtk_notebook_get_n_pages (notebook) < (int)layouts->len)
    add_tab (self, (guint)gtk_notebook_get_n_pages (notebook));
  for (guint i = 0; i < layouts->len; i++)
    {
      GtkWidget *page = gtk_notebook_get_nth_page (notebook, (int)i);

      g_object_set_data (G_OBJECT (page), "index", GUINT_TO_POINTER (i));
      gtk_notebook_set_tab_label_text (notebook, page, ((const LsLayout *)layouts->pdata[i])->name);
    }
  gtk_notebook_set_current_page (notebook, (int)shown);
  gtk_widget_set_visible (GTK_WIDGET (self), layouts->len > 1);
  self->is_showing = FALSE;
}

static void
rename_response_cb (LsLayoutTabs *self, int response, GtkWidget *dialog)
{
  const char *name = gtk_entry_get_text (g_object_get_data (G_OBJECT (dialog), "entry"));

  if (response == GTK_RESPONSE_ACCEPT && *name != '\0')
    g_signal_emit (self, renamed_signal, 0, name);
  gtk_widget_destroy (dialog);
}

void
ls_layout_tabs_rename (LsLayoutTabs *self, const char *name)
{
  g_return_if_fail (LS_IS_LAYOUT_TABS (self) && name != NULL);

  GtkWidget *window = gtk_widget_get_toplevel (GTK_WIDGET (self));
  GtkWidget *dialog = gtk_dialog_new_with_buttons (
      _ ("Rename Layout"), GTK_WINDOW (window),
      GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT | GTK_DIALOG_USE_HEADER_BAR, _ ("_Cancel"),
      GTK_RESPONSE_CANCEL, _ ("_Rename"), GTK_RESPONSE_ACCEPT, NULL);
  GtkWidget *entry = gtk_entry_new ();
  GtkBox *content = GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (dialog)));

  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  gtk_entry_set_text (GTK_ENTRY (entry), name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_margin_start (entry, 12);
  gtk_widget_set_margin_end (entry, 12);
  gtk_widget_set_margin_top (entry, 12);
  gtk_widget_set_margin_bottom (entry, 12);
  ls_widget_set_accessible_name (entry, _ ("Name of the layout"));
  gtk_box_pack_start (content, entry, FALSE, TRUE, 0);
  gtk_widget_show (entry);
  g_object_set_data (G_OBJECT (dialog), "entry", entry);
  g_signal_connect_object (dialog, "response", G_CALLBACK (rename_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_show (dialog);
}

static void
ls_layout_tabs_class_init (LsLayoutTabsClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  chosen_signal = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_UINT);
  moved_signal = g_signal_new ("moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               2, G_TYPE_UINT, G_TYPE_UINT);
  renamed_signal = g_signal_new ("renamed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ls_layout_tabs_init (LsLayoutTabs *self)
{
  gtk_notebook_set_show_border (GTK_NOTEBOOK (self), FALSE);
  gtk_notebook_set_scrollable (GTK_NOTEBOOK (self), TRUE);
  ls_widget_set_accessible_name (GTK_WIDGET (self), _ ("Layouts of plots"));
  g_signal_connect (self, "switch-page", G_CALLBACK (switch_page_cb), NULL);
  g_signal_connect (self, "page-reordered", G_CALLBACK (reordered_cb), NULL);
  g_signal_connect (self, "button-press-event", G_CALLBACK (pressed_cb), NULL);
}

GtkWidget *
ls_layout_tabs_new (void)
{
  return g_object_new (LS_TYPE_LAYOUT_TABS, NULL);
}
