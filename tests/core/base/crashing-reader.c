/* lockstep-reader itself, but for the files that the environment names: a part of the path or of
 * what is asked for. It crashes there as a parser with a fault would; linked with --wrap. */
#include "core/base/reader.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

void __real_ls_reader_set_place (const char *path, const char *place);
void __wrap_ls_reader_set_place (const char *path, const char *place);

void
__wrap_ls_reader_set_place (const char *path, const char *place)
{
  static int n;
  const char *name = g_getenv ("CRASHES_READING"), *after = g_getenv ("CRASHES_AFTER");

  if (name != NULL && strstr (path, name) != NULL && n++ >= (after != NULL ? atoi (after) : 0))
    raise (SIGSEGV);
  __real_ls_reader_set_place (path, place);
}
