#include "app/panel/library.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/later.h"
#include "app/memory.h"
#include "app/panel/fmu-summaries.h"
#include "app/panel/library-row.h"
#include "app/preferences.h"
#include "app/widgets.h"
#include "core/model/block.h"
#include "core/run/places.h"

/* A tool that exports writes several times; look when it has been quiet that long, ms. */
#define QUIET_TIME 300
/* So many rows are there for the first picture, more than can be seen of them in most windows. */
#define FIRST_ROWS 24
/* So many more take a few milliseconds. */
#define ROWS_AT_ONCE 8

/* What is to be a row. @block: (nullable): it is the file of */
typedef struct
{
  char *section, *path;
  const LsBlock *block;
} Waiting;

struct _LsLibrary
{
  GtkBox parent_instance;
  GPtrArray *folders;        /* char *, absolute */
  GPtrArray *monitors;       /* GFileMonitor, of the folders */
  GHashTable *open;          /* ids of the sections that are unfolded */
  GPtrArray *waiting;        /* Waiting: rows that are made later */
  guint n_rows;              /* that were made at once */
  LsFmuSummaries *summaries; /* (nullable) */
  guint fill_id, later_id;
  GtkWidget *list, *search_entry;
};

G_DEFINE_TYPE (LsLibrary, ls_library, GTK_TYPE_BOX)

static guint file_activated_signal;

char *
ls_library_get_examples (void)
{
  return ls_places_find_models ();
}

static void
show_folding (LsLibrary *self, GtkWidget *heading)
{
  gboolean open = g_hash_table_contains (self->open, ls_library_row_get_section (heading));
  GtkWidget *arrow = g_object_get_data (G_OBJECT (heading), "arrow");
  AtkObject *accessible = gtk_widget_get_accessible (heading);

  gtk_image_set_from_icon_name (GTK_IMAGE (arrow), open ? "pan-down-symbolic" : "pan-end-symbolic",
                                GTK_ICON_SIZE_MENU);
  atk_object_set_description (accessible, open ? _ ("Unfolded") : _ ("Folded"));
  gtk_widget_set_tooltip_text (heading, open ? _ ("Press Return to fold this section")
                                             : _ ("Press Return to unfold this section"));
}

static void complete (LsLibrary *self);

static void
set_open (LsLibrary *self, GtkWidget *heading, gboolean open)
{
  const char *section = ls_library_row_get_section (heading);

  complete (self);
  if (open)
    g_hash_table_add (self->open, g_strdup (section));
  else
    g_hash_table_remove (self->open, section);
  ls_memory_set_switch ("library", section, open);
  show_folding (self, heading);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

static void
fold (LsLibrary *self, GtkWidget *heading)
{
  set_open (self, heading,
            !g_hash_table_contains (self->open, ls_library_row_get_section (heading)));
}

/* Of a box within the row, which hears of no presses itself; the list would want a second one. */
static gboolean
heading_press_cb (GtkWidget *event_box, GdkEventButton *event, LsLibrary *self)
{
  GtkWidget *heading = gtk_widget_get_parent (event_box);

  if (event->button != GDK_BUTTON_PRIMARY)
    return GDK_EVENT_PROPAGATE;
  if (event->type == GDK_BUTTON_PRESS)
    {
      gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (heading));
      gtk_widget_grab_focus (heading);
      fold (self, heading);
    }
  return GDK_EVENT_STOP;
}

static gboolean
heading_key_cb (GtkWidget *heading, GdkEventKey *event, LsLibrary *self)
{
  if (event->keyval != GDK_KEY_Left && event->keyval != GDK_KEY_Right)
    return GDK_EVENT_PROPAGATE;
  set_open (self, heading, event->keyval == GDK_KEY_Right);
  return GDK_EVENT_STOP;
}

static void store_folders (LsLibrary *self);

static void
remove_folder (LsLibrary *self, const char *path)
{
  guint index;

  if (!g_ptr_array_find_with_equal_func (self->folders, path, g_str_equal, &index))
    return;
  g_ptr_array_remove_index (self->folders, index);
  store_folders (self);
}

static void
remove_clicked_cb (LsLibrary *self, GtkWidget *button)
{
  g_autofree char *path = g_strdup (g_object_get_data (G_OBJECT (button), "folder"));

  remove_folder (self, path);
}

