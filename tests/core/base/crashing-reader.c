/* lockstep-reader itself, but for the files that the environment names: a part of the path or of
 * what is asked for. It crashes there as a parser with a fault would; linked with --wrap. */
#include "core/base/reader.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __real_ls_reader_set_place (const char *path, const char *place);
void __wrap_ls_reader_set_place (const char *path, const char *place);

/* Has a byte for each task of all readers. Opened before the sandbox. */
static int tally = -1;

static void __attribute__ ((constructor)) open_tally (void)
{
  const char *path = g_getenv ("COUNTS_READING");

  if (path != NULL)
    tally = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* Whether it is the task with this number, of all readers together. */
static gboolean
is_chosen (void)
{
  const char *number = g_getenv ("CRASHES_TASK");

  return tally >= 0 && write (tally, "x", 1) == 1 && number != NULL
         && lseek (tally, 0, SEEK_CUR) == atoi (number);
}

void
__wrap_ls_reader_set_place (const char *path, const char *place)
{
  static int n;
  const char *name = g_getenv ("CRASHES_READING"), *after = g_getenv ("CRASHES_AFTER");

  if (is_chosen ())
    raise (SIGSEGV);
  if (name != NULL && strstr (path, name) != NULL && n++ >= (after != NULL ? atoi (after) : 0))
    raise (SIGSEGV);
  __real_ls_reader_set_place (path, place);
}
