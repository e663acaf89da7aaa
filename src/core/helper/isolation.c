#include "core/helper/isolation.h"

#include "core/base/reader.h"
#include "core/base/status.h"
#include "host/protocol.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

static gint chosen = LS_ISOLATION_NONE;
static gint is_suggested; /* atomic: and not chosen */
static const char *gap;   /* atomic */
static _Thread_local gboolean is_each;
static double time_limit;
static guint64 memory_limit; /* bytes; 0: not chosen */
static guint permissions;

static GMutex lock;
static GHashTable *folders; /* path -> count; guarded by lock */

void
ls_isolation_set (LsIsolation isolation)
{
  g_atomic_int_set (&chosen, (gint)isolation);
  g_atomic_int_set (&is_suggested, 0);
  /* Whoever trusts FMUs with this process does so with their files. */
  ls_reader_set_contained (isolation != LS_ISOLATION_NONE);
}

void
ls_isolation_suggest (LsIsolation isolation)
{
  g_atomic_int_set (&chosen, (gint)isolation);
  g_atomic_int_set (&is_suggested, 1);
}

gboolean
ls_isolation_is_suggested (void)
{
  return g_atomic_int_get (&is_suggested) != 0;
}

gboolean
ls_isolation_fall_back (const char *reason)
{
  char *text;

  if (!g_atomic_int_get (&is_suggested))
    return FALSE;
  /* Translators: a sentence without a full stop. */
  text = g_strdup_printf (_ ("FMUs run in this process, not contained: %s"), reason);
  if (!g_atomic_pointer_compare_and_exchange (&gap, NULL, text))
    g_free (text);
  g_atomic_int_set (&chosen, LS_ISOLATION_NONE);
  return TRUE;
}

const char *
ls_isolation_get_gap (void)
{
  return g_atomic_int_get (&chosen) == LS_ISOLATION_NONE ? g_atomic_pointer_get (&gap) : NULL;
}

LsIsolation
ls_isolation_get (void)
{
  const LsIsolation isolation = (LsIsolation)g_atomic_int_get (&chosen);

  return is_each && isolation == LS_ISOLATION_GROUPED ? LS_ISOLATION_EACH : isolation;
}

void
ls_isolation_enter_each (void)
{
  is_each = TRUE;
}

void
ls_isolation_leave_each (void)
{
  is_each = FALSE;
}

gboolean
ls_isolation_parse (const char *text, LsIsolation *isolation, GError **error)
{
  g_return_val_if_fail (text != NULL, FALSE);

  static const char *const names[] = { "none", "grouped", "each" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        *isolation = (LsIsolation)i;
        return TRUE;
      }
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("isolation “%s” is invalid; expected none, grouped, each or auto"), text);
  return FALSE;
}

void
ls_isolation_set_time_limit (double limit)
{
  time_limit = limit;
}

double
ls_isolation_get_time_limit (void)
{
  return time_limit;
}

void
ls_isolation_set_memory_limit (guint64 limit)
{
  memory_limit = limit;
}

guint64
ls_isolation_get_memory_limit (void)
{
  const guint64 all = (guint64)sysconf (_SC_PHYS_PAGES) * (guint64)sysconf (_SC_PAGESIZE);

  return memory_limit > 0 ? memory_limit : all / 4 * 3;
}

static const struct
{
  const char *name;
  guint permission;
} permission_names[] = {
  { "network", HOST_ALLOW_NETWORK },
  { "programs", HOST_ALLOW_PROGRAMS },
  { "files", HOST_ALLOW_FILES },
  { "all", HOST_ALLOW_ALL },
};

guint
ls_isolation_find_permission (const char *name)
{
  g_return_val_if_fail (name != NULL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (permission_names); i++)
    if (g_str_equal (name, permission_names[i].name))
      return permission_names[i].permission;
  return 0;
}

const char *
ls_isolation_name_permission (guint permission)
{
  for (guint i = 0; i < G_N_ELEMENTS (permission_names); i++)
    if (permission == permission_names[i].permission)
      return permission_names[i].name;
  return NULL;
}

gboolean
ls_isolation_allow (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, FALSE);

  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const guint found = ls_isolation_find_permission (parts[i]);

      if (found == 0)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                       _ ("“%s” is not a permission; expected network, programs, files or all"),
                       parts[i]);
          return FALSE;
        }
      permissions |= found;
    }
  return TRUE;
}

guint
ls_isolation_get_permissions (void)
{
  return permissions;
}

void
ls_isolation_add_folder (const char *path)
{
  g_return_if_fail (path != NULL);

  g_mutex_lock (&lock);
  if (folders == NULL)
    folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert (
      folders, g_strdup (path),
      GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (folders, path)) + 1));
  g_mutex_unlock (&lock);
}

void
ls_isolation_remove_folder (const char *path)
{
  g_return_if_fail (path != NULL);

  guint n;

  g_mutex_lock (&lock);
  n = folders != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (folders, path)) : 0;
  if (n > 1)
    g_hash_table_insert (folders, g_strdup (path), GUINT_TO_POINTER (n - 1));
  else if (n == 1)
    g_hash_table_remove (folders, path);
  g_mutex_unlock (&lock);
}

void
ls_isolation_pack_folders (char texts[], gsize size)
{
  GHashTableIter iter;
  gpointer key;
  gsize used = 0;

  g_mutex_lock (&lock);
  if (folders != NULL)
    {
      g_hash_table_iter_init (&iter, folders);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        {
          const gsize length = strlen (key) + 1;

          if (used + length + 1 > size)
            continue;
          memcpy (texts + used, key, length);
          used += length;
        }
    }
  texts[used] = '\0';
  g_mutex_unlock (&lock);
}
