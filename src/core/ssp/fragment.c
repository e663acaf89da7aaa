#include "core/ssp/fragment.h"

#include <glib/gi18n-lib.h>

#include "core/model/arrange.h"
#include "core/model/model-impl.h"
#include "core/ssp/ssp-write-impl.h"
#include "core/ssp/ssp.h"

LsModel *
ls_fragment_new (const LsModel *model, const guint ids[], guint n)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  LsModel *fragment = ls_model_copy (model);

  /* The fragment is a document of its own: relative paths in the document of the model would not
   * resolve. */
  g_clear_pointer (&fragment->origin, ls_origin_unref);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (kept, GUINT_TO_POINTER (ids[i]));
  for (guint i = fragment->texts->len; i-- > 0;)
    {
      guint id = ((const LsNote *)fragment->texts->pdata[i])->id;

      if (!g_hash_table_contains (kept, GUINT_TO_POINTER (LS_ITEM_NOTE | id)))
        ls_model_remove_note (fragment, id);
    }
  for (guint i = fragment->components->len; i-- > 0;)
    {
      guint id = ((const LsComponent *)fragment->components->pdata[i])->id;

      if (!g_hash_table_contains (kept, GUINT_TO_POINTER (id)))
        ls_model_remove_component (fragment, id);
    }
  return fragment;
}

char *
ls_fragment_write (const LsModel *fragment, GError **error)
{
  g_return_val_if_fail (fragment != NULL, NULL);

  g_autoptr (GHashTable) sources = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < fragment->components->len; i++)
    {
      const LsComponent *component = fragment->components->pdata[i];
      g_autofree char *path = NULL;
      char *uri;

      if (component->fmu == NULL)
        continue;
      path = g_canonicalize_filename (ls_fmu_get_path (component->fmu), NULL);
      if ((uri = g_filename_to_uri (path, NULL, NULL)) != NULL)
        g_hash_table_insert (sources, GUINT_TO_POINTER (component->id), uri);
    }
  return ls_ssp_write_document (fragment, sources, NULL, error);
}

LsModel *
ls_fragment_read (const char *text, gsize size, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  g_autoptr (LsTempdir) folder = ls_tempdir_new (error);
  g_autoptr (GError) local_error = NULL;
  g_autofree char *path = NULL;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (ls_tempdir_get_path (folder), "fragment.ssd", NULL);
  if (!g_file_set_contents (path, text, (gssize)size, &local_error))
    return ls_fail_null (error, LS_ERROR_FILE, "%s", local_error->message);
  return ls_ssp_read (path, error);
}
