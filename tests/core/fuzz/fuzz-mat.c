/* MAT files of Modelica tools and of Lockstep. */
#include "fuzz.h"

#include "core/foreign/foreign.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_write ("result.mat", data, size);
  LsForeign info = { 0 };

  ls_foreign_is_result (path);
  ls_trace_unref (ls_foreign_read (path, &info, NULL));
  ls_foreign_clear (&info);
  return 0;
}
