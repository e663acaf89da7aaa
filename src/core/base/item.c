#include "core/base/item.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *
ls_item_get_name (const LsItem *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return _ (self->name);
}

static const char *
get_summary (const LsItem *self)
{
  return _ (self->summary);
}

gboolean
ls_item_has_ending (const LsItem *self, const char *path)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; self->endings != NULL && self->endings[i] != NULL; i++)
    if (g_str_has_suffix (lower, self->endings[i]))
      return TRUE;
  return FALSE;
}

guint
ls_items_get_n (LsItemList items)
{
  guint n = 0;

  while (items[n] != NULL)
    n++;
  return n;
}

const LsItem *
ls_items_find (LsItemList items, const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; items[i] != NULL; i++)
    if (g_strcmp0 (items[i]->id, id) == 0)
      return items[i];
  return NULL;
}

const LsItem *
ls_items_find_ending (LsItemList items, const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);
  for (guint i = 0; items[i] != NULL; i++)
    if (ls_item_has_ending (items[i], path))
      return items[i];
  return NULL;
}

static const char **
end_list (GPtrArray *texts)
{
  g_ptr_array_add (texts, NULL);
  return (const char **)g_ptr_array_free (texts, FALSE);
}

const char **
ls_items_list_ids (LsItemList items)
{
  GPtrArray *ids = g_ptr_array_new ();

  for (guint i = 0; items[i] != NULL; i++)
    g_ptr_array_add (ids, (char *)items[i]->id);
  return end_list (ids);
}

static void
add_endings (GPtrArray *endings, LsItemList items)
{
  for (guint i = 0; items != NULL && items[i] != NULL; i++)
    for (guint k = 0; items[i]->endings != NULL && items[i]->endings[k] != NULL; k++)
      if (!g_ptr_array_find_with_equal_func (endings, items[i]->endings[k], g_str_equal, NULL))
        g_ptr_array_add (endings, (char *)items[i]->endings[k]);
}

const char **
ls_items_list_endings (const char *first, LsItemList items, LsItemList more)
{
  GPtrArray *endings = g_ptr_array_new ();

  if (first != NULL)
    g_ptr_array_add (endings, (char *)first);
  add_endings (endings, items);
  add_endings (endings, more);
  return end_list (endings);
}

char *
ls_items_join_names (LsItemList items)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; items[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ls_item_get_name (items[i]));
  return g_string_free (names, FALSE);
}

/* (transfer full) */
static char *
make_head (const LsItem *item)
{
  return item->endings != NULL ? g_strjoinv (", ", (char **)item->endings) : g_strdup (item->id);
}

char *
ls_items_describe (LsItemList items)
{
  GString *lines = g_string_new (NULL);
  gsize width = 0;

  for (guint i = 0; items[i] != NULL; i++)
    {
      g_autofree char *head = make_head (items[i]);

      width = MAX (width, strlen (head));
    }
  for (guint i = 0; items[i] != NULL; i++)
    {
      g_autofree char *head = make_head (items[i]);

      g_string_append_printf (lines, "%s  %-*s  %s", i > 0 ? "\n" : "", (int)width, head,
                              get_summary (items[i]));
    }
  return g_string_free (lines, FALSE);
}
