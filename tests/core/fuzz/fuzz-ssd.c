/* SystemStructure.ssd, with what is written from it: reading that again gives an equal model. */
#include "fuzz.h"

#include "core/ssp/ssp.h"

/* Formats of the Open Simulation Platform are told from SSD by their root element. */
static const char *
write_structure (const uint8_t *data, size_t size)
{
  const gboolean is_osp
      = g_strstr_len ((const char *)data, (gssize)size, "<OspSystemStructure") != NULL;

  return fuzz_write (is_osp ? "OspSystemStructure.xml" : "SystemStructure.ssd", data, size);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = write_structure (data, size);
  g_autofree char *written = g_build_filename (fuzz_folder (), "SystemStructure.ssp", NULL);
  GPtrArray *faults = NULL;
  LsModel *model;

  fuzz_need_fmu ();
  model = ls_ssp_read_checked (path, &faults, NULL);
  g_clear_pointer (&faults, g_ptr_array_unref);
  if (model == NULL)
    return 0;
  g_free (ls_ssp_get_version (model));
  if (ls_ssp_write (model, written, NULL))
    {
      g_autoptr (GError) error = NULL;
      LsModel *again = ls_ssp_read (written, &error);

      g_assert_no_error (error);
      g_assert_true (ls_model_equal (model, again));
      ls_model_free (again);
    }
  ls_model_free (model);
  return 0;
}
