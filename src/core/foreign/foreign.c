/* The list of readers, and the choice of the reader for a file. */
#include "core/foreign/foreign-impl.h"

#include "core/foreign/foreign-readers.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_SIZE (G_GUINT64_CONSTANT (1) << 30) /* bytes */

#define ENTRY(record) &record.item,

LsItemList ls_foreign_readers = { LS_FOREIGN_READERS (ENTRY) NULL };

void
ls_foreign_clear (LsForeign *self)
{
  g_clear_pointer (&self->component, g_free);
  g_clear_pointer (&self->time_name, g_free);
  g_clear_pointer (&self->time_unit, g_free);
  g_clear_pointer (&self->comma, g_free);
  g_clear_pointer (&self->left_out, g_ptr_array_unref);
}

char *
ls_foreign_get_component (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autofree char *name = g_path_get_basename (path);
  gsize length;

  if (g_str_has_suffix (name, ".csv"))
    name[strlen (name) - 4] = '\0';
  length = strlen (name);
  if (length > 23 && name[length - 7] == '_' && name[length - 14] == '_' && name[length - 23] == '_'
      && strspn (name + length - 22, "0123456789_") == 22)
    name[length - 23] = '\0';
  return g_steal_pointer (&name);
}

gboolean
ls_foreign_is_result (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);
  return ls_items_find_ending (ls_foreign_readers, path) != NULL;
}

const char **
ls_foreign_list_table_endings (void)
{
  g_autofree const char **endings = ls_items_list_endings (NULL, ls_foreign_readers, NULL);
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; endings[i] != NULL; i++)
    g_ptr_array_add (all, (char *)endings[i]);
  for (guint i = 0; ls_foreign_readers[i] != NULL; i++)
    {
      const LsForeignReader *reader = (const LsForeignReader *)ls_foreign_readers[i];

      for (guint k = 0; reader->table_endings != NULL && reader->table_endings[k] != NULL; k++)
        g_ptr_array_add (all, (char *)reader->table_endings[k]);
    }
  g_ptr_array_add (all, NULL);
  return (const char **)g_ptr_array_free (all, FALSE);
}

static gboolean
check_file (const char *path, GError **error)
{
  struct stat info;

  if (stat (path, &info) != 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
  else if (!S_ISREG (info.st_mode))
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
  else if ((guint64)info.st_size > MAX_SIZE)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: is larger than 1 GiB"), path);
  else
    return TRUE;
  return FALSE;
}

static LsTrace *
read_any (const char *path, gboolean is_table, LsForeign *info, GError **error)
{
  const LsItem *item = ls_items_find_ending (ls_foreign_readers, path);
  const LsForeignReader *reader
      = (const LsForeignReader *)(item != NULL ? item : ls_foreign_readers[0]);
  LsForeign unused = { 0 };
  LsForeign *used = info != NULL ? info : &unused;
  g_autoptr (GError) problem = NULL;
  LsTrace *trace = NULL;

  *used = (LsForeign){ .left_out = g_ptr_array_new_with_free_func (g_free) };
  if (check_file (path, &problem))
    trace = reader->read (path, is_table, used, &problem);
  ls_foreign_clear (&unused);
  if (trace == NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return trace;
}

LsTrace *
ls_foreign_read (const char *path, LsForeign *info, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  return read_any (path, FALSE, info, error);
}

LsTrace *
ls_foreign_read_table (const char *path, LsForeign *info, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  return read_any (path, TRUE, info, error);
}