/* @folder: (nullable): that the user has added, and can take away */
static void
add_heading (LsLibrary *self, const char *section, const char *title, const char *folder)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *event_box = gtk_event_box_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *arrow = gtk_image_new ();
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_style_context_add_class (gtk_widget_get_style_context (box), "heading");
  gtk_container_add (GTK_CONTAINER (box), arrow);
  gtk_box_pack_start (GTK_BOX (box), label, TRUE, TRUE, 0);
  if (folder != NULL)
    {
      GtkWidget *button
          = gtk_button_new_from_icon_name ("list-remove-symbolic", GTK_ICON_SIZE_MENU);
      g_autofree char *name = g_strdup_printf (_ ("Remove %s from the library"), title);

      gtk_button_set_relief (GTK_BUTTON (button), GTK_RELIEF_NONE);
      gtk_widget_set_tooltip_text (button, name);
      ls_widget_set_accessible_name (button, name);
      g_object_set_data_full (G_OBJECT (button), "folder", g_strdup (folder), g_free);
      g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_clicked_cb), self);
      gtk_box_pack_end (GTK_BOX (box), button, FALSE, FALSE, 0);
    }
  /* What is in a visible one is taken for out of sight by who reads the screen to people. */
  gtk_event_box_set_visible_window (GTK_EVENT_BOX (event_box), FALSE);
  gtk_container_add (GTK_CONTAINER (event_box), box);
  gtk_container_add (GTK_CONTAINER (row), event_box);
  ls_widget_set_accessible_name (row, title);
  g_object_set_data_full (G_OBJECT (row), "section", g_strdup (section), g_free);
  g_object_set_data (G_OBJECT (row), "arrow", arrow);
  g_signal_connect (event_box, "button-press-event", G_CALLBACK (heading_press_cb), self);
  g_signal_connect (row, "key-press-event", G_CALLBACK (heading_key_cb), self);
  gtk_widget_show_all (row);
  gtk_container_add (GTK_CONTAINER (self->list), row);
  show_folding (self, row);
}

static void
waiting_free (gpointer data)
{
  Waiting *self = data;

  g_free (self->section);
  g_free (self->path);
  g_free (self);
}

static GtkWidget *
row_new (const Waiting *self)
{
  GtkWidget *row = ls_library_row_new (self->path, self->block != NULL ? self->block->name : NULL);

  g_object_set_data_full (G_OBJECT (row), "section", g_strdup (self->section), g_free);
  if (self->block == NULL)
    return row;
  gtk_widget_set_tooltip_text (row, self->block->summary);
  g_object_set_data (G_OBJECT (row), "block", row);
  return row;
}

/* What cannot be seen at once is left for later. */
static void
add_row (LsLibrary *self, const char *section, const char *path, const LsBlock *block)
{
  Waiting *waiting = g_new (Waiting, 1);

  *waiting = (Waiting){ g_strdup (section), g_strdup (path), block };
  if (g_hash_table_contains (self->open, section) && self->n_rows < FIRST_ROWS)
    {
      gtk_container_add (GTK_CONTAINER (self->list), row_new (waiting));
      self->n_rows++;
      waiting_free (waiting);
    }
  else
    g_ptr_array_add (self->waiting, waiting);
}

/* Behind the last one of the section. */
static int
find_place (LsLibrary *self, const char *section)
{
  GtkListBoxRow *row;
  int place = 0;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (g_strcmp0 (ls_library_row_get_section (row), section) == 0)
      place = i + 1;
  return place;
}

static void
add_waiting (LsLibrary *self, guint n)
{
  const char *section = NULL;
  int place = 0;

  n = MIN (n, self->waiting->len);
  for (guint i = 0; i < n; i++)
    {
      const Waiting *waiting = g_ptr_array_index (self->waiting, i);

      if (g_strcmp0 (section, waiting->section) != 0)
        place = find_place (self, waiting->section);
      section = waiting->section;
      gtk_list_box_insert (GTK_LIST_BOX (self->list), row_new (waiting), place++);
    }
  if (n > 0)
    g_ptr_array_remove_range (self->waiting, 0, n);
}

static void
complete (LsLibrary *self)
{
  add_waiting (self, self->waiting->len);
}

static void
add_rows (LsLibrary *self, const char *folder, const char *section, GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

      add_row (self, section, path, NULL);
    }
}

/* The models of the examples are folded at first: a diagram begins with components. */
static void
add_section (LsLibrary *self,
             const char *section,
             const char *title,
             gboolean open,
             const char *folder,
             gboolean models,
             gboolean fmus)
{
  gboolean examples = !models || !fmus;
  g_autoptr (GPtrArray) of_models = ls_library_list_names (folder, FALSE);
  g_autoptr (GPtrArray) of_fmus = ls_library_list_names (folder, TRUE);

  if (!models)
    g_ptr_array_set_size (of_models, 0);
  if (!fmus)
    g_ptr_array_set_size (of_fmus, 0);
  /* The blocks have a section of their own. */
  for (guint i = of_fmus->len; examples && i > 0; i--)
    if (ls_library_is_block (g_ptr_array_index (of_fmus, i - 1)))
      g_ptr_array_remove_index (of_fmus, i - 1);
  if (of_models->len + of_fmus->len == 0)
    return;
  if (ls_memory_get_switch ("library", section, open))
    g_hash_table_add (self->open, g_strdup (section));
  add_heading (self, section, title, examples ? NULL : folder);
  add_rows (self, folder, section, of_models);
  add_rows (self, folder, section, of_fmus);
}

