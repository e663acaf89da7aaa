#include "app/panel/library-rows.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/later.h"
#include "app/panel/fmu-summaries.h"
#include "app/panel/library-heading.h"
#include "app/panel/library-row.h"
#include "app/base/widgets.h"

/* Rows created before the first drawing; more than fit in most windows. */
#define FIRST_ROWS 24
/* Rows created per idle call; this takes a few milliseconds. */
#define MORE_ROWS 8
/* Maximum number of rows per section: more would be of no use, and GTK lays out each at every
 * change. */
#define MAX_ROWS 250u
/* Maximum number of further rows that match the search. */
#define MAX_FOUND 100u

/* A row to be created. @path: (nullable): %NULL for the remark that there are more files; @block:
 * (nullable): block of the file */
typedef struct
{
  char *section, *path;
  const LsBlock *block;
} Waiting;

struct LsLibraryRows
{
  GtkListBox *list;
  GHashTable *rows;                  /* path -> GtkListBoxRow */
  GHashTable *last;                  /* section -> GtkListBoxRow, its last row */
  GHashTable *n_added;               /* section -> number of files added, as pointer */
  GQueue waiting;                    /* Waiting: rows created later */
  GPtrArray *others;                 /* Waiting: rows created only when they match a search */
  guint n_made;                      /* number of rows created immediately */
  LsFmuSummaries *summaries, *found; /* (nullable) */
  guint later_id;
};

static void
waiting_free (gpointer data)
{
  Waiting *self = data;

  g_free (self->section);
  g_free (self->path);
  g_free (self);
}

/* "2750 more: type a part of the name" (transfer full) */
static GtkWidget *
more_row_new (const char *section, guint n)
{
  g_autofree char *text
      = g_strdup_printf (g_dngettext (NULL, "%u more: type a part of its name above",
                                      "%u more: type a part of a name above", n),
                         n);

  return ls_library_remark_new (section, text);
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

/* Inserts a row at the end of its section. */
static void
insert (LsLibraryRows *self, const char *section, GtkWidget *row)
{
  GtkListBoxRow *last = g_hash_table_lookup (self->last, section);

  gtk_list_box_insert (self->list, row, last != NULL ? gtk_list_box_row_get_index (last) + 1 : -1);
  g_hash_table_insert (self->last, g_strdup (section), row);
  if (ls_library_row_get_path (row) != NULL)
    g_hash_table_insert (self->rows, g_strdup (ls_library_row_get_path (row)), row);
}

static void
make (LsLibraryRows *self, Waiting *waiting)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_added, waiting->section));

  insert (self, waiting->section,
          waiting->path != NULL ? row_new (waiting)
                                : more_row_new (waiting->section, n - MAX_ROWS));
  waiting_free (waiting);
}

static void
summary_cb (
    const char *path, const char *badges, const char *text, const char *trouble, gpointer user_data)
{
  LsLibraryRows *self = user_data;
  GtkWidget *row = g_hash_table_lookup (self->rows, path);

  if (row != NULL)
    ls_library_row_set_summary (row, badges, text, trouble);
}

/* @found: for rows found by a search, else for the others */
static LsFmuSummaries *
read_summaries (LsLibraryRows *self, gboolean found)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (int i = 0;; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, i);
      const char *path = row != NULL ? ls_library_row_get_path (row) : NULL;

      if (row == NULL)
        break;
      if (path != NULL && g_str_has_suffix (path, ".fmu") && ls_library_row_is_found (row) == found)
        g_ptr_array_add (paths, (gpointer)path);
    }
  g_ptr_array_add (paths, NULL);
  return ls_fmu_summaries_start ((char **)paths->pdata, summary_cb, self);
}

static gboolean
later_cb (gpointer user_data)
{
  LsLibraryRows *self = user_data;

  for (guint i = 0; i < MORE_ROWS && !g_queue_is_empty (&self->waiting); i++)
    make (self, g_queue_pop_head (&self->waiting));
  if (!g_queue_is_empty (&self->waiting))
    return G_SOURCE_CONTINUE;
  self->later_id = 0;
  g_clear_pointer (&self->summaries, ls_fmu_summaries_stop);
  self->summaries = read_summaries (self, FALSE);
  return G_SOURCE_REMOVE;
}

LsLibraryRows *
ls_library_rows_new (GtkListBox *list)
{
  LsLibraryRows *self = g_new0 (LsLibraryRows, 1);

  g_return_val_if_fail (GTK_IS_LIST_BOX (list), NULL);
  self->list = list;
  self->rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->n_added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->others = g_ptr_array_new_with_free_func (waiting_free);
  g_queue_init (&self->waiting);
  return self;
}

