/* SystemStructure.ssd, with what is written from it: reading that again gives an equal model. */
#include "fuzz.h"

#include "core/ssp/ssp.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_write ("SystemStructure.ssd", data, size);
  g_autofree char *written = g_build_filename (fuzz_folder (), "SystemStructure.ssp", NULL);
  GPtrArray *faults = NULL;
  LsModel *model = ls_ssp_read_checked (path, &faults, NULL);

  g_clear_pointer (&faults, g_ptr_array_unref);
  if (model == NULL)
    return 0;
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
