/* The document that a model was read from, kept for writing. */
#include "core/model/ssp-origin.h"

#include "core/base/xml.h"

#include <string.h>

LsOrigin *
ls_origin_new (void)
{
  LsOrigin *self = g_new0 (LsOrigin, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->fmu_entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->setters
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  self->kept = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->scale = 1.0;
  return self;
}

LsOrigin *
ls_origin_ref (LsOrigin *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_origin_unref (LsOrigin *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->document, g_bytes_unref);
  g_free (self->version);
  g_clear_pointer (&self->baseline, self->free_baseline);
  g_clear_pointer (&self->archive, ls_tempdir_unref);
  g_hash_table_unref (self->fmu_entries);
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->setters);
  g_hash_table_unref (self->kept);
  g_free (self->directory);
  g_free (self);
}

/* The recursion depth is that of the document, which is limited. */
static guint
number (xmlNode *node, guint last)
{
  node->_private = GUINT_TO_POINTER (++last);
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    last = number (node, last);
  return last;
}

void
ls_origin_number (xmlDoc *doc)
{
  g_return_if_fail (doc != NULL);

  number (xmlDocGetRootElement (doc), 0);
}

static char *
make_key (guint kind, guint id)
{
  return g_strdup_printf ("%u\n%u", kind, id);
}

void
ls_origin_set_place (LsOrigin *self, LsPlaceKind kind, guint id, const xmlNode *node)
{
  g_return_if_fail (self != NULL && node != NULL);

  g_hash_table_insert (self->places, make_key (kind, id), node->_private);
}

guint
ls_origin_get_place (const LsOrigin *self, LsPlaceKind kind, guint id)
{
  g_autofree char *key = make_key (kind, id);

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->places, key));
}

void
ls_origin_add_setter (LsOrigin *self, guint component, const char *variable, LsSetter setter)
{
  g_return_if_fail (self != NULL);

  char *key = g_strdup_printf ("%u\n%s", component, variable);
  GArray *list = g_hash_table_lookup (self->setters, key);

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (LsSetter));
      g_hash_table_insert (self->setters, key, list);
    }
  else
    g_free (key);
  g_array_append_val (list, setter);
}

GArray *
ls_origin_get_setters (const LsOrigin *self, guint component, const char *variable)
{
  g_return_val_if_fail (self != NULL && variable != NULL, NULL);

  g_autofree char *key = g_strdup_printf ("%u\n%s", component, variable);

  return g_hash_table_lookup (self->setters, key);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *
ls_origin_list_set (const LsOrigin *self, guint component)
{
  g_autofree char *prefix = g_strdup_printf ("%u\n", component);
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_return_val_if_fail (self != NULL, NULL);
  g_hash_table_iter_init (&iter, self->setters);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (g_str_has_prefix (key, prefix))
      g_ptr_array_add (names, (char *)key + strlen (prefix));
  g_ptr_array_sort (names, compare_names);
  return names;
}