static void
add_blocks (LsLibrary *self)
{
  g_autofree char *folder = ls_places_find_blocks ();

  if (folder == NULL)
    return;
  if (ls_memory_get_switch ("library", "blocks", FALSE))
    g_hash_table_add (self->open, g_strdup ("blocks"));
  add_heading (self, "blocks", _ ("Blocks"), NULL);
  for (guint i = 0; i < ls_block_get_n (); i++)
    {
      const LsBlock *block = ls_block_get (i);
      g_autofree char *file = g_strconcat (block->id, ".fmu", NULL);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        add_row (self, "blocks", path, block);
    }
}

static GtkListBoxRow *
find_row (LsLibrary *self, const char *path)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (g_strcmp0 (ls_library_row_get_path (row), path) == 0)
      return row;
  return NULL;
}

static void
summary_cb (const char *path, const char *badges, const char *text, gpointer user_data)
{
  GtkListBoxRow *row = find_row (user_data, path);
  g_autofree char *tip = NULL;

  if (row == NULL || text == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (g_object_get_data (G_OBJECT (row), "badges")), badges);
  atk_object_set_description (gtk_widget_get_accessible (GTK_WIDGET (row)), text);
  if (g_object_get_data (G_OBJECT (row), "block") != NULL)
    return;
  tip = g_strdup_printf (_ ("%s\n\n%s\nDrag it onto the diagram, or press Return to place it"),
                         text, path);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row), tip);
}

static gboolean
later_cb (gpointer user_data)
{
  LsLibrary *self = user_data;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  GtkListBoxRow *row;

  add_waiting (self, ROWS_AT_ONCE);
  if (self->waiting->len > 0)
    return G_SOURCE_CONTINUE;
  self->later_id = 0;
  g_clear_pointer (&self->summaries, ls_fmu_summaries_stop);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (ls_library_row_get_path (row) != NULL
        && g_str_has_suffix (ls_library_row_get_path (row), ".fmu"))
      g_ptr_array_add (paths, (gpointer)ls_library_row_get_path (row));
  g_ptr_array_add (paths, NULL);
  self->summaries = ls_fmu_summaries_start ((char **)paths->pdata, summary_cb, self);
  return G_SOURCE_REMOVE;
}

static void folder_changed_cb (LsLibrary *self);

static void
watch (LsLibrary *self)
{
  g_ptr_array_set_size (self->monitors, 0);
  for (guint i = 0; i < self->folders->len; i++)
    {
      g_autoptr (GFile) folder = g_file_new_for_path (g_ptr_array_index (self->folders, i));
      GFileMonitor *monitor
          = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

      if (monitor == NULL)
        continue;
      g_signal_connect_object (monitor, "changed", G_CALLBACK (folder_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (self->monitors, monitor);
    }
}

static void
fill (LsLibrary *self)
{
  g_autofree char *examples = ls_library_get_examples ();

  ls_container_clear (self->list);
  g_ptr_array_set_size (self->waiting, 0);
  self->n_rows = 0;
  g_hash_table_remove_all (self->open);
  if (examples != NULL)
    {
      add_section (self, "example-models", _ ("Example models"), FALSE, examples, TRUE, FALSE);
      add_blocks (self);
      add_section (self, "example-components", _ ("Example components"), TRUE, examples, FALSE,
                   TRUE);
    }
  for (guint i = 0; i < self->folders->len; i++)
    {
      const char *folder = g_ptr_array_index (self->folders, i);
      g_autofree char *base = g_path_get_basename (folder);
      g_autofree char *title = g_filename_display_name (base);
      g_autofree char *section = g_uri_escape_string (folder, "/", FALSE);

      add_section (self, section, title, TRUE, folder, TRUE, TRUE);
    }
  if (self->later_id == 0)
    self->later_id = ls_later_add (later_cb, self);
}

static gboolean
fill_cb (gpointer user_data)
{
  LsLibrary *self = user_data;

  self->fill_id = 0;
  fill (self);
  return G_SOURCE_REMOVE;
}

static void
folder_changed_cb (LsLibrary *self)
{
  g_clear_handle_id (&self->fill_id, g_source_remove);
  self->fill_id = g_timeout_add (QUIET_TIME, fill_cb, self);
}

static void
take_folders (LsLibrary *self)
{
  g_auto (GStrv) folders = ls_preferences_get_folders ();

  g_ptr_array_set_size (self->folders, 0);
  for (guint i = 0; folders[i] != NULL; i++)
    g_ptr_array_add (self->folders, g_strdup (folders[i]));
  watch (self);
  fill (self);
}

/* All windows hear of it by the preferences, this one too. */
static void
store_folders (LsLibrary *self)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();

  for (guint i = 0; i < self->folders->len; i++)
    g_ptr_array_add (folders, g_ptr_array_index (self->folders, i));
  g_ptr_array_add (folders, NULL);
  if (ls_preferences_get () != NULL)
    {
      g_auto (GStrv) copy = g_strdupv ((char **)folders->pdata);

      ls_preferences_set_folders (copy);
      return;
    }
  watch (self);
  fill (self);
}

void
ls_library_add_folder (LsLibrary *self, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);

  if (g_ptr_array_find_with_equal_func (self->folders, absolute, g_str_equal, NULL))
    return;
  g_ptr_array_add (self->folders, g_steal_pointer (&absolute));
  store_folders (self);
}

