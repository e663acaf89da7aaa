/* The list of readers, and the choice of the reader for a file. */
#include "core/foreign/foreign-impl.h"

#include "core/base/reader.h"
#include "core/foreign/foreign-readers.h"
#include "core/record/trace-pack.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
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

  if (stat (ls_reader_get_place (path), &info) != 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
  else if (!S_ISREG (info.st_mode))
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
  else if ((guint64)info.st_size > MAX_SIZE)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: is larger than 1 GiB"), path);
  else
    return TRUE;
  return FALSE;
}

/* Properties as texts: an empty one is none, others begin with “=”. */
#define N_TEXTS 6u /* the first one has the numbers */

int
ls_foreign_pack (const LsTrace *trace, const LsForeign *info)
{
  g_return_val_if_fail (trace != NULL && info != NULL, 0);

  const char *const texts[]
      = { info->tool, info->component, info->time_name, info->time_unit, info->comma };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (all, g_strdup_printf ("%d %u %d %d %u", info->is_own, info->time_column,
                                         info->separator, info->nameless, info->n_remarks));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_ptr_array_add (all, texts[i] != NULL ? g_strconcat ("=", texts[i], NULL) : g_strdup (""));
  for (guint i = 0; i < info->left_out->len; i++)
    g_ptr_array_add (all, g_strdup (info->left_out->pdata[i]));
  return ls_trace_pack (trace, (const char *const *)all->pdata, all->len);
}

static gboolean
unpack_info (const LsTablePack *table, guint first, LsForeign *info)
{
  const char *texts[N_TEXTS - 1];
  int is_own, separator, nameless;

  if (table->n_texts < first + N_TEXTS
      || sscanf (table->texts[first], "%d %u %d %d %u", &is_own, &info->time_column, &separator,
                 &nameless, &info->n_remarks)
             != 5)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *text = table->texts[first + 1 + i];

      texts[i] = *text != '\0' ? text + 1 : NULL;
    }
  info->is_own = is_own != 0;
  info->separator = (char)separator;
  info->nameless = nameless != 0;
  info->tool = g_intern_string (texts[0]);
  info->component = g_strdup (texts[1]);
  info->time_name = g_strdup (texts[2]);
  info->time_unit = g_strdup (texts[3]);
  info->comma = g_strdup (texts[4]);
  for (guint i = first + N_TEXTS; i < table->n_texts; i++)
    g_ptr_array_add (info->left_out, g_strdup (table->texts[i]));
  return TRUE;
}

/* By the reader. */
static LsTrace *
read_contained (const char *path, gboolean is_table, LsForeign *info, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_FOREIGN, .number = is_table };
  g_autoptr (GBytes) answer = ls_reader_ask_path (&task, path, MAX_SIZE, error);
  g_auto (LsTablePack) table = { 0 };
  g_autoptr (LsTrace) trace = NULL;
  guint more = 0;

  if (answer != NULL)
    trace = ls_trace_unpack (answer, path, &table, &more, error);
  if (trace != NULL && !unpack_info (&table, more, info))
    return ls_reader_refuse (path, error);
  return g_steal_pointer (&trace);
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
    trace = ls_reader_is_contained () ? read_contained (path, is_table, used, &problem)
                                      : reader->read (path, is_table, used, &problem);
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
