/* Results saved with a model. */
#include "core/model/ssp-origin.h"

void
ls_model_set_results (LsModel *self, LsTempdir *folder)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->results, ls_tempdir_unref);
  self->results = folder != NULL ? ls_tempdir_ref (folder) : NULL;
  self->has_results = TRUE;
}

char *
ls_model_get_results (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *folder = NULL;

  if (self->has_results)
    return self->results != NULL ? g_strdup (ls_tempdir_get_path (self->results)) : NULL;
  if (self->origin == NULL || self->origin->archive == NULL)
    return NULL;
  folder = g_build_filename (ls_tempdir_get_path (self->origin->archive), LS_MODEL_RESULTS, NULL);
  return g_file_test (folder, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&folder) : NULL;
}
