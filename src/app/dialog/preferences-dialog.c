#include "app/dialog/preferences-dialog.h"
#include <glib/gi18n-lib.h>
#include "app/base/preferences.h"
#include "app/base/widgets.h"

static void
add_row (GtkWidget *grid, int row, const char *text, GtkWidget *control)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_valign (label, GTK_IS_BOX (control) ? GTK_ALIGN_START : GTK_ALIGN_CENTER);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), control);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), control, 1, row, 1, 1);
}

static GtkWidget *
appearance_new (GSettings *settings)
{
  GtkWidget *combo = gtk_combo_box_text_new ();

  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), "system", _ ("As the desktop"));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), "light", _ ("Light"));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), "dark", _ ("Dark"));
  g_settings_bind (settings, "appearance", combo, "active-id", G_SETTINGS_BIND_DEFAULT);
  ls_widget_set_accessible_name (combo, _ ("Appearance"));
  return combo;
}

static GtkWidget *
copies_new (GSettings *settings)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic (_ ("Keep copies of _unsaved work"));

  gtk_widget_set_tooltip_text (check,
                               _ ("Offered at the next start if the program ends unexpectedly"));
  g_settings_bind (settings, "keep-copies", check, "active", G_SETTINGS_BIND_DEFAULT);
  return check;
}

static void
fill_folders (GtkWidget *list)
{
  g_auto (GStrv) folders = ls_preferences_get_folders ();

  ls_container_clear (list);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_name (folders[i]);
      GtkWidget *label = gtk_label_new (name);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_START);
      gtk_widget_show (label);
      gtk_container_add (GTK_CONTAINER (list), label);
      ls_widget_set_accessible_name (gtk_widget_get_parent (label), name);
    }
}

static void
remove_cb (GtkWidget *list)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (list));
  g_auto (GStrv) folders = ls_preferences_get_folders ();
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  int index = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  for (int i = 0; folders[i] != NULL; i++)
    if (i != index)
      g_ptr_array_add (left, folders[i]);
  g_ptr_array_add (left, NULL);
  ls_preferences_set_folders ((char **)left->pdata);
}

static void
selected_cb (G_GNUC_UNUSED GtkWidget *list, GtkListBoxRow *row, GtkWidget *button)
{
  gtk_widget_set_sensitive (button, row != NULL);
}

static GtkWidget *
folders_new (GSettings *settings)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Remove from Library"));
  GtkWidget *placeholder
      = ls_label_new_wrapped (_ ("None. Open Folder… below the library adds one."), TRUE);

  gtk_widget_show (placeholder);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (list), placeholder);
  ls_widget_set_accessible_name (list, _ ("Library folders"));
  fill_folders (list);
  g_signal_connect_object (settings, "changed::library-folders", G_CALLBACK (fill_folders), list,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_cb), list);
  g_signal_connect_object (list, "row-selected", G_CALLBACK (selected_cb), button, 0);
  gtk_widget_set_sensitive (button, FALSE);
  gtk_scrolled_window_set_shadow_type (GTK_SCROLLED_WINDOW (scrolled), GTK_SHADOW_IN);
  gtk_widget_set_size_request (scrolled, 320, 110);
  gtk_container_add (GTK_CONTAINER (scrolled), list);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_container_add (GTK_CONTAINER (box), scrolled);
  gtk_container_add (GTK_CONTAINER (box), button);
  return box;
}

void
ls_preferences_dialog_show (GtkWindow *parent)
{
  g_return_if_fail (GTK_IS_WINDOW (parent));

  GSettings *settings = ls_preferences_get ();
  GtkWidget *dialog = gtk_dialog_new_with_buttons (
      _ ("Preferences"), parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, _ ("_Close"),
      GTK_RESPONSE_CLOSE, NULL);
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (dialog));
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_container_set_border_width (GTK_CONTAINER (grid), 18);
  gtk_container_add (GTK_CONTAINER (area), grid);
  if (settings == NULL)
    gtk_container_add (GTK_CONTAINER (grid),
                       gtk_label_new (_ ("The schema of the preferences is not installed.")));
  else
    {
      add_row (grid, 0, _ ("_Appearance"), appearance_new (settings));
      gtk_grid_attach (GTK_GRID (grid), copies_new (settings), 1, 1, 1, 1);
      add_row (grid, 2, _ ("_Library folders"), folders_new (settings));
    }
  g_signal_connect (dialog, "response", G_CALLBACK (gtk_widget_destroy), NULL);
  gtk_widget_show_all (dialog);
}
