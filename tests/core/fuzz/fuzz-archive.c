/* Archives: names under which files are written are good ones, and what is unpacked is within the
 * limits. In memory: files in a folder take longer than all else. */
#include "fuzz.h"

#include "core/base/zip-read.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static int
open_target (gpointer user, const char *name, LsZipKind kind)
{
  g_assert_null (ls_zip_name_problem (name));
  return kind == LS_ZIP_FOLDER ? -1 : dup (*(const int *)user);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static int archive = -1, nothing;
  const LsZipTarget target = { open_target, &nothing };
  g_autofree char *text = NULL, *little = NULL;
  g_auto (GStrv) names = NULL;
  gsize length;

  if (archive < 0)
    {
      archive = memfd_create ("archive", MFD_CLOEXEC);
      nothing = open ("/dev/null", O_WRONLY | O_CLOEXEC);
    }
  g_assert_true (archive >= 0 && nothing >= 0 && ftruncate (archive, 0) == 0
                 && pwrite (archive, data, size, 0) == (gssize)size);
  names = ls_zip_get_names (archive, "it", "binaries", NULL);
  text = ls_zip_get_entry (archive, "it", "modelDescription.xml", 1 << 20, &length, NULL);
  little = ls_zip_get_entry (archive, "it", "modelDescription.xml", 16, NULL, NULL);
  ls_zip_unpack (archive, "it", &target, NULL);
  return 0;
}
