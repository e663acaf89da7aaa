/* Archives: what is unpacked stays in its folder, and within the limits. */
#include "fuzz.h"

#include "core/base/zip.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_write ("archive.zip", data, size);
  g_autoptr (LsTempdir) folder = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) names = NULL;
  gsize length;

  names = ls_zip_list_folder (path, "binaries", NULL);
  text = ls_zip_read_entry (path, "modelDescription.xml", 1 << 20, &length, NULL);
  folder = ls_tempdir_new (NULL);
  g_assert_nonnull (folder);
  ls_zip_extract (path, ls_tempdir_get_path (folder), NULL);
  return 0;
}