void
ls_library_rows_free (LsLibraryRows *self)
{
  g_clear_handle_id (&self->later_id, g_source_remove);
  g_clear_pointer (&self->summaries, ls_fmu_summaries_stop);
  g_clear_pointer (&self->found, ls_fmu_summaries_stop);
  g_queue_clear_full (&self->waiting, waiting_free);
  g_ptr_array_unref (self->others);
  g_hash_table_unref (self->n_added);
  g_hash_table_unref (self->rows);
  g_hash_table_unref (self->last);
  g_free (self);
}

void
ls_library_rows_clear (LsLibraryRows *self)
{
  g_clear_handle_id (&self->later_id, g_source_remove);
  g_clear_pointer (&self->summaries, ls_fmu_summaries_stop);
  g_clear_pointer (&self->found, ls_fmu_summaries_stop);
  g_queue_clear_full (&self->waiting, waiting_free);
  g_ptr_array_set_size (self->others, 0);
  g_hash_table_remove_all (self->n_added);
  g_hash_table_remove_all (self->rows);
  g_hash_table_remove_all (self->last);
  self->n_made = 0;
  ls_container_clear (GTK_WIDGET (self->list));
}

void
ls_library_rows_add_widget (LsLibraryRows *self, GtkWidget *row)
{
  g_return_if_fail (self != NULL);

  insert (self, ls_library_row_get_section (row), row);
}

void
ls_library_rows_add (
    LsLibraryRows *self, const char *section, const char *path, const LsBlock *block, gboolean seen)
{
  g_return_if_fail (self != NULL);

  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_added, section));
  Waiting *waiting = g_new (Waiting, 1);

  *waiting = (Waiting){ g_strdup (section), g_strdup (path), block };
  g_hash_table_insert (self->n_added, g_strdup (section), GUINT_TO_POINTER (n + 1));
  if (n >= MAX_ROWS)
    {
      g_ptr_array_add (self->others, waiting);
      return;
    }
  if (!seen || self->n_made >= FIRST_ROWS)
    {
      g_queue_push_tail (&self->waiting, waiting);
      return;
    }
  make (self, waiting);
  self->n_made++;
}

/* Adds a remark to each section that does not show all files. */
static void
add_remarks (LsLibraryRows *self)
{
  GHashTableIter iter;
  gpointer section, n;

  g_hash_table_iter_init (&iter, self->n_added);
  while (g_hash_table_iter_next (&iter, &section, &n))
    if (GPOINTER_TO_UINT (n) > MAX_ROWS)
      {
        Waiting *waiting = g_new0 (Waiting, 1);

        waiting->section = g_strdup (section);
        g_queue_push_tail (&self->waiting, waiting);
      }
}

static gboolean
fits (const Waiting *self, const char *wanted)
{
  g_autofree char *base = g_path_get_basename (self->path);
  g_autofree char *name = NULL;
  g_autofree char *folded = NULL;

  *strrchr (base, '.') = '\0';
  name = g_filename_display_name (base);
  folded = g_utf8_casefold (name, -1);
  return strstr (folded, wanted) != NULL;
}

void
ls_library_rows_search (LsLibraryRows *self, const char *wanted)
{
  guint n = 0;

  g_return_if_fail (self != NULL && wanted != NULL);
  if (*wanted == '\0')
    return;
  for (guint i = 0; i < self->others->len && n < MAX_FOUND;)
    {
      GtkWidget *row;

      if (!fits (g_ptr_array_index (self->others, i), wanted))
        {
          i++;
          continue;
        }
      row = row_new (g_ptr_array_index (self->others, i));
      g_object_set_data (G_OBJECT (row), "found", row);
      insert (self, ls_library_row_get_section (row), row);
      g_ptr_array_remove_index (self->others, i);
      n++;
    }
  if (n == 0)
    return;
  g_clear_pointer (&self->found, ls_fmu_summaries_stop);
  self->found = read_summaries (self, TRUE);
}

void
ls_library_rows_begin (LsLibraryRows *self)
{
  g_return_if_fail (self != NULL);

  add_remarks (self);
  if (self->later_id == 0)
    self->later_id = ls_later_add (later_cb, self);
}

guint
ls_library_rows_get_n_waiting (const LsLibraryRows *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->waiting.length;
}

GtkListBoxRow *
ls_library_rows_find (const LsLibraryRows *self, const char *path)
{
  g_return_val_if_fail (self != NULL && path != NULL, NULL);

  return g_hash_table_lookup (self->rows, path);
}

void
ls_library_rows_complete (LsLibraryRows *self, const char *section)
{
  GList *next;

  g_return_if_fail (self != NULL);
  for (GList *link = self->waiting.head; link != NULL; link = next)
    {
      Waiting *waiting = link->data;

      next = link->next;
      if (section != NULL && !g_str_equal (waiting->section, section))
        continue;
      g_queue_delete_link (&self->waiting, link);
      make (self, waiting);
    }
}