/* While something is typed all sections are searched, folded or not, and their headings are away.
 */
static gboolean
filter_cb (GtkListBoxRow *row, gpointer user_data)
{
  LsLibrary *self = user_data;
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->search_entry));
  g_autofree char *wanted = g_utf8_casefold (typed, -1);

  if (ls_library_row_get_path (row) == NULL)
    return *typed == '\0';
  if (*typed == '\0')
    return g_hash_table_contains (self->open, ls_library_row_get_section (row));
  return strstr (g_object_get_data (G_OBJECT (row), "name"), wanted) != NULL;
}

/* What is typed is the whole name, its beginning, or somewhere in it: the less is left open, the
 * better; components before models of the same name. */
static double
rate_row (GtkListBoxRow *row, const char *wanted)
{
  const char *name = g_object_get_data (G_OBJECT (row), "name");
  double rest = (double)(strlen (name) - strlen (wanted));

  if (!g_str_has_prefix (name, wanted))
    rest += 1e6;
  return 2 * rest + (g_str_has_suffix (ls_library_row_get_path (row), ".fmu") ? 0 : 1);
}

static GtkListBoxRow *
find_best_row (LsLibrary *self)
{
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->search_entry));
  g_autofree char *wanted = g_utf8_casefold (typed, -1);
  GtkListBoxRow *best = NULL;
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (*typed != '\0' && gtk_widget_get_child_visible (GTK_WIDGET (row))
        && (best == NULL || rate_row (row, wanted) < rate_row (best, wanted)))
      best = row;
  return best;
}

/* A selected row that is filtered out would take the focus all the same. */
static void
search_changed_cb (LsLibrary *self)
{
  complete (self);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), find_best_row (self));
}

static void
search_activate_cb (LsLibrary *self)
{
  GtkListBoxRow *row;

  search_changed_cb (self); /* the word of a change comes late */
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  if (row != NULL && ls_library_row_get_path (row) != NULL)
    g_signal_emit (self, file_activated_signal, 0, ls_library_row_get_path (row));
}

static void
row_activated_cb (LsLibrary *self, GtkListBoxRow *row)
{
  g_autofree char *path = g_strdup (ls_library_row_get_path (row));

  if (path == NULL)
    fold (self, GTK_WIDGET (row));
  else
    g_signal_emit (self, file_activated_signal, 0, path);
}

static void
ls_library_dispose (GObject *object)
{
  LsLibrary *self = LS_LIBRARY (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_handle_id (&self->later_id, g_source_remove);
  g_clear_pointer (&self->summaries, ls_fmu_summaries_stop);
  g_ptr_array_set_size (self->monitors, 0);
  G_OBJECT_CLASS (ls_library_parent_class)->dispose (object);
}

static void
ls_library_finalize (GObject *object)
{
  g_ptr_array_unref (LS_LIBRARY (object)->monitors);
  g_ptr_array_unref (LS_LIBRARY (object)->waiting);
  g_ptr_array_unref (LS_LIBRARY (object)->folders);
  g_hash_table_unref (LS_LIBRARY (object)->open);
  G_OBJECT_CLASS (ls_library_parent_class)->finalize (object);
}

static void
ls_library_class_init (LsLibraryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_library_dispose;
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
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->waiting = g_ptr_array_new_with_free_func (waiting_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  if (ls_preferences_get () != NULL)
    g_signal_connect_object (ls_preferences_get (), "changed::library-folders",
                             G_CALLBACK (take_folders), self, G_CONNECT_SWAPPED);
  take_folders (self);
}
