#include "core/remote/parcel.h"

#include "core/base/status.h"

#include <glib/gi18n-lib.h>

void
ls_parcel_pack (GByteArray *parcel, const LsComponent *component, const char *folder)
{
  g_return_if_fail (component != NULL && folder != NULL);

  const guint n = component->values != NULL ? g_hash_table_size (component->values) : 0;
  const guint n_without
      = component->without != NULL ? g_strv_length ((char **)component->without) : 0;
  GHashTableIter iter;
  gpointer name, value;

  ls_message_put_text (parcel, folder);
  ls_message_put_text (parcel, ls_fmu_get_path (component->fmu));
  ls_message_put_text (parcel, component->name);
  ls_message_put_count (parcel, component->implementation);
  ls_message_put_text (parcel, component->solver);
  ls_message_put_text (parcel, component->inner_steps);
  ls_message_put_text (parcel, component->own_step);
  ls_message_put_real (parcel, component->step_hint);
  ls_message_put_real (parcel, component->macro_step);
  ls_message_put_count (parcel, n_without);
  for (guint i = 0; i < n_without; i++)
    ls_message_put_text (parcel, component->without[i]);
  ls_message_put_count (parcel, n);
  if (n == 0)
    return;
  g_hash_table_iter_init (&iter, component->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      ls_message_put_text (parcel, name);
      ls_message_put_text (parcel, value);
    }
}

static char **
take_texts (LsMessageReader *parcel)
{
  const guint64 n = ls_message_get_count (parcel);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint64 i = 0; i < n && !parcel->bad; i++)
    g_ptr_array_add (texts, g_strdup (ls_message_take_text (parcel)));
  if (texts->len == 0)
    return NULL;
  g_ptr_array_add (texts, NULL);
  g_ptr_array_set_free_func (texts, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&texts), FALSE);
}

static void
take_values (LsMessageReader *parcel, LsComponent *component)
{
  const guint64 n = ls_message_get_count (parcel);

  component->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint64 i = 0; i < n && !parcel->bad; i++)
    {
      const char *name = ls_message_take_text (parcel);
      const char *value = ls_message_take_text (parcel);

      if (name != NULL && value != NULL)
        g_hash_table_insert (component->values, g_strdup (name), g_strdup (value));
    }
}

/* The FMU with the sizes of arrays that the values ask for. */
static gboolean
open_fmu (
    LsComponent *component, const char *folder, const char *path, GHashTable *fmus, GError **error)
{
  LsFmu *fmu = g_hash_table_lookup (fmus, folder);

  if (fmu == NULL)
    {
      fmu = ls_fmu_open_unpacked (folder, path, error);
      if (fmu == NULL)
        {
          g_prefix_error (error, "%s: ", component->name);
          return FALSE;
        }
      g_hash_table_insert (fmus, g_strdup (folder), fmu);
    }
  component->fmu = ls_fmu_ref (fmu);
  fmu = ls_component_make_sized (component, error);
  if (fmu == NULL)
    return FALSE;
  ls_fmu_unref (component->fmu);
  component->fmu = fmu;
  return TRUE;
}

LsComponent *
ls_parcel_open (LsMessageReader *parcel, GHashTable *fmus, GError **error)
{
  g_return_val_if_fail (parcel != NULL && fmus != NULL, NULL);

  const char *folder = ls_message_take_text (parcel);
  const char *path = ls_message_take_text (parcel);
  LsComponent *component = g_new0 (LsComponent, 1);

  component->id = 1;
  component->name = g_strdup (ls_message_take_text (parcel));
  component->implementation = (LsImplementation)ls_message_get_count (parcel);
  component->solver = g_strdup (ls_message_take_text (parcel));
  component->inner_steps = g_strdup (ls_message_take_text (parcel));
  component->own_step = g_strdup (ls_message_take_text (parcel));
  component->step_hint = ls_message_get_real (parcel);
  component->macro_step = ls_message_get_real (parcel);
  component->without = take_texts (parcel);
  take_values (parcel, component);
  if (parcel->bad || folder == NULL || path == NULL || component->name == NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN,
                         _ ("a message of the orchestrator is invalid"));
  else if (open_fmu (component, folder, path, fmus, error))
    return component;
  ls_component_free (component);
  return NULL;
}
