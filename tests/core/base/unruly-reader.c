/* Stands in for lockstep-reader, and fails in the way that the name of the file says. */
#include "core/base/reader-message.h"
#include "core/base/status.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void
answer (LsReaderKind kind, int code, const char *text, int file)
{
  ls_reader_send (LS_READER_FD, kind, code, 0, text, NULL, file);
}

static void
leave_with (const char *status)
{
  _exit (atoi (status));
}

static int
make_area (gboolean sealed)
{
  const int file = memfd_create ("unruly", MFD_ALLOW_SEALING);

  g_assert_cmpint (write (file, "<a/>", 4), ==, 4);
  if (sealed)
    fcntl (file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW);
  return file;
}

/* Not asleep, but without a processor: waits for a child that borrows its memory. */
static void
starve (void)
{
  const struct timespec time = { .tv_nsec = 600000000 };

  if (vfork () == 0)
    {
      nanosleep (&time, NULL);
      _exit (0);
    }
  answer (LS_READER_FAILED, LS_ERROR_FORMAT, "read at last", -1);
}

static void
spin (void)
{
  for (volatile gboolean forever = TRUE; forever;)
    continue;
}

static void
fail (const char *way)
{
  static const char garbage[300] = "lockstep";

  if (g_str_has_prefix (way, "crash"))
    raise (SIGSEGV);
  else if (g_str_has_prefix (way, "hang"))
    pause ();
  else if (g_str_has_prefix (way, "stop"))
    raise (SIGSTOP);
  else if (g_str_has_prefix (way, "kill"))
    raise (SIGKILL);
  else if (g_str_has_prefix (way, "spin"))
    spin ();
  else if (g_str_has_prefix (way, "starve"))
    starve ();
  else if (g_str_has_prefix (way, "leave-"))
    leave_with (way + strlen ("leave-"));
  else if (g_str_has_prefix (way, "garbage"))
    send (LS_READER_FD, garbage, sizeof garbage, 0);
  else if (g_str_has_prefix (way, "open"))
    answer (LS_READER_DONE, 0, NULL, make_area (FALSE));
  else if (g_str_has_prefix (way, "other"))
    answer (LS_READER_DONE, 0, NULL, make_area (TRUE));
  else if (g_str_has_prefix (way, "nothing"))
    answer (LS_READER_DONE, 0, NULL, -1);
  else if (g_str_has_prefix (way, "kind"))
    answer ((LsReaderKind)77, 0, NULL, -1);
  else if (g_str_has_prefix (way, "code"))
    answer (LS_READER_FAILED, 12345, "said so", -1);
  else if (g_str_has_prefix (way, "outside"))
    {
      LsReaderMessage message;
      int file;

      answer (LS_READER_FILE, 0, "../outside", -1);
      ls_reader_receive (LS_READER_FD, -1.0, &message, &file);
      answer (LS_READER_FAILED, message.code, file >= 0 ? "written" : "denied", -1);
    }
}

int
main (void)
{
  LsReaderMessage message;
  int file;

  while (ls_reader_receive (LS_READER_FD, -1.0, &message, &file) == LS_READER_RECEIVED)
    {
      const char *slash = strrchr (message.texts, '/');

      fail (slash != NULL ? slash + 1 : message.texts);
    }
  return 0;
}
