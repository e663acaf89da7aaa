#include "app/panel/library.h"
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include "app/base/window-state.h"
#include "app/panel/folder-watch.h"
#include "app/panel/library-heading.h"
#include "app/panel/library-row.h"
#include "app/panel/library-rows.h"
#include "app/base/preferences.h"
#include "core/model/block.h"
#include "core/base/places.h"

/* With more rows to create, a refilled list starts at the top. */
#define MAX_KEPT 400u

struct _LsLibrary
{
  GtkBox parent_instance;
  GPtrArray *folders;   /* char *, absolute */
  LsFolderWatch *watch; /* of the folders */
  GHashTable *open;     /* ids of the unfolded sections */
  LsLibraryRows *rows;
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
fold (gpointer library, GtkWidget *heading, int open)
{
  LsLibrary *self = library;
  const char *section = ls_library_row_get_section (heading);

  if (open < 0)
    open = !g_hash_table_contains (self->open, section);
  ls_library_rows_complete (self->rows, section);
  if (open)
    g_hash_table_add (self->open, g_strdup (section));
  else
    g_hash_table_remove (self->open, section);
  ls_window_state_set_switch ("library", section, open);
  ls_library_heading_show_folding (heading, open);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

static void store_folders (LsLibrary *self);

static void
remove_folder (gpointer library, const char *path)
{
  LsLibrary *self = library;
  guint index;

  if (!g_ptr_array_find_with_equal_func (self->folders, path, g_str_equal, &index))
    return;
  g_ptr_array_remove_index (self->folders, index);
  store_folders (self);
}

static const LsLibraryHeadingFuncs heading_funcs = { fold, remove_folder };

/* @open: whether it is unfolded by default */
static gboolean
add_heading (
    LsLibrary *self, const char *section, const char *title, gboolean open, const char *folder)
{
  const gboolean unfolded = ls_window_state_get_switch ("library", section, open);
  GtkWidget *heading = ls_library_heading_new (section, title, folder, &heading_funcs, self);

  if (unfolded)
    g_hash_table_add (self->open, g_strdup (section));
  ls_library_heading_show_folding (heading, unfolded);
  ls_library_rows_add_widget (self->rows, heading);
  return unfolded;
}

static void
add_rows (LsLibrary *self, const char *folder, const char *section, gboolean seen, GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

      ls_library_rows_add (self->rows, section, path, NULL, seen);
    }
}

/* Example models are folded by default: a diagram is made of components. */
static void
add_examples (LsLibrary *self, const char *folder, gboolean fmus)
{
  const char *section = fmus ? "example-components" : "example-models";
  g_autoptr (GPtrArray) names = ls_library_list_names (folder, fmus);
  gboolean seen;

  /* Blocks have their own section. */
  for (guint i = names->len; fmus && i > 0; i--)
    if (ls_library_is_block (g_ptr_array_index (names, i - 1)))
      g_ptr_array_remove_index (names, i - 1);
  if (names->len == 0)
    return;
  seen = add_heading (self, section, fmus ? _ ("Example components") : _ ("Example models"), fmus,
                      NULL);
  add_rows (self, folder, section, seen, names);
}

static void
add_blocks (LsLibrary *self)
{
  g_autofree char *folder = ls_places_find_blocks ();
  gboolean seen;

  if (folder == NULL)
    return;
  seen = add_heading (self, "blocks", _ ("Blocks"), FALSE, NULL);
  for (guint i = 0; i < ls_block_get_n (); i++)
    {
      const LsBlock *block = ls_block_get (i);
      g_autofree char *file = g_strconcat (block->id, ".fmu", NULL);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        ls_library_rows_add (self->rows, "blocks", path, block, seen);
    }
}

/* Why no files of a folder are listed. (transfer full) */
static char *
explain_nothing (const char *folder)
{
  if (g_access (folder, R_OK | X_OK) != 0)
    return errno == ENOENT
               ? g_strdup (_ ("Folder not found"))
               : g_strdup_printf (_ ("This folder cannot be read: %s"), g_strerror (errno));
  return g_strdup (_ ("No FMUs and no models in this folder"));
}

static void
add_folder (LsLibrary *self, const char *folder)
{
  g_autofree char *base = g_path_get_basename (folder);
  g_autofree char *title = g_filename_display_name (base);
  g_autofree char *section = g_uri_escape_string (folder, "/", FALSE);
  g_autoptr (GPtrArray) models = ls_library_list_names (folder, FALSE);
  g_autoptr (GPtrArray) fmus = ls_library_list_names (folder, TRUE);
  const gboolean seen = add_heading (self, section, title, TRUE, folder);

  add_rows (self, folder, section, seen, models);
  add_rows (self, folder, section, seen, fmus);
  if (models->len + fmus->len == 0)
    {
      g_autofree char *reason = explain_nothing (folder);

      ls_library_rows_add_widget (self->rows, ls_library_remark_new (section, reason));
    }
}

static void
fill (LsLibrary *self)
{
  g_autofree char *examples = ls_library_get_examples ();

  ls_library_rows_clear (self->rows);
  g_hash_table_remove_all (self->open);
  /* What was added last is in sight. */
  for (guint i = self->folders->len; i > 0; i--)
    add_folder (self, g_ptr_array_index (self->folders, i - 1));
  if (examples != NULL)
    {
      add_examples (self, examples, FALSE);
      add_blocks (self);
      add_examples (self, examples, TRUE);
    }
  ls_library_rows_begin (self->rows);
}

/* Fills the list again; selection, focus and scroll position are kept if possible. */
static void
refill (gpointer library)
{
  LsLibrary *self = library;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  g_autofree char *path = row != NULL ? g_strdup (ls_library_row_get_path (row)) : NULL;
  const gboolean focused = row != NULL && gtk_widget_has_focus (GTK_WIDGET (row));

  fill (self);
  if (ls_library_rows_get_n_waiting (self->rows) <= MAX_KEPT)
    ls_library_rows_complete (self->rows, NULL);
  row = path != NULL ? ls_library_rows_find (self->rows, path) : NULL;
  if (row == NULL)
    return;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  if (focused)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
watch (LsLibrary *self)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();

  for (guint i = 0; i < self->folders->len; i++)
    g_ptr_array_add (folders, g_ptr_array_index (self->folders, i));
  g_ptr_array_add (folders, NULL);
  g_clear_pointer (&self->watch, ls_folder_watch_free);
  self->watch = ls_folder_watch_new ((const char *const *)folders->pdata, refill, self);
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

/* Stores the folders in the preferences; every window, including this one, follows their
 * changes. */
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
  g_return_if_fail (LS_IS_LIBRARY (self) && path != NULL);

  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  GtkWidget *scrolled = gtk_widget_get_ancestor (self->list, GTK_TYPE_SCROLLED_WINDOW);

  gtk_entry_set_text (GTK_ENTRY (self->search_entry), "");
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                            0);
  if (g_ptr_array_find_with_equal_func (self->folders, absolute, g_str_equal, NULL))
    return;
  g_ptr_array_add (self->folders, g_steal_pointer (&absolute));
  store_folders (self);
}

