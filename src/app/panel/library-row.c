/* Rows of the library and their files. */
#include "app/panel/library-row.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/widgets.h"
#include "core/model/block.h"

const char *
ls_library_row_get_section (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "section");
}

const char *
ls_library_row_get_path (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "path");
}

gboolean
ls_library_row_is_found (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "found") != NULL;
}

static void
drag_data_get_cb (GtkWidget *widget,
                  G_GNUC_UNUSED GdkDragContext *context,
                  GtkSelectionData *data,
                  G_GNUC_UNUSED guint info,
                  G_GNUC_UNUSED guint time)
{
  const char *path = g_object_get_data (G_OBJECT (widget), "path");
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  char *uris[] = { uri, NULL };

  gtk_selection_data_set_uris (data, uris);
}

/* Handles presses instead of the list, which takes the first click after a drag as its end, so
 * that a double click would count as a single one. */
static gboolean
press_cb (GtkWidget *event_box, GdkEventButton *event)
{
  GtkWidget *row = gtk_widget_get_parent (event_box);

  if (event->button != GDK_BUTTON_PRIMARY)
    return GDK_EVENT_PROPAGATE;
  if (event->type == GDK_BUTTON_PRESS)
    {
      gtk_list_box_select_row (GTK_LIST_BOX (gtk_widget_get_parent (row)), GTK_LIST_BOX_ROW (row));
      gtk_widget_grab_focus (row);
    }
  else if (event->type == GDK_2BUTTON_PRESS)
    gtk_widget_activate (row);
  return GDK_EVENT_STOP;
}

GtkWidget *
ls_library_row_new (const char *path, const char *title)
{
  gboolean is_fmu = g_str_has_suffix (path, ".fmu");
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *event_box = gtk_event_box_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label, *badges = gtk_label_new ("");
  const char *icon = is_fmu ? "application-x-addon-symbolic" : "x-office-document-symbolic";
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *tip
      = g_strdup_printf (is_fmu ? _ ("%s\nDrag it onto the diagram, or press Return to place it")
                                : _ ("%s\nPress Return to open this model"),
                         path);

  /* Show the name without the ending, which the icon and section indicate; it is the name that is
   * searched. */
  *strrchr (name, '.') = '\0';
  if (title != NULL)
    {
      g_free (name);
      name = g_strdup (title);
    }
  label = gtk_label_new (name);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_style_context_add_class (gtk_widget_get_style_context (badges), GTK_STYLE_CLASS_DIM_LABEL);
  gtk_style_context_add_class (gtk_widget_get_style_context (badges), "badges");
  gtk_box_pack_end (GTK_BOX (box), badges, FALSE, FALSE, 0);
  gtk_container_add (GTK_CONTAINER (box), gtk_image_new_from_icon_name (icon, GTK_ICON_SIZE_MENU));
  gtk_box_pack_start (GTK_BOX (box), label, TRUE, TRUE, 0);
  gtk_widget_set_margin_start (box, 3);
  gtk_widget_set_margin_end (box, 3);
  gtk_container_add (GTK_CONTAINER (event_box), box);
  gtk_container_add (GTK_CONTAINER (row), event_box);
  gtk_widget_set_tooltip_text (row, tip);
  ls_widget_set_accessible_name (row, name);
  g_object_set_data (G_OBJECT (row), "badges", badges);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
  g_object_set_data_full (G_OBJECT (row), "name", g_utf8_casefold (name, -1), g_free);
  g_object_set_data_full (G_OBJECT (event_box), "path", g_strdup (path), g_free);
  gtk_drag_source_set (event_box, GDK_BUTTON1_MASK, NULL, 0, GDK_ACTION_COPY);
  gtk_drag_source_add_uri_targets (event_box);
  gtk_drag_source_set_icon_name (event_box, icon);
  g_signal_connect (event_box, "drag-data-get", G_CALLBACK (drag_data_get_cb), NULL);
  /* Connected after the drag source, which needs the event first. */
  g_signal_connect (event_box, "button-press-event", G_CALLBACK (press_cb), NULL);
  gtk_widget_show_all (row);
  return row;
}

void
ls_library_row_set_summary (GtkWidget *row,
                            const char *badges,
                            const char *text,
                            const char *trouble)
{
  g_return_if_fail (GTK_IS_WIDGET (row));

  GtkWidget *label = g_object_get_data (G_OBJECT (row), "badges");
  GtkStyleContext *context = gtk_widget_get_style_context (label);
  g_autofree char *words = trouble == NULL
                               ? g_strdup (text)
                               : g_strconcat (text, *text != '\0' ? "\n" : "", "⚠ ", trouble, NULL);
  g_autofree char *marked = trouble == NULL
                                ? g_strdup (badges)
                                : g_strconcat (badges, *badges != '\0' ? " " : "", "⚠", NULL);
  g_autofree char *tip = NULL;

  gtk_label_set_text (GTK_LABEL (label), marked);
  if (trouble != NULL)
    gtk_style_context_add_class (context, GTK_STYLE_CLASS_WARNING);
  else
    gtk_style_context_remove_class (context, GTK_STYLE_CLASS_WARNING);
  atk_object_set_description (gtk_widget_get_accessible (row), words);
  if (g_object_get_data (G_OBJECT (row), "block") != NULL)
    return;
  tip = g_strdup_printf (_ ("%s\n\n%s\nDrag it onto the diagram, or press Return to place it"),
                         words, ls_library_row_get_path (row));
  gtk_widget_set_tooltip_text (row, tip);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(char *const *)a, *(char *const *)b);
}

/* An .ssd beside the .ssp made from it is the same model. */
static gboolean
is_listed_model (const char *folder, const char *name)
{
  g_autofree char *archive = NULL;

  if (g_str_has_suffix (name, ".ssp"))
    return TRUE;
  if (!g_str_has_suffix (name, ".ssd"))
    return FALSE;
  archive = g_build_filename (folder, name, NULL);
  archive[strlen (archive) - 1] = 'p';
  return !g_file_test (archive, G_FILE_TEST_EXISTS);
}

GPtrArray *
ls_library_list_names (const char *folder, gboolean fmus)
{
  g_return_val_if_fail (folder != NULL, NULL);

  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (fmus ? g_str_has_suffix (name, ".fmu") : is_listed_model (folder, name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

gboolean
ls_library_is_block (const char *name)
{
  for (guint i = 0; i < ls_block_get_n (); i++)
    {
      g_autofree char *file = g_strconcat (ls_block_get (i)->id, ".fmu", NULL);

      if (g_str_equal (file, name))
        return TRUE;
    }
  return FALSE;
}
