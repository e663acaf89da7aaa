#include "app/panel/library.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/widgets.h"

struct _LsLibrary
{
  GtkBox parent_instance;
  GPtrArray *folders; /* char *, absolute */
  GtkWidget *list, *search_entry;
};

G_DEFINE_TYPE (LsLibrary, ls_library, GTK_TYPE_BOX)

static guint file_activated_signal;

/* In a build tree the examples are beside the executable's folder, installed in the data folder. */
char *
ls_library_get_examples (void)
{
  g_autofree char *executable = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = executable != NULL ? g_path_get_dirname (executable) : g_strdup (".");
  g_autofree char *built = g_build_filename (folder, "..", "..", "models", NULL);
  g_autofree char *installed = g_build_filename (folder, "..", "share", "lockstep", "models", NULL);
  const char *places[] = { g_getenv ("LOCKSTEP_MODELS"), built, installed, LS_DATA_DIR "/models" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i] != NULL && g_file_test (places[i], G_FILE_TEST_IS_DIR))
      return g_canonicalize_filename (places[i], NULL);
  return NULL;
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

static GtkWidget *
row_new (const char *path)
{
  gboolean is_fmu = g_str_has_suffix (path, ".fmu");
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *event_box = gtk_event_box_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label;
  const char *icon = is_fmu ? "application-x-addon-symbolic" : "x-office-document-symbolic";
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *tip
      = g_strdup_printf (is_fmu ? _ ("%s\nDrag it onto the diagram, or press Return to place it")
                                : _ ("%s\nPress Return to open this model"),
                         path);

  /* The ending is in the icon and in the section; the name alone is what is looked for. */
  *strrchr (name, '.') = '\0';
  label = gtk_label_new (name);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_container_add (GTK_CONTAINER (box), gtk_image_new_from_icon_name (icon, GTK_ICON_SIZE_MENU));
  gtk_box_pack_start (GTK_BOX (box), label, TRUE, TRUE, 0);
  gtk_container_set_border_width (GTK_CONTAINER (box), 5);
  gtk_container_add (GTK_CONTAINER (event_box), box);
  gtk_container_add (GTK_CONTAINER (row), event_box);
  gtk_widget_set_tooltip_text (row, tip);
  ls_widget_set_accessible_name (row, name);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
  g_object_set_data_full (G_OBJECT (row), "name", g_utf8_casefold (name, -1), g_free);
  g_object_set_data_full (G_OBJECT (event_box), "path", g_strdup (path), g_free);
  gtk_drag_source_set (event_box, GDK_BUTTON1_MASK, NULL, 0, GDK_ACTION_COPY);
  gtk_drag_source_add_uri_targets (event_box);
  gtk_drag_source_set_icon_name (event_box, icon);
  g_signal_connect (event_box, "drag-data-get", G_CALLBACK (drag_data_get_cb), NULL);
  gtk_widget_show_all (row);
  return row;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(char *const *)a, *(char *const *)b);
}

/* A bare document beside the archive made from it is the same model. */
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

static void
add_files (LsLibrary *self, const char *folder, const char *section, gboolean fmus)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (fmus ? g_str_has_suffix (name, ".fmu") : is_listed_model (folder, name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
      GtkWidget *row = row_new (path);

      g_object_set_data_full (G_OBJECT (row), "section", g_strdup (section), g_free);
      gtk_container_add (GTK_CONTAINER (self->list), row);
    }
}

static void
fill (LsLibrary *self)
{
  g_autofree char *examples = ls_library_get_examples ();

  ls_container_clear (self->list);
  if (examples != NULL)
    {
      add_files (self, examples, _ ("Example models"), FALSE);
      add_files (self, examples, _ ("Example components"), TRUE);
    }
  for (guint i = 0; i < self->folders->len; i++)
    {
      const char *folder = g_ptr_array_index (self->folders, i);
      g_autofree char *base = g_path_get_basename (folder);
      g_autofree char *section = g_filename_display_name (base);

      add_files (self, folder, section, FALSE);
      add_files (self, folder, section, TRUE);
    }
}

void
ls_library_add_folder (LsLibrary *self, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  if (!g_ptr_array_find_with_equal_func (self->folders, absolute, g_str_equal, NULL))
    g_ptr_array_add (self->folders, g_steal_pointer (&absolute));
  fill (self);
}

static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, G_GNUC_UNUSED gpointer user_data)
{
  const char *section = g_object_get_data (G_OBJECT (row), "section");
  const char *previous = before != NULL ? g_object_get_data (G_OBJECT (before), "section") : NULL;
  GtkWidget *label;

  if (g_strcmp0 (section, previous) == 0)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (section);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_style_context_add_class (gtk_widget_get_style_context (label), "heading");
  gtk_widget_show (label);
  gtk_list_box_row_set_header (row, label);
}

static gboolean
filter_cb (GtkListBoxRow *row, gpointer user_data)
{
  LsLibrary *self = user_data;
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->search_entry));
  g_autofree char *wanted = g_utf8_casefold (typed, -1);

  return strstr (g_object_get_data (G_OBJECT (row), "name"), wanted) != NULL;
}

/* The row that is called what is typed, or else the first one that is left. */
static GtkListBoxRow *
find_best_row (LsLibrary *self)
{
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->search_entry));
  g_autofree char *wanted = g_utf8_casefold (typed, -1);
  GtkListBoxRow *first = NULL;
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    {
      if (!gtk_widget_get_child_visible (GTK_WIDGET (row)))
        continue;
      if (g_str_equal (g_object_get_data (G_OBJECT (row), "name"), wanted))
        return row;
      if (first == NULL)
        first = row;
    }
  return first;
}

/* A selected row that is filtered out would take the focus all the same. */
static void
search_changed_cb (LsLibrary *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), find_best_row (self));
}

static void
search_activate_cb (LsLibrary *self)
{
  GtkListBoxRow *row;

  search_changed_cb (self); /* the word of a change comes late */
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  if (row != NULL)
    g_signal_emit (self, file_activated_signal, 0, g_object_get_data (G_OBJECT (row), "path"));
}

static void
row_activated_cb (LsLibrary *self, GtkListBoxRow *row)
{
  g_autofree char *path = g_strdup (g_object_get_data (G_OBJECT (row), "path"));

  g_signal_emit (self, file_activated_signal, 0, path);
}

static void
ls_library_finalize (GObject *object)
{
  g_ptr_array_unref (LS_LIBRARY (object)->folders);
  G_OBJECT_CLASS (ls_library_parent_class)->finalize (object);
}

static void
ls_library_class_init (LsLibraryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_library_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lockstep/Workbench/library.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLibrary, list);
  gtk_widget_class_bind_template_child (widget_class, LsLibrary, search_entry);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  file_activated_signal
      = g_signal_new ("file-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ls_library_init (LsLibrary *self)
{
  self->folders = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), header_cb, NULL, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  fill (self);
}