/* A search covers all sections, folded or not, and hides the headings. */
static gboolean
filter_cb (GtkListBoxRow *row, gpointer user_data)
{
  LsLibrary *self = user_data;
  const char *typed = gtk_entry_get_text (GTK_ENTRY (self->search_entry));
  g_autofree char *wanted = g_utf8_casefold (typed, -1);

  if (ls_library_row_get_path (row) == NULL && !ls_library_is_remark (row))
    return *typed == '\0';
  if (*typed == '\0')
    return g_hash_table_contains (self->open, ls_library_row_get_section (row))
           && !ls_library_row_is_found (row);
  return !ls_library_is_remark (row)
         && strstr (g_object_get_data (G_OBJECT (row), "name"), wanted) != NULL;
}

/* Rates a match, smaller is better: a prefix before other matches, then the shorter remainder of
 * the name; components before models of the same name. */
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

/* Selects the best match: a selected row that is filtered out would still get the focus. */
static void
search_changed_cb (LsLibrary *self)
{
  g_autofree char *wanted
      = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->search_entry)), -1);

  ls_library_rows_complete (self->rows, NULL);
  ls_library_rows_search (self->rows, wanted);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), find_best_row (self));
}

static void
search_activate_cb (LsLibrary *self)
{
  GtkListBoxRow *row;

  search_changed_cb (self); /* "search-changed" is delayed */
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  if (row != NULL && ls_library_row_get_path (row) != NULL)
    g_signal_emit (self, file_activated_signal, 0, ls_library_row_get_path (row));
}

static void
row_activated_cb (LsLibrary *self, GtkListBoxRow *row)
{
  g_autofree char *path = g_strdup (ls_library_row_get_path (row));

  if (path == NULL)
    fold (self, GTK_WIDGET (row), -1);
  else
    g_signal_emit (self, file_activated_signal, 0, path);
}

static void
ls_library_dispose (GObject *object)
{
  LsLibrary *self = LS_LIBRARY (object);

  g_clear_pointer (&self->watch, ls_folder_watch_free);
  g_clear_pointer (&self->rows, ls_library_rows_free);
  G_OBJECT_CLASS (ls_library_parent_class)->dispose (object);
}

static void
ls_library_finalize (GObject *object)
{
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
  self->open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = ls_library_rows_new (GTK_LIST_BOX (self->list));
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  if (ls_preferences_get () != NULL)
    g_signal_connect_object (ls_preferences_get (), "changed::library-folders",
                             G_CALLBACK (take_folders), self, G_CONNECT_SWAPPED);
  take_folders (self);
}
